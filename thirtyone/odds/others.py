"""The other players' hands against mine: chosen so that as much as possible is exact."""

from collections.abc import Sequence

from thirtyone.cards import Card
from thirtyone.odds.ace_hands import AceHands, counts_aces
from thirtyone.odds.bar import Bar
from thirtyone.odds.sampled import ListedHands, SpecialHands
from thirtyone.odds.suit_hands import SuitHands
from thirtyone.sim.result import Estimate, exact


class Others:
    """Up to so many hands of ``size`` cards, dealt from the unseen ones, held against a bar.

    Figures are exact (their ``n`` is 0) or come with a 95 % interval from ``n`` samples.
    """

    __slots__ = ("_counted", "_listed", "_special", "_unseen", "hands")

    def __init__(self, bar: Bar, unseen: Sequence[Card], size: int, hands: int) -> None:
        self._unseen = tuple(unseen)
        self.hands = min(hands, len(unseen) // size)
        self._listed: ListedHands | None = None
        self._special: SpecialHands | None = None
        self._counted: SuitHands | AceHands | None = None
        if bar.by_blocks:
            self._counted = SuitHands(bar, unseen, size, self.hands)
        elif counts_aces(bar):
            self._counted = AceHands(bar, unseen, size, self.hands)
        else:
            self._listed = ListedHands(bar, unseen, size, self.hands)

    def none_below(self, hands: int) -> Estimate:
        """The chance that none of so many hands is below the bar."""
        if self._counted is not None and hands <= self._counted.up_to:
            return exact(self._counted.none_below(hands))
        return self._rest().none_below(hands)

    def all_below(self, hands: int) -> Estimate:
        """The chance that so many hands are all below the bar."""
        if self._counted is not None and hands <= self._counted.up_to:
            return exact(self._counted.all_below(hands))
        return self._rest().all_below(hands)

    def _rest(self) -> ListedHands | SpecialHands:
        if self._listed is not None:
            return self._listed
        if self._special is None:
            assert isinstance(self._counted, SuitHands)
            self._special = SpecialHands(self._counted, self._unseen)
        return self._special
