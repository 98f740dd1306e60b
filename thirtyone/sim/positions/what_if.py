"""What if: every move of a position played on, under several rulesets, on the same shuffles.

A *line* is one move under one ruleset. Played games are counted as pairs of lines, whole numbers
that add up the same however the work was cut; means, differences and their intervals follow from
the counts, for any value that is set on what a round costs.

>>> from thirtyone.cards import Card
>>> from thirtyone.rules import load_ruleset
>>> mine = tuple(map(Card, "KC TC 4D".split()))
>>> position = Position(hands=(mine, (), ()), standing=(2, 3, 3), open=(Card("3S"),))
>>> asked = Asked((load_ruleset("no-trettien"),), position, ("steady",) * 3)
>>> [line.action for line in asked.lines]
[Draw(), Take(), Knock()]
>>> counted = play_games(asked, 0, 50)
>>> counted.n, share(counted, 2, Loss()).n
(50, 50)
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Protocol, TypeAlias

from thirtyone.play.actions import Action
from thirtyone.policies import named_policy
from thirtyone.rules.model import Ruleset
from thirtyone.sim.automaton import with_knock_rows
from thirtyone.sim.positions.moves import moves
from thirtyone.sim.positions.play_out import Amounts, EnginePlay
from thirtyone.sim.positions.position import Position
from thirtyone.sim.result import Z95, Estimate, chance, normal, student_t, wilson
from thirtyone.sim.settling import play_key
from thirtyone.sim.speed import has_numpy

SEED: Final = 31


@dataclass(frozen=True)
class Line:
    """One move under one ruleset."""

    rules: int
    """Place of the ruleset in the question."""
    action: Action


@dataclass(frozen=True)
class Asked:
    """A position, the rulesets to ask, and who plays on at each seat."""

    rulesets: tuple[Ruleset, ...]
    position: Position
    policies: tuple[str, ...]
    """By seat, names of policies; the first plays on for whoever asks."""
    seed: int = SEED

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All moves of all rulesets. PositionError if the position does not fit one of them."""
        return tuple(
            Line(number, action)
            for number, ruleset in enumerate(self.rulesets)
            for action in moves(ruleset, self.position)
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every move that some ruleset allows, once, in the order in which they are offered."""
        return tuple(dict.fromkeys(line.action for line in self.lines))

    def line(self, rules: int, action: Action) -> int | None:
        """The number of a line; None if the ruleset refuses the move."""
        wanted = Line(rules, action)
        return self.lines.index(wanted) if wanted in self.lines else None

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Lines that are compared: moves under one ruleset, and a move under the first and others.

        Each line stands beside itself too, which counts it alone.
        """
        lines = self.lines
        return tuple(
            (a, b)
            for a in range(len(lines))
            for b in range(a, len(lines))
            if lines[a].rules == lines[b].rules
            or (lines[a].rules == 0 and lines[a].action == lines[b].action)
        )


@dataclass(frozen=True)
class Counted:
    """How often two lines cost so much in the same game, for all pairs that are compared."""

    n: int = 0
    """Games played."""
    pairs: dict[tuple[int, int], Counter[tuple[Amounts, Amounts]]] = field(default_factory=dict)

    def __add__(self, other: "Counted") -> "Counted":
        """Both together."""
        both = {pair: Counter(counts) for pair, counts in self.pairs.items()}
        for pair, counts in other.pairs.items():
            both.setdefault(pair, Counter()).update(counts)
        return Counted(self.n + other.n, both)

    def alone(self, line: int) -> dict[Amounts, int]:
        """How often a line cost so much."""
        return {own: times for (own, _), times in self.pairs.get((line, line), {}).items()}


def play_games(asked: Asked, first: int, count: int) -> Counted:
    """So many games of every line, the first one with this number."""
    play = _player(asked)
    games = range(first, first + count)
    ends: dict[tuple[Ruleset, Action], Any] = {}
    costs = []
    for line in asked.lines:
        ruleset = asked.rulesets[line.rules]
        key = (play_key(ruleset), line.action)
        if key not in ends:  # rulesets that differ only in what a round costs share their rounds
            ends[key] = play.ends(ruleset, line.action, games)
        costs.append(play.costs(ruleset, ends[key]))
    return Counted(count, {(a, b): play.pairs(costs[a], costs[b]) for a, b in asked.pairs})


def _player(asked: Asked) -> Any:
    """The fast engines where there is numpy and they know the players; else the readable one."""
    policies = [named_policy(name) for name in asked.policies]
    tabled = with_knock_rows(policies)
    if tabled is not None and has_numpy():
        from thirtyone.sim.positions.play_out_lanes import LanePlay

        return LanePlay(asked.position, tabled, asked.seed)
    return EnginePlay(asked.position, policies, asked.seed)


def is_fast(asked: Asked) -> bool:
    """Are thousands of games a matter of milliseconds?"""
    return not isinstance(_player(asked), EnginePlay)


# ----------------------------------------------------------------------------------------- figures


class Scale(Protocol):
    """What a round is worth to the player, from what it costs and brings everybody."""

    @property
    def groups(self) -> int:
        """How many independent estimates of it there are beside the best one; 0 if it is exact."""

    def of(self, amounts: Amounts, group: int = -1) -> float:
        """The worth; group −1 is the best estimate."""


class Loss:
    """1 for a round that costs the player something, else 0."""

    groups = 0

    def of(self, amounts: Amounts, group: int = -1) -> float:
        """The worth of a round."""
        del group
        return float(amounts[0] < 0)


class Gain:
    """What the round brings the player: points or tokens; lives lost are negative."""

    groups = 0

    def of(self, amounts: Amounts, group: int = -1) -> float:
        """The worth of a round."""
        del group
        return float(amounts[0])


def share(counted: Counted, line: int, scale: Scale) -> Estimate:
    """The mean worth of a line, where a worth is between 0 and 1."""
    mean, variance = _moments(_single(counted, line, scale), counted.n)
    if not variance:
        return wilson(mean * counted.n, counted.n)
    return chance(mean, variance + _doubt(_single, counted, line, scale), counted.n)


def average(counted: Counted, line: int, scale: Scale) -> Estimate:
    """The mean worth of a line, whatever it is counted in."""
    mean, variance = _moments(_single(counted, line, scale), counted.n)
    return normal(mean, variance, counted.n)


def difference(
    counted: Counted, line: int, other: int, scale: Scale, other_scale: Scale | None = None
) -> Estimate:
    """The first line minus the other, game by game on the same cards."""
    both = (scale, other_scale or scale)
    mean, variance = _moments(_double(counted, (line, other), both), counted.n)
    variance += _doubt(_double, counted, (line, other), both)
    return normal(mean, variance, counted.n)


def ranked(counted: Counted, lines: Sequence[int], scale: Scale, *, low: bool = False) -> list[int]:
    """The lines that may be best: one, or several that are level with it.

    The best mean comes first, with ``low`` the lowest; another line is level as long as the 95 %
    interval of its difference to that one includes 0.
    """
    if not lines or not counted.n:
        return []
    sign = -1 if low else 1
    means = {line: sign * _moments(_single(counted, line, scale), counted.n)[0] for line in lines}
    best = max(lines, key=lambda line: means[line])
    others = [line for line in lines if line != best]
    return [best, *(line for line in others if difference(counted, best, line, scale).is_zero)]


_Steps: TypeAlias = list[tuple[float, int]]


def _single(counted: Counted, line: Any, scale: Any, group: int = -1) -> _Steps:
    return [(scale.of(own, group), times) for own, times in counted.alone(line).items()]


def _double(counted: Counted, lines: Any, scales: Any, group: int = -1) -> _Steps:
    (line, other), (mine, its) = lines, scales
    if line <= other:
        pairs = counted.pairs[line, other].items()
        return [(mine.of(a, group) - its.of(b, group), times) for (a, b), times in pairs]
    pairs = counted.pairs[other, line].items()
    return [(mine.of(b, group) - its.of(a, group), times) for (a, b), times in pairs]


def _moments(steps: _Steps, n: int) -> tuple[float, float]:
    """The mean, and the variance of the mean."""
    if not n:
        return 0.0, 0.0
    mean = sum(step * times for step, times in steps) / n
    spread = sum((step - mean) ** 2 * times for step, times in steps)
    return mean, spread / max(1, n * (n - 1))


def _doubt(steps: Callable[..., _Steps], counted: Counted, lines: Any, scales: Any) -> float:
    """The variance that comes of not knowing the worth of a round exactly."""
    groups = max(s.groups for s in (scales if isinstance(scales, tuple) else (scales,)))
    if groups < 2 or not counted.n:
        return 0.0
    means = [_moments(steps(counted, lines, scales, g), counted.n)[0] for g in range(groups)]
    middle = sum(means) / groups
    spread = sum((mean - middle) ** 2 for mean in means) / (groups * (groups - 1))
    # A spread of few groups is itself uncertain: Student's t instead of the normal bound.
    return float(spread * (student_t(groups - 1) / Z95) ** 2)
