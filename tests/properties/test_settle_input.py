"""Whatever stands on a line for ``thirtyone settle -``: a settlement or an error of our own."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from thirtyone.cli.settle import _read_line, _settled
from thirtyone.errors import ThirtyOneError
from thirtyone.rules import ruleset_ids
from thirtyone.text.say_play import say_settlement
from thirtyone.text.translator import get_translator

CARD = st.builds(str.__add__, st.sampled_from("AKQJT98765432"), st.sampled_from("SHDC"))
HAND = st.lists(CARD, min_size=2, max_size=5).map(" ".join)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
LIKELY = st.fixed_dictionaries(
    {"rules": st.sampled_from(ruleset_ids()), "hands": st.lists(HAND, min_size=1, max_size=5)},
    optional={
        "knocker": st.integers(-1, 5) | st.none(),
        "end": st.sampled_from(["knock", "instant", "stock-empty", "showdown"]),
        "lives": st.lists(st.integers(0, 4), max_size=5),
        "set": st.dictionaries(
            st.sampled_from(["settlement.goal", "lives.last_chance", "stakes.pot", "match.target"]),
            st.sampled_from(
                ["highest-wins", "bus-points", "none", "one-more-deal", "last-one-in", 3]
            ),
            max_size=2,
        ),
    },
)


def attempt(line):
    """Was it settled?"""
    try:
        ruleset, showdown = _read_line(line, "en", {})
        done = _settled(ruleset, showdown)
    except ThirtyOneError as error:
        assert str(error)
        return False
    names = [f"P{seat}" for seat in range(len(done.scores))]
    assert all(say_settlement(done, names, ruleset, get_translator("sv")))
    assert min(done.lives) >= 0
    return True


@settings(max_examples=300, deadline=None)
@given(ANYTHING)
def test_any_json_is_answered_or_refused(value):
    attempt(json.dumps(value).encode())


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_answered_or_refused(text):
    attempt(text.encode("utf-8", "replace"))


@settings(max_examples=600, deadline=None)
@given(LIKELY)
def test_what_looks_like_a_round_is_answered_or_refused(record):
    attempt(json.dumps(record).encode())
