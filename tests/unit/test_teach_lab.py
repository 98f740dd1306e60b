"""The teacher's page without a browser: plans, the form, what a stranger may send."""

from urllib.parse import parse_qsl

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import ThirtyOneError
from thirtyone.lessons.load import course, load_lesson
from thirtyone.sheets import SheetKind
from thirtyone.text.translator import get_translator
from thirtyone.ui.sheet_address import Where, job_query, print_out, pupil_links, read_job
from thirtyone.ui.sheet_print import Job, Part, count_pages
from thirtyone.ui.teach_lab import STATE, TeachLab
from thirtyone.ui.teach_plan import LENGTH, make_plan, plan_ids, whole_plans

NUMBER = iter(range(1, 10_000))


def do(lab, *acts, part="sheets"):
    getattr(lab, part).intent = {"n": next(NUMBER), "do": [list(act) for act in acts]}


# ---------------------------------------------------------------------------------------- plans


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_plan_fills_its_time_without_a_gap(lang):
    """Three whole plans and one for each lesson, 45 minutes each, with aims out of the course."""
    tr = get_translator(lang)
    for id_ in plan_ids():
        plan = make_plan(id_, tr)
        at = 0
        for row in plan.rows:
            assert row.start == at
            assert row.minutes >= 5
            assert row.name and row.what and row.board
            at += row.minutes
        assert at == LENGTH, id_
        assert plan.aims, id_
        objectives = {aim for lesson in plan.lessons for aim in lesson.objectives}
        assert set(plan.aims) <= objectives
        assert {lesson.lang for lesson in plan.lessons} <= {lang}
        assert plan.kinds
    assert whole_plans() == ("first", "knock", "rules")
    assert plan_ids()[3:] == course()


def test_a_plan_of_one_lesson_asks_the_usual_questions():
    plan = make_plan("one-suit", get_translator("en"))
    assert plan.title == load_lesson("one-suit", "en").title
    assert 1 <= len(plan.talk) <= 4
    assert all(text.endswith("?") for text in plan.talk)
    assert plan.kinds == (SheetKind.SCORE,)


def test_the_plan_can_be_chosen_and_is_in_the_address():
    told = []
    lab = TeachLab(on_change=told.append)
    do(lab, ("plan", "rules"), part="plan")
    assert lab.plan.scene["name"] == "Who is right?"
    assert told[-1]["plan"] == "rules"
    do(lab, ("plan", "chess"), part="plan")
    assert lab.wanted.plan == "rules"
    assert TeachLab(**{**STATE, "plan": "knock"}).plan.scene["name"] == "To knock or not"


# --------------------------------------------------------------------------------------- sheets


def test_the_form_counts_what_it_will_print():
    lab = TeachLab(lang="en", home="se-svensk-bas")
    scene = lab.sheets.scene
    assert [item["on"] for item in scene["kinds"]["items"]] == [True, True, False, False]
    assert scene["print"]["text"] == "Print 52 pages"
    assert dict(parse_qsl(scene["print"]["query"])) == {
        "kind": "score.settle",
        "rules": "se-svensk-bas",
        "lang": "en",
        "sheets": "26",
        "part": "sheets",
    }
    do(lab, ("kind", "settle"), ("many", "3"), ("words", "sv"), ("level", "2"), ("seed", "7"))
    query = dict(parse_qsl(lab.sheets.scene["key"]["query"]))
    assert query["part"] == "key"
    assert (query["kind"], query["lang"], query["level"], query["seed"]) == (
        "score",
        "sv",
        "2",
        "7",
    )
    assert lab.sheets.scene["print"]["text"] == "Print 3 pages"
    job = read_job(query, "en")
    assert count_pages(job) == 1


def test_a_sheet_follows_the_reader_until_something_else_is_chosen():
    lab = TeachLab(lang="nb", home="no-trettien")
    lab.follow({"lang": "da", "home": "dk-a7"})
    assert (lab.wanted.rules, lab.wanted.words) == ("dk-a7", "da")
    do(lab, ("rules", "scat"), ("words", "en"))
    lab.follow({"lang": "sv", "home": "se-svensk-bas"})
    assert (lab.wanted.rules, lab.wanted.words) == ("scat", "en")
    assert lab.sheets.scene["lang"] == "sv"


def test_none_chosen_and_numbers_that_are_none_are_said():
    lab = TeachLab()
    do(lab, ("kind", "score"), ("kind", "settle"))
    assert lab.sheets.scene["none"] == "Choose at least one sheet."
    assert lab.sheets.scene["ready"] is False
    do(lab, ("kind", "agree"), ("many", "100"))
    field = lab.sheets.scene["many"]
    assert (field["value"], field["error"]) == ("100", "A whole number from 1 to 40.")
    assert lab.sheets.scene["ready"] is False
    assert lab.state["sheets"] == "26"
    do(lab, ("many", "30"))
    assert lab.sheets.scene["many"]["error"] == ""
    assert lab.sheets.scene["ready"] is True


def test_another_start_value_is_another_class_set():
    lab = TeachLab()
    before = lab.wanted.seed
    for _ in range(4):
        do(lab, ("other",))
    assert lab.wanted.seed != before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plan", "<b>"),
        ("kind", "score.chess"),
        ("kind", "chess"),
        ("rules", "nope"),
        ("words", "xx"),
        ("level", "4"),
        ("sheets", "1000"),
        ("seed", "-3"),
        ("seed", "9" * 4000),
    ],
)
def test_a_damaged_link_is_said_and_the_page_goes_on(name, text):
    lab = TeachLab(**{**STATE, name: text})
    assert lab.head.scene["message"]["text"].startswith("The link asks for")
    assert lab.sheets.scene["print"]["query"]
    assert lab.plan.scene["rows"]


def test_all_that_a_link_gets_wrong_is_named():
    lab = TeachLab(**{**STATE, "rules": "bar", "words": "zz", "kind": "chess"})
    said = lab.head.scene["message"]["text"]
    assert [part for part in ("bar", "zz", "chess") if part in said] == ["bar", "zz", "chess"]
    assert lab.state["kind"] == STATE["kind"]


@pytest.mark.parametrize(
    "act",
    [
        ("plan",),
        ("kind", "chess"),
        ("rules", "../../etc/passwd"),
        ("many", "²"),
        ("seed", "1e9"),
        ("file", "kind=bogus"),
        ("file", "x" * 100_000),
        ("evil", "x"),
    ],
)
def test_acts_that_make_no_sense_change_nothing(act):
    lab = TeachLab()
    before = lab.state
    do(lab, act)
    assert lab.state == before


def test_without_a_server_a_print_out_comes_as_a_file():
    lab = TeachLab()
    do(lab, ("file", lab.sheets.scene["print"]["query"]))
    file = lab.sheets.scene["file"]
    assert file["text"].startswith("<!doctype html>")
    assert lab.plan.scene["file"] is None
    do(lab, ("level", "2"))
    assert lab.sheets.scene["file"] is None


# ------------------------------------------------------------------------------------ addresses


def test_a_job_comes_back_from_its_address():
    job = TeachLab(home="dk-a7", lang="da", level="3", seed="8").wanted.job(Part.KEY)
    assert read_job(job_query(job), "en") != job  # the language of a page is not in the job's words
    assert read_job(job_query(job), "da") == job


def test_a_pupils_link_leads_to_the_own_sheet_without_its_key():
    job = Job((SheetKind.SCORE,), TeachLab().wanted.job().ruleset, sheets=26, seed=5)
    links = pupil_links(job, "http://192.0.2.7:2731/sheet/")
    assert [number for number, _ in links] == list(range(1, 27))
    assert len({link for _, link in links}) == 26
    number, link = links[6]
    page = print_out(
        dict(parse_qsl(link.partition("?")[2])), "en", Where("http://192.0.2.7/sheet/")
    )
    assert f"sheet {number} · start value 5" in page
    assert page.count('<section class="pg') == 1
    assert "part=key" not in page


def test_slips_have_a_code_only_where_phones_can_reach_it():
    query = {"kind": "score", "sheets": "20", "part": "links"}
    near = print_out(query, "en", Where("http://localhost:2731/sheet/"))
    assert 'class="qr"' not in near
    assert "on this machine only" in near
    far = print_out(query, "en", Where("http://localhost/sheet/", "http://192.0.2.7:2731/sheet/"))
    assert far.count('class="qr"') == 20
    assert "192.0.2.7:2731/sheet/?kind=score" in far


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_print_out_there_is_can_be_made(lang):
    for query in (
        {"kind": "deck", "cards": "52"},
        {"kind": "deck", "cards": "24"},
        {"kind": "rules", "rules": "home"},
        {"kind": "rules", "rules": "h1_no-trettien_sa-any_n-Hytten"},
        *({"kind": "plan", "plan": id_} for id_ in plan_ids()),
    ):
        text = print_out(query, lang)
        assert f'<html lang="{lang}">' in text
        assert "://" not in text


@pytest.mark.parametrize(
    "query",
    [
        {"kind": "bogus"},
        {"kind": ""},
        {"kind": "score", "sheets": "0"},
        {"kind": "score", "sheets": "99999"},
        {"kind": "score", "seed": "x"},
        {"kind": "settle", "count": "96"},
        {"kind": "score", "rules": "/etc/passwd"},
        {"kind": "score", "level": "0"},
        {"kind": "deck", "cards": "53"},
        {"kind": "rules", "rules": "nope"},
        {"kind": "plan", "plan": "nope"},
    ],
)
def test_an_address_that_makes_no_sense_is_refused(query):
    with pytest.raises(ThirtyOneError):
        print_out(query, "en")
