"""The fifty-two cards and the packs that the games of 31 are played with.

A card knows its rank, its suit and what it counts; it has no strength. Which of two hands is
better is a matter of rules and lives in :mod:`thirtyone.hands`.
"""

from collections.abc import Iterator
from enum import IntEnum, StrEnum
from functools import cache
from typing import Final, Self


class Suit(StrEnum):
    """The four suits, in the order in which a picker shows them."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(IntEnum):
    """The thirteen ranks from the two up to the ace.

    The number orders ranks where a ruleset breaks a tie by the highest card; what a rank counts in
    a sum is :attr:`points`.
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """One character: ``A K Q J T`` or the digit."""
        return "23456789TJQKA"[self - 2]

    @property
    def points(self) -> int:
        """What the rank counts in a sum: ace 11, king, queen, jack and ten 10, else its number."""
        return 11 if self is Rank.ACE else min(int(self), 10)


class Card:
    """One card of the pack. There are fifty-two of them, the same objects everywhere.

    >>> Card("KH").rank.points, Card("KH").suit.name, Card("KH") is Card("kh")
    (10, 'HEARTS', True)
    """

    __slots__ = ("index", "notation", "number", "points", "rank", "suit")

    rank: Rank
    suit: Suit
    points: int
    notation: str
    index: int
    number: int
    """4 × (rank − 2) + suit, suits in the order clubs, diamonds, hearts, spades: by this number
    seeded deals count cards and simulated players choose between equal ones."""

    def __new__(cls, notation: str) -> Self:
        """The card that ``KH``, ``ad`` or ``TC`` names; a KeyError for anything else.

        Whatever people type is read by :func:`thirtyone.notation.parse_cards`.
        """
        return _BY_NOTATION[notation.upper()]  # type: ignore[return-value]  # Card is final

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card does not change: {self.notation}.{name}")

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Card({self.notation!r})"

    def __reduce__(self) -> tuple[type["Card"], tuple[str]]:
        return (Card, (self.notation,))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __init_subclass__(cls) -> None:
        raise TypeError("Card is final")


def _all_cards() -> Iterator[Card]:
    for rank in Rank:
        for suit in Suit:
            card = object.__new__(Card)
            for name, value in (
                ("rank", rank),
                ("suit", suit),
                ("points", rank.points),
                ("notation", rank.letter + suit),
                ("index", 4 * (rank - 2) + tuple(Suit).index(suit)),
                ("number", 4 * (rank - 2) + "CDHS".index(suit)),
            ):
                object.__setattr__(card, name, value)
            yield card


ALL_CARDS: Final[tuple[Card, ...]] = tuple(_all_cards())
"""The full pack, twos first; ``ALL_CARDS[card.index] is card``."""

_BY_NOTATION: Final = {card.notation: card for card in ALL_CARDS}

_LOWEST: Final = {52: Rank.TWO, 40: Rank.FIVE, 32: Rank.SEVEN, 24: Rank.NINE}


@cache
def pack(size: int) -> tuple[Card, ...]:
    """The pack of 52, 40 (ace to five), 32 (ace to seven) or 24 cards (ace to nine)."""
    lowest = _LOWEST[size]
    return tuple(card for card in ALL_CARDS if card.rank >= lowest)
