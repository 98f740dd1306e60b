"""Exact chances: where a hand stands among all hands of its pack."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType

from thirtyone.cards import Card
from thirtyone.hands import score_hand
from thirtyone.rules.model import Ruleset
from thirtyone.sim.tables import score_table


@lru_cache(maxsize=64)
def distribution(ruleset: Ruleset) -> Mapping[int, int]:
    """How many hands of the pack have each order, from worst to best."""
    return MappingProxyType(dict(sorted(Counter(score_table(ruleset)).items())))


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


def standing(cards: Sequence[Card], ruleset: Ruleset) -> Standing:
    """How many other hands are worse, equal and better, before the ruleset's tie-break."""
    counts = distribution(ruleset)
    order = score_hand(cards, ruleset).order
    orders = list(counts)
    place = bisect_left(orders, order)
    below = list(accumulate(counts.values(), initial=0))
    ties = counts[order] - 1
    return Standing(below[place], ties, below[-1] - below[place] - ties - 1)
