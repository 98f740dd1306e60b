"""What is counted of whole matches, in whole numbers that add up.

Every match becomes one row of whole numbers: how many rounds and turns it had, what each seat lost
or won. Kept are the sums of these numbers and of their products, from which follow all means,
ratios and differences with their intervals; and they are the same however the work was cut.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add, mul
from typing import Any, Final, TypeAlias

from thirtyone.sim.finals import ENDS

WHOLE_WIN: Final = 2520
"""A win in the row of a match: the least number that up to ten winners can share evenly."""
ROUNDS_APART: Final = 1024
"""Round r of match m is game m × 1024 + r."""

Row: TypeAlias = list[int]
FIGURES: Final = (
    "matches",
    "rounds",
    "turns",
    "knocks",
    "failed",
    "shown",
    "idle",
    "leads",
    "unwon",
    *(f"end:{end}" for end in ENDS),
)
"""What stands first in a row; then come, seat by seat, ``amount``, ``taken`` and ``win``."""
PLACES: Final[Mapping[str, int]] = {name: place for place, name in enumerate(FIGURES)}


def place_of(figure: str, seat: int) -> int:
    """Where in a row ``amount``, ``taken`` (rounds in which the seat took part) or ``win`` stand."""
    return len(FIGURES) + 3 * seat + ("amount", "taken", "win").index(figure)


@dataclass(slots=True)
class MatchCounts:
    """The sums of the rows of some matches under one ruleset."""

    sums: Row
    products: list[Row]
    """``products[i][j]``: Σ row[i] · row[j]."""
    crossed: list[Row] | None = None
    """``crossed[i][j]``: Σ row[i] here · row[j] under the ruleset that it is compared with."""

    def __add__(self, other: "MatchCounts") -> "MatchCounts":
        """Both together."""
        assert (self.crossed is None) == (other.crossed is None)
        return MatchCounts(
            list(map(add, self.sums, other.sums)),
            _sum(self.products, other.products),
            _sum(self.crossed, other.crossed) if self.crossed and other.crossed else None,
        )

    @classmethod
    def empty(cls, players: int, *, paired: bool) -> "MatchCounts":
        """Of no match yet."""
        size = len(FIGURES) + 3 * players
        return cls([0] * size, _zeros(size), _zeros(size) if paired else None)

    def add(self, row: Row, other: Row | None) -> None:
        """One match more; ``other`` is its row under the ruleset that this one is compared with."""
        self.sums = list(map(add, self.sums, row))
        _add_products(self.products, row, row)
        if self.crossed and other is not None:
            _add_products(self.crossed, row, other)

    @property
    def games(self) -> int:
        """How many matches were counted."""
        return self.sums[PLACES["matches"]]

    def as_json(self) -> dict[str, Any]:
        """Numbers and lists that JSON holds exactly. Products go by half: they are symmetric."""
        record: dict[str, Any] = {
            "sums": self.sums,
            "products": [row[place:] for place, row in enumerate(self.products)],
        }
        if self.crossed:
            record["crossed"] = self.crossed
        return record

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "MatchCounts":
        """The counts of :meth:`as_json`."""
        half: list[Row] = [list(map(int, row)) for row in data["products"]]
        size = len(half)
        products = [[half[min(i, j)][abs(i - j)] for j in range(size)] for i in range(size)]
        crossed = data.get("crossed")
        return cls(list(map(int, data["sums"])), products, crossed)


def _zeros(size: int) -> list[Row]:
    return [[0] * size for _ in range(size)]


def _sum(one: Sequence[Row], other: Sequence[Row]) -> list[Row]:
    return [list(map(add, a, b)) for a, b in zip(one, other, strict=True)]


def _add_products(matrix: list[Row], left: Row, right: Row) -> None:
    for place, factor in enumerate(left):
        if factor:
            row = map(mul, right, [factor] * len(right))
            matrix[place] = list(map(add, matrix[place], row))
