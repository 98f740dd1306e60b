"""What a round is worth in the match: the chance to win it from where the round leaves everybody.

A match is a chain of rounds, and a round does not look at the lives. So rounds of every type that
can still come are counted once for a table of players, and the chance from any standing is worked
out of the counts. The counts lie in several groups of different games: how far the chances of the
groups lie apart says how exact the chance of all of them is.

>>> from thirtyone.rules import load_ruleset
>>> table = MatchTable(load_ruleset("no-trettien"), ("steady", "steady"))
>>> table.grow(400)
>>> worth = MatchWorth(table, standing=(1, 1), place=0)
>>> worth.of((0, -1)), worth.of((-1, 0))
(1.0, 0.0)
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from threading import RLock
from typing import Any, Final, TypeAlias

from thirtyone.policies import Policy, named_policy
from thirtyone.rules.model import Ruleset
from thirtyone.sim.automaton import play_final
from thirtyone.sim.chains.chain import first_game
from thirtyone.sim.chains.step import (
    GONE,
    ChainTooLargeError,
    Effect,
    State,
    effects_of,
    game_of,
)
from thirtyone.sim.positions.play_out import Amounts
from thirtyone.sim.settling import outcome_of
from thirtyone.sim.speed import has_numpy
from thirtyone.sim.tally import Seating, Tally

GROUPS: Final = 8
MOST_STATES: Final = 6_000
"""A match with more standings to come is not worked out here."""
_SEED: Final = 31
_CLOSE: Final = 1e-9
_ROUNDS_OF_THE_LOOP: Final = 200

Here: TypeAlias = tuple[State, int]
"""A standing between two rounds, and the position of the player it is about."""
Way: TypeAlias = tuple[Here | None, float]
"""Where an effect leads; or None, and the player's part of the win."""


class MatchTable:
    """Players and rules, and how often each outcome of their rounds was counted."""

    def __init__(self, ruleset: Ruleset, policies: Sequence[str]) -> None:
        self.ruleset: Final = ruleset
        self.lock: Final = RLock()
        """Whoever reads or grows the table holds it: many readers of a page share one table."""
        self.policies: Final[list[Policy]] = [
            named_policy(name) for name in dict.fromkeys(policies)
        ]
        known = list(dict.fromkeys(policies))
        self.labels: Final = tuple(known.index(name) for name in policies)
        """By seat: equal players have one label."""
        self.game: Final = game_of(ruleset)
        self.tallies: dict[Seating, list[Tally]] = {}
        """By type of round, a tally for each group."""
        self.rounds = 0
        """Rounds of each type that a group shall hold."""
        self.version = 0
        """Goes up whenever there are more rounds."""
        self._chances: dict[tuple[Seating, int], list[float]] = {}
        self._effects: dict[Seating, list[Effect]] = {}

    def grow(self, rounds: int) -> None:
        """At least so many rounds of each type, all groups together."""
        wanted = -(-rounds // GROUPS)
        with self.lock:
            if wanted > self.rounds:
                self.rounds = wanted
                self.version += 1
                self._chances.clear()

    @property
    def counted(self) -> int:
        """Rounds of each type, all groups together."""
        return self.rounds * GROUPS

    def effects(self, seating: Seating) -> list[Effect]:
        """What was seen to come of a round of this type; later counts only add to the end."""
        if (seating, -1) not in self._chances:
            self.chances(seating, -1)
        return self._effects[seating]

    def chances(self, seating: Seating, group: int) -> list[float]:
        """How likely each of :meth:`effects` is; group −1 is all groups together."""
        key = (seating, group)
        if key not in self._chances:
            counts = self._counts(seating, group)
            whole = counts.total()
            self._chances[key] = [counts[effect] / whole for effect in self._effects[seating]]
        return self._chances[key]

    def _counts(self, seating: Seating, group: int) -> Counter[Effect]:
        tallies = self._counted(seating)
        counts: Counter[Effect] = Counter()
        effect_of = effects_of(self.ruleset)
        for tally in tallies if group < 0 else [tallies[group]]:
            for kind, times in tally.kinds.items():
                counts[effect_of(kind)] += times
        if group < 0:
            known = self._effects.setdefault(seating, [])
            known.extend(sorted(set(counts) - set(known)))
        return counts

    def _counted(self, seating: Seating) -> list[Tally]:
        tallies = self.tallies.setdefault(seating, [Tally(len(seating)) for _ in range(GROUPS)])
        done = tallies[0].rounds
        missing = self.rounds - done
        if missing > 0:
            # Every type has games of its own, so that all are independent; groups take turns.
            first = first_game(self.labels, seating) + done * GROUPS
            more = _play(self.ruleset, self.policies, seating, first, missing * GROUPS)
            for group in range(GROUPS):
                tallies[group] = tallies[group] + more[group]
        return tallies


def _play(
    ruleset: Ruleset, policies: Sequence[Policy], seating: Seating, first: int, count: int
) -> list[Tally]:
    """So many rounds, those of each group counted; by the fast engines where there is numpy."""
    seated = tuple(policies[label] for label in seating)
    if has_numpy():
        from thirtyone.sim.chains.value_lanes import group_tallies

        return group_tallies(ruleset, seated, _SEED, first, count, GROUPS)
    tallies = [Tally(len(seating)) for _ in range(GROUPS)]
    for game in range(first, first + count):
        final = play_final(ruleset, seated, _SEED, game)
        tallies[(game - first) % GROUPS].add(outcome_of(ruleset, final))
    return tallies


@lru_cache(maxsize=32)
def match_table(ruleset: Ruleset, policies: tuple[str, ...]) -> MatchTable:
    """The table of these players under this ruleset, with all that was counted before."""
    return MatchTable(ruleset, policies)


class MatchWorth:
    """The chance of seat 0 to win from where a round of a position leaves everybody."""

    groups: Final = GROUPS

    def __init__(self, table: MatchTable, *, standing: Sequence[int], place: int) -> None:
        """``standing`` by seat before the round; ``place`` is the position of seat 0 in it."""
        players = len(standing)
        seats = [(at - place) % players for at in range(players)]
        start = table.game.start(tuple(table.labels[seat] for seat in seats))
        self.table: Final = table
        self._seats = seats
        self._before = start._replace(have=tuple(standing[seat] for seat in seats))
        self._place = place
        self._version = -1
        self._known: list[dict[Here, float]] = []
        self._said: list[dict[Amounts, float]] = []
        self._ways: dict[Here, list[Way]] = {}

    def of(self, amounts: Amounts, group: int = -1) -> float:
        """The chance after a round that costs and brings so much, by seat.

        ``group`` is one of the groups of counted rounds; −1 takes all of them.
        """
        with self.table.lock:
            if self._version != self.table.version:
                self._version = self.table.version
                self._known = [{} for _ in range(GROUPS + 1)]
                self._said = [{} for _ in range(GROUPS + 1)]
            said = self._said[group]
            if amounts not in said:
                said[amounts] = self._of(amounts, group)
            return said[amounts]

    def _of(self, amounts: Amounts, group: int) -> float:
        by_place = tuple(amounts[seat] for seat in self._seats)
        effect = Effect(by_place, not any(by_place), False)
        here, share = self._after((self._before, self._place), effect)
        if here is None:
            return share
        known = self._known[group]
        if here not in known:
            self._solve(here, group)
        return known[here]

    def prepare(self, players: int) -> None:
        """Work out what follows a round that costs nobody anything: it leads to all the others."""
        for group in range(-1, GROUPS):
            self.of((0,) * players, group)

    def _after(self, here: Here, effect: Effect) -> Way:
        state, me = here
        step = self.table.game.step(state, effect)
        if step.state is None:
            return None, step.shares[me]
        where = step.where[me]
        return (None, 0.0) if where == GONE else ((step.state, where), 0.0)

    def _ways_from(self, here: Here) -> list[Way]:
        """Where every effect of a round leads from here."""
        ways = self._ways.setdefault(here, [])
        effects = self.table.effects(here[0].seating)
        ways.extend(self._after(here, effect) for effect in effects[len(ways) :])
        return ways

    def _solve(self, first: Here, group: int) -> None:
        """The values of this standing and of all that can follow."""
        known = self._known[group]
        found: dict[Here, list[Way]] = {}
        waiting = [first]
        while waiting:
            here = waiting.pop()
            if here in found or here in known:
                continue
            found[here] = self._ways_from(here)
            waiting.extend(after for after, _ in found[here] if after is not None)
            if len(found) > MOST_STATES:
                raise ChainTooLargeError
        # Rounds lead downwards, or within a level: there values are gone over until they stand.
        levels: dict[Any, list[Here]] = {}
        for here in found:
            levels.setdefault(self.table.game.level(here[0]), []).append(here)
        for level in sorted(levels):
            self._settle(levels[level], found, group)

    def _settle(self, states: list[Here], found: dict[Here, list[Way]], group: int) -> None:
        inside, known = set(states), self._known[group]
        fixed: dict[Here, float] = {}
        within: dict[Here, list[tuple[float, Here]]] = {}
        for here in states:
            ways = zip(self.table.chances(here[0].seating, group), found[here], strict=True)
            total, loop = 0.0, []
            for share, (after, won) in ways:
                if after is None:
                    total += share * won
                elif after in inside:
                    loop.append((share, after))
                else:
                    total += share * known[after]
            fixed[here] = known[here] = total
            within[here] = loop
        for _ in range(_ROUNDS_OF_THE_LOOP):
            moved = 0.0
            for here, loop in within.items():
                new = fixed[here] + sum(share * known[after] for share, after in loop)
                moved = max(moved, abs(new - known[here]))
                known[here] = new
            if moved < _CLOSE:
                return


@lru_cache(maxsize=24)
def match_worth(
    ruleset: Ruleset, policies: tuple[str, ...], standing: tuple[int, ...], place: int
) -> MatchWorth:
    """The worth of rounds from this standing, with all that was worked out before."""
    return MatchWorth(match_table(ruleset, policies), standing=standing, place=place)
