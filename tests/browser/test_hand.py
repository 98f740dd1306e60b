"""The hand lab in the browser: by mouse, by keys, by link, on a desk and on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

LANGUAGES = ("en", "nb", "sv", "da")
TITLES = {
    "en": "What is this hand worth?",
    "nb": "Hva er hånden verdt?",
    "sv": "Vad är handen värd?",
    "da": "Hvad er hånden værd?",
}
READY = ".vs .v"


def lab(open_page, query: str = "", **how) -> Page:
    return open_page(f"/hand/{query}", ready=READY, **how)


def cell(page: Page, card: str):
    return page.locator(f'.pk[data-card="{card}"]')


def expect_hand(page: Page, cards: str) -> None:
    """The cards, in the order of picking, in the grid and in the address."""
    expect(page.locator(".pk.on")).to_have_count(len(cards.split()))
    for card in cards.split():
        expect(cell(page, card)).to_have_attribute("aria-pressed", "true")
    if cards:
        expect(page).to_have_url(re.compile("hand=" + cards.replace(" ", r"\.") + "(&|$)"))


def expect_answers(page: Page, *values: str) -> None:
    expect(page.locator(".vs .pt")).to_have_text(list(values))


def heading(page: Page):
    return page.locator(".verdicts h2").first


def wish(page: Page, **wishes: str) -> None:
    """What the bar does when somebody chooses there."""
    for name, value in wishes.items():
        page.evaluate("([name, value]) => window.t31.change(name, value)", [name, value])


def focused(page: Page) -> str:
    """The name of what has the focus, wherever it is."""
    return page.evaluate(
        """() => {
          let at = document.activeElement;
          while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          return at.getAttribute("aria-label") ?? at.textContent.trim();
        }"""
    )


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
def test_click_through(open_page, width, height):
    """Pick three cards and see side by side what they are worth."""
    page = lab(open_page, width=width, height=height)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["en"])
    expect(heading(page)).to_have_text("Four rulesets disagree with Norwegian base")
    expect_answers(page, "11", "31", "31", "11", "33", "Ild")
    cell(page, "QH").click()
    expect_hand(page, "AH AD QH")
    cell(page, "KH").click()
    expect_hand(page, "AD QH KH")
    cell(page, "AD").click()
    expect_hand(page, "QH KH")
    expect(heading(page)).to_have_text("Pick 1 more card.")
    cell(page, "9H").click()
    expect_hand(page, "QH KH 9H")
    expect(heading(page)).to_have_text("All rulesets agree")
    expect_answers(page, *["29"] * 6)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".pk.on")).to_have_count(0)
    expect(page.locator(".big .slot")).to_have_count(3)
    page.get_by_role("button", name="Three queens").click()
    expect_hand(page, "QH QS QD")
    expect_answers(page, "10", "10", "10", "10", "30½", "30½")
    page.get_by_role("button", name="Random cards").click()
    expect(page).not_to_have_url(re.compile("hand=QH.QS.QD"))
    expect(page.locator(".pk.on")).to_have_count(3)
    page.get_by_role("button", name="Three aces").click()
    expect_answers(page, "11", "31", "31", "11", "33", "Ild")


def test_the_whole_keyboard_map(open_page):
    """Arrows, Home, End, letters of four languages, Space, Enter, Delete and Esc."""
    page = lab(open_page)
    page.locator(".t31-top a").last.focus()
    for _ in range(12):  # the tab stop of the grid comes after the bar, and there is one only
        page.keyboard.press("Tab")
        if focused(page).startswith("ace of spades"):
            break
    assert focused(page) == "ace of spades, picked, 1 of 3"
    steps = {
        "ArrowDown": "ace of hearts, picked, 2 of 3",
        "ArrowRight": "king of hearts",
        "End": "two of hearts",
        "ArrowLeft": "three of hearts",
        "Home": "ace of hearts, picked, 2 of 3",
        "d": "queen of hearts",
        "n": "jack of hearts",
        "e": "ace of hearts, picked, 2 of 3",
        "b": "jack of hearts",
        "t": "ten of hearts",
        "9": "nine of hearts",
        "ArrowUp": "nine of spades",
        "q": "queen of spades",
    }
    for key, name in steps.items():
        page.keyboard.press(key)
        assert focused(page) == name, key
    page.keyboard.press("Space")
    expect_hand(page, "AH AD QS")
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    expect_hand(page, "AD QS KS")
    page.keyboard.press("Delete")
    expect_hand(page, "AD QS")
    expect(page.locator(".hint").first).to_contain_text("King of spades, no longer picked")
    assert focused(page) == "king of spades"
    page.keyboard.press("Escape")
    expect(page.locator(".pk.on")).to_have_count(0)
    page.keyboard.press("Tab")
    assert focused(page) != "king of spades"
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "king of spades"


def test_typed_cards_and_a_bad_one(open_page):
    """Words are read; a bad card leaves the hand, shows what was read, and a guess mends it."""
    page = lab(open_page)
    field = page.get_by_label("Cards", exact=True)
    field.fill("hjerter konge, 9♥, QH")
    field.press("Enter")
    expect_hand(page, "KH 9H QH")
    expect(field).to_have_value("")
    field.fill("K♥ 9♥ 1♠")
    page.get_by_role("button", name="Count these").click()
    alert = page.locator(".note")
    expect(alert).to_contain_text("“1♠” is not a card.")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(alert.get_by_role("img")).to_have_count(3)
    expect_hand(page, "KH 9H QH")
    alert.get_by_role("button", name="ace of spades").click()
    expect_hand(page, "KH 9H AS")
    expect(alert).to_be_empty()
    field.fill("KH 9H 9H")
    field.press("Enter")
    expect(alert).to_contain_text("nine of hearts")
    alert.get_by_role("button", name="Keep one nine of hearts").click()
    expect_hand(page, "KH 9H")


def test_a_fourth_card_for_forty_one(open_page):
    """With forty-one among the panels a fourth card fits, and games of three say what they want."""
    page = lab(open_page, "?hand=AS.KS.TS")
    page.get_by_role("button", name="Add a ruleset").click()
    page.get_by_role("button", name="Forty-one").click()
    expect(page.locator(".v")).to_have_count(7)
    expect(page).to_have_url(re.compile("extra=enogfyrre"))
    expect(page.locator(".v").nth(6)).to_contain_text("wants 4 cards")
    cell(page, "QS").click()
    expect_hand(page, "AS KS TS QS")
    expect_answers(page, *["–"] * 6, "41")
    expect(page.locator(".v").nth(5)).to_contain_text("wants 3 cards")
    page.get_by_role("button", name="Remove Forty-one").click()
    expect(page.locator(".v")).to_have_count(6)
    expect_hand(page, "AS KS TS")


def test_the_source_window(open_page):
    """Press the last line of a panel: what it says, where that is written; Esc leads back."""
    page = lab(open_page)
    source = page.locator(".so").nth(4)
    source.focus()
    page.keyboard.press("Enter")
    window = page.get_by_role("dialog")
    expect(window).to_contain_text("Stated by the source")
    expect(window.locator(".srcn")).to_have_attribute("lang", "da")
    expect(window.locator(".srcn")).to_contain_text("31 (Enogtredive)")
    expect(window).to_contain_text("The source contradicts itself")
    expect(window.locator(".els li")).to_have_count(5)
    assert "33" in focused(page)
    page.keyboard.press("ArrowRight")
    expect(window).to_contain_text("31: Spillevejledning")
    page.keyboard.press("Escape")
    expect(window).to_be_hidden()
    assert focused(page).startswith("Danish exchange A7: where it is written")


def test_the_source_window_is_a_sheet_on_a_phone(open_page, assert_accessible):
    """It lies above the page's own bars and reaches both edges."""
    page = lab(open_page, width=390, height=844, dark=True, lang="nb")
    page.locator(".so").nth(1).click()
    window = page.get_by_role("dialog")
    box = window.bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, 390)
    assert box["y"] + box["height"] == 844
    assert page.evaluate(
        "(y) => !document.elementFromPoint(195, y).closest('nav, header')", box["y"] + 20
    )
    assert_accessible(page)
    window.get_by_role("button", name="Lukk").click()
    expect(window).to_be_hidden()


def test_back_forward_and_a_link(open_page):
    """Every choice is a step back, and the address opens the same page elsewhere."""
    page = lab(open_page, "?lang=sv")
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    cell(page, "QH").click()
    expect_hand(page, "AH AD QH")
    page.get_by_role("button", name="Lägg till en variant").click()
    page.get_by_role("button", name="Grekisk 31").click()
    expect(page.locator(".v")).to_have_count(7)
    cell(page, "2C").click()
    expect_hand(page, "AH AD QH 2C")
    link = page.url
    page.go_back()
    expect_hand(page, "AH AD QH")
    page.go_back()
    expect(page.locator(".v")).to_have_count(6)
    page.go_forward()
    expect(page.locator(".v")).to_have_count(7)
    assert len(link) < 2000
    other = lab(open_page, link.partition("/hand/")[2], width=390, height=844)
    expect(other.locator("html")).to_have_attribute("lang", "sv")
    expect_hand(other, "AH AD QH 2C")
    expect(other.locator(".v")).to_have_count(7)
    expect(other.locator(".vs .pt").last).to_have_text("24")  # 34 with both aces high


def test_an_empty_hand_survives_a_reload(open_page):
    """Cleared is not the same as never chosen."""
    page = lab(open_page)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".big .slot")).to_have_count(3)
    expect(page).to_have_url(re.compile("hand=-"))
    page.reload()
    page.locator(READY).first.wait_for()
    expect(page.locator(".big .slot")).to_have_count(3)


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?hand=KH.9H.ZZ", "“ZZ” is not a card."),
        ("?hand=KH.KH.KH", "king of hearts"),
        ("?extra=chess", "chess"),
        ("?hand=%3Cimg%20src=x%3E", "The hand in the link cannot be read."),
    ],
)
def test_a_damaged_link_is_said_and_the_page_goes_on(open_page, query, says):
    """A visible message, and clicks work."""
    page = lab(open_page, query)
    expect(page.locator(".note")).to_contain_text(says)
    page.get_by_role("button", name="Three aces").click()
    expect_answers(page, "11", "31", "31", "11", "33", "Ild")
    expect(page.locator(".note")).to_be_empty()


def test_the_bar_changes_words_and_rules_in_place(open_page):
    """Language, your rules and letters reach the widgets without a reload."""
    page = lab(open_page)
    page.evaluate("window.same = true")
    wish(page, lang="da", home="dk-enogtredive", letters="on")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["da"])
    expect(heading(page)).to_have_text("Fem regelsæt giver et andet svar end Dansk Enogtredive")
    expect(cell(page, "JD")).to_have_text("B")
    expect(page.locator(".v.home")).to_have_attribute("data-id", "dk-enogtredive")
    wish(page, suits="4", theme="dark")
    expect(page.locator(".picker")).to_have_attribute("data-suits", "4")
    expect(page.locator(".verdicts")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("window.same === true")


def test_copy_link(open_page):
    """The link goes to the clipboard and the page says so."""
    page = lab(open_page, "?hand=KH.9H.AS")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{page.url}&v=1"


def test_the_table_beside_the_strips(open_page):
    """What the strips draw can be read as figures."""
    page = lab(open_page)
    expect(page.locator(".st").first).to_have_attribute(
        "aria-label",
        "Norwegian base: of 22,100 hands 8,648 are worse, 2,651 level and 10,800 better.",
    )
    page.get_by_role("button", name="Show as a table").click()
    row = page.locator(".strips tbody tr").first.locator("th, td")
    expect(row).to_have_text(["Norwegian base", "8,648", "2,651", "10,800", "22,100"])


def open_everything(page: Page) -> None:
    """Every part that can be shown: more rulesets, the table, a message with buttons."""
    if page.locator(".others").is_hidden():
        page.locator(".morebtn").click()
        page.locator(".strips .btn").click()
    page.locator(".typed input").fill("K♥ 9♥ 1♠")
    page.locator(".typed input").press("Enter")
    expect(page.locator(".note .btn")).to_have_count(2)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_accessible(open_page, assert_accessible, dark):
    """In each language, light and dark, with everything open and the source window too."""
    # Tall, so that no button lies half under the bottom bar of a phone at this moment.
    page = lab(open_page, "?hand=KH.9H.AS&extra=enogfyrre.greek-31", dark=dark, height=3000)
    for lang in LANGUAGES:
        wish(page, lang=lang)
        expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[lang])
        open_everything(page)
        page.locator(".so").nth(1).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert_accessible(page)
        page.keyboard.press("Escape")


def test_nothing_sticks_out_and_targets_are_big(open_page):
    """No sideways scroll from 360 pixels up, and what can be pressed is at least 44 by 44."""
    page = lab(open_page, "?extra=enogfyrre.scat", width=360, height=800)
    targets = page.locator(".picker, .verdicts, .strips").locator("button, input")
    for lang in LANGUAGES:
        wish(page, lang=lang)
        expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[lang])
        open_everything(page)
        for width in (360, 390, 600, 768, 901, 1024, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (lang, width)
            table = page.locator(".tbl").evaluate("(e) => e.scrollWidth - e.clientWidth")
            assert table <= 0, (lang, width)
            sizes = targets.evaluate_all(
                """(all) => all.filter((e) => e.checkVisibility()).map((e) => {
                  const box = e.getBoundingClientRect();
                  return [e.getAttribute("aria-label") ?? e.textContent, box.width, box.height];
                })"""
            )
            assert len(sizes) > 70
            assert [s for s in sizes if s[1] < 44 or s[2] < 44] == [], (lang, width)


def test_a_message_that_got_lost_goes_once_more(open_page):
    """A phone between two cells of a network: the card is picked all the same, and only once."""
    page = lab(open_page, "?hand=AS.AH", expect_errors=("ERR_CONNECTION_RESET", "Failed to fetch"))
    sent = []

    def lose_the_first(route):
        if '"intent"' not in (route.request.post_data or ""):
            route.continue_()
            return
        sent.append(route.request.post_data)
        if len(sent) == 1:
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/api/kernel/**", lose_the_first)
    cell(page, "KH").click()
    expect_hand(page, "AS AH KH")
    assert len(sent) == 2
