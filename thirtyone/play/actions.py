"""What a player may do, in the three forms of the game, and why something may not be done.

An action is data: it names no seat, because a round knows whose turn it is. Whether it may be done
now is asked of :func:`thirtyone.play.round.check_action` and nowhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NewType, TypeAlias

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError

Seat = NewType("Seat", int)
"""A place at the table of one round, counted from 0 clockwise among those who play it."""


# ------------------------------------------------------------------------------ the draw form


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the discard pile."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw one of the cards in hand after drawing or taking; the turn ends."""

    card: Card


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the hand: on a last turn stand pat, as dealer of an exchange game keep what was dealt."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Knock instead of a turn: the others have one more turn each."""


@dataclass(frozen=True, slots=True)
class ThrowDown:
    """Turn the hand over unseen before anyone has drawn; it counts as a knock."""


# -------------------------------------------------------------------------- the exchange form


@dataclass(frozen=True, slots=True)
class Swap:
    """Give cards of the hand for as many open ones on the table.

    Which card is given for which does not matter, so both sides stand in the order of the pack.
    """

    given: tuple[Card, ...]
    taken: tuple[Card, ...]

    def __post_init__(self) -> None:
        for name in ("given", "taken"):
            cards = getattr(self, name)
            if len(cards) > 1:
                ordered = tuple(sorted(cards, key=lambda card: card.index))
                object.__setattr__(self, name, ordered)


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave hand and table as they are."""


@dataclass(frozen=True, slots=True)
class Renew:
    """Have a table of seven, eight and nine replaced; the turn itself is still to come."""


@dataclass(frozen=True, slots=True)
class Change:
    """As dealer, lay the dealt hand on the table and play with three other cards."""


# ------------------------------------------------------------------------------ the bank form


@dataclass(frozen=True, slots=True)
class Stake:
    """Stake so many tokens on the first card."""

    amount: int


@dataclass(frozen=True, slots=True)
class Fold:
    """Stay out of this deal."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Ask for one more card."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Stop with the cards in hand."""


Action: TypeAlias = (
    Draw
    | Take
    | Throw
    | Keep
    | Knock
    | ThrowDown
    | Swap
    | Pass
    | Renew
    | Change
    | Stake
    | Fold
    | Hit
    | Stand
)


DRAW: Final = Draw()
TAKE: Final = Take()
KEEP: Final = Keep()
KNOCK: Final = Knock()
THROW_DOWN: Final = ThrowDown()
PASS: Final = Pass()
RENEW: Final = Renew()
CHANGE: Final = Change()
FOLD: Final = Fold()
HIT: Final = Hit()
STAND: Final = Stand()


# -------------------------------------------------------------------------------- what is refused


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action may not be done now: the key of a sentence and what it speaks of."""

    reason: str
    details: Mapping[str, object] = field(default_factory=dict)


class IllegalActionError(ThirtyOneError):
    """An action that the rules refuse; nothing has changed."""
