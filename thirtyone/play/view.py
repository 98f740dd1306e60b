"""What one seat may know of a round: nothing else leaves the engine.

Own cards, open cards, how many cards the others hold, and those of their cards that everybody saw
go there. Hidden hands and face-down cards are never in it; when a round is over and not drawn, all
hands lie open.
"""

from dataclasses import replace
from typing import NamedTuple

from thirtyone.cards import Card
from thirtyone.play.actions import Action, Seat
from thirtyone.play.events import Drew, Event
from thirtyone.play.outcome import RoundOutcome
from thirtyone.play.round import legal_actions
from thirtyone.play.state import BankState, DrawState, Phase, RoundState, SwapState
from thirtyone.rules.model import Ruleset


class SeatView(NamedTuple):
    """A round as one seat sees it; seats count from 0 among those who play it."""

    ruleset: Ruleset
    seat: Seat
    dealer: Seat
    phase: Phase
    turn: Seat
    """Whose turn it is."""
    actions: tuple[Action, ...]
    """What this seat may do now; empty when it is not its turn."""
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    known: tuple[tuple[Card, ...], ...]
    """Cards of each hand that lie open or that everybody saw go there."""
    stock_count: int
    turns: int
    """Turns that are over."""
    outcome: RoundOutcome | None
    """How the round ended, with the hands unless it was drawn."""
    knocker: Seat | None = None
    last_turns: int = 0
    """How many last turns are still to come, the one being taken included."""
    discards: tuple[Card, ...] = ()
    """Draw form: the discard pile, the top card last. Everybody saw each card go there."""
    table: tuple[Card, ...] = ()
    """Exchange form: the open cards."""
    passed: tuple[Seat, ...] = ()
    """Exchange form: who has passed in this deal."""
    holders: tuple[Seat, ...] = ()
    """Exchange form: who was dealt a hand that ends the round, while the others may swap once."""
    top_from: Seat | None = None
    """Draw form: who threw the top discard; None for the card of the deal."""
    aside: tuple[Card, ...] = ()
    """Exchange form: open cards that were replaced."""
    passes: int = 0
    """Exchange form: passes in a row."""
    stakes: tuple[int | None, ...] = ()
    """Bank form: what each seat has staked, None before it has decided."""
    tokens: tuple[int, ...] = ()
    """Bank form: what each seat holds."""

    @property
    def players(self) -> int:
        """How many take part."""
        return len(self.counts)


def seat_view(state: RoundState, seat: Seat) -> SeatView:
    """What ``seat`` may know now."""
    over = state.outcome
    hand, known = state.hands[seat], state.known
    if over is not None:
        if over.drawn:
            over = replace(over, hands=())
        else:
            known = state.hands
    elif isinstance(state, BankState) and seat == state.deal.dealer:
        hand = known[seat]  # the bank has no choice and turns its cards last
    common = (
        state.ruleset,
        seat,
        state.deal.dealer,
        state.phase,
        state.turn,
        legal_actions(state) if seat == state.turn else (),
        hand,
        tuple(map(len, state.hands)),
        known,
        state.stock_count,
        state.turns,
        over,
    )
    if isinstance(state, DrawState):
        return SeatView(
            *common,
            knocker=state.knocker,
            last_turns=state.last_turns,
            discards=state.discards,
            top_from=state.top_from,
        )
    if isinstance(state, SwapState):
        return SeatView(
            *common,
            knocker=state.knocker,
            last_turns=state.last_turns,
            table=state.table,
            aside=state.aside,
            passes=state.passes,
            passed=state.passed,
            holders=state.holders,
        )
    return SeatView(*common, stakes=state.stakes, tokens=state.deal.tokens)


def seen_event(event: Event, seat: Seat | None) -> Event:
    """The event as ``seat`` (or with None somebody who looks on) saw it."""
    if isinstance(event, Drew) and event.seat != seat:
        return Drew(event.seat, None)
    return event
