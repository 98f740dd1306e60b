"""Every swap with the open cards of the exchange form, the best first."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from thirtyone.cards import Card
from thirtyone.odds.known import Known
from thirtyone.play.worth import worth_of
from thirtyone.rules.model import ExchangeForm, Ruleset, Swaps

SIZES: Final = {Swaps.ONE: (1,), Swaps.ONE_OR_THREE: (1, 3), Swaps.ANY: (1, 2, 3)}
"""How many cards may be swapped at once."""


class SwapValue(NamedTuple):
    """One swap and the hand it makes."""

    given: tuple[Card, ...]
    taken: tuple[Card, ...]
    hand: tuple[Card, ...]
    order: int


def swap_sizes(ruleset: Ruleset) -> tuple[int, ...]:
    """How many cards may be swapped at once under the ruleset."""
    form = ruleset.form
    assert isinstance(form, ExchangeForm)
    return SIZES[form.turn.swaps]


def swaps(known: Known) -> tuple[SwapValue, ...]:
    """All swaps, the best hand first by the ruleset's own tie-break; none without a known table.

    Of equal hands the one with fewer cards swapped stands first, then the one that takes and gives
    lower cards: as simulated players choose.
    """
    worth = worth_of(known.ruleset)
    found = [
        SwapValue(given, taken, hand, worth.order(hand))
        for size in (swap_sizes(known.ruleset) if known.up else ())
        for given in combinations(known.hand, size)
        for taken in combinations(known.up, size)
        for hand in [(*[card for card in known.hand if card not in given], *taken)]
    ]
    found.sort(key=lambda swap: (len(swap.given), _numbers(swap.taken), _numbers(swap.given)))
    return tuple(sorted(found, key=lambda swap: worth.strength(swap.hand), reverse=True))


def _numbers(cards: Sequence[Card]) -> list[int]:
    return sorted(card.number for card in cards)
