"""A question put to a whole class, as data that travels and as everything a screen shows of it.

>>> asked = own_question("Who deals next?", ["The loser", "The winner"], 0, "en")
>>> shown = show(asked, "da")
>>> shown.heading, shown.lang, shown.options[shown.right]
('Who deals next?', 'en', 'The loser')
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any, Final

from thirtyone.cards import Card
from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import UsageError
from thirtyone.quiz import Kind, Option, Question, data_of, question_of, say_feedback, say_question
from thirtyone.quiz.say import say_option, say_rule
from thirtyone.rules import Ruleset
from thirtyone.text.say import ruleset_name, say_provenance
from thirtyone.text.translator import Translator, get_translator
from thirtyone.ui.faces import compact, face
from thirtyone.ui.marks import flag, provenance_mark

LONGEST_QUESTION: Final = 240
LONGEST_OPTION: Final = 80
MOST_OPTIONS: Final = 4
_MOST_ELSEWHERE: Final = 2
_LONG: Final = 9
"""Answers with more letters than this stand in lines of their own."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A question in words, with what may only be seen once the answer has been shown."""

    lang: str
    """The language of the words: a teacher's own question stays in the one it was typed in."""
    rules: str
    """The ruleset's name, if it may be told."""
    setup: tuple[str, ...]
    heading: str
    options: tuple[str, ...]
    right: int
    why: str
    elsewhere: tuple[tuple[str, str], ...]
    """Flag and sentence: under which rules another answer would be right."""
    source: str
    """Mark and words as HTML: where the rule is written, or that the source is silent."""

    @property
    def long(self) -> bool:
        """Do the answers need lines of their own?"""
        return any(len(option) > _LONG for option in self.options)


# ------------------------------------------------------------------------------------- as data


def quiz_question(question: Question) -> str:
    """A question of ours as text that a room keeps."""
    return json.dumps(data_of(question), ensure_ascii=False, sort_keys=True)


def own_question(text: str, options: Sequence[str], right: int, lang: str) -> str:
    """A question that a teacher typed; UsageError where it cannot be asked.

    Blanks are put in order, empty options left out; ``right`` counts all options, empty ones too.
    """
    said = _line(text)
    answers = [_line(option) for option in options]
    kept = [answer for answer in answers if answer]
    if not said or len(said) > LONGEST_QUESTION or lang not in LANGUAGES:
        raise UsageError("refuse.live_question", n=LONGEST_QUESTION)
    if not 2 <= len(kept) <= MOST_OPTIONS or max(map(len, kept)) > LONGEST_OPTION:
        raise UsageError("refuse.live_options", n=LONGEST_OPTION)
    if len({answer.casefold() for answer in kept}) < len(kept):
        raise UsageError("refuse.live_same")
    if not 0 <= right < len(answers) or not answers[right]:
        raise UsageError("refuse.live_right")
    own = {"own": said, "options": kept, "right": kept.index(answers[right]), "lang": lang}
    return json.dumps(own, ensure_ascii=False, sort_keys=True)


def size(asked: str) -> tuple[int, int]:
    """How many options there are, and which of them is right."""
    data = json.loads(asked)
    if "own" in data:
        return len(data["options"]), int(data["right"])
    question = _question(asked)
    return len(question.options), question.right


def _line(text: str) -> str:
    """One line without control characters or marks that turn the direction of writing."""
    seen = "".join(c if c.isprintable() or c.isspace() else "" for c in text)
    return " ".join(seen.split())


@lru_cache(maxsize=128)
def _question(asked: str) -> Question:
    return question_of(**json.loads(asked))


# ------------------------------------------------------------------------------------ in words


@lru_cache(maxsize=512)
def show(asked: str, lang: str) -> Shown:
    """The question as one reader sees it."""
    data = json.loads(asked)
    if "own" in data:
        return _own(data)
    question, tr = _question(asked), get_translator(lang)
    said = say_question(question, tr)
    # The name of the game stands in the head of the page; it need not be told twice.
    game = tr("quiz.game", rules=ruleset_name(question.ruleset, tr))
    return Shown(
        lang=lang,
        rules="" if question.kind is Kind.WHERE else ruleset_name(question.ruleset, tr),
        setup=tuple(sentence for sentence in said.setup if sentence != game),
        heading=said.prompt,
        options=said.options,
        right=question.right,
        why=_why(question, said.options[question.right], tr),
        elsewhere=tuple(_elsewhere(question, tr))[:_MOST_ELSEWHERE],
        source=_source(question, tr),
    )


def _own(data: dict[str, Any]) -> Shown:
    options = tuple(data["options"])
    return Shown(data["lang"], "", (), data["own"], options, data["right"], "", (), "")


def say_given(asked: str, chosen: int, lang: str) -> tuple[str, ...]:
    """What a pupil reads about a wrong answer of theirs."""
    if "own" in json.loads(asked):
        return ()
    return say_feedback(_question(asked), chosen, get_translator(lang)).given


def _why(question: Question, answer: str, tr: Translator) -> str:
    """Why it is right, without the answer itself, which stands before it."""
    verdict = say_feedback(question, question.right, tr).verdict
    before, _, after = tr("quiz.right", answer="\n").partition("\n")
    return verdict.removeprefix(before).removesuffix(after).removeprefix(answer).strip()


def _elsewhere(question: Question, tr: Translator) -> list[tuple[str, str]]:
    """Other rules first, then changed answers; each wrong option once."""
    found: list[tuple[bool, str, str]] = []
    for option in question.options:
        reading = option.reading
        if reading is None or question.kind is Kind.WHERE:
            continue
        given = say_option(question, option, tr)
        sign = flag("own" if reading.house else reading.ruleset.region)
        found.append((reading.house, sign, _there(question, option, reading.ruleset, given, tr)))
    return [(sign, text) for _, sign, text in sorted(found, key=lambda one: one[0])]


def _there(question: Question, option: Option, ruleset: Ruleset, given: str, tr: Translator) -> str:
    assert option.reading is not None
    answer = given if question.kind is Kind.WORTH else tr.quote(given.removesuffix("."))
    if option.reading.house:
        rule = say_rule(option.reading.path, ruleset, tr)
        return tr("live.right_house", answer=answer, rule=rule)
    return tr("live.right_elsewhere", answer=answer, rules=ruleset_name(ruleset, tr))


def _source(question: Question, tr: Translator) -> str:
    path = question.paths[0] if question.paths and question.kind is not Kind.KNOCK else ""
    found = question.ruleset.provenance.get(path)
    if found is None:
        return ""
    return f"{provenance_mark(found.mark)} <span>{escape(say_provenance(found, tr))}</span>"


# --------------------------------------------------------------------------------- in drawings


@lru_cache(maxsize=512)
def cards_html(asked: str, lang: str, *, local: bool = False, full: int = 4) -> str:
    """The cards of the question: one hand large, several with their names, and what lies open.

    Hands of more than ``full`` cards are drawn for less than 96 pixels a card.
    """
    if "own" in json.loads(asked):
        return ""
    said = say_question(_question(asked), get_translator(lang))
    alone = len(said.hands) == 1 and not said.table
    groups = [*said.hands]
    if said.table:
        groups.append((get_translator(lang)("live.on_table"), said.table))
    drawn = "".join(
        _group(name, cards, lang, local, full=full if alone else 0) for name, cards in groups
    )
    return f'<div class="{"lv-one" if alone else "lv-more"}">{drawn}</div>'


def _group(name: str, cards: Sequence[Card], lang: str, local: bool, *, full: int) -> str:
    draw = face if len(cards) <= full else compact
    drawn = "".join(draw(card, lang, local=local) for card in cards)
    if not name:
        return f'<div class="lv-hand" style="--n:{len(cards)}">{drawn}</div>'
    caption = f"<figcaption>{escape(name)}</figcaption>"
    return f'<figure style="--n:{len(cards)}">{caption}<div class="lv-hand">{drawn}</div></figure>'
