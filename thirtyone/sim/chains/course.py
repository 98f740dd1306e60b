"""How a match runs between its start and its end: who is still in, and how the lead changes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from thirtyone.sim.chains.arrays import ArrayBlock, ArrayLayer, ArrayPlan
from thirtyone.sim.chains.solving import Chances, idle_depth, start_weights
from thirtyone.sim.result import Survival
from thirtyone.sim.tally import Seating

Floats = npt.NDArray[np.float64]

_SETTLED = 1e-13


def survival_of(
    plan: ArrayPlan, chances: Chances, *, rounds: int, rotated: bool, n: int
) -> Survival:
    """Round by round, for a match with lives; the distribution over all states is pushed on."""
    return _Course(plan, chances, rotated=rotated).run(rounds, n)


class _Course:
    def __init__(self, plan: ArrayPlan, chances: Chances, *, rotated: bool) -> None:
        self.plan = plan
        players = plan.players
        self.end = plan.states * players
        self.blocks = [block for layer in plan.layers for block in layer.blocks]
        self.chances = plan.chances_by_block(chances)
        self.losses: dict[tuple[Seating, ...], npt.NDArray[np.int16]] = {}
        """(positions, effects)"""
        idle = 0.0
        for block in self.blocks:
            effects = plan.effects[block.seatings[0]]
            self.losses[block.seatings] = np.array([e.amounts for e in effects], np.int16).T
            p = self.chances[block.seatings]
            idle = max(idle, float(p[:, block.moving :].sum(1).max()))
        self.depth = idle_depth(idle)
        # By idle rounds in a row, seat and cell.
        self.flows: Floats = np.zeros((self.depth + 1, players, self.end + players + 1))
        for turn, weight in enumerate(start_weights(plan.players, rotated=rotated)):
            for position in range(players):
                cell = plan.starts[turn] * players + position
                self.flows[0, (position + turn) % players, cell] += weight
        have = np.where(plan.have < 0, 0, plan.have)
        self.lives: Floats = have.reshape(-1).astype(float)
        self.present = np.repeat((plan.have >= 0).sum(1), players)
        self.won: Floats = np.zeros(players)
        self.won_lives: Floats = np.zeros(players)

    def run(self, rounds: int, n: int) -> Survival:
        alive, lives, over = [], [], []
        for _ in range(rounds + 1):
            inside = self.flows[:, :, : self.end].sum(0)
            alive.append(tuple((inside.sum(1) + self.won).tolist()))
            lives.append(tuple((inside @ self.lives + self.won_lives).tolist()))
            going = self.flows[: self.depth, :, : self.end].sum((0, 1)) / self.present
            over.append(max(0.0, 1 - float(going.sum())))
            self._round()
        return Survival(tuple(alive), tuple(lives), tuple(over), n)

    def _round(self) -> None:
        then = np.zeros_like(self.flows)
        then[self.depth] = self.flows[self.depth]  # ended without a winner: stays as it is
        players = self.plan.players
        for block in self.blocks:
            types, rows, size, effects = block.cells.shape
            here = self.flows[: self.depth, :, block.start * players : block.stop * players]
            if not here.any():
                continue
            here = here.reshape(self.depth, players, types, rows, players)[..., :size]
            self._push(block, here.sum(0)[None], slice(block.moving), then[:1])
            if block.moving < effects:
                self._push(block, here, slice(block.moving, None), then[1:])
        then[:, :, self.end :] = 0
        self.flows = then

    def _push(self, block: ArrayBlock, here: Floats, places: slice, then: Floats) -> None:
        cells = block.cells[..., places].astype(np.intp)
        flat = cells.reshape(-1)
        types, rows, size, _ = cells.shape
        chances = self.chances[block.seatings][:, None, None, places]
        wins = cells > self.end
        had = self.plan.have[block.start : block.stop, :size].reshape(types, rows, size, 1)
        losses = self.losses[block.seatings][:, places]
        left = np.where(wins, np.maximum(0, had + losses), 0)
        for k, some in enumerate(here):
            for seat, flow in enumerate(some):
                amounts = flow[..., None] * chances
                np.add.at(then[k, seat], flat, amounts.reshape(-1))
                self.won[seat] += float(amounts[wins].sum())
                self.won_lives[seat] += float((amounts * left).sum())


# ------------------------------------------------------------------------------------ the lead


def lead_changes_of(plan: ArrayPlan, chances: Chances, *, rotated: bool) -> float:
    """Expected number of rounds after which somebody leads alone who was not the last to do so.

    The end counts: whoever wins alone leads. That very many idle rounds break a match off is left
    out of account here.
    """
    lead = _Lead(plan, chances)
    for layer in plan.layers:
        lead.work_out(layer)
    weights = start_weights(plan.players, rotated=rotated)
    return sum(
        weight * float(lead.nobody[start])
        for weight, start in zip(weights, plan.starts, strict=True)
    )


class _Lead:
    """Changes still to come, by state and by who was the last to lead alone: a position (by cell),
    somebody who is out, or nobody yet.
    """

    def __init__(self, plan: ArrayPlan, chances: Chances) -> None:
        self.plan = plan
        self.end = plan.states * plan.players
        self.chances = plan.chances_by_block(chances)
        self.by_cell: Floats = np.zeros(self.end + plan.players + 1)
        self.out: Floats = np.zeros(plan.states + 1)
        self.nobody: Floats = np.zeros(plan.states + 1)
        have = plan.have
        best = have.max(1, keepdims=True)
        alone = (have == best).sum(1) == 1
        sole = np.where(alone, np.arange(plan.states) * plan.players + have.argmax(1), -1)
        self.sole = np.append(sole, -1)
        """By state: the cell of whoever leads alone, −1 for none."""

    def work_out(self, layer: ArrayLayer) -> None:
        """Idle rounds keep a match within a layer, so it is gone over until nothing moves."""
        for _ in range(10_000):
            before = self.nobody[layer.start : layer.stop].copy()
            last = self.by_cell[layer.start * self.plan.players : layer.stop * self.plan.players]
            old = last.copy()
            for block in layer.blocks:
                self._block(block)
            moved = np.abs(self.nobody[layer.start : layer.stop] - before).max()
            if max(moved, np.abs(last - old).max()) < _SETTLED:
                break

    def _block(self, block: ArrayBlock) -> None:
        players = self.plan.players
        cells, nexts = block.cells, block.nexts
        chances = self.chances[block.seatings][:, :, None]
        over = nexts == self.plan.states
        sole = self.sole[nexts]
        won = over & (cells == self.end + 1).any(2)
        led = sole >= 0
        leader = np.where(won, self.end + 1, sole)
        later = np.where(led, self.by_cell[sole], 0.0)
        known = led | won
        nobody = np.where(known, later, self.nobody[nexts]) @ chances
        out = np.where(known, later + 1, self.out[nexts]) @ chances
        self.nobody[block.start : block.stop] = nobody.ravel()
        self.out[block.start : block.stop] = out.ravel()
        over, known = over[:, :, None], known[:, :, None]
        gone = (cells == self.end) & ~over
        stay = np.where(gone, self.out[nexts][:, :, None], self.by_cell[cells])
        stay = np.where(over, 0.0, stay)
        change = later[:, :, None] + (cells != leader[:, :, None])
        own = np.where(known, change, stay)
        types, rows, size, effects = own.shape
        now = self.by_cell[block.start * players : block.stop * players]
        now = now.reshape(types, rows, players)
        now[..., :size] = (own.reshape(types, rows * size, effects) @ chances).reshape(
            own.shape[:3]
        )
