"""A position as the address of a page holds it, and back.

Only what is not as usual is written. A part that cannot be read is left out and named, and the rest
is taken.

>>> from thirtyone.rules import load_ruleset
>>> rules = load_ruleset("no-trettien")
>>> desk, bad = read_desk({"hand": "KC.TC.4D", "up": "3S", "known": "_QS"}, rules)
>>> desk.position.hands[2], desk.policies, bad
((Card('QS'),), ('steady', 'steady', 'steady', 'steady'), '')
>>> {key: text for key, text in write_desk(desk, rules).items() if text}
{'hand': 'KC.TC.4D', 'up': '3S', 'known': '_QS'}
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError
from thirtyone.policies import named_policy
from thirtyone.rules import Family, Ruleset
from thirtyone.rules.model import BankForm, Goal
from thirtyone.sim.positions.position import Position, open_size

STATE: Final[Mapping[str, str]] = dict.fromkeys(
    (
        "hand",
        "up",
        "known",
        "gone",
        "seats",
        "lives",
        "who",
        "dealer",
        "lap",
        "stock",
        "knock",
        "passes",
        "rules",
        "set",
        "see",
    ),
    "",
)
"""What a link of the page may hold, beside the view, the language and your rules."""
NO_CARDS: Final = "-"
STEADY: Final = "steady"
_SEATS: Final = 4
_POINTS: Final = 99
_POLICY_LETTERS: Final = {"s": STEADY, "n": "never-knocks", "r": "random"}


@dataclass(frozen=True, slots=True)
class Desk:
    """What the reader has laid out: the position, perhaps without all own cards, and the players."""

    position: Position
    policies: tuple[str, ...]
    """By seat, as :func:`thirtyone.policies.named_policy` knows them."""


_EXAMPLES: Final = {
    Family.DRAW: {"hand": "KC.4C.8D", "up": "3S", "known": "_QS", "lives": "2.3.1.3", "lap": "2"},
    Family.EXCHANGE: {
        "hand": "JH.9H.7S",
        "up": "QH.AS.8D",
        "known": "_KS",
        "lives": "2.3.1.3",
        "lap": "2",
    },
    Family.BANK: {"hand": "9C.8D.7H", "known": "KS.5C.2D__QH"},
}
"""What the page shows before anybody has chosen anything."""


def example(ruleset: Ruleset) -> Desk:
    """A position worth asking about under rulesets of this kind."""
    desk, _ = read_desk({**_EXAMPLES[ruleset.family], "seats": str(_seats(ruleset))}, ruleset)
    return desk


def _seats(ruleset: Ruleset) -> int:
    return max(2, min(_SEATS, ruleset.players.high))


def fewest(ruleset: Ruleset) -> int:
    """The least a player who is still in can have."""
    form = ruleset.form
    if isinstance(form, BankForm) or not form.lives.start or form.lives.last_chance != "none":
        return 0
    return 1


def at_start(ruleset: Ruleset) -> int:
    """What everybody has at first: lives, or no points yet, or tokens at the bank."""
    form = ruleset.form
    if isinstance(form, BankForm):
        return form.bank.tokens
    return form.lives.start if form.settlement.goal is Goal.LOWEST_LOSES else 0


def most(ruleset: Ruleset) -> int:
    """The most that a player can have to his name on this page."""
    form = ruleset.form
    lives = not isinstance(form, BankForm) and form.settlement.goal is Goal.LOWEST_LOSES
    return max(1, at_start(ruleset)) if lives else _POINTS


# ----------------------------------------------------------------------------------------- reading


def read_desk(state: Mapping[str, str], ruleset: Ruleset) -> tuple[Desk, str]:
    """The desk of an address, and the first part of it that makes no sense."""
    reader = _Reader(ruleset)
    return reader.read(state), reader.bad


class _Reader:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.bad = ""
        self.used: set[Card] = set()

    def read(self, state: Mapping[str, str]) -> Desk:
        rules, asked = self.ruleset, {**STATE, **state}
        size = rules.hand_size
        bank = rules.family is Family.BANK
        hand = self.cards(asked["hand"], 9 if bank else size)
        n = self.number(asked["seats"], 2, rules.players.high, _seats(rules))
        parts = asked["known"].split("_") if asked["known"] else []
        known = [self.cards(part, 9 if bank else size) for part in parts[: n - 1]]
        if len(parts) >= n:
            self.bad = self.bad or parts[-1] or "_"
        known += [()] * (n - 1 - len(known))
        return Desk(
            Position(
                hands=(hand, *known),
                standing=self.standing(asked["lives"], n),
                open=self.cards(asked["up"], open_size(rules)),
                dealer=self.number(asked["dealer"], 1, n, n) - 1,
                lap=self.number(asked["lap"], 1, 40, 1),
                gone=self.cards(asked["gone"], rules.deck_size),
                stock=self.number(asked["stock"], 0, 104, -1) if asked["stock"] else None,
                knocker=self.number(asked["knock"], 2, n, 1) - 1 or None,
                passes=self.number(asked["passes"], 0, n - 1, 0),
            ),
            self.policies(asked["who"], n),
        )

    def cards(self, text: str, most_: int) -> tuple[Card, ...]:
        found: list[Card] = []
        for name in text.split(".") if text not in {"", NO_CARDS} else []:
            try:
                card = Card(name)
            except KeyError:
                self.bad = self.bad or name or "."
                continue
            two = self.ruleset.family is Family.BANK
            if (card in self.used and not two) or len(found) >= most_:
                self.bad = self.bad or name
                continue
            self.used.add(card)
            found.append(card)
        return tuple(found)

    def number(self, text: str, low: int, high: int, usual: int) -> int:
        if not text:
            return usual
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1
        if low <= number <= high:
            return number
        self.bad = self.bad or text
        return usual

    def standing(self, text: str, n: int) -> tuple[int, ...]:
        rules = self.ruleset
        usual = at_start(rules)
        parts = text.split(".") if text else []
        if len(parts) > n:
            self.bad = self.bad or text
        numbers = [self.number(part, fewest(rules), most(rules), usual) for part in parts[:n]]
        return (*numbers, *([usual] * (n - len(numbers))))

    def policies(self, text: str, n: int) -> tuple[str, ...]:
        parts = text.split(".") if text else []
        if len(parts) > n:
            self.bad = self.bad or text
        names = [self.policy(part) for part in parts[:n]]
        return (*names, *([STEADY] * (n - len(names))))

    def policy(self, text: str) -> str:
        known = policy_of(text) if text else STEADY
        if known is None:
            self.bad = self.bad or text
        return known or STEADY


def policy_of(text: str) -> str | None:
    """The policy behind ``s``, ``n``, ``r`` or a number of points; None for anything else."""
    if text in _POLICY_LETTERS:
        return _POLICY_LETTERS[text]
    if text.isascii() and text.isdecimal() and len(text) == 2 and 15 <= int(text) <= 31:
        return f"knocks-at:{text}"
    return None


def letter_of(policy: str) -> str:
    """A policy as links write it."""
    letters = {name: letter for letter, name in _POLICY_LETTERS.items()}
    return letters.get(policy) or policy.removeprefix("knocks-at:")


def is_policy(name: str) -> bool:
    """Is this the name of a player?"""
    try:
        named_policy(name)
    except ThirtyOneError:
        return False
    return True


# ----------------------------------------------------------------------------------------- writing


def write_desk(desk: Desk, ruleset: Ruleset) -> dict[str, str]:
    """The keys of :data:`STATE` that lay the same desk again; all empty for the example."""
    if desk == example(ruleset):
        return {}
    position, n = desk.position, desk.position.players
    usual = at_start(ruleset)
    dealer = position.dealer % n
    lives = _without_tail([str(own) for own in position.standing], str(usual))
    who = _without_tail([letter_of(name) for name in desk.policies], "s")
    known = "_".join(_cards(hand) for hand in position.hands[1:]).rstrip("_")
    return {
        "hand": _cards(position.hands[0]) or NO_CARDS,
        "up": _cards(position.open),
        "known": known,
        "gone": _cards(position.gone),
        "seats": "" if n == _seats(ruleset) else str(n),
        "lives": ".".join(lives),
        "who": ".".join(who),
        "dealer": "" if dealer == n - 1 else str(dealer + 1),
        "lap": "" if position.lap == 1 else str(position.lap),
        "stock": "" if position.stock is None else str(position.stock),
        "knock": "" if position.knocker is None else str(position.knocker + 1),
        "passes": str(position.passes or ""),
    }


def _cards(cards: tuple[Card, ...]) -> str:
    return ".".join(map(str, cards))


def _without_tail(texts: list[str], usual: str) -> list[str]:
    while texts and texts[-1] == usual:
        texts.pop()
    return texts
