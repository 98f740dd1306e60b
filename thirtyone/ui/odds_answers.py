"""Which questions a page asks, in which order they are worked on, and what is known already.

The answers are kept for the whole server: a class that opens the same page has them worked out
once, and a reader who goes back to an earlier choice sees its figures at once.
"""

import pickle
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from thirtyone.rules.link import find
from thirtyone.rules.model import BankForm, Ruleset
from thirtyone.rules.model.answers import Pot
from thirtyone.ui.long_run import Job
from thirtyone.ui.odds_setup import Setup, fits_players, offered_options, own_code
from thirtyone.ui.odds_task import (
    FIRST,
    SLOW,
    STEP,
    THRESHOLDS,
    Counted,
    Found,
    Question,
    Task,
)
from thirtyone.ui.odds_work import advance

_KEPT: Final = 3_000
"""Answers kept in the server, those of a whole class; one takes some ten kilobytes."""
_PART: Final = {
    Question.WINS: 1.0,
    Question.COURSE: 0.2,
    Question.SEATS: 0.5,
    Question.EFFECTS: 0.5,
    Question.THRESHOLDS: 0.2,
}
"""Of the rounds asked for, how many each question gets; by variant."""
_CALM: Final = 1.0
"""Seconds after a question in which nothing but its first chart is worked on."""
_PACE: Final = 1.5
"""Seconds after which the pace of a run says something."""
_GROUP: Final = 6
"""Thresholds that are worked on together."""
_MORE: Final = {Question.THRESHOLDS: 3}
"""Steps of so many times the usual size, where each holds several variants."""


@dataclass(slots=True)
class _Known:
    counted: bytes
    """Packed: as objects the counts take twenty times as much."""
    found: Found


class Memory:
    """Answers by task, those asked for last. Safe for many threads."""

    def __init__(self, most: int = _KEPT) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._known: OrderedDict[Task, _Known] = OrderedDict()

    def counted(self, task: Task) -> Counted:
        """What has been counted for a task, to go on from; a new one if nothing has."""
        with self._lock:
            known = self._known.get(task)
        return _unpacked(known.counted) if known else Counted()

    def found(self, task: Task) -> Found | None:
        """The figures of a task as far as they are known."""
        with self._lock:
            known = self._known.get(task)
            if known:
                self._known.move_to_end(task)
            return known.found if known else None

    def keep(self, task: Task, counted: Counted, found: Found) -> None:
        """Keeps an answer, unless a better one is there already."""
        packed = zlib.compress(pickle.dumps(counted, pickle.HIGHEST_PROTOCOL), 1)
        with self._lock:
            known = self._known.get(task)
            if known is None or known.found.rounds <= found.rounds:
                self._known[task] = _Known(packed, found)
            self._known.move_to_end(task)
            while len(self._known) > self._most:
                self._known.popitem(last=False)


def _unpacked(packed: bytes) -> Counted:
    counted: Counted = pickle.loads(zlib.decompress(packed))  # noqa: S301 - packed above
    return counted


MEMORY: Final = Memory()
"""The server's."""


@dataclass(frozen=True, slots=True)
class Asked:
    """All tasks of one page, by what they are for."""

    own: str
    """Id or code of the reader's rules, house rules included."""
    shown: tuple[str, ...]
    """Ids or codes of the rulesets compared; the reader's own are one of them."""
    left_out: tuple[str, ...]
    """Those that are for another number of players."""
    wins: dict[str, Task]
    course: dict[str, Task]
    seats: dict[str, Task]
    thresholds: dict[str, tuple[Task, ...]]
    effects: dict[str, Task]
    """By the id of the option."""

    def tasks(self) -> list[Task]:
        """All of them, first what the reader wants to see first."""
        groups: list[Iterable[Task]] = [
            self.wins.values(),
            self.effects.values(),
            self.course.values(),
            *self.thresholds.values(),
            self.seats.values(),
        ]
        return [task for group in groups for task in group]


def ask(setup: Setup, home: str) -> Asked:
    """The tasks of a setup."""
    own = own_code(home, setup.house)
    others = [rules for rules in setup.rules if rules != home]
    everything = _in_place([own, *others], setup.rules, home, own)
    players = len(setup.players)
    shown = tuple(rules for rules in everything if fits_players(rules, players))
    solved = [rules for rules in shown if has_matches(find(rules))]
    basis = Task(Question.WINS, own, setup.players, 0, setup.seed)
    close = basis._replace(who=setup.who)
    effects = {}
    if own in solved:
        effects = {
            option.id: close._replace(question=Question.EFFECTS, option=code)
            for option, code in offered_options(home, setup.house)
        }
    groups = [THRESHOLDS[at : at + _GROUP] for at in range(0, len(THRESHOLDS), _GROUP)]
    return Asked(
        own=own,
        shown=shown,
        left_out=tuple(rules for rules in everything if rules not in shown),
        wins={rules: basis._replace(rules=rules) for rules in shown},
        course={rules: basis._replace(question=Question.COURSE, rules=rules) for rules in solved},
        seats={rules: close._replace(question=Question.SEATS, rules=rules) for rules in solved},
        thresholds={
            rules: tuple(
                close._replace(
                    question=Question.THRESHOLDS,
                    rules=rules,
                    option=".".join(map(str, group)),
                )
                for group in groups
            )
            for rules in solved
        },
        effects=effects,
    )


def _in_place(everything: Sequence[str], order: Sequence[str], home: str, own: str) -> list[str]:
    """The reader's rules where they stand in the order, else first."""
    if home not in order:
        return list(everything)
    return [own if rules == home else rules for rules in order]


def has_matches(ruleset: Ruleset) -> bool:
    """Whether matches are worked out here: not where purses or a long row of pots have no end."""
    return not isinstance(ruleset.form, BankForm) and ruleset.stakes.pot is not Pot.HIGHEST_PER_DEAL


class OddsRun:
    """The work of a run: steps of tasks, the least advanced first, until all have their rounds."""

    def __init__(self, asked: Asked, rounds: int, memory: Memory = MEMORY) -> None:
        self._memory = memory
        self._tasks = asked.tasks()
        self._rounds = rounds
        self._away: set[Task] = set()
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._before = self.played

    @property
    def finished(self) -> bool:
        """Have all tasks their rounds, or are under way?"""
        with self._lock:
            return all(task in self._away or self._progress(task) >= 1 for task in self._tasks)

    def next(self) -> Job | None:
        """A step of the task that needs it most."""
        tasks = self._tasks
        if time.monotonic() - self._began < _CALM:
            # Somebody may be moving a slider: only what the first chart needs, so that the next
            # question does not have to wait for the rest of this one.
            tasks = [task for task in tasks if self._is_urgent(task)]
        with self._lock:
            waiting = [
                (self._progress(task), place, task)
                for place, task in enumerate(tasks)
                if task not in self._away
            ]
            _, _, task = min(waiting, default=(1.0, 0, None))
            if task is None or self._progress(task) >= 1:
                return None
            self._away.add(task)
        # What is kept is never changed here: the other process gets a copy and sends back another.
        counted = self._memory.counted(task)
        step = (task, counted, self._size(task, counted))
        return Job(task, advance, step, urgent=self._is_urgent(task))

    def done(self, job: Job, answer: Any) -> None:
        """Keeps what a step brought."""
        counted, found = answer
        self._memory.keep(job.key, counted, found)
        with self._lock:
            self._away.discard(job.key)

    def _is_urgent(self, task: Task) -> bool:
        return task.question is Question.WINS and self._memory.found(task) is None

    def _size(self, task: Task, counted: Counted) -> int:
        more = _MORE.get(task.question, 1)
        if not counted.rounds:
            return FIRST * more
        # Not far beyond what was asked for.
        found = self._memory.found(task)
        variants = counted.rounds / max(1, found.rounds) if found else 1
        left = (self._target(task) - (found.rounds if found else 0)) * variants
        return max(FIRST, min(STEP * more, round(left)))

    def _target(self, task: Task) -> float:
        slow = SLOW if "random" in task.players else 1
        return self._rounds * _PART[task.question] / slow

    def _progress(self, task: Task) -> float:
        """How much of a task is done, 0 to 1."""
        found = self._memory.found(task)
        return min(1.0, found.rounds / self._target(task)) if found else 0.0

    @property
    def all_rounds(self) -> int:
        """All rounds that are to be played, as they are counted for the reader."""
        return round(sum(self._target(task) for task in self._tasks))

    @property
    def played(self) -> int:
        """Those that are played."""
        return round(sum(self._progress(task) * self._target(task) for task in self._tasks))

    @property
    def seconds_left(self) -> float | None:
        """How long it will still take, going by the pace so far; None at the beginning."""
        took = time.monotonic() - self._began
        played = self.played - self._before
        if took < _PACE or played <= 0:
            return None
        return took * (self.all_rounds - self.played) / played

    def answered(self, tasks: Mapping[str, Task]) -> bool:
        """Is there a first figure for each of these tasks?"""
        return all(self._memory.found(task) is not None for task in tasks.values())
