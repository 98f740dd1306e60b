"""A question as data: a situation, three or four options, and which of them is right.

No word of it is in any language: :mod:`thirtyone.quiz.say` says it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.moment import Moment
from thirtyone.quiz.showdown import Losses, Showdown
from thirtyone.quiz.turn import Turn
from thirtyone.rules.model import Ruleset

Judged: TypeAlias = HandCase | Showdown | Moment
"""Cases that rules judge one way or the other."""
Case: TypeAlias = Judged | Turn
"""What a question is about: a hand, final hands, a moment of play, or a turn with a choice."""
Value: TypeAlias = str | Losses
"""What an option claims: points as text, who loses what, a word, a rule path or a ruleset's id."""

LEVELS: Final = (1, 2, 3)


class Kind(StrEnum):
    """The six kinds of questions."""

    WORTH = "worth"
    """What is this hand worth here?"""
    LOSES = "loses"
    """Who loses a life, wins the point or pays the bank?"""
    LEGAL = "legal"
    """Is she allowed to do that, and if not, why?"""
    RULE = "rule"
    """Which rule decides: of which rule would another answer change the result?"""
    WHERE = "where"
    """Under which ruleset is this answer right?"""
    KNOCK = "knock"
    """Should he knock?"""


class Slip(StrEnum):
    """A mistake that leads to a wrong answer under every ruleset."""

    ADD_ALL = "add-all"
    """Cards of different suits added up."""
    COLOUR = "colour"
    """Red cards, or black ones, taken for one suit."""
    COURT_CARDS = "court-cards"
    """King 13, queen 12, jack 11."""
    ACE_ONE = "ace-one"
    """The ace counted as 1."""
    OTHER_SUIT = "other-suit"
    """A suit counted that gives less."""
    ONE_CARD = "one-card"
    """Only the highest card counted."""
    LEFT_OUT = "left-out"
    """A card of the suit left out."""
    THREE_ALIKE = "three-alike"
    """Three of a kind given a number that no rule here gives them."""
    IN_A_ROW = "in-a-row"
    """Three in a row of one suit taken for more than their sum."""
    SUM = "sum"
    """Added up wrongly."""
    ONE_SUIT = "one-suit"
    """Only one suit counted where all cards count."""
    ACE_HIGH = "ace-high"
    """Every ace counted as 11 where that is too much."""
    LOWEST_LOSES = "lowest-loses"
    """The highest hand made to lose."""
    HIGHEST_WINS = "highest-wins"
    """The lowest hand made to win."""
    NOT_HIGHEST = "not-highest"
    """The knocker made to lose for not being highest."""
    ALL_BEATEN = "all-beaten"
    """Everybody but the best made to lose."""
    NOBODY = "nobody"
    """Nobody made to lose or win."""
    AMOUNT = "amount"
    """The right players, another number."""
    ONLY_SOME = "only-some"
    """Somebody forgotten."""
    NO_KNOCK = "no-knock"
    """Settled as if nobody had knocked."""
    COMPARE = "compare"
    """The hands compared wrongly."""
    SIDES = "sides"
    """Player and bank taken for each other."""
    REASON = "reason"
    """Refused for a reason that does not hold here."""
    NEVER = "never"
    """Allowed, though no ruleset of ours allows it."""
    ALWAYS = "always"
    """Refused, though nothing here forbids it."""
    NOT_THAT_RULE = "not-that-rule"
    """A rule named that changes nothing here."""
    ELSEWHERE = "elsewhere"
    """A ruleset named that says something else."""
    TOO_RISKY = "too-risky"
    """Knocked with a hand that is likely to be the lowest."""
    TOO_LATE = "too-late"
    """Not knocked, though the others are likely to be lower."""
    OPEN_CARD = "open-card"
    """The open card taken though it makes the hand worse."""
    LEFT_LYING = "left-lying"
    """The open card left though it brings much."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Rules under which a wrong answer would be right."""

    ruleset: Ruleset
    """One of our rulesets; or the ruleset of the question with one answer changed."""
    path: str
    """The rule that makes the difference, or nothing where it takes several."""
    house: bool
    """Is it a changed answer, so a house rule?"""


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers to choose from."""

    value: Value
    reading: Reading | None = None
    """Where it would be right; None for the right answer and for plain mistakes."""
    slip: Slip | None = None
    """Which mistake leads to it, where no rules do, or only those of another form of the game."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its options; it is worked out, so nobody has to mark it."""

    kind: Kind
    case: Case
    options: tuple[Option, ...]
    right: int
    """Which option is right."""
    level: int
    """How hard it is, 1 to 3."""
    paths: tuple[str, ...]
    """The rules that it exercises: with another answer to one of them the result would change."""
    seed: str
    """What made it: the same seed makes the same options in the same order."""
    rulesets: tuple[Ruleset, ...] = ()
    """The rulesets that the learner is asked about; all of ours if none are named."""

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the question; where rulesets are to choose from, the right one."""
        return self.case.ruleset

    @property
    def answer(self) -> Option:
        """The right option."""
        return self.options[self.right]
