"""What is said of a settlement is what it does: nothing is paid in words that is not paid."""

import itertools
import re

import pytest

from thirtyone.cards import Card
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import settle
from thirtyone.rules import load_ruleset, with_values
from thirtyone.text.say_play import say_settlement
from thirtyone.text.translator import get_translator

NAMES = ("Kari", "Nils", "Anna")
LOW, MIDDLE, HIGH, TARGET = "TC 8C 3H", "KS QS 3D", "AD 9D 5D", "AH KH QH"
TIED = ("KH QH 2C", "KS QS 3D")
MARKS = {"lives.unit": "mark"}


def said(id_, texts, house=None, lang="en", **told):
    rules = with_values(load_ruleset(id_), house or {})
    hands = [[Card(c) for c in text.split()] for text in texts]
    done = settle(rules, hands, **told)
    return say_settlement(done, NAMES[: len(hands)], rules, get_translator(lang))


def test_nobody_pays_a_mark_without_having_one():
    assert said("se-svensk-bas", (LOW, MIDDLE, HIGH), knocker=1, lives=[0, 3, 3]) == (
        "Kari has the lowest hand, 18.",
        "Kari had no marks left, so this loss puts Kari out.",
    )
    assert said("se-svensk-bas", (*TIED, HIGH), knocker=2, lives=[0, 3, 3]) == (
        "Kari and Nils tie for the lowest hand, 20.",
        "Nils puts one mark in the pot.",
        "Kari had no marks left, so this loss puts Kari out.",
    )
    assert said("se-svensk-bas", (TARGET, MIDDLE, LOW), lives=[3, 0, 2]) == (
        "Kari has 31, and the round is over.",
        "Anna puts one mark in the pot.",
        "Nils had no marks left, so this loss puts Nils out.",
    )


def test_everybody_else_pays_where_everybody_can():
    (sentence,) = said("se-svensk-bas", (TARGET, MIDDLE, LOW), lives=[3, 3, 2])
    assert sentence == "Kari has 31. Everyone else puts one mark in the pot."


def test_nobody_loses_a_life_without_having_one():
    assert said("scat", (LOW, MIDDLE, HIGH), knocker=1, lives=[0, 3, 3]) == (
        "Kari has the lowest hand, 18.",
        "Kari had no lives left, so this loss puts Kari out.",
    )


@pytest.mark.parametrize(("lowest", "own"), [(1, 2), (2, 2), (3, 3)])
def test_two_lives_are_said_only_where_two_are_lost(lowest, own):
    house = {"settlement.lowest": lowest, "settlement.tie_with_knocker": "two-and-one"}
    told = said("no-trettien", (*TIED, HIGH), house, knocker=0, lives=[9, 9, 9])
    assert ("two lives" in told[0]) == (own == 2)
    if own == 3:
        assert told == (
            "Kari knocked and beats nobody.",
            "Kari loses 3 lives.",
            "Nils loses 3 lives.",
        )


SITUATIONS = [
    ((LOW, MIDDLE, HIGH), {"knocker": 1}),
    ((LOW, MIDDLE, HIGH), {"knocker": 0}),
    ((*TIED, HIGH), {"knocker": 0}),
    ((*TIED, HIGH), {"knocker": 2}),
    ((TARGET, MIDDLE, LOW), {}),
    ((TARGET, MIDDLE, LOW), {"knocker": 1}),
    ((TARGET, "AS KS QS", LOW), {"end": RoundEnd.INSTANT}),
]


@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
@pytest.mark.parametrize(("texts", "told"), SITUATIONS)
@pytest.mark.parametrize("lives", [None, [1, 1, 1], [2, 1, 1]])
def test_no_pot_is_named_where_there_is_none(lang, texts, told, lives):
    pots = {"en": "pot", "nb": "potten", "sv": "potten", "da": "puljen"}
    words = {"en": "li[fv]e", "nb": "liv", "sv": "liv", "da": "liv"}
    sentences = said("scat", texts, MARKS, lang, lives=lives, **told)
    assert sentences
    assert not any(pots[lang] in sentence for sentence in sentences), sentences
    assert not any(re.search(rf"\b{words[lang]}", one) for one in sentences), sentences


@pytest.mark.parametrize("id_", ["dk-a7", "dk-a9", "dk-a5"])
@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("KC QC 7H", "KD QD 9S", "TS 9H 8C"), {"knocker": 1}),
        (("AC KC TC", "KD QD 9S", "TS 9H 8H"), {}),
        (("AC AD AS", "KD QD 9S", "TS 9H 8H"), {}),
        (("AC KC TC", "AD KD TD", "TS 9H 8H"), {"end": RoundEnd.INSTANT}),
    ],
)
@pytest.mark.parametrize("lives", [None, [3, 3, 1], [3, 3, 0]])
def test_danish_exchange_games_lose_jetons_in_danish(id_, texts, told, lives):
    danish = " ".join(said(id_, texts, lang="da", lives=lives, **told))
    assert "jeton" in danish
    assert "liv" not in danish.replace("bliv", "")
    assert "puljen" not in danish
    english = " ".join(said(id_, texts, lives=lives, **told))
    assert "mark" not in english


@pytest.mark.parametrize("aces", [False, True])
def test_a_hand_held_before_the_knock_is_shown_after_it(aces):
    rules, hand = ("dk-enogtredive", "AH AS AD") if aces else ("no-trettien", TARGET)
    (first, *_) = said(rules, (hand, MIDDLE, LOW), knocker=1, end=RoundEnd.INSTANT)
    assert first.startswith(f"Kari showed {'three aces' if aces else '31'} after the knock.")


def test_the_one_more_deal():
    house = {"lives.last_chance": "one-more-deal"}
    told = said("scat", (LOW, MIDDLE, HIGH), house, knocker=2, lives=[2, 0, 3])
    assert told[-1] == "Nils has played one more deal and is out."


def test_every_amount_is_told_or_not_there():
    """Marks in words add up to what goes into the pot."""
    count = 0
    for lives in itertools.product((0, 1, 2), repeat=3):
        for texts, told in SITUATIONS:
            rules = load_ruleset("se-svensk-bas")
            hands = [[Card(c) for c in text.split()] for text in texts]
            done = settle(rules, hands, lives=lives, **told)
            sentences = " ".join(say_settlement(done, NAMES, rules, get_translator("en")))
            if done.pot == 0:
                assert "in the pot" not in sentences, (lives, sentences)
            else:
                assert "in the pot" in sentences, (lives, sentences)
            count += 1
    assert count == 189
