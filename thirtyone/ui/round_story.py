"""The round that a page is about: its record, who plays it, what it cost, and the notes to it.

A story comes from the course, from a text that somebody pasted, or from playing on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from thirtyone.errors import UsageError
from thirtyone.play.match import MatchState, after_round, start_match
from thirtyone.play.match_events import MatchEvent, RoundSettled
from thirtyone.play.record import RoundRecord
from thirtyone.play.settle import settle
from thirtyone.play.settlement import Settlement
from thirtyone.play.state import Step
from thirtyone.play.transcript import Transcript
from thirtyone.rounds import AnnotatedRound, Note
from thirtyone.rules import Ruleset, load_ruleset, ruleset_ids
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator


@dataclass(frozen=True)
class Story:
    """One round with everything that a screen tells about it."""

    record: RoundRecord
    players: tuple[str, ...] = ()
    """The names of all who sit at the table; empty where the text names nobody."""
    before: MatchState | None = None
    """Lives, points and tokens before the round; None where no match of these rules fits."""
    annotated: AnnotatedRound | None = None
    number: int = 0
    """Which round of its match, counted from 0."""
    of: int = 1
    notes: Mapping[int, Note] = field(default_factory=dict)
    """What the course says, by the number of actions done."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules by which it was played."""
        return self.record.ruleset

    @property
    def seats(self) -> tuple[int, ...]:
        """The places at the table of those who play, by their seat in the round."""
        return self.record.deal.seats

    @property
    def places(self) -> int:
        """How many sit at the table, those who are out included."""
        return max(len(self.players), max(self.seats) + 1)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The deal and each action, played."""
        return self.record.steps()

    def names(self, tr: Translator) -> tuple[str, ...]:
        """The names of all at the table, or what seats are called."""
        return self.players or tuple(tr("settle.seat", n=tr.number(n)) for n in range(self.places))

    @cached_property
    def result(self) -> tuple[Settlement, tuple[MatchEvent, ...]] | None:
        """What the round cost and what followed; None while it goes on."""
        outcome = self.steps[-1].state.outcome
        if outcome is None:
            return None
        if self.before is not None and self.before.end is None:
            state, events = after_round(self.before, outcome)
            return state.history[-1].settlement, events
        done = settle(
            self.ruleset,
            outcome.hands,
            end=outcome.end,
            knocker=outcome.knocker,
            instant=outcome.instant,
            drawn=outcome.drawn,
            bank=outcome.bank,
            stakes=outcome.stakes or None,
        )
        return done, (RoundSettled(done, self.seats),)

    def branched(self, record: RoundRecord) -> "Story":
        """The same table with another course of the round; the notes were about the old one."""
        return Story(record, self.players, self.before, self.annotated, self.number, self.of)


def is_variant(ruleset: Ruleset) -> bool:
    """Is it one of ours with house rules, under the same id?"""
    return ruleset.id in ruleset_ids() and ruleset != load_ruleset(ruleset.id)


def played_name(ruleset: Ruleset, tr: Translator) -> str:
    """The name of the rules of a round, which may be one of ours with house rules."""
    name = ruleset_name(ruleset, tr)
    return tr("rejudge.variant", rules=name) if is_variant(ruleset) else name


def stories_of(
    transcript: Transcript, annotated: AnnotatedRound | None = None
) -> tuple[Story, ...]:
    """A story for each round of a text."""
    rounds = transcript.rounds
    if not transcript.is_match:
        return tuple(Story(record, before=_alone(record)) for record in rounds)
    states = [step.state for step in transcript.match_steps()]
    return tuple(
        Story(
            record,
            transcript.players,
            states[number],
            annotated,
            number,
            len(rounds),
            {n.at: n for n in annotated.notes if n.round == number} if annotated else {},
        )
        for number, record in enumerate(rounds)
    )


def _alone(record: RoundRecord) -> MatchState | None:
    """The start of a match in which this round could be the first."""
    deal = record.deal
    names = [str(seat) for seat in range(max(deal.seats) + 1)]
    try:
        start = start_match(record.ruleset, names, dealer=deal.seats[deal.dealer])
    except UsageError:
        return None
    return replace(start, seats=deal.seats)
