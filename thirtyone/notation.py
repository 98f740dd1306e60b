"""Cards as people write them: read generously, written in one way per language and style.

``KH 9H AS`` is the notation of files, options and links and means the same in every language.
Symbols and the words of all four languages are read too, whatever the language of the reader;
only the single letters of local court cards (D, Kn, B, E) need to know it. A text with two
readings is refused: nothing is guessed.

>>> [str(card) for card in parse_cards("hjerter konge, ♥9 as")]
['KH', '9H', 'AS']
>>> format_card(Card("QH"), "da", Style.WORDS)
'hjerter dame'
"""

import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from thirtyone.cardreading import read
from thirtyone.cards import Card, Rank, Suit
from thirtyone.cardwords import (
    INDEX_LETTERS,
    RANK_PLURALS,
    RANK_WORDS,
    SUIT_WORDS,
    SYMBOLS,
)
from thirtyone.errors import CardError

LONGEST_TEXT: Final = 2_000


class Style(StrEnum):
    """The three ways in which a card is written."""

    NOTATION = "notation"
    """``KH``: the same in every language."""
    SYMBOLS = "symbols"
    """``K♥``, with the letters of the language: ``D♥`` is a queen in Norwegian."""
    WORDS = "words"
    """``king of hearts``, ``hjerter konge``."""


def parse_cards(text: str, lang: str = "en") -> tuple[Card, ...]:
    """The cards that a text names, in its order; at least one.

    Raises :class:`CardError` that holds the part at fault. The same card twice is no error here:
    whether that is allowed depends on what the cards are for.
    """
    if len(text) > LONGEST_TEXT:
        raise CardError("refuse.too_long", n=len(text), limit=LONGEST_TEXT)
    text = unicodedata.normalize("NFC", text)
    try:
        return read(text, lang)
    except CardError as error:
        raise _with_guesses(error, text, lang) from None


def parse_card(text: str, lang: str = "en") -> Card:
    """The one card that a text names."""
    cards = parse_cards(text, lang)
    if len(cards) != 1:
        raise CardError("refuse.one_card", text=text.strip(), n=len(cards))
    return cards[0]


def _with_guesses(error: CardError, text: str, lang: str) -> CardError:
    """Where a part is no card: what it may have been meant to be, or why it cannot be one."""
    part, at = error.details.get("text"), error.details.get("at")
    if (
        error.reason != "refuse.unknown_card"
        or not isinstance(part, str)
        or not isinstance(at, int)
    ):
        return error
    # Only a text that failed pays for this import.
    from thirtyone.cardguess import guesses, number_out_of_range

    near = guesses(text[at - 1 :], part, lang)
    if not near and number_out_of_range(part):
        return CardError("refuse.bad_rank", text=part, at=at)
    return error.within(guesses=near)


def format_card(card: Card, lang: str = "en", style: Style = Style.NOTATION) -> str:
    """One card; :func:`parse_card` reads it back in the same language."""
    if style is Style.NOTATION:
        return card.notation
    if style is Style.SYMBOLS:
        return index_letter(card.rank, lang) + suit_symbol(card.suit)
    rank, suit = rank_word(card.rank, lang), suit_word(card.suit, lang)
    return f"{rank} of {suit}" if lang == "en" else f"{suit} {rank}"


def format_cards(cards: Iterable[Card], lang: str = "en", style: Style = Style.NOTATION) -> str:
    """Several cards with blanks between them, or with commas where they are words."""
    between = ", " if style is Style.WORDS else " "
    return between.join(format_card(card, lang, style) for card in cards)


def index_letter(rank: Rank, lang: str) -> str:
    """What stands in the corner of the card: ``10``, ``Kn``, ``E``."""
    return INDEX_LETTERS[lang][rank]


def rank_word(rank: Rank, lang: str) -> str:
    """The rank in the name of a card: ``ten``, ``ti``."""
    return RANK_WORDS[lang][rank]


def ranks_plural(rank: Rank, lang: str) -> str:
    """Several cards of the rank, as after “three”: ``tens``, ``tiere``, ``tior``."""
    return RANK_PLURALS[lang][rank]


def suit_word(suit: Suit, lang: str) -> str:
    """The suit: ``hearts``, ``hjerter``."""
    return SUIT_WORDS[lang][suit]


def suit_symbol(suit: Suit) -> str:
    """``♠ ♥ ♦ ♣``."""
    return SYMBOLS[suit]
