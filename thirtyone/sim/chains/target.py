"""Matches to a number of points as numpy arrays; see :mod:`thirtyone.sim.chains.arrays`."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from thirtyone.sim.chains.arrays import (
    I32,
    I64,
    MOST_CELLS,
    ArrayBlock,
    ArrayLayer,
    ArrayPlan,
    digits,
    moving_effects,
)
from thirtyone.sim.chains.plan import Effects
from thirtyone.sim.chains.step import ChainTooLargeError, PointsGame, rotations
from thirtyone.sim.tally import Seating


class TargetTable:
    """Points to a target, nothing else."""

    def __init__(self, game: PointsGame, labels: Seating, effects: Effects) -> None:
        self.game, self.effects = game, effects
        self.players = len(labels)
        self.types = tuple(dict.fromkeys(rotations(labels)))
        self.most = game.target + 1
        """Nobody is counted as further behind in overtime."""
        most = max(len(some) for some in effects.values())
        if (self.most + 1) ** self.players * self.players > MOST_CELLS:
            raise ChainTooLargeError
        behind = digits(self.most + 1, self.players)
        self.late = np.flatnonzero((behind == 0).sum(1) > 1)
        """Codes of how far each is behind where at least two lead together."""
        if game.shared:
            self.late = self.late[:0]
        self.behind = behind[self.late]
        points = digits(game.target, self.players)
        self.order = np.argsort(-points.sum(1), kind="stable")
        self.points = points[self.order]
        rows = len(self.late) + len(self.points)
        self.states = rows * len(self.types)
        if self.states * most * self.players > MOST_CELLS:
            raise ChainTooLargeError
        sums = self.points.sum(1)
        bounds = np.flatnonzero(np.diff(sums, prepend=-1, append=10**4))
        self.bounds = tuple(bounds.tolist())
        first = len(self.late) * len(self.types)
        counts = np.diff(bounds)
        starts = np.repeat(bounds[:-1], counts)
        self.base: I64 = np.zeros(len(points), np.int64)
        self.step: I64 = np.zeros(len(points), np.int64)
        self.base[self.order] = first + starts * len(self.types) + np.arange(len(points)) - starts
        self.step[self.order] = np.repeat(counts, counts)

    def plan(self) -> ArrayPlan:
        layers: list[ArrayLayer] = []
        have = np.zeros((self.states, self.players), np.int16)
        late, types = len(self.late), len(self.types)
        moving = moving_effects(self.effects[self.types[0]])
        if late:
            steps = self._all_steps(-self.behind, late=True)
            blocks = [ArrayBlock(self.types, 0, late * types, moving, *steps)]
            have[: late * types] = np.tile(-self.behind, (types, 1))
            layers.append(ArrayLayer(0, late * types, loops=True, blocks=blocks))
        cells, nexts = self._all_steps(self.points, late=False)
        for low, high in pairwise(self.bounds):
            start, stop = (late + low) * types, (late + high) * types
            some = cells[:, low:high], nexts[:, low:high]
            blocks = [ArrayBlock(self.types, start, stop, moving, *some)]
            have[start:stop] = np.tile(self.points[low:high], (types, 1))
            layers.append(ArrayLayer(start, stop, loops=False, blocks=blocks))
        turns = range(self.players)
        starts = tuple(self.states - types + turn % types for turn in turns)
        return ArrayPlan(self.players, self.states, tuple(layers), self.effects, starts, have)

    def _all_steps(self, have: npt.NDArray[np.int16], *, late: bool) -> tuple[I32, I32]:
        """For every type: cells and next states for all these standings and all effects."""
        steps = [self._steps(have, at, late=late) for at in range(len(self.types))]
        return (
            np.stack([cells.swapaxes(1, 2) for cells, _ in steps]),
            np.stack([nexts for _, nexts in steps]),
        )

    def _steps(self, have: npt.NDArray[np.int16], type_: int, *, late: bool) -> tuple[I32, I32]:
        some = self.effects[self.types[type_]]
        amounts = np.array([effect.amounts for effect in some], np.int16)
        then = have[:, None, :] + amounts
        best = then.max(2)
        level = then == best[:, :, None]
        count = level.sum(2)
        decided = late | (best >= self.game.target)
        over = decided & ((count == 1) | self.game.shared)
        following = (type_ + 1) % len(self.types)
        turn = np.arange(1, self.players + 1) % self.players
        radix = self.game.target ** np.arange(self.players)
        code = (np.where(decided[:, :, None], 0, then)[:, :, turn] * radix).sum(2)
        nexts = self.base[code] + following * self.step[code]
        if len(self.late):
            behind = np.minimum(best[:, :, None] - then, self.most)[:, :, turn]
            codes = (behind.astype(np.int64) * (self.most + 1) ** np.arange(self.players)).sum(2)
            place = np.minimum(np.searchsorted(self.late, codes), len(self.late) - 1)
            nexts = np.where(decided, following * len(self.late) + place, nexts)
        nexts = np.where(over, self.states, nexts)
        end = self.states * self.players
        where = (np.arange(self.players) - 1) % self.players
        cells = np.where(
            over[:, :, None],
            end + np.where(level, count[:, :, None], 0),
            nexts[:, :, None] * self.players + where,
        )
        return cells.astype(np.int32), nexts.astype(np.int32)
