"""All states of a match and what every effect leads to, as numpy arrays.

The same chain as :func:`thirtyone.sim.chains.plan.plan_of` finds, state for state up to their
numbers and states that never come, but made a whole table at a time: lives and points are digits
of a number, and the next number is a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from thirtyone.rules.model import AllOut, LastChance, NextDealer, TwoAtOne
from thirtyone.sim.chains.plan import Effects, Plan
from thirtyone.sim.chains.step import (
    ChainTooLargeError,
    LivesGame,
    PointsGame,
    rotations,
    seatings,
)
from thirtyone.sim.tally import Seating

MOST_CELLS: Final = 40_000_000
"""States × effects × players; 160 MB."""
_CHUNK: Final = 2_000_000

I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


class ArrayBlock(NamedTuple):
    """States of one layer with one seating; see :class:`thirtyone.sim.chains.plan.Block`."""

    seating: Seating
    start: int
    stop: int
    cells: I32
    """(rows, effects, positions)"""
    nexts: I32
    """(rows, effects)"""


class ArrayLayer(NamedTuple):
    """All states of one level."""

    start: int
    stop: int
    loops: bool
    blocks: list[ArrayBlock]


@dataclass(frozen=True, slots=True)
class ArrayPlan:
    """See :class:`thirtyone.sim.chains.plan.Plan`."""

    players: int
    states: int
    layers: tuple[ArrayLayer, ...]
    effects: Effects
    starts: tuple[int, ...]
    have: npt.NDArray[np.int16]
    """(states, players): lives, points or tokens; of positions that are not there −1000."""

    def ends(self) -> list[float]:
        """The values of the cells behind those of the states."""
        return [0.0, *(1 / winners for winners in range(1, self.players + 1))]


def plan_arrays(game: LivesGame | PointsGame, labels: Seating, effects: Effects) -> ArrayPlan:
    """The chain of a match; ChainTooLargeError where it does not fit."""
    if isinstance(game, LivesGame):
        return _LivesTable(game, labels, effects).plan()
    if game.deals == 0 and not game.tokens:
        from thirtyone.sim.chains.target import TargetTable

        return TargetTable(game, labels, effects).plan()
    from thirtyone.sim.chains.plan import plan_of

    return from_plan(plan_of(game, labels, effects))


def from_plan(plan: Plan) -> ArrayPlan:
    """The plan that was found state by state, in arrays."""
    layers = []
    for layer in plan.layers:
        blocks = [
            ArrayBlock(
                block.seating,
                block.start,
                block.stop,
                np.array(block.cells, np.int32),
                np.array(block.nexts, np.int32),
            )
            for block in layer.blocks
        ]
        layers.append(ArrayLayer(layer.start, layer.stop, layer.loops, blocks))
    have = np.full((plan.states, plan.players), _ABSENT, np.int16)
    for state, some in enumerate(plan.have):
        have[state, : len(some)] = some
    return ArrayPlan(plan.players, plan.states, tuple(layers), plan.effects, plan.starts, have)


_ABSENT: Final = -1000


def digits(radix: int, places: int) -> npt.NDArray[np.int16]:
    """(radix ** places, places): the digits of every number, the first one counting least."""
    codes = np.arange(radix**places)
    return np.stack([codes // radix**place % radix for place in range(places)], 1).astype(np.int16)


# ------------------------------------------------------------------------------------------- lives


class _Group(NamedTuple):
    """All normal states of so many players: rows sorted by the sum of their lives."""

    types: tuple[Seating, ...]
    decider: int
    """Number of the first deciding state; one for each type."""
    first: int
    """Number of the first normal state."""
    lives: npt.NDArray[np.int16]
    """(rows, players)"""
    bounds: tuple[int, ...]
    """Where the rows of each sum begin, and the end."""


class _LivesTable:
    def __init__(self, game: LivesGame, labels: Seating, effects: Effects) -> None:
        self.game, self.labels, self.effects = game, labels, effects
        self.players = len(labels)
        self.low = 0 if game.last_chance is not LastChance.NONE else 1
        self.radix = game.lives + 1 - self.low
        every = seatings(labels, smaller=True)
        sizes = range(2, self.players + 1)
        types = {size: tuple(s for s in every if len(s) == size) for size in sizes}
        work = sum(
            self.radix**size * len(effects[seating]) * size
            for size in sizes
            for seating in types[size]
        )
        if work > MOST_CELLS:
            raise ChainTooLargeError
        # By code of lives, group after group: number of the state for type 0, and how much
        # further each next type lies.
        self.base: I64 = np.zeros(sum(self.radix**size for size in sizes), np.int64)
        self.step: I64 = np.ones(len(self.base), np.int64)
        self.offset = np.zeros(self.players + 1, np.int64)
        self.decider = np.zeros(self.players + 1, np.int64)
        self.groups: dict[int, _Group] = {}
        number = offset = 0
        for size in sizes:
            group = self._group(size, types[size], number, offset)
            self.groups[size] = group
            number = group.first + len(group.lives) * len(group.types)
            self.offset[size], self.decider[size] = offset, group.decider
            offset += self.radix**size
        self.states = number
        kinds = len(set(labels))
        keys = [self._key(seating, kinds) for seating in every]
        self.keys = np.array(sorted(keys))
        place = {key: types[len(s)].index(s) for key, s in zip(keys, every, strict=True)}
        self.key_type = np.array([place[key] for key in sorted(keys)])

    @staticmethod
    def _key(seating: Seating, kinds: int) -> int:
        return len(seating) << 40 | sum(label * int(kinds**at) for at, label in enumerate(seating))

    def _group(self, size: int, types: tuple[Seating, ...], number: int, offset: int) -> _Group:
        lives = digits(self.radix, size) + np.int16(self.low)
        sums = lives.sum(1)
        order = np.argsort(sums, kind="stable")
        bounds = np.flatnonzero(np.diff(sums[order], prepend=-1, append=10**4))
        first = number + len(types)
        counts = np.diff(bounds)
        starts = np.repeat(bounds[:-1], counts)
        rows = np.arange(len(order))
        self.base[offset + order] = first + starts * len(types) + rows - starts
        self.step[offset + order] = np.repeat(counts, counts)
        return _Group(types, number, first, lives[order], tuple(bounds.tolist()))

    def plan(self) -> ArrayPlan:
        layers: list[ArrayLayer] = []
        have = np.full((self.states, self.players), _ABSENT, np.int16)
        for size, group in self.groups.items():
            ones = np.ones((1, size), np.int16)
            blocks = [
                ArrayBlock(
                    seating,
                    group.decider + at,
                    group.decider + at + 1,
                    *self._steps(ones, seating, decider=True),
                )
                for at, seating in enumerate(group.types)
            ]
            layers.append(ArrayLayer(group.decider, group.first, loops=True, blocks=blocks))
            have[group.decider : group.first, :size] = 1
            steps = [self._steps(group.lives, s, decider=False) for s in group.types]
            for low, high in pairwise(group.bounds):
                start = group.first + low * len(group.types)
                blocks = []
                for at, seating in enumerate(group.types):
                    begin = start + at * (high - low)
                    cells, nexts = steps[at]
                    blocks.append(
                        ArrayBlock(
                            seating, begin, begin + high - low, cells[low:high], nexts[low:high]
                        )
                    )
                    have[begin : begin + high - low, :size] = group.lives[low:high]
                stop = start + (high - low) * len(group.types)
                layers.append(ArrayLayer(start, stop, loops=False, blocks=blocks))
        whole = self.groups[self.players]
        full = whole.first + (len(whole.lives) - 1) * len(whole.types)
        starts = [full + whole.types.index(seating) for seating in rotations(self.labels)]
        return ArrayPlan(
            self.players, self.states, tuple(layers), self.effects, tuple(starts), have
        )

    def _steps(
        self, lives: npt.NDArray[np.int16], seating: Seating, *, decider: bool
    ) -> tuple[I32, I32]:
        """Cells and next states for all these states and all effects of the type."""
        amounts = np.array([effect.amounts for effect in self.effects[seating]], np.int16)
        rows = max(1, _CHUNK // amounts.size)
        drawn = np.array([effect.drawn for effect in self.effects[seating]])
        parts = [
            self._some_steps(lives[at : at + rows], -amounts, drawn, seating, decider=decider)
            for at in range(0, len(lives), rows)
        ]
        return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])

    def _some_steps(
        self,
        lives: npt.NDArray[np.int16],
        losses: npt.NDArray[np.int16],
        drawn: Bools,
        seating: Seating,
        *,
        decider: bool,
    ) -> tuple[I32, I32]:
        game, size = self.game, len(seating)
        had, loss = lives[:, None, :], losses[None, :, :]
        out: Bools = (loss > 0) & (loss >= had)
        if not decider and game.last_chance is not LastChance.NONE:
            last = had == 0
            if game.two_at_one is TwoAtOne.OUT:
                last = last | (loss > had)
            out = out & last
            if game.last_chance is LastChance.ONE_MORE_DEAL:
                over = out | ((had == 0) & ~drawn[:, None])
                out = np.where(over.all(2, keepdims=True), out, over)
        all_out = out.all(2)
        shared = game.all_out is AllOut.SHARED
        alive = ~out
        alive[all_out] = True
        left = np.maximum(had - loss, 0)
        count = alive.sum(2)
        # Turn the table until the new dealer is last.
        dealer = alive.argmax(2)
        if game.dealer is NextDealer.SOLE_LOSER:
            lost = losses > 0
            sole = np.where(lost.sum(1) == 1, lost.argmax(1), 0)
            stays = np.take_along_axis(
                alive, np.broadcast_to(sole[None, :, None], (*alive.shape[:2], 1)), 2
            )[:, :, 0]
            dealer = np.where(stays & (lost.sum(1) == 1), sole, dealer)
        upto = np.cumsum(alive, axis=2)
        before = np.take_along_axis(upto, dealer[:, :, None], 2)
        where = (upto - alive - before) % count[:, :, None]
        weight = self.radix**where
        code = (np.where(alive, left - self.low, 0) * weight).sum(2)
        kinds = len(set(self.labels))
        if kinds == 1:
            type_ = np.zeros(code.shape, np.int64)
        else:
            key = count.astype(np.int64) << 40
            key += (np.where(alive, np.array(seating), 0) * kinds**where).sum(2)
            type_ = self.key_type[np.minimum(np.searchsorted(self.keys, key), len(self.keys) - 1)]
        over = (count == 1) | (all_out & shared)
        place = self.offset[count] + np.where(over | all_out, 0, code)
        nexts = self.base[place] + type_ * self.step[place]
        to_decider = all_out | decider
        nexts = np.where(to_decider, self.decider[count] + type_, nexts)
        nexts = np.where(over, self.states, nexts)
        end = self.states * self.players
        cells = nexts[:, :, None] * self.players + where
        cells = np.where(over[:, :, None], end + np.where(all_out, size, 1)[:, :, None], cells)
        cells = np.where(alive, cells, end)
        return cells.astype(np.int32), nexts.astype(np.int32)


def moving_and_idle(plan: ArrayPlan, seating: Seating) -> tuple[list[int], list[int]]:
    """Places of the effects that change something, and of the idle ones."""
    some = plan.effects[seating]
    return (
        [at for at, effect in enumerate(some) if not effect.idle],
        [at for at, effect in enumerate(some) if effect.idle],
    )
