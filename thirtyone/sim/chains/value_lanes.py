"""Rounds counted in groups by the fast engines; rulesets that are played alike share the rounds."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from thirtyone.policies import Policy
from thirtyone.rules.model import Ruleset
from thirtyone.sim.lockstep import Rounds, play_many
from thirtyone.sim.settling import play_key
from thirtyone.sim.settling_lanes import Outcomes, outcomes_of
from thirtyone.sim.tally import Tally
from thirtyone.sim.tally_lanes import coded, tally_of

_KEPT: Final = 1 << 14
"""More rounds at once are not kept for the next ruleset."""


def group_tallies(
    ruleset: Ruleset, seated: tuple[Policy, ...], seed: int, first: int, count: int, groups: int
) -> list[Tally]:
    """A tally for each group of these games; the games belong to the groups in turn."""
    play = _kept_rounds if count <= _KEPT else _rounds
    rounds = play(play_key(ruleset), seated, seed, first, count)
    outcomes = outcomes_of(ruleset, rounds)
    return [tally_of(coded(_every(outcomes, group, groups))) for group in range(groups)]


def _rounds(
    ruleset: Ruleset, seated: Sequence[Policy], seed: int, first: int, count: int
) -> Rounds:
    games = np.arange(first, first + count, dtype=np.uint64)
    return play_many(ruleset, seated, seed, games)


@lru_cache(maxsize=64)
def _kept_rounds(
    ruleset: Ruleset, seated: tuple[Policy, ...], seed: int, first: int, count: int
) -> Rounds:
    return _rounds(ruleset, seated, seed, first, count)


def _every(outcomes: Outcomes, group: int, groups: int) -> Outcomes:
    """The outcomes of one group."""
    parts: list[Any] = [np.ascontiguousarray(part[..., group::groups]) for part in outcomes]
    return Outcomes(*parts)
