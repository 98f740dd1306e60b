"""How a learner has done: a few numbers that the browser keeps, and nothing else.

>>> from thirtyone.quiz import make_question
>>> from thirtyone.rules import load_ruleset
>>> rules = [load_ruleset("se-svensk-bas")]
>>> question = make_question("worth", 1, rulesets=rules, level=3)
>>> done = Progress().answered(question, question.right)
>>> done.score, done.as_data()["kinds"]
((1, 1), {'worth': [1, 1]})
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from thirtyone.quiz.chance import Chance
from thirtyone.quiz.question import LEVELS, Kind, Question
from thirtyone.rules.values import is_path
from thirtyone.text.say import say_question as say_rule_question
from thirtyone.text.translator import Translator

VERSION: Final = 1
_MOST: Final = 100_000
_ENOUGH: Final = 3
"""So many rules at most are named for practice."""
_RISE: Final = 0.8
"""With so large a share right the next level comes."""
_LAST: Final = 5
"""So many answers of a kind are needed for that."""

Counts = Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Progress:
    """Right answers and all answers, by kind of question and by rule."""

    kinds: Counts = field(default_factory=dict)
    paths: Counts = field(default_factory=dict)

    @property
    def score(self) -> tuple[int, int]:
        """Right answers and all answers."""
        return (
            sum(right for right, _ in self.kinds.values()),
            sum(asked for _, asked in self.kinds.values()),
        )

    def answered(self, question: Question, chosen: int) -> "Progress":
        """The progress after one more answer."""
        right = chosen == question.right
        return Progress(
            _counted(self.kinds, (str(question.kind),), right),
            _counted(self.paths, question.paths, right),
        )

    def as_data(self) -> dict[str, Any]:
        """The numbers as JSON can hold them."""
        return {
            "v": VERSION,
            "kinds": {kind: list(counts) for kind, counts in self.kinds.items()},
            "paths": {path: list(counts) for path, counts in self.paths.items()},
        }


def read_progress(data: object) -> Progress:
    """The progress that a browser kept; what cannot be read counts as nothing."""
    if not isinstance(data, dict) or data.get("v") != VERSION:
        return Progress()
    return Progress(
        {kind: counts for kind, counts in _read(data.get("kinds")) if kind in tuple(Kind)},
        {path: counts for path, counts in _read(data.get("paths")) if is_path(path)},
    )


def _read(data: object) -> list[tuple[str, tuple[int, int]]]:
    if not isinstance(data, dict):
        return []
    found = []
    for name, counts in data.items():
        if not isinstance(name, str) or not isinstance(counts, list) or len(counts) != 2:
            continue
        right, asked = counts
        if type(right) is int and type(asked) is int and 0 <= right <= asked <= _MOST and asked:
            found.append((name, (right, asked)))
    return found


def _counted(counts: Counts, names: tuple[str, ...], right: bool) -> Counts:
    more = dict(counts)
    for name in names:
        was, asked = more.get(name, (0, 0))
        if asked < _MOST:
            more[name] = (was + right, asked + 1)
    return more


# ------------------------------------------------------------------------------- what comes next


def next_focus(progress: Progress) -> dict[str, float]:
    """How much each rule needs practice: wrong answers, fewer of them the more were right since."""
    return {
        path: (asked - right) / asked
        for path, (right, asked) in progress.paths.items()
        if right < asked
    }


def next_level(progress: Progress, kind: Kind) -> int:
    """The level for the next question of a kind: up with many right answers, down with few."""
    right, asked = progress.kinds.get(str(kind), (0, 0))
    if asked < _LAST:
        return LEVELS[0]
    if right < asked * _RISE:
        return LEVELS[0] if right * 2 < asked else LEVELS[1]
    return LEVELS[1] if asked < 2 * _LAST else LEVELS[2]


def next_kind(progress: Progress, kinds: Sequence[Kind], seed: int | str) -> Kind:
    """One of these kinds by chance: what went wrong or has not been asked comes more often."""
    weights = []
    for kind in kinds:
        right, asked = progress.kinds.get(str(kind), (0, 0))
        weights.append(1.5 - (right + 1) / (asked + 2))
    return Chance(f"kind {seed}").weighted(kinds, weights)


# ------------------------------------------------------------------------------------- in words


def kind_name(kind: Kind, tr: Translator) -> str:
    """What the kind of question is called."""
    return tr(_KINDS[kind])


def level_name(level: int, tr: Translator) -> str:
    """What the level is called: easy, medium, hard."""
    return tr(_LEVELS[level])


def result_text(progress: Progress, tr: Translator) -> str:
    """The result as text, to copy or to hand in: no name, no date, nothing but the numbers."""
    if not progress.kinds:
        return tr("quiz.result_none")
    lines = [tr("quiz.result"), _score(progress.score, tr), ""]
    lines += [
        tr("quiz.result_line", what=kind_name(kind, tr), score=_score(progress.kinds[kind], tr))
        for kind in Kind
        if kind in progress.kinds
    ]
    focus = next_focus(progress)
    if focus:
        worst = sorted(focus, key=lambda path: (-focus[path], path))[:_ENOUGH]
        lines += ["", tr("quiz.result_practise"), *(say_rule_question(path, tr) for path in worst)]
    return "\n".join(lines)


def _score(counts: tuple[int, int], tr: Translator) -> str:
    return tr("quiz.score", right=tr.number(counts[0]), n=tr.number(counts[1]))


_KINDS: Final = {
    Kind.WORTH: "quiz.kind.worth",
    Kind.LOSES: "quiz.kind.loses",
    Kind.LEGAL: "quiz.kind.legal",
    Kind.RULE: "quiz.kind.rule",
    Kind.WHERE: "quiz.kind.where",
    Kind.KNOCK: "quiz.kind.knock",
}
_LEVELS: Final = {1: "quiz.level.easy", 2: "quiz.level.medium", 3: "quiz.level.hard"}
