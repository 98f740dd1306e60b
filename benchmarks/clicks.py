"""How soon the pages answer a click or a key: their Python alone, and in the page.

In the page it is the time from the event to the frame that shows the answer, where Playwright and
Chromium are installed (``uv run --group test``).
"""

import random
import statistics
import time

from benchmarks.browser import FIND, find_chromium, open_browser
from thirtyone.play.deal import shuffled_deal
from thirtyone.play.transcript import format_link
from thirtyone.policies import knocks_at, play_round
from thirtyone.rules import load_ruleset
from thirtyone.ui.hand_lab import HandLab
from thirtyone.ui.house_lab import HouseLab

# Each acts once a turn and is done when the page has changed: how to find what acts, what to do
# with it, and what must read otherwise afterwards.
CLICKS = f"""async ([acts, act, shows, times]) => {{
  {FIND}
  const took = [];
  const text = () => shows.map((css) => find(css).innerHTML).join();
  for (let n = 0; n < times; n += 1) {{
    const before = text(), start = performance.now();
    const target = find(acts[n % acts.length]);
    if (act === "click") target.click();
    else target.dispatchEvent(new KeyboardEvent("keydown", {{ key: act, bubbles: true, composed: true }}));
    while (text() === before) {{
      if (performance.now() - start > 10000) throw new Error("no answer to " + acts[n % acts.length]);
      await new Promise(requestAnimationFrame);
    }}
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    took.push((performance.now() - start) / 1000);
  }}
  return took;
}}"""
CARDS = ("KH", "9H", "QD", "7S", "8H", "2C", "TC")


def run(yardstick):
    for what, lab, claim, acts in (
        ("hand page, six rulesets with strips", HandLab(seed=31).picker, 15, [["random"]]),
        (
            "house-rule page, an answer chosen",
            HouseLab().widget,
            20,
            [["choose", "scoring.ace_across_suits", answer] for answer in ("any", "none", "one")],
        ),
    ):
        yardstick.report(f"Python alone: {what}", statistics.median(in_python(lab, acts)), claim)
    chromium = find_chromium()
    if chromium is None:
        return
    with open_browser(chromium) as (browser, url):
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        for what, path, ready, claim, how in (
            (
                "hand page, a card to all six panels",
                "/hand/",
                ".vs .v",
                250,
                ([f'[data-card="{card}"]' for card in CARDS], "click", [".rows", ".vs"], 7),
            ),
            (
                "house-rule page, an answer to its summary",
                "/rules/?view=house",
                ".house .or",
                150,
                (
                    [
                        f'.or[data-path="scoring.ace_across_suits"] label:nth-of-type({n}) input'
                        for n in (2, 3, 1)  # the first is what the page opens with
                    ],
                    "click",
                    [".or[data-path='scoring.ace_across_suits']"],
                    12,
                ),
            ),
            (
                "round page, a step by key",
                f"/round/?t={long_round()}",
                ".tbl .seat",
                150,
                ([".tbl"], "ArrowRight", [".ann"], 20),
            ),
            (
                "what-if, a card more to the first figures",
                "/odds/?view=what-if",
                ".what_if .ar",
                500,
                (["[aria-label='You: one more']"], "click", [".what_if .method"], 5),
            ),
        ):
            page.goto(f"{url}{path}")
            page.locator(ready).first.wait_for(timeout=60_000)
            page.wait_for_timeout(1000)
            took = page.evaluate(CLICKS, how)
            yardstick.report(f"{what}, median", statistics.median(took), claim)
            yardstick.report(f"{what}, longest of {len(took)}", max(took), claim)


def in_python(widget, acts, times=30):
    took = []
    for n in range(times):
        started = time.perf_counter()
        widget.intent = {"n": widget.scene["ack"] + 1, "do": [acts[n % len(acts)]]}
        took.append(time.perf_counter() - started)
    return took


def long_round():
    """The link of a round of more than 20 steps."""
    ruleset, rng = load_ruleset("dk-enogtredive"), random.Random(1)
    deal = shuffled_deal(ruleset, 7, rng)
    return format_link(play_round(ruleset, deal, [knocks_at(31)] * 7, rng).record)
