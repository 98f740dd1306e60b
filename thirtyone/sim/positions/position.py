"""A position in the middle of a round, as one of its players sees it, whose turn it is now.

It says nothing about the rules, so the same position can be asked about under several rulesets.
What is not known is left open: a card of another player that nobody has seen is any of the unseen
cards, all equally likely.

>>> from thirtyone.rules import load_ruleset
>>> mine = tuple(map(Card, "KC TC 4D".split()))
>>> position = Position(hands=(mine, (), ()), standing=(2, 3, 3), open=(Card("3S"),))
>>> rules = load_ruleset("no-trettien")
>>> check_position(rules, position)
>>> len(unseen(rules, position)), usual_stock(rules, position), position.turns
(48, 42, 0)
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError
from thirtyone.hands import score_playable
from thirtyone.play.deal import full_pack
from thirtyone.play.worth import worth_of
from thirtyone.rules.model import (
    BankForm,
    DrawDealt,
    DrawForm,
    ExchangeForm,
    InPlay,
    LastChance,
    Ruleset,
    SwapDealt,
)

_T = TypeVar("_T")

Cards: TypeAlias = tuple[Card, ...]

MOST_LAPS: Final = 40
"""A later lap is not asked about; the engine ends a round after fifty."""
OPEN_TABLE: Final = 3
"""Open cards in the exchange form."""
_BANK_DEALT: Final = 3


class PositionError(ThirtyOneError):
    """A position that cannot be under these rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A table whose first player, seat 0, has to move now.

    Seats are in order of play from that player on. In the bank form the dealer is the bank.
    """

    hands: tuple[Cards, ...]
    """By seat: the cards that are known. The first hand is complete, of the others any part."""
    standing: tuple[int, ...]
    """By seat: lives or marks left (0 is a last chance), points in a game for points."""
    open: Cards = ()
    """The top discard, or the three open cards; fewer where they are not known."""
    dealer: int = -1
    """Seat of the dealer, counted as in ``hands``; the last seat if not given."""
    lap: int = 1
    """Whose so many-th turn it is."""
    gone: Cards = ()
    """Cards that are known to be out of play: under the top discard, or laid aside."""
    stock: int | None = None
    """Cards in the stock; None where all cards that are not accounted for lie in it."""
    knocker: int | None = None
    """Seat that has knocked in this round, never 0."""
    passes: int = 0
    """Exchange form: so many players in a row before this turn have passed."""

    @property
    def players(self) -> int:
        """How many take part."""
        return len(self.hands)

    @property
    def place(self) -> int:
        """The position of seat 0 in the order of the round, in which the dealer is last."""
        return (self.players - 1 - self.dealer) % self.players

    @property
    def turns(self) -> int:
        """Turns that are over."""
        return (self.lap - 1) * self.players + self.place

    def place_of(self, seat: int) -> int:
        """The position of a seat in the order of the round."""
        return (seat + self.place) % self.players

    def in_order(self, by_seat: Sequence[_T]) -> list[_T]:
        """What each seat has, by position in the order of the round."""
        return [by_seat[(place - self.place) % self.players] for place in range(self.players)]

    @property
    def known(self) -> Cards:
        """All cards that are accounted for, in no particular order."""
        held = tuple(card for hand in self.hands for card in hand)
        return (*held, *self.open, *self.gone)


# ------------------------------------------------------------------------- what can be at all


def unseen(ruleset: Ruleset, position: Position) -> Cards:
    """The cards of the pack that the player has not seen, in ascending order."""
    left = Counter(full_pack(ruleset, position.players))
    left.subtract(position.known)
    return tuple(sorted(left.elements(), key=lambda card: card.number))


def hidden_in_hands(ruleset: Ruleset, position: Position) -> int:
    """How many cards the others hold that are not known."""
    return sum(hand_room(ruleset, position, seat) for seat in range(1, position.players))


def hand_room(ruleset: Ruleset, position: Position, seat: int) -> int:
    """How many cards of a hand are not known."""
    size = _BANK_DEALT if isinstance(ruleset.form, BankForm) else ruleset.hand_size
    return max(0, size - len(position.hands[seat]))


def open_size(ruleset: Ruleset) -> int:
    """How many open cards there are beside the hands."""
    if isinstance(ruleset.form, BankForm):
        return 0
    return 1 if isinstance(ruleset.form, DrawForm) else OPEN_TABLE


def largest_stock(ruleset: Ruleset, position: Position) -> int:
    """How many cards lie in the stock if none lies hidden elsewhere."""
    missing = open_size(ruleset) - len(position.open)
    return len(unseen(ruleset, position)) - hidden_in_hands(ruleset, position) - missing


def usual_stock(ruleset: Ruleset, position: Position) -> int:
    """The stock if every turn so far has drawn a card; as dealt in the other forms."""
    most = largest_stock(ruleset, position)
    if not isinstance(ruleset.form, DrawForm):
        return most
    used = ruleset.hand_size * position.players + 1 + position.turns
    return max(1, min(most, ruleset.deck_size - used))


def check_position(ruleset: Ruleset, position: Position) -> None:
    """PositionError if there is no such position under these rules."""
    players, form = position.players, ruleset.form
    if not 2 <= players <= ruleset.players.high:
        raise PositionError(
            "refuse.players", rules=ruleset, n=players, low=2, high=ruleset.players.high
        )
    if len(position.standing) != players or not -1 <= position.dealer < players:
        raise PositionError("refuse.deal_seats", n=players)
    _check_cards(ruleset, position)
    if isinstance(form, BankForm):
        if position.place == players - 1:
            raise PositionError("refuse.position_bank")
        if score_playable(position.hands[0], ruleset).order == 0:
            raise PositionError("refuse.position_bust")
        return
    _check_turns(position)
    _check_standing(form, position)
    for seat, hand in enumerate(position.hands):
        if len(hand) == ruleset.hand_size and _is_over(ruleset, form, position, seat):
            raise PositionError("refuse.position_over")


def _check_cards(ruleset: Ruleset, position: Position) -> None:
    size = _BANK_DEALT if isinstance(ruleset.form, BankForm) else ruleset.hand_size
    mine = len(position.hands[0])
    if mine < size or (mine > size and not isinstance(ruleset.form, BankForm)):
        raise PositionError("refuse.position_hand", wanted=size, n=mine)
    for hand in position.hands[1:]:
        if len(hand) > size and not isinstance(ruleset.form, BankForm):
            raise PositionError("refuse.position_hand", wanted=size, n=len(hand))
    left = Counter(full_pack(ruleset, position.players))
    for card in position.known:
        if card not in left:
            raise PositionError("refuse.not_in_deck", card=card, rules=ruleset, n=ruleset.deck_size)
        left[card] -= 1
        if left[card] < 0:
            raise PositionError("refuse.card_twice", card=card)
    if len(position.open) > open_size(ruleset):
        raise PositionError("refuse.position_open", n=open_size(ruleset))
    most = largest_stock(ruleset, position)
    if most < 0 or not 0 <= (most if position.stock is None else position.stock) <= most:
        raise PositionError("refuse.position_stock", n=max(0, most))


def _check_turns(position: Position) -> None:
    if not 1 <= position.lap <= MOST_LAPS:
        raise PositionError("refuse.position_lap", n=MOST_LAPS)
    if position.knocker is not None:
        since = position.players - position.knocker
        if not 1 <= position.knocker < position.players or since > position.turns:
            raise PositionError("refuse.position_knocker")
    if not 0 <= position.passes <= min(position.turns, position.players - 1):
        raise PositionError("refuse.position_passes")


def _check_standing(form: DrawForm | ExchangeForm, position: Position) -> None:
    if (
        form.lives.start
        and form.lives.last_chance is LastChance.NONE
        and min(position.standing) < 1
    ):
        raise PositionError("refuse.position_lives")
    if min(position.standing) < 0:
        raise PositionError("refuse.position_lives")


def _is_over(
    ruleset: Ruleset, form: DrawForm | ExchangeForm, position: Position, seat: int
) -> bool:
    """Would a hand like this have ended the round before?"""
    if not worth_of(ruleset).ends_round(position.hands[seat]):
        return False
    if position.place_of(seat) + (position.lap - 1) * position.players < position.players:
        return form.instant.dealt in {
            DrawDealt.AT_ONCE,
            SwapDealt.AT_ONCE,
            SwapDealt.ONE_EXCHANGE_EACH,
        }
    return form.instant.in_play is InPlay.AT_ONCE
