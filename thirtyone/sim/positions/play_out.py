"""Rounds played on from a position: the same unseen cards for every move and every ruleset.

The unseen cards come as a seeded deal gives them: the same seed and game lay the same cards, so
moves and rulesets are compared pair by pair. This is the readable engine, which plays everything
and is slow; :mod:`thirtyone.sim.positions.play_out_lanes` plays the same many games at once.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from thirtyone.play.actions import Action
from thirtyone.play.outcome import RoundOutcome
from thirtyone.play.round import apply
from thirtyone.play.seeded import game_key, seeded_order
from thirtyone.play.view import seat_view
from thirtyone.policies import Policy, ask
from thirtyone.rules.model import Ruleset
from thirtyone.sim.automaton import final_of, seats_in_order
from thirtyone.sim.finals import Final
from thirtyone.sim.positions.moves import state_of
from thirtyone.sim.positions.position import Position, unseen
from thirtyone.sim.settling import outcome_of

Amounts: TypeAlias = tuple[int, ...]
"""By seat of the position: lives or marks lost are negative, points and tokens won positive."""


def played_on(
    ruleset: Ruleset,
    position: Position,
    action: Action,
    policies: Sequence[Policy],
    seed: int,
    game: int,
) -> RoundOutcome:
    """One game by the readable engine: the move, then everybody as their policy says.

    ``policies`` are by seat of the position; the outcome is by seat of the engine.
    IllegalActionError if the rules refuse the move.
    """
    key = game_key(seed, game)
    state = state_of(ruleset, position, seeded_order(key, unseen(ruleset, position)), key)
    chance = random.Random(f"{seed} {game}")
    seats = seats_in_order(ruleset, position.players)
    by_seat = dict(zip(seats, position.in_order(policies), strict=True))
    step = apply(state, action)
    while step.state.outcome is None:
        turn = step.state.turn
        step = apply(step.state, ask(by_seat[turn], seat_view(step.state, turn), chance))
    return step.state.outcome


def amounts_of(ruleset: Ruleset, position: Position, final: Final) -> Amounts:
    """What the round costs and brings, by seat of the position."""
    by_place = outcome_of(ruleset, final).amounts
    return tuple(by_place[position.place_of(seat)] for seat in range(position.players))


class EnginePlay:
    """Games of one position by the readable engine, any players."""

    def __init__(self, position: Position, policies: Sequence[Policy], seed: int) -> None:
        self._position = position
        self._policies = policies
        self._seed = seed

    def ends(self, ruleset: Ruleset, action: Action, games: range) -> list[Final]:
        """How these games end after the move."""
        return [
            final_of(
                ruleset,
                played_on(ruleset, self._position, action, self._policies, self._seed, game),
            )
            for game in games
        ]

    def costs(self, ruleset: Ruleset, ends: list[Final]) -> list[Amounts]:
        """What these ends cost and bring under the ruleset, game by game."""
        return [amounts_of(ruleset, self._position, final) for final in ends]

    def pairs(self, one: list[Amounts], other: list[Amounts]) -> Counter[tuple[Amounts, Amounts]]:
        """How often two lines cost so much in the same game."""
        return Counter(zip(one, other, strict=True))
