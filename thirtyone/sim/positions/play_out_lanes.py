"""Games played on from a position, many at once: :mod:`thirtyone.sim.positions.play_out` with a lane for every game."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from thirtyone.play.actions import Action
from thirtyone.policies import KnocksAt
from thirtyone.rules.model import Family, Ruleset
from thirtyone.sim.lockstep import Rounds
from thirtyone.sim.positions.play_out import Amounts
from thirtyone.sim.positions.position import Position
from thirtyone.sim.settling_lanes import outcomes_of


class Costs(NamedTuple):
    """What N games cost and bring, each as the place of its amounts in a list."""

    places: npt.NDArray[np.intp]
    """(N,)"""
    known: list[Amounts]


class LanePlay:
    """Games of one position by the fast engines, for players whose knocking is a table."""

    def __init__(self, position: Position, policies: Sequence[KnocksAt], seed: int) -> None:
        self._position = position
        self._policies = policies
        self._seed = seed

    def ends(self, ruleset: Ruleset, action: Action, games: range) -> Rounds:
        """How these games end after the move."""
        numbers = np.arange(games.start, games.stop, dtype=np.uint64)
        asked = (ruleset, self._policies, self._position, action, self._seed, numbers)
        if ruleset.family is Family.BANK:
            from thirtyone.sim import bank_lanes

            return bank_lanes.resume(*asked)
        if ruleset.family is Family.EXCHANGE:
            from thirtyone.sim import swap_lanes

            return swap_lanes.resume(*asked)
        from thirtyone.sim import draw_lanes

        return draw_lanes.resume(*asked)

    def costs(self, ruleset: Ruleset, ends: Rounds) -> Costs:
        """What these ends cost and bring under the ruleset, game by game."""
        amounts = outcomes_of(ruleset, ends).amounts
        players = self._position.players
        rows = amounts[[self._position.place_of(seat) for seat in range(players)]]
        low = int(rows.min(initial=0))
        width = int(rows.max(initial=0)) - low + 1
        codes = np.zeros(rows.shape[1], np.int64)
        for row in rows:
            codes = codes * width + (row - low)
        found, places = np.unique(codes, return_inverse=True)
        return Costs(places.reshape(-1), [_amounts(c, low, width, players) for c in found.tolist()])

    def pairs(self, one: Costs, other: Costs) -> Counter[tuple[Amounts, Amounts]]:
        """How often two lines cost so much in the same game."""
        width = len(other.known)
        counts = np.bincount(one.places * width + other.places)
        return Counter(
            {
                (one.known[pair // width], other.known[pair % width]): int(counts[pair])
                for pair in np.flatnonzero(counts).tolist()
            }
        )


def _amounts(code: int, low: int, width: int, players: int) -> Amounts:
    digits = []
    for _ in range(players):
        code, digit = divmod(code, width)
        digits.append(low + digit)
    return tuple(reversed(digits))
