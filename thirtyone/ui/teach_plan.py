"""Lesson plans of 45 minutes: three whole ones, and one for each lesson of the course.

What pupils learn and what a class talks about comes from the course itself; the parts of a plan and
what stands on the board are texts of the catalogue.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from thirtyone.lessons.lesson import Lesson
from thirtyone.lessons.load import course, load_lesson
from thirtyone.lessons.search import questions
from thirtyone.sheets import SheetKind
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import rose
from thirtyone.ui.sheet_parts import TITLES, page

LENGTH: Final = 45
HEADS: Final = ("teach.min", "teach.part", "teach.what", "teach.board")
"""The columns of a plan."""
_MOST_TALK: Final = 4
_BAR: Final = " | "


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a plan: how long, and the key of its three texts."""

    minutes: int
    key: str


@dataclass(frozen=True, slots=True)
class _Outline:
    parts: tuple[Part, ...]
    talk: str
    lessons: tuple[str, ...]
    title: str
    kinds: tuple[SheetKind, ...]


_PLANS: Final[dict[str, _Outline]] = {
    "first": _Outline(
        (
            Part(5, "teach.first.open"),
            Part(10, "teach.first.count"),
            Part(15, "teach.first.play"),
            Part(10, "teach.first.ask"),
            Part(5, "teach.first.agree"),
        ),
        "teach.first.talk",
        ("goal-and-cards", "one-suit", "a-turn"),
        "teach.plan.first",
        (SheetKind.SCORE, SheetKind.AGREE),
    ),
    "knock": _Outline(
        (
            Part(5, "teach.knock.open"),
            Part(10, "teach.knock.settle"),
            Part(20, "teach.knock.play"),
            Part(5, "teach.knock.count"),
            Part(5, "teach.knock.end"),
        ),
        "teach.knock.talk",
        ("knocking", "who-loses", "thirty-one", "last-chance"),
        "teach.plan.knock",
        (SheetKind.SETTLE,),
    ),
    "rules": _Outline(
        (
            Part(5, "teach.rules.open"),
            Part(10, "teach.rules.compare"),
            Part(10, "teach.rules.find"),
            Part(10, "teach.rules.agree"),
            Part(10, "teach.rules.play"),
        ),
        "teach.rules.talk",
        ("norwegian", "swedish", "danish", "relatives", "agree"),
        "teach.plan.rules",
        (SheetKind.COMPARE, SheetKind.AGREE),
    ),
}
_SHEET_OF: Final = {
    "goal-and-cards": SheetKind.SCORE,
    "one-suit": SheetKind.SCORE,
    "thirty-one": SheetKind.SCORE,
    "norwegian": SheetKind.COMPARE,
    "swedish": SheetKind.COMPARE,
    "danish": SheetKind.COMPARE,
    "relatives": SheetKind.COMPARE,
    "agree": SheetKind.AGREE,
}
"""The sheet that goes with a lesson; rounds to settle with the others."""


@dataclass(frozen=True, slots=True)
class Row:
    """A part of a plan in words."""

    start: int
    minutes: int
    name: str
    what: str
    board: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan in one language."""

    id: str
    title: str
    rows: tuple[Row, ...]
    aims: tuple[str, ...]
    talk: tuple[str, ...]
    lessons: tuple[Lesson, ...]
    kinds: tuple[SheetKind, ...]
    """The sheets that the plan uses."""


def plan_ids() -> tuple[str, ...]:
    """The whole plans, then the slugs of the lessons."""
    return (*_PLANS, *course())


def whole_plans() -> tuple[str, ...]:
    """The plans that are more than one lesson of the course."""
    return tuple(_PLANS)


def plan_title(id_: str, tr: Translator) -> str:
    """What a plan is called."""
    if id_ in _PLANS:
        return tr(_PLANS[id_].title)
    return load_lesson(id_, tr.lang).title


def make_plan(id_: str, tr: Translator) -> Plan:
    """A plan in the language of the translator."""
    outline = _PLANS.get(id_)
    if outline is None:
        return _of_lesson(load_lesson(id_, tr.lang), tr)
    lessons = tuple(load_lesson(slug, tr.lang) for slug in outline.lessons if slug in course())
    texts = [tr(part.key) for part in outline.parts]
    return Plan(
        id=id_,
        title=tr(outline.title),
        rows=_rows([part.minutes for part in outline.parts], texts),
        aims=tuple(lesson.objectives[0] for lesson in lessons if lesson.objectives),
        talk=tuple(tr(outline.talk).split(_BAR)),
        lessons=lessons,
        kinds=outline.kinds,
    )


def _of_lesson(lesson: Lesson, tr: Translator) -> Plan:
    """Guess, learn, practise, play, look back: play takes what the lesson leaves."""
    kind = _SHEET_OF.get(lesson.slug, SheetKind.SETTLE)
    minutes = [5, lesson.minutes, 10, LENGTH - 20 - lesson.minutes, 5]
    texts = [
        tr("teach.lesson.open"),
        tr("teach.lesson.read"),
        tr("teach.lesson.sheet", sheet=tr(TITLES[kind])),
        tr("teach.lesson.play"),
        tr("teach.lesson.end"),
    ]
    asked = questions(tr.lang)
    numbers = dict.fromkeys(number for step in lesson.steps for number in step.faq)
    return Plan(
        id=lesson.slug,
        title=lesson.title,
        rows=_rows(minutes, texts),
        aims=lesson.objectives,
        talk=tuple(asked[number] for number in numbers)[:_MOST_TALK],
        lessons=(lesson,),
        kinds=(kind,),
    )


def _rows(minutes: Sequence[int], texts: Sequence[str]) -> tuple[Row, ...]:
    rows, start = [], 0
    for length, text in zip(minutes, texts, strict=True):
        name, what, board = text.split(_BAR)
        rows.append(Row(start, length, name, what, board))
        start += length
    return tuple(rows)


def plan_page(plan: Plan, tr: Translator) -> str:
    """The plan on one A4 page."""

    def say(key: str) -> str:
        return escape(tr(key))

    spans = "".join(
        f'<span style="flex:{row.minutes}"><b>{escape(row.name)}</b>'
        f"<small>{escape(tr('teach.short_minutes', n=row.minutes))}</small></span>"
        for row in plan.rows
    )
    rows = "".join(
        f'<tr><td>{row.start}–{row.start + row.minutes}</td><th scope="row">{escape(row.name)}</th>'
        f"<td>{escape(row.what)}</td><td>{escape(row.board)}</td></tr>"
        for row in plan.rows
    )
    heads = "".join(f'<th scope="col">{say(key)}</th>' for key in HEADS)
    body = (
        f"<header>{rose()}<div><h1>{escape(plan.title)}</h1>"
        f"<p>{escape(tr.plural('teach.minutes', LENGTH))} · {say('teach.plan_note')}</p></div></header>"
        f'<div class="bar45">{spans}</div>'
        f'<table class="pln"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        f"{_listed(plan.aims, tr('teach.aims_head'))}{_listed(plan.talk, tr('teach.talk_head'))}"
        f"<footer><p>31 · {escape(plan.title)}</p></footer>"
    )
    return page("plan", body, plan.title, tr.lang)


def _listed(texts: Sequence[str], head: str) -> str:
    if not texts:
        return ""
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f'<h2>{escape(head)}</h2><ul class="dots">{items}</ul>'
