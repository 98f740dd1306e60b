"""What a player does not see of a position, dealt in many games at once."""

from collections.abc import Sequence

import numpy as np

from thirtyone.cards import Card
from thirtyone.play.actions import Action, IllegalActionError
from thirtyone.play.round import check_action
from thirtyone.rules.model import Ruleset
from thirtyone.sim.deal_lanes import dealt_places
from thirtyone.sim.lockstep import U8, U64
from thirtyone.sim.positions.moves import state_of
from thirtyone.sim.positions.position import Position, unseen


def check_first(ruleset: Ruleset, position: Position, action: Action) -> None:
    """IllegalActionError if the rules refuse this action to the player whose turn it is."""
    refusal = check_action(state_of(ruleset, position, unseen(ruleset, position)), action)
    if refusal is not None:
        raise IllegalActionError(refusal.reason, **refusal.details)


class Hidden:
    """The unseen cards of a position in the order of each game's deal, given out from the top."""

    def __init__(self, ruleset: Ruleset, position: Position, keys: U64) -> None:
        left = unseen(ruleset, position)
        self._position = position
        self._first = 52 - ruleset.deck_size
        self._games = len(keys)
        self._cards = self._places(left).take(dealt_places(keys, len(left), len(left)))
        self._given = 0

    def completed(self, known: Sequence[Card], size: int) -> U8:
        """(size, N): the places of these cards and of as many others as are missing."""
        fixed = np.repeat(self._places(known)[:, None], self._games, axis=1)
        missing = max(0, size - len(known))
        self._given += missing
        return np.vstack([fixed, self._cards[self._given - missing : self._given]])

    def hands(self, size: int) -> list[U8]:
        """The hands by position in the order of the round, each (size, N)."""
        return [
            self.completed(hand, size) for hand in self._position.in_order(self._position.hands)
        ]

    def rest(self) -> U8:
        """(cards, N): the places of all cards that are not given out."""
        return self._cards[self._given :]

    def _places(self, cards: Sequence[Card]) -> U8:
        return np.array([card.number - self._first for card in cards], np.uint8)
