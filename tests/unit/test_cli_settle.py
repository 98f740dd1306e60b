"""``thirtyone settle`` and ``thirtyone rules compare``: the contract, and every wrong input."""

import io
import json

import pytest

from thirtyone.cli import command, run
from thirtyone.cli.compare import compare_rules
from thirtyone.cli.rules import rules
from thirtyone.cli.settle import settle
from thirtyone.rules import home_ids, ruleset_ids

BASE = ("settle", "--rules", "no-trettien")
THREE = ("--hand", "KH 9H QC", "--hand", "AS 9S 4S", "--hand", "AD 9D 9C")


@pytest.fixture
def call(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    if "settle" not in command.commands:
        monkeypatch.setitem(command.commands, "settle", settle)
    if "compare" not in rules.commands:
        monkeypatch.setitem(rules.commands, "compare", compare_rules)

    def call(*arguments, stdin=None):
        if stdin is not None:
            data = stdin if isinstance(stdin, bytes) else stdin.encode()
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        status = run(list(arguments))
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def test_settle_gives_the_contract_object(call):
    """The example of the command line's own page, word for word but for the sentence."""
    status, out, err = call(*BASE, *THREE, "--knocker", "1", "--json")
    assert (0, "") == (status, err)
    (record,) = records(out)
    assert "Seat 0 has the lowest hand, 19, and loses one life." == record.pop("text")
    assert {
        "rules": "no-trettien",
        "end": "knock",
        "values": ["19", "24", "20"],
        "changes": [{"seat": 0, "amount": -1, "unit": "life", "because": "settlement.lowest"}],
        "out": [],
        "lives": [2, 3, 3],
        "winners": None,
    } == record


def test_settle_speaks_to_people(call):
    status, out, _ = call(*BASE, *THREE, "--knocker", "0", "--lang", "nb")
    assert 0 == status
    assert [
        "Norsk grunnspill",
        "  Plass 0  K♥ 9♥ D♣    19",
        "  Plass 1  A♠ 9♠ 4♠    24",
        "  Plass 2  A♦ 9♦ 9♣    20",
        "  Plass 0 banket og er alene om den laveste hånden. Det koster to liv.",
    ] == out.splitlines()


def test_settle_tells_who_is_out_and_who_has_won(call):
    arguments = ("--hand", "KH 9H QC", "--hand", "AS 9S 4S", "--lives", "1,2", "--json")
    (record,) = records(call(*BASE, *arguments)[1])
    assert ([0], [0, 2], [1]) == (record["out"], record["lives"], record["winners"])


def test_the_loss_is_what_the_rule_takes(call):
    """Two lives even from a player who has one; lives never fall below 0."""
    arguments = ("--hand", "KH 9H QC", "--hand", "AS 9S 4S", "--lives", "1,2", "--knocker", "0")
    (record,) = records(call(*BASE, *arguments, "--json")[1])
    assert -2 == record["changes"][0]["amount"]
    assert [0, 2] == record["lives"]


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (("--hand", "AS KS TS", "--hand", "KH 9H QC"), "instant"),
        (("--hand", "AS KS TS", "--hand", "KH 9H QC", "--knocker", "1"), "instant"),
        (("--hand", "AS KS TS", "--hand", "KH 9H QC", "--knocker", "0"), "knock"),
        (("--hand", "KS 9S TD", "--hand", "KH 9H QC"), "knock"),
        (
            ("--hand", "AS KS TS", "--hand", "KH 9H QC", "--set", "instant.in_play=wait-and-knock"),
            "knock",
        ),
        (
            ("--hand", "AS KS TS", "--hand", "KH 9H QC", "--knocker", "1",
             "--set", "instant.after_knock=play-on"),
            "knock",
        ),
        (("--hand", "KS 9S TD", "--hand", "KH 9H QC", "--end", "stock-empty"), "stock-empty"),
    ],
)  # fmt: skip
def test_the_end_is_found_or_told(call, arguments, end):
    (record,) = records(call(*BASE, *arguments, "--json")[1])
    assert end == record["end"]


def test_a_knock_without_a_knocker_is_a_showdown(call):
    arguments = ("--hand", "KS 9S TD", "--hand", "KH 9H QC", "--hand", "AD 9D 9C")
    (record,) = records(call(*BASE, *arguments, "--end", "knock", "--json")[1])
    assert [(0, -1), (1, -1)] == [(c["seat"], c["amount"]) for c in record["changes"]]


def test_any_number_of_hands_settles(call):
    """Twelve hands under a ruleset for seven players."""
    hands = [f"{a}{s} {b}{s} {c}{s}" for s in "SHDC" for a, b, c in ("234", "567", "89T")]
    arguments = [part for hand in hands for part in ("--hand", hand)]
    (record,) = records(call(*BASE, *arguments, "--json")[1])
    assert 12 == len(record["values"])
    assert [0, 3, 6, 9] == [change["seat"] for change in record["changes"]]


@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_ruleset_settles(call, id_):
    four = " 9D" if id_ == "enogfyrre" else ""
    arguments = ("--hand", f"KH QH TC{four}", "--hand", "KS JS 9C" + (four and " 9H"))
    status, out, err = call("settle", "--rules", id_, *arguments, "--json")
    assert (0, "") == (status, err)
    (record,) = records(out)
    assert id_ == record["rules"]
    assert record["changes"]


def test_lines_of_input_are_answered_in_order(call):
    lines = [
        {"rules": "dk-a7", "hands": ["KC QC 7H", "KD QD 7S"]},
        {"rules": "no-trettien", "hands": ["KH QH 2C", "KS QS 3D"], "knocker": 0, "lives": [3, 1]},
        {"rules": "scat", "hands": ["AS KS TS", "KH 9H QC"], "knocker": 1,
         "set": {"instant.knocker_pays": 2}, "end": "instant", "lives": None},
    ]  # fmt: skip
    status, out, err = call("settle", "-", stdin="\n".join(map(json.dumps, lines)) + "\n\n")
    assert (0, "") == (status, err)
    assert [
        ("dk-a7", [(1, -1, "settlement.lowest")], [3, 2]),
        ("no-trettien", [(1, -1, "settlement.tie_with_knocker")], [3, 0]),
        ("scat", [(1, -2, "instant.knocker_pays")], [3, 1]),
    ] == [
        (r["rules"], [(c["seat"], c["amount"], c["because"]) for c in r["changes"]], r["lives"])
        for r in records(out)
    ]


def test_a_bad_line_stops_after_the_good_ones(call):
    good = json.dumps({"rules": "scat", "hands": ["KH 9H QC", "AS 9S 4S"]})
    status, out, err = call("settle", "-", stdin=f"{good}\nnonsense\n{good}\n")
    assert (2, 1) == (status, len(records(out)))
    assert err.startswith("thirtyone: Line 2: “nonsense” is no JSON object.")
    assert 1 == len(err.splitlines())


def test_set_holds_for_every_line_unless_the_line_says_otherwise(call):
    lines = [
        {"rules": "no-trettien", "hands": ["KH 2D 3C", "AS 9S 4S"], "knocker": 0},
        {"rules": "no-trettien", "hands": ["KH 2D 3C", "AS 9S 4S"], "knocker": 0,
         "set": {"settlement.lone_low_knocker": "2"}},
        {"rules": "greek-31", "hands": ["KH 9D 3C", "AS 9S 4S"]},
    ]  # fmt: skip
    text = "\n".join(map(json.dumps, lines))
    options = ("--set", "settlement.lone_low_knocker=1")
    status, out, err = call("settle", "-", *options, stdin=text)
    assert (0, "") == (status, err)
    assert [-1, -2] == [record["changes"][0]["amount"] for record in records(out)[:2]]
    status, _, err = call("settle", "-", "--set", "settlement.low=1", stdin=text)
    assert 2 == status
    assert "settlement.low" in err


@pytest.mark.parametrize(
    "options", [("--knocker", "0"), ("--end", "knock"), ("--lives", "3,3"), ("--hand", "KH 9H QC")]
)
def test_what_a_line_says_cannot_be_said_for_all(call, options):
    good = json.dumps({"rules": "scat", "hands": ["KH 9H QC", "AS 9S 4S"]})
    status, out, err = call("settle", "-", *options, stdin=good)
    assert (2, "", 1) == (status, out, len(err.splitlines()))
    assert "Only --set may stand beside it" in err


def test_input_that_begins_with_a_byte_order_mark(call):
    good = json.dumps({"rules": "scat", "hands": ["KH 9H QC", "AS 9S 4S"]})
    status, out, _ = call("settle", "-", stdin=b"\xef\xbb\xbf" + good.encode())
    assert (0, 1) == (status, len(records(out)))


def test_rulesets_that_cannot_settle_these_hands_say_so_and_the_others_answer(call):
    arguments = ("settle", "--rules", "home", *THREE, "--knocker", "1", "--json")
    status, out, err = call(*arguments)
    assert (0, "") == (status, err)
    answers = {record["rules"]: record for record in records(out)}
    assert set(home_ids()) == set(answers)
    lacking = answers["dk-a7"]
    assert {"rules", "playable", "text"} == set(lacking)
    assert lacking["playable"] is False
    assert "four of spades" in lacking["text"]
    assert "changes" in answers["no-trettien"]
    status, out, _ = call("settle", "--rules", "all", *THREE, "--lives", "3,3,3")
    assert 0 == status
    assert "four of spades" in out
    assert "Seat 0 has the lowest hand" in out


def test_hands_that_no_ruleset_knows_are_one_error(call):
    status, out, err = call("settle", "--rules", "home", "--hand", "KH 9H", "--hand", "AS 9S")
    assert (2, "", 1) == (status, out, len(err.splitlines()))


GOOD = {"rules": "no-trettien", "hands": ["KH 9H QC", "AS 9S 4S"]}


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("[]", "no JSON object"),
        ("[" * 100_000, "no JSON object"),
        ({"rules": "scat"}, "“hands” is missing"),
        ({"hands": []}, "“rules” is missing"),
        (GOOD | {"hand": 1}, "no key “hand”"),
        (GOOD | {"rules": 3}, "“rules”"),
        (GOOD | {"rules": "nowhere"}, "nowhere"),
        (GOOD | {"hands": "KH 9H QC"}, "“hands”"),
        (GOOD | {"hands": [1, 2]}, "“hands”"),
        (GOOD | {"hands": ["KH 9H QC"]}, "at least two hands"),
        (GOOD | {"hands": ["KH 9H QC", "AS 9S"]}, "3 cards"),
        (GOOD | {"hands": ["KH 9H QC", "AS 9S XX"]}, "XX"),
        (GOOD | {"hands": ["KH 9H 9H", "AS 9S 4S"]}, "nine of hearts"),
        (GOOD | {"knocker": 2}, "no seat 2"),
        (GOOD | {"knocker": -1}, "no seat -1"),
        (GOOD | {"knocker": "0"}, "“knocker”"),
        (GOOD | {"knocker": True}, "“knocker”"),
        (GOOD | {"end": "bank"}, "“end”"),
        (GOOD | {"end": "instant"}, "No hand here ends the round"),
        (GOOD | {"lives": [3]}, "lives for 1"),
        (GOOD | {"lives": [3, -1]}, "-1"),
        (GOOD | {"lives": [3, 1.5]}, "“lives”"),
        (GOOD | {"lives": [3, 0]}, "no last chance"),
        (GOOD | {"set": []}, "“set”"),
        (GOOD | {"set": {"settlement.tie": "safe"}}, "settlement.tie"),
        (GOOD | {"set": {"settlement.lowest": 9}}, "settlement.lowest"),
        (GOOD | {"rules": "se-forst-till-fem", "lives": [3, 3]}, "not played with lives"),
        (GOOD | {"rules": "greek-31", "knocker": 0}, "against a bank"),
        (GOOD | {"rules": "greek-31", "end": "knock"}, "against a bank"),
    ],
)  # fmt: skip
def test_a_wrong_line_names_the_part_and_the_reason(call, line, part):
    text = line if isinstance(line, str) else json.dumps(line)
    status, out, err = call("settle", "-", stdin=text)
    assert (2, "") == (status, out)
    assert err.startswith("thirtyone: Line 1: ")
    assert part in err
    assert 1 == len(err.splitlines())


def test_input_that_is_not_utf8(call):
    status, _, err = call("settle", "-", stdin=b"\xff\xfe\n")
    assert 2 == status
    assert "Line 1" in err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("settle", "--hand", "KH 9H QC"), "--rules"),
        ((*BASE, "--hand", "KH 9H QC"), "at least two hands"),
        ((*BASE, *THREE, "--lives", "3,x,1"), "“x”"),
        ((*BASE, *THREE, "--lives", ""), "3,3,1"),
        ((*BASE, *THREE, "--end", "bank"), "--end"),
        (("settle", "-", *THREE), "standard input"),
        (("settle", "stdin"), "stdin"),
        (("settle", "--rules", "dk-a7", *THREE), "four of spades"),
    ],
)
def test_wrong_options(call, arguments, part):
    status, out, err = call(*arguments, stdin="")
    assert (2, "") == (status, out)
    assert part in err
    assert 1 == len(err.splitlines())


def test_empty_input(call):
    status, _, err = call("settle", "-", stdin="\n\n")
    assert 2 == status
    assert "Standard input is empty" in err


def test_a_card_in_two_hands_is_refused_by_name(call):
    arguments = ("--hand", "KH 8H 5H", "--hand", "AS 5H 3H")
    status, _, err = call("settle", "--rules", "se-svensk-bas", *arguments)
    assert 2 == status
    assert "five of hearts" in err


def test_two_packs_hold_a_card_twice(call):
    """More than five play Greek 31 with two packs, so a hand may even hold a card twice."""
    hands = ("KH KH 5C", "AS 5H 3H", "9C 9D 7S", "2C 2D 2H", "5S 6S 7D", "KS TD 8H")
    arguments = [part for hand in hands for part in ("--hand", hand)]
    status, out, _ = call("settle", "--rules", "greek-31", *arguments, "--json")
    assert 0 == status
    assert "25" == records(out)[0]["values"][0]
    status, _, err = call("settle", "--rules", "greek-31", *arguments[:6])
    assert 2 == status
    assert "king of hearts" in err


# ------------------------------------------------------------------------------------- rules compare


def test_compare_gives_the_contract_objects(call):
    status, out, err = call("rules", "compare", "no-trettien", "no-kildebeskrivelse", "--json")
    assert (0, "") == (status, err)
    found = {record["path"]: (record["a"], record["b"]) for record in records(out)}
    assert ("safe", "like-all") == found["settlement.tie_with_knocker"]
    assert (2, 1) == found["settlement.lone_low_knocker"]
    assert ("none", "any") == found["scoring.ace_across_suits"]
    assert "deck.cards" not in found


def test_compare_shows_what_one_form_lacks(call):
    _, out, _ = call("rules", "compare", "no-trettien", "dk-a7", "--json")
    found = {record["path"]: (record["a"], record["b"]) for record in records(out)}
    assert (None, "keep-or-swap") == found["deal.dealer_choice"]
    assert ("no", None) == found["turn.throw_back"]
    assert (52, 32) == found["deck.cards"]


def test_compare_speaks_four_languages(call):
    for lang, last in (
        ("en", "rules differ."),
        ("nb", "regler er ulike."),
        ("sv", "regler skiljer sig."),
        ("da", "regler er forskellige."),
    ):
        status, out, _ = call("rules", "compare", "no-trettien", "greek-31", "--lang", lang)
        assert 0 == status
        assert out.rstrip().endswith(last)


def test_compare_refuses_an_unknown_ruleset(call):
    status, _, err = call("rules", "compare", "no-trettien", "no-tretien")
    assert 2 == status
    assert "no-trettien" in err
