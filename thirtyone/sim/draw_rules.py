"""The rules of a draw ruleset that change how a round is played, as the fast engines ask for them.

What is settled afterwards is not here: rulesets that differ only there play identical rounds.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from thirtyone.play.ending import TURNS_EACH
from thirtyone.policies import KnocksAt
from thirtyone.rules.model import (
    AfterKnock,
    DrawDealt,
    DrawForm,
    FirstKnock,
    InPlay,
    LastTurns,
    OwnDiscardAfterKnock,
    Ruleset,
    StockEmpty,
    StockEmptyLastTurns,
)
from thirtyone.sim.hand_tables import CODE_ENDS

LAST_EMPTY_STOCK: Final = 3
"""The time the stock runs out before a knock that ends the round, as in the readable engine."""


@dataclass(frozen=True, slots=True)
class DrawRules:
    """Answers of the draw form, as plain yes and no."""

    size: int
    """Cards in the pack."""
    cards: int
    """Cards in a hand."""
    dealt_at_once: bool
    """Does a dealt hand that ends the round do so before the first turn?"""
    dealt_waits: bool
    """Must such a hand be knocked with on the first turn?"""
    play_at_once: bool
    play_waits: bool
    after_at_once: bool
    """Does such a hand end the round when it comes up on a last turn?"""
    minimum: int
    """Least order to knock with."""
    first_showdown: bool
    """Does a knock before anybody has drawn end the round?"""
    knocker_again: bool
    """Has the knocker a last turn too?"""
    own_must: bool
    """Two players: must the own discard be taken once the other has knocked?"""
    own_not: bool
    """May it not be?"""
    throw_back: bool
    reshuffles: bool
    """Is an empty stock shuffled again before a knock? Else the round is over."""
    reshuffles_last: bool
    """Is it during the last turns?"""

    def stock_size(self, players: int) -> int:
        """Cards in a full stock, and as many in every reshuffled one: all but hands and top card."""
        return self.size - self.cards * players - 1

    @staticmethod
    def most_turns(players: int) -> int:
        """Turns after which a round without a knock is over."""
        return TURNS_EACH * players

    def code_rows(self, policy: KnocksAt) -> tuple[bytes, ...]:
        """When the player knocks: by own turn (the last row stands for all later ones) and by the
        code of a hand, what it wants and what these rules allow or demand taken together.
        """
        rows = policy.knock_rows()
        laps = max(len(rows), 2) if self.dealt_waits != self.play_waits else len(rows)
        found = []
        for lap in range(laps):
            row = rows[min(lap, len(rows) - 1)]
            must = self.play_waits if lap else self.dealt_waits
            low = bytes(order >= self.minimum and row[order] for order in range(CODE_ENDS))
            ends = (order >= self.minimum and (must or row[order]) for order in range(CODE_ENDS))
            found.append(low + bytes(map(bool, ends)))
        return tuple(found)


@lru_cache(maxsize=64)
def draw_rules(ruleset: Ruleset) -> DrawRules:
    """What changes play in a ruleset of the draw form."""
    form = ruleset.form
    assert isinstance(form, DrawForm)
    instant, knock, turn = form.instant, form.knock, form.turn
    return DrawRules(
        size=ruleset.deck_size,
        cards=ruleset.hand_size,
        dealt_at_once=instant.dealt is DrawDealt.AT_ONCE,
        dealt_waits=instant.dealt is DrawDealt.WAIT_AND_KNOCK,
        play_at_once=instant.in_play is InPlay.AT_ONCE,
        play_waits=instant.in_play is InPlay.WAIT_AND_KNOCK,
        after_at_once=instant.after_knock is AfterKnock.AT_ONCE,
        minimum=2 * knock.minimum,
        first_showdown=knock.first_turn is FirstKnock.SHOWDOWN,
        knocker_again=knock.last_turns is LastTurns.ALL,
        own_must=turn.own_discard_after_knock is OwnDiscardAfterKnock.MUST,
        own_not=turn.own_discard_after_knock is OwnDiscardAfterKnock.NO,
        throw_back=turn.throw_back,
        reshuffles=form.stock.empty is StockEmpty.RESHUFFLE,
        reshuffles_last=form.stock.empty_last_turns is StockEmptyLastTurns.RESHUFFLE,
    )
