"""What can differ between the games of 31, as plain data.

A ruleset is a form (draw, exchange or bank) and the answers to the questions that the form asks.
Every answer has a path such as ``settlement.tie_with_knocker``: the field names from the ruleset
down to the value. The path names the rule in the TOML files, on the command line, in links, as the
cause of a lost life and in the lessons. The facts behind the values are in the files under
``rules/data``, each with its source.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias

from thirtyone.rules.provenance import Provenance


def _between(low: int, high: int) -> Any:
    """A whole number with bounds that the loader checks."""
    return field(metadata={"low": low, "high": high})


# ------------------------------------------------------------------------------ the pack, the table


class Region(StrEnum):
    """Where a ruleset's text comes from (never: what a nation plays)."""

    NORWAY = "no"
    SWEDEN = "se"
    DENMARK = "dk"
    ABROAD = "abroad"
    OWN = "own"


class DeckSize(StrEnum):
    """How many cards the pack has: all, or from the ace down to five, seven or nine."""

    FULL = "52"
    DOWN_TO_FIVE = "40"
    DOWN_TO_SEVEN = "32"
    DOWN_TO_NINE = "24"


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


class HandSize(StrEnum):
    """How many cards a hand has at the end of a turn."""

    THREE = "3"
    FOUR = "4"


_THREE: Final = HandSize.THREE


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The hand that is dealt."""

    cards: HandSize


# ------------------------------------------------------------------------------------- counting


class Target(StrEnum):
    """The sum that the game is named after."""

    THIRTY_ONE = "31"
    FORTY_ONE = "41"


class AceAcrossSuits(StrEnum):
    """May an ace be added to cards of another suit?"""

    NONE = "none"
    ONE = "one"
    ANY = "any"


class Cap(StrEnum):
    """Does a sum above 31 count as 31?"""

    NONE = "none"
    AT_31 = "31"


class ThreeOfAKind(StrEnum):
    """What three cards of one rank are worth; ``none`` leaves the suit sum."""

    NONE = "none"
    THIRTY = "30"
    THIRTY_AND_A_HALF = "30.5"


class ThreeAces(StrEnum):
    """What three aces are worth; ``none`` treats them like any other three.

    ``best`` is the Danish Ild: above every number, and with none of its own.
    """

    NONE = "none"
    THIRTY_ONE = "31"
    THIRTY_TWO = "32"
    THIRTY_THREE = "33"
    BEST = "best"


class SuitedRun(StrEnum):
    """What three cards of one suit in a row are worth, where that is more than their sum."""

    NONE = "none"
    THIRTY = "30"


class HandTies(StrEnum):
    """What decides between hands of equal points."""

    NONE = "none"
    SUIT_LADDER = "suit-ladder"
    HIGH_CARD = "high-card"


class SuitOrder(StrEnum):
    """The two ways to read the Danish list clubs, spades, hearts, diamonds."""

    CLUBS_HIGH = "clubs-high"
    DIAMONDS_HIGH = "diamonds-high"


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


# ------------------------------------------------------------------------------------ taking a turn


class OwnDiscardAfterKnock(StrEnum):
    """Two players, one has knocked: the other's top discard is their own."""

    MAY = "may"
    MUST = "must"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTurn:
    """A turn with a stock and a discard pile."""

    throw_back: bool
    """May the card just taken from the discard pile be thrown again at once?"""
    stand_pat: bool
    """May a player keep the hand on the last turn?"""
    own_discard_after_knock: OwnDiscardAfterKnock


class Swaps(StrEnum):
    """How many cards a turn may swap with the open ones."""

    ONE_OR_THREE = "one-or-three"
    ONE = "one"
    ANY = "any"


class Passing(StrEnum):
    """How often a player may pass in one deal."""

    UNLIMITED = "unlimited"
    ONCE = "once"


class TableExhausted(StrEnum):
    """All passed, and fewer than three cards are left to renew the table."""

    SHOWDOWN = "showdown"
    REUSE = "reuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapTurn:
    """A turn with three open cards."""

    swaps: Swaps
    pass_: Passing
    renew_789: bool
    """May a player have a table of seven, eight and nine replaced?"""
    table_exhausted: TableExhausted


class DealerChoice(StrEnum):
    """What the dealer may do before the first turn.

    ``keep-or-swap``: keep the hand, or open it and take three new ones. ``two-packets``: look at
    one of two hands, keep it or take the other unseen; the one left over becomes the table.
    """

    NONE = "none"
    KEEP_OR_SWAP = "keep-or-swap"
    TWO_PACKETS = "two-packets"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeal:
    """The deal of an exchange game."""

    dealer_choice: DealerChoice


# ----------------------------------------------------------------------------------------- knocking


class FirstKnock(StrEnum):
    """What a knock before anyone has drawn does (the Swedish hammer)."""

    NORMAL = "normal"
    SHOWDOWN = "showdown"


class FirstSwapKnock(StrEnum):
    """What a knock in the first lap of an exchange game does."""

    NORMAL = "normal"
    SHOWDOWN = "showdown"
    AFTER_FIRST_LAP = "after-first-lap"


class LastTurns(StrEnum):
    """Who has one more turn after a knock."""

    OTHERS = "others"
    ALL = "all"


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


class StockEmpty(StrEnum):
    """The stock runs out before a knock."""

    DRAW = "draw"
    RESHUFFLE = "reshuffle"
    SHOWDOWN = "showdown"


class StockEmptyLastTurns(StrEnum):
    """The stock runs out during the last turns."""

    RESHUFFLE = "reshuffle"
    STAND = "stand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """The stock of the draw form."""

    empty: StockEmpty
    empty_last_turns: StockEmptyLastTurns


# ------------------------------------------------------------------------------- hands that end it


class DrawDealt(StrEnum):
    """A hand that ends the round is dealt."""

    AT_ONCE = "at-once"
    WAIT_AND_KNOCK = "wait-and-knock"
    NOTHING = "nothing"


class SwapDealt(StrEnum):
    """The same in an exchange game, where the others may first exchange once each."""

    AT_ONCE = "at-once"
    ONE_EXCHANGE_EACH = "one-exchange-each"
    WAIT_AND_KNOCK = "wait-and-knock"
    NOTHING = "nothing"


class InPlay(StrEnum):
    """A hand that ends the round comes up before a knock."""

    AT_ONCE = "at-once"
    WAIT_AND_KNOCK = "wait-and-knock"
    NOTHING = "nothing"


class AfterKnock(StrEnum):
    """A hand that ends the round comes up on a last turn."""

    AT_ONCE = "at-once"
    PLAY_ON = "play-on"


class Payers(StrEnum):
    """Who loses when such a hand has ended the round."""

    ALL_OTHERS = "all-others"
    LOWEST = "lowest"


class Several(StrEnum):
    """Several players hold such a hand at once."""

    ALL_SAFE = "all-safe"
    BEST_ONLY = "best-only"


class KnockerPays(StrEnum):
    """What the knocker loses to a 31 that came after the knock."""

    ONE = "1"
    TWO = "2"


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


# ------------------------------------------------------------------------------------ who pays


class Goal(StrEnum):
    """What the hands are compared for.

    ``bus-points`` is the scoring of Ride the Bus: lowest 1, middle 2, highest 3; the knocker 0, 1
    or 4; a 31 scores 6.
    """

    LOWEST_LOSES = "lowest-loses"
    HIGHEST_WINS = "highest-wins"
    BUS_POINTS = "bus-points"


class TieWithKnocker(StrEnum):
    """The knocker is among several lowest hands."""

    SAFE = "safe"
    LIKE_ALL = "like-all"
    TWO_AND_ONE = "two-and-one"
    TWO_ALONE = "two-alone"


class LoneLowKnocker(StrEnum):
    """What the knocker loses when lowest alone."""

    ONE = "1"
    TWO = "2"


class TieForHighest(StrEnum):
    """Several hands are highest where the highest wins."""

    EACH = "each"
    NOBODY = "nobody"
    SPLIT = "split"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Who loses or wins what at the end of a round."""

    goal: Goal
    lowest: int = _between(1, 3)
    """What the lowest hand costs, in lives or marks."""
    tie_with_knocker: TieWithKnocker
    lone_low_knocker: LoneLowKnocker
    tie_for_highest: TieForHighest


class LastChance(StrEnum):
    """What happens when the last life is lost."""

    NONE = "none"
    UNTIL_NEXT_LOSS = "until-next-loss"
    ONE_MORE_DEAL = "one-more-deal"


class TwoAtOne(StrEnum):
    """Two lives lost with one left."""

    LAST_CHANCE = "last-chance"
    OUT = "out"


class LifeUnit(StrEnum):
    """What the tokens are called that a player loses."""

    LIFE = "life"
    MARK = "mark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lives:
    """How long a player stays in."""

    start: int = _between(0, 20)
    """Lives at the start; 0 where the game is played for points or tokens instead."""
    unit: LifeUnit
    last_chance: LastChance
    two_at_one: TwoAtOne


# -------------------------------------------------------------------------------- forms and match


class Family(StrEnum):
    """The three mechanisms that have only the number 31 in common."""

    DRAW = "draw"
    EXCHANGE = "exchange"
    BANK = "bank"


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


class LowAces(StrEnum):
    """How many aces of a hand may count 1 in the bank form."""

    ONE = "one"
    ANY = "any"


class Natural(StrEnum):
    """Which first three cards beat every other 31 of the bank form."""

    NONE = "none"
    COURT_CARDS = "court-cards"
    TEN_VALUED = "ten-valued"


class BankTie(StrEnum):
    """Who wins when a player and the bank have the same total."""

    BANK = "bank"
    NOBODY = "nobody"


class BankChanges(StrEnum):
    """When the bank passes to another player."""

    ON_BUST = "on-bust"
    OFFER_TO_RICHEST = "offer-to-richest"


class Direction(StrEnum):
    """Which way the turn goes round the table."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """Each player against the bank: nearer to 31 wins, above 31 is lost."""

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
class BankForm:
    """Draw or stop, against a bank."""

    family: ClassVar = Family.BANK
    bank: Bank


Form: TypeAlias = DrawForm | ExchangeForm | BankForm


class AllOut(StrEnum):
    """The last players go out together."""

    DECIDER = "decider"
    SHARED = "shared"


class SeveralAtTarget(StrEnum):
    """Several reach the points to win in one round."""

    PLAY_ON = "play-on"
    SHARED = "shared"


class NextDealer(StrEnum):
    """Who deals next."""

    CLOCKWISE = "clockwise"
    SOLE_LOSER = "sole-loser"


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


class Pot(StrEnum):
    """What happens to what is paid in."""

    NONE = "none"
    LAST_ONE_IN = "last-one-in"
    HIGHEST_PER_DEAL = "highest-per-deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """Tokens beside the lives."""

    pot: Pot
    ante: int = _between(0, 1000)
    """What each player pays into the pot before a deal."""


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
