"""Is she allowed to do that: yes, or no for one of a few reasons."""

from collections.abc import Sequence
from typing import Final

from thirtyone.play.actions import (
    Action,
    Change,
    Draw,
    Fold,
    Hit,
    Keep,
    Knock,
    Pass,
    Renew,
    Stake,
    Stand,
    Swap,
    Take,
    Throw,
    ThrowDown,
)
from thirtyone.play.state import DrawState, Phase, RoundState, SwapState
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.moment import PATH_OF, YES, Moment, No
from thirtyone.quiz.question import Option, Slip
from thirtyone.quiz.readings import Readings
from thirtyone.rules.model import DrawForm, Ruleset

_WRONG_REASONS: Final = 2

_DRAW: Final[dict[type, tuple[No, ...]]] = {
    Knock: (No.AFTER_DRAWING, No.KNOCKED, No.TOO_FEW, No.FIRST_LAP),
    Throw: (No.TAKEN, No.DRAW_FIRST, No.KNOCKED),
    Keep: (No.LAST_TURN, No.MUST_DRAW, No.THROW_FIRST),
    Draw: (No.THROW_FIRST, No.KNOCKED, No.MUST_TAKE),
    Take: (No.THROW_FIRST, No.OWN_DISCARD, No.KNOCKED),
    Pass: (No.NO_SUCH, No.PASSED, No.KNOCKED),
    ThrowDown: (No.UNSEEN, No.FIRST_LAP, No.TOO_FEW),
}
_SWAP: Final[dict[type, tuple[No, ...]]] = {
    Knock: (No.KNOCKED, No.TOO_FEW, No.FIRST_LAP, No.DEALER),
    Swap: (No.TWO, No.ONE, No.KNOCKED, No.NO_SUCH),
    Pass: (No.PASSED, No.KNOCKED, No.DEALER),
    Renew: (No.STAYS, No.NOT_789, No.KNOCKED),
    Keep: (No.NO_SUCH, No.KNOCKED),
    Change: (No.NO_SUCH, No.KNOCKED, No.PASSED),
    Draw: (No.NO_SUCH, No.DEALER, No.KNOCKED),
}
_BANK: Final[dict[type, tuple[No, ...]]] = {
    Hit: (No.STAKE_FIRST, No.STAKED, No.NO_SUCH),
    Stand: (No.STAKE_FIRST, No.STAKED, No.NO_SUCH),
    Fold: (No.MUST_STAY, No.STAKED, No.NO_SUCH),
    Stake: (No.STAKED, No.MUST_STAY, No.NO_SUCH),
    Knock: (No.NO_SUCH, No.STAKE_FIRST, No.TOO_FEW),
}


def ask_moment(
    case: Moment, chance: Chance, more: Sequence[Ruleset] = ()
) -> tuple[tuple[Option, ...], int, tuple[str, ...]]:
    """Yes and two or three reasons against it, which of them is right, and the rules that matter."""
    readings = Readings(case, more)
    right = str(readings.right)
    state = case.state
    reasons = [
        reason
        for reason in _reasons(state, case.asked)
        if reason != right and (right == YES or not _holds(reason, state, case))
    ]
    read = [reason for reason in reasons if reason in readings.by_value]
    chosen = (chance.shuffled(read) + chance.shuffled(r for r in reasons if r not in read))[
        : _WRONG_REASONS + (right == YES)
    ]
    against = [*chosen, *([] if right == YES else [No(right)])]
    values = [YES, *chance.shuffled(against)]
    options = tuple(_option(str(value), right, readings) for value in values)
    because = PATH_OF.get(No(right)) if right != YES else None
    paths = (because, *readings.paths) if because else readings.paths
    return options, values.index(right), tuple(dict.fromkeys(paths))


def _option(value: str, right: str, readings: Readings) -> Option:
    if value == right:
        return Option(value)
    reading = readings.by_value.get(value)
    if reading is not None:
        return Option(value, reading)
    if value == YES:
        return Option(value, slip=Slip.NEVER)
    return Option(value, slip=Slip.ALWAYS if right == YES else Slip.REASON)


def _reasons(state: RoundState, asked: Action) -> tuple[No, ...]:
    if isinstance(state, DrawState):
        return _DRAW[type(asked)]
    if not isinstance(state, SwapState):
        return _BANK[type(asked)]
    if isinstance(asked, Swap) and len(asked.given) != 2:
        return (*_SWAP[Swap][2:], No.ONE if len(asked.given) == 3 else No.DEALER)
    return _SWAP[type(asked)]


def _holds(reason: No, state: RoundState, case: Moment) -> bool:
    """Could this be said with some right here? Then it is no wrong answer, even as a second reason."""
    knocker = getattr(state, "knocker", None)
    throwing = state.phase is Phase.THROW
    form = case.ruleset.form
    match reason:
        case No.AFTER_DRAWING | No.THROW_FIRST:
            return throwing
        case No.KNOCKED:
            return knocker is not None
        case No.LAST_TURN:
            return knocker is None
        case No.DRAW_FIRST:
            return not throwing
        case No.TAKEN:
            return isinstance(state, DrawState) and state.taken is not None
        case No.TOO_FEW:
            return getattr(getattr(form, "knock", None), "minimum", 0) > 0
        case No.FIRST_LAP:
            return getattr(getattr(form, "knock", None), "first_turn", "") == "after-first-lap"
        case No.MUST_DRAW:
            return isinstance(form, DrawForm) and not form.turn.stand_pat
        case No.OWN_DISCARD | No.MUST_TAKE:
            return isinstance(state, DrawState) and state.top_from == state.turn
        case No.DEALER:
            return state.phase is Phase.DEALER_CHOICE
        case No.STAKE_FIRST:
            return state.phase is Phase.STAKE
        case No.STAKED:
            return state.phase is not Phase.STAKE
        case No.NOT_789:
            return isinstance(state, SwapState) and sorted(c.rank for c in state.table) != [7, 8, 9]
        case No.PASSED:
            return isinstance(state, SwapState) and state.turn in state.passed
        case No.NO_SUCH:
            return False
        case _:
            return isinstance(case.asked, Swap)
