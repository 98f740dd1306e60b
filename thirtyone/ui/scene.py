"""What a screen of the hand lab is about, and the words that several of its parts use.

A scene is a plain dict that a widget shows: text in the reader's language, drawings, figures. The
functions that make scenes are pure; :class:`thirtyone.ui.hand_lab.HandLab` calls them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final, TypeAlias

from thirtyone.cards import Card
from thirtyone.notation import Style, format_card, format_cards
from thirtyone.rules import Family, Ruleset
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator
from thirtyone.ui.marks import flag

Scene: TypeAlias = dict[str, Any]

LEAST: Final = 3
"""Cards that make a hand in every game of 31; a fourth is for some only."""


@dataclass(frozen=True, slots=True)
class View:
    """One reader's screen: whose rules, which panels, which cards, in which words."""

    tr: Translator
    home: Ruleset
    shown: tuple[Ruleset, ...]
    """Every ruleset with a panel, in order; ``home`` is one of them."""
    hand: tuple[Card, ...]
    """In the order in which the cards were picked."""
    local: bool = False
    """Court cards with the letters of the language."""

    @property
    def limit(self) -> int:
        """How many cards may be picked: four as soon as a ruleset shown can use a fourth."""
        return 4 if self.fourth_for else LEAST

    @property
    def fourth_for(self) -> tuple[Ruleset, ...]:
        """The rulesets shown that can use a fourth card."""
        return tuple(rules for rules in self.shown if takes_fourth(rules))

    @property
    def missing(self) -> int:
        """Cards to pick until any ruleset can count the hand."""
        return max(0, LEAST - len(self.hand))

    def words(self, card: Card) -> str:
        """The spoken name of a card."""
        return format_card(card, self.tr.lang, Style.WORDS)

    def words_of(self, cards: Iterable[Card]) -> str:
        """The spoken names of several cards."""
        return format_cards(cards, self.tr.lang, Style.WORDS)

    def name(self, ruleset: Ruleset) -> str:
        """The name of a ruleset."""
        return ruleset_name(ruleset, self.tr)

    def flag(self, ruleset: Ruleset) -> str:
        """The flag of a ruleset. It is silent: the name beside it says where a text comes from."""
        return flag(ruleset.region)


def takes_fourth(ruleset: Ruleset) -> bool:
    """Whether a hand of four cards exists: in a game with four, and against the bank."""
    return ruleset.hand_size > LEAST or ruleset.family is Family.BANK


def tag(kind: str, text: str) -> str:
    """A tag, or nothing for an empty text."""
    return f'<span class="tag {kind}">{escape(text)}</span>' if text else ""


def with_markup(tr: Translator, key: str, **markup: str) -> str:
    """A sentence as HTML in which the placeholders are HTML too.

    The sentence itself is escaped; only what is passed here is taken as markup.
    """
    holes = {name: f"\x01{name}\x02" for name in markup}
    text = escape(tr(key, **holes))
    for name, hole in holes.items():
        text = text.replace(hole, markup[name])
    return text


def in_language(lang: str, text: str) -> str:
    """Text of a source, marked with its language so that it is pronounced as such."""
    return f'<span lang="{escape(lang)}">{escape(text)}</span>'


def with_ack(scene: Mapping[str, Any], ack: int) -> Scene:
    """The scene as the answer to an intent."""
    return {**scene, "ack": ack}
