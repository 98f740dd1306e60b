"""Reads gettext catalogues (.po) as they are, without compiling them.

Babel can read them too, and a test checks that it reads the same. But its import takes as long as
all the rest of ``thirtyone score``, and the files need little of the format.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

LOCALE: Final = Path(__file__).parent / "locale"

# The only plural rule of the four languages. English, Swedish and Norwegian say the singular for
# exactly one; Danish would for decimals below two as well, but only whole numbers are asked.
PLURAL_RULE: Final = "nplurals=2; plural=(n != 1);"


class CatalogueError(ValueError):
    """A catalogue that is not what this project writes: file, line and reason."""


def read_catalogue(lang: str) -> Mapping[str, tuple[str, ...]]:
    """All texts of a language by their key: one form, or the singular and the plural."""
    return _catalogue(lang)


@cache
def _catalogue(lang: str) -> Mapping[str, tuple[str, ...]]:
    texts: dict[str, tuple[str, ...]] = {}
    for path in sorted((LOCALE / lang / "LC_MESSAGES").glob("*.po")):
        for key, forms in read_po(path):
            if key in texts:
                raise CatalogueError(f"{path.name}: {key} stands in two catalogues of {lang}")
            texts[key] = forms
    return MappingProxyType(texts)


def read_po(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The entries of one file, without its header."""
    entry: dict[str, str] = {}
    field = ""
    for number, raw in enumerate([*path.read_text("utf-8").splitlines(), ""], start=1):
        line = raw.strip()
        if line.startswith("#"):
            continue
        if line.startswith('"') and field:
            entry[field] += _unquoted(line, path, number)
            continue
        if entry and (not line or line.startswith("msgid ")):
            if entry.get("msgid"):
                yield entry["msgid"], _forms(entry, path, number)
            elif f"Plural-Forms: {PLURAL_RULE}" not in entry.get("msgstr", "").splitlines():
                raise CatalogueError(f"{path.name}: the plural rule is not {PLURAL_RULE}")
            entry = {}
        if not line:
            field = ""
            continue
        field, _, quoted = line.partition(" ")
        entry[field] = _unquoted(quoted, path, number)


def _forms(entry: Mapping[str, str], path: Path, number: int) -> tuple[str, ...]:
    wanted = ("msgstr[0]", "msgstr[1]") if "msgid_plural" in entry else ("msgstr",)
    if set(entry) - {"msgid", "msgid_plural"} != set(wanted):
        raise CatalogueError(f"{path.name}: the entry before line {number} has other forms")
    return tuple(entry[field] for field in wanted)


def _unquoted(text: str, path: Path, number: int) -> str:
    if len(text) < 2 or not text.startswith('"') or not text.endswith('"'):
        raise CatalogueError(f"{path.name}: line {number} is not a quoted text")
    return text[1:-1] if "\\" not in text else str(ast.literal_eval(text))
