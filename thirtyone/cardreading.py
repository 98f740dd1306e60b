"""How a typed text becomes cards.

Three steps. The text is cut at commas and the like; each piece is cut into *atoms*, the smallest
parts that mean something (a rank, a suit, “of”, a joker); and neighbouring atoms are joined into
cards in every way the rules of :func:`_joined` allow. Exactly one way must use up the piece.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Final

from thirtyone.cards import ALL_CARDS, Card, Rank, Suit
from thirtyone.cardwords import (
    AND_WORDS,
    IDLE_WORDS,
    JOKER_SIGNS,
    JOKER_WORDS,
    LANGUAGES,
    LOCAL_RANK_LETTERS,
    MORE_RANK_WORDS,
    MORE_SUIT_SIGNS,
    MORE_SUIT_WORDS,
    OF_WORDS,
    RANK_PLURALS,
    RANK_WORDS,
    SUIT_WORDS,
    SYMBOLS,
)
from thirtyone.errors import CardError

_JOKER: Final = "joker"
_AND: Final = "and"
_OF: Final = "of"
_IDLE: Final = "idle"

_BY_NAME: Final = {(card.rank, card.suit): card for card in ALL_CARDS}
_RANK_LETTERS: Final = {rank.letter.lower(): rank for rank in Rank if not rank.letter.isdigit()}
_SUIT_LETTERS: Final = {suit.lower(): suit for suit in Suit} | {"r": Suit.DIAMONDS}

_PLAIN: Final = re.compile(r"\s*(?:(?:10|[2-9TJQKA])[SHDC][\s,]*)+", re.ASCII | re.IGNORECASE)
_PLAIN_CARD: Final = re.compile(r"(10|[2-9TJQKA])([SHDC])", re.IGNORECASE)
_PIECE: Final = re.compile(r"[^,;./|+&·\n\r]+")
# Blanks, and marks that only dress a card up: quotes, brackets, hyphens, variation selectors.
_SKIP: Final = re.compile(r"[\s\-_:\"'“”‘’«»()\[\]{}\u200b-\u200d\u2060\ufe0e\ufe0f\ufeff]+")


class _Order(Enum):
    """In which order the letters of a card stand."""

    ANY = auto()
    RANK_FIRST = auto()
    SUIT_FIRST = auto()


class _Kind(Enum):
    LETTER = auto()
    NUMBER = auto()
    WORD = auto()
    SIGN = auto()


@dataclass(frozen=True, slots=True)
class _Atom:
    """A smallest part with a meaning, and where it stands in its piece."""

    start: int
    end: int
    kind: _Kind
    meaning: Rank | Suit | Card | str
    local: bool = False  # the letter K where it stands for clubs


def read(text: str, lang: str) -> tuple[Card, ...]:
    """All cards of a text in NFC; the errors are those of ``parse_cards``."""
    if _PLAIN.fullmatch(text):  # the notation of files means itself, whatever the language
        return tuple(
            Card(rank.replace("10", "T") + suit) for rank, suit in _PLAIN_CARD.findall(text)
        )
    cards: list[Card] = []
    for piece in _PIECE.finditer(text):
        if _SKIP.sub("", piece[0]) == "":
            continue
        atoms = _atoms(piece[0], lang)
        readings, reached = _readings(piece[0], atoms, lang)
        if not readings:
            raise _refusal(piece[0], piece.start(), atoms, reached, lang)
        if len(readings) > 1:
            raise _ambiguous(piece[0], piece.start(), atoms, readings, lang)
        if None in readings[0]:
            joker = next(a for p in sorted(atoms) for a in atoms[p] if a.meaning == _JOKER)
            part = piece[0][joker.start : joker.end]
            raise CardError("refuse.joker", text=part, at=piece.start() + joker.start + 1)
        cards.extend(card for card in readings[0] if card is not None)
    if not cards:
        raise CardError("refuse.empty")
    return tuple(cards)


# --- atoms ------------------------------------------------------------------------------------


def _atoms(piece: str, lang: str) -> dict[int, list[_Atom]]:
    """All atoms of a piece by the place where they start."""
    found: dict[int, list[_Atom]] = {}
    low = "".join(c.lower() if len(c.lower()) == 1 else c for c in piece)
    for run in re.finditer(r"[^\W\d_]+|[0-9]+|\S", low):
        start, word = run.start(), run[0]
        if word.isdigit() and word.isascii():
            value = int(word) if len(word) <= 2 else 0
            atoms = [_Atom(start, run.end(), _Kind.NUMBER, Rank(value))] if 2 <= value <= 10 else []
        elif word[0].isalpha():
            atoms = _letter_atoms(start, word, piece[start : run.end()].isupper(), lang)
        else:
            meaning = _signs().get(word)
            atoms = [_Atom(start, run.end(), _Kind.SIGN, meaning)] if meaning else []
        for atom in atoms:
            found.setdefault(atom.start, []).append(atom)
    return found


def _letter_atoms(start: int, run: str, upper: bool, lang: str) -> list[_Atom]:
    """The atoms in a run of letters: words if words fill it, else letters.

    Without this order ``aces`` would be ace of clubs, ace of spades to a Dane (AC, ES). Only two
    capitals that are also a word stay open: ``ES`` is a Danish ace of spades, ``es`` an ace.
    """
    words = _word_atoms(start, run, 0, len(run))
    if words and not (upper and len(run) == 2):
        return words
    letters = _single_letters(start, run, lang)
    if words:
        return words + letters
    # hjerterK, Khjerter, hkonge: one letter at either end of words
    for letter in letters:
        first, last = letter.start - start, letter.end - start
        if first == 0 and (rest := _word_atoms(start, run, last, len(run))):
            return [letter, *rest]
        if last == len(run) and (rest := _word_atoms(start, run, 0, first)):
            return [*rest, letter]
    return letters


def _word_atoms(start: int, run: str, first: int, last: int) -> list[_Atom]:
    """The words that fill a stretch of letters without a gap; none if they do not."""
    filled: dict[int, list[_Atom]] = {first: []}
    for begin in range(first, last):
        if begin not in filled:
            continue
        for end in range(begin + 1, min(last, begin + _longest_word()) + 1):
            meaning = _words().get(run[begin:end])
            if meaning is not None and end not in filled:
                atom = _Atom(start + begin, start + end, _Kind.WORD, meaning)
                filled[end] = [*filled[begin], atom]
    return filled.get(last, [])


def _single_letters(start: int, run: str, lang: str) -> list[_Atom]:
    ranks = _RANK_LETTERS | LOCAL_RANK_LETTERS[lang]
    found = []
    for begin, end in itertools.chain(
        ((i, i + 1) for i in range(len(run))), ((i, i + 2) for i in range(len(run) - 1))
    ):
        letters = run[begin:end]
        here = (start + begin, start + end, _Kind.LETTER)
        if letters in ranks:
            found.append(_Atom(*here, ranks[letters]))
        if letters in _SUIT_LETTERS:
            found.append(_Atom(*here, _SUIT_LETTERS[letters]))
        if letters == "k":
            found.append(_Atom(*here, Suit.CLUBS, local=True))
        if letters == "jk":
            found.append(_Atom(*here, _JOKER))
    return found


def known_words() -> frozenset[str]:
    """Every word that can be part of a card, in all spellings."""
    return frozenset(_words())


@cache
def _words() -> dict[str, Rank | Suit | str]:
    table: dict[str, Rank | Suit | str] = {}
    for lang in LANGUAGES:
        for suit, word in SUIT_WORDS[lang].items():
            table |= dict.fromkeys(_spellings(word), suit)
        for names in (RANK_WORDS[lang], RANK_PLURALS[lang]):
            for rank, word in names.items():
                table |= dict.fromkeys(_spellings(word), rank)
    for suit, words in MORE_SUIT_WORDS.items():
        table |= dict.fromkeys(_spellings(*words.split()), suit)
    for rank, words in MORE_RANK_WORDS.items():
        table |= dict.fromkeys(_spellings(*words.split()), rank)
    for meaning, each in (
        (_JOKER, JOKER_WORDS),
        (_AND, AND_WORDS),
        (_OF, OF_WORDS),
        (_IDLE, IDLE_WORDS),
    ):
        table |= dict.fromkeys(each, meaning)
    return table


@cache
def _longest_word() -> int:
    return max(map(len, _words()))


def _spellings(*words: str) -> set[str]:
    """The words with the marks over their vowels, without them, and as people write around them."""
    ways = {"å": ("å", "a", "aa"), "ä": ("ä", "æ", "a", "ae"), "ö": ("ö", "ø", "o", "oe")}
    ways |= {"æ": ways["ä"], "ø": ways["ö"]}
    return {
        "".join(letters)
        for word in words
        for letters in itertools.product(*(ways.get(letter, (letter,)) for letter in word))
    }


@cache
def _signs() -> dict[str, Suit | Card | str]:
    """Suit symbols, jokers and the single-character cards of Unicode (🂡)."""
    table: dict[str, Suit | Card | str] = {sign: suit for suit, sign in SYMBOLS.items()}
    table |= MORE_SUIT_SIGNS
    table |= dict.fromkeys(JOKER_SIGNS, _JOKER)
    for row, suit in enumerate(Suit):
        for place, letter in enumerate("A23456789TJ QK", start=1):  # the blank is the knight
            if letter != " ":
                table[chr(0x1F0A0 + 16 * row + place)] = Card(letter + suit)
    return table


# --- cards out of atoms ------------------------------------------------------------------------

_Readings = tuple[tuple[Card | None, ...], ...]  # a joker is None


def _readings(piece: str, atoms: dict[int, list[_Atom]], lang: str) -> tuple[_Readings, int]:
    """The ways to read a whole piece (at most two are kept), and how far reading came.

    Between two blanks all cards of letters stand in one order, KHQS or HKSQ. Otherwise the
    misspelt ``hjertr`` would be HJ ER TR to a Swede.
    """
    start = _skip(piece, 0)
    at: dict[int, dict[_Order, list[tuple[Card | None, ...]]]] = {start: {_Order.ANY: [()]}}
    reached = start
    for place in range(start, len(piece)):
        if place not in at:
            continue
        reached = place
        for end, card, order in _cards_from(piece, atoms, place, lang):
            after = _skip(piece, end)
            for before, readings in at[place].items():
                if _Order.ANY not in (before, order) and before is not order:
                    continue
                here = at.setdefault(after, {}).setdefault(
                    _Order.ANY if after > end else before if order is _Order.ANY else order, []
                )
                for reading in readings:
                    longer = reading if card == _AND else (*reading, _card_or_joker(card))
                    if len(here) < 2 and longer not in here:
                        here.append(longer)
    whole = itertools.chain.from_iterable(at.get(len(piece), {}).values())
    return tuple(dict.fromkeys(whole)), reached


def _card_or_joker(card: Card | str) -> Card | None:
    return card if isinstance(card, Card) else None


def _skip(piece: str, place: int) -> int:
    blank = _SKIP.match(piece, place)
    return blank.end() if blank else place


def _cards_from(
    piece: str, atoms: dict[int, list[_Atom]], place: int, lang: str
) -> Iterator[tuple[int, Card | str, _Order]]:
    """Each card (or joker, or “and”) that begins here, where it ends, and its order of letters."""
    for first in atoms.get(place, ()):
        if isinstance(first.meaning, Card) or first.meaning == _JOKER:
            yield first.end, first.meaning, _Order.ANY
        elif first.meaning in (_AND, _IDLE):
            yield first.end, _AND, _Order.ANY
        elif isinstance(first.meaning, Rank | Suit):
            after = _skip(piece, first.end)
            for second in atoms.get(after, ()):
                if second.meaning != _OF:
                    for card in _joined(first, second, after > first.end, lang):
                        yield second.end, card, _order(first, second)
                elif isinstance(first.meaning, Rank):
                    for suit in atoms.get(_skip(piece, second.end), ()):
                        for card in _joined(first, suit, True, lang):
                            yield suit.end, card, _Order.ANY


def _order(first: _Atom, second: _Atom) -> _Order:
    if {first.kind, second.kind} <= {_Kind.LETTER, _Kind.NUMBER}:
        return _Order.RANK_FIRST if isinstance(first.meaning, Rank) else _Order.SUIT_FIRST
    return _Order.ANY


def _joined(first: _Atom, second: _Atom, gap: bool, lang: str) -> list[Card]:
    """The card that two neighbours name: none, one, or two for the letters DK."""
    rank_first = isinstance(first.meaning, Rank)
    rank, suit = (first, second) if rank_first else (second, first)
    if not isinstance(rank.meaning, Rank) or not isinstance(suit.meaning, Suit):
        return []
    card = _BY_NAME[rank.meaning, suit.meaning]
    if suit.kind is not _Kind.LETTER:
        return [card]
    if suit.local:
        # K for clubs: clear beside a number (K9, 9K), two court cards beside a letter (AK).
        return [card] if rank.kind is _Kind.NUMBER and not gap and lang != "en" else []
    if rank.kind is _Kind.WORD or (rank_first and gap):
        # With a blank K D, or konge D, may be a king and a Scandinavian queen (dame).
        return [card] if suit.meaning is not Suit.DIAMONDS or lang == "en" else []
    if rank_first:
        return [card]
    if gap:
        return []
    if card is Card("KD") and rank.kind is _Kind.LETTER:  # DK: diamonds king or dame kløver
        return [card, Card("QC")]
    return [card]


# --- refusals ----------------------------------------------------------------------------------


def _word_at(piece: str, place: int) -> tuple[int, int]:
    start = _skip(piece, place)
    blank = _SKIP.search(piece, start)
    return start, blank.start() if blank else len(piece)


def _refusal(
    piece: str, offset: int, atoms: dict[int, list[_Atom]], reached: int, lang: str
) -> CardError:
    """Why reading came no further than the place `reached`."""
    start, end = _word_at(piece, reached)
    head = max((blank.end() for blank in _SKIP.finditer(piece, 0, start)), default=0)
    if end - start > 1 and piece[head:end].isalpha():
        start = head  # the whole of a misspelt word, even if its beginning looks like a card
    alone = [atom.meaning for atom in atoms.get(start, ()) if atom.end == end]
    follower, follower_end = _word_at(piece, end)
    if alone and follower < len(piece) and follower not in atoms:
        alone, end = [], follower_end  # “spar 1”: the second word is at fault, the first is fine
    part = piece[start:end]
    where: dict[str, object] = {"text": part, "at": offset + start + 1}
    if JOKER_WORDS[0] in part.lower() or set(part) & set(JOKER_SIGNS):
        return CardError("refuse.joker", **where)
    if part.lower() == "d":
        return CardError("refuse.ambiguous_letter", rank=Rank.QUEEN, suit=Suit.DIAMONDS, **where)
    if part.lower() == "k" and lang != "en":
        return CardError("refuse.ambiguous_letter", rank=Rank.KING, suit=Suit.CLUBS, **where)
    for meaning in alone:
        if isinstance(meaning, Rank):
            return CardError("refuse.no_suit", rank=meaning, **where)
        if isinstance(meaning, Suit):
            return CardError("refuse.no_rank", suit=meaning, **where)
    return CardError("refuse.unknown_card", **where)


def _ambiguous(
    piece: str, offset: int, atoms: dict[int, list[_Atom]], readings: _Readings, lang: str
) -> CardError:
    """Names the first card on which the two readings part."""
    one, other = readings[0], readings[1]
    for a, b in zip(one, other, strict=False):
        if a is not b and a is not None and b is not None:
            for place in sorted(atoms):
                spans = {card: end for end, card, _ in _cards_from(piece, atoms, place, lang)}
                if a in spans and b in spans:
                    part = piece[place : spans[a]]
                    return CardError("refuse.ambiguous", text=part, at=offset + place + 1, a=a, b=b)
            break
    return CardError("refuse.ambiguous_text", text=piece.strip(), at=offset + 1)
