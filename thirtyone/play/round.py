"""One round of any form: started, asked what may be done, and led on step by step.

>>> import random
>>> from thirtyone.play.actions import KEEP
>>> from thirtyone.play.deal import shuffled_deal
>>> from thirtyone.rules import load_ruleset
>>> rules = load_ruleset("no-trettien")
>>> step = start(rules, shuffled_deal(rules, 3, random.Random(1)))
>>> legal_actions(step.state)
(Draw(), Take(), Knock())
>>> check_action(step.state, KEEP).reason
'refuse.keep_before_knock'
"""

from collections.abc import Iterable

from thirtyone.play import bank, draw_discard, table_swap
from thirtyone.play.actions import Action, IllegalActionError, Refusal, Seat
from thirtyone.play.deal import Deal, check_deal
from thirtyone.play.state import BankState, DrawState, Phase, RoundState, Step, SwapState
from thirtyone.rules.model import Family, Ruleset


def start(ruleset: Ruleset, deal: Deal) -> Step:
    """The first state of a round, and what the deal itself brought about.

    An error if the deal is none of this ruleset. A dealt 31 may end the round here already.
    """
    check_deal(ruleset, deal)
    if ruleset.family is Family.DRAW:
        return draw_discard.start(ruleset, deal)
    if ruleset.family is Family.EXCHANGE:
        return table_swap.start(ruleset, deal)
    return bank.start(ruleset, deal)


def check_action(state: RoundState, action: Action, seat: Seat | None = None) -> Refusal | None:
    """Why an action may not be done now, or None if it may.

    ``seat`` is who wants to do it; left out, the one whose turn it is. Everything else about
    legality derives from this answer.
    """
    if seat is not None and seat != state.turn and state.phase is not Phase.OVER:
        return Refusal("refuse.not_your_turn", {"player": state.turn})
    if isinstance(state, DrawState):
        return draw_discard.check(state, action)
    if isinstance(state, SwapState):
        return table_swap.check(state, action)
    return bank.check(state, action)


def legal_actions(state: RoundState) -> tuple[Action, ...]:
    """Everything that the player whose turn it is may do, in a fixed order; none when it is over."""
    if isinstance(state, DrawState):
        return draw_discard.legal(state)
    if isinstance(state, SwapState):
        return table_swap.legal(state)
    return bank.legal(state)


def apply(state: RoundState, action: Action, seat: Seat | None = None) -> Step:
    """The next state and what happened; IllegalActionError if the action may not be done."""
    refusal = check_action(state, action, seat)
    if refusal is not None:
        raise IllegalActionError(refusal.reason, **refusal.details)
    if isinstance(state, DrawState):
        return draw_discard.apply(state, action)
    if isinstance(state, SwapState):
        return table_swap.apply(state, action)
    assert isinstance(state, BankState)
    return bank.apply(state, action)


def play_actions(ruleset: Ruleset, deal: Deal, actions: Iterable[Action]) -> tuple[Step, ...]:
    """The steps of a whole round or of its beginning, the deal first."""
    steps = [start(ruleset, deal)]
    for action in actions:
        steps.append(apply(steps[-1].state, action))
    return tuple(steps)
