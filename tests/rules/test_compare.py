"""Differences between rulesets, as data."""

from itertools import permutations

import pytest

from thirtyone.rules import load_ruleset, ruleset_ids, value_text, values, with_values
from thirtyone.rules.compare import differences


@pytest.mark.parametrize("id_", ruleset_ids())
def test_a_ruleset_does_not_differ_from_itself(id_):
    assert () == differences(load_ruleset(id_), load_ruleset(id_))


def test_a_house_rule_is_one_difference():
    base = load_ruleset("no-trettien")
    house = with_values(base, {"settlement.tie_with_knocker": "two-and-one"})
    (found,) = differences(base, house)
    assert ("settlement.tie_with_knocker", "safe", "two-and-one") == (
        found.path,
        found.a_text,
        found.b_text,
    )


@pytest.mark.parametrize("pair", [(0, 5), (1, 12), (5, 12), (0, 14), (13, 14), (8, 10)])
def test_differences_are_exactly_the_answers_that_differ(pair):
    a, b = (load_ruleset(ruleset_ids()[place]) for place in pair)
    first, second = values(a), values(b)
    expected = {
        path
        for path in {*first, *second}
        if path not in first
        or path not in second
        or value_text(first[path]) != value_text(second[path])
    }
    found = differences(a, b)
    assert expected == {difference.path for difference in found}
    assert len(expected) == len(found)
    for difference in found:
        assert difference.a == first.get(difference.path)
        assert difference.b == second.get(difference.path)


def test_both_directions_tell_the_same():
    for one, other in permutations(("no-trettien", "dk-a7", "greek-31"), 2):
        a, b = load_ruleset(one), load_ruleset(other)
        there = {(d.path, d.a, d.b) for d in differences(a, b)}
        back = {(d.path, d.b, d.a) for d in differences(b, a)}
        assert there == back


def test_no_two_rulesets_are_the_same():
    for one, other in permutations(ruleset_ids(), 2):
        assert differences(load_ruleset(one), load_ruleset(other)) or {one, other} == {
            "scat",
            "ride-the-bus",
        }
