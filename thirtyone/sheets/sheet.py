"""A sheet as data: its tasks with their answers, and the number that its key shares.

No word of it is in any language, and nothing of it is drawn: :mod:`thirtyone.ui.sheet_pages` does
both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from thirtyone.cards import Card
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.showdown import Showdown
from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import Value


class SheetKind(StrEnum):
    """What there is to do on a sheet."""

    SCORE = "score"
    """Count hands."""
    SETTLE = "settle"
    """Say who loses or wins what."""
    COMPARE = "compare"
    """Count the same hands by several rules."""
    AGREE = "agree"
    """Agree on house rules before the deal, each with wishes of their own."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand, and what it is worth under each of several rulesets."""

    cards: tuple[Card, ...]
    labels: tuple[str, ...]

    @property
    def disputed(self) -> bool:
        """Do the rulesets say different things?"""
        return len(set(self.labels)) > 1


@dataclass(frozen=True, slots=True)
class Topic:
    """A rule to agree on, with the answers to choose from."""

    path: str
    answers: tuple[Value, ...]
    wish: Value | None = None
    """The answer that this sheet's holder is to argue for, on a few topics."""


Task: TypeAlias = HandCase | Showdown | Counted | Topic


@dataclass(frozen=True, slots=True)
class Sheet:
    """One pupil's sheet. The same order and number make the same sheet, always."""

    kind: SheetKind
    ruleset: Ruleset
    level: int
    seed: int
    number: int
    tasks: tuple[Task, ...]
    columns: tuple[Ruleset, ...] = ()
    """The rulesets of a comparison; the first is that of the sheet."""
    changed: Mapping[int, str] | None = None
    """Columns that are the sheet's own ruleset with another answer, and the path of that answer."""
