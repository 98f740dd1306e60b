"""The learn page in the browser: a lesson by mouse and by keys, what is kept, search, practice."""

import re

import pytest
from playwright.sync_api import Page, expect

from thirtyone.lessons.load import course, load_course, load_lesson
from thirtyone.quiz import question_of
from thirtyone.text.catalogue import read_catalogue

LANGUAGES = ("en", "nb", "sv", "da")
TITLES = {"en": "Learn 31", "nb": "Lær 31", "sv": "Lär dig 31", "da": "Lær 31"}
READY = ".learn h1"
SUIT = "lesson=one-suit"


def learn(open_page, query: str = "", **how) -> Page:
    return open_page(f"/learn/{query}", ready=READY, **how)


def title(page: Page):
    return page.locator(".learn h1")


def options(page: Page):
    return page.locator(".quiz .ans .btn")


def right_of(slug: str, step: str, lang: str = "en") -> int:
    found = next(one for one in load_lesson(slug, lang).steps if one.id == step)
    return question_of(found.asked.kind, f"{slug}.{step}", **found.asked.data).right


def focused(page: Page) -> str:
    return page.evaluate(
        """() => {
          let at = document.activeElement;
          while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          return at.getAttribute("aria-label") ?? at.textContent.trim();
        }"""
    )


def wish(page: Page, **wishes: str) -> None:
    for name, value in wishes.items():
        page.evaluate("([name, value]) => window.t31.change(name, value)", [name, value])


def no_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def unrolled(page: Page) -> None:
    """A window as high as the page, so that the bar of a phone covers nothing."""
    size = page.viewport_size
    assert size is not None
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": height})


def big_targets(page: Page) -> None:
    """Everything that can be pressed is 44 by 44; a word within a sentence is as high as the text."""
    kinds = ("a", "button:not(.term)", "summary", "input", "textarea")
    css = ", ".join(f".learn {kind}:visible" for kind in kinds)
    sizes = page.locator(css).evaluate_all(
        """(all) => all.map((e) => {
          const box = e.getBoundingClientRect();
          return [e.outerHTML.slice(0, 120), Math.round(box.width), Math.round(box.height)];
        })"""
    )
    assert len(sizes) > 8
    assert [size for size in sizes if size[1] < 44 or size[2] < 44] == []


# -------------------------------------------------------------------------------- through a lesson


def test_a_lesson_by_mouse(open_page):
    """From the course through all seven steps to the practice, one answer wrong and explained."""
    page = learn(open_page)
    expect(title(page)).to_have_text(TITLES["en"])
    expect(page.locator(".les .le")).to_have_count(13)
    page.get_by_role("link", name="One suit counts", exact=True).click()
    expect(page).to_have_url(re.compile(r"lesson=one-suit&step=add-up"))
    steps = load_lesson("one-suit", "en").steps
    for number, step in enumerate(steps):
        expect(title(page)).to_have_text(step.title)
        assert focused(page) == step.title
        right = right_of("one-suit", step.id)
        chosen = right if step.id != "three-suits" else (right + 1) % 4
        options(page).nth(chosen).click()
        expect(options(page).nth(right)).to_have_class(re.compile("right"))
        if chosen != right:
            mine = options(page).nth(chosen)
            expect(mine).to_contain_text("your answer")
            assert mine.evaluate("(e) => getComputedStyle(e).borderStyle") == "dashed"
            expect(page.locator(".rev")).to_contain_text("three different suits", ignore_case=True)
        expect(page.locator(".prog li.done")).to_have_count(number + 1)
        page.locator(".nx .pri").click()
    expect(title(page)).to_have_text("Practise: One suit counts")
    expect(page).to_have_url(re.compile("step=practice"))
    page.go_back()
    expect(title(page)).to_have_text(steps[-1].title)
    page.go_forward()
    expect(title(page)).to_have_text("Practise: One suit counts")


def test_a_lesson_by_keyboard(open_page):
    """Arrows in the rail, 1 to 4 in the question and nowhere else, Enter goes on; told once."""
    page = learn(open_page, f"?{SUIT}&step=add-up")
    page.keyboard.press("1")
    expect(page.locator(".rev")).to_be_hidden()
    expect(page.locator(".keys")).to_be_hidden()
    page.locator(".prog ol a").first.focus()
    page.keyboard.press("ArrowDown")
    assert focused(page) == "2The suit that gives most"
    page.keyboard.press("End")
    assert focused(page) == "∞Practise"
    page.keyboard.press("Home")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest?.('.quiz')") or re.fullmatch(
            r"\d+", focused(page)
        ):
            break
    expect(page.locator(".keys")).to_be_visible()
    page.evaluate(
        """() => {
          const find = (root) => root.querySelector(".learn > .vh[role=status]")
            ?? [...root.querySelectorAll("*")].map((e) => e.shadowRoot && find(e.shadowRoot)).find(Boolean);
          window.said = [];
          new MutationObserver(() => { const t = find(document).textContent; if (t) window.said.push(t); })
            .observe(find(document), { childList: true, characterData: true, subtree: true });
        }"""
    )
    steps = load_lesson("one-suit", "en").steps
    for number, step in enumerate(steps):
        expect(title(page)).to_have_text(step.title)
        if number:
            options(page).first.focus()
        page.keyboard.press(str(right_of("one-suit", step.id) + 1))
        expect(page.locator(".rev b").first).to_have_text("Right.")
        page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Practise: One suit counts")
    said = page.evaluate("window.said")
    assert len(said) == len(steps)
    assert all(text.startswith("Right.") for text in said)


def test_another_card_at_the_card(open_page):
    page = learn(open_page, f"?{SUIT}&step=add-up")
    bars = page.locator(".bars")
    expect(bars).to_have_attribute("aria-label", "hearts: 19. spades: 11")
    page.get_by_role("button", name="ace of spades, does not count").click()
    page.get_by_role("button", name="hearts", exact=True).click()
    page.get_by_role("button", name="seven of hearts").click()
    expect(bars).to_have_attribute("aria-label", "hearts: 26")
    page.keyboard.press("Escape")
    assert focused(page) == "seven of hearts, counts"
    expect(page.locator(".chs")).to_have_count(0)
    page.get_by_role("button", name="Back to the first cards").click()
    expect(bars).to_have_attribute("aria-label", "hearts: 19. spades: 11")


def test_a_word_is_explained_in_place(open_page):
    page = learn(open_page, f"?{SUIT}&step=add-up")
    word = page.locator(".tx .term").first
    word.click()
    expect(word).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".gl")).to_have_count(1)
    word.click()
    expect(page.locator(".gl")).to_have_count(0)


def test_a_round_is_stepped_through_in_its_lesson(open_page):
    page = learn(open_page, "?lesson=a-turn&step=two-piles")
    count = page.locator(".rdt .ann p").first
    expect(count).to_have_text("Step 1 of 13")
    page.locator(".rdt").get_by_role("button", name="Next step").click()
    expect(count).to_have_text("Step 2 of 13")
    page.locator(".quiz .ans .btn").first.click()
    expect(page.locator(".rev")).to_be_visible()
    expect(count).to_have_text("Step 2 of 13")


# ------------------------------------------------------------------------------------ what is kept


def test_progress_stays_in_the_browser_until_reset(open_page):
    steps = sum(len(lesson.steps) for lesson in load_course("en"))
    page = learn(open_page, f"?{SUIT}&step=add-up")
    options(page).nth(right_of("one-suit", "add-up")).click()
    expect(page.locator(".prog li.done")).to_have_count(1)
    kept = page.evaluate("JSON.parse(localStorage.getItem('t31-learn'))")
    assert kept["steps"] == {"one-suit": {"add-up": 1}}
    page.reload()
    expect(page.locator(".prog li.done")).to_have_count(1)
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(".pg")).to_contain_text(f"1 of {steps} steps done")
    page.get_by_text("Result as text").click()
    expect(page.get_by_role("textbox", name="Result as text")).to_have_value(
        re.compile(r"One suit counts: 1 of 7 steps\n")
    )
    page.get_by_role("button", name="Start again from nothing").click()
    assert focused(page) == "Keep it"
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".pg")).to_contain_text(f"1 of {steps} steps done")
    page.get_by_role("button", name="Start again from nothing").click()
    page.get_by_role("button", name="Erase it").click()
    expect(page.locator(".pg")).to_contain_text("No step is done yet.")
    assert page.evaluate("JSON.parse(localStorage.getItem('t31-learn')).steps") == {}
    page.reload()
    page.locator(READY).wait_for()
    expect(page.locator(".pg")).to_contain_text("No step is done yet.")


def test_search_finds_the_answer(open_page):
    page = learn(open_page)
    page.get_by_role("searchbox").fill("ace king queen three suits 31")
    hit = page.locator("a.hit").first
    expect(hit).to_contain_text("Are an ace, a king and a queen of three suits worth 31?")
    expect(page).to_have_url(re.compile(r"[?&]q=ace"))
    hit.click()
    expect(title(page)).to_have_text("Three suits, one card")
    expect(page.locator(".faq")).to_contain_text("Are an ace, a king and a queen")


def test_practice_goes_on_and_a_link_brings_it_back(open_page):
    page = learn(open_page, f"?{SUIT}&step=practice")
    page.get_by_role("button", name="Who loses").click()
    expect(page).to_have_url(re.compile(r"kinds=worth\.loses\.where"))
    hard = page.get_by_role("button", name="hard", exact=True)
    hard.click()
    expect(hard).to_have_attribute("aria-pressed", "true")
    options(page).first.click()
    expect(page.locator(".rev")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".rev")).to_be_hidden()
    prompt = page.locator(".quiz h2")
    assert focused(page) == prompt.inner_text()
    page.wait_for_timeout(200)
    before = page.locator(".quiz").text_content()
    page.reload()
    page.locator(READY).wait_for()
    expect(prompt).to_be_visible()
    assert page.locator(".quiz").text_content() == before
    page.keyboard.press("2")
    expect(page.locator(".rev")).to_be_hidden()


def test_rules_lead_to_the_lesson(open_page):
    page = open_page(
        "/rules/?cell=scoring.ace_across_suits.no-kildebeskrivelse", ready=".matrix .c"
    )
    page.get_by_role("link", name="Learn it: “One suit counts”").click()
    expect(title(page)).to_have_text("The ace stays in its suit")


# ------------------------------------------------------------------------------------- four languages


def _english(lang: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """English texts that are not this language's too: whole ones, and ones with holes."""
    own = {form for forms in read_catalogue(lang).values() for form in forms}
    whole, holed = set(), []
    for forms in read_catalogue("en").values():
        for form in forms:
            if form in own:
                continue
            if "{" not in form:
                whole.add(form)
            elif len(re.sub(r"\{\w+\}", "", form)) >= 12:
                parts = re.split(r"\{\w+\}", form)
                holed.append(re.compile(".+".join(map(re.escape, parts))))
    mine = {step.title for lesson in load_course(lang) for step in lesson.steps}
    for lesson in load_course("en"):
        whole |= {lesson.title, lesson.summary, *lesson.objectives}
        for step in lesson.steps:
            whole |= {step.title, *re.split(r"(?<=[.?]) ", step.words)} - mine
    whole -= {text for lesson in load_course(lang) for text in (lesson.title, lesson.summary)}
    return {text for text in whole if len(text) >= 4 and " " in text}, holed


@pytest.mark.parametrize("lang", ["nb", "sv", "da"])
def test_no_english_is_left(open_page, lang):
    """Every step of every lesson as it stands on the page, answered, and the practice."""
    whole, holed = _english(lang)
    page = learn(open_page, f"?lang={lang}", lang=lang)
    expect(title(page)).to_have_text(TITLES[lang])
    for summary in page.locator(".le summary, .usual summary").all():
        summary.click()
    seen: dict[str, str] = {}
    places = 0

    def look(where: str) -> None:
        text = page.locator(".learn").inner_text()
        labels = page.locator(".learn [aria-label]").evaluate_all(
            "(all) => all.filter((e) => !e.closest('[lang=en]')).map((e) => e.getAttribute('aria-label'))"
        )
        for line in (*text.splitlines(), *labels):
            for sentence in re.split(r"(?<=[.?]) ", line.strip()):
                seen.setdefault(sentence, where)
            seen.setdefault(line.strip(), where)

    look("course")
    for slug in course():
        lesson = load_lesson(slug, lang)
        page.locator(f'.le a[href*="lesson={slug}&"]').click()
        for number, step in enumerate(lesson.steps):
            page.locator(".prog ol a").nth(number).click()
            expect(title(page)).to_have_text(step.title)
            options(page).first.click()
            expect(page.locator(".rev")).to_be_visible()
            look(f"{slug}/{step.id}")
            places += 1
        page.locator(".prog .back").click()
        expect(title(page)).to_have_text(TITLES[lang])
    page.locator('.more a[href*="step=practice"]').click()
    look("practice")
    found = {text: where for text, where in seen.items() if text in whole}
    found |= {text: where for text, where in seen.items() if any(p.fullmatch(text) for p in holed)}
    assert found == {}
    print(f"{len(seen)} texts in {places} steps")
    assert places >= 80
    assert len(seen) > 1000


def test_language_changes_without_losing_the_place(open_page):
    page = learn(open_page, f"?{SUIT}&step=three-suits")
    wish(page, lang="sv")
    expect(title(page)).to_have_text("Tre färger, ett kort")
    expect(page).to_have_url(re.compile(r"lang=sv"))
    expect(page.locator(".learn")).to_have_attribute("lang", "sv")


# ------------------------------------------------------------------------------------- for everybody


@pytest.mark.parametrize(
    ("width", "dark"), [(1280, False), (360, True)], ids=["desktop-light", "phone-dark"]
)
def test_accessible(open_page, assert_accessible, width, dark):
    page = learn(open_page, width=width, dark=dark)
    unrolled(page)
    assert_accessible(page)
    big_targets(page)
    no_sideways(page)
    places = {
        "lesson=one-suit&step=three-suits": ".cb",
        "lesson=goal-and-cards&step=lives": ".cb",
        "lesson=one-suit&step=the-ace": ".ca summary",
        "lesson=a-turn&step=draw-and-throw": ".rdt .tl, .rdt .step",
        "lesson=knocking&step=how-high": ".cb",
        "lesson=norwegian&step=house-rules": ".hr .chips .btn >> nth=1",
        "lesson=one-suit&step=practice": ".chips .btn >> nth=1",
        "view=glossary": "",
    }
    for query, press in places.items():
        page.goto(page.url.partition("?")[0] + f"?{query}")
        page.locator(READY).wait_for()
        if press:
            page.locator(press).first.click()
        if options(page).count():
            options(page).last.click()
            expect(page.locator(".rev")).to_be_visible()
        unrolled(page)
        assert_accessible(page)
        no_sideways(page)
        if press:
            big_targets(page)


def test_on_a_phone_the_steps_fold(open_page):
    page = learn(open_page, f"?lang=nb&{SUIT}&step=three-suits", width=390, height=844, lang="nb")
    expect(page.locator(".prog ol")).to_be_hidden()
    expect(page.locator(".segs i")).to_have_count(8)
    page.locator(".tgl").click()
    expect(page.locator(".prog ol")).to_be_visible()
    page.locator(".prog ol a").nth(4).click()
    expect(title(page)).to_have_text("Esset blir i fargen sin")
    expect(page.locator(".prog ol")).to_be_hidden()


def test_on_the_wall_everything_is_larger(open_page):
    page = learn(open_page, f"?{SUIT}&step=add-up&view=projector", width=1920, height=1080)
    assert page.locator(".cb svg").first.bounding_box()["width"] >= 120
    options(page).first.click()
    page.locator(".nx .pri").click()
    expect(title(page)).to_have_text("The suit that gives most")
    expect(page).to_have_url(re.compile("view=projector"))
