"""A moment of a round at which one changed answer makes a difference.

Both rulesets play the same actions from the same deal, short rounds first, until something is
allowed, happens or ends in one of them only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from thirtyone.cards import Card, pack
from thirtyone.errors import ThirtyOneError
from thirtyone.examples.contrast import Contrast
from thirtyone.play.actions import (
    DRAW,
    KEEP,
    KNOCK,
    PASS,
    Action,
    Refusal,
    Stake,
    Swap,
    Throw,
)
from thirtyone.play.deal import Deal, arranged_deal
from thirtyone.play.record import RoundRecord
from thirtyone.play.round import apply, check_action, legal_actions, start
from thirtyone.play.state import DrawState, Phase, RoundState, Step, SwapState
from thirtyone.rules.model import BankForm, DrawForm, Family, Ruleset

_Node: TypeAlias = tuple[Deal, tuple[Action, ...], tuple[Step, Step]]

_DEEPEST: Final = 5
_THREE: Final = 3
_MOST_PLAYERS: Final = 7
_LONGEST: Final = 120


@dataclass(frozen=True, slots=True)
class RoundExample:
    """A round up to the moment of the difference."""

    contrast: Contrast
    record: RoundRecord
    """Under ``contrast.base``."""
    first: Step
    """The last step under ``contrast.base``."""
    second: Step
    """The same step under ``contrast.changed``."""
    action: Action | None = None
    """What may be done in one of the two only, where that is the difference."""
    refusal: Refusal | None = None
    """Why the other refuses it."""
    refused_by_first: bool = False
    pure: bool = False
    """Does ``contrast.other`` itself play like the changed base here?"""


def find_round(contrast: Contrast) -> RoundExample | None:
    """The round with the fewest actions that shows the change, or None if none is known."""
    level: list[_Node] = []
    for deal in _deals(contrast.base):
        pair = _started(contrast, deal)
        if pair is not None:
            level.append((deal, (), pair))
    for depth in range(_DEEPEST + 1):
        following: list[_Node] = []
        for deal, actions, (first, second) in level:
            if _shows(first.state, second.state):
                return _example(contrast, deal, actions, first, second)
            if depth < _DEEPEST:
                for action in _moves(first.state):
                    pair = (apply(first.state, action), apply(second.state, action))
                    following.append((deal, (*actions, action), pair))
        level = following
    return _find_long(contrast)


def _started(contrast: Contrast, deal: Deal) -> tuple[Step, Step] | None:
    try:
        return start(contrast.base, deal), start(contrast.changed, deal)
    except ThirtyOneError:  # not a deal of both
        return None


def _look(state: RoundState) -> tuple[object, ...]:
    """What players notice of a state."""
    over = state.outcome
    end = None if over is None else (over.end, over.drawn, over.instant, over.knocker)
    table = state.table if isinstance(state, SwapState) else ()
    return state.phase, state.turn, state.hands, table, state.stock_count, end


def _shows(first: RoundState, second: RoundState) -> bool:
    return _look(first) != _look(second) or legal_actions(first) != legal_actions(second)


def _example(
    contrast: Contrast, deal: Deal, actions: tuple[Action, ...], first: Step, second: Step
) -> RoundExample:
    record = RoundRecord(contrast.base, deal, actions)
    pure = _plays_alike(contrast, record, second)
    if _look(first.state) != _look(second.state):
        return RoundExample(contrast, record, first, second, pure=pure)
    allowed, others = legal_actions(first.state), legal_actions(second.state)
    action = next((a for a in (*allowed, *others) if (a in allowed) is not (a in others)), None)
    assert action is not None
    by_first = action not in allowed
    refusal = check_action((first if by_first else second).state, action)
    return RoundExample(contrast, record, first, second, action, refusal, by_first, pure)


def _plays_alike(contrast: Contrast, record: RoundRecord, second: Step) -> bool:
    if not contrast.borrowed or contrast.other.family is not contrast.base.family:
        return False
    try:
        state = RoundRecord(contrast.other, record.deal, record.actions).state()
    except ThirtyOneError:  # the other ruleset never comes to this moment
        return False
    return not _shows(state, second.state)


# ------------------------------------------------------------------------------- what is tried


def _moves(state: RoundState) -> Iterator[Action]:
    """Actions worth trying: every kind, but of the throws and swaps only the telling ones."""
    actions = legal_actions(state)
    throws = [action for action in actions if isinstance(action, Throw)]
    swaps = [action for action in actions if isinstance(action, Swap)]
    stakes = [action for action in actions if isinstance(action, Stake)]
    order = state.worth.order
    hand = state.hands[state.turn]
    if throws:
        yield max(throws, key=lambda throw: order([c for c in hand if c is not throw.card]))
        return
    yield from stakes[:1]
    if swaps and isinstance(state, SwapState):
        yield max(swaps, key=lambda swap: order(_swapped(hand, swap)))
    yield from (a for a in actions if not isinstance(a, Throw | Swap | Stake))


def _swapped(hand: Sequence[Card], swap: Swap) -> list[Card]:
    return [card for card in hand if card not in swap.given] + list(swap.taken)


_PLAIN: Final = "9C TS JH"
_DULL: Final = "9S TD QC"
_DEALS: Final = (
    # hands, then the open card or cards
    ((_PLAIN, _DULL), "KD QD 9H"),
    ((_PLAIN, _DULL, "9D JC QS"), "KD QD 9H"),
    ((_PLAIN, "AH KH QH"), "KD QD 9H"),
    ((_PLAIN, "AC AS AD"), "KD QD 9H"),
    ((_PLAIN, "AH KH QH", "AC AS AD"), "KD QD 9D"),
    (("AH KH 9C", _DULL), "QH KD QD"),
    (("AC AS 9D", _DULL), "AH KD QD"),
    ((_PLAIN, "AH KH 9S"), "QH KD QD"),
    ((_PLAIN, "AC AS 9S"), "AH KD QD"),
    (("AH KH 9C", _DULL), "KD JC QH"),
    ((_PLAIN, _DULL), "7C 8S 9D"),
)
_DEALS_OF_FOUR: Final = (
    (("9C TS JH KC", "9S TD QC KS"), "KD QD 9H"),
    (("9C TS JH KC", "9S TD QC KS", "9D JC QS TC"), "KD QD 9H"),
    (("9C TS JD KC", "AH KH QH JH"), "KD QD 9H"),
    (("AH KH QH 9C", "9S TD QC KS"), "JH KD QD"),
    (("9C TS JD KC", "AH KH QH 9S"), "JH KD QD"),
)
_BANK_DEALS: Final = (
    ("9C 8D 7S", "TC TD 8S"),
    ("9C 8D 7S", "AS 8H 7D", "TC TD 8S"),
)


def _deals(ruleset: Ruleset) -> Iterator[Deal]:
    """Deals in which something can happen soon; the first player begins."""
    if ruleset.family is Family.BANK:
        yield from _bank_deals(ruleset)
        return
    known = pack(ruleset.deck_size)
    for texts, rest in _DEALS if ruleset.hand_size == _THREE else _DEALS_OF_FOUR:
        hands = [_cards(text) for text in texts]
        open_ = _cards(rest)
        named = [card for hand in hands for card in hand] + list(open_)
        if all(card in known for card in named) and len(set(named)) == len(named):
            yield arranged_deal(ruleset, hands, open_)
    yield _dull_deal(ruleset, 2)


def _bank_deals(ruleset: Ruleset) -> Iterator[Deal]:
    form = ruleset.form
    assert isinstance(form, BankForm)
    for texts in _BANK_DEALS:
        yield arranged_deal(ruleset, [_cards(text) for text in texts])
    # The bank has just as much as it needs to stop, and one less.
    for total in (form.bank.draws_to, form.bank.draws_to - 1):
        rest = total - 20
        third = next((card for card in pack(52) if card.points == rest), None)
        if third is not None and str(third)[0] not in "TJQKA":
            bank = (Card("TC"), Card("TD"), third)
            player = tuple(c for c in _cards("9S 8S 7S 6S") if c is not third)[:3]
            yield arranged_deal(ruleset, [player, bank])


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


# ---------------------------------------------------------------- rounds that run out of cards


def _find_long(contrast: Contrast) -> RoundExample | None:
    """Rounds in which the stock or the table runs out: nobody does more than must be done."""
    form = contrast.base.form
    if isinstance(form, BankForm):
        return None
    tables = (_MOST_PLAYERS, 2) if isinstance(form, DrawForm) else (2,)
    for most in tables:
        players = min(most, contrast.base.players.high, contrast.changed.players.high)
        deal = _dull_deal(contrast.base, players)
        for knocks in (False, True) if isinstance(form, DrawForm) else (False,):
            found = _play_long(contrast, deal, knocks=knocks)
            if found is not None:
                return found
    return None


def _dull_deal(ruleset: Ruleset, players: int) -> Deal:
    """No hand in it is worth ending a round for: each holds three suits in turn."""
    cards = sorted(pack(ruleset.deck_size), key=lambda card: (card.rank, card.suit))
    size = ruleset.hand_size
    hands = [tuple(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
    # Neighbours in rank would be three alike; so each takes every third card instead.
    flat = [card for hand in hands for card in hand]
    hands = [tuple(flat[seat::players]) for seat in range(players)]
    rest = [card for card in cards if card not in flat]
    return arranged_deal(ruleset, hands, rest[::-1])


def _play_long(contrast: Contrast, deal: Deal, *, knocks: bool) -> RoundExample | None:
    pair = _started(contrast, deal)
    if pair is None:
        return None
    first, second = pair
    actions: tuple[Action, ...] = ()
    while len(actions) < _LONGEST:
        if _shows(first.state, second.state):
            return _example(contrast, deal, actions, first, second)
        action = _dull_action(first.state, knocks=knocks)
        if action is None:
            return None
        actions = (*actions, action)
        first, second = apply(first.state, action), apply(second.state, action)
    return None


def _dull_action(state: RoundState, *, knocks: bool) -> Action | None:
    """Draw and throw what was drawn, pass, keep; with ``knocks`` the knock that leaves one card."""
    allowed = legal_actions(state)
    if isinstance(state, DrawState) and state.phase is Phase.THROW:
        drawn = Throw(state.hands[state.turn][-1])
        return drawn if drawn in allowed else None
    last_but_one = knocks and state.stock_count == 1 and KNOCK in allowed
    wanted = (KNOCK,) if last_but_one else (DRAW, PASS, KEEP)
    return next((action for action in wanted if action in allowed), None)
