"""The hand lab on paper, on a projector, and against the clock."""

import re

import pytest
from playwright.sync_api import Page, expect

# Times a click inside the page: from the press to the frame in which the last strip has changed.
_CLICK = """(card) => new Promise((done) => {
  const find = (css, root = document) => {
    const here = root.querySelector(css);
    if (here) return here;
    for (const e of root.querySelectorAll("*")) {
      const inside = e.shadowRoot && find(css, e.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  const label = () => find(".rows").innerHTML + find(".vs").innerHTML;
  const before = label(), start = performance.now();
  find(`[data-card="${card}"]`).click();
  const look = () => {
    if (label() !== before) done(performance.now() - start);
    else if (performance.now() - start > 5000) done(Infinity);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""


def lab(open_page, **how) -> Page:
    return open_page("/hand/", ready=".vs .v", **how)


def test_a_click_is_soon_in_all_panels(open_page):
    """250 ms is the promise; a busy machine may take four times that."""
    page = lab(open_page)
    times = [page.evaluate(_CLICK, card) for card in ("KH", "9H", "QD", "7S", "8H", "2C", "TC")]
    print(f"click to last panel: {', '.join(f'{t:.0f}' for t in times)} ms")
    assert sorted(times)[len(times) // 2] < 1000


def test_print_is_one_page_across(open_page):
    """A4 landscape: the hand and the panels, no controls."""
    page = lab(open_page, width=1123, height=794)
    page.emulate_media(media="print")
    for css in (".pick", ".exs", ".foot", ".morebtn", ".strips", ".clear"):
        expect(page.locator(css).first).to_be_hidden()
    expect(page.locator(".big .card").first).to_be_visible()
    tops = page.locator(".v").evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    sheet = page.pdf(
        format="A4",
        landscape=True,
        margin=dict.fromkeys(("top", "right", "bottom", "left"), "12mm"),
    )
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_projector(open_page, dark):
    """Larger type on the projector's page, and the panels in one row."""
    page = lab(open_page, width=1920, height=1080, dark=dark)
    small = page.locator(".pt").first.evaluate("(e) => getComputedStyle(e).fontSize")
    page.evaluate("document.documentElement.dataset.view = 'projector'")
    expect(page.locator(".verdicts")).to_have_attribute("data-view", "projector")
    large = page.locator(".pt").first.evaluate("(e) => getComputedStyle(e).fontSize")
    assert (small, large) == ("44px", "60px")
    tops = page.locator(".v").evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
