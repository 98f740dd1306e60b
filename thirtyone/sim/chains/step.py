"""What one round does to a match: the rules of :mod:`thirtyone.play.match` on bare numbers.

Positions are in order of play, the dealer last, so the next state is turned until the new dealer
is last. States are tuples, small and equal where the rest of the match is.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Protocol, TypeAlias

from thirtyone.play.match import IDLE_ROUNDS, has_lives, plays_for_tokens
from thirtyone.rules.model import (
    AllOut,
    BankForm,
    LastChance,
    NextDealer,
    Ruleset,
    SeveralAtTarget,
    TwoAtOne,
)
from thirtyone.sim.tally import Kind, Seating

GONE: Final = -1
"""The next position of a player who is out."""


class ChainTooLargeError(Exception):
    """The match has too many states to be solved: play it out instead (:mod:`thirtyone.sim.matches.played`)."""


class Effect(NamedTuple):
    """What of an outcome matters to a match."""

    amounts: tuple[int, ...]
    idle: bool
    """Nothing changed; too many such rounds in a row end a match."""
    drawn: bool
    """Does not count: neither as one of the deals that were agreed nor as one more deal for whoever
    has no lives left. False where nobody asks."""


class State(NamedTuple):
    """Where a match stands between two rounds."""

    seating: Seating
    """Labels of those who are in, by position."""
    have: tuple[int, ...]
    """Lives or points by position; behind the leader where a decided match goes on."""
    extra: tuple[int, ...] = ()
    """Lives: (1,) in a deciding round. Points: deals played, tokens in the pot."""


class Step(NamedTuple):
    """The next state, or who has won."""

    state: State | None
    where: tuple[int, ...]
    """By old position the new one; :data:`GONE` for who is out. Unused at the end."""
    shares: tuple[float, ...] = ()
    """At the end: each one's part of the win."""


Level: TypeAlias = tuple[int, ...]


class Game(Protocol):
    """A way to play matches, as the chain sees it."""

    def start(self, seating: Seating) -> State:
        """Before the first round."""

    def step(self, state: State, effect: Effect) -> Step:
        """After a round with this effect."""

    def level(self, state: State) -> Level:
        """Rounds lead to states of a lower level, or of the same where they change nothing."""

    def loops(self, level: Level) -> bool:
        """Can other rounds lead to states of the same level as well?"""


def effects_of(ruleset: Ruleset) -> Callable[[Kind], Effect]:
    """What of a class of outcomes matters to a match under these rules."""
    from thirtyone.play.settle import is_drawn
    from thirtyone.sim.finals import ENDS

    form = ruleset.form
    if isinstance(form, BankForm):
        asked: frozenset[int] = frozenset()
    elif has_lives(ruleset) and form.lives.last_chance is not LastChance.ONE_MORE_DEAL:
        asked = frozenset()
    else:
        asked = frozenset(place for place, end in enumerate(ENDS) if is_drawn(form, end))
    return lambda kind: Effect(kind.amounts, kind.idle, kind.end in asked)


@lru_cache(maxsize=64)
def game_of(ruleset: Ruleset) -> "LivesGame | PointsGame":
    """How matches under this ruleset go; ChainTooLargeError for purses, which have no bound."""
    form = ruleset.form
    if isinstance(form, BankForm):
        raise ChainTooLargeError
    match = ruleset.match
    if has_lives(ruleset):
        lives = form.lives
        return LivesGame(
            lives.start, lives.last_chance, lives.two_at_one, match.all_out, match.dealer
        )
    return PointsGame(
        target=match.target,
        deals=match.deals,
        shared=match.several_at_target is SeveralAtTarget.SHARED,
        tokens=plays_for_tokens(ruleset),
        ante=ruleset.stakes.ante,
    )


# --------------------------------------------------------------------------------------- lives


@dataclass(frozen=True, slots=True)
class LivesGame:
    """Until one player is left."""

    lives: int
    last_chance: LastChance
    two_at_one: TwoAtOne
    all_out: AllOut
    dealer: NextDealer

    def start(self, seating: Seating) -> State:
        """All have all lives."""
        return State(seating, (self.lives,) * len(seating))

    def step(self, state: State, effect: Effect) -> Step:
        """Lives lost, players out, the next dealer."""
        have, where, decider = lives_step(
            self, state.have, effect.amounts, bool(state.extra), drawn=effect.drawn
        )
        if not have:
            return Step(None, where, tuple(float(w != GONE) / len(_in(where)) for w in where))
        seating = [0] * len(have)
        for label, place in zip(state.seating, where, strict=True):
            if place != GONE:
                seating[place] = label
        return Step(State(tuple(seating), have, (1,) if decider else ()), where)

    def level(self, state: State) -> Level:
        """Players, then normal rounds above deciding ones, then lives."""
        return len(state.have), int(not state.extra), sum(state.have)

    def loops(self, level: Level) -> bool:
        """A deciding round may be followed by another of the same players."""
        return not level[1]


@lru_cache(maxsize=1 << 16)
def lives_step(
    game: LivesGame,
    had: tuple[int, ...],
    amounts: tuple[int, ...],
    decider: bool,
    *,
    drawn: bool,
) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """Lives by new position (none: the match is over), new positions, and is a decider on?

    At the end, who is not gone has won, alone or together.
    """
    players = len(had)
    last_chance = LastChance.NONE if decider else game.last_chance
    out = [
        loss > 0
        and loss >= lives
        and (
            lives == 0
            or last_chance is LastChance.NONE
            or (loss > lives and game.two_at_one is TwoAtOne.OUT)
        )
        for lives, loss in zip(had, [-amount for amount in amounts], strict=True)
    ]
    if last_chance is LastChance.ONE_MORE_DEAL and not drawn:
        over = [gone or lives == 0 for gone, lives in zip(out, had, strict=True)]
        out = out if all(over) else over
    left = [max(0, lives + amount) for lives, amount in zip(had, amounts, strict=True)]
    if all(out):
        if game.all_out is AllOut.SHARED:
            return (), tuple(range(players)), False
        out, left, decider = [False] * players, [1] * players, True
    stay = [position for position in range(players) if not out[position]]
    dealer = stay[0]
    losers = [position for position in range(players) if amounts[position] < 0]
    if game.dealer is NextDealer.SOLE_LOSER and len(losers) == 1 and losers[0] in stay:
        dealer = losers[0]
    turn = stay.index(dealer) + 1
    order = stay[turn:] + stay[:turn]
    where = [GONE] * players
    for place, position in enumerate(order):
        where[position] = place
    have = tuple(left[position] for position in order) if len(order) > 1 else ()
    return have, tuple(where), decider


def _in(where: tuple[int, ...]) -> list[int]:
    return [place for place in where if place != GONE]


# -------------------------------------------------------------------------------------- points


@dataclass(frozen=True, slots=True)
class PointsGame:
    """To a number of points, or for a number of deals; points, or tokens out of a pot.

    Where leaders are level at the end and play on, only how far each is behind them matters, and
    nobody is counted as further behind than one more than the whole match is worth: who is so far
    behind does not win anyway (the error is far below what floats hold).
    """

    target: int
    deals: int
    shared: bool
    tokens: bool
    ante: int

    def start(self, seating: Seating) -> State:
        """Nobody has anything."""
        return State(seating, (0,) * len(seating), (0, 0))

    def step(self, state: State, effect: Effect) -> Step:
        """Points or tokens booked; the dealer always moves on to the next player."""
        players = len(state.have)
        played, pot = state.extra
        amounts = effect.amounts
        if self.tokens:
            amounts, pot = self._from_pot(amounts, pot, effect)
        have = [own + amount for own, amount in zip(state.have, amounts, strict=True)]
        late = played < 0  # leaders were level and play on
        if not late and self.deals and not effect.drawn:
            played += 1
        best = max(have)
        at_target = self.target > 0 and best >= self.target
        over = late or at_target or (self.deals > 0 and played >= self.deals)
        if over:
            top = [own == best for own in have]
            if self.shared or sum(top) == 1:
                return Step(None, (), tuple(float(is_top) / sum(top) for is_top in top))
            played = -1
            have = [max(own - best, -self._most_behind(players)) for own in have]
        elif self.target == 0:
            lowest = min(have)  # only differences count
            have = [own - lowest for own in have]
        turned = (*range(1, players), 0)
        where = tuple((position - 1) % players for position in range(players))
        return Step(
            State(
                tuple(state.seating[position] for position in turned),
                tuple(have[position] for position in turned),
                (played, pot),
            ),
            where,
        )

    def _from_pot(
        self, amounts: tuple[int, ...], pot: int, effect: Effect
    ) -> tuple[tuple[int, ...], int]:
        """Amounts are net of an empty pot: whoever got more than was paid in was among the best."""
        paid = self.ante * len(amounts)
        pot = min(pot, IDLE_ROUNDS * paid) + paid  # after so many deals without a winner it is over
        top = [amount > -self.ante for amount in amounts]
        if effect.idle or not any(top):
            return tuple(-self.ante for _ in amounts), pot
        share = pot // sum(top)
        return tuple(share * best - self.ante for best in top), pot - share * sum(top)

    def _most_behind(self, players: int) -> int:
        if self.tokens:
            return self.ante * players * 3
        return max(self.target, min(self.deals, 8)) + 1

    def level(self, state: State) -> Level:
        """Overtime, then by what is still to come."""
        played, pot = state.extra
        if played < 0:
            return (0, 0)
        if self.deals:
            return 1, self.deals - played, -pot, -sum(state.have) * bool(self.target)
        return 1, -sum(state.have), -pot

    def loops(self, level: Level) -> bool:
        """Overtime may go on from anywhere to anywhere."""
        return level == (0, 0)


# ---------------------------------------------------------------------------------------- types


def rotations(seating: Seating) -> Iterator[Seating]:
    """The same players with every one of them first in turn."""
    for turn in range(len(seating)):
        yield seating[turn:] + seating[:turn]


@lru_cache(maxsize=256)
@lru_cache(maxsize=256)
def seatings(labels: Seating, *, smaller: bool) -> tuple[Seating, ...]:
    """All types of round of these players, those of smaller groups too: largest groups first."""
    groups = {labels}
    if smaller:
        layer = groups
        while len(next(iter(layer))) > 2:
            layer = {
                group[:gone] + group[gone + 1 :] for group in layer for gone in range(len(group))
            }
            groups |= layer
    found = {turned for group in groups for turned in rotations(group)}
    return tuple(sorted(found, key=lambda seating: (-len(seating), seating)))
