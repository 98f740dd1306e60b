"""The numbers of the strategy lesson, counted again card by card."""

from itertools import combinations

import pytest

from thirtyone.cards import pack
from thirtyone.lessons.facts import fact
from thirtyone.notation import parse_cards
from thirtyone.text.translator import get_translator

EN = get_translator("en")


def points(cards):
    """The best suit, counted without the engine."""
    sums = {}
    for card in cards:
        worth = {14: 11, 13: 10, 12: 10, 11: 10}.get(int(card.rank), int(card.rank))
        sums[card.suit] = sums.get(card.suit, 0) + worth
    return max(sums.values())


def best_of_four(cards):
    return max(points(kept) for kept in combinations(cards, 3))


def unseen(*shown):
    known = {card for text in shown for card in parse_cards(text)}
    return [card for card in pack(52) if card not in known]


@pytest.mark.parametrize("shown", [("KH QS JD",), ("KH 8H 4C",), ("QH 9H 8S", "JH")])
def test_cards_that_help_and_the_average(shown):
    hand, rest = parse_cards(shown[0]), unseen(*shown)
    after = [best_of_four((*hand, card)) for card in rest]
    text = ", ".join(shown)
    assert fact(f"unseen: {text}", EN) == str(len(rest))
    assert fact(f"helps: {text}", EN) == str(sum(n > points(hand) for n in after))
    assert fact(f"draw-mean: {text}", EN) == f"{sum(after) / len(after):.1f}"


def test_hands_of_31_without_three_aces():
    hands = combinations(unseen("AH AS AD"), 3)
    assert fact("left: AH AS AD | no-trettien", EN) == str(sum(points(h) == 31 for h in hands))


@pytest.mark.parametrize(
    ("rules", "level_is_safe"), [("no-trettien", True), ("se-svensk-bas", False)]
)
def test_knocks_that_fail_against_one_player(rules, level_is_safe):
    """Four unseen cards of the other: one of them drawn, the best three kept."""
    mine, found, failed = points(parse_cards("KH 9H 2C")), 0, 0
    for four in combinations(unseen("KH 9H 2C"), 4):
        found += 1
        aces = rules == "se-svensk-bas" and sum(int(card.rank) == 14 for card in four) >= 3
        theirs = 31 if aces else best_of_four(four)
        failed += theirs > mine if level_is_safe else theirs >= mine
    assert fact(f"fails: KH 9H 2C, 2 | {rules}", EN) == str(round(100 * failed / found))
