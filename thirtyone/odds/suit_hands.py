"""How many ways there are to deal hands that all stay below a bar, suit by suit.

A hand stays below the bar if its blocks do. Three alike may stand above it all the same: such
*special* hands are put in by inclusion and exclusion over the ranks they take, which leaves fewer
cards to each suit. Everything here is exact, in whole numbers.

For ``m`` hands dealt one after the other from the unseen cards let ``Q(j, k)`` be the number of
ways to deal ``j`` special hands and then ``k`` hands of blocks below the bar. Then

* all ``m`` are below the bar in ``Σ (−1)^j C(m, j) Q(j, m − j)`` ways,
* none is in ``Σ (−1)^k m! / (j! k! (m − j − k)!) Q(j, k) F(j + k)`` ways, the sum over j + k ≤ m, where
  ``F`` deals the other hands from the cards that are left.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, factorial
from operator import mul
from typing import Final

from thirtyone.cards import Card, Rank, Suit
from thirtyone.odds.bar import SUITS, Bar, scoring_of
from thirtyone.odds.packing import Meeting, Packings, dealings, meeting_of
from thirtyone.rules.model import SuitedRun

_RANKS_AT_MOST: Final = 6
"""Hands up to which all sets of special ranks are gone through: 20 million products."""
Masks = tuple[int, int, int, int]


class SuitHands:
    """Hands of ``size`` cards from the unseen ones, held against a bar.

    ``size`` is the hand size at the deal, and one more after a blind draw: then the best hand that
    can be kept counts.
    """

    __slots__ = (
        "_alike",
        "_endings",
        "_halves",
        "_masks",
        "_meeting",
        "_packs",
        "_place_of",
        "_tens",
        "_ways",
        "bar",
        "cards",
        "hands",
        "size",
        "special_sets",
        "up_to",
    )

    def __init__(self, bar: Bar, unseen: Sequence[Card], size: int, hands: int) -> None:
        self.bar = bar
        self.cards = len(unseen)
        self.size = size
        self.hands = hands
        self._packs = _packs(bar, size)
        low = Rank(15 - bar.ruleset.deck_size // 4)
        self._place_of = {card: (SUITS.index(card.suit), 1 << (card.rank - low)) for card in unseen}
        left = [0, 0, 0, 0]
        for suit, bit in self._place_of.values():
            left[suit] |= bit & self._packs[suit].singles
        self._masks: Masks = (left[0], left[1], left[2], left[3])
        self._meeting: Meeting = meeting_of(size, hands)
        self._endings = [list(self._meeting.ending(k)) for k in range(hands + 1)]
        scoring = scoring_of(bar.ruleset)
        self._alike = not bar.ties and scoring.suited_run is SuitedRun.NONE
        self._tens = 0b1111 << (Rank.TEN - low)
        self._halves: dict[tuple[int, int, int], list[int]] = {}
        ranks = [1 << (rank - low) for rank in bar.special_ranks]
        self.special_sets = self._special_sets(unseen) if ranks else []
        """Sets of ``size`` cards with a special hand in them though all blocks are below."""
        self.up_to = hands
        """The most hands for which the figures are exact."""
        self._ways = [self.ways_below(self._masks, hands)]
        if not self.special_sets:
            return
        if size == 3:
            if len(ranks) > 1:
                self.up_to = min(hands, _RANKS_AT_MOST)
            self._ways += self._with_special(ranks, unseen)
        else:
            few = len(ranks) == 1  # two of them would need six cards of a rank
            self.up_to = hands if few else min(hands, 2)
            self._ways.append(self._with_one_of(self.special_sets, low, self.up_to - 1))
            self._ways.append([0 if few else disjoint_pairs(self.special_sets)])

    def ways_below(self, masks: Masks, hands: int) -> list[int]:
        """By number of hands: the ways to deal that many with all blocks below the bar."""
        first, second = (self._half(i, masks[i], masks[i + 1], hands) for i in (0, 2))
        return [self._filled(first, second, k) for k in range(hands + 1)]

    def _filled(self, first: Sequence[int], second: Sequence[int], hands: int) -> int:
        return sum([ways * first[a] * second[b] for a, b, ways in self._endings[hands]])

    def _half(self, suit: int, one: int, other: int, hands: int) -> list[int]:
        """The ways for a suit and the next one."""
        if self._alike:  # neither the suit matters nor which of the cards worth ten are left
            suit, one, other = 0, self._as_if(one), self._as_if(other)
            if one > other:
                one, other = other, one
        known = self._halves.get((suit, one, other))
        if known is None or len(known) < self._meeting.fewer(hands):
            a = self._packs[suit].weights(one, self.hands)
            b = self._packs[suit + 1].weights(other, self.hands)
            known = self._halves[suit, one, other] = self._meeting.product(a, b, hands)
        return known

    def _as_if(self, mask: int) -> int:
        """The same cards with the lowest of those worth ten instead of others."""
        tens = mask & self._tens
        if not tens:
            return mask
        return mask ^ tens | ((1 << tens.bit_count()) - 1) * (self._tens & -self._tens)

    def has_blocks_below(self, cards: Sequence[Card]) -> bool:
        """Is each block of these cards below the bar?"""
        masks = [0, 0, 0, 0]
        for card in cards:
            place = self._place_of[card]
            masks[place[0]] |= place[1]
        return all(mask in pack.blocks for mask, pack in zip(masks, self._packs, strict=True))

    # ------------------------------------------------------------------------ special hands

    def _with_special(self, ranks: Sequence[int], unseen: Sequence[Card]) -> list[list[int]]:
        """By numbers j, k: the ways to deal j special hands of three and then k hands below.

        Each special rank is missing in one suit: of the first two suits or of the last two. With
        at most one hand below it is quicker to go through the hands than through the ranks.
        """
        found = []
        single = self._single_below(ranks, unseen)
        for j in range(1, min(self.up_to, len(ranks)) + 1):
            hands = self.up_to - j
            total = [0] * (hands + 1)
            for some in combinations(ranks, j) if hands > 1 else ():
                whole = sum(some)
                for part in _subsets(whole):
                    first = self._missing(0, whole, part, hands)
                    second = first and self._missing(2, whole, whole ^ part, hands)
                    if second:
                        for k in range(2, hands + 1):
                            total[k] += self._filled(first, second, k)
            total[:2] = single[j][: hands + 1]
            found.append([factorial(j) * ways for ways in total])
        return found

    def _single_below(self, ranks: Sequence[int], unseen: Sequence[Card]) -> list[list[int]]:
        """By number j of sets of special hands: the ways without and with one hand below."""
        low = 15 - self.bar.ruleset.deck_size // 4
        lent = Counter(
            card.rank - low
            for card in unseen
            if self._masks[SUITS.index(card.suit)] >> (card.rank - low) & 1
        )
        places = [rank.bit_length() - 1 for rank in ranks]

        def triples(used: Counter[int]) -> tuple[int, int]:
            left = [lent[place] - used[place] for place in places]
            return left.count(4), left.count(3)

        hands = Counter(
            triples(Counter(card.rank - low for card in hand))
            for hand in combinations(unseen, 3)
            if self.has_blocks_below(hand)
        )
        none = triples(Counter())
        return [
            [_choices(j, *none), sum(n * _choices(j, *key) for key, n in hands.items())]
            for j in range(self.up_to + 1)
        ]

    def _missing(self, suit: int, whole: int, part: int, hands: int) -> list[int]:
        """Two suits that lend all special ranks but ``part``, each of which one of them keeps."""
        found: list[list[int]] = []
        for mine in _subsets(part):
            lent, lent_next = whole ^ mine, whole ^ part ^ mine
            one, other = self._masks[suit], self._masks[suit + 1]
            if lent & ~one or lent_next & ~other:
                continue
            found.append(self._half(suit, one ^ lent, other ^ lent_next, hands))
        return found[0] if len(found) == 1 else list(map(sum, zip(*found, strict=False)))

    def _special_sets(self, unseen: Sequence[Card]) -> list[frozenset[Card]]:
        found: set[frozenset[Card]] = set()
        for rank in self.bar.special_ranks:
            for three in combinations([card for card in unseen if card.rank is rank], 3):
                for rest in combinations(unseen, self.size - 3):
                    some = frozenset((*three, *rest))
                    if len(some) == self.size and self.has_blocks_below(tuple(some)):
                        found.add(some)
        return sorted(found, key=lambda some: sorted(card.number for card in some))

    def _with_one_of(self, sets: Sequence[frozenset[Card]], low: Rank, hands: int) -> list[int]:
        total = [0] * (hands + 1)
        for some in sets:
            masks = list(self._masks)
            for card in some:
                masks[SUITS.index(card.suit)] &= ~(1 << (card.rank - low))
            a, b, c, d = masks
            total = list(map(int.__add__, total, self.ways_below((a, b, c, d), hands)))
        return total

    # ------------------------------------------------------------------------------ figures

    def _q(self, j: int, k: int) -> int:
        return self._ways[j][k] if j < len(self._ways) and k < len(self._ways[j]) else 0

    def all_below(self, hands: int) -> float:
        """The chance that so many hands are all below the bar."""
        ways = sum((-1) ** j * comb(hands, j) * self._q(j, hands - j) for j in range(hands + 1))
        return float(ways / dealings(self.cards, self.size, hands))

    def none_below(self, hands: int, *, special: bool = True) -> float:
        """The chance that none of so many hands is below the bar.

        Without ``special`` hands: that each has a block which is not below it.
        """
        ways = 0
        for j in range(hands + 1 if special else 1):
            for k in range(hands - j + 1):
                left = hands - j - k
                free = dealings(self.cards - (j + k) * self.size, self.size, left)
                orders = comb(hands, j) * comb(hands - j, k)
                ways += (-1) ** k * orders * self._q(j, k) * free
        return float(ways / dealings(self.cards, self.size, hands))

    def blocks_below(self, hands: int) -> float:
        """The chance that all blocks of so many hands are below the bar."""
        return self._q(0, hands) / dealings(self.cards, self.size, hands)


def _packs(bar: Bar, size: int) -> tuple[Packings, ...]:
    """One for each suit; the same one where suits do not decide ties."""
    ladder = bar.ties
    packs = [_pack_of(bar, suit, size) for suit in (SUITS if ladder else SUITS[:1])]
    return tuple(packs) if ladder else tuple(packs * 4)


def _pack_of(bar: Bar, suit: Suit, size: int) -> Packings:
    low = 15 - bar.ruleset.deck_size // 4
    cards = [Card(Rank(rank).letter + suit) for rank in range(low, 15)]

    def below(block: int) -> bool:
        some = [card for place, card in enumerate(cards) if block >> place & 1]
        return bar.block_below(some)

    singles = sum(1 << place for place in range(len(cards)) if below(1 << place))
    return Packings(singles, size, below)


def _choices(j: int, four: int, three: int) -> int:
    """Sets of j triples of different ranks, of each of which four or three cards are left."""
    return sum(comb(four, i) * 4**i * comb(three, j - i) for i in range(j + 1))


def _subsets(mask: int) -> Iterator[int]:
    part = mask
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & mask


def disjoint_pairs(sets: Sequence[frozenset[Card]]) -> int:
    """How many ordered pairs of these sets, all of one size, have no card in common.

    By inclusion and exclusion: Σ (−1)^|X| (number of sets around X)² over all sets X of cards.
    """
    total = len(sets) ** 2
    if sets:
        for size in range(1, len(sets[0]) + 1):
            around = Counter(
                x for some in sets for x in combinations(sorted(some, key=_number), size)
            )
            counts = list(around.values())
            total += (-1) ** size * sum(map(mul, counts, counts))
    return total


def _number(card: Card) -> int:
    return card.number
