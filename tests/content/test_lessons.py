"""The course: alike in four languages, easy to read, and every number and claim worked out.

``python tests/content/test_lessons.py one-suit`` says how easy the steps of a lesson are to read,
what their questions ask, and what is wrong.
"""

import re
import sys

import pytest
from test_catalogues import FORBIDDEN, FOREIGN, QUOTES

from thirtyone.cardwords import LANGUAGES
from thirtyone.content import lessons_dir
from thirtyone.lessons.checks import CHECKS, answers, is_true
from thirtyone.lessons.glossary import glossary
from thirtyone.lessons.lesson import Listing, SceneKind
from thirtyone.lessons.load import course, holes, load_course, load_lesson
from thirtyone.lessons.search import questions, search
from thirtyone.notation import parse_cards
from thirtyone.quiz.data import question_of
from thirtyone.quiz.question import Kind
from thirtyone.rounds import find_round
from thirtyone.rules import Family
from thirtyone.rules.link import find
from thirtyone.rules.values import is_path
from thirtyone.rules.values import questions as rule_questions

THIRTEEN = [
    "goal-and-cards",
    "one-suit",
    "a-turn",
    "knocking",
    "who-loses",
    "thirty-one",
    "last-chance",
    "norwegian",
    "swedish",
    "danish",
    "relatives",
    "strategy",
    "agree",
]
FIRST_FOUR = THIRTEEN[:4]
EASY, READABLE, SLACK = 25, 35, 8
"""LIX of a lesson for a child of nine and of the others, and how much harder a step may be."""
USUAL = range(1, 37)
"""The usual questions of learners: rules.md numbers them."""
ALLOWED = {"31", "41"}
"""Figures that may stand in a text as they are: the names of games."""

everywhere = pytest.mark.parametrize("lang", LANGUAGES)


def each_lesson():
    return [(slug, lang) for slug in course() for lang in LANGUAGES]


every_lesson = pytest.mark.parametrize(("slug", "lang"), each_lesson())


def raw(slug, lang):
    """The text file without its step ids and its placeholders."""
    text = (lessons_dir() / slug / f"{lang}.md").read_text("utf-8")
    text = re.sub(r"^## +[a-z0-9-]+ +\|", "##", text, flags=re.MULTILINE)
    return re.sub(r"\{[a-z-]+:[^{}]*\}", "…", text)


def spoken(lesson):
    """Every sentence of a lesson in its own language, with its place; Xx for words of another."""
    yield "title", lesson.title
    yield "summary", lesson.summary
    for objective in lesson.objectives:
        yield "objective", objective
    for step in lesson.steps:
        yield step.id, step.title
        for block in step.blocks:
            lines = block.items if isinstance(block, Listing) else (block.line,)
            for line in lines:
                yield step.id, "".join("Xx" if span.lang else span.text for span in line)


def lix(text):
    """Words a sentence and per cent of words over six letters: below 30 is a children's book."""
    words = re.findall(r"\w+", text)
    sentences = len(re.findall(r"[.?!]+(?:\s|$)", text)) or 1
    return len(words) / sentences + 100 * sum(len(word) > 6 for word in words) / len(words)


def asked(step):
    return question_of(step.asked.kind, **step.asked.data)


# ------------------------------------------------------------------------------- the files


def test_the_course_has_its_lessons_in_order():
    assert list(course()) == [slug for slug in THIRTEEN if slug in course()]
    assert list(course()) == THIRTEEN


def test_no_file_is_missing_and_none_is_left_over():
    wanted = {f"{slug}/{lang}.md" for slug, lang in each_lesson()}
    wanted |= {f"{slug}/lesson.toml" for slug in course()}
    wanted |= {f"glossary/{lang}.toml" for lang in LANGUAGES}
    wanted |= {"course.toml", "questions.toml", "rounds.toml", "README.md"}
    found = {
        path.relative_to(lessons_dir()).as_posix()
        for path in lessons_dir().rglob("*")
        if path.is_file() and path.parent.name != "rounds"
    }
    assert sorted(wanted - found) == []
    assert sorted(found - wanted) == []
    print(f"{len(found)} files")
    assert len(found) > 8


@every_lesson
def test_a_lesson_loads_and_is_whole(slug, lang):
    lesson = load_lesson(slug, lang)
    assert lesson.title
    assert re.fullmatch(r"[^.?]+[.]", lesson.summary), "the summary is one sentence"
    assert 2 <= len(lesson.objectives) <= 4
    assert 5 <= lesson.minutes <= 10
    assert 4 <= len(lesson.steps) <= 7
    assert set(lesson.needs) <= set(THIRTEEN[: THIRTEEN.index(slug)])
    for step in lesson.steps:
        sentences = len(re.findall(r"[.?](?:\s|$)", step.words))
        assert 2 <= sentences <= 8, f"{step.id} has {sentences} sentences"
        assert not re.search(r"[*{}\[\]#|]", f"{step.title} {step.words}"), step.id
        assert not step.title.endswith("."), step.id
        assert all(map(is_path, step.paths)), step.id


@pytest.mark.parametrize("slug", course())
def test_all_languages_have_the_same_steps_objectives_and_placeholders(slug):
    english = load_lesson(slug, "en")
    for lang in LANGUAGES:
        lesson = load_lesson(slug, lang)
        assert [step.id for step in lesson.steps] == [step.id for step in english.steps]
        assert len(lesson.objectives) == len(english.objectives)
        assert holes(slug, lang) == holes(slug, "en"), lang
    assert english.steps


@pytest.mark.parametrize("slug", course())
def test_languages_are_written_for_themselves(slug):
    for step in range(len(load_lesson(slug, "en").steps)):
        texts = [load_lesson(slug, lang).steps[step].words for lang in LANGUAGES]
        assert len(set(texts)) == len(texts)


# ------------------------------------------------------------------- scenes, questions and claims


@every_lesson
def test_every_question_can_be_asked_and_is_right(slug, lang):
    for step in load_lesson(slug, lang).steps:
        question = asked(step)
        values = [option.value for option in question.options]
        assert 3 <= len(values) <= 4, step.id
        assert len(set(values)) == len(values), step.id
        case = question.case
        if question.kind in {Kind.WORTH, Kind.LOSES, Kind.LEGAL}:
            assert case.value(question.ruleset) == question.answer.value, step.id
        elif question.kind is Kind.WHERE:
            right = case.value(question.ruleset)
            said = [value for value in values if case.value(find(value)) == right]
            assert said == [question.answer.value], step.id
        elif question.kind is Kind.KNOCK:
            assert case.best() == question.answer.value, step.id


@pytest.mark.parametrize("slug", course())
def test_questions_are_alike_in_all_languages(slug):
    """The same kind and the same cards; the right answer may be another where the rules are."""
    for steps in zip(*(load_lesson(slug, lang).steps for lang in LANGUAGES), strict=True):
        assert len({step.asked.kind for step in steps}) == 1
        for step in steps:
            fixed = {k: v for k, v in step.asked.data.items() if k not in {"rules", "rulesets"}}
            first = steps[0].asked.data
            assert fixed == {k: v for k, v in first.items() if k not in {"rules", "rulesets"}}
            assert step.asked.ruleset.family in Family


@every_lesson
def test_no_question_of_a_lesson_comes_twice_or_stands_in_its_scene(slug, lang):
    seen = set()
    for step in load_lesson(slug, lang).steps:
        data = {k: str(v) for k, v in step.asked.data.items()}
        shown = step.scene.data.get("hand", step.scene.data.get("hands"))
        asked_about = step.asked.data.get("hand", step.asked.data.get("hands"))
        assert step.asked.kind == "where" or shown is None or shown != asked_about, step.id
        key = (step.asked.kind, *sorted(data.items()))
        assert key not in seen, step.id
        seen.add(key)


@every_lesson
def test_every_scene_can_be_shown(slug, lang):
    needs = {
        SceneKind.NONE: set(),
        SceneKind.HAND: {"hand"},
        SceneKind.SHOWDOWN: {"hands"},
        SceneKind.ROUND: {"round"},
        SceneKind.COMPARE: {"paths"},
        SceneKind.ODDS: {"hand"},
        SceneKind.HOUSE: {"paths"},
    }
    more = {"knocker", "end", "lives", "at", "hand", "hands", "players", "open"}
    for step in load_lesson(slug, lang).steps:
        scene = step.scene
        assert needs[scene.kind] <= set(scene.data) <= needs[scene.kind] | more, step.id
        for hand in (*scene.data.get("hands", ()), scene.data.get("hand", "AS")):
            assert parse_cards(hand), step.id
        for path in scene.data.get("paths", ()):
            assert all(path in rule_questions(rules.family) for rules in scene.rulesets), path
        if scene.kind is SceneKind.ROUND:
            annotated = find_round(scene.data["round"])
            assert 0 <= scene.data.get("at", 0) < len(annotated.records[0].steps()), step.id


@every_lesson
def test_every_claim_is_true(slug, lang):
    checked = 0
    for step in load_lesson(slug, lang).steps:
        for check in step.checks:
            assert check.what in CHECKS, step.id
            assert is_true(check), f"{step.id}: {check.what} {check.data} is {answers(check)}"
            checked += len(check.rulesets)
    print(f"{checked} claims")
    assert checked >= 4


# --------------------------------------------------------------------------- the usual questions


@everywhere
def test_the_usual_questions_stand_in_every_language(lang):
    asked_for = questions(lang)
    assert list(asked_for) == list(USUAL)
    for text in asked_for.values():
        assert text.endswith("?")
        assert len(text.split()) <= 16, text
        assert set(re.findall(r"\d+", text)) <= ALLOWED, text
    assert len(set(asked_for.values())) == len(USUAL)


def test_every_usual_question_is_answered_in_some_step():
    answered = {n for lesson in load_course("en") for step in lesson.steps for n in step.faq}
    assert answered <= set(USUAL)
    assert sorted(set(USUAL) - answered) == [], "no step answers these"


@everywhere
def test_every_usual_question_is_found_by_its_own_words(lang):
    for lesson in load_course(lang):
        for step in lesson.steps:
            for number in step.faq:
                text = questions(lang)[number]
                found = search(text, lang, most=50)
                assert (lesson.slug, step.id, text) in {(f.slug, f.step, f.question) for f in found}


# ----------------------------------------------------------------------------------- the words


@every_lesson
def test_every_number_is_worked_out(slug, lang):
    figures = set(
        re.findall(r"\d+(?:[.,]\d+)?", re.sub(r"^\d+\. ", "", raw(slug, lang), flags=re.MULTILINE))
    )
    assert figures <= ALLOWED
    assert "½" not in raw(slug, lang)
    assert "%" not in raw(slug, lang)


@every_lesson
def test_a_lesson_is_easy_to_read(slug, lang):
    bound = EASY if slug in FIRST_FOUR else READABLE
    lesson = load_lesson(slug, lang)
    assert lix(" ".join(step.words for step in lesson.steps)) <= bound
    hard = {step.id: round(lix(step.words)) for step in lesson.steps}
    assert {id_: n for id_, n in hard.items() if n > bound + SLACK} == {}
    if slug in FIRST_FOUR:
        for place, text in spoken(lesson):
            longest = max(len(s.split()) for s in re.split(r"(?<=[.?])\s", text))
            assert longest <= 20, f"{place}: {text}"
            assert "(" not in text, place


ENGLISH = r"the|and|you|your|with|this|that|not|does|are|is|it|card|cards|hand of|knock|suit|lives"
LOOKALIKE = {"nb": "is|it", "sv": "is|it", "da": "is|it"}


def foreign_words(lang):
    words = FORBIDDEN[lang] + ("|" + FOREIGN[lang] if lang in FOREIGN else "")
    if lang != "en":
        english = [word for word in ENGLISH.split("|") if word not in LOOKALIKE[lang].split("|")]
        words += "|" + "|".join(english)
    if lang == "nb":
        words = words.replace("|points?", "")
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


@every_lesson
def test_no_word_of_another_language_is_left_over(slug, lang):
    wrong = foreign_words(lang)
    found = [
        f"{place}: {hit[0]}"
        for place, text in spoken(load_lesson(slug, lang))
        if (hit := wrong.search(text))
    ]
    assert found == []


@every_lesson
def test_typography_and_tone(slug, lang):
    first, last = QUOTES[lang]
    for place, text in spoken(load_lesson(slug, lang)):
        where = f"{place}: {text}"
        assert text == text.strip(), where
        assert "  " not in text, where
        assert "!" not in text, where
        assert "..." not in text, where
        assert not re.search(r"(?<=\s)-(?=\s)|(?<!\S)-\d", text), where
        assert not re.search(r"\s[,.?:;]", text), where
        marks = re.findall("[“”„«»\"']", text)
        assert marks == [first, last] * (len(marks) // 2), where
        for sentence in re.split(r"(?<=[.?])\s", text):
            assert not sentence[:1].islower(), where


# ------------------------------------------------------------------------------- the glossary


def test_glossaries_have_the_same_terms():
    keys = {lang: list(glossary(lang)) for lang in LANGUAGES}
    assert all(keys[lang] == keys["en"] for lang in LANGUAGES)
    print(f"{len(keys['en'])} terms")
    assert len(keys["en"]) >= 50
    for slug in course():
        assert set(load_lesson(slug, "en").terms) <= set(keys["en"]), slug
        assert load_lesson(slug, "en").terms


@everywhere
def test_a_term_is_one_sentence(lang):
    wrong = foreign_words(lang)
    for term in glossary(lang).values():
        assert re.fullmatch(r"[^.?!]+\.", term.text), term.key
        assert len(term.text.split()) <= 26, term.key
        assert not term.text[:1].islower(), term.key
        assert term.lang in {"", *LANGUAGES, "de"}, term.key
        assert not (hit := wrong.search(term.text)), (term.key, hit)
        marks = re.findall("[“”„«»\"']", term.text)
        first, last = QUOTES[lang]
        assert marks == [first, last] * (len(marks) // 2), term.key


@everywhere
def test_figures_in_the_glossary_are_worked_out(lang):
    text = (lessons_dir() / "glossary" / f"{lang}.toml").read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("text"):
            bare = re.sub(r"\{[a-z-]+:[^{}]*\}", "", line)
            assert set(re.findall(r"\d+", bare)) <= ALLOWED, line


def report(slug):
    for lang in LANGUAGES:
        lesson = load_lesson(slug, lang)
        whole = lix(" ".join(step.words for step in lesson.steps))
        print(f"\n{slug} {lang}: LIX {whole:.0f}  {lesson.title} – {lesson.summary}")
        for step in lesson.steps:
            question = asked(step)
            values = [option.value for option in question.options]
            print(f"  {step.id} ({lix(step.words):.0f}): {step.title}\n    {step.words}")
            print(f"    {question.kind}: {values} -> {question.answer.value}")
            for check in step.checks:
                if not is_true(check):
                    print(f"    WRONG {check.what} {check.data}: {answers(check)}")


if __name__ == "__main__":
    for name in sys.argv[1:] or course():
        report(name)
