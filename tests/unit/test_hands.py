"""Scores, what counts in them, and which hand is better."""

import pytest

from thirtyone.cards import Card, Suit
from thirtyone.errors import HandError
from thirtyone.hands import (
    ReasonKind,
    UnplayableKind,
    check_playable,
    compare_hands,
    score_hand,
)
from thirtyone.rules import load_ruleset, with_values


def hand(text):
    return tuple(map(Card, text.split()))


def scored(text, id_="no-trettien", **house):
    changes = {path.replace("__", "."): value for path, value in house.items()}
    return score_hand(hand(text), with_values(load_ruleset(id_), changes))


@pytest.mark.parametrize(
    ("cards", "id_", "house", "label", "kind", "counted", "rule", "ends"),
    [
        ("KH 9H AS", "no-trettien", {}, "19", "suit-sum", "KH 9H", "scoring.ace_across_suits", False),
        ("KH 9H 4S", "no-trettien", {}, "19", "suit-sum", "KH 9H", "scoring.target", False),
        ("AS KS TS", "no-trettien", {}, "31", "suit-sum", "AS KS TS", "scoring.target", True),
        ("KH 9H AS", "no-kildebeskrivelse", {}, "30", "ace-across-suits", "KH 9H AS",
         "scoring.ace_across_suits", False),
        ("AH KH AS", "no-kildebeskrivelse", {}, "31", "ace-across-suits", "AH KH AS", "scoring.cap", True),
        ("AS AD 9H", "no-kildebeskrivelse", {}, "31", "ace-across-suits", "AS AD 9H",
         "scoring.ace_across_suits", True),
        ("AS AH AD", "no-kildebeskrivelse", {}, "31", "ace-across-suits", "AS AH AD", "scoring.cap", True),
        ("AS AH AD", "no-trettien", {}, "11", "suit-sum", "AS", "scoring.three_aces", False),
        ("QH QS QD", "no-trettien", {}, "10", "suit-sum", "QS", "scoring.three_of_a_kind", False),
        ("QH QS QD", "no-trettien", {"scoring__three_of_a_kind": "30.5"}, "30.5", "same-rank",
         "QH QS QD", "scoring.three_of_a_kind", False),
        ("AS AH AD", "se-svensk-bas", {}, "31", "three-aces", "AS AH AD", "scoring.three_aces", True),
        ("AS AH AD", "dk-enogtredive", {}, "33", "three-aces", "AS AH AD", "scoring.three_aces", True),
        ("AS AH AD", "dk-a7", {}, "Ild", "three-aces", "AS AH AD", "scoring.three_aces", True),
        ("7H 6H 5H", "dk-enogtredive", {"scoring__suited_run": "30"}, "30", "suited-run", "7H 6H 5H",
         "scoring.suited_run", False),
        ("AH 2H 3H", "dk-enogtredive", {"scoring__suited_run": "30"}, "30", "suited-run", "AH 2H 3H",
         "scoring.suited_run", False),
        ("KH QH JH", "dk-enogtredive", {"scoring__suited_run": "30"}, "30", "suit-sum", "KH QH JH",
         "scoring.target", False),
        ("AH KH 2H", "dk-enogtredive", {"scoring__suited_run": "30"}, "23", "suit-sum", "AH KH 2H",
         "scoring.target", False),
        ("AS KS QS JS", "enogfyrre", {}, "41", "suit-sum", "AS KS QS JS", "scoring.target", True),
        ("AS KS QS JH", "enogfyrre", {}, "31", "suit-sum", "AS KS QS", "scoring.target", False),
        ("AS KD 5C 6H", "greek-31", {}, "22", "bank-total", "AS KD 5C 6H", "bank.low_aces", False),
        ("AS KD QC", "greek-31", {}, "31", "bank-total", "AS KD QC", "bank.natural", False),
        ("AS AD AC", "greek-31", {}, "23", "bank-total", "AS AD AC", "bank.low_aces", False),
        ("KS KD QC 5H", "greek-31", {}, "35", "bank-total", "KS KD QC 5H", "bank.low_aces", False),
    ],
)  # fmt: skip
def test_score_with_its_reason(cards, id_, house, label, kind, counted, rule, ends):
    score = scored(cards, id_, **house)
    assert (label, kind, rule, ends) == (
        score.label,
        score.reason.kind,
        score.reason.rule,
        score.ends_round,
    )
    assert hand(counted) == score.counted


def test_of_two_equal_suits_the_higher_one_counts_and_the_hand_keeps_its_order():
    """Clubs above spades above hearts above diamonds (the command line's contract)."""
    assert hand("KC") == scored("KD KH KC").counted
    assert hand("TS") == scored("TH 9D TS").counted
    both = scored("7D TS TH", "dk-a7")
    assert (hand("TS"), hand("7D TH")) == (both.counted, both.idle)
    assert Suit.SPADES is both.reason.suit


def test_a_house_rule_turns_the_suits_round():
    assert hand("KD") == scored("KD KH KC", scoring__suit_order="diamonds-high").counted


def test_one_crossing_ace_is_one_ace():
    score = scored("AS AD KH", scoring__ace_across_suits="one")
    assert ("22", hand("AS AD KH")[:2]) == (score.label, score.counted)
    assert scored("AS AD KH", scoring__ace_across_suits="any").label == "31"
    assert scored("AS AD KH", scoring__ace_across_suits="any", scoring__cap="none").label == "32"


@pytest.mark.parametrize(
    ("better", "worse", "id_"),
    [
        ("KC QC 7H", "KD QD 7S", "dk-a7"),  # TB1: clubs over diamonds
        ("TH TD TC", "7H 7D 7C", "dk-a7"),  # TB2: higher rank
        ("KH TH 7C", "QH JH 7D", "dk-a7"),  # TB3: highest card of the suit
        ("KH KD KC", "QH QD QC", "dk-a7"),  # ranks of equal points still differ
        ("AS AH AD", "AC KC TC", "dk-a7"),  # Ild above 31
        ("AC KC TC", "AH QH TH", "dk-a7"),  # equal 31: the suit decides
        ("KH QH 6H", "QS 9S 7S", "bicycle"),  # B1 and B2: 26 each, king over queen
        ("AS KD QC", "AH TD TC", "greek-31"),
    ],
)
def test_the_better_hand(better, worse, id_):
    rules = with_values(
        load_ruleset(id_), {"bank.natural": "court-cards"} if id_ == "greek-31" else {}
    )
    a, b = score_hand(hand(better), rules), score_hand(hand(worse), rules)
    assert (compare_hands(a, b, rules), compare_hands(b, a, rules)) == (1, -1)


@pytest.mark.parametrize(
    ("a", "b", "id_"),
    [
        ("KH 9H AS", "KD 9D AC", "no-trettien"),
        ("KH QD 6S", "KD QC 6H", "bicycle"),
        ("KS KD QC 5H", "KH TD QS 9H", "greek-31"),
        ("QH QS QD", "JH JS JD", "dk-enogtredive"),
    ],
)
def test_equal_hands(a, b, id_):
    rules = load_ruleset(id_)
    first, second = score_hand(hand(a), rules), score_hand(hand(b), rules)
    assert first.order == second.order
    assert compare_hands(first, second, rules) == 0


def test_the_danish_ladder_leaves_no_two_sums_equal():
    """Within one pack two different hands of one suit cannot share sum, suit and highest card…

    …unless they share cards, so that they are never dealt together.
    """
    from itertools import combinations

    from thirtyone.cards import pack
    from thirtyone.hands import strength

    rules = load_ruleset("dk-a7")
    seen = {}
    for cards in combinations(pack(32), 3):
        score = score_hand(cards, rules)
        for other in seen.setdefault(strength(score, rules), []):
            assert set(other) & set(score.counted), (other, score.counted)
        seen[strength(score, rules)].append(score.counted)


def test_what_a_ruleset_cannot_score():
    rules = load_ruleset("dk-a7")
    problem = check_playable(hand("KH 6H AS"), rules)
    assert (UnplayableKind.NOT_IN_DECK, Card("6H")) == (problem.kind, problem.card)
    assert UnplayableKind.WRONG_SIZE is check_playable(hand("KH AS"), rules).kind
    assert check_playable(hand("KH 9H AS 2D 3D"), load_ruleset("greek-31")) is None
    with pytest.raises(HandError) as twice:
        score_hand(hand("KH KH AS"), rules)
    assert twice.value.reason == "refuse.card_twice"
    with pytest.raises(HandError) as size:
        score_hand(hand("KH AS"), rules)
    assert size.value.reason == "refuse.wrong_count"
    with pytest.raises(HandError) as lacking:
        score_hand(hand("KH 6H AS"), rules)
    assert lacking.value.reason == "refuse.not_in_deck"


@pytest.mark.parametrize(
    ("in_play", "ends"), [("at-once", True), ("wait-and-knock", False), ("nothing", False)]
)
def test_a_31_ends_the_round_only_where_it_does_so_at_once(in_play, ends):
    assert ends is scored("AS KS TS", instant__in_play=in_play).ends_round


def test_three_aces_end_the_round_or_not():
    assert not scored("AS AH AD", "se-svensk-bas", instant__three_aces="no").ends_round
    assert scored("AS AH AD", "cadillac").reason.kind == ReasonKind.THREE_ACES
