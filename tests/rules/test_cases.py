"""Every case file: a situation, the sentence that tells it, and what the rules make of it."""

import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from thirtyone.cards import Card
from thirtyone.play.match import after_round, start_match
from thirtyone.play.match_events import NextDealer
from thirtyone.play.outcome import RoundEnd, RoundOutcome
from thirtyone.play.settle import settle
from thirtyone.rules import home_ids, load_ruleset, ruleset_ids, sources, with_values
from thirtyone.text.say_play import say_settlement
from thirtyone.text.translator import get_translator

FOLDER = Path(__file__).parent / "cases"
KEYS = {
    "sentence", "source", "section", "rows",  # where it is from
    "set", "hands", "knocker", "end", "lives",  # the situation
    "values", "ended", "changes", "lives_after", "out", "winners", "drawn", "match",  # the result
}  # fmt: skip
MATCH_KEYS = {
    "dealer", "points_before", "pot_before",
    "next_dealer", "points", "tokens", "pot", "lives", "seats", "end", "winners",
}  # fmt: skip

# Rows of the corner cases that a settlement or a match decides, without those that cannot arise in
# a ruleset. Rows 8 (impossible), 24, 25, 27 to 35 and 40 belong to the round.
ALWAYS = {1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 38, 39, 42}
ROWS = {
    "no-trettien": ALWAYS | {6, 18, 19, 20, 21, 22, 23},
    "no-kildebeskrivelse": ALWAYS | {6, 18, 22, 23},
    "se-svensk-bas": ALWAYS | {18, 19, 20, 21, 22, 41},
    "se-forst-till-fem": ALWAYS | {6, 17},
    "dk-enogtredive": ALWAYS | {18, 19, 20, 21, 22, 36},
    "dk-a7": ALWAYS | {18, 19, 20, 21, 26, 36, 37},
}


def read_cases(id_):
    return tomllib.loads((FOLDER / f"{id_}.toml").read_text("utf-8"))["case"]


def all_cases():
    return [
        pytest.param(id_, case, id=f"{id_}-{number}: {case['sentence']}")
        for id_ in ruleset_ids()
        for number, case in enumerate(read_cases(id_), start=1)
    ]


def situation(id_, case):
    ruleset = with_values(load_ruleset(id_), case.get("set", {}))
    hands = tuple(tuple(Card(c) for c in hand.split()) for hand in case["hands"])
    dealt = [card for hand in hands for card in hand]
    assert len(dealt) == len(set(dealt)), "a card lies twice"
    end = RoundEnd(case["end"]) if "end" in case else None
    return SimpleNamespace(ruleset=ruleset, hands=hands, end=end, knocker=case.get("knocker"))


def settled(at, case):
    return settle(
        at.ruleset,
        at.hands,
        end=at.end,
        knocker=at.knocker,
        lives=case.get("lives"),
        pot=case.get("match", {}).get("pot_before", 0),
    )


def written(change):
    return f"{change.seat} {change.amount} {change.unit} {change.because}"


@pytest.mark.parametrize(("id_", "case"), all_cases())
def test_case(id_, case):
    assert set(case) <= KEYS
    at = situation(id_, case)
    done = settled(at, case)
    assert case["changes"] == [written(change) for change in done.changes]
    assert case.get("drawn", False) == done.drawn
    assert case.get("out", []) == list(done.out)
    assert case.get("winners") == (None if done.winners is None else list(done.winners))
    expected = {
        "values": [score.label for score in done.scores],
        "ended": done.end.value,
        "lives_after": list(done.lives),
    }
    for key, found in expected.items():
        if key in case:
            assert case[key] == found


@pytest.mark.parametrize(("id_", "case"), all_cases())
def test_case_is_told_in_four_languages(id_, case):
    at = situation(id_, case)
    done = settled(at, case)
    names = ("Kari", "Nils", "Anna", "Bo")[: len(at.hands)]
    for lang in ("en", "nb", "sv", "da"):
        said = say_settlement(done, names, at.ruleset, get_translator(lang))
        assert said
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in said)
        losers = {names[c.seat] for c in done.changes if c.amount < 0 and c.unit != "token"}
        if not done.instant:
            assert all(any(name in sentence for sentence in said) for name in losers)


def match_cases():
    return [param for param in all_cases() if "match" in param.values[1]]


@pytest.mark.parametrize(("id_", "case"), match_cases())
def test_match_case(id_, case):
    told = case["match"]
    assert set(told) <= MATCH_KEYS
    at = situation(id_, case)
    ended = at.end
    if ended is None:
        ended = settled(at, case).end
    names = [f"P{seat}" for seat in range(len(at.hands))]
    if len(names) < at.ruleset.players.low:  # the last ones of a match that more began
        at.ruleset = with_values(at.ruleset, {"players": f"2-{at.ruleset.players.high}"})
    state = start_match(at.ruleset, names, dealer=told.get("dealer", -1), lives=case.get("lives"))
    state = _replaced(state, told)
    outcome = RoundOutcome(ended, at.hands, at.knocker, drawn=case.get("drawn", False))
    after, events = after_round(state, outcome)
    found = {
        "points": list(after.points),
        "tokens": list(after.tokens),
        "pot": after.pot,
        "lives": list(after.lives),
        "seats": list(after.seats),
        "end": after.end.value if after.end else "",
        "winners": list(after.winners),
        "next_dealer": after.dealer,
    }
    checked = {key: found[key] for key in told if key in found}
    assert checked == {key: told[key] for key in checked}
    assert checked
    deals = [event.seat for event in events if isinstance(event, NextDealer)]
    if "next_dealer" in told and id_ != "greek-31":
        assert [told["next_dealer"]] == deals


def _replaced(state, told):
    return replace(
        state,
        points=tuple(told.get("points_before", state.points)),
        pot=told.get("pot_before", state.pot),
    )


def test_every_case_has_a_source():
    count = 0
    for param in all_cases():
        case = param.values[1]
        count += 1
        assert case["source"] == "ours" or case["source"] in sources()
        if "section" in case:
            assert case["section"] in sources()[case["source"]].sections
        elif case["source"] != "ours":
            assert sources()[case["source"]].file is None, "a document needs a section"
    assert count > 250


@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_ruleset_has_cases(id_):
    assert len(read_cases(id_)) >= 8


def test_no_case_file_without_its_ruleset():
    assert sorted(ruleset_ids()) == sorted(path.stem for path in FOLDER.glob("*.toml"))


@pytest.mark.parametrize("id_", home_ids())
def test_home_rulesets_have_a_case_for_every_corner(id_):
    """The rows of the corner-case table that settlement or match decides."""
    rows = {row for case in read_cases(id_) for row in case.get("rows", [])}
    assert set() == ROWS[id_] - rows
