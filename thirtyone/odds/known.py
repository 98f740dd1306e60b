"""What a player knows: the own hand, the cards that lie open, and cards seen before.

All other cards are unseen: a blind draw, and the others' hands, are any of them alike.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.cards import Card, pack
from thirtyone.errors import HandError, UsageError
from thirtyone.hands import check_hand, score_hand
from thirtyone.rules.model import Bank, BankForm, Family, Ruleset

_OPEN: Final = {Family.DRAW: 1, Family.EXCHANGE: 3, Family.BANK: 1}
"""Cards that lie open: the top of the discard pile, the table, the first card of the bank."""


@dataclass(frozen=True, slots=True)
class Known:
    """A hand under a ruleset and all that is known of the other cards."""

    ruleset: Ruleset
    hand: tuple[Card, ...]
    up: tuple[Card, ...]
    """The visible card of the draw form, the three on the table, the open card of the bank."""
    unseen: tuple[Card, ...]
    """In the order of the pack. With two packs a card may stand there twice."""


def known_cards(
    hand: Sequence[Card],
    ruleset: Ruleset,
    up: Sequence[Card] = (),
    seen: Sequence[Card] = (),
    players: int | None = None,
) -> Known:
    """The cards as they are known.

    HandError or UsageError for a hand, an open card or a seen card that cannot be, and for a number
    of players that the ruleset has no place for. A card that lies open may be among the seen ones.
    """
    score_hand(hand, ruleset)
    check_hand(up)
    check_hand(seen)
    deck = pack(ruleset.deck_size)
    for card in (*up, *seen):
        if card not in deck:
            raise HandError("refuse.not_in_deck", card=card, rules=ruleset)
    packs = _packs(ruleset, players)
    if packs == 1:
        for card in hand:
            if card in up:
                raise HandError("refuse.odds_hand_and_up", card=card)
            if card in seen:
                raise HandError("refuse.odds_hand_and_seen", card=card)
    if up and len(up) != _OPEN[ruleset.family]:
        raise UsageError("refuse.odds_open", rules=ruleset, wanted=_OPEN[ruleset.family], n=len(up))
    low, high = ruleset.players.low, ruleset.players.high
    if players is not None and not low <= players <= high:
        raise UsageError("refuse.players", rules=ruleset, low=low, high=high, n=players)
    lying = Counter(hand) + Counter(set(up) | set(seen))
    unseen = tuple(card for card in deck for _ in range(packs - lying[card]))
    if not unseen:
        raise UsageError("refuse.odds_none_left")
    others = 0 if ruleset.family is Family.BANK or players is None else players - 1
    if others * ruleset.hand_size > len(unseen):
        raise UsageError("refuse.odds_too_few", n=players, left=len(unseen))
    return Known(ruleset, tuple(hand), tuple(up), unseen)


def _packs(ruleset: Ruleset, players: int | None) -> int:
    """Two packs in the bank form with many players."""
    bank = bank_of(ruleset)
    return 2 if bank is not None and players is not None and players > bank.two_packs_above else 1


def bank_of(ruleset: Ruleset) -> Bank | None:
    """The rules of the bank, in the bank form."""
    return ruleset.form.bank if isinstance(ruleset.form, BankForm) else None
