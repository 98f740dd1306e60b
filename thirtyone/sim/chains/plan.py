"""All states of a match and what every effect of a round leads to, found from the start on.

States have numbers, lowest level first. What a player may expect is a *cell*: state × players +
position; after the cells of all states come those of the ends, worth 0, 1, ½, ⅓ …
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from thirtyone.sim.chains.step import GONE, ChainTooLargeError, Effect, Game, State, Step
from thirtyone.sim.tally import Seating

MOST_PLAIN_STEPS: Final = 2_000_000
"""States times effects that are worked out one by one; more take too long without numpy."""

Effects: TypeAlias = Mapping[Seating, tuple[Effect, ...]]
Cells: TypeAlias = tuple[int, ...]


class Block(NamedTuple):
    """States of one level with one seating."""

    seating: Seating
    start: int
    stop: int
    cells: list[list[Cells]]
    """``cells[row][effect][position]``: where the player goes."""
    nexts: list[list[int]]
    """``nexts[row][effect]``: the next state; the number of states where the match is over."""


class Layer(NamedTuple):
    """All states of one level, ``start`` to ``stop``."""

    start: int
    stop: int
    loops: bool
    """May a round that is not idle lead to a state of this same layer?"""
    blocks: list[Block]


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole chain but for the probabilities."""

    players: int
    states: int
    layers: tuple[Layer, ...]
    """Lowest first: what it takes to work out a layer is known from the ones before."""
    effects: Effects
    starts: tuple[int, ...]
    """The first state, with every seat dealing in turn: seat 0 first to act, then seat 1 …"""
    have: Sequence[tuple[int, ...]]
    """By state: lives, points or tokens by position."""

    def ends(self) -> list[float]:
        """The values of the cells behind those of the states."""
        return [0.0, *(1 / winners for winners in range(1, self.players + 1))]


def plan_of(game: Game, labels: Seating, effects: Effects) -> Plan:
    """All states that can come, by trying every effect on every state."""
    starts = [game.start(labels[turn:] + labels[:turn]) for turn in range(len(labels))]
    found: dict[State, list[Step]] = {}
    waiting = list(dict.fromkeys(starts))
    known = set(waiting)
    done = 0
    while waiting:
        state = waiting.pop()
        steps = [game.step(state, effect) for effect in effects[state.seating]]
        found[state] = steps
        done += len(steps)
        if done > MOST_PLAIN_STEPS:
            raise ChainTooLargeError
        for step in steps:
            if step.state is not None and step.state not in known:
                known.add(step.state)
                waiting.append(step.state)
    order = sorted(found, key=lambda state: (game.level(state), state.seating, state))
    number = {state: at for at, state in enumerate(order)}
    players, over = len(labels), len(order)
    layers: list[Layer] = []
    for state in order:
        level = game.level(state)
        at = number[state]
        if not layers or game.level(order[layers[-1].start]) != level:
            layers.append(Layer(at, at, game.loops(level), []))
        blocks = layers[-1].blocks
        if not blocks or blocks[-1].seating != state.seating:
            blocks.append(Block(state.seating, at, at, [], []))
        cells, nexts = [], []
        for then, where, shares in found[state]:
            if then is None:
                cells.append(_end_cells(shares, over * players))
                nexts.append(over)
            else:
                first = number[then] * players
                cells.append(tuple(over * players if w == GONE else first + w for w in where))
                nexts.append(number[then])
        blocks[-1].cells.append(cells)
        blocks[-1].nexts.append(nexts)
        blocks[-1] = blocks[-1]._replace(stop=at + 1)
        layers[-1] = layers[-1]._replace(stop=at + 1)
    return Plan(
        players,
        over,
        tuple(layers),
        effects,
        tuple(number[state] for state in starts),
        [state.have for state in order],
    )


def _end_cells(shares: tuple[float, ...], first: int) -> Cells:
    """The cells of a match that is over: 0, or 1 shared by so many."""
    winners = sum(share > 0 for share in shares)
    return tuple(first + winners * (share > 0) for share in shares)
