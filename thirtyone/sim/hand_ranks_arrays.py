"""Hands sorted with the ruleset's own tie-break, all of a pack at once.

The same ranks as :func:`thirtyone.hands.strength` gives hand by hand: a key of digits, the order
first, then what decides between equals, and the ranks of the cards that count.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from thirtyone.rules.model import AceAcrossSuits, HandTies, Scoring, SuitOrder
from thirtyone.sim.hand_tables import THREE_ACES

U8 = npt.NDArray[np.uint8]
I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_CLUBS_FIRST: Final = (0, 3, 2, 1)
"""Clubs, spades, hearts, diamonds as suits of :attr:`~thirtyone.cards.Card.number`."""
_ACE: Final = 12
_MOST_CROSSING: Final = {AceAcrossSuits.NONE: 0, AceAcrossSuits.ONE: 1, AceAcrossSuits.ANY: 4}


def tie_ranks(orders: U8, flags: U8, numbers: U8, scoring: Scoring) -> npt.NDArray[np.uint16]:
    """(count,): dense ranks from orders, flags and the (cards, count) card numbers of all hands,
    the lowest card first.
    """
    cards, count = numbers.shape
    ranks, suits = numbers >> np.uint8(2), numbers & np.uint8(3)
    points = np.minimum(ranks.astype(np.int64) + 2, 10) + (ranks == _ACE)
    aces = ranks == _ACE
    most = _MOST_CROSSING[scoring.ace_across_suits]
    first = _CLUBS_FIRST
    if scoring.suit_order is not SuitOrder.CLUBS_HIGH:
        first = first[::-1]
    total = np.full(count, -1, np.int64)
    counted = np.zeros(count, np.int64)  # ranks of the counted cards as digits
    place = np.zeros(count, np.int64)  # of the suit that counts, in the order of suits
    crossing = np.zeros(count, bool)
    plain, digits = [], []
    for at, suit in enumerate(first):
        own = suits == suit
        strangers = (aces & ~own).sum(0)
        held = (points * own).sum(0)
        joining = np.minimum(strangers, most) * (held > 0)
        better = held + 11 * joining > total
        total = np.where(better, held + 11 * joining, total)
        counted = np.where(better, _digits(ranks, own, aces, joining), counted)
        place[better] = at
        crossing = np.where(better, joining > 0, crossing)
        plain.append(held)
        digits.append(_digits(ranks, own, aces, np.zeros_like(joining)))
    all_ranks = _digits(ranks, np.ones_like(aces), aces, np.zeros(count, np.int64))
    alike = (ranks == ranks[0]).all(0) & (orders > 2 * np.minimum(total, _most(scoring)))
    alike |= flags & THREE_ACES > 0
    counted = np.where(alike, all_ranks, counted)
    key = orders.astype(np.int64)
    if scoring.ties is HandTies.SUIT_LADDER:
        # Three alike stand above a sum of equal points.
        key = key << 3 | np.where(alike, 4, 3 - place)
    else:
        level = [np.where(held == total, some, 0) for held, some in zip(plain, digits, strict=True)]
        counted = np.where(alike | crossing, counted, np.max(level, axis=0))
    key = key << 4 * cards | counted
    return np.unique(key, return_inverse=True)[1].astype(np.uint16)


def _most(scoring: Scoring) -> int:
    return 31 if scoring.cap == "31" else 255


def _digits(ranks: U8, own: Bools, aces: Bools, joining: I64) -> I64:
    """Ranks of the own cards and so many aces of other suits, the highest first, four bits each."""
    found = np.zeros(ranks.shape[1], np.int64)
    counted = np.zeros(ranks.shape[1], np.int64)
    for rank, mine, ace in zip(ranks[::-1], own[::-1], aces[::-1], strict=True):
        joins = ace & ~mine & (joining > 0)
        joining = joining - joins
        counts = mine | joins
        found = np.where(counts, found << 4 | rank.astype(np.int64) + 2, found)
        counted += counts
    return found << 4 * (len(ranks) - counted)
