"""Matches worked out exactly from rounds: a match is a Markov chain.

What a round does to a match depends on who sits where and on chance, not on the lives. So it is
enough to know, for each *type* of round, how often each outcome comes; the rest is sums. The
figures are exact for the counted rounds, and how far these can be from the truth says the delta
method: a count that moves by a little moves the result by its influence, visits × next value.

The states are the lives (or points, tokens) in order of play from the player who acts first, with
the dealer last: so who deals needs no number of its own, and equal players share their states.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from thirtyone.play.match import has_lives
from thirtyone.policies import Policy, policy_name
from thirtyone.rules.model import Ruleset
from thirtyone.sim.chains.kept_plans import KeptPlans
from thirtyone.sim.chains.plan import Plan
from thirtyone.sim.chains.solving import Chances, Solved, solve_plan
from thirtyone.sim.chains.step import (
    ChainTooLargeError,
    Effect,
    effects_of,
    game_of,
    seatings,
)
from thirtyone.sim.result import Estimate, Survival, chance, normal
from thirtyone.sim.speed import has_numpy
from thirtyone.sim.tally import Joint, Kind, Seating, Tally

if TYPE_CHECKING:
    from thirtyone.sim.chains.arrays import ArrayPlan

__all__ = [
    "ChainTooLargeError",
    "Solution",
    "differences",
    "first_game",
    "labels_of",
    "lead_changes",
    "solve",
    "survival",
    "types_of",
]

TYPE_GAMES: Final = 1 << 40
"""Games of the type at place k of :func:`types_of` have the numbers from k times this on."""

Tallies: TypeAlias = Mapping[Seating, Tally]


@dataclass(frozen=True, slots=True)
class Solution:
    """A match under one ruleset, solved. Tuples have one entry a seat unless they say otherwise."""

    labels: Seating
    """By seat: equal players have one label."""
    rotated: bool
    """Does every seat begin equally often? Else seat 0 acts first in the first round."""
    n: int
    """Rounds counted, of all types."""
    win: tuple[Estimate, ...]
    """Chance to win; a shared win counts as its part."""
    rounds_per_match: Estimate
    no_winner: float
    """Probability that a match ends without a winner."""
    influence: Mapping[Seating, Mapping[Kind, tuple[float, ...]]]
    """By type and class of outcome: visits × value of what comes next, for the win of each seat
    and last for the rounds per match. Its variance over the outcomes of a type, divided by the
    rounds of the type, is what the type adds to the variance of the result."""
    rounds: Mapping[Seating, int]
    """Rounds counted by type."""
    deviation: Mapping[Seating, tuple[float, ...]]
    """By type: the standard deviation of the influence, by seat and last for the rounds per match;
    what Neyman's allocation of rounds goes by."""


def labels_of(policies: Sequence[Policy]) -> Seating:
    """Equal players get equal labels, in order of first appearance: (0, 1, 0, 1)."""
    names = [policy_name(policy) for policy in policies]
    known = list(dict.fromkeys(names))
    return tuple(known.index(name) for name in names)


def types_of(ruleset: Ruleset, labels: Seating) -> tuple[Seating, ...]:
    """All types of round that a match of these players can have, in a fixed order.

    Where nobody goes out these are the rotations of all players; with lives also those of every
    smaller group. Two rulesets that are compared have equal types where both have lives; the
    numbers of the games come from :func:`first_game`, which knows no ruleset.

    >>> from thirtyone.rules import load_ruleset
    >>> types_of(load_ruleset("scat"), (0, 0, 0))
    ((0, 0, 0), (0, 0))
    """
    return seatings(labels, smaller=has_lives(ruleset))


def first_game(labels: Seating, seating: Seating) -> int:
    """The number of the first game of a type, among the matches of players with these labels."""
    return _places(labels)[seating] * TYPE_GAMES


@lru_cache(maxsize=256)
def _places(labels: Seating) -> dict[Seating, int]:
    return {seating: place for place, seating in enumerate(seatings(labels, smaller=True))}


def solve(
    ruleset: Ruleset, labels: Seating, tallies: Tallies, *, rotated: bool = False
) -> Solution:
    """Chances to win and rounds per match, with 95 % intervals.

    ``tallies`` holds every type of :func:`types_of`, with at least one round each. A
    ChainTooLargeError is raised where the match has too many states, and in the bank form, whose
    purses have no end of them.
    """
    types = types_of(ruleset, labels)
    merged = {seating: _merged(ruleset, tallies[seating]) for seating in types}
    plan, chances = _prepared(ruleset, labels, merged)
    solved = _solved(plan, chances, rotated)
    return _with_intervals(ruleset, labels, {s: tallies[s] for s in types}, plan, solved, rotated)


def differences(
    first: Solution, this: Solution, joints: Mapping[Seating, Joint]
) -> tuple[tuple[Estimate, ...], Estimate]:
    """Win by seat, and rounds per match: this minus first, paired on the same deals.

    ``joints`` holds the games that both have counted, of the types that both have.
    """
    seats = len(this.labels)
    variance = [0.0] * (seats + 1)
    for solution in (first, this):
        for seating, rounds in solution.rounds.items():
            for at in range(seats + 1):
                variance[at] += solution.deviation[seating][at] ** 2 / rounds
    for seating, joint in joints.items():
        if seating not in first.influence or seating not in this.influence:
            continue
        both = joint.rounds
        if both < 2:
            continue
        shared = both / (first.rounds[seating] * this.rounds[seating])
        for at, product in enumerate(_covariance(first, this, seating, joint, seats + 1)):
            variance[at] -= 2 * shared * product
    n = min(first.n, this.n)
    wins = tuple(
        normal(b.mean - a.mean, spread, n)
        for a, b, spread in zip(first.win, this.win, variance, strict=False)
    )
    length = this.rounds_per_match.mean - first.rounds_per_match.mean
    return wins, normal(length, variance[-1], n)


def _covariance(
    first: Solution, this: Solution, seating: Seating, joint: Joint, width: int
) -> list[float]:
    """Of the influences of the two outcomes of one game, by seat and last for the rounds."""
    one, other = first.influence[seating], this.influence[seating]
    n = joint.rounds
    sums = [[0.0] * width for _ in range(3)]
    for (a, b), times in joint.pairs.items():
        for at in range(width):
            x, y = one[a][at], other[b][at]
            sums[0][at] += times * x
            sums[1][at] += times * y
            sums[2][at] += times * x * y
    return [(xy - x * y / n) / (n - 1) for x, y, xy in zip(*sums, strict=True)]


def survival(
    ruleset: Ruleset,
    labels: Seating,
    tallies: Tallies,
    *,
    rounds: int = 40,
    rotated: bool = False,
) -> Survival | None:
    """Who is still in, and with how many lives, after each of so many rounds.

    None where nobody goes out (points, tokens), and without numpy.
    """
    if not has_lives(ruleset) or not has_numpy():
        return None
    from thirtyone.sim.chains.course import survival_of

    plan, chances, n = _arrays(ruleset, labels, tallies)
    return survival_of(plan, chances, rounds=rounds, rotated=rotated, n=n)


def lead_changes(
    ruleset: Ruleset, labels: Seating, tallies: Tallies, *, rotated: bool = False
) -> float | None:
    """How often in a match somebody comes to lead alone who was not the last to do so.

    None without numpy.
    """
    if not has_numpy():
        return None
    from thirtyone.sim.chains.course import lead_changes_of

    plan, chances, _ = _arrays(ruleset, labels, tallies)
    return lead_changes_of(plan, chances, rotated=rotated)


def _arrays(
    ruleset: Ruleset, labels: Seating, tallies: Tallies
) -> tuple["ArrayPlan", Chances, int]:
    from thirtyone.sim.chains.arrays import ArrayPlan

    types = types_of(ruleset, labels)
    merged = {seating: _merged(ruleset, tallies[seating]) for seating in types}
    plan, chances = _prepared(ruleset, labels, merged)
    assert isinstance(plan, ArrayPlan)
    return plan, chances, sum(tallies[seating].rounds for seating in types)


# --------------------------------------------------------------------------------- preparation


Merged: TypeAlias = dict[Effect, int]
_PLANS: Final = KeptPlans()


def _merged(ruleset: Ruleset, tally: Tally) -> Merged:
    """Rounds by what matters to a match."""
    merged: Merged = {}
    effect_of = effects_of(ruleset)
    for kind, times in tally.kinds.items():
        effect = effect_of(kind)
        merged[effect] = merged.get(effect, 0) + times
    if not merged:
        raise ValueError("a type of round without rounds")
    return dict(sorted(merged.items()))


def _prepared(
    ruleset: Ruleset, labels: Seating, merged: Mapping[Seating, Merged]
) -> tuple["Plan | ArrayPlan", Chances]:
    plan = _PLANS.plan(game_of(ruleset), labels, merged)
    chances = {}
    for seating, some in merged.items():
        rounds = sum(some.values())
        chances[seating] = tuple(some.get(e, 0) / rounds for e in plan.effects[seating])
    return plan, chances


def _solved(plan: "Plan | ArrayPlan", chances: Chances, rotated: bool) -> Solved:
    if isinstance(plan, Plan):
        return solve_plan(plan, chances, rotated=rotated)
    from thirtyone.sim.chains.lanes import solve_arrays

    return solve_arrays(plan, chances, rotated=rotated)


def _with_intervals(
    ruleset: Ruleset,
    labels: Seating,
    tallies: Tallies,
    plan: "Plan | ArrayPlan",
    solved: Solved,
    rotated: bool,
) -> Solution:
    seats = len(labels)
    influence: dict[Seating, dict[Kind, tuple[float, ...]]] = {}
    deviation: dict[Seating, tuple[float, ...]] = {}
    rounds: dict[Seating, int] = {}
    variance = [0.0] * (seats + 1)
    effect_of = effects_of(ruleset)
    for seating, tally in tallies.items():
        place = {effect: at for at, effect in enumerate(plan.effects[seating])}
        weigh = solved.influence[seating]
        by_kind = {kind: tuple(weigh[place[effect_of(kind)]]) for kind in tally.kinds}
        n = tally.rounds
        spread = _spread(by_kind, tally, n, seats + 1)
        influence[seating], rounds[seating] = by_kind, n
        deviation[seating] = tuple(square**0.5 for square in spread)
        for at, square in enumerate(spread):
            variance[at] += square / n
    turns = range(seats) if rotated else range(1)
    wins = [
        sum(solved.win[turn][(seat - turn) % seats] for turn in turns) / len(turns)
        for seat in range(seats)
    ]
    length = sum(solved.rounds[turn] for turn in turns) / len(turns)
    total = sum(rounds.values())
    return Solution(
        labels=labels,
        rotated=rotated,
        n=total,
        win=tuple(chance(win, spread, total) for win, spread in zip(wins, variance, strict=False)),
        rounds_per_match=normal(length, variance[-1], total),
        no_winner=max(0.0, 1 - sum(wins)),
        influence=influence,
        rounds=rounds,
        deviation=deviation,
    )


def _spread(
    influence: Mapping[Kind, tuple[float, ...]], tally: Tally, n: int, width: int
) -> list[float]:
    """Variance of the influence over the outcomes of a type."""
    spread = []
    for at in range(width):
        mean = sum(times * influence[kind][at] for kind, times in tally.kinds.items()) / n
        squares = sum(
            times * (influence[kind][at] - mean) ** 2 for kind, times in tally.kinds.items()
        )
        spread.append(squares / max(1, n - 1))
    return spread
