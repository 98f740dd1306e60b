"""The start page and the bar: what a reader can choose, with mouse, keys and links."""

import re

import pytest
from playwright.sync_api import Page, expect

LANGUAGES = ("en", "nb", "sv", "da")
TITLES = {
    "en": "31, as your table plays it",
    "nb": "31, slik dere spiller det",
    "sv": "31, så som ni spelar det",
    "da": "31, som I spiller det",
}


def stay(page: Page) -> None:
    """Mark the document; ``stayed`` tells whether it is still the same."""
    page.evaluate("window.same = true")


def stayed(page: Page) -> bool:
    return page.evaluate("window.same === true")


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.id")


def cookie(page: Page) -> dict[str, str]:
    text = next((c["value"] for c in page.context.cookies() if c["name"] == "t31"), "")
    return dict(pair.split(":") for pair in text.split("|") if pair)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_start_page_is_accessible(open_page, assert_accessible, lang, dark, width):
    """In each language, light and dark, on a desk and on a phone, axe-core finds nothing."""
    page = open_page("/", width=width, dark=dark, lang=lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[lang])
    assert_accessible(page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_start_page_fits_a_small_laptop(open_page, lang):
    """At 1280 by 800 nothing has to be scrolled, whatever the language."""
    page = open_page("/", lang=lang)
    size = page.evaluate("[document.body.scrollWidth, document.documentElement.scrollHeight]")
    assert size[0] <= 1280
    assert size[1] <= 800


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [320, 360, 768, 901])
def test_nothing_sticks_out(open_page, assert_big_targets, lang, width):
    """No sideways scroll from the smallest phone to a tablet, and targets that a thumb hits."""
    page = open_page("/", width=width, lang=lang)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert_big_targets(page)
    page.locator("#t31-home").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert_big_targets(page, "#t31-menu")


def test_only_sections_that_exist_are_shown(open_page, server):
    """The hand lab is there; what has no notebook has no link."""
    page = open_page("/")
    links = page.locator(".t31-top nav a")
    assert "Hand" in links.all_inner_texts()
    for link in links.all():
        assert server.get(link.get_attribute("href"))[0] == 200
    assert page.locator(".t31-doors a").count() == links.count()


def test_three_aces_have_four_answers_and_mine_is_marked(open_page):
    """11, 31, 33 and Ild; the answer of one's own rules stands out."""
    page = open_page("/")
    assert page.locator(".t31-aces b").all_inner_texts() == ["11", "31", "33", "Ild"]
    expect(page.locator(".t31-yours b")).to_have_text("11")
    page.locator("label", has_text="Danish exchange A7").click()
    expect(page.locator(".t31-yours b")).to_have_text("Ild")
    assert cookie(page) == {"home": "dk-a7"}


def test_tiles_by_keyboard_keep_the_focus(open_page):
    """Arrow keys go from tile to tile, each choice acts at once, and nothing is loaded anew."""
    page = open_page("/")
    stay(page)
    page.locator("#home-no-trettien").focus()
    for id_, mine in (
        ("no-kildebeskrivelse", "31"),
        ("se-svensk-bas", "31"),
        ("se-forst-till-fem", "11"),
        ("dk-enogtredive", "33"),
    ):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".t31-yours b")).to_have_text(mine)
        expect(page.locator(f"#home-{id_}")).to_be_checked()
        assert focused(page) == f"home-{id_}"
    expect(page.locator(".t31-hn")).to_have_text("Danish Enogtredive")
    assert stayed(page)


def test_held_arrow_key_ends_where_the_focus_is(open_page):
    """Many choices in a hurry: the last one wins, on the tiles and in the bar."""
    page = open_page("/")
    page.locator("#lang-en").focus()
    for _ in range(13):
        page.keyboard.press("ArrowRight")
    assert focused(page) == "lang-nb"
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["nb"])
    expect(page.locator(".t31-hl")).to_have_text("Dine regler")
    expect(page.locator("html")).to_have_attribute("lang", "nb")
    assert cookie(page)["lang"] == "nb"


def test_language_changes_everything_without_a_reload(open_page):
    """Heading, title, bar, menu and the document's language follow the choice in the bar."""
    page = open_page("/")
    stay(page)
    page.get_by_label("Language", exact=True).last.select_option("sv")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["sv"])
    expect(page).to_have_title("31 – en regelutforskare")
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    expect(page.locator(".t31-hn")).to_have_text("Norsk bas")
    expect(page.locator("#t31-menu-se")).to_have_text("Sverige")
    expect(page.locator("#lang-sv")).to_be_checked()
    assert stayed(page)


def test_light_and_dark(open_page):
    """The button says which it is, and the choice is kept for the next visit."""
    page = open_page("/")
    button = page.get_by_role("button", name="Dark")
    expect(button).to_have_attribute("aria-pressed", "false")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (light, dark) == ("rgb(242, 244, 243)", "rgb(16, 22, 27)")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert cookie(page) == {"theme": "dark"}


def test_menu_by_keyboard(open_page, assert_accessible):
    """Enter opens it, arrows, Home, End and letters move, Enter chooses, Esc gives up."""
    page = open_page("/")
    button = page.locator("#t31-home")
    at = "document.activeElement.dataset.value"
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    assert page.evaluate(at) == "no-trettien"
    assert_accessible(page, "#t31-menu")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(at) == "no-kildebeskrivelse"
    page.keyboard.press("End")
    assert page.evaluate(at) == page.locator(".t31-mi").last.get_attribute("data-value")
    page.keyboard.press("Home")
    assert page.evaluate(at) == "no-trettien"
    page.keyboard.type("sch", delay=20)
    assert page.evaluate(at) == "schwimmen"
    page.keyboard.press("Escape")
    expect(page.locator("#t31-menu")).to_be_hidden()
    assert focused(page) == "t31-home"
    expect(page.locator(".t31-hn")).to_have_text("Norwegian base")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    expect(page.locator("#t31-menu")).to_be_hidden()
    expect(page.locator(".t31-hn")).to_have_text("Swedish base")
    expect(page.locator("#home-se-svensk-bas")).to_be_checked()
    assert focused(page) == "t31-home"


def test_menu_lists_all_sixteen(open_page):
    """Every ruleset once, the chosen one marked; the link under the tiles opens it too."""
    page = open_page("/")
    page.get_by_role("button", name="Ten more rulesets").click()
    options = page.locator("#t31-menu").get_by_role("option")
    assert options.count() == 16
    assert len({o.get_attribute("data-value") for o in options.all()}) == 16
    expect(page.locator("#t31-menu").get_by_role("option", selected=True)).to_contain_text(
        "Norwegian base"
    )
    page.get_by_role("option", name="Cadillac").click()
    expect(page.locator(".t31-hn")).to_have_text("Cadillac")
    expect(page.locator(".t31-tiles :checked")).to_have_count(0)
    assert cookie(page) == {"home": "cadillac"}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_menu_open_at_a_desk(open_page, assert_accessible, dark):
    """The open menu, to be looked at beside its mock."""
    page = open_page("/", dark=dark)
    page.locator("#t31-home").click()
    expect(page.locator("#t31-menu")).to_be_visible()
    assert_accessible(page, "#t31-menu")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_phone_menu_has_the_switches(open_page, assert_accessible, lang):
    """On a phone the sheet ends with look, four-colour deck and letters; all are kept."""
    page = open_page("/", width=390, height=844, lang=lang)
    page.locator("#t31-home").click()
    assert_accessible(page, "#t31-menu")
    for name, value in (("theme", "dark"), ("suits", "4"), ("letters", "on")):
        page.locator(f"#t31-menu .t31-{name}").click()
        expect(page.locator("html")).to_have_attribute(f"data-{name}", value)
    assert cookie(page) == {"theme": "dark", "suits": "4", "letters": "on"}
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-suits", "4")


def test_shared_link_wins_but_is_not_kept(open_page):
    """A link shows what its sender saw and goes on into the sections; the reader's cookie stays."""
    page = open_page("/?lang=da&home=se-svensk-bas", lang="en")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["da"])
    expect(page.locator(".t31-hn")).to_have_text("Svensk grundspil")
    assert "lang=da&home=se-svensk-bas" in page.locator(".t31-doors a").first.get_attribute("href")
    page.locator(".t31-top [data-toggle=theme]").click()
    assert cookie(page) == {"theme": "dark"}
    own = open_page("/", lang="en", same_reader=True)
    expect(own.get_by_role("heading", level=1)).to_have_text(TITLES["en"])


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?lang=xx", "This link is damaged, so the page starts from the beginning."),
        ("?home=chess", "This link is damaged, so the page starts from the beginning."),
        ("?v=two", "This link is damaged, so the page starts from the beginning."),
        ("?v=7", "This link comes from a newer version (7)."),
    ],
)
def test_damaged_link_is_said_and_the_page_goes_on(open_page, assert_accessible, query, says):
    """The message is in the reader's language, also after that has changed, and can be closed."""
    page = open_page("/" + query)
    notice = page.locator(".t31-notice")
    expect(notice).to_contain_text(says)
    assert_accessible(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["en"])
    page.get_by_label("Language", exact=True).last.select_option("da")
    expect(notice).to_contain_text("Linket kommer" if "7" in query else "beskadiget")
    if "7" in query:
        expect(notice).to_contain_text("(7)")
    notice.get_by_role("button").click()
    expect(notice).to_have_count(0)


def test_damaged_cookie_is_ignored(server):
    """Whatever stands in the cookie, the page comes."""
    for text in ("t31=lang:xx|home", "t31=||::|lang:da:da", "t31", 'a="b; t31=lang:da'):
        status, _, body = server.get("/", cookie=text)
        assert status == 200
        assert "<h1>" in body
    assert 'lang="da"' in server.get("/", cookie='a="b; t31=lang:da')[2]


def test_not_found_page(open_page, assert_accessible):
    """A page of our own in the reader's language, with a way out; scripts get an empty answer."""
    page = open_page("/nowhere", lang="sv", expect_errors=("404",))
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    assert_accessible(page)
    page.locator("main a").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["sv"])


def test_skip_link_is_the_first_stop(open_page):
    """The first Tab shows it, Enter leads past the bar."""
    page = open_page("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert re.match("lang-", focused(page))


def test_print_leaves_the_bars_out(open_page):
    """On paper there is the page, not its controls."""
    page = open_page("/", width=390)
    page.emulate_media(media="print")
    for css in (".t31-top", ".t31-bar"):
        expect(page.locator(css)).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
