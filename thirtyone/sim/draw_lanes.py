"""Many rounds of the draw form at once: a lane for every game, all on the same turn.

What :mod:`.draw_round` does with numbers is done here with numpy rows, a step for all lanes. A lane
that is over stays as it is until enough are, and then the others close ranks. Work that a ruleset
or a moment does not need is left out, so the plain rules pay nothing for the options of others.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from thirtyone.play.actions import Action, Draw, Knock, Take, ThrowDown
from thirtyone.play.outcome import RoundEnd
from thirtyone.policies import KnocksAt
from thirtyone.rules.model import Ruleset
from thirtyone.sim.deal_lanes import dealt_places, game_keys, reshuffle_keys
from thirtyone.sim.draw_knock_lanes import DrawKnocks
from thirtyone.sim.draw_rules import LAST_EMPTY_STOCK, DrawRules, draw_rules
from thirtyone.sim.finals import ENDS
from thirtyone.sim.hand_arrays import HandArrays, hand_arrays
from thirtyone.sim.hand_tables import CODE_ENDS
from thirtyone.sim.lockstep import LANES, Rounds, joined
from thirtyone.sim.positions.hidden_lanes import Hidden, check_first
from thirtyone.sim.positions.position import Position

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]

_MORE: Final = 24
_MORE_EACH: Final = 6
"""Cards of the stock that are dealt at first, or so many for each player if that is more; the few
lanes that need others get all of them.
"""
_NEVER: Final = 0xFFFF
_ENDING_MARK: Final = np.uint16(CODE_ENDS << 8)
_COMPACT: Final = 0.8
"""The share of live lanes below which the others are put away."""
_KNOCK, _INSTANT, _STOCK, _ENDLESS = (
    ENDS.index(end)
    for end in (RoundEnd.KNOCK, RoundEnd.INSTANT, RoundEnd.STOCK_EMPTY, RoundEnd.ENDLESS)
)


def play(
    ruleset: Ruleset,
    policies: Sequence[KnocksAt],
    seed: int,
    games: U64,
    seats: U8 | None = None,
) -> Rounds:
    """The ends of these games: ``games`` (N,), ``seats`` (n, N) as in :func:`.lockstep.play_many`."""
    players = len(policies) if seats is None else len(seats)
    table = _Table(ruleset, policies, players)
    keys = game_keys(seed, games)
    size, cards = table.rules.size, table.rules.cards
    count = min(size, cards * players + 1 + max(_MORE, _MORE_EACH * players))
    dealt = dealt_places(keys, size, count)
    hands = np.stack([
        table.arrays.number(dealt[at : at + cards]) for at in range(0, cards * players, cards)
    ])  # fmt: skip
    lanes = _Lanes(table, keys, dealt, hands, dealt[cards * players], cards * players + 1, seats)
    if table.rules.dealt_at_once:
        shown = (lanes.marks >= _ENDING_MARK).any(0)
        lanes.due[shown] = 0
        lanes.end[shown] = _INSTANT
    lanes.run()
    return lanes.rounds


def resume(
    ruleset: Ruleset,
    policies: Sequence[KnocksAt],
    position: Position,
    action: Action,
    seed: int,
    games: U64,
) -> Rounds:
    """Rounds played on from a position: seat 0 does this action, then everybody as their policy
    says. Policies are by seat of the position, the rounds by position in the order of the round.

    The unseen cards lie as :func:`~thirtyone.sim.positions.play_out.played_on` lays them. IllegalActionError if the rules
    refuse the action.
    """
    check_first(ruleset, position, action)
    table = _Table(ruleset, position.in_order(policies), position.players)
    table.shown_waits = True  # nobody has looked at the hidden hands
    parts = [
        _resumed(table, ruleset, position, action, game_keys(seed, games[low : low + LANES]))
        for low in range(0, max(len(games), 1), LANES)
    ]
    return joined(parts)


def _resumed(
    table: "_Table", ruleset: Ruleset, position: Position, action: Action, keys: U64
) -> Rounds:
    players, size = position.players, table.rules.size
    hidden = Hidden(ruleset, position, keys)
    hands = [table.arrays.number(hand) for hand in hidden.hands(table.rules.cards)]
    top = hidden.completed(position.open, 1)[0]
    rest = hidden.rest()
    stock = len(rest) if position.stock is None else position.stock
    dealt = np.zeros((size, len(keys)), np.uint8)
    dealt[size - stock :] = rest[:stock]
    lanes = _Lanes(table, keys, dealt, np.stack(hands), top, size - stock, None)
    if position.knocker is not None:
        knocked = position.turns - (players - position.knocker)
        lanes.knocked[:] = knocked
        lanes.due[:] = knocked + 1 + table.last_turns
    lanes.run(position.turns, action)
    return lanes.rounds


class _Table:
    """A ruleset and its players, ready for any number of lanes."""

    def __init__(self, ruleset: Ruleset, policies: Sequence[KnocksAt], players: int) -> None:
        self.rules: Final[DrawRules] = draw_rules(ruleset)
        self.arrays: Final[HandArrays] = hand_arrays(ruleset)
        self.knocks: Final = DrawKnocks(self.rules, self.arrays, policies)
        self.players: Final = players
        self.last_turns: Final = players if self.rules.knocker_again else players - 1
        """Turns after a knock."""
        self.own_must = players == 2 and self.rules.own_must
        self.own_not = players == 2 and self.rules.own_not
        self.ends_at_once = self.rules.play_at_once and self.rules.after_at_once
        self.ends_ever = self.rules.play_at_once or self.rules.after_at_once
        self.shown_waits = not (self.rules.dealt_at_once and self.ends_at_once)
        """Can a hand that ends the round be held at the start of a turn?"""


class _Lanes:
    """The games that are still going on; arrays have a column for each of them."""

    def __init__(
        self,
        table: _Table,
        keys: U64,
        dealt: U8,
        hands: U32,
        top: U8,
        used: int,
        seats: U8 | None,
    ) -> None:
        lanes = len(keys)
        players = table.players
        self.table: Final = table
        self.all_keys: Final = keys
        self.rounds: Final = Rounds(
            np.empty((players, lanes), table.arrays.moves.dtype),
            np.empty(lanes, np.uint8),
            np.empty(lanes, np.int8),
            np.empty(lanes, np.uint16),
        )
        """Where the ends of games are put."""
        self.ids = np.arange(lanes, dtype=np.uint32)
        self.hands = hands.astype(table.arrays.moves.dtype)
        """(n, L): hand numbers."""
        self.marks = table.arrays.marks.take(self.hands)
        """(n, L): the marks of these hands."""
        self.top = top.copy()
        """(L,): the place of the card that lies open."""
        self.dealt = dealt
        """(rows, W): the cards of each deal or of its last reshuffle, the last in the last row."""
        self.at = self.ids + np.uint32(used * lanes)
        """(L,): the next card of the stock, as an entry of the flattened ``dealt``."""
        self.knocked = np.full(lanes, _NEVER, np.uint16)
        """(L,): the turn on which somebody knocked, from 0."""
        self.due = np.full(lanes, _NEVER, np.uint16)
        """(L,): the number of turns after which the round is over."""
        self.end = np.zeros(lanes, np.uint8)
        """(L,): place in ENDS; a knock until something else happens."""
        self.emptied = np.zeros(lanes, np.uint8)
        """(L,): how often the stock has run out."""
        self.seats = seats
        self.bare: Final = used == len(dealt)
        """Is there no stock from the start? No deal is so, but a position may be."""

    def run(self, turn: int = 0, first: Action | None = None) -> None:
        """Play on from this turn until all games are over; on it the player does ``first``."""
        players = self.table.players
        may_run_out = False
        while True:
            seat = turn % players
            if seat == 0 or first is not None:
                self._close_ranks(turn)
                if not len(self.ids):
                    return
                may_run_out = self._look_at_stock()
            if first is None:
                self._turn(turn, seat, may_run_out)
            else:
                self._act(turn, seat, may_run_out, first)
                first = None
            turn += 1

    # ---------------------------------------------------------------------------- one turn of all

    def _turn(self, turn: int, seat: int, may_run_out: bool) -> None:
        """The turn as each player's policy takes it."""
        table, rules = self.table, self.table.rules
        hand, due = self.hands[seat], self.due
        draws = due > turn
        knocks = table.knocks.of(turn // table.players, seat, self.marks[seat], self.seats)
        if knocks is not None:
            knocks &= due == _NEVER
            self._knock(turn, knocks)
            np.greater(draws, knocks, out=draws)
        bits = table.arrays.take.take(hand)
        bits >>= self.top
        bits &= np.uint64(1)
        takes = bits.astype(bool)
        must = None
        if turn > 1 and (table.own_must or table.own_not):
            # Two players: the top card is one's own if the other's turn was a knock.
            own = self.knocked == turn - 1
            if table.own_must:
                must = own & draws & ~takes
                takes |= own
            else:
                takes &= ~own
        takes &= draws
        from_stock = draws > takes
        if may_run_out:
            empty = self.at >= self.dealt.size
            if self.bare:  # with no stock and no knock there is only the open card
                alone = from_stock & empty & (self.knocked == _NEVER)
                must = alone if must is None else must | alone
                takes |= alone
            from_stock &= ~(empty | takes)
        stay = None if must is None or rules.throw_back else np.flatnonzero(must)
        self._move(seat, takes, from_stock, stay)
        self._end_turn(turn, seat, draws, from_stock, may_run_out)

    def _act(self, turn: int, seat: int, may_run_out: bool, action: Action) -> None:
        """The turn with this action, the same in every lane."""
        every = np.ones(len(self.ids), bool)
        if isinstance(action, Knock | ThrowDown):
            self._knock(turn, every)
            self._end_turn(turn, seat, ~every, ~every, may_run_out)
            return
        takes = every if isinstance(action, Take) else ~every
        from_stock = every if isinstance(action, Draw) else ~every
        stay = None if self.table.rules.throw_back else np.flatnonzero(takes)
        self._move(seat, takes, from_stock, stay)
        self._end_turn(turn, seat, every, from_stock, may_run_out)

    def _knock(self, turn: int, knocks: Bools) -> None:
        last_turns = self.table.last_turns
        if turn == 0 and self.table.rules.first_showdown:
            last_turns = 0
        kept = knocks.astype(np.uint16) - np.uint16(1)
        self.due &= kept | np.uint16(turn + 1 + last_turns)
        self.knocked &= kept | np.uint16(turn)

    def _move(
        self, seat: int, takes: Bools, from_stock: Bools, stay: npt.NDArray[np.intp] | None
    ) -> None:
        """A card comes to the hands of a seat and one is thrown, where it takes or draws.

        In the lanes of ``stay`` the card may not be the one that is thrown.
        """
        arrays, hand, mark = self.table.arrays, self.hands[seat], self.marks[seat]
        drawn = self.dealt.reshape(-1).take(self.at, mode="clip")
        card = drawn ^ ((drawn ^ self.top) & -takes.view(np.uint8))
        none = (takes | from_stock).view(np.uint8) - np.uint8(1)
        card |= none
        np.minimum(card, np.uint8(arrays.size), out=card)
        self.at += from_stock.astype(np.uint32) * np.uint32(self.dealt.shape[1])
        entry = hand.astype(np.uint32)
        entry *= np.uint32(arrays.stride)
        entry += card
        best = None
        if stay is not None and len(stay):
            best = arrays.keeping(hand[stay], card[stay])
        arrays.moves.take(entry, out=hand, mode="clip")
        if best is not None:
            hand[stay] = best
        # What the old places and the new card sum up to beyond the new places is the card thrown.
        mark += card
        new = arrays.marks.take(hand)
        mark -= new
        self.top ^= (self.top ^ mark.astype(np.uint8)) & ~none
        mark[:] = new

    def _end_turn(
        self, turn: int, seat: int, draws: Bools, from_stock: Bools, may_run_out: bool
    ) -> None:
        """What follows from the turn, where it was not a knock: ``draws`` says where."""
        table, due = self.table, self.due
        if table.ends_ever:
            shown = self.marks[seat] >= _ENDING_MARK
            if table.shown_waits:
                shown &= draws
            if not table.ends_at_once:
                shown &= (self.knocked == _NEVER) == table.rules.play_at_once
            over = (shown.astype(np.uint16) - np.uint16(1)) | np.uint16(turn + 1)
            np.minimum(due, over, out=due)
            self.end |= shown.view(np.uint8)  # _INSTANT is 1
        if may_run_out:
            out = from_stock & (self.at >= self.dealt.size) & (due > turn + 1)
            if out.any():
                self._stock_ran_out(np.flatnonzero(out), turn)
        if turn + 1 >= table.rules.most_turns(table.players):
            endless = due == _NEVER
            due[endless] = turn + 1
            self.end[endless] = _ENDLESS

    def _stock_ran_out(self, some: npt.NDArray[np.intp], turn: int) -> None:
        """The last card of the stock was drawn in these lanes, and the round goes on."""
        rules = self.table.rules
        before = self.due[some] == _NEVER
        emptied = self.emptied[some] + np.uint8(1)
        self.emptied[some] = emptied
        again = ~before if rules.reshuffles_last else np.zeros_like(before)
        if rules.reshuffles:
            over = before & (emptied == LAST_EMPTY_STOCK)
            again |= before & ~over
        else:
            over = before
        self.due[some[over]] = turn + 1
        self.end[some[over]] = _ENDLESS if rules.reshuffles else _STOCK
        if again.any():
            self._reshuffle(some[again])

    def _reshuffle(self, some: npt.NDArray[np.intp]) -> None:
        """All cards but those in the hands and the top one come into the stock of these lanes."""
        arrays, size = self.table.arrays, self.table.rules.size
        count = self.table.rules.stock_size(self.table.players)
        lane = np.arange(len(some))
        under = np.ones((len(some), size), bool)
        under[lane, self.top[some]] = False
        for hand in self.hands:
            for place in arrays.places[:, hand[some]]:
                under[lane, place] = False
        left = np.nonzero(under)[1].reshape(len(some), count)
        keys = self.all_keys[self.ids[some]]
        ranks = dealt_places(
            reshuffle_keys(keys, self.emptied[some].astype(np.uint64)), count, count
        )
        width = self.dealt.shape[1]
        column = self.at[some] % np.uint32(width)
        rows = len(self.dealt) - count
        self.dealt[rows:, column] = np.take_along_axis(left, ranks.T.astype(np.intp), axis=1).T
        self.at[some] = np.uint32(rows * width) + column

    # ------------------------------------------------------------------------------ between turns

    def _look_at_stock(self) -> bool:
        """Can the stock of a lane run out before everybody has had a turn?

        Lanes that come to the end of the cards dealt so far are dealt some more.
        """
        rows, width = self.dealt.shape
        size, players = self.table.rules.size, self.table.players
        most_used = int(self.at.max()) // width
        if most_used + players > rows and rows < size:
            lanes, rows = len(self.ids), min(size, most_used + players + _MORE)
            self.dealt = dealt_places(self.all_keys[self.ids], size, rows)
            self.at = self.at // np.uint32(width) * np.uint32(lanes)
            self.at += np.arange(lanes, dtype=np.uint32)
        return bool(rows == size and most_used + players >= rows)

    def _close_ranks(self, turn: int) -> None:
        """Put away the games that are over, if they are many enough or all."""
        live = self.due > turn
        going_on = np.count_nonzero(live)
        if going_on and going_on >= _COMPACT * len(live):
            return
        self._put_away(np.flatnonzero(~live))
        stay = np.flatnonzero(live)
        self.hands, self.marks = self.hands.take(stay, axis=1), self.marks.take(stay, axis=1)
        self.ids, self.top, self.at = self.ids.take(stay), self.top.take(stay), self.at.take(stay)
        self.knocked, self.due = self.knocked.take(stay), self.due.take(stay)
        self.end, self.emptied = self.end.take(stay), self.emptied.take(stay)
        if self.seats is not None:
            self.seats = self.seats.take(stay, axis=1)

    def _put_away(self, some: npt.NDArray[np.intp]) -> None:
        ids, rounds = self.ids.take(some).astype(np.intp), self.rounds
        for row, hand in zip(rounds.hands, self.hands, strict=True):
            row[ids] = hand.take(some)
        rounds.end[ids] = self.end.take(some)
        rounds.turns[ids] = self.due.take(some)
        knocked = self.knocked.take(some)
        knocker = (knocked % np.uint16(self.table.players)).astype(np.int8)
        rounds.knocker[ids] = np.where(knocked == _NEVER, np.int8(-1), knocker)
