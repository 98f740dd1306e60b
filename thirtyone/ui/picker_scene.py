"""What the card picker shows: the grid, the hand, examples, and what is wrong with typed cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from thirtyone.cards import Card, Rank, Suit, pack
from thirtyone.notation import index_letter, suit_word
from thirtyone.rules import sources
from thirtyone.ui.faces import card_text, face, suit_mark
from thirtyone.ui.marks import icon
from thirtyone.ui.scene import LEAST, Scene, View
from thirtyone.ui.typed import Complaint
from thirtyone.ui.what_if_from import what_if_href

_RANKS: Final = tuple(reversed(Rank))

_LETTERS: Final = {
    letter: _RANKS.index(rank)
    for rank, letters in (
        (Rank.ACE, "ae"),
        (Rank.KING, "k"),
        (Rank.QUEEN, "qd"),
        (Rank.JACK, "jnb"),
        (Rank.TEN, "t01"),
        *((Rank(n), str(n)) for n in range(2, 10)),
    )
    for letter in letters
}
"""Keys that jump to a rank. The letters of all four languages work in each: they do not clash."""


@dataclass(frozen=True, slots=True)
class Example:
    """A hand that one of the source documents works out."""

    cards: tuple[Card, ...]
    source: str
    key: str | None = None
    """The name of the hand, for those that have one."""


def _example(cards: str, source: str, key: str | None = None) -> Example:
    return Example(tuple(map(Card, cards.split())), source, key)


EXAMPLES: Final = (
    _example("AS AH AD", "enogtredive", "example.three_aces"),
    _example("QH QS QD", "trettien", "example.three_queens"),
    _example("KH 9H AS", "trettien"),
    _example("AH KC QS", "enogtredive"),
    _example("KH 9H QH", "trettien"),
    _example("7S 8H KH", "spillevejledning"),
)


NO_CARDS: Final = "-"


def write_hand(cards: Iterable[Card]) -> str:
    """A hand as it stands in an address: ``KH.9H.AS``, or ``-`` for none.

    An empty text would read like an address that does not mention a hand.
    """
    return ".".join(map(str, cards)) or NO_CARDS


@dataclass(frozen=True, slots=True)
class Typed:
    """The field for typed cards: what stands in it, and what is wrong with that."""

    text: str | None = None
    """None leaves the field as the reader has it."""
    complaint: Complaint | None = None
    turn: int = 0
    """Counts the answers, so that the browser writes each text into the field once."""


def picker_scene(
    view: View, *, typed: Typed, said: str = "", title: bool = True, link: bool = True
) -> Scene:
    """The whole scene of the picker. ``said`` is what just happened, for the live text."""
    tr = view.tr
    hand = view.hand
    return {
        "lang": tr.lang,
        "title": tr("page.hand") if title else "",
        "lede": _lede(view) if title else "",
        "label": tr("picker.label", n=str(len(hand)), m=str(view.limit)),
        "rows": [_row(view, suit) for suit in Suit],
        "letters": _LETTERS,
        "start": _start(hand),
        "hand": {"label": tr("hand.label"), "places": _places(view)},
        "clear": {"html": f"{icon('x')}<span>{escape(tr('act.clear'))}</span>", "off": not hand},
        "examples": {"label": tr("example.title"), "buttons": list(_buttons(view))},
        "field": {
            "label": tr("field.cards"),
            "hint": tr("field.hint"),
            "button": tr("field.read"),
            "value": typed.text,
            "bad": typed.complaint is not None,
            "turn": typed.turn,
        },
        "message": _message(view, typed.complaint),
        "status": _status(view, said),
        "keys": tr("picker.keys"),
        "copy": _copy(view, typed.turn) if link else None,
        "what_if": _what_if(view) if link and hand else None,
    }


def _row(view: View, suit: Suit) -> Scene:
    decks = {rules.deck_size for rules in view.shown}
    # The packs nest: what the largest one lacks, none of them has.
    known = set(pack(max(decks)))
    letters = view.tr.lang if view.local else "en"
    return {
        "suit": suit.value,
        "label": suit_word(suit, view.tr.lang),
        "sign": suit_mark(suit),
        "pip": suit_mark(suit),
        "cells": [
            _cell(view, Card(rank.letter + suit), index_letter(rank, letters), known)
            for rank in _RANKS
        ],
    }


def _cell(view: View, card: Card, text: str, known: set[Card]) -> Scene:
    tr = view.tr
    label = view.words(card)
    state = "off"
    if card in view.hand:
        place = str(view.hand.index(card) + 1)
        label = tr("aria.cell_picked", card=label, n=place, m=str(view.limit))
        state = "on"
    elif card not in known:
        label = tr("aria.cell_missing", card=label)
        state = "missing"
    return {"card": str(card), "text": text, "label": label, "state": state}


def _start(hand: tuple[Card, ...]) -> list[int]:
    """Where the tab stop is at first: on the first card of the hand."""
    card = hand[0] if hand else Card("AS")
    return [tuple(Suit).index(card.suit), _RANKS.index(card.rank)]


def _places(view: View) -> list[str]:
    tr = view.tr
    places = [face(card, tr.lang, local=view.local) for card in view.hand]
    for n in range(len(places) + 1, view.limit + 1):
        label = tr("hand.slot_fourth") if n > LEAST else tr("hand.slot", n=str(n))
        places.append(f'<div class="slot" role="img" aria-label="{escape(label)}"></div>')
    return places


def _buttons(view: View) -> Iterable[Scene]:
    tr = view.tr
    for example in EXAMPLES:
        named = tr(example.key) if example.key else ""
        cards = "".join(card_text(card, tr.lang, local=view.local) for card in example.cards)
        yield {
            "act": "show",
            "value": write_hand(example.cards),
            "html": escape(named) if named else f"<span>{cards}</span>",
            "label": None if named else tr("example.cards", cards=view.words_of(example.cards)),
            "title": tr("example.from", source=sources()[example.source].title),
            "current": set(view.hand) == set(example.cards),
        }
    yield {
        "act": "random",
        "value": None,
        "html": f"{icon('shuffle')}<span>{escape(tr('act.random'))}</span>",
        "label": None,
        "title": None,
        "current": False,
    }


def _status(view: View, said: str) -> str:
    tr, count = view.tr, len(view.hand)
    parts = [said if said.endswith(".") else f"{said}."] if said else []
    parts.append(tr("picker.chosen", n=str(count), m=str(view.limit)))
    if view.missing:
        parts.append(tr.plural("state.pick_more", view.missing))
    elif count == view.limit:
        parts.append(tr("state.hand_full"))
    if view.fourth_for and count == LEAST:
        names = tr.join([view.name(rules) for rules in view.fourth_for])
        parts.append(tr("hand.fourth_note", rules=names))
    return " ".join(parts)


def _message(view: View, complaint: Complaint | None) -> Scene | None:
    if complaint is None:
        return None
    tr = view.tr
    cards: list[str] = []
    if complaint.read:
        cards = [face(card, tr.lang, local=view.local) for card in complaint.read]
        if complaint.gap:
            label = tr("hand.slot", n=str(len(cards) + 1))
            cards.append(f'<div class="slot" role="img" aria-label="{escape(label)}">?</div>')
    buttons = []
    for offer in complaint.offers:
        sign = card_text(offer.card, tr.lang, local=view.local)
        if offer.keep:
            html = "".join(["<span>", _with_card(view, "act.keep_one", sign), "</span>"])
            label = tr("act.keep_one", card=view.words(offer.card))
        else:
            html, label = f"<span>{sign}</span>", view.words(offer.card)
        buttons.append({"text": offer.text, "html": html, "label": label})
    first, stop, rest = complaint.text.partition(". ")
    return {
        "icon": icon("warn"),
        "text": first + stop.strip(),
        "more": rest,
        "label": tr("field.guesses"),
        "cards": cards,
        "buttons": buttons,
    }


def _with_card(view: View, key: str, sign: str) -> str:
    return escape(view.tr(key, card="\x01")).replace("\x01", sign)


def _copy(view: View, turn: int) -> dict[str, Any]:
    tr = view.tr
    return {
        "html": f"{icon('link')}<span>{escape(tr('act.copy_link'))}</span>",
        "done": tr("state.link_copied"),
        "byHand": tr("state.link_here"),
        # A new hand has a new address; what was said about the old one goes away.
        "turn": f"{turn}/{write_hand(view.hand)}/{len(view.shown)}",
    }


def _what_if(view: View) -> Scene:
    """A link that takes the hand along."""
    tr = view.tr
    state = {"hand": write_hand(view.hand[: view.home.hand_size])}
    return {"href": what_if_href(tr.lang, view.home.id, state), "text": tr("act.what_if")}


def _lede(view: View) -> str:
    count = len(view.shown)
    return view.tr.plural("hand.lede", count, n=view.tr.spelled(count, first=True))
