"""Finds the step that answers a question: the usual questions of learners, and all lesson texts."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from thirtyone.lessons.lesson import Step
from thirtyone.lessons.load import load_course, read_toml

_ALIKE: Final = str.maketrans({"ø": "o", "æ": "ae", "å": "a", "ä": "a", "ö": "o", "½": " 1/2"})
_WORD: Final = re.compile(r"[a-z0-9/]+")


@dataclass(frozen=True, slots=True)
class Found:
    """A place in the course; ``question`` where one of the usual questions led there."""

    slug: str
    step: str
    title: str
    question: str = ""


@cache
def questions(lang: str) -> Mapping[int, str]:
    """The usual questions by number, in one language."""
    table = read_toml("questions.toml")
    return {int(number): str(texts[lang]) for number, texts in table.items()}


def plain(text: str) -> str:
    """Lower case without accents, as people type: ``Blåkka`` is ``blakka``, ``kløver`` ``klover``."""
    folded = text.casefold().translate(_ALIKE)
    return "".join(c for c in unicodedata.normalize("NFD", folded) if not unicodedata.combining(c))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(plain(text)))


@cache
def _places(lang: str) -> tuple[tuple[Found, frozenset[str]], ...]:
    asked = questions(lang)
    places: list[tuple[Found, frozenset[str]]] = []
    for lesson in load_course(lang):
        for step in lesson.steps:
            for number in step.faq:
                found = Found(lesson.slug, step.id, step.title, asked[number])
                places.append((found, _words(asked[number])))
            found = Found(lesson.slug, step.id, step.title)
            places.append((found, _text_words(step)))
    return tuple(places)


def _text_words(step: Step) -> frozenset[str]:
    return _words(f"{step.title} {step.words}")


def search(text: str, lang: str, most: int = 8) -> tuple[Found, ...]:
    """The best places for what somebody types: every word must begin a word there.

    Usual questions come before texts, and where more of the words are whole before the others.
    """
    wanted = _WORD.findall(plain(text))
    if not wanted:
        return ()
    ranked = []
    for place, (found, words) in enumerate(_places(lang)):
        if all(any(word.startswith(part) for word in words) for part in wanted):
            whole = sum(part in words for part in wanted)
            ranked.append((not found.question, -whole, place, found))
    ranked.sort(key=lambda entry: entry[:3])
    return tuple(found for *_, found in ranked[:most])
