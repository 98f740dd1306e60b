"""The round page in the browser: stepping, guessing, playing on, other rules, logs of one's own."""

import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from thirtyone.notation import Style, format_card
from thirtyone.play.deal import shuffled_deal
from thirtyone.play.transcript import format_link, format_round
from thirtyone.policies import knocks_at, play_round, steady
from thirtyone.rounds import all_rounds, find_round
from thirtyone.rules import load_ruleset

LANGUAGES = ("en", "nb", "sv", "da")
TITLES = {
    "en": "One round, six rulesets",
    "nb": "Én runde, seks regelsett",
    "sv": "En omgång, sex varianter",
    "da": "Én runde, seks regelsæt",
}
READY = ".tbl .seat"
RESULT = "Tora loses one life"

# Finds an element wherever it is, in shadow roots too.
_FIND = """
const find = (css, root = document) => {
  const here = root.querySelector(css);
  if (here) return here;
  for (const e of root.querySelectorAll("*")) {
    const inside = e.shadowRoot && find(css, e.shadowRoot);
    if (inside) return inside;
  }
  return null;
};
"""


def played(rules: str, players: int, seed: int, policy=steady):
    ruleset, rng = load_ruleset(rules), random.Random(seed)
    deal = shuffled_deal(ruleset, players, rng)
    return play_round(ruleset, deal, [policy] * players, rng).record


def page_of(open_page, query: str = "", **how) -> Page:
    return open_page(f"/round/{query}", ready=READY, **how)


def table(page: Page):
    return page.locator(".tbl")


def note(page: Page):
    return page.locator(".ann h2")


def wish(page: Page, **wishes: str) -> None:
    for name, value in wishes.items():
        page.evaluate("([name, value]) => window.t31.change(name, value)", [name, value])


def count(page: Page):
    return page.locator(".ann p").first


# -------------------------------------------------------------------------------------- stepping


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
def test_from_the_deal_to_other_rules(open_page, width, height):
    """Step by button to the result, guess before it, and see the same hands under six rulesets."""
    page = page_of(open_page, width=width, height=height)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES["en"])
    expect(count(page)).to_have_text("Step 1 of 13")
    expect(page.locator(".rejudge .v")).to_have_count(0)
    forward = page.get_by_role("button", name="Next step")
    for number in range(2, 13):
        forward.click()
        expect(count(page)).to_have_text(f"Step {number} of 13")
    question = page.get_by_role("group", name="Who loses?")
    question.get_by_role("button", name="Nils").click()
    expect(note(page)).to_have_text(RESULT)
    expect(page.locator(".said.no")).to_contain_text("Not this time. Tora loses one life.")
    expect(page.locator(".rejudge .v")).to_have_count(6)
    expect(page.locator(".rejudge .v .who b")).to_have_text(
        ["Tora", "Tora", "Tora", "Kari", "Tora", "–"]
    )
    expect(page.locator(".rejudge .v").nth(3)).to_contain_text("≠ another player")
    expect(page).to_have_url(re.compile("step=13"))
    expect(forward).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Previous step").click()
    expect(note(page)).to_have_text("All hands are shown")


def test_the_keys_of_the_stepper(open_page):
    """Arrows, Home, End, K, N, 1 to 6 and ?; a screen reader hears one sentence a step."""
    page = page_of(open_page)
    table(page).focus()
    status = page.locator(".table [role=status]").last
    page.keyboard.press("ArrowRight")
    expect(status).to_have_text(
        "Step 2 of 13: Kari took the queen of hearts from the discard pile."
    )
    page.keyboard.press("k")
    expect(status).to_have_text("Step 8 of 13: Kari knocked. Everyone else has one turn left.")
    expect(page.locator(".order tr[aria-current]")).to_contain_text("Nils")
    page.keyboard.press("End")
    expect(note(page)).to_have_text(RESULT)
    page.keyboard.press("ArrowLeft")
    expect(count(page)).to_have_text("Step 12 of 13")
    page.keyboard.press("Home")
    expect(count(page)).to_have_text("Step 1 of 13")
    page.keyboard.press("n")
    expect(note(page)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(count(page)).to_have_text("Step 2 of 13")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".rejudge .v")).to_have_count(6)
    table(page).focus()
    page.keyboard.press("4")
    expect(page.locator(".rejudge .v").nth(3)).to_be_focused()
    table(page).focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("to the knock")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_held_arrow_key_drops_no_step(open_page):
    """Forty steps with the key held: every one is painted, and the address follows at the end."""
    record = played("no-trettien", 4, 6, knocks_at(31))
    assert len(record.actions) > 42
    page = page_of(open_page, f"?t={format_link(record)}")
    page.evaluate(
        "() => {"
        + _FIND
        + """
          const node = find(".tlp");
          window.seen = [];
          new MutationObserver(() => window.seen.push(node.textContent))
            .observe(node, { childList: true, characterData: true, subtree: true });
        }"""
    )
    table(page).focus()
    for _ in range(40):
        page.keyboard.down("ArrowRight")  # again without up: that is a key held
    page.keyboard.up("ArrowRight")
    steps = len(record.actions) + 3
    assert page.evaluate("window.seen") == [f"{n} of {steps}" for n in range(2, 42)]
    expect(page).to_have_url(re.compile("step=41"))
    page.keyboard.press("End")
    expect(count(page)).to_have_text(f"Step {steps} of {steps}")


def test_each_step_is_drawn_before_the_key_is_over(open_page):
    """Nothing is asked of the server: when the key's event returns, the next step stands there."""
    record = played("dk-enogtredive", 7, 1, knocks_at(31))
    assert len(record.actions) > 20
    page = page_of(open_page, f"?t={format_link(record)}")
    seen = page.evaluate(
        "() => {"
        + _FIND
        + """
          const box = find(".tbl"), note = find(".ann"), seen = [];
          for (let n = 0; n < 20; n += 1) {
            box.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true }));
            seen.push(note.querySelector("p").textContent.trim());
          }
          return seen;
        }"""
    )
    assert seen == [f"Step {n} of {len(record.actions) + 3}" for n in range(2, 22)]


def test_swipe_steps_both_ways(open_page):
    page = page_of(open_page, "?step=3", width=390, height=844)
    box = table(page).bounding_box()
    assert box is not None
    y = box["y"] + 40

    def swipe(start: float, end: float) -> None:
        page.mouse.move(start, y)
        page.mouse.down()
        page.mouse.move(end, y, steps=4)
        page.mouse.up()

    swipe(300, 120)
    expect(count(page)).to_have_text("Step 4 of 13")
    swipe(100, 280)
    swipe(100, 280)
    expect(count(page)).to_have_text("Step 2 of 13")


def test_a_card_moves_or_wears_a_ring(open_page, browser, server):
    """With reduced motion nothing moves: the card that came wears a ring for the step."""
    page = page_of(open_page)
    page.get_by_role("button", name="Next step").click()
    expect(page.locator('.tbl [data-c="QH"].moved')).to_have_count(1)
    context = browser.new_context(reduced_motion="no-preference")
    moving = context.new_page()
    moving.goto(server.url + "/round/")
    moving.locator(READY).first.wait_for()
    moving.get_by_role("button", name="Next step").click()
    card = moving.locator('.tbl .seat [data-c="QH"]')
    assert card.evaluate("(e) => e.getAnimations().length") == 1
    expect(card).not_to_have_class(re.compile("moved"))
    context.close()


def test_every_round_of_the_course_from_first_to_last_step(open_page):
    """One page walks through all of them, round after round of a match, without an error."""
    page = page_of(open_page, "?step=3")  # not the first: a step 1 is then always an answer
    walked = steps = 0
    for annotated in all_rounds():
        page.get_by_role("button", name="Choose a round").click()
        page.locator(f'.list button[data-id="{annotated.id}"]').click()
        expect(page.locator(".now h2")).to_have_text(annotated.titles["en"])
        for deal in range(max(1, len(annotated.records))):
            if deal:
                page.get_by_role("button", name="Next round").click()
                expect(page.locator(".meta")).to_contain_text(f"Round {deal + 1} of")
            last = 1
            if annotated.records:
                record = annotated.records[deal]
                last = len(record.actions) + (2 if record.outcome().drawn else 3)
            expect(count(page)).to_have_text(f"Step 1 of {last}")
            table(page).focus()
            for _ in range(last - 1):
                page.keyboard.press("ArrowRight")
            expect(count(page)).to_have_text(f"Step {last} of {last}")
            steps += last
        walked += 1
    print(f"{walked} rounds, {steps} steps")
    assert walked >= 20


@pytest.mark.parametrize(
    ("lang", "id_"),
    [("nb", "trettien.en-runde"), ("sv", "svensk-bas.annas-giv"), ("da", "svensk-bas.hammer")],
)
def test_a_sample_in_the_other_languages(open_page, lang, id_):
    annotated = find_round(id_)
    page = page_of(open_page, f"?round={id_}", lang=lang)
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[lang])
    expect(page.locator(".now h2")).to_have_text(annotated.titles[lang])
    table(page).focus()
    page.keyboard.press("End")
    shown = page.locator(".ann .nt")
    if any(n.at >= len(annotated.record.actions) for n in annotated.notes if annotated.record):
        expect(shown).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", lang)


# ------------------------------------------------------------------------------------- playing on


def test_play_on_and_come_back(open_page):
    """From step three Nils is mine: draw, throw, let them finish; then back to the round."""
    page = page_of(open_page, "?step=3")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".table .msg")).to_contain_text("You play Nils")
    expect(page.locator(".seat.me")).to_contain_text("Nils")
    expect(page.locator('.seat:not(.me) .c:not([data-c="?"])')).to_have_count(0)
    page.get_by_role("button", name="Draw from the stock").click()
    expect(page.locator(".seat.me .cb")).to_have_count(4)
    page.locator(".seat.me .cb").last.click()
    expect(page).to_have_url(re.compile(r"play=2\.1\.s\.d-"))
    expect(count(page)).to_have_text(re.compile(r"Step (\d+) of \1$"))
    number = count(page).inner_text().split()[-1]
    expect(page).to_have_url(re.compile(f"step={number}(&|$)"))
    link = page.url
    other = page_of(open_page, link.partition("/round/")[2])
    expect(other.locator(".table .msg")).to_contain_text("You play Nils")
    expect(count(other)).to_have_text(count(page).inner_text())
    page.get_by_role("button", name="Let the players finish").click()
    expect(page.locator(".rejudge .v")).to_have_count(6)
    page.get_by_role("button", name="Back to the round").click()
    expect(count(page)).to_have_text("Step 3 of 13")
    page.go_back()
    expect(page.locator(".table .msg")).to_be_visible()


def test_the_refused_is_said(open_page):
    """After a knock the button to knock is off, and the reason stands below the row."""
    page = page_of(open_page, "?step=8")
    page.get_by_role("button", name="Play on from here").click()
    knock = page.get_by_role("button", name=re.compile("^Knock with"))
    expect(knock).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".why")).to_have_text(
        "Kari has already knocked. There is only one knock in a round."
    )
    url = page.url
    knock.click(force=True)
    expect(page.locator(".table [role=status]").last).to_contain_text("already knocked")
    assert page.url == url


def test_a_swap_is_picked_card_by_card(open_page):
    """Exchange: one own card and one open one; the button names the swap and what it would give."""
    page = page_of(open_page, f"?t={format_link(played('dk-a7', 4, 2))}&step=2")
    page.get_by_role("button", name="Play on from here").click()
    swap = page.get_by_role("button", name="Swap one card")
    expect(swap).to_have_attribute("aria-disabled", "true")
    page.locator('.cb[data-kind="give"]').nth(2).click()
    page.locator('.cb[data-kind="take"]').nth(2).click()
    expect(page.locator(".seat.me .sv")).to_contain_text("with the swap:")
    page.get_by_role("button", name=re.compile("^Swap .+ for .+")).click()
    expect(page).to_have_url(re.compile(r"play=1\.0\.s\.s"))


def test_no_hidden_card_of_others_reaches_the_browser(open_page):
    """In a branch: all frames that come after the choice are read, for codes and for words."""
    page = page_of(open_page, "?step=2")
    frames: list[str] = []

    def listen(socket) -> None:
        socket.on("framereceived", lambda payload: frames.append(str(payload)))

    page.on("websocket", listen)
    page.reload()
    page.locator(READY).first.wait_for()
    expect(count(page)).to_have_text("Step 2 of 13")
    page.wait_for_timeout(400)
    before = len(frames)
    assert before > 3
    record = find_round("trettien.en-runde").record
    state = record.until(1).state()
    hidden = [card for seat, hand in enumerate(state.hands) if seat != 0 for card in hand]
    hidden += state.stock[state.drawn :]
    whole = " ".join(frames)
    assert all(f'"{card}"' in whole.replace("\\", "") for card in state.hands[1])  # it can be found
    page.get_by_role("button", name="Play on from here").click()
    page.locator(".seat.me .cb").first.wait_for()
    page.wait_for_timeout(400)
    sent = " ".join(frames[before:]).replace("\\", "")
    assert "You play Kari" in sent
    for card in hidden:
        at = sent.find(f'"{card}"')
        assert at < 0, sent[max(0, at - 1500) : at + 300]
        assert f'"{card}-"' not in sent, card
        assert format_card(card, "en", Style.WORDS) not in sent, card
    print(f"{len(hidden)} hidden cards, {len(frames) - before} frames, {len(sent)} characters")


# ------------------------------------------------------------------------------- links and logs


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?round=trettien.nowhere", "There is no round called “trettien.nowhere”."),
        ("?step=99", "there is no such step"),
        ("?play=1.0.s.zz", "continuation"),
        ("?t=thirtyone_1~rules_no-tret", "The log in the link cannot be read"),
        ("?round=%3Cimg%20src=x%20onerror=alert(1)%3E", "<img"),
    ],
)
def test_a_damaged_round_link_is_said(open_page, query, says):
    page = page_of(open_page, query)
    expect(page.locator(".rounds .said")).to_contain_text(says)
    page.get_by_role("button", name="Next step" if "99" not in query else "Previous step").click()
    expect(count(page)).to_have_text(re.compile(r"Step (2|12) of 13"))


def test_links_bring_back_round_step_and_rules(open_page):
    page = page_of(open_page)
    page.get_by_role("button", name="Choose a round").click()
    page.locator('.list button[data-id="svensk-bas.hammer"]').click()
    expect(page).to_have_url(re.compile("round=svensk-bas.hammer"))
    table(page).focus()
    page.keyboard.press("End")
    expect(page.locator(".rejudge .v")).to_have_count(6)
    page.get_by_role("button", name="Add a ruleset").click()
    page.get_by_role("button", name="Scat", exact=True).click()
    expect(page.locator(".rejudge .v")).to_have_count(7)
    text = count(page).inner_text()
    assert len(page.url) < 2000
    other = page_of(open_page, page.url.partition("/round/")[2], width=390, height=844)
    expect(count(other)).to_have_text(text)
    expect(other.locator(".rejudge .v")).to_have_count(7)
    page.go_back()
    expect(page.locator(".rejudge .v")).to_have_count(6)


def paste(page: Page, text: str) -> None:
    field = page.get_by_label("Log", exact=True)
    if not field.is_visible():
        page.get_by_role("button", name="Your own log").click()
    # Typing long texts into a field takes Chromium minutes.
    page.evaluate("(text) => {" + _FIND + 'find("textarea").value = text; }', text)
    page.get_by_role("button", name="Open", exact=True).click()


def test_a_log_is_pasted_saved_and_opened_again(open_page, tmp_path):
    """What is saved is what was pasted, and the file opens it again."""
    page = page_of(open_page)
    record = played("scat", 4, 9)
    paste(page, format_round(record))
    expect(page.locator(".now h2")).to_have_text("Your own log")
    expect(count(page)).to_have_text(f"Step 1 of {len(record.actions) + 3}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the log").click()
    path = tmp_path / "31.txt"
    saved.value.save_as(path)
    assert path.read_text("utf-8") == format_round(record)
    page.get_by_role("button", name="Choose a round").click()
    page.locator('.list button[data-id="trettien.en-runde"]').click()
    expect(count(page)).to_have_text("Step 1 of 13")
    page.get_by_role("button", name="Your own log").click()
    page.locator("input[type=file]").set_input_files(path)
    expect(count(page)).to_have_text(f"Step 1 of {len(record.actions) + 3}")


def test_hostile_logs_get_one_message(open_page, tmp_path):
    """Ten megabytes, a million steps, markup in names, no text at all: the round stays and works."""
    page = page_of(open_page)
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    message = page.locator(".rounds .note .msg")
    huge, steps, binary = tmp_path / "huge.txt", tmp_path / "steps.txt", tmp_path / "cards.txt"
    head = format_round(played("scat", 3, 9)).partition("\n0")[0]
    huge.write_text("thirtyone 1\n" + "# padding\n" * 1_000_000)
    steps.write_text(head + "\n" + "0 draw\n" * 1_000_000)
    binary.write_bytes(bytes(range(256)) * 40)
    page.get_by_role("button", name="Your own log").click()
    for path, says in (
        (huge, "The limit is 100"),
        (steps, "The limit is 100"),
        (binary, "not text"),
    ):
        page.locator("input[type=file]").set_input_files(path)
        expect(message).to_contain_text(says)
        page.locator("input[type=file]").set_input_files([])
    paste(page, head + "\n" + "0 draw throw 2C\n" * 5_000)
    expect(message).to_contain_text("Line")
    paste(page, "thirtyone 1\nrules <img src=x onerror=alert(1)>\n")
    expect(message).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator(".lines .bad")).to_contain_text("<img src=x")
    expect(count(page)).to_have_text("Step 1 of 13")
    nasty = "<img src=x onerror=alert(1)>"
    text = (
        f"thirtyone 1\nrules no-trettien\nplayers {nasty}, Nils\nround 1\ndealer Nils\n"
        "hand 0 KH 9H AS\nhand 1 4C 8C TD\nup QH\nknock\ndraw throw TD\nend knock\npause\n"
    )
    paste(page, text)
    expect(page.locator(".tbl .seat").first).to_contain_text(nasty)
    table(page).focus()
    page.keyboard.press("End")
    expect(page.locator(".rejudge .v").first).to_contain_text("Nils")
    assert page.locator(".tbl img, .order img, .rejudge img, .rounds img").count() == 0


def test_the_sound_part_can_be_opened(open_page):
    text = format_round(played("scat", 4, 9)).splitlines()
    turn = next(i for i, line in enumerate(text) if line.startswith("2 "))
    text[turn] = "2 knock knock"
    page = page_of(open_page)
    paste(page, "\n".join(text))
    expect(page.locator(".lines .bad .ln")).to_have_text(str(turn + 1))
    page.get_by_role("button", name=f"Open the part up to line {turn}").click()
    expect(page.locator(".now h2")).to_have_text("Your own log")
    expect(page.locator(".rejudge .v")).to_have_count(0)


# ------------------------------------------------------------------------------- looks and access


@pytest.mark.parametrize("width", [360, 390])
def test_seven_seats_fit_a_phone(open_page, assert_big_targets, width):
    """Every seat lies inside the table, none over another, and nothing scrolls sideways."""
    record = played("dk-enogtredive", 7, 3)
    page = page_of(open_page, f"?t={format_link(record)}&step=9", width=width, height=800)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.locator(".tbl .seat").evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect()).map((b) => [b.left, b.top, b.right, b.bottom])"
    )
    frame = table(page).evaluate(
        "(e) => { const b = e.getBoundingClientRect(); return [b.left, b.right]; }"
    )
    assert len(boxes) == 7
    for one in boxes:
        assert frame[0] <= one[0]
        assert one[2] <= frame[1]
        for other in boxes:
            if other is not one:
                apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
                assert apart or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
    fans = page.locator(".tbl .fan").evaluate_all(
        "(all) => all.map((e) => e.scrollWidth - e.clientWidth)"
    )
    assert max(fans) <= 1
    page.get_by_role("button", name="Play on from here").click()
    page.locator(".acts .btn").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.locator(".table button:visible, .rounds button:visible").evaluate_all(
        "(all) => all.map((e) => [e.textContent, e.getBoundingClientRect().width, e.getBoundingClientRect().height])"
    )
    assert len(sizes) > 8
    assert [s for s in sizes if s[1] < 43.5 or s[2] < 43.5] == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_round_page_is_accessible(open_page, assert_accessible, dark):
    """In each language: a step, the question, the result, a branch, the list, a message."""
    page = page_of(open_page, dark=dark, height=3000)
    paste(page, "thirtyone 1\nrules no-trettien\ndealer 9\n")
    expect(page.locator(".lines .bad")).to_be_visible()
    for lang in LANGUAGES:
        wish(page, lang=lang)
        expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[lang])
        table(page).focus()
        page.keyboard.press("k")
        assert_accessible(page)
        page.keyboard.press("End")
        page.locator(".rejudge .v").first.wait_for()
        page.locator(".rejudge summary").first.click()
        assert_accessible(page)
        table(page).focus()
        page.keyboard.press("Home")
    page.locator(".po .btn").first.click()
    page.locator(".acts .btn").first.wait_for()
    page.locator(".rounds .do .btn").first.click()
    page.locator(".list button").first.wait_for()
    assert_accessible(page)


def test_no_table_sticks_out(open_page):
    """No sideways scroll from 360 pixels up, in four languages, with a bank and with open cards."""
    for record in (played("greek-31", 7, 8), played("schwimmen", 7, 5), played("dk-a7", 4, 2)):
        page = page_of(open_page, f"?t={format_link(record)}&step=9", width=360, same_reader=True)
        for lang in LANGUAGES:
            wish(page, lang=lang)
            expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[lang])
            for width in (360, 600, 768, 901, 1024, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (lang, width)
                over = table(page).evaluate("(e) => e.scrollWidth - e.clientWidth")
                assert over <= 1, (lang, width)


def test_a_round_prints_on_one_page(open_page):
    """A4 landscape: table, note and judgements; no controls."""
    page = page_of(open_page, "?step=13", width=1123, height=794)
    expect(page.locator(".rejudge .v")).to_have_count(6)
    page.emulate_media(media="print")
    for css in (".step", ".tools", ".po", ".rounds .do"):
        expect(page.locator(css).first).to_be_hidden()
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    sheet = page.pdf(format="A4", landscape=True, margin=margin)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1


def test_the_scene_is_small(open_page):
    """A round of fifty steps goes down in one piece that a phone can take."""
    record = played("no-trettien", 4, 6, knocks_at(31))
    page = page_of(open_page, f"?t={format_link(record)}")
    from thirtyone.ui.round_lab import RoundLab

    size = len(json.dumps(RoundLab(t=format_link(record)).table.scene))
    print(f"{len(record.actions) + 3} steps, {size / 1000:.0f} kB")
    assert size < 250_000
    expect(count(page)).to_contain_text("Step 1")
