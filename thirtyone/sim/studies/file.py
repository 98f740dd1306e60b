"""A study from a TOML file.

The file names the rulesets, the numbers of players, who plays, how much of it, and house rules to
switch on one after the other::

    rules = ["home", "scat", "my-rules.toml"]
    players = [2, 4]
    policies = ["steady", ["steady", "knocks-at:27"]]
    rounds = 1_000_000
    seed = 31

    [house.across]
    scoring.ace_across_suits = "any"

``policies`` lists who plays in turn: a name sits on every seat, a list has one name a seat and
sits down where there are so many players. Instead of ``rounds`` there may be ``matches``. A file
of rules is looked for beside the study. Every error names the file and the key.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from thirtyone.errors import RulesError, ThirtyOneError, UsageError
from thirtyone.policies import named_policy
from thirtyone.rules import Ruleset, home_ids, load_ruleset, ruleset_ids
from thirtyone.rules.link import find_named
from thirtyone.rules.load import read_file
from thirtyone.rules.values import nearest, questions
from thirtyone.sim.studies.study import (
    STANDARD_SEED,
    Mode,
    Study,
    check_players,
    make_study,
    variants_of,
)

_KEYS: Final = ("rules", "players", "policies", "rounds", "matches", "seed", "house")
_GROUPS: Final = {"all": ruleset_ids, "home": home_ids}


def read_study(path: Path) -> Study:
    """The study that a file describes; an error with one line about what is wrong in it."""
    name = str(path)
    raw = read_file(name, path)
    try:
        return _Reader(raw, path.parent).study()
    except ThirtyOneError as error:
        if "file" in error.details:  # a file of rules that the study names
            raise
        raise error.within(file=name) from None


class _Reader:
    """Reads what a study's file says, key by key."""

    def __init__(self, raw: Mapping[str, Any], folder: Path) -> None:
        self.raw = raw
        self.folder = folder

    def study(self) -> Study:
        for key in self.raw:
            if key not in _KEYS:
                raise RulesError(
                    "refuse.rules_unknown_key", path=key, suggestion=nearest(key, _KEYS)
                )
        rulesets = self._rulesets()
        mode = self._mode()
        tables = self._tables(rulesets)
        return make_study(
            variants_of(rulesets, dict(self._house(rulesets))),
            tables,
            mode,
            self._number(str(mode)),
            seed=self._number("seed") if "seed" in self.raw else STANDARD_SEED,
        )

    def _rulesets(self) -> list[Ruleset]:
        found: list[Ruleset] = []
        for place, name in enumerate(self._list("rules")):
            if not isinstance(name, str):
                raise _wrong(_at("rules", place), name, ('"home"', '"scat"', '"my-rules.toml"'))
            if name in _GROUPS:
                found.extend(map(load_ruleset, _GROUPS[name]()))
            elif name.endswith(".toml"):
                found.append(find_named(str(self.folder / name)))
            else:
                found.append(find_named(name))
        return found

    def _mode(self) -> Mode:
        given = [mode for mode in Mode if mode in self.raw]
        if len(given) != 1:
            raise UsageError("refuse.study_mode", first="rounds", second="matches")
        return given[0]

    def _tables(self, rulesets: list[Ruleset]) -> list[tuple[str, ...]]:
        """Who sits at each table: every number of players with every company that fits."""
        companies = [self._company(*each) for each in enumerate(self._list("policies"))]
        sizes = [company for company in companies if not isinstance(company, str)]
        if "players" in self.raw:
            players = self._players(rulesets)
            for company in sizes:
                if len(company) not in players:
                    raise UsageError("refuse.policy_count", n=len(company), wanted=tuple(players))
            for count in players if len(sizes) == len(companies) else ():
                if count not in map(len, sizes):
                    raise UsageError("refuse.study_nobody", n=count)
        elif len(sizes) == len(companies):
            players = sorted({len(company) for company in sizes})
        else:
            raise RulesError("refuse.rules_missing_key", path="players")
        return [
            (company,) * count if isinstance(company, str) else company
            for count in players
            for company in companies
            if isinstance(company, str) or len(company) == count
        ]

    def _players(self, rulesets: list[Ruleset]) -> list[int]:
        counts = self._list("players")
        for place, count in enumerate(counts):
            if type(count) is not int:
                raise _wrong(_at("players", place), count, ("2…",))
            for ruleset in rulesets:
                check_players(ruleset, count)
        return counts

    def _company(self, place: int, given: object) -> str | tuple[str, ...]:
        names = [given] if isinstance(given, str) else given
        if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
            raise _wrong(_at("policies", place), given, ('"steady"', '["steady", "random"]'))
        for name in names:
            named_policy(name)
        return given if isinstance(given, str) else tuple(names)

    def _house(self, rulesets: list[Ruleset]) -> Iterator[tuple[str, dict[str, object]]]:
        house = self.raw.get("house", {})
        if not isinstance(house, dict):
            raise _wrong("house", house, ("[house.NAME]",))
        for name, content in house.items():
            if not name.strip() or not name.isprintable():
                raise _wrong("house", name, ("[house.NAME]",))
            if not isinstance(content, dict):
                raise _wrong(f"house.{name}", content, (f"[house.{name}]",))
            changes = dict(_flat(content))
            if not changes:
                raise RulesError("refuse.rules_missing_key", path=f"house.{name}.…")
            _check_paths(f"house.{name}.", changes, rulesets)
            yield name, changes

    def _number(self, key: str) -> int:
        value = self.raw[key]
        if type(value) is not int:
            raise _wrong(key, value, ("0…" if key == "seed" else "1…",))
        return value

    def _list(self, key: str) -> list[Any]:
        """What stands under a key, one thing or several."""
        if key not in self.raw:
            raise RulesError("refuse.rules_missing_key", path=key)
        value = self.raw[key]
        if value == [] or isinstance(value, dict):
            raise _wrong(key, value, ("[…]",))
        return value if isinstance(value, list) else [value]


def _flat(content: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    """Rule paths and values, whether written as one key, dotted, or as tables."""
    for key, value in content.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _check_paths(place: str, changes: Mapping[str, object], rulesets: list[Ruleset]) -> None:
    """An error with the whole path in the file, where no ruleset knows one or can have a value."""
    for path, value in changes.items():
        known = [questions(r.family) for r in rulesets if path in questions(r.family)]
        if not known:
            every = dict.fromkeys(p for r in rulesets for p in questions(r.family))
            near = nearest(path, every)
            raise RulesError(
                "refuse.rules_unknown_key",
                path=place + path,
                suggestion=place + near if near else "",
            )
        for asked in known:
            try:
                asked[path].read(value)
            except RulesError as error:
                raise error.within(path=place + path) from None


def _at(key: str, place: int) -> str:
    return f"{key}[{place}]"


def _wrong(path: str, value: object, allowed: tuple[str, ...]) -> RulesError:
    """The value is shown as TOML has it, so that a number in quotes is seen to be a text."""
    shown = (
        str(value)
        if isinstance(value, Mapping)
        else json.dumps(value, default=str, ensure_ascii=False)
    )
    return RulesError("refuse.rules_wrong_type", path=path, value=shown, allowed=allowed)
