"""What can be asked about a ruleset, and what comes of it: plain data for other processes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from thirtyone.sim.result import Estimate, Survival
from thirtyone.sim.tally import Joint, Seating, Tally

THRESHOLDS: Final = range(15, 32)
"""The points from which the player of the question might knock."""
FIRST: Final = 8_192
"""Rounds of a first step: enough for a first look, few enough not to be waited for."""
STEP: Final = 49_152
"""Rounds of every later step, about a tenth of a second."""
SLOW: Final = 40
"""A player without a knock table is asked at every turn; so many times fewer rounds are played."""
FAILED: Final = "failed"
"""A knock for which the knocker pays; otherwise ends have the names of the engine."""


class Question(StrEnum):
    """What is asked about a ruleset."""

    WINS = "wins"
    """Who wins how often, how rounds end, how long a match lasts."""
    COURSE = "course"
    """How a match thins out, round by round."""
    EFFECTS = "effects"
    """What a house rule changes for one player, on the same deals."""
    THRESHOLDS = "thresholds"
    """How one player's chance depends on the points from which it knocks."""
    SEATS = "seats"
    """What a seat is worth among players who all play like one."""


class Task(NamedTuple):
    """One question; two equal tasks have equal answers."""

    question: Question
    rules: str
    """Id or code of a ruleset."""
    players: tuple[str, ...]
    """Names of policies, by seat."""
    who: int
    """The seat that is asked about; 0 where it does not matter."""
    seed: int
    option: str = ""
    """For effects: the code of the same rules with one house rule more. For thresholds: the points,
    with dots between."""


@dataclass(slots=True)
class Counted:
    """What a task has counted so far. Keys of ``tallies``: which variant, which type of round."""

    tallies: dict[tuple[int, Seating], Tally] = field(default_factory=dict)
    joints: dict[tuple[int, Seating], Joint] = field(default_factory=dict)
    played: dict[Seating, int] = field(default_factory=dict)
    """By type: games played."""
    weights: dict[Seating, float] = field(default_factory=dict)
    """By type: how much of the next step should go there."""
    rounds: int = 0
    """Rounds played in all, those of each variant counted for themselves."""


@dataclass(frozen=True, slots=True)
class Found:
    """The figures of a task as far as it has come. What was not asked is empty."""

    rounds: int
    """Rounds behind each ruleset."""
    win: tuple[Estimate, ...] = ()
    """By seat; for effects the one difference, for thresholds by threshold. Empty where the
    matches cannot be solved: the bank form, or too many states."""
    length: Estimate | None = None
    """Rounds per match."""
    per_round: tuple[Estimate, ...] = ()
    """By seat: what a round of all players brings, in the unit of the ruleset."""
    ends: Mapping[str, float] = field(default_factory=dict)
    """Shares of the rounds of all players."""
    failed_knocks: Estimate | None = None
    """Of the knocks in these rounds, the share for which the knocker pays; None without knocks."""
    survival: Survival | None = None
    lead: float | None = None
    """How often in a match somebody comes to lead alone who was not the last to do so."""
