"""A turn with a choice: knock, draw or take the open card; and how often a knock fails.

No text says when to knock, so the numbers are a model, and only clear cases are asked. The others
hold hands by chance; each has drawn one card a turn and kept the best three, and does so once more
after the knock.
"""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import Final

from thirtyone.cards import Card, pack
from thirtyone.outlook import outlook_of
from thirtyone.play.worth import worth_of
from thirtyone.quiz.chance import Chance
from thirtyone.rules.model import (
    AfterKnock,
    DrawForm,
    Goal,
    InPlay,
    LastTurns,
    Payers,
    Ruleset,
    Scoring,
    TieWithKnocker,
)
from thirtyone.sim.tables import score_table

_SAMPLE: Final = 2000
"""So many hands stand for all: a share of one half is then right to about one in a hundred."""

KNOCK_NOW: Final = "knock"
DRAW_ONE: Final = "draw"
TAKE_IT: Final = "take"

_SAFE: Final = {2: 0.35, 3: 0.16}
"""By players: a knock may cost this part of what a player loses in an average round.

With more players somebody else is lower anyway, and it makes little difference when one knocks."""
_RISE: Final = 0.08
"""And it is right to knock now if a turn later it would cost so much more."""
_LEAST, _NEAR = 2 * 22, 2 * 6
"""Half points to knock with, and below the target: nearer to it, hunting for it does no worse.

Rounds played out from such turns gave these bounds: there a knock does better by a tenth of a life
or more, which a test checks.
"""
_LATEST: Final = {2: 0, 3: 1}
"""By players: laps after which it makes little difference when one knocks."""
_RISKY: Final = 1.7
"""And wrong if it costs so many times as much."""
_GAIN: Final = 2 * 7
"""Half points that make an open card worth taking at once."""
_RARE: Final = 0.08


def is_clear_game(ruleset: Ruleset) -> bool:
    """Can questions about knocking be asked: a draw game for lives, without odd knocks?"""
    form = ruleset.form
    return (
        isinstance(form, DrawForm)
        and ruleset.hand_size == 3
        and form.settlement.goal is Goal.LOWEST_LOSES
        and form.knock.last_turns is LastTurns.OTHERS
        and form.knock.minimum == 0
        and form.instant.in_play is InPlay.AT_ONCE
        and form.instant.after_knock is AfterKnock.AT_ONCE
        and form.instant.payers is Payers.ALL_OTHERS
        and not form.turn.throw_back
    )


@dataclass(frozen=True, slots=True)
class _Hands:
    """A sample of hands: the orders that occur, and how many hands are at most so good."""

    orders: tuple[int, ...]
    counts: tuple[int, ...]

    def at_most(self, order: int) -> float:
        """The share of hands that are not better."""
        place = bisect_right(self.orders, order)
        return self.counts[place - 1] / self.counts[-1] if place else 0.0


def _later_hands(ruleset: Ruleset, draws: int) -> _Hands:
    """Hands after so many blind draws."""
    form = ruleset.form
    assert isinstance(form, DrawForm)
    return _sampled(_Counted(form.scoring, ruleset), draws)


class _Counted:
    """A ruleset as far as it counts hands: many count alike, and one sample does for them."""

    __slots__ = ("ruleset", "scoring")

    def __init__(self, scoring: Scoring, ruleset: Ruleset) -> None:
        self.scoring = scoring
        self.ruleset = ruleset

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Counted)
            and self.scoring == other.scoring
            and self.ruleset.deck == other.ruleset.deck
            and self.ruleset.hand == other.ruleset.hand
        )

    def __hash__(self) -> int:
        return hash(self.scoring)


@lru_cache(maxsize=128)
def _sampled(counted: _Counted, draws: int) -> _Hands:
    ruleset = counted.ruleset
    chance = Chance(f"hands after {draws}")
    cards = pack(ruleset.deck_size)
    # Hands by their number in the table: a quarter of the time that scoring them would take.
    table, first = score_table(ruleset), 52 - ruleset.deck_size
    two, three = ([comb(n, k) for n in range(52)] for k in (2, 3))
    found: Counter[int] = Counter()
    for _ in range(_SAMPLE):
        places = [card.number - first for card in chance.some(cards, 3 + draws)]
        hand, order = places[:3], 0
        for place in places[3:]:
            hand.append(place)
            hand.sort()  # of equal ones the lowest card goes
            orders = [
                table[a + two[b] + three[c]]
                for a, b, c in (hand[1:], (hand[0], *hand[2:]), (*hand[:2], hand[3]), hand[:3])
            ]
            order = max(orders)
            del hand[orders.index(order)]
        found[order] += 1
    orders = sorted(found)
    return _Hands(tuple(orders), tuple(accumulate(found[order] for order in orders)))


@dataclass(frozen=True, slots=True)
class Odds:
    """What a knock comes to."""

    fails: float
    """How often the knocker pays."""
    cost: float
    """What the knocker pays in an average round, in lives."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Seat 0 is to play: a hand, an open card, and nobody has knocked."""

    ruleset: Ruleset
    hand: tuple[Card, ...]
    open_card: Card
    players: int
    laps: int
    """How many turns everybody has had."""

    @property
    def form(self) -> DrawForm:
        """The form, which is always that of drawing."""
        assert isinstance(self.ruleset.form, DrawForm)
        return self.ruleset.form

    @property
    def now(self) -> int:
        """The order of the hand."""
        return worth_of(self.ruleset).order(self.hand)

    @property
    def with_open(self) -> int:
        """The best order with the open card, which has to stay in the hand."""
        orders = worth_of(self.ruleset).orders_without_one((*self.hand, self.open_card))
        return max(orders[:-1])

    @property
    def odds(self) -> Odds:
        """How a knock with this hand ends, by the model."""
        return odds_of(self.ruleset, self.now, self.players, self.laps)

    @property
    def odds_later(self) -> Odds:
        """The same after one more turn of everybody, with a hand no better."""
        return odds_of(self.ruleset, self.now, self.players, self.laps + 1)

    @property
    def ends_with_open(self) -> bool:
        """Does the open card make a hand that ends the round?"""
        target = 2 * int(self.form.scoring.target)
        return self.with_open >= target > self.now

    def best(self) -> str | None:
        """What is clearly right, or None where it is not clear."""
        target = 2 * int(self.form.scoring.target)
        worth = worth_of(self.ruleset)
        *orders, now = worth.orders_without_one((*self.hand, self.open_card))
        with_open = max(orders)
        if now >= target:
            return None  # this round would be over
        if with_open >= target:
            return TAKE_IT
        share = 1 / self.players
        cost = odds_of(self.ruleset, now, self.players, self.laps).cost
        if cost <= _SAFE.get(self.players, 0) * share:
            rises = self.odds_later.cost >= cost + _RISE * share
            early = self.laps <= _LATEST[self.players]
            good = _LEAST <= now <= target - _NEAR and with_open <= now
            return KNOCK_NOW if rises and early and good else None
        if cost < _RISKY * share:
            return None
        if with_open <= now and self._is_idle(self.open_card):
            return DRAW_ONE
        if with_open >= now + _GAIN and self._drawn_at_least(with_open) <= _RARE:
            return TAKE_IT
        return None

    def _is_idle(self, card: Card) -> bool:
        """Is it of a suit that the hand lacks, and lower than all its cards?"""
        return all(card.suit is not own.suit and card.points < own.points for own in self.hand)

    def _drawn_at_least(self, order: int) -> float:
        """How often a blind card makes a hand at least so good."""
        look = outlook_of(self.ruleset)
        _, _, rows = look.drawing(self.hand)
        good = [card for card in zip(*rows, strict=True) if max(card) >= order]
        return len(good) / look.unseen

    @property
    def level(self) -> int:
        """1: the open card ends the round, or very far from the edge. 2: few others. 3: the rest."""
        if self.ends_with_open:
            return 1
        ratio = self.odds.cost * self.players
        if self.laps == 0 and (ratio <= 0.1 or ratio >= 1.35 * _RISKY):
            return 1
        return 2 if self.players == 2 or ratio >= 1.35 * _RISKY else 3


def odds_of(ruleset: Ruleset, order: int, players: int, laps: int) -> Odds:
    """How a knock with a hand of this order ends against so many others, by the model."""
    form = ruleset.form
    assert isinstance(form, DrawForm)
    hands = _later_hands(ruleset, laps + 1)
    others = players - 1
    no_target = hands.at_most(2 * int(form.scoring.target) - 1)
    beaten = no_target - hands.at_most(order)
    level = no_target - hands.at_most(order - 1)
    alone, tied = beaten**others, level**others - beaten**others
    by_rule = {
        TieWithKnocker.SAFE: 0,
        TieWithKnocker.LIKE_ALL: form.settlement.lowest,
        TieWithKnocker.TWO_AND_ONE: 2,
        TieWithKnocker.TWO_ALONE: 2,
    }
    tie = by_rule[form.settlement.tie_with_knocker]
    shown = 1 - no_target**others
    lone = max(form.settlement.lowest, int(form.settlement.lone_low_knocker))
    cost = alone * lone + tied * tie + shown * int(form.instant.knocker_pays)
    return Odds(alone + (tied if tie else 0) + shown, cost)
