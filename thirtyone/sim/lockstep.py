"""Many rounds at once: numpy arrays with a lane for every game.

The lanes of a family play what its plain automaton plays, round by round the same; which of the
two is asked decides the speed and never a number.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from thirtyone.policies import Policy
from thirtyone.rules.model import Family, Ruleset
from thirtyone.sim.automaton import play_final, with_knock_rows

LANES: Final = 1 << 16
"""Games that are played at once: enough for numpy, few enough for the caches."""

U8: TypeAlias = npt.NDArray[np.uint8]
U16: TypeAlias = npt.NDArray[np.uint16]
U64: TypeAlias = npt.NDArray[np.uint64]
Ints: TypeAlias = npt.NDArray[np.intp]
Bools: TypeAlias = npt.NDArray[np.bool_]


class Rounds(NamedTuple):
    """The ends of N rounds of n players, by position: 0 acts first, the last one deals."""

    hands: npt.NDArray[np.unsignedinteger[Any]]
    """(n, N): the hand number; in the bank form the order of the hand, 0 above 31."""
    end: U8
    """(N,): place in :data:`thirtyone.sim.finals.ENDS`."""
    knocker: npt.NDArray[np.int8]
    """(N,): the position that knocked, −1 for none."""
    turns: U16
    """(N,): turns taken, as the readable engine counts them."""
    stakes: U16 | None = None
    """(n, N): bank form, tokens staked; None in the other forms."""


def play_many(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    seed: int,
    games: U64,
    seats: U8 | None = None,
    able: Bools | None = None,
) -> Rounds:
    """The rounds of these games, lane by lane.

    ``seats`` (n, N) says which of the policies sits at each position of each game; policy ``p`` at
    position ``p`` if it is not given. ``able`` (n, N) says who can pay the lowest stake of the bank
    form, everybody if it is not given. Players without knock rows are played game by game.
    """
    parts = []
    for first in range(0, max(len(games), 1), LANES):
        lanes = slice(first, first + LANES)
        parts.append(
            _batch(
                ruleset,
                policies,
                seed,
                games[lanes],
                None if seats is None else seats[:, lanes],
                None if able is None else able[:, lanes],
            )
        )
    return parts[0] if len(parts) == 1 else joined(parts)


def _batch(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    seed: int,
    games: U64,
    seats: U8 | None,
    able: Bools | None,
) -> Rounds:
    tabled = with_knock_rows(policies)
    if tabled is None:
        return _one_by_one(ruleset, policies, seed, games, seats, able)
    if ruleset.family is Family.BANK:
        from thirtyone.sim import bank_lanes

        return bank_lanes.play(ruleset, tabled, seed, games, seats, able)
    if ruleset.family is Family.EXCHANGE:
        from thirtyone.sim import swap_lanes

        return swap_lanes.play(ruleset, tabled, seed, games, seats)
    from thirtyone.sim import draw_lanes

    return draw_lanes.play(ruleset, tabled, seed, games, seats)


def _one_by_one(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    seed: int,
    games: U64,
    seats: U8 | None,
    able: Bools | None,
) -> Rounds:
    """The same for any players, each game by the readable engine."""
    players = len(policies) if seats is None else len(seats)
    finals = []
    for lane, game in enumerate(games.tolist()):
        order = range(players) if seats is None else seats[:, lane].tolist()
        may = () if able is None else able[:, lane].tolist()
        finals.append(play_final(ruleset, [policies[p] for p in order], seed, game, able=may))
    bank = ruleset.family is Family.BANK
    return Rounds(
        np.array([final.hands for final in finals], np.uint32).reshape(-1, players).T,
        np.array([final.end for final in finals], np.uint8),
        np.array([final.knocker for final in finals], np.int8),
        np.array([final.turns for final in finals], np.uint16),
        np.array([final.stakes for final in finals], np.uint16).reshape(-1, players).T
        if bank
        else None,
    )


def joined(parts: Sequence[Rounds]) -> Rounds:
    """Rounds one after the other."""
    stakes = [part.stakes for part in parts if part.stakes is not None]
    return Rounds(
        np.concatenate([part.hands for part in parts], axis=1),
        np.concatenate([part.end for part in parts]),
        np.concatenate([part.knocker for part in parts]),
        np.concatenate([part.turns for part in parts]),
        np.concatenate(stakes, axis=1) if stakes else None,
    )
