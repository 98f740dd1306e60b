"""The chance that a knock now fails.

The others' hands are any of the unseen cards, and each has one last turn. In the draw form each
draws blind and keeps the best hand: then hand and drawn card are four unseen cards, all alike, and
the chance is counted. In the exchange form each in turn swaps for the best hand within reach, or
keeps what it has; what one puts down the next may take, so only one other is exact.

A knock fails where the knocker has to pay as the lowest: alone, or also with others, as
``settlement.tie_with_knocker`` says. Where the highest hand wins, it fails if the knocker does
not win. A hand that ends the round on a last turn is not looked at apart.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

from thirtyone.odds.bar import Bar, bar_of
from thirtyone.odds.known import Known
from thirtyone.odds.lowest import USUAL
from thirtyone.odds.others import Others
from thirtyone.odds.sampled import SEED
from thirtyone.odds.swaps import swap_sizes
from thirtyone.rules.model import (
    BankForm,
    DrawForm,
    ExchangeForm,
    Goal,
    Ruleset,
    TieForHighest,
    TieWithKnocker,
)
from thirtyone.sim.hand_tables import hand_tables
from thirtyone.sim.result import Estimate, exact, wilson

SWAP_SAMPLES: Final = 4_000
"""Deals that are played out where the exchange form is not exact."""
_Places: TypeAlias = tuple[int, ...]


def knock_fails(known: Known, players: Iterable[int] = USUAL) -> dict[int, Estimate]:
    """By number of players: the chance that a knock with this hand fails.

    An exact figure has an ``n`` of 0. Nobody knocks in the bank form: nothing comes back then.
    """
    form = known.ruleset.form
    if isinstance(form, BankForm):
        return {}
    size = known.ruleset.hand_size + isinstance(form, DrawForm)
    on_table = 3 if isinstance(form, ExchangeForm) and not known.up else 0
    asked = [n for n in players if (n - 1) * size + on_table <= len(known.unseen)]
    if not asked:
        return {}
    if isinstance(form, ExchangeForm):
        return _after_swaps(known, asked)
    bar, highest = _bar(known)
    others = Others(bar, known.unseen, size, max(asked) - 1)
    if highest:
        return {n: _unless(others.all_below(n - 1)) for n in asked}
    return {n: others.none_below(n - 1) for n in asked}


def _bar(known: Known) -> tuple[Bar, bool]:
    """What the others are held against, and whether all of them have to stay below it."""
    highest, equal_too = _terms(known.ruleset)
    return bar_of(known.hand, known.ruleset, equal_too=equal_too, ties=True), highest


def _terms(ruleset: Ruleset) -> tuple[bool, bool]:
    """Does the highest hand win, and are equal hands on the side where the knocker does well?

    In that case those who are equal count as below the knocker.
    """
    assert not isinstance(ruleset.form, BankForm)
    settlement = ruleset.form.settlement
    if settlement.goal is Goal.HIGHEST_WINS:
        return True, settlement.tie_for_highest is not TieForHighest.NOBODY
    alone = settlement.tie_with_knocker is TieWithKnocker.SAFE
    return False, alone or settlement.goal is Goal.BUS_POINTS


def _unless(chance: Estimate) -> Estimate:
    return Estimate(1 - chance.mean, 1 - chance.high, 1 - chance.low, chance.n)


# ------------------------------------------------------------------------------ the exchange form


def _after_swaps(known: Known, asked: Sequence[int]) -> dict[int, Estimate]:
    ruleset = known.ruleset
    tables = hand_tables(ruleset)
    first = 52 - ruleset.deck_size
    places = sorted([card.number - first for card in known.unseen])
    table = tuple(sorted(card.number - first for card in known.up))
    highest, equal_too = _terms(ruleset)
    mine = tables.ranks[tables.number(card.number - first for card in known.hand)]

    def below(rank: int) -> bool:
        return rank < mine or (equal_too and rank == mine)

    swap = _best_swaps(ruleset)
    found: dict[int, Estimate] = {}
    if table and 2 in asked:
        hits = sum(below(swap(hand, table)[0]) is highest for hand in combinations(places, 3))
        chance = exact(hits / comb(len(places), 3))
        found[2] = _unless(chance) if highest else chance
    sampled = [n for n in asked if n not in found]
    if not sampled:
        return found
    counts = _sampled(places, table, max(sampled) - 1, lambda rank: below(rank) is highest, swap)
    for n in sampled:
        chance = wilson(counts[n - 1], SWAP_SAMPLES)
        found[n] = _unless(chance) if highest else chance
    return dict(sorted(found.items()))


def _sampled(
    places: Sequence[int],
    table: _Places,
    others: int,
    fits: Callable[[int], bool],
    swap: Callable[[_Places, _Places], tuple[int, _Places]],
) -> list[int]:
    """By number of others: in how many deals the ranks of all their last hands fit."""
    rng = random.Random(SEED)
    counts = [0] * (others + 1)
    for _ in range(SWAP_SAMPLES):
        cards = rng.sample(places, 3 * others + (0 if table else 3))
        lying = table or tuple(sorted(cards[3 * others :]))
        for n in range(others):
            rank, lying = swap(tuple(sorted(cards[3 * n : 3 * n + 3])), lying)
            if not fits(rank):
                break
            counts[n + 1] += 1
    return counts


def _best_swaps(ruleset: Ruleset) -> Callable[[_Places, _Places], tuple[int, _Places]]:
    """Chooses the best hand within reach: its rank and the table that is left.

    Of equal hands that with fewer cards swapped, then that which takes and gives lower cards.
    """
    tables = hand_tables(ruleset)
    ranks = tables.ranks
    one, two, three = tables.steps
    sizes = swap_sizes(ruleset)
    some = {size: tuple(combinations(range(3), size)) for size in sizes}

    def best(hand: _Places, table: _Places) -> tuple[int, _Places]:
        a, b, c = hand
        top, choice = ranks[one[a] + two[b] + three[c]], (hand, table)
        for size in sizes:
            # Taken before given, both ascending: the first of equal swaps is the one to choose.
            for taken in some[size]:
                for given in some[size]:
                    kept = list(hand)
                    for g, t in zip(given, taken, strict=True):
                        kept[g] = table[t]
                    a, b, c = sorted(kept)
                    rank = ranks[one[a] + two[b] + three[c]]
                    if rank > top:
                        lying = list(table)
                        for g, t in zip(given, taken, strict=True):
                            lying[t] = hand[g]
                        top, choice = rank, ((a, b, c), tuple(sorted(lying)))
        return top, choice[1]

    return best
