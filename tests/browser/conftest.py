"""One server and one Chromium for all browser tests, and pages that watch themselves."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)
from serving import ROOT, Server, run_server

SHOTS = ROOT / "screenshots"
_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
# Two browsers and two servers may share two cores.
expect.set_options(timeout=15_000)
# A library of marimo's asks whether it may use eval, is told no by our policy, and does without.
_HARMLESS = "unsafe-eval"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")
    # Last, because the browser's event loop would still run in the tests after them.
    items.sort(key=lambda item: here in item.path.parents)


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Server]:
    """The real app."""
    with run_server(tmp_path_factory.mktemp("server") / "log.txt") as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or any other; without one the tests are skipped, in CI they fail."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        reason = f"no Chromium found (looked for {', '.join(_NAMES)}); set CHROMIUM to its path"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        yield chromium
        chromium.close()


class Watch:
    """What went wrong on the pages of one test."""

    def __init__(self) -> None:
        self._home: tuple[str, ...] = ("data:", "blob:")
        self.foreign: list[str] = []
        self.broken: list[str] = []
        self.requests = 0

    def follow(self, page: Page, server: Server) -> None:
        self._home += (server.url + "/", server.url.replace("http:", "ws:") + "/")
        page.on("request", lambda request: self._requested(request.url))
        page.on("websocket", lambda connection: self._requested(connection.url))
        page.on("response", lambda r: self._answered(r.status, r.url))
        page.on("pageerror", lambda error: self.broken.append(str(error)))
        page.on("console", self._said)

    def _requested(self, url: str) -> None:
        self.requests += 1
        if not url.startswith(self._home):
            self.foreign.append(url)

    def _answered(self, status: int, url: str) -> None:
        if status >= 400:
            self.broken.append(f"{status} {url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error" and _HARMLESS not in message.text:
            self.broken.append(f"{message.text} {message.location['url']}")


OpenPage = Callable[..., Page]
_WHOLE = "({ width: innerWidth, height: document.documentElement.scrollHeight })"


@pytest.fixture
def open_page(browser: Browser, server: Server, request) -> Iterator[OpenPage]:
    """``open_page("/hand/", ready="css", width=360, dark=True, lang="sv")``: a watched page.

    At the end there is a picture of it under ``screenshots/``, no request has left this machine,
    and nothing has failed. ``expect_errors`` are parts of messages that the test provokes.
    """
    contexts: list[BrowserContext] = []
    watch = Watch()
    expected: set[str] = set()

    def go(
        path: str,
        *,
        ready: str = "main h1",
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        lang: str = "en",
        expect_errors: tuple[str, ...] = (),
        same_reader: bool = False,
        at: Server = server,
    ) -> Page:
        if not (same_reader and contexts):
            contexts.append(
                browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if dark else "light",
                    locale=lang,
                    reduced_motion="reduce",
                )
            )
        expected.update(expect_errors)
        page = contexts[-1].new_page()
        page.set_default_timeout(15_000)
        watch.follow(page, at)
        page.goto(at.url + path)
        page.locator(ready).first.wait_for()
        return page

    yield go
    name = re.sub(r"[^\w.-]+", "-", request.node.name).strip("-")
    pages = [page for context in contexts for page in context.pages]
    SHOTS.mkdir(exist_ok=True)
    for number, page in enumerate(pages):
        tail = f"-{number}" if len(pages) > 1 else ""
        # In a window as high as the page, a bar that sticks to the bottom is at the bottom.
        page.set_viewport_size(page.evaluate(_WHOLE))
        page.screenshot(path=SHOTS / f"{name}{tail}.png")
    for context in contexts:
        context.close()
    assert watch.requests > 0
    assert watch.foreign == []
    assert [line for line in watch.broken if not any(e in line for e in expected)] == []


@pytest.fixture
def assert_accessible() -> Callable[..., None]:
    """No finding of level A or AA by axe-core, in the page or in the part that ``within`` names."""

    def check(page: Page, within: str | None = None) -> None:
        options = {"runOnly": {"type": "tag", "values": list(_RULES)}}
        answer = Axe().run(page, context=within, options=options).response
        found = [
            (finding["id"], [node["html"][:160] for node in finding["nodes"]])
            for finding in answer["violations"]
        ]
        assert found == []
        assert len(answer["passes"]) > 5  # it did look

    return check


_SMALL = """(css) => [...document.querySelectorAll(css)].filter((e) => e.checkVisibility()).map((e) => {
  const box = (e.closest("label") ?? e).getBoundingClientRect();
  return [e.outerHTML.slice(0, 100), Math.round(box.width), Math.round(box.height)];
})"""


@pytest.fixture
def assert_big_targets() -> Callable[..., None]:
    """Everything that can be pressed is at least 44 by 44 pixels."""

    def check(page: Page, within: str = "body") -> None:
        kinds = ("a", "button", "input", "select", "[role=option]")
        css = ", ".join(f"{within} {kind}:not(.t31-skip)" for kind in kinds)
        targets = page.evaluate(_SMALL, css)
        assert len(targets) > 3
        assert [t for t in targets if t[1] < 44 or t[2] < 44] == []

    return check
