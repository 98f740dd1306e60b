"""The tables of :mod:`.hand_tables` as numpy arrays, made in a few hundredths of a second.

``moves`` has one column more than the pack has cards: a hand to which no card comes stays as it
is, so that whole columns of games can be played on whether all of them have a turn or not.
"""

from functools import cached_property, lru_cache
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from thirtyone.rules.model import HandTies, Ruleset
from thirtyone.sim.hand_ranks_arrays import tie_ranks
from thirtyone.sim.hand_tables import (
    WORTH_A_VISIBLE_CARD,
    HandTables,
    ScoringKey,
    hand_tables,
    scoring_key,
)

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]

_COMPARED: Final = {3: ((0, 1), (1, 2), (0, 1)), 4: ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2))}
"""Which cards of a hand to compare, in turn, to put it in order."""
_ROWS: Final = 1 << 14
"""Hands whose take bits are worked out at once."""


def hand_arrays(ruleset: Ruleset) -> "HandArrays":
    """The arrays of a ruleset, kept for those used last; hands of four take 60 MB, so few are."""
    key = scoring_key(ruleset)
    return _kept_large(key) if key.cards == 4 else _kept(key)


class HandArrays:
    """All hands of one way of scoring: see :class:`thirtyone.sim.hand_tables.HandTables`."""

    def __init__(self, tables: HandTables) -> None:
        self.key = tables.key
        self.size: Final = tables.size
        """Cards in the pack, m."""
        self.cards: Final = tables.cards
        """Cards in a hand."""
        self.count: Final = tables.count
        """How many hands there are."""
        self.stride: Final = tables.size + 1
        """Entries of ``moves`` for one hand: the places of the pack, and "no card" last."""
        self.orders: Final[U8] = np.frombuffer(tables.orders, np.uint8)
        self.flags: Final[U8] = np.frombuffer(tables.flags, np.uint8)
        self.codes: Final[U8] = np.frombuffer(tables.codes, np.uint8)
        self.steps: Final[U32] = np.array(tables.steps, np.uint32)
        """(cards, m): what a place adds to the hand number, by its rank in the hand."""
        self.places: Final[U8] = _all_places(self.size, self.cards)
        """(cards, count): the places of each hand, the lowest first."""
        self.sums: Final[U8] = self.places.sum(0, dtype=np.uint8)

    @cached_property
    def ranks(self) -> U16:
        """By hand: sorts hands with the ruleset's own tie-break; the order where there is none."""
        scoring = self.key.scoring
        if scoring.ties is HandTies.NONE:
            return self.orders.astype(np.uint16)
        return tie_ranks(self.orders, self.flags, self.places + np.uint8(52 - self.size), scoring)

    @cached_property
    def marks(self) -> U16:
        """By hand: 256 × code + sum of places, the two together in one look-up."""
        return self.codes.astype(np.uint16) << np.uint16(8) | self.sums

    @cached_property
    def moves(self) -> npt.NDArray[np.unsignedinteger]:
        """(count × stride,): the best hand to keep when a card comes; uint16 or, for four, uint32.

        For a card in the hand, and for none, it is the hand itself.
        """
        cards, stride, orders = self.cards, self.stride, self.orders
        kind = np.uint16 if self.count <= 1 << 16 else np.uint32
        moves = np.empty((self.count, stride), kind)
        moves[:] = np.arange(self.count, dtype=kind)[:, None]
        flat = moves.reshape(-1)
        fewer = _without_each(self.places)
        for last in range(cards, self.size):
            # All sets of one card more than a hand whose highest place is `last`: the first hands
            # and this card. Their hands lie where one card is left out.
            some = comb(last, cards)
            hands = [row[:some] + np.uint32(some) for row in fewer]
            hands.append(np.arange(some, dtype=np.uint32))
            best, worth = hands[0], orders.take(hands[0])
            for hand in hands[1:]:
                other = orders.take(hand)
                better = other > worth
                worth = np.maximum(worth, other)
                best = best ^ ((best ^ hand) & -better.astype(np.uint32))
            best = best.astype(kind)
            for hand, place in zip(hands[:-1], self.places, strict=True):
                flat[hand * np.uint32(stride) + place[:some]] = best
            flat[hands[-1] * np.uint32(stride) + np.uint32(last)] = best
        return flat

    @cached_property
    def take(self) -> U64:
        """By hand: a bit for each place whose card, lying open, is worth taking."""
        size, unseen = self.size, self.size - self.cards
        rows = self.moves.reshape(self.count, self.stride)
        take = np.empty(self.count, np.uint64)
        bits = np.zeros((min(_ROWS, self.count), 64), bool)
        for low in range(0, self.count, _ROWS):
            now = self.orders[low : low + _ROWS].astype(np.uint32)
            then = self.orders.take(rows[low : low + _ROWS, :size])
            average = (then.sum(1, dtype=np.uint32) - np.uint32(self.cards) * now) // unseen
            need = np.minimum(now + WORTH_A_VISIBLE_CARD, average + 1).astype(np.uint8)
            np.greater_equal(then, need[:, None], out=bits[: len(now), :size])
            packed = np.packbits(bits[: len(now)], axis=1, bitorder="little")
            take[low : low + _ROWS] = packed.view("<u8")[:, 0]
        return take

    def number(self, places: npt.NDArray[np.unsignedinteger]) -> U32:
        """The hand numbers of (cards, N) places in any order."""
        ordered = list(places)
        for low, high in _COMPARED[self.cards]:
            one, other = ordered[low], ordered[high]
            ordered[low], ordered[high] = np.minimum(one, other), np.maximum(one, other)
        found: U32 = self.steps[0].take(ordered[0])
        for step, row in zip(self.steps[1:], ordered[1:], strict=True):
            found += step.take(row)
        return found

    def keeping(self, hand: npt.NDArray[np.integer], place: npt.NDArray[np.integer]) -> U32:
        """(N,): the best hand to keep when this card comes and must stay."""
        old = self.places[:, hand]
        best = worth = None
        for low in range(self.cards):
            some = self.number(np.vstack([np.delete(old, low, axis=0), place]))
            order = self.orders.take(some)
            if best is None or worth is None:
                best, worth = some, order
            else:
                best = np.where(order > worth, some, best)
                worth = np.maximum(worth, order)
        assert best is not None
        return best


def _all_places(size: int, cards: int) -> U8:
    """(cards, count): the places of every hand in the order of hand numbers."""
    places = np.arange(size, dtype=np.uint8)[None]
    for count in range(1, cards):
        ends = [comb(last, count) for last in range(size)]
        places = np.vstack([
            np.concatenate([places[:, :end] for end in ends], axis=1),
            np.repeat(np.arange(size, dtype=np.uint8), ends),
        ])  # fmt: skip
    return places


def _without_each(places: U8) -> list[U32]:
    """For each card of a hand: the number of the cards left, counted as a smaller hand."""
    cards, size = len(places), int(places.max()) + 1
    steps = np.array([[comb(p, k) for p in range(size)] for k in range(1, cards)], np.uint32)
    rows = []
    for out in range(cards):
        kept = [row for card, row in enumerate(places) if card != out]
        number = steps[0].take(kept[0])
        for step, row in zip(steps[1:], kept[1:], strict=True):
            number += step.take(row)
        rows.append(number)
    return rows


@lru_cache(maxsize=16)
def _kept(key: ScoringKey) -> HandArrays:
    return HandArrays(hand_tables(key.ruleset))


@lru_cache(maxsize=2)
def _kept_large(key: ScoringKey) -> HandArrays:
    return HandArrays(hand_tables(key.ruleset))
