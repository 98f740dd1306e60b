"""Every hand there is, under every ruleset and house rule, against a scorer of the tests' own."""

from itertools import combinations

import pytest
from naive import naive_order

from thirtyone.cards import ALL_CARDS, pack
from thirtyone.hands import check_playable, score_hand, score_playable
from thirtyone.points import HalfPoints
from thirtyone.rules import load_ruleset, ruleset_ids, value_text, values, with_values
from thirtyone.sim.tables import deck_by_place, hand_number, score_table

HANDS = list(combinations(ALL_CARDS, 3))

HOUSE_RULES = [
    ("no-trettien", {"scoring.ace_across_suits": "any", "scoring.cap": "none"}),
    ("no-trettien", {"scoring.ace_across_suits": "one", "scoring.cap": "none"}),
    ("no-trettien", {"scoring.ace_across_suits": "any", "scoring.cap": "31"}),
    ("no-trettien", {"scoring.ace_across_suits": "one", "scoring.cap": "31"}),
    ("no-trettien", {"scoring.three_of_a_kind": "30.5"}),
    ("no-trettien", {"scoring.three_of_a_kind": "30", "scoring.three_aces": "33"}),
    ("no-kildebeskrivelse", {"scoring.cap": "none"}),
    ("no-kildebeskrivelse", {"scoring.three_of_a_kind": "30.5"}),
    ("no-kildebeskrivelse", {"scoring.three_aces": "best", "scoring.suited_run": "30"}),
    ("se-svensk-bas", {"scoring.three_aces": "32", "scoring.three_of_a_kind": "30"}),
    ("dk-enogtredive", {"scoring.suited_run": "30"}),
    ("dk-enogtredive", {"scoring.suited_run": "30", "scoring.ace_across_suits": "any"}),
    ("dk-a7", {"scoring.suit_order": "diamonds-high"}),
    ("scat", {"scoring.three_aces": "31"}),
    ("greek-31", {"bank.low_aces": "any", "bank.natural": "court-cards"}),
    ("greek-31", {"bank.natural": "none"}),
]


def answers_of(ruleset):
    return {path: value_text(value) for path, value in values(ruleset).items()}


def check_all(ruleset, hands):
    answers = answers_of(ruleset)
    deck = set(pack(ruleset.deck_size))
    checked = 0
    for hand in hands:
        problem = check_playable(hand, ruleset)
        if not deck.issuperset(hand):
            assert problem is not None and problem.card not in deck
            continue
        assert problem is None
        score = score_playable(hand, ruleset)
        assert naive_order([str(card) for card in hand], answers) == score.order, hand
        assert {*score.counted, *score.idle} == set(hand)
        assert len(score.counted) + len(score.idle) == len(hand)
        if score.points is not None and score.reason.kind in {"suit-sum", "ace-across-suits"}:
            assert sum(card.points for card in score.counted) * 2 == score.reason.total
            assert score.points <= score.reason.total
        checked += 1
    return checked


@pytest.mark.parametrize("id_", [i for i in ruleset_ids() if i != "enogfyrre"])
def test_every_hand_of_52_cards_equals_the_naive_scorer(id_):
    ruleset = load_ruleset(id_)
    deck = len(pack(ruleset.deck_size))
    checked = check_all(ruleset, HANDS)
    print(f"{id_}: {checked} hands")
    assert deck * (deck - 1) * (deck - 2) // 6 == checked


@pytest.mark.parametrize(("id_", "house"), HOUSE_RULES)
def test_every_hand_under_house_rules_equals_the_naive_scorer(id_, house):
    ruleset = with_values(load_ruleset(id_), house)
    assert check_all(ruleset, HANDS) >= 4960


def test_every_hand_of_four_equals_the_naive_scorer():
    """41 is played with four cards: 270,725 hands."""
    ruleset = load_ruleset("enogfyrre")
    assert check_all(ruleset, list(combinations(ALL_CARDS, 4))[::5]) == 270_725 // 5
    across = with_values(ruleset, {"scoring.ace_across_suits": "any"})
    assert check_all(across, list(combinations(ALL_CARDS, 4))[::25]) == 270_725 // 25


@pytest.mark.parametrize("id_", ruleset_ids())
def test_the_score_table_holds_what_the_scorer_says(id_):
    ruleset = load_ruleset(id_)
    deck = deck_by_place(ruleset.deck_size)
    hands = [tuple(reversed(h)) for h in combinations(reversed(deck), ruleset.hand_size)]
    expected = bytes(score_playable(hand, ruleset).order for hand in reversed(hands))
    assert expected == score_table(ruleset)
    places = range(0, len(hands), 997)
    assert [*places] == [hand_number(hands[len(hands) - 1 - n], len(deck)) for n in places]


@pytest.mark.parametrize(
    ("id_", "house", "points", "count"),
    [
        ("no-trettien", {}, 31, 24),
        ("no-kildebeskrivelse", {"scoring.cap": "none"}, 31, 120),
        ("no-kildebeskrivelse", {"scoring.cap": "none"}, 32, 96),
        ("no-kildebeskrivelse", {"scoring.cap": "none"}, 33, 4),
        ("no-kildebeskrivelse", {}, 31, 220),
        ("no-kildebeskrivelse", {"scoring.ace_across_suits": "one"}, 31, 156),
        ("se-svensk-bas", {}, 31, 28),
        ("dk-enogtredive", {}, 33, 4),
        ("dk-enogtredive", {}, 30.5, 48),
    ],
)
def test_anchors_of_the_facts(id_, house, points, count):
    """How many of the 22,100 hands make a number of points, as the facts count them."""
    ruleset = with_values(load_ruleset(id_), house)
    wanted = HalfPoints(int(points * 2))
    scored = [score_hand(hand, ruleset) for hand in HANDS]
    assert count == sum(score.points == wanted for score in scored)
