"""What the five documents say about the end of a round, one test a source.

The documents are named by their files; sections are their own headings.
"""

import random

import pytest

from thirtyone.cards import Card
from thirtyone.errors import HandError
from thirtyone.hands import compare_hands
from thirtyone.play.actions import DRAW, KEEP, KNOCK, TAKE, Throw
from thirtyone.play.deal import arranged_deal
from thirtyone.play.events import Knocked, Took
from thirtyone.play.match import after_round, next_deal, start_match
from thirtyone.play.match_events import MatchEnd
from thirtyone.play.outcome import RoundEnd, RoundOutcome
from thirtyone.play.round import play_actions
from thirtyone.play.settle import settle
from thirtyone.rules import load_ruleset


def hands(*texts):
    return tuple(tuple(Card(c) for c in text.split()) for text in texts)


def changes(done):
    return {change.seat: (change.amount, change.unit.value) for change in done.changes}


# --------------------------------------------------------------------- the Danish settlement table


@pytest.mark.parametrize(
    ("situation", "cards", "knocker", "lost"),
    [
        ("Laveste hånd", ("TC 8C 3H", "KS QS 3D", "AD 9D 5D"), 2, {0: 1}),
        ("Bankeren har lavest", ("TC 8C 3H", "KS QS 3D", "AD 9D 5D"), 0, {0: 2}),
        ("Uafgjort med bankeren", ("KH QH 2C", "KS QS 3D", "AD 9D 5D"), 0, {1: 1}),
        ("Uafgjort med bankeren", ("KH QH 2C", "KS QS 3D", "KC QC 4D"), 0, {1: 1, 2: 1}),
        ("Uafgjort uden bankeren", ("KH QH 2C", "KS QS 3D", "AD 9D 5D"), 2, {0: 1, 1: 1}),
        ("Nogen får 31", ("AS KS TS", "TD 7D 2C", "KH QH 2D"), None, {1: 1, 2: 1}),
        ("Hvis nogen melder 31 efter et bank", ("AS KS TS", "TD 7D 2C", "KH QH 2D"), 1, {1: 1, 2: 1}),
        ("Tre esser", ("AS AH AD", "TD 7D 2C", "KH QH 2D"), None, {1: 1, 2: 1}),
    ],
)  # fmt: skip
def test_004_94061cc8e0e96b95_settlement_table(situation, cards, knocker, lost):
    """Den laveste hånd taber: the table, row by row, and 31 after a knock."""
    done = settle(load_ruleset("dk-enogtredive"), hands(*cards), knocker=knocker)
    assert {seat: (-n, "life") for seat, n in lost.items()} == changes(done), situation
    assert tuple(3 - lost.get(seat, 0) for seat in range(3)) == done.lives


def test_004_94061cc8e0e96b95_on_the_swing():
    """Når du mister dit sidste liv: not out at once, but out at the next loss."""
    rules = load_ruleset("dk-enogtredive")
    cards = hands("TC 8C 3H", "KS QS 3D", "AD 9D 5D")
    first = settle(rules, cards, knocker=2, lives=[1, 3, 3])
    assert ((0, 3, 3), ()) == (first.lives, first.out)
    again = settle(rules, cards, knocker=2, lives=first.lives)
    assert ((0, 3, 3), (0,)) == (again.lives, again.out)


# ------------------------------------------------------------------------- the Norwegian round


def test_000_45e3bf86e42d137b_round():
    """Et eksempel på en runde: 19, then 29 with the queen, a knock, and 17 loses and deals next."""
    rules = load_ruleset("no-trettien")
    # The document names neither the others' cards nor what they throw; these have 24 and 17.
    deal = arranged_deal(
        rules,
        hands("KH 9H AS", "AC 9C 4C", "TD 7D 2C"),
        hands("QH", "3S 5S")[0] + hands("3S 5S")[0],
        dealer=2,
    )
    steps = play_actions(
        rules,
        deal,
        [
            TAKE, Throw(Card("AS")),
            DRAW, Throw(Card("3S")),
            DRAW, Throw(Card("5S")),
            KNOCK, KEEP, KEEP,
        ],
    )  # fmt: skip
    events = [event for step in steps for event in step.events]
    assert Took(0, Card("QH")) in events
    assert [0] == [event.seat for event in events if isinstance(event, Knocked)]
    outcome = steps[-1].state.outcome
    assert (RoundEnd.KNOCK, 0) == (outcome.end, outcome.knocker)
    match = start_match(rules, ["du", "b", "c"], dealer=2)
    match, _ = after_round(match, outcome)
    done = match.history[0].settlement
    assert ["29", "24", "17"] == [score.label for score in done.scores]
    assert {2: (-1, "life")} == changes(done)
    assert ((3, 3, 2), 2) == (match.lives, match.dealer)


def test_000_45e3bf86e42d137b_source_description():
    """Straff for mislykket banking: the other Norwegian description takes one from all lowest."""
    cards = hands("KH QH 2C", "KS QS 3D", "AD 9D 5D")
    done = settle(load_ruleset("no-kildebeskrivelse"), cards, knocker=0)
    assert {0: (-1, "life"), 1: (-1, "life")} == changes(done)
    alone = settle(load_ruleset("no-kildebeskrivelse"), hands("TC 8C 3H", "KS QS 3D"), knocker=0)
    assert {0: (-1, "life")} == changes(alone)


# ---------------------------------------------------------------------------- the Swedish deal


DEAL = ("KH 8H 5H", "QD TD JC", "AS 5H 3H", "JS 9H 4D")
"""Anna, Bo, Carla and David; David's cards are ours, the document only says a jack and two suits."""


def test_001_22f86e11c705473c_deal_is_impossible():
    """Ett exempel på en giv: Anna and Carla both hold the five of hearts."""
    with pytest.raises(HandError) as caught:
        arranged_deal(load_ruleset("se-svensk-bas"), hands(*DEAL))
    assert ("refuse.impossible_deal", Card("5H")) == (
        caught.value.reason,
        caught.value.details["card"],
    )


def test_001_22f86e11c705473c_deal_repaired():
    """The same sums with two clubs for Carla: Anna is highest, David pays one mark to the pot."""
    rules = load_ruleset("se-svensk-bas")
    cards = hands(DEAL[0], DEAL[1], "AS 5C 3C", DEAL[3])
    deal = arranged_deal(rules, cards, dealer=3)
    # The document names no knocker; Anna begins and knocks, and the others keep their hands.
    steps = play_actions(rules, deal, [KNOCK, KEEP, KEEP, KEEP])
    match = start_match(rules, ["Anna", "Bo", "Carla", "David"], dealer=3)
    match, _ = after_round(match, steps[-1].state.outcome)
    done = match.history[0].settlement
    assert ["23", "20", "11", "10"] == [score.label for score in done.scores]
    assert {3: (-1, "mark")} == changes(done)
    assert ((3, 3, 3, 2), 1) == (match.lives, match.pot)


# ----------------------------------------------------------------------------- the Danish ranking


RANKING = [
    "AS AH AD",  # Ild
    "AC KC TC",  # 31
    "TH TD TS",  # three tens
    "7H 7D 7C",  # three sevens
    "QC JC 8H",  # 20 in clubs, then in spades, hearts and diamonds
    "KS QS 8D",
    "KH JH 8C",
    "KD QD 8S",
]


@pytest.mark.parametrize("better", range(len(RANKING) - 1))
def test_003_51c63d0f1b5b9481_ranking(better):
    """Afregning: of two neighbours in the order of hands the lower one loses, knocker or not."""
    rules = load_ruleset("dk-a7")
    pair = hands(RANKING[better], RANKING[better + 1])
    for knocker in (None, 0, 1):
        done = settle(rules, pair, knocker=knocker)
        assert 1 == compare_hands(*done.scores, rules)
        assert {1: (-1, "life")} == changes(done)


def test_003_51c63d0f1b5b9481_highest_card():
    """Same points in the same suit: the highest card of the suit wins."""
    done = settle(load_ruleset("dk-a7"), hands("KH TH 7C", "QH JH 7D"), knocker=1)
    assert {1: (-1, "life")} == changes(done)


def test_003_51c63d0f1b5b9481_four_losses():
    """Three lives, then the player swims, then leaves: the fourth loss ends it."""
    match = start_match(load_ruleset("dk-a7"), ["a", "b"])
    outcome = RoundOutcome(RoundEnd.KNOCK, hands("7S 8H KH", "AS 7H 8C"), 0)
    lives = []
    while match.end is None:
        match, _ = after_round(match, outcome)
        lives.append(match.lives[1])
    assert [2, 1, 0, 0] == lives
    assert (MatchEnd.LAST_ONE_IN, (0,)) == (match.end, match.winners)


# --------------------------------------------------------------------------- Swedish first to five


def test_002_f62774d15c35addd_first_to_five():
    """Knackning och slut: the winner of a round gets one point, and five points win the match."""
    rules = load_ruleset("se-forst-till-fem")
    match = start_match(rules, ["a", "b", "c"])
    rounds = {
        "a": hands("AH KH 9H", "KS QS 3D", "TD 7D 2C"),
        "b": hands("KH QH 2C", "AS KS 3S", "TD 7D 2S"),
        "tie": hands("KH 9H 2C", "KS 9S 3D", "TD 7D 2S"),
    }
    points = []
    for winner in ("a", "b", "a", "tie", "b", "a", "a"):
        assert (None, ()) == (match.end, match.winners)
        next_deal(match, random.Random(1))  # everybody stays in
        match, _ = after_round(match, RoundOutcome(RoundEnd.KNOCK, rounds[winner], 2))
        points.append(match.points)
    assert [(1, 0, 0), (1, 1, 0), (2, 1, 0), (3, 2, 0), (3, 3, 0), (4, 3, 0), (5, 3, 0)] == points
    assert (MatchEnd.TARGET, (0,)) == (match.end, match.winners)


def test_002_f62774d15c35addd_highest_wins():
    """The knocker who is lowest loses nothing; the highest sum in one suit wins."""
    done = settle(
        load_ruleset("se-forst-till-fem"), hands("TD 7D 2C", "AH KH 9H", "KS QS 3D"), knocker=0
    )
    assert {1: (1, "point")} == changes(done)
    assert None is done.winners
