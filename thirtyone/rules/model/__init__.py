"""What can differ between the games of 31, as plain data.

A ruleset is a form (draw, exchange or bank) and the answers to the questions that the form asks.
Every answer has a path such as ``settlement.tie_with_knocker``: the field names from the ruleset
down to the value. The path names the rule in the TOML files, on the command line, in links, as the
cause of a lost life and in the lessons. The facts behind the values are in the files under
``rules/data``, each with its source.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from thirtyone.rules.model.answers import *  # noqa: F403  # the model's own words, all of them
from thirtyone.rules.model.answers import Family, HandSize, Region
from thirtyone.rules.model.parts import *  # noqa: F403
from thirtyone.rules.model.parts import (
    Bank,
    Deck,
    DrawInstant,
    DrawKnock,
    DrawTurn,
    Hand,
    Lives,
    Match,
    Players,
    Scoring,
    Settlement,
    Stakes,
    Stock,
    SwapInstant,
    SwapKnock,
    SwapTurn,
    TableDeal,
)
from thirtyone.rules.provenance import Provenance

_THREE: Final = HandSize.THREE


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawForm:
    """Draw one card from a stock or a discard pile, throw one."""

    family: ClassVar = Family.DRAW
    scoring: Scoring
    turn: DrawTurn
    knock: DrawKnock
    stock: Stock
    instant: DrawInstant
    settlement: Settlement
    lives: Lives


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeForm:
    """Swap cards with three open ones on the table."""

    family: ClassVar = Family.EXCHANGE
    scoring: Scoring
    deal: TableDeal
    turn: SwapTurn
    knock: SwapKnock
    instant: SwapInstant
    settlement: Settlement
    lives: Lives


@dataclass(frozen=True, slots=True, kw_only=True)
class BankForm:
    """Draw or stop, against a bank."""

    family: ClassVar = Family.BANK
    bank: Bank


Form: TypeAlias = DrawForm | ExchangeForm | BankForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One way to play 31: every answer, and where each answer comes from."""

    id: str
    names: Mapping[str, str]
    summaries: Mapping[str, str]
    """What sets the ruleset apart, in a few words, by language."""
    region: Region
    based_on: str | None
    deck: Deck
    players: Players
    hand: Hand
    form: Form
    match: Match
    stakes: Stakes
    provenance: Mapping[str, Provenance]

    @property
    def family(self) -> Family:
        """Draw, exchange or bank."""
        return self.form.family

    @property
    def deck_size(self) -> int:
        """Cards in one pack."""
        return int(self.deck.cards)

    @property
    def hand_size(self) -> int:
        """Cards in a hand at the end of a turn."""
        return 3 if self.hand.cards is _THREE else 4

    def __hash__(self) -> int:
        # Rulesets are keys of caches; equal ones have equal ids and forms.
        return hash((self.id, self.deck, self.hand, self.form))
