"""The parts of a ruleset: what is counted, how a turn goes, what ends a round and who pays."""

from dataclasses import dataclass, field
from typing import Any

from thirtyone.rules.model.answers import (
    AceAcrossSuits,
    AfterKnock,
    AllOut,
    BankChanges,
    BankLimit,
    BankTie,
    Cap,
    DealerChoice,
    DeckSize,
    Direction,
    DrawDealt,
    FirstKnock,
    FirstSwapKnock,
    Goal,
    HandSize,
    HandTies,
    InPlay,
    KnockerPays,
    LastChance,
    LastTurns,
    LifeUnit,
    LoneLowKnocker,
    LowAces,
    Natural,
    NextDealer,
    OwnDiscardAfterKnock,
    Passing,
    Payers,
    Pot,
    Several,
    SeveralAtTarget,
    StockEmpty,
    StockEmptyLastTurns,
    SuitedRun,
    SuitOrder,
    SwapDealt,
    Swaps,
    TableExhausted,
    Target,
    ThreeAces,
    ThreeOfAKind,
    TieForHighest,
    TieWithKnocker,
    TwoAtOne,
)


def _between(low: int, high: int) -> Any:
    """A whole number with bounds that the loader checks."""
    return field(metadata={"low": low, "high": high})


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """The pack."""

    cards: DeckSize


@dataclass(frozen=True, slots=True)
class Players:
    """How many may start a match. Fewer may go on when others are out."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The hand that is dealt."""

    cards: HandSize


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What a hand is worth."""

    target: Target
    ace_across_suits: AceAcrossSuits
    cap: Cap
    three_of_a_kind: ThreeOfAKind
    three_aces: ThreeAces
    suited_run: SuitedRun
    ties: HandTies
    suit_order: SuitOrder
    """Used where ``ties`` is ``suit-ladder``, and for the suit that counts of two equal ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTurn:
    """A turn with a stock and a discard pile."""

    throw_back: bool
    """May the card just taken from the discard pile be thrown again at once?"""
    stand_pat: bool
    """May a player keep the hand on the last turn?"""
    own_discard_after_knock: OwnDiscardAfterKnock


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapTurn:
    """A turn with three open cards."""

    swaps: Swaps
    pass_: Passing
    renew_789: bool
    """May a player have a table of seven, eight and nine replaced?"""
    table_exhausted: TableExhausted


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeal:
    """The deal of an exchange game."""

    dealer_choice: DealerChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawKnock:
    """Knocking in the draw form."""

    minimum: int = _between(0, 41)
    """Fewest points to knock with; 0 asks for none."""
    first_turn: FirstKnock
    throw_down: bool
    """May the first player turn the hand over unseen instead of the first draw?"""
    last_turns: LastTurns


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapKnock:
    """Knocking in the exchange form."""

    minimum: int = _between(0, 41)
    first_turn: FirstSwapKnock
    last_turns: LastTurns


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """The stock of the draw form."""

    empty: StockEmpty
    empty_last_turns: StockEmptyLastTurns


@dataclass(frozen=True, slots=True, kw_only=True)
class Instant:
    """Hands that end the round: the target in one suit, and three aces where they are special."""

    three_aces: bool
    """Do three aces end the round as well?"""
    in_play: InPlay
    after_knock: AfterKnock
    payers: Payers
    three_aces_payers: Payers
    knocker_pays: KnockerPays
    several: Several


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInstant(Instant):
    """Such hands in the draw form."""

    dealt: DrawDealt


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapInstant(Instant):
    """Such hands in the exchange form."""

    dealt: SwapDealt


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Who loses or wins what at the end of a round."""

    goal: Goal
    lowest: int = _between(1, 3)
    """What the lowest hand costs, in lives or marks."""
    tie_with_knocker: TieWithKnocker
    lone_low_knocker: LoneLowKnocker
    tie_for_highest: TieForHighest


@dataclass(frozen=True, slots=True, kw_only=True)
class Lives:
    """How long a player stays in."""

    start: int = _between(0, 20)
    """Lives at the start; 0 where the game is played for points or tokens instead."""
    unit: LifeUnit
    last_chance: LastChance
    two_at_one: TwoAtOne


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """Each player against the bank: nearer to 31 wins, above 31 is lost."""

    limit: BankLimit
    """A higher total is lost at once (bust)."""
    low_aces: LowAces
    natural: Natural
    draws_to: int = _between(20, 31)
    """The bank draws until it has at least this total."""
    tie: BankTie
    fold: bool
    """May a player stay out of a deal after the first card?"""
    changes: BankChanges
    direction: Direction
    two_packs_above: int = _between(1, 9)
    """With more players than this a second pack is shuffled in."""
    tokens: int = _between(1, 1000)
    """What each player starts with."""
    bank_times: int = _between(1, 100)
    """The bank starts with this many times a player's tokens."""
    stake_low: int = _between(1, 1000)
    stake_high: int = _between(1, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """From the first deal to a winner."""

    all_out: AllOut
    target: int = _between(0, 1000)
    """Points that win the match; 0 where it is not played for points."""
    several_at_target: SeveralAtTarget
    deals: int = _between(0, 1000)
    """A match that is not played for lives ends after so many deals; 0 for no such end."""
    dealer: NextDealer


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """Tokens beside the lives."""

    pot: Pot
    ante: int = _between(0, 1000)
    """What each player pays into the pot before a deal."""
