"""The chain solved with numpy: the same as :mod:`thirtyone.sim.chains.solving`, a whole layer at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from thirtyone.sim.chains.arrays import ArrayBlock, ArrayLayer, ArrayPlan, moving_and_idle
from thirtyone.sim.chains.solving import MOST_LOOPS, Chances, Solved, idle_depth
from thirtyone.sim.tally import Seating

Floats = npt.NDArray[np.float64]


class _Part(NamedTuple):
    """Places of the effects and their probabilities: those that change something, and the idle."""

    moving: list[int]
    moving_p: Floats
    idle: list[int]
    idle_p: Floats


def solve_arrays(plan: ArrayPlan, chances: Chances, *, rotated: bool) -> Solved:
    """Chances to win, rounds per match, and the influence of every outcome."""
    chain = _Chain(plan, chances)
    for layer in plan.layers:
        chain.value(layer)
    chain.begin(rotated=rotated)
    for layer in reversed(plan.layers):
        chain.flow(layer)
    players = plan.players
    wins = [chain.win[0, s * players : (s + 1) * players].tolist() for s in plan.starts]
    rounds = [float(chain.rounds[0, start]) for start in plan.starts]
    return Solved(wins, rounds, {s: some.tolist() for s, some in chain.influence.items()})


class _Chain:
    def __init__(self, plan: ArrayPlan, chances: Chances) -> None:
        self.plan = plan
        self.parts: dict[Seating, _Part] = {}
        for seating in plan.effects:
            moving, idle = moving_and_idle(plan, seating)
            p = np.array(chances[seating])
            self.parts[seating] = _Part(moving, p[moving], idle, p[idle])
        self.depth = idle_depth(max(part.idle_p.sum() for part in self.parts.values()))
        ends = plan.ends()
        self.cells = plan.states * plan.players + len(ends)
        self.win: Floats = np.zeros((self.depth + 1, self.cells))
        """By idle rounds in a row and cell."""
        self.win[:, plan.states * plan.players :] = ends
        self.rounds: Floats = np.zeros((self.depth + 1, plan.states + 1))
        labels = max(len(set(seating)) for seating in plan.effects)
        self.apart = labels == plan.players
        """All players differ: whose cell it is shows from the seating, and one flow is enough."""
        self.flows: Floats = np.zeros((0, 0, 0))
        self.influence = {
            seating: np.zeros((len(some), plan.players + 1))
            for seating, some in plan.effects.items()
        }

    # ------------------------------------------------------------------------------------- values

    def value(self, layer: ArrayLayer) -> None:
        """What everybody may expect in the states of a layer."""
        for _ in range(MOST_LOOPS if layer.loops else 1):
            before = self.win[0, self._span(layer)].copy() if layer.loops else None
            self._value_once(layer)
            if before is not None:
                moved = np.abs(self.win[0, self._span(layer)] - before).max(initial=0.0)
                if moved < 1e-15:
                    break

    def _span(self, layer: ArrayLayer | ArrayBlock) -> slice:
        return slice(layer.start * self.plan.players, layer.stop * self.plan.players)

    def _value_once(self, layer: ArrayLayer) -> None:
        win, rounds, players = self.win, self.rounds, self.plan.players
        base = []
        for block in layer.blocks:
            part = self.parts[block.seating]
            gain = part.moving_p @ win[0].take(block.cells[:, part.moving])
            length = 1 + rounds[0].take(block.nexts[:, part.moving]) @ part.moving_p
            base.append((gain, length))
        for k in range(self.depth - 1, -1, -1):
            now = win[k, self._span(layer)].reshape(-1, players)
            for block, (gain, length) in zip(layer.blocks, base, strict=True):
                part, size = self.parts[block.seating], len(block.seating)
                rows = slice(block.start - layer.start, block.stop - layer.start)
                if part.idle:
                    later = win[k + 1].take(block.cells[:, part.idle])
                    now[rows, :size] = gain + part.idle_p @ later
                    later = rounds[k + 1].take(block.nexts[:, part.idle])
                    rounds[k, block.start : block.stop] = length + later @ part.idle_p
                else:
                    now[rows, :size] = gain
                    rounds[k, block.start : block.stop] = length

    # -------------------------------------------------------------------------------------- flows

    def begin(self, *, rotated: bool) -> None:
        """Everybody is at the start."""
        plan, players = self.plan, self.plan.players
        width = 1 if self.apart else players
        self.flows = np.zeros((self.depth + 1, width, self.cells))
        turns = players if rotated else 1
        for turn in range(turns):
            for position in range(players):
                seat = 0 if self.apart else (position + turn) % players
                self.flows[0, seat, plan.starts[turn] * players + position] += 1 / turns

    def flow(self, layer: ArrayLayer) -> None:
        """Everybody who is in the layer moves on, until nobody is left there."""
        for _ in range(MOST_LOOPS if layer.loops else 1):
            if self._flow_once(layer) < 1e-15:
                break

    def _flow_once(self, layer: ArrayLayer) -> float:
        span, players = self._span(layer), self.plan.players
        total: Floats | None = None
        for k in range(self.depth):
            here = self.flows[k, :, span].copy()
            if not here.any():
                continue
            self.flows[k, :, span] = 0
            total = here if total is None else total + here
            shaped = here.reshape(len(here), -1, players)
            for block in layer.blocks:
                part = self.parts[block.seating]
                if part.idle:
                    self._push(layer, block, shaped, part.idle, part.idle_p, k + 1)
        if total is None:
            return 0.0
        shaped = total.reshape(len(total), -1, players)
        for block in layer.blocks:
            part = self.parts[block.seating]
            self._push(layer, block, shaped, part.moving, part.moving_p, 0)
        return float(total.sum())

    def _push(
        self,
        layer: ArrayLayer,
        block: ArrayBlock,
        here: Floats,
        places: list[int],
        chances: Floats,
        k: int,
    ) -> None:
        """Along some effects: flows move on, and the values there count for the influence."""
        size = len(block.seating)
        some = here[:, block.start - layer.start : block.stop - layer.start, :size]
        cells = block.cells[:, places]
        flat = cells.reshape(-1)
        for seat, flow in enumerate(some):
            amounts = flow[:, None, :] * chances[:, None]
            np.add.at(self.flows[k, seat], flat, amounts.reshape(-1))
        influence = self.influence[block.seating]
        values = self.win[k].take(cells)
        if self.apart:
            weighed = np.einsum("rp,rkp->kp", some[0], values)
            influence[np.ix_(places, block.seating)] += weighed
        else:
            influence[places, :-1] += np.einsum("srp,rkp->ks", some, values, optimize=True)
        visits = some.sum((0, 2)) / size
        influence[places, -1] += visits @ self.rounds[k].take(block.nexts[:, places])
