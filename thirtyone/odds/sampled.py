"""Hands held against a bar where counting suit by suit does not do: one by one, or by samples.

One and two hands are still exact, by going through all hands. More are dealt at random with a
fixed seed, and the figure says so by its interval.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from operator import mul
from typing import Final, TypeAlias

from thirtyone.cards import Card
from thirtyone.odds.bar import Bar, hand_key
from thirtyone.odds.packing import dealings
from thirtyone.odds.suit_hands import SuitHands
from thirtyone.sim.result import Estimate, exact, wilson
from thirtyone.sim.tables import deck_by_place, hand_number, score_table

SEED: Final = 31
SAMPLES: Final = 20_000
"""Deals of hands that have to be gone through one by one."""
SPECIAL_SAMPLES: Final = 10_000
"""Deals with a special hand: they are a small part, so the interval is narrow all the same."""
_Places: TypeAlias = tuple[int, ...]


class Below:
    """Which sets of cards stay below a bar, by the places of their cards."""

    __slots__ = ("_size", "_table", "deck")

    def __init__(self, bar: Bar) -> None:
        self.deck = deck_by_place(bar.ruleset.deck_size)
        self._size = bar.ruleset.hand_size
        self._table = _table(bar)

    def __call__(self, places: _Places) -> bool:
        """Is the best hand that can be kept of these cards, in ascending order, below the bar?"""
        if len(places) == self._size:
            return bool(self._table[sum(map(comb, places, (1, 2, 3, 4)))])
        return all(map(self, combinations(places, self._size)))


@lru_cache(maxsize=8)
def _table(bar: Bar) -> bytes:
    """For each hand number 1 if that hand is below the bar."""
    edge = bar.key[0]
    flags = bytes(
        order < edge or (order == edge and bar.equal_too and not bar.ties) for order in range(256)
    )
    orders = score_table(bar.ruleset)
    table = bytearray(orders.translate(flags))
    if bar.ties:
        deck = deck_by_place(bar.ruleset.deck_size)
        for hand in combinations(deck, bar.ruleset.hand_size):
            number = hand_number(hand, len(deck))
            if orders[number] == edge:
                table[number] = bar.is_below(hand_key(hand, bar.ruleset, ties=True))
    return bytes(table)


class ListedHands:
    """Hands held against a bar by going through them: for every rule, but slower."""

    __slots__ = ("_below", "_counts", "_places", "_rates", "bar", "hands", "size", "up_to")

    def __init__(self, bar: Bar, unseen: Sequence[Card], size: int, hands: int) -> None:
        self.bar = bar
        self.size = size
        self.hands = hands
        self.up_to = min(hands, 2)
        self._below = Below(bar)
        first = 52 - bar.ruleset.deck_size
        self._places = sorted([card.number - first for card in unseen])
        below: list[_Places] = []
        others: list[_Places] = []
        for some in combinations(self._places, size):
            (below if self._below(some) else others).append(some)
        self._counts = {True: below, False: others}
        self._rates: tuple[list[int], list[int]] | None = None

    def all_below(self, hands: int) -> Estimate:
        """The chance that so many hands are all below the bar."""
        return self._chance(hands, below=True)

    def none_below(self, hands: int) -> Estimate:
        """The chance that none of so many hands is below the bar."""
        return self._chance(hands, below=False)

    def _chance(self, hands: int, *, below: bool) -> Estimate:
        if hands > 2:
            if self._rates is None:
                self._rates = self._sampled()
            return wilson(self._rates[below][hands], SAMPLES)
        listed = self._counts[below]
        ways = len(listed) if hands == 1 else _disjoint(listed)
        return exact(ways / dealings(len(self._places), self.size, hands))

    def _sampled(self) -> tuple[list[int], list[int]]:
        """By number of hands: how often none and how often all are below."""
        rng = random.Random(SEED)
        counts = [0] * (self.hands + 1), [0] * (self.hands + 1)
        for _ in range(SAMPLES):
            cards = rng.sample(self._places, self.size * self.hands)
            first = None
            for n in range(self.hands):
                below = self._below(tuple(sorted(cards[n * self.size : (n + 1) * self.size])))
                if first is None:
                    first = below
                elif below is not first:
                    break
                counts[first][n + 1] += 1
        return counts


def _disjoint(sets: Sequence[_Places]) -> int:
    """How many ordered pairs of these have no card in common, as :func:`disjoint_pairs` counts."""
    total = len(sets) ** 2
    for size in range(1, len(sets[0]) + 1 if sets else 0):
        around: dict[_Places, int] = {}
        for some in sets:
            for part in combinations(some, size):
                around[part] = around.get(part, 0) + 1
        total += (-1) ** size * sum(map(mul, around.values(), around.values()))
    return total


class SpecialHands:
    """What special hands add where :class:`~thirtyone.odds.suit_hands.SuitHands` stops being exact.

    The part without special hands stays exact. The rest is small: the first of the hands is a
    special one taken at random, the others are dealt from what is left.
    """

    __slots__ = ("_below", "_counted", "_hits", "_places", "_sets")

    def __init__(self, counted: SuitHands, unseen: Sequence[Card]) -> None:
        self._counted = counted
        self._below = Below(counted.bar)
        first = 52 - counted.bar.ruleset.deck_size
        self._places = sorted([card.number - first for card in unseen])
        self._sets = [
            tuple(sorted([card.number - first for card in some])) for some in counted.special_sets
        ]
        self._hits: dict[bool, list[float]] = {}

    def none_below(self, hands: int) -> Estimate:
        """The chance that none of so many hands is below the bar."""
        return self._with_special(
            hands, self._counted.none_below(hands, special=False), below=False
        )

    def all_below(self, hands: int) -> Estimate:
        """The chance that so many hands are all below the bar."""
        return self._with_special(hands, self._counted.blocks_below(hands), below=True)

    def _with_special(self, hands: int, plain: float, *, below: bool) -> Estimate:
        """The exact part and, by samples, all cases with a special hand among them."""
        if below not in self._hits:
            self._hits[below] = self._sampled(below=below)
        share = hands * len(self._sets) / comb(len(self._places), self._counted.size)
        # What is counted lies between 0 and 1, so it varies no more than a yes or no would.
        more = wilson(self._hits[below][hands], SPECIAL_SAMPLES).scaled(-share if below else share)
        low, high = max(0.0, plain + more.low), min(1.0, plain + more.high)
        return Estimate(min(high, max(low, plain + more.mean)), low, high, SPECIAL_SAMPLES)

    def _sampled(self, *, below: bool) -> list[float]:
        """By number of hands: how often one of them is special and the others are so or fit.

        Such a case with c special hands is met c times as often if one of them is drawn first, so
        it counts 1/c.
        """
        size, special = self._counted.size, set(self._sets)
        rng = random.Random(SEED)
        hits = [0.0] * (self._counted.hands + 1)
        for _ in range(SPECIAL_SAMPLES):
            mine = rng.choice(self._sets)
            left = [place for place in self._places if place not in mine]
            cards = rng.sample(left, size * (self._counted.hands - 1))
            count = 1
            hits[1] += 1.0
            for n in range(self._counted.hands - 1):
                some = tuple(sorted(cards[n * size : (n + 1) * size]))
                if some in special:
                    count += 1
                elif self._below(some) is not below:
                    break
                hits[n + 2] += 1 / count
        return hits
