"""Reads the course from ``lessons/``, and complains by file, line and key.

``course.toml`` names the lessons in order. A lesson is a folder: ``lesson.toml`` says what its steps
show, ask and claim; ``en.md``, ``nb.md``, ``sv.md`` and ``da.md`` are its texts::

    # One suit counts
    You add up the cards of one suit.

    - You can say what a hand is worth.

    ## add-up | Add up one suit
    The king and the nine of hearts make {sum: KH 9H AS}.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from thirtyone.cardwords import LANGUAGES
from thirtyone.content import lessons_dir
from thirtyone.errors import RulesError, ThirtyOneError
from thirtyone.lessons.facts import FACTS, fact, ruleset_called
from thirtyone.lessons.lesson import Asked, Check, Lesson, Scene, SceneKind, Step
from thirtyone.lessons.markup import parse_blocks
from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import nearest
from thirtyone.text.translator import get_translator

_HEAD: Final = frozenset({"minutes", "needs", "terms", "step"})
_STEP: Final = frozenset({"id", "scene", "question", "check", "faq", "paths"})
_HOLE: Final = re.compile(r"\{([a-z-]+:[^{}]*)\}")
_HEADING: Final = re.compile(r"## +([a-z0-9-]+) +\| +(.+)")


@cache
def course() -> tuple[str, ...]:
    """The slugs of the lessons, in order."""
    return tuple(read_toml("course.toml")["lessons"])


@cache
def load_lesson(slug: str, lang: str) -> Lesson:
    """One lesson in one language; RulesError for a file that is not as it should be."""
    if slug not in course():
        suggestion = nearest(slug, course())
        raise RulesError("refuse.lesson_unknown", text=slug[:60], suggestion=suggestion)
    data = _Data(f"{slug}/lesson.toml", lang)
    raw = read_toml(data.file)
    data.known("", raw, _HEAD)
    text = _Text(slug, lang)
    entries = data.needed(raw, "step", "")
    ids = tuple(str(data.needed(entry, "id", "step.")) for entry in entries)
    if tuple(text.steps) != ids:
        odd = next((one for one, other in zip(ids, text.steps, strict=False) if one != other), "")
        last = (*ids, *text.steps)[min(len(ids), len(text.steps))]
        raise RulesError("refuse.lesson_steps", file=text.file, text=odd or last)
    return Lesson(
        slug=slug,
        lang=lang,
        title=text.title,
        summary=text.summary,
        objectives=text.objectives,
        minutes=int(data.needed(raw, "minutes", "")),
        needs=tuple(raw.get("needs", ())),
        terms=tuple(raw.get("terms", ())),
        steps=tuple(
            data.step(number, entry, text.steps[id_])
            for number, (id_, entry) in enumerate(zip(ids, entries, strict=True))
        ),
    )


def load_course(lang: str) -> tuple[Lesson, ...]:
    """All lessons in order."""
    return tuple(load_lesson(slug, lang) for slug in course())


def holes(slug: str, lang: str) -> dict[str, tuple[str, ...]]:
    """The placeholders of each step's text as written; the same in every language."""
    raw = {step: text for step, (_, text) in _Text(slug, lang, fill=False).steps.items()}
    return {step: tuple(sorted(_HOLE.findall(text))) for step, text in raw.items()}


def read_toml(name: str) -> dict[str, Any]:
    """A file of the course; RulesError if it is missing or no TOML."""
    try:
        return tomllib.loads(read_text(name))
    except tomllib.TOMLDecodeError as error:
        raise RulesError("refuse.rules_not_toml", file=name, message=str(error)) from error


def read_text(name: str) -> str:
    """A file of the course as it is; RulesError if it is missing."""
    try:
        return (lessons_dir() / name).read_text("utf-8")
    except OSError as error:
        raise RulesError("refuse.rules_no_file", file=name) from error


def fill(text: str, lang: str, *, file: str, line: int) -> str:
    """A line with its placeholders worked out; RulesError where one cannot be."""

    def put(hole: re.Match[str]) -> str:
        try:
            return fact(hole[1], get_translator(lang))
        except (KeyError, ThirtyOneError, ValueError, ZeroDivisionError) as error:
            near = nearest(hole[1].partition(":")[0], FACTS)
            details = {"text": hole[0], "suggestion": near if near not in hole[1] else ""}
            raise RulesError("refuse.lesson_hole", file=file, line=line, **details) from error

    return _HOLE.sub(put, text)


# ----------------------------------------------------------------------------------- the text


class _Text:
    """A text file taken apart: title, summary, objectives, and a heading and a text by step."""

    def __init__(self, slug: str, lang: str, *, fill: bool = True) -> None:
        if lang not in LANGUAGES:
            raise ValueError(lang)
        self.file = f"{slug}/{lang}.md"
        lines = read_text(self.file).splitlines()
        if fill:
            lines = [_fill(line, lang, self.file, n) for n, line in enumerate(lines, 1)]
        head: list[str] = []
        self.steps: dict[str, tuple[str, str]] = {}
        for title, body, id_ in _sections(lines, head):
            self.steps[id_] = (title, body)
        self.title = head[0].removeprefix("# ").strip() if head else ""
        rest = [line for line in head[1:] if line.strip()]
        self.summary = " ".join(line for line in rest if not line.startswith("- "))
        self.objectives = tuple(line[2:].strip() for line in rest if line.startswith("- "))


def _fill(text: str, lang: str, file: str, line: int) -> str:
    return fill(text, lang, file=file, line=line)


def _sections(lines: list[str], head: list[str]) -> Iterator[tuple[str, str, str]]:
    """Heading, body and id of each step; what stands before the first one goes into ``head``."""
    title, id_, body = "", "", head
    for line in lines:
        heading = _HEADING.fullmatch(line.rstrip())
        if heading:
            if id_:
                yield title, "\n".join(body), id_
            id_, title, body = heading[1], heading[2].strip(), []
        else:
            body.append(line)
    if id_:
        yield title, "\n".join(body), id_


# ----------------------------------------------------------------------------------- the steps


class _Data:
    """The data of a lesson for one language, with what it takes to complain about them."""

    def __init__(self, file: str, lang: str) -> None:
        self.file = file
        self._lang = lang

    def known(self, path: str, table: Mapping[str, Any], keys: frozenset[str]) -> None:
        """RulesError for a key that nobody knows."""
        for key in table:
            if key not in keys:
                raise RulesError(
                    "refuse.rules_unknown_key",
                    file=self.file,
                    path=f"{path}{key}",
                    suggestion=nearest(key, keys),
                )

    def needed(self, table: Mapping[str, Any], key: str, path: str) -> Any:
        """What stands under a key; RulesError if nothing does."""
        if key not in table:
            raise RulesError("refuse.rules_missing_key", file=self.file, path=f"{path}{key}")
        return table[key]

    def step(self, number: int, raw: Mapping[str, Any], text: tuple[str, str]) -> Step:
        """A step with its scene, question and claims."""
        path = f"step[{number}]."
        self.known(path, raw, _STEP)
        return Step(
            id=str(raw["id"]),
            title=text[0],
            blocks=parse_blocks(text[1]),
            scene=self._scene(raw.get("scene", {"kind": "none"}), f"{path}scene."),
            asked=self._asked(self.needed(raw, "question", path), f"{path}question."),
            checks=tuple(self._check(entry, f"{path}check.") for entry in raw.get("check", ())),
            faq=tuple(raw.get("faq", ())),
            paths=tuple(raw.get("paths", ())),
        )

    def _scene(self, raw: Mapping[str, Any], path: str) -> Scene:
        kind = str(self.needed(raw, "kind", path))
        if kind not in tuple(SceneKind):
            allowed = list(map(str, SceneKind))
            raise RulesError(
                "refuse.rules_wrong_value",
                file=self.file,
                path=f"{path}kind",
                value=kind,
                allowed=allowed,
            )
        return Scene(SceneKind(kind), self._rulesets(raw), _rest(raw, "kind", "rules"))

    def _asked(self, raw: Mapping[str, Any], path: str) -> Asked:
        (ruleset, *_) = self._rulesets(raw)
        data = _rest(raw, "kind", "rules") | {"rules": ruleset.id}
        if "rulesets" in raw:
            named = (ruleset_called(text, self._lang) for text in raw["rulesets"])
            data["rulesets"] = [each.id for each in dict.fromkeys(named) if each is not ruleset]
        return Asked(str(self.needed(raw, "kind", path)), ruleset, data)

    def _check(self, raw: Mapping[str, Any], path: str) -> Check:
        what = str(self.needed(raw, "kind", path))
        expected = str(self.needed(raw, "is", path))
        return Check(what, _rest(raw, "kind", "rules", "is"), self._rulesets(raw), expected)

    def _rulesets(self, raw: Mapping[str, Any]) -> tuple[Ruleset, ...]:
        """Those under ``rules``, one or several; the base of the language where nothing is said."""
        named = raw.get("rules", "base")
        texts = [named] if isinstance(named, str) else named
        return tuple(ruleset_called(text, self._lang) for text in texts)


def _rest(raw: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in raw.items() if key not in keys}
