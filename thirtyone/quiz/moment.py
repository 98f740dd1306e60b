"""A moment of play, something that somebody wants to do, and whether any rules allow it."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError
from thirtyone.play.actions import (
    Action,
    Draw,
    Fold,
    Keep,
    Knock,
    Pass,
    Refusal,
    Renew,
    Swap,
    Take,
    Throw,
    ThrowDown,
)
from thirtyone.play.deal import arranged_deal
from thirtyone.play.round import check_action, play_actions
from thirtyone.play.state import RoundState, Step
from thirtyone.rules.model import BankForm, Ruleset
from thirtyone.rules.values import questions

YES: Final = "yes"


class No(StrEnum):
    """Why something may not be done."""

    AFTER_DRAWING = "after-drawing"
    """A knock comes instead of drawing, not after it."""
    KNOCKED = "knocked"
    """Somebody has knocked already."""
    TAKEN = "taken"
    """The card came from the discard pile this turn and has to stay."""
    DRAW_FIRST = "draw-first"
    """A turn begins with drawing, taking or knocking."""
    THROW_FIRST = "throw-first"
    """There is a card too many."""
    LAST_TURN = "last-turn"
    """A hand is kept only on a last turn."""
    MUST_DRAW = "must-draw"
    """A last turn is no reason not to draw."""
    TOO_FEW = "too-few"
    """Too few points to knock with."""
    FIRST_LAP = "first-lap"
    """Not before everybody has had a turn."""
    OWN_DISCARD = "own-discard"
    """The player's own card lies on top of the discard pile."""
    MUST_TAKE = "must-take"
    """The same card has to be taken."""
    TWO = "two"
    """Two cards cannot be swapped."""
    ONE = "one"
    """Only one card can be swapped."""
    PASSED = "passed"
    """Passing is allowed once."""
    STAYS = "stays"
    """A table of seven, eight and nine stays."""
    NOT_789 = "not-789"
    """Other cards than seven, eight and nine lie there."""
    DEALER = "dealer"
    """The dealer has to choose a hand first."""
    STAKE_FIRST = "stake-first"
    """Tokens come first."""
    STAKED = "staked"
    """The tokens are in."""
    MUST_STAY = "must-stay"
    """Nobody may leave the round."""
    NO_SUCH = "no-such"
    """In this form of the game nobody does that."""
    UNSEEN = "unseen"
    """Hands are not turned over unseen."""


_BY_REFUSAL: Final = {
    "refuse.knock_too_late": No.AFTER_DRAWING,
    "refuse.already_knocked": No.KNOCKED,
    "refuse.throw_back": No.TAKEN,
    "refuse.draw_first": No.DRAW_FIRST,
    "refuse.throw_first": No.THROW_FIRST,
    "refuse.keep_before_knock": No.LAST_TURN,
    "refuse.must_draw": No.MUST_DRAW,
    "refuse.minimum": No.TOO_FEW,
    "refuse.knock_first_lap": No.FIRST_LAP,
    "refuse.own_discard": No.OWN_DISCARD,
    "refuse.must_take_own": No.MUST_TAKE,
    "refuse.swap_two": No.TWO,
    "refuse.swap_one": No.ONE,
    "refuse.pass_once": No.PASSED,
    "refuse.no_renewal": No.STAYS,
    "refuse.not_789": No.NOT_789,
    "refuse.dealer_chooses": No.DEALER,
    "refuse.stake_first": No.STAKE_FIRST,
    "refuse.stake_is_over": No.STAKED,
    "refuse.no_fold": No.MUST_STAY,
    "refuse.not_in_this_form": No.NO_SUCH,
    "refuse.no_throw_down": No.UNSEEN,
}
PATH_OF: Final = {
    No.TAKEN: "turn.throw_back",
    No.MUST_DRAW: "turn.stand_pat",
    No.TOO_FEW: "knock.minimum",
    No.FIRST_LAP: "knock.first_turn",
    No.OWN_DISCARD: "turn.own_discard_after_knock",
    No.MUST_TAKE: "turn.own_discard_after_knock",
    No.TWO: "turn.swaps",
    No.ONE: "turn.swaps",
    No.PASSED: "turn.pass",
    No.STAYS: "turn.renew_789",
    No.MUST_STAY: "bank.fold",
    No.UNSEEN: "knock.throw_down",
}
"""The rule that a refusal rests on, where it is not the same in all games of the form."""
_PATHS: Final[dict[type, tuple[str, ...]]] = {
    Throw: ("turn.throw_back",),
    Keep: ("turn.stand_pat", "turn.own_discard_after_knock"),
    Take: ("turn.own_discard_after_knock",),
    Draw: ("turn.own_discard_after_knock",),
    Knock: ("knock.minimum", "knock.first_turn"),
    ThrowDown: ("knock.throw_down",),
    Swap: ("turn.swaps",),
    Pass: ("turn.pass",),
    Renew: ("turn.renew_789",),
    Fold: ("bank.fold",),
}
"""Which rules may forbid or allow what."""
_CHILDREN_KNOW: Final = frozenset({No.AFTER_DRAWING, No.DRAW_FIRST, No.THROW_FIRST, No.NO_SUCH})


@dataclass(frozen=True, slots=True)
class Moment:
    """A deal, what was done since, and what the player whose turn it is wants to do.

    The last seat deals, so seat 0 begins. ``rest`` are the open cards and then the stock.
    """

    ruleset: Ruleset
    hands: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...]
    actions: tuple[Action, ...]
    asked: Action

    def steps(self, ruleset: Ruleset) -> tuple[Step, ...]:
        """The round so far under these rules; an error where it could not come to this."""
        deal = arranged_deal(ruleset, self.hands, self.rest)
        return play_actions(ruleset, deal, self.actions)

    @property
    def so_far(self) -> tuple[Step, ...]:
        """The round so far under the rules of the question."""
        return _so_far(self)

    @property
    def state(self) -> RoundState:
        """Where the round stands."""
        return _so_far(self)[-1].state

    def refusal(self, ruleset: Ruleset) -> Refusal | None:
        """Why the player may not do it; None if it is allowed."""
        steps = self.so_far if ruleset is self.ruleset else self.steps(ruleset)
        return check_action(steps[-1].state, self.asked)

    def value(self, ruleset: Ruleset) -> str | None:
        """``yes``, or the reason against it; None where this moment does not come up."""
        same = (
            ruleset.family is self.ruleset.family
            and ruleset.deck_size == self.ruleset.deck_size
            and ruleset.hand_size == self.ruleset.hand_size
            and len(self.hands) <= ruleset.players.high
        )
        if not same:
            return None
        try:
            refusal = self.refusal(ruleset)
        except ThirtyOneError:  # under these rules somebody could not have done what was done
            return None
        if refusal is None:
            return YES
        return _BY_REFUSAL.get(refusal.reason)

    def same_for(self, ruleset: Ruleset) -> bool:
        """Can these rules say nothing else than those of the case?"""
        one, other = self.ruleset.form, ruleset.form
        if one.family is not other.family:
            return True
        if isinstance(one, BankForm) or isinstance(other, BankForm):
            return False
        return one.turn == other.turn and one.knock == other.knock

    @property
    def paths(self) -> tuple[str, ...]:
        """The rules that could make a difference."""
        known = questions(self.ruleset.family)
        return tuple(path for path in _PATHS.get(type(self.asked), ()) if path in known)

    @property
    def level(self) -> int:
        """1: the same in all games of the form. 2: late in a round. 3: where rulesets part."""
        value = self.value(self.ruleset)
        if value in PATH_OF:
            return 3
        late = len(self.actions) > 2 or isinstance(self.ruleset.form, BankForm)
        return 1 if value in _CHILDREN_KNOW or not late else 2


@lru_cache(maxsize=32)
def _so_far(case: Moment) -> tuple[Step, ...]:
    # A question is asked, said and explained from the same moment.
    return case.steps(case.ruleset)
