"""The hand lab on paper and on a projector."""

import re

import pytest
from playwright.sync_api import Page, expect


def lab(open_page, **how) -> Page:
    return open_page("/hand/", ready=".vs .v", **how)


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
