"""What happened in a round, one frozen record a fact, in the order in which it happened.

Events are for everybody who may see the whole round: a log, a replay, a lesson. What one seat may
know of them is decided by :func:`thirtyone.play.view.seen_event`. Seats are those of the round.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from thirtyone.cards import Card
from thirtyone.play.actions import Seat
from thirtyone.play.outcome import RoundEnd


@dataclass(frozen=True, slots=True)
class Dealt:
    """The dealer gave each player ``count`` cards, face down."""

    name: ClassVar[str] = "dealt"
    seat: Seat
    """The dealer."""
    count: int


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The card that started the discard pile."""

    name: ClassVar[str] = "turned-up"
    card: Card


# ------------------------------------------------------------------------------ the draw form


@dataclass(frozen=True, slots=True)
class Drew:
    """A card from the stock; only the player sees it."""

    name: ClassVar[str] = "drew"
    seat: Seat
    card: Card | None
    """None for those who may not see it."""


@dataclass(frozen=True, slots=True)
class Took:
    """The top card of the discard pile."""

    name: ClassVar[str] = "took"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Threw:
    """A card thrown open on the discard pile; the turn is over."""

    name: ClassVar[str] = "threw"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Kept:
    """A player stood pat on the last turn."""

    name: ClassVar[str] = "kept"
    seat: Seat


class KnockKind(StrEnum):
    """How somebody knocked."""

    KNOCK = "knock"
    HAMMER = "hammer"
    """On the very first turn of the round; the exchange form has no word for it."""
    THROW_DOWN = "throw-down"
    """By turning over a hand unseen; it lies open from then on."""


@dataclass(frozen=True, slots=True)
class Knocked:
    """Somebody knocked; ``last_turns`` seats have a turn left (0: hands are shown at once)."""

    name: ClassVar[str] = "knocked"
    seat: Seat
    kind: KnockKind
    last_turns: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards under the top one became the new stock."""

    name: ClassVar[str] = "reshuffled"
    count: int


@dataclass(frozen=True, slots=True)
class StockEmpty:
    """The last card of the stock was drawn, and the turn that drew it is over."""

    name: ClassVar[str] = "stock-empty"


# -------------------------------------------------------------------------- the exchange form


@dataclass(frozen=True, slots=True)
class TableLaid:
    """Three open cards for the first time."""

    name: ClassVar[str] = "table-laid"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealerKept:
    """The dealer plays the hand that was dealt."""

    name: ClassVar[str] = "dealer-kept"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """The dealer opened the dealt hand as the table and plays three other cards."""

    name: ClassVar[str] = "dealer-changed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Announced:
    """Somebody was dealt a hand that ends the round; the others may first swap once each."""

    name: ClassVar[str] = "announced"
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Swapped:
    """Cards of the hand for open ones; everybody saw both."""

    name: ClassVar[str] = "swapped"
    seat: Seat
    given: tuple[Card, ...]
    taken: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A player left hand and table alone."""

    name: ClassVar[str] = "passed"
    seat: Seat


class RenewalReason(StrEnum):
    """Why the table was replaced."""

    ALL_PASSED = "all-passed"
    SEVEN_EIGHT_NINE = "seven-eight-nine"


@dataclass(frozen=True, slots=True)
class TableRenewed:
    """Three new open cards; the old ones are laid aside."""

    name: ClassVar[str] = "table-renewed"
    reason: RenewalReason
    cards: tuple[Card, ...]


# ------------------------------------------------------------------------------ the bank form


@dataclass(frozen=True, slots=True)
class BankOpened:
    """The first card of the bank, face up."""

    name: ClassVar[str] = "bank-opened"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Staked:
    """Tokens put on the first card."""

    name: ClassVar[str] = "staked"
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Folded:
    """A player stays out of this deal."""

    name: ClassVar[str] = "folded"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Got:
    """Open cards given to a player, or turned and drawn by the bank."""

    name: ClassVar[str] = "got"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Stood:
    """A player stops."""

    name: ClassVar[str] = "stood"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Bust:
    """A hand went above 31."""

    name: ClassVar[str] = "bust"
    seat: Seat


# --------------------------------------------------------------------------------- how it ended


@dataclass(frozen=True, slots=True)
class Showed:
    """A player shows a hand that ends the round: the target in one suit, or three aces."""

    name: ClassVar[str] = "showed"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand laid open when the round is over."""

    name: ClassVar[str] = "hand-shown"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over; ``drawn`` rounds are dealt again and cost nothing."""

    name: ClassVar[str] = "round-ended"
    end: RoundEnd
    drawn: bool


Event: TypeAlias = (
    Dealt
    | TurnedUp
    | Drew
    | Took
    | Threw
    | Kept
    | Knocked
    | Reshuffled
    | StockEmpty
    | TableLaid
    | DealerKept
    | DealerChanged
    | Announced
    | Swapped
    | Passed
    | TableRenewed
    | BankOpened
    | Staked
    | Folded
    | Got
    | Stood
    | Bust
    | Showed
    | HandShown
    | RoundEnded
)
