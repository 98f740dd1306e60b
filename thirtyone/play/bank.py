"""The bank form: each player draws against the bank, suits do not matter, above 31 is lost.

One card each, the bank's face up; stake or stay out; two more each, the players' face up; then one
player after the other draws or stops. The bank has no choice: it turns its cards and draws to its
limit. How the bank's two further cards lie and that a player may stop at any total are ours; the
texts leave them open.
"""

from typing import Final

from thirtyone.cards import Card
from thirtyone.hands import score_playable
from thirtyone.play.actions import Action, Fold, Hit, Refusal, Seat, Stake, Stand
from thirtyone.play.deal import Deal, next_seat, opening
from thirtyone.play.events import (
    BankOpened,
    Bust,
    Dealt,
    Event,
    Folded,
    Got,
    HandShown,
    RoundEnded,
    Staked,
    Stood,
)
from thirtyone.play.outcome import RoundEnd, RoundOutcome
from thirtyone.play.state import BankState, Phase, Step
from thirtyone.play.worth import worth_of
from thirtyone.rules.model import BankForm, Ruleset

_FURTHER: Final = 2
"""Cards that each player gets after staking."""
_LIMIT: Final = 31


def start(ruleset: Ruleset, deal: Deal) -> Step:
    """One card each; the bank's lies face up."""
    hands, used = opening(ruleset, deal)
    bank = deal.dealer
    card = hands[bank][0]
    form = ruleset.form
    assert isinstance(form, BankForm)
    state = BankState(
        ruleset=ruleset,
        form=form,
        deal=deal,
        worth=worth_of(ruleset),
        phase=Phase.STAKE,
        turn=next_seat(bank, deal.players, ruleset),
        hands=hands,
        drawn=used,
        stakes=tuple(0 if seat == bank else None for seat in range(deal.players)),
        known=tuple((card,) if seat == bank else () for seat in range(deal.players)),
        turns=0,
        outcome=None,
    )
    return Step(state, (Dealt(bank, 1), BankOpened(bank, card)))


def total(state: BankState, seat: int) -> int:
    """What the hand of a seat adds up to, with low aces where they help."""
    points = score_playable(state.hands[seat], state.ruleset).points
    assert points is not None
    return points // 2


# ---------------------------------------------------------------------------------- what is legal


def _highest_stake(state: BankState) -> int:
    bank = state.form.bank
    tokens = state.deal.tokens
    return min(bank.stake_high, tokens[state.turn] if tokens else bank.tokens)


def check(state: BankState, action: Action) -> Refusal | None:
    """Why the player whose turn it is may not do this, or None."""
    if state.phase is Phase.OVER:
        return Refusal("refuse.round_over")
    match action:
        case Stake(amount):
            if state.phase is not Phase.STAKE:
                return Refusal("refuse.stake_is_over")
            low, high = state.form.bank.stake_low, _highest_stake(state)
            fits = type(amount) is int and low <= amount <= high
            return None if fits else Refusal("refuse.stake", {"low": low, "high": high})
        case Fold():
            if state.phase is not Phase.STAKE:
                return Refusal("refuse.stake_is_over")
            # Whoever cannot pay the lowest stake has to stay out.
            able = _highest_stake(state) >= state.form.bank.stake_low
            return Refusal("refuse.no_fold") if able and not state.form.bank.fold else None
        case Hit() | Stand():
            if state.phase is Phase.STAKE:
                return Refusal("refuse.stake_first")
            if isinstance(action, Hit) and not state.stock_count:
                return Refusal("refuse.stock_empty")
            return None
        case _:
            return Refusal("refuse.not_in_this_form")


def legal(state: BankState) -> tuple[Action, ...]:
    """All actions that :func:`check` lets pass, in the order in which they are offered."""
    return tuple(action for action in _candidates(state) if check(state, action) is None)


def _candidates(state: BankState) -> tuple[Action, ...]:
    if state.phase is Phase.STAKE:
        stakes = range(state.form.bank.stake_low, _highest_stake(state) + 1)
        return (*map(Stake, stakes), Fold())
    return (Hit(), Stand()) if state.phase is Phase.TURN else ()


# ------------------------------------------------------------------------------- what it leads to


def apply(state: BankState, action: Action) -> Step:
    """The step of an action that :func:`check` has let pass."""
    seat = state.turn
    match action:
        case Stake(amount):
            return _staked(state, amount, Staked(seat, amount))
        case Fold():
            return _staked(state, 0, Folded(seat))
        case Hit():
            state, card = _give(state, seat, open_=True)
            events: tuple[Event, ...] = (Got(seat, (card,)),)
            if total(state, seat) <= _LIMIT:
                return Step(state, events)
            return _next_player(state, (*events, Bust(seat)))
        case _:
            return _next_player(state, (Stood(seat),))


def _staked(state: BankState, amount: int, event: Event) -> Step:
    seat = state.turn
    stakes = (*state.stakes[:seat], amount, *state.stakes[seat + 1 :])
    state = state._replace(stakes=stakes, turns=state.turns + 1)
    if None in stakes:
        return Step(state._replace(turn=_after(state, seat)), (event,))
    return _deal_further(state, (event,))


def _after(state: BankState, seat: Seat) -> Seat:
    return next_seat(seat, len(state.hands), state.ruleset)


def _in_order(state: BankState) -> list[Seat]:
    """Who has staked, in the order of turns."""
    seats = []
    seat = _after(state, state.deal.dealer)
    while seat != state.deal.dealer:
        if state.stakes[seat]:
            seats.append(seat)
        seat = _after(state, seat)
    return seats


def _give(state: BankState, seat: Seat, *, open_: bool) -> tuple[BankState, Card]:
    card = state.deal.cards[state.drawn]
    hands = (*state.hands[:seat], (*state.hands[seat], card), *state.hands[seat + 1 :])
    known = state.known
    if open_:
        known = (*known[:seat], (*known[seat], card), *known[seat + 1 :])
    return state._replace(hands=hands, known=known, drawn=state.drawn + 1), card


def _deal_further(state: BankState, events: tuple[Event, ...]) -> Step:
    players = _in_order(state)
    bank = state.deal.dealer
    if not players:
        return _finish(state, events)
    for _ in range(_FURTHER):
        for seat in (*players, bank):
            state, _card = _give(state, seat, open_=seat != bank)
    events = (*events, *(Got(seat, state.hands[seat][1:]) for seat in players))
    return Step(state._replace(phase=Phase.TURN, turn=players[0]), events)


def _next_player(state: BankState, events: tuple[Event, ...]) -> Step:
    players = _in_order(state)
    state = state._replace(turns=state.turns + 1)
    place = players.index(state.turn) + 1
    if place < len(players):
        return Step(state._replace(turn=players[place]), events)
    if all(total(state, seat) > _LIMIT for seat in players):
        return _finish(state, events)  # everybody has paid; the bank need not draw
    bank = state.deal.dealer
    events = (*events, Got(bank, state.hands[bank][1:]))
    state = state._replace(known=(*state.known[:bank], state.hands[bank], *state.known[bank + 1 :]))
    while total(state, bank) < state.form.bank.draws_to and state.stock_count:
        state, card = _give(state, bank, open_=True)
        events = (*events, Got(bank, (card,)))
    if total(state, bank) > _LIMIT:
        events = (*events, Bust(bank))
    return _finish(state, events)


def _finish(state: BankState, events: tuple[Event, ...]) -> Step:
    outcome = RoundOutcome(
        RoundEnd.BANK,
        state.hands,
        bank=state.deal.dealer,
        stakes=tuple(stake or 0 for stake in state.stakes),
    )
    over = state._replace(phase=Phase.OVER, outcome=outcome)
    shown = (HandShown(Seat(seat), hand) for seat, hand in enumerate(state.hands))
    return Step(over, (*events, *shown, RoundEnded(RoundEnd.BANK, drawn=False)))
