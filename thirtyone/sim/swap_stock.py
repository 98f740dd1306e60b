"""The stock of the exchange form in many rounds at once, and the cards laid aside."""

from typing import Final

import numpy as np

from thirtyone.sim.deal_lanes import dealt_places, reshuffle_keys
from thirtyone.sim.lockstep import U8, U64, Bools, Ints

OPEN: Final = 3
"""Cards of a table, as of a hand."""


class SwapStock:
    """The cards that do not lie open or in a hand, in every lane."""

    def __init__(
        self, keys: U64, places: U8, first: int, *, aside: int = 0, complete: bool
    ) -> None:
        self.keys = keys
        self.places = places
        """(rows, N): from row ``first`` on the cards laid aside, then the stock."""
        self.first = first
        self.used = np.full(len(keys), first + aside, np.intp)
        """(N,): the row of the next card. A table that is replaced lies where the new one lay."""
        self.complete = complete
        """Are there no cards beside those rows?"""
        self.reused = np.zeros(len(keys), np.uint64)
        self.dry = np.zeros(len(keys), bool)
        """(N,): lanes that would need more rows."""

    def has_table(self, ids: Ints) -> Bools:
        """Whether the stock of these lanes has three cards."""
        enough: Bools = self.used.take(ids) + OPEN <= len(self.places)
        if not self.complete:
            self.dry[ids[~enough]] = True
        return enough

    def change(self, ids: Ints, table: tuple[U8, U8, U8]) -> U8:
        """(3, N): the next cards of these lanes, for those of a table."""
        rows = self.used.take(ids) + np.arange(OPEN)[:, None]
        following: U8 = self.places[rows, ids]
        self.places[rows, ids] = table
        self.used[ids] += OPEN
        return following

    def shuffle_again(self, ids: Ints) -> None:
        """Where the stock has no three cards left, those laid aside come after its rest."""
        if not self.complete:
            return  # such a lane is played again with all cards
        first, lacking = self.first, ids[~self.has_table(ids)]
        for used in np.unique(self.used.take(lacking)).tolist():
            some = lacking[self.used.take(lacking) == used]
            self.reused[some] += np.uint64(1)
            keys = reshuffle_keys(self.keys.take(some), self.reused.take(some))
            order = dealt_places(keys, used - first, used - first)
            aside = np.sort(self.places[first:used, some], axis=0)
            aside = np.take_along_axis(aside, order.astype(np.intp), axis=0)
            self.places[first:, some] = np.vstack([self.places[used:, some], aside])
            self.used[some] = first
