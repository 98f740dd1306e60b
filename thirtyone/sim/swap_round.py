"""One round of the exchange form on hand numbers.

A card is its place in the pack, a hand its number (:mod:`.tables`), and the best hand that keeps an
open card is looked up. Positions are in order of play: 0 acts first, the last one deals.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import Final as Constant

from thirtyone.cards import Card
from thirtyone.play.actions import CHANGE, KEEP, KNOCK, PASS, RENEW, Action, Swap
from thirtyone.play.ending import TURNS_EACH
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.seeded import game_key, reshuffle_key
from thirtyone.policies import KnocksAt
from thirtyone.rules.model import (
    AfterKnock,
    DealerChoice,
    ExchangeForm,
    FirstSwapKnock,
    InPlay,
    LastTurns,
    Passing,
    Ruleset,
    SwapDealt,
    Swaps,
    TableExhausted,
)
from thirtyone.sim.finals import ENDS, Final
from thirtyone.sim.hand_tables import ENDS_ROUND, hand_tables
from thirtyone.sim.seeded_places import seeded_places
from thirtyone.sim.tables import deck_by_place

KNOCK_END, INSTANT_END, SHOWDOWN_END = map(
    ENDS.index, (RoundEnd.KNOCK, RoundEnd.INSTANT, RoundEnd.SHOWDOWN)
)
_SIZE: Constant = 3
_UNKNOWN: Constant = (1 << 16) - 1


class SwapRules:
    """What a ruleset of the exchange form says about play, asked once instead of on every turn."""

    def __init__(self, ruleset: Ruleset) -> None:
        form = ruleset.form
        assert isinstance(form, ExchangeForm)
        instant, knock, turn = form.instant, form.knock, form.turn
        self.ruleset = ruleset
        self.cards = ruleset.deck_size
        self.pairs = turn.swaps is Swaps.ANY
        self.threes = turn.swaps is not Swaps.ONE
        self.once = turn.pass_ is Passing.ONCE
        self.renew = turn.renew_789
        self.reuse = turn.table_exhausted is TableExhausted.REUSE
        self.minimum = 2 * knock.minimum
        """The lowest order to knock with."""
        self.after_first_lap = knock.first_turn is FirstSwapKnock.AFTER_FIRST_LAP
        self.showdown_first = knock.first_turn is FirstSwapKnock.SHOWDOWN
        self.all_last = knock.last_turns is LastTurns.ALL
        self.dealt_at_once = instant.dealt is SwapDealt.AT_ONCE
        self.dealt_exchange = instant.dealt is SwapDealt.ONE_EXCHANGE_EACH
        self.waits = (
            instant.dealt is SwapDealt.WAIT_AND_KNOCK,
            instant.in_play is InPlay.WAIT_AND_KNOCK,
        )
        """Must a hand that ends the round be knocked with: in the first lap, and later?"""
        self.in_play_ends = instant.in_play is InPlay.AT_ONCE
        self.after_knock_ends = instant.after_knock is AfterKnock.AT_ONCE
        tables = hand_tables(ruleset)
        self._tables = tables
        self.orders, self.flags = tables.orders, tables.flags
        self.dealer_keeps: int | None = None
        """The lowest order that the dealer keeps; None where there is no choice."""
        if form.deal.dealer_choice is not DealerChoice.NONE:
            self.dealer_keeps = -(-sum(self.orders) // len(self.orders))  # not below the average

    @cached_property
    def ranks(self) -> Sequence[int]:
        """By hand: sorts hands with the ruleset's own tie-break."""
        return self._tables.ranks

    @cached_property
    def _kept(self) -> "array[int]":
        return array("H", [_UNKNOWN]) * (len(self.orders) * self.cards)

    def may_knock(self, order: int, *, first_lap: bool) -> bool:
        """Do the rules let somebody knock with such a hand while nobody has?"""
        return order >= self.minimum and not (first_lap and self.after_first_lap)

    def keeping(self, hand: int, place: int) -> int:
        """The best hand that keeps this open card, without the lowest card among equals."""
        entry = hand * self.cards + place
        kept = self._kept[entry]
        if kept == _UNKNOWN:
            a, b, c = cards_of(hand)
            # `max` prefers the first of equals: the lowest card is given in it.
            some = [hand_of((b, c, place)), hand_of((a, c, place)), hand_of((a, b, place))]
            kept = self._kept[entry] = max(some, key=self.ranks.__getitem__)
        return kept

    def best(self, hand: int, table: Sequence[int]) -> int:
        """The best hand that a swap leads to; of equal ones that of fewest cards, then of the
        lowest taken, then of the lowest given. ``table`` is in ascending order.
        """
        ranks = self.ranks
        top, best = -1, hand
        for taken in table:
            reached = self.keeping(hand, taken)
            if ranks[reached] > top:
                top, best = ranks[reached], reached
        if self.pairs:
            a, b, c = table
            for pair in ((a, b), (a, c), (b, c)):
                for keeping in reversed(cards_of(hand)):  # the highest kept: the lowest given
                    reached = hand_of((keeping, *pair))
                    if ranks[reached] > top:
                        top, best = ranks[reached], reached
        if self.threes:
            reached = hand_of(table)
            if ranks[reached] > top:
                best = reached
        return best


_latest: list[SwapRules] = []


def swap_rules(ruleset: Ruleset) -> SwapRules:
    """The rules, remembered."""
    # Most callers play one ruleset for a while, and comparing rulesets takes as long as a turn.
    for rules in _latest:
        if rules.ruleset is ruleset:
            return rules
    rules = _remembered(ruleset)
    _latest[:] = [rules]
    return rules


@lru_cache(maxsize=16)
def _remembered(ruleset: Ruleset) -> SwapRules:
    return SwapRules(ruleset)


@lru_cache(maxsize=64)
def rows_of(policy: KnocksAt) -> tuple[bytes, ...]:
    """The knock rows of a player, asked for once."""
    return policy.knock_rows()


def play(
    ruleset: Ruleset,
    policies: Sequence[KnocksAt],
    seed: int,
    game: int,
    *,
    trace: list[Action] | None = None,
) -> Final:
    """One seeded round, policies by position; ``trace`` takes the actions of the readable engine."""
    return _Round(swap_rules(ruleset), policies, game_key(seed, game), trace).play()


class _Round:
    """A round under way."""

    def __init__(
        self,
        rules: SwapRules,
        policies: Sequence[KnocksAt],
        key: int,
        trace: list[Action] | None,
    ) -> None:
        self.rules = rules
        self.rows = [rows_of(policy) for policy in policies]
        self.key = key
        self.trace = trace
        self.deck = deck_by_place(rules.cards)
        self.players = len(policies)
        stock = seeded_places(key, range(rules.cards))
        self.held = [hand_of(islice(stock, _SIZE)) for _ in policies]
        self.table = sorted(islice(stock, _SIZE))
        self.stock: Iterator[int] = stock
        self.left = rules.cards - _SIZE * (self.players + 1)
        """How many cards the stock still has."""
        self.aside: list[int] = []
        self.reused = 0
        self.turns = self.passes = 0
        self.passed: set[int] = set()
        self.knocker = -1
        self.last_turns = 0

    def play(self) -> Final:
        """The round from the dealer's choice to its end."""
        self._choose()
        end = self._dealt()
        place = 0
        while end is None:
            end = self._turn(place)
            place = (place + 1) % self.players
        return Final(tuple(self.held), end, self.knocker, self.turns)

    def _choose(self) -> None:
        """The dealer keeps a hand that is not below the average, else takes the other three."""
        if self.rules.dealer_keeps is None:
            return
        keeps = self.rules.orders[self.held[-1]] >= self.rules.dealer_keeps
        if not keeps:
            other = hand_of(self.table)
            self.table = list(cards_of(self.held[-1]))
            self.held[-1] = other
        self._did(KEEP if keeps else CHANGE)

    def _dealt(self) -> int | None:
        """Does a dealt hand end the round, perhaps after one exchange each?"""
        rules = self.rules
        holds = [self.rules.flags[hand] & ENDS_ROUND for hand in self.held]
        if not any(holds) or not (rules.dealt_at_once or rules.dealt_exchange):
            return None
        if rules.dealt_exchange and not all(holds):
            for place in range(self.players):
                if not holds[place]:
                    best = self._best(place)
                    if self._improves(place, best):
                        self._swap(place, best)
                    else:
                        self._did(PASS)
                    self.turns += 1
        return INSTANT_END

    def _turn(self, place: int) -> int | None:
        """One turn; the number of the end if the round is over with it."""
        if self.knocker < 0 and self._knocks(place):
            return self._knock(place)
        rules = self.rules
        best = self._best(place)
        while not self._improves(place, best) and self._renewable():
            self._did(RENEW)
            self._renew()
            best = self._best(place)
        changed = self._improves(place, best)
        if not changed and rules.once and self.knocker < 0 and place in self.passed:
            changed = True  # who may not pass has to swap for the worse
        if changed:
            self._swap(place, best)
            self.passes = 0
        else:
            self._did(PASS)
            self.passes += 1
            self.passed.add(place)
        self.turns += 1
        shows = rules.after_knock_ends if self.knocker >= 0 else changed and rules.in_play_ends
        if shows and self.rules.flags[self.held[place]] & ENDS_ROUND:
            return INSTANT_END
        if self.knocker >= 0:
            self.last_turns -= 1
            return None if self.last_turns else KNOCK_END
        if self.turns >= TURNS_EACH * self.players:
            return SHOWDOWN_END
        return self._all_passed() if self.passes >= self.players else None

    def _knocks(self, place: int) -> bool:
        lap = self.turns // self.players
        hand, rows = self.held[place], self.rows[place]
        order = self.rules.orders[hand]
        if not self.rules.may_knock(order, first_lap=not lap):
            return False
        must = self.rules.waits[lap > 0] and self.rules.flags[hand] & ENDS_ROUND
        return bool(must or rows[min(lap, len(rows) - 1)][order])

    def _knock(self, place: int) -> int | None:
        first_lap = self.turns < self.players
        self._did(KNOCK)
        self.turns += 1
        self.knocker = place
        self.last_turns = self.players - (not self.rules.all_last)
        return KNOCK_END if first_lap and self.rules.showdown_first else None

    def _improves(self, place: int, best: int) -> bool:
        return self.rules.ranks[best] > self.rules.ranks[self.held[place]]

    def _best(self, place: int) -> int:
        return self.rules.best(self.held[place], self.table)

    def _swap(self, place: int, new: int) -> None:
        before, after = set(cards_of(self.held[place])), set(cards_of(new))
        given, taken = before - after, after - before
        self.held[place] = new
        self.table = sorted((set(self.table) - taken) | given)
        if self.trace is not None:
            self._did(Swap(self._cards(given), self._cards(taken)))

    # ------------------------------------------------------------------------- new open cards

    def _renewable(self) -> bool:
        """Seven, eight and nine lie open, may be replaced and can be."""
        if not self.rules.renew or self.left < _SIZE:
            return False
        return [self.deck[place].rank for place in self.table] == [7, 8, 9]

    def _renew(self) -> None:
        self.aside += self.table
        self.table = sorted(islice(self.stock, _SIZE))
        self.left -= _SIZE
        self.passes = 0

    def _all_passed(self) -> int | None:
        if self.left < _SIZE and self.rules.reuse:
            self.reused += 1
            key = reshuffle_key(self.key, self.reused)
            self.stock = chain(self.stock, seeded_places(key, sorted(self.aside)))
            self.left += len(self.aside)
            self.aside = []
        if self.left < _SIZE:
            return SHOWDOWN_END
        self._renew()
        return None

    # ----------------------------------------------------------------------------------- trace

    def _did(self, action: Action) -> None:
        if self.trace is not None:
            self.trace.append(action)

    def _cards(self, places: set[int]) -> tuple[Card, ...]:
        return tuple(self.deck[place] for place in sorted(places))


# ------------------------------------------------------------------------------------ hand numbers


def hand_of(places: Iterable[int]) -> int:
    """The hand number of three places."""
    a, b, c = sorted(places)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


def cards_of(hand: int) -> tuple[int, int, int]:
    """The places of a hand, the lowest first; the same for packs of all sizes."""
    return _all_hands()[hand]


@lru_cache(maxsize=1)
def _all_hands() -> tuple[tuple[int, int, int], ...]:
    return tuple((a, b, c) for c in range(52) for b in range(c) for a in range(b))
