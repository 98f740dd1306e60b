"""What sets two rulesets apart, as data.

>>> from thirtyone.rules import load_ruleset
>>> base, other = load_ruleset("no-trettien"), load_ruleset("no-kildebeskrivelse")
>>> found = {d.path: (d.a_text, d.b_text) for d in differences(base, other)}
>>> found["settlement.tie_with_knocker"]
('safe', 'like-all')
"""

from dataclasses import dataclass

from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import Value, questions, value_text, values


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule path that two rulesets answer differently, or that only one of them asks."""

    path: str
    a: Value | None
    """The first ruleset's answer; None where its family does not ask."""
    b: Value | None

    @property
    def a_text(self) -> str | None:
        """The first answer as it is written in files."""
        return None if self.a is None else value_text(self.a)

    @property
    def b_text(self) -> str | None:
        """The second answer as it is written in files."""
        return None if self.b is None else value_text(self.b)


def differences(a: Ruleset, b: Ruleset) -> tuple[Difference, ...]:
    """Every path with two answers, in the order in which rules are told; none for equal rules."""
    first, second = values(a), values(b)
    return tuple(
        Difference(path, first.get(path), second.get(path))
        for path in _paths(a, b)
        if _differs(first.get(path), second.get(path))
    )


def _paths(a: Ruleset, b: Ruleset) -> list[str]:
    """The paths of both families; what only the second asks stands where it stands there."""
    order = list(questions(a.family))
    place = 0
    for path in questions(b.family):
        if path in order:
            place = order.index(path) + 1
        else:
            order.insert(place, path)
            place += 1
    return order


def _differs(a: Value | None, b: Value | None) -> bool:
    # By their text: the same word may belong to two families' own lists.
    if a is None or b is None:
        return a is not b
    return value_text(a) != value_text(b)
