"""Rules files: what may be written, and what each mistake is told."""

import os

import pytest

from thirtyone.errors import RulesError
from thirtyone.hands import score_hand
from thirtyone.notation import parse_cards
from thirtyone.rules import (
    Mark,
    Region,
    find_ruleset,
    get_value,
    load_rules_file,
    load_ruleset,
    value_text,
    values,
)

HOUSE = """
based_on = "no-trettien"
name = "The cabin"
"""


@pytest.fixture
def write(tmp_path):
    def write(text, name="cabin.toml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def refusal(path):
    with pytest.raises(RulesError) as caught:
        load_rules_file(path)
    return caught.value


# ------------------------------------------------------------------------- what may be written


def test_a_house_rule_is_one_line(write):
    rules = load_rules_file(write(HOUSE + "scoring.ace_across_suits = 'any'\n"))
    assert (rules.id, rules.based_on, rules.region) == ("cabin", "no-trettien", Region.OWN)
    assert rules.names == dict.fromkeys(("en", "nb", "sv", "da"), "The cabin")
    assert score_hand(parse_cards("KH 9H AS"), rules).label == "30"
    base = load_ruleset("no-trettien")
    changed = {p for p, v in values(rules).items() if v != get_value(base, p)}
    assert changed == {"scoring.ace_across_suits"}


def test_only_what_is_written_becomes_a_house_rule(write):
    rules = load_rules_file(write(HOUSE + "[knock]\nminimum = 17\n"))
    assert rules.provenance["knock.minimum"].mark is Mark.OURS
    assert rules.provenance["knock.minimum"].source is None
    base = load_ruleset("no-trettien")
    assert rules.provenance["lives.start"] is base.provenance["lives.start"]


@pytest.mark.parametrize(
    ("line", "path", "expected"),
    [
        ("scoring.three_of_a_kind = 30.5", "scoring.three_of_a_kind", "30.5"),
        ("scoring.three_of_a_kind = '30.5'", "scoring.three_of_a_kind", "30.5"),
        ("scoring.three_of_a_kind = 30", "scoring.three_of_a_kind", "30"),
        ("scoring.three_aces = 'Best'", "scoring.three_aces", "best"),
        ("turn.throw_back = true", "turn.throw_back", "yes"),
        ("turn.throw_back = 'yes'", "turn.throw_back", "yes"),
        ("knock.minimum = 21", "knock.minimum", "21"),
        ("players = '3-5'", "players", "3-5"),
        ("players = [3, 5]", "players", "3-5"),
        ("settlement.lone_low_knocker = 1", "settlement.lone_low_knocker", "1"),
        ("deck.cards = 40", "deck.cards", "40"),
    ],
)
def test_values_may_be_written_as_people_write_them(write, line, path, expected):
    rules = load_rules_file(write(HOUSE + line))
    assert value_text(get_value(rules, path)) == expected


def test_an_entry_may_say_where_it_is_from(write):
    rules = load_rules_file(
        write(
            HOUSE
            + """
[scoring.suited_run]
value = "30"
mark = "elsewhere"
source = "pagat"
note = "As my aunt plays it."
[scoring.three_of_a_kind]
value = "30"
note.nb = "Slik gjør vi det."
"""
        )
    )
    run = rules.provenance["scoring.suited_run"]
    assert (run.mark, run.source.id, run.section) == (Mark.ELSEWHERE, "pagat", None)
    assert run.note == dict.fromkeys(("en", "nb", "sv", "da"), "As my aunt plays it.")
    # A language that is not written gets the one that is.
    assert rules.provenance["scoring.three_of_a_kind"].note["da"] == "Slik gjør vi det."


def test_a_whole_ruleset_may_stand_on_its_own(write):
    """Every value of ours, written out without its provenance, loads to the same values."""
    for id_ in ("no-trettien", "dk-a7", "greek-31"):
        ruleset = load_ruleset(id_)
        lines = [f'id = "own"\nfamily = "{ruleset.family}"']
        for path, value in values(ruleset).items():
            number = isinstance(value, int) and not isinstance(value, bool)
            lines.append(f"{path} = {value}" if number else f'{path} = "{value_text(value)}"')
        own = load_rules_file(write("\n".join(lines)))
        assert values(own) == values(ruleset)
        assert own.based_on is None


def test_a_file_with_a_byte_order_mark_loads(write):
    assert load_rules_file(write(b"\xef\xbb\xbf" + HOUSE.encode())).names["sv"] == "The cabin"


def test_a_path_is_a_file_and_everything_else_an_id(write):
    path = write(HOUSE)
    assert find_ruleset(str(path)).id == "cabin"
    assert find_ruleset("dk-a7") is load_ruleset("dk-a7")


# ---------------------------------------------------------------------------------- mistakes

MISTAKES = {
    "a rule that does not exist": (
        "scoring.three_of_kind = 30",
        "refuse.rules_unknown_key",
        {"path": "scoring.three_of_kind", "suggestion": "scoring.three_of_a_kind"},
    ),
    "a key of no rule": (
        "colour = 'red'",
        "refuse.rules_unknown_key",
        {"path": "colour", "suggestion": ""},
    ),
    "a rule of another family": (
        "turn.swaps = 'one'",
        "refuse.rules_not_in_family",
        {"path": "turn.swaps", "family": "draw"},
    ),
    "a word that is no answer": (
        "scoring.three_aces = 'fire'",
        "refuse.rules_wrong_value",
        {
            "path": "scoring.three_aces",
            "value": "fire",
            "allowed": ("none", "31", "32", "33", "best"),
        },
    ),
    "a number that is no answer": (
        "scoring.three_of_a_kind = 31.5",
        "refuse.rules_wrong_value",
        {"path": "scoring.three_of_a_kind", "value": "31.5", "allowed": ("none", "30", "30.5")},
    ),
    "a number out of bounds": (
        "knock.minimum = 42",
        "refuse.rules_wrong_value",
        {"path": "knock.minimum", "value": "42", "allowed": ("0-41",)},
    ),
    "a number below zero": (
        "lives.start = -1",
        "refuse.rules_wrong_value",
        {"path": "lives.start", "value": "-1", "allowed": ("0-20",)},
    ),
    "half a life": (
        "lives.start = 2.5",
        "refuse.rules_wrong_value",
        {"path": "lives.start", "value": "2.5", "allowed": ("0-20",)},
    ),
    "true for a word": (
        "scoring.three_aces = true",
        "refuse.rules_wrong_type",
        {"path": "scoring.three_aces", "value": "true"},
    ),
    "a list for a number": (
        "lives.start = [3]",
        "refuse.rules_wrong_type",
        {"path": "lives.start", "value": "[3]", "allowed": ("0-20",)},
    ),
    "a number for yes or no": (
        "turn.stand_pat = 1",
        "refuse.rules_wrong_type",
        {"path": "turn.stand_pat", "value": "1", "allowed": ("no", "yes")},
    ),
    "maybe for yes or no": (
        "turn.stand_pat = 'maybe'",
        "refuse.rules_wrong_value",
        {"path": "turn.stand_pat", "value": "maybe", "allowed": ("no", "yes")},
    ),
    "players upside down": (
        "players = '7-2'",
        "refuse.rules_wrong_value",
        {"path": "players", "value": "7-2"},
    ),
    "one number of players": (
        "players = 4",
        "refuse.rules_wrong_type",
        {"path": "players", "value": "4"},
    ),
    "an entry without its value": (
        "[lives.start]\nmark = 'ours'",
        "refuse.rules_missing_key",
        {"path": "lives.start.value"},
    ),
    "a key that an entry does not have": (
        "[lives.start]\nvalue = 3\nsectoin = 'x'",
        "refuse.rules_unknown_key",
        {"path": "lives.start.sectoin", "suggestion": "lives.start.section"},
    ),
    "a mark that does not exist": (
        "[lives.start]\nvalue = 3\nmark = 'guessed'",
        "refuse.rules_wrong_value",
        {
            "path": "lives.start.mark",
            "value": "guessed",
            "allowed": ("stated", "elsewhere", "ours"),
        },
    ),
    "a source that is not listed": (
        "[lives.start]\nvalue = 3\nmark = 'stated'\nsource = 'pagatt'",
        "refuse.rules_wrong_value",
        {"path": "lives.start.source", "value": "pagatt"},
    ),
    "a list of sources": (
        "[lives.start]\nvalue = 3\nsource = ['pagat']",
        "refuse.rules_wrong_value",
        {"path": "lives.start.source", "value": "['pagat']"},
    ),
    "stated nowhere": (
        "[lives.start]\nvalue = 3\nmark = 'stated'",
        "refuse.rules_missing_key",
        {"path": "lives.start.source"},
    ),
    "a section that is no text": (
        "[lives.start]\nvalue = 3\nsection = 4",
        "refuse.rules_wrong_value",
        {"path": "lives.start.section", "value": "4"},
    ),
    "a contradiction that is no yes or no": (
        "[lives.start]\nvalue = 3\ncontradicts = 'a little'",
        "refuse.rules_wrong_value",
        {"path": "lives.start.contradicts", "value": "a little"},
    ),
    "a reason that is not listed": (
        "[lives.start]\nvalue = 3\nreason = 'because'",
        "refuse.rules_wrong_value",
        {"path": "lives.start.reason", "value": "because"},
    ),
    "a table for a reason": (
        "[lives.start]\nvalue = 3\nreason = {en = 'because'}",
        "refuse.rules_wrong_value",
        {"path": "lives.start.reason"},
    ),
    "a note in a language we do not have": (
        "[lives.start]\nvalue = 3\nnote.fi = 'Kolme.'",
        "refuse.rules_unknown_key",
        {"path": "lives.start.note.fi"},
    ),
    "a note that is a number": (
        "[lives.start]\nvalue = 3\nnote = 3",
        "refuse.rules_wrong_value",
        {"path": "lives.start.note", "value": "3"},
    ),
    "a note without words": (
        "[lives.start]\nvalue = 3\nnote = {}",
        "refuse.rules_missing_key",
        {"path": "lives.start.note.en"},
    ),
    "a region that does not exist": (
        "region = 'fi'",
        "refuse.rules_wrong_value",
        {"path": "region", "value": "fi", "allowed": tuple(Region)},
    ),
    "another family than the base": (
        "family = 'bank'",
        "refuse.rules_wrong_value",
        {"path": "family", "value": "bank", "allowed": ("draw",)},
    ),
    "an id that is no text": (
        "id = 31",
        "refuse.rules_id",
        {"path": "id", "value": "31"},
    ),
    "an id of ours": ("id = 'dk-a7'", "refuse.rules_id", {"path": "id", "value": "dk-a7"}),
    "an id for several": ("id = 'home'", "refuse.rules_id", {"path": "id", "value": "home"}),
    "an id with a blank": ("id = 'a b'", "refuse.rules_id", {"path": "id", "value": "a b"}),
    "an id that is a path": ("id = '../x'", "refuse.rules_id", {"path": "id", "value": "../x"}),
    "a number in quotation marks": (
        "lives.start = '3'",
        "refuse.rules_wrong_type",
        {"path": "lives.start", "value": '"3"'},
    ),
    "41 with three cards": (
        "scoring.target = 41\nscoring.cap = 'none'",
        "refuse.rules_conflict",
        {"path": "scoring.target", "value": "41", "other": "hand.cards", "other_value": "3"},
    ),
    "41 that stops at 31": (
        "scoring.target = 41\nhand.cards = 4",
        "refuse.rules_conflict",
        {"path": "scoring.target", "value": "41", "other": "scoring.cap", "other_value": "31"},
    ),
    "lives to lose, and none of them": (
        "lives.start = 0",
        "refuse.rules_conflict",
        {
            "path": "settlement.goal",
            "value": "lowest-loses",
            "other": "lives.start",
            "other_value": "0",
        },
    ),
    "points without an end": (
        "settlement.goal = 'highest-wins'",
        "refuse.rules_conflict",
        {
            "path": "settlement.goal",
            "value": "highest-wins",
            "other": "match.target",
            "other_value": "0",
        },
    ),
    "more hands than cards": (
        "players = '2-8'\ndeck.cards = 24",
        "refuse.rules_conflict",
        {"path": "players", "value": "2-8", "other": "deck.cards", "other_value": "24"},
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_names_file_path_and_way_out(write, mistake):
    lines, reason, details = MISTAKES[mistake]
    path = write(HOUSE + lines)
    error = refusal(path)
    assert error.reason == reason
    assert {key: error.details[key] for key in details} == details
    assert error.details["file"] == str(path)
    line = str(error)
    assert line.startswith(f"{path}: ")
    assert "\n" not in line
    assert details["path"] in line
    for part in ("suggestion", "other", "other_value"):
        assert details.get(part, "") in line
    for word in details.get("allowed", ()):
        assert word in line


@pytest.mark.parametrize(
    ("base", "suggestion"),
    [
        ("'no-tretten'", "no-trettien"),
        ("'dk-a9'", "dk-a7"),  # is itself based on dk-a7: one level is enough
        ("'my cabin'", ""),
        ("['no-trettien']", "no-trettien"),
    ],
)
def test_based_on_is_one_of_ours_that_stands_on_its_own(write, base, suggestion):
    error = refusal(write(f"based_on = {base}"))
    assert error.reason == "refuse.rules_based_on"
    assert error.details["suggestion"] == suggestion
    assert suggestion in str(error)


def test_a_ruleset_on_its_own_needs_family_and_every_rule(write):
    error = refusal(write("deck.cards = 52"))
    assert (error.reason, error.details["allowed"]) == (
        "refuse.rules_no_form",
        ("draw", "exchange", "bank"),
    )
    error = refusal(write("family = 'swim'"))
    assert (error.reason, error.details["path"]) == ("refuse.rules_wrong_value", "family")
    assert error.details["allowed"] == ("draw", "exchange", "bank")
    error = refusal(write("family = 'bank'\ndeck.cards = 52"))
    assert (error.reason, error.details["path"]) == ("refuse.rules_missing_key", "players")


def test_a_name_is_a_text(write):
    error = refusal(write("based_on = 'scat'\nname = 7"))
    assert (error.reason, error.details["value"]) == ("refuse.rules_wrong_value", "7")
    assert load_rules_file(write("based_on = 'scat'\nname = ' '")).names["sv"] == "cabin"


def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert refusal(pipe).reason == "refuse.rules_no_file"


def test_a_missing_file(tmp_path):
    for path in (tmp_path / "nowhere.toml", tmp_path):
        error = refusal(path)
        assert error.reason == "refuse.rules_no_file"
        assert str(path) in str(error)


def test_broken_utf_8_names_the_line(write):
    error = refusal(write(b"based_on = 'no-trettien'\nname = 'Sm\xf8r'\n"))
    assert (error.reason, error.details["line"]) == ("refuse.rules_not_utf8", 2)


@pytest.mark.parametrize(
    "text",
    [
        "based_on = \n",
        "[scoring",
        "lives.start = 3\nlives.start = 5\n",
        "knock.minimum = " + "9" * 5000,
        "x = " + "[" * 5000,
        "\x00",
    ],
)
def test_broken_toml(write, text):
    error = refusal(write(text))
    assert error.reason == "refuse.rules_not_toml"
    assert error.details["message"]
    assert "\n" not in str(error)


def test_a_file_that_is_too_large(write):
    error = refusal(write(HOUSE + "#" * 200_001))
    assert (error.reason, error.details["limit"]) == ("refuse.rules_too_large", 200_000)
    assert load_rules_file(write((HOUSE + "#" * 200_000)[:200_000])).id == "cabin"


@pytest.mark.parametrize(
    ("id_", "suggestion"),
    [
        ("no-tretien", "no-trettien"),
        ("svensk-bas", "se-svensk-bas"),
        ("schwimen", "schwimmen"),
        ("DK-A7", "dk-a7"),
        ("", ""),
        ("poker", ""),
    ],
)
def test_an_unknown_id_suggests_the_nearest(id_, suggestion):
    with pytest.raises(RulesError) as caught:
        find_ruleset(id_)
    assert caught.value.reason == "refuse.unknown_rules"
    assert caught.value.details["suggestion"] == suggestion
    assert suggestion in str(caught.value)
