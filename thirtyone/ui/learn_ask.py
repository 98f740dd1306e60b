"""A question on the page: guess first, then see which answer is right, why, and where another is."""

from dataclasses import dataclass

from thirtyone.quiz import Feedback, Kind, Question, say_feedback, say_question
from thirtyone.quiz.say import ruleset_of
from thirtyone.rules.model import Ruleset
from thirtyone.text.say import ruleset_name
from thirtyone.ui.learn_hands import Reader, plain_cards
from thirtyone.ui.marks import flag, icon
from thirtyone.ui.scene import Scene

_LONG = 24
"""Options with more characters stand below each other."""
_SHORT = 8


@dataclass(frozen=True, slots=True)
class Asking:
    """A question and what was chosen, if anything."""

    question: Question
    id: str
    """Another one for every question that is shown."""
    chosen: int | None = None

    @property
    def over(self) -> bool:
        """Has it been answered?"""
        return self.chosen is not None

    def feedback(self, reader: Reader) -> Feedback | None:
        """What is said about the answer."""
        if self.chosen is None:
            return None
        return say_feedback(self.question, self.chosen, reader.tr)


def ask_scene(reader: Reader, asking: Asking) -> Scene:
    """The whole question. Which answer is right stands in it only once one was given."""
    tr, question = reader.tr, asking.question
    said = say_question(question, tr)
    big = len(said.hands) == 1 and not said.table
    longest = max(map(len, said.options))
    return {
        "id": asking.id,
        "prompt": said.prompt,
        "hint": tr("quiz.guess"),
        "setup": list(said.setup),
        "hands": [
            {"name": name, "cards": plain_cards(reader, cards, big=big)}
            for name, cards in said.hands
        ],
        "big": big,
        "table": plain_cards(reader, said.table, big=False),
        "table_label": tr("learn.on_table"),
        "layout": "short" if longest <= _SHORT else "wide" if longest > _LONG else "half",
        "label": tr("learn.answers"),
        "options": [
            _option(reader, asking, place, text) for place, text in enumerate(said.options)
        ],
        "over": asking.over,
        "keys": tr("learn.keys", n=str(len(said.options))),
        "reveal": _reveal(reader, asking),
    }


def _option(reader: Reader, asking: Asking, place: int, text: str) -> Scene:
    tr, question = reader.tr, asking.question
    sign = ""
    if question.kind is Kind.WHERE:
        sign = flag(ruleset_of(question, question.options[place]).region)
    state = note = ""
    if asking.over:
        right, mine = place == question.right, place == asking.chosen
        state = "right" if right else "wrong" if mine else "other"
        note = tr("quiz.yours") if mine else tr("learn.right_answer") if right else ""
    return {
        "text": text,
        "sign": sign,
        "state": state,
        "mine": asking.chosen == place,
        "note": note,
        "check": icon("check") if state == "right" else "",
    }


def _reveal(reader: Reader, asking: Asking) -> Scene | None:
    said = asking.feedback(reader)
    if said is None:
        return None
    verdict, stop, why = said.verdict.partition(". ")
    flags = {ruleset_name(each, reader.tr): flag(each.region) for each in _rulesets(asking)}
    return {
        "right": said.right,
        "verdict": verdict + stop.strip(),
        "why": why,
        "given": list(said.given),
        "sources": [
            {"flag": flags.get(name, ""), "name": name, "text": text} for name, text in said.sources
        ],
    }


def _rulesets(asking: Asking) -> list[Ruleset]:
    options = asking.question.options
    read = [option.reading.ruleset for option in options if option.reading]
    return [asking.question.ruleset, *read]


def announced(reader: Reader, asking: Asking) -> str:
    """The result as a screen reader says it, once."""
    said = asking.feedback(reader)
    return "" if said is None else " ".join([said.verdict, *said.given])
