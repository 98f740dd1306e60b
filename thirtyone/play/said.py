"""The words for actions in a transcript, long and short."""

import re
from dataclasses import dataclass
from typing import Final

from thirtyone.cards import Card
from thirtyone.notation import parse_card, parse_cards
from thirtyone.play.actions import PLAIN, Action, Stake, Swap, Throw
from thirtyone.play.state import RoundState, SwapState
from thirtyone.play.transcript import TranscriptError

_PLAIN: Final[dict[str, Action]] = {word: action for action, word, _ in PLAIN}
_LETTERS: Final = {letter: word for _, word, letter in PLAIN}
_WITH_CARD: Final = frozenset({"draw", "take", "hit"})
_WORDS: Final = frozenset({*_PLAIN, "throw", "swap", "stake"})
_CARD: Final = "[2-9TJQKA][SHDC]"
_COMPACT: Final = re.compile(
    rf"-(?P<throw>{_CARD})|m(?P<stake>[0-9]{{1,4}})|s(?P<swap>(?:{_CARD}){{2,8}})"
    rf"|(?P<plain>[{''.join(_LETTERS)}])"
)


@dataclass(frozen=True, slots=True)
class Said:
    """One action as a transcript says it, with the card that is said to have come."""

    word: str
    card: Card | None = None
    given: tuple[Card, ...] = ()
    taken: tuple[Card, ...] = ()
    amount: int = 0
    all_three: bool = False

    def action(self, state: RoundState) -> Action:
        """The action that is meant in this state."""
        if self.word == "throw":
            assert self.card is not None
            return Throw(self.card)
        if self.word == "stake":
            return Stake(self.amount)
        if self.word == "swap":
            if self.all_three and isinstance(state, SwapState):
                return Swap(state.hands[state.turn], state.table)
            return Swap(self.given, self.taken)
        return _PLAIN[self.word]


def parse_turn(text: str) -> list[Said]:
    """What one player did in a turn: ``take QH throw AS``."""
    said: list[Said] = []
    words = text.replace(",", " ").split()
    while words:
        word = words.pop(0).lower()
        if word not in _WORDS:
            raise TranscriptError("refuse.script_word", text=word)
        rest: list[str] = []
        while words and words[0].lower() not in _WORDS:
            rest.append(words.pop(0))
        said.append(_said(word, rest))
    if not said:
        raise TranscriptError("refuse.script_word", text=text)
    return said


def _said(word: str, rest: list[str]) -> Said:
    text = " ".join(rest)
    if word == "throw":
        return Said(word, parse_card(text))
    if word == "stake":
        if not re.fullmatch(r"[0-9]{1,4}", text):
            raise TranscriptError("refuse.script_numbers", text=f"stake {text}")
        return Said(word, amount=int(text))
    if word == "swap":
        if text.lower() == "all":
            return Said(word, all_three=True)
        if "for" not in rest:
            raise TranscriptError("refuse.script_swap", text=f"swap {text}")
        middle = rest.index("for")
        given, taken = " ".join(rest[:middle]), " ".join(rest[middle + 1 :])
        return Said(word, given=parse_cards(given), taken=parse_cards(taken))
    if rest and word not in _WITH_CARD:
        raise TranscriptError("refuse.script_word", text=rest[0])
    return Said(word, parse_card(text) if rest else None)


def parse_compact_turn(text: str) -> list[Said]:
    """The same in letters: ``t-AS``, ``n``, ``sASQH``."""
    said: list[Said] = []
    place = 0
    while place < len(text):
        match = _COMPACT.match(text, place)
        if match is None:
            raise TranscriptError("refuse.script_word", text=text[place:])
        said.append(_compact(match))
        place = match.end()
    return said


def _compact(match: re.Match[str]) -> Said:
    if match["throw"]:
        return Said("throw", Card(match["throw"]))
    if match["stake"]:
        return Said("stake", amount=int(match["stake"]))
    if match["swap"]:
        cards = [Card(match["swap"][i : i + 2]) for i in range(0, len(match["swap"]), 2)]
        half = len(cards) // 2
        return Said("swap", given=tuple(cards[:half]), taken=tuple(cards[half:]))
    return Said(_LETTERS[match["plain"]])
