"""The page of chances in the browser: charts, words and tables, a long run, a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

LANGUAGES = ("en", "nb", "sv", "da")
TITLES = {
    "en": "Who wins under which rules?",
    "nb": "Hvem vinner i hvilke regelsett?",
    "sv": "Vem vinner i vilken variant?",
    "da": "Hvem vinder i hvilke regelsæt?",
}
DRAWN = ".chart[data-drawn]"
FEW = "n=20000&rules=no-trettien.dk-a7"
LONG = 60_000


def odds(open_page, query: str = FEW, **how) -> Page:
    page = open_page(f"/odds/?{query}", ready=".odds .title", **how)
    page.set_default_timeout(LONG)
    page.locator(DRAWN).first.wait_for()
    return page


def section(page: Page, id_: str):
    return page.locator(f'.odds section[data-id="{id_}"]')


def drawings(page: Page, id_: str):
    return section(page, id_).locator(".chart svg.marks")


def wait_for_all(page: Page) -> None:
    """Until every section has its chart."""
    for id_ in ("wins", "effects", "knock", "lasts", "ends", "seats"):
        section(page, id_).locator(DRAWN).wait_for(timeout=LONG)


def no_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def texts_in(page: Page, id_: str) -> list[str]:
    return drawings(page, id_).locator("text").all_text_contents()


def test_a_chart_its_words_and_its_table(open_page):
    """The finding is the heading; chart, sentence and table say the same figures."""
    page = odds(open_page)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["en"])
    part = section(page, "wins")
    expect(part.get_by_role("heading", level=2)).to_contain_text(
        re.compile("wins most often under|No player is clearly ahead")
    )
    words = texts_in(page, "wins")
    assert {"Norwegian base", "Danish exchange A7", "Bold", "31 hunter"} <= set(words)
    expect(part.locator(".say")).to_contain_text(
        re.compile(r"Under Norwegian base, Bold wins \d+\.\d% of the matches, likely between")
    )
    expect(part.locator(".small").first).to_contain_text(re.compile(r"[\d,]+ rounds for each"))
    expect(part.get_by_role("table")).to_be_hidden()
    part.get_by_text("Show as a table").click()
    expect(part.get_by_role("table")).to_be_visible()
    expect(part.locator("caption")).to_have_text("Share of matches won, with intervals")
    expect(part.locator('th[scope="col"]')).to_have_count(5)
    expect(part.locator('th[scope="row"]').first).to_have_text("Norwegian base")
    expect(part.locator(".chart")).to_have_accessible_name(
        re.compile(r"^Share of matches won, with intervals\. Under Norwegian base, Bold wins")
    )


def test_all_six_charts(open_page):
    page = odds(open_page)
    wait_for_all(page)
    for id_, word in {
        "effects": "A failed knock costs 1, not 2",
        "knock": "Danish exchange A7",
        "lasts": "Norwegian base",
        "ends": "knock that fails",
        "seats": "1, begins",
    }.items():
        assert word in texts_in(page, id_), id_
        expect(section(page, id_).locator(".say")).to_contain_text(re.compile(r"\d"))
    expect(page.locator(".run")).to_contain_text(
        re.compile(r"All [\d,]+ rounds are played"), timeout=LONG
    )


def test_a_long_run_narrows_stops_and_goes_on(open_page):
    """Intervals narrow in place; stop keeps what is there; go on takes it up again."""
    page = odds(open_page, "n=1000000&rules=no-trettien&seed=77")
    stop = page.get_by_role("button", name="Stop and keep these")
    expect(stop).to_be_visible()
    small = section(page, "wins").locator(".small").first
    first = small.text_content()
    expect(small).not_to_have_text(first, timeout=LONG)
    stop.click()
    expect(page.locator(".run .hd")).to_contain_text("Stopped at")
    expect(page.locator(".run .msg")).to_contain_text("good to about ±")
    page.wait_for_timeout(300)
    played = page.locator(".run .hd").text_content()
    page.wait_for_timeout(600)
    expect(page.locator(".run .hd")).to_have_text(played)
    page.get_by_role("button", name="Go on").click()
    expect(stop).to_be_visible()
    page.get_by_label("Seat 1", exact=True).focus()
    page.keyboard.press("Escape")
    expect(page.locator(".run .hd")).to_contain_text("Stopped at")


def test_a_control_reaches_new_charts(open_page):
    """A slider move, six rulesets: every key has a new picture, and the address follows."""
    page = odds(open_page, "n=20000")
    expect(page.locator(".run")).to_contain_text("rounds are played", timeout=2 * LONG)
    chart = section(page, "wins").locator(".chart")
    slider = page.get_by_role("slider").first
    slider.focus()
    for _ in range(5):
        before = chart.get_attribute("data-drawn")
        page.keyboard.press("ArrowRight")
        expect(chart).not_to_have_attribute("data-drawn", before, timeout=LONG)
    expect(page).to_have_url(re.compile(r"seats=25\.25\.27\.30"))
    expect(page.get_by_label("Seat 1", exact=True)).to_have_value("25")


def test_controls_and_back(open_page):
    page = odds(open_page)
    page.get_by_label("Seat 1", exact=True).select_option("n")
    expect(page).to_have_url(re.compile(r"seats=n\.25\.27\.30"))
    expect(page.get_by_role("slider")).to_have_count(3)
    expect(section(page, "wins").locator(".say")).to_contain_text("Never knocks", timeout=LONG)
    page.get_by_label("Players").select_option("3")
    expect(page.get_by_role("slider")).to_have_count(2)
    page.get_by_text("Rulesets: 2").click()
    page.get_by_label("Schwimmen").check()
    expect(page).to_have_url(re.compile(r"rules=no-trettien\.dk-a7\.schwimmen"))
    expect(section(page, "wins").locator("svg.marks text", has_text="Schwimmen")).to_have_count(
        1, timeout=LONG
    )
    page.get_by_text("House rules: 0").click()
    page.get_by_label("Aces count with any suit").check()
    expect(page).to_have_url(re.compile("set=sa-any"))
    expect(
        section(page, "wins").locator("svg.marks text", has_text="Norwegian base with 1 house rule")
    ).to_have_count(1, timeout=LONG)
    page.go_back()
    expect(page.get_by_text("House rules: 0")).to_be_visible()
    expect(page.get_by_label("Aces count with any suit")).not_to_be_checked()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages(open_page, lang):
    """Words and decimals of the language, in the charts too; no reload when it changes."""
    page = odds(open_page, lang=lang)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[lang])
    wait_for_all(page)
    comma = r"\." if lang == "en" else ","
    figures = [t for t in texts_in(page, "effects") if re.fullmatch(rf"[+−]?\d+{comma}\d", t)]
    assert len(figures) >= 10
    other = LANGUAGES[(LANGUAGES.index(lang) + 1) % 4]
    page.evaluate("(lang) => window.t31.change('lang', lang)", other)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[other])


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "lang"), [(1280, "en"), (390, "da")])
def test_accessible(open_page, assert_accessible, width, lang, dark):
    page = odds(open_page, width=width, lang=lang, dark=dark)
    wait_for_all(page)
    page.locator(".odds details").evaluate_all(
        "(all) => all.forEach((one) => { one.open = true; })"
    )
    expect(page.locator(".twin table").first).to_be_visible()
    no_sideways(page)
    assert_accessible(page)


@pytest.mark.parametrize("width", [320, 390, 768])
def test_phone(open_page, width):
    """One column: the form folds, charts are as wide as the screen, nothing scrolls sideways."""
    page = odds(open_page, width=width, height=844)
    wait_for_all(page)
    no_sideways(page)
    room = page.locator(".odds .out").evaluate("(e) => e.clientWidth")
    sizes = page.locator(".odds svg.marks").evaluate_all("(all) => all.map((e) => e.clientWidth)")
    assert len(sizes) == 6
    assert max(sizes) <= room + 1
    assert min(sizes) > 0.8 * room
    setup = page.locator(".setup > summary")
    expect(page.get_by_label("Seat 1", exact=True)).to_be_hidden()
    setup.click()
    expect(page.get_by_label("Seat 1", exact=True)).to_be_visible()
    small = page.locator(
        ".odds .side :is(button, select, summary, label.opt, .seg label, input.rng)"
    )
    boxes = small.evaluate_all(
        """(all) => all.filter((e) => e.checkVisibility()).map((e) => {
          const box = e.getBoundingClientRect();
          return [e.outerHTML.slice(0, 90), Math.round(box.width), Math.round(box.height)];
        })"""
    )
    assert len(boxes) > 8
    assert [box for box in boxes if box[1] < 44 or box[2] < 44] == []


def test_light_and_dark_without_a_new_drawing(open_page):
    page = odds(open_page)
    expect(page.locator(".run")).to_contain_text("rounds are played", timeout=LONG)
    chart = section(page, "wins").locator(".chart")
    ink = "(e) => getComputedStyle(e).fill"
    label = drawings(page, "wins").locator("text", has_text="Bold").first
    light = label.evaluate(ink)
    # The renderer may paint a moment before the page has noticed.
    expect(chart.locator(".coming")).to_have_count(0)
    expect(chart).to_have_attribute("data-drawn", re.compile("[0-9]+"))
    before = chart.get_attribute("data-drawn")
    page.evaluate("window.t31.change('theme', 'dark')")
    page.wait_for_timeout(400)
    assert label.evaluate(ink) != light
    assert chart.get_attribute("data-drawn") == before


def test_a_bad_link_is_said(open_page):
    page = odds(open_page, f"{FEW}&seats=<script>")
    expect(page.get_by_role("alert").filter(has_text="<script>")).to_be_visible()
    expect(page.get_by_label("Seat 4", exact=True)).to_be_visible()


def test_no_ruleset_for_so_many(open_page):
    page = open_page(
        "/odds/?home=dk-a7&rules=dk-a7&seats=20.20.20.20.20.20.20", ready=".odds .title"
    )
    expect(page.locator(".out .msg")).to_contain_text("None of the rulesets is for 7 players")
