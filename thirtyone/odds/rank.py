"""Where a hand stands among all hands of its pack, or among those that others can still hold."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from types import MappingProxyType

from thirtyone.cards import Card, pack
from thirtyone.hands import score_hand
from thirtyone.rules.model import Ruleset
from thirtyone.sim.tables import score_table


@lru_cache(maxsize=64)
def distribution(ruleset: Ruleset) -> Mapping[int, int]:
    """How many hands of the pack have each order, from worst to best."""
    return MappingProxyType(dict(sorted(Counter(score_table(ruleset)).items())))


def distribution_among(cards: Iterable[Card], ruleset: Ruleset) -> Mapping[int, int]:
    """How many hands of these cards have each order, from worst to best."""
    first = 52 - ruleset.deck_size
    places = sorted(card.number - first for card in cards)
    table = score_table(ruleset)
    # Hand numbers are a + C(b, 2) + C(c, 3) + C(d, 4); all of them, without a call for each.
    one, two, three, four = ([comb(n, k) for n in range(ruleset.deck_size)] for k in (1, 2, 3, 4))
    if ruleset.hand_size == 3:
        numbers = (one[a] + two[b] + three[c] for a, b, c in combinations(places, 3))
    else:
        numbers = (one[a] + two[b] + three[c] + four[d] for a, b, c, d in combinations(places, 4))
    found = Counter(map(table.__getitem__, numbers))
    return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Standing:
    """One hand among all hands of its pack; itself is not counted among those it ties with."""

    beats: int
    ties: int
    loses: int

    @property
    def hands(self) -> int:
        """All hands of the pack, this one included."""
        return self.beats + self.ties + self.loses + 1


def standing(cards: Sequence[Card], ruleset: Ruleset, gone: Iterable[Card] = ()) -> Standing:
    """How many other hands are worse, equal and better, before the ruleset's tie-break.

    Of the whole pack, or of what is left of it without the cards that are ``gone``. In the bank
    form a hand of more than three cards stands among the hands of three.
    """
    order = score_hand(cards, ruleset).order
    lost = set(gone).difference(cards)
    if lost:
        left = [card for card in pack(ruleset.deck_size) if card not in lost]
        counts = distribution_among(left, ruleset)
    else:
        counts = distribution(ruleset)
    return standing_among(order, counts, itself=len(cards) == ruleset.hand_size)


def standing_among(order: int, counts: Mapping[int, int], *, itself: bool) -> Standing:
    """A hand among hands counted by order; is it one of them itself?"""
    orders = list(counts)
    place = bisect_left(orders, order)
    below = list(accumulate(counts.values(), initial=0))
    level = counts.get(order, 0)
    return Standing(below[place], level - itself, below[-1] - below[place] - level)
