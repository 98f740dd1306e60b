"""The bank form: a further card, and what the bank ends with, exactly from the unseen cards."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from thirtyone.cards import Card, Rank
from thirtyone.hands import score_playable
from thirtyone.odds.known import Known, bank_of
from thirtyone.odds.spread import Spread
from thirtyone.rules.model import BankTie, Ruleset

_LIMIT: Final = 2 * 31
_DEALT: Final = 3
"""Cards of the bank before it may stop."""
_COURT: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)
_Drawn: TypeAlias = tuple[int, ...]
"""How many cards of each kind."""


@dataclass(frozen=True, slots=True)
class FurtherCard:
    """One more card for a hand in the bank form."""

    totals: Spread
    """By half points, also above 31."""

    @property
    def over(self) -> float:
        """The chance to go over 31."""
        counts = self.totals.counts
        return sum(n for total, n in counts.items() if total > _LIMIT) / self.totals.cases


def further_card(known: Known) -> FurtherCard:
    """What a further card makes of the hand."""
    counts = Counter(_points((*known.hand, card), known.ruleset) for card in known.unseen)
    return FurtherCard(Spread(dict(sorted(counts.items()))))


def _points(cards: tuple[Card, ...], ruleset: Ruleset) -> int:
    points = score_playable(cards, ruleset).points
    assert points is not None
    return points


@dataclass(frozen=True, slots=True)
class BankEnd:
    """What the bank ends with, if somebody is still in."""

    totals: Mapping[int, float]
    """Probability by half points; totals above 31 are lost."""
    bust: float
    """The chance that the bank goes over 31."""
    better: float
    """The chance that it beats the hand as it is now."""
    level: float
    """The chance that it is equal to it; under most rules that is the bank's win."""
    worse: float
    """The chance that it stays below the hand without going over."""
    wins: float
    """The chance that the hand as it is now wins its stake."""
    loses: float
    """The chance that it loses its stake."""


def bank_end(known: Known) -> BankEnd:
    """All ways in which the bank may draw, weighted by the unseen cards.

    Its first card is the open one if that is known. Cards of one rank are alike, and jacks, queens
    and kings are; what matters is how many of each have been drawn, and only for the first three
    cards that there are exactly three.
    """
    ruleset = known.ruleset
    bank = bank_of(ruleset)
    assert bank is not None
    kinds = _Kinds(known)
    mine = score_playable(known.hand, ruleset).order
    chances = dict.fromkeys(("bust", "better", "level", "worse"), 0.0)
    totals_of: dict[int, float] = {}
    ahead: dict[_Drawn, float] = {kinds.start: 1.0}
    while ahead:
        after: dict[_Drawn, float] = {}
        for drawn, chance in ahead.items():
            count = sum(drawn)
            left = kinds.left(drawn)
            score = score_playable(kinds.cards(drawn), ruleset) if count >= _DEALT else None
            whole = sum(left)
            if score is None or (score.points or 0) < 2 * bank.draws_to:
                for kind, n in enumerate(left):
                    if n:
                        key = (*drawn[:kind], drawn[kind] + 1, *drawn[kind + 1 :])
                        after[key] = after.get(key, 0.0) + chance * n / whole
                if whole or score is None:
                    continue
            assert score.points is not None
            totals_of[score.points] = totals_of.get(score.points, 0.0) + chance
            chances[_against(mine, score.order)] += chance
        ahead = after
    lost = 1.0 if not mine else 0.0
    tie_lost = bank.tie is BankTie.BANK
    # Sums of many floats may end a hair above 1.
    wins = (1 - lost) * min(1.0, chances["bust"] + chances["worse"])
    loses = lost or min(1.0, chances["better"] + (chances["level"] if tie_lost else 0.0))
    return BankEnd(dict(sorted(totals_of.items())), **chances, wins=wins, loses=loses)


def _against(mine: int, bank: int) -> str:
    if not bank:
        return "bust"
    return "level" if bank == mine else "better" if bank > mine else "worse"


class _Kinds:
    """The unseen cards by kind: cards of a rank are alike, and the three courts are."""

    __slots__ = ("_count", "_place", "_samples", "start")

    def __init__(self, known: Known) -> None:
        self._samples = [Card(rank.letter + "S") for rank in Rank if rank not in _COURT[1:]]
        self._place = {card.rank: place for place, card in enumerate(self._samples)}
        self._place |= dict.fromkeys(_COURT, self._place[Rank.JACK])
        counts = Counter(self._place[card.rank] for card in known.unseen)
        start = Counter(self._place[card.rank] for card in known.up)
        self.start = tuple(start[place] for place in range(len(self._samples)))
        self._count = tuple(counts[place] + start[place] for place in range(len(self._samples)))

    def left(self, drawn: _Drawn) -> list[int]:
        """How many unseen cards of each kind there still are."""
        return [n - m for n, m in zip(self._count, drawn, strict=True)]

    def cards(self, drawn: _Drawn) -> tuple[Card, ...]:
        """Cards of these kinds; suits do not matter."""
        return tuple(card for card, n in zip(self._samples, drawn, strict=True) for _ in range(n))
