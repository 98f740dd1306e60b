"""What a teacher orders: which sheet, by which rules, how hard, from which start value."""

from dataclasses import dataclass
from typing import Final

from thirtyone.errors import UsageError
from thirtyone.quiz.question import LEVELS
from thirtyone.rules.model import Ruleset
from thirtyone.sheets.sheet import SheetKind

MOST_SHEETS: Final = 40
"""A large class. More are a second order with another start value."""
MOST_TASKS: Final = {
    SheetKind.SCORE: 96,
    SheetKind.SETTLE: 30,
    SheetKind.COMPARE: 40,
    SheetKind.AGREE: 10,
}
HIGHEST_SEED: Final = 10**9


@dataclass(frozen=True, slots=True)
class Order:
    """Everything that decides what stands on a sheet, except its number."""

    kind: SheetKind
    ruleset: Ruleset
    level: int = 1
    seed: int = 31
    count: int = 0
    """How many tasks; 0 is as many as fit on a page."""


def check_order(order: Order, sheets: int = 1) -> None:
    """UsageError, with the part that is wrong, for an order that nobody can fill."""
    if order.level not in LEVELS:
        raise UsageError("refuse.sheet_level", text=str(order.level)[:20], known=list(LEVELS))
    for name, number, least, most in (
        ("count", order.count, 0, MOST_TASKS[order.kind]),
        ("seed", order.seed, 0, HIGHEST_SEED),
        ("sheets", sheets, 1, MOST_SHEETS),
    ):
        if not least <= number <= most:
            raise UsageError(
                "refuse.sheet_number", name=name, text=str(number)[:20], low=least, wanted=most
            )
