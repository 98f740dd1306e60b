"""The exchange form: swap cards with three open ones, pass, or knock.

Before the first turn the dealer may have a choice of hands; where a dealt hand ends the round, the
others may each swap once first.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from thirtyone.play.actions import (
    Action,
    Change,
    Keep,
    Knock,
    Pass,
    Refusal,
    Renew,
    Swap,
    are_cards,
)
from thirtyone.play.deal import Deal, next_seat, opening
from thirtyone.play.ending import TURNS_EACH, finish, holders_of_ending_hands
from thirtyone.play.events import (
    Announced,
    DealerChanged,
    DealerKept,
    Dealt,
    Event,
    Knocked,
    KnockKind,
    Passed,
    RenewalReason,
    Swapped,
    TableLaid,
    TableRenewed,
)
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.state import Phase, Step, SwapState
from thirtyone.play.state import with_hand as _put
from thirtyone.play.worth import worth_of
from thirtyone.points import HalfPoints, decimal
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

_TABLE: Final = 3
_SIZES: Final = {
    Swaps.ONE: (1,),
    Swaps.ONE_OR_THREE: (1, _TABLE),
    Swaps.ANY: (1, 2, _TABLE),
}


def start(ruleset: Ruleset, deal: Deal) -> Step:
    """Hands dealt; the table is laid unless the dealer may still choose."""
    hands, used = opening(ruleset, deal)
    form = ruleset.form
    assert isinstance(form, ExchangeForm)
    state = SwapState(
        ruleset=ruleset,
        form=form,
        deal=deal,
        worth=worth_of(ruleset),
        phase=Phase.DEALER_CHOICE,
        turn=deal.dealer,
        hands=hands,
        table=(),
        stock=deal.cards[used - _TABLE :],
        aside=(),
        known=((),) * deal.players,
        turns=0,
        passes=0,
        passed=(),
        reused=0,
        knocker=None,
        last_turns=0,
        holders=(),
        outcome=None,
    )
    events = (Dealt(deal.dealer, ruleset.hand_size),)
    if state.form.deal.dealer_choice is DealerChoice.NONE:
        return _lay_table(state, events)
    return Step(state, events)


# ---------------------------------------------------------------------------------- what is legal


def check(state: SwapState, action: Action) -> Refusal | None:
    """Why the player whose turn it is may not do this, or None."""
    if state.phase is Phase.OVER:
        return Refusal("refuse.round_over")
    if state.phase is Phase.DEALER_CHOICE:
        chooses = isinstance(action, Keep | Change)
        return None if chooses else Refusal("refuse.dealer_chooses")
    must = isinstance(action, Swap | Pass | Renew) and _must_knock(state)
    match action:
        case _ if must:
            return Refusal("refuse.must_knock")
        case Swap():
            return _check_swap(state, action)
        case Pass():
            return _check_pass(state)
        case Knock():
            return _check_knock(state)
        case Renew():
            return _check_renew(state)
        case Keep() | Change():
            return Refusal("refuse.choice_is_over")
        case _:
            return Refusal("refuse.not_in_this_form")


def _check_swap(state: SwapState, swap: Swap) -> Refusal | None:
    hand = state.hands[state.turn]
    if not (are_cards(swap.given) and are_cards(swap.taken)):
        return Refusal("refuse.not_cards")
    for card in swap.given:
        if card not in hand:
            return Refusal("refuse.not_in_hand", {"card": card})
    for card in swap.taken:
        if card not in state.table:
            return Refusal("refuse.not_on_table", {"card": card})
    count = len(set(swap.given))
    if not 0 < count == len(swap.given) == len(swap.taken) == len(set(swap.taken)):
        return Refusal("refuse.swap_uneven")
    swaps = state.form.turn.swaps
    if count not in _SIZES[swaps]:
        return Refusal("refuse.swap_two" if swaps is Swaps.ONE_OR_THREE else "refuse.swap_one")
    return None


def _check_pass(state: SwapState) -> Refusal | None:
    # On a last turn passing is how a hand is kept, and a swap before a dealt 31 counts is optional.
    free = state.knocker is not None or state.phase is Phase.EXCHANGE
    once = state.form.turn.pass_ is Passing.ONCE
    if once and not free and state.turn in state.passed:
        return Refusal("refuse.pass_once")
    return None


def _check_knock(state: SwapState) -> Refusal | None:
    if state.phase is Phase.EXCHANGE:
        return Refusal("refuse.one_exchange")
    if state.knocker == state.turn:
        return Refusal("refuse.you_knocked")
    if state.knocker is not None:
        return Refusal("refuse.already_knocked", {"player": state.knocker})
    knock = state.form.knock
    if _first_lap(state) and knock.first_turn is FirstSwapKnock.AFTER_FIRST_LAP:
        return Refusal("refuse.knock_first_lap")
    if knock.minimum:
        points = state.worth.order(state.hands[state.turn])
        if points < 2 * knock.minimum:
            return Refusal(
                "refuse.minimum", {"minimum": knock.minimum, "points": decimal(HalfPoints(points))}
            )
    return None


def _must_knock(state: SwapState) -> bool:
    """A hand that ends the round has to wait for its turn, and now it must be knocked with?

    On a player's first turn the hand is the one that was dealt, or that the dealer changed to.
    """
    instant = state.form.instant
    if _first_lap(state):
        waits = instant.dealt is SwapDealt.WAIT_AND_KNOCK
    else:
        waits = instant.in_play is InPlay.WAIT_AND_KNOCK
    if not waits or not state.worth.ends_round(state.hands[state.turn]):
        return False
    return _check_knock(state) is None


def _first_lap(state: SwapState) -> bool:
    return state.turns < len(state.hands)


def _check_renew(state: SwapState) -> Refusal | None:
    if not state.form.turn.renew_789:
        return Refusal("refuse.no_renewal")
    if state.phase is Phase.EXCHANGE:
        return Refusal("refuse.one_exchange")
    if sorted(card.rank for card in state.table) != [7, 8, 9]:
        return Refusal("refuse.not_789")
    if len(state.stock) < _TABLE:
        return Refusal("refuse.table_exhausted")
    return None


def legal(state: SwapState) -> tuple[Action, ...]:
    """All actions that :func:`check` lets pass, in the order in which they are offered."""
    return tuple(action for action in _candidates(state) if check(state, action) is None)


def _candidates(state: SwapState) -> tuple[Action, ...]:
    if state.phase is Phase.DEALER_CHOICE:
        return (Keep(), Change())
    if state.phase is Phase.OVER:
        return ()
    if _must_knock(state):
        return (Knock(),)
    return (*_swaps(state), Pass(), Knock(), Renew())


def _swaps(state: SwapState) -> Iterator[Swap]:
    for size in _SIZES[state.form.turn.swaps]:
        for given in combinations(state.hands[state.turn], size):
            for taken in combinations(state.table, size):
                yield Swap(given, taken)


# ------------------------------------------------------------------------------- what it leads to


def apply(state: SwapState, action: Action) -> Step:
    """The step of an action that :func:`check` has let pass."""
    seat = state.turn
    match action:
        case Swap():
            return _swap(state, action)
        case Pass():
            passed = state._replace(passes=state.passes + 1, passed=(*state.passed, seat))
            return _end_turn(passed, (Passed(seat),), changed=False)
        case Knock():
            return _knock(state)
        case Renew():
            return _renew(state, (), RenewalReason.SEVEN_EIGHT_NINE)
        case Keep():
            return _lay_table(state, (DealerKept(seat),))
        case _:
            return _change(state)


def _change(state: SwapState) -> Step:
    """The dealer's hand becomes the table, and the next three cards the dealer's hand."""
    seat = state.turn
    changed = state._replace(
        hands=_put(state.hands, seat, state.stock[:_TABLE]),
        stock=(*state.hands[seat], *state.stock[_TABLE:]),
    )
    return _lay_table(changed, (DealerChanged(seat),))


def _lay_table(state: SwapState, events: tuple[Event, ...]) -> Step:
    """Three open cards; now a dealt hand may end the round, at once or after one exchange each."""
    players = len(state.hands)
    table = state.stock[:_TABLE]
    state = state._replace(
        phase=Phase.TURN,
        turn=next_seat(state.deal.dealer, players, state.ruleset),
        table=table,
        stock=state.stock[_TABLE:],
    )
    events = (*events, TableLaid(table))
    dealt = state.form.instant.dealt
    holders = holders_of_ending_hands(state)
    if not holders or dealt in {SwapDealt.NOTHING, SwapDealt.WAIT_AND_KNOCK}:
        return Step(state, events)
    if dealt is SwapDealt.AT_ONCE or len(holders) == players:
        return finish(state, state.turn, events, RoundEnd.INSTANT, instant=holders)
    waiting = state._replace(
        phase=Phase.EXCHANGE, holders=holders, last_turns=players - len(holders)
    )
    return Step(_past_holders(waiting), (*events, Announced(holders)))


def _past_holders(state: SwapState) -> SwapState:
    """The turn moved on to the next player who may still exchange."""
    while state.turn in state.holders:
        state = state._replace(turn=next_seat(state.turn, len(state.hands), state.ruleset))
    return state


def _swap(state: SwapState, swap: Swap) -> Step:
    seat = state.turn
    taken = list(swap.taken)
    given = list(swap.given)
    # The new cards lie where the old ones lay, in hand and on the table.
    hand = tuple(taken.pop(0) if card in swap.given else card for card in state.hands[seat])
    table = tuple(given.pop(0) if card in swap.taken else card for card in state.table)
    known = tuple(card for card in state.known[seat] if card not in swap.given)
    swapped = state._replace(
        hands=_put(state.hands, seat, hand),
        table=table,
        known=_put(state.known, seat, (*known, *swap.taken)),
        passes=0,
    )
    return _end_turn(swapped, (Swapped(seat, swap.given, swap.taken),), changed=True)


def _knock(state: SwapState) -> Step:
    knock = state.form.knock
    first_lap = _first_lap(state)
    at_once = first_lap and knock.first_turn is FirstSwapKnock.SHOWDOWN
    others = len(state.hands) - (knock.last_turns is LastTurns.OTHERS)
    last_turns = 0 if at_once else others
    knocked = state._replace(
        turns=state.turns + 1,
        passes=0,
        knocker=state.turn,
        last_turns=last_turns,
    )
    kind = KnockKind.HAMMER if not state.turns else KnockKind.KNOCK
    events = (Knocked(state.turn, kind, last_turns),)
    if at_once:
        return finish(knocked, state.turn, events, RoundEnd.KNOCK)
    return Step(_next(knocked), events)


def _end_turn(state: SwapState, events: tuple[Event, ...], *, changed: bool) -> Step:
    """After a turn: did a hand end the round, was it the last one, has everybody passed?"""
    state = state._replace(turns=state.turns + 1, last_turns=max(state.last_turns - 1, 0))
    if state.phase is Phase.EXCHANGE:
        if state.last_turns:
            return Step(_past_holders(_next(state)), events)
        holders = holders_of_ending_hands(state)
        return finish(state, state.turn, events, RoundEnd.INSTANT, instant=holders)
    instant = state.form.instant
    knocked = state.knocker is not None
    if knocked:
        shows = instant.after_knock is AfterKnock.AT_ONCE
    else:
        shows = changed and instant.in_play is InPlay.AT_ONCE
    if shows and state.worth.ends_round(state.hands[state.turn]):
        holders = holders_of_ending_hands(state)
        return finish(state, state.turn, events, RoundEnd.INSTANT, instant=holders)
    if knocked:
        if not state.last_turns:
            return finish(state, state.turn, events, RoundEnd.KNOCK)
    elif state.turns >= TURNS_EACH * len(state.hands):
        return finish(state, state.turn, events, RoundEnd.SHOWDOWN)
    elif state.passes >= len(state.hands):
        return _all_passed(state, events)
    return Step(_next(state), events)


def _all_passed(state: SwapState, events: tuple[Event, ...]) -> Step:
    if len(state.stock) < _TABLE and state.form.turn.table_exhausted is TableExhausted.REUSE:
        again = state.deal.reshuffled(state.aside, state.reused)
        state = state._replace(stock=(*state.stock, *again), aside=(), reused=state.reused + 1)
    if len(state.stock) < _TABLE:
        return finish(state, state.turn, events, RoundEnd.SHOWDOWN)
    step = _renew(state, events, RenewalReason.ALL_PASSED)
    assert isinstance(step.state, SwapState)
    return Step(_next(step.state), step.events)


def _renew(state: SwapState, events: tuple[Event, ...], reason: RenewalReason) -> Step:
    table = state.stock[:_TABLE]
    renewed = state._replace(
        table=table,
        stock=state.stock[_TABLE:],
        aside=(*state.aside, *state.table),
        passes=0,
    )
    return Step(renewed, (*events, TableRenewed(reason, table)))


def _next(state: SwapState) -> SwapState:
    return state._replace(turn=next_seat(state.turn, len(state.hands), state.ruleset))
