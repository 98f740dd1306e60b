"""Questions as plain data: for lessons, worksheets, links and the live question.

>>> question = question_of(
...     "loses", rules="no-trettien", knocker=0, hands=["KH 9H AS", "KS 9S 4D", "9C QC 2C"]
... )
>>> question.answer.value
((1, -1),)
>>> question_of(**data_of(question)) == question
True
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from thirtyone.cards import Card
from thirtyone.errors import UsageError
from thirtyone.hands import check_hand, check_playable
from thirtyone.notation import parse_card, parse_cards
from thirtyone.play.actions import PLAIN, Action, Stake, Swap, Throw
from thirtyone.play.deal import arranged_deal
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.round import play_actions
from thirtyone.play.said import parse_turn
from thirtyone.play.state import RoundState
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.make import ask
from thirtyone.quiz.moment import Moment
from thirtyone.quiz.question import Case, Kind, Question
from thirtyone.quiz.showdown import Showdown
from thirtyone.quiz.turn import Turn
from thirtyone.rules.link import find
from thirtyone.rules.model import BankForm, Ruleset

_WORDS: Final = {type(action): word for action, word, _ in PLAIN}
_KEYS: Final = frozenset(
    [
        "rules",
        "hand",
        "hands",
        "knocker",
        "end",
        "open",
        "stock",
        "actions",
        "asked",
        "players",
        "laps",
        "rulesets",
        "path",
    ]
)


def question_of(kind: Kind | str, seed: int | str = 0, **data: Any) -> Question:
    """The question about a situation that is written down; the same seed, the same options.

    ``rules`` is the id of a ruleset or the code of a house rule, cards are text such as ``KH 9H``.

    - a hand: ``hand``
    - final hands: ``hands`` by seat, ``knocker`` (a seat, or left out), ``end`` (``instant``,
      ``stock-empty``, ``showdown``; a knock if left out); against a bank its hand is the last
    - a moment: ``hands``, ``open``, ``stock``, ``actions`` as in a transcript (``take``,
      ``throw 4D``), and ``asked``, what the next player wants to do
    - a turn: ``hand``, ``open``, ``players``, ``laps``

    ``worth`` asks about a hand, ``loses`` about final hands, ``legal`` about a moment and ``knock``
    about a turn; ``rule`` and ``where`` about any of the first three. ``path`` names the rule that
    decides, ``rulesets`` those to choose from or to be compared with. UsageError for what does not
    go together.
    """
    if not set(data) <= _KEYS:
        raise UsageError("refuse.quiz_key", key=min(set(data) - _KEYS), known=sorted(_KEYS))
    if kind not in tuple(Kind):
        raise UsageError("refuse.quiz_key", key=str(kind), known=list(Kind))
    ruleset = find(data.get("rules", ""))
    more = tuple(map(find, data.get("rulesets", ())))
    case = _read_case(ruleset, data)
    return ask(Kind(kind), case, seed, rulesets=more, path=data.get("path", ""))


def data_of(question: Question) -> dict[str, Any]:
    """The question as data that JSON can hold, for :func:`question_of`."""
    data: dict[str, Any] = {
        "kind": str(question.kind),
        "seed": question.seed.partition(":")[2],
        "rules": question.ruleset.id,
        **_write_case(question.case),
    }
    if question.rulesets:
        data["rulesets"] = [ruleset.id for ruleset in question.rulesets]
    if question.kind is Kind.RULE:
        data["path"] = question.paths[0]
    return data


# -------------------------------------------------------------------------------------- reading


def _read_case(ruleset: Ruleset, data: Mapping[str, Any]) -> Case:
    if "asked" in data:
        return _read_moment(ruleset, data)
    if "hands" in data:
        return _read_showdown(ruleset, data)
    if "hand" not in data:
        raise UsageError("refuse.quiz_case", rules=ruleset)
    cards = _hand(data["hand"], ruleset)
    if "players" in data:
        laps, players = int(data.get("laps", 0)), int(data["players"])
        return Turn(ruleset, cards, parse_card(data["open"]), players, laps)
    return HandCase(ruleset, cards)


def _hand(text: str, ruleset: Ruleset) -> tuple[Card, ...]:
    cards = parse_cards(text)
    check_hand(cards)
    if check_playable(cards, ruleset):
        raise UsageError("refuse.quiz_case", rules=ruleset)
    return cards


def _read_showdown(ruleset: Ruleset, data: Mapping[str, Any]) -> Showdown:
    hands = tuple(_hand(text, ruleset) for text in data["hands"])
    check_hand([card for hand in hands for card in hand])
    knocker = data.get("knocker")
    usual = RoundEnd.BANK if isinstance(ruleset.form, BankForm) else RoundEnd.KNOCK
    end = data.get("end", usual)
    if end not in tuple(RoundEnd) or knocker not in (None, *range(len(hands))):
        raise UsageError("refuse.quiz_case", rules=ruleset)
    return Showdown(ruleset, hands, knocker, RoundEnd(end))


def _read_moment(ruleset: Ruleset, data: Mapping[str, Any]) -> Moment:
    hands = tuple(parse_cards(text) for text in data["hands"])
    rest = tuple(
        card for name in ("open", "stock") if data.get(name) for card in parse_cards(data[name])
    )
    deal = arranged_deal(ruleset, hands, rest)
    actions: list[Action] = []
    for text in data.get("actions", ()):
        for said in parse_turn(text):
            actions.append(said.action(_state(ruleset, deal, actions)))
    asked = parse_turn(data["asked"])[0].action(_state(ruleset, deal, actions))
    return Moment(ruleset, hands, rest, tuple(actions), asked)


def _state(ruleset: Ruleset, deal: Any, actions: Sequence[Action]) -> RoundState:
    return play_actions(ruleset, deal, actions)[-1].state


# -------------------------------------------------------------------------------------- writing


def _write_case(case: Case) -> dict[str, Any]:
    match case:
        case HandCase(_, cards):
            return {"hand": _text(cards)}
        case Showdown(_, hands, knocker, end):
            data: dict[str, Any] = {"hands": list(map(_text, hands)), "end": str(end)}
            return data if knocker is None else data | {"knocker": knocker}
        case Moment(_, hands, rest, actions, asked):
            return {
                "hands": list(map(_text, hands)),
                "stock": _text(rest),
                "actions": list(map(_written, actions)),
                "asked": _written(asked),
            }
        case _:
            return {
                "hand": _text(case.hand),
                "open": str(case.open_card),
                "players": case.players,
                "laps": case.laps,
            }


def _text(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _written(action: Action) -> str:
    match action:
        case Throw(card):
            return f"throw {card}"
        case Swap(given, taken):
            return f"swap {_text(given)} for {_text(taken)}"
        case Stake(amount):
            return f"stake {amount}"
    return _WORDS[type(action)]
