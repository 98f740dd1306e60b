"""``thirtyone replay``: the contract of its JSON, and what it says of broken transcripts."""

import json
import random

import pytest
from click.testing import CliRunner

from thirtyone.cli.replay import replay
from thirtyone.errors import ThirtyOneError
from thirtyone.notation import parse_cards
from thirtyone.play.actions import FOLD, STAND, Stake
from thirtyone.play.deal import arranged_deal, shuffled_deal
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.record import RoundRecord
from thirtyone.play.transcript import format_round
from thirtyone.policies import never_knocks, play_round
from thirtyone.rules import load_ruleset

ROUND = """\
thirtyone 1
rules no-trettien
dealer 2
hand 0 KH 9H AS
hand 1 8C 6C 2D
hand 2 TD 7D 3C
up QH
0 take QH throw AS
1 draw TC throw 2D
2 draw 5S throw 5S
0 knock
1 keep
2 keep
end knock
"""


def call(tmp_path, *options, text=ROUND):
    path = tmp_path / "round.txt"
    path.write_text(text, "utf-8")
    result = CliRunner().invoke(replay, [str(path), *options])
    if result.exception is not None:
        raise result.exception
    return result.stdout


def test_one_object_an_event_then_the_settlement(tmp_path):
    records = [json.loads(line) for line in call(tmp_path, "--json").splitlines()]
    assert [record["n"] for record in records[:-1]] == list(range(15))
    assert records[0] == {"n": 0, "event": "dealt", "seat": 2, "count": 3}
    assert records[1] == {"n": 1, "event": "turned-up", "card": "QH"}
    assert records[2] == {"n": 2, "event": "took", "seat": 0, "card": "QH"}
    assert records[3] == {"n": 3, "event": "threw", "seat": 0, "card": "AS"}
    assert records[8] == {
        "n": 8,
        "event": "knocked",
        "seat": 0,
        "kind": "knock",
        "last_turns": 2,
    }
    assert records[14] == {"n": 14, "event": "round-ended", "end": "knock", "drawn": False}
    last = records[-1]
    assert last["values"] == ["29", "24", "17"]
    assert last["changes"] == [
        {"seat": 2, "amount": -1, "unit": "life", "because": "settlement.lowest"}
    ]
    assert last["lives"] == [3, 3, 2]


def test_other_rules_judge_the_final_hands(tmp_path):
    out = call(tmp_path, "--json", "--rules", "se-forst-till-fem", "--rules", "dk-a7")
    *_, first, second = (json.loads(line) for line in out.splitlines())
    assert (first["rules"], first["values"]) == ("se-forst-till-fem", ["29", "24", "17"])
    assert [(c["seat"], c["unit"]) for c in first["changes"]] == [(0, "point")]
    assert second == {"rules": "dk-a7", "playable": False}  # no three of clubs in 32 cards


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Seat 0 took the queen of hearts from the discard pile."),
        ("nb", "Plass 0 tok hjerter dame fra kastebunken."),
        ("sv", "Plats 0 tog hjärter dam från kasthögen."),
        ("da", "Plads 0 tog hjerter dame fra afkastbunken."),
    ],
)
def test_words(tmp_path, lang, sentence):
    out = call(tmp_path, "--lang", lang)
    assert f"  {sentence}\n" in out
    assert len(out.splitlines()) == 16


def test_a_link_is_read_too(tmp_path):
    from thirtyone.play.transcript import format_link
    from thirtyone.play.transcript_reading import parse_round

    assert call(tmp_path, "--json", text=format_link(parse_round(ROUND))) == call(
        tmp_path, "--json"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("1 draw TC", "1 draw KH", "Line 9: The king of hearts has been dealt already."),
        ("thirtyone 1", "thirtyone 3", "Line 1: This is version 3 of transcripts. Only version 1"),
        ("0 knock\n1 keep\n2 keep\nend knock\n", "", "Line 10: The transcript stops here."),
        ("1 keep", "1 knock", "Line 12: "),
    ],
)
def test_a_broken_transcript_is_one_line(tmp_path, old, new, said):
    assert ROUND.count(old) == 1
    with pytest.raises(ThirtyOneError) as refused:
        call(tmp_path, text=ROUND.replace(old, new))
    line = str(refused.value)
    assert said in line
    assert line.startswith(str(tmp_path))
    assert "\n" not in line


def test_a_file_that_is_not_there(tmp_path):
    result = CliRunner().invoke(replay, [str(tmp_path / "none.txt")])
    assert result.exception.reason == "refuse.rules_no_file"


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "round.txt"
    path.write_bytes(b"thirtyone 1\nrules \xff\n")
    result = CliRunner().invoke(replay, [str(path)])
    assert result.exception.reason == "refuse.stdin_not_utf8"
    assert result.exception.details["line"] == 2


# ------------------------------------------------------------------------- judged by other rules


def settlements(out):
    return [record for line in out.splitlines() if "event" not in (record := json.loads(line))]


def bank_round(stakes):
    """Seat 0 holds the bank; the stakes of seats 2 and 1 in the order of play."""
    rules = load_ruleset("greek-31")
    hands = [parse_cards(text) for text in ("TS", "KH", "9C")]
    deal = arranged_deal(rules, hands, parse_cards("QH 9D KS KD 8D 8C"), dealer=0)
    actions = [Stake(stake) if stake else FOLD for stake in stakes]
    actions += [STAND for stake in stakes if stake]
    return format_round(RoundRecord(rules, deal, tuple(actions)))


@pytest.mark.parametrize("stakes", [(4, 2), (4, 0), (0, 5)])
def test_another_bank_rule_keeps_the_bank_and_the_stakes(tmp_path, stakes):
    text = bank_round(stakes)
    (own,) = settlements(call(tmp_path, "--json", text=text))
    (other,) = settlements(
        call(tmp_path, "--json", "--set", "bank.changes=offer-to-richest", text=text)
    )
    assert own["changes"]
    assert own["changes"] == other["changes"]
    banks = {change["seat"]: change["amount"] for change in own["changes"]}
    assert {seat for seat in banks if seat} == {2 - at for at, s in enumerate(stakes) if s}
    assert sum(banks.values()) == 0
    assert all(abs(banks[2 - at]) == stake for at, stake in enumerate(stakes) if stake)


def drawn_round():
    rules = load_ruleset("no-trettien")
    rng = random.Random(5)
    while True:
        deal = shuffled_deal(rules, 3, rng)
        played = play_round(rules, deal, [never_knocks] * 3, rng)
        if played.outcome.end is RoundEnd.STOCK_EMPTY:
            return format_round(played.record)


def test_a_drawn_round_stays_drawn_unless_the_other_rules_show_down(tmp_path):
    text = drawn_round()
    (own,) = settlements(call(tmp_path, "--json", text=text))
    assert (own["end"], own["changes"]) == ("stock-empty", [])
    (other,) = settlements(call(tmp_path, "--json", "--set", "lives.start=5", text=text))
    assert (other["end"], other["changes"]) == ("stock-empty", [])
    down = call(tmp_path, "--json", "--set", "stock.empty=showdown", text=text)
    (shown,) = settlements(down)
    assert shown["end"] == "stock-empty"
    assert shown["changes"]
    (exchange,) = settlements(call(tmp_path, "--json", "--rules", "bicycle", text=text))
    assert exchange["changes"]


def test_a_drawn_round_is_told_once(tmp_path):
    lines = call(tmp_path, text=drawn_round()).splitlines()
    assert sum("drawn" in line for line in lines) == 1
    assert sum("stock is empty" in line for line in lines) == 1
    assert lines[-1].strip().startswith("The stock is empty and nobody has knocked.")
    others = call(tmp_path, "--rules", "scat", text=drawn_round())
    assert "Nobody knocked before the stock was empty." in others


def test_seats_of_a_round_out_of_a_match(tmp_path):
    """Seats 0 and 5 play; the settlement names them as the events do."""
    text = ROUND.replace("hand 2", "hand 5").replace("dealer 2", "dealer 5")
    text = text.replace("\n2 ", "\n5 ")
    records = [json.loads(line) for line in call(tmp_path, "--json", text=text).splitlines()]
    last = records[-1]
    assert last["seats"] == [0, 1, 5]
    assert [(change["seat"], change["amount"]) for change in last["changes"]] == [(5, -1)]
    assert last["text"].startswith("Seat 5 has the lowest hand")
    assert {record["seat"] for record in records if record.get("event") == "kept"} == {1, 5}


def test_a_file_that_is_too_long_tells_how_long(tmp_path):
    path = tmp_path / "round.txt"
    path.write_text(ROUND + "# more\n" * 1_500_000, "utf-8")
    result = CliRunner().invoke(replay, [str(path)])
    assert result.exception.reason == "refuse.too_long"
    assert result.exception.details == {"n": path.stat().st_size, "limit": 1_000_000}
