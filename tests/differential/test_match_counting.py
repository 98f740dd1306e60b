"""Matches counted many at once are those that the readable engine plays on the same deals."""

import random

import pytest

from thirtyone.play.actions import Seat
from thirtyone.play.deal import seeded_deal
from thirtyone.play.match import after_round, has_lives, start_match
from thirtyone.policies import knocks_at, play_round, steady
from thirtyone.rules import load_ruleset, ruleset_ids
from thirtyone.rules.model import BankForm
from thirtyone.sim.automaton import final_of, seats_in_order, turns_of
from thirtyone.sim.finals import ENDS
from thirtyone.sim.matches.counting import count_matches
from thirtyone.sim.matches.counts import (
    FIGURES,
    PLACES,
    ROUNDS_APART,
    WHOLE_WIN,
    MatchCounts,
    place_of,
)
from thirtyone.sim.settling import outcome_of

SEED = 31


def engine_row(ruleset, policies, match):
    """A match on the readable engine, as a row of the figures that are counted."""
    players = len(policies)
    row = [0] * (len(FIGURES) + 3 * players)
    state = start_match(ruleset, [str(seat) for seat in range(players)])
    leader = None
    while state.end is None:
        seats = state.seats
        deal = seeded_deal(
            ruleset,
            seats,
            SEED,
            match * ROUNDS_APART + len(state.history),
            dealer=seats.index(state.dealer),
            tokens=[state.tokens[s] for s in seats] if isinstance(ruleset.form, BankForm) else (),
        )
        played = play_round(ruleset, deal, [policies[s] for s in seats], random.Random(0))
        order = seats_in_order(ruleset, len(seats))
        shift = (deal.dealer - order[-1]) % len(seats)
        places = [Seat((place + shift) % len(seats)) for place in order]
        outcome = outcome_of(ruleset, final_of(ruleset, played.outcome, places, turns_of(played)))
        for place, amount in zip(places, outcome.amounts, strict=True):
            row[place_of("amount", seats[place])] += amount
            row[place_of("taken", seats[place])] += 1
        row[PLACES["rounds"]] += 1
        row[PLACES["turns"]] += outcome.turns
        row[PLACES["knocks"]] += outcome.knocked
        row[PLACES["failed"]] += outcome.failed
        row[PLACES["shown"]] += outcome.shown
        row[PLACES["idle"]] += outcome.idle
        row[PLACES[f"end:{ENDS[outcome.end]}"]] += 1
        state = after_round(state, played.outcome).state
        lead = alone(state)
        if lead is not None and lead != leader:
            row[PLACES["leads"]] += leader is not None
            leader = lead
    row[PLACES["matches"]] = 1
    row[PLACES["unwon"]] = int(not state.winners)
    for seat in state.winners:
        row[place_of("win", seat)] = WHOLE_WIN // len(state.winners)
    return row


def alone(state):
    """Who has more lives, points or tokens than everybody else who is in."""
    if has_lives(state.ruleset):
        have = state.lives
    elif state.ruleset.match.target:
        have = state.points
    else:
        start = start_match(state.ruleset, state.players).tokens
        have = [now - then for now, then in zip(state.tokens, start, strict=True)]
    best = max(have[seat] for seat in state.seats)
    leaders = [seat for seat in state.seats if have[seat] == best]
    return leaders[0] if len(leaders) == 1 else None


@pytest.mark.parametrize("rules", ruleset_ids())
def test_the_sums_are_those_of_the_engine(rules):
    ruleset, base = load_ruleset(rules), load_ruleset("no-trettien")
    players = max(3, ruleset.players.low)
    policies = [steady, *[knocks_at(23)] * (players - 1)]
    counted = count_matches([base, ruleset], [None, 0], policies, SEED, range(3, 8))
    expected = [MatchCounts.empty(players, paired=paired) for paired in (False, True)]
    for match in range(3, 8):
        first, this = (engine_row(r, policies, match) for r in (base, ruleset))
        expected[0].add(first, None)
        expected[1].add(this, first)
    for figure, place in PLACES.items():
        assert expected[1].sums[place] == counted[1].sums[place], figure
    for seat in range(players):
        for figure in ("amount", "taken", "win"):
            place = place_of(figure, seat)
            assert expected[1].sums[place] == counted[1].sums[place], (figure, seat)
    assert expected == counted
