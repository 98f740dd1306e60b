"""The rules page in the browser: the table, the window behind a cell, a phone, a sheet of paper."""

import re

import pytest
from playwright.sync_api import Page, expect

LANGUAGES = ("en", "nb", "sv", "da")
TITLES = {
    "en": "Where the rules differ",
    "nb": "Her er reglene ulike",
    "sv": "Här skiljer sig reglerna",
    "da": "Her er reglerne forskellige",
}
READY = ".matrix .c"
ACES = "scoring.three_aces"


def rules(open_page, query: str = "", **how) -> Page:
    return open_page(f"/rules/{query}", ready=READY, **how)


def cell(page: Page, path: str, id_: str):
    return page.locator(f'.c[data-key="{path} {id_}"]')


def window(page: Page):
    return page.get_by_role("dialog")


def focused(page: Page) -> str:
    """The name of what has the focus, wherever it is."""
    return page.evaluate(
        """() => {
          let at = document.activeElement;
          while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          return at.getAttribute("aria-label") ?? at.textContent.trim();
        }"""
    )


def wish(page: Page, **wishes: str) -> None:
    """What the bar does when somebody chooses there."""
    for name, value in wishes.items():
        page.evaluate("([name, value]) => window.t31.change(name, value)", [name, value])


def big_targets(page: Page, within: str) -> None:
    """Everything that can be pressed is at least 44 by 44 pixels; these may be in a shadow root."""
    kinds = ("a", "button", "input", "select")
    css = ", ".join(f"{within} {kind}:visible" for kind in kinds)
    sizes = page.locator(css).evaluate_all(
        """(all) => all.map((e) => {
          const box = (e.closest("label") ?? e).getBoundingClientRect();
          return [e.outerHTML.slice(0, 120), Math.round(box.width), Math.round(box.height)];
        })"""
    )
    assert len(sizes) > 20
    assert [size for size in sizes if size[1] < 44 or size[2] < 44] == []


def no_sideways(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    cut = page.evaluate(
        """() => {
          const found = [];
          const look = (root) => { for (const e of root.querySelectorAll("*")) {
            if (e.shadowRoot) look(e.shadowRoot);
            if (e.closest(".matrix") && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1
              && !e.matches("input, select, .vh, svg *") && getComputedStyle(e).display !== "inline")
              found.push(e.outerHTML.slice(0, 120));
          } };
          look(document);
          return found;
        }"""
    )
    assert cut == []


def test_only_differences_search_and_columns(open_page):
    """Twenty questions of fifty; the switch shows all, words narrow them, columns come and go."""
    page = rules(open_page)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["en"])
    status = page.locator(".shown")
    expect(status).to_have_text("20 of 50 questions shown")
    expect(page.locator(".mx thead th")).to_have_count(7)
    page.get_by_text("Only differences").click()
    expect(status).to_have_text("50 of 50 questions shown")
    expect(page).to_have_url(re.compile(r"[?&]all=1"))
    page.get_by_role("searchbox").fill("three aces")
    expect(status).to_have_text("3 of 50 questions shown")
    expect(page).to_have_url(re.compile(r"[?&]q=three"))
    page.get_by_role("searchbox").fill("zebra")
    expect(page.locator(".nothing")).to_contain_text("No question matches “zebra”.")
    page.get_by_role("button", name="Clear the search").click()
    expect(status).to_have_text("50 of 50 questions shown")
    expect(page.get_by_role("searchbox")).to_have_value("")
    page.get_by_role("button", name="Choose rules").click()
    page.get_by_role("button", name="Schwimmen").click()
    expect(page.locator(".mx thead th")).to_have_count(8)
    expect(page).to_have_url(re.compile(r"[?&]cols=[^&]*schwimmen"))
    page.go_back()
    expect(page.locator(".mx thead th")).to_have_count(7)


def test_differences_are_told_from_yours(open_page):
    """Ochre and bold, the home column tinted, and in words for whoever hears the page."""
    page = rules(open_page)
    other = cell(page, ACES, "dk-enogtredive")
    expect(other).to_have_attribute(
        "aria-label", "33, best hand, stated by the source, differs from your rules"
    )
    weights = other.evaluate("(e) => [getComputedStyle(e).fontWeight, e.closest('td').className]")
    assert weights == ["700", "diff"]
    assert cell(page, ACES, "no-trettien").evaluate("(e) => e.closest('td').className") == "home"
    wish(page, home="dk-enogtredive")
    expect(cell(page, ACES, "dk-enogtredive")).to_have_attribute(
        "aria-label", "33, best hand, stated by the source"
    )
    expect(cell(page, ACES, "no-trettien")).to_have_attribute("aria-label", re.compile("differs"))


def test_the_window_by_keys(open_page):
    """Arrows move in the table, Enter opens, arrows go on inside, Esc leads back to the cell."""
    page = rules(open_page)
    cell(page, ACES, "dk-enogtredive").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(window(page)).to_be_visible()
    expect(window(page)).to_have_accessible_name(
        "Danish Enogtredive. What are three aces worth? Three aces are worth 33, the best hand"
    )
    assert focused(page) == "Three aces are worth 33, the best hand"
    expect(window(page)).to_contain_text("The source contradicts itself")
    expect(page).to_have_url(re.compile(r"cell=scoring\.three_aces\.dk-enogtredive"))
    page.keyboard.press("ArrowRight")
    expect(window(page)).to_have_accessible_name(re.compile("^Danish exchange A7. What are three"))
    page.keyboard.press("ArrowUp")
    expect(window(page)).to_have_accessible_name(
        re.compile("^Danish exchange A7. What is three of a kind worth")
    )
    page.keyboard.press("Escape")
    expect(window(page)).to_be_hidden()
    assert focused(page).startswith("30½, stated by the source")
    expect(page).not_to_have_url(re.compile("cell="))
    page.keyboard.press("Home")
    assert focused(page).startswith("Nothing, stated by the source")


def test_the_smallest_example_leads_on(open_page):
    """From a cell to the hand that shows it, with both values waiting there."""
    page = rules(open_page, f"?cell={ACES}.dk-enogtredive")
    expect(window(page)).to_be_visible()
    expect(page.locator(".res .val")).to_have_text(["11", "33"])
    expect(window(page)).to_contain_text("52 of 22,100 hands count differently")
    page.get_by_label("Compared with").select_option("schwimmen")
    expect(page.locator(".res dt").first).to_contain_text("Schwimmen")
    expect(page).to_have_url(re.compile("with=schwimmen"))
    page.get_by_role("link", name="See it in a hand").click()
    expect(page).to_have_url(re.compile(r"/hand/\?hand=AC\.AD\.AH"))
    expect(page.locator(".vs .v").first).to_be_visible()


def test_other_answers_lead_on_and_a_press_beside_closes(open_page):
    page = rules(open_page)
    cell(page, ACES, "dk-a7").click()
    expect(window(page)).to_contain_text("Ild")
    window(page).get_by_role("button", name=re.compile("Swedish base")).click()
    expect(window(page)).to_have_accessible_name(re.compile("^Swedish base"))
    page.get_by_role("heading", level=1).click()
    expect(window(page)).to_be_hidden()


@pytest.mark.parametrize("width", [360, 390, 768])
def test_narrow_pages_have_blocks(open_page, width):
    """One block a question, answers grouped, yours first; the window is a sheet."""
    page = rules(open_page, width=width, height=844)
    expect(page.locator("table")).to_have_count(0)
    block = page.locator(".ph .q").filter(has_text="What are three aces worth?")
    expect(block.locator("li > b")).to_have_text(
        ["As other cards", "31", "33, best hand", "Ild, best hand"]
    )
    expect(block.locator("li").first).to_have_class("home")
    expect(block.locator("li").first.locator(".c")).to_have_count(3)
    no_sideways(page)
    big_targets(page, ".matrix")
    block.get_by_role("button", name=re.compile("Danish exchange A7")).click()
    expect(window(page)).to_be_visible()
    box = window(page).bounding_box()
    assert box["x"] == 0
    assert round(box["width"]) == width
    assert round(box["y"] + box["height"]) == 844
    page.get_by_role("button", name="Close").click()
    expect(window(page)).to_be_hidden()


def test_sixteen_columns_fall_into_blocks(open_page):
    """Never a bar to scroll sideways."""
    more = "dk-a9.dk-a5.scat.cadillac.ride-the-bus.bicycle.thirty-one.schwimmen.greek-31.enogfyrre"
    cols = f"no-trettien.no-kildebeskrivelse.se-svensk-bas.se-forst-till-fem.dk-a7.{more}"
    page = rules(open_page, f"?cols={cols}")
    expect(page.locator(".ph .q").first).to_be_visible()
    no_sideways(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "lang"), [(1280, "en"), (1280, "sv"), (390, "da"), (768, "nb")])
def test_accessible(open_page, assert_accessible, width, lang, dark):
    page = rules(open_page, width=width, lang=lang, dark=dark)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[lang])
    no_sideways(page)
    assert_accessible(page)
    page.locator(f'.c[data-path="{ACES}"]').last.click()
    expect(window(page)).to_be_visible()
    assert_accessible(page)


def test_targets_on_a_desk(open_page):
    page = rules(open_page, f"?cell={ACES}.dk-enogtredive&all=1")
    expect(window(page)).to_be_visible()
    big_targets(page, ".matrix")


def test_the_head_stays_in_sight(open_page):
    page = rules(open_page, height=600)
    page.mouse.wheel(0, 900)
    page.wait_for_function("scrollY > 500")
    tops = page.locator(".mx thead th").nth(1).evaluate("(e) => e.getBoundingClientRect().top")
    assert -1 <= tops <= 1


@pytest.mark.parametrize("query", ["", "?all=1"], ids=["differences", "all"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_prints_on_one_page(open_page, lang, query):
    """A4 across, the six side by side."""
    page = rules(open_page, query, lang=lang)
    page.emulate_media(media="print")
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    paper = page.pdf(format="A4", landscape=True, margin=margin, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) == 1
    page.emulate_media(media="screen")


def test_a_bad_link_is_said(open_page):
    page = rules(open_page, "?cell=scoring.three_aces.<script>&cols=no-trettien.dk-a7.atlantis")
    expect(page.get_by_role("alert")).to_contain_text("scoring.three_aces.<script>")
    expect(page.locator(".mx thead th")).to_have_count(3)


def test_an_example_opens_as_a_round(open_page):
    """The link holds the whole round: the hands of the window lie on the table there."""
    page = rules(open_page, "?cell=settlement.tie_with_knocker.no-kildebeskrivelse")
    expect(window(page)).to_contain_text("Anna knocked")
    page.get_by_role("link", name="See it in a round").click()
    expect(page).to_have_url(re.compile(r"/round/\?t=thirtyone_1"))
    expect(page.locator(".table").first).to_be_visible()


def test_an_example_of_two_others_brings_them_along(open_page):
    """Neither Scat nor Cadillac is a panel of the hand page; through the link both are."""
    cell = "scoring.three_aces.cadillac"
    page = rules(open_page, f"?cols=scat.cadillac&cell={cell}&with=scat", lang="nb")
    page.get_by_role("link", name="Se det i en hånd").click()
    expect(page).to_have_url(
        re.compile(r"extra=scat\.cadillac.*lang=nb|lang=nb.*extra=scat\.cadillac")
    )
    for name in ("Scat", "Cadillac"):
        expect(page.locator(".v h3", has_text=name)).to_be_visible()
