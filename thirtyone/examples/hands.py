"""Hands that two rulesets score differently: the smallest, and how many there are.

>>> from thirtyone.rules import load_ruleset
>>> a, b = load_ruleset("no-trettien"), load_ruleset("dk-enogtredive")
>>> disagreement(a, b)
Disagreement(different=52, common=22100)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

from thirtyone.cards import Card, pack
from thirtyone.examples.contrast import Contrast
from thirtyone.hands import HandScore, Unplayable, check_playable, score_playable
from thirtyone.rules.model import BankForm, Ruleset
from thirtyone.sim.tables import deck_by_place, score_table

_THREE: Final = 3
_TEN: Final = 10
_NATURAL: Final = 63
_PLAIN_31: Final = 62


@dataclass(frozen=True, slots=True)
class HandExample:
    """A hand that is worth one thing and, with the other answer, another."""

    contrast: Contrast
    cards: tuple[Card, ...]
    first: HandScore | Unplayable
    """Under ``contrast.base``."""
    second: HandScore | Unplayable
    """Under ``contrast.changed``."""
    pure: bool
    """Does ``contrast.other`` itself say the same as the changed base?"""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How many of the hands that two rulesets share have another worth under each."""

    different: int
    common: int


@lru_cache(maxsize=512)
def disagreement(a: Ruleset, b: Ruleset) -> Disagreement | None:
    """Exact, from every hand of the smaller pack; None where hands have not the same size."""
    if a.hand_size != _THREE or b.hand_size != _THREE:
        return None
    cards = min(a.deck_size, b.deck_size)
    first, second = (_worth(ruleset, cards) for ruleset in (a, b))
    different = sum(map(int.__ne__, first, second))
    return Disagreement(different, comb(cards, _THREE))


@lru_cache(maxsize=64)
def _worth(ruleset: Ruleset, cards: int) -> bytes:
    """The table of a ruleset for the hands of a pack that is no larger than its own."""
    table = score_table(ruleset)
    if isinstance(ruleset.form, BankForm):
        # A natural is a 31 that beats the others: the same points.
        table = bytes(_PLAIN_31 if order == _NATURAL else order for order in table)
    lacking = ruleset.deck_size - cards
    if not lacking:
        return table
    first, second, third = ([comb(n, k) for n in range(ruleset.deck_size)] for k in (1, 2, 3))
    return bytes(
        table[first[a] + second[b] + third[c]]
        for c in range(lacking + 2, ruleset.deck_size)
        for b in range(lacking + 1, c)
        for a in range(lacking, b)
    )


@lru_cache(maxsize=4)
def _all_hands(cards: int) -> tuple[tuple[Card, ...], ...]:
    """Every hand in the order of the tables."""
    deck = deck_by_place(cards)
    return tuple(
        (deck[a], deck[b], deck[c])
        for c in range(2, len(deck))
        for b in range(1, c)
        for a in range(b)
    )


def find_hand(contrast: Contrast) -> HandExample | None:
    """The hand with the fewest points that shows the change, or None if there is none.

    A hand about which the other ruleset itself says the same goes before all others.
    """
    base, changed, other = contrast.base, contrast.changed, contrast.other
    if contrast.path == "deck.cards":
        return _find_lacking(contrast)
    if base.hand_size != changed.hand_size:
        return None
    if base.hand_size != _THREE:
        return _find_large(contrast)
    cards = min(base.deck_size, changed.deck_size)
    first, second = _worth(base, cards), _worth(changed, cards)
    places = [place for place, pair in enumerate(zip(first, second, strict=True)) if _differ(pair)]
    if not places:
        return _find_large(contrast) if isinstance(base.form, BankForm) else None
    third = _worth(other, cards) if _covers(other, cards) else first
    hands = _all_hands(cards)
    best = min(
        places,
        key=lambda place: (
            third[place] != second[place],
            sum(card.points for card in hands[place]),
            place,
        ),
    )
    hand = hands[best]
    return HandExample(
        contrast,
        hand,
        score_playable(hand, base),
        score_playable(hand, changed),
        pure=third[best] == second[best],
    )


def _find_large(contrast: Contrast) -> HandExample | None:
    """A hand of four cards, from the lowest and the highest ranks of the pack."""
    known = pack(contrast.base.deck_size)
    some = [card for card in known if card.rank <= known[0].rank + 1 or card.points >= _TEN]
    for hand in combinations(some, 4):
        first, second = (score_playable(hand, r) for r in (contrast.base, contrast.changed))
        if first.order != second.order:
            return HandExample(contrast, hand, first, second, pure=False)
    return None


def _differ(pair: tuple[int, int]) -> bool:
    return pair[0] != pair[1]


def _covers(ruleset: Ruleset, cards: int) -> bool:
    return ruleset.hand_size == _THREE and ruleset.deck_size >= cards


def _find_lacking(contrast: Contrast) -> HandExample | None:
    """A hand that exists in one of the packs only: one strange card, all of one suit."""
    base, changed = contrast.base, contrast.changed
    small, large = sorted((base, changed), key=lambda rules: rules.deck_size)
    hand = next(_with_one_lacking(small, large), None)
    if hand is None:
        return None
    first, second = (check_playable(hand, rules) for rules in (base, changed))
    same_pack = contrast.other.deck_size == changed.deck_size
    return HandExample(
        contrast,
        hand,
        first or score_playable(hand, base),
        second or score_playable(hand, changed),
        pure=same_pack and contrast.other.hand_size == changed.hand_size,
    )


def _with_one_lacking(small: Ruleset, large: Ruleset) -> Iterator[tuple[Card, ...]]:
    known = pack(small.deck_size)
    own = [card for card in known if card.suit is known[0].suit]
    for card in pack(large.deck_size):
        if card.suit is own[0].suit and card not in known:
            for rest in combinations(own, large.hand_size - 1):
                yield (card, *rest)
