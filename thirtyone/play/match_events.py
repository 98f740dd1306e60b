"""What happens between the rounds of a match, one frozen record a fact.

Seats are the players' places at the table, counted from 0 clockwise over the whole match.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from thirtyone.play.settlement import Settlement


class MatchEnd(StrEnum):
    """Why a match is over."""

    LAST_ONE_IN = "last-one-in"
    """Everybody else is out."""
    SHARED = "shared"
    """The last players went out together and share the win."""
    TARGET = "target"
    """Somebody has the points that win."""
    DEALS = "deals"
    """The number of deals that was agreed is played."""
    ENDLESS = "endless"
    """Nothing changed for many rounds, or the match went on for too long: nobody wins."""


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """A round has been counted; seat ``seats[i]`` held the hand ``i`` of the settlement."""

    settlement: Settlement
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PaidShort:
    """Bank form: what a player really got or paid, where that is not what the rule says.

    Somebody had too few tokens left.
    """

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class LastChanceTaken:
    """A player without lives plays on."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """A player has left the match."""

    seat: int


@dataclass(frozen=True, slots=True)
class DeciderCalled:
    """The last players went out together and play on with one life each."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PotTaken:
    """The winners take so much each out of the pot at the end of the match."""

    seats: tuple[int, ...]
    share: int


@dataclass(frozen=True, slots=True)
class BankMoved:
    """Another player holds the bank."""

    seat: int


@dataclass(frozen=True, slots=True)
class NextDealer:
    """Who deals the next round."""

    seat: int


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is over; nobody has won one that was broken off."""

    end: MatchEnd
    winners: tuple[int, ...]


MatchEvent: TypeAlias = (
    RoundSettled
    | PaidShort
    | LastChanceTaken
    | WentOut
    | DeciderCalled
    | PotTaken
    | BankMoved
    | NextDealer
    | MatchOver
)
