"""The text form of a round or a match: what was dealt and what everybody did.

A person can read and type it. Cards stand as everywhere, seats are numbers or names::

    thirtyone 1
    rules no-trettien
    dealer 2
    hand 0 KH 9H AS
    hand 1 4C 8C TD
    hand 2 2S 7S JD
    up QH
    0 take QH throw AS
    1 draw 6C throw TD
    2 draw 9D throw 2S
    0 knock
    1 keep
    2 keep
    end knock

``stock`` lists the cards of the stock from the top; without it the cards named after ``draw`` are
the stock, and the rest follows in the order of the pack. The same statements on one line, in their
short spelling, make a link. Reading is :mod:`thirtyone.play.transcript_reading`'s business.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError, UsageError
from thirtyone.play.actions import PLAIN, Action, Draw, Hit, Stake, Swap, Take, Throw
from thirtyone.play.deal import opening
from thirtyone.play.events import Drew, Event, Got, Reshuffled, Took
from thirtyone.play.match import MatchState, MatchStep, after_round, start_match
from thirtyone.play.record import RoundRecord
from thirtyone.play.state import BankState, DrawState, RoundState, SwapState
from thirtyone.rules.load import load_ruleset, ruleset_ids
from thirtyone.rules.model import DrawForm, ExchangeForm, Family, Ruleset
from thirtyone.rules.values import value_text, values

VERSION: Final = 1
LINK_LIMIT: Final = 2_000
"""Characters that every browser and messenger passes on."""

_LETTERS: Final = {type(action): letter for action, _, letter in PLAIN}
_LONG_WORDS: Final = {type(action): word for action, word, _ in PLAIN}

_STAND_INS: Final = {
    Family.DRAW: "no-trettien",
    Family.EXCHANGE: "dk-a7",
    Family.BANK: "greek-31",
}
"""What a ruleset from somebody's own file is written as a house rule of."""

_SIMPLE_NAME: Final = re.compile(r"[^\W\d_][\w'’-]*")
_NUMBER_FIRST: Final = re.compile(r"[0-9]+(\s|$)")
HEAD_WORDS: Final = frozenset({"thirtyone", "rules", "set", "players", "lives", "round"})
DEAL_WORDS: Final = frozenset({"tokens", "hand", "up", "table", "stock", "shuffle"})
_WORDS: Final = (
    HEAD_WORDS
    | DEAL_WORDS
    | {"dealer", "end", "pause", "won", "throw", "swap", "for", "all", "stake"}
    | set(_LONG_WORDS.values())
)
"""What a line or an action may begin with. A player of such a name is told by number."""


class TranscriptError(ThirtyOneError):
    """A text that is no transcript, or one of a round that cannot have been; names the line."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a text holds: one round, or the rounds of a match between named players."""

    ruleset: Ruleset
    rounds: tuple[RoundRecord, ...]
    players: tuple[str, ...] = ()
    """The names in a match; empty for a round by itself."""
    lives: tuple[int, ...] | None = None
    """Lives at the start of a match, where they are not the ruleset's own."""

    @property
    def is_match(self) -> bool:
        """Is it more than one round by itself?"""
        return bool(self.players)

    def match_steps(self) -> tuple[MatchStep, ...]:
        """The match, step by step, before the first round and after each that is over."""
        return tuple(self._match_steps())

    def _match_steps(self) -> Iterator[MatchStep]:
        first = self.rounds[0].deal if self.rounds else None
        dealer = first.seats[first.dealer] if first else -1
        state: MatchState = start_match(self.ruleset, self.players, dealer=dealer, lives=self.lives)
        yield MatchStep(state, ())
        for record in self.rounds:
            outcome = record.outcome()
            if outcome is None:
                return
            step = after_round(state, outcome)
            state = step.state
            yield step


# --------------------------------------------------------------------------------------- writing


def format_round(record: RoundRecord) -> str:
    """The text of one round, a turn a line; it may be unfinished."""
    return format_transcript(Transcript(record.ruleset, (record,)))


def format_transcript(transcript: Transcript) -> str:
    """The text of a round or a match. Reading it gives the same transcript."""
    return "\n".join(_statements(transcript, _Long(transcript.players))) + "\n"


def format_link(record: RoundRecord) -> str:
    """A round in one line of letters, digits and ``-_.~``, for a link; it reads back the same."""
    lines = _statements(Transcript(record.ruleset, (record,)), _Compact(()))
    # Rule paths hold underlines, which stand for blanks here; a hyphen stands for them there.
    whole = (line.replace("_", "-") if line.startswith("set ") else line for line in lines)
    return "~".join(line.replace(" ", "_") for line in whole)


class _Long:
    """Words, blanks and the names of players."""

    between = " "

    def __init__(self, players: Sequence[str]) -> None:
        simple = all(map(_SIMPLE_NAME.fullmatch, players)) and None not in seat_names(players)
        self.names = tuple(players) if simple else ()

    def seat(self, seat: int) -> str:
        return self.names[seat] if self.names else str(seat)

    def cards(self, cards: Sequence[Card]) -> str:
        return self.between.join(map(str, cards))

    def turn(self, seat: int, actions: Sequence[tuple[Action, Sequence[Event]]]) -> str:
        words = (_long(action, events) for action, events in actions)
        return f"{self.seat(seat)} {' '.join(words)}"


class _Compact(_Long):
    """Letters; whose turn it is and what is drawn follows from the rest."""

    between = ""

    def turn(self, seat: int, actions: Sequence[tuple[Action, Sequence[Event]]]) -> str:
        del seat
        return "".join(_short(action) for action, _ in actions)


def _long(action: Action, events: Sequence[Event]) -> str:
    match action:
        case Throw(card):
            return f"throw {card}"
        case Swap(given, taken):
            return f"swap {' '.join(map(str, given))} for {' '.join(map(str, taken))}"
        case Stake(amount):
            return f"stake {amount}"
    word = _LONG_WORDS[type(action)]
    got = next((event for event in events if isinstance(event, Drew | Took | Got)), None)
    if got is None or not isinstance(action, Draw | Take | Hit):
        return word
    return f"{word} {got.cards[0] if isinstance(got, Got) else got.card}"


def _short(action: Action) -> str:
    match action:
        case Throw(card):
            return f"-{card}"
        case Swap(given, taken):
            return "s" + "".join(map(str, (*given, *taken)))
        case Stake(amount):
            return f"m{amount}"
    return _LETTERS[type(action)]


def _statements(transcript: Transcript, style: _Long) -> Iterator[str]:
    yield f"thirtyone {VERSION}"
    yield from _rules(transcript.ruleset)
    if not transcript.is_match:
        for record in transcript.rounds:
            yield from _round(record, style)
        return
    for name in transcript.players:
        check_name(name)
    yield f"players {', '.join(transcript.players)}"
    if transcript.lives is not None:
        yield f"lives {' '.join(map(str, transcript.lives))}"
    for number, record in enumerate(transcript.rounds, start=1):
        yield f"round {number}"
        yield from _round(record, style)
    state = transcript.match_steps()[-1].state
    if state.end is not None:
        yield " ".join(["won", *map(style.seat, state.winners)])
    elif not transcript.rounds or transcript.rounds[-1].outcome() is not None:
        yield "pause"


def _rules(ruleset: Ruleset) -> Iterator[str]:
    known = ruleset_ids()
    id_ = ruleset.id if ruleset.id in known else ruleset.based_on
    base = load_ruleset(id_ if id_ in known else _STAND_INS[ruleset.family])
    yield f"rules {base.id}"
    own = values(base)
    for path, value in values(ruleset).items():
        if value != own[path]:
            yield f"set {path} {value_text(value)}"


def _round(record: RoundRecord, style: _Long) -> Iterator[str]:
    ruleset, deal = record.ruleset, record.deal
    hands, used = opening(ruleset, deal)
    yield f"dealer {style.seat(deal.seats[deal.dealer])}"
    if deal.tokens:
        yield f"tokens {' '.join(map(str, deal.tokens))}"
    for seat, hand in zip(deal.seats, hands, strict=True):
        yield f"hand {style.seat(seat)} {style.cards(hand)}"
    dealt = sum(map(len, hands))
    if isinstance(ruleset.form, DrawForm):
        yield f"up {deal.cards[dealt]}"
    elif isinstance(ruleset.form, ExchangeForm):
        yield f"table {style.cards(deal.cards[dealt:used])}"
    stock = deal.cards[used:]
    if stock:
        yield f"stock {style.cards(stock)}"
    for order in deal.reshuffles or _shuffles_of_a_key(record):
        yield f"shuffle {style.cards(order)}"
    yield from _turns(record, style)


def _shuffles_of_a_key(record: RoundRecord) -> Iterator[tuple[Card, ...]]:
    """The orders that a seeded round has met: its key is not written, so they have to be."""
    if record.deal.key is None:
        return
    steps = record.steps()
    for before, after in pairwise(steps):
        was, now = before.state, after.state
        order: tuple[Card, ...] = ()
        if isinstance(now, DrawState) and any(isinstance(e, Reshuffled) for e in after.events):
            order = now.stock
        elif isinstance(now, SwapState) and isinstance(was, SwapState) and now.reused > was.reused:
            order = (*now.table, *now.stock)[len(was.stock) :]
        if order:
            yield (*order, *(card for card in record.deal.cards if card not in order))


def _turns(record: RoundRecord, style: _Long) -> Iterator[str]:
    """A line for each turn: the actions of one player up to the end of the turn."""
    steps = record.steps()
    seats = record.deal.seats
    line: list[tuple[Action, Sequence[Event]]] = []
    for action, before, after in zip(record.actions, steps, steps[1:], strict=False):
        line.append((action, after.events))
        if not _same_turn(before.state, after.state):
            yield style.turn(seats[before.state.turn], line)
            line = []
    state = steps[-1].state
    if line:
        yield style.turn(seats[state.turn], line)
    yield "pause" if state.outcome is None else f"end {state.outcome.end}"


def _same_turn(before: RoundState, after: RoundState) -> bool:
    if after.outcome is not None or before.turn != after.turn:
        return False
    if isinstance(before, BankState) and isinstance(after, BankState):
        return before.phase is after.phase
    return before.turns == after.turns and before.phase == before.phase.TURN


def seat_names(players: Sequence[str]) -> tuple[str | None, ...]:
    """The names that can stand for a seat; None for a word of the format, or one that two share."""
    folded = [name.casefold() for name in players]
    return tuple(
        None if key in _WORDS or folded.count(key) > 1 else name
        for name, key in zip(players, folded, strict=True)
    )


def check_name(name: str) -> None:
    """UsageError for a name that no transcript can hold: empty, a number, or with a break in it."""
    broken = any(c in ",#~" or (c.isspace() and c != " ") or not c.isprintable() for c in name)
    if not name or name != name.strip() or broken or _NUMBER_FIRST.match(name):
        raise UsageError("refuse.script_name", text=name)


def label(seat: int, players: Sequence[str]) -> str:
    """How a seat of a match or a round is named in its transcript."""
    return _Long(players).seat(seat)
