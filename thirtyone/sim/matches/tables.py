"""Where many matches stand, and what a round does to them; see :mod:`thirtyone.sim.matches.lanes`.

Everything has a row a lane. ``order`` holds who is in, by position, the dealer (the bank) last.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from thirtyone.play.match import plays_for_tokens
from thirtyone.play.settle import is_drawn
from thirtyone.rules.model import (
    AllOut,
    BankChanges,
    BankForm,
    Direction,
    LastChance,
    NextDealer,
    Ruleset,
    SeveralAtTarget,
    TwoAtOne,
)
from thirtyone.sim.finals import ENDS
from thirtyone.sim.settling_lanes import Outcomes

Bools = npt.NDArray[np.bool_]
I64 = npt.NDArray[np.int64]
Lanes = npt.NDArray[np.intp]

_NOBODY = -(1 << 40)


class _Lanes:
    """What all forms have."""

    def __init__(self, ruleset: Ruleset, players: int, lanes: int) -> None:
        self.ruleset, self.players = ruleset, players
        self.order: npt.NDArray[np.int8] = np.zeros((lanes, players), np.int8)
        self.count: I64 = np.zeros(lanes, np.int64)
        self.have: I64 = np.zeros((lanes, players), np.int64)
        """By seat."""
        self.into: Bools = np.zeros((lanes, players), np.bool_)
        """By seat: still in?"""

    def begin(self, lanes: Lanes, first: I64) -> None:
        """Matches before their first round, with these seats first in turn."""
        self.order[lanes] = (first[:, None] + np.arange(self.players)) % self.players
        self.count[lanes] = self.players
        self.have[lanes] = 0
        self.into[lanes] = True

    def standing(self, lanes: Lanes) -> I64:
        """By seat; far below everybody for those who are out."""
        return np.where(self.into[lanes], self.have[lanes], _NOBODY)

    def alone(self, lanes: Lanes) -> I64:
        """The seat that has more than anybody else; −1 for none."""
        standing = self.standing(lanes)
        most = standing.max(1)
        alone = (standing == most[:, None]).sum(1) == 1
        return np.where(alone, standing.argmax(1), -1)

    def winners(self, lanes: Lanes) -> Bools:
        """Of matches that are over: who has won, by seat."""
        standing = self.standing(lanes)
        best: Bools = standing == standing.max(1)[:, None]
        return best

    def _turn(self, lanes: Lanes, order: npt.NDArray[np.int8], stay: Bools, dealer: I64) -> None:
        """The order of those who stay, turned until the position ``dealer`` is last."""
        size = order.shape[1]
        away = (np.arange(size) - dealer[:, None] - 1) % size
        away = np.where(stay, away, size)
        turned = np.argsort(away, axis=1, kind="stable")
        self.order[lanes, :size] = np.take_along_axis(order, turned, 1)
        self.count[lanes] = stay.sum(1)


class LivesLanes(_Lanes):
    """Until one is left; ``have`` are the lives."""

    def __init__(self, ruleset: Ruleset, players: int, lanes: int) -> None:
        super().__init__(ruleset, players, lanes)
        form = ruleset.form
        assert not isinstance(form, BankForm)
        self.rules = form.lives
        self.drawn = np.array([is_drawn(form, end) for end in ENDS])
        self.decider: Bools = np.zeros(lanes, np.bool_)

    def begin(self, lanes: Lanes, first: I64) -> None:
        """All have all lives."""
        super().begin(lanes, first)
        self.have[lanes] = self.rules.start
        self.decider[lanes] = False

    def book(self, lanes: Lanes, outcomes: Outcomes) -> Bools:
        """Lives lost, players out, the next dealer; which matches are over?"""
        rules, match = self.rules, self.ruleset.match
        size = len(outcomes.amounts)
        order = self.order[lanes, :size]
        had = np.take_along_axis(self.have[lanes], order.astype(np.int64), 1)
        loss = -outcomes.amounts.T.astype(np.int64)
        out = (loss > 0) & (loss >= had)
        if rules.last_chance is not LastChance.NONE:
            last = had == 0
            if rules.two_at_one is TwoAtOne.OUT:
                last = last | (loss > had)
            decider = self.decider[lanes][:, None]
            out = out & (last | decider)
            if rules.last_chance is LastChance.ONE_MORE_DEAL:
                drawn = self.drawn[outcomes.end][:, None]
                more = out | ((had == 0) & ~decider & ~drawn)
                out = np.where(more.all(1, keepdims=True), out, more)
        left = np.maximum(had - loss, 0)
        all_out = out.all(1)
        shared = np.logical_and(all_out, match.all_out is AllOut.SHARED)
        stay = ~out
        stay[all_out] = True
        left[all_out] = np.where(shared[all_out], 0, 1)[:, None]
        self.decider[lanes] |= all_out
        dealer = stay.argmax(1)
        if match.dealer is NextDealer.SOLE_LOSER:
            lost = loss > 0
            sole = lost.argmax(1)
            keeps = (lost.sum(1) == 1) & np.take_along_axis(stay, sole[:, None], 1)[:, 0]
            dealer = np.where(keeps, sole, dealer)
        rows = lanes[:, None]
        self.have[rows, order] = left
        self.into[rows, order] = stay
        self._turn(lanes, order, stay, dealer)
        over: Bools = (self.count[lanes] == 1) | shared
        return over


class PointsLanes(_Lanes):
    """Points to a target or for a number of deals, or tokens out of a pot."""

    def __init__(self, ruleset: Ruleset, players: int, lanes: int) -> None:
        super().__init__(ruleset, players, lanes)
        form = ruleset.form
        assert not isinstance(form, BankForm)
        self.drawn = np.array([is_drawn(form, end) for end in ENDS])
        self.tokens = plays_for_tokens(ruleset)
        self.pot: I64 = np.zeros(lanes, np.int64)
        self.played: I64 = np.zeros(lanes, np.int64)

    def begin(self, lanes: Lanes, first: I64) -> None:
        """Nobody has anything."""
        super().begin(lanes, first)
        self.pot[lanes] = self.played[lanes] = 0

    def book(self, lanes: Lanes, outcomes: Outcomes) -> Bools:
        """Points or tokens booked; which matches are over?"""
        order = self.order[lanes]
        amounts = outcomes.amounts.T.astype(np.int64)
        if self.tokens:
            amounts = self._from_pot(lanes, amounts)
        self.have[lanes[:, None], order] += amounts
        self.played[lanes] += ~self.drawn[outcomes.end]
        self.order[lanes] = np.roll(order, -1, axis=1)
        return is_won(self.ruleset, self.standing(lanes), self.played[lanes])

    def _from_pot(self, lanes: Lanes, amounts: I64) -> I64:
        ante = self.ruleset.stakes.ante
        pot = self.pot[lanes] + ante * amounts.shape[1]
        top = amounts > -ante
        count = top.sum(1)
        share = np.where(count > 0, pot // np.maximum(count, 1), 0)
        self.pot[lanes] = pot - share * count
        paid: I64 = top * share[:, None] - ante
        return paid


def is_won(ruleset: Ruleset, standing: I64, played: I64) -> Bools:
    """Which matches have somebody with enough, or enough deals, and leaders who do not play on."""
    match = ruleset.match
    most = standing.max(1)
    ready = np.zeros(len(most), np.bool_)
    if match.target:
        ready |= most >= match.target
    if match.deals:
        ready |= played >= match.deals
    if match.several_at_target is not SeveralAtTarget.SHARED:
        ready &= (standing == most[:, None]).sum(1) == 1
    return ready


class BankLanes(_Lanes):
    """Purses, and a bank that moves; ``have`` are the tokens."""

    def __init__(self, ruleset: Ruleset, players: int, lanes: int) -> None:
        super().__init__(ruleset, players, lanes)
        form = ruleset.form
        assert isinstance(form, BankForm)
        self.rules = form.bank
        self.step = -1 if form.bank.direction is Direction.ANTICLOCKWISE else 1
        self.before: I64 = np.zeros((lanes, players), np.int64)
        self.played: I64 = np.zeros(lanes, np.int64)

    def begin(self, lanes: Lanes, first: I64) -> None:
        """Everybody's tokens, and the bank's many times them."""
        super().begin(lanes, first)
        bank = (first - 1) % self.players
        self.have[lanes] = self.rules.tokens
        self.have[lanes, bank] *= self.rules.bank_times
        self.before[lanes] = self.have[lanes]
        self.played[lanes] = 0
        self._around(lanes, bank)

    def _around(self, lanes: Lanes, bank: I64) -> None:
        """Those who are in, in the order of play, the bank last."""
        places = np.arange(1, self.players + 1) * self.step
        order = (bank[:, None] + places) % self.players
        stay = np.take_along_axis(self.into[lanes], order, 1)
        away = np.where(stay, np.arange(self.players), self.players)
        turned = np.argsort(away, axis=1, kind="stable")
        self.order[lanes] = np.take_along_axis(order, turned, 1)
        self.count[lanes] = stay.sum(1)

    def able(self, lanes: Lanes, count: int) -> Bools:
        """(count, lanes): who can pay the lowest stake."""
        purses = np.take_along_axis(self.have[lanes], self.order[lanes, :count].astype(np.int64), 1)
        able: Bools = np.ascontiguousarray((purses >= self.rules.stake_low).T)
        return able

    def standing(self, lanes: Lanes) -> I64:
        """Tokens won; far below everybody for those who are out."""
        return np.where(self.into[lanes], self.have[lanes] - self.before[lanes], _NOBODY)

    def book(self, lanes: Lanes, outcomes: Outcomes, bust: Bools) -> Bools:
        """First the losers pay, then the bank pays in order while it can; who holds it next."""
        size = len(outcomes.amounts)
        order = self.order[lanes, :size].astype(np.int64)
        bank = order[:, -1]
        purses = np.take_along_axis(self.have[lanes], order, 1)
        due = outcomes.amounts[:-1].T.astype(np.int64)
        lost = np.where(due < 0, np.minimum(-due, purses[:, :-1]), 0)
        purses[:, :-1] -= lost
        purses[:, -1] += lost.sum(1)
        for position in range(size - 1):
            won = np.minimum(np.maximum(due[:, position], 0), purses[:, -1])
            purses[:, position] += won
            purses[:, -1] -= won
        rows = lanes[:, None]
        self.have[rows, order] = purses
        self.into[rows, order] = purses > 0
        self.played[lanes] += 1
        over: Bools = (purses > 0).sum(1) == 1
        over = over | is_won(self.ruleset, self.standing(lanes), self.played[lanes])
        self._around(lanes, self._next_bank(purses, order, bank, bust))
        return over

    def _next_bank(self, purses: I64, order: I64, bank: I64, bust: Bools) -> I64:
        others = purses[:, :-1]
        if self.rules.changes is BankChanges.OFFER_TO_RICHEST:
            richest = others.argmax(1)
            more = others.max(1) > purses[:, -1]
            return np.where(more, np.take_along_axis(order, richest[:, None], 1)[:, 0], bank)
        following = (others > 0).argmax(1)
        after = np.take_along_axis(order, following[:, None], 1)[:, 0]
        return np.where(bust | (purses[:, -1] == 0), after, bank)
