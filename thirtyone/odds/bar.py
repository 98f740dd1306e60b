"""A bar that some hands stay below: the hand that others are held against.

The worth of a hand is that of its best *block* (its cards of one suit), unless three alike or an
ace that joins another suit make it more. So a hand stays below the bar if each of its blocks
does and nothing special lifts it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from thirtyone.cards import Card, Rank, Suit
from thirtyone.hands import is_run, score_playable, strength
from thirtyone.rules.model import (
    AceAcrossSuits,
    BankForm,
    Cap,
    HandTies,
    Ruleset,
    Scoring,
    SuitedRun,
    SuitOrder,
    ThreeAces,
    ThreeOfAKind,
)

SUITS: Final = tuple(Suit)
_CLUBS_FIRST: Final = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)
_RUN: Final = 60
"""The order of a run where it counts 30."""


def scoring_of(ruleset: Ruleset) -> Scoring:
    """How hands of a card game are scored; the bank form has no bars of this kind."""
    assert not isinstance(ruleset.form, BankForm)
    return ruleset.form.scoring


@dataclass(frozen=True, slots=True)
class Bar:
    """A hand of the ruleset, and whether equal hands stay below it too."""

    ruleset: Ruleset
    key: tuple[int, ...]
    """The worth of the hand: its order, followed by what decides a tie if that is asked for."""
    equal_too: bool
    """Are hands of equal worth below the bar?"""
    ties: bool
    """Does the ruleset's own tie-break count?"""

    def is_below(self, key: tuple[int, ...]) -> bool:
        """Is a hand or block of this worth below the bar?"""
        return key < self.key or (self.equal_too and key == self.key)

    def hand_below(self, cards: Sequence[Card]) -> bool:
        """Is the best hand that can be kept of these cards below the bar?"""
        size = self.ruleset.hand_size
        return all(
            self.is_below(hand_key(hand, self.ruleset, ties=self.ties))
            for hand in combinations(cards, size)
        )

    def block_below(self, cards: Sequence[Card], *, aces: int = 0) -> bool:
        """Are these cards of one suit below the bar, together with so many aces that join them?

        Of more cards than a hand may keep the best ones count.
        """
        keep = self.ruleset.hand_size - aces
        some = combinations(cards, keep) if len(cards) > keep else (cards,)
        return all(self.is_below(self._block_key(block, aces)) for block in some)

    def _block_key(self, block: Sequence[Card], aces: int) -> tuple[int, ...]:
        scoring = scoring_of(self.ruleset)
        total = sum(card.points for card in block) + 11 * aces
        order = 2 * (min(total, 31) if scoring.cap is Cap.AT_31 else total)
        if scoring.suited_run is not SuitedRun.NONE and len(block) == 3 and order < _RUN:
            order = _RUN if self.ruleset.hand_size == 3 and is_run(block) else order
        if not self.ties or scoring.ties is HandTies.NONE:
            return (order,)
        ranks = sorted((int(card.rank) for card in block), reverse=True)
        if scoring.ties is HandTies.HIGH_CARD:
            return (order, *ranks)
        first = _CLUBS_FIRST
        place = first.index(block[0].suit)
        if scoring.suit_order is not SuitOrder.CLUBS_HIGH:
            place = 3 - place
        return (order, 0, -place, *ranks)

    # --------------------------------------------------------------------- what lifts a hand

    @property
    def special_ranks(self) -> tuple[Rank, ...]:
        """The ranks of which three alike stand above the bar though no block of theirs does."""
        lowest = Rank(15 - self.ruleset.deck_size // 4)
        if self.ruleset.hand_size != 3:
            return ()
        return tuple(
            rank
            for rank in Rank
            if rank >= lowest and self._may_be_special(rank) and self._lifts(rank)
        )

    def _may_be_special(self, rank: Rank) -> bool:
        scoring = scoring_of(self.ruleset)
        if rank is Rank.ACE and scoring.three_aces is not ThreeAces.NONE:
            return True
        return scoring.three_of_a_kind is not ThreeOfAKind.NONE

    def _lifts(self, rank: Rank) -> bool:
        alike = [Card(rank.letter + suit) for suit in SUITS]
        low = [card for card in alike if self.block_below([card])]
        return len(low) >= 3 and any(
            not self.is_below(hand_key(hand, self.ruleset, ties=self.ties))
            for hand in combinations(low, 3)
        )

    @property
    def aces_join(self) -> bool:
        """Do all aces count in any suit?"""
        return scoring_of(self.ruleset).ace_across_suits is AceAcrossSuits.ANY

    @property
    def by_blocks(self) -> bool:
        """Do blocks say it all, but for three alike? Not where aces join other suits."""
        return scoring_of(self.ruleset).ace_across_suits is AceAcrossSuits.NONE


def hand_key(cards: Iterable[Card], ruleset: Ruleset, *, ties: bool) -> tuple[int, ...]:
    """What sorts hands: the order, with the ruleset's own tie-break if ``ties``."""
    score = score_playable(tuple(cards), ruleset)
    return strength(score, ruleset) if ties else (score.order,)


def bar_of(cards: Iterable[Card], ruleset: Ruleset, *, equal_too: bool, ties: bool) -> Bar:
    """The bar at a hand."""
    ties = ties and scoring_of(ruleset).ties is not HandTies.NONE
    return Bar(ruleset, hand_key(cards, ruleset, ties=ties), equal_too, ties)
