"""The class question in browsers: a teacher's wall and two phones, in every state, loaded again."""

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from serving import run_server

NOTEBOOK = """
import marimo

app = marimo.App(width="full", app_title="31")

with app.setup:
    import marimo as mo

    from thirtyone.web import page
    from thirtyone.web.live_desk import LiveDesk


@app.cell
def _():
    here = page.open(mo)
    desk = LiveDesk(lang=here.lang, home=here.home, letters=here.prefs.letters)
    here.observe(desk.follow)
    mo.vstack([here.bridge, desk.widget], gap=0)
    return
"""
PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1920, "height": 1080}
CARD = ".wall .card1"


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A server whose only notebook is a desk."""
    folder = tmp_path_factory.mktemp("school")
    (folder / "teach.py").write_text(NOTEBOOK, "utf-8")
    with run_server(folder / "log.txt", notebooks=folder) as running:
        yield running


@pytest.fixture
def classroom(open_page, school):
    """The teacher's page, and a way for pupils to come in."""

    def teach(lang="sv", home="se-svensk-bas", **more):
        return open_page(
            f"/teach/?lang={lang}&home={home}", ready=CARD, at=school, lang=lang, **(WIDE | more)
        )

    def join(teacher, lang="sv", **more):
        code = teacher.locator(".cd b").inner_text().replace(" ", "")
        return open_page(f"/join/{code}", ready="main h1", at=school, lang=lang, **(PHONE | more))

    return teach, join


def start(teacher):
    teacher.locator(f"{CARD} .btn.pri").click()
    expect(teacher.locator("dialog.wl")).to_be_visible()


def on_wall(teacher):
    return teacher.locator("dialog.wl")


def choose(pupil, text):
    pupil.get_by_role("button", name=text, exact=True).click()
    expect(pupil.locator("li.mine")).to_contain_text(text)


def test_a_class_that_loads_its_pages_again(classroom, assert_accessible, assert_big_targets):
    """Choose, sent, reveal, next, end: each page is loaded again in each state and is the same."""
    teach, join = classroom
    teacher = teach(expect_errors=("404",))  # the end of the class, for those who wait for news
    assert_accessible(teacher)
    start(teacher)
    expect(on_wall(teacher).locator(".ctn")).to_have_text("Ingen är här än")
    first, second = join(teacher), join(teacher)
    for pupil in (first, second):
        expect(pupil.locator("h1")).to_have_text("Vad är den här handen värd i Svensk bas?")
        assert pupil.locator(".lv-ans button").all_inner_texts() == ["10", "20", "30", "30½"]
        sizes = [b.bounding_box() for b in pupil.locator(".lv-ans button").all()]
        assert min(size["height"] for size in sizes) >= 76
        assert pupil.evaluate("document.documentElement.scrollWidth") == 390
    assert_accessible(first)
    assert_big_targets(first)
    expect(on_wall(teacher).locator(".ctn")).to_have_text("0 av 2 har svarat")

    choose(first, "30")
    expect(on_wall(teacher).locator(".ctn")).to_have_text("1 av 2 har svarat")
    expect(on_wall(teacher).locator(".dots .y")).to_have_count(1)
    assert_accessible(first)
    assert_accessible(teacher)
    for page in (teacher, first, second):
        page.reload()
    expect(on_wall(teacher).locator(".ctn")).to_have_text("1 av 2 har svarat")
    expect(first.locator("li.mine")).to_have_text(re.compile("30.*ditt svar"))
    expect(first.locator("main button")).to_have_count(0)
    expect(second.locator(".lv-ans button")).to_have_count(4)
    # No bar and no count on the wall or in its page, however deep one looks.
    expect(on_wall(teacher).locator(".br")).to_have_count(0)
    choose(second, "10")
    expect(on_wall(teacher).locator(".ctn")).to_have_text("2 av 2 har svarat")

    teacher.keyboard.press(" ")
    for page in (teacher, first, second):
        shown(page, teacher)
    assert_accessible(first)
    assert_accessible(teacher)
    for page in (teacher, first, second):
        page.reload()
    for page in (teacher, first, second):
        shown(page, teacher)

    teacher.keyboard.press("n")
    expect(on_wall(teacher)).to_have_attribute("data-state", "open")
    for pupil in (first, second):
        expect(pupil.locator(".lv-ans button").first).to_be_visible()
        expect(pupil.locator("li.ok")).to_have_count(0)

    on_wall(teacher).locator(".hd .btn").click()
    teacher.get_by_role("button", name="Avsluta och radera").click()
    expect(on_wall(teacher)).to_be_hidden()
    for pupil in (first, second):
        expect(pupil.locator("h1")).to_have_text("Klassfrågan är slut")
    teacher.reload()
    expect(teacher.locator(f"{CARD} .btn.pri")).to_have_text("Starta med den här frågan")
    expect(on_wall(teacher)).to_be_hidden()


def shown(page, teacher):
    if page == teacher:
        wall = on_wall(page)
        expect(wall).to_have_attribute("data-state", "reveal")
        expect(wall.locator("li.ok .an")).to_have_text("10")
        expect(wall.locator(".br em")).to_have_text(["1", "0", "1", "0"])
        expect(wall.locator(".why")).to_contain_text("Rätt svar: 10.")
        expect(wall.locator(".why")).to_contain_text("30½ är rätt i Dansk Enogtredive.")
    else:
        expect(page.locator("li.ok")).to_contain_text("10")
        expect(page.locator(".lv-say h2")).to_have_text("Rätt svar: 10.")
        mine = "wrong" if page.locator("li.wrong").count() else "ok"
        expect(page.locator(f"li.{mine}")).to_contain_text("ditt svar")
        expect(page.get_by_text("Ditt svar, 30, är rätt i Grekisk 31.")).to_have_count(
            int(mine == "wrong")
        )


def test_projector(classroom):
    """1920 by 1080: everything of the question and the way in is seen at once, in both states."""
    teach, _ = classroom
    teacher = teach()
    teacher.locator(".ch summary").click()
    for kind in ("worth", "loses", "legal", "rule", "where", "knock"):
        fields = teacher.locator(".ch select")
        fields.nth(1).select_option("3")
        fields.nth(0).select_option(kind)
        expect(fields.nth(0)).to_have_value(kind)
        teacher.wait_for_timeout(600)
        before = on_wall(teacher).get_attribute("data-stamp") or ""
        teacher.locator(f"{CARD} .btn.pri").click()
        expect(on_wall(teacher)).to_be_visible()
        expect(on_wall(teacher)).not_to_have_attribute("data-stamp", before)
        all_in_view(teacher, (".lq h1", ".sp li", ".ad", ".cd b", ".ctn", ".ac .btn:visible"))
        teacher.keyboard.press(" ")
        expect(on_wall(teacher)).to_have_attribute("data-state", "reveal")
        all_in_view(teacher, (".lq h1", ".sp li", ".br em", ".why", ".ad", ".cd b", ".ctn"))
        teacher.keyboard.press("Escape")
        expect(on_wall(teacher)).to_be_hidden()
    # The address and the heading can be read from the last row.
    teacher.locator(f"{CARD} .do .btn").nth(1).click()
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    assert on_wall(teacher).locator("h1").evaluate(size) >= 40
    assert on_wall(teacher).locator(".ad").evaluate(size) >= 24
    assert on_wall(teacher).locator(".cd b").evaluate(size) >= 54


def all_in_view(teacher, parts):
    seen = 0
    for css in parts:
        for part in on_wall(teacher).locator(css).all():
            box = part.bounding_box()
            assert box, css
            assert box["x"] >= 0 and box["x"] + box["width"] <= 1920, css
            assert box["y"] >= 0 and box["y"] + box["height"] <= 1080, css
            seen += 1
    assert seen >= 8


def test_keyboard_alone(classroom):
    """Start, show, next, away and back, end: without a mouse, and Space stays with a button."""
    teach, join = classroom
    teacher = teach()
    teacher.locator(f"{CARD} .btn.pri").focus()
    teacher.keyboard.press("Enter")
    expect(on_wall(teacher)).to_be_visible()
    pupil = join(teacher)
    pupil.keyboard.press("Tab")
    expect(pupil.get_by_role("button", name="10", exact=True)).to_be_focused()
    pupil.keyboard.press("Enter")
    expect(pupil.locator("li.mine")).to_contain_text("10")
    expect(pupil.locator("#lv")).to_be_focused()
    expect(pupil.locator("#lv-said")).to_have_text("Ditt svar är skickat")
    teacher.keyboard.press("n")
    teacher.wait_for_timeout(300)
    expect(on_wall(teacher)).to_have_attribute("data-state", "open")
    # The button to end has the focus: Space presses it, it shows no answer.
    on_wall(teacher).locator(".hd .btn").focus()
    teacher.keyboard.press(" ")
    expect(teacher.get_by_role("button", name="Avsluta och radera")).to_be_focused()
    expect(on_wall(teacher)).to_have_attribute("data-state", "open")
    teacher.keyboard.press("Escape")
    expect(on_wall(teacher).locator(".hd .btn")).to_be_focused()
    teacher.keyboard.press("Escape")
    expect(on_wall(teacher)).to_be_hidden()
    teacher.get_by_role("button", name="Visa tavlan").focus()
    teacher.keyboard.press("Enter")
    expect(on_wall(teacher)).to_be_visible()
    teacher.keyboard.press(" ")
    expect(on_wall(teacher)).to_have_attribute("data-state", "reveal")
    expect(pupil.locator("li.ok")).to_contain_text("10")
    expect(pupil.locator("#lv-said")).to_have_text("Rätt svar: 10.")
    teacher.keyboard.press("N")
    expect(on_wall(teacher)).to_have_attribute("data-state", "open")


def test_the_teacher_alone_sees_answers_come_in(classroom, assert_accessible):
    """On the card, folded out by hand; never on the wall, and folded again when that is shown."""
    teach, join = classroom
    teacher = teach()
    expect(teacher.locator(f"{CARD} .sprd")).to_be_hidden()
    start(teacher)
    one, other = join(teacher), join(teacher)
    choose(one, "10")
    teacher.keyboard.press("Escape")
    teacher.locator(f"{CARD} .sprd summary").click()
    bars = teacher.locator(f"{CARD} .bars li")
    expect(bars).to_have_count(4)
    counts = dict.fromkeys(bars.locator("span").all_inner_texts(), "0")
    expect(bars.filter(has_text="10").locator("b").first).to_have_text("1")
    choose(other, "30")
    expect(bars.filter(has=teacher.get_by_text("30", exact=True)).locator("b")).to_have_text("1")
    seen = dict(
        zip(
            bars.locator("span").all_inner_texts(), bars.locator("b").all_inner_texts(), strict=True
        )
    )
    assert seen == counts | {"10": "1", "30": "1"}
    assert_accessible(teacher)
    for pupil in (one, other):
        assert pupil.locator("text=1").count() == pupil.locator("text=10").count()
    teacher.get_by_role("button", name="Visa tavlan").click()
    expect(on_wall(teacher)).to_be_visible()
    assert on_wall(teacher).locator(".br").count() == 0
    expect(teacher.locator(f"{CARD} .sprd")).not_to_have_attribute("open", "")
    teacher.keyboard.press(" ")
    expect(on_wall(teacher)).to_have_attribute("data-state", "reveal")
    teacher.keyboard.press("Escape")
    expect(teacher.locator(f"{CARD} .sprd")).to_be_hidden()


def test_own_question_with_html_in_it(classroom, school):
    """Typed by the teacher, shown as typed everywhere, and saved as a table."""
    teach, join = classroom
    nasty = "<img src=x onerror=document.title='x'>"
    teacher = teach(lang="nb")
    teacher.locator(".own summary").click()
    teacher.locator(".own textarea").fill(f"Hvem {nasty} gir?")
    for number, text in enumerate(("Anna", nasty, "Carla")):
        teacher.locator(".own input.inp").nth(number).fill(text)
    teacher.locator(".own input[type=radio]").nth(2).check()
    teacher.get_by_role("button", name="Bruk dette spørsmålet").click()
    expect(teacher.locator(".pv")).to_contain_text(f"Hvem {nasty} gir?")
    start(teacher)
    pupil = join(teacher, lang="nb")
    expect(pupil.locator("h1")).to_have_text(f"Hvem {nasty} gir?")
    choose(pupil, nasty)
    teacher.get_by_role("button", name="Vis svaret").click()
    expect(on_wall(teacher).locator("li.ok .an")).to_have_text("Carla")
    expect(pupil.locator("li.wrong")).to_contain_text(nasty)
    with teacher.expect_download() as saving:
        teacher.get_by_role("button", name="Lagre svarene (CSV)").click()
    with Path(saving.value.path()).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert saving.value.suggested_filename.endswith(".csv")
    assert [row[2:] for row in rows[1:]] == [
        ["Anna", "0", "0"],
        [nasty, "0", "1"],
        ["Carla", "1", "0"],
    ]
    assert "x" not in {teacher.title(), pupil.title()}
    assert pupil.locator("main img").count() == 0
    assert teacher.locator("img[src=x]").count() == 0


# Words that are the same in two languages, names of the game's persons, and names of rulesets.
ENGLISH = re.compile(
    r"\b(?:the|and|answer\w*|question\w*|phone\w*|your?|is|are|right|wrong|have|show|next|save|end|"
    r"code|join|here|hand|worth|under|what|choose|once|board|table|level|kind|rules?|write|own|"
    r"start|with|this|another|names?|kept|class)\b",
    re.IGNORECASE,
)
SAME = {"nb": {"is", "under", "start", "names"}, "sv": {"under", "hand"}, "da": {"under", "start"}}
KEEP = re.compile(
    r"Ride the Bus|English|Norsk|Svenska|Dansk|thirtyone explore --host|CSV|JSON|/join"
)


@pytest.mark.parametrize("lang", ["nb", "sv", "da"])
def test_no_english_is_left(classroom, lang):
    """Card, wall and phone in every state, read as they are shown and as they are spoken."""
    teach, join = classroom
    teacher = teach(lang=lang)
    for summary in teacher.locator(f"{CARD} summary:visible").all():
        summary.click()
    read(teacher.locator(CARD), lang)
    start(teacher)
    pupil = join(teacher, lang=lang)
    read(on_wall(teacher), lang)
    read(pupil.locator("body"), lang)
    choose(pupil, "30")
    read(pupil.locator("body"), lang)
    teacher.keyboard.press("Escape")
    teacher.locator(f"{CARD} .sprd summary").click()
    expect(teacher.locator(f"{CARD} .bars li")).to_have_count(4)
    read(teacher.locator(CARD), lang)
    teacher.locator(f"{CARD} .do .btn:visible").nth(1).click()
    teacher.keyboard.press(" ")
    expect(pupil.locator("li.ok")).to_be_visible()
    expect(on_wall(teacher)).to_have_attribute("data-state", "reveal")
    on_wall(teacher).locator(".hd .btn").click()
    read(on_wall(teacher), lang)
    read(pupil.locator("body"), lang)


def read(part, lang):
    spoken = part.evaluate(
        """(e) => [e.innerText, ...[...e.querySelectorAll("[aria-label], [placeholder]")]
          .flatMap((n) => [n.getAttribute("aria-label"), n.getAttribute("placeholder")])].join(" | ")"""
    )
    words = {word.lower() for word in ENGLISH.findall(KEEP.sub("", spoken))}
    assert len(spoken) > 100
    assert words <= SAME[lang], spoken


def test_language_of_a_phone(classroom):
    """The room is Swedish; one pupil would rather read Danish and says so."""
    teach, join = classroom
    teacher = teach()
    start(teacher)
    pupil = join(teacher, lang="da")
    expect(pupil.locator("h1")).to_have_text("Vad är den här handen värd i Svensk bas?")
    pupil.get_by_role("link", name="Dansk").click()
    expect(pupil.locator("h1")).to_have_text("Hvad er denne hånd værd i Svensk grundspil?")
    choose(pupil, "20")
    teacher.keyboard.press(" ")
    expect(pupil.locator(".lv-say h2")).to_have_text("Rigtigt svar: 10.")


def test_a_phone_that_was_asleep(classroom):
    """The network goes, the class goes on, the network comes back."""
    teach, join = classroom
    teacher = teach(expect_errors=("ERR_INTERNET_DISCONNECTED",))
    start(teacher)
    pupil = join(teacher)
    choose(pupil, "10")
    pupil.context.set_offline(True)
    teacher.keyboard.press(" ")
    expect(on_wall(teacher)).to_have_attribute("data-state", "reveal")
    pupil.context.set_offline(False)
    expect(pupil.locator("li.ok")).to_be_visible()


def test_small_screens_and_dark(classroom, assert_accessible):
    """The wall on a phone, dark: nothing to the side, nothing unreadable."""
    teach, join = classroom
    teacher = teach(width=390, height=844, dark=True)
    assert_accessible(teacher)
    start(teacher)
    teacher.keyboard.press(" ")
    expect(on_wall(teacher)).to_have_attribute("data-state", "reveal")
    assert_accessible(teacher)
    assert on_wall(teacher).evaluate("e => e.scrollWidth <= innerWidth")
    pupil = join(teacher, dark=True, width=320, height=640)
    assert_accessible(pupil)
    assert pupil.evaluate("document.documentElement.scrollWidth") == 320
    expect(on_wall(teacher).locator(".away")).to_contain_text("thirtyone explore --host 0.0.0.0")


def test_on_the_teachers_page(open_page, server):
    """The explorer's own page has the card beside the plan, and its room lets pupils in."""
    teacher = open_page("/teach/?lang=nb&home=no-trettien", ready=CARD, lang="nb", **WIDE)
    start(teacher)
    code = teacher.locator(".cd b").inner_text().replace(" ", "")
    pupil = open_page(f"/join/{code}", ready=".lv-ans button", lang="nb", **PHONE)
    expect(pupil.locator("h1")).to_have_text("Hva er denne hånden verdt i Norsk grunnspill?")
