"""A hand to be counted, and what it comes to under any rules."""

from dataclasses import dataclass
from typing import Final

from thirtyone.cards import Card, Rank
from thirtyone.hands import check_playable, is_run, score_playable
from thirtyone.rules.model import BankForm, Ruleset

_CROSSING: Final = ("scoring.ace_across_suits", "scoring.cap")
_ALIKE: Final = ("scoring.three_of_a_kind",)
_ALIKE_ACES: Final = (*_CROSSING, *_ALIKE, "scoring.three_aces")
_ROW: Final = ("scoring.suited_run",)
_BANK: Final = ("bank.low_aces",)


@dataclass(frozen=True, slots=True)
class HandCase:
    """One hand under a ruleset."""

    ruleset: Ruleset
    cards: tuple[Card, ...]

    def value(self, ruleset: Ruleset) -> str | None:
        """Its points as text, or its name; None where there is no such hand."""
        if check_playable(self.cards, ruleset):
            return None
        return score_playable(self.cards, ruleset).label

    def same_for(self, ruleset: Ruleset) -> bool:
        """Can these rules say nothing else than those of the case?"""
        one, other = self.ruleset.form, ruleset.form
        if isinstance(one, BankForm) or isinstance(other, BankForm):
            return False
        return one.scoring == other.scoring and self.ruleset.deck_size == ruleset.deck_size

    @property
    def paths(self) -> tuple[str, ...]:
        """The rules that could make a difference."""
        if isinstance(self.ruleset.form, BankForm):
            return _BANK
        # Most hands hold nothing that a special rule could touch.
        if len(self.cards) == 3:
            if len({card.rank for card in self.cards}) == 1:
                return _ALIKE_ACES if self.cards[0].rank is Rank.ACE else _ALIKE
            if is_run(self.cards):
                return _ROW
        suits = {card.suit for card in self.cards}
        return _CROSSING if len(suits) > 1 and _has_ace(self.cards) else ()

    @property
    def level(self) -> int:
        """1: one suit to add up. 2: an ace, a row or equal suits to trip over. 3: aces, or three alike."""
        aces = sum(card.rank is Rank.ACE for card in self.cards)
        if isinstance(self.ruleset.form, BankForm):
            return 1 + min(aces, 2)
        if len(self.cards) == 3 and len({card.rank for card in self.cards}) == 1:
            return 3
        sums = suit_sums(self.cards)
        level_suits = sorted(sums.values())[-2:]
        row = len(self.cards) == 3 and is_run(self.cards)
        if len(sums) == 1:
            return 2 if row else 1
        if aces > 1:
            return 3
        return 2 if aces or len(set(level_suits)) == 1 else 1


def _has_ace(cards: tuple[Card, ...]) -> bool:
    return any(card.rank is Rank.ACE for card in cards)


def suit_sums(cards: tuple[Card, ...]) -> dict[str, int]:
    """What the cards of each suit in the hand add up to."""
    sums: dict[str, int] = {}
    for card in cards:
        sums[card.suit] = sums.get(card.suit, 0) + card.points
    return sums
