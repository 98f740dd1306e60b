"""The command line's contract: JSON keys, one line for a wrong input, exit status."""

import json
import subprocess
import sys

import pytest

from thirtyone.cli import run
from thirtyone.cli.options import environment_language
from thirtyone.rules import home_ids, ruleset_ids


@pytest.fixture
def call(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")

    def call(*arguments, stdin=None):
        if stdin is not None:
            return _piped(arguments, stdin)
        status = run(list(arguments))
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def _piped(arguments, stdin):
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    done = subprocess.run(
        [sys.executable, "-m", "thirtyone", *arguments],
        check=False,
        input=data,
        capture_output=True,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def test_score_gives_the_contract_object(call):
    status, out, err = call("score", "KH 9H AS", "--rules", "no-trettien", "--json")
    assert (0, "") == (status, err)
    (record,) = records(out)
    text = record.pop("text")
    assert {
        "hand": ["KH", "9H", "AS"],
        "rules": "no-trettien",
        "playable": True,
        "points": "19",
        "order": 38,
        "reason": {"kind": "suit-sum", "suit": "H", "rule": "scoring.ace_across_suits"},
        "counted": ["KH", "9H"],
        "idle": ["AS"],
        "ends_round": False,
    } == record
    assert "10 + 9 = 19" in text


def test_without_rules_the_six_regional_rulesets_answer_in_order(call):
    _, out, _ = call("score", "KH", "9H", "AS", "--json")
    assert list(home_ids()) == [record["rules"] for record in records(out)]


def test_all_asks_all_sixteen_and_says_who_cannot_play(call):
    status, out, _ = call("score", "KH 9H 2S", "--rules", "all", "--json")
    found = {record["rules"]: record for record in records(out)}
    assert (0, list(ruleset_ids())) == (status, list(found))
    unplayable = {id_ for id_, record in found.items() if not record["playable"]}
    assert {"dk-a7", "dk-a9", "dk-a5", "schwimmen", "enogfyrre"} == unplayable
    lacking = found["dk-a9"]
    assert [None, None, None, [], []] == [
        lacking[key] for key in ("points", "order", "reason", "counted", "idle")
    ]
    assert "two of spades" in lacking["text"] or "nine" in lacking["text"]


@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
def test_the_language_changes_words_and_nothing_else(call, lang):
    base = records(call("score", "AS AH AD", "--json", "--lang", "en")[1])
    said = records(call("score", "AS AH AD", "--json", "--lang", lang)[1])
    for one, other in zip(base, said, strict=True):
        assert (one["text"] == other["text"]) is (lang == "en")
        assert one | {"text": ""} == other | {"text": ""}


def test_names_are_the_same_in_every_language(call):
    for lang in ("en", "nb", "sv", "da"):
        (record,) = records(
            call("score", "AS AH AD", "--rules", "dk-a7", "--json", "--lang", lang)[1]
        )
        assert ("Ild", 67) == (record["points"], record["order"])


def test_a_house_rule_is_switched(call):
    args = ("score", "QH QS QD", "--rules", "no-trettien", "--json")
    (record,) = records(call(*args, "--set", "scoring.three_of_a_kind=30.5")[1])
    assert ("30.5", 61, "same-rank") == (
        record["points"],
        record["order"],
        record["reason"]["kind"],
    )
    _, out, _ = call("score", "7H 6H 5H", "--set", "turn.throw_back=yes", "--json")
    assert 6 == len(records(out)), "a rule that dk-a7 lacks is switched where it is known"


def test_standard_input_is_read_line_by_line(call):
    status, out, err = call(
        "score",
        "-",
        "--rules",
        "no-trettien",
        "--json",
        stdin="KH 9H AS\n\nspar ess, spar konge, spar ti\n",
    )
    assert (0, ["19", "31"], "") == (status, [r["points"] for r in records(out)], err)


@pytest.mark.parametrize(
    ("bad", "line"),
    [("KH 9H\n", "2"), ("KH KH 9H\n", "2"), ("xx\n", "2"), (b"\xff\xfe\n", "2")],
)
def test_a_bad_line_stops_with_its_number_after_the_good_ones(call, bad, line):
    data = b"KH 9H AS\n" + (bad if isinstance(bad, bytes) else bad.encode()) + b"2H 3H 4H\n"
    status, out, err = call("score", "-", "--rules", "no-trettien", "--json", stdin=data)
    assert (2, 1) == (status, len(records(out)))
    assert 1 == len(err.splitlines())
    assert f"ine {line}" in err


def one_line(call, *arguments, stdin=None, has=()):
    status, out, err = call(*arguments, stdin=stdin)
    assert (2, "") == (status, out), (status, out, err)
    lines = err.splitlines()
    assert 1 == len(lines), err
    assert lines[0].startswith("thirtyone: ")
    assert "Traceback" not in err
    for part in has:
        assert part in err, err
    return err


@pytest.mark.parametrize(
    ("arguments", "has"),
    [
        (("score", "KH KH 9H"), ["king of hearts"]),
        (("score", "KH 9H"), ["3", "2"]),
        (("score", "KH 9H 2S 3S 4S"), ["3", "5"]),
        (("score", "KH 9H 2S 3S"), ["3", "4"]),
        (("score", "KH 9H joker"), ["joker"]),
        (("score", "11H 9H 2S"), ["11H"]),
        (("score", "KH 9H D"), ["D"]),
        (("score", ""), []),
        (("score", "   "), []),
        (("score", "KH 9H xyzzy"), ["xyzzy"]),
        (("score", "1S 9H KH"), ["1S", "ace of spades"]),
        (("score", "KH 9H AS", "--rules", "no-tretten"), ["no-tretten", "no-trettien"]),
        (("score", "KH 9H AS", "--rules", "missing.toml"), ["missing.toml"]),
        (("score", "KH 9H AS", "--set", "scoring.cap"), ["PATH=VALUE"]),
        (("score", "KH 9H AS", "--set", "scoring.caps=31"), ["scoring.caps", "scoring.cap"]),
        (("score", "KH 9H AS", "--set", "scoring.cap=32"), ["scoring.cap", "32", "none", "31"]),
        (("score", "KH 9H AS", "--set", "bank.draws_to=25"), ["bank.draws_to"]),
        (("score", "KH 9H AS", "--rules", "dk-a7", "--set", "turn.throw_back=yes"), ["turn.throw_back"]),
        (("score", "KH 9H AS", "--lang", "de"), ["de", "--lang"]),
        (("score", "KH 9H AS", "--nonsense"), ["--nonsense"]),
        (("score",), ["CARDS"]),
        (("rules", "show", "swedish"), ["swedish"]),
        (("rules", "check", "nothing.toml"), ["nothing.toml"]),
        (("rules", "frobnicate"), ["frobnicate"]),
        (("scorre", "KH"), ["scorre"]),
    ],
)  # fmt: skip
def test_a_wrong_input_gives_one_line_and_status_2(call, arguments, has):
    one_line(call, *arguments, has=has)


def test_empty_standard_input_is_a_wrong_input(call):
    one_line(call, "score", "-", stdin="")


@pytest.mark.parametrize("lang", ["nb", "sv", "da"])
def test_a_refusal_speaks_the_language_asked_for(call, lang):
    english = one_line(call, "score", "KH KH 9H")
    assert english != one_line(call, "score", "KH KH 9H", "--lang", lang)


RULES = """
id = "the-cabin"
based_on = "no-trettien"
name = "The cabin"
[scoring]
three_of_a_kind = "30.5"
"""


@pytest.fixture
def rules_file(tmp_path):
    def write(text):
        path = tmp_path / "cabin.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def test_of_a_long_path_the_end_is_shown(call, tmp_path):
    folder = tmp_path / ("deep-" * 30) / ("deeper-" * 30)
    folder.mkdir(parents=True)
    (folder / "cabin.toml").write_text("id = ", encoding="utf-8")
    one_line(call, "rules", "check", str(folder / "cabin.toml"), has=["…", "deeper-/cabin.toml:"])


def test_a_rules_file_is_checked_and_used(call, rules_file):
    path = rules_file(RULES)
    _, out, _ = call("rules", "check", path, "--json")
    assert [{"file": path, "ok": True}] == records(out)
    assert "The cabin" in call("rules", "check", path)[1]
    (record,) = records(call("score", "QH QS QD", "--rules", path, "--json")[1])
    assert ("the-cabin", "30.5") == (record["rules"], record["points"])


@pytest.mark.parametrize(
    ("text", "has"),
    [
        (RULES + "three_aces_of = 3", ["scoring.three_aces_of"]),
        (RULES + "three_aces = true", ["scoring.three_aces"]),
        (RULES + "three_aces = '34'", ["scoring.three_aces", "34"]),
        (RULES + "[turn]\nswaps = 'one'", ["turn.swaps"]),
        (b"id = '\xff'", ["UTF-8", "1"]),
        ("id = ", ["end of the file"]),
        ("id = 'x'\nfamily ==", ["Line 2"]),
        ("id = 'x'\nfamily = 'draw'", ["deck.cards"]),
        ("id = 'x'\nbased_on = 'no-trettienn'", ["no-trettienn", "no-trettien"]),
        (RULES + "target = '41'", ["scoring.target", "hand.cards"]),
    ],
)
def test_a_wrong_rules_file_gives_one_line_with_file_and_place(call, rules_file, text, has):
    path = rules_file(text)
    one_line(call, "rules", "check", path, has=["cabin.toml", *has])
    one_line(call, "score", "KH 9H AS", "--rules", path, has=has)


def test_rules_list_and_show_are_json_lines(call):
    _, out, _ = call("rules", "list", "--json")
    found = {record["id"]: record for record in records(out)}
    assert list(ruleset_ids()) == list(found)
    assert {
        "name": "Swedish base",
        "family": "draw",
        "players": [3, 7],
        "deck": 52,
        "source": "001_22f86e11c705473c.txt",
    }.items() <= found["se-svensk-bas"].items()
    _, out, _ = call("rules", "show", "dk-a7", "--json")
    (shown,) = records(out)
    assert "dk-a7" == shown["id"]
    aces = shown["values"]["scoring.three_aces"]
    assert ("best", "stated", "Afregning") == (aces["value"], aces["mark"], aces["section"])
    assert "003_51c63d0f1b5b9481.txt" == aces["source"]
    for path, entry in shown["values"].items():
        assert {"value", "mark", "source", "section", "text"} == set(entry), path
        assert entry["text"], path


@pytest.mark.parametrize("id_", ruleset_ids())
@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
def test_every_ruleset_can_be_shown_to_people(call, id_, lang):
    status, out, err = call("rules", "show", id_, "--lang", lang)
    assert (0, "") == (status, err)
    assert out.count("=") >= 22


def test_help_and_version_carry_examples(call):
    for arguments in (
        [],
        ["score"],
        ["rules"],
        ["rules", "list"],
        ["rules", "show"],
        ["rules", "check"],
        ["explore"],
    ):
        status, out, _ = call(*arguments, "--help")
        assert 0 == status
        assert "xample" in out, arguments
    assert call("--version")[1].startswith("thirtyone, version ")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "nb_NO.UTF-8"}, "nb"),
        ({"LANG": "no_NO"}, "nb"),
        ({"LC_ALL": "sv_SE.UTF-8", "LANG": "da_DK"}, "sv"),
        ({"LC_MESSAGES": "da_DK.UTF-8"}, "da"),
        ({"LANG": "de_DE"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment, language):
    assert language == environment_language(environment)


def test_scoring_imports_nothing_heavy():
    code = (
        "import sys; from thirtyone.cli import run; run(['score', 'KH 9H AS']);"
        "print([m for m in ('altair', 'marimo', 'numpy', 'anywidget', 'babel') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.splitlines()[-1]


def test_rules_may_be_the_code_of_a_house_rule(call):
    """What stands on a printed card is typed as it stands; a damaged one is one line."""
    code = "h1_no-trettien_sa-any_n-The-cabin"
    _, out, err = call("score", "KH 9H AS", "--rules", code, "--json")
    (record,) = records(out)
    assert (record["rules"], record["points"], err) == (code, "30", "")
    _, out, _ = call("rules", "compare", "no-trettien", code, "--json")
    assert records(out) == [{"path": "scoring.ace_across_suits", "a": "none", "b": "any"}]
    _, out, _ = call("rules", "show", code)
    assert out.startswith(f"The cabin ({code})")
    status, out, err = call("score", "KH 9H AS", "--rules", "h1_no-trettien_sa-perhaps")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "no code for house rules" in err


@pytest.mark.parametrize(
    ("id_", "source"),
    [("scat", "Pagat: 31 (Scat)"), ("dk-a7", "003_51c63d0f1b5b9481.txt")],
)
def test_the_source_of_a_ruleset_is_what_most_of_it_comes_from(call, id_, source):
    found = {r["id"]: r["source"] for r in records(call("rules", "list", "--json")[1])}
    assert source == found[id_]


def test_options_may_stand_before_the_command(call):
    after = call("score", "KH 9H AS", "--lang", "nb")
    assert after == call("--lang", "nb", "score", "KH 9H AS")
    assert (0, 6) == (call("--json", "score", "KH 9H AS")[0], len(after[1].splitlines()) - 1)


def test_no_color_is_honoured(monkeypatch):
    """On a terminal, which is simulated by asking for colour, NO_COLOR takes it away again."""
    from thirtyone.cli import command

    for name, value, wanted in (
        ("NO_COLOR", "1", False),
        ("TERM", "dumb", False),
        ("X", "1", None),
    ):
        with monkeypatch.context() as patch:
            patch.delenv("NO_COLOR", raising=False)
            patch.setenv("TERM", "xterm")
            patch.setenv(name, value)
            with command.make_context("thirtyone", ["score", "KH"]) as context:
                context.invoke(command.callback)
                assert wanted is context.color, name


def test_a_reader_that_leaves_is_no_failure():
    hands = "\n".join(["KH 9H AS"] * 5000).encode()
    shell = f"{sys.executable} -m thirtyone score - --json | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", shell], input=hands, capture_output=True, check=True)
    assert b"0" == done.stdout.splitlines()[-1]
    assert b"" == done.stderr


def test_closed_streams_are_no_failure():
    for redirect, status in (('"KH 9H AS" >&-', 0), ('"KH 9H XX" 2>&-', 2)):
        shell = f"{sys.executable} -m thirtyone score {redirect}"
        done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        assert (status, "") == (done.returncode, done.stderr)


def test_no_input_and_no_room_for_output_are_said_in_one_line():
    for redirect, status in (("- <&-", 2), ('"KH 9H AS" >/dev/full', 1)):
        shell = f"{sys.executable} -m thirtyone score {redirect}"
        done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        assert (status, 1) == (done.returncode, len(done.stderr.splitlines())), done.stderr
