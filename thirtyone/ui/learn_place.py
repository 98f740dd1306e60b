"""Where in the course a reader is, as an address says it and as the page shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import urlencode

from thirtyone.lessons.lesson import Lesson
from thirtyone.lessons.load import course, load_lesson, read_toml
from thirtyone.text.translator import Translator

PRACTICE: Final = "practice"
"""Stands for a step in an address: questions without end, at the end of a lesson or by itself."""
GLOSSARY: Final = "glossary"
STATE: Final[Mapping[str, str]] = {
    "view": "",
    "lesson": "",
    "step": "",
    "q": "",
    "kinds": "",
    "level": "",
    "ask": "",
}
"""What an address says of the page, with the defaults that are left out: the words of the course,
a lesson and its step, what is searched for; and in the practice its kinds, level and question."""


@dataclass(frozen=True, slots=True)
class Place:
    """The course, its words, a step of a lesson, or the practice."""

    lesson: str = ""
    step: str = ""
    view: str = ""

    @property
    def practice(self) -> bool:
        """Is it the practice, of a lesson or by itself?"""
        return self.step == PRACTICE

    @property
    def glossary(self) -> bool:
        """Is it the list of words?"""
        return self.view == GLOSSARY and not self.lesson and not self.practice


def read_place(view: str, lesson: str, step: str) -> tuple[Place, str]:
    """The place that an address names, and what in it does not exist."""
    view = view if view in {GLOSSARY, "projector"} else ""
    if not lesson:
        known = step in {PRACTICE, ""}
        return Place(step=step if known else "", view=view), "" if known else step
    if lesson not in course():
        return Place(view=view), lesson
    ids = step_ids(lesson)
    if step in (*ids, PRACTICE):
        return Place(lesson, step, view), ""
    return Place(lesson, ids[0], view), step


@cache
def step_ids(slug: str) -> tuple[str, ...]:
    """The steps of a lesson, the same in every language."""
    return tuple(str(entry["id"]) for entry in read_toml(f"{slug}/lesson.toml")["step"])


@cache
def taught() -> Mapping[str, tuple[str, str]]:
    """By rule path the lesson and step that teach it: the first that compares its answers.

    Where none compares them, the first that names the rule.
    """
    found: dict[str, tuple[str, str]] = {}
    named: dict[str, tuple[str, str]] = {}
    for slug in course():
        for entry in read_toml(f"{slug}/lesson.toml")["step"]:
            place = (slug, str(entry["id"]))
            for path in entry.get("scene", {}).get("paths", ()):
                found.setdefault(path, place)
            for path in entry.get("paths", ()):
                named.setdefault(path, place)
    return {**named, **found}


def lesson_link(path: str, tr: Translator, home: str) -> dict[str, str] | None:
    """The way from a rule to the step that teaches it, for a page beside the lessons."""
    place = taught().get(path)
    if place is None:
        return None
    slug, step = place
    query = urlencode({"lesson": slug, "step": step, "lang": tr.lang, "home": home})
    title = load_lesson(slug, tr.lang).title
    return {"href": f"../learn/?{query}", "text": tr("learn.from_rules", lesson=title)}


def neighbours(lesson: Lesson, step: str) -> tuple[Place | None, Place | None]:
    """The places before and after a step; behind the last one comes the practice, then a lesson."""
    ids = (*(one.id for one in lesson.steps), PRACTICE)
    at = ids.index(step)
    before = Place(lesson.slug, ids[at - 1]) if at else None
    if at + 1 < len(ids):
        return before, Place(lesson.slug, ids[at + 1])
    slugs = course()
    number = slugs.index(lesson.slug) + 1
    after = Place(slugs[number], step_ids(slugs[number])[0]) if number < len(slugs) else None
    return before, after
