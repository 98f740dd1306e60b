"""Many rounds at once against the plain automata, final by final, and against the engine."""

import random
from collections import Counter

import numpy as np
import pytest

from thirtyone.errors import RulesError
from thirtyone.policies import (
    KnocksByTable,
    knocks_at,
    never_knocks,
    random_player,
    steady,
)
from thirtyone.rules import load_ruleset, questions, ruleset_ids, with_values
from thirtyone.sim import lockstep
from thirtyone.sim.automaton import play_final
from thirtyone.sim.finals import ENDS, Final
from thirtyone.sim.lockstep import play_many
from thirtyone.sim.swap_arrays import swap_arrays
from thirtyone.sim.swap_round import swap_rules

SEED = 2**64 - 59
BANDS = KnocksByTable(
    [bytes(256), bytes(n in {40, 42, 61} for n in range(256)), bytes([0] * 54 + [1] * 202)],
    22,
    "bands",
)
POLICIES = (steady, never_knocks, knocks_at(18), knocks_at(29), BANDS)
PLAY = ("deck.", "hand.", "scoring.", "deal.", "turn.", "knock.", "stock.", "instant.", "bank.")


def finals(rounds):
    """Rounds of lanes as those of the plain automaton."""
    stakes = rounds.stakes.T.tolist() if rounds.stakes is not None else [()] * len(rounds.end)
    return [
        Final(tuple(hands), end, knocker, turns, tuple(staked))
        for hands, end, knocker, turns, staked in zip(
            rounds.hands.T.tolist(),
            rounds.end.tolist(),
            rounds.knocker.tolist(),
            rounds.turns.tolist(),
            stakes,
            strict=True,
        )
    ]


def games(first, count):
    return np.arange(first, first + count, dtype=np.uint64)


def compare(ruleset, policies, count, *, first=0, seats=None, able=None):
    """Lanes and automaton on the same games; how the rounds ended."""
    rounds = play_many(ruleset, policies, SEED, games(first, count), seats, able)
    for lane, final in enumerate(finals(rounds)):
        order = policies if seats is None else [policies[p] for p in seats[:, lane]]
        may = () if able is None else able[:, lane].tolist()
        alone = play_final(ruleset, order, SEED, first + lane, able=may)
        assert final == alone, (ruleset.id, lane)
    return Counter(ENDS[end] for end in rounds.end.tolist())


def any_house(rng, id_):
    """A ruleset with any answers to the questions that change play."""
    base = load_ruleset(id_)
    asked = {p: q for p, q in questions(base.family).items() if p.startswith(PLAY)}
    while True:
        paths = rng.sample(sorted(asked), rng.randint(1, len(asked) // 2))
        changes = {}
        for path in paths:
            q = asked[path]
            bounds = [str(rng.randint(q.low, min(q.high, q.low + 11)))]
            changes[path] = rng.choice(q.answers if not q.high else bounds)
        try:
            return with_values(base, {"players": "2-6", **changes})
        except RulesError:
            continue  # two answers that exclude each other


@pytest.mark.parametrize("id_", ruleset_ids())
def test_lanes_play_what_the_automaton_plays(id_):
    ruleset, rng, ends = load_ruleset(id_), random.Random(id_), Counter()
    for players in range(2, ruleset.players.high + 1):
        policies = rng.choices(POLICIES, k=players)
        ends += compare(ruleset, [steady] * players, 150, first=2**63)
        ends += compare(ruleset, policies, 100, first=players << 40)
    assert ends.total() == 250 * (ruleset.players.high - 1)
    assert len(ends) >= (1 if ruleset.family == "bank" else 2)


@pytest.mark.parametrize("id_", ["dk-a9", "schwimmen", "bicycle", "greek-31"])
def test_lanes_under_every_mixture_of_house_rules(id_):
    rng, ends = random.Random(id_), Counter()
    for number in range(25):
        ruleset = any_house(rng, id_)
        players = rng.randint(2, 6)
        ends += compare(ruleset, rng.choices(POLICIES, k=players), 40, first=number << 20)
    assert ends.total() == 1000


@pytest.mark.parametrize("id_", ["dk-a7", "greek-31"])
def test_players_change_places_from_game_to_game(id_):
    ruleset = load_ruleset(id_)
    rng = np.random.default_rng(1)
    seats = rng.integers(0, len(POLICIES), (4, 600)).astype(np.uint8)
    compare(ruleset, POLICIES, 600, seats=seats)


def test_who_cannot_stake_stays_out():
    able = np.random.default_rng(2).random((5, 500)) < 0.6
    rounds = play_many(load_ruleset("greek-31"), [steady] * 5, SEED, games(0, 500), None, able)
    assert (rounds.stakes[:-1] == able[:-1]).all()
    assert not rounds.stakes[-1].any()
    compare(load_ruleset("greek-31"), [steady] * 5, 500, able=able)


def test_tables_laid_again_in_step():
    """Rounds that go on to the last turn, with the table reused again and again."""
    rules = {
        "turn.table_exhausted": "reuse",
        "instant.dealt": "nothing",
        "instant.in_play": "nothing",
    }
    for size, swaps in (("24", "any"), ("32", "one"), ("40", "one-or-three")):
        changes = {"deck.cards": size, "turn.swaps": swaps, "players": "2-6", **rules}
        ruleset = with_values(load_ruleset("schwimmen"), changes)
        ends = compare(ruleset, [never_knocks] * 3, 60)
        assert set(ends) == {"showdown"}


def test_however_the_games_are_cut_the_rounds_are_the_same(monkeypatch):
    ruleset = load_ruleset("schwimmen")
    seats = np.random.default_rng(5).integers(0, 2, (4, 500)).astype(np.uint8)
    whole = play_many(ruleset, (steady, BANDS), SEED, games(9, 500), seats)
    monkeypatch.setattr(lockstep, "LANES", 64)
    cut = play_many(ruleset, (steady, BANDS), SEED, games(9, 500), seats)
    for one, other in zip(whole[:4], cut[:4], strict=True):
        assert (one == other).all()
        assert one.dtype == other.dtype


def test_no_games_are_no_rounds():
    for id_ in ("schwimmen", "greek-31"):
        rounds = play_many(load_ruleset(id_), [steady] * 3, SEED, games(0, 0))
        assert rounds.hands.shape == (3, 0)
        assert len(rounds.end) == len(rounds.turns) == 0


@pytest.mark.parametrize("id_", ["dk-a5", "greek-31", "no-trettien"])
def test_other_players_are_played_by_the_engine(id_):
    ruleset = load_ruleset(id_)
    seats = np.array([[0, 1, 1], [1, 0, 1]], np.uint8)
    compare(ruleset, (random_player, steady), 3, seats=seats)
    once, again = (play_many(ruleset, [random_player] * 3, 1, games(0, 4)) for _ in range(2))
    assert finals(once) == finals(again)
    # Its chance depends on the game alone, not on those played before it.
    assert finals(once)[2] == play_final(ruleset, [random_player] * 3, 1, 2)


@pytest.mark.parametrize("size", ["24", "32"])
@pytest.mark.parametrize("ties", ["none", "suit-ladder", "high-card"])
def test_the_best_swap_of_all_hands_and_tables(size, ties):
    changes = {"deck.cards": size, "scoring.ties": ties, "turn.swaps": "any", "players": "2-6"}
    ruleset = with_values(load_ruleset("dk-a7"), changes)
    arrays, rules = swap_arrays(ruleset), swap_rules(ruleset)
    rng = random.Random(size + ties)
    six = [rng.sample(range(int(size)), 6) for _ in range(4000)]
    hands = [sorted(some[:3]) for some in six]
    tables = [sorted(some[3:]) for some in six]
    low, middle, high = np.array(tables, np.uint8).T
    numbers = arrays.numbers(*np.array(hands).T)
    words = arrays.best(numbers, low, middle, high)
    wanted = [rules.best(hand, table) for hand, table in zip(numbers.tolist(), tables, strict=True)]
    assert (words & np.uint32((1 << 15) - 1)).tolist() == wanted
