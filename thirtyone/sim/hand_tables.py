"""What happens to every hand of a pack, worked out once per way of scoring.

A round then needs no scoring: a turn of the draw form is two look-ups, whether the open card is
worth taking and which hand a card leads to. Hands have the hand numbers of :mod:`.tables`, cards
their places. Rulesets that score alike share one set of tables, so a house rule that leaves scoring
alone costs nothing. :mod:`.hand_arrays` makes the same with numpy, entry for entry.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, compress
from math import comb
from typing import Final, Protocol

from thirtyone.hands import ReasonKind, score_playable, strength
from thirtyone.play.worth import worth_of
from thirtyone.rules.model import BankForm, HandTies, Ruleset, Scoring
from thirtyone.sim.tables import deck_by_place, score_table

WORTH_A_VISIBLE_CARD: Final = 2 * 3
"""Half points that the open card must bring to be taken at once, as in :mod:`thirtyone.policies`."""
ENDS_ROUND: Final = 1
"""Flag of a hand that can end a round."""
THREE_ACES: Final = 2
"""Flag of three aces that count as such: some rulesets have them paid differently."""
CODE_ENDS: Final = 128
"""Added to the order in the code of a hand that can end a round; every order is below."""
_LOWEST_ENDING: Final = 62
_MOST_KEPT: Final = 1 << 19
"""Next hands that are remembered for hands of four: some 60 MB."""


class ByNumber(Protocol):
    """A table of whole numbers: an array, or what works entries out as they are asked for."""

    def __getitem__(self, number: int, /) -> int:
        """One entry."""


@dataclass(frozen=True, slots=True)
class ScoringKey:
    """All that the tables of a ruleset depend on."""

    size: int
    cards: int
    scoring: Scoring
    three_aces: bool
    ruleset: Ruleset = field(compare=False)
    """One of those that score so."""


def scoring_key(ruleset: Ruleset) -> ScoringKey:
    """What the tables of this ruleset depend on; the bank form has none."""
    assert not isinstance(ruleset.form, BankForm)
    form = ruleset.form
    return ScoringKey(
        ruleset.deck_size, ruleset.hand_size, form.scoring, form.instant.three_aces, ruleset
    )


def hand_tables(ruleset: Ruleset) -> "HandTables":
    """The tables of a ruleset, kept for those used last."""
    return _kept(scoring_key(ruleset))


class HandTables:
    """Orders, ends, next hands and worthwhile cards of all hands of one way of scoring."""

    def __init__(self, key: ScoringKey) -> None:
        self.key = key
        self.size: Final = key.size
        """Cards in the pack, m."""
        self.cards: Final = key.cards
        """Cards in a hand."""
        self.count: Final = comb(key.size, key.cards)
        """How many hands there are."""
        self.steps: Final = tuple(
            tuple(comb(place, k) for place in range(key.size)) for k in range(1, key.cards + 1)
        )
        """``steps[k][place]``: what the k-th lowest card of a hand adds to the hand number."""

    # ------------------------------------------------------------------------- what a hand is

    @cached_property
    def orders(self) -> bytes:
        """Order by hand: twice the points, a named hand above them."""
        return score_table(self.key.ruleset)

    @cached_property
    def flags(self) -> bytes:
        """By hand: :data:`ENDS_ROUND` and :data:`THREE_ACES`, 0 for nearly all."""
        ruleset = self.key.ruleset
        target = 2 * int(self.key.scoring.target)
        lowest = _LOWEST_ENDING if self.cards == 3 else max(_LOWEST_ENDING, target)
        deck, ends_round = deck_by_place(self.size), worth_of(ruleset).ends_round
        flags = bytearray(self.count)
        at_least = self.orders.translate(bytes(order >= lowest for order in range(256)))
        for hand in compress(range(self.count), at_least):
            cards = tuple(deck[place] for place in self.places(hand))
            named = score_playable(cards, ruleset).reason.kind is ReasonKind.THREE_ACES
            flags[hand] = ENDS_ROUND * ends_round(cards) + THREE_ACES * named
        return bytes(flags)

    @cached_property
    def codes(self) -> bytes:
        """By hand: the order, and :data:`CODE_ENDS` more for a hand that can end a round."""
        codes = bytearray(self.orders)
        ends = self.flags.translate(bytes(flag & ENDS_ROUND for flag in range(256)))
        for hand in compress(range(self.count), ends):
            codes[hand] += CODE_ENDS
        return bytes(codes)

    @cached_property
    def ranks(self) -> Sequence[int]:
        """By hand: a number that sorts hands with the ruleset's own tie-break, ties equal.

        Where nothing breaks ties this is the order.
        """
        if self.key.scoring.ties is HandTies.NONE:
            return self.orders
        ruleset, deck = self.key.ruleset, deck_by_place(self.size)
        strengths = [
            strength(score_playable(tuple(deck[place] for place in places), ruleset), ruleset)
            for places in self.all_places()
        ]
        dense = {key: rank for rank, key in enumerate(sorted(set(strengths)))}
        return array("H", [dense[key] for key in strengths])

    @cached_property
    def sums(self) -> bytes:
        """By hand: the sum of its places, from which the card thrown follows."""
        return bytes(map(sum, self.all_places()))

    def all_places(self) -> Iterable[tuple[int, ...]]:
        """The places of every hand, each ascending, in the order of hand numbers."""
        top = self.size - 1
        turned = combinations(range(self.size), self.cards)  # the same order, turned round
        return reversed([tuple(top - place for place in reversed(some)) for some in turned])

    def places(self, hand: int) -> tuple[int, ...]:
        """The places of one hand, ascending."""
        found = []
        for step in reversed(self.steps):
            place = bisect_right(step, hand) - 1
            found.append(place)
            hand -= step[place]
        return tuple(reversed(found))

    def number(self, places: Iterable[int]) -> int:
        """The hand number of these places."""
        return sum(step[place] for step, place in zip(self.steps, sorted(places), strict=True))

    # -------------------------------------------------------------------- what a card leads to

    @cached_property
    def next(self) -> ByNumber:
        """``next[hand * size + place]``: the best hand to keep when that card comes to it.

        Of equal ones that without the lowest card. For a card in the hand it is the hand itself.
        """
        return self._drawing[0] if self.cards == 3 else _NextHands(self)

    @cached_property
    def worthwhile(self) -> ByNumber:
        """``worthwhile[hand * size + place]``: 1 if that card, lying open, is worth taking, else 0.

        That is a card that brings :data:`WORTH_A_VISIBLE_CARD`, or one that brings more than a
        blind one does on average, counted over all cards that are not in the hand.
        """
        return self._worthwhile if self.cards == 3 else _Worthwhile(self)

    @cached_property
    def take(self) -> ByNumber:
        """By hand: a bit for each place whose card is :attr:`worthwhile`."""
        if self.cards == 4:
            return _TakeBits(self)
        bits = self._worthwhile.translate(bytes(48 + (n & 1) for n in range(256)))
        ends = range(0, len(bits), self.size)
        return [int(bits[at : at + self.size][::-1], 2) for at in ends]

    def keeping(self, hand: int, place: int) -> int:
        """The best hand to keep when this card comes to it and must stay."""
        old = self.places(hand)
        return self._best([self.number((*_without(old, low), place)) for low in old])

    def best_of(self, hand: int, place: int) -> int:
        """An entry of :attr:`next`, worked out."""
        old = self.places(hand)
        if place in old:
            return hand
        more = sorted((*old, place))
        # Leave out the lowest card first, then each time the next one instead.
        number = sum(step[card] for step, card in zip(self.steps, more[1:], strict=True))
        numbers = [number]
        for step, one, other in zip(self.steps, more, more[1:], strict=False):
            number += step[one] - step[other]
            numbers.append(number)
        return self._best(numbers)

    def _best(self, hands: list[int]) -> int:
        # The lowest card was thrown from the first: `max` prefers it among equals.
        return max(hands, key=self.orders.__getitem__)

    @cached_property
    def _drawing(self) -> tuple["array[int]", bytearray]:
        """:attr:`next`, and the order of each of its hands in the same place."""
        score, size = self.orders, self.size
        steps2, steps3 = self.steps[1], self.steps[2]
        next_, then = array("H", bytes(2 * size * self.count)), bytearray(size * self.count)
        for hand, (at, places) in enumerate(
            zip(range(0, len(then), size), self.all_places(), strict=True)
        ):
            for place in places:
                next_[at + place], then[at + place] = hand, score[hand]
        for d in range(size):
            last = steps3[d]
            for c in range(2, d):
                high, low = steps2[c] + last, steps3[c]
                for b in range(1, c):
                    # The hand numbers of all four cards but the first, second, third, last one.
                    no_a, no_c, no_d = b + high, steps2[b] + last, steps2[b] + low
                    worth, at_a = score[no_a], no_a * size
                    for a in range(b):
                        best, most = no_a, worth
                        no_b = a + high
                        if score[no_b] > most:
                            best, most = no_b, score[no_b]
                        if score[no_c] > most:
                            best, most = no_c, score[no_c]
                        if score[no_d] > most:
                            best, most = no_d, score[no_d]
                        at_b, at_c, at_d = no_b * size + b, no_c * size + c, no_d * size + d
                        next_[at_a] = next_[at_b] = next_[at_c] = next_[at_d] = best
                        then[at_a] = then[at_b] = then[at_c] = then[at_d] = most
                        at_a += 1
                        no_c += 1
                        no_d += 1
        return next_, then

    @cached_property
    def _worthwhile(self) -> bytes:
        orders, then, size = self.orders, self._drawing[1], self.size
        unseen = size - self.cards
        enough = _enough(b"\0\1")
        rows = []
        for at, now in zip(range(0, len(then), size), orders, strict=True):
            row = then[at : at + size]
            average = (sum(row) - self.cards * now) // unseen
            need = min(now + WORTH_A_VISIBLE_CARD, average + 1)
            rows.append(row.translate(enough[need]))
        return b"".join(rows)


def _enough(signs: bytes) -> list[bytes]:
    """By the least order that is worth taking a card for: from orders to signs for no and yes."""
    no, yes = signs
    return [bytes([no]) * need + bytes([yes]) * (256 - need) for need in range(256)]


def _without(places: Sequence[int], one: int) -> list[int]:
    return [place for place in places if place != one]


class _NextHands(dict[int, int]):
    """:attr:`HandTables.next` for hands of four, of which there are too many to work out all."""

    def __init__(self, tables: HandTables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, entry: int) -> int:
        if len(self) == _MOST_KEPT:
            self.clear()
        found = self[entry] = self._tables.best_of(*divmod(entry, self._tables.size))
        return found


class _Worthwhile:
    """:attr:`HandTables.worthwhile` for hands of four."""

    def __init__(self, tables: HandTables) -> None:
        self._take = tables.take
        self._size = tables.size

    def __getitem__(self, entry: int, /) -> int:
        hand, place = divmod(entry, self._size)
        return self._take[hand] >> place & 1


class _TakeBits(dict[int, int]):
    """:attr:`HandTables.take` for hands of four, by hand as asked for."""

    def __init__(self, tables: HandTables) -> None:
        super().__init__()
        self._tables = tables
        self._rows: dict[tuple[int, ...], bytes] = {}
        self._enough = _enough(b"01")

    def __missing__(self, hand: int) -> int:
        tables = self._tables
        places = tables.places(hand)
        now = tables.orders[hand]
        rows = [self._row(some) for some in combinations(places, tables.cards - 1)]
        # Entries of cards in hand are 0, so that they count as the hand is now.
        best = list(map(max, [now] * tables.size, *rows))
        unseen = tables.size - tables.cards
        total = sum(best) - now * tables.cards
        need = min(now + WORTH_A_VISIBLE_CARD, total // unseen + 1)
        bits = self[hand] = int(bytes(best).translate(self._enough[need])[::-1], 2)
        return bits

    def _row(self, some: tuple[int, ...]) -> bytes:
        """The orders of these cards with each other card of the pack."""
        row = self._rows.get(some)
        if row is None:
            steps, orders = self._tables.steps, self._tables.orders
            known = bytearray()
            number = sum(step[card] for step, card in zip(steps[1:], some, strict=True))
            low = 0
            for at, (step, card) in enumerate(zip(steps, (*some, self._tables.size), strict=True)):
                # The cards between two of these have the same ones below and above.
                known += bytes([orders[number + more] for more in step[low:card]])
                if at < len(some):
                    known.append(0)
                    number += step[card] - steps[at + 1][card]
                    low = card + 1
            row = self._rows[some] = bytes(known)
        return row


@lru_cache(maxsize=16)
def _kept(key: ScoringKey) -> HandTables:
    return HandTables(key)
