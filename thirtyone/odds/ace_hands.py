"""The same count where every ace joins any suit.

Then a hand is worth its best block without aces, and 11 for each ace. So hands are sorted by the
aces they hold, none, one or two: their other cards have to stay below a bar that is 11 or 22
lower. Three aces are never below a bar unless every hand is. Exact, in whole numbers.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import Final, TypeAlias

from thirtyone.cards import Card, Rank
from thirtyone.odds.bar import SUITS, Bar, hand_key, scoring_of
from thirtyone.odds.packing import (
    BASE,
    Packings,
    all_shapes,
    blocks_of,
    dealings,
    ending_of,
    meeting_of,
    splits_of,
    unpacked,
)
from thirtyone.rules.model import SuitedRun

_CLASSES: Final = (1, 2)
"""Aces of the hands that are counted apart."""
_Codes: TypeAlias = tuple[int, int]
"""The shapes of the hands with one ace and with two, as codes."""


def counts_aces(bar: Bar) -> bool:
    """Can hands be counted in this way? Not with runs, ties or three alike above the bar."""
    scoring = scoring_of(bar.ruleset)
    aces = [Card("A" + suit) for suit in SUITS[:3]]
    return (
        bar.aces_join
        and bar.ruleset.hand_size == 3
        and not bar.ties
        and scoring.suited_run is SuitedRun.NONE
        and all(rank is Rank.ACE for rank in bar.special_ranks)
        and not bar.is_below(hand_key(aces, bar.ruleset, ties=False))
    )


class AceHands:
    """Hands of ``size`` cards from the unseen ones, held against a bar, where aces join."""

    __slots__ = ("_ways", "cards", "hands", "size", "up_to")

    def __init__(self, bar: Bar, unseen: Sequence[Card], size: int, hands: int) -> None:
        self.cards = len(unseen)
        self.size = size
        self.hands = self.up_to = hands
        aces = sum(card.rank is Rank.ACE for card in unseen)
        self._ways = _Counting(bar, unseen, size, hands).ways_below(aces)

    def all_below(self, hands: int) -> float:
        """The chance that so many hands are all below the bar."""
        return self._ways[hands] / dealings(self.cards, self.size, hands)

    def none_below(self, hands: int) -> float:
        """The chance that none of so many hands is below the bar."""
        ways = sum(
            (-1) ** k
            * comb(hands, k)
            * self._ways[k]
            * dealings(self.cards - k * self.size, self.size, hands - k)
            for k in range(hands + 1)
        )
        return float(ways / dealings(self.cards, self.size, hands))


class _Counting:
    def __init__(self, bar: Bar, unseen: Sequence[Card], size: int, hands: int) -> None:
        self._size = size
        self._hands = hands
        low = 15 - bar.ruleset.deck_size // 4
        ranks = [rank for rank in Rank if low <= rank < Rank.ACE]
        some = [Card(rank.letter + SUITS[0]) for rank in ranks]

        def below(block: int, aces: int) -> bool:
            cards = [card for place, card in enumerate(some) if block >> place & 1]
            return bar.block_below(cards, aces=aces)

        singles = sum(1 << n for n in range(len(some)) if below(1 << n, 0))
        self._pack = Packings(singles, size, lambda block: below(block, 0))
        self._blocks = {
            aces: [
                (count, block)
                for count, block in blocks_of(singles, range(1, size - aces + 1))
                if below(block, aces)
            ]
            for aces in _CLASSES
        }
        self._covers = self._all_covers(singles)
        left = [0, 0, 0, 0]
        for card in unseen:
            if card.rank is not Rank.ACE:
                left[SUITS.index(card.suit)] |= 1 << (card.rank - low)
        self._meeting = meeting_of(size, hands)
        suits = {mask: self._suit(mask) for mask in {mask & singles for mask in left}}
        a, b, c, d = (suits[mask & singles] for mask in left)
        self._halves = self._meet(a, b), self._meet(c, d)

    def _suit(self, mask: int) -> dict[_Codes, list[int]]:
        """By the blocks that hands with aces take: the ways to give the others theirs."""
        raw: dict[_Codes, int] = {}
        taken: dict[_Codes, int] = {}
        for used, ways in self._covers.items():
            if used & mask != used:
                continue
            table = self._pack.raw(mask ^ used)
            for codes, n in ways.items():
                raw[codes] = raw.get(codes, 0) + n * table
                taken[codes] = used.bit_count()
        found = {}
        for codes, table in raw.items():
            cards = mask.bit_count() - taken[codes]
            orders = prod(factorial(n) for code in codes for n in _digits(code))
            plain = unpacked(table, cards, self._size, self._hands)
            found[codes] = [orders * n for n in plain]
        return found

    def _all_covers(self, mask: int) -> dict[int, dict[_Codes, int]]:
        """By set of cards: the ways to split all of it into blocks of hands with aces."""
        by_low: dict[int, list[tuple[int, int, int]]] = {}
        for aces, blocks in self._blocks.items():
            for count, block in blocks:
                by_low.setdefault(block & -block, []).append((aces, count, block))
        found: dict[int, dict[_Codes, int]] = {0: {(0, 0): 1}}
        used = 0
        while used != mask:
            used = (used - mask) & mask
            ways: dict[_Codes, int] = {}
            for aces, count, block in by_low.get(used & -used, ()):
                if block & used != block:
                    continue
                more = BASE ** (count - 1)
                for (one, two), n in found.get(used ^ block, {}).items():
                    codes = (one + more, two) if aces == 1 else (one, two + more)
                    if _hands(codes[0]) + 2 * _hands(codes[1]) <= len(SUITS):
                        ways[codes] = ways.get(codes, 0) + n
            if ways:
                found[used] = ways
        return found

    def _meet(
        self, one: dict[_Codes, list[int]], other: dict[_Codes, list[int]]
    ) -> dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]]:
        found = {}
        for first, second in self._shapes_with_aces():
            hands = self._hands - sum(first) - sum(second)
            if hands < 0:
                continue
            total = [0] * self._meeting.fewer(hands)
            for (x1, y1), n1 in splits_of(first).items():
                for (x2, y2), n2 in splits_of(second).items():
                    a, b = one.get((x1, x2)), other.get((y1, y2))
                    if a and b:
                        terms = self._meeting.product(a, b, hands)
                        n = n1 * n2
                        total = [t + n * term for t, term in zip(total, terms, strict=True)]
            found[first, second] = total
        return found

    def _shapes_with_aces(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        for first in all_shapes(self._size - 1, len(SUITS)):
            for second in all_shapes(self._size - 2, (len(SUITS) - sum(first)) // 2):
                yield first, second

    def ways_below(self, aces: int) -> list[int]:
        """By number of hands: the ways to deal that many, all below the bar."""
        ways = [0] * (self._hands + 1)
        for one, two in product(range(aces + 1), range(aces // 2 + 1)):
            if one + 2 * two > aces or one + two > self._hands:
                continue
            dealt = factorial(aces) // (factorial(aces - one - 2 * two) * 2**two)
            for none in range(self._hands - one - two + 1):
                hands = none + one + two
                orders = factorial(hands) // (factorial(none) * factorial(one) * factorial(two))
                ways[hands] += orders * dealt * self._filled(none, one, two)
        return ways

    def _filled(self, none: int, one: int, two: int) -> int:
        """The ways to fill so many hands with no, one and two aces."""
        first, second = self._halves
        ending = list(self._meeting.ending(none))
        total = 0
        for a, b, n1 in ending_of(self._size - 1, one):
            for c, d, n2 in ending_of(self._size - 2, two):
                left, right = first[a, c], second[b, d]
                total += n1 * n2 * sum([n * left[x] * right[y] for x, y, n in ending])
        return total


@cache
def _hands(code: int) -> int:
    """How many hands a shape speaks of."""
    return sum(_digits(code))


def _digits(code: int) -> Iterator[int]:
    while code:
        code, digit = divmod(code, BASE)
        yield digit
