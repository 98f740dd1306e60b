"""Counting rounds: the same in any order and by any engine, and as many as it takes."""

import json
import random

import pytest

from thirtyone.policies import knocks_at, steady
from thirtyone.rules import load_ruleset, with_values
from thirtyone.sim.chains import precision, sampling
from thirtyone.sim.chains.chain import differences, labels_of, solve
from thirtyone.sim.chains.precision import allocation, precise_wins
from thirtyone.sim.chains.report import chain_reports
from thirtyone.sim.chains.sampling import Task, all_types, count, run, run_together, tasks
from thirtyone.sim.settling import Outcome
from thirtyone.sim.tally import Counts, Joint, Tally, total

NORWAY = load_ruleset("no-trettien")
RULES = (
    NORWAY,
    with_values(NORWAY, {"settlement.lone_low_knocker": "1"}),
    load_ruleset("dk-enogtredive"),
    load_ruleset("dk-a7"),
    load_ruleset("se-forst-till-fem"),
)
TABLE = (steady, knocks_at(28), steady)


def test_counts_do_not_depend_on_how_the_work_is_cut(monkeypatch):
    games = {seating: range(60) for seating in all_types(RULES, TABLE)}
    whole = count(RULES, TABLE, 5, games)
    monkeypatch.setattr(sampling, "BATCH", 17)
    work = list(tasks(RULES, TABLE, 5, games))
    assert len(work) == 4 * len(games)
    random.Random(3).shuffle(work)
    parts = [Counts() for _ in RULES]
    for task in work:
        for ruleset, some in zip(task.rulesets, run(task), strict=True):
            parts[RULES.index(ruleset)] += some
    assert parts == whole
    assert [json.dumps(c.as_json()) for c in parts] == [json.dumps(c.as_json()) for c in whole]
    again = [Counts.from_json(json.loads(json.dumps(c.as_json()))) for c in whole]
    assert again == whole
    halves = [run_together(work[at::2]) for at in (0, 1)]
    some = [found[0] for half in halves for found in half if len(found) == len(RULES)]
    assert total(some).tallies == {s: t for s, t in whole[0].tallies.items() if len(s) == 3}


def test_the_plain_automaton_counts_the_same(monkeypatch):
    games = {seating: range(40) for seating in all_types(RULES, TABLE)}
    lanes = count(RULES, TABLE, 9, games)
    monkeypatch.setattr(sampling, "has_numpy", lambda: False)
    assert count(RULES, TABLE, 9, games) == lanes
    assert sum(tally.rounds for tally in lanes[0].tallies.values()) == 40 * len(games)


def test_rulesets_are_judged_on_the_same_games():
    task = Task(RULES[:2], (steady,) * 3, (0, 0, 0), 1, 0, 500)
    first, second = run(task)
    joint = second.joints[0, 0, 0]
    assert joint.rounds == 500
    assert joint.turns_apart == {0: 500}  # only settled differently: the very same rounds
    assert first.joints == {}
    apart = joint.apart(1)
    assert set(apart) <= {0, 1}
    assert apart[1] > 0
    whole = first.tallies[0, 0, 0]
    assert sum(a * n for a, n in apart.items()) == sum(
        a * n for a, n in second.tallies[0, 0, 0].amounts(1).items()
    ) - sum(a * n for a, n in whole.amounts(1).items())


def test_as_precise_as_asked_and_no_matter_who_works(monkeypatch):
    found = precise_wins(RULES[:2], (steady,) * 3, 3, half_width=0.002)
    for wins in found:
        assert max(win.half_width for win in wins.solution.win) <= 0.002
        assert sum(win.mean for win in wins.solution.win) == pytest.approx(1)
        labels = wins.solution.labels
        assert solve(wins.ruleset, labels, wins.counts.tallies).win == wins.solution.win
    monkeypatch.setattr(precision, "WORTH_A_POOL", 0)
    again = precise_wins(RULES[:2], (steady,) * 3, 3, half_width=0.002, workers=2)
    assert [wins.counts for wins in again] == [wins.counts for wins in found]


def test_half_the_width_takes_four_times_the_rounds():
    solution = precise_wins(RULES[:1], (steady,) * 4, 3, half_width=0.004)[0].solution
    one, other = allocation(solution, 0.001), allocation(solution, 0.0005)
    assert set(one) == {(0,) * 4, (0,) * 3, (0,) * 2}
    for seating in one:
        assert other[seating] == pytest.approx(4 * one[seating], abs=4)
    assert one[0, 0, 0, 0] > 5 * one[0, 0]  # whatever starts a match decides most of it


def test_the_report_of_a_table():
    policies = (knocks_at(20), steady, steady)
    games = {seating: range(3000) for seating in all_types(RULES, policies)}
    counts = count(RULES, policies, 11, games)
    reports = chain_reports(RULES, policies, 11, counts)
    first = reports[0]
    assert first.difference is None
    assert first.policies == ("knocks-at:20", "knocks-at:25", "knocks-at:25")
    assert [report.unit for report in reports] == ["life", "life", "life", "life", "point"]
    for report in reports:
        assert report.method == "chain"
        assert sum(seat.win.mean for seat in report.seats) == pytest.approx(1)
        assert sum(end.mean for end in report.ends.values()) == pytest.approx(1)
        assert (report.survival is None) == (report.unit == "point")
        assert report.quality.seat_spread.mean > 0
    house = reports[1].difference
    assert house.first == "no-trettien"
    assert house.turns_per_round.mean == house.turns_per_round.low == 0
    # A failed knock that costs less is good for who knocks early, and shows with few rounds.
    assert house.seats[0].win.low > 0
    assert house.seats[0].per_round.high < 0
    assert reports[4].difference.seats[0].per_round is None  # points are no lives
    labels = labels_of(policies)
    one, two = (solve(r, labels, c.tallies) for r, c in zip(RULES[:2], counts[:2], strict=True))
    assert differences(one, two, counts[1].joints)[0][0] == house.seats[0].win


def test_a_tally_counts_what_it_is_given():
    tally = Tally(2)
    tally.add(Outcome((-1, 0), 0, failed=True, shown=True, turns=4, knocked=True))
    tally.add(Outcome((0, 0), 2, failed=False, shown=False, turns=90, idle=True))
    assert (tally.rounds, tally.knocks, tally.failed, tally.shown, tally.idle) == (2, 1, 1, 1, 1)
    assert tally.ends() == {"knock": 1, "stock-empty": 1}
    assert tally.turns == {4: 1, 90: 1}
    assert Tally.from_json(tally.as_json()) == tally
    joint = Joint()
    joint.add(
        Outcome((-1, 0), 0, failed=False, shown=False, turns=4),
        Outcome((-2, 0), 0, failed=False, shown=False, turns=6),
    )
    assert joint.apart(0) == {-1: 1}
    assert Joint.from_json(joint.as_json()) == joint
