"""The end of a round, the same in the forms where hands are compared."""

from typing import Final, TypeVar

from thirtyone.play.actions import Seat
from thirtyone.play.events import Event, HandShown, RoundEnded, Showed
from thirtyone.play.outcome import RoundEnd, RoundOutcome
from thirtyone.play.state import DrawState, Phase, Step, SwapState

TURNS_EACH: Final = 50
"""A round without a knock is ended after so many turns each: no text has a limit, so it is ours."""

_State = TypeVar("_State", DrawState, SwapState)


def holders_of_ending_hands(state: DrawState | SwapState) -> tuple[Seat, ...]:
    """Who holds a hand that can end the round."""
    ends_round = state.worth.ends_round
    return tuple(Seat(seat) for seat, hand in enumerate(state.hands) if ends_round(hand))


def finish(
    state: _State,
    seat: Seat,
    events: tuple[Event, ...],
    end: RoundEnd,
    *,
    instant: tuple[Seat, ...] = (),
    drawn: bool = False,
) -> Step:
    """The round is over with the turn of ``seat``: who must shows, then all hands lie open unless the round is drawn."""
    outcome = RoundOutcome(end, state.hands, state.knocker, instant, drawn)
    shown: list[Event] = []
    if not drawn:
        shown = [Showed(seat, state.hands[seat]) for seat in instant]
        shown += [
            HandShown(Seat(seat), hand)
            for seat, hand in enumerate(state.hands)
            if seat not in instant
        ]
    over = state._replace(phase=Phase.OVER, turn=seat, outcome=outcome, last_turns=0)
    return Step(over, (*events, *shown, RoundEnded(end, drawn)))
