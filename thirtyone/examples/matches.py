"""What one changed answer does to a match: how it begins, and what comes after a round."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from thirtyone.errors import ThirtyOneError
from thirtyone.examples.contrast import Contrast
from thirtyone.examples.showdowns import Hands, candidates
from thirtyone.hands import check_playable
from thirtyone.play.deal import full_pack
from thirtyone.play.match import MatchState, MatchStep, after_round, start_match
from thirtyone.play.outcome import RoundEnd, RoundOutcome
from thirtyone.rules.model import BankForm, Ruleset

_LATE: Final = frozenset({"match.deals", "match.several_at_target"})
"""What shows at the end of a match that is played for a number of deals."""
_MOST_SHOWDOWNS: Final = 1500


@dataclass(frozen=True, slots=True)
class MatchExample:
    """A match before a round, and what the round leads to under both rulesets."""

    contrast: Contrast
    before: MatchState
    """Under ``contrast.base``, before the round; earlier ones are only counted."""
    outcome: RoundOutcome
    first: MatchStep
    second: MatchStep
    pure: bool = False
    """Does ``contrast.other`` itself say the same as the changed base?"""

    @property
    def round_number(self) -> int:
        """The number of the round in its match, counted from 1."""
        return len(self.first.state.history)


@dataclass(frozen=True, slots=True)
class TableExample:
    """A number of players, and what the deal means for them under both rulesets."""

    contrast: Contrast
    players: int
    first: tuple[int, ...]
    """Cards a hand, cards in the pack and tokens by seat; empty where so many cannot play."""
    second: tuple[int, ...]
    pure: bool


def find_table(contrast: Contrast) -> TableExample | None:
    """The fewest players for whom the change shows when the cards are dealt."""
    for players in range(2, 13):
        first, second = (_table(rules, players) for rules in (contrast.base, contrast.changed))
        if first != second:
            pure = contrast.borrowed and _table(contrast.other, players) == second
            return TableExample(contrast, players, first, second, pure)
    return None


def _table(ruleset: Ruleset, players: int) -> tuple[int, ...]:
    try:
        state = start_match(ruleset, [str(seat) for seat in range(players)])
    except ThirtyOneError:
        return ()
    return (ruleset.hand_size, len(full_pack(ruleset, players)), *state.tokens, *state.lives)


def find_match(contrast: Contrast) -> MatchExample | None:
    """The match nearest to its start in which a round shows the change."""
    for before, outcome in _scenes(contrast):
        if any(check_playable(hand, contrast.changed) for hand in outcome.hands):
            continue
        try:
            late = _late(contrast, before, outcome) if contrast.path in _LATE else before
            first = after_round(late, outcome)
            second = after_round(replace(late, ruleset=contrast.changed), outcome)
        except ThirtyOneError:  # a round that cannot end like this here
            continue
        if _standing(first.state) != _standing(second.state):
            return MatchExample(contrast, late, outcome, first, second)
    return None


def _late(contrast: Contrast, before: MatchState, outcome: RoundOutcome) -> MatchState:
    """The match before the round with which one of the two rulesets ends it."""
    number = max(contrast.base.match.deals, contrast.changed.match.deals, 1)
    once = after_round(before, outcome).state.history
    return replace(before, history=once * (number - 1))


def _standing(state: MatchState) -> tuple[object, ...]:
    """What the players of a match see of where it stands."""
    who = state.seats, state.dealer, state.end, state.winners, state.decider
    return (*who, state.lives, state.points, state.tokens, state.pot)


def _scenes(contrast: Contrast) -> Iterator[tuple[MatchState, RoundOutcome]]:
    """Matches that are nearly over, each with a round that may end it."""
    ruleset = contrast.base
    targets = [rules.match.target for rules in (ruleset, contrast.changed)]
    goal = min(filter(None, targets), default=0)
    low = max(2, ruleset.players.low)
    names = ("0", "1", "2", "3")
    form = ruleset.form
    number = 0
    for hands, knocker, end, lives in candidates(ruleset):
        players = len(hands)
        if not low <= players <= ruleset.players.high:
            continue
        number += 1
        if number > _MOST_SHOWDOWNS:
            return
        state = start_match(ruleset, names[:players], dealer=players - 1, lives=lives)
        outcome = _outcome(ruleset, hands, knocker, end)
        yield state, outcome
        if isinstance(form, BankForm):
            yield replace(state, tokens=(form.bank.tokens,) * players), outcome
        if ruleset.match.target and not isinstance(form, BankForm):
            yield replace(state, points=(goal - 1,) * players), outcome


def _outcome(ruleset: Ruleset, hands: Hands, knocker: int | None, end: RoundEnd) -> RoundOutcome:
    form = ruleset.form
    if isinstance(form, BankForm):
        stakes = (*(form.bank.stake_high,) * (len(hands) - 1), 0)
        return RoundOutcome(end, hands, bank=len(hands) - 1, stakes=stakes)
    return RoundOutcome(end, hands, knocker)
