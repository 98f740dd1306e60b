"""A whole class at once, 40 phones against a real server: nothing gets lost, nothing is seen early."""

import pytest

pytest.importorskip("marimo")

from benchmarks.live_class import PUPILS, hold_class


@pytest.mark.parametrize(
    ("kept", "think"),
    [("memory", 3), ("file", 3), ("memory", 0)],
    ids=["memory", "file", "at-once"],
)
def test_forty_pupils_answer_and_nothing_is_lost(tmp_path, kept, think):
    """Each presses twice and counts once; before the reveal even the teacher's key has no results."""
    taken = hold_class(tmp_path, kept, think)
    assert taken.problems == []
    assert taken.before == [[0, PUPILS], []]
    assert taken.during == [[PUPILS, PUPILS], []]
    assert taken.after == [[PUPILS, PUPILS], [taken.wanted]]
    assert len(taken.answer) == sum(taken.wanted) == PUPILS
    print(f"{PUPILS} pupils, {kept}: {sum(taken.wanted)} answers counted")
