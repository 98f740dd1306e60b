"""Figures that come at once and become more exact: the games behind one picture of what-if.

The first thousands of games are played before the page answers; more follow in a thread of their
own, in ever larger parts, until the intervals are narrow. Only whole parts are counted, so what is
shown is the same however it was cut.
"""

from collections.abc import Callable
from math import prod
from threading import Thread
from typing import Final

from thirtyone.play.match import has_lives
from thirtyone.rules.model import BankForm, LastChance, Ruleset
from thirtyone.sim.chains.step import ChainTooLargeError
from thirtyone.sim.chains.value import MOST_STATES, MatchWorth, match_worth
from thirtyone.sim.positions.what_if import Asked, Counted, is_fast, play_games

_GAMES: Final = (2_000, 2_000, 4_000, 8_000, 16_000, 32_000)
"""Parts of the games of each move; fast engines play a part of 2,000 in some milliseconds."""
_SLOW_GAMES: Final = (40, 60, 100, 200, 400, 800)
"""The same where only the readable engine can play."""
_ROUNDS: Final = (4_000, 4_000, 16_000, 16_000, 65_536, 65_536)
"""Rounds of each type behind the chances to win the match, at each part."""
_FIRST_ROUNDS: Final = 1_600
"""The same for the first part, where the players are of several kinds."""
_FEW_STANDINGS: Final = 1_200
"""So many standings of a match are worked out before the page answers."""


class Run:
    """One question, the games played for it so far, and what rounds are worth."""

    def __init__(self, asked: Asked) -> None:
        self.asked: Final = asked
        self.counted = Counted()
        self.worths: list[MatchWorth | None] = [None] * len(asked.rulesets)
        """By ruleset; None where it is not worked out (yet)."""
        self._hopeless: set[int] = set()
        """Rulesets whose match has more standings than are worked out here."""
        self.part = 0
        """Parts that are done."""
        self._parts = _GAMES if is_fast(asked) else _SLOW_GAMES
        self._play()
        if all(_standings(ruleset, asked) <= _FEW_STANDINGS for ruleset in asked.rulesets):
            self._weigh()

    @property
    def done(self) -> bool:
        """Is nothing more to come?"""
        return self.part >= len(self._parts)

    @property
    def too_large(self) -> bool:
        """Is there a match that is not worked out?"""
        return bool(self._hopeless)

    @property
    def rounds(self) -> int:
        """Rounds of each type behind the chances to win the match."""
        tables = [worth.table for worth in self.worths if worth]
        return max((table.counted for table in tables), default=0)

    def go_on(self) -> None:
        """One part more."""
        if self.done:
            return
        if len([worth for worth in self.worths if worth]) + len(self._hopeless) < len(self.worths):
            self._weigh()
            return
        self._play()
        self._weigh()

    def _play(self) -> None:
        self.counted += play_games(self.asked, self.counted.n, self._parts[self.part])
        self.part += 1

    def _rounds_wanted(self) -> int:
        """Rounds of each type at this part; where players differ there are more types."""
        alike = len(set(self.asked.policies)) == 1
        return _ROUNDS[self.part - 1] if alike or self.part > 1 else _FIRST_ROUNDS

    def _weigh(self) -> None:
        """What rounds are worth in the match, from as many rounds as belong to this part."""
        asked = self.asked
        for number, ruleset in enumerate(asked.rulesets):
            if number in self._hopeless:
                continue
            if isinstance(ruleset.form, BankForm) or _standings(ruleset, asked) > MOST_STATES:
                self._hopeless.add(number)  # at once: finding out takes seconds
                continue
            try:
                position = asked.position
                worth = match_worth(ruleset, asked.policies, position.standing, position.place)
                worth.table.grow(self._rounds_wanted())
                worth.prepare(asked.position.players)
            except ChainTooLargeError:
                self._hopeless.add(number)
            else:
                self.worths[number] = worth


def _standings(ruleset: Ruleset, asked: Asked) -> int:
    """About how many standings can still come."""
    form = ruleset.form
    if isinstance(form, BankForm):
        return 0
    if not has_lives(ruleset):
        return _FEW_STANDINGS + 1  # points grow, and there are many ways to have them
    more = form.lives.last_chance is not LastChance.NONE
    standing = asked.position.standing
    return len(standing) * prod(own + more for own in standing)


def in_background(run: Run, current: Callable[[], bool], tell: Callable[[], object]) -> None:
    """Go on with the run in a thread as long as it is the current one, and tell after each part."""

    def go() -> None:
        while current() and not run.done:
            run.go_on()
            if current():
                tell()

    try:
        Thread(target=go, name="what-if", daemon=True).start()
    except RuntimeError:  # a browser without threads: the first figures stand
        run.part = len(_GAMES)
