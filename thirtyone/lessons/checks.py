"""Whether the claims of a lesson are true: the engine's answer to each check.

A check in ``lesson.toml`` has a ``kind``, what it is about, perhaps ``rules``, and ``is``, the answer:

- ``points``: what a ``hand`` is worth, such as ``19`` or ``30.5``
- ``value``: the answer to the rule ``path``, such as ``3``, ``no``, ``2-7``
- ``loses``: who loses or wins how much, such as ``Bo -1, Carla -1``, or nothing; ``hands``, perhaps
  ``knocker`` (a seat) and ``end``
- ``lowest``, ``highest``: who among ``hands``
- ``may``: ``yes``, or why not, such as ``throw_back``; ``asked`` at a moment of play
- ``turn``: whose turn it is at a moment of play, or ``over``
- ``mark``: where the rules have their answer at ``path`` from: ``stated``, ``elsewhere``, ``ours``

A moment of play is written as for a question: ``hands`` with the one who begins first, ``open``,
``stock``, ``actions``. The players are Anna, Bo, Carla, David.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from thirtyone.cards import Card
from thirtyone.hands import score_hand, strength
from thirtyone.lessons.lesson import Check
from thirtyone.notation import parse_cards
from thirtyone.play.actions import Action
from thirtyone.play.deal import arranged_deal
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.round import check_action, play_actions
from thirtyone.play.said import parse_turn
from thirtyone.play.settle import settle
from thirtyone.play.state import Phase, RoundState
from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import get_value, value_text
from thirtyone.text.say_example import NAMES


def answers(check: Check) -> tuple[str, ...]:
    """What the engine says, under each of the rulesets. KeyError for an unknown kind of check."""
    return tuple(CHECKS[check.what](check.data, ruleset) for ruleset in check.rulesets)


def is_true(check: Check) -> bool:
    """Does the engine say what the lesson says, under all the rulesets?"""
    return set(answers(check)) == {check.expected}


Given = Mapping[str, Any]


def _points(given: Given, ruleset: Ruleset) -> str:
    return score_hand(parse_cards(given["hand"]), ruleset).label


def _value(given: Given, ruleset: Ruleset) -> str:
    return value_text(get_value(ruleset, given["path"]))


def _mark(given: Given, ruleset: Ruleset) -> str:
    return str(ruleset.provenance[given["path"]].mark)


# ----------------------------------------------------------------------------------- final hands


def _hands(given: Given) -> list[tuple[Card, ...]]:
    return [parse_cards(text) for text in given["hands"]]


def _names(seats: Sequence[int]) -> str:
    return ", ".join(NAMES[seat] for seat in seats)


def _loses(given: Given, ruleset: Ruleset) -> str:
    end = RoundEnd(given["end"]) if "end" in given else None
    done = settle(ruleset, _hands(given), end=end, knocker=given.get("knocker"))
    return ", ".join(f"{NAMES[change.seat]} {change.amount}" for change in done.changes)


def _lowest(given: Given, ruleset: Ruleset) -> str:
    return _names(_ranked(given, ruleset, min))


def _highest(given: Given, ruleset: Ruleset) -> str:
    return _names(_ranked(given, ruleset, max))


def _ranked(
    given: Given, ruleset: Ruleset, pick: Callable[[list[tuple[int, ...]]], tuple[int, ...]]
) -> list[int]:
    keys = [strength(score_hand(hand, ruleset), ruleset) for hand in _hands(given)]
    return [seat for seat, key in enumerate(keys) if key == pick(keys)]


# -------------------------------------------------------------------------------- a moment of play


def _moment(given: Given, ruleset: Ruleset) -> RoundState:
    rest = [card for key in ("open", "stock") if key in given for card in parse_cards(given[key])]
    deal = arranged_deal(ruleset, _hands(given), rest)
    actions: list[Action] = []
    for text in given.get("actions", ()):
        for said in parse_turn(text):
            actions.append(said.action(play_actions(ruleset, deal, actions)[-1].state))
    return play_actions(ruleset, deal, actions)[-1].state


def _may(given: Given, ruleset: Ruleset) -> str:
    state = _moment(given, ruleset)
    refusal = check_action(state, parse_turn(given["asked"])[0].action(state))
    return "yes" if refusal is None else refusal.reason.removeprefix("refuse.")


def _turn(given: Given, ruleset: Ruleset) -> str:
    state = _moment(given, ruleset)
    return "over" if state.phase is Phase.OVER else NAMES[state.turn]


CHECKS: Final[Mapping[str, Callable[[Given, Ruleset], str]]] = {
    "points": _points,
    "value": _value,
    "mark": _mark,
    "loses": _loses,
    "lowest": _lowest,
    "highest": _highest,
    "may": _may,
    "turn": _turn,
}
"""Every kind of check."""
