"""Hands worth asking about: ordinary ones, and those that people count wrongly."""

from collections.abc import Callable
from typing import Final, TypeAlias

from thirtyone.cards import Card, Rank, Suit, pack
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.hand_case import HandCase
from thirtyone.rules.model import BankForm, Ruleset

Hand: TypeAlias = tuple[Card, ...]
Recipe: TypeAlias = Callable[[Chance, list[Card], int], Hand | None]

_SUITS: Final = tuple(Suit)
_MOST: Final = 36
"""Bank hands above this total have gone on drawing after they were lost."""


def _any(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    return tuple(chance.some(cards, size))


def _mostly_one_suit(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    suit, other = chance.some(_SUITS, 2)
    own = chance.some([c for c in cards if c.suit is suit], size - 1)
    rest = [c for c in cards if c.suit is other and c.rank is not Rank.ACE]
    return (*own, chance.pick(rest))


def _one_suit(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    suit = chance.pick(_SUITS)
    return tuple(chance.some([c for c in cards if c.suit is suit], size))


def _foreign_ace(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    suit, other = chance.some(_SUITS, 2)
    own = [c for c in cards if c.suit is suit and c.rank is not Rank.ACE]
    return (*chance.some(own, size - 1), _ace(cards, other))


def _two_aces(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    suits = chance.some(_SUITS, 2)
    rest = chance.some([c for c in cards if c.rank is not Rank.ACE], size - 2)
    return (*(_ace(cards, suit) for suit in suits), *rest)


def _three_alike(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    rank = chance.pick(sorted({c.rank for c in cards if c.rank is not Rank.ACE}))
    return tuple(chance.some([c for c in cards if c.rank is rank], size))


def _three_aces(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    return tuple(chance.some([c for c in cards if c.rank is Rank.ACE], size))


def _row(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    suit = chance.pick(_SUITS)
    own = sorted((c for c in cards if c.suit is suit), key=lambda c: c.rank)
    at = chance.below(len(own) - size + 1)
    return tuple(own[at : at + size])


def _equal_suits(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    first, second, third = chance.some(_SUITS, 3)
    a = chance.pick([c for c in cards if c.suit is first])
    same = [c for c in cards if c.suit is second and c.points == a.points]
    low = [c for c in cards if c.suit is third and c.points <= a.points]
    b = chance.pick(same)
    rest = chance.some([c for c in low if c not in (a, b)], size - 2)
    return (a, b, *rest) if len(rest) == size - 2 else None


def _one_colour(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    two = chance.pick(((Suit.HEARTS, Suit.DIAMONDS), (Suit.SPADES, Suit.CLUBS)))
    hand = chance.some([c for c in cards if c.suit in two and c.rank is not Rank.ACE], size)
    return tuple(hand) if len({c.suit for c in hand}) == 2 else None


def _court(chance: Chance, cards: list[Card], size: int) -> Hand | None:
    suit = chance.pick(_SUITS)
    court = [c for c in cards if c.suit is suit and Rank.TEN < c.rank < Rank.ACE]
    two = chance.some(court, 2)
    return (*two, *chance.some([c for c in cards if c not in two], size - 2))


def _ace(cards: list[Card], suit: Suit) -> Card:
    return next(c for c in cards if c.rank is Rank.ACE and c.suit is suit)


_BY_LEVEL: Final[dict[int, tuple[Recipe, ...]]] = {
    1: (_any, _mostly_one_suit, _one_suit, _one_colour, _court),
    2: (_foreign_ace, _foreign_ace, _equal_suits, _row, _any),
    3: (_three_alike, _three_alike, _three_aces, _two_aces),
}
_BY_PATH: Final[dict[str, tuple[Recipe, ...]]] = {
    "scoring.ace_across_suits": (_foreign_ace, _two_aces),
    "scoring.cap": (_two_aces, _three_aces),
    "scoring.three_of_a_kind": (_three_alike,),
    "scoring.three_aces": (_three_aces,),
    "scoring.suited_run": (_row,),
    "bank.low_aces": (_two_aces, _three_aces),
}


def deal_hand(chance: Chance, ruleset: Ruleset, level: int, path: str = "") -> HandCase | None:
    """A hand for a level, or one that a rule has to do with; None if the try came to nothing."""
    cards = deal_cards(chance, ruleset, level, path)
    return None if cards is None else HandCase(ruleset, cards)


def deal_cards(chance: Chance, ruleset: Ruleset, level: int, path: str = "") -> Hand | None:
    """The same, without a question to it."""
    cards = list(pack(ruleset.deck_size))
    if isinstance(ruleset.form, BankForm):
        return _bank_hand(chance, cards, level, path)
    recipe = chance.pick(_BY_PATH.get(path) or _BY_LEVEL[level])
    hand = recipe(chance, cards, ruleset.hand_size)
    return None if hand is None or len(hand) < ruleset.hand_size else tuple(chance.shuffled(hand))


def _bank_hand(chance: Chance, cards: list[Card], level: int, path: str) -> Hand | None:
    wanted = path == "bank.low_aces"  # where one low ace is not enough
    size = 4 + chance.below(2) if wanted else 3 + chance.below(3)
    aces = 2 + chance.below(2) if wanted else level - 1
    held = chance.some([c for c in cards if c.rank is Rank.ACE], aces)
    rest = chance.some([c for c in cards if c.rank is not Rank.ACE], size - aces)
    hand = (*held, *rest)
    total = sum(c.points for c in hand)
    if total - 10 * aces > _MOST or (wanted and total <= 41):
        return None
    return tuple(chance.shuffled(hand))
