"""A distribution of what a hand may become."""

from collections.abc import Mapping
from dataclasses import dataclass

from thirtyone.hands import ILD, best_order
from thirtyone.points import HalfPoints, decimal
from thirtyone.rules.model import BankForm, Ruleset, ThreeAces


@dataclass(frozen=True, slots=True)
class Spread:
    """How many of all equally likely cases lead to each order, from worst to best."""

    counts: Mapping[int, int]

    @property
    def cases(self) -> int:
        """How many cases there are."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean in points. A hand with a name counts half its order: 33.5."""
        return sum(order * n for order, n in self.counts.items()) / self.cases / 2

    @property
    def chances(self) -> dict[int, float]:
        """The probability of each order."""
        cases = self.cases
        return {order: n / cases for order, n in self.counts.items()}

    def at_least(self, order: int) -> float:
        """The chance of this order or a better one."""
        return sum(n for other, n in self.counts.items() if other >= order) / self.cases


def order_label(order: int, ruleset: Ruleset) -> str:
    """The points of an order as decimal text, or the hand's name; the same in every language."""
    form = ruleset.form
    if isinstance(form, BankForm) or form.scoring.three_aces is not ThreeAces.BEST:
        return decimal(HalfPoints(order))
    return ILD if order == best_order(ruleset.hand_size) else decimal(HalfPoints(order))
