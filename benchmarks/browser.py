"""Chromium and the explorer in processes of their own, for what is measured in a page."""

import contextlib
import shutil
import socket
import subprocess
import sys
import tempfile
from urllib.request import urlopen

SERVE = """
import socket, sys
from thirtyone.web.server import make_server
make_server().run(sockets=[socket.socket(fileno=int(sys.argv[1]))])
"""
# Finds an element wherever it is, in shadow roots too.
FIND = """const find = (css, root = document) => {
  const here = root.querySelector(css);
  if (here) return here;
  for (const e of root.querySelectorAll("*")) {
    const inside = e.shadowRoot && find(css, e.shadowRoot);
    if (inside) return inside;
  }
};
"""


def find_chromium():
    """The path of a Chromium that Playwright can drive; without one, None, and a line says so."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    try:
        import playwright  # noqa: F401
    except ImportError:
        chromium = None
    if chromium is None:
        print("  no Playwright or no Chromium here: not measured in the page")
    return chromium


@contextlib.contextmanager
def open_browser(chromium):
    """A browser, and the address of an explorer for it on this machine alone."""
    from playwright.sync_api import sync_playwright

    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser, url
        browser.close()


@contextlib.contextmanager
def serving():
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(listener.fileno())],
            cwd=tempfile.gettempdir(),
            pass_fds=[listener.fileno()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    try:
        with urlopen(f"{url}/up", timeout=60) as answer:
            assert answer.status == 200
        yield url
    finally:
        process.terminate()
        process.wait(20)
