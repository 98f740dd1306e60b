"""Moments of play worth asking about: what somebody may do, and what people think they may."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from thirtyone.cards import Card, pack
from thirtyone.play.actions import (
    CHANGE,
    DRAW,
    FOLD,
    HIT,
    KEEP,
    KNOCK,
    PASS,
    RENEW,
    STAND,
    TAKE,
    THROW_DOWN,
    Action,
    Stake,
    Swap,
    Throw,
)
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.moment import Moment
from thirtyone.rules.model import BankForm, DealerChoice, DrawForm, ExchangeForm, Ruleset

Dealt: TypeAlias = tuple[list[tuple[Card, ...]], list[Card]]
"""The hands, and the cards that come after them."""
Script: TypeAlias = tuple[tuple[Action, ...], tuple[Action, ...]]
"""What was done, and what the next player may want to do."""
Recipe: TypeAlias = Callable[[Chance, Ruleset, Dealt], Script]

_REST: Final = 8


def deal_moment(chance: Chance, ruleset: Ruleset, level: int, path: str = "") -> Moment | None:
    """A moment for a level, or one that a rule has to do with; None if the try failed."""
    form = ruleset.form
    if isinstance(form, BankForm):
        recipes: tuple[Recipe, ...] = (_staking, _against_bank)
    elif isinstance(form, DrawForm):
        recipes = _DRAW_PATHS.get(path) or _DRAW_LEVELS[level]
    else:
        recipes = _SWAP_PATHS.get(path) or _SWAP_LEVELS[level]
    recipe = chance.pick(recipes)
    players = 2 if recipe in _FOR_TWO else 2 + chance.below(min(ruleset.players.high, 4) - 1)
    cards = chance.shuffled(pack(ruleset.deck_size))
    size = 1 if isinstance(form, BankForm) else ruleset.hand_size
    hands = [tuple(cards[size * seat : size * (seat + 1)]) for seat in range(players)]
    rest = cards[size * players : size * players + _REST]
    if recipe is _table_789:
        rest = _with_789(cards, hands, ruleset)
        if not rest:
            return None
    actions, asked = recipe(chance, ruleset, (hands, rest))
    return Moment(ruleset, tuple(hands), tuple(rest), actions, chance.pick(asked))


# ------------------------------------------------------------------------------ the draw form


def _begin(chance: Chance, _: Ruleset, dealt: Dealt) -> Script:
    hands, _rest = dealt
    throw = Throw(chance.pick(hands[0]))
    return (), (KNOCK, KNOCK, throw, KEEP, PASS, TAKE)


def _unseen(_chance: Chance, _: Ruleset, _dealt: Dealt) -> Script:
    return (), (THROW_DOWN,)


def _drawn(chance: Chance, _: Ruleset, dealt: Dealt) -> Script:
    hands, rest = dealt
    throws = (Throw(rest[1]), Throw(chance.pick(hands[0])))
    return (DRAW,), (KNOCK, KNOCK, *throws, KEEP, TAKE)


def _taken(chance: Chance, _: Ruleset, dealt: Dealt) -> Script:
    hands, _rest = dealt
    return (TAKE,), (KNOCK, Throw(chance.pick(hands[0])), DRAW)


def _back(_chance: Chance, _: Ruleset, dealt: Dealt) -> Script:
    return (TAKE,), (Throw(dealt[1][0]),)


def _knocked(_chance: Chance, _: Ruleset, dealt: Dealt) -> Script:
    """The first player has drawn and thrown, the second has knocked."""
    return (DRAW, Throw(dealt[1][1]), KNOCK), (KNOCK, KEEP, KEEP, DRAW, TAKE)


def _stand(_chance: Chance, _: Ruleset, dealt: Dealt) -> Script:
    return (DRAW, Throw(dealt[1][1]), KNOCK), (KEEP,)


def _drawn_last(chance: Chance, _: Ruleset, dealt: Dealt) -> Script:
    hands, rest = dealt
    player = 0 if len(hands) == 2 else 2
    throws = (Throw(rest[2]), Throw(chance.pick(hands[player])))
    return (DRAW, Throw(rest[1]), KNOCK, DRAW), (KEEP, *throws)


def _own_discard(chance: Chance, _: Ruleset, dealt: Dealt) -> Script:
    hands, rest = dealt
    thrown = chance.pick((*hands[0], rest[1]))
    return (DRAW, Throw(thrown), KNOCK), (TAKE, TAKE, DRAW)


# -------------------------------------------------------------------------- the exchange form


def _opening(ruleset: Ruleset) -> tuple[Action, ...]:
    """The dealer keeps the hand, where there is a choice."""
    form = ruleset.form
    assert isinstance(form, ExchangeForm)
    return () if form.deal.dealer_choice is DealerChoice.NONE else (KEEP,)


def _swaps(chance: Chance, hand: Sequence[Card], table: Sequence[Card], n: int) -> Swap:
    return Swap(tuple(chance.some(hand, n)), tuple(chance.some(table, n)))


def _table(ruleset: Ruleset, rest: Sequence[Card]) -> Sequence[Card]:
    del ruleset
    return rest[:3]


def _dealer(chance: Chance, ruleset: Ruleset, dealt: Dealt) -> Script:
    hands, rest = dealt
    if not _opening(ruleset):
        return (), (_swaps(chance, hands[0], rest[:3], 1), DRAW)
    return (), (KNOCK, PASS, CHANGE)


def _first_swap(chance: Chance, ruleset: Ruleset, dealt: Dealt) -> Script:
    hands, rest = dealt
    table = _table(ruleset, rest)
    two, one = (_swaps(chance, hands[0], table, n) for n in (2, 1))
    whole = Swap(hands[0], tuple(table))
    return _opening(ruleset), (two, one, whole, PASS, KNOCK, DRAW)


def _swap_two(chance: Chance, ruleset: Ruleset, dealt: Dealt) -> Script:
    hands, rest = dealt
    return _opening(ruleset), (_swaps(chance, hands[0], _table(ruleset, rest), 2),)


def _first_knock(_chance: Chance, ruleset: Ruleset, _dealt: Dealt) -> Script:
    return _opening(ruleset), (KNOCK,)


def _swap_last(chance: Chance, ruleset: Ruleset, dealt: Dealt) -> Script:
    hands, rest = dealt
    table = _table(ruleset, rest)
    two, one = (_swaps(chance, hands[1], table, n) for n in (2, 1))
    return (*_opening(ruleset), KNOCK), (KNOCK, PASS, one, two)


def _pass_again(chance: Chance, ruleset: Ruleset, dealt: Dealt) -> Script:
    hands, rest = dealt
    one = _swaps(chance, hands[1], _table(ruleset, rest), 1)
    return (*_opening(ruleset), PASS, one), (PASS,)


def _table_789(_chance: Chance, ruleset: Ruleset, _dealt: Dealt) -> Script:
    return _opening(ruleset), (RENEW,)


def _with_789(
    cards: Sequence[Card], hands: Sequence[tuple[Card, ...]], ruleset: Ruleset
) -> list[Card]:
    """Seven, eight and nine on the table, if nobody holds too many of them."""
    del ruleset
    used = {card for hand in hands for card in hand}
    left = [card for card in cards if card not in used]
    found = [next((c for c in left if c.rank == rank), None) for rank in (7, 8, 9)]
    table = [card for card in found if card is not None]
    return [*table, *(c for c in left if c not in table)][:_REST] if len(table) == 3 else []


# ------------------------------------------------------------------------------- the bank form


def _staking(chance: Chance, ruleset: Ruleset, _dealt: Dealt) -> Script:
    assert isinstance(ruleset.form, BankForm)
    stake = Stake(ruleset.form.bank.stake_low + chance.below(2))
    return (), (FOLD, HIT, STAND, KNOCK, stake)


def _against_bank(_chance: Chance, ruleset: Ruleset, _dealt: Dealt) -> Script:
    assert isinstance(ruleset.form, BankForm)
    return (Stake(ruleset.form.bank.stake_low),), (FOLD, HIT, STAND, KNOCK)


_DRAW_LEVELS: Final[dict[int, tuple[Recipe, ...]]] = {
    1: (_begin, _drawn, _taken),
    2: (_knocked, _knocked, _drawn_last, _own_discard),
    3: (_back, _back, _own_discard, _stand, _unseen),
}
_SWAP_LEVELS: Final[dict[int, tuple[Recipe, ...]]] = {
    1: (_first_swap, _dealer),
    2: (_swap_last, _pass_again, _dealer),
    3: (_swap_two, _table_789, _pass_again, _first_knock),
}
_DRAW_PATHS: Final[dict[str, tuple[Recipe, ...]]] = {
    "turn.throw_back": (_back,),
    "turn.stand_pat": (_stand,),
    "turn.own_discard_after_knock": (_own_discard,),
    "knock.throw_down": (_unseen,),
}
_SWAP_PATHS: Final[dict[str, tuple[Recipe, ...]]] = {
    "turn.swaps": (_swap_two,),
    "turn.pass": (_pass_again,),
    "turn.renew_789": (_table_789,),
    "knock.first_turn": (_first_knock,),
}
_FOR_TWO: Final = frozenset({_own_discard, _pass_again, _staking, _against_bank})
