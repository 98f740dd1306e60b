"""Counting rounds: whole numbers that add up to the same however the work was cut.

A tally holds how often each outcome of a round was seen, apart for each *type* of round, that is
who sat at which position. Everything that is reported about rounds and matches is worked out of
these counts, so two runs with the same games give the same figures to the last digit.

>>> tally = Tally(2)
>>> tally.add(Outcome((0, -1), end=0, failed=False, shown=False, turns=5, knocked=True))
>>> tally.add(Outcome((-2, 0), end=0, failed=True, shown=False, turns=9, knocked=True))
>>> both = tally + tally
>>> both.rounds, both.amounts(0), both.knocks, both.failed
(4, {0: 2, -2: 2}, 4, 2)
>>> Tally.from_json(both.as_json()) == both
True
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from thirtyone.sim.finals import ENDS
from thirtyone.sim.settling import Outcome

Seating: TypeAlias = tuple[int, ...]
"""A type of round: by position, the label of the player there (equal players have one label)."""


class Kind(NamedTuple):
    """A class of outcomes: everything about a round but the number of turns."""

    amounts: tuple[int, ...]
    """By position: lives or marks lost are negative, points and tokens won positive."""
    end: int
    """Place in :data:`thirtyone.sim.finals.ENDS`."""
    failed: bool
    shown: bool
    knocked: bool
    idle: bool


def kind_of(outcome: Outcome) -> Kind:
    """The class of an outcome."""
    return Kind(
        outcome.amounts, outcome.end, outcome.failed, outcome.shown, outcome.knocked, outcome.idle
    )


@dataclass(slots=True)
class Tally:
    """How often each class of outcome was seen in one type of round."""

    players: int
    kinds: dict[Kind, int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    """How many rounds had so many turns."""

    def add(self, outcome: Outcome) -> None:
        """One round more."""
        kind = kind_of(outcome)
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.turns[outcome.turns] = self.turns.get(outcome.turns, 0) + 1

    def __add__(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(self.players, _sum(self.kinds, other.kinds), _sum(self.turns, other.turns))

    @property
    def rounds(self) -> int:
        """How many rounds were counted."""
        return sum(self.kinds.values())

    @property
    def knocks(self) -> int:
        """Rounds in which somebody knocked."""
        return sum(times for kind, times in self.kinds.items() if kind.knocked)

    @property
    def failed(self) -> int:
        """Rounds in which the knocker paid."""
        return sum(times for kind, times in self.kinds.items() if kind.failed)

    @property
    def shown(self) -> int:
        """Rounds in which a hand lay open that can end a round."""
        return sum(times for kind, times in self.kinds.items() if kind.shown)

    @property
    def idle(self) -> int:
        """Rounds in which nobody lost or won anything."""
        return sum(times for kind, times in self.kinds.items() if kind.idle)

    def amounts(self, position: int) -> dict[int, int]:
        """For one position: how often it lost or won so much."""
        found: dict[int, int] = {}
        for kind, times in self.kinds.items():
            amount = kind.amounts[position]
            found[amount] = found.get(amount, 0) + times
        return found

    def ends(self) -> dict[str, int]:
        """How often rounds ended in each way, by the name of the end."""
        found: dict[str, int] = {}
        for kind, times in self.kinds.items():
            name = ENDS[kind.end].value
            found[name] = found.get(name, 0) + times
        return found

    def as_json(self) -> dict[str, Any]:
        """Numbers and lists that JSON holds exactly, in a fixed order."""
        return {
            "players": self.players,
            "kinds": [
                [list(kind.amounts), kind.end, _bits(kind), times]
                for kind, times in sorted(self.kinds.items())
            ],
            "turns": [[turns, times] for turns, times in sorted(self.turns.items())],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Tally":
        """The tally of :meth:`as_json`."""
        kinds = {
            Kind(tuple(amounts), end, *_flags(bits)): times
            for amounts, end, bits, times in data["kinds"]
        }
        return cls(int(data["players"]), kinds, dict(data["turns"]))


@dataclass(slots=True)
class Joint:
    """Two rulesets on the same games: how often each pair of outcome classes came together."""

    pairs: dict[tuple[Kind, Kind], int] = field(default_factory=dict)
    """(class under the first ruleset, class under this one) → rounds."""
    turns_apart: dict[int, int] = field(default_factory=dict)
    """Turns under this ruleset minus turns under the first → rounds."""

    def add(self, first: Outcome, this: Outcome) -> None:
        """One game more."""
        pair = kind_of(first), kind_of(this)
        self.pairs[pair] = self.pairs.get(pair, 0) + 1
        apart = this.turns - first.turns
        self.turns_apart[apart] = self.turns_apart.get(apart, 0) + 1

    def __add__(self, other: "Joint") -> "Joint":
        """Both together."""
        return Joint(_sum(self.pairs, other.pairs), _sum(self.turns_apart, other.turns_apart))

    @property
    def rounds(self) -> int:
        """How many games were counted."""
        return sum(self.pairs.values())

    def apart(self, position: int) -> dict[int, int]:
        """For one position: amount under this ruleset minus amount under the first → rounds."""
        found: dict[int, int] = {}
        for (first, this), times in self.pairs.items():
            amount = this.amounts[position] - first.amounts[position]
            found[amount] = found.get(amount, 0) + times
        return found

    def as_json(self) -> dict[str, Any]:
        """Numbers and lists that JSON holds exactly: the classes once, then pairs of places."""
        kinds = sorted({kind for pair in self.pairs for kind in pair})
        place = {kind: at for at, kind in enumerate(kinds)}
        return {
            "kinds": [[list(kind.amounts), kind.end, _bits(kind)] for kind in kinds],
            "pairs": sorted(
                [place[first], place[this], times] for (first, this), times in self.pairs.items()
            ),
            "turns_apart": [[apart, times] for apart, times in sorted(self.turns_apart.items())],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Joint":
        """The counts of :meth:`as_json`."""
        kinds = [Kind(tuple(amounts), end, *_flags(bits)) for amounts, end, bits in data["kinds"]]
        return cls(
            {(kinds[a], kinds[b]): times for a, b, times in data["pairs"]},
            dict(data["turns_apart"]),
        )


@dataclass(slots=True)
class Counts:
    """All that one ruleset's figures come from: tallies and pairings by type of round."""

    tallies: dict[Seating, Tally] = field(default_factory=dict)
    joints: dict[Seating, Joint] = field(default_factory=dict)
    """With the first ruleset of the comparison; empty for that one itself."""

    def __add__(self, other: "Counts") -> "Counts":
        """Both together."""
        tallies, joints = dict(self.tallies), dict(self.joints)
        for seating, tally in other.tallies.items():
            tallies[seating] = tallies[seating] + tally if seating in tallies else tally
        for seating, joint in other.joints.items():
            joints[seating] = joints[seating] + joint if seating in joints else joint
        return Counts(tallies, joints)

    def as_json(self) -> dict[str, Any]:
        """Numbers and lists that JSON holds exactly, in a fixed order."""
        return {
            "tallies": [[list(s), self.tallies[s].as_json()] for s in sorted(self.tallies)],
            "joints": [[list(s), self.joints[s].as_json()] for s in sorted(self.joints)],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Counts":
        """The counts of :meth:`as_json`."""
        return cls(
            {tuple(s): Tally.from_json(tally) for s, tally in data["tallies"]},
            {tuple(s): Joint.from_json(joint) for s, joint in data["joints"]},
        )


def total(parts: Iterable[Counts]) -> Counts:
    """Many counts together, in any order the same."""
    whole = Counts()
    for part in parts:
        whole += part
    return whole


def _sum(one: Mapping[Any, int], other: Mapping[Any, int]) -> dict[Any, int]:
    both = dict(one)
    for key, times in other.items():
        both[key] = both.get(key, 0) + times
    return both


def _bits(kind: Kind) -> int:
    return kind.failed + 2 * kind.shown + 4 * kind.knocked + 8 * kind.idle


def _flags(bits: int) -> tuple[bool, bool, bool, bool]:
    return bool(bits & 1), bool(bits & 2), bool(bits & 4), bool(bits & 8)
