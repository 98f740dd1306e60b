"""The engine's state of a position, what may be done in it, and what that does to one's own hand.

>>> from thirtyone.cards import Card
>>> from thirtyone.rules import load_ruleset
>>> mine = tuple(map(Card, "KC TC 4D".split()))
>>> position = Position(hands=(mine, (), ()), standing=(2, 3, 3), open=(Card("3S"),))
>>> rules = load_ruleset("no-trettien")
>>> moves(rules, position)
(Draw(), Take(), Knock())
>>> sorted(hand_after(rules, position, DRAW).items())[-1]
(62, 1)
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from thirtyone.cards import Card
from thirtyone.hands import score_playable
from thirtyone.play.actions import DRAW, Action, Draw, Hit, Seat, Swap, Take, Throw
from thirtyone.play.deal import Deal
from thirtyone.play.round import apply, legal_actions
from thirtyone.play.state import BankState, DrawState, Phase, RoundState, SwapState
from thirtyone.play.worth import worth_of
from thirtyone.rules.model import BankForm, DrawForm, ExchangeForm, LastTurns, Ruleset
from thirtyone.sim.automaton import seats_in_order
from thirtyone.sim.positions.position import (
    OPEN_TABLE,
    Cards,
    Position,
    check_position,
    hand_room,
    open_size,
    unseen,
)

__all__ = ["DRAW", "Position", "hand_after", "moves", "state_of"]

_FIRST_SWAPS: Final = 3
"""So many single swaps are compared, the best first."""


# ------------------------------------------------------------------------------ the engine's state


def state_of(
    ruleset: Ruleset, position: Position, order: Sequence[Card], key: int | None = None
) -> RoundState:
    """The engine's state with the unseen cards in this order.

    They complete the hands by position, then the open cards, then the stock; what is left over lies
    out of play. Seats of the state are those of a seeded deal, where position 0 is seat 0. ``key``
    is that of later shuffles.
    """
    players = position.players
    seats = seats_in_order(ruleset, players)
    cards = list(order)
    by_place: list[Cards] = [()] * players
    for place in range(players):
        seat = (place - position.place) % players
        room = hand_room(ruleset, position, seat)
        by_place[place] = (*position.hands[seat], *cards[:room])
        del cards[:room]
    room = open_size(ruleset) - len(position.open)
    shown = (*position.open, *cards[:room])
    del cards[:room]
    held = len(cards) if position.stock is None else position.stock
    stock, buried = tuple(cards[:held]), tuple(cards[held:])
    hands: list[Cards] = [()] * players
    for place, seat in enumerate(seats):
        hands[seat] = by_place[place]
    return _state(ruleset, position, tuple(hands), shown, stock, buried, key)


def _state(
    ruleset: Ruleset,
    position: Position,
    hands: tuple[Cards, ...],
    shown: Cards,
    stock: Cards,
    buried: Cards,
    key: int | None,
) -> RoundState:
    players = position.players
    seats = seats_in_order(ruleset, players)
    turn, dealer = seats[position.place], seats[-1]
    form = ruleset.form
    used = (*(card for hand in hands for card in hand), *shown, *position.gone, *buried)
    deal = Deal(tuple(range(players)), dealer, (*used, *stock), key=key)
    known = tuple(
        position.hands[(seats.index(Seat(seat)) - position.place) % players] if seat != turn else ()
        for seat in range(players)
    )
    if isinstance(form, BankForm):
        stakes = tuple(0 if seat == dealer else form.bank.stake_low for seat in range(players))
        return BankState(
            ruleset=ruleset,
            form=form,
            deal=deal,
            worth=worth_of(ruleset),
            phase=Phase.TURN,
            turn=turn,
            hands=hands,
            drawn=len(used),
            stakes=stakes,
            known=known,
            turns=players - 1 + position.place,
            outcome=None,
        )
    knocker = None
    last_turns = 0
    if position.knocker is not None:
        knocker = seats[position.place_of(position.knocker)]
        each = players - (form.knock.last_turns is LastTurns.OTHERS)
        last_turns = each - (players - 1 - position.knocker)
    if isinstance(form, DrawForm):
        # The player before has thrown the top card, or knocked and left what was there.
        thrower = 2 if position.knocker == players - 1 else 1
        return DrawState(
            ruleset=ruleset,
            form=form,
            deal=deal,
            worth=worth_of(ruleset),
            phase=Phase.TURN,
            turn=turn,
            hands=hands,
            stock=stock,
            drawn=0,
            discards=(*position.gone, *buried, *shown),
            top_from=seats[position.place - thrower] if position.turns >= thrower else None,
            known=known,
            turns=position.turns,
            emptied=0,
            knocker=knocker,
            last_turns=last_turns,
            taken=None,
            outcome=None,
        )
    assert isinstance(form, ExchangeForm)
    return SwapState(
        ruleset=ruleset,
        form=form,
        deal=deal,
        worth=worth_of(ruleset),
        phase=Phase.TURN,
        turn=turn,
        hands=hands,
        table=shown,
        stock=stock,
        aside=(*position.gone, *buried),
        known=known,
        turns=position.turns,
        passes=position.passes,
        passed=tuple(seats[(position.place - n) % players] for n in range(position.passes, 0, -1)),
        reused=0,
        knocker=knocker,
        last_turns=last_turns,
        holders=(),
        outcome=None,
    )


# ------------------------------------------------------------------------------------- what to do


def moves(ruleset: Ruleset, position: Position) -> tuple[Action, ...]:
    """What the player may do, as the engine allows it; PositionError if there is no such position.

    Of the swaps of one card (or two) only the best are given, and only where the table is known.
    """
    check_position(ruleset, position)
    state = state_of(ruleset, position, unseen(ruleset, position))
    allowed = legal_actions(state)
    if not isinstance(state, SwapState):
        return allowed
    blind = len(position.open) < OPEN_TABLE
    swaps = [action for action in allowed if isinstance(action, Swap)]
    few = [swap for swap in swaps if len(swap.given) < OPEN_TABLE]
    best = sorted(few, key=lambda swap: _swap_key(state, swap))[: 0 if blind else _FIRST_SWAPS]
    whole = [swap for swap in swaps if len(swap.given) == OPEN_TABLE and not blind]
    return (*best, *whole, *(action for action in allowed if not isinstance(action, Swap)))


def _swap_key(state: SwapState, swap: Swap) -> tuple[object, ...]:
    hand = _swapped(state.hands[state.turn], swap)
    worth = state.worth
    return (
        -worth.order(hand),
        tuple(-part for part in worth.strength(hand)),
        len(swap.given),
        [card.number for card in swap.taken],
        [card.number for card in swap.given],
    )


def _swapped(hand: Cards, swap: Swap) -> Cards:
    return (*(card for card in hand if card not in swap.given), *swap.taken)


def hand_after(ruleset: Ruleset, position: Position, action: Action) -> Counter[int]:
    """How many of the unseen cards lead to each order of one's own hand, right after this move.

    Exact: after a draw each unseen card is equally likely to come, and the best hand is kept. A
    move that leaves no chance has one order with count 1. In the bank form order 0 is over 31.
    """
    hand = position.hands[0]
    worth = worth_of(ruleset)
    if isinstance(action, Swap):
        return Counter([worth.order(_swapped(hand, action))])
    if isinstance(action, Hit):
        return Counter(
            score_playable((*hand, card), ruleset).order for card in unseen(ruleset, position)
        )
    if isinstance(action, Draw):
        return Counter(
            max(worth.orders_without_one((*hand, card))) for card in unseen(ruleset, position)
        )
    if isinstance(action, Take) and position.open:
        state = state_of(ruleset, position, unseen(ruleset, position))
        taken = apply(state, action).state
        orders = dict(
            zip(
                taken.hands[taken.turn],
                worth.orders_without_one(taken.hands[taken.turn]),
                strict=True,
            )
        )
        throws = [move.card for move in legal_actions(taken) if isinstance(move, Throw)]
        return Counter([max(orders[card] for card in throws)])
    if isinstance(ruleset.form, BankForm):
        return Counter([score_playable(hand, ruleset).order])
    return Counter([worth.order(hand)])
