"""House rules to switch on and off beside your rules: which ones, and what ruleset they make.

>>> from thirtyone.rules import load_ruleset
>>> home = load_ruleset("no-trettien")
>>> changes, bad = read_changes("go-1_gk-two-alone", home)
>>> changes, bad
({'settlement.lone_low_knocker': '1', 'settlement.tie_with_knocker': 'two-alone'}, '')
>>> changed(home, changes).id
'h1_no-trettien_gk-two-alone_go-1'
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from thirtyone.errors import RulesError
from thirtyone.rules import Family, Ruleset, get_value, load_ruleset, questions, value_text
from thirtyone.rules.draft import Draft, offered
from thirtyone.rules.link import LETTERS, find, is_code, read_code, write_code
from thirtyone.rules.values import question
from thirtyone.text.translator import Translator
from thirtyone.ui.house_rows import GROUPS, question_text, short
from thirtyone.ui.scene import Scene, tag

Changes = dict[str, str]
"""Answers that are not those of your rules, by path, as they are written."""

_FIRST: Final = {
    Family.DRAW: (
        ("settlement.lone_low_knocker", ("1", "2")),
        ("settlement.tie_with_knocker", ("two-alone", "safe")),
        ("scoring.three_of_a_kind", ("30.5", "none")),
        ("instant.in_play", ("nothing", "at-once")),
    ),
    Family.EXCHANGE: (
        ("settlement.lone_low_knocker", ("2", "1")),
        ("settlement.tie_with_knocker", ("two-alone", "safe")),
        ("turn.swaps", ("any", "one-or-three")),
        ("scoring.three_of_a_kind", ("none", "30.5")),
    ),
    Family.BANK: (
        ("bank.tie", ("nobody", "bank")),
        ("bank.draws_to", ("25", "28")),
        ("bank.low_aces", ("any", "one")),
    ),
}
"""Rules that often change the best move, each with the other answer to try."""
_FIXED: Final = frozenset(
    {"lives.start", "lives.unit", "scoring.target", "match.target", "match.deals", "bank.limit"}
)
_FIXED_PARTS: Final = frozenset({"deck", "players", "hand", "deal", "stakes"})
_FIXED_AT_THE_BANK: Final = frozenset(
    {"bank.direction", "bank.two_packs_above", "bank.tokens", "bank.bank_times", "bank.fold"}
    | {"bank.changes", "bank.stake_low", "bank.stake_high", "match.dealer", "match.all_out"}
    | {"match.several_at_target"}
)
"""These belong to the whole match, or to the time before the position."""
_ABBREVIATED: Final = {letters: path for path, letters in LETTERS.items()}


def draft_of_home(home: Ruleset) -> Draft:
    """Your rules as a draft that can be changed further."""
    return read_code(home.id) if is_code(home.id) else Draft(load_ruleset(home.id))


def changed(home: Ruleset, changes: Mapping[str, str]) -> Ruleset:
    """Your rules with these answers; answers that no longer fit give way."""
    draft = draft_of_home(home)
    for path, answer in changes.items():
        draft = draft.choose(path, answer)
    return find(write_code(draft))


def is_open(home: Ruleset, path: str) -> bool:
    """May this question be answered otherwise on this page?"""
    head = path.partition(".")[0]
    if path not in questions(home.family) or path in _FIXED or head in _FIXED_PARTS:
        return False
    if path in _FIXED_AT_THE_BANK and home.family is Family.BANK:
        return False
    return len(answers(home, path)) > 1


def answers(home: Ruleset, path: str) -> list[str]:
    """What may be chosen, your rules' own answer among it."""
    listed = offered(draft_of_home(home).base, path)
    texts = [value_text(value) for value in listed]
    own = value_text(get_value(home, path))
    return texts if own in texts else [own, *texts]


def choose(home: Ruleset, changes: Mapping[str, str], path: str, answer: str) -> Changes:
    """The changes with one more, or one less where the answer is your rules' own."""
    new = dict(changes)
    if not is_open(home, path) or answer not in answers(home, path):
        return new
    new.pop(path, None)
    if answer != value_text(get_value(home, path)):
        new[path] = answer
    return new


def switch(home: Ruleset, changes: Mapping[str, str], path: str) -> Changes:
    """The rule switched on, or off again."""
    for known, wanted in first_switches(home):
        if known == path:
            own = value_text(get_value(home, path))
            return choose(home, changes, path, own if path in changes else wanted)
    return dict(changes)


def first_switches(home: Ruleset) -> Iterator[tuple[str, str]]:
    """The rules with a switch of their own, and the answer that it gives."""
    for path, wanted in _FIRST[home.family]:
        own = value_text(get_value(home, path))
        for answer in wanted:
            if answer != own and is_open(home, path) and answer in answers(home, path):
                yield path, answer
                break


# ----------------------------------------------------------------------------------------- in links


def read_changes(text: str, home: Ruleset) -> tuple[Changes, str]:
    """The changes of a link, and the first part that is none for these rules."""
    changes: Changes = {}
    bad = ""
    for part in text.split("_") if text else []:
        letters, _, answer = part.partition("-")
        path = _ABBREVIATED.get(letters, "")
        if not path or not is_open(home, path):
            bad = bad or part or "_"
            continue
        asked = question(home.family, path)
        written = {text.replace(".", "-"): text for text in asked.answers}
        try:
            value = value_text(asked.read(written.get(answer, answer)))
        except RulesError:
            bad = bad or part
            continue
        changes = choose(home, changes, path, value)
        if path not in changes and value != value_text(get_value(home, path)):
            bad = bad or part
    return changes, bad


def write_changes(changes: Mapping[str, str]) -> str:
    """The changes as a link holds them."""
    parts = (f"{LETTERS[path]}-{answer.replace('.', '-')}" for path, answer in changes.items())
    return "_".join(sorted(parts))


# ------------------------------------------------------------------------------------ on the page


def rules_scene(
    home: Ruleset, changes: Mapping[str, str], tr: Translator, *, unfolded: bool
) -> Scene:
    """Switches for the rules that matter most, and, if asked for, all the others."""
    draft = draft_of_home(home)
    first = dict(first_switches(home))
    rest = [path for path in changes if path not in first]
    return {
        "title": tr("whatif.rules"),
        "switches": [
            _switch(draft, home, path, changes, answer, tr) for path, answer in first.items()
        ],
        "others": {
            "label": tr("whatif.all_rules"),
            "open": unfolded,
            "count": tr.plural("whatif.more_changed", len(rest)) if rest else "",
            "groups": list(_groups(draft, home, changes, tr)) if unfolded else [],
        },
        "none": {"label": tr("whatif.no_changes"), "off": not changes},
    }


def _switch(
    draft: Draft, home: Ruleset, path: str, changes: Mapping[str, str], answer: str, tr: Translator
) -> Scene:
    on = path in changes
    shown = changes.get(path, answer)
    own = short(path, get_value(home, path), tr)
    value = question(home.family, path).read(shown)
    return {
        "path": path,
        "on": on,
        "html": (
            f"{escape(question_text(draft, path, tr))} <b>{escape(short(path, value, tr))}</b>"
            + (" " + tag("diff", tr("tag.differs", diff=own)) if on else "")
        ),
    }


def _groups(
    draft: Draft, home: Ruleset, changes: Mapping[str, str], tr: Translator
) -> Iterator[Scene]:
    for key, heads in GROUPS:
        rows = [
            {
                "path": path,
                "label": question_text(draft, path, tr),
                "changed": path in changes,
                "value": changes.get(path, value_text(get_value(home, path))),
                "options": [
                    {
                        "value": answer,
                        "label": short(path, question(home.family, path).read(answer), tr),
                    }
                    for answer in answers(home, path)
                ],
            }
            for path in questions(home.family)
            if path.partition(".")[0] in heads and is_open(home, path)
        ]
        if rows:
            yield {"title": tr(key), "rows": rows}
