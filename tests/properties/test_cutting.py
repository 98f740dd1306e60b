"""However the games are cut, and in whatever order they are played, the totals are the same."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirtyone.rules import load_ruleset
from thirtyone.sim.studies.reports import results_of
from thirtyone.sim.studies.results_table import rows_of
from thirtyone.sim.studies.run import Totals, Work, play, run
from thirtyone.sim.studies.study import Mode, Piece, make_study, variants_of

GAMES = 48


@cache
def study(mode):
    rulesets = [load_ruleset(id_) for id_ in ("no-trettien", "dk-a7", "se-forst-till-fem")]
    house = {"tie": {"settlement.tie_with_knocker": "like-all"}}
    tables = [("steady",) * 3, ("knocks-at:21", "steady")]
    return make_study(variants_of(rulesets, house), tables, mode, GAMES, seed=31)


@cache
def in_one_go(mode):
    return run(study(mode), size=GAMES)


def cuts():
    return st.lists(st.integers(1, GAMES - 1), unique=True, max_size=6).map(sorted)


def played(mode, piece):
    work = study(mode)
    return play(
        Work(
            tuple(v.ruleset for v in work.variants),
            tuple(v.against for v in work.variants),
            work.tables[piece.table],
            mode,
            work.seed,
            piece.start,
            piece.stop,
        )
    ).counts


@given(st.sampled_from(list(Mode)), cuts(), cuts(), st.randoms(use_true_random=False))
@settings(max_examples=10, deadline=None)
def test_any_cut_in_any_order_gives_the_same_totals_and_figures(mode, first, second, rng):
    pieces = [
        Piece(table, start, stop)
        for table, places in enumerate((first, second))
        for start, stop in zip([0, *places], [*places, GAMES], strict=True)
    ]
    rng.shuffle(pieces)
    totals = Totals.of(study(mode))
    for piece in pieces:
        totals.add(piece, played(mode, piece))
    whole = in_one_go(mode)
    assert whole.counts == totals.counts
    # To the last digit, so compared as they are written.
    assert repr(list(rows_of(results_of(whole)))) == repr(list(rows_of(results_of(totals))))


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("size", [11, 47])
def test_any_size_gives_the_same_totals(mode, size):
    assert in_one_go(mode).counts == run(study(mode), size=size).counts


@given(st.lists(st.integers(0, GAMES), min_size=2, max_size=10), st.integers(1, GAMES))
def test_pieces_cover_every_game_once(places, size):
    places = sorted(set(places))
    done = [Piece(0, a, b) for a, b in zip(places[::2], places[1::2], strict=False)]
    games = [
        g
        for p in (*done, *study(Mode.ROUNDS).pieces(size, done))
        if p.table == 0
        for g in range(p.start, p.stop)
    ]
    assert list(range(GAMES)) == sorted(games)
