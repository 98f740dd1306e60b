"""Matches played out: the lanes, the plain automaton and the readable engine, row for row."""

import random
from math import sqrt

import pytest

from thirtyone.play.deal import seeded_deal
from thirtyone.play.match import after_round, start_match
from thirtyone.policies import knocks_at, never_knocks, play_round, random_player, steady
from thirtyone.rules import load_ruleset, ruleset_ids, with_values
from thirtyone.rules.model import BankForm
from thirtyone.sim.chains.chain import labels_of, lead_changes, solve
from thirtyone.sim.chains.sampling import all_types, count
from thirtyone.sim.matches.counts import FIGURES, PLACES, ROUNDS_APART, WHOLE_WIN
from thirtyone.sim.matches.lanes import match_rows
from thirtyone.sim.matches.played import play_match

HOUSE = (
    ("scat", {"lives.last_chance": "one-more-deal", "stock.empty": "draw"}),
    ("no-trettien", {"match.all_out": "shared", "settlement.tie_with_knocker": "like-all"}),
    ("bicycle", {"match.several_at_target": "play-on", "settlement.tie_for_highest": "nobody"}),
    ("greek-31", {"bank.changes": "offer-to-richest", "bank.tie": "nobody"}),
    ("greek-31", {"match.deals": 30, "bank.direction": "clockwise", "bank.stake_low": 3}),
    ("ride-the-bus", {"stakes.pot": "highest-per-deal", "stakes.ante": 2}),
    ("se-forst-till-fem", {"match.deals": 6}),
)
TABLES = [
    pytest.param(id_, changes, players, id=f"{id_}-{players}-{len(changes)}")
    for id_, changes in (*((id_, {}) for id_ in ruleset_ids()), *HOUSE)
    for players in sorted({load_ruleset(id_).players.low, load_ruleset(id_).players.high})
]


def by_the_engine(rules, policies, seed, match, first=0):
    """Winners, rounds, and the turns of one match as the engine's own rules play it."""
    players = len(policies)
    state = start_match(rules, [f"P{s}" for s in range(players)], dealer=(first - 1) % players)
    while state.end is None:
        bank = isinstance(rules.form, BankForm)
        deal = seeded_deal(
            rules,
            state.seats,
            seed,
            match * ROUNDS_APART + len(state.history),
            dealer=state.seats.index(state.dealer),
            tokens=[state.tokens[seat] for seat in state.seats] if bank else (),
        )
        played = play_round(rules, deal, [policies[seat] for seat in deal.seats], random.Random(0))
        state = after_round(state, played.outcome).state
    return set(state.winners), len(state.history)


@pytest.mark.parametrize(("id_", "changes", "players"), TABLES)
def test_matches_are_those_of_the_engine(id_, changes, players):
    rules = with_values(load_ruleset(id_), changes)
    policies = [knocks_at(19 + 3 * (seat % 4)) for seat in range(players)]
    for rotated in (False, True):
        rows = match_rows(rules, policies, 7, range(5, 17), rotated=rotated)
        for place, match in enumerate(range(5, 17)):
            first = match % players if rotated else 0
            row = play_match(rules, policies, 7, match, first=first)
            assert rows[place].tolist() == row
            if place > 2:
                continue
            winners, rounds = by_the_engine(rules, policies, 7, match, first)
            wins = row[len(FIGURES) + 2 :: 3]
            assert {seat for seat, won in enumerate(wins) if won} == winners
            assert row[PLACES["rounds"]] == rounds
            assert sum(wins) in {0, *(WHOLE_WIN // n * n for n in range(1, players + 1))}


def test_lanes_do_not_depend_on_how_the_work_is_cut(monkeypatch):
    rules = load_ruleset("dk-enogtredive")
    whole = match_rows(rules, [steady] * 3, 5, range(40))
    parts = [match_rows(rules, [steady] * 3, 5, range(at, at + 8)) for at in range(0, 40, 8)]
    assert whole.tolist() == [row for part in parts for row in part.tolist()]
    monkeypatch.setattr("thirtyone.sim.matches.lanes.LANES", 7)
    assert match_rows(rules, [steady] * 3, 5, range(40)).tolist() == whole.tolist()


def test_players_without_knock_tables_play_too():
    rules = load_ruleset("no-trettien")
    policies = [random_player, steady, never_knocks]
    rows = match_rows(rules, policies, 3, range(4))
    assert rows.tolist() == [play_match(rules, policies, 3, match) for match in range(4)]


@pytest.mark.parametrize(
    ("id_", "thresholds"),
    [
        ("no-trettien", (25, 25, 25, 25)),
        ("no-trettien", (20, 24, 27, 30)),
        ("dk-enogtredive", (20, 25, 25, 30)),
        ("dk-a7", (25, 25, 25)),
        ("se-forst-till-fem", (25, 28, 25)),
        ("bicycle", (25, 27, 29)),
    ],
)
def test_the_chain_agrees_with_matches_played_out(id_, thresholds):
    """Fixed seeds; both have chance in them, so four standard errors of the difference."""
    rules = load_ruleset(id_)
    policies = [knocks_at(points) for points in thresholds]
    labels = labels_of(policies)
    counts = count([rules], policies, 31, {s: range(6000) for s in all_types([rules], policies)})[0]
    solution = solve(rules, labels, counts.tallies)
    played = 4000
    rows = match_rows(rules, policies, 32, range(played))
    for seat, win in enumerate(solution.win):
        shares = rows[:, len(FIGURES) + 3 * seat + 2] / WHOLE_WIN
        error = sqrt(shares.var() / played + (win.half_width / 1.96) ** 2)
        assert abs(shares.mean() - win.mean) < 4 * error, seat
    rounds = rows[:, PLACES["rounds"]]
    length = solution.rounds_per_match
    error = sqrt(rounds.var() / played + (length.half_width / 1.96) ** 2)
    assert abs(rounds.mean() - length.mean) < 4 * error + 1e-9
    changes = lead_changes(rules, labels, counts.tallies)
    leads = rows[:, PLACES["leads"]]
    assert abs(leads.mean() - changes) < 6 * sqrt(leads.var() / played)
