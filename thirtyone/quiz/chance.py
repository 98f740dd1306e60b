"""Choices by chance that come out the same on every machine and in every version of Python.

Only the sequence of ``random()`` is promised to stay; ``choice`` and ``shuffle`` are not.
"""

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

_T = TypeVar("_T")


class Chance:
    """A source of choices, begun from a text: the same text, the same choices."""

    __slots__ = ("_random",)

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        """A whole number from 0 up to, not including, ``n``."""
        return int(self._random() * n)

    def happens(self, share: float) -> bool:
        """True so often out of 1."""
        return self._random() < share

    def pick(self, things: Sequence[_T]) -> _T:
        """One of them."""
        return things[self.below(len(things))]

    def weighted(self, things: Sequence[_T], weights: Sequence[float]) -> _T:
        """One of them, each as often as its weight says."""
        left = self._random() * sum(weights)
        for thing, weight in zip(things, weights, strict=True):
            left -= weight
            if left < 0:
                return thing
        return things[-1]

    def some(self, things: Iterable[_T], n: int) -> list[_T]:
        """So many different ones, in the order in which they came up; fewer if there are fewer."""
        pool = list(things)
        n = min(n, len(pool))
        for place in range(n):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:n]

    def shuffled(self, things: Iterable[_T]) -> list[_T]:
        """All of them in an order by chance."""
        pool = list(things)
        return self.some(pool, len(pool))
