"""A lesson as data: steps with a text, something to try, and a question.

The texts are written for one language each; what a step shows and asks is the same in all four.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

from thirtyone.rules.model import Ruleset

BASE: Final[Mapping[str, str]] = {
    "en": "no-trettien",
    "nb": "no-trettien",
    "sv": "se-svensk-bas",
    "da": "dk-enogtredive",
}
"""The rules that the word ``base`` stands for in a lesson: each language has its own tradition.
English has none among our documents; it follows the Norwegian one, the most complete."""


class Emphasis(StrEnum):
    """How a run of words is set apart."""

    NONE = ""
    STRONG = "strong"
    WORD = "em"
    """A word that is spoken of, or one of another language."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of words; ``lang`` where they are of another language than the text."""

    text: str
    emphasis: Emphasis = Emphasis.NONE
    lang: str = ""


Line: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the text."""

    line: Line


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; ``numbered`` where the order matters."""

    items: tuple[Line, ...]
    numbered: bool = False


Block: TypeAlias = Paragraph | Listing


class SceneKind(StrEnum):
    """What there is to try in a step."""

    NONE = "none"
    HAND = "hand"
    """One hand to change, with its sums: ``hand``, ``rules``."""
    SHOWDOWN = "showdown"
    """Final hands judged: ``hands``, ``knocker``, ``end``, ``lives``, ``rules``."""
    ROUND = "round"
    """An annotated round, step by step: ``round`` as ``topic.name``, ``at``."""
    COMPARE = "compare"
    """Answers of several rulesets side by side: ``paths``, ``rules``, perhaps a ``hand``."""
    ODDS = "odds"
    """Exact chances of a hand: ``hand``, ``players``, ``rules``."""
    HOUSE = "house"
    """The house-rule editor, at some questions: ``paths``, ``rules``."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Something to try, as data for the page that shows it."""

    kind: SceneKind
    rulesets: tuple[Ruleset, ...]
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """The question of a step, for :func:`thirtyone.quiz.data.question_of`."""

    kind: str
    ruleset: Ruleset
    data: Mapping[str, Any]
    """With ``rules``, the id of the ruleset: ``question_of(asked.kind, **asked.data)``."""


@dataclass(frozen=True, slots=True)
class Check:
    """A claim of the text that the engine can decide; :mod:`thirtyone.lessons.checks` does."""

    what: str
    """What is claimed, one of the kinds there."""
    data: Mapping[str, Any]
    rulesets: tuple[Ruleset, ...]
    """It is claimed of each of them."""
    expected: str


@dataclass(frozen=True, slots=True)
class Step:
    """One idea: a few sentences, something to try, a question to guess before the answer."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    scene: Scene
    asked: Asked
    checks: tuple[Check, ...]
    faq: tuple[int, ...]
    """Which of the usual questions it answers, by number."""
    paths: tuple[str, ...]
    """The rules that it teaches."""

    @property
    def words(self) -> str:
        """The text without its marks, for search and for measuring how easy it is to read."""
        lines = [
            line
            for block in self.blocks
            for line in (block.items if isinstance(block, Listing) else (block.line,))
        ]
        return "\n".join("".join(span.text for span in line) for line in lines)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of five to ten minutes in one language."""

    slug: str
    lang: str
    title: str
    summary: str
    objectives: tuple[str, ...]
    minutes: int
    needs: tuple[str, ...]
    """The slugs of the lessons that come before."""
    terms: tuple[str, ...]
    """Words of the glossary that it introduces."""
    steps: tuple[Step, ...]
