"""The chance to be lowest, or tied for lowest, when the cards have been dealt."""

from collections.abc import Iterable

from thirtyone.odds.bar import bar_of
from thirtyone.odds.known import Known, bank_of
from thirtyone.odds.others import Others
from thirtyone.sim.result import Estimate

USUAL: range = range(2, 8)
"""Numbers of players that are asked for if none is named."""


def lowest(
    known: Known, players: Iterable[int] = USUAL, *, ties: bool = False
) -> dict[int, Estimate]:
    """By number of players: the chance that nobody else has been dealt a worse hand.

    The others' hands are any of the unseen cards. Equal orders tie; with ``ties`` the ruleset's own
    tie-break decides them first. Numbers for which there are not enough cards are left out; in the
    bank form, where nobody is lowest, all are.
    """
    if bank_of(known.ruleset) is not None:
        return {}
    size = known.ruleset.hand_size
    asked = [n for n in players if (n - 1) * size <= len(known.unseen)]
    if not asked:
        return {}
    bar = bar_of(known.hand, known.ruleset, equal_too=False, ties=ties)
    others = Others(bar, known.unseen, size, max(asked) - 1)
    return {n: others.none_below(n - 1) for n in asked}
