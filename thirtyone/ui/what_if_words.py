"""Moves of a position in words: on a button, in a sentence, and what they do to one's own hand."""

from collections import Counter
from html import escape
from typing import Final

from thirtyone.cards import Card
from thirtyone.hands import ILD, check_playable, score_playable
from thirtyone.notation import Style, format_card
from thirtyone.play.actions import (
    Action,
    Draw,
    Hit,
    Keep,
    Knock,
    Pass,
    Renew,
    Stand,
    Swap,
    Take,
    ThrowDown,
)
from thirtyone.points import HalfPoints
from thirtyone.rules import Family, Ruleset
from thirtyone.rules.model import BankForm, ThreeAces
from thirtyone.sim.positions.position import Position
from thirtyone.text.say_play import say_label
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import card_text
from thirtyone.ui.scene import with_markup

_ILD: Final = 67
"""The order of three aces where they beat every sum."""
_NAMES: Final[dict[type, str]] = {
    Draw: "draw",
    Take: "take",
    Knock: "knock",
    ThrowDown: "throw_down",
    Keep: "keep",
    Pass: "pass",
    Renew: "renew",
    Hit: "hit",
    Stand: "stand",
}


def move_name(action: Action) -> str:
    """The part of the message keys that belongs to a move."""
    if isinstance(action, Swap):
        return "swap_all" if len(action.given) == 3 else "swap"
    return _NAMES[type(action)]


def say_move(
    action: Action,
    ruleset: Ruleset,
    position: Position,
    tr: Translator,
    *,
    signs: bool = False,
    local: bool = False,
) -> str:
    """A move as a learner is told to make it, ``Swap 7♠ for A♠``; with ``signs`` as HTML."""

    def written(cards: tuple[Card, ...]) -> str:
        if signs:
            return " ".join(card_text(card, tr.lang, local=local) for card in cards)
        return tr.join(format_card(card, tr.lang, Style.WORDS) for card in cards)

    parts: dict[str, str] = {}
    name = move_name(action)
    if isinstance(action, Swap) and name == "swap":
        parts = {"given": written(action.given), "taken": written(action.taken)}
    elif isinstance(action, Take) and position.open:
        name, parts = "take_card", {"card": written(position.open)}
    elif isinstance(action, Knock | Stand):
        parts = {"points": escape(hand_label(ruleset, position.hands[0], tr))}
    key = f"whatif.move.{name}"
    return with_markup(tr, key, **parts) if signs else tr(key, **parts)


def in_sentence(action: Action, tr: Translator) -> str:
    """A move as it stands after “to”: ``draw``, ``knock``."""
    if isinstance(action, Swap) and len(action.given) < 3:
        given, taken = (
            tr.join(format_card(card, tr.lang, Style.WORDS) for card in cards)
            for cards in (action.given, action.taken)
        )
        return tr("whatif.do.swap", given=given, taken=taken)
    return tr(f"whatif.do.{move_name(action)}")


def label_of(ruleset: Ruleset, order: int, tr: Translator) -> str:
    """An order as a learner knows it; at the bank 0 is over 31."""
    if ruleset.family is Family.BANK:
        if order == 0:
            return tr("seat.over")
        return tr("whatif.natural") if order > 62 else tr.points(HalfPoints(order))
    return ILD if order == _ILD and has_ild(ruleset) else tr.points(HalfPoints(order))


def has_ild(ruleset: Ruleset) -> bool:
    """Are three aces a hand with a name instead of a number?"""
    form = ruleset.form
    return not isinstance(form, BankForm) and form.scoring.three_aces is ThreeAces.BEST


def hand_label(ruleset: Ruleset, hand: tuple[Card, ...], tr: Translator) -> str:
    """What a complete hand is worth; empty for one that these rules cannot count."""
    if check_playable(hand, ruleset):
        return ""
    return say_label(score_playable(hand, ruleset), tr)


def hint_of(
    ruleset: Ruleset, position: Position, action: Action, after: Counter[int], tr: Translator
) -> str:
    """What a move does to the own hand, exactly."""
    hand = position.hands[0]
    now = 0 if check_playable(hand, ruleset) else score_playable(hand, ruleset).order
    whole = after.total()
    if isinstance(action, Hit):
        over = after[0] / whole
        return tr("whatif.hint.hit", share=tr.percent(over, 0))
    if len(after) > 1:
        better = sum(times for order, times in after.items() if order > now) / whole
        return tr("whatif.hint.draw", share=tr.percent(better, 0))
    if isinstance(action, Knock | ThrowDown):
        return tr("whatif.hint.knock")
    order = next(iter(after))
    return tr("whatif.hint.hand", points=label_of(ruleset, order, tr))
