"""The chain solved with numpy: the same as :mod:`thirtyone.sim.chains.solving`, a whole layer at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from thirtyone.sim.chains.arrays import ArrayBlock, ArrayLayer, ArrayPlan
from thirtyone.sim.chains.solving import MOST_LOOPS, Chances, Solved, idle_depth
from thirtyone.sim.tally import Seating

Floats = npt.NDArray[np.float64]


class _Part(NamedTuple):
    """What seatings of one size share in all layers."""

    moving: Floats
    """(seatings, effects): the probabilities of the effects that change something."""
    idle: Floats
    labels: npt.NDArray[np.intp]
    """(seatings, positions)"""
    influence: Floats
    """(seatings, players + 1, effects)"""


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
    influence = {
        seating: some.T.tolist()
        for seatings, part in chain.parts.items()
        for seating, some in zip(seatings, part.influence, strict=True)
    }
    return Solved(wins, rounds, influence)


class _Chain:
    def __init__(self, plan: ArrayPlan, chances: Chances) -> None:
        self.plan = plan
        players = plan.players
        self.parts: dict[tuple[Seating, ...], _Part] = {}
        by_block = plan.chances_by_block(chances)
        for layer in plan.layers:
            for block in layer.blocks:
                if block.seatings not in self.parts:
                    p = by_block[block.seatings]
                    self.parts[block.seatings] = _Part(
                        p[:, : block.moving],
                        p[:, block.moving :],
                        np.array(block.seatings),
                        np.zeros((len(p), players + 1, p.shape[1])),
                    )
        self.depth = idle_depth(max(part.idle.sum(1).max() for part in self.parts.values()))
        ends = plan.ends()
        self.cells = plan.states * players + len(ends)
        self.win: Floats = np.zeros((self.depth + 1, self.cells))
        """By idle rounds in a row and cell."""
        self.win[:, plan.states * players :] = ends
        self.rounds: Floats = np.zeros((self.depth + 1, plan.states + 1))
        self.apart = any(len(set(seating)) == players for seating in plan.effects)
        """All players differ: whose cell it is shows from the seating, and one flow is enough."""
        self.flows: Floats = np.zeros((0, 0, 0))

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

    def _span(self, block: ArrayLayer | ArrayBlock) -> slice:
        return slice(block.start * self.plan.players, block.stop * self.plan.players)

    def _value_once(self, layer: ArrayLayer) -> None:
        base = [
            self._after(block, slice(block.moving), self.parts[block.seatings].moving, 0)
            for block in layer.blocks
        ]
        for k in range(self.depth - 1, -1, -1):
            for block, (gain, length) in zip(layer.blocks, base, strict=True):
                idle = self.parts[block.seatings].idle
                if idle.shape[1]:
                    more, longer = self._after(block, slice(block.moving, None), idle, k + 1)
                    gain, length = gain + more, length + longer  # noqa: PLW2901
                now = self.win[k, self._span(block)].reshape(*gain.shape[:2], -1)
                now[:, :, : block.size] = gain
                self.rounds[k, block.start : block.stop] = 1 + length.ravel()

    def _after(
        self, block: ArrayBlock, places: slice, chances: Floats, k: int
    ) -> tuple[Floats, Floats]:
        """What some effects add: to the wins (seatings, rows, positions), and to the rounds."""
        types, rows, size, _ = block.cells.shape
        values = self.win[k].take(block.cells[..., places])
        wins = values.reshape(types, rows * size, -1) @ chances[:, :, None]
        rounds = self.rounds[k].take(block.nexts[..., places]) @ chances[:, :, None]
        return wins.reshape(types, rows, size), rounds

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
        span = self._span(layer)
        total: Floats = np.zeros(self.flows[0, :, span].shape)
        for k in range(self.depth):
            here = self.flows[k, :, span].copy()
            if not here.any():
                continue
            self.flows[k, :, span] = 0
            total += here
            for block in layer.blocks:
                idle = self.parts[block.seatings].idle
                if idle.shape[1]:
                    self._push(layer, block, here, slice(block.moving, None), idle, k + 1)
        for block in layer.blocks:
            moving = self.parts[block.seatings].moving
            self._push(layer, block, total, slice(block.moving), moving, 0)
        return float(total.sum())

    def _push(
        self,
        layer: ArrayLayer,
        block: ArrayBlock,
        here: Floats,
        places: slice,
        chances: Floats,
        k: int,
    ) -> None:
        """Along some effects: flows move on, and the values there count for the influence."""
        types, rows, size, _ = block.cells.shape
        players = self.plan.players
        first = layer.start * players
        span = self._span(block)
        some = here[:, span.start - first : span.stop - first]
        some = some.reshape(-1, types, rows, players)[..., :size]
        cells = block.cells[..., places].astype(np.intp)
        flat = cells.reshape(-1)
        for seat, flow in enumerate(some):
            amounts = flow[..., None] * chances[:, None, None, :]
            np.add.at(self.flows[k, seat], flat, amounts.reshape(-1))
        influence = self.parts[block.seatings].influence[..., places]
        values = self.win[k].take(cells)
        if self.apart:
            labels = self.parts[block.seatings].labels
            weighed = np.einsum("trp,trpe->tpe", some[0], values)
            influence[np.arange(types)[:, None], labels] += weighed
        else:
            flows = some.reshape(-1, types, rows * size).swapaxes(0, 1)
            influence[:, :-1] += flows @ values.reshape(types, rows * size, -1)
        visits = some.sum((0, 3)) / size
        rounds = self.rounds[k].take(block.nexts[..., places])
        influence[:, -1] += (visits[:, None, :] @ rounds)[:, 0]
