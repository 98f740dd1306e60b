"""Where a rule value comes from, and how sure it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """The three marks that stand beside every rule value."""

    STATED = "stated"
    """The ruleset's own source document says so."""
    ELSEWHERE = "elsewhere"
    """The document is silent; another page says so."""
    OURS = "ours"
    """Nobody says so, or what is said cannot be followed as it stands: we chose, and say why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A text that rules were taken from: one of the five documents, or a page elsewhere."""

    id: str
    title: str
    lang: str
    file: str | None = None
    """The file name of a source document; None for a page elsewhere."""
    sections: tuple[str, ...] = ()
    """The headings of a source document, in its own language and order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The mark of one value, with its source, section and our own remark in four languages."""

    mark: Mark
    source: Source | None = None
    section: str | None = None
    note: Mapping[str, str] | None = None
    contradicts: bool = False
    """The source says two things that cannot both be; the note names our reading."""
