"""What somebody does with the interactive of a step: other cards, another knocker, another answer.

>>> from thirtyone.lessons.load import load_lesson
>>> step = load_lesson("one-suit", "en").steps[0]
>>> tried = Try(step.scene)
>>> tried.change("0", "2", "7H")
>>> [str(card) for card in tried.hands[0]]
['KH', '9H', '7H']
"""

from typing import Final

from thirtyone.cards import Card, pack
from thirtyone.errors import ThirtyOneError
from thirtyone.lessons.lesson import Scene, SceneKind
from thirtyone.notation import parse_cards
from thirtyone.rules.draft import Draft
from thirtyone.rules.load import load_ruleset, ruleset_ids
from thirtyone.rules.model import Ruleset

_FEW: Final = 3


class Try:
    """The interactive of one step: what the lesson shows, and what the reader made of it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.hands: list[tuple[Card, ...]] = []
        self.knocker: int | None = None
        self.players = _FEW
        self.draft: Draft | None = None
        self.changed = False
        self.again()

    @property
    def kind(self) -> SceneKind:
        """Which interactive it is."""
        return self.scene.kind

    @property
    def ruleset(self) -> Ruleset:
        """The rules that it is played by, or the first of several."""
        return self.scene.rulesets[0]

    def again(self) -> None:
        """As the lesson shows it."""
        data = self.scene.data
        texts = data.get("hands") or ([data["hand"]] if "hand" in data else [])
        self.hands = [parse_cards(text) for text in texts]
        self.knocker = data.get("knocker")
        self.players = int(data.get("players", _FEW))
        if self.kind is SceneKind.HOUSE:
            base = self.ruleset
            known = (
                base if base.id in ruleset_ids() else load_ruleset(base.based_on or "no-trettien")
            )
            self.draft = Draft(known)
        self.changed = False

    @property
    def free(self) -> list[Card]:
        """The cards that are in no hand."""
        held = {card for hand in self.hands for card in hand}
        size = max(ruleset.deck_size for ruleset in self.scene.rulesets)
        return [card for card in pack(size) if card not in held]

    # ----------------------------------------------------------------------- what the reader does

    def change(self, hand: str, place: str, name: str) -> None:
        """Another card in a hand, if it is in none."""
        try:
            card = Card(name)
        except KeyError:
            return
        at, n = _number(hand), _number(place)
        if at is None or n is None or at >= len(self.hands) or n >= len(self.hands[at]):
            return
        if card in self.free:
            cards = self.hands[at]
            self.hands[at] = (*cards[:n], card, *cards[n + 1 :])
            self.changed = True

    def knock(self, seat: str) -> None:
        """Somebody else knocks, or with an empty seat nobody."""
        at = _number(seat)
        if self.kind is SceneKind.SHOWDOWN and (seat == "" or (at or 0) < len(self.hands)):
            self.knocker = at
            self.changed = True

    def choose(self, path: str, value: str) -> None:
        """Another answer to one of the questions shown."""
        if self.draft is None or path not in self.scene.data.get("paths", ()):
            return
        try:
            self.draft = self.draft.choose(path, value)
        except ThirtyOneError:
            return
        self.changed = True


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _FEW else None
