"""The yardstick of the simulator: scalar C for one ruleset, compiled here and now.

``limit.c`` plays the Norwegian base rules and nothing else, with the same deals and the same
player, as fast as one core goes without vector instructions. It needs a C compiler and a processor
with the BMI2 instructions of x86-64; elsewhere :func:`load_yardstick` says why there is none.
"""

import ctypes
import platform
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from thirtyone.rules import load_ruleset
from thirtyone.sim.hand_arrays import hand_arrays

SOURCE = Path(__file__).with_name("limit.c")
COMPILERS = ("cc", "gcc", "clang")


class CProgram:
    """``limit.c`` with the tables of the Norwegian base rules."""

    def __init__(self, library):
        self._library = library
        library.init()
        arrays = hand_arrays(load_ruleset("no-trettien"))
        rows = arrays.moves.reshape(arrays.count, arrays.stride)
        self._next = np.ascontiguousarray(rows[:, :52])
        self._take = np.ascontiguousarray(arrays.take)
        # The C program asks for the score above the sum of cards; it knows a 31 by its score.
        self._scores = arrays.orders.astype(np.uint16) << 8 | arrays.sums

    def rounds(self, seed, first, count, players, points=25):
        """Lives lost (count, players), kind (0 knock, 1 instant, 2 stock out) and turns."""
        loss = np.zeros((count, players), np.uint8)
        kind, turns = np.zeros(count, np.uint8), np.zeros(count, np.uint16)
        least = np.full(players, 2 * points, np.uint8)
        self._library.rounds_t16(
            ctypes.c_uint64(seed),
            ctypes.c_uint64(first),
            ctypes.c_long(count),
            players,
            *map(_address, (least, self._next, self._take, self._scores, loss, kind, turns)),
        )
        return loss, kind, turns

    def matches(self, seed, first, count, players=4, lives=3, points=25):
        """The seat that wins each match, and how many rounds it had."""
        winner, rounds = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
        least = np.full(players, 2 * points, np.uint8)
        self._library.matches_t16(
            ctypes.c_uint64(seed),
            ctypes.c_uint64(first),
            ctypes.c_long(count),
            players,
            lives,
            *map(_address, (least, self._next, self._take, self._scores, winner, rounds)),
        )
        return winner, rounds


def _address(array):
    return array.ctypes.data_as(ctypes.c_void_p)


@cache
def load_yardstick():
    """The C program and "", or None and why it cannot be had on this machine."""
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return None, f"limit.c is for x86-64, this is {platform.machine()}"
    if "bmi2" not in _flags():
        return None, "this processor has no BMI2 instructions, or does not say so"
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        return None, f"no C compiler: none of {', '.join(COMPILERS)} was found"
    # Once loaded the library needs its file no more.
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "limit.so"
        options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library)]
        made = subprocess.run(
            [compiler, *options, str(SOURCE)], capture_output=True, text=True, check=False
        )
        if made.returncode:
            return None, f"{compiler} refused limit.c: {made.stderr.strip().splitlines()[:1]}"
        return CProgram(ctypes.CDLL(str(library))), ""


def _flags():
    """What the processor can do, where the system tells."""
    try:
        return Path("/proc/cpuinfo").read_text().split()
    except OSError:
        return []
