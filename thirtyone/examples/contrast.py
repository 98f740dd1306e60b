"""One answer changed and all others kept: what an example has to tell apart.

>>> from thirtyone.rules import load_ruleset
>>> a, b = load_ruleset("no-trettien"), load_ruleset("se-svensk-bas")
>>> [(c.base.id, c.answer) for c in contrasts(a, b, "scoring.three_aces")]
[('no-trettien', '31'), ('se-svensk-bas', 'none')]
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from thirtyone.errors import RulesError
from thirtyone.rules.model import Players, Ruleset
from thirtyone.rules.values import (
    Question,
    get_value,
    questions,
    value_text,
    with_values,
)

_MOST_TOGETHER: Final = 6
_WHOLE: Final = frozenset({"deck.cards", "hand.cards", "players"})
_COMPANIONS: Final[dict[str, tuple[dict[str, str], ...]]] = {
    "settlement.goal": ({"match.target": "5"}, {"lives.start": "3"}),
}
"""What an answer may need beside it: points to play for, or lives to lose."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A ruleset, and the same ruleset with another answer to one question."""

    path: str
    base: Ruleset
    changed: Ruleset
    other: Ruleset
    """The ruleset that the base is held against."""
    borrowed: bool = True
    """Is the new answer that of ``other``? Else ``other`` does not ask, and any answer serves."""
    together: tuple[str, ...] = ()
    """Further paths whose answers had to change as well, because they exclude the new one."""

    @property
    def answer(self) -> str:
        """The new answer as it is written in files."""
        return value_text(get_value(self.changed, self.path))


def contrasts(a: Ruleset, b: Ruleset, path: str) -> Iterator[Contrast]:
    """Every way to see what ``path`` does between two rulesets, the nearest first.

    The first with the second's answer, the second with the first's; where only one of them asks,
    that one with each of its other answers. Pack, hand and players belong to a ruleset as a whole,
    so there the two may stand side by side as they are.
    """
    pairs = [(a, b), (b, a)]
    if all(path in questions(rules.family) for rules in (a, b)):
        for base, other in pairs:
            changed, together = _with_answer(base, other, path)
            if changed is not None:
                yield Contrast(path, base, changed, other, together=together)
        if path in _WHOLE:
            yield Contrast(path, a, b, b)
        return
    for base, other in pairs:
        if path in questions(base.family):
            for changed, together in with_other_answers(base, path):
                yield Contrast(path, base, changed, other, borrowed=False, together=together)


def _with_answer(
    base: Ruleset, other: Ruleset, path: str
) -> tuple[Ruleset | None, tuple[str, ...]]:
    """The base with the other's answer, and with what that answer cannot do without.

    None where the base's family does not know the answer.
    """
    wanted = [path]
    while len(wanted) <= _MOST_TOGETHER:
        changes = {each: value_text(get_value(other, each)) for each in wanted}
        try:
            return with_values(base, changes), tuple(wanted[1:])
        except RulesError as error:
            more = [each for each in conflict(error) if each not in wanted]
            more = [each for each in more if each in questions(other.family)]
            if not more:
                return None, ()
            wanted += more
    return None, ()


def conflict(error: RulesError) -> tuple[str, ...]:
    """The two paths whose answers exclude each other, if that is the error."""
    if error.reason != "refuse.rules_conflict":
        return ()
    return str(error.details["path"]), str(error.details["other"])


def with_other_answers(ruleset: Ruleset, path: str) -> Iterator[tuple[Ruleset, tuple[str, ...]]]:
    """The ruleset with each other answer to one question, and with what goes with it."""
    asked = questions(ruleset.family)[path]
    mine = value_text(get_value(ruleset, path))
    for answer in other_answers(asked, mine):
        for companions in ({}, *_COMPANIONS.get(path, ())):
            try:
                changed = with_values(ruleset, {path: answer, **companions})
            except RulesError:
                continue
            yield changed, tuple(companions)
            break


def other_answers(asked: Question, mine: str) -> tuple[str, ...]:
    """The answers that a question could have had instead."""
    if asked.type is int:
        near = (int(mine) + 1, int(mine) - 1, int(mine) + 20)
        return tuple(str(n) for n in near if asked.low <= n <= asked.high)
    if asked.type is Players:
        low, high = map(int, mine.split("-"))
        return (f"{low}-{high - 1}", f"{low}-{high + 1}")
    return tuple(answer for answer in asked.answers if answer != mine)
