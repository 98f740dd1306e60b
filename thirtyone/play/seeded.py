"""Deals as a pure function of a seed and the number of the game.

Simulations, studies and tests deal so: the same two numbers give the same cards on every machine
and in every version of Python, and the fast engines deal card for card what the readable one does.
Card ``i`` is the ``j``-th lowest of the cards left, by :attr:`~thirtyone.cards.Card.number`; ``j``
comes from a 64-bit word of splitmix64, of which five cards are taken.

>>> from thirtyone.cards import pack
>>> " ".join(map(str, seeded_order(game_key(31, 0), pack(52))[:5]))
'8S 2S TD 8C 5C'
"""

from collections.abc import Sequence
from typing import Final

from thirtyone.cards import Card

MASK: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
"""2⁶⁴ divided by the golden ratio: the step of splitmix64 (Steele, Lea and Flood 2014)."""
RESHUFFLE: Final = 0xD1B54A32D192ED03
"""What the key of a game is moved by for each reshuffle."""
CARDS_A_WORD: Final = 5


def mix(word: int) -> int:
    """The finisher of splitmix64: 64 well-stirred bits of 64 others."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def game_key(seed: int, game: int) -> int:
    """The 64-bit key from which all cards of one game follow."""
    return mix((seed * GOLDEN + game) & MASK)


def reshuffle_key(key: int, times: int) -> int:
    """The key of the ``times``-th shuffle during a game; the deal itself is number 0."""
    return mix((key + times * RESHUFFLE) & MASK) if times else key


def word_bits(cards: int) -> int:
    """How many bits of a word say which card comes next: fewer with two packs, so that the
    product with the number of cards left still fits into 64 bits.
    """
    return 58 if cards <= 64 else 57


def seeded_order(key: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """These cards in the order in which the key deals them."""
    left = sorted(cards, key=lambda card: card.number)
    bits = word_bits(len(left))
    rest = (1 << bits) - 1
    order: list[Card] = []
    word = 0
    for place in range(len(left)):
        if place % CARDS_A_WORD == 0:
            block = place // CARDS_A_WORD + 1
            word = mix((key + block * GOLDEN) & MASK) >> (64 - bits)
        word *= len(left)
        order.append(left.pop(word >> bits))
        word &= rest
    return tuple(order)
