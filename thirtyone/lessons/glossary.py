"""The words of the course with a sentence each, one file a language in ``lessons/glossary/``."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from thirtyone.errors import RulesError
from thirtyone.lessons.load import fill, read_text, read_toml


@dataclass(frozen=True, slots=True)
class Term:
    """A word and what it means."""

    key: str
    """The same in all languages; what a lesson lists under ``terms``."""
    word: str
    also: tuple[str, ...]
    """Other words for it, which a search should find."""
    text: str
    lang: str = ""
    """Where the word is of another language than the text."""


@cache
def glossary(lang: str) -> Mapping[str, Term]:
    """All terms of a language by key, in the order of the file."""
    file = f"glossary/{lang}.toml"
    return {key: _term(file, key, raw, lang) for key, raw in read_toml(file).items()}


def _term(file: str, key: str, raw: Mapping[str, object], lang: str) -> Term:
    for part in ("word", "text"):
        if part not in raw:
            raise RulesError("refuse.rules_missing_key", file=file, path=f"{key}.{part}")
    lines = read_text(file).splitlines()
    line = lines.index(f"[{key}]") + 1 if f"[{key}]" in lines else 1
    also = raw.get("also", ())
    assert isinstance(also, list | tuple)
    return Term(
        key=key,
        word=str(raw["word"]),
        also=tuple(map(str, also)),
        text=fill(str(raw["text"]), lang, file=file, line=line),
        lang=str(raw.get("lang", "")),
    )
