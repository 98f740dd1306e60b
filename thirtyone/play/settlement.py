"""The result of one round as data: what everybody loses or wins, and the rule behind it."""

from dataclasses import dataclass
from enum import StrEnum

from thirtyone.hands import HandScore
from thirtyone.play.outcome import RoundEnd


class Unit(StrEnum):
    """What is lost or won."""

    LIFE = "life"
    MARK = "mark"
    POINT = "point"
    POT = "pot"
    TOKEN = "token"  # noqa: S105  # a thing on the table, not a password


@dataclass(frozen=True, slots=True)
class Change:
    """What one player loses (negative) or wins (positive), and the path of the rule behind it.

    The amount is what the rule takes: two lives even from somebody who has one left.
    """

    seat: int
    amount: int
    unit: Unit
    because: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of one round. Seats count the hands in the order in which they were given."""

    end: RoundEnd
    scores: tuple[HandScore, ...]
    changes: tuple[Change, ...]
    lives_before: tuple[int, ...]
    lives: tuple[int, ...]
    """Lives afterwards, never below 0. Where no lives are played for, as many as before."""
    out: tuple[int, ...]
    """Whom this round puts out of the match."""
    winners: tuple[int, ...] | None
    """Who wins the match by this round; None while it goes on."""
    knocker: int | None
    instant: tuple[int, ...]
    """Whose hands ended the round: these pay nothing where all others pay."""
    drawn: bool
    """Nobody wins or loses anything, and the cards are dealt again."""
    pot: int
    """What lies in the pot afterwards, where there is one."""
    bank: int | None = None
    """Who held the bank, in the bank form."""
    lent: bool = False
    """A deciding round: the lives were lent for it, so none of them goes into a pot."""
