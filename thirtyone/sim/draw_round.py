"""One round of the draw form as a walk through numbered hands.

The same round as the readable engine plays on the same seeded deal, action for action, some
hundred times as fast: a hand is a number, a turn two look-ups in :mod:`.hand_tables`, and cards are
dealt only when they are drawn. Plain Python, so it runs in a browser without numpy.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final as Constant
from typing import NamedTuple

from thirtyone.play.actions import DRAW, KEEP, KNOCK, TAKE, Action, Throw
from thirtyone.play.ending import TURNS_EACH
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.seeded import game_key, reshuffle_key
from thirtyone.policies import KnocksAt
from thirtyone.rules.model import Ruleset
from thirtyone.sim.draw_rules import LAST_EMPTY_STOCK, draw_rules
from thirtyone.sim.finals import ENDS, Final
from thirtyone.sim.hand_tables import CODE_ENDS, HandTables, hand_tables
from thirtyone.sim.seeded_places import seeded_places
from thirtyone.sim.tables import deck_by_place

KNOCK_END: Constant = ENDS.index(RoundEnd.KNOCK)
INSTANT_END: Constant = ENDS.index(RoundEnd.INSTANT)
STOCK_END: Constant = ENDS.index(RoundEnd.STOCK_EMPTY)
ENDLESS_END: Constant = ENDS.index(RoundEnd.ENDLESS)


def play(
    ruleset: Ruleset,
    policies: Sequence[KnocksAt],
    seed: int,
    game: int,
    trace: list[Action] | None = None,
) -> Final:
    """The end of one game; ``trace`` collects the actions that led to it.

    Policies are by position. Who plays many rounds keeps a :class:`DrawRound`.
    """
    return draw_round(ruleset, tuple(policies)).play(seed, game, trace)


class DrawRound:
    """A ruleset and who sits where, made ready to play any number of games."""

    def __init__(self, ruleset: Ruleset, policies: Sequence[KnocksAt]) -> None:
        self.rules: Constant = draw_rules(ruleset)
        self.tables: Constant[HandTables] = hand_tables(ruleset)
        self.players: Constant = len(policies)
        rows = [self.rules.code_rows(policy) for policy in policies]
        laps = max(map(len, rows))
        self._rows = [[row[min(lap, len(row) - 1)] for row in rows] for lap in range(laps)]
        """When each position knocks, by own turn."""
        deck = deck_by_place(self.rules.size)
        self._throws = [Throw(card) for card in deck]

    def play(self, seed: int, game: int, trace: list[Action] | None = None) -> Final:
        """The end of one game; ``trace`` collects the actions that led to it."""
        # Everything that a turn needs is a local name: an attribute costs as much as a look-up.
        tables, players, size = self.tables, self.players, self.rules.size
        codes, next_, sums, worthwhile = tables.codes, tables.next, tables.sums, tables.worthwhile
        key = game_key(seed, game)
        deal = seeded_places(key, range(size))
        hands = self._dealt(deal)
        if self.rules.dealt_at_once and max([codes[hand] for hand in hands]) >= CODE_ENDS:
            return Final(tuple(hands), INSTANT_END, -1, 0)
        top = next(deal)
        stock = self.rules.stock_size(players)

        draw = deal.__next__
        rows, laps = self._rows[0], len(self._rows)
        throws = self._throws
        ending = CODE_ENDS if self.rules.play_at_once else 2 * CODE_ENDS
        seat = lap = emptied = 0
        while True:
            hand = hands[seat]
            if rows[seat][codes[hand]]:
                break
            at = hand * size
            if worthwhile[at + top]:
                card = top
                if trace is not None:
                    trace.append(TAKE)
            else:
                card = draw()
                stock -= 1
                if trace is not None:
                    trace.append(DRAW)
            hands[seat] = best = next_[at + card]
            top = sums[hand] + card - sums[best]
            if trace is not None:
                trace.append(throws[top])
            if codes[best] >= ending:
                return Final(tuple(hands), INSTANT_END, -1, lap * players + seat + 1)
            if not stock:
                emptied += 1
                if not self.rules.reshuffles or emptied == LAST_EMPTY_STOCK:
                    end = ENDLESS_END if self.rules.reshuffles else STOCK_END
                    return Final(tuple(hands), end, -1, lap * players + seat + 1)
                stock, draw = self._reshuffled(key, emptied, hands, top)
            seat += 1
            if seat == players:
                seat = 0
                lap += 1
                if lap == TURNS_EACH:
                    return Final(tuple(hands), ENDLESS_END, -1, lap * players)
                if laps > 1:
                    rows = self._rows[min(lap, laps - 1)]
        if trace is not None:
            trace.append(KNOCK)
        turns = lap * players + seat + 1
        if turns == 1 and self.rules.first_showdown:
            return Final(tuple(hands), KNOCK_END, seat, turns)
        return self._last_turns(_Knocked(key, hands, top, stock, draw, emptied, seat, turns), trace)

    def _last_turns(self, at: "_Knocked", trace: list[Action] | None) -> Final:
        """The turns that follow a knock."""
        rules, tables, players = self.rules, self.tables, self.players
        key, hands, top, stock, draw, emptied, knocker, turns = at
        codes, seat = tables.codes, knocker
        own_matters = players == 2 and (rules.own_must or rules.own_not) and turns > 1
        last_turn = turns + (players if rules.knocker_again else players - 1)
        while turns < last_turn:
            turns += 1
            seat = seat + 1 if seat < players - 1 else 0
            hand = hands[seat]
            wants = tables.worthwhile[hand * rules.size + top]
            forced = False
            # Two players: the top card is one's own if the other's turn was a knock.
            if own_matters and seat != knocker:
                forced = rules.own_must and not wants
                wants = rules.own_must
            drew = not wants and stock > 0
            if drew:
                card = draw()
                stock -= 1
            else:
                card = top
            if wants or drew:
                if forced and not rules.throw_back:
                    best = tables.keeping(hand, card)
                else:
                    best = tables.next[hand * rules.size + card]
                hands[seat] = best
                top = tables.sums[hand] + card - tables.sums[best]
                if trace is not None:
                    trace += (DRAW if drew else TAKE), self._throws[top]
            elif trace is not None:
                trace.append(KEEP)  # the stock is empty and stays so
            if rules.after_at_once and codes[hands[seat]] >= CODE_ENDS:
                return Final(tuple(hands), INSTANT_END, knocker, turns)
            if drew and not stock and turns < last_turn:
                emptied += 1
                if rules.reshuffles_last:
                    stock, draw = self._reshuffled(key, emptied, hands, top)
        return Final(tuple(hands), KNOCK_END, knocker, turns)

    def _dealt(self, deal: Iterator[int]) -> list[int]:
        """The hand number of each position, from the first cards of a deal."""
        tables, cards = self.tables, self.rules.cards
        if cards != 3:
            return [tables.number(islice(deal, cards)) for _ in range(self.players)]
        _, twos, threes = tables.steps
        hands = []
        for _ in range(self.players):
            low, mid, high = next(deal), next(deal), next(deal)
            if low > mid:
                low, mid = mid, low
            if mid > high:
                mid, high = high, mid
                if low > mid:
                    low, mid = mid, low
            hands.append(low + twos[mid] + threes[high])
        return hands

    def _reshuffled(
        self, key: int, times: int, hands: Sequence[int], top: int
    ) -> tuple[int, Callable[[], int]]:
        """How many cards the ``times``-th reshuffle puts into the stock, and what draws them.

        That is all cards but those in the hands and the top one.
        """
        out = {top}
        for hand in hands:
            out.update(self.tables.places(hand))
        under = [place for place in range(self.rules.size) if place not in out]
        return len(under), seeded_places(reshuffle_key(key, times), under).__next__


class _Knocked(NamedTuple):
    """Where a round stands after a knock."""

    key: int
    hands: list[int]
    top: int
    stock: int
    draw: Callable[[], int]
    emptied: int
    knocker: int
    turns: int


@lru_cache(maxsize=64)
def draw_round(ruleset: Ruleset, policies: tuple[KnocksAt, ...]) -> DrawRound:
    """The round of a ruleset with these players, kept for those used last."""
    return DrawRound(ruleset, policies)
