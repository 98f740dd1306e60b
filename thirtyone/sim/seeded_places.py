"""Seeded deals as places in the pack, one at a time: only the cards that a round uses are dealt."""

from collections.abc import Iterable, Iterator
from functools import cache
from math import prod

from thirtyone.play.seeded import CARDS_A_WORD, GOLDEN, MASK, word_bits


def seeded_places(key: int, ascending: Iterable[int]) -> Iterator[int]:
    """These places in the order in which :func:`~thirtyone.play.seeded.seeded_order` deals the
    cards that lie there.

    The five cards of a word are the digits of one number, in the mixed base of the cards left.
    """
    left = list(ascending)
    pop = left.pop
    bits, words = _words(len(left))
    drop = 64 - bits
    for base, weights in words:
        key = (key + GOLDEN) & MASK
        # The finisher of splitmix64, written out: a call for every word would take as long.
        word = ((key ^ (key >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
        digits = ((word ^ (word >> 31)) >> drop) * base >> bits
        for weight in weights:
            yield pop(digits // weight)
            digits %= weight


@cache
def _words(count: int) -> tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]:
    """The bits of a word that count, and for each word of a deal of so many cards: the numbers of
    cards left multiplied together, and what a step of each card counts in the product.
    """
    groups = [
        range(most, max(most - CARDS_A_WORD, 0), -1) for most in range(count, 0, -CARDS_A_WORD)
    ]
    words = tuple(
        (prod(left), tuple(prod(left[card + 1 :]) for card in range(len(left)))) for left in groups
    )
    return word_bits(count), words
