"""What other rules say of the same case: our rulesets, and the ruleset with one answer changed."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from thirtyone.examples.contrast import with_other_answers
from thirtyone.quiz.question import Judged, Reading
from thirtyone.quiz.showdown import Losses
from thirtyone.rules.load import home_ids, load_ruleset, ruleset_ids
from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import get_value, questions, value_text


@lru_cache(maxsize=1)
def ours() -> tuple[Ruleset, ...]:
    """Our rulesets, the home ones first."""
    home = home_ids()
    return tuple(map(load_ruleset, (*home, *(id_ for id_ in ruleset_ids() if id_ not in home))))


@lru_cache(maxsize=64)
def variants(ruleset: Ruleset) -> Mapping[str, tuple[Ruleset, ...]]:
    """By rule path: the ruleset with each other answer to it that can stand alone."""
    return MappingProxyType(
        {
            path: tuple(changed for changed, also in with_other_answers(ruleset, path) if not also)
            for path in questions(ruleset.family)
            if path.split(".")[0] in _HEADS
        }
    )


_HEADS: Final = frozenset({"scoring", "turn", "knock", "stock", "instant", "settlement", "bank"})


def changed_values(case: Judged, path: str) -> Iterator[tuple[str | Losses, Ruleset]]:
    """What each other answer to one rule makes of the case, where it makes something else of it."""
    right = case.value(case.ruleset)
    for changed in variants(case.ruleset).get(path, ()):
        value = case.value(changed)
        if value is not None and value != right:
            yield value, changed


def decides(case: Judged, path: str) -> bool:
    """Would another answer to this rule change the result?"""
    return next(changed_values(case, path), None) is not None


class Readings:
    """All that can be said of a case by other rules, worked out once."""

    __slots__ = ("by_value", "deciding", "right")

    def __init__(
        self,
        case: Judged,
        more: Sequence[Ruleset] = (),
        among: Sequence[Ruleset] | None = None,
    ) -> None:
        """``more`` rulesets go before all of ours; ``among`` are asked instead of them."""
        ruleset = case.ruleset
        right = case.value(ruleset)
        assert right is not None
        self.right: str | Losses = right
        self.by_value: dict[str | Losses, Reading] = {}
        self.deciding: dict[str, list[tuple[str | Losses, Ruleset]]] = {}
        for path in case.paths:
            found = list(changed_values(case, path))
            if found:
                self.deciding[path] = found
        for other in (*more, *ours()) if among is None else among:
            if other is ruleset or case.same_for(other):
                continue
            value = case.value(other)
            if value is not None and value != right and value not in self.by_value:
                self.by_value[value] = Reading(other, self._path(value, other), house=False)
        for path, found in self.deciding.items():
            for value, changed in found:
                if value not in self.by_value:
                    self.by_value[value] = Reading(changed, path, house=True)

    def _path(self, value: str | Losses, other: Ruleset) -> str:
        """The one rule whose answer in ``other`` makes the difference, if it is one."""
        known = questions(other.family)
        for path, found in self.deciding.items():
            if path not in known:
                continue
            answer = value_text(get_value(other, path))
            for changed, rules in found:
                if changed == value and value_text(get_value(rules, path)) == answer:
                    return path
        return ""

    @property
    def paths(self) -> tuple[str, ...]:
        """The rules that the result hangs on."""
        return tuple(self.deciding)
