"""All states of a match and what every effect leads to, as numpy arrays.

The same chain as :func:`thirtyone.sim.chains.plan.plan_of` finds, state for state up to their
numbers and states that never come, but made a whole table at a time: lives and points are digits
of a number, and the next number is a sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from thirtyone.rules.model import AllOut, LastChance, NextDealer, TwoAtOne
from thirtyone.sim.chains.plan import Effects, Plan
from thirtyone.sim.chains.solving import Chances
from thirtyone.sim.chains.step import (
    ChainTooLargeError,
    Effect,
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
    """States of one layer whose seatings have one size: first all with the first seating, then as
    many with the next; see :class:`thirtyone.sim.chains.plan.Block`. All seatings of a size have
    the same effects, so one call of numpy does for all.
    """

    seatings: tuple[Seating, ...]
    start: int
    stop: int
    moving: int
    """So many effects change something; the idle ones come after them."""
    cells: I32
    """(seatings, rows, positions, effects)"""
    nexts: I32
    """(seatings, rows, effects)"""

    @property
    def size(self) -> int:
        """Players in each of the rounds."""
        return len(self.seatings[0])


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

    def chances_by_block(
        self, chances: Chances
    ) -> dict[tuple[Seating, ...], npt.NDArray[np.float64]]:
        """For the seatings of a block: (seatings, effects), the probabilities."""
        every = dict.fromkeys(block.seatings for layer in self.layers for block in layer.blocks)
        return {seatings: np.array([chances[s] for s in seatings]) for seatings in every}


def plan_arrays(game: LivesGame | PointsGame, labels: Seating, effects: Effects) -> ArrayPlan:
    """The chain of a match; ChainTooLargeError where it does not fit."""
    effects = _alike(effects)
    if isinstance(game, LivesGame):
        return _LivesTable(game, labels, effects).plan()
    if game.deals == 0 and not game.tokens:
        from thirtyone.sim.chains.target import TargetTable

        return TargetTable(game, labels, effects).plan()
    from thirtyone.sim.chains.plan import plan_of

    return from_plan(plan_of(game, labels, effects))


def _alike(effects: Effects) -> Effects:
    """All effects of a size for every seating of that size, the idle ones last."""
    by_size: dict[int, set[Effect]] = {}
    for seating, some in effects.items():
        by_size.setdefault(len(seating), set()).update(some)
    in_order = {
        size: tuple(sorted(some, key=lambda effect: (effect.idle, effect)))
        for size, some in by_size.items()
    }
    return {seating: in_order[len(seating)] for seating in effects}


def moving_effects(effects: Sequence[Effect]) -> int:
    """How many change something."""
    return sum(not effect.idle for effect in effects)


def from_plan(plan: Plan) -> ArrayPlan:
    """The plan that was found state by state, in arrays."""
    layers = []
    for layer in plan.layers:
        blocks = [
            ArrayBlock(
                (block.seating,),
                block.start,
                block.stop,
                moving_effects(plan.effects[block.seating]),
                np.array([block.cells], np.int32).swapaxes(2, 3),
                np.array([block.nexts], np.int32),
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
            blocks = self._blocks(group, self._steps(ones, group, decider=True), group.decider)
            layers.append(ArrayLayer(group.decider, group.first, loops=True, blocks=blocks))
            have[group.decider : group.first, :size] = 1
            steps = self._steps(group.lives, group, decider=False)
            for low, high in pairwise(group.bounds):
                start = group.first + low * len(group.types)
                stop = group.first + high * len(group.types)
                some = [(cells[:, low:high], nexts[:, low:high]) for cells, nexts in steps]
                blocks = self._blocks(group, some, start)
                layers.append(ArrayLayer(start, stop, loops=False, blocks=blocks))
                have[start:stop, :size] = np.tile(group.lives[low:high], (len(group.types), 1))
        whole = self.groups[self.players]
        full = whole.first + (len(whole.lives) - 1) * len(whole.types)
        starts = [full + whole.types.index(seating) for seating in rotations(self.labels)]
        return ArrayPlan(
            self.players, self.states, tuple(layers), self.effects, tuple(starts), have
        )

    def _blocks(
        self, group: _Group, steps: Sequence[tuple[I32, I32]], start: int
    ) -> list[ArrayBlock]:
        """The states of a layer; many types together as long as the arrays stay small."""
        blocks, moving, at = [], moving_effects(self.effects[group.types[0]]), 0
        for cells, nexts in steps:
            types, rows = nexts.shape[:2]
            stop = start + types * rows
            seatings = group.types[at : at + types]
            blocks.append(ArrayBlock(seatings, start, stop, moving, cells, nexts))
            start, at = stop, at + types
        return blocks

    def _steps(
        self, lives: npt.NDArray[np.int16], group: _Group, *, decider: bool
    ) -> list[tuple[I32, I32]]:
        """Cells and next states for all these states and all effects; so many types at once."""
        effects = self.effects[group.types[0]]
        amounts = np.array([effect.amounts for effect in effects], np.int16)
        drawn = np.array([effect.drawn for effect in effects])
        # As large as for all normal states, so that every layer of the group is cut alike.
        together = max(1, _CHUNK // (amounts.size * len(group.lives)))
        rows = max(1, _CHUNK // amounts.size)
        found = []
        for at in range(0, len(group.types), together):
            some = group.types[at : at + together]
            parts = [
                self._some_steps(
                    lives[first : first + rows], -amounts, drawn, some, decider=decider
                )
                for first in range(0, len(lives), rows)
            ]
            found.append(
                (np.concatenate([p[0] for p in parts], 1), np.concatenate([p[1] for p in parts], 1))
            )
        return found

    def _some_steps(
        self,
        lives: npt.NDArray[np.int16],
        losses: npt.NDArray[np.int16],
        drawn: Bools,
        seatings: Sequence[Seating],
        *,
        decider: bool,
    ) -> tuple[I32, I32]:
        game, size = self.game, len(seatings[0])
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
        over = (count == 1) | (all_out & shared)
        place = self.offset[count] + np.where(over | all_out, 0, code)
        base, step = self.base[place], self.step[place]
        to_decider = all_out | decider
        end = self.states * self.players
        ends = end + np.where(all_out, size, 1)
        found_cells, found_nexts = [], []
        for seating in seatings:
            type_ = self._type_of(seating, count, alive, where)
            nexts = np.where(to_decider, self.decider[count] + type_, base + type_ * step)
            nexts = np.where(over, self.states, nexts).astype(np.int32)
            cells = nexts[:, :, None] * self.players + where
            cells = np.where(over[:, :, None], ends[:, :, None], cells)
            cells = np.where(alive, cells, end).astype(np.int32)
            found_cells.append(cells.swapaxes(1, 2))
            found_nexts.append(nexts)
        return np.stack(found_cells), np.stack(found_nexts)

    def _type_of(self, seating: Seating, count: I64, alive: Bools, where: I64) -> I64:
        """By state and effect: the type of the next round, by its place among those of its size."""
        kinds = len(set(self.labels))
        if kinds == 1:
            return np.zeros(count.shape, np.int64)
        key = count.astype(np.int64) << 40
        key += (np.where(alive, np.array(seating), 0) * kinds**where).sum(2)
        return self.key_type[np.minimum(np.searchsorted(self.keys, key), len(self.keys) - 1)]
