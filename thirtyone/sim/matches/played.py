"""Matches played out, one by one, on the plain automaton.

Every match becomes one row of whole numbers, as :mod:`thirtyone.sim.matches.counts` keeps them, and it is the
match that :mod:`thirtyone.play.match` plays on the same seeded deals: round r of match m is game
m × 1024 + r. :mod:`thirtyone.sim.matches.lanes` plays many at once, row for row the same.
"""

from collections.abc import Sequence
from typing import Final as Constant
from typing import Protocol

from thirtyone.play.match import IDLE_ROUNDS, MOST_ROUNDS, has_lives, plays_for_tokens
from thirtyone.play.settle import is_drawn
from thirtyone.policies import Policy
from thirtyone.rules.model import (
    BankChanges,
    BankForm,
    Direction,
    Ruleset,
    SeveralAtTarget,
)
from thirtyone.sim.automaton import play_final
from thirtyone.sim.chains.step import GONE, LivesGame, game_of, lives_step
from thirtyone.sim.finals import ENDS, Final
from thirtyone.sim.matches.counts import FIGURES, PLACES, ROUNDS_APART, WHOLE_WIN
from thirtyone.sim.settling import Outcome, outcome_of, play_key

_END: Constant = PLACES[f"end:{ENDS[0]}"]


class Table(Protocol):
    """Where a match stands, and what a round does to it."""

    order: list[int]
    """Who is still in, by position: who acts first, …, who deals."""
    winners: tuple[int, ...] | None
    """None while the match goes on."""

    def book(self, outcome: Outcome, final: Final) -> bool:
        """After a round; is the match over?"""

    def standing(self) -> dict[int, int]:
        """What everybody who is in has, by seat."""


def play_match(
    ruleset: Ruleset, policies: Sequence[Policy], seed: int, match: int, *, first: int = 0
) -> list[int]:
    """The row of one match; policies by seat. The seat before ``first`` deals, or holds the bank."""
    table = table_of(ruleset, len(policies), first)
    key = play_key(ruleset)
    row = [0] * (len(FIGURES) + 3 * len(policies))
    seats = len(FIGURES)
    leader, idle, rounds = -1, 0, 0
    while table.winners is None:
        order = table.order
        able = table.able() if isinstance(table, BankTable) else ()
        final = play_final(
            key, [policies[seat] for seat in order], seed, match * ROUNDS_APART + rounds, able=able
        )
        outcome = outcome_of(ruleset, final)
        rounds += 1
        for seat, amount in zip(order, outcome.amounts, strict=True):
            row[seats + 3 * seat] += amount
            row[seats + 3 * seat + 1] += 1
        row[PLACES["turns"]] += outcome.turns
        row[PLACES["knocks"]] += outcome.knocked
        row[PLACES["failed"]] += outcome.failed
        row[PLACES["shown"]] += outcome.shown
        row[PLACES["idle"]] += outcome.idle
        row[_END + outcome.end] += 1
        over = table.book(outcome, final)
        idle = idle + 1 if outcome.idle else 0
        if not over and (idle >= IDLE_ROUNDS or rounds >= MOST_ROUNDS):
            table.winners = ()
        leading = _alone(table.standing())
        if leading not in {-1, leader}:
            row[PLACES["leads"]] += leader >= 0
            leader = leading
    row[PLACES["matches"]], row[PLACES["rounds"]] = 1, rounds
    row[PLACES["unwon"]] = int(not table.winners)
    for seat in table.winners:
        row[seats + 3 * seat + 2] = WHOLE_WIN // len(table.winners)
    return row


def table_of(ruleset: Ruleset, players: int, first: int) -> "LivesTable | PointsTable | BankTable":
    """A match before its first round."""
    if isinstance(ruleset.form, BankForm):
        return BankTable(ruleset, players, first)
    if has_lives(ruleset):
        return LivesTable(ruleset, players, first)
    return PointsTable(ruleset, players, first)


def _alone(standing: dict[int, int]) -> int:
    """Who has more than anybody else; −1 for nobody."""
    most = max(standing.values())
    leaders = [seat for seat, own in standing.items() if own == most]
    return leaders[0] if len(leaders) == 1 else -1


def _in_turn(players: int, first: int, step: int = 1) -> list[int]:
    return [(first + step * position) % players for position in range(players)]


class LivesTable:
    """Until one is left."""

    def __init__(self, ruleset: Ruleset, players: int, first: int) -> None:
        game, form = game_of(ruleset), ruleset.form
        assert isinstance(game, LivesGame)
        assert not isinstance(form, BankForm)
        self.game = game
        self.drawn = [is_drawn(form, end) for end in ENDS]
        self.order = _in_turn(players, first)
        self.have = (game.lives,) * players
        """By position."""
        self.decider = False
        self.winners: tuple[int, ...] | None = None

    def book(self, outcome: Outcome, final: Final) -> bool:
        """Lives lost, players out, the next dealer."""
        del final
        have, where, self.decider = lives_step(
            self.game, self.have, outcome.amounts, self.decider, drawn=self.drawn[outcome.end]
        )
        stay = [
            (place, seat) for place, seat in zip(where, self.order, strict=True) if place != GONE
        ]
        self.order = [seat for _, seat in sorted(stay)]
        if have:
            self.have = have
        else:
            self.have = (1,) * len(self.order)  # nobody leads in a shared win, one alone does
            self.winners = tuple(sorted(self.order))
        return not have

    def standing(self) -> dict[int, int]:
        """Lives of those who are in."""
        return dict(zip(self.order, self.have, strict=True))


class PointsTable:
    """Points to a target, or for a number of deals; or tokens out of a pot."""

    def __init__(self, ruleset: Ruleset, players: int, first: int) -> None:
        self.ruleset = ruleset
        self.order = _in_turn(players, first)
        self.have = [0] * players
        """By seat."""
        self.pot = self.played = 0
        self.winners: tuple[int, ...] | None = None

    def book(self, outcome: Outcome, final: Final) -> bool:
        """Points or tokens booked, and has somebody won?"""
        del final
        rules, form = self.ruleset, self.ruleset.form
        assert not isinstance(form, BankForm)
        drawn = is_drawn(form, ENDS[outcome.end])
        amounts: Sequence[int] = outcome.amounts
        if plays_for_tokens(rules):
            amounts = self._from_pot(outcome.amounts)
        for seat, amount in zip(self.order, amounts, strict=True):
            self.have[seat] += amount
        self.played += not drawn
        self.winners = verdict(rules, self.standing(), self.played)
        self.order = [*self.order[1:], self.order[0]]
        return self.winners is not None

    def _from_pot(self, amounts: tuple[int, ...]) -> list[int]:
        """What the deal really brings, with what lay in the pot before."""
        ante = self.ruleset.stakes.ante
        self.pot += ante * len(amounts)
        top = [amount > -ante for amount in amounts]
        share = self.pot // sum(top) if any(top) else 0
        self.pot -= share * sum(top)
        return [share * best - ante for best in top]

    def standing(self) -> dict[int, int]:
        """Points or tokens."""
        return dict(enumerate(self.have))


def verdict(ruleset: Ruleset, standing: dict[int, int], played: int) -> tuple[int, ...] | None:
    """Who has won, if anybody, where it is played to a target or for a number of deals."""
    match = ruleset.match
    most = max(standing.values())
    at_target = 0 < match.target <= most
    if not at_target and not 0 < match.deals <= played:
        return None
    best = tuple(seat for seat, own in sorted(standing.items()) if own == most)
    if len(best) == 1 or match.several_at_target is SeveralAtTarget.SHARED:
        return best
    return None


class BankTable:
    """Purses, and a bank that moves."""

    def __init__(self, ruleset: Ruleset, players: int, first: int) -> None:
        form = ruleset.form
        assert isinstance(form, BankForm)
        self.ruleset, self.rules = ruleset, form.bank
        self.step = -1 if form.bank.direction is Direction.ANTICLOCKWISE else 1
        bank = (first - 1) % players
        self.players = players
        self.purses = [form.bank.tokens] * players
        self.purses[bank] *= form.bank.bank_times
        self.before = tuple(self.purses)
        self.played = 0
        self.order = self._around(bank)
        self.winners: tuple[int, ...] | None = None

    def _around(self, bank: int) -> list[int]:
        """Who is in, in the order of play, the bank last whether it is in or not."""
        after = _in_turn(self.players, bank + self.step, self.step)[:-1]
        return [*(seat for seat in after if self.purses[seat] > 0), bank]

    def able(self) -> list[bool]:
        """By position: who can pay the lowest stake."""
        return [self.purses[seat] >= self.rules.stake_low for seat in self.order]

    def book(self, outcome: Outcome, final: Final) -> bool:
        """First the losers pay, then the bank pays in order while it can; who holds it next."""
        bank = self.order[-1]
        for seat, due in zip(self.order[:-1], outcome.amounts, strict=False):
            paid = min(-due, self.purses[seat]) if due < 0 else 0
            self.purses[seat] -= paid
            self.purses[bank] += paid
        for seat, due in zip(self.order[:-1], outcome.amounts, strict=False):
            paid = min(due, self.purses[bank]) if due > 0 else 0
            self.purses[seat] += paid
            self.purses[bank] -= paid
        self.played += 1
        standing = self.standing()
        if len(standing) == 1:
            self.winners = tuple(standing)
        else:
            self.winners = verdict(self.ruleset, standing, self.played)
        if self.winners is None:
            self.order = self._around(self._next_bank(bank, final))
        return self.winners is not None

    def _next_bank(self, bank: int, final: Final) -> int:
        after = self._around(bank)[:-1]
        if self.rules.changes is BankChanges.OFFER_TO_RICHEST:
            richest = max(after, key=lambda seat: self.purses[seat])
            return richest if self.purses[richest] > self.purses[bank] else bank
        return after[0] if final.hands[-1] == 0 or not self.purses[bank] else bank

    def standing(self) -> dict[int, int]:
        """Tokens won of those who have any left."""
        return {
            seat: own - then
            for seat, (own, then) in enumerate(zip(self.purses, self.before, strict=True))
            if own > 0
        }
