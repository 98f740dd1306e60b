"""A slider move on the odds page to new charts, under the six home rulesets.

First without a browser: from the act to the scene with new figures. Then, where Playwright and
Chromium are installed (``uv run --group test``), in the page: from the key to the painted chart,
as its reader waits for it. Once with short pauses between two moves, and once with longer ones,
because then longer steps of the run before are under way.
"""

import statistics
import time

from benchmarks.browser import FIND, find_chromium, open_browser
from thirtyone.rules import home_ids
from thirtyone.ui import long_run
from thirtyone.ui.odds_lab import OddsLab

SECONDS = 0.5
MOVES = 8
PAUSES = (0.3, 1.5)
WATCH = f"""() => {{
  {FIND}
  window.chart = find(".odds .chart");
  window.took = [];
  let begun = 0, before = "";
  new MutationObserver(() => {{
    if (begun && chart.dataset.drawn !== before) {{ took.push(performance.now() - begun); begun = 0; }}
  }}).observe(chart, {{ attributes: true }});
  document.addEventListener("keydown", () => {{ begun = performance.now(); before = chart.dataset.drawn; }}, true);
}}"""


def report(what, seconds):
    middle = statistics.median(seconds)
    verdict = "ok" if middle <= SECONDS else "SLOWER THAN CLAIMED"
    print(
        f"  {what:52} median {middle:.2f} s, longest {max(seconds):.2f} s of {len(seconds)}  "
        f"(claim: {SECONDS:g} s) {verdict}"
    )


def without_browser(pause, first):
    lab = OddsLab(home=home_ids()[0], n="20000")
    took = []
    try:
        wait_for(lambda: lab.run.state is not long_run.State.RUNNING)
        for move in range(MOVES):
            begun = time.perf_counter()
            lab.widget.intent = {"n": move + 1, "do": [["seat", "0", str(first + move)]]}
            assert lab.setup.players[0] == f"knocks-at:{first + move}"
            wait_for(lambda: not lab.widget.scene["sections"][0]["old"])
            took.append(time.perf_counter() - begun)
            time.sleep(pause)
    finally:
        lab.run.stop()
    return took


def wait_for(is_so, most=120.0):
    begun = time.monotonic()
    while not is_so():
        if time.monotonic() - begun > most:
            raise TimeoutError
        time.sleep(0.002)


def in_the_page(chromium, pause):
    with open_browser(chromium) as (browser, url):
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{url}/odds/?n=20000&seats=15.25.27.30")
        page.locator(".odds .run .hd").filter(has_text="rounds are played").wait_for(
            timeout=120_000
        )
        page.evaluate(WATCH)
        page.get_by_role("slider").first.focus()
        for move in range(MOVES):
            page.keyboard.press("ArrowRight")
            page.wait_for_function(f"() => window.took.length > {move}", timeout=60_000)
            time.sleep(pause)
        took = page.evaluate("() => window.took")
    return [each / 1000 for each in took]


def run(yardstick):
    del yardstick
    try:
        for turn, pause in enumerate(PAUSES):  # other numbers: what is known comes at once
            took = without_browser(pause, 15 + turn * (MOVES - 1))
            report(f"to new figures, {pause:g} s between two moves", took)
    finally:
        long_run.close()
    chromium = find_chromium()
    if chromium is None:
        return
    for pause in PAUSES:
        report(f"to the painted chart, {pause:g} s between", in_the_page(chromium, pause))
