"""How a simulated round ended, in plain numbers, before anything is settled."""

from typing import Final as Constant
from typing import NamedTuple

from thirtyone.play.outcome import RoundEnd

ENDS: Constant = tuple(RoundEnd)
"""The ways to end a round, in the order of their numbers in :attr:`Final.end`."""


class Final(NamedTuple):
    """The end of one round. Positions are in order of play: 0 acts first, the last one deals."""

    hands: tuple[int, ...]
    """By position: the hand number; in the bank form the order of the hand, 0 above 31."""
    end: int
    """Place in :data:`ENDS`."""
    knocker: int
    """The position that knocked, −1 for none."""
    turns: int
    """Turns that were taken, as the readable engine counts them."""
    stakes: tuple[int, ...] = ()
    """Bank form, by position: tokens staked, 0 for the bank and for those who stayed out."""
