"""Rounds of the bank form, many at once: the walk of :mod:`.bank_round` with a lane for each game.

Positions are in order of play and the bank is the last one, as there.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from thirtyone.play.actions import Action, Hit
from thirtyone.play.deal import full_pack
from thirtyone.policies import KnocksAt
from thirtyone.rules.model import BankForm, Ruleset
from thirtyone.sim.bank_round import (
    BANK_END,
    BUST,
    KINDS,
    NO_CARDS,
    bank_hands,
    draws_below,
    kinds_by_place,
)
from thirtyone.sim.deal_lanes import dealt_places, game_keys
from thirtyone.sim.lockstep import U8, U16, U64, Bools, Ints, Rounds
from thirtyone.sim.positions.hidden_lanes import Hidden, check_first
from thirtyone.sim.positions.position import Position

_DEALT: Final = 3
"""Cards of a hand before anybody draws."""
_SPARE: Final = 6
"""Cards dealt ahead beside five for each player; the few games that need more are played again."""


def play(
    ruleset: Ruleset,
    policies: Sequence[KnocksAt],
    seed: int,
    games: U64,
    seats: U8 | None = None,
    able: Bools | None = None,
) -> Rounds:
    """One batch of rounds. ``seats`` (n, N) says which of the policies sits at a position, policy
    ``p`` at ``p`` if not given; ``able`` (n, N) who can pay the lowest stake, everybody if not.
    """
    players = len(policies) if seats is None else len(seats)
    whole = len(full_pack(ruleset, players))
    rows = min(whole, 5 * players + _SPARE)
    stakes = np.ones((players, len(games)), bool) if able is None else able.copy()
    stakes[-1] = False
    table = _Table(ruleset, players, policies, seats)
    dry = table.deal(_kinds(seed, games, whole, rows), stakes, complete=rows == whole)
    if len(dry):
        again = _Table(ruleset, players, policies, None if seats is None else seats[:, dry])
        again.deal(_kinds(seed, games[dry], whole, whole), stakes[:, dry], complete=True)
        table.held[:, dry] = again.held
    return table.rounds(stakes)


def resume(
    ruleset: Ruleset,
    policies: Sequence[KnocksAt],
    position: Position,
    action: Action,
    seed: int,
    games: U64,
) -> Rounds:
    """Rounds played on from a position: seat 0 draws or stops, then everybody as their policy says.

    Policies are by seat of the position, the rounds by position in the order of the round. All have
    staked. The unseen cards lie as :func:`~thirtyone.sim.positions.play_out.played_on` lays them. IllegalActionError if
    the rules refuse the action.
    """
    check_first(ruleset, position, action)
    players, lanes = position.players, np.arange(len(games))
    table = _Table(ruleset, players, position.in_order(policies), None)
    hidden = Hidden(ruleset, position, game_keys(seed, games))
    dealt = hidden.hands(_DEALT)
    rest = hidden.rest()
    stock = _Stock(_kinds_of(rest[: position.stock]), table.next)
    table.start(len(games))
    for held, cards in zip(table.held, dealt, strict=True):
        for kinds in _kinds_of(cards):
            held[:] = with_card(table.next, held, kinds)
    if isinstance(action, Hit):
        stock.give(table.held[position.place], lanes)
    stakes = np.ones((players, len(games)), bool)
    stakes[-1] = False
    table.play_on(stock, stakes, position.place + (not isinstance(action, Hit)))
    return table.rounds(stakes)


def _kinds(seed: int, games: U64, cards: int, rows: int) -> U8:
    """(rows, N): the kinds of the first cards dealt."""
    kinds = np.frombuffer(kinds_by_place(cards), np.uint8)
    return kinds.take(dealt_places(game_keys(seed, games), cards, rows))


def _kinds_of(places: U8) -> U8:
    """The kinds of cards of one pack."""
    return np.frombuffer(kinds_by_place(52), np.uint8).take(places)


class _Table:
    """The hands of every lane, and who stops where."""

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        policies: Sequence[KnocksAt],
        seats: U8 | None,
    ) -> None:
        assert isinstance(ruleset.form, BankForm)
        self.bank = ruleset.form.bank
        hands = bank_hands(ruleset)
        self.next = np.array(hands.next, np.uint16)
        self.points = np.frombuffer(bytes(hands.points), np.uint8)
        self.orders = np.frombuffer(bytes(hands.orders), np.uint8)
        self.last = players - 1
        self.limits = np.array([draws_below(policy) for policy in policies], np.uint8)
        self.seats = seats
        self.start(0)

    def start(self, lanes: int) -> None:
        """So many lanes without cards."""
        self.held = np.full((self.last + 1, lanes), NO_CARDS, np.uint16)

    def deal(self, kinds: U8, stakes: Bools, *, complete: bool) -> Ints:
        """Rounds from the deal to their end; the lanes that would need more cards than are dealt.

        ``kinds`` (rows, N) are the cards in the order of the deal; ``complete`` if there are no
        others in the pack, so that a player who finds none stops.
        """
        lanes = np.arange(kinds.shape[1])
        self.start(len(lanes))
        stock = _Stock(kinds, self.next)
        for held in self.held:
            stock.give(held, lanes)
        staked = [np.flatnonzero(row) for row in stakes[:-1]]
        staked.append(np.flatnonzero(stakes.any(axis=0)))
        for _ in range(_DEALT - 1):
            for held, some in zip(self.held, staked, strict=True):
                stock.give(held, some)
        self.play_on(stock, stakes, 0)
        return np.zeros(0, np.intp) if complete else np.unique(np.concatenate(stock.empty))

    def play_on(self, stock: "_Stock", stakes: Bools, first: int) -> None:
        """The turns from this position on, and then the bank's cards."""
        for place in range(first, self.last):
            limit = self.limits[place] if self.seats is None else self.limits[self.seats[place]]
            self._draw(stock, self.held[place], np.flatnonzero(stakes[place]), limit)
        alive = ((self.held[:-1] != BUST) & stakes[:-1]).any(axis=0)
        self._draw(stock, self.held[-1], np.flatnonzero(alive), np.uint8(self.bank.draws_to))

    def _draw(self, stock: "_Stock", held: U16, lanes: Ints, limit: U8 | np.uint8) -> None:
        """Cards for the hands of one position until they have the limit, which may differ by lane."""
        while len(lanes):
            below = limit if limit.ndim == 0 else limit.take(lanes)
            lanes = stock.with_cards(lanes[self.points.take(held.take(lanes)) < below])
            stock.give(held, lanes)

    def rounds(self, stakes: Bools) -> Rounds:
        """The rounds that have been played."""
        lanes = self.held.shape[1]
        return Rounds(
            self.orders.take(self.held),
            np.full(lanes, BANK_END, np.uint8),
            np.full(lanes, -1, np.int8),
            (self.last + stakes.sum(axis=0)).astype(np.uint16),
            stakes * np.uint16(self.bank.stake_low),
        )


def with_card(next_hand: U16, held: U16, kinds: U8) -> U16:
    """These hands with one more card each."""
    return next_hand.take(held * np.uint16(len(KINDS)) + kinds)


class _Stock:
    """The cards of every lane, and how many of them are gone."""

    def __init__(self, kinds: U8, next_hand: U16) -> None:
        self.kinds = kinds
        self.next_hand = next_hand
        self.gone = np.zeros(kinds.shape[1], np.intp)
        self.empty: list[Ints] = [np.zeros(0, np.intp)]
        """Lanes that asked for a card and got none."""

    def with_cards(self, lanes: Ints) -> Ints:
        """Those of the lanes that have a card left; the others are noted."""
        have = self.gone.take(lanes) < len(self.kinds)
        if have.all():
            return lanes
        self.empty.append(lanes[~have])
        return lanes[have]

    def give(self, held: U16, lanes: Ints) -> None:
        """One card more for the hands of one position in these lanes."""
        kind = self.kinds[self.gone.take(lanes), lanes]
        held[lanes] = with_card(self.next_hand, held.take(lanes), kind)
        self.gone[lanes] += 1
