"""Studies: what they are, how a file describes them, and the file that keeps their results."""

import csv
import errno
import json
import math
import os
import sys
from pathlib import Path

import pytest

from thirtyone.errors import RulesError, ThirtyOneError, UsageError, WorkError
from thirtyone.policies import named_policy, steady
from thirtyone.rules import home_ids, load_ruleset
from thirtyone.sim.automaton import play_final
from thirtyone.sim.matches.counts import PLACES, MatchCounts, place_of
from thirtyone.sim.settling import outcome_of
from thirtyone.sim.studies import results_file
from thirtyone.sim.studies import run as study_run
from thirtyone.sim.studies.file import read_study
from thirtyone.sim.studies.reports import results_of
from thirtyone.sim.studies.results_file import ResultsFile
from thirtyone.sim.studies.results_table import COLUMNS, check_table, rows_of, write_table
from thirtyone.sim.studies.round_counts import RoundCounts, count_rounds
from thirtyone.sim.studies.run import play, run
from thirtyone.sim.studies.study import (
    MOST_GAMES,
    Mode,
    Piece,
    make_study,
    seat_policies,
    variants_of,
)
from thirtyone.sim.studies.workers import Alone

TRETTIEN, SCAT, FIVE = map(load_ruleset, ("no-trettien", "scat", "se-forst-till-fem"))


def study_of(*rulesets, games=40, players=3, mode=Mode.ROUNDS, house=None, seed=31):
    variants = variants_of(rulesets or (TRETTIEN,), house)
    return make_study(variants, [("steady",) * players], mode, games, seed=seed)


# ------------------------------------------------------------------------------------- what it is


def test_house_rules_are_compared_with_their_own_ruleset_and_rulesets_with_the_first():
    house = {
        "across": {"scoring.ace_across_suits": "any"},
        "own": {"scoring.ace_across_suits": "none"},
    }
    found = [(v.ruleset.id, v.house, v.against) for v in variants_of([TRETTIEN, SCAT, FIVE], house)]
    assert [
        ("no-trettien", "", None),
        ("no-trettien", "across", 0),
        ("scat", "", 0),
        ("scat", "across", 2),
        ("se-forst-till-fem", "", 0),
        ("se-forst-till-fem", "across", 4),
    ] == found


def test_a_house_rule_of_another_form_makes_no_variant():
    exchange = load_ruleset("dk-a7")
    made = variants_of([exchange, TRETTIEN], {"back": {"turn.throw_back": "yes"}})
    assert [("dk-a7", {}), ("no-trettien", {}), ("no-trettien", {"turn.throw_back": "yes"})] == [
        (v.ruleset.id, dict(v.changes)) for v in made
    ]
    with pytest.raises(RulesError) as refused:
        variants_of([exchange], {"back": {"turn.throw_back": "yes"}})
    assert "refuse.rules_not_in_family" == refused.value.reason


def test_pieces_fill_exactly_what_is_not_done():
    study = make_study(variants_of([SCAT]), [("steady",) * 2, ("steady",) * 3], Mode.ROUNDS, 100)
    done = [Piece(0, 30, 40), Piece(1, 0, 95), Piece(0, 60, 61)]
    todo = list(study.pieces(25, done))
    assert [(0, 0, 25), (0, 25, 30), (0, 40, 60), (0, 61, 86), (0, 86, 100), (1, 95, 100)] == todo
    played = sorted((p.table, game) for p in (*done, *todo) for game in range(p.start, p.stop))
    assert [(table, game) for table in range(2) for game in range(100)] == played


def test_the_mark_tells_studies_apart():
    base = study_of(TRETTIEN)
    others = [
        study_of(SCAT),
        study_of(TRETTIEN, SCAT),
        study_of(TRETTIEN, games=41),
        study_of(TRETTIEN, players=4),
        study_of(TRETTIEN, seed=32),
        study_of(TRETTIEN, mode=Mode.MATCHES),
        study_of(TRETTIEN, house={"x": {"scoring.ace_across_suits": "any"}}),
    ]
    assert 8 == len({study.mark for study in (base, *others)})
    assert base.mark == study_of(TRETTIEN).mark


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"games": 0}, "refuse.study_number"),
        ({"games": -3}, "refuse.study_number"),
        ({"games": MOST_GAMES + 1}, "refuse.study_number"),
        ({"seed": -1}, "refuse.study_number"),
        ({"seed": 2**64}, "refuse.study_number"),
        ({"players": 9}, "refuse.players"),
        ({"players": 1}, "refuse.players"),
    ],
)
def test_what_cannot_be_is_refused(asked, reason):
    with pytest.raises(UsageError) as refused:
        study_of(**asked)
    assert reason == refused.value.reason
    assert 1 == len(str(refused.value).splitlines())


def test_policies_go_once_for_all_or_once_a_seat():
    assert ("steady",) * 4 == seat_policies(["steady"], 4)
    assert ("steady", "random") == seat_policies(["steady", "random"], 2)
    with pytest.raises(UsageError) as refused:
        seat_policies(["steady", "random"], 3)
    assert "refuse.policy_count" == refused.value.reason
    with pytest.raises(UsageError) as refused:
        make_study(variants_of([SCAT]), [("steady", "stedy")], Mode.ROUNDS, 1)
    assert "steady" == refused.value.details["suggestion"]


# ------------------------------------------------------------------------------------------ files

GOOD = """
rules = ["home", "own.toml"]
players = [3, 4]
policies = ["steady", ["steady", "steady", "knocks-at:27"]]
rounds = 1_000
seed = 7

[house.across]
scoring.ace_across_suits = "any"

[house."three alike"]
"scoring.three_of_a_kind" = 30.5
"""


@pytest.fixture
def described(tmp_path):
    def described(text):
        (tmp_path / "own.toml").write_text(
            'based_on = "scat"\nname = "Own"\n[settlement]\nlowest = 2\n', "utf-8"
        )
        file = tmp_path / "study.toml"
        file.write_text(text, "utf-8")
        return read_study(file)

    return described


def test_a_file_says_rulesets_house_rules_players_and_policies(described):
    study = described(GOOD)
    assert (Mode.ROUNDS, 1000, 7) == (study.mode, study.games, study.seed)
    assert (
        ("steady",) * 3,
        ("steady", "steady", "knocks-at:27"),
        ("steady",) * 4,
    ) == study.tables
    plain = [v.ruleset.id for v in study.variants if not v.house]
    assert [*home_ids(), "own"] == plain
    trettien = [(v.house, dict(v.changes)) for v in study.variants[:3]]
    assert [
        ("", {}),
        ("across", {"scoring.ace_across_suits": "any"}),
        ("three alike", {"scoring.three_of_a_kind": "30.5"}),
    ] == trettien


def test_seats_may_say_how_many_play(described):
    study = described('rules="scat"\npolicies=[["steady","random"]]\nmatches=5')
    assert (("steady", "random"),) == study.tables
    assert (Mode.MATCHES, 31) == (study.mode, study.seed)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("seed = 7", "sed = 7", ["sed", "“seed”"]),
        ("rounds", "ronds", ["ronds", "“rounds”"]),
        ("rounds = 1_000", "", ["rounds", "matches"]),
        ("seed = 7", "matches = 7", ["rounds", "matches"]),
        ("rounds = 1_000", 'rounds = "many"', ["rounds", "many"]),
        ("rounds = 1_000", "rounds = 0", ["rounds is 0"]),
        ("rounds = 1_000", "rounds = true", ["rounds", "true"]),
        ("seed = 7", "seed = -7", ["seed is −7"]),
        ("players = [3, 4]", "", ["players is missing"]),
        ("players = [3, 4]", "players = []", ["players"]),
        ("players = [3, 4]", 'players = [3, "x"]', ["players[1]", "x"]),
        ("players = [3, 4]", "players = [3, 9]", ["2 to 7 players, not 9"]),
        ("players = [3, 4]", "players = 4", ["4 seats", "3 players"]),
        ('"home"', '"hom"', ["“hom”"]),
        ('"home"', "4", ["rules[0]", "4"]),
        ('"own.toml"', '"other.toml"', ["other.toml"]),
        ('policies = ["steady", ', 'policies = ["stedy", ', ["“stedy”", "“steady”"]),
        ('policies = ["steady", ', "policies = [[], ", ["policies[0]"]),
        ("ace_across_suits", "ace_acros", ["house.across.scoring.ace_acros", "ace_across_suits"]),
        ('"any"', '"anny"', ["house.across.scoring.ace_across_suits", "anny", "any"]),
        ("30.5", "29", ["house.three alike.scoring.three_of_a_kind", "29"]),
        ("[house.across]", "[hous.across]", ["hous", "“house”"]),
        ("[house.across]", "[house", ["not TOML"]),
        ("rounds = 1_000", 'rounds = "50"', ['rounds cannot be "50"', "1…"]),
        ("players = [3, 4]", 'players = [3, "4"]', ['players[1] cannot be "4"', "2…"]),
        ('"steady", [', "[", ["a table of 4", "4 names"]),
        ('[house.across]\nscoring.ace_across_suits = "any"', "[house.across]", ["house.across"]),
        ("[house.across]", '[house.""]', ["house", "[house.NAME]"]),
        ("[house.across]", '[house." "]', ["house", "[house.NAME]"]),
        ("[house.across]", '[house."a\\nb"]', ["house", "[house.NAME]"]),
    ],
)
def test_a_wrong_file_is_one_line_with_file_key_and_a_way_out(described, old, new, says):
    assert old in GOOD
    with pytest.raises(ThirtyOneError) as refused:
        described(GOOD.replace(old, new, 1))
    line = str(refused.value)
    assert 1 == len(line.splitlines())
    assert ".toml" in line.partition(": ")[0]
    for part in says:
        assert part in line, line


def test_no_file_is_one_line(tmp_path):
    with pytest.raises(RulesError) as refused:
        read_study(tmp_path / "none.toml")
    assert "refuse.rules_no_file" == refused.value.reason


# ---------------------------------------------------------------------------------------- counting


@pytest.mark.parametrize("rules", ["no-trettien", "dk-a7", "greek-31", "bicycle", "ride-the-bus"])
def test_counts_are_those_of_rounds_played_one_by_one(rules):
    ruleset = load_ruleset(rules)
    (counts,) = count_rounds([ruleset], [None], [steady] * 3, 5, range(10, 60))
    outcomes = [
        outcome_of(ruleset, play_final(ruleset, [steady] * 3, 5, game)) for game in range(10, 60)
    ]
    for seat in range(3):
        amounts = [outcome.amounts[seat] for outcome in outcomes]
        assert {a: amounts.count(a) for a in amounts} == counts.tally.amounts(seat)
    turns = [outcome.turns for outcome in outcomes]
    assert {t: turns.count(t) for t in turns} == counts.tally.turns


@pytest.mark.parametrize("mode", list(Mode))
def test_without_numpy_the_counts_are_the_same(mode, monkeypatch):
    house = {"x": {"settlement.tie_with_knocker": "like-all"}}
    study = study_of(TRETTIEN, FIVE, load_ruleset("dk-a7"), games=30, mode=mode, house=house)
    fast = run(study).counts
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError):
        import numpy  # noqa: F401, ICN001
    assert fast == run(study).counts
    assert all(count.games == 30 for row in fast for count in row)


def test_figures_are_those_of_the_rounds_themselves():
    study = study_of(TRETTIEN, load_ruleset("no-kildebeskrivelse"), games=300, players=4)
    first, this = results_of(run(study))
    for place, result in enumerate((first, this)):
        ruleset = study.variants[place].ruleset
        outcomes = [
            outcome_of(ruleset, play_final(ruleset, [steady] * 4, 31, game)) for game in range(300)
        ]
        lost = [-sum(o.amounts[seat] for o in outcomes) / 300 for seat in range(4)]
        assert lost == [seat.per_round.mean for seat in result.report.seats]
        assert sum(o.turns for o in outcomes) / 300 == result.report.turns_per_round.mean
        ends = result.report.ends
        assert math.isclose(1, sum(share.mean for share in ends.values()))
        for seat in result.report.seats:
            assert seat.per_round.low < seat.per_round.mean < seat.per_round.high
    apart = this.report.difference
    assert first.report.difference is None
    assert "no-trettien" == apart.first
    for a, b, d in zip(first.report.seats, this.report.seats, apart.seats, strict=True):
        assert math.isclose(b.per_round.mean - a.per_round.mean, d.per_round.mean, abs_tol=1e-12)
        wide = math.hypot(a.per_round.half_width, b.per_round.half_width)
        assert d.per_round.half_width < wide, "pairing must make the interval narrower"


def test_lives_and_points_are_not_subtracted_but_wins_are():
    _, this = results_of(run(study_of(TRETTIEN, FIVE, games=20, mode=Mode.MATCHES)))
    assert ["point"] * 1 == [this.report.unit]
    assert [None] * 3 == [seat.per_round for seat in this.report.difference.seats]
    assert all(seat.win is not None for seat in this.report.difference.seats)


def test_matches_figures_are_those_of_the_rows():
    study = study_of(TRETTIEN, load_ruleset("dk-enogtredive"), games=200, mode=Mode.MATCHES)
    totals = run(study)
    first, this = results_of(totals)
    counts = totals.counts[0][0]
    assert isinstance(counts, MatchCounts)
    assert 200 == counts.games == first.report.n
    wins = [seat.win.mean for seat in first.report.seats]
    assert math.isclose(1, sum(wins))
    assert all(seat.win.low < seat.win.mean < seat.win.high for seat in first.report.seats)
    rounds = counts.sums[PLACES["rounds"]]
    assert rounds / 200 == first.report.rounds_per_match.mean
    lost = -counts.sums[place_of("amount", 0)] / counts.sums[place_of("taken", 0)]
    assert math.isclose(lost, first.report.seats[0].per_round.mean)
    apart = this.report.difference
    for a, b, d in zip(first.report.seats, this.report.seats, apart.seats, strict=True):
        assert math.isclose(b.win.mean - a.win.mean, d.win.mean, abs_tol=1e-12)
        assert math.isclose(b.per_round.mean - a.per_round.mean, d.per_round.mean, abs_tol=1e-12)
    assert apart.rounds_per_match.half_width < 1.2 * math.hypot(
        first.report.rounds_per_match.half_width, this.report.rounds_per_match.half_width
    )


@pytest.mark.parametrize("mode", list(Mode))
def test_counts_survive_json(mode):
    totals = run(study_of(TRETTIEN, SCAT, games=20, mode=mode))
    kind = RoundCounts if mode is Mode.ROUNDS else MatchCounts
    for count in totals.counts[0]:
        assert count == kind.from_json(json.loads(json.dumps(count.as_json())))


# ------------------------------------------------------------------------------------ results file


def lines_of(path):
    return path.read_bytes().splitlines(keepends=True)


def test_results_are_kept_line_by_line_and_taken_up_again(tmp_path, monkeypatch):
    study, path = study_of(TRETTIEN, SCAT, games=50), tmp_path / "r.jsonl"
    whole = run(study)
    with ResultsFile(path, study) as results:
        assert whole.counts == run(study, results=results, size=10).counts
    kept = lines_of(path)
    assert 6 == len(kept)
    path.write_bytes(b"".join(kept[:3]) + kept[3][:-40])  # killed while it wrote the third piece
    played = []
    monkeypatch.setattr(study_run, "play", lambda work: played.append(work) or play(work))
    with ResultsFile(path, study) as results:
        assert whole.counts == run(study, results=results, size=10).counts
    assert [(20, 30), (30, 40), (40, 50)] == [(work.start, work.stop) for work in played]
    assert kept == lines_of(path)


def test_another_cut_goes_on_from_the_same_file(tmp_path):
    study, path = study_of(TRETTIEN, games=50), tmp_path / "r.jsonl"
    with ResultsFile(path, study) as results:
        run(study, results=results, size=7)
    path.write_bytes(b"".join(lines_of(path)[:4]))
    with ResultsFile(path, study) as results:
        assert run(study).counts == run(study, results=results, size=20).counts
    assert [[0, 21, 41], [0, 41, 50]] == [json.loads(x)["piece"] for x in lines_of(path)[4:]]


@pytest.mark.parametrize("left", [0, 1, 30])
def test_a_file_that_was_cut_in_its_first_line_is_begun_again(tmp_path, left):
    study, path = study_of(TRETTIEN, games=5), tmp_path / "r.jsonl"
    with ResultsFile(path, study) as results:
        run(study, results=results)
    whole = path.read_bytes()
    path.write_bytes(whole[:left])
    with ResultsFile(path, study) as results:
        run(study, results=results)
    assert whole == path.read_bytes()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda raw: raw.replace(b'"thirtyone":"', b'"thirtyone":"9.', 1), "refuse.study_version"),
        (lambda raw: raw.replace(b'"format":2', b'"format":3', 1), "refuse.study_version"),
        (lambda raw: raw.replace(b'"study":"', b'"study":"f', 1), "refuse.study_other"),
        (lambda raw: b"rules,house\n1,2\n" + raw, "refuse.study_not_results"),
        (lambda _: b'{"a": 1}\n', "refuse.study_not_results"),
        (lambda _: b"dear diary", "refuse.study_not_results"),
        (lambda _: b"\x00" * 5000, "refuse.study_not_results"),
        (lambda raw: raw.replace(b"counts", b"count", 1), "refuse.study_damaged"),
        (lambda raw: raw.replace(b'"piece":[0,0,2]', b'"piece":[0,0,3]'), "refuse.study_damaged"),
        (lambda raw: raw.replace(b'"piece":[0,2,4]', b'"piece":[0,0,2]'), "refuse.study_damaged"),
        (lambda raw: raw.replace(b'"piece":[0,0,2]', b'"piece":[1,0,2]'), "refuse.study_damaged"),
        (lambda raw: raw.replace(b"\n{", b"\n}", 1), "refuse.study_damaged"),
        (lambda raw: raw.replace(b'"turns":[[', b'"turns":[[9', 1), "refuse.study_damaged"),
        (lambda raw: raw.replace(b"\n{", b"\n" + b"[" * 200_000 + b"{", 1), "refuse.study_damaged"),
        (lambda raw: b"[" * 200_000 + raw, "refuse.study_not_results"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path, change, reason):
    study, path = study_of(TRETTIEN, games=6), tmp_path / "r.jsonl"
    with ResultsFile(path, study) as results:
        run(study, results=results, size=2)
    raw = change(path.read_bytes())
    assert raw != path.read_bytes()
    path.write_bytes(raw)
    with pytest.raises(UsageError) as refused, ResultsFile(path, study) as results:
        run(study, results=results, size=2)
    assert reason == refused.value.reason
    assert 1 == len(str(refused.value).splitlines())
    assert raw == path.read_bytes()


@pytest.mark.parametrize("mode", list(Mode))
def test_counts_that_were_changed_by_hand_are_not_believed(tmp_path, mode):
    """Above all the paired ones: without them a difference would silently be missing or another."""
    study, path = study_of(TRETTIEN, SCAT, games=6, mode=mode), tmp_path / "r.jsonl"
    with ResultsFile(path, study) as results:
        run(study, results=results, size=2)
    header, first, *rest = lines_of(path)
    name = "paired" if mode is Mode.ROUNDS else "crossed"
    changed = 0
    for wrong in (None, [], [[0, 1]], {"amounts": [[[0, 2]]], "turns": [[0, 2]]}):
        line = json.loads(first)
        line["counts"][1][name] = wrong
        path.write_bytes(header + json.dumps(line).encode() + b"\n" + b"".join(rest))
        with pytest.raises(UsageError) as refused, ResultsFile(path, study) as results:
            run(study, results=results, size=2)
        assert ("refuse.study_damaged", 2) == (refused.value.reason, refused.value.details["line"])
        changed += 1
    assert 4 == changed


def test_no_game_counts_twice(tmp_path):
    study, path = study_of(TRETTIEN, games=6), tmp_path / "r.jsonl"
    with ResultsFile(path, study) as results:
        run(study, results=results, size=2)
    raw = path.read_bytes() + lines_of(path)[1]
    path.write_bytes(raw + lines_of(path)[2])
    with pytest.raises(UsageError) as refused, ResultsFile(path, study) as results:
        run(study, results=results)
    assert "refuse.study_damaged" == refused.value.reason


def test_two_runs_do_not_write_one_file(tmp_path):
    pytest.importorskip("fcntl")
    study, path = study_of(TRETTIEN), tmp_path / "r.jsonl"
    with ResultsFile(path, study), pytest.raises(UsageError) as refused:
        ResultsFile(path, study)
    assert "refuse.study_busy" == refused.value.reason
    ResultsFile(path, study).close()


def test_every_piece_is_on_the_disk_before_the_next(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(results_file.os, "fsync", lambda _: synced.append(path.stat().st_size))
    study, path = study_of(TRETTIEN, games=30), tmp_path / "r.jsonl"
    with ResultsFile(path, study) as results:
        run(study, results=results, size=10)
    sizes = [len(line) for line in lines_of(path)]
    assert [sum(sizes[:n]) for n in (1, 2, 3, 4)] == synced


def test_a_full_disk_is_one_line_and_loses_nothing_that_was_kept(tmp_path, monkeypatch):
    study, path = study_of(TRETTIEN, games=30), tmp_path / "r.jsonl"
    with ResultsFile(path, study) as results:
        run(study, results=results, size=10)
    whole = path.read_bytes()
    path.unlink()
    room = len(b"".join(lines := whole.splitlines(keepends=True)[:3])) + 25
    assert len(whole) > room

    class SmallDisk:
        def __init__(self, file):
            self.file = file

        def write(self, data):
            free = room - self.file.tell()
            if not free:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return self.file.write(bytes(data)[:free])

        def __getattr__(self, name):
            return getattr(self.file, name)

    with ResultsFile(path, study) as results:
        results._file = SmallDisk(results._file)
        with pytest.raises(WorkError) as failed:
            run(study, results=results, size=10)
    assert "refuse.study_disk_full" == failed.value.reason
    assert str(path)[-20:] in str(failed.value)
    assert lines == lines_of(path), "the line that did not fit is taken back"
    with ResultsFile(path, study) as results:
        run(study, results=results, size=10)
    assert whole == path.read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_the_full_device_is_a_full_disk():
    with pytest.raises(WorkError) as failed:
        ResultsFile(Path("/dev/full"), study_of(TRETTIEN))
    assert "refuse.study_disk_full" == failed.value.reason


@pytest.mark.parametrize("place", ["no/such/folder.jsonl", "."])
def test_a_place_that_cannot_be_written_is_one_line(tmp_path, place):
    with pytest.raises(UsageError) as refused:
        ResultsFile(tmp_path / place, study_of(TRETTIEN))
    assert "refuse.study_path" == refused.value.reason


# ------------------------------------------------------------------------------------------- table


def test_the_table_is_tidy(tmp_path):
    house = {"across": {"scoring.ace_across_suits": "any"}}
    study = make_study(
        variants_of([TRETTIEN, FIVE], house),
        [("steady", "knocks-at:27"), ("steady",) * 3],
        Mode.MATCHES,
        20,
    )
    results = results_of(run(study))
    write_table(tmp_path / "t.csv", results)
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(COLUMNS) == list(rows[0])
    assert len(list(rows_of(results))) == len(rows)
    keys = {
        (r["rules"], r["house"], r["policies"], r["figure"], r["seat"], r["minus"]) for r in rows
    }
    assert len(rows) == len(keys), "one row a figure"
    (row,) = [
        r
        for r in rows
        if (r["rules"], r["house"], r["policies"], r["figure"], r["seat"], r["minus"])
        == ("no-trettien", "across", "steady knocks-at:27", "win", "1", "no-trettien")
    ]
    apart = results[1].report.difference.seats[1].win
    assert ("knocks-at:27", "scoring.ace_across_suits=any") == (row["policy"], row["changes"])
    assert [apart.mean, apart.low, apart.high] == [float(row[k]) for k in ("mean", "low", "high")]
    assert not list(tmp_path.glob("*.part"))


def test_the_table_may_be_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    results = results_of(run(study_of(TRETTIEN, SCAT, games=20)))
    write_table(tmp_path / "t.parquet", results)
    table = parquet.read_table(tmp_path / "t.parquet")
    assert list(COLUMNS) == table.column_names
    first = next(iter(rows_of(results)))
    assert {name: first.get(name) for name in COLUMNS} == table.to_pylist()[0]


def test_parquet_without_pyarrow_is_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr("thirtyone.sim.studies.results_table.find_spec", lambda _: None)
    with pytest.raises(UsageError) as refused:
        check_table(tmp_path / "t.parquet", resumed=False)
    assert "refuse.study_parquet" == refused.value.reason
    check_table(tmp_path / "t.csv", resumed=False)


def test_a_table_that_is_there_already_is_not_overwritten(tmp_path):
    (tmp_path / "t.csv").write_text("mine")
    with pytest.raises(UsageError) as refused:
        check_table(tmp_path / "t.csv", resumed=False)
    assert "refuse.study_exists" == refused.value.reason


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_only_a_table_of_ours_is_written_anew(tmp_path, suffix):
    if suffix == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    path = tmp_path / f"t.{suffix}"
    results = results_of(run(study_of(TRETTIEN, games=5)))
    write_table(path, results)
    check_table(path, resumed=True)
    for other in (b"precious", b"rules,house\n", b"", b"PAR1" * 9):
        path.write_bytes(other)
        with pytest.raises(UsageError) as refused:
            check_table(path, resumed=True)
        assert "refuse.study_exists" == refused.value.reason
        assert other == path.read_bytes()


def test_writing_a_table_touches_no_other_file(tmp_path):
    mine = [tmp_path / name for name in ("t.csv.part", "t.csv.1.part")]
    for file in mine:
        file.write_text("mine")
    write_table(tmp_path / "t.csv", results_of(run(study_of(TRETTIEN, games=5))))
    assert ["mine", "mine"] == [file.read_text() for file in mine]
    assert {"t.csv", "t.csv.part", "t.csv.1.part"} == {file.name for file in tmp_path.iterdir()}


# -------------------------------------------------------------------------------------- the workers


class Losing(Alone):
    """A crew of which a worker dies now and then."""

    width = 3

    def __init__(self, deaths, *, shares_fate):
        self.deaths = deaths
        self.shares_fate = shares_fate
        self.renewed = 0

    def submit(self, fn, /, *args, **kwargs):
        if self.deaths and self.deaths.pop(0):
            return super().submit(self._die)
        return super().submit(fn, *args, **kwargs)

    def _die(self):
        raise ConnectionError("gone")

    def lost(self, error):
        return isinstance(error, ConnectionError)

    def renew(self):
        self.renewed += 1


@pytest.mark.parametrize("shares_fate", [False, True])
def test_pieces_of_workers_that_die_are_played_again(shares_fate):
    study = study_of(TRETTIEN, games=100)
    crew = Losing([0, 1, 1, 0, 0, 1], shares_fate=shares_fate)
    assert run(study).counts == run(study, crew, size=9).counts
    assert crew.renewed >= 1


def test_workers_that_die_again_and_again_end_the_run_with_one_line():
    with pytest.raises(WorkError) as failed:
        run(study_of(TRETTIEN), Losing([1] * 100, shares_fate=True), size=9)
    assert "refuse.study_workers_lost" == failed.value.reason


def test_an_error_of_the_work_itself_is_not_tried_again(monkeypatch):
    tried = []

    def broken(work):
        tried.append(work)
        raise ZeroDivisionError

    monkeypatch.setattr(study_run, "play", broken)
    with pytest.raises(ZeroDivisionError):
        run(study_of(TRETTIEN, games=5), size=5)
    assert 1 == len(tried)


def test_a_worker_of_another_version_is_refused(monkeypatch):
    def other(work):
        return play(work)._replace(version="0.0.0")

    monkeypatch.setattr(study_run, "play", other)
    with pytest.raises(WorkError) as failed:
        run(study_of(TRETTIEN))
    assert "refuse.study_worker_version" == failed.value.reason
    assert "0.0.0" in str(failed.value)


def test_learners_names_are_policies():
    assert named_policy("knocks-at:27").knock_rows()
    seen = []
    run(study_of(TRETTIEN, games=30), size=10, progress=seen.append)
    assert [0, 10, 20, 30] == seen
