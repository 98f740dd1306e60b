"""Counting the rounds of some games under several rulesets, in whole numbers that add up.

Rulesets whose rounds are played alike are played once. With numpy the lanes are used, without it
the plain automaton; the counts are the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from thirtyone.policies import Policy
from thirtyone.rules.model import Ruleset
from thirtyone.sim.automaton import play_final
from thirtyone.sim.settling import Outcome, outcome_of, play_key
from thirtyone.sim.speed import has_numpy
from thirtyone.sim.tally import Tally

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from thirtyone.sim.settling_lanes import Outcomes

Histogram: TypeAlias = dict[int, int]
"""How often each value was seen."""


@dataclass(slots=True)
class Paired:
    """Two rulesets on the same games, seat by seat: this one minus the other."""

    amounts: list[Histogram]
    """By seat. Not by whole outcome: in the bank form there would be ever more of those."""
    turns: Histogram = field(default_factory=dict)
    """Of the turns of a round."""

    def add(self, other: Outcome, this: Outcome) -> None:
        """One game more."""
        for seat, (a, b) in enumerate(zip(other.amounts, this.amounts, strict=True)):
            _count(self.amounts[seat], b - a)
        _count(self.turns, this.turns - other.turns)

    def __add__(self, other: "Paired") -> "Paired":
        """Both together."""
        amounts = [_sum(a, b) for a, b in zip(self.amounts, other.amounts, strict=True)]
        return Paired(amounts, _sum(self.turns, other.turns))


@dataclass(slots=True)
class RoundCounts:
    """What one ruleset's figures come from. Position p is seat p: seat 0 acts first."""

    tally: Tally
    paired: Paired | None = None
    """With the ruleset that this one is compared with."""

    def __add__(self, other: "RoundCounts") -> "RoundCounts":
        """Both together."""
        assert (self.paired is None) == (other.paired is None)
        paired = self.paired + other.paired if self.paired and other.paired else None
        return RoundCounts(self.tally + other.tally, paired)

    @property
    def games(self) -> int:
        """How many rounds were counted."""
        return self.tally.rounds

    def as_json(self) -> dict[str, Any]:
        """Numbers and lists that JSON holds exactly, in a fixed order."""
        record: dict[str, Any] = {"tally": self.tally.as_json()}
        if self.paired:
            record["paired"] = {
                "amounts": [sorted(seat.items()) for seat in self.paired.amounts],
                "turns": sorted(self.paired.turns.items()),
            }
        return record

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RoundCounts":
        """The counts of :meth:`as_json`."""
        paired = data.get("paired")
        return cls(
            Tally.from_json(data["tally"]),
            None
            if paired is None
            else Paired([_read(seat) for seat in paired["amounts"]], _read(paired["turns"])),
        )


def count_rounds(
    rulesets: Sequence[Ruleset],
    against: Sequence[int | None],
    policies: Sequence[Policy],
    seed: int,
    games: range,
) -> list[RoundCounts]:
    """For each ruleset what these games bring; ``against`` names its partner by place."""
    count = _in_lanes if has_numpy() else _one_by_one
    return count(rulesets, against, policies, seed, games)


def _one_by_one(
    rulesets: Sequence[Ruleset],
    against: Sequence[int | None],
    policies: Sequence[Policy],
    seed: int,
    games: range,
) -> list[RoundCounts]:
    counts = [_empty(len(policies), paired=other is not None) for other in against]
    keys = [play_key(ruleset) for ruleset in rulesets]
    for game in games:
        finals = {key: play_final(key, policies, seed, game) for key in dict.fromkeys(keys)}
        outcomes = [outcome_of(r, finals[key]) for r, key in zip(rulesets, keys, strict=True)]
        for count, outcome, other in zip(counts, outcomes, against, strict=True):
            count.tally.add(outcome)
            if count.paired and other is not None:
                count.paired.add(outcomes[other], outcome)
    return counts


def _in_lanes(
    rulesets: Sequence[Ruleset],
    against: Sequence[int | None],
    policies: Sequence[Policy],
    seed: int,
    games: range,
) -> list[RoundCounts]:
    import numpy as np

    from thirtyone.sim.lockstep import LANES, play_many
    from thirtyone.sim.settling_lanes import outcomes_of
    from thirtyone.sim.tally_lanes import coded, tally_of

    counts = [_empty(len(policies), paired=other is not None) for other in against]
    keys = [play_key(ruleset) for ruleset in rulesets]
    for first, last in pairwise([*range(games.start, games.stop, LANES), games.stop]):
        numbers = np.arange(first, last, dtype=np.uint64)
        rounds = {k: play_many(k, policies, seed, numbers) for k in dict.fromkeys(keys)}
        partners: dict[int, Outcomes] = {}
        for place, (ruleset, other) in enumerate(zip(rulesets, against, strict=True)):
            outcomes = outcomes_of(ruleset, rounds[keys[place]])
            paired = None if other is None else _paired(partners[other], outcomes)
            counts[place] += RoundCounts(tally_of(coded(outcomes)), paired)
            # Those that others are compared with come before them.
            if place in against:
                partners[place] = outcomes
    return counts


def _paired(other: "Outcomes", this: "Outcomes") -> Paired:
    import numpy as np

    amounts = this.amounts.astype(np.int32) - other.amounts
    turns = this.turns.astype(np.int32) - other.turns
    return Paired([_histogram(seat) for seat in amounts], _histogram(turns))


def _histogram(values: "npt.NDArray[np.int32]") -> Histogram:
    import numpy as np

    low = int(values.min())
    counts = np.bincount(values - low)
    return {low + int(at): int(counts[at]) for at in np.flatnonzero(counts)}


def _empty(players: int, *, paired: bool) -> RoundCounts:
    pairs = Paired([{} for _ in range(players)]) if paired else None
    return RoundCounts(Tally(players), pairs)


def _count(histogram: Histogram, value: int) -> None:
    histogram[value] = histogram.get(value, 0) + 1


def _sum(one: Histogram, other: Histogram) -> Histogram:
    both = dict(one)
    for value, times in other.items():
        both[value] = both.get(value, 0) + times
    return both


def _read(pairs: Iterable[Sequence[int]]) -> Histogram:
    return {int(value): int(times) for value, times in pairs}
