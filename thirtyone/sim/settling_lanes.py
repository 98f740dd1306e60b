"""The settlement of many rounds at once, equal to :mod:`.settling` lane for lane."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from thirtyone.play.settle import is_drawn
from thirtyone.play.settlement import Unit
from thirtyone.rules.model import (
    BankForm,
    BankTie,
    DrawForm,
    ExchangeForm,
    Goal,
    HandTies,
    Payers,
    Pot,
    Ruleset,
    Several,
    TieForHighest,
)
from thirtyone.sim.finals import ENDS
from thirtyone.sim.hand_arrays import hand_arrays
from thirtyone.sim.hand_tables import CODE_ENDS, THREE_ACES
from thirtyone.sim.lockstep import Rounds
from thirtyone.sim.settling import BUS, INSTANT, Outcome, tied_losses, unit_of

Ints = npt.NDArray[np.int16]
Bools = npt.NDArray[np.bool_]
Ranks = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]


class Outcomes(NamedTuple):
    """N outcomes of n positions; see :class:`thirtyone.sim.settling.Outcome`."""

    amounts: npt.NDArray[np.int8] | Ints
    """(n, N)"""
    end: npt.NDArray[np.uint8]
    failed: Bools
    shown: Bools
    turns: npt.NDArray[np.uint16]
    knocked: Bools
    idle: Bools

    def one(self, lane: int) -> Outcome:
        """The outcome of one lane."""
        return Outcome(
            tuple(int(amount) for amount in self.amounts[:, lane]),
            int(self.end[lane]),
            bool(self.failed[lane]),
            bool(self.shown[lane]),
            int(self.turns[lane]),
            bool(self.knocked[lane]),
            bool(self.idle[lane]),
        )


def outcomes_of(ruleset: Ruleset, rounds: Rounds) -> Outcomes:
    """What finished rounds cost and bring everybody."""
    form = ruleset.form
    if isinstance(form, BankForm):
        return _bank_outcomes(form, rounds)
    key, ends = _strengths(ruleset, rounds.hands)
    players = len(key)
    knocker = rounds.knocker
    knocked = knocker >= 0
    drawn = _drawn(form)[rounds.end]
    own = np.arange(players, dtype=np.int8)[:, None] == knocker
    shown = ends.any(axis=0) & ~drawn
    goal = form.settlement.goal
    if goal is Goal.LOWEST_LOSES:
        amounts = _lowest_pays(ruleset, form, key, own, ends, rounds)
    elif goal is Goal.BUS_POINTS:
        amounts = _bus_points(key, own, ends)
    else:
        amounts = _highest_wins(ruleset, form, key)
    amounts *= ~drawn
    pot = _pot_shares(ruleset, form, key, drawn)
    idle: Bools = np.logical_not(amounts.any(axis=0))
    if pot is not None:
        idle &= pot == 0
    unit = unit_of(ruleset)
    if unit is Unit.TOKEN:
        best = key == key.max(axis=0)
        taken = pot * best if pot is not None else np.zeros_like(amounts)
        amounts = (taken - ruleset.stakes.ante).astype(np.int16)
    mine = (amounts * own).sum(axis=0, dtype=amounts.dtype)
    vain = mine < 0 if unit in {Unit.LIFE, Unit.MARK} else mine <= 0
    failed = vain & knocked & ~drawn
    return Outcomes(amounts, rounds.end, failed, shown, rounds.turns, knocked, idle)


def _strengths(ruleset: Ruleset, hands: npt.NDArray[Any]) -> tuple[Ranks, Bools]:
    """What sorts the hands with the ruleset's tie-break, and whether they can end a round."""
    arrays = hand_arrays(ruleset)
    code = arrays.codes.take(hands)
    ends = code >= CODE_ENDS
    if arrays.key.scoring.ties is HandTies.NONE:
        return code & np.uint8(CODE_ENDS - 1), ends
    return arrays.ranks.take(hands), ends


def _drawn(form: DrawForm | ExchangeForm) -> Bools:
    return np.array([is_drawn(form, end) for end in ENDS])


def _lowest_pays(
    ruleset: Ruleset,
    form: DrawForm | ExchangeForm,
    key: Ranks,
    own: Bools,
    ends: Bools,
    rounds: Rounds,
) -> npt.NDArray[np.int8]:
    rules = form.settlement
    low = key == key.min(axis=0)
    several = low.sum(axis=0, dtype=np.uint8) > 1
    caught = (low & own).any(axis=0)
    own_tied, others_tied = tied_losses(rules)
    lone = max(int(rules.lone_low_knocker), rules.lowest)
    others = np.int8(-rules.lowest) + np.int8(rules.lowest - others_tied) * (caught & several)
    mine = np.int8(-lone) + np.int8(lone - own_tied) * several
    amounts = (others + (mine - others) * own) * low
    lanes = np.flatnonzero(rounds.end == INSTANT)
    if len(lanes):
        some, keys = ends[:, lanes], key[:, lanes]
        if form.instant.several is Several.BEST_ONLY:
            best = np.where(some, keys.astype(np.int32), -1)
            some = some & (best == best.max(axis=0))
        flag = hand_arrays(ruleset).flags.take(rounds.hands[:, lanes])
        aces = (some & (flag >= THREE_ACES)).any(axis=0)
        instant = form.instant
        everybody = np.where(
            aces,
            instant.three_aces_payers is Payers.ALL_OTHERS,
            instant.payers is Payers.ALL_OTHERS,
        )
        lanes, some = lanes[everybody], some[:, everybody]
        pays = np.where(own[:, lanes], np.int8(-int(instant.knocker_pays)), np.int8(-1))
        amounts[:, lanes] = pays * ~some
    paid: npt.NDArray[np.int8] = amounts.astype(np.int8, copy=False)
    return paid


def _highest_wins(
    ruleset: Ruleset, form: DrawForm | ExchangeForm, key: Ranks
) -> npt.NDArray[np.int8]:
    top: Bools = key == key.max(axis=0)
    if not ruleset.match.target and ruleset.stakes.pot is Pot.HIGHEST_PER_DEAL:
        return np.zeros(top.shape, np.int8)
    if form.settlement.tie_for_highest is not TieForHighest.EACH:
        top = np.logical_and(top, top.sum(axis=0) == 1)
    return top.astype(np.int8)


def _bus_points(key: Ranks, own: Bools, ends: Bools) -> npt.NDArray[np.int8]:
    players = len(key)
    better = np.zeros(key.shape, np.uint8)
    for other in range(players):
        better += key[other] > key
    names: Final = ("highest", "middle", "lowest", "target")
    worth = np.array([BUS[name] for name in names], np.int8)
    place = np.where(better == 0, 0, np.where(better == players - 1, 2, 1))
    points: npt.NDArray[np.int8] = worth[np.where(ends, 3, place), own.astype(np.uint8)]
    return points


def _pot_shares(
    ruleset: Ruleset, form: DrawForm | ExchangeForm, key: Ranks, drawn: Bools
) -> npt.NDArray[np.int32] | None:
    """By lane: what each of the best hands takes; None where there is no pot for a deal."""
    if ruleset.stakes.pot is not Pot.HIGHEST_PER_DEAL:
        return None
    top = (key == key.max(axis=0)).sum(axis=0)
    share: npt.NDArray[np.int32] = np.int32(ruleset.stakes.ante * len(key)) // top.astype(np.int32)
    if form.settlement.tie_for_highest is TieForHighest.NOBODY:
        share *= top == 1
    share *= ~drawn
    return share


def _bank_outcomes(form: BankForm, rounds: Rounds) -> Outcomes:
    assert rounds.stakes is not None
    hands = rounds.hands.astype(np.int16)
    player, bank = hands[:-1], hands[-1]
    tie = -1 if form.bank.tie is BankTie.BANK else 0
    side = np.where(player == bank, np.int16(tie), np.where(player > bank, 1, -1))
    side = np.where(player == 0, np.int16(-1), side)
    paid = side * rounds.stakes[:-1].astype(np.int16)
    amounts = np.concatenate([paid, -paid.sum(axis=0, keepdims=True)]).astype(np.int16)
    no = np.zeros(len(rounds.end), np.bool_)
    idle: Bools = np.logical_not(amounts.any(axis=0))
    return Outcomes(amounts, rounds.end, no, no, rounds.turns, no, idle)
