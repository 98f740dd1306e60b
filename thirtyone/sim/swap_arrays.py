"""The best swap of many hands at once: arrays for the lock-step of the exchange form.

A hand that can be reached is packed into one 32-bit word: its rank from bit 17 on, then two bits
that prefer one of equal swaps, then its hand number. The greatest word is the best swap.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from thirtyone.policies import KnocksAt
from thirtyone.rules.model import Ruleset
from thirtyone.sim.hand_arrays import hand_arrays
from thirtyone.sim.hand_tables import ENDS_ROUND
from thirtyone.sim.lockstep import U8, U64, Ints
from thirtyone.sim.swap_round import SwapRules, rows_of, swap_rules

U32: TypeAlias = npt.NDArray[np.uint32]

RANK: Final = 17
"""Words hold the rank of a hand from this bit on."""
_WAY: Final = 15
"""Two bits from here on: 3, 2, 1 for the lowest, middle, highest open card alone, 1 for two of
them, 0 for all three. Two cards only come in where they are better than one.
"""
HAND: Final = np.uint32((1 << _WAY) - 1)
"""The bits of a word that are its hand number."""
_LOWEST, _MIDDLE, _HIGHEST = (np.uint32(way << _WAY) for way in (3, 2, 1))
_TWO: Final = _HIGHEST
_ONE: Final = np.uint64(1)
CARDS: Final = np.uint64((1 << 52) - 1)
"""The bits of a set that are cards."""
ENDS_BIT: Final = np.uint64(63)
"""Bit of the set of a hand that can end a round."""


class SwapArrays:
    """All that a turn looks up, by hand number (and place)."""

    def __init__(self, rules: SwapRules) -> None:
        arrays = hand_arrays(rules.ruleset)
        self.rules = rules
        self.size: Final = rules.cards
        self.count: Final = arrays.count
        self.orders: Final = arrays.orders
        self.ends: Final = (arrays.flags & ENDS_ROUND).astype(bool)
        self.sums: Final = arrays.sums
        ranks = arrays.ranks.astype(np.uint32) << np.uint32(RANK)
        self.words: Final[U32] = ranks | np.arange(self.count, dtype=np.uint32)
        """By hand: its word."""
        self.better: Final[U32] = ranks + np.uint32(1 << RANK)
        """By hand: the least word of a better hand."""
        places = arrays.places.astype(np.uint64)
        self.sets: Final[U64] = (_ONE << places).sum(axis=0, dtype=np.uint64) | (
            self.ends.astype(np.uint64) << ENDS_BIT
        )
        """By hand: a bit for each card, and :data:`ENDS_BIT`."""
        self._steps = _steps(self.size)
        # Of the hands in four cards that without a lower one has the higher number.
        self.kept: Final[U32] = self._best_kept(self.words)
        """``[hand * m + place]``: the word of the best hand that keeps an open card, without the
        lowest card among equals.
        """
        self.kept_open: Final[U32 | None] = (
            self._best_kept(self.words ^ HAND) if rules.pairs else None
        )
        """The same for three open cards and a card of the hand, without the highest one among
        equals; the hand number is inverted. Only for swaps of two cards."""

    def _best_kept(self, words: U32) -> U32:
        left, entries = _fours(self.size)
        some = [words.take(hand) for hand in left]
        table = np.zeros(self.count * self.size, np.uint32)
        for gone, entry in enumerate(entries):
            one, two, three = (some[other] for other in range(4) if other != gone)
            table[entry] = np.maximum(np.maximum(one, two), three)
        return table

    def numbers(self, low: Any, middle: Any, high: Any) -> Ints:
        """Hand numbers of places in ascending order."""
        second, third = self._steps
        numbers: Ints = second.take(middle) + third.take(high) + low
        return numbers

    def best(self, hands: Ints, low: U8, middle: U8, high: U8) -> U32:
        """The words of the best hands that a swap with these open cards leads to."""
        entries = hands * self.size
        words = self.kept.take(entries + low) + _LOWEST
        np.maximum(words, self.kept.take(entries + middle) + _MIDDLE, out=words)
        np.maximum(words, self.kept.take(entries + high) + _HIGHEST, out=words)
        if not self.rules.threes:
            return words
        table = self.numbers(low, middle, high)
        if self.rules.pairs:
            words = self._with_pairs(words, hands, table)
        # Ranks decide; an equal hand of all three cards loses by the bits of its way.
        np.maximum(words, self.words.take(table), out=words)
        return words

    def _with_pairs(self, words: U32, hands: Ints, table: Ints) -> U32:
        """The better of these words and the best swap of two cards.

        Of equal pairs the one that leaves the highest open card, then the one that keeps the
        highest card of the hand: the lowest taken, the lowest given.
        """
        assert self.kept_open is not None
        open_sums = self.sums.take(table)
        top = np.zeros(len(words), np.uint64)  # rank, card left, card kept, hand number
        for kept in lowest_three(self.sets.take(hands) & CARDS):
            word = self.kept_open.take(table * self.size + kept) ^ HAND
            hand = word & HAND
            left = open_sums + kept - self.sums.take(hand)
            key = (word >> np.uint32(RANK)).astype(np.uint64) << np.uint64(12)
            key |= left.astype(np.uint64) << np.uint64(6) | kept
            np.maximum(top, key << np.uint64(_WAY) | hand, out=top)
        rank = (top >> np.uint64(_WAY + 12)).astype(np.uint32)
        pairs = rank << np.uint32(RANK) | _TWO | top.astype(np.uint32) & HAND
        return np.where(rank > words >> np.uint32(RANK), pairs, words)

    # ------------------------------------------------------------------------- who knocks when

    def knocks(self, policies: Sequence[KnocksAt]) -> list[U8]:
        """For each lap (the last stands for all later ones) and policy, one after the other: by
        hand, 1 where the player knocks if nobody has.
        """
        rows = [rows_of(policy) for policy in policies]
        laps = max(2, *map(len, rows))
        return [self._knocks(rows, lap) for lap in range(laps)]

    def _knocks(self, rows: Sequence[Sequence[bytes]], lap: int) -> U8:
        rules = self.rules
        legal = np.array([rules.may_knock(n, first_lap=not lap) for n in range(256)])
        must = self.ends & rules.waits[lap > 0]
        tables = []
        for of_policy in rows:
            row = np.frombuffer(of_policy[min(lap, len(of_policy) - 1)], np.uint8) != 0
            tables.append((row.take(self.orders) | must) & legal.take(self.orders))
        return np.concatenate(tables).astype(np.uint8)


@lru_cache(maxsize=4)
def _steps(size: int) -> tuple[Ints, Ints]:
    """What the second and the third card of a hand add to its number, by place."""
    place = np.arange(size)
    return place * (place - 1) // 2, place * (place - 1) * (place - 2) // 6


@lru_cache(maxsize=4)
def _fours(size: int) -> tuple[list[U32], list[U32]]:
    """For all sets of four cards, without the first, second, third, fourth of them: the hand left,
    and the entry (hand * size + place) of that card for it. 9 MB for 52 cards.
    """
    second, third = _steps(size)
    place = np.arange(size)
    three = np.nonzero((place[:, None, None] > place[:, None]) & (place[:, None] > place))
    ends = third[3:]  # so many hands lie below a place
    c, b, a = (np.concatenate([row[:end] for end in ends]) for row in three)
    d = np.repeat(place[3:], ends)
    left = [
        b + second[c] + third[d],
        a + second[c] + third[d],
        a + second[b] + third[d],
        a + second[b] + third[c],
    ]
    entries = [hand * size + card for hand, card in zip(left, (a, b, c, d), strict=True)]
    return [hand.astype(np.uint32) for hand in left], [e.astype(np.uint32) for e in entries]


def lowest_three(sets: U64) -> tuple[U8, U8, U8]:
    """The places of sets of three cards, the lowest first."""
    two = sets & (sets - _ONE)
    one = two & (two - _ONE)
    low = np.bitwise_count((sets ^ two) - _ONE)
    middle = np.bitwise_count((two ^ one) - _ONE)
    return low, middle, np.bitwise_count(one - _ONE)


def swap_arrays(ruleset: Ruleset) -> SwapArrays:
    """The arrays of a ruleset, kept for those used last."""
    return _remembered(swap_rules(ruleset))


@lru_cache(maxsize=8)
def _remembered(rules: SwapRules) -> SwapArrays:
    return SwapArrays(rules)
