"""What one more card does to a hand: the sums by which a player weighs a blind draw."""

from functools import lru_cache
from itertools import combinations

from thirtyone.cards import ALL_CARDS, Card, pack
from thirtyone.play.worth import worth_of
from thirtyone.rules.model import Ruleset


class Outlook:
    """What one more card does to a hand, exactly, for every card of the pack.

    A blind card is one of all cards not in hand, as the steady player counts; the best of the hands
    that can be kept counts. It remembers, for each hand less one card, the worth with every card.
    """

    __slots__ = ("_average", "_hands", "_pack", "_rows", "ruleset", "unseen", "worth")

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.worth = worth_of(ruleset)
        self.unseen = ruleset.deck_size - ruleset.hand_size
        """How many cards are not in a hand."""
        self._pack = pack(ruleset.deck_size)
        # Hands are keyed by the sum of their cards' bits.
        self._rows: dict[int, bytes] = {}
        self._hands: dict[int, tuple[int, int, list[bytes]]] = {}
        self._average: tuple[int, int] | None = None

    def drawing(self, hand: tuple[Card, ...]) -> tuple[int, int, list[bytes]]:
        """The order of the hand now, the sum over all unseen cards of the best that can be kept
        with one more, and for each card thrown the orders by card.
        """
        key = 0
        for card in hand:
            key += 1 << card.index
        known = self._hands.get(key)
        if known is None:
            now = self.worth.order(hand)
            rows = self._rows_of(hand)
            # Cards in hand or not in the pack come out as the hand is now; they are taken off.
            whole = sum(map(max, [now] * len(ALL_CARDS), *rows))
            known = self._hands[key] = (now, whole - now * (len(ALL_CARDS) - self.unseen), rows)
        return known

    def _rows_of(self, hand: tuple[Card, ...]) -> list[bytes]:
        bits = [1 << card.index for card in hand]
        whole = sum(bits)
        rows = []
        for place, bit in enumerate(bits):
            row = self._rows.get(whole - bit)
            if row is None:
                some = (*hand[:place], *hand[place + 1 :])
                row = self._rows[whole - bit] = self._row(some)
            rows.append(row)
        return rows

    def _row(self, some: tuple[Card, ...]) -> bytes:
        orders = bytearray(len(ALL_CARDS))
        for card in self._pack:
            if card not in some:
                orders[card.index] = self.worth.order((*some, card))
        return bytes(orders)

    def is_above_average(self, hand: tuple[Card, ...]) -> bool:
        """Is the hand at least as good as three cards by chance?"""
        if self._average is None:
            orders = list(map(self.worth.order, combinations(self._pack, len(hand))))
            self._average = sum(orders), len(orders)
        total, count = self._average
        return self.worth.order(hand) * count >= total


@lru_cache(maxsize=16)
def outlook_of(ruleset: Ruleset) -> Outlook:
    """The outlook of a ruleset, which remembers what it has worked out."""
    return Outlook(ruleset)
