"""What somebody may have meant who typed something that is no card.

Only ever offered, never used: a guess becomes a card when the person chooses it.
"""

import re
from difflib import get_close_matches
from typing import Final

from thirtyone import cardreading
from thirtyone.cards import Card, Suit
from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import CardError

_MOST: Final = 4


def number_out_of_range(part: str) -> bool:
    """Whether a number in the part is none of 2 to 10."""
    return any(not 2 <= int(number[:6]) <= 10 for number in re.findall(r"[0-9]+", part))


def guesses(rest: str, part: str, lang: str) -> tuple[Card, ...]:
    """Cards near to a part that could not be read; `rest` is the text from there on."""
    found: list[Card] = []
    for text in _nearby(rest, part):
        for other in (lang, *LANGUAGES):
            card = _first_card(text, other)
            if card is not None and card not in found:
                found.append(card)
    return tuple(found[:_MOST])


def _first_card(text: str, lang: str) -> Card | None:
    try:
        cards = cardreading.read(text, lang)
    except CardError:
        return None
    return cards[0] if len(cards) == 1 else None


def _nearby(rest: str, part: str) -> list[str]:
    """Other spellings of the beginning of the rest, likely ones first."""
    words = re.findall(r"[^\W\d_]+|[0-9]+|[^\w\s]", rest)[:3]
    texts = [part]
    for text in (part, " ".join(words[:2])):
        if one := re.search(r"(?<![0-9])1(?![0-9])", text):
            texts += [text[: one.start()] + rank + text[one.end() :] for rank in ("A", "10")]
    digits = part.lower().translate(str.maketrans("oil", "011"))
    if digits != part.lower():
        texts.append(digits)
    # AK, KA: a K that stands for clubs beside the letter of another court card
    for rank, suit in ((part[:-1], part[-1:]), (part[1:], part[:1])):
        if suit.lower() == "k" and 0 < len(rank) <= 2 and not rank.isdigit():
            texts.append(rank + Suit.CLUBS)
    known = cardreading.known_words()
    mended = [
        next(iter(get_close_matches(word.lower(), known, n=1, cutoff=0.72)), word)
        if len(word) > 2 and word.lower() not in known
        else word
        for word in words
    ]
    if mended != words:
        texts += [" ".join(mended[:count]) for count in (1, 2, 3)]
    return texts
