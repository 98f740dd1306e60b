"""Counting many rounds at once: each outcome becomes one number, and the numbers are counted."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from thirtyone.sim.finals import ENDS
from thirtyone.sim.settling_lanes import Outcomes
from thirtyone.sim.tally import Joint, Kind, Tally

_BITS = 16
"""Failed, shown, knocked and idle."""
_DENSE = 1 << 18
"""Up to so many different numbers are counted in an array, more by sorting."""


class Coded(NamedTuple):
    """Outcomes as numbers: flags + 16·(end + 6·(first amount + radix·(second amount + …)))."""

    codes: npt.NDArray[np.int64]
    """(N,)"""
    turns: npt.NDArray[np.uint16]
    lowest: tuple[int, ...]
    """By position: the amount that has the digit 0."""
    radix: tuple[int, ...]

    @property
    def size(self) -> int:
        """All codes are smaller than this."""
        return _BITS * len(ENDS) * prod(self.radix)

    def kind(self, code: int) -> Kind:
        """The class of outcomes that a number stands for."""
        code, bits = divmod(code, _BITS)
        code, end = divmod(code, len(ENDS))
        amounts = []
        for low, radix in zip(self.lowest, self.radix, strict=True):
            code, digit = divmod(code, radix)
            amounts.append(low + digit)
        flags = bool(bits & 1), bool(bits & 2), bool(bits & 4), bool(bits & 8)
        return Kind(tuple(amounts), end, *flags)


def coded(outcomes: Outcomes) -> Coded:
    """One number for each outcome."""
    amounts = outcomes.amounts
    if not amounts.shape[1]:
        none = np.zeros(0, np.int64)
        return Coded(none, outcomes.turns, (0,) * len(amounts), (1,) * len(amounts))
    lowest = tuple(int(row.min()) for row in amounts)
    radix = tuple(int(row.max()) - low + 1 for row, low in zip(amounts, lowest, strict=True))
    size = _BITS * len(ENDS) * prod(radix)
    kind = np.int32 if size < 1 << 31 else np.int64
    code: npt.NDArray[Any] = np.zeros(amounts.shape[1], kind)
    for row, low, base in zip(amounts[::-1], lowest[::-1], radix[::-1], strict=True):
        code *= base
        code += row
        code -= low
    code *= len(ENDS)
    code += outcomes.end
    code *= _BITS
    bits = outcomes.failed.view(np.uint8) + 2 * outcomes.shown.view(np.uint8)
    bits += 4 * outcomes.knocked.view(np.uint8) + 8 * outcomes.idle.view(np.uint8)
    code += bits
    return Coded(code.astype(np.int64, copy=False), outcomes.turns, lowest, radix)


def part_of(outcomes: Coded, start: int, stop: int) -> Coded:
    """Some of the lanes."""
    return outcomes._replace(codes=outcomes.codes[start:stop], turns=outcomes.turns[start:stop])


def tally_of(outcomes: Coded) -> Tally:
    """How often each class came."""
    found, times = _counted(outcomes.codes, outcomes.size)
    kinds = {
        outcomes.kind(code): count
        for code, count in zip(found.tolist(), times.tolist(), strict=True)
    }
    return Tally(len(outcomes.radix), kinds, _histogram(outcomes.turns.astype(np.int64)))


def joint_of(first: Coded, this: Coded) -> Joint:
    """How often each pair of classes came; lane by lane the same games."""
    codes_a, place_a = _dense(first)
    codes_b, place_b = _dense(this)
    pairs, times = _counted(place_a * len(codes_b) + place_b, len(codes_a) * len(codes_b))
    kinds_a = [first.kind(code) for code in codes_a.tolist()]
    kinds_b = [this.kind(code) for code in codes_b.tolist()]
    apart = this.turns.astype(np.int64) - first.turns.astype(np.int64)
    return Joint(
        {
            (kinds_a[pair // len(codes_b)], kinds_b[pair % len(codes_b)]): count
            for pair, count in zip(pairs.tolist(), times.tolist(), strict=True)
        },
        _histogram(apart),
    )


def _dense(outcomes: Coded) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The different codes, and for each lane the place of its code among them."""
    codes = outcomes.codes
    if outcomes.size <= _DENSE:
        found = np.flatnonzero(np.bincount(codes, minlength=1))
        place = np.zeros(outcomes.size, np.int64)
        place[found] = np.arange(len(found))
        return found, place[codes]
    found, place = np.unique(codes, return_inverse=True)
    return found, place.reshape(-1)


def _counted(
    codes: npt.NDArray[np.int64], size: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The different codes in order, and how often each came."""
    if size <= _DENSE:
        counts = np.bincount(codes, minlength=1)
        found = np.flatnonzero(counts)
        return found, counts[found]
    return np.unique(codes, return_counts=True)


def _histogram(values: npt.NDArray[np.int64]) -> dict[int, int]:
    if not len(values):
        return {}
    low = int(values.min())
    counts = np.bincount(values - low)
    return {int(at) + low: int(counts[at]) for at in np.flatnonzero(counts)}
