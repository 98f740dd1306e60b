"""``thirtyone odds``: the JSON contract, lines for people, and one line for a wrong input."""

import json

import pytest

from thirtyone.cli import run
from thirtyone.rules import home_ids, ruleset_ids


@pytest.fixture
def call(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")

    def call(*arguments):
        status = run(["odds", *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def test_odds_gives_the_contract_object(call):
    status, out, err = call("KH 9H AS", "--rules", "no-trettien", "--json")
    assert (0, "") == (status, err)
    (record,) = records(out)
    assert ("no-trettien", ["KH", "9H", "AS"], "19") == (
        record["rules"],
        record["hand"],
        record["points"],
    )
    assert 22_100 == record["hands"]
    assert 22_099 == record["beats"] + record["ties"] + record["loses"]
    assert (18_732, 855) == (record["beats"], record["ties"])
    assert 20.73 == round(record["draw"]["mean"], 2)
    assert 0.673 == round(record["draw"]["distribution"]["19"], 3)
    assert 1 == pytest.approx(sum(record["draw"]["distribution"].values()))
    assert ["2", "3", "4", "5", "6", "7"] == list(record["lowest"])
    assert all(isinstance(chance, float) for chance in record["lowest"].values())
    assert pytest.approx((614 + 1_878) / 18_424) == record["lowest"]["2"]
    assert {"exact"} == {entry["method"] for entry in record["knock"].values()}
    assert ["KH", "9H", "AS"] == list(record["throws"])
    assert record["take"] is None


def test_players_up_and_seen_are_taken_into_account(call):
    args = ("KH 9H AS", "--rules", "no-trettien", "--json", "--players", "4")
    (record,) = records(call(*args, "--up", "QH", "--seen", "AH TH")[1])
    assert ["4"] == list(record["lowest"]) == list(record["knock"])
    assert {"card": "QH", "throw": "AS", "points": "29"} == {
        key: record["take"][key] for key in ("card", "throw", "points")
    }
    assert 46 == record["unseen"]["cards"]
    assert 22_100 == record["hands"], "the rank is among all hands of the deck"
    assert "30" not in record["draw"]["distribution"], "the ace of hearts is gone"


def test_without_rules_the_six_regional_rulesets_answer_in_order(call):
    _, out, _ = call("KH 9H AS", "--players", "3", "--json")
    assert list(home_ids()) == [record["rules"] for record in records(out)]


def test_every_ruleset_answers(call):
    status, out, err = call("KH 9H AS", "--rules", "all", "--players", "3", "--json")
    assert (0, "") == (status, err)
    found = {record["rules"]: record for record in records(out)}
    assert list(ruleset_ids()) == list(found)
    assert {"enogfyrre"} == {id_ for id_, record in found.items() if not record["playable"]}
    assert "4" in found["enogfyrre"]["text"]
    assert {} == found["greek-31"]["lowest"]
    assert 1 == pytest.approx(sum(found["greek-31"]["bank"]["distribution"].values()))
    assert 0 == found["greek-31"]["draw"]["over"], "30 with an ace that becomes 1: any card fits"
    assert set(found["dk-a7"]["lowest_after_ties"]) == {"3"}


def test_the_swaps_of_an_exchange_game(call):
    args = ("KH QD 7S", "--rules", "dk-a7", "--up", "QH AD 7C", "--players", "2", "--json")
    (record,) = records(call(*args)[1])
    assert 10 == len(record["swaps"])
    assert {"given": ["7S"], "taken": ["AD"], "points": "21", "order": 42} == record["swaps"][0]
    assert "exact" == record["knock"]["2"]["method"]


def test_what_is_modelled_says_so_with_its_interval(call):
    args = ("KH QD 7S", "--rules", "dk-a7", "--players", "3", "--json")
    (record,) = records(call(*args)[1])
    entry = record["knock"]["3"]
    assert "modelled" == entry["method"]
    assert entry["low"] <= entry["fails"] <= entry["high"]
    assert entry["n"] >= 1_000


def test_a_house_rule_changes_the_figures(call):
    args = ("QH QS QD", "--rules", "no-trettien", "--players", "2", "--json")
    (plain,) = records(call(*args)[1])
    (house,) = records(call(*args, "--set", "scoring.three_of_a_kind=30.5")[1])
    assert ("10", "30.5") == (plain["points"], house["points"])
    assert house["lowest"]["2"] < 0.01 < plain["lowest"]["2"]


@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
def test_the_language_changes_words_and_nothing_else(call, lang):
    args = ("KH 9H AS", "--rules", "no-trettien", "--rules", "enogfyrre", "--players", "2")
    base = records(call(*args, "--json", "--lang", "en")[1])
    said = records(call(*args, "--json", "--lang", lang)[1])
    assert base[0] == said[0]
    assert base[1] | {"text": ""} == said[1] | {"text": ""}


@pytest.mark.parametrize(
    ("lang", "parts"),
    [
        ("en", ["19 points", "20.56 points", "Take the queen of hearts", "2 players", "68.8%"]),
        ("nb", ["19 poeng", "20,56 poeng", "Ta hjerter dame", "2 spillere", "68,8\xa0%"]),
        ("sv", ["19 poäng", "20,56 poäng", "Ta hjärter dam", "2 spelare", "68,8\xa0%"]),
        ("da", ["19 point", "20,56 point", "Tag hjerter dame", "2 spillere", "68,8\xa0%"]),
    ],
)
def test_people_read_it_in_their_language(call, lang, parts):
    status, out, err = call("KH 9H AS", "--rules", "no-trettien", "--up", "QH", "--lang", lang)
    assert (0, "") == (status, err)
    for part in parts:
        assert part in out
    assert "█" not in out, "bars only where somebody looks on"
    assert "\x1b" not in out


@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
def test_every_family_speaks_every_language(call, lang):
    for args in (
        ("TD 7C 8S", "--rules", "greek-31", "--up", "KS"),
        ("KH QD 7S", "--rules", "schwimmen", "--up", "QH AD 7C", "--players", "3"),
        ("AH AD 7S", "--rules", "dk-a7", "--up", "AC 8C 9C", "--players", "2"),
        ("AH KH QH", "--rules", "se-forst-till-fem", "--up", "2C", "--players", "2"),
    ):
        status, out, err = call(*args, "--lang", lang)
        assert (0, "") == (status, err)
        assert "{" not in out
        assert len(out.splitlines()) >= 8


def test_a_named_hand_stands_under_its_name(call):
    _, out, _ = call("AH AD 7S", "--rules", "dk-a7", "--up", "AC 8C 9C", "--players", "2")
    assert "Ild" in out


@pytest.mark.parametrize(
    ("arguments", "has"),
    [
        (("KH KH 9H",), ["king of hearts", "twice"]),
        (("KH 9H",), ["3", "2"]),
        (("KH 9H AS", "--rules", "no-trettien", "--seen", "QD KH"), ["king of hearts", "seen"]),
        (("KH 9H AS", "--rules", "no-trettien", "--up", "9H"), ["nine of hearts", "open"]),
        (("KH 9H AS", "--rules", "no-trettien", "--up", "QH JH"), ["Norwegian base", "1", "2"]),
        (("KH 9H AS", "--rules", "no-trettien", "--players", "9"), ["2 to 7", "9"]),
        (("KH 9H AS", "--rules", "se-svensk-bas", "--players", "2"), ["3 to 7", "2"]),
        (("KH 9H AS", "--rules", "no-trettien", "--players", "0"), ["2 to 7", "0"]),
        (("KH 9H AS", "--rules", "no-trettien", "--players", "x"), ["--players", "x"]),
        (("KH 9H AS", "--rules", "no-tretti"), ["no-trettien"]),
        (("KH 9H 2S", "--rules", "dk-a7"), ["32", "two of spades"]),
        (("KH 9H AS", "--rules", "dk-a7", "--seen", "2D"), ["32", "two of diamonds"]),
        (("KH 9H AS", "--rules", "no-trettien", "--seen", "QD QD"), ["queen of diamonds"]),
        (("KH 9H AS", "--rules", "no-trettien", "--seen", "zz"), ["zz"]),
        (("KH 9H AS", "--set", "scoring.foo=1"), ["scoring.foo"]),
        ((), ["CARDS"]),
    ],
)
def test_a_wrong_input_is_one_line(call, arguments, has):
    status, out, err = call(*arguments)
    assert (2, "") == (status, out)
    assert 1 == len(err.splitlines())
    assert err.startswith("thirtyone: ")
    for part in has:
        assert part in err


def test_help_has_an_example(call):
    status, out, _ = call("--help")
    assert 0 == status
    assert 'thirtyone odds "KH 9H AS"' in out
