"""A house rule as a TOML file that the loader reads, and back.

The file says only what differs. Two things that the loader does not need stand in comments: an
open question, and a ruleset of ours that itself is based on another (a file may go one step only).
"""

import json
import re
import tomllib
import unicodedata
from typing import Final

from thirtyone.errors import RulesError
from thirtyone.rules.compare import differences
from thirtyone.rules.draft import Draft, clean_name, draft_of, settled
from thirtyone.rules.load import load_ruleset, read_rules, ruleset_ids
from thirtyone.rules.model import Players, Ruleset
from thirtyone.rules.values import Value, get_value, question, questions, value_text

LARGEST_UPLOAD: Final = 60_000
"""More bytes than any house rule has; what is larger is not sent up from a browser."""

_BASE: Final = re.compile(r"^# base: ([a-z0-9-]{1,40})\s*$", re.MULTILINE)
_OPEN: Final = re.compile(r"^# open: ([a-z0-9_.]{1,60}) = (\S{1,40})\s*$", re.MULTILINE)


def file_name(draft: Draft) -> str:
    """What the file is called on somebody's disk: ``the-cabin.toml``."""
    return f"{_slug(draft) or 'house-rules'}.toml"


def _slug(draft: Draft) -> str:
    plain = unicodedata.normalize("NFKD", draft.name.translate(str.maketrans("øØæÆ", "oOaA")))
    return "-".join(
        "".join(c if c.isascii() and c.isalnum() else " " for c in plain.lower()).split()
    )


def write_toml(draft: Draft) -> str:
    """The text of the file."""
    rules = draft.ruleset
    root = load_ruleset(draft.base.based_on) if draft.base.based_on else draft.base
    lines = [
        "# House rules for 31. Read by: thirtyone score --rules FILE",
        f"# base: {draft.base.id}",
    ]
    lines += [f"# open: {path} = {value_text(value)}" for path, value in draft.cleared.items()]
    # An id of its own, because a file may be called like one of our rulesets.
    lines.append(f"id = {json.dumps('-'.join(filter(None, ('house', _slug(draft)))))}")
    lines.append(f"based_on = {json.dumps(root.id)}")
    if draft.name:
        lines.append(f"name = {json.dumps(draft.name, ensure_ascii=False)}")
    group = ""
    # What has no table of its own must stand before the first one.
    changed = sorted((d.path for d in differences(root, rules)), key=lambda path: "." in path)
    for path in changed:
        head, dot, tail = path.rpartition(".")
        if dot and head != group:
            lines += ["", f"[{head}]"]
            group = head
        lines.append(f"{tail} = {_toml(get_value(rules, path))}")
    return "\n".join(lines) + "\n"


def read_toml(name: str, raw: bytes) -> Draft:
    """The draft in a file that somebody sent; RulesError with one line about what is wrong."""
    rules = read_rules(name, raw)
    try:
        return _draft(rules, raw.decode("utf-8-sig"))
    except RulesError as error:
        raise error.within(file=name) from None


def _draft(rules: Ruleset, text: str) -> Draft:
    draft = draft_of(rules, _base(rules, text))
    cleared: dict[str, Value] = {}
    for path, written in _OPEN.findall(text):
        if path in questions(draft.base.family):
            # It was answered with what fits for now; that answer is nobody's choice.
            cleared[path] = question(draft.base.family, path).read(written)
    changes = {path: value for path, value in draft.changes.items() if path not in cleared}
    # The loader names a file without a name after itself; here it stays without one.
    given = rules.names["en"] if "name" in tomllib.loads(text) else ""
    return settled(draft.base, clean_name(given), changes, cleared, None)


def _base(rules: Ruleset, text: str) -> Ruleset:
    """The ruleset to start from: as noted in the file, else the nearest of its family."""
    noted = _BASE.search(text)
    if noted and noted[1] in ruleset_ids() and load_ruleset(noted[1]).family is rules.family:
        return load_ruleset(noted[1])
    if rules.based_on:
        return load_ruleset(rules.based_on)
    family = [r for r in map(load_ruleset, ruleset_ids()) if r.family is rules.family]
    return min(family, key=lambda r: len(differences(r, rules)))


def _toml(value: Value) -> str:
    if isinstance(value, Players):
        return f'"{value}"'
    if type(value) is int:
        return str(value)
    return json.dumps(value_text(value))
