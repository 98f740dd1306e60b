"""What one pair of eyes sees of a card table at one moment.

Whoever looks at a round that is over sees every hand. Whoever plays sees what
:func:`thirtyone.play.view.seat_view` gives, and a card that is face down is not in the moment at
all: pictures, words and tables are made from moments only, so nothing hidden can slip into them.
"""

from dataclasses import dataclass

from thirtyone.cards import Card
from thirtyone.hands import HandScore, check_playable, score_playable
from thirtyone.play.outcome import RoundOutcome
from thirtyone.play.state import BankState, DrawState, Phase, RoundState, SwapState
from thirtyone.play.view import SeatView
from thirtyone.rules import Family, Ruleset

Cards = tuple[Card | None, ...]
"""A hand on the table; None is a card face down."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at one moment. Seats are those of the round."""

    ruleset: Ruleset
    phase: Phase
    dealer: int
    turn: int | None
    """Whose turn it is; None when the round is over."""
    hands: tuple[Cards, ...]
    stock: int
    outcome: RoundOutcome | None
    knocker: int | None = None
    discards: tuple[Card, ...] = ()
    table: tuple[Card, ...] = ()
    stakes: tuple[int | None, ...] = ()

    def score(self, seat: int) -> HandScore | None:
        """What an open hand is worth; None for one with hidden cards or one too many."""
        hand = tuple(card for card in self.hands[seat] if card is not None)
        if len(hand) < len(self.hands[seat]) or check_playable(hand, self.ruleset):
            return None
        return score_playable(hand, self.ruleset)

    def bust(self, seat: int) -> bool:
        """Bank form: is the hand above 31?"""
        score = self.score(seat) if self.ruleset.family is Family.BANK else None
        return score is not None and score.points is not None and score.points > 62


def open_moment(state: RoundState) -> Moment:
    """The table of a round that everybody may look into."""
    return Moment(
        state.ruleset,
        state.phase,
        state.deal.dealer,
        None if state.outcome else state.turn,
        state.hands,
        state.stock_count,
        state.outcome,
        discards=state.discards if isinstance(state, DrawState) else (),
        table=state.table if isinstance(state, SwapState) else (),
        stakes=state.stakes if isinstance(state, BankState) else (),
        knocker=None if isinstance(state, BankState) else state.knocker,
    )


def seen_moment(view: SeatView) -> Moment:
    """The table as one of its players sees it."""
    return Moment(
        view.ruleset,
        view.phase,
        view.dealer,
        None if view.outcome else view.turn,
        tuple(_seen_hand(view, seat) for seat in range(view.players)),
        view.stock_count,
        view.outcome,
        discards=view.discards,
        table=view.table,
        stakes=view.stakes,
        knocker=view.knocker,
    )


def _seen_hand(view: SeatView, seat: int) -> Cards:
    hand: Cards = view.hand if seat == view.seat else view.known[seat]
    hidden = view.counts[seat] - len(hand)
    if hidden and seat != view.seat and view.ruleset.family is not Family.BANK:
        # Cards that everybody saw go there are in the hand now, and a hand is held closed.
        return (None,) * view.counts[seat]
    return (None,) * hidden + hand
