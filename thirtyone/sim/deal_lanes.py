"""Seeded deals of many games at once: the rule of :mod:`thirtyone.play.seeded`, lane by lane.

A deal is kept as places (or ranks among the cards left) in an array with a column for each game,
so that each step of the rule is one step for all of them.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from thirtyone.play.seeded import CARDS_A_WORD, GOLDEN, MASK, RESHUFFLE, word_bits

U8 = npt.NDArray[np.uint8]
U64 = npt.NDArray[np.uint64]

_LANES: Final = 1 << 14
"""Games that are dealt at once: their words stay in the fastest cache."""


def game_keys(seed: int, games: U64) -> U64:
    """(N,): the key of each game of a seed, any whole number."""
    return _mix(games.astype(np.uint64) + np.uint64(seed * GOLDEN & MASK))


def reshuffle_keys(keys: U64, times: U64 | int) -> U64:
    """(N,): the keys of the ``times``-th reshuffle of these games, 1 for the first."""
    return _mix(keys + np.asarray(times, np.uint64) * np.uint64(RESHUFFLE))


def dealt_places(keys: U64, cards: int, count: int) -> U8:
    """(count, N): the first ``count`` cards of games that deal ``cards`` of them, as places.

    With two packs (104 cards) place ``i`` is the ``i``-th lowest of all cards of both.
    """
    places = np.empty((count, len(keys)), np.uint8)
    for low in range(0, len(keys), _LANES):
        _deal(keys[low : low + _LANES], cards, places[:, low : low + _LANES])
    return places


def _deal(keys: U64, cards: int, out: U8) -> None:
    bits = word_bits(cards)
    drop, shift = np.uint64(64 - bits), np.uint64(bits)
    rest = np.uint64((1 << bits) - 1)
    for place, row in enumerate(out):
        if place % CARDS_A_WORD == 0:
            block = place // CARDS_A_WORD + 1
            word = _mix(keys + np.uint64(block * GOLDEN & MASK))
            word >>= drop
        word *= np.uint64(cards - place)
        np.right_shift(word, shift, out=row, casting="unsafe")
        word &= rest
    # Each row now says which of the cards left it is. Seen from the last card back, a card of the
    # rest lies one place higher if it is not below the one that was dealt before it.
    scratch = np.empty(out.shape, bool)
    for place in range(len(out) - 2, -1, -1):
        later, above = out[place + 1 :], scratch[place + 1 :]
        np.greater_equal(later, out[place], out=above)
        later += above.view(np.uint8)


def _mix(words: U64) -> U64:
    """The finisher of splitmix64."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
