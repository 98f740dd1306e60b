"""Final hands to be settled, and who loses or wins what under any rules."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError
from thirtyone.hands import HandScore, check_playable, score_playable, strength
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import ends_a_round, settle, usual_end
from thirtyone.play.settlement import Settlement, Unit
from thirtyone.quiz.hand_case import HandCase
from thirtyone.rules.model import BankForm, DrawForm, Goal, Pot, Ruleset, StockEmpty

Losses: TypeAlias = tuple[tuple[int, int], ...]
"""Seat and amount, below nought for a loss, of everybody for whom something changes."""
Strength: TypeAlias = tuple[int, ...]

_TIES: Final = ("scoring.ties", "scoring.suit_order")
_ENDED: Final = (
    "instant.payers",
    "instant.three_aces_payers",
    "instant.knocker_pays",
    "instant.several",
    "instant.after_knock",
    "instant.three_aces",
)
_KNOCKER_LOWEST: Final = ("settlement.tie_with_knocker", "settlement.lone_low_knocker")
_WON: Final = ("settlement.tie_for_highest",)
_LOST: Final = frozenset({Unit.LIFE, Unit.MARK})
_BANK: Final = ("bank.tie", "bank.natural", "bank.low_aces")


@dataclass(frozen=True, slots=True)
class Showdown:
    """Final hands by seat, who knocked, and how the round ended; the last seat is the bank."""

    ruleset: Ruleset
    hands: tuple[tuple[Card, ...], ...]
    knocker: int | None
    end: RoundEnd

    def settled(self, ruleset: Ruleset) -> Settlement | None:
        """The result under these rules; None where the round could not have ended like this."""
        form = ruleset.form
        if isinstance(form, BankForm) is not (self.end is RoundEnd.BANK):
            return None
        if any(check_playable(hand, ruleset) for hand in self.hands):
            return None
        if len(self.hands) > ruleset.players.high:
            return None
        if isinstance(form, BankForm):
            return settle(ruleset, self.hands)
        end: RoundEnd = self.end
        if end is RoundEnd.STOCK_EMPTY:
            # A stock that is shuffled again ends no round.
            if not isinstance(form, DrawForm) or form.stock.empty is StockEmpty.RESHUFFLE:
                return None
        elif end is RoundEnd.SHOWDOWN:
            if isinstance(form, DrawForm):
                return None
        else:
            scores = self.scores(ruleset)
            if self.knocker is not None and ends_a_round(scores[self.knocker], form):
                return None  # whoever has such a hand shows it, and does not knock
            end = usual_end(scores, form, self.knocker)
            if self.knocker is None and end is not RoundEnd.INSTANT:
                return None
        try:
            return settle(ruleset, self.hands, end=end, knocker=self.knocker)
        except ThirtyOneError:
            return None

    def value(self, ruleset: Ruleset) -> Losses | None:
        """Who loses or wins how much; against a bank for the players only."""
        unit = unit_of(ruleset)
        if unit is not self.unit and not {unit, self.unit} <= _LOST:
            return None  # a life and a point cannot be compared
        done = self.settled(ruleset)
        if done is None:
            return None
        return tuple(
            (change.seat, change.amount)
            for change in done.changes
            if change.seat != done.bank and change.unit is unit
        )

    def same_for(self, ruleset: Ruleset) -> bool:
        """Can these rules say nothing else than those of the case?"""
        one, other = self.ruleset.form, ruleset.form
        if isinstance(one, BankForm) or isinstance(other, BankForm):
            return False
        return (
            one.family is other.family
            and one.scoring == other.scoring
            and one.instant == other.instant
            and one.settlement == other.settlement
            and one.lives.unit == other.lives.unit
        )

    def scores(self, ruleset: Ruleset) -> list[HandScore]:
        """What the hands are worth."""
        return [score_playable(hand, ruleset) for hand in self.hands]

    def strengths(self) -> list[Strength]:
        """The hands as keys that sort them, by the ruleset's own tie-break."""
        return [strength(score, self.ruleset) for score in self.scores(self.ruleset)]

    @property
    def unit(self) -> Unit:
        """What is lost or won here."""
        return unit_of(self.ruleset)

    @property
    def paths(self) -> tuple[str, ...]:
        """The rules that could make a difference."""
        form = self.ruleset.form
        if isinstance(form, BankForm):
            return _BANK
        found = self._scoring_paths()
        if self.end is RoundEnd.STOCK_EMPTY:
            return ("stock.empty",)
        scores = self.scores(self.ruleset)
        if any(ends_a_round(score, form) for score in scores) or self.end is RoundEnd.INSTANT:
            found += _ENDED
        if form.settlement.goal is not Goal.LOWEST_LOSES:
            return found + _WON
        orders = [score.order for score in scores]
        if self.knocker is None or orders[self.knocker] > min(orders):
            return (*found, "settlement.lowest")
        # Points may tie where the hands do not: then it is the one rule or the other.
        return (*found, *_KNOCKER_LOWEST, "settlement.lowest")

    def _scoring_paths(self) -> tuple[str, ...]:
        """Those that change the worth of a hand here or break a tie."""
        found = {path for hand in self.hands for path in HandCase(self.ruleset, hand).paths}
        orders = [score.order for score in self.scores(self.ruleset)]
        tied = _TIES if len(set(orders)) < len(orders) else ()
        return (*sorted(found), *tied)

    @property
    def level(self) -> int:
        """1: one lowest or highest hand. 2: a tie, a failed knock, a 31. 3: several of that at once."""
        form = self.ruleset.form
        if isinstance(form, BankForm):
            return self._bank_level()
        scores = self.scores(self.ruleset)
        ending = sum(ends_a_round(score, form) for score in scores)
        orders = [score.order for score in scores]
        worst = min(orders) if form.settlement.goal is Goal.LOWEST_LOSES else max(orders)
        told = [seat for seat, order in enumerate(orders) if order == worst]
        if ending:
            aces = any(score.points is None or score.reason.suit is None for score in scores)
            return 3 if ending > 1 or self.knocker is not None or aces else 2
        if len(told) > 1:
            broken = len(set(self.strengths())) == len(orders)
            return 3 if self.knocker in told or broken else 2
        hard = self.end is RoundEnd.STOCK_EMPTY or form.settlement.goal is Goal.BUS_POINTS
        lost = self.knocker in told and form.settlement.goal is Goal.LOWEST_LOSES
        return 2 if hard or lost or any(s.reason.suit is None for s in scores) else 1

    def _bank_level(self) -> int:
        scores = self.scores(self.ruleset)
        totals = [score.order for score in scores]
        if any(total % 2 for total in totals) or any(t == totals[-1] for t in totals[:-1]):
            return 3
        return 2 if 0 in totals else 1


def unit_of(ruleset: Ruleset) -> Unit:
    """What a round is played for."""
    form = ruleset.form
    if isinstance(form, BankForm):
        return Unit.TOKEN
    if form.settlement.goal is Goal.LOWEST_LOSES:
        return Unit(form.lives.unit)
    pot = ruleset.stakes.pot is Pot.HIGHEST_PER_DEAL and not ruleset.match.target
    # Points by place are asked about even where a pot lies beside them.
    return Unit.POT if pot and form.settlement.goal is not Goal.BUS_POINTS else Unit.POINT
