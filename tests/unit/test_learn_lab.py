"""The learn page without a browser: places, tries, questions, practice, and what is kept."""

import json
import re
from pathlib import Path

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.lessons.load import course, load_course, load_lesson
from thirtyone.quiz import Kind
from thirtyone.text.catalogue import read_catalogue
from thirtyone.text.translator import get_translator
from thirtyone.ui.learn_kept import Kept, read_kept
from thirtyone.ui.learn_lab import LearnLab
from thirtyone.ui.learn_place import PRACTICE, lesson_link, neighbours, step_ids, taught

UI = Path(__file__).parents[2] / "thirtyone" / "ui"


def do(lab: LearnLab, *acts):
    number = (lab.widget.intent or {}).get("n", 0) + 1
    lab.widget.intent = {"n": number, "do": [list(act) for act in acts]}
    return lab.widget.scene


def right(lab: LearnLab) -> str:
    assert lab.question is not None
    return str(lab.question.right)


def wrong(lab: LearnLab) -> str:
    assert lab.question is not None
    return str((lab.question.right + 1) % len(lab.question.options))


# ------------------------------------------------------------------------------------- where one is


def test_the_course_tells_every_lesson():
    lab = LearnLab(lang="nb")
    scene = lab.widget.scene
    assert scene["page"] == "course"
    assert len(scene["lessons"]) == len(course()) == 13
    second = scene["lessons"][1]
    lesson = load_lesson("one-suit", "nb")
    assert second["title"] == lesson.title
    assert second["minutes"] == f"{lesson.minutes} minutter"
    assert second["aims"]["items"] == list(lesson.objectives)
    assert load_lesson("goal-and-cards", "nb").title in second["needs"]
    assert second["place"] == {"lesson": "one-suit", "step": "add-up", "view": ""}
    assert scene["go_on"]["place"]["lesson"] == "goal-and-cards"
    assert len(scene["search"]["all"]["items"]) == 36


def test_an_address_is_restored_and_written():
    told = []
    lab = LearnLab(
        lang="en",
        lesson="one-suit",
        step="three-suits",
        on_change=lambda s, **k: told.append((s, k)),
    )
    assert lab.widget.scene["title"] == "Three suits, one card"
    assert lab.widget.scene["count"] == "Step 4 of 7"
    do(lab, ("go", "one-suit", "the-ace", ""))
    assert told[-1][0]["step"] == "the-ace"
    assert told[-1][1] == {"push": True}
    lab.follow({"lesson": "one-suit", "step": "three-suits"})  # Back
    assert lab.widget.scene["title"] == "Three suits, one card"
    do(lab, ("find", "x"))
    assert told[-1][1] == {"push": False}


@pytest.mark.parametrize(
    ("state", "page", "wrong"),
    [
        ({"lesson": "chess"}, "course", "chess"),
        ({"lesson": "one-suit", "step": "castling"}, "lesson", "castling"),
        ({"lesson": "one-suit"}, "lesson", ""),
        ({"step": "<script>"}, "course", "<script>"),
        ({"view": "projector", "lesson": "one-suit"}, "lesson", ""),
        ({"view": "glossary"}, "glossary", ""),
        ({"step": PRACTICE}, "practice", ""),
        (
            {"step": PRACTICE, "ask": "worth-1-1", "level": "2", "kinds": "worth.rule"},
            "practice",
            "",
        ),
        ({"step": PRACTICE, "ask": "worth-9-1"}, "practice", "worth-9-1"),
        ({"step": PRACTICE, "level": "7"}, "practice", "7"),
        ({"step": PRACTICE, "kinds": "worth.chess"}, "practice", "chess"),
    ],
)
def test_a_link_that_cannot_be_followed_is_told(state, page, wrong):
    lab = LearnLab(lang="en", **state)
    assert lab.widget.scene["page"] == page
    assert (wrong in lab.widget.scene["message"]) if wrong else lab.widget.scene["message"] == ""


def test_the_way_leads_through_all_lessons():
    """Next and next again: every step once, after each lesson its practice, at last no more."""
    lesson = load_lesson(course()[0], "en")
    seen, step = [], lesson.steps[0].id
    while True:
        seen.append((lesson.slug, step))
        place = neighbours(lesson, step)[1]
        if place is None:
            break
        lesson, step = load_lesson(place.lesson, "en"), place.step
    wanted = [(slug, step) for slug in course() for step in (*step_ids(slug), PRACTICE)]
    assert seen == wanted


def test_acts_that_make_no_sense_change_nothing():
    lab = LearnLab(lang="en", lesson="one-suit", step="add-up")
    before = json.dumps({**lab.widget.scene, "ack": 0})
    scene = do(
        lab,
        ("go", "chess", "", ""),
        ("answer", "7"),
        ("answer", "-1"),
        ("card", "0", "0", "9H"),  # is in the hand
        ("card", "5", "0", "2C"),
        ("card", "0", "x", "2C"),
        ("card", "0", "0", "ZZ"),
        ("knock", "1"),
        ("choose", "scoring.target", "41"),
        ("kind", "worth"),
        ("level", "2"),
        ("another",),
        ("boom",),
    )
    assert json.dumps({**scene, "ack": 0}) == before


# ------------------------------------------------------------------------------------ what one tries


def test_another_card_moves_the_bars():
    lab = LearnLab(lang="en", lesson="one-suit", step="add-up")
    bars = lab.widget.scene["try"]["bars"]
    assert [(row["word"], row["parts"], row["on"]) for row in bars["rows"]] == [
        ("hearts", [10, 9], True),
        ("spades", [11], False),
    ]
    scene = do(lab, ("card", "0", "2", "7H"))["try"]
    assert [(row["word"], row["parts"]) for row in scene["bars"]["rows"]] == [
        ("hearts", [10, 9, 7])
    ]
    assert "26" in scene["said"]
    assert scene["chooser"]["again"]
    assert do(lab, ("again",))["try"]["bars"] == bars


def test_a_hand_with_a_rule_of_its_own_has_a_bar_for_the_whole_hand():
    lab = LearnLab(lang="da", lesson="one-suit", step="add-up")
    for place, card in enumerate(("QS", "QD", "QC")):
        do(lab, ("card", "0", str(place), card))
    rows = lab.widget.scene["try"]["bars"]["rows"]
    assert (rows[0]["word"], rows[0]["total"], rows[0]["on"]) == ("hele hånden", "30½", True)
    assert not any(row["on"] for row in rows[1:])


def test_final_hands_are_settled_again():
    lab = LearnLab(lang="en", lesson="goal-and-cards", step="goal")
    scene = lab.widget.scene["try"]
    losers = [seat["name"] for seat in scene["hands"] if seat["loses"]]
    assert losers == ["Bo"]
    assert "Bo" in scene["results"][0]["text"]
    scene = do(lab, ("card", "0", "1", "2S"))["try"]
    assert [seat["name"] for seat in scene["hands"] if seat["loses"]] == ["Anna"]
    scene = do(lab, ("knock", ""))["try"]
    assert not any(seat["loses"] for seat in scene["hands"])
    assert "goes on" in scene["results"][0]["text"]


def test_house_rules_can_be_tried():
    lab = LearnLab(lang="en", lesson="norwegian", step="house-rules")
    scene = do(lab, ("choose", "scoring.three_of_a_kind", "30.5"))["try"]
    row = next(row for row in scene["rows"] if row["path"] == "scoring.three_of_a_kind")
    assert row["state"] == "ch"
    assert "house=h1_no-trettien" in scene["link"]["href"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_has_a_scene_and_a_question_in_every_language(lang):
    lab = LearnLab(lang=lang)
    kinds, steps = set(), 0
    for lesson in load_course(lang):
        for step in lesson.steps:
            lab.follow({"lesson": lesson.slug, "step": step.id})
            scene = lab.widget.scene
            assert scene["title"] == step.title
            assert not scene["message"]
            shown = " ".join([scene["lede"], *scene["blocks"]])
            text = re.sub(r"<[^>]+>", "", shown).replace("&#x27;", "'").replace("&quot;", '"')
            assert "".join(text.split()) == "".join(step.words.split()), (lesson.slug, step.id)
            kinds.add(scene["try"]["kind"] if scene["try"] else "none")
            json.dumps(scene)
            assert scene["ask"]["reveal"] is None
            assert "right" not in {option["state"] for option in scene["ask"]["options"]}
            scene = do(lab, ("answer", wrong(lab)))
            states = [option["state"] for option in scene["ask"]["options"]]
            assert states.count("right") == 1
            assert states.count("wrong") == 1
            assert scene["ask"]["reveal"]["verdict"]
            steps += 1
    assert kinds >= {"hand", "showdown", "round", "compare", "odds", "house"}
    print(f"{steps} steps")
    assert steps >= 80


def test_bold_words_are_explained():
    found = 0
    for lesson in load_course("nb"):
        for step in lesson.steps:
            lab = LearnLab(lang="nb", lesson=lesson.slug, step=step.id)
            scene = lab.widget.scene
            html = scene["lede"] + "".join(scene["blocks"])
            keys = re.findall(r'data-term="([\w-]+)"', html)
            assert set(keys) == set(scene["terms"])
            found += len(keys)
    print(f"{found} words explained")
    assert found >= 60


# ---------------------------------------------------------------------------- answers and progress


def test_the_first_guess_counts_and_is_kept():
    lab = LearnLab(lang="en", lesson="one-suit", step="add-up")
    scene = do(lab, ("answer", wrong(lab)))
    assert lab.kept.done("one-suit") == {"add-up": False}
    assert lab.widget.keep["steps"] == {"one-suit": {"add-up": 0}}
    assert lab.widget.keep["n"] == 1
    assert scene["rail"]["items"][0]["done"]
    said = scene["said"]
    assert said[1].startswith(scene["ask"]["reveal"]["verdict"])
    assert do(lab, ("answer", right(lab)))["said"] == said  # it is answered
    do(lab, ("go", "one-suit", "best-suit", ""), ("go", "one-suit", "add-up", ""))
    do(lab, ("answer", right(lab)))
    assert lab.kept.done("one-suit") == {"add-up": False}
    assert lab.kept.quiz.score == (0, 1)


def test_what_a_browser_kept_is_read_as_nobodys_word():
    good = {
        "v": 1,
        "steps": {"one-suit": {"add-up": 1}},
        "quiz": {"v": 1, "kinds": {"worth": [1, 1]}},
    }
    assert read_kept(good).quiz.score == (1, 1)
    for bad in (
        None,
        [],
        {"v": 2},
        {"v": 1, "steps": [1]},
        {"v": 1, "steps": {"chess": {"a": 1}}},
        {"v": 1, "steps": {"one-suit": {"a" * 99: 1, "add-up": 7, 3: 1}}},
        {"v": 1, "quiz": {"v": 1, "kinds": {"worth": [5, 1]}}},
    ):
        assert read_kept(bad).is_empty, bad
    lab = LearnLab(lang="nb")
    lab.widget.kept = {**good, "at": 5}
    assert lab.widget.scene["lessons"][1]["done"] == 1
    assert lab.widget.scene["go_on"]["text"].startswith("Fortsett med")
    assert read_kept(lab.kept.as_data()) == lab.kept


def test_reset_forgets_everything():
    lab = LearnLab(lang="en", lesson="one-suit", step="add-up")
    do(lab, ("answer", "0"))
    scene = do(lab, ("reset",))
    assert lab.kept == Kept()
    assert lab.widget.keep["steps"] == {}
    assert not scene["rail"]["items"][0]["done"]
    assert scene["said"][1] == "The progress is erased."


def test_the_result_is_text_to_hand_in():
    lab = LearnLab(lang="sv", lesson="one-suit", step="add-up")
    do(lab, ("answer", right(lab)))
    do(lab, ("go", "", "", ""))
    text = lab.widget.scene["progress"]["result"]["text"]
    assert text.startswith("Bara en färg räknas: 1 av 7 steg")
    assert "1 av 1" in text


# -------------------------------------------------------------------------------------- the practice


def test_practice_without_end_by_kind_and_level():
    lab = LearnLab(lang="en", lesson="one-suit", step=PRACTICE, seed=3)
    scene = lab.widget.scene
    chosen = [name for name, _, on in scene["kinds"]["options"] if on]
    assert chosen == ["worth", "where"]
    do(lab, ("kind", "where"), ("level", "3"))
    seen = set()
    for _ in range(12):
        assert lab.question is not None
        assert lab.question.kind is Kind.WORTH
        seen.add(lab.widget.scene["ask"]["id"])
        do(lab, ("answer", wrong(lab)), ("another",))
    assert len(seen) == 12
    assert lab.kept.quiz.score == (0, 12)
    scene = do(lab, ("kind", "worth"))
    assert "One kind" in scene["said"][1]
    assert lab.state["kinds"] == "worth"
    assert lab.state["level"] == "3"


def test_a_link_brings_the_same_question_back():
    lab = LearnLab(lang="da", home="dk-a7", step=PRACTICE, seed=1)
    for _ in range(8):
        do(lab, ("answer", wrong(lab)), ("another",))
        again = LearnLab(lang="da", home="dk-a7", **lab.state)
        assert again.question == lab.question


def test_mistakes_come_back():
    """After mistakes with three aces most questions are about rules that went wrong."""
    lab = LearnLab(lang="en", step=PRACTICE, kinds="worth", level="3", seed=5)
    data = {"v": 1, "paths": {"scoring.three_aces": [0, 9]}, "kinds": {"worth": [0, 9]}}
    lab.widget.kept = {"v": 1, "steps": {}, "quiz": data}
    hits = 0
    for _ in range(40):
        do(lab, ("another",))
        assert lab.question is not None
        hits += "scoring.three_aces" in lab.question.paths
    print(f"{hits} of 40")
    assert hits >= 12


# ---------------------------------------------------------------------------------- search and rules


@pytest.mark.parametrize("lang", LANGUAGES)
def test_search_finds_the_answer_of_every_usual_question(lang):
    lab = LearnLab(lang=lang)
    for item in lab.widget.scene["search"]["all"]["items"]:
        words = " ".join(re.findall(r"[\w½]+", item["text"]))
        found = do(lab, ("find", words[:80]))["search"]["found"]
        heads = {hit["head"] for hit in found}
        assert item["text"] in heads or len(words) > 80, item["text"]
    assert do(lab, ("find", "xyzzy"))["search"]["found"] == []
    assert "xyzzy" in lab.widget.scene["search"]["said"]


def test_rules_lead_to_their_lesson():
    assert taught()["scoring.ace_across_suits"][0] == "one-suit"
    link = lesson_link("knock.minimum", get_translator("nb"), "no-trettien")
    assert link is not None
    assert link["href"].startswith("../learn/?lesson=knocking&step=how-high&lang=nb")
    assert lesson_link("form", get_translator("nb"), "no-trettien") is None


def test_every_text_of_the_page_is_used():
    source = "".join(path.read_text("utf-8") for path in UI.glob("learn*.py"))
    keys = [key for key in read_catalogue("en") if key.startswith("learn.")]
    assert [key for key in keys if f'"{key}"' not in source] == []
    assert len(keys) > 60
