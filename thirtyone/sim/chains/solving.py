"""A planned chain with probabilities: what everybody may expect, and what that hangs on.

Plain Python; :mod:`thirtyone.sim.chains.lanes` does the same with numpy. Values go from the last states back to
the start, visits from the start on. The influence of an outcome of a type is the sum, over all
states with that type, of visits × value of what comes next.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, log
from typing import Final, TypeAlias

from thirtyone.play.match import IDLE_ROUNDS
from thirtyone.sim.chains.plan import Block, Layer, Plan
from thirtyone.sim.tally import Seating

Chances: TypeAlias = Mapping[Seating, tuple[float, ...]]
"""By type: the probability of each effect, in the order of the plan."""

NEGLIGIBLE: Final = 1e-17
MOST_LOOPS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Solved:
    """What :func:`solve_plan` finds, by start (see :attr:`Plan.starts`) and position there."""

    win: list[list[float]]
    """``win[turn][position]``"""
    rounds: list[float]
    """``rounds[turn]``"""
    influence: dict[Seating, list[list[float]]]
    """``influence[type][effect][seat]``, and last the influence on rounds per match."""


def idle_depth(most: float) -> int:
    """How many idle rounds in a row have to be looked at, where one comes with this probability.

    At most as many as end a match; fewer where more are too unlikely for a float to notice.
    """
    if most <= 0:
        return 1
    if most >= 1:
        return IDLE_ROUNDS
    return min(IDLE_ROUNDS, max(1, ceil(log(NEGLIGIBLE) / log(most))))


def start_weights(players: int, *, rotated: bool) -> list[float]:
    """How likely each start is: the first, or all alike."""
    if rotated:
        return [1 / players] * players
    return [1.0, *[0.0] * (players - 1)]


def solve_plan(plan: Plan, chances: Chances, *, rotated: bool) -> Solved:
    """Chances to win, rounds per match, and the influence of every outcome."""
    split = {seating: _split(plan.effects[seating], chances[seating]) for seating in plan.effects}
    depth = idle_depth(max(sum(p for _, p in idle) for _, idle in split.values()))
    values = _Values(plan, split, depth)
    for layer in plan.layers:
        values.work_out(layer)
    flows = _Flows(plan, split, depth, start_weights(plan.players, rotated=rotated))
    for layer in reversed(plan.layers):
        flows.work_out(layer, values)
    players = plan.players
    return Solved(
        [values.win[0][start * players : (start + 1) * players] for start in plan.starts],
        [values.rounds[0][start] for start in plan.starts],
        flows.influence,
    )


_Part: TypeAlias = list[tuple[int, float]]


def _split(effects: tuple[object, ...], chances: tuple[float, ...]) -> tuple[_Part, _Part]:
    """(effect, probability) of the effects that change something, and of the idle ones."""
    moving: _Part = []
    idle: _Part = []
    for at, (effect, chance) in enumerate(zip(effects, chances, strict=True)):
        if chance > 0:
            (idle if getattr(effect, "idle", False) else moving).append((at, chance))
    return moving, idle


class _Values:
    """``win[k][cell]`` and ``rounds[k][state]`` after k idle rounds in a row."""

    def __init__(
        self, plan: Plan, split: Mapping[Seating, tuple[_Part, _Part]], depth: int
    ) -> None:
        self.plan, self.split, self.depth = plan, split, depth
        ends = plan.ends()
        self.win = [[0.0] * (plan.states * plan.players) + ends for _ in range(depth + 1)]
        self.rounds = [[0.0] * (plan.states + 1) for _ in range(depth + 1)]

    def work_out(self, layer: Layer) -> None:
        for _ in range(MOST_LOOPS if layer.loops else 1):
            if self._pass(layer) < 1e-16:
                break

    def _pass(self, layer: Layer) -> float:
        """One sweep over the layer; how much its values moved."""
        players, win, rounds = self.plan.players, self.win, self.rounds
        moved = 0.0
        base: list[tuple[list[float], float]] = []
        for block in layer.blocks:
            moving, _ = self.split[block.seating]
            for cells, nexts in zip(block.cells, block.nexts, strict=True):
                gain, length = [0.0] * players, 1.0
                for at, chance in moving:
                    for position, cell in enumerate(cells[at]):
                        gain[position] += chance * win[0][cell]
                    length += chance * rounds[0][nexts[at]]
                base.append((gain, length))
        for k in range(self.depth - 1, -1, -1):
            now, later = win[k], win[k + 1]
            place = 0
            for block in layer.blocks:
                _, idle = self.split[block.seating]
                for row, state in enumerate(range(block.start, block.stop)):
                    gain, length = base[place]
                    place += 1
                    gain = list(gain)
                    for at, chance in idle:
                        for position, cell in enumerate(block.cells[row][at]):
                            gain[position] += chance * later[cell]
                        length += chance * rounds[k + 1][block.nexts[row][at]]
                    first = state * players
                    for position in range(len(block.seating)):
                        moved = max(moved, abs(now[first + position] - gain[position]))
                        now[first + position] = gain[position]
                    moved = max(moved, abs(rounds[k][state] - length) * 1e-3)
                    rounds[k][state] = length
        return moved


class _Flows:
    """``visits[k][cell][seat]``: how often the seat comes to be there after k idle rounds."""

    def __init__(
        self,
        plan: Plan,
        split: Mapping[Seating, tuple[_Part, _Part]],
        depth: int,
        weights: list[float],
    ) -> None:
        self.plan, self.split, self.depth = plan, split, depth
        players = plan.players
        cells = plan.states * players + players + 1
        self.visits = [[[0.0] * players for _ in range(cells)] for _ in range(depth + 1)]
        for turn, (start, weight) in enumerate(zip(plan.starts, weights, strict=True)):
            for position in range(players):
                self.visits[0][start * players + position][(position + turn) % players] += weight
        self.influence = {
            seating: [[0.0] * (players + 1) for _ in effects]
            for seating, effects in plan.effects.items()
        }

    def work_out(self, layer: Layer, values: _Values) -> None:
        for _ in range(MOST_LOOPS if layer.loops else 1):
            if self._pass(layer, values) < 1e-16:
                break

    def _pass(self, layer: Layer, values: _Values) -> float:
        """Everybody who is in the layer moves on; how many were there."""
        players, visits = self.plan.players, self.visits
        total = [[0.0] * players for _ in range((layer.stop - layer.start) * players)]
        first = layer.start * players
        moved = 0.0
        for k in range(self.depth):
            now, later = visits[k], visits[k + 1]
            taken = [now[first + at] for at in range(len(total))]
            for at in range(len(total)):
                now[first + at] = [0.0] * players
            for at, flow in enumerate(taken):
                total[at] = [a + b for a, b in zip(total[at], flow, strict=True)]
                moved += sum(flow)
            for block in layer.blocks:
                idle = self.split[block.seating][1]
                for row, state in enumerate(range(block.start, block.stop)):
                    place = (state - layer.start) * players
                    some = taken[place : place + len(block.seating)]
                    for at, chance in idle:
                        self._push(block, row, at, chance, some, later)
                        self._weigh(block, row, at, some, values, k + 1)
        for block in layer.blocks:
            moving = self.split[block.seating][0]
            for row, state in enumerate(range(block.start, block.stop)):
                place = (state - layer.start) * players
                some = total[place : place + len(block.seating)]
                for at, chance in moving:
                    self._push(block, row, at, chance, some, visits[0])
                    self._weigh(block, row, at, some, values, 0)
        return moved

    @staticmethod
    def _push(
        block: Block,
        row: int,
        at: int,
        chance: float,
        some: list[list[float]],
        then: list[list[float]],
    ) -> None:
        for flow, cell in zip(some, block.cells[row][at], strict=True):
            goal = then[cell]
            for seat, amount in enumerate(flow):
                goal[seat] += chance * amount

    def _weigh(
        self, block: Block, row: int, at: int, some: list[list[float]], values: _Values, k: int
    ) -> None:
        influence = self.influence[block.seating][at]
        for flow, cell in zip(some, block.cells[row][at], strict=True):
            value = values.win[k][cell]
            for seat, amount in enumerate(flow):
                influence[seat] += amount * value
        here = sum(map(sum, some)) / len(some)
        influence[-1] += here * values.rounds[k][block.nexts[row][at]]
