"""Plans that have been made, for the next match of the same players under the same rules.

A plan has room for every effect that its rounds have ever come to, with chance 0 for what a run did
not meet. So a slider that moves a policy a little, or another step of a long run, needs no new one.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from thirtyone.sim.chains.plan import Plan, plan_of
from thirtyone.sim.chains.step import Effect, LivesGame, PointsGame
from thirtyone.sim.speed import has_numpy
from thirtyone.sim.tally import Seating

if TYPE_CHECKING:
    from thirtyone.sim.chains.arrays import ArrayPlan

MOST_KEPT: Final = 8_000_000
"""States × effects × players of all plans that are kept together; the last one is kept anyway."""

_Key: TypeAlias = tuple[LivesGame | PointsGame, Seating]


class _Kept(NamedTuple):
    plan: "Plan | ArrayPlan"
    effects: Mapping[Seating, frozenset[Effect]]
    cells: int


class KeptPlans:
    """One plan for each game and its labels, those used last. Safe for many threads."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def plan(
        self,
        game: LivesGame | PointsGame,
        labels: Seating,
        effects: Mapping[Seating, Iterable[Effect]],
    ) -> "Plan | ArrayPlan":
        """A chain with these effects, and perhaps others; ChainTooLargeError where it does not fit."""
        key = game, labels
        with self._lock:
            kept = self._kept.get(key)
            if kept and all(
                kept.effects[seating].issuperset(effects[seating]) for seating in effects
            ):
                self._kept.move_to_end(key)
                return kept.plan
            known = kept.effects if kept else {}
            if kept:
                del self._kept[key]  # before the new one is made: there is not room for both
            del kept
            wanted = {
                seating: tuple(sorted(known.get(seating, frozenset()).union(some)))
                for seating, some in effects.items()
            }
            plan = _made(game, labels, wanted)
            most = max(map(len, plan.effects.values()))
            self._kept[key] = _Kept(
                plan,
                {seating: frozenset(some) for seating, some in plan.effects.items()},
                plan.states * plan.players * most,
            )
            while len(self._kept) > 1 and self._cells() > self._most:
                self._kept.popitem(last=False)
            return plan

    def _cells(self) -> int:
        return sum(kept.cells for kept in self._kept.values())


def _made(
    game: LivesGame | PointsGame, labels: Seating, effects: Mapping[Seating, tuple[Effect, ...]]
) -> "Plan | ArrayPlan":
    if has_numpy():
        from thirtyone.sim.chains.arrays import plan_arrays

        return plan_arrays(game, labels, effects)
    return plan_of(game, labels, effects)
