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
            # Whatever else a player's function gives is refused when it is asked for.
            if isinstance(cards, tuple | list) and are_cards(tuple(cards)):
                ordered = tuple(sorted(cards, key=lambda card: card.index))
                object.__setattr__(self, name, ordered)


def are_cards(things: object) -> bool:
    """Are these cards in a tuple? A player's own function may put anything into an action."""
    return isinstance(things, tuple) and all(isinstance(thing, Card) for thing in things)


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


# ---------------------------------------------------------------------------- how they are written

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


PLAIN: Final[tuple[tuple[Action, str, str], ...]] = (
    (DRAW, "draw", "d"),
    (TAKE, "take", "t"),
    (KEEP, "keep", "k"),
    (KNOCK, "knock", "n"),
    (THROW_DOWN, "throw-down", "o"),
    (PASS, "pass", "p"),
    (RENEW, "renew", "r"),
    (CHANGE, "change", "c"),
    (FOLD, "fold", "f"),
    (HIT, "hit", "h"),
    (STAND, "stand", "e"),
)
"""The actions that name no card, with the word and the letter of transcripts."""


# -------------------------------------------------------------------------------- what is refused


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action may not be done now: the key of a sentence and what it speaks of."""

    reason: str
    details: Mapping[str, object] = field(default_factory=dict)


class IllegalActionError(ThirtyOneError):
    """An action that the rules refuse; nothing has changed."""
