"""Chances to win as exactly as wanted, with as few rounds as that takes.

A pilot of every type of round tells how much each type adds to the uncertainty; then every type
gets rounds in proportion to that (Neyman 1934), until the interval of every seat is short enough.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final, Self

from thirtyone.policies import Policy
from thirtyone.rules.model import Ruleset
from thirtyone.sim.chains.chain import Solution, labels_of, solve, types_of
from thirtyone.sim.chains.sampling import Task, run, tasks
from thirtyone.sim.result import Z95
from thirtyone.sim.settling import play_key
from thirtyone.sim.tally import Counts, Seating

PILOT: Final = 1 << 14
"""Rounds of each type before anything is known."""
WORTH_A_POOL: Final = 3_000_000
"""Fewer rounds are done sooner than other processes have started."""
_SPARE: Final = 1.02
_MOST_TURNS: Final = 8


@dataclass(frozen=True, slots=True)
class Wins:
    """One ruleset: the solved match, and the counts that it rests on."""

    ruleset: Ruleset
    solution: Solution
    counts: Counts


def precise_wins(
    rulesets: Sequence[Ruleset],
    policies: Sequence[Policy],
    seed: int,
    *,
    half_width: float = 0.0003,
    workers: int = 1,
    rotated: bool = False,
    executor: Executor | None = None,
) -> list[Wins]:
    """Every seat's chance to win under each ruleset, ± ``half_width`` with 95 %.

    The result does not depend on ``workers``. ChainTooLargeError where a match has too many states.
    """
    labels = labels_of(policies)
    groups: dict[Ruleset, list[Ruleset]] = {}
    for ruleset in rulesets:
        groups.setdefault(play_key(ruleset), []).append(ruleset)
    counts = {id(ruleset): Counts() for ruleset in rulesets}
    done = {
        (key, seating): 0
        for key, some in groups.items()
        for ruleset in some
        for seating in types_of(ruleset, labels)
    }
    wanted = dict.fromkeys(done, PILOT)
    solutions: dict[int, Solution] = {}
    with _Hands(workers, executor) as mapped:
        for _ in range(_MOST_TURNS):
            work = list(_work(groups, policies, seed, done, wanted))
            for task, found in zip(work, mapped(work), strict=True):
                for ruleset, some in zip(task.rulesets, found, strict=True):
                    counts[id(ruleset)] += some
            done = {key: max(done[key], wanted[key]) for key in done}
            solutions = {
                id(rules): solve(rules, labels, counts[id(rules)].tallies, rotated=rotated)
                for rules in rulesets
            }
            wanted = _wanted(groups, solutions, done, half_width)
            if all(wanted[key] <= done[key] for key in done):
                break
    return [Wins(rules, solutions[id(rules)], counts[id(rules)]) for rules in rulesets]


def _work(
    groups: Mapping[Ruleset, Sequence[Ruleset]],
    policies: Sequence[Policy],
    seed: int,
    done: Mapping[tuple[Ruleset, Seating], int],
    wanted: Mapping[tuple[Ruleset, Seating], int],
) -> Iterator[Task]:
    for key, some in groups.items():
        games = {
            seating: range(before, wanted[key, seating])
            for (other, seating), before in done.items()
            if other == key and wanted[key, seating] > before
        }
        yield from tasks(some, policies, seed, games, paired=False)


def _wanted(
    groups: Mapping[Ruleset, Sequence[Ruleset]],
    solutions: Mapping[int, Solution],
    done: Mapping[tuple[Ruleset, Seating], int],
    half_width: float,
) -> dict[tuple[Ruleset, Seating], int]:
    """Rounds by type: what is there where that is enough, else what Neyman's rule asks for."""
    wanted = dict(done)
    for key, some in groups.items():
        for ruleset in some:
            solution = solutions[id(ruleset)]
            if max(win.half_width for win in solution.win) <= half_width:
                continue
            for seating, rounds in allocation(solution, half_width).items():
                place = key, seating
                wanted[place] = max(wanted[place], rounds)
        # Rounding must not leave an interval a hair too long: at least a little more each time.
        short = any(
            max(win.half_width for win in solutions[id(rules)].win) > half_width for rules in some
        )
        if short and all(wanted[place] <= done[place] for place in done if place[0] == key):
            for place in done:
                if place[0] == key:
                    wanted[place] = ceil(done[place] * 1.1)
    return wanted


def allocation(solution: Solution, half_width: float) -> dict[Seating, int]:
    """How many rounds of each type bring the interval of every seat to ± ``half_width``.

    A round costs about as much as it has players.
    """
    target = half_width / Z95
    rounds = dict.fromkeys(solution.deviation, 2)
    for seat in range(len(solution.labels)):
        whole = sum(
            deviation[seat] * sqrt(len(seating))
            for seating, deviation in solution.deviation.items()
        )
        for seating, deviation in solution.deviation.items():
            share = deviation[seat] / sqrt(len(seating))
            rounds[seating] = max(rounds[seating], ceil(_SPARE * whole * share / target**2))
    return rounds


class _Hands:
    """Runs tasks in order: here, by a given executor, or by processes where that is worth it."""

    def __init__(self, workers: int, executor: Executor | None) -> None:
        self.workers, self.executor = workers, executor
        self.pool: Executor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def __call__(self, work: Sequence[Task]) -> Iterable[list[Counts]]:
        executor = self.executor or self.pool
        rounds = sum(task.stop - task.start for task in work)
        if executor is None and self.workers > 1 and rounds > WORTH_A_POOL:
            # Imported late: most precise figures need no other process, and start sooner without.
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            # Fresh processes: a fork of a server with threads may hang.
            self.pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
            executor = self.pool
        return map(run, work) if executor is None else executor.map(run, work)
