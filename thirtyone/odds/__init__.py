"""Exact chances: where a hand stands, what the next card brings, who is lowest, and whether to knock.

Cards that are known (the own hand, open cards, cards seen) are taken out; the unseen ones are all
alike. What is not exact says so: an :class:`~thirtyone.sim.result.Estimate` with an ``n``
of its own rests on that many samples and has a 95 % interval.

>>> from thirtyone.cards import Card
>>> from thirtyone.rules import load_ruleset
>>> hand = [Card("KH"), Card("9H"), Card("AS")]
>>> known = known_cards(hand, load_ruleset("no-trettien"), up=[Card("QH")])
>>> round(drawing(known).best.mean, 2), taking(known).throw, taking(known).order
(20.56, Card('AS'), 58)
>>> {n: round(chance.mean, 3) for n, chance in lowest(known, [2, 4]).items()}
{2: 0.133, 4: 0.002}
"""

from thirtyone.odds.bank import BankEnd, FurtherCard, bank_end, further_card
from thirtyone.odds.knock import knock_fails
from thirtyone.odds.known import Known, known_cards
from thirtyone.odds.lowest import lowest
from thirtyone.odds.next_card import Drawing, Taking, drawing, taking
from thirtyone.odds.rank import (
    Standing,
    distribution,
    distribution_among,
    standing,
    standing_among,
)
from thirtyone.odds.spread import Spread, order_label
from thirtyone.odds.swaps import SwapValue, swaps

__all__ = [
    "BankEnd",
    "Drawing",
    "FurtherCard",
    "Known",
    "Spread",
    "Standing",
    "SwapValue",
    "Taking",
    "bank_end",
    "distribution",
    "distribution_among",
    "drawing",
    "further_card",
    "knock_fails",
    "known_cards",
    "lowest",
    "order_label",
    "standing",
    "standing_among",
    "swaps",
    "taking",
]
