"""The answers that a rule can have, in the words that players would say."""

from enum import StrEnum


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


class HandSize(StrEnum):
    """How many cards a hand has at the end of a turn."""

    THREE = "3"
    FOUR = "4"


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


class OwnDiscardAfterKnock(StrEnum):
    """Two players, one has knocked: the other's top discard is their own."""

    MAY = "may"
    MUST = "must"
    NO = "no"


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


class DealerChoice(StrEnum):
    """What the dealer may do before the first turn.

    ``keep-or-swap``: keep the hand, or open it and take three new ones. ``two-packets``: look at
    one of two hands, keep it or take the other unseen; the one left over becomes the table. Here
    that comes to the same thing as ``keep-or-swap`` and is played so: the other hand is the next
    three cards.
    """

    NONE = "none"
    KEEP_OR_SWAP = "keep-or-swap"
    TWO_PACKETS = "two-packets"


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


class StockEmpty(StrEnum):
    """The stock runs out before a knock."""

    DRAW = "draw"
    RESHUFFLE = "reshuffle"
    SHOWDOWN = "showdown"


class StockEmptyLastTurns(StrEnum):
    """The stock runs out during the last turns."""

    RESHUFFLE = "reshuffle"
    STAND = "stand"


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


class Family(StrEnum):
    """The three mechanisms that have only the number 31 in common."""

    DRAW = "draw"
    EXCHANGE = "exchange"
    BANK = "bank"


class BankLimit(StrEnum):
    """The total that must not be passed against the bank."""

    THIRTY_ONE = "31"


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


class Pot(StrEnum):
    """What happens to what is paid in."""

    NONE = "none"
    LAST_ONE_IN = "last-one-in"
    HIGHEST_PER_DEAL = "highest-per-deal"
