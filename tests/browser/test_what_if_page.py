"""What-if in the browser: laying out a position, switching a rule, links, keys, phone."""

import re

import pytest
from playwright.sync_api import Page, expect

HEADING = ".what_if .finding h2"
ROWS = ".what_if .ar"


@pytest.fixture
def open_what_if(open_page):
    def go(query: str = "", ready: str = ROWS, **more) -> Page:
        return open_page(f"/odds/?view=what-if{query}", ready=ready, **more)

    return go


def settled(page: Page) -> None:
    """All games are played."""
    expect(page.locator(".what_if .figures")).to_have_attribute(
        "aria-busy", "false", timeout=30_000
    )


def card(page: Page, place: str):
    return page.locator(f'.what_if .cb[data-place="{place}"]')


def tags(page: Page) -> list[list[str]]:
    """By move: the marks beside the figures, yours first."""
    return page.eval_on_selector_all(
        ROWS,
        """(rows) => rows.map((row) => [...row.querySelectorAll(".av > span")].map(
            (value) => value.querySelector("em").hidden ? "" : value.querySelector("em").textContent))""",
    )


def test_switching_a_rule_changes_the_best_move(open_what_if):
    """The mock's story with the mouse: draw, but with one rule changed knock."""
    page = open_what_if()
    settled(page)
    expect(page.locator(HEADING)).to_have_text("Best: draw")
    assert tags(page) == [["best"], [""], [""]]
    page.get_by_role("switch", name=re.compile("knocker is lowest alone")).check(force=True)
    settled(page)
    expect(page.locator(HEADING)).to_have_text("Draw, but with the rules changed: knock")
    assert tags(page) == [["best", ""], ["", ""], ["", "best"]]
    expect(page.locator(".what_if .lg")).to_contain_text("with the rules below")
    expect(page.locator(".what_if .say")).to_contain_text("With the rules changed you win 16.")
    expect(page).to_have_url(re.compile("set=go-1"))
    page.go_back()
    expect(page.locator(HEADING)).to_have_text("Best: draw", timeout=20_000)


def test_the_first_figures_come_at_once_and_become_exact_in_place(open_what_if):
    """A press is answered with figures; the row stays, the mark shrinks."""
    page = open_what_if()
    settled(page)
    page.evaluate(
        """() => {
          const box = document.querySelector(".what_if") ?? [...document.querySelectorAll("*")].map(
            (e) => e.shadowRoot && e.shadowRoot.querySelector(".what_if")).find(Boolean);
          window.seen = [];
          const row = box.querySelector(".ar"), method = box.querySelector(".method");
          const note = () => window.seen.push([method.textContent.split(" ")[0],
            parseFloat(row.querySelector(".iv").style.width)]);
          new MutationObserver(note).observe(method, { childList: true, characterData: true, subtree: true });
        }"""
    )
    page.get_by_role("button", name="You: one more").click()
    expect(page).to_have_url(re.compile("hand="))
    settled(page)
    expect(page.locator(".what_if .method")).to_contain_text("64,000 games")
    seen = page.evaluate("window.seen")
    assert seen[0][0] == "2,000"
    assert seen[-1][1] < 0.5 * seen[0][1]


def test_a_card_is_chosen_turned_down_and_cannot_lie_twice(open_what_if):
    page = open_what_if()
    card(page, "1.0").click()
    picker = page.get_by_role("dialog", name="Choose a card: Anna")
    expect(picker).to_be_visible()
    expect(picker.get_by_role("button", name="king of clubs, taken: You")).to_have_attribute(
        "aria-disabled", "true"
    )
    picker.get_by_role("button", name="ace of hearts").click()
    expect(picker).to_be_hidden()
    expect(card(page, "1.0")).to_have_attribute("aria-label", "Anna: ace of hearts, change")
    expect(card(page, "1.0")).to_be_focused()
    expect(page).to_have_url(re.compile("known=AH_QS"))
    card(page, "1.0").click()
    page.get_by_role("button", name="Face down").click()
    expect(card(page, "1.0")).to_have_attribute("aria-label", "Anna: card 1 is hidden, change")
    card(page, "0.2").click()
    page.get_by_role("button", name="Take away").click()
    expect(page.locator(".what_if .msg")).to_have_text("Choose one more card for your hand.")
    expect(page.locator(".what_if .figures")).to_be_hidden()


def test_everything_by_keyboard(open_what_if):
    """Tab to a card, pick with arrows, come back; lives, menus and switches as well."""
    page = open_what_if()
    card(page, "2.1").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(page.locator(".what_if .pk:focus")).to_have_count(1)
    for key in ("Home", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator(".what_if .pk:focus")).to_have_attribute("data-card", "KH")
    page.keyboard.press("Space")
    expect(card(page, "2.1")).to_have_attribute("aria-label", "Bo: king of hearts, change")
    expect(card(page, "2.1")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(card(page, "2.1")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Delete")
    expect(card(page, "2.1")).to_have_attribute("aria-label", "Bo: card 2 is hidden, change")

    page.get_by_role("button", name="Bo: one more").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("lives=2.3.2"))
    page.get_by_label("How Anna plays").select_option("20")
    expect(page).to_have_url(re.compile("who=s.20"))
    page.get_by_label("Knocked").select_option("3")
    expect(page.locator(ROWS).last).to_contain_text("Keep the hand")
    switch = page.get_by_role("switch").nth(1)
    switch.focus()
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile("set=gk-two-alone"))
    page.get_by_role("radio", name="Win the match").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("see=lose"))
    page.get_by_role("button", name="All rules").focus()
    page.keyboard.press("Enter")
    expect(page.locator('.what_if .rr[data-path="knock.minimum"]')).to_be_visible()


def test_cards_out_of_play_stay_open_for_more(open_what_if):
    page = open_what_if()
    page.get_by_role("button", name="0 cards known to be out of play, change").click()
    picker = page.get_by_role("dialog", name="Which cards are out of play?")
    for name in ("ace of clubs", "queen of clubs"):
        picker.get_by_role("button", name=name).click()
    expect(
        page.get_by_role("button", name="2 cards known to be out of play, change")
    ).to_be_visible()
    picker.get_by_role("button", name="Close").click()
    expect(picker).to_be_hidden()
    expect(page).to_have_url(re.compile("gone=AC.QC"))
    expect(page.locator(".what_if .facts b").last).to_have_text("45")


def test_a_link_restores_the_position(open_what_if):
    """In a fresh browser, also after a reload."""
    query = "&hand=9C.7C.4D&up=KS&known=AH_QS&lives=1.2&lap=3&dealer=2&knock=4&set=go-1&see=lose"
    page = open_what_if(query)
    for _ in range(2):
        expect(card(page, "1.0")).to_have_attribute("aria-label", "Anna: ace of hearts, change")
        expect(page.get_by_label("Knocked")).to_have_value("3")
        expect(page.get_by_label("Dealer")).to_have_value("1")
        expect(page.get_by_role("radio", name="Lose a life")).to_be_checked()
        expect(page.locator(ROWS)).to_have_count(3)
        expect(page.locator(".what_if .lg > span")).to_have_count(2)
        page.reload()
        page.locator(ROWS).first.wait_for()


def test_a_bad_link_is_said_and_the_page_goes_on(open_what_if):
    page = open_what_if("&hand=KC.TC.XX&set=zz-1&lap=99", ready=".what_if .msg")
    expect(page.locator(".what_if .note")).to_contain_text("cannot be read: “XX”")
    card(page, "0.2").click()
    page.get_by_role("dialog").get_by_role("button", name="four of diamonds").click()
    expect(page.locator(ROWS)).to_have_count(3)
    expect(page.locator(".what_if .note")).to_be_empty()


def test_from_the_hand_lab(open_page):
    """The hand comes along, and so do language and rules."""
    page = open_page("/hand/?hand=KC.TC.4D&lang=sv", ready=".picker .whatif")
    link = page.get_by_role("link", name="Tänk om?")
    expect(link).to_be_visible()
    link.click()
    page.locator(ROWS).first.wait_for()
    expect(page.locator(".what_if .title")).to_have_text("Tänk om?")
    expect(card(page, "0.0")).to_have_attribute("aria-label", "Du: klöver kung, ändra")
    expect(page.locator(ROWS).first).to_contain_text("Dra från talongen")


def test_from_a_step_of_a_round(open_page):
    page = open_page("/round/", ready=".table .ann h2")
    link = page.locator(".table .ann").get_by_role("link", name="What if?")
    expect(link).to_be_visible()
    link.click()
    page.locator(ROWS).first.wait_for()
    expect(page.locator(".what_if .note")).to_be_empty()
    assert page.locator(ROWS).count() >= 2


@pytest.mark.parametrize(
    ("lang", "title", "sub"),
    [
        ("nb", "Hva om?", "Andelen partier du vinner"),
        ("sv", "Tänk om?", "Andelen partier du vinner"),
        ("da", "Hvad nu hvis?", "Andelen af partier"),
    ],
)
def test_languages_without_a_reload(open_what_if, lang, title, sub):
    page = open_what_if()
    page.evaluate(f"window.t31.change('lang', '{lang}')")
    expect(page.locator(".what_if .title")).to_have_text(title)
    expect(page.locator(".what_if .sub")).to_contain_text(sub)
    expect(page.locator(".what_if .say b")).not_to_have_text("In words.")


@pytest.mark.parametrize("home", ["no-trettien", "dk-a7", "greek-31"])
def test_every_kind_of_game_is_accessible(open_what_if, assert_accessible, home):
    page = open_what_if(f"&home={home}")
    settled(page)
    for summary in page.locator(".what_if summary").all():
        summary.click()
    page.get_by_role("button", name="All rules").click()
    page.locator(".what_if .rr").first.wait_for()
    card(page, "1.0").click()
    assert_accessible(page)


def test_on_a_phone_in_the_dark(open_what_if, assert_accessible):
    page = open_what_if("&set=go-1", width=390, height=844, dark=True)
    settled(page)
    card(page, "0.0").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert_accessible(page)
    small = page.eval_on_selector_all(
        ".what_if button, .what_if select, .what_if summary, .what_if label",
        """(all) => all.filter((e) => e.checkVisibility() && !e.querySelector("select")).map((e) => {
            const box = e.getBoundingClientRect();
            return [e.outerHTML.slice(0, 80), Math.round(box.width), Math.round(box.height)];
        })""",
    )
    assert len(small) > 80
    assert [target for target in small if target[1] < 44 or target[2] < 44] == []


@pytest.mark.parametrize("width", [320, 768, 901, 1024])
def test_nothing_sticks_out(open_what_if, width):
    page = open_what_if("&home=dk-a7&set=go-2&seats=6&hand=JH.9H.7S&up=QH.AS.8D", width=width)
    assert page.evaluate("document.documentElement.scrollWidth") == width
