"""What the page of chances has worked out in other processes: rounds counted, matches solved.

A task is worked on in steps: each step plays some more rounds, adds them to those counted before,
and solves the matches anew. So figures come early and their intervals narrow, and the same task
with the same seed gives the same figures wherever its steps were done.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from thirtyone.policies import Policy, named_policy, policy_name
from thirtyone.rules.link import find
from thirtyone.sim.chains.chain import (
    ChainTooLargeError,
    Solution,
    differences,
    lead_changes,
    survival,
)
from thirtyone.sim.finals import ENDS
from thirtyone.sim.result import Z95, Estimate, mean_of, normal, wilson
from thirtyone.sim.tally import Seating, Tally
from thirtyone.ui.odds_rounds import Games, Work, add
from thirtyone.ui.odds_task import FAILED, SLOW, Counted, Found, Question, Task

_COURSE: Final = 40
"""Rounds for which the course of a match is worked out."""


def advance(task: Task, counted: Counted, rounds: int) -> tuple[Counted, Found]:
    """One step: so many rounds more (about), and the figures with them."""
    work = _WORKS[task.question](task)
    if any(not hasattr(policy, "knock_rows") for policy in work.policies):
        rounds //= SLOW
    for games in work.plan(counted, rounds):
        work.play(counted, games)
    return counted, work.found(counted)


def _weigh(solution: Solution, seats: Iterable[int]) -> dict[Seating, float]:
    """Neyman's allocation for the widest of some seats; every type keeps a small part."""
    seats = tuple(seats)
    spread = {s: max(by_seat[seat] for seat in seats) for s, by_seat in solution.deviation.items()}
    least = 0.02 * max(spread.values(), default=1.0) or 1.0
    return {seating: max(least, width) for seating, width in spread.items()}


class _Wins(Work):
    """Who wins, and how rounds end."""

    def found(self, counted: Counted) -> Found:
        tallies = self.tallies(counted)
        ends, failed = _ends(tallies, len(self.labels))
        basis = Found(
            counted.rounds,
            per_round=_per_round(tallies, self.labels),
            ends=ends,
            failed_knocks=failed,
        )
        solution = self.solved(counted)
        if solution is None:
            return basis
        counted.weights = _weigh(solution, range(len(self.labels)))
        return replace(basis, win=solution.win, length=solution.rounds_per_match)


class _Course(Work):
    """How matches thin out."""

    def found(self, counted: Counted) -> Found:
        tallies = self.tallies(counted)
        try:
            course = survival(self.rules, self.labels, tallies, rounds=_COURSE, rotated=True)
            lead = lead_changes(self.rules, self.labels, tallies, rotated=True)
        except ChainTooLargeError:
            return Found(counted.rounds)
        return Found(counted.rounds, survival=course, lead=lead)


def _whole(tallies: Mapping[Seating, Tally], players: int) -> list[tuple[Seating, Tally]]:
    """The rounds in which all players take part."""
    return [(seating, tally) for seating, tally in tallies.items() if len(seating) == players]


def _ends(
    tallies: Mapping[Seating, Tally], players: int
) -> tuple[dict[str, float], Estimate | None]:
    """How rounds of all players end, every rotation counted alike; of the knocks, how many fail."""
    whole = _whole(tallies, players)
    shares: dict[str, float] = {}
    for _, tally in whole:
        part = 1 / tally.rounds / len(whole)
        for kind, times in tally.kinds.items():
            name = FAILED if kind.failed else ENDS[kind.end].value
            shares[name] = shares.get(name, 0.0) + times * part
    knocks = sum(tally.knocks for _, tally in whole)
    failed = sum(tally.failed for _, tally in whole)
    return shares, wilson(failed, knocks) if knocks else None


def _per_round(tallies: Mapping[Seating, Tally], labels: Seating) -> tuple[Estimate, ...]:
    """What a round of all brings each seat, every rotation counted alike."""
    whole = _whole(tallies, len(labels))
    found = []
    for label in labels:
        parts = []
        for seating, tally in whole:
            for position in (at for at, who in enumerate(seating) if who == label):
                seen = tally.amounts(position)
                total = sum(amount * times for amount, times in seen.items())
                squares = sum(amount * amount * times for amount, times in seen.items())
                parts.append(mean_of(total, squares, tally.rounds))
        mean = sum(part.mean for part in parts) / len(parts)
        spread = sum((part.half_width / Z95) ** 2 for part in parts) / len(parts) ** 2
        found.append(normal(mean, spread, sum(part.n for part in parts)))
    return tuple(found)


class _Effects(Work):
    """The same deals under the rules and with the option."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.variants = (self.rules, find(task.option))

    def found(self, counted: Counted) -> Found:
        rounds = sum(counted.played.values())
        first, this = self.solved(counted), self.solved(counted, 1)
        if first is None or this is None:
            return Found(rounds)
        counted.weights = _weigh(first, (self.task.who,))
        joints = {seating: joint for (_, seating), joint in counted.joints.items()}
        apart, _ = differences(first, this, joints)
        return Found(rounds, (apart[self.task.who],))


class _Seats(Work):
    """All play like one of them; seat 0 acts first in the first round."""

    rotated = False

    def __init__(self, task: Task) -> None:
        like = task.players[task.who]
        super().__init__(task._replace(players=(like,) * len(task.players)))

    def found(self, counted: Counted) -> Found:
        solution = self.solved(counted)
        if solution is None:
            return Found(counted.rounds)
        counted.weights = _weigh(solution, range(len(self.labels)))
        return Found(counted.rounds, solution.win)


class _Thresholds(Work):
    """One player knocks from so many points; the others play on as they are."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.points = [int(at) for at in task.option.split(".")]
        self.mine = self.labels[task.who]
        self.others = len(self.policies)
        self.policies = [*self.policies, *(named_policy(f"knocks-at:{at}") for at in self.points)]

    def label(self, seated: Sequence[Policy]) -> Seating:
        """The player has a label of its own, even where another plays alike."""
        names = [(policy_name(one), seat == self.task.who) for seat, one in enumerate(seated)]
        known = list(dict.fromkeys(names))
        return tuple(known.index(name) for name in names)

    @property
    def copies(self) -> int:
        return len(self.task.option.split("."))

    def play(self, counted: Counted, games: Games) -> None:
        lanes, keys = [], []
        for seating, some in games.items():
            mine = self.mine in seating
            self.note(counted, {seating: some}, self.copies if mine else 1)
            for variant in range(self.copies if mine else 1):
                at = self.others + variant
                policies = [at if label == self.mine else label for label in seating]
                lanes.append(self.lanes(seating, policies, some))
                keys.append((variant, seating))
        for (variant, seating), outcomes in zip(keys, self.outcomes(lanes)[0], strict=True):
            add(counted, variant, seating, outcomes)

    def tallies(self, counted: Counted, variant: int = 0) -> dict[Seating, Tally]:
        """Rounds without the player are the same whatever it does."""
        return {s: t for (v, s), t in counted.tallies.items() if v == variant or self.mine not in s}

    def found(self, counted: Counted) -> Found:
        rounds = sum(counted.played.values())
        wins = []
        for variant in range(self.copies):
            solution = self.solved(counted, variant)
            if solution is None:
                return Found(rounds)
            wins.append(solution.win[self.task.who])
            counted.weights = counted.weights or _weigh(solution, (self.task.who,))
        return Found(rounds, tuple(wins))


_WORKS: Final = {
    Question.WINS: _Wins,
    Question.COURSE: _Course,
    Question.EFFECTS: _Effects,
    Question.THRESHOLDS: _Thresholds,
    Question.SEATS: _Seats,
}
