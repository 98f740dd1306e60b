"""``thirtyone simulate``: the JSON contract, the table for people, and one line for what is wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from thirtyone.cli import run
from thirtyone.rules import home_ids
from thirtyone.text.say_study import say_time
from thirtyone.text.translator import get_translator

LANGUAGES = ("en", "nb", "sv", "da")
BASE = ("simulate", "--rules", "no-trettien", "--players", "4", "--policy", "steady")
FEW = (*BASE, "--rounds", "50")


@pytest.fixture
def call(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        status = run([*map(str, arguments)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def is_interval(figure):
    return {"mean", "low", "high"} == set(figure) and figure["low"] <= figure["mean"] <= figure[
        "high"
    ]


# ---------------------------------------------------------------------------------------- contract


def test_rounds_give_the_contract_object(call):
    status, out, err = call(*FEW, "--seed", "7", "--json")
    assert (0, "") == (status, err)
    (record,) = records(out)
    assert {
        "rules": "no-trettien",
        "n": 50,
        "seed": 7,
        "players": 4,
        "policies": ["steady"] * 4,
    }.items() <= record.items()
    assert [0, 1, 2, 3] == [seat["seat"] for seat in record["seats"]]
    for seat in record["seats"]:
        assert {"seat", "policy", "lives_lost_per_round"} == set(seat)
        assert "steady" == seat["policy"]
        assert is_interval(seat["lives_lost_per_round"])
    assert is_interval(record["turns_per_round"])
    assert {"knock", "instant", "stock-empty"} == set(record["ends"])
    assert pytest.approx(1) == sum(record["ends"].values())
    assert not {"rounds_per_match", "difference"} & set(record)


def test_matches_add_win_and_rounds_per_match(call):
    _, out, _ = call(*BASE, "--rules", "scat", "--matches", "40", "--json")
    first, this = records(out)
    for record in (first, this):
        assert is_interval(record["rounds_per_match"])
        assert all(is_interval(seat["win"]) for seat in record["seats"])
        assert pytest.approx(1) == sum(seat["win"]["mean"] for seat in record["seats"])
    assert "difference" not in first
    for a, b, apart in zip(first["seats"], this["seats"], this["difference"]["seats"], strict=True):
        assert {"seat", "lives_lost_per_round", "win"} == set(apart)
        for figure in ("lives_lost_per_round", "win"):
            assert is_interval(apart[figure])
            expected = b[figure]["mean"] - a[figure]["mean"]
            assert pytest.approx(expected, abs=1e-12) == apart[figure]["mean"]


@pytest.mark.parametrize(
    ("rules", "figure"),
    [
        ("se-svensk-bas", "lives_lost_per_round"),
        ("dk-a7", "lives_lost_per_round"),
        ("se-forst-till-fem", "points_won_per_round"),
        ("bicycle", "tokens_won_per_round"),
        ("greek-31", "tokens_won_per_round"),
    ],
)
@pytest.mark.parametrize("length", ["--rounds", "--matches"])
def test_every_form_has_its_unit(call, rules, figure, length):
    _, out, _ = call(
        "simulate", "--rules", rules, "--players", 3, "--policy", "steady", length, 30, "--json"
    )
    (record,) = records(out)
    for seat in record["seats"]:
        assert is_interval(seat[figure])
    assert pytest.approx(1) == sum(record["ends"].values())


def test_one_object_a_ruleset_in_the_order_named(call):
    _, out, _ = call(
        "simulate",
        "--rules",
        "home",
        "--players",
        3,
        "--policy",
        "steady",
        "--rounds",
        20,
        "--json",
    )
    found = records(out)
    assert list(home_ids()) == [record["rules"] for record in found]
    assert [False] + [True] * 5 == ["difference" in record for record in found]


def test_policies_by_seat(call):
    arguments = ("simulate", "--rules", "scat", "--policy", "knocks-at:21", "--policy", "random")
    _, out, _ = call(*arguments, "--rounds", 60, "--json")
    (record,) = records(out)
    assert ["knocks-at:21", "random"] == record["policies"]
    wise, random = (seat["lives_lost_per_round"]["mean"] for seat in record["seats"])
    assert wise < random


def test_a_house_rule_is_switched(call):
    _, plain, _ = call(*FEW, "--json")
    _, changed, _ = call(*FEW, "--set", "scoring.ace_across_suits=any", "--json")
    assert records(plain)[0]["ends"]["instant"] < records(changed)[0]["ends"]["instant"]


def test_the_seed_decides(call):
    same = [call(*FEW, "--json", "--seed", seed)[1] for seed in (1, 1, 2)]
    assert same[0] == same[1] != same[2]


def test_one_round_has_no_figure_that_json_cannot_hold(call):
    for rules in ("no-trettien", "se-forst-till-fem", "greek-31"):
        for length in ("--rounds", "--matches"):
            arguments = ("--rules", rules, "--players", 3, "--policy", "steady", length, 1)
            status, out, _ = call("simulate", *arguments, "--json")
            assert 0 == status
            json.loads(out, parse_constant=pytest.fail)


def test_a_study_from_a_file(call, tmp_path):
    (tmp_path / "s.toml").write_text(
        'rules = ["no-trettien", "dk-a7"]\nplayers = [2, 3]\npolicies = "steady"\nrounds = 40\n'
        '[house.across]\nscoring.ace_across_suits = "any"\n'
    )
    status, out, _ = call("simulate", "--study", "s.toml", "--json")
    assert 0 == status
    seen = [(r["rules"], r.get("house"), r["players"]) for r in records(out)]
    variants = [("no-trettien", None), ("no-trettien", "across"), ("dk-a7", None)]
    variants.append(("dk-a7", "across"))
    assert [(*variant, players) for players in (2, 3) for variant in variants] == seen
    _, alone, _ = call(
        "simulate",
        "--rules",
        "no-trettien",
        "--players",
        3,
        "--policy",
        "steady",
        "--rounds",
        40,
        "--json",
    )
    assert records(alone)[0] in records(out)


# -------------------------------------------------------------------------------------- for people


@pytest.mark.parametrize("lang", LANGUAGES)
def test_people_get_an_aligned_table(call, lang):
    status, out, err = call(*BASE, "--rules", "scat", "--matches", "30", "--lang", lang)
    assert (0, "") == (status, err)
    blocks = out.strip().split("\n\n")
    assert 3 == len(blocks), "a block a ruleset and what the brackets mean"
    for block, ends in zip(blocks[:2], (2, 4), strict=True):
        _, *table = block.splitlines()[:6]
        assert ends == sum("[" in cell for cell in table[1].replace("] ", "]\n").splitlines())
        assert 1 == len({line.rindex("]") for line in table[1:]}), "columns end together"
        assert 4 == len(table[1:])
    assert "Scat" in blocks[1]


def test_every_language_says_it_otherwise(call):
    said = {lang: call(*FEW, "--lang", lang)[1] for lang in LANGUAGES}
    assert 4 == len(set(said.values()))
    json_said = {call(*FEW, "--lang", lang, "--json")[1] for lang in LANGUAGES}
    assert 1 == len(json_said)


def test_times_are_said_as_people_do():
    tr = get_translator("en")
    assert ["1 s", "59 s", "1 min 0 s", "2 min 5 s", "1 h 1 min"] == [
        say_time(seconds, tr) for seconds in (0.2, 59, 59.5, 125, 3661)
    ]


# ----------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "has"),
    [
        ((*BASE, "--rounds", "0"), ["--rounds", "0"]),
        ((*BASE, "--rounds", "-7"), ["--rounds", "−7"]),
        ((*BASE, "--matches", "0"), ["--matches"]),
        ((*BASE, "--rounds", "9" * 30), ["--rounds", "999999"]),
        ((*BASE, "--rounds", "5", "--matches", "5"), ["--rounds", "--matches"]),
        (BASE, ["--rounds", "--matches"]),
        ((*FEW, "--players", "9"), ["9", "7"]),
        ((*FEW, "--players", "1"), ["1", "2"]),
        ((*FEW, "--policy", "random"), ["4", "2"]),
        ((*FEW[:5], "--policy", "steddy", "--rounds", "5"), ["steddy", "steady"]),
        ((*FEW[:5], "--policy", "knocks-at:x", "--rounds", "5"), ["knocks-at:x"]),
        ((*FEW, "--rules", "skat"), ["skat", "scat"]),
        ((*FEW, "--set", "scoring.cap=33"), ["scoring.cap", "33"]),
        ((*FEW, "--seed", "-1"), ["--seed", "−1"]),
        ((*FEW, "--seed", str(2**64)), ["--seed", str(2**64)]),
        ((*FEW, "--workers", "0"), ["--workers", "0"]),
        ((*FEW, "--chunk", "0"), ["--chunk", "0"]),
        ((*FEW, "--workers", "2", "--cluster", "tcp://127.0.0.1:1"), ["--workers", "--cluster"]),
        ((*FEW, "--out", "no/such/folder/r.jsonl"), ["no/such/folder/r.jsonl"]),
        ((*FEW, "--out", "."), ["."]),
        ((*FEW, "--out", "-"), ["--out", "--json"]),
        ((*FEW, "--out", "x" * 300 + ".csv"), ["xxx.csv"]),
        (("simulate", "--study", "x" * 300 + ".toml"), ["xxx.toml"]),
        ((*FEW, "--cluster", "nonsense::::"), ["nonsense::::"]),
        (("simulate", "--study", "none.toml"), ["none.toml"]),
        (("simulate", "--study", "none.toml", "--rules", "scat"), ["--study", "--rules"]),
    ],
)
def test_a_wrong_input_is_one_line(call, lang, arguments, has):
    status, out, err = call(*arguments, "--lang", lang)
    assert (2, "") == (status, out)
    assert 1 == len(err.splitlines()), err
    assert err.startswith("thirtyone: ")
    for part in has:
        assert part in err, err


def test_one_match_has_its_figures_and_no_interval(call):
    (found,) = records(call(*BASE, "--matches", "1", "--json")[1])
    assert sum(found["ends"].values()) == pytest.approx(1)
    assert found["turns_per_round"]["mean"] > 1
    assert found["seats"][0]["lives_lost_per_round"]["low"] is None
    assert sum(seat["lives_lost_per_round"]["mean"] for seat in found["seats"]) > 0.5


def test_the_ending_of_a_table_may_be_written_large(call):
    assert 0 == call(*FEW, "--out", "R.CSV")[0]
    assert {"R.CSV", "R.jsonl"} == {path.name for path in Path().iterdir()}


def test_an_empty_file_of_counts_is_no_leave_to_write_over_a_table(call):
    Path("r.jsonl").touch()
    Path("r.csv").write_text("mine", "utf-8")
    status, _, err = call(*FEW, "--out", "r.csv")
    assert (2, 1, "mine") == (status, len(err.splitlines()), Path("r.csv").read_text("utf-8"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--players", "4", "--policy", "steady", "--rounds", "5"),
        ("simulate", "--rules", "scat", "--policy", "steady", "--rounds", "5"),
        ("simulate", "--rules", "scat", "--players", "4", "--rounds", "5"),
        (*BASE, "--rounds", "many"),
    ],
)
def test_a_missing_option_is_one_line(call, arguments):
    status, out, err = call(*arguments)
    assert (2, "", 1) == (status, out, len(err.splitlines()))


def test_results_of_another_study_are_left_as_they_are(call, tmp_path):
    assert 0 == call(*FEW, "--out", "r.jsonl")[0]
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {"r.jsonl", "r.csv"} == set(before)
    status, out, err = call(*FEW, "--seed", "8", "--out", "r.jsonl")
    assert (2, "", 1) == (status, out, len(err.splitlines()))
    assert "r.jsonl" in err
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


@pytest.mark.parametrize("suffix", ["csv", "parquet", "jsonl", "txt", ""])
def test_out_names_the_table_or_the_lines(call, tmp_path, suffix):
    if suffix == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    name = f"r.{suffix}" if suffix else "r"
    status, first, err = call(*FEW, "--out", name, "--json", "--chunk", "20")
    assert (0, 1) == (status, len(err.splitlines()))
    lines = {"csv": "r.jsonl", "parquet": "r.jsonl"}.get(suffix, name)
    table = name if suffix in {"csv", "parquet"} else "r.csv"
    assert {lines, table} == {path.name for path in tmp_path.iterdir()}
    assert 4 == len((tmp_path / lines).read_text().splitlines())
    status, again, err = call(*FEW, "--out", name, "--json")
    assert (0, first, 2) == (status, again, len(err.splitlines()))
    assert "50 of 50" in err


def test_somebody_elses_table_is_left_as_it_is(call, tmp_path):
    (tmp_path / "r.csv").write_text("mine")
    status, _, err = call(*FEW, "--out", "r.csv")
    assert (2, 1) == (status, len(err.splitlines()))
    assert ["mine"] == [path.read_text() for path in tmp_path.iterdir()]


def test_a_full_disk_is_work_that_failed(call):
    status, out, err = call(*FEW, "--out", "/dev/full")
    assert (1, "", 1) == (status, out, len(err.splitlines()))


def test_a_full_standard_output_is_work_that_failed():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "thirtyone", *FEW, "--json"],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (1, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr


def test_dask_is_asked_for_only_when_it_is_needed(call, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 0 == call(*FEW)[0]
    status, _, err = call(*FEW, "--cluster", "tcp://127.0.0.1:1")
    assert (2, 1) == (status, len(err.splitlines()))
    assert "thirtyone[cluster]" in err
