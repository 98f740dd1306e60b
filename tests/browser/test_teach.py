"""The teacher's page in the browser, and what it prints: A4, nothing cut, in four languages."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from thirtyone.cardwords import LANGUAGES
from thirtyone.rules import load_ruleset, ruleset_ids
from thirtyone.sheets import SheetKind
from thirtyone.ui.sheet_address import Where, print_out
from thirtyone.ui.sheet_print import Job, count_pages, job_document
from thirtyone.ui.teach_plan import plan_ids

READY = ".teach.sheets .shh"

# What stands outside its page, or is wider than its box, or hangs over the foot.
CUT = """() => [...document.querySelectorAll(".pg")].flatMap((page, number) => {
  const room = page.getBoundingClientRect(), found = [];
  const told = (what, e) => found.push([number + 1, what, e.tagName, (e.textContent || "").slice(0, 50)]);
  for (const e of page.querySelectorAll("*")) {
    if (e.closest(".vh") || (e.closest("svg") && e.tagName !== "svg") || e.closest(".rc > .t31w") === e) continue;
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height || e.classList.contains("a4")) continue;
    if (box.left < room.left + 20 || box.right > room.right - 20 || box.bottom > room.bottom - 10
      || box.top < room.top - 1) told("out", e);
    if (getComputedStyle(e).display !== "inline" && e.clientWidth && e.scrollWidth > e.clientWidth + 1) told("wide", e);
  }
  const foot = page.querySelector(":scope > footer"), before = foot?.previousElementSibling;
  if (before && before.getBoundingClientRect().bottom > foot.getBoundingClientRect().top + 1) told("over", before);
  return found;
})"""


def printed(page: Page, text: str, path: Path) -> int:
    """How many A4 pages a document has; nothing on them may be cut."""
    page.set_content(text)
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []
    page.pdf(path=path, prefer_css_page_size=True)
    raw = path.read_bytes()
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", raw)
    assert boxes
    for width, height in boxes:
        assert abs(float(width) - 595.28) < 1
        assert abs(float(height) - 841.89) < 1
    return len(re.findall(rb"/Type\s*/Page\b", raw))


@pytest.fixture
def paper(browser, tmp_path):
    context = browser.new_context(viewport={"width": 900, "height": 1200})
    page = context.new_page()
    yield lambda text: printed(page, text, tmp_path / "out.pdf")
    context.close()


# ----------------------------------------------------------------------------------- on paper


@pytest.mark.parametrize("kind", list(SheetKind))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sheet_prints_on_a4(paper, kind, lang):
    """Sheets and keys of the six regional rulesets at the hardest level, as many pages as told."""
    pages = 0
    for id_ in (
        "no-trettien",
        "no-kildebeskrivelse",
        "se-svensk-bas",
        "se-forst-till-fem",
        "dk-a7",
    ):
        job = Job((kind,), load_ruleset(id_), lang, 3, sheets=3)
        assert paper(job_document(job)) == count_pages(job)
        pages += count_pages(job)
    print(f"{pages} pages")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_ruleset_prints_on_a4(paper, level):
    """All sixteen, in the language with the longest words."""
    for id_ in ruleset_ids():
        job = Job(tuple(SheetKind), load_ruleset(id_), "nb", level, seed=level, sheets=2)
        assert paper(job_document(job)) == count_pages(job), id_


@pytest.mark.parametrize("lang", LANGUAGES)
def test_deck_rules_plans_and_slips_print_on_a4(paper, lang):
    where = Where("http://192.0.2.77:27310/sheet/", "http://192.0.2.77:27310/sheet/")
    assert paper(print_out({"kind": "deck", "cards": "52"}, lang, where)) == 7
    assert paper(print_out({"kind": "deck", "cards": "24"}, lang, where)) == 4
    assert paper(print_out({"kind": "rules", "rules": "home"}, lang, where)) == 6
    for id_ in ruleset_ids():
        assert paper(print_out({"kind": "rules", "rules": id_}, lang, where)) == 1
    for id_ in plan_ids():
        assert paper(print_out({"kind": "plan", "plan": id_}, lang, where)) == 1
    slips = {"kind": "score.settle.compare", "rules": "no-kildebeskrivelse", "seed": "123456789"}
    assert paper(print_out({**slips, "sheets": "40", "part": "links"}, lang, where)) == 3


def test_paper_without_colour_says_the_same(paper, browser):
    """What differs has a bar, what does not count is pale: both can be told in grey."""
    job = Job((SheetKind.COMPARE,), load_ruleset("no-trettien"), "en", 3)
    context = browser.new_context()
    page = context.new_page()
    page.set_content(job_document(job))
    bars = page.locator("td.d").evaluate_all("all => all.map((e) => getComputedStyle(e).boxShadow)")
    assert len(bars) >= 8
    assert all("4px 0px 0px 0px inset" in bar for bar in bars)
    context.close()


# ---------------------------------------------------------------------------------- on the screen


def test_the_page_is_accessible_in_both_looks(open_page, assert_accessible):
    for dark in (False, True):
        page = open_page("/teach/?lang=en&home=no-trettien", ready=READY, dark=dark)
        assert_accessible(page)
        controls = page.locator(".teach :is(a, button, select, summary, .inp, label:has(input))")
        sizes = controls.evaluate_all(
            "all => all.map((e) => [e.offsetWidth, e.offsetHeight, e.outerHTML.slice(0, 60)])"
        )
        assert len(sizes) > 20
        assert [size for size in sizes if size[0] < 44 or size[1] < 44] == []
        assert page.title() == "For teachers – 31"


@pytest.mark.parametrize("width", [320, 360, 390, 768, 1024])
def test_nothing_hangs_out_of_a_narrow_page(open_page, width):
    page = open_page("/teach/?lang=nb&home=no-kildebeskrivelse", ready=READY, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_print_out_opens_with_what_was_chosen(open_page, assert_accessible):
    """From the form to the pages in a new tab: rules, language, level, number, start value."""
    page = open_page("/teach/?lang=en&home=se-svensk-bas", ready=READY)
    expect(page.get_by_role("link", name="Print 52 pages")).to_be_visible()
    page.locator(".shh", has_text="Who loses or wins?").click()
    page.get_by_label("Language of the sheet").select_option("sv")
    page.locator(".frm .seg label", has_text="Hard").click()
    page.get_by_label("Different sheets").fill("3")
    page.get_by_label("Start value", exact=True).fill("77")
    page.get_by_label("Start value", exact=True).press("Enter")
    opener = page.get_by_role("link", name="Print 3 pages")
    expect(opener).to_be_visible()
    expect(page).to_have_url(re.compile(r"seed=77"))
    with page.context.expect_page() as caught:
        opener.click()
    sheet = caught.value
    expect(sheet.locator("h1")).to_have_text(["Räkna handen"] * 3)
    expect(sheet.locator(".pg footer").nth(2)).to_contain_text("blad 3 av 3 · startvärde 77")
    assert sheet.locator("html").get_attribute("lang") == "sv"
    assert_accessible(sheet)
    sheet.evaluate("window.print = () => { document.title = 'printed' }")
    sheet.get_by_role("button", name="Skriv ut").click()
    assert sheet.title() == "printed"
    sheet.get_by_role("link", name="Facit").click()
    expect(sheet.locator("h1")).to_have_text(["Facit: Räkna handen"])


def test_choices_by_keyboard_and_back(open_page):
    page = open_page("/teach/?lang=en&home=no-trettien", ready=READY)
    box = page.get_by_role("checkbox", name=re.compile("Rules side by side"))
    box.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("link", name="Print 78 pages")).to_be_visible()
    expect(box).to_be_focused()
    # Of two quick choices the address may hold the last alone; then Back undoes both.
    expect(page).to_have_url(re.compile("compare"))
    page.get_by_role("radio", name="Easy").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Mixed")).to_be_checked()
    expect(page).to_have_url(re.compile("level=2"))
    page.go_back()
    expect(page.get_by_role("radio", name="Easy")).to_be_checked()
    page.go_back()
    expect(page.get_by_role("link", name="Print 52 pages")).to_be_visible()


def test_none_chosen_and_a_wrong_number_are_said(open_page):
    page = open_page("/teach/?lang=en&kind=none", ready=READY)
    expect(page.locator(".none")).to_have_text("Choose at least one sheet.")
    expect(page.get_by_role("link", name="Answer key")).to_be_hidden()
    page.locator(".shh").first.click()
    field = page.get_by_label("Different sheets")
    field.fill("lots")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("lots")
    expect(page.locator(".err").first).to_have_text("A whole number from 1 to 40.")
    field.fill("2")
    field.press("Enter")
    expect(page.get_by_role("link", name="Print 2 pages")).to_be_visible()


def test_plans_lessons_and_the_wall(open_page):
    page = open_page("/teach/?lang=en&home=no-trettien", ready=READY)
    page.get_by_label("Which lesson?").select_option("knock")
    expect(page.locator(".pt tbody th")).to_have_text(["Open", "Settle", "Play", "Count", "End"])
    expect(page).to_have_url(re.compile("plan=knock"))
    link = page.get_by_role("link", name=re.compile("^Open the lesson")).first
    assert re.search(
        r"^\.\./learn/\?lesson=[a-z-]+&lang=en&home=no-trettien$", link.get_attribute("href")
    )
    page.get_by_role("button", name="Projector view").click()
    expect(page.locator("html")).to_have_attribute("data-view", "projector")
    expect(page).to_have_url(re.compile("view=projector"))
    page.get_by_role("button", name="Usual view").click()
    expect(page.locator("html")).not_to_have_attribute("data-view", "projector")


def test_a_damaged_link_is_said_and_the_page_works(open_page):
    page = open_page("/teach/?lang=en&plan=%3Cimg%20src=x%3E&kind=score.chess&seed=x", ready=READY)
    expect(page.locator(".teach.head .msg")).to_contain_text("The link asks for")
    assert page.locator("img").count() == 0
    expect(page.get_by_role("link", name="Print 26 pages")).to_be_visible()


def test_an_address_without_a_sheet_says_why(open_page):
    page = open_page("/sheet/?kind=chess&lang=en", expect_errors=("400",))
    expect(page.locator("main h1")).to_have_text("This sheet cannot be made")
    expect(page.locator("main")).to_contain_text("chess")
    page.get_by_role("link", name="For teachers").click()
    page.locator(READY).first.wait_for()


def test_a_pupils_sheet_on_a_phone(open_page):
    page = open_page(
        "/sheet/?kind=score&rules=dk-a7&lang=da&n=7&part=sheets", ready=".pg", width=390
    )
    expect(page.locator(".pg footer")).to_contain_text("ark 7 · startværdi 31")
    expect(page.get_by_role("link", name="Facit")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_teachers_find_the_page_from_the_start(open_page):
    page = open_page("/?lang=sv", lang="sv")
    page.get_by_role("link", name=re.compile("^För lärare")).click()
    page.locator(READY).first.wait_for()
    expect(page.locator(".teach h1")).to_have_text("Undervisa i 31")


@pytest.mark.parametrize("lang", ["nb", "sv", "da"])
def test_no_english_is_left(open_page, lang):
    """No word of the English page stands on one in another language, but names and signs."""
    texts = {}
    for each in ("en", lang):
        page = open_page(f"/teach/?lang={each}&home=no-trettien", ready=READY)
        said = page.locator(".teach :is(h1, h2, h3, p, b, small, li, td, th, label, summary, span)")
        texts[each] = {text.strip() for text in said.all_inner_texts() if len(text.strip()) > 6}
    same = texts["en"] & texts[lang]
    # Names of rulesets and languages are the same everywhere.
    names = {load_ruleset(id_).names[lang] for id_ in ruleset_ids()} | {"English", "Svenska"}
    assert [
        text for text in same if text not in names and " " in text and not text[0].isdigit()
    ] == []
    assert len(texts[lang]) > 30
