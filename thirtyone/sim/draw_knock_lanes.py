"""When the players of the draw form knock, for many lanes at once."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from thirtyone.policies import KnocksAt
from thirtyone.sim.draw_rules import DrawRules
from thirtyone.sim.hand_arrays import HandArrays

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
Bools = npt.NDArray[np.bool_]

_NEVER: Final = 0xFFFF
"""Above every mark."""


class DrawKnocks:
    """The knock rows of some policies, as thresholds wherever they are nothing else.

    A mark is 256 × code of the hand + something below 256, see :attr:`.HandArrays.marks`.
    """

    def __init__(self, rules: DrawRules, arrays: HandArrays, policies: Sequence[KnocksAt]) -> None:
        rows = [rules.code_rows(policy) for policy in policies]
        laps = max(map(len, rows))
        codes = np.unique(arrays.codes)
        self._tables: list[Bools] = []
        """By own turn: (policies × 256,) by code."""
        self._least: list[U16 | None] = []
        """By own turn: (policies,) the least mark to knock with, if that tells all."""
        for lap in range(laps):
            table = np.array([
                np.frombuffer(row[min(lap, len(row) - 1)], np.uint8) for row in rows
            ]).astype(bool)  # fmt: skip
            self._tables.append(table.reshape(-1))
            some = table[:, codes]  # only codes that occur
            if (some[:, :-1] <= some[:, 1:]).all():
                first = codes[some.argmax(1)].astype(np.uint16) << np.uint16(8)
                self._least.append(np.where(some.any(1), first, np.uint16(_NEVER)))
            else:
                self._least.append(None)
        self._alone = len(policies) == 1

    def of(self, lap: int, seat: int, mark: U16, seats: U8 | None) -> Bools | None:
        """(L,): which players want to knock with these hands on this own turn, whether or not
        somebody has knocked; None if nobody ever does.

        Without ``seats``, (n, L) as in :func:`.lockstep.play_many`, policy p sits at position p.
        """
        lap = min(lap, len(self._tables) - 1)
        least, table = self._least[lap], self._tables[lap]
        wants: Bools
        if seats is None or self._alone:
            who = seat if seats is None else 0
            if least is None:
                return table[256 * who :].take(mark >> np.uint16(8))
            if least[who] == _NEVER:
                return None
            wants = mark >= least[who]
        elif least is not None:
            wants = mark >= least.take(seats[seat])
        else:
            codes = mark >> np.uint16(8)
            wants = table.take((seats[seat].astype(np.uint16) << np.uint16(8)) | codes)
        return wants
