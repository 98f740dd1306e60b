"""Where a round stands: one frozen record for each of the three forms.

A state never changes; :func:`thirtyone.play.round.apply` returns the next one. So undo is the state
before, a branch is another action from the same state, and any state can be kept. States are named
tuples because a round makes dozens of them, and a frozen dataclass takes four times as long.
"""

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from thirtyone.cards import Card
from thirtyone.play.actions import Seat
from thirtyone.play.deal import Deal
from thirtyone.play.events import Event
from thirtyone.play.outcome import RoundOutcome
from thirtyone.play.worth import Worth
from thirtyone.rules.model import BankForm, DrawForm, ExchangeForm, Ruleset


class Phase(StrEnum):
    """What the player whose turn it is has to do now."""

    DEALER_CHOICE = "dealer-choice"
    """Exchange: the dealer keeps the hand or changes it, before the first turn."""
    STAKE = "stake"
    """Bank: stake or fold, having seen one card."""
    TURN = "turn"
    """The start of a turn."""
    THROW = "throw"
    """Draw: there is a card too many in hand, and one must be thrown."""
    EXCHANGE = "exchange"
    """Exchange: a dealt hand ends the round, and each of the others may swap once before."""
    OVER = "over"
    """The round is over; ``outcome`` says how."""


class DrawState(NamedTuple):
    """A round with stock and discard pile."""

    ruleset: Ruleset
    form: DrawForm
    deal: Deal
    worth: Worth
    phase: Phase
    turn: Seat
    """Whose turn it is; when the round is over, who had the last one."""
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    drawn: int
    """How many cards of ``stock`` are gone."""
    discards: tuple[Card, ...]
    """The top one last."""
    top_from: Seat | None
    """Who threw the top discard; None for the card of the deal."""
    known: tuple[tuple[Card, ...], ...]
    """Cards of each hand that everybody saw go there."""
    turns: int
    """Turns that are over, knocks included."""
    emptied: int
    """How often the stock has run out."""
    knocker: Seat | None
    last_turns: int
    """How many last turns are still to come, the one being taken included."""
    taken: Card | None
    """The card taken from the discards this turn."""
    outcome: RoundOutcome | None

    @property
    def stock_count(self) -> int:
        """Cards left in the stock."""
        return len(self.stock) - self.drawn


class SwapState(NamedTuple):
    """A round with open cards on the table."""

    ruleset: Ruleset
    form: ExchangeForm
    deal: Deal
    worth: Worth
    phase: Phase
    turn: Seat
    hands: tuple[tuple[Card, ...], ...]
    table: tuple[Card, ...]
    stock: tuple[Card, ...]
    """What is left of the stock, the next card first."""
    aside: tuple[Card, ...]
    """Table cards that were replaced."""
    known: tuple[tuple[Card, ...], ...]
    turns: int
    passes: int
    """Passes in a row."""
    passed: tuple[Seat, ...]
    """Who has passed in this deal."""
    reused: int
    """How often cards laid aside came back as stock."""
    knocker: Seat | None
    last_turns: int
    """Turns to come after a knock, or exchanges before a dealt hand ends the round."""
    holders: tuple[Seat, ...]
    """Who was dealt a hand that ends the round, while the others may still swap once."""
    outcome: RoundOutcome | None

    @property
    def stock_count(self) -> int:
        """Cards left in the stock."""
        return len(self.stock)


class BankState(NamedTuple):
    """A round against a bank."""

    ruleset: Ruleset
    form: BankForm
    deal: Deal
    worth: Worth
    phase: Phase
    turn: Seat
    hands: tuple[tuple[Card, ...], ...]
    drawn: int
    """How many cards of the pack are gone."""
    stakes: tuple[int | None, ...]
    """By seat: None before the player has decided, 0 for the bank and those who stay out."""
    known: tuple[tuple[Card, ...], ...]
    """The open cards of each hand."""
    turns: int
    outcome: RoundOutcome | None

    @property
    def stock_count(self) -> int:
        """Cards left to draw from."""
        return len(self.deal.cards) - self.drawn


RoundState: TypeAlias = DrawState | SwapState | BankState


def with_hand(
    hands: tuple[tuple[Card, ...], ...], seat: int, hand: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """The hands with another one for a seat."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


class Step(NamedTuple):
    """What an action led to: the next state, and what happened on the way."""

    state: RoundState
    events: tuple[Event, ...]
