"""Counting the matches of some numbers under several rulesets, with numpy or without."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from thirtyone.policies import Policy
from thirtyone.rules.model import Ruleset
from thirtyone.sim.matches.counts import MatchCounts, Row
from thirtyone.sim.speed import has_numpy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def count_matches(
    rulesets: Sequence[Ruleset],
    against: Sequence[int | None],
    policies: Sequence[Policy],
    seed: int,
    games: range,
) -> list[MatchCounts]:
    """For each ruleset what these matches bring; ``against`` names its partner by place."""
    count = _in_lanes if has_numpy() else _one_by_one
    return count(rulesets, against, policies, seed, games)


def _one_by_one(
    rulesets: Sequence[Ruleset],
    against: Sequence[int | None],
    policies: Sequence[Policy],
    seed: int,
    games: range,
) -> list[MatchCounts]:
    from thirtyone.sim.matches.played import play_match

    counts = [MatchCounts.empty(len(policies), paired=other is not None) for other in against]
    for game in games:
        rows = [play_match(ruleset, policies, seed, game) for ruleset in rulesets]
        for count, row, other in zip(counts, rows, against, strict=True):
            count.add(row, None if other is None else rows[other])
    return counts


def _in_lanes(
    rulesets: Sequence[Ruleset],
    against: Sequence[int | None],
    policies: Sequence[Policy],
    seed: int,
    games: range,
) -> list[MatchCounts]:
    from thirtyone.sim.lockstep import LANES
    from thirtyone.sim.matches.lanes import match_rows

    counts = [MatchCounts.empty(len(policies), paired=other is not None) for other in against]
    for first, last in pairwise([*range(games.start, games.stop, LANES), games.stop]):
        partners: dict[int, npt.NDArray[np.int64]] = {}
        for place, (ruleset, other) in enumerate(zip(rulesets, against, strict=True)):
            rows = match_rows(ruleset, policies, seed, range(first, last))
            counts[place] += MatchCounts(
                rows.sum(axis=0).tolist(),
                _products(rows, rows),
                None if other is None else _products(rows, partners[other]),
            )
            # Kept are the rows of those that others are still to be compared with.
            if place in against[place:]:
                partners[place] = rows
            partners = {at: kept for at, kept in partners.items() if at in against[place + 1 :]}
    return counts


def _products(left: "npt.NDArray[np.int64]", right: "npt.NDArray[np.int64]") -> list[Row]:
    """Sums of products of the columns, exact: in fast floating point where all fits into it."""
    import numpy as np

    bound = int(abs(left).max()) * int(abs(right).max()) * len(left)
    kind = np.float64 if bound < 1 << 53 else np.int64
    found = left.T.astype(kind) @ right.astype(kind)
    rows: list[Row] = found.astype(np.int64).tolist()
    return rows
