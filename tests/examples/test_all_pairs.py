"""For every pair of rulesets and every rule on which they differ: an example, or why there is none."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from thirtyone.examples import (
    HandExample,
    MatchExample,
    NoExample,
    RoundExample,
    ShowdownExample,
    TableExample,
    find_example,
)
from thirtyone.examples.contrast import Contrast, with_other_answers
from thirtyone.examples.idle import FAMILY, comes_to_the_same, idle_because
from thirtyone.examples.search import Why, find_for
from thirtyone.examples.showdowns import signature
from thirtyone.hands import Unplayable, check_playable, score_hand
from thirtyone.play.match import after_round, start_match
from thirtyone.play.record import RoundRecord
from thirtyone.play.round import check_action, legal_actions
from thirtyone.play.settle import settle
from thirtyone.play.transcript import LINK_LIMIT, format_link
from thirtyone.play.transcript_reading import parse_round
from thirtyone.rules import home_ids, load_ruleset, questions, ruleset_ids, value_text, values
from thirtyone.rules.compare import differences


def judged(ruleset, cards):
    return check_playable(cards, ruleset) or score_hand(cards, ruleset)


def replay(example):
    """Play the example again under both rulesets; what is seen there, and whether it differs."""
    base, changed = example.contrast.base, example.contrast.changed
    if isinstance(example, HandExample):
        first, second = judged(base, example.cards), judged(changed, example.cards)
        assert (first, second) == (example.first, example.second)
        if isinstance(first, Unplayable) or isinstance(second, Unplayable):
            return type(first) is not type(second)
        return first.order != second.order
    if isinstance(example, ShowdownExample):
        how = {"end": example.end, "knocker": example.knocker, "lives": example.lives}
        first, second = (settle(rules, example.hands, **how) for rules in (base, changed))
        assert (first, second) == (example.first, example.second)
        if example.record is not None:
            over = example.record.outcome()
            assert (over.end, over.knocker) == (example.end, example.knocker)
            assert list(map(set, over.hands)) == list(map(set, example.hands))
            again = parse_round(format_link(example.record))
            assert again.outcome() == over
        return signature(first) != signature(second)
    if isinstance(example, RoundExample):
        deal, actions = example.record.deal, example.record.actions
        first, second = (RoundRecord(rules, deal, actions).steps()[-1] for rules in (base, changed))
        assert (first.state, second.state) == (example.first.state, example.second.state)
        link = format_link(example.record)
        assert len(link) < LINK_LIMIT
        again = parse_round(link)
        assert (again.ruleset.family, again.actions) == (base.family, actions)
        if example.action is not None:
            states = (first.state, second.state)
            refusals = [check_action(state, example.action) for state in states]
            assert [refusal is not None for refusal in refusals] == (
                [True, False] if example.refused_by_first else [False, True]
            )
            return True
        return first.state._replace(ruleset=changed, form=changed.form, worth=None) != (
            second.state._replace(worth=None)
        )
    if isinstance(example, MatchExample):
        first = after_round(example.before, example.outcome).state
        second = after_round(replace(example.before, ruleset=changed), example.outcome).state
        assert (first, second) == (example.first.state, example.second.state)
        shown = [
            (s.seats, s.dealer, s.end, s.winners, s.lives, s.points, s.tokens, s.pot, s.decider)
            for s in (first, second)
        ]
        return shown[0] != shown[1]
    assert isinstance(example, TableExample)
    allowed = []
    for rules in (base, changed):
        try:
            start_match(rules, [str(n) for n in range(example.players)])
            allowed.append(True)
        except ValueError:
            allowed.append(False)
    assert allowed == [bool(example.first), bool(example.second)]
    return example.first != example.second


def check_pairs(ids):
    """Every difference of every pair; how many there are of each kind."""
    found = Counter()
    for one, other in combinations(ids, 2):
        a, b = load_ruleset(one), load_ruleset(other)
        for difference in differences(a, b):
            path = difference.path
            example = find_example(a, b, path)
            if isinstance(example, NoExample):
                assert example.why is not Why.UNKNOWN, (one, other, path)
                assert example.why is not Why.EQUAL, (one, other, path)
                assert (example.why is Why.IDLE) == bool(example.because), (one, other, path)
                found[f"none: {example.why}"] += 1
                continue
            contrast = example.contrast
            assert contrast.path == path
            assert contrast.base in (a, b)
            mine, theirs = values(contrast.base), values(contrast.changed)
            assert value_text(mine[path]) != value_text(theirs[path])
            if contrast.changed is not contrast.other:
                moved = {p for p in mine if mine[p] != theirs[p]}
                assert moved <= {path, *contrast.together}, (one, other, path)
            if contrast.borrowed:
                assert value_text(theirs[path]) == value_text(values(contrast.other)[path])
            assert replay(example), (one, other, path)
            found[type(example).__name__] += 1
    return found


def test_home_pairs():
    """All pairs of the six regional rulesets, and all rules on which they differ."""
    found = check_pairs(home_ids())
    print(dict(found))
    assert sum(found.values()) == 205
    assert found == {
        "RoundExample": 76,
        "ShowdownExample": 66,
        "HandExample": 30,
        "TableExample": 12,
        "MatchExample": 10,
        "none: idle": 11,
    }


@pytest.mark.slow
def test_all_pairs():
    """The same for all sixteen."""
    found = check_pairs(ruleset_ids())
    print(dict(found))
    assert sum(found.values()) >= 2300
    assert set(found) == {
        "RoundExample",
        "ShowdownExample",
        "HandExample",
        "TableExample",
        "MatchExample",
        "none: idle",
        "none: same-play",
        "none: only-answer",
    }


def wakes(ruleset, path, depth=3):
    """Does the question come up once the answer that keeps it away is another?"""
    cause = idle_because(ruleset, path)
    if not cause:
        others = with_other_answers(ruleset, path)
        return any(find_for(Contrast(path, ruleset, r, ruleset, False, t)) for r, t in others)
    others = with_other_answers(ruleset, cause) if depth else ()
    return any(wakes(changed, path, depth - 1) for changed, _ in others)


def idle_answers(ids):
    for id_ in ids:
        ruleset = load_ruleset(id_)
        for path in questions(ruleset.family):
            cause = idle_because(ruleset, path)
            if cause and cause != FAMILY:
                yield ruleset, path, cause


def test_the_cause_named_is_the_cause():
    """With another answer to the question that is named, the idle one comes up."""
    checked = 0
    for ruleset, path, cause in idle_answers(home_ids()):
        assert cause in questions(ruleset.family), (ruleset.id, path)
        assert wakes(ruleset, path), (ruleset.id, path, cause)
        checked += 1
    print(f"{checked} answers that never come up")
    assert checked >= 40


@pytest.mark.slow
def test_idle_answers_are_idle():
    """The engine finds no example for any other answer to an idle question."""
    checked = 0
    for ruleset, path, _ in idle_answers(home_ids()):
        for changed, together in with_other_answers(ruleset, path):
            # Lives in a game that nobody loses lie there all the same.
            if not together and path != "lives.start":
                contrast = Contrast(path, ruleset, changed, ruleset, borrowed=False)
                assert find_for(contrast) is None, (ruleset.id, path, contrast.answer)
                checked += 1
    print(f"{checked} idle answers changed without effect")
    assert checked >= 40


def test_what_is_not_idle_shows():
    """Every other answer to a question that comes up can be seen somewhere."""
    checked = 0
    for id_ in home_ids():
        ruleset = load_ruleset(id_)
        for path in questions(ruleset.family):
            if idle_because(ruleset, path):
                continue
            for changed, together in with_other_answers(ruleset, path):
                contrast = Contrast(path, ruleset, changed, ruleset, False, together)
                if comes_to_the_same(ruleset, path, contrast.answer):
                    continue
                if (path, contrast.answer) == ("knock.minimum", "1"):
                    continue  # no hand is worth less
                if idle_because(changed, path) == "":
                    assert find_for(contrast) is not None, (id_, path, contrast.answer)
                    checked += 1
    print(f"{checked} answers that show")
    assert checked >= 200


def test_legal_actions_differ_where_an_action_is_named():
    example = find_example(
        load_ruleset("no-trettien"), load_ruleset("se-forst-till-fem"), "turn.throw_back"
    )
    assert isinstance(example, RoundExample)
    assert str(example.action.card) == "KD"
    assert example.action not in legal_actions(example.first.state)
    assert example.action in legal_actions(example.second.state)
    assert example.refusal.reason == "refuse.throw_back"
