"""Turns on which it is clear what to do."""

from collections.abc import Callable
from typing import Final

from thirtyone.cards import Card, pack
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.turn import DRAW_ONE, KNOCK_NOW, TAKE_IT, Turn
from thirtyone.rules.model import Ruleset

_TRIES: Final = 40
_LEAST, _MOST = 22, 25
"""Points with which a knock may be clearly right."""


def deal_turn(chance: Chance, ruleset: Ruleset, level: int, path: str = "") -> Turn | None:
    """A turn for a level; None if the try came to nothing."""
    del path
    cards = list(pack(ruleset.deck_size))
    size = ruleset.hand_size
    low = ruleset.players.low
    most = max(low, min(ruleset.players.high, (4, 3, 5)[level - 1]))
    players = low + chance.below(most - low + 1)
    laps = chance.below(3)
    if level == 1:
        laps = 0
    if level == 1 and chance.happens(0.2):
        return _one_short(chance, ruleset, cards, players, laps)
    wanted = chance.pick(tuple(_HANDS))
    if wanted == KNOCK_NOW:
        players = max(low, 3 if level == 1 else 2 + chance.below(2))
        laps = 0 if level == 1 else chance.below(2)
    for _ in range(_TRIES):
        hand = _HANDS[wanted](chance, cards, size)
        if len(set(hand)) <= size:
            continue
        turn = Turn(ruleset, tuple(hand[:size]), hand[size], players, laps)
        if turn.best() == wanted:
            return turn
    return None


def _strong(chance: Chance, cards: list[Card], size: int) -> list[Card]:
    """Cards of one suit, good but some way from the target, and a card of another suit."""
    suit = chance.pick(cards).suit
    own = [card for card in cards if card.suit is suit]
    held = chance.some([card for card in own if card.points >= 8], size - 1)
    total = sum(card.points for card in held)
    fit = [card for card in own if card not in held and _LEAST <= total + card.points <= _MOST]
    hand = [*held, chance.pick(fit or own)]
    return [*hand, chance.pick([card for card in cards if card.suit is not suit])]


def _weak(chance: Chance, cards: list[Card], size: int) -> list[Card]:
    """Any hand, and a lower card of a suit that it lacks, if there is one."""
    hand = chance.some(cards, size)
    least, suits = min(card.points for card in hand), {card.suit for card in hand}
    low = [card for card in cards if card.points < least and card.suit not in suits]
    return [*hand, chance.pick(low or [card for card in cards if card not in hand])]


def _helped(chance: Chance, cards: list[Card], size: int) -> list[Card]:
    """Any hand, and a high card of one of its suits lying open."""
    hand = chance.some(cards, size)
    suit = chance.pick(hand).suit
    return [
        *hand,
        chance.pick([c for c in cards if c.suit is suit and c.points > 8 and c not in hand]),
    ]


_HANDS: Final[dict[str, Callable[[Chance, list[Card], int], list[Card]]]] = {
    KNOCK_NOW: _strong,
    DRAW_ONE: _weak,
    TAKE_IT: _helped,
}


def _one_short(
    chance: Chance, ruleset: Ruleset, cards: list[Card], players: int, laps: int
) -> Turn:
    """The open card makes the target."""
    suit = chance.pick(cards).suit
    tens = chance.some(
        [c for c in cards if c.suit is suit and c.points == 10], ruleset.hand_size - 1
    )
    whole = chance.shuffled((Card(f"A{suit}"), *tens))
    other = chance.pick([c for c in cards if c.suit is not suit and c.points < 11])
    return Turn(ruleset, (*whole[1:], other), whole[0], players, laps)
