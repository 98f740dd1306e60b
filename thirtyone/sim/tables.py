"""Every hand of a pack at once.

The *place* of a card is its :attr:`~thirtyone.cards.Card.number` counted from the lowest card of
the pack. Hands stand in the order of :func:`itertools.combinations` turned round: places
``a < b < c`` have the hand number ``a + b(b−1)/2 + c(c−1)(c−2)/6``. Sums are fast; the few hands that a
special rule touches are scored by :func:`thirtyone.hands.score_playable`, so that there is one
truth about them.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

from thirtyone.cards import Card, Rank, Suit, pack
from thirtyone.hands import is_run, score_playable
from thirtyone.rules.model import AceAcrossSuits, BankForm, Cap, Ruleset, Scoring, SuitedRun

_SUITS: Final = tuple(Suit)
_SIZES: Final = (1, 2, 3, 4)
_COURT: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)


@lru_cache(maxsize=4)
def deck_by_place(size: int) -> tuple[Card, ...]:
    """The pack with each card at its place."""
    return tuple(sorted(pack(size), key=lambda card: card.number))


def hand_number(cards: Iterable[Card], size: int) -> int:
    """Where these cards stand in the table of a pack of ``size`` cards."""
    first = 52 - size  # a pack runs from some rank up to the ace
    places = sorted([card.number - first for card in cards])
    return sum(map(comb, places, _SIZES))


@lru_cache(maxsize=64)
def score_table(ruleset: Ruleset) -> bytes:
    """The order (half points; above them for a named hand) of every hand, by hand number.

    22,100 bytes for three cards of 52. A few milliseconds; kept for the rulesets used last.
    """
    deck = deck_by_place(ruleset.deck_size)
    if isinstance(ruleset.form, BankForm):
        return bytes(_bank_totals(deck, ruleset))
    table = bytearray(_sums(deck, ruleset.form.scoring, ruleset.hand_size))
    for cards in _special(deck, ruleset.form.scoring, ruleset.hand_size):
        table[hand_number(cards, len(deck))] = score_playable(cards, ruleset).order
    return bytes(table)


def _bank_totals(deck: tuple[Card, ...], ruleset: Ruleset) -> Iterator[int]:
    """Suits do not matter here: hands alike in sum, aces, courts and tens score alike."""
    signs = [
        card.points
        + ((card.rank is Rank.ACE) << 8)
        + ((card.rank in _COURT) << 12)
        + ((card.rank is Rank.TEN) << 16)
        for card in deck
    ]
    known: dict[int, int] = {}
    for c in range(2, len(deck)):
        for b in range(1, c):
            two = signs[b] + signs[c]
            for a in range(b):
                sign = two + signs[a]
                if sign not in known:
                    known[sign] = score_playable((deck[a], deck[b], deck[c]), ruleset).order
                yield known[sign]


def _sums(deck: tuple[Card, ...], scoring: Scoring, size: int) -> Iterator[int]:
    """Twice the best sum of every hand, special hands apart.

    The sums of the four suits lie side by side in one integer, and aces that may join any suit
    are counted in a fifth place. Where one ace may, that is right of hands with one.
    """
    joining = scoring.ace_across_suits is not AceAcrossSuits.NONE
    packed = [
        1 << 32
        if joining and card.rank is Rank.ACE
        else card.points << (8 * _SUITS.index(card.suit))
        for card in deck
    ]
    most = 31 if scoring.cap is Cap.AT_31 else 63
    worth = tuple(2 * min(n, most) for n in range(64))
    for d, last in enumerate(packed if size == 4 else [0]):
        for c in range(2, d if size == 4 else len(packed)):
            outer = last + packed[c]
            for b in range(1, c):
                two = outer + packed[b]
                for one in packed[:b]:
                    x = two + one
                    best = max(x & 255, x >> 8 & 255, x >> 16 & 255, x >> 24 & 255)
                    yield worth[best + 11 * (x >> 32)]


def _special(deck: tuple[Card, ...], scoring: Scoring, size: int) -> Iterator[tuple[Card, ...]]:
    """The hands whose worth may be more than the best suit sum."""
    if size == 3:
        for rank in {card.rank for card in deck}:
            yield from combinations([card for card in deck if card.rank is rank], 3)
        if scoring.suited_run is not SuitedRun.NONE:
            for suit in Suit:
                suited = [card for card in deck if card.suit is suit]
                yield from filter(is_run, combinations(suited, 3))
    if scoring.ace_across_suits is AceAcrossSuits.ONE:
        aces = [card for card in deck if card.rank is Rank.ACE]
        others = [card for card in deck if card.rank is not Rank.ACE]
        for held in range(2, size + 1):
            for some in combinations(aces, held):
                for rest in combinations(others, size - held):
                    yield rest + some
