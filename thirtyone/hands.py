"""What a hand is worth under a ruleset, which cards count, and which of two hands is better.

>>> from thirtyone.cards import Card
>>> from thirtyone.rules import load_ruleset
>>> score = score_hand([Card("KH"), Card("9H"), Card("AS")], load_ruleset("no-trettien"))
>>> score.label, score.reason.kind.value, score.counted
('19', 'suit-sum', (Card('KH'), Card('9H')))
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from thirtyone.cards import Card, Rank, Suit, pack
from thirtyone.errors import HandError
from thirtyone.points import HalfPoints, decimal, half_points
from thirtyone.rules.model import (
    AceAcrossSuits,
    Bank,
    BankForm,
    Cap,
    DeckSize,
    DrawForm,
    ExchangeForm,
    HandTies,
    InPlay,
    LowAces,
    Natural,
    Ruleset,
    Scoring,
    SuitedRun,
    SuitOrder,
    ThreeAces,
    ThreeOfAKind,
)

ILD: Final = "Ild"
"""What the Danish exchange game calls three aces; the hand has a name instead of a number."""

_BANK_LIMIT: Final = 31
_SUITS: Final = tuple(Suit)
_CLUBS_FIRST: Final = tuple(
    map(_SUITS.index, (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS))
)
_DIAMONDS_FIRST: Final = _CLUBS_FIRST[::-1]


class ReasonKind(StrEnum):
    """Why a hand is worth what it is worth."""

    SUIT_SUM = "suit-sum"
    ACE_ACROSS_SUITS = "ace-across-suits"
    SAME_RANK = "same-rank"
    THREE_ACES = "three-aces"
    SUITED_RUN = "suited-run"
    BANK_TOTAL = "bank-total"


# A hand is scored a million times in a simulation, and looking a member up in its enum is as dear
# as comparing it: so the members that are asked for stand here by name.
_SUM, _ACROSS, _ACES, _RUN, _TOTAL = (
    ReasonKind.SUIT_SUM,
    ReasonKind.ACE_ACROSS_SUITS,
    ReasonKind.THREE_ACES,
    ReasonKind.SUITED_RUN,
    ReasonKind.BANK_TOTAL,
)
_ONE_LOW: Final = LowAces.ONE
_ACE: Final = Rank.ACE
_FULL: Final = DeckSize.FULL
_NO_CROSSING, _ONE_CROSSING = AceAcrossSuits.NONE, AceAcrossSuits.ONE
_CAPPED: Final = Cap.AT_31
_CLUBS_HIGH: Final = SuitOrder.CLUBS_HIGH
_ACES_PLAIN, _THREE_PLAIN = ThreeAces.NONE, ThreeOfAKind.NONE
_RUN_COUNTS: Final = SuitedRun.THIRTY
_AT_ONCE: Final = InPlay.AT_ONCE
_THIRTY: Final = half_points(30)
_LOWEST_TARGET: Final = half_points(31)


@dataclass(frozen=True, slots=True)
class Reason:
    """The rule that made the score."""

    kind: ReasonKind
    rule: str
    """The rule path whose value explains the score."""
    total: HalfPoints
    """The sum of the counted cards, before a cap or a fixed value."""
    suit: Suit | None = None
    """The suit that counts, for sums in one suit."""


@dataclass(frozen=True, slots=True)
class HandScore:
    """One hand under one ruleset."""

    points: HalfPoints | None
    """None where the hand has a name instead: the Danish Ild."""
    order: int
    """Sorts hands of one ruleset from worst to best; equal where they are equal before ties."""
    reason: Reason
    counted: tuple[Card, ...]
    idle: tuple[Card, ...]
    ends_round: bool
    """Does the round end when this hand comes up in play?"""

    @property
    def label(self) -> str:
        """The points as decimal text, or the hand's name; the same in every language."""
        return ILD if self.points is None else decimal(self.points)


class UnplayableKind(StrEnum):
    """Why a ruleset cannot score a hand."""

    NOT_IN_DECK = "not-in-deck"
    WRONG_SIZE = "wrong-size"


@dataclass(frozen=True, slots=True)
class Unplayable:
    """A hand that does not exist under a ruleset."""

    kind: UnplayableKind
    card: Card | None = None
    """The first card that the pack lacks."""


def check_hand(cards: Sequence[Card]) -> None:
    """HandError if a card stands twice: no pack holds it."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise HandError("refuse.card_twice", card=card)
        seen.add(card)


def fits_size(count: int, ruleset: Ruleset) -> bool:
    """Can a hand of so many cards stand at the end of a turn?"""
    if isinstance(ruleset.form, BankForm):
        return count >= ruleset.hand_size
    return count == ruleset.hand_size


def check_playable(cards: Sequence[Card], ruleset: Ruleset) -> Unplayable | None:
    """Why the ruleset cannot score these cards, or None if it can."""
    if not fits_size(len(cards), ruleset):
        return Unplayable(UnplayableKind.WRONG_SIZE)
    if ruleset.deck.cards is _FULL:
        return None
    known = pack(ruleset.deck_size)
    lacking = next((card for card in cards if card not in known), None)
    return Unplayable(UnplayableKind.NOT_IN_DECK, lacking) if lacking else None


def score_hand(cards: Sequence[Card], ruleset: Ruleset) -> HandScore:
    """The score of a hand, with its reason.

    HandError for a card that stands twice, a wrong number of cards or a card that the pack lacks.
    """
    problem = check_playable(cards, ruleset)
    if problem is None and len(set(cards)) == len(cards):
        return score_playable(tuple(cards), ruleset)
    if not all(isinstance(card, Card) for card in cards):
        raise TypeError("a hand holds Card objects; parse_cards makes them from text")
    check_hand(cards)
    assert problem is not None
    if problem.card is not None:
        raise HandError("refuse.not_in_deck", card=problem.card, rules=ruleset)
    raise HandError("refuse.wrong_count", n=len(cards), wanted=(ruleset,))


def score_playable(cards: tuple[Card, ...], ruleset: Ruleset) -> HandScore:
    """:func:`score_hand` for cards that are known to be a hand of the ruleset: tables, play."""
    form = ruleset.form
    if isinstance(form, BankForm):
        return _bank_score(cards, form.bank)
    return _suit_score(cards, form)


# ------------------------------------------------------------------------- draw and exchange forms


def _suit_score(cards: tuple[Card, ...], form: DrawForm | ExchangeForm) -> HandScore:
    scoring = form.scoring
    points, total, suit = best_sum(cards, scoring)
    special = _special_score(cards, scoring, points)
    if special is not None:
        value, kind, rule = special
        run = kind is _RUN
        return HandScore(
            points=value,
            order=best_order(len(cards)) if value is None else value,
            reason=Reason(kind, rule, total, suit if run else None),
            counted=cards,
            idle=(),
            ends_round=kind is _ACES
            and form.instant.three_aces
            and form.instant.in_play is _AT_ONCE,
        )
    counted, kind, rule = _counted(cards, scoring, suit)
    if kind is _ACROSS and points < total:
        rule = "scoring.cap"
    return HandScore(
        points=points,
        order=points,
        reason=Reason(kind, rule, total, suit),
        counted=counted,
        idle=() if counted is cards else tuple([c for c in cards if c not in counted]),
        ends_round=points >= _LOWEST_TARGET
        and points >= 2 * int(scoring.target)
        and form.instant.in_play is _AT_ONCE,
    )


def best_order(size: int) -> HalfPoints:
    """The order of a hand that is best of all: above any sum of ``size`` aces."""
    return HalfPoints(2 * 11 * size + 1)


def best_sum(cards: Sequence[Card], scoring: Scoring) -> tuple[HalfPoints, HalfPoints, Suit]:
    """The best sum in one suit: as it counts, as it adds up, and the suit.

    Of equal sums the suit that ranks higher counts (clubs above spades, hearts and diamonds).
    """
    sums = [0, 0, 0, 0]
    aces = [0, 0, 0, 0]
    for card in cards:
        place = card.index & 3
        sums[place] += card.points
        aces[place] += card.rank == _ACE
    if scoring.ace_across_suits is not _NO_CROSSING:
        most = 1 if scoring.ace_across_suits is _ONE_CROSSING else 4
        held = sum(aces)
        sums = [n and n + 11 * min(held - own, most) for n, own in zip(sums, aces, strict=True)]
    total, best = -1, 0
    for place in _CLUBS_FIRST if scoring.suit_order is _CLUBS_HIGH else _DIAMONDS_FIRST:
        if sums[place] > total:
            total, best = sums[place], place
    counts = 31 if total > 31 and scoring.cap is _CAPPED else total
    return HalfPoints(2 * counts), HalfPoints(2 * total), _SUITS[best]


def is_run(cards: Sequence[Card]) -> bool:
    """Three cards of one suit in a row.

    The ace stands above the king and, as in poker, from where the name straight flush comes, below
    the two. The document that names the rule leaves the ace open.
    """
    suit = cards[0].suit
    if any(card.suit is not suit for card in cards):
        return False
    ranks = sorted(card.rank for card in cards)
    return ranks[0] + 2 == ranks[1] + 1 == ranks[2] or ranks == [2, 3, 14]


def _special_score(
    cards: tuple[Card, ...], scoring: Scoring, points: HalfPoints
) -> tuple[HalfPoints | None, ReasonKind, str] | None:
    """Worth (None: best of all), kind and rule of a hand that is more than its best suit."""
    if len(cards) != 3:
        return None
    rank = cards[0].rank
    if cards[1].rank is rank and cards[2].rank is rank:
        if rank is _ACE and scoring.three_aces is not _ACES_PLAIN:
            best = scoring.three_aces is ThreeAces.BEST
            worth = None if best else half_points(float(scoring.three_aces))
            return worth, _ACES, "scoring.three_aces"
        if scoring.three_of_a_kind is not _THREE_PLAIN:
            worth = half_points(float(scoring.three_of_a_kind))
            if worth > points:
                return worth, ReasonKind.SAME_RANK, "scoring.three_of_a_kind"
    elif scoring.suited_run is _RUN_COUNTS and points < _THIRTY and is_run(cards):
        return _THIRTY, _RUN, "scoring.suited_run"
    return None


def _counted(
    cards: tuple[Card, ...], scoring: Scoring, suit: Suit
) -> tuple[tuple[Card, ...], ReasonKind, str]:
    """The cards that count in ``suit``, and whether aces of other suits are among them."""
    own = tuple([card for card in cards if card.suit is suit])
    if len(own) == len(cards):
        return cards, _SUM, "scoring.target"
    strangers = [card for card in cards if card.suit is not suit and card.rank is _ACE]
    if not strangers:
        alike = len(own) == 1 and all(card.rank is own[0].rank for card in cards)
        return own, _SUM, "scoring.three_of_a_kind" if alike else "scoring.target"
    across = scoring.ace_across_suits
    if across is _NO_CROSSING:
        rule = "three_aces" if len(strangers) == len(cards) - 1 and own[0].rank is _ACE else ""
        return own, _SUM, f"scoring.{rule or 'ace_across_suits'}"
    if across is _ONE_CROSSING and len(strangers) > 1:
        first = _CLUBS_FIRST if scoring.suit_order is _CLUBS_HIGH else _DIAMONDS_FIRST
        strangers = [min(strangers, key=lambda card: first.index(card.index & 3))]
    counted = tuple([card for card in cards if card.suit is suit or card in strangers])
    return counted, _ACROSS, "scoring.ace_across_suits"


# --------------------------------------------------------------------------------------- bank form


def _bank_score(cards: tuple[Card, ...], bank: Bank) -> HandScore:
    total = aces = 0
    for card in cards:
        total += card.points
        aces += card.rank is _ACE
    low = 0
    while total > _BANK_LIMIT and low < (min(aces, 1) if bank.low_aces is _ONE_LOW else aces):
        total -= 10
        low += 1
    points = HalfPoints(2 * total)
    natural = total == _BANK_LIMIT and is_natural(cards, bank)
    return HandScore(
        points=points,
        # A bust is below everything, a natural half a step above any other 31.
        order=0 if total > _BANK_LIMIT else points + natural,
        reason=Reason(_TOTAL, "bank.natural" if natural else "bank.low_aces", points),
        counted=cards,
        idle=(),
        ends_round=False,
    )


def is_natural(cards: Sequence[Card], bank: Bank) -> bool:
    """An ace and two cards worth ten as the first three cards of the bank form."""
    if bank.natural is Natural.NONE or len(cards) != 3:
        return False
    low = Rank.JACK if bank.natural is Natural.COURT_CARDS else Rank.TEN
    ranks = sorted(card.rank for card in cards)
    return ranks[2] is Rank.ACE and low <= ranks[0] and ranks[1] < Rank.ACE


# -------------------------------------------------------------------------------------- comparison


def strength(score: HandScore, ruleset: Ruleset) -> tuple[int, ...]:
    """A key that sorts hands from worst to best with the ruleset's own tie-break."""
    if isinstance(ruleset.form, BankForm):
        return (score.order,)
    scoring = ruleset.form.scoring
    ranks = sorted((int(card.rank) for card in score.counted), reverse=True)
    if scoring.ties is HandTies.NONE:
        return (score.order,)
    if scoring.ties is HandTies.HIGH_CARD:
        return (score.order, *_highest_cards(score, ranks))
    if score.reason.suit is None:  # three alike stand above a sum of equal points
        return (score.order, 1, *ranks)
    first = _CLUBS_FIRST if scoring.suit_order is _CLUBS_HIGH else _DIAMONDS_FIRST
    return (score.order, 0, -first.index(_SUITS.index(score.reason.suit)), *ranks)


def compare_hands(first: HandScore, second: HandScore, ruleset: Ruleset) -> int:
    """1 if the first hand is better, −1 if the second is, 0 if the ruleset calls them equal."""
    a, b = strength(first, ruleset), strength(second, ruleset)
    return (a > b) - (a < b)


def _highest_cards(score: HandScore, ranks: list[int]) -> list[int]:
    """The ranks that decide: of equal suits those with the higher cards, whichever suit counts."""
    if score.reason.kind is not ReasonKind.SUIT_SUM:
        return ranks
    suits: dict[Suit, list[Card]] = {}
    for card in score.counted + score.idle:
        suits.setdefault(card.suit, []).append(card)
    level = [
        sorted((int(card.rank) for card in cards), reverse=True)
        for cards in suits.values()
        if 2 * sum(card.points for card in cards) == score.reason.total
    ]
    return max(level)
