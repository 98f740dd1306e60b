"""Rounds of the exchange form, many at once: :mod:`.swap_round` with a lane for each game.

Every round takes its turns in step, so turn ``t`` is that of position ``t`` modulo ``n`` in all
lanes. What only a few lanes do (a new table, a dealt hand that ends the round) is done for those.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from thirtyone.play.actions import Action, Knock, Renew, Swap
from thirtyone.play.ending import TURNS_EACH
from thirtyone.policies import KnocksAt
from thirtyone.rules.model import Ruleset
from thirtyone.sim.deal_lanes import dealt_places, game_keys
from thirtyone.sim.lockstep import U8, U16, U64, Bools, Ints, Rounds, joined
from thirtyone.sim.positions.hidden_lanes import Hidden, check_first
from thirtyone.sim.positions.position import Position
from thirtyone.sim.swap_arrays import CARDS, ENDS_BIT, HAND, SwapArrays, lowest_three, swap_arrays
from thirtyone.sim.swap_round import INSTANT_END, KNOCK_END, SHOWDOWN_END
from thirtyone.sim.swap_stock import OPEN, SwapStock
from thirtyone.sim.tables import hand_number

_LANES: Final = 1 << 15
"""Games that are played at once here: their 64-bit sets stay in the second cache."""
_TABLES: Final = 3
"""Tables dealt ahead; the few games that see more are played again with the whole pack."""
_NEVER: Final = (1 << 16) - 1
_WORTH_DROPPING: Final = 0.8
"""Finished lanes are dropped once there are not more of the others than this share."""


def play(
    ruleset: Ruleset,
    policies: Sequence[KnocksAt],
    seed: int,
    games: U64,
    seats: U8 | None = None,
) -> Rounds:
    """Rounds lane by lane. ``seats`` (n, N) says which of the policies sits at a position, policy
    ``p`` at ``p`` if not given.
    """
    arrays = swap_arrays(ruleset)
    players = len(policies) if seats is None else len(seats)
    knocks = arrays.knocks(policies)
    keys = game_keys(seed, games)
    parts = []
    for low in range(0, max(len(keys), 1), _LANES):
        lanes = slice(low, low + _LANES)
        some = None if seats is None else seats[:, lanes]
        parts.append(_play(arrays, knocks, players, keys[lanes], some))
    return joined(parts)


def _play(
    arrays: SwapArrays, knocks: list[U8], players: int, keys: U64, seats: U8 | None
) -> Rounds:
    whole = arrays.size
    rows = min(whole, OPEN * (players + _TABLES))
    lanes = _deal(arrays, knocks, players, keys, seats, rows)
    rounds = lanes.play()
    dry = np.flatnonzero(lanes.stock.dry)
    if len(dry):
        some = None if seats is None else seats[:, dry]
        again = _deal(arrays, knocks, players, keys[dry], some, whole).play()
        rounds.hands[:, dry] = again.hands
        rounds.end[dry], rounds.knocker[dry], rounds.turns[dry] = (
            again.end,
            again.knocker,
            again.turns,
        )
    return rounds


def _deal(
    arrays: SwapArrays, knocks: list[U8], players: int, keys: U64, seats: U8 | None, rows: int
) -> "SwapLanes":
    places = dealt_places(keys, arrays.size, rows)
    dealt = OPEN * players
    held = [_sorted_number(arrays, places[row : row + 3]) for row in range(0, dealt, 3)]
    table = _set_of(places[dealt : dealt + 3])
    stock = SwapStock(keys, places, dealt + OPEN, complete=rows == arrays.size)
    lanes = SwapLanes(arrays, knocks, seats, np.array(held, np.uint16), table, stock)
    lanes.choose()
    lanes.show_dealt()
    return lanes


def _sorted_number(arrays: SwapArrays, three: U8) -> Ints:
    x, y, z = three
    low, high = np.minimum(x, y), np.maximum(x, y)
    middle = np.maximum(low, np.minimum(high, z))
    return arrays.numbers(np.minimum(low, z), middle, np.maximum(high, z))


def _set_of(three: U8) -> U64:
    x, y, z = np.uint64(1) << three.astype(np.uint64)
    found: U64 = x | y | z
    return found


# ----------------------------------------------------------------------- from the middle of a round


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
    arrays = swap_arrays(ruleset)
    check_first(ruleset, position, action)
    knocks = arrays.knocks(position.in_order(policies))
    keys = game_keys(seed, games)
    parts = [
        _resumed(arrays, knocks, position, action, keys[low : low + _LANES])
        for low in range(0, max(len(keys), 1), _LANES)
    ]
    return joined(parts)


def _resumed(
    arrays: SwapArrays, knocks: list[U8], position: Position, action: Action, keys: U64
) -> Rounds:
    ruleset, players = arrays.rules.ruleset, position.players
    hidden = Hidden(ruleset, position, keys)
    held = [_sorted_number(arrays, hand) for hand in hidden.hands(OPEN)]
    table = _set_of(hidden.completed(position.open, OPEN))
    rest = hidden.rest()
    stock = len(rest) if position.stock is None else position.stock
    gone = hidden.completed(position.gone, len(position.gone))
    places = np.vstack([gone, rest[stock:], rest[:stock]])
    laid = SwapStock(keys, places, 0, aside=len(places) - stock, complete=True)
    lanes = SwapLanes(arrays, knocks, None, np.array(held, np.uint16), table, laid)
    turn, place = position.turns, position.place
    lanes.passes[:] = position.passes
    for before in range(1, position.passes + 1):
        lanes.passed[place - before] = True
    if position.knocker is not None:
        last = players - (not arrays.rules.all_last) - (players - 1 - position.knocker)
        lanes.over[:] = turn + last
        lanes.knocker[:] = position.place_of(position.knocker)
    old, every = lanes.held[place].astype(np.intp), np.ones(len(keys), bool)
    match action:
        case Renew():
            lanes.renew(np.arange(len(keys)))
            lanes.take_turn(turn)
        case Knock():
            lanes.act(turn, old, ~every, every, ~every)
        case Swap(given, taken):
            kept = tuple(card for card in position.hands[0] if card not in given)
            new = np.full(len(keys), hand_number((*kept, *taken), arrays.size))
            lanes.act(turn, new, every, ~every, every)
        case _:
            lanes.act(turn, old, ~every, ~every, every)
    return lanes.play(turn + 1)


class SwapLanes:
    """Rounds under way. Lanes whose round is over are dropped lap by lap."""

    def __init__(
        self,
        arrays: SwapArrays,
        knocks: list[U8],
        seats: U8 | None,
        held: U16,
        table: U64,
        stock: SwapStock,
    ) -> None:
        self.arrays, self.rules = arrays, arrays.rules
        self.knocks = knocks
        self.stock = stock
        self.players, total = held.shape
        # What follows has an entry for each lane that is still played; `ids` says which it is.
        self.ids = np.arange(total)
        self.seats = None if seats is None else seats.astype(np.intp) * arrays.count
        self.held = held
        self.table = table
        self.over = np.full(total, _NEVER, np.uint16)
        """The turns after which the round is over."""
        self.end = np.full(total, KNOCK_END, np.uint8)
        self.knocker = np.full(total, -1, np.int8)
        self.passes = np.zeros(total, np.uint8)
        self.passed = np.zeros(held.shape, bool)
        self.rounds = Rounds(
            np.empty_like(held), self.end.copy(), self.knocker.copy(), self.over.copy()
        )

    # ------------------------------------------------------------------------- before the first turn

    def choose(self) -> None:
        """The dealer keeps a hand that is not below the average, else takes the other three."""
        keeps = self.rules.dealer_keeps
        if keeps is None:
            return
        arrays, old = self.arrays, self.held[-1].copy()
        other = arrays.numbers(*lowest_three(self.table))
        change = arrays.orders.take(old) < keeps
        self.held[-1] = np.where(change, other, old)
        self.table = np.where(change, arrays.sets.take(old) & CARDS, self.table)

    def show_dealt(self) -> None:
        """Dealt hands that end the round, perhaps after one exchange each."""
        rules, arrays = self.rules, self.arrays
        if not (rules.dealt_at_once or rules.dealt_exchange):
            return
        holds = arrays.ends.take(self.held)
        some = np.flatnonzero(holds.any(axis=0))
        self.over[some], self.end[some] = 0, INSTANT_END
        waiting = some[~holds[:, some].all(axis=0)] if rules.dealt_exchange else some[:0]
        for place in range(self.players):
            lanes = waiting[~holds[place, waiting]]
            old = self.held[place, lanes].astype(np.intp)
            words = arrays.best(old, *lowest_three(self.table[lanes]))
            new = np.where(words >= arrays.better.take(old), words & HAND, old)
            self.held[place, lanes] = new
            both = self.table[lanes] | arrays.sets.take(old)
            self.table[lanes] = both & ~arrays.sets.take(new) & CARDS
            self.over[lanes] += 1
        self._drop(self.over == _NEVER)

    # -------------------------------------------------------------------------------------- turns

    def play(self, turn: int = 0) -> Rounds:
        """All rounds to their end, from this turn on."""
        while len(self.ids):
            self.take_turn(turn)
            turn += 1
            if turn % self.players == 0:
                alive = self.over > turn
                if np.count_nonzero(alive) < _WORTH_DROPPING * len(alive):
                    self._drop(alive)
        return self.rounds

    def take_turn(self, turn: int) -> None:
        """One turn in every lane, as its player decides."""
        rules, arrays = self.rules, self.arrays
        place, lap = turn % self.players, turn // self.players
        old = self.held[place].astype(np.intp)
        free = self.over == _NEVER  # nobody has knocked
        knocks = self.knocks[min(lap, len(self.knocks) - 1)]
        mine = old + (place * arrays.count if self.seats is None else self.seats[place])
        knock = knocks.take(mine).view(bool) & free
        plays = (self.over > turn) & ~knock
        words = arrays.best(old, *lowest_three(self.table))
        swaps = (words >= arrays.better.take(old)) & plays
        if rules.renew:
            self._renew_789(old, words, swaps, plays)
        if rules.once:  # who may not pass again has to swap for the worse
            swaps |= self.passed[place] & free & plays
        self.act(turn, old ^ (old ^ (words & HAND)) * swaps, swaps, knock, plays)

    def act(self, turn: int, new: Ints, swaps: Bools, knock: Bools, plays: Bools) -> None:
        """What has been decided is done: a hand swapped for the new one, a pass or a knock."""
        arrays, players, place = self.arrays, self.players, turn % self.players
        free = self.over == _NEVER
        both = self.table | arrays.sets.take(self.held[place])
        sets = arrays.sets.take(new)
        self.held[place] = new
        self.table = both & ~sets & CARDS
        if self.rules.once:
            self.passed[place] |= plays & ~swaps
        if knock.any():
            self._knock(knock, turn)
        self._show(turn, sets, swaps, free, plays)
        self.passes += 1
        self.passes *= ~(swaps | knock)
        if turn + 1 >= TURNS_EACH * players:
            self._showdown(np.flatnonzero(self.over == _NEVER), turn)
        passed = np.flatnonzero((self.passes >= players) & (self.over == _NEVER))
        if len(passed):
            self._lay_tables(passed, turn)

    def _knock(self, knock: Bools, turn: int) -> None:
        rules, lanes = self.rules, np.flatnonzero(knock)
        last = self.players - (not rules.all_last)
        if turn < self.players and rules.showdown_first:
            last = 0
        self.over[lanes] = turn + 1 + last
        self.knocker[lanes] = turn % self.players

    def _show(self, turn: int, sets: U64, swaps: Bools, free: Bools, plays: Bools) -> None:
        """Hands that end the round at once: after a swap, or after any last turn."""
        rules = self.rules
        shows = (sets >> ENDS_BIT).astype(bool) & plays
        shows &= np.where(free, swaps & rules.in_play_ends, rules.after_knock_ends)
        lanes = np.flatnonzero(shows)
        self.over[lanes], self.end[lanes] = turn + 1, INSTANT_END

    def _showdown(self, lanes: Ints, turn: int) -> None:
        self.over[lanes], self.end[lanes] = turn + 1, SHOWDOWN_END

    def _drop(self, alive: Bools) -> None:
        """The other lanes are written down and no longer played."""
        gone, stay = np.flatnonzero(~alive), np.flatnonzero(alive)
        done, rounds = self.ids.take(gone), self.rounds
        rounds.hands[:, done] = self.held.take(gone, 1)
        rounds.end[done] = self.end.take(gone)
        rounds.knocker[done] = self.knocker.take(gone)
        rounds.turns[done] = self.over.take(gone)
        for name in ("ids", "table", "over", "end", "knocker", "passes"):
            setattr(self, name, getattr(self, name).take(stay))
        self.held, self.passed = self.held.take(stay, 1), self.passed.take(stay, 1)
        if self.seats is not None:
            self.seats = self.seats.take(stay, 1)

    # ------------------------------------------------------------------------------ new open cards

    def _renew_789(
        self, old: Ints, words: npt.NDArray[np.uint32], swaps: Bools, plays: Bools
    ) -> None:
        """Who would pass over seven, eight and nine has other cards laid as often as possible."""
        arrays = self.arrays
        lanes = np.flatnonzero(plays & ~swaps)
        while len(lanes):
            ranks = [(place + 52 - arrays.size) >> 2 for place in lowest_three(self.table[lanes])]
            right = (ranks[0] == 5) & (ranks[1] == 6) & (ranks[2] == 7)
            lanes = self.renew(lanes[right])
            hands = old.take(lanes)
            words[lanes] = arrays.best(hands, *lowest_three(self.table[lanes]))
            swaps[lanes] = words[lanes] >= arrays.better.take(hands)
            lanes = lanes[~swaps[lanes]]

    def _lay_tables(self, lanes: Ints, turn: int) -> None:
        """Everybody has passed."""
        if self.rules.reuse:
            self.stock.shuffle_again(self.ids.take(lanes))
        laid = self.renew(lanes)
        self._showdown(np.setdiff1d(lanes, laid, assume_unique=True), turn)

    def renew(self, lanes: Ints) -> Ints:
        """Three other open cards; the lanes for which the stock had as many."""
        lanes = lanes[self.stock.has_table(self.ids.take(lanes))]
        before = lowest_three(self.table[lanes])
        self.table[lanes] = _set_of(self.stock.change(self.ids.take(lanes), before))
        self.passes[lanes] = 0
        return lanes
