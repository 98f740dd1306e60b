"""How a round ended, as the settlement wants to know it."""

from dataclasses import dataclass
from enum import StrEnum

from thirtyone.cards import Card


class RoundEnd(StrEnum):
    """Why a round is over."""

    KNOCK = "knock"
    """Somebody knocked and the last turns are done (or hands were shown at once)."""
    INSTANT = "instant"
    """Somebody showed the target in one suit, or three aces where they end the round."""
    STOCK_EMPTY = "stock-empty"
    """The stock ran out before a knock: a drawn round, or a showdown where the rules say so."""
    SHOWDOWN = "showdown"
    """Nobody called: the table could not be renewed, or the guard against endless exchanging."""
    BANK = "bank"
    """Every player of the bank form has been paid or has paid."""
    ENDLESS = "endless"
    """Draw form: the third empty stock or fifty turns each without a knock; always drawn."""


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """The end of a round; seats are those of the round."""

    end: RoundEnd
    hands: tuple[tuple[Card, ...], ...]
    """The final hand of each seat of the round."""
    knocker: int | None = None
    instant: tuple[int, ...] = ()
    """Seats that hold a hand that ends the round, where such a hand ended it."""
    drawn: bool = False
    """Nothing is settled; the cards are dealt again."""
    bank: int | None = None
    """Bank form: the seat of the bank."""
    stakes: tuple[int, ...] = ()
    """Bank form: what each seat staked; 0 for the bank and for those who stayed out."""
