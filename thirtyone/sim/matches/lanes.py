"""Many matches played out at once, row for row those of :mod:`thirtyone.sim.matches.played`.

Every match is a lane. In each step all lanes with the same number of players still in play their
next round together; a lane that is done makes room for the next match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from thirtyone.play.match import IDLE_ROUNDS, MOST_ROUNDS, has_lives
from thirtyone.policies import Policy
from thirtyone.rules.model import BankForm, Ruleset
from thirtyone.sim.lockstep import LANES, play_many
from thirtyone.sim.matches.counts import FIGURES, PLACES, ROUNDS_APART, WHOLE_WIN
from thirtyone.sim.matches.tables import BankLanes, LivesLanes, PointsLanes
from thirtyone.sim.settling import play_key
from thirtyone.sim.settling_lanes import Outcomes, outcomes_of

I64 = npt.NDArray[np.int64]
Lanes = npt.NDArray[np.intp]

_END: Final = PLACES["end:knock"]


def match_rows(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    seed: int,
    matches: range,
    *,
    rotated: bool = False,
) -> I64:
    """(matches, figures): the row of each match; policies by seat.

    Seat 0 acts first in the first round, or with ``rotated`` seat m mod players in match m.
    """
    return _Play(ruleset, policies, seed, matches, rotated=rotated).run()


class _Play:
    def __init__(
        self,
        ruleset: Ruleset,
        policies: Sequence[Policy],
        seed: int,
        matches: range,
        *,
        rotated: bool,
    ) -> None:
        self.ruleset, self.policies, self.seed = ruleset, list(policies), seed
        self.key = play_key(ruleset)
        self.players = players = len(policies)
        self.matches, self.rotated = matches, rotated
        self.rows: I64 = np.zeros((len(matches), len(FIGURES) + 3 * players), np.int64)
        lanes = min(LANES, len(matches))
        self.table = self._table(lanes)
        self.match: I64 = np.zeros(lanes, np.int64)
        """Which of the matches plays in a lane, counted from 0; its row."""
        self.rounds: I64 = np.zeros(lanes, np.int64)
        self.idle: I64 = np.zeros(lanes, np.int64)
        self.leader: I64 = np.full(lanes, -1)
        self.busy = np.zeros(lanes, np.bool_)
        self.waiting = 0

    def _table(self, lanes: int) -> LivesLanes | PointsLanes | BankLanes:
        if isinstance(self.ruleset.form, BankForm):
            return BankLanes(self.ruleset, self.players, lanes)
        if has_lives(self.ruleset):
            return LivesLanes(self.ruleset, self.players, lanes)
        return PointsLanes(self.ruleset, self.players, lanes)

    def run(self) -> I64:
        self._seat_next(np.arange(len(self.busy)))
        while self.busy.any():
            lanes = np.flatnonzero(self.busy)
            counts = self.table.count[lanes]
            for count in np.unique(counts).tolist():
                self._round(lanes[counts == count], count)
        return self.rows

    def _seat_next(self, lanes: Lanes) -> None:
        """New matches in these lanes, as long as there are any."""
        lanes = lanes[: len(self.matches) - self.waiting]
        self.busy[lanes] = True
        self.match[lanes] = np.arange(self.waiting, self.waiting + len(lanes))
        self.waiting += len(lanes)
        self.rounds[lanes] = self.idle[lanes] = 0
        self.leader[lanes] = -1
        first = np.zeros(len(lanes), np.int64)
        if self.rotated:
            first = (self.match[lanes] * self.matches.step + self.matches.start) % self.players
        self.table.begin(lanes, first)

    def _round(self, lanes: Lanes, count: int) -> None:
        """The next round of lanes that have so many players."""
        table = self.table
        order = table.order[lanes, :count]
        numbers = self.match[lanes] * self.matches.step + self.matches.start
        games = (numbers * ROUNDS_APART + self.rounds[lanes]).astype(np.uint64)
        able = table.able(lanes, count) if isinstance(table, BankLanes) else None
        seats = np.ascontiguousarray(order.T.astype(np.uint8))
        rounds = play_many(self.key, self.policies, self.seed, games, seats, able)
        outcomes = outcomes_of(self.ruleset, rounds)
        self._note(lanes, order, outcomes)
        if isinstance(table, BankLanes):
            over = table.book(lanes, outcomes, rounds.hands[-1] == 0)
        else:
            over = table.book(lanes, outcomes)
        self.rounds[lanes] += 1
        self.idle[lanes] = np.where(outcomes.idle, self.idle[lanes] + 1, 0)
        leading = table.alone(lanes)
        new = (leading >= 0) & (leading != self.leader[lanes])
        self.rows[self.match[lanes], PLACES["leads"]] += new & (self.leader[lanes] >= 0)
        self.leader[lanes[new]] = leading[new]
        broken = (self.idle[lanes] >= IDLE_ROUNDS) | (self.rounds[lanes] >= MOST_ROUNDS)
        done = over | broken
        if done.any():
            self._finish(lanes[done], over[done])

    def _note(self, lanes: Lanes, order: npt.NDArray[np.int8], outcomes: Outcomes) -> None:
        rows = self.match[lanes]
        for figure in ("turns", "knocks", "failed", "shown", "idle"):
            name = {"knocks": "knocked"}.get(figure, figure)
            self.rows[rows, PLACES[figure]] += getattr(outcomes, name)
        self.rows[rows, _END + outcomes.end.astype(np.int64)] += 1
        place = len(FIGURES) + 3 * order.astype(np.int64)
        self.rows[rows[:, None], place] += outcomes.amounts.T
        self.rows[rows[:, None], place + 1] += 1

    def _finish(self, lanes: Lanes, won: npt.NDArray[np.bool_]) -> None:
        rows = self.match[lanes]
        winners = self.table.winners(lanes) & won[:, None]
        count = winners.sum(1)
        self.rows[rows, PLACES["matches"]] = 1
        self.rows[rows, PLACES["rounds"]] = self.rounds[lanes]
        self.rows[rows, PLACES["unwon"]] = count == 0
        share = WHOLE_WIN // np.maximum(count, 1)
        first = len(FIGURES) + 2
        self.rows[rows[:, None], np.arange(first, self.rows.shape[1], 3)] = winners * share[:, None]
        self.busy[lanes] = False
        self._seat_next(lanes)
