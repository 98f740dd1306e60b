"""What hands are worth while a round is played, remembered so that no hand is scored twice.

Play asks two questions all the time: how good is this hand, and is it one that ends a round? The
answers come from :mod:`thirtyone.hands`; here they are only kept.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from thirtyone.cards import ALL_CARDS, Card, Suit
from thirtyone.hands import score_playable, strength
from thirtyone.rules.model import BankForm, DrawForm, ExchangeForm, InPlay, Ruleset, Scoring

_SUITS: Final = tuple(Suit)
_PACKED: Final = tuple(card.points << (8 * _SUITS.index(card.suit)) for card in ALL_CARDS)
"""Points of a card in the byte of its suit: four suit sums lie side by side in one number."""


class Worth:
    """Orders of hands under one ruleset (half points, a named hand above all sums)."""

    __slots__ = ("_known", "_plain", "_ruleset", "_target")

    def __init__(self, ruleset: Ruleset) -> None:
        self._known: dict[int, tuple[int, bool]] = {}
        self._ruleset = _showing(ruleset)
        form = ruleset.form
        self._plain = not isinstance(form, BankForm) and _only_sums(form.scoring)
        self._target = 0 if isinstance(form, BankForm) else 2 * int(form.scoring.target)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Worth) and self._ruleset == other._ruleset

    def __hash__(self) -> int:
        return hash(self._ruleset)

    def __repr__(self) -> str:
        return f"worth_of({self._ruleset.id!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Worth, (self._ruleset,))

    def order(self, cards: Sequence[Card]) -> int:
        """How good a hand is: twice its points, or more for a hand with a name."""
        return self._look(cards)[0]

    def ends_round(self, cards: Sequence[Card]) -> bool:
        """Is it the target in one suit, or three aces where they are special?

        Whether the round does end is for the rules of the moment to say.
        """
        return self._look(cards)[1]

    def strength(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """A key that sorts hands with the ruleset's own tie-break."""
        return strength(score_playable(tuple(cards), self._ruleset), self._ruleset)

    def orders_without_one(self, cards: Sequence[Card]) -> list[int]:
        """How good the hand is that is left when each card in turn is thrown."""
        known = self._known
        bits = [1 << card.index for card in cards]
        whole = sum(bits)
        orders = []
        for place, bit in enumerate(bits):
            score = known.get(whole - bit)
            if score is None:
                score = self._look((*cards[:place], *cards[place + 1 :]))
            orders.append(score[0])
        return orders

    def _look(self, cards: Sequence[Card]) -> tuple[int, bool]:
        key = 0
        for card in cards:
            key |= 1 << card.index
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._score(cards)
        return known

    def _score(self, cards: Sequence[Card]) -> tuple[int, bool]:
        if self._plain:
            sums = sum(_PACKED[card.index] for card in cards)
            order = 2 * max(sums & 255, sums >> 8 & 255, sums >> 16 & 255, sums >> 24)
            return order, order >= self._target
        scored = score_playable(tuple(cards), self._ruleset)
        return scored.order, scored.ends_round


def _only_sums(scoring: Scoring) -> bool:
    """Is every hand worth its best suit and nothing else?"""
    special = (
        scoring.ace_across_suits,
        scoring.three_of_a_kind,
        scoring.three_aces,
        scoring.suited_run,
    )
    return all(answer == "none" for answer in special)


def _showing(ruleset: Ruleset) -> Ruleset:
    """The ruleset with hands marked as ending the round whenever they could."""
    form = ruleset.form
    if isinstance(form, DrawForm):
        at_once = replace(form.instant, in_play=InPlay.AT_ONCE)
        return replace(ruleset, form=replace(form, instant=at_once))
    if isinstance(form, ExchangeForm):
        open_ = replace(form.instant, in_play=InPlay.AT_ONCE)
        return replace(ruleset, form=replace(form, instant=open_))
    return ruleset


@lru_cache(maxsize=64)
def worth_of(ruleset: Ruleset) -> Worth:
    """The memory of a ruleset's hands; at most 22,100 of them with three cards."""
    return Worth(ruleset)
