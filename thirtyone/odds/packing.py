"""Counting how cards of one suit, and then of four, go to several hands at once.

A *block* is the part of a hand that lies in one suit, as a mask of ranks (bit 0 the lowest rank of
the pack). Hands that are worth no more than some limit are those whose four blocks are each worth
no more, so they can be counted suit by suit: :class:`Packings` counts the ways to take disjoint
blocks from one suit, :class:`Meeting` lets two suits, and then two and two, meet in the same hands.

A *shape* says how many hands have 1, 2, … cards; it is written as one number, a digit for each
size in base ``BASE``, the ones first.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb, factorial, prod
from operator import itemgetter, mul
from typing import Final, TypeAlias

BASE: Final = 16
"""More than any number of hands at a table."""
_SLOT: Final = 40
"""Bits for each count of a packing: thirteen cards make fewer than 2**40 of them."""
_PLACES: Final = {2: 1, 3: 7, 4: 7 * 5, 5: 7 * 5 * 4}
"""Slot of one block of a size: at most 6 pairs, 4 triples, 3 fours and 2 fives of 13 cards."""
_MOST: Final = {2: 6, 3: 4, 4: 3, 5: 2}

_QUICK: Final = 300_000
"""Entries that are worth a tuple of their own."""

_Getter: TypeAlias = Callable[[Sequence[int]], Iterable[int]]
_Level: TypeAlias = tuple[_Getter, _Getter, list[tuple[int, int]]]


def blocks_of(universe: int, sizes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Every block of a suit with its size."""
    bits = [1 << place for place in range(universe.bit_length()) if universe >> place & 1]
    for size in sizes:
        for some in combinations(bits, size):
            yield size, sum(some)


class Packings:
    """The ways to take disjoint blocks out of one suit, for each set of cards that is left of it.

    ``singles`` is the mask of cards that may be a block alone, ``allowed`` says it of larger
    blocks. A card that may not stand alone is taken to be in no allowed block.
    """

    __slots__ = ("_size", "_table", "_weights", "blocks", "singles")

    def __init__(self, singles: int, size: int, allowed: Callable[[int], bool]) -> None:
        self.singles = singles
        self._size = size
        self._weights: dict[tuple[int, int], list[int]] = {}
        blocks = {1 << place for place in range(singles.bit_length()) if singles >> place & 1}
        by_low: dict[int, dict[int, list[int]]] = {}
        for count, block in blocks_of(singles, range(2, size + 1)):
            if allowed(block):
                blocks.add(block)
                low = block & -block
                by_low.setdefault(low, {}).setdefault(count, []).append(block ^ low)
        self.blocks = frozenset({0, *blocks})
        """All blocks that are allowed, the empty one among them."""
        table = {0: 1}
        mask = 0
        while mask != singles:
            mask = (mask - singles) & singles  # the next set of these cards
            low = mask & -mask
            rest = mask ^ low
            whole = table[rest]
            for count, others in by_low.get(low, {}).items():
                whole += sum([table[rest ^ x] for x in others if x & rest == x]) << (
                    _SLOT * _PLACES[count]
                )
            table[mask] = whole
        self._table = table

    def raw(self, left: int) -> int:
        """The packings of blocks of two and more among the cards ``left``, by slot."""
        return self._table[left & self.singles]

    def weights(self, left: int, hands: int) -> list[int]:
        """By shape: the ways to give blocks of this suit to hands that want so many cards each."""
        left &= self.singles
        known = self._weights.get((left, hands))
        if known is None:
            known = self._weights[left, hands] = unpacked(
                self._table[left], left.bit_count(), self._size, hands
            )
        return known


def unpacked(table: int, cards: int, size: int, hands: int) -> list[int]:
    """The packings as a list by shape, times the orders in which hands may get their blocks.

    ``cards`` are the cards from which single ones are still to be taken.
    """
    weights = [0] * (BASE ** (size - 1) * (hands + 1))
    full = (1 << _SLOT) - 1
    for shape, code, place in _shapes(size, hands):
        ways = table >> (_SLOT * place) & full
        if ways:
            used = sum(count * n for n, count in enumerate(shape, start=2))
            ways *= prod(map(factorial, shape))
            for ones in range(min(hands - sum(shape), cards - used) + 1):
                weights[code + ones] = ways * comb(cards - used, ones) * factorial(ones)
    return weights


@lru_cache(maxsize=64)
def _shapes(size: int, hands: int) -> tuple[tuple[tuple[int, ...], int, int], ...]:
    """How many blocks of 2, 3, … a suit can hold; the code of the shape and its slot."""
    found: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]
    for count in range(2, size + 1):
        found = [
            ((*shape, n), code + n * BASE ** (count - 1), place + n * _PLACES[count])
            for shape, code, place in found
            for n in range(min(_MOST[count], hands - sum(shape)) + 1)
        ]
    return tuple(found)


class Meeting:
    """Lets two suits meet: hands of ``size`` cards, at most ``hands`` of them."""

    __slots__ = ("_edges", "_first", "_levels", "_second", "_ways", "shapes", "size")

    def __init__(self, size: int, hands: int) -> None:
        self.size = size
        self.shapes: tuple[tuple[int, ...], ...] = tuple(
            sorted(all_shapes(size, hands), key=lambda shape: (sum(shape), shape))
        )
        """How many hands have 1, 2, …, ``size`` cards of the two suits; fewest hands first."""
        # All splits in one row, those of each shape side by side: millions for many large hands.
        self._first, self._second, self._ways = array("L"), array("L"), array("Q")
        self._edges = [0]
        for shape in self.shapes:
            splits = splits_of(shape)
            self._first.extend([x for x, _ in splits])
            self._second.extend([y for _, y in splits])
            self._ways.extend(splits.values())
            self._edges.append(len(self._ways))
        self._levels: dict[int, _Level] = {}

    def fewer(self, hands: int) -> int:
        """How many of the shapes have at most so many hands."""
        return comb(hands + self.size, self.size)

    def product(self, one: Sequence[int], other: Sequence[int], hands: int) -> list[int]:
        """The ways for two suits together, in the order of ``shapes``, up to so many hands."""
        level = self._levels.get(hands)
        if level is None:
            edges = self._edges[: self.fewer(hands) + 1]
            first, second = _getter(self._first[: edges[-1]]), _getter(self._second[: edges[-1]])
            level = self._levels[hands] = first, second, list(pairwise(edges))
        first, second, ends = level
        terms = list(map(mul, self._ways, map(mul, first(one), second(other))))
        return [sum(terms[a:b]) for a, b in ends]

    def ending(self, hands: int) -> Iterator[tuple[int, int, int]]:
        """How two and two suits fill exactly so many hands: places of shapes that fit, and ways."""
        places = {shape: place for place, shape in enumerate(self.shapes)}
        for shape, rest, ways in ending_of(self.size, hands):
            yield places[shape], places[rest], ways


def ending_of(size: int, hands: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Each shape of so many hands, the shape that fills them, and for how many choices of hands."""
    for shape in all_shapes(size, hands):
        without = hands - sum(shape)
        ways = factorial(hands) // (factorial(without) * prod(map(factorial, shape)))
        yield shape, (*shape[-2::-1], without), ways


def all_shapes(size: int, hands: int) -> Iterator[tuple[int, ...]]:
    """All shapes of at most so many hands of at most so many cards."""
    if size == 0:
        yield ()
        return
    for shape in all_shapes(size - 1, hands):
        for n in range(hands - sum(shape) + 1):
            yield (*shape, n)


def splits_of(shape: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """The ways in which the cards of each hand may lie in the first and the second suit."""
    found = {(0, 0): 1}
    for size, hands in enumerate(shape, start=1):
        codes = [0] + [BASE**n for n in range(size)]
        after: dict[tuple[int, int], int] = {}
        for counts in _shares(hands, size + 1):
            ways = factorial(hands) // prod(map(factorial, counts))
            a = sum(map(mul, counts, codes))
            b = sum(map(mul, counts, reversed(codes)))
            for (x, y), known in found.items():
                key = x + a, y + b
                after[key] = after.get(key, 0) + known * ways
        found = after
    return found


def _getter(codes: "array[int]") -> _Getter:
    """Takes the entries with these codes out of a list: quickly, or with little memory."""
    if 1 < len(codes) <= _QUICK:
        return itemgetter(*codes)
    return lambda weights: map(weights.__getitem__, codes)


def _shares(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write n as a sum of so many numbers, in order."""
    if parts == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in _shares(n - first, parts - 1):
            yield (first, *rest)


@lru_cache(maxsize=32)
def meeting_of(size: int, hands: int) -> Meeting:
    """The meeting for a size, remembered: its lists take longer than the sums over them."""
    return Meeting(size, hands)


def dealings(cards: int, size: int, hands: int) -> int:
    """The ways to deal so many hands, one after the other, from so many cards."""
    return prod(comb(cards - n * size, size) for n in range(hands))
