"""Which questions stand in the table, in which groups, and which of them are shown.

A question is a rule path; besides there is :data:`FORM`, which asks what one does on a turn and is
no rule of any file.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.examples.idle import idle_because
from thirtyone.rules import Family, Ruleset, get_value, questions, value_text
from thirtyone.text.say import say_question, say_value
from thirtyone.text.translator import Translator

FORM: Final = "form"
"""The question what one does on a turn: the three families answer it."""

IDLE: Final = "~"
"""The mark of an answer that never comes up, so that nothing hangs on it."""

_COUNTING, _TURN, _KNOCK, _PAYS, _MATCH = "counting", "turn", "knock", "pays", "match"
GROUPS: Final = {
    _COUNTING: "rules.group.counting",
    _TURN: "rules.group.turn",
    _KNOCK: "rules.group.knock",
    _PAYS: "rules.group.pays",
    _MATCH: "rules.group.match",
}
"""The groups in their order, with the keys of their names."""
_GROUP_OF: Final = {
    "scoring": _COUNTING,
    "bank.limit": _COUNTING,
    "bank.low_aces": _COUNTING,
    "bank.natural": _COUNTING,
    FORM: _TURN,
    "deal": _TURN,
    "turn": _TURN,
    "stock": _TURN,
    "bank.draws_to": _TURN,
    "bank.fold": _TURN,
    "bank.direction": _TURN,
    "knock": _KNOCK,
    "instant": _KNOCK,
    "settlement": _PAYS,
    "lives": _PAYS,
    "stakes": _PAYS,
    "bank.tie": _PAYS,
    "bank.stake_low": _PAYS,
    "bank.stake_high": _PAYS,
}
_FORM_WORDS: Final = {
    Family.DRAW: ("rules.form.draw", "rules.form.draw.short"),
    Family.EXCHANGE: ("rules.form.exchange", "rules.form.exchange.short"),
    Family.BANK: ("rules.form.bank", "rules.form.bank.short"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One question and the answer of every column, None where its form does not ask."""

    path: str
    answers: tuple[str | None, ...]
    """As they are written in files, :data:`IDLE` where the question never comes up."""

    @property
    def differs(self) -> bool:
        """Do two of the rulesets for which the question comes up give two answers?"""
        return len(set(self.answers) - {None, IDLE}) > 1


def group_of(path: str) -> str:
    """The group in which a question stands."""
    return _GROUP_OF.get(path) or _GROUP_OF.get(path.partition(".")[0], _MATCH)


def all_rows(columns: Sequence[Ruleset]) -> tuple[Row, ...]:
    """Every question that one of the rulesets asks, group by group."""
    paths: dict[str, None] = {FORM: None}
    for ruleset in columns:
        paths |= dict.fromkeys(questions(ruleset.family))
    order = list(GROUPS)
    listed = sorted(paths, key=lambda path: order.index(group_of(path)))
    return tuple(Row(path, tuple(live_answer(r, path) for r in columns)) for path in listed)


def live_answer(ruleset: Ruleset, path: str) -> str | None:
    """The answer, but :data:`IDLE` where another answer keeps the question from coming up.

    No lives is an answer that players notice, although nothing is ever done with them.
    """
    if path not in {FORM, "lives.start"} and path in questions(ruleset.family):
        return IDLE if idle_because(ruleset, path) else answer(ruleset, path)
    return answer(ruleset, path)


def answer(ruleset: Ruleset, path: str) -> str | None:
    """A ruleset's answer as it is written, or None where its form does not ask."""
    if path == FORM:
        return str(ruleset.family)
    if path not in questions(ruleset.family):
        return None
    return value_text(get_value(ruleset, path))


def question_text(path: str, tr: Translator, home: Ruleset) -> str:
    """The question in plain words."""
    return tr("rules.form") if path == FORM else say_question(path, tr, home)


def cell_text(ruleset: Ruleset, path: str, written: str, tr: Translator) -> str:
    """What stands in a cell: the answer in a few words, or that it never comes up."""
    return tr("rules.never") if written == IDLE else answer_text(ruleset, path, tr, short=True)


def answer_text(ruleset: Ruleset, path: str, tr: Translator, *, short: bool = False) -> str:
    """The answer as a sentence, or in a few words for the table."""
    if path == FORM:
        return tr(_FORM_WORDS[ruleset.family][short])
    return say_value(path, get_value(ruleset, path), tr, short=short)


def shown_rows(
    rows: Sequence[Row],
    columns: Sequence[Ruleset],
    home: Ruleset,
    tr: Translator,
    *,
    only: bool,
    text: str,
) -> tuple[Row, ...]:
    """The rows that differ, if only those are wanted, and that hold every word of the text."""
    words = folded(text).split()
    return tuple(
        row
        for row in rows
        if (row.differs or not only)
        and (not words or _holds(" ".join(_searched(row, columns, home, tr)), words))
    )


def _holds(text: str, words: Sequence[str]) -> bool:
    known = folded(text)
    return all(word in known for word in words)


def _searched(row: Row, columns: Sequence[Ruleset], home: Ruleset, tr: Translator) -> Iterator[str]:
    yield row.path
    yield question_text(row.path, tr, home)
    yield tr(GROUPS[group_of(row.path)])
    for ruleset, written in zip(columns, row.answers, strict=True):
        if written is not None:
            yield answer_text(ruleset, row.path, tr)
            yield answer_text(ruleset, row.path, tr, short=True)


def folded(text: str) -> str:
    """Text without case and accents, so that ``kloever`` is found by hasty typing as well."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return kept.replace("ø", "o").replace("æ", "ae").replace("ö", "o")
