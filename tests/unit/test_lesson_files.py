"""Reading a lesson: what is refused, with which place, and the few marks of a text."""

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import RulesError
from thirtyone.lessons import load
from thirtyone.lessons.lesson import BASE, SceneKind
from thirtyone.lessons.load import load_lesson
from thirtyone.lessons.markup import parse_blocks


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """A course of one lesson that a test may spoil."""
    (tmp_path / "one").mkdir()
    (tmp_path / "course.toml").write_text('lessons = ["one"]\n')
    (tmp_path / "one" / "lesson.toml").write_text(
        'minutes = 5\n[[step]]\nid = "a"\nquestion = { kind = "worth", hand = "KH 9H AS" }\n'
    )
    (tmp_path / "one" / "en.md").write_text("# One\nOne.\n\n## a | A\nIt is {points: KH 9H AS}.\n")
    monkeypatch.setattr(load, "lessons_dir", lambda: tmp_path)
    for cached in (load.course, load.load_lesson):
        cached.cache_clear()
    yield tmp_path / "one"
    for cached in (load.course, load.load_lesson):
        cached.cache_clear()


def test_a_small_lesson(bench):
    lesson = load_lesson("one", "en")
    assert lesson.steps[0].words == "It is 19."
    assert lesson.steps[0].scene.kind is SceneKind.NONE


@pytest.mark.parametrize(
    ("file", "old", "new", "reason", "line"),
    [
        ("en.md", "points:", "pionts:", "refuse.lesson_hole", "one/en.md: Line 5: {pionts: KH 9H AS} cannot be worked out. Did you mean “points”?"),
        ("en.md", "KH 9H", "KH KH", "refuse.lesson_hole", "one/en.md: Line 5: {points: KH KH AS} cannot be worked out."),
        ("en.md", "## a", "## b", "refuse.lesson_steps", "one/en.md: The step a is missing here or in lesson.toml, or stands in another place there."),
        ("lesson.toml", "minutes", "minuets", "refuse.rules_unknown_key", "one/lesson.toml: There is no rule or key minuets. Did you mean “minutes”?"),
        ("lesson.toml", "question =", "paths = []\nfaq = []#", "refuse.rules_missing_key", None),
        ("lesson.toml", "minutes = 5", "minutes 5", "refuse.rules_not_toml", None),
        ("lesson.toml", "question =", 'scene = { kind = "film" }\nquestion =', "refuse.rules_wrong_value", None),
    ],
)  # fmt: skip
def test_a_spoilt_file_is_refused_with_its_place(bench, file, old, new, reason, line):
    path = bench / file
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(RulesError) as caught:
        load_lesson("one", "en")
    assert caught.value.reason == reason
    assert f"one/{file}" in str(caught.value)
    if line:
        assert str(caught.value) == line


def test_an_unknown_lesson_and_a_missing_file_are_named(bench):
    with pytest.raises(RulesError) as caught:
        load_lesson("oen", "en")
    assert str(caught.value) == "There is no lesson “oen”. Did you mean “one”?"
    with pytest.raises(RulesError) as caught:
        load_lesson("one", "sv")
    assert "one/sv.md" in str(caught.value)
    with pytest.raises(ValueError, match="xx"):
        load_lesson("one", "xx")


def test_marks_of_a_text():
    text = "A **strong** and a *word*.\n\n1. First\n2. then [på gyngen]{lang=da}"
    paragraph, listing = parse_blocks(text)
    assert [span.text for span in paragraph.line] == ["A ", "strong", " and a ", "word", "."]
    assert listing.numbered
    assert listing.items[1][1].lang == "da"
    assert set(BASE) == set(LANGUAGES)
