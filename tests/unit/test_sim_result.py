"""Intervals: known values, the edges, and how often they hold the truth."""

import random

import pytest

from thirtyone.sim.result import Estimate, chance, exact, mean_of, mean_within, student_t, wilson


def test_wilson_as_published():
    # Newcombe 1998, Statistics in Medicine 17, table I: 81/263, 15/148, 0/20, 1/29.
    for hits, n, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        share = wilson(hits, n)
        assert share.mean == hits / n
        assert share.low == pytest.approx(low, abs=6e-5)
        assert share.high == pytest.approx(high, abs=6e-5)
    assert wilson(7, 7).high == 1
    assert wilson(7, 7).low == pytest.approx(1 - wilson(0, 7).high)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)


@pytest.mark.parametrize(("share", "n"), [(0.5, 20), (0.05, 60), (0.25, 200), (0.002, 800)])
def test_wilson_holds_the_truth(share, n):
    rng = random.Random(n)
    held = 0
    for _ in range(2000):
        seen = wilson(sum(rng.random() < share for _ in range(n)), n)
        held += seen.low <= share <= seen.high
    assert held / 2000 > 0.915


def test_student_as_tabled():
    for freedom, wanted in ((1, 12.706), (5, 2.571), (9, 2.262), (30, 2.042), (1000, 1.962)):
        assert student_t(freedom) == pytest.approx(wanted, abs=5e-4)


def test_means_from_whole_sums():
    values = [3, 5, 8, 8, 1]
    seen = mean_of(sum(values), sum(v * v for v in values), len(values))
    assert seen.mean == 5
    assert seen.half_width == pytest.approx(2.776445 * (9.5 / 5) ** 0.5, rel=1e-6)
    assert mean_of(0, 0, 0).low == -mean_of(0, 0, 0).high == float("-inf")
    # Sums so large that floats would lose the spread altogether.
    big = 10**9
    shifted = mean_of(5 * big, sum((big + v - 5) ** 2 for v in values), 5)
    assert shifted.half_width == pytest.approx(seen.half_width)


@pytest.mark.parametrize(
    ("chances", "n", "least"),
    [((0.76, 0.23, 0.01), 40, 0.9), ((0.97, 0.02, 0.01), 100, 0.9), ((0.5, 0.3, 0.2), 400, 0.93)],
)
def test_bounded_means_hold_the_truth(chances, n, least):
    rng = random.Random(n)
    truth = chances[1] + 2 * chances[2]
    held = 0
    for _ in range(600):
        drawn = rng.choices((0, 1, 2), chances, k=n)
        seen = mean_within({value: drawn.count(value) for value in set(drawn)}, 0, 2)
        assert 0 <= seen.low <= seen.mean <= seen.high <= 2
        held += seen.low <= truth <= seen.high
    assert least < held / 600 <= 1


def test_nothing_seen_to_vary_still_has_an_interval():
    never = mean_within({0: 10}, 0, 2)
    assert never.low == never.mean == 0
    assert 0.2 < never.high < 0.5
    always = mean_within({2: 10}, 0, 2)
    assert always.high == always.mean == 2
    assert always.low == pytest.approx(2 - never.high)
    # Two values only, one of them seen: the likelihood interval of a share.
    assert mean_within({0: 10}, 0, 1).high == pytest.approx(
        1 - 2.718281828 ** (-1.9207 / 10), abs=1e-3
    )
    assert mean_within({}, -1, 2) == Estimate(0.0, -1.0, 2.0, 0)
    assert mean_within({0: 4}, 0, 0) == Estimate(0.0, 0.0, 0.0, 4)


def test_many_observations_come_to_the_normal_interval():
    counts = {0: 7600, 1: 2300, 2: 100}
    seen = mean_within(counts, 0, 2)
    assert seen == mean_of(2500, 2700, 10_000)


def test_chances_stay_chances():
    seen = chance(0.01, 0.01**2, 500)
    assert 0 < seen.low < 0.01 < seen.high < 0.1
    assert chance(0.25, 1e-6, 500).half_width == pytest.approx(1.96e-3, rel=1e-2)
    assert chance(0.0, 0.0, 100) == wilson(0, 100)
    assert chance(1.0, 0.0, 100).low < 1
    assert chance(0.5, 100.0, 9).as_json() == {"mean": 0.5, "low": 0.0, "high": 1.0}


def test_an_estimate_in_another_unit():
    seen = Estimate(-2.0, -3.0, -1.5, 9).scaled(-1)
    assert (seen.mean, seen.low, seen.high) == (2.0, 1.5, 3.0)
    assert not seen.is_zero
    assert exact(0.5).half_width == 0
