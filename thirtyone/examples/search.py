"""For any two rulesets and any rule on which they differ: an example, or why there is none.

>>> from thirtyone.rules import load_ruleset
>>> a, b = load_ruleset("no-trettien"), load_ruleset("no-kildebeskrivelse")
>>> example = find_example(a, b, "scoring.ace_across_suits")
>>> " ".join(map(str, example.cards)), example.first.label, example.second.label
('2D 2H AC', '11', '13')
>>> find_example(a, load_ruleset("se-svensk-bas"), "settlement.tie_for_highest").because
(('no-trettien', 'settlement.goal'), ('se-svensk-bas', 'settlement.goal'))
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeAlias

from thirtyone.errors import RulesError
from thirtyone.examples.contrast import Contrast, conflict, contrasts, other_answers
from thirtyone.examples.hands import HandExample, find_hand
from thirtyone.examples.idle import comes_to_the_same, idle_because
from thirtyone.examples.matches import MatchExample, TableExample, find_match, find_table
from thirtyone.examples.rounds import RoundExample, find_round
from thirtyone.examples.showdowns import ShowdownExample, find_showdown
from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import get_value, questions, value_text, with_values

Found: TypeAlias = HandExample | ShowdownExample | RoundExample | MatchExample | TableExample


class Why(StrEnum):
    """Why there is no example."""

    EQUAL = "equal"
    """Both give the same answer, or neither asks."""
    IDLE = "idle"
    """Another answer keeps this one from ever being asked for."""
    SAME_PLAY = "same-play"
    """The two answers come to the same."""
    ONLY_ANSWER = "only-answer"
    """One of the two does not ask, and the other could not answer otherwise."""
    UNKNOWN = "unknown"
    """None was found."""


@dataclass(frozen=True, slots=True)
class NoExample:
    """The difference never shows, or there is none."""

    path: str
    because: tuple[tuple[str, str], ...] = ()
    """Ruleset by ruleset (its id) the other path whose answer keeps this one from being asked."""
    why: Why = Why.IDLE


Example: TypeAlias = Found | NoExample

_Finder: TypeAlias = Callable[[Contrast], Found | None]
_TABLES: Final[tuple[_Finder, ...]] = (find_table,)
_HANDS: Final[tuple[_Finder, ...]] = (find_hand, find_showdown)
_PLAY: Final[tuple[_Finder, ...]] = (find_round,)
_COSTS: Final[tuple[_Finder, ...]] = (find_showdown, find_match)
_AFTER: Final[tuple[_Finder, ...]] = (find_match,)
_FINDERS: Final[dict[str, tuple[_Finder, ...]]] = {
    "deck": _HANDS,
    "players": _TABLES,
    "hand": _TABLES,
    "scoring": _HANDS,
    "scoring.target": (find_hand, find_round, find_table),
    "deal": _PLAY,
    "turn": _PLAY,
    "knock": _PLAY,
    "stock": _PLAY,
    "instant": _PLAY,
    "instant.payers": _COSTS,
    "instant.three_aces_payers": _COSTS,
    "instant.knocker_pays": _COSTS,
    "instant.several": _COSTS,
    "settlement": _COSTS,
    "lives": _COSTS,
    "match": _AFTER,
    "stakes": _COSTS,
    "bank": _PLAY,
    "bank.low_aces": _HANDS,
    "bank.natural": _COSTS,
    "bank.tie": _COSTS,
    "bank.changes": _AFTER,
    "bank.two_packs_above": _TABLES,
    "bank.tokens": _TABLES,
    "bank.bank_times": _TABLES,
}
"""Where to look, by rule path or by its head."""


@lru_cache(maxsize=4096)
def find_example(a: Ruleset, b: Ruleset, path: str) -> Example:
    """The smallest example that shows what ``path`` does between two rulesets."""
    if _text(a, path) == _text(b, path):
        return NoExample(path, why=Why.EQUAL)
    because: dict[str, str] = {}
    same = tried = False
    for contrast in contrasts(a, b, path):
        base = contrast.base
        if idle := idle_because(base, path):
            because[base.id] = idle
        elif comes_to_the_same(base, path, contrast.answer):
            same = True
        elif (found := find_for(contrast)) is not None:
            return found
        else:
            tried = True
    if tried:
        return NoExample(path, why=Why.UNKNOWN)
    if same:
        return NoExample(path, why=Why.SAME_PLAY)
    if because:
        return NoExample(path, tuple(because.items()))
    return _no_other_answer(a if _text(b, path) is None else b, path)


def _no_other_answer(ruleset: Ruleset, path: str) -> NoExample:
    """The ruleset alone asks, and all its other answers are excluded by something."""
    asked = questions(ruleset.family)[path]
    for answer in other_answers(asked, value_text(get_value(ruleset, path))):
        try:
            with_values(ruleset, {path: answer})
        except RulesError as error:
            other = next((each for each in conflict(error) if each != path), "")
            if other:
                return NoExample(path, ((ruleset.id, other),))
    return NoExample(path, why=Why.ONLY_ANSWER)


def find_for(contrast: Contrast) -> Found | None:
    """The smallest example for one changed answer, or None."""
    path = contrast.path
    finders = _FINDERS.get(path) or _FINDERS[path.partition(".")[0]]
    for find in finders:
        if (found := find(contrast)) is not None:
            return found
    return None


def _text(ruleset: Ruleset, path: str) -> str | None:
    if path not in questions(ruleset.family):
        return None
    return value_text(get_value(ruleset, path))
