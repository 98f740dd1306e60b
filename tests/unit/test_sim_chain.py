"""The chain against the rules of the match themselves, on distributions of a few real rounds."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from thirtyone.play.match import after_round, start_match
from thirtyone.play.outcome import RoundOutcome
from thirtyone.play.settle import is_drawn
from thirtyone.policies import knocks_at, steady
from thirtyone.rules import load_ruleset, with_values
from thirtyone.sim.chains import chain
from thirtyone.sim.chains.chain import (
    ChainTooLargeError,
    differences,
    labels_of,
    lead_changes,
    solve,
    survival,
    types_of,
)
from thirtyone.sim.chains.plan import plan_of
from thirtyone.sim.chains.solving import solve_plan
from thirtyone.sim.chains.step import game_of
from thirtyone.sim.finals import ENDS, Final
from thirtyone.sim.settling import outcome_of, places_of
from thirtyone.sim.tables import deck_by_place, hand_number
from thirtyone.sim.tally import Joint, Tally

WEIGHTS = (5, 3, 2, 1)


def some_finals(rules, seating, rng, count):
    """Rounds with hands by chance: for each type a few."""
    deck = deck_by_place(rules.deck_size)
    finals = []
    for _ in range(count):
        cards = rng.sample(deck, rules.hand_size * len(seating))
        hands = [cards[p :: len(seating)] for p in range(len(seating))]
        end = rng.choice((0, 0, 0, 0, 2, 5)) if rules.family.value == "draw" else 0
        finals.append(
            Final(
                tuple(hand_number(hand, rules.deck_size) for hand in hands),
                end,
                rng.randrange(len(seating)),
                rng.randrange(30),
            )
        )
    return finals


def weighted(rules, finals, weights):
    tally = Tally(len(finals[0].hands))
    for final, weight in zip(finals, weights, strict=True):
        for _ in range(weight):
            tally.add(outcome_of(rules, final))
    return tally


def engine_outcome(rules, final, order, seats):
    """The round as the match wants it: hands by seat of the round."""
    deck = deck_by_place(rules.deck_size)
    hands = {
        seat: tuple(deck[place] for place in places_of(number, rules.hand_size))
        for seat, number in zip(order, final.hands, strict=True)
    }
    end = ENDS[final.end]
    return RoundOutcome(
        end,
        tuple(hands[seat] for seat in seats),
        seats.index(order[final.knocker]),
        drawn=is_drawn(rules.form, end),
    )


class ByTheEngine:
    """Chances to win by trying every round in every state of a match, with the engine's rules."""

    def __init__(self, rules, labels, finals, weights):
        self.rules, self.labels, self.finals = rules, labels, finals
        self.share = [Fraction(weight, sum(weights)) for weight in weights]
        self.known = {}
        self.open = set()

    def key(self, state):
        deals = sum(not played.settlement.drawn for played in state.history)
        return (
            state.lives,
            state.points,
            state.tokens,
            state.seats,
            state.dealer,
            state.pot,
            state.decider,
            state.idle,
            min(deals, state.ruleset.match.deals),
        )

    def value(self, state, depth=0):
        """Exact shares of the win by seat, and rounds; deep loops are cut off."""
        if state.end is not None:
            won = [Fraction(0)] * (len(state.players) + 1)
            for seat in state.winners:
                won[seat] = Fraction(1, len(state.winners))
            return won
        key = self.key(state)
        if key in self.known:
            return self.known[key]
        if depth > 400:
            raise RecursionError
        at = state.seats.index(state.dealer)
        order = state.seats[at + 1 :] + state.seats[: at + 1]
        total = [Fraction(0)] * len(state.players) + [Fraction(1)]
        for share, final in zip(
            self.share, self.finals[tuple(self.labels[seat] for seat in order)], strict=True
        ):
            outcome = engine_outcome(self.rules, final, order, state.seats)
            then = self.value(after_round(state, outcome).state, depth + 1)
            total = [a + share * b for a, b in zip(total, then, strict=True)]
        self.known[key] = total
        return total


CASES = [
    ("no-trettien", {"match.all_out": "shared", "lives.start": 2}, (0, 1, 2)),
    ("no-trettien", {"match.all_out": "shared", "lives.start": 2}, (0, 0, 1)),
    ("scat", {"match.all_out": "shared", "lives.start": 2}, (0, 1, 2)),
    (
        "thirty-one",
        {"match.all_out": "shared", "lives.start": 2, "lives.last_chance": "one-more-deal"},
        (0, 1, 2),
    ),
    (
        "thirty-one",
        {"match.all_out": "shared", "lives.start": 2, "match.dealer": "sole-loser"},
        (0, 0, 0),
    ),
    ("dk-a7", {"match.all_out": "shared", "lives.start": 2}, (0, 1)),
    ("se-forst-till-fem", {"match.target": 3, "match.several_at_target": "shared"}, (0, 1, 2)),
    (
        "se-forst-till-fem",
        {"match.target": 0, "match.deals": 4, "match.several_at_target": "shared"},
        (0, 1, 2),
    ),
    (
        "se-forst-till-fem",
        {
            "match.target": 3,
            "match.deals": 4,
            "match.several_at_target": "shared",
            "settlement.tie_for_highest": "nobody",
        },
        (0, 1),
    ),
    ("bicycle", {"match.deals": 4}, (0, 1, 2)),
    ("bicycle", {"match.deals": 4, "settlement.tie_for_highest": "nobody"}, (0, 0)),
    ("ride-the-bus", {"match.deals": 2, "match.several_at_target": "shared"}, (0, 1, 2)),
    (
        "ride-the-bus",
        {
            "match.deals": 2,
            "match.several_at_target": "shared",
            "stakes.pot": "highest-per-deal",
            "stakes.ante": 2,
        },
        (0, 0),
    ),
]


@pytest.mark.parametrize(("id_", "changes", "labels"), CASES)
def test_the_chain_is_exact(id_, changes, labels):
    rules = with_values(load_ruleset(id_), changes)
    rng = random.Random(f"{id_} {changes} {labels}")
    types = types_of(rules, labels)
    finals = {seating: some_finals(rules, seating, rng, len(WEIGHTS)) for seating in types}
    tallies = {seating: weighted(rules, finals[seating], WEIGHTS) for seating in types}
    engine = ByTheEngine(rules, labels, finals, WEIGHTS)
    wanted = engine.value(start_match(rules, [f"P{seat}" for seat in labels]))
    solution = solve(rules, labels, tallies)
    for seat in range(len(labels)):
        assert abs(solution.win[seat].mean - float(wanted[seat])) < 1e-12
    assert abs(solution.rounds_per_match.mean - float(wanted[-1])) < 1e-10
    assert abs(solution.no_winner - float(1 - sum(wanted[:-1]))) < 1e-12
    # The same without numpy, and influence by influence.
    plan, chances = chain._prepared(
        rules, labels, {s: chain._merged(rules, tallies[s]) for s in types}
    )
    plain = plan_of(game_of(rules), labels, plan.effects)
    for rotated in (False, True):
        one = solve_plan(plain, chances, rotated=rotated)
        other = chain._solved(plan, chances, rotated)
        assert np.allclose(one.win, other.win, atol=1e-13)
        assert np.allclose(one.rounds, other.rounds, atol=1e-12)
        for seating in types:
            came = np.array(chances[seating]) > 0
            first, second = np.array(one.influence[seating]), np.array(other.influence[seating])
            assert came.any()
            assert np.allclose(first[came], second[came], atol=1e-11)


@pytest.mark.parametrize(
    ("id_", "changes", "labels"),
    [
        ("no-kildebeskrivelse", {"lives.start": 2}, (0, 1)),
        ("no-kildebeskrivelse", {"lives.start": 2}, (0, 0, 0)),
        ("se-forst-till-fem", {"match.target": 2}, (0, 1)),
        ("se-forst-till-fem", {"match.target": 2}, (0, 0, 0)),
    ],
)
def test_deciders_and_overtime(id_, changes, labels):
    """Matches that may go on without end: against matches played with the engine's rules."""
    rules = with_values(load_ruleset(id_), changes)
    rng = random.Random(f"{id_} {labels}")
    types = types_of(rules, labels)
    finals = {seating: some_finals(rules, seating, rng, 6) for seating in types}
    # Hands that are level: twice the same one, so that leaders and losers tie.
    for seating, some in finals.items():
        hands = some[0].hands
        finals[seating] = [some[0]._replace(hands=(hands[0],) * len(seating)), *some[1:]]
    tallies = {seating: weighted(rules, finals[seating], (1,) * 6) for seating in types}
    solution = solve(rules, labels, tallies)
    played = 1500
    wins, rounds, squares = [0.0] * len(labels), 0, 0
    for _ in range(played):
        state = start_match(rules, [f"P{seat}" for seat in labels])
        while state.end is None:
            at = state.seats.index(state.dealer)
            order = state.seats[at + 1 :] + state.seats[: at + 1]
            final = rng.choice(finals[tuple(labels[seat] for seat in order)])
            state = after_round(state, engine_outcome(rules, final, order, state.seats)).state
        rounds += len(state.history)
        squares += len(state.history) ** 2
        for seat in state.winners:
            wins[seat] += 1 / len(state.winners)
    for seat, won in enumerate(wins):
        p = solution.win[seat].mean
        assert abs(won / played - p) < 4 * sqrt(p * (1 - p) / played) + 1e-9, seat
    mean = rounds / played
    spread = sqrt((squares / played - mean * mean) / played)
    assert abs(mean - solution.rounds_per_match.mean) < 4 * spread


def sampled(rules, labels, pools, rng, size):
    """Tallies of so many rounds of each type, drawn from a pool; and which were drawn."""
    drawn = {s: rng.choices(range(len(pool)), k=size) for s, pool in pools.items()}
    tallies = {}
    for seating, places in drawn.items():
        tallies[seating] = Tally(len(seating))
        for place in places:
            tallies[seating].add(pools[seating][place][rules.id])
    return tallies, drawn


def test_intervals_hold_the_truth_as_often_as_they_say():
    """Also of paired differences, which are much shorter than those of unpaired ones."""
    one = load_ruleset("no-trettien")
    two = replace(with_values(one, {"settlement.lone_low_knocker": "1"}), id="two")
    labels = (0, 0, 0)
    rng = random.Random(31)
    pools = {
        seating: [
            {rules.id: outcome_of(rules, final) for rules in (one, two)}
            for final in some_finals(one, seating, rng, 60)
        ]
        for seating in types_of(one, labels)
    }
    whole = {}
    for rules in (one, two):
        tallies = {s: Tally(len(s)) for s in pools}
        for seating, pool in pools.items():
            for outcome in pool:
                tallies[seating].add(outcome[rules.id])
        whole[rules.id] = solve(rules, labels, tallies)
    truth = [win.mean for win in whole["no-trettien"].win]
    apart = [
        b.mean - a.mean for a, b in zip(whole["no-trettien"].win, whole["two"].win, strict=True)
    ]
    held = paired = length = 0
    runs = 100
    narrow = wide = 0.0
    for _ in range(runs):
        first, drawn = sampled(one, labels, pools, rng, 400)
        second = {s: Tally(len(s)) for s in pools}
        joints = {s: Joint() for s in pools}
        for seating, places in drawn.items():
            for place in places:
                outcome = pools[seating][place]
                second[seating].add(outcome["two"])
                joints[seating].add(outcome["no-trettien"], outcome["two"])
        a, b = solve(one, labels, first), solve(two, labels, second)
        gap, _ = differences(a, b, joints)
        held += sum(w.low <= t <= w.high for w, t in zip(a.win, truth, strict=True))
        paired += sum(w.low <= t <= w.high for w, t in zip(gap, apart, strict=True))
        length += (
            a.rounds_per_match.low
            <= whole["no-trettien"].rounds_per_match.mean
            <= a.rounds_per_match.high
        )
        narrow += gap[0].half_width
        wide += sqrt(a.win[0].half_width ** 2 + b.win[0].half_width ** 2)
    assert 0.91 < held / (3 * runs) < 0.985
    assert 0.91 < paired / (3 * runs) < 0.985
    assert 0.89 < length / runs < 0.99
    assert narrow < 0.8 * wide


def test_survival_and_lead_tell_the_same_match():
    rules, labels = load_ruleset("dk-enogtredive"), (0, 0, 0, 0)
    rng = random.Random(8)
    tallies = {
        s: weighted(rules, some_finals(rules, s, rng, 15), (1,) * 15)
        for s in types_of(rules, labels)
    }
    solution = solve(rules, labels, tallies)
    course = survival(rules, labels, tallies, rounds=90)
    assert course is not None
    assert course.alive[0] == pytest.approx((1.0,) * 4)
    assert course.lives[0] == pytest.approx((3.0,) * 4)
    for before, after in pairwise(course.alive):
        assert all(a >= b - 1e-12 for a, b in zip(before, after, strict=True))
    assert sum(1 - over for over in course.over) == pytest.approx(
        solution.rounds_per_match.mean, abs=1e-6
    )
    last = course.alive[-1]
    assert last == pytest.approx([win.mean for win in solution.win], abs=1e-6)
    changes = lead_changes(rules, labels, tallies)
    assert changes is not None
    assert 0 < changes < solution.rounds_per_match.mean


def test_what_is_too_large_says_so():
    with pytest.raises(ChainTooLargeError):
        game_of(load_ruleset("greek-31"))
    rules, labels = load_ruleset("dk-enogtredive"), tuple(range(9))
    rng = random.Random(1)
    tallies = {
        s: weighted(rules, some_finals(rules, s, rng, 2), (1, 1)) for s in types_of(rules, labels)
    }
    with pytest.raises(ChainTooLargeError):
        solve(rules, labels, tallies)


def test_types_and_labels():
    assert labels_of([steady, knocks_at(20), steady]) == (0, 1, 0)
    assert types_of(load_ruleset("scat"), (0, 0, 0, 0)) == ((0, 0, 0, 0), (0, 0, 0), (0, 0))
    assert len(types_of(load_ruleset("scat"), (0, 1, 2, 3))) == 4 + 12 + 12
    assert types_of(load_ruleset("se-forst-till-fem"), (0, 1)) == ((0, 1), (1, 0))
    assert chain.first_game((0, 0, 0), (0, 0)) == 1 << 40
    with pytest.raises(ValueError, match="without rounds"):
        solve(load_ruleset("scat"), (0, 0), {(0, 0): Tally(2)})
