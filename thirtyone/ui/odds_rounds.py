"""Playing the rounds of a task, and counting what they came to."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from thirtyone.policies import Policy, named_policy
from thirtyone.rules.link import find
from thirtyone.rules.model import Ruleset
from thirtyone.sim.chains.chain import (
    ChainTooLargeError,
    Solution,
    first_game,
    labels_of,
    solve,
    types_of,
)
from thirtyone.sim.settling import play_key
from thirtyone.sim.tally import Seating, Tally
from thirtyone.ui.odds_task import Counted, Found, Task

if TYPE_CHECKING:
    from thirtyone.sim.settling_lanes import Outcomes
    from thirtyone.sim.tally_lanes import Coded

Games: TypeAlias = Mapping[Seating, range]
"""For each type of one size: the games to play, counted within the type."""


class Lanes(NamedTuple):
    """Games that are played side by side: who sits where, and their numbers."""

    seating: tuple[int, ...]
    """By position: the place of the policy."""
    first: int
    games: int


class Work:
    """Plays the rounds of a task under one or several rulesets."""

    rotated = True
    policies: Sequence[Policy]
    """By label, and others behind them."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.rules = find(task.rules)
        seated = [named_policy(name) for name in task.players]
        self.labels = self.label(seated)
        by_label = dict(zip(self.labels, seated, strict=True))
        self.policies = [by_label[label] for label in range(len(by_label))]
        self.types = types_of(self.rules, self.labels)
        self.variants: tuple[Ruleset, ...] = (self.rules,)

    def label(self, seated: Sequence[Policy]) -> Seating:
        """Equal players have equal labels."""
        return labels_of(seated)

    @property
    def copies(self) -> int:
        """How many times a game is played: once, or once for each way to play."""
        return len({play_key(rules) for rules in self.variants})

    def plan(self, counted: Counted, rounds: int) -> Iterator[Games]:
        """The next games, size by size: where they narrow the intervals most."""
        weights = counted.weights or dict.fromkeys(self.types, 1.0)
        whole = sum(weights.values())
        for _, some in groupby(sorted(self.types, key=len), key=len):
            games = {}
            for seating in some:
                start = counted.played.get(seating, 0)
                share = rounds / self.copies * weights[seating] / whole
                games[seating] = range(start, start + max(16, round(share)))
            yield games

    def play(self, counted: Counted, games: Games) -> None:
        """Plays games of one size and counts them."""
        self.note(counted, games, self.copies)
        lanes = [self.lanes(seating, seating, some) for seating, some in games.items()]
        seen = self.outcomes(lanes)
        for variant, row in enumerate(seen):
            for place, seating in enumerate(games):
                add(counted, variant, seating, row[place])
                if variant:
                    join(counted, variant, seating, seen[0][place], row[place])

    def note(self, counted: Counted, games: Games, copies: int) -> None:
        """Remembers how far the games of a type have come."""
        for seating, some in games.items():
            counted.played[seating] = some.stop
            counted.rounds += len(some) * copies

    def lanes(self, seating: Seating, policies: Sequence[int], games: range) -> Lanes:
        """Games of a type, with these policies at its positions."""
        start = first_game(self.labels, seating) + games.start
        return Lanes(tuple(policies), start, len(games))

    def outcomes(self, lanes: Sequence[Lanes]) -> list[list["Coded"]]:
        """By variant, then as the lanes are given: what the games came to."""
        import numpy as np

        from thirtyone.sim.lockstep import play_many
        from thirtyone.sim.settling_lanes import outcomes_of
        from thirtyone.sim.tally_lanes import coded

        counts = [some.games for some in lanes]
        seats = np.repeat(np.array([some.seating for some in lanes], np.uint8).T, counts, axis=1)
        games = [np.arange(n, dtype=np.uint64) + np.uint64(first) for _, first, n in lanes]
        numbers = np.concatenate(games)
        keys = [play_key(rules) for rules in self.variants]
        played = {
            key: play_many(key, self.policies, self.task.seed, numbers, seats)
            for key in dict.fromkeys(keys)
        }
        ends = list(accumulate(counts))
        parts = [slice(end - n, end) for end, n in zip(ends, counts, strict=True)]
        found = []
        for rules, key in zip(self.variants, keys, strict=True):
            outcomes = outcomes_of(rules, played[key])
            found.append([coded(_part(outcomes, part)) for part in parts])
        return found

    def tallies(self, counted: Counted, variant: int = 0) -> dict[Seating, Tally]:
        """The tallies of one variant by type."""
        return {s: tally for (v, s), tally in counted.tallies.items() if v == variant}

    def solved(self, counted: Counted, variant: int = 0) -> Solution | None:
        """The matches of one variant; None where they cannot be solved."""
        rules = self.variants[min(variant, len(self.variants) - 1)]
        try:
            return solve(rules, self.labels, self.tallies(counted, variant), rotated=self.rotated)
        except ChainTooLargeError:
            return None

    def found(self, counted: Counted) -> Found:
        """The figures so far."""
        raise NotImplementedError


def _part(outcomes: "Outcomes", lanes: slice) -> "Outcomes":
    """Some of the lanes."""
    amounts, end, failed, shown, turns, knocked, idle = outcomes
    return outcomes.__class__(
        amounts[:, lanes],
        end[lanes],
        failed[lanes],
        shown[lanes],
        turns[lanes],
        knocked[lanes],
        idle[lanes],
    )


def add(counted: Counted, variant: int, seating: Seating, outcomes: "Coded") -> None:
    from thirtyone.sim.tally_lanes import tally_of

    tally, key = tally_of(outcomes), (variant, seating)
    counted.tallies[key] = counted.tallies[key] + tally if key in counted.tallies else tally


def join(counted: Counted, variant: int, seating: Seating, first: "Coded", this: "Coded") -> None:
    from thirtyone.sim.tally_lanes import joint_of

    joint, key = joint_of(first, this), (variant, seating)
    counted.joints[key] = counted.joints[key] + joint if key in counted.joints else joint
