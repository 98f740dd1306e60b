"""A house rule while somebody makes it: a known game, and what this table does differently.

Two answers may exclude each other. Then the choice just made stands, the answer that no longer fits
is cleared, and its question is open. Until somebody chooses, an answer that does fit is counted
with, so that a draft is a playable ruleset at every moment.

>>> from thirtyone.rules.load import load_ruleset
>>> draft = Draft(load_ruleset("dk-enogtredive")).choose("hand.cards", "4")
>>> sorted(draft.cleared), str(get_value(draft.ruleset, "scoring.three_aces"))
(['scoring.three_aces', 'scoring.three_of_a_kind'], 'none')
>>> dict(draft.undo("hand.cards").cleared)
{}
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

from thirtyone.errors import RulesError
from thirtyone.rules.load import LANGUAGES
from thirtyone.rules.model import Players, Region, Ruleset
from thirtyone.rules.provenance import Mark, Provenance
from thirtyone.rules.values import (
    Value,
    conflicts,
    get_value,
    question,
    questions,
    replaced,
    value_text,
)

LONGEST_NAME: Final = 40
USUAL: Final[Mapping[str, tuple[int, ...]]] = {
    "knock.minimum": (0, 17, 19, 21),
    "settlement.lowest": (1, 2, 3),
    "lives.start": (0, 1, 3, 5),
    "match.target": (0, 5, 10),
    "match.deals": (0, 10, 20),
    "stakes.ante": (0, 1, 2),
    "bank.draws_to": (25, 27, 28),
    "bank.two_packs_above": (5, 6, 9),
    "bank.tokens": (10, 20, 50),
    "bank.bank_times": (2, 3, 5),
    "bank.stake_low": (1, 2, 5),
    "bank.stake_high": (1, 5, 10),
}
"""The numbers that tables play with; any other within the bounds of its question is as good."""

UNNAMED: Final[Mapping[str, str]] = {
    "en": "House rules",
    "nb": "Husregler",
    "sv": "Husregler",
    "da": "Husregler",
}
"""What house rules without a name are called."""
_DEEPEST: Final = 4
"""So many other answers at most make room for one; no answer in any family needs more."""


def clean_name(text: str) -> str:
    """A name as it may be shown: one line, nothing invisible, not too long."""
    plain = unicodedata.normalize("NFC", text[: LONGEST_NAME * 4])
    kept = "".join(" " if c.isspace() else c for c in plain if c.isspace() or c.isprintable())
    return " ".join(kept.split())[:LONGEST_NAME].strip()


@dataclass(frozen=True, slots=True)
class Draft:
    """A ruleset to start from, a name, and the answers that are not the ruleset's own."""

    base: Ruleset
    name: str = ""
    changes: Mapping[str, Value] = field(default_factory=dict)
    """What was chosen, by path; never what the base says anyway."""
    cleared: Mapping[str, Value] = field(default_factory=dict)
    """The open questions, each with the answer that no longer fits."""
    counted: Mapping[str, Value] = field(default_factory=dict)
    """What the open questions are answered with until somebody chooses."""

    def choose(self, path: str, written: object) -> "Draft":
        """The same with one answer; it may open other questions.

        RulesError if there is no such question or answer, or if no game of this kind can have it.
        """
        value = question(self.base.family, path).read(written)
        wishes = {**self.changes, path: value}
        cleared = {p: v for p, v in self.cleared.items() if p != path}
        return settled(self.base, self.name, wishes, cleared, path)

    def undo(self, path: str) -> "Draft":
        """The base's own answer again."""
        return self.choose(path, _written(get_value(self.base, path)))

    def named(self, name: str) -> "Draft":
        """The same under another name."""
        return replace(self, name=clean_name(name))

    def moved(self, base: Ruleset) -> "Draft":
        """The same choices made on another ruleset, as far as its family asks these questions."""
        known = questions(base.family)
        kept = {
            path: value
            for path, value in self.changes.items()
            if path in known and value_text(value) in _texts(base, path, value)
        }
        kept = {path: question(base.family, path).read(_written(v)) for path, v in kept.items()}
        try:
            return settled(base, self.name, kept, {}, None)
        except RulesError:
            return Draft(base, self.name)

    @property
    def ruleset(self) -> Ruleset:
        """The rules to play and count with."""
        marks = dict(self.base.provenance)
        rules = self.base
        for path, value in {**self.changes, **self.counted}.items():
            if value != get_value(rules, path):
                rules = replaced(rules, path, value)
                marks[path] = Provenance(mark=Mark.OURS)
        return replace(
            rules,
            id="own",
            names=dict.fromkeys(LANGUAGES, self.name) if self.name else UNNAMED,
            summaries=self.base.names,
            region=Region.OWN,
            based_on=self.base.id,
            provenance=marks,
        )

    def obstacle(self, path: str) -> str:
        """What stands against the answer that was cleared: the path of another answer."""
        trial = replaced(self.ruleset, path, self.cleared[path])
        pairs = [pair for pair in conflicts(trial) if path in pair]
        return next(other for pair in pairs for other in pair if other != path)

    def fits(self, path: str, value: Value) -> bool:
        """Whether this answer opens no other question."""
        return not any(path in pair for pair in conflicts(replaced(self.ruleset, path, value)))


def draft_of(ruleset: Ruleset, base: Ruleset) -> Draft:
    """A finished ruleset taken apart, without its name: what it answers otherwise than ``base``."""
    other = {path: get_value(ruleset, path) for path in questions(base.family)}
    return settled(base, "", other, {}, None)


def settled(
    base: Ruleset,
    name: str,
    changes: Mapping[str, Value],
    cleared: Mapping[str, Value],
    last: str | None,
) -> Draft:
    """The draft with these answers, of which ``last`` stands whatever it excludes.

    An answer that was cleared comes back as soon as it fits. RulesError if nothing can fit.
    """
    wishes = {**changes, **cleared}
    rules = base
    for path in questions(base.family):
        if path in wishes:
            rules = replaced(rules, path, wishes[path])

    def rank(path: str) -> int:
        """Which of two answers gives way: one cleared before, one nobody chose, then the other."""
        return 0 if path in cleared else 1 if path not in changes else 2

    def weaker(pair: tuple[str, str]) -> list[str]:
        return sorted(pair, key=lambda path: (rank(path), path == pair[0]))

    def mend(rules: Ruleset, fixed: frozenset[str], depth: int) -> dict[str, Value] | None:
        pair = next(conflicts(rules), None)
        if pair is None:
            return {}
        if depth == 0:
            return None
        for path in weaker(pair):
            if path in fixed:
                continue
            for value in _trials(base, rules, path):
                trial = replaced(rules, path, value)
                if pair in conflicts(trial):
                    continue
                rest = mend(trial, fixed | {path}, depth - 1)
                if rest is not None:
                    return {path: value, **rest}
        return None

    counted = None
    # What was chosen gives way only where no other question can.
    for fixed in (frozenset(changes), frozenset({last} if last else ())):
        for depth in range(_DEEPEST + 1):
            if counted is None:
                counted = mend(rules, fixed, depth)
    if counted is None:
        raise _impossible(rules)
    kept = {
        path: wishes[path]
        for path in questions(base.family)
        if path in wishes and path not in counted and wishes[path] != get_value(base, path)
    }
    return Draft(base, name, kept, {path: get_value(rules, path) for path in counted}, counted)


def _impossible(rules: Ruleset) -> RulesError:
    path, other = next(conflicts(rules))
    return RulesError(
        "refuse.rules_conflict",
        path=path,
        value=value_text(get_value(rules, path)),
        other=other,
        other_value=value_text(get_value(rules, other)),
    )


def _trials(base: Ruleset, rules: Ruleset, path: str) -> Iterator[Value]:
    """Answers to try at a question that has to give way, the base's own first."""
    now = get_value(rules, path)
    for value in dict.fromkeys((get_value(base, path), *_all_values(rules, path))):
        if value != now:
            yield value


def _all_values(rules: Ruleset, path: str) -> Iterator[Value]:
    now = get_value(rules, path)
    if isinstance(now, Players):
        for high in range(now.high - 1, 1, -1):
            yield Players(min(now.low, high), high)
    elif isinstance(now, StrEnum):
        yield from type(now)
    elif isinstance(now, bool):
        yield from (False, True)
    else:
        yield from USUAL[path]
        # A bound that follows another number, such as the highest stake after the lowest.
        group = path.partition(".")[0]
        asked = questions(rules.family)
        for other in asked:
            value = get_value(rules, other)
            if not other.startswith(f"{group}.") or not isinstance(value, int):
                continue
            if asked[other].type is int and asked[path].low <= value <= asked[path].high:
                yield value


@cache
def offered(base: Ruleset, path: str) -> tuple[Value, ...]:
    """The answers among which a table may choose: those that some game of this kind can have.

    Numbers are not listed but bounded; here stand the usual ones and the base's own.
    """
    own = get_value(base, path)
    if isinstance(own, Players):
        return (own,)
    listed = sorted({own, *USUAL[path]}) if type(own) is int else _all_values(base, path)
    return tuple(value for value in listed if possible(base, path, value))


@lru_cache(maxsize=2000)
def possible(base: Ruleset, path: str, value: Value) -> bool:
    """Whether some game of the base's kind can have this answer."""
    try:
        settled(base, "", {path: value}, {}, path)
    except RulesError:
        return False
    return True


def _texts(base: Ruleset, path: str, value: Value) -> tuple[str, ...]:
    """The answers that another ruleset takes; a number or a pair is tried as it is."""
    if isinstance(value, Players) or type(value) is int:
        return (value_text(value),)
    return tuple(map(value_text, offered(base, path)))


def _written(value: Value) -> object:
    return value if isinstance(value, int) else value_text(value)
