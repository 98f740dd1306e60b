"""House rules in the browser: made, kept, used everywhere, shared, loaded, printed."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from serving import ROOT, run_server

from thirtyone.rules import get_value, load_ruleset, questions
from thirtyone.rules.draft import Draft, offered
from thirtyone.rules.link import write_code

# The page of house rules by itself, so that these tests know nothing of the rest of its section.
NOTEBOOK = """
import marimo

app = marimo.App(width="full")

with app.setup:
    import marimo as mo

    from thirtyone.ui.house_lab import HouseLab
    from thirtyone.web import page


@app.cell
def _():
    here = page.open(mo, view="", house="")
    lab = HouseLab(
        lang=here.lang,
        home=here.home,
        letters=here.prefs.letters,
        on_change=here.go,
        house=here.state["house"],
    )
    here.observe(lab.follow)
    mo.vstack([here.bridge, lab.widget], gap=0)
    return


if __name__ == "__main__":
    app.run()
"""
CABIN = "h1_no-trettien_sa-any_sk-30-5_xe-reshuffle_gk-like-all_n-The-cabin"
OPEN = "h1_dk-enogtredive_hc-4_SK-30-5_SE-33_n-Sommerhuset"
HOSTILE = '<img src=x onerror="document.title=1">'
ROW = ".house .or"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    (folder / "rules.py").write_text(NOTEBOOK, "utf-8")
    hand = (ROOT / "notebooks" / "marimo" / "hand.py").read_text("utf-8")
    (folder / "hand.py").write_text(hand, "utf-8")
    with run_server(tmp_path_factory.mktemp("log") / "log.txt", folder) as running:
        yield running


@pytest.fixture
def open_house(open_page, site):
    def go(query: str = "", **more) -> Page:
        return open_page(f"/rules/?view=house{query}", ready=ROW, at=site, **more)

    return go


def row(page: Page, path: str):
    return page.locator(f'.or[data-path="{path}"]')


def choose(page: Page, path: str, answer: str) -> None:
    row(page, path).locator("label", has_text=re.compile(f"^{re.escape(answer)}$")).click()


def button(page: Page, name: str):
    return page.locator(".house .tb").get_by_role("button", name=name)


def home_button(page: Page):
    return page.locator("#t31-home")


def is_one_page(page: Page, path: Path) -> bool:
    page.pdf(path=path, prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", path.read_bytes())) == 1


def test_make_a_rule_use_it_and_find_it_again(open_house, site):
    """Clicks, a name, save: it is yours in the bar and the hand lab, also after a reload."""
    page = open_house()
    choose(page, "scoring.ace_across_suits", "Yes")
    expect(page.locator(".sum h2")).to_have_text("1 change")
    expect(row(page, "scoring.ace_across_suits").locator(".tag")).to_have_text("≠ No")
    choose(page, "settlement.tie_with_knocker", "Loses one too")
    expect(page.locator(".sum h2")).to_have_text("Two changes")
    expect(page.locator(".exs tr").first).to_contain_text("30")
    page.get_by_label("Name", exact=True).fill("The  cabin")
    button(page, "Save and use").click()
    expect(home_button(page)).to_contain_text("The cabin")
    code = "h1_no-trettien_sa-any_gk-like-all_n-The-cabin"
    expect(page).to_have_url(re.compile(f"house={code}"))
    expect(page).to_have_url(re.compile(f"home={code}"))
    expect(page.locator(".told")).to_have_text(
        "The cabin is saved in this browser and is now your rules."
    )
    expect(page.locator(".svl")).to_contain_text("Norwegian base, 2 changes")
    assert len(page.url) < 2000

    page.locator(".t31-top nav a", has_text="Hand").click()
    page.locator(".vs .v").first.wait_for()
    expect(page.locator(".vs .v.home h3")).to_have_text("The cabin")
    expect(page.locator(".vs .pt").first).to_have_text("31")
    page.goto(site.url + "/hand/?hand=KH.9H.AS")
    expect(page.locator(".vs .v.home h3")).to_have_text("The cabin")
    expect(page.locator(".vs .pt").first).to_have_text("30")
    expect(page.locator(".strips .sn b").first).to_have_text("The cabin")

    page.goto(site.url + "/")
    expect(home_button(page)).to_contain_text("The cabin")
    expect(page.locator(".t31-tiles")).to_contain_text("The cabin")


def test_house_rules_can_be_added_beside_others(open_house, site):
    """What this browser keeps is among the rulesets to add, without being yours."""
    page = open_house(f"&house={CABIN}")
    button(page, "Save and use").click()
    expect(home_button(page)).to_contain_text("The cabin")
    page.evaluate("window.t31.change('home', 'dk-a7')")
    page.goto(site.url + "/hand/?hand=QS.QH.QC")
    page.get_by_role("button", name="Add a ruleset").click()
    page.locator(".others").get_by_role("button", name="The cabin").click()
    expect(page.locator(".vs .v h3").last).to_have_text("The cabin")
    expect(page.locator(".vs .pt").last).to_have_text("30½")
    expect(page).to_have_url(re.compile(f"extra={CABIN}"))
    page.reload()
    expect(page.locator(".vs .v h3").last).to_have_text("The cabin")


def test_a_shared_link_opens_in_a_fresh_browser(open_house, site):
    """Its reader's own rules stay what they are until they save; nothing was stored anywhere."""
    page = open_house(f"&house={CABIN}&home=se-svensk-bas", lang="sv")
    expect(page.get_by_label("Namn", exact=True)).to_have_value("The cabin")
    expect(page.locator(".sum h2")).to_have_text("Fyra ändringar")
    expect(home_button(page)).to_contain_text("Svensk bas")
    page.goto(f"{site.url}/hand/?hand=QS.QH.QC&home={CABIN}")
    expect(page.locator(".vs .v.home h3")).to_have_text("The cabin")
    expect(page.locator(".vs .pt").first).to_have_text("30½")
    kept = page.evaluate("[localStorage.getItem('t31-house'), document.cookie]")
    assert kept == [None, ""]


def test_a_damaged_link_is_said_and_the_page_works(open_house):
    """Cut in the middle: a message, and clicks go on from the reader's rules."""
    page = open_house(f"&house={CABIN[:30]}&home={CABIN[:26]}")
    expect(page.locator(".note")).to_contain_text("The link cannot be read")
    expect(page.locator(".t31-notice")).to_contain_text("damaged")
    expect(home_button(page)).to_contain_text("Norwegian base")
    choose(page, "scoring.cap", "No")
    expect(page.locator(".note")).to_be_empty()
    expect(page.locator(".sum h2")).to_have_text("1 change")


def test_contradictions_ask_and_leave_everything_possible(open_house, tmp_path):
    """Four cards open two questions; links lead to them; the card prints with boxes."""
    page = open_house("&home=dk-enogtredive")
    choose(page, "hand.cards", "4")
    expect(page.locator(".con h3")).to_have_text("Two questions are open")
    expect(row(page, "scoring.three_aces")).to_have_class(re.compile("ask"))
    expect(row(page, "scoring.three_aces").locator(".nt")).to_contain_text("no longer fits")
    page.locator(".con button").nth(1).click()
    assert (
        page.evaluate(
            "(() => { let at = document.activeElement; while (at.shadowRoot) at = at.shadowRoot.activeElement;"
            " return at.closest('.or').dataset.path; })()"
        )
        == "scoring.three_aces"
    )
    assert page.locator(".a4 .q6 .bx").count() == 2
    assert is_one_page(page, tmp_path / "card.pdf")
    page.go_back()
    expect(page.locator(".con")).to_be_hidden()
    page.go_forward()
    expect(page.locator(".con h3")).to_have_text("Two questions are open")
    choose(page, "scoring.three_aces", "As other cards")
    choose(page, "scoring.three_of_a_kind", "Nothing")
    expect(page.locator(".con")).to_be_hidden()
    expect(page.locator(".sum h2")).to_have_text("Three changes")


def test_download_and_open_a_file(open_house, tmp_path):
    """What was downloaded is a file of rules and comes back; what is none is said in one line."""
    page = open_house(f"&house={CABIN}")
    with page.expect_download() as caught:
        button(page, "Download").click()
    saved = tmp_path / caught.value.suggested_filename
    caught.value.save_as(saved)
    assert saved.name == "the-cabin.toml"
    assert 'ace_across_suits = "any"' in saved.read_text("utf-8")

    fresh = open_house()
    field = fresh.locator(".house input[type=file]")
    field.set_input_files(saved)
    expect(fresh.get_by_label("Name", exact=True)).to_have_value("The cabin")
    expect(fresh.locator(".sum h2")).to_have_text("Four changes")
    expect(fresh).to_have_url(re.compile(f"house={CABIN}"))

    for name, raw, part in (
        ("film.toml", b"x" * 10_000_000, "film.toml: "),
        ("page.toml", b"<html><script>alert(1)</script>", "page.toml: Line 1"),
        ("zero.toml", bytes(30_000), "zero.toml: "),
        ("typo.toml", b'based_on = "scat"\n[lives]\nstrat = 3\n', "lives.start"),
    ):
        bad = tmp_path / name
        bad.write_bytes(raw)
        field.set_input_files(bad)
        expect(fresh.locator(".note")).to_contain_text(part)
        expect(fresh.locator(".note")).to_contain_text("Nothing has been changed.")
        expect(fresh.locator(".sum h2")).to_have_text("Four changes")
    choose(fresh, "scoring.cap", "No")
    expect(fresh.locator(".note")).to_be_empty()


def test_a_hostile_name_is_text_everywhere(open_house, site):
    """In the field, the card, the bar, the menu, the list, the panels: letters, not HTML."""
    page = open_house()
    choose(page, "scoring.ace_across_suits", "Yes")
    page.get_by_label("Name", exact=True).fill(HOSTILE)
    button(page, "Save and use").click()
    expect(home_button(page)).to_contain_text(HOSTILE)
    home_button(page).click()
    expect(page.locator(".t31-mown [role=option] b")).to_have_text(HOSTILE)
    page.keyboard.press("Escape")
    expect(page.locator(".svl b")).to_have_text(HOSTILE)
    expect(page.locator(".a4 .nm")).to_have_text(HOSTILE)
    page.goto(site.url + "/hand/")
    expect(page.locator(".vs .v.home h3")).to_have_text(HOSTILE)
    page.locator(".vs .v.home .so").click()
    expect(page.locator(".pop .who")).to_have_text(HOSTILE)
    assert page.locator("img[src=x]").count() == 0
    assert page.title() == "Hand – 31"


def test_the_menu_by_keyboard(open_house):
    """Arrows, letters and Enter reach house rules; Tab reaches the link for new ones."""
    page = open_house(f"&house={CABIN}")
    button(page, "Save and use").click()
    expect(home_button(page)).to_contain_text("The cabin")
    home_button(page).focus()
    page.keyboard.press("ArrowDown")
    menu = page.locator("#t31-menu")
    focused = menu.locator("[role=option]:focus")
    expect(focused).to_contain_text("The cabin")
    expect(focused).to_have_attribute("aria-selected", "true")
    expect(menu.locator(".t31-mown")).to_contain_text("Norwegian base, 4 changes")
    page.keyboard.press("ArrowUp")
    expect(focused).to_contain_text("Greek 31")
    page.keyboard.press("Enter")
    expect(home_button(page)).to_contain_text("Greek 31")
    page.keyboard.press("Enter")
    page.keyboard.press("t")
    page.keyboard.press("h")
    page.keyboard.press("e")
    expect(focused).to_contain_text("The cabin")
    page.keyboard.press("Tab")
    expect(menu.get_by_role("link", name="New house rules")).to_be_focused()
    page.keyboard.press("Escape")
    expect(home_button(page)).to_be_focused()


def test_answers_by_keyboard(open_house):
    """Each question is a group of radio buttons named by it; arrows choose, focus stays."""
    page = open_house()
    group = page.get_by_role("radiogroup", name="May an ace count with another suit?")
    first = group.get_by_role("radio", name="No, as in the base")
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sum h2")).to_have_text("1 change")
    page.keyboard.press("ArrowRight")
    expect(group.get_by_role("radio", name="Yes")).to_be_checked()
    expect(group.get_by_role("radio", name="Yes")).to_be_focused()
    expect(page.locator(".house p.vh[role=status]")).to_have_text(
        "May an ace count with another suit? Yes. Base: No."
    )
    number = row(page, "knock.minimum").get_by_label("Another number, 0 to 41")
    number.fill("27")
    number.press("Enter")
    expect(page.locator(".sum h2")).to_have_text("Two changes")
    page.get_by_role("button", name="Undo: How many points do you need to knock? 27").click()
    expect(page.locator(".sum h2")).to_have_text("1 change")


def test_what_is_kept_is_bounded_and_can_be_removed(open_house):
    """Twenty at most, the same name once; rubbish in the store does no harm."""
    page = open_house()
    page.evaluate(
        """localStorage.setItem("t31-house", JSON.stringify(
          [7, "<b>", "h1_chess_n-x", ...Array.from({ length: 20 }, (_, n) => `h1_scat_km-${n + 1}_n-No-${n}`)]))"""
    )
    page.reload()
    page.locator(ROW).first.wait_for()
    expect(page.locator(".svl li")).to_have_count(20)
    choose(page, "scoring.ace_across_suits", "Yes")
    button(page, "Save and use").click()
    expect(page.locator(".note")).to_contain_text("keeps 20 house rules at most")
    expect(home_button(page)).to_contain_text("Norwegian base")
    page.get_by_role("button", name="Remove No 0 from this browser").click()
    expect(page.locator(".svl li")).to_have_count(19)
    button(page, "Save and use").click()
    expect(home_button(page)).to_contain_text("House rules")
    expect(page.locator(".svl li")).to_have_count(20)
    page.get_by_role("button", name="Open No 7").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("No 7")
    expect(page.locator(".sum h2")).to_have_text("1 change")
    page.evaluate("localStorage.setItem('t31-house', '{broken')")
    page.reload()
    page.locator(ROW).first.wait_for()
    expect(page.locator(".saved")).to_contain_text("No house rules yet.")


def all_changed() -> str:
    """The code of rules that answer every question otherwise, under the longest name."""
    draft = Draft(load_ruleset("no-kildebeskrivelse"), "Å" * 40)
    for path in questions(draft.base.family):
        for value in offered(draft.base, path):
            if value != get_value(draft.base, path):
                draft = draft.choose(path, value if isinstance(value, int) else str(value))
                break
    return write_code(draft)


@pytest.mark.parametrize(
    ("lang", "code"),
    [
        *((lang, CABIN) for lang in ("en", "nb", "sv", "da")),
        ("da", OPEN),
        ("da", "h1_dk-a7_n-A7"),
        ("en", "h1_greek-31_bf-yes"),
        ("sv", "h1_se-forst-till-fem"),
        *((lang, all_changed()) for lang in ("nb", "da")),
    ],
    ids=lambda text: text[:24],
)
def test_the_card_is_one_page(open_house, tmp_path, lang, code):
    """A4 portrait, nothing cut off, nothing else on the paper."""
    page = open_house(f"&house={code}&lang={lang}")
    assert is_one_page(page, tmp_path / "card.pdf")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 794, "height": 1123})
    told = page.evaluate(
        """(() => {
          const find = (root) => root.querySelector(".a4") ?? [...root.querySelectorAll("*")].map((e) => e.shadowRoot && find(e.shadowRoot)).find(Boolean);
          const card = find(document), foot = card.querySelector("footer").getBoundingClientRect();
          return [card.scrollHeight - card.clientHeight, foot.bottom <= 1123, document.documentElement.scrollHeight <= 1123];
        })()"""
    )
    assert told[0] <= 1
    assert told[1:] == [True, True]
    assert page.locator(".t31-top").is_hidden()
    assert page.locator(".house .et").is_hidden()


@pytest.mark.parametrize(
    ("width", "dark", "lang"),
    [(1280, False, "en"), (1280, True, "da"), (390, True, "nb"), (320, False, "sv")],
)
def test_everybody_can_use_it(open_house, assert_accessible, width, dark, lang):
    """axe finds nothing, nothing is too small to press, nothing is wider than the window."""
    page = open_house(f"&house={OPEN}&lang={lang}", width=width, height=844, dark=dark)
    button_count = page.locator(".house button:visible").count()
    assert button_count > 6
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.locator(".house").evaluate(
        """(root) => [...root.querySelectorAll("button, select, .seg label, input:not(.vh):not([type=file]), summary, a")]
          .filter((e) => e.checkVisibility() && e.tabIndex >= -1 && !e.closest(".a4"))
          .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
          .filter(([, box]) => box.height < 43.5 || box.width < 43.5).map(([html]) => html)
          .filter((html) => innerWidth <= 900 || !html.startsWith("<summary"))"""
    )
    assert small == []
