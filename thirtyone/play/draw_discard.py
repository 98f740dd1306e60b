"""The draw form: take a card from the stock or the discard pile, throw one, or knock.

Two phases: the start of a turn, and the moment with a card too many in hand.
"""

from collections.abc import Callable, Mapping
from typing import Final

from thirtyone.cards import ALL_CARDS, Card
from thirtyone.play.actions import (
    DRAW,
    KEEP,
    KNOCK,
    TAKE,
    THROW_DOWN,
    Action,
    Draw,
    Keep,
    Knock,
    Refusal,
    Seat,
    Take,
    Throw,
    ThrowDown,
    are_cards,
)
from thirtyone.play.deal import Deal, next_seat, opening
from thirtyone.play.ending import TURNS_EACH, finish, holders_of_ending_hands
from thirtyone.play.events import (
    Dealt,
    Drew,
    Event,
    Kept,
    Knocked,
    KnockKind,
    Reshuffled,
    StockEmpty,
    Threw,
    Took,
    TurnedUp,
)
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.state import DrawState, Phase, Step
from thirtyone.play.state import with_hand as _put
from thirtyone.play.worth import worth_of
from thirtyone.points import HalfPoints, decimal
from thirtyone.rules.model import (
    AfterKnock,
    DrawDealt,
    DrawForm,
    FirstKnock,
    InPlay,
    LastTurns,
    OwnDiscardAfterKnock,
    Ruleset,
)
from thirtyone.rules.model import StockEmpty as WhenEmpty
from thirtyone.rules.model import StockEmptyLastTurns as WhenEmptyLast

_LAST_EMPTY_STOCK: Final = 3
"""The third time the stock runs out before a knock, the round is drawn: ours, against endless ones."""


def start(ruleset: Ruleset, deal: Deal) -> Step:
    """Hands dealt and a card turned up; a dealt 31 may end the round before it begins."""
    hands, used = opening(ruleset, deal)
    up = deal.cards[used - 1]
    form = ruleset.form
    assert isinstance(form, DrawForm)
    state = DrawState(
        ruleset=ruleset,
        form=form,
        deal=deal,
        worth=worth_of(ruleset),
        phase=Phase.TURN,
        turn=next_seat(deal.dealer, deal.players, ruleset),
        hands=hands,
        stock=deal.cards[used:],
        drawn=0,
        discards=(up,),
        top_from=None,
        known=((),) * deal.players,
        turns=0,
        emptied=0,
        knocker=None,
        last_turns=0,
        taken=None,
        outcome=None,
    )
    events: tuple[Event, ...] = (Dealt(deal.dealer, ruleset.hand_size), TurnedUp(up))
    if state.form.instant.dealt is DrawDealt.AT_ONCE:
        holders = holders_of_ending_hands(state)
        if holders:
            return finish(state, state.turn, events, RoundEnd.INSTANT, instant=holders)
    return Step(state, events)


# ---------------------------------------------------------------------------------- what is legal


def check(state: DrawState, action: Action) -> Refusal | None:
    """Why the player whose turn it is may not do this, or None."""
    if state.phase is Phase.OVER:
        return Refusal("refuse.round_over")
    if state.phase is Phase.THROW:
        return _check_throw(state, action)
    may = _START_CHECKS.get(type(action))
    if may is not None:
        if not isinstance(action, Knock) and _must_knock(state):
            return _MUST_KNOCK
        return may(state)
    return _DRAW_FIRST if isinstance(action, Throw) else _OTHER_FORM


def legal(state: DrawState) -> tuple[Action, ...]:
    """All actions that :func:`check` lets pass, in the order in which they are offered."""
    # Lists inside: this is asked before every action, and a generator takes twice as long.
    if state.phase is Phase.THROW:
        back = _no_throwing_back(state)
        hand = state.hands[state.turn]
        return tuple([_THROWS[card.index] for card in hand if card is not back])
    if state.phase is Phase.OVER:
        return ()
    if _must_knock(state):
        return _ONLY_KNOCK
    return tuple([action for action, may in _OFFERED if may(state) is None])


def _must_knock(state: DrawState) -> bool:
    """A hand that ends the round has to wait for its turn, and now it must be knocked with?

    On a player's first turn the hand is the one that was dealt.
    """
    instant = state.form.instant
    if state.turns < len(state.hands):
        waits = instant.dealt is DrawDealt.WAIT_AND_KNOCK
    else:
        waits = instant.in_play is InPlay.WAIT_AND_KNOCK
    if not waits or not state.worth.ends_round(state.hands[state.turn]):
        return False
    return _check_knock(state) is None


def _no_throwing_back(state: DrawState) -> Card | None:
    """The card that has to stay in hand because it was just taken from the discards."""
    return None if state.form.turn.throw_back else state.taken


def _check_throw(state: DrawState, action: Action) -> Refusal | None:
    if isinstance(action, Throw):
        if action.card not in state.hands[state.turn]:
            if not are_cards((action.card,)):
                return Refusal("refuse.not_cards")
            return Refusal("refuse.not_in_hand", {"card": action.card})
        if action.card is _no_throwing_back(state):
            return Refusal("refuse.throw_back", {"card": action.card})
        return None
    if isinstance(action, Knock | ThrowDown):
        return Refusal("refuse.knock_too_late")
    return _THROW_FIRST if isinstance(action, Draw | Take | Keep) else _OTHER_FORM


def _own_discard(state: DrawState) -> bool:
    """Two players, the other has knocked, and the top discard is one's own?"""
    return (
        state.knocker is not None
        and len(state.hands) == 2
        and state.knocker != state.turn
        and state.top_from == state.turn
    )


def _must_take(state: DrawState) -> Refusal | None:
    if state.form.turn.own_discard_after_knock is not OwnDiscardAfterKnock.MUST:
        return None
    own = _own_discard(state)
    return Refusal("refuse.must_take_own", {"card": state.discards[-1]}) if own else None


def _check_draw(state: DrawState) -> Refusal | None:
    return _must_take(state) or (_STOCK_EMPTY if state.drawn == len(state.stock) else None)


def _check_take(state: DrawState) -> Refusal | None:
    if state.form.turn.own_discard_after_knock is OwnDiscardAfterKnock.NO and _own_discard(state):
        return Refusal("refuse.own_discard", {"card": state.discards[-1]})
    return None


def _check_keep(state: DrawState) -> Refusal | None:
    if state.knocker is None:
        return _KEEP_BEFORE_KNOCK
    must = _must_take(state)
    # With nothing left to draw from, standing is always possible.
    if must is None and not state.form.turn.stand_pat and state.drawn < len(state.stock):
        return Refusal("refuse.must_draw")
    return must


def _check_knock(state: DrawState) -> Refusal | None:
    if state.knocker is not None:
        return _second_knock(state)
    minimum = state.form.knock.minimum
    if minimum:
        points = state.worth.order(state.hands[state.turn])
        if points < 2 * minimum:
            return Refusal(
                "refuse.minimum", {"minimum": minimum, "points": decimal(HalfPoints(points))}
            )
    return None


def _second_knock(state: DrawState) -> Refusal:
    if state.knocker == state.turn:
        return Refusal("refuse.you_knocked")
    return Refusal("refuse.already_knocked", {"player": state.knocker})


def _check_throw_down(state: DrawState) -> Refusal | None:
    if not state.form.knock.throw_down:
        return _NO_THROW_DOWN
    if state.knocker is not None:
        return _second_knock(state)
    return Refusal("refuse.throw_down_late") if state.turns else None


_START_CHECKS: Final[Mapping[type, Callable[[DrawState], Refusal | None]]] = {
    Draw: _check_draw,
    Take: _check_take,
    Knock: _check_knock,
    ThrowDown: _check_throw_down,
    Keep: _check_keep,
}
"""What may be done at the start of a turn, in the order in which it is offered."""

_OFFERED: Final[tuple[tuple[Action, Callable[[DrawState], Refusal | None]], ...]] = tuple(
    zip((DRAW, TAKE, KNOCK, THROW_DOWN, KEEP), _START_CHECKS.values(), strict=True)
)
_THROWS: Final = tuple(map(Throw, ALL_CARDS))

_ONLY_KNOCK: Final[tuple[Action, ...]] = (KNOCK,)

_MUST_KNOCK: Final = Refusal("refuse.must_knock")
_DRAW_FIRST: Final = Refusal("refuse.draw_first")
_THROW_FIRST: Final = Refusal("refuse.throw_first")
_OTHER_FORM: Final = Refusal("refuse.not_in_this_form")
_STOCK_EMPTY: Final = Refusal("refuse.stock_empty")
_KEEP_BEFORE_KNOCK: Final = Refusal("refuse.keep_before_knock")
_NO_THROW_DOWN: Final = Refusal("refuse.no_throw_down")


# ------------------------------------------------------------------------------- what it leads to


def apply(state: DrawState, action: Action) -> Step:
    """The step of an action that :func:`check` has let pass."""
    seat = state.turn
    match action:
        case Throw(card):
            return _throw(state, card)
        case Draw():
            card = state.stock[state.drawn]
            return Step(_with_card(state, card, taken=False), (Drew(seat, card),))
        case Take():
            card = state.discards[-1]
            return Step(_with_card(state, card, taken=True), (Took(seat, card),))
        case Keep():
            kept = state._replace(
                turn=_after(state), turns=state.turns + 1, last_turns=state.last_turns - 1
            )
            return _end_turn(kept, seat, (Kept(seat),), drew=False)
        case Knock():
            kind = KnockKind.KNOCK if state.turns else KnockKind.HAMMER
            return _knock(state, kind)
        case _:
            return _knock(state, KnockKind.THROW_DOWN)


def _after(state: DrawState) -> Seat:
    return Seat((state.turn + 1) % len(state.hands))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _with_card(state: DrawState, card: Card, *, taken: bool) -> DrawState:
    seat = state.turn
    hands = _put(state.hands, seat, (*state.hands[seat], card))
    if not taken:
        return state._replace(phase=Phase.THROW, hands=hands, drawn=state.drawn + 1)
    return state._replace(
        phase=Phase.THROW,
        hands=hands,
        discards=state.discards[:-1],
        known=_put(state.known, seat, (*state.known[seat], card)),
        taken=card,
    )


def _throw(state: DrawState, card: Card) -> Step:
    seat = state.turn
    known = state.known
    if card in known[seat]:
        known = _put(known, seat, _without(known[seat], card))
    # Written out, as this is what a round does most: a quarter faster than replacing nine parts.
    thrown = DrawState(
        ruleset=state.ruleset,
        form=state.form,
        deal=state.deal,
        worth=state.worth,
        phase=Phase.TURN,
        turn=_after(state),
        hands=_put(state.hands, seat, _without(state.hands[seat], card)),
        stock=state.stock,
        drawn=state.drawn,
        discards=(*state.discards, card),
        top_from=seat,
        known=known,
        turns=state.turns + 1,
        emptied=state.emptied,
        knocker=state.knocker,
        last_turns=0 if state.knocker is None else state.last_turns - 1,
        taken=None,
        outcome=None,
    )
    return _end_turn(thrown, seat, (Threw(seat, card),), drew=state.taken is None)


def _knock(state: DrawState, kind: KnockKind) -> Step:
    seat = state.turn
    knock = state.form.knock
    at_once = not state.turns and knock.first_turn is FirstKnock.SHOWDOWN
    others = len(state.hands) - (knock.last_turns is LastTurns.OTHERS)
    last_turns = 0 if at_once else others
    known = state.known
    if kind is KnockKind.THROW_DOWN:
        known = _put(known, seat, state.hands[seat])
    knocked = state._replace(
        turn=_after(state),
        known=known,
        turns=state.turns + 1,
        knocker=seat,
        last_turns=last_turns,
    )
    events = (Knocked(seat, kind, last_turns),)
    return finish(knocked, seat, events, RoundEnd.KNOCK) if at_once else Step(knocked, events)


def _end_turn(state: DrawState, seat: Seat, events: tuple[Event, ...], *, drew: bool) -> Step:
    """After a turn: did a hand end the round, was it the last turn, is the stock empty?"""
    knocked = state.knocker is not None
    instant = state.form.instant
    if knocked:
        shows = instant.after_knock is AfterKnock.AT_ONCE
    else:
        shows = instant.in_play is InPlay.AT_ONCE
    if shows and state.worth.ends_round(state.hands[seat]):
        holders = holders_of_ending_hands(state)
        return finish(state, seat, events, RoundEnd.INSTANT, instant=holders)
    if knocked and not state.last_turns:
        return finish(state, seat, events, RoundEnd.KNOCK)
    if drew and state.drawn == len(state.stock):
        return _stock_ran_out(state, seat, (*events, StockEmpty()))
    return _go_on(state, seat, events)


def _stock_ran_out(state: DrawState, seat: Seat, events: tuple[Event, ...]) -> Step:
    stock = state.form.stock
    if state.knocker is not None:
        reshuffle = stock.empty_last_turns is WhenEmptyLast.RESHUFFLE
    elif stock.empty is WhenEmpty.RESHUFFLE:
        reshuffle = True
        if state.emptied + 1 == _LAST_EMPTY_STOCK:
            return finish(state, seat, events, RoundEnd.ENDLESS, drawn=True)
    else:
        drawn = stock.empty is WhenEmpty.DRAW
        return finish(state, seat, events, RoundEnd.STOCK_EMPTY, drawn=drawn)
    under = state.discards[:-1]
    if reshuffle and under:
        order = state.deal.reshuffled(under, state.emptied)
        state = state._replace(stock=order, drawn=0, discards=state.discards[-1:])
        events = (*events, Reshuffled(len(under)))
    return _go_on(state._replace(emptied=state.emptied + 1), seat, events)


def _go_on(state: DrawState, seat: Seat, events: tuple[Event, ...]) -> Step:
    if state.knocker is None and state.turns >= TURNS_EACH * len(state.hands):
        return finish(state, seat, events, RoundEnd.ENDLESS, drawn=True)
    return Step(state, events)
