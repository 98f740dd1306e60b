"""Seeded deals as places in the pack, one at a time: only the cards that a round uses are dealt."""

from collections.abc import Iterator

from thirtyone.play.seeded import CARDS_A_WORD, GOLDEN, MASK, mix, word_bits


def seeded_places(key: int, cards: int) -> Iterator[int]:
    """Places 0 … ``cards`` − 1 in the order in which :func:`~thirtyone.play.seeded.seeded_order`
    deals the cards that lie there.
    """
    left = list(range(cards))
    bits = word_bits(cards)
    rest, drop = (1 << bits) - 1, 64 - bits
    word = 0
    for dealt in range(cards):
        if dealt % CARDS_A_WORD == 0:
            key = (key + GOLDEN) & MASK
            word = mix(key) >> drop
        word *= cards - dealt
        yield left.pop(word >> bits)
        word &= rest
