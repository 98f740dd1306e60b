"""What an annotated round consists of: a round or match, notes for its steps, and claims about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from thirtyone.cards import Card
from thirtyone.play.match import MatchStep
from thirtyone.play.record import RoundRecord
from thirtyone.play.transcript import Transcript
from thirtyone.rules import Ruleset
from thirtyone.rules.provenance import Source

Texts = Mapping[str, str]
"""One text in each of the four languages."""


class ClaimKind(StrEnum):
    """What a source can say about a round."""

    VALUE = "value"
    """What a hand is worth: ``19``, ``30.5``, ``Ild``."""
    SIZE = "size"
    """How many cards a hand has."""
    RANKING = "ranking"
    """The seats from the best hand to the lowest."""
    BEST = "best"
    LOWEST = "lowest"
    LOSES = "loses"
    """How many lives or marks a seat loses; 0 is a claim too."""
    WINS = "wins"
    """How many points, or tokens of a pot or a bank, a seat wins."""
    LIVES = "lives"
    """How many lives a seat has after the round."""
    DEALS_NEXT = "deals-next"
    LAST_CHANCE = "last-chance"
    """Who is in without a life after the round."""
    OUT = "out"
    """Who goes out by the round."""
    WINS_MATCH = "wins-match"
    ENDS = "ends"
    """How the round ends: ``knock``, ``instant``, ``stock-empty`` …"""
    EVENT = "event"
    """What happens in a step, such as ``table-renewed``."""


ABOUT_SEATS: Final = frozenset(
    {
        ClaimKind.RANKING,
        ClaimKind.BEST,
        ClaimKind.LOWEST,
        ClaimKind.DEALS_NEXT,
        ClaimKind.LAST_CHANCE,
        ClaimKind.OUT,
        ClaimKind.WINS_MATCH,
    }
)
ABOUT_ONE_SEAT: Final = frozenset(
    {ClaimKind.VALUE, ClaimKind.SIZE, ClaimKind.LOSES, ClaimKind.WINS, ClaimKind.LIVES}
)


@dataclass(frozen=True, slots=True)
class Note:
    """What we say about one step."""

    round: int
    """Which round of the match, counted from 0."""
    at: int
    """After so many actions of that round; 0 is the deal."""
    texts: Texts
    ours: bool
    """Something in this step is not in the source: we filled it in."""
    flaw: bool
    """The source goes wrong here, and the note says how."""
    section: str | None
    """The section of the source, where it is not that of the whole file."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that the source says, in a form that can be checked."""

    kind: ClaimKind
    seats: tuple[int, ...]
    """Of whom it is said; players count from 0."""
    value: str
    """What is said, where it is not the seats themselves."""
    round: int
    at: int | None
    """After so many actions; None is the end of the round."""
    section: str | None
    holds: bool
    """False where the source is wrong; a note of ours says what is right."""
    ours: bool
    """The source leaves it open, or does not speak of these rules: it is our reading."""
    ruleset: Ruleset
    """The rules of which it is said: mostly those of the round."""

    @property
    def answer(self) -> str:
        """What the source says, as :func:`thirtyone.claims.actual` says it too."""
        return self.value if self.kind not in ABOUT_SEATS else " ".join(map(str, self.seats))


@dataclass(frozen=True, slots=True)
class Impossible:
    """A card that a source deals to several players at once."""

    card: Card
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnnotatedRound:
    """A round of a source, or one of ours that shows a rule, with notes and claims."""

    topic: str
    """The folder, which is the lesson that uses the round."""
    name: str
    order: int
    """Its place among the rounds of the topic."""
    ruleset: Ruleset
    source: Source | None
    """None where the whole round is ours."""
    section: str | None
    titles: Texts
    summaries: Texts
    players: tuple[str, ...]
    transcript: Transcript | None
    """None where the source gives hands that cannot be dealt: see ``impossible``."""
    hands: tuple[tuple[Card, ...], ...]
    """The hands as the source prints them, where there is no transcript."""
    notes: tuple[Note, ...]
    claims: tuple[Claim, ...]
    flaw: bool
    """The source goes wrong somewhere in this round."""
    impossible: Impossible | None
    repairs: str | None
    """The name of the round in this topic that this one shows as it could have been."""

    @property
    def id(self) -> str:
        """What a link calls the round: ``trettien.en-runde``."""
        return f"{self.topic}.{self.name}"

    @property
    def records(self) -> tuple[RoundRecord, ...]:
        """The rounds of the match; mostly one, none if the hands cannot be dealt."""
        return self.transcript.rounds if self.transcript else ()

    @property
    def record(self) -> RoundRecord | None:
        """The first round, which is mostly the only one."""
        return self.records[0] if self.records else None

    @property
    def is_match(self) -> bool:
        """Does it go on after the first round?"""
        return len(self.records) > 1

    def match_steps(self) -> tuple[MatchStep, ...]:
        """Lives and dealer before the first round and after each."""
        return self.transcript.match_steps() if self.transcript else ()

    def note(self, at: int, round_: int = 0) -> Note | None:
        """The note for a step, if there is one."""
        return next((n for n in self.notes if n.at == at and n.round == round_), None)


@dataclass(frozen=True, slots=True)
class Topic:
    """A folder of rounds."""

    id: str
    titles: Texts
