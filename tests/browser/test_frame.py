"""The frame round a notebook: bar, address, guard, and what of marimo shows through.

The notebook here shows what ``page.open`` gives it, so the frame is tested whatever the product's
own pages look like. Its selectors are internals of the marimo version that is pinned.
"""

import re
import signal
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from serving import Server, run_server

PROBE = """
import marimo

app = marimo.App(width="full")

with app.setup:
    import marimo as mo

    from thirtyone.web import page


@app.cell
def _():
    here = page.open(mo, hand="", extra="none")
    get, put = mo.state({"lang": here.lang, "home": here.home, "letters": here.prefs.letters, **here.state})
    here.observe(put)
    queens = mo.ui.button(label="Queens", on_click=lambda _: here.go({"hand": "QS.QH.QD"}))
    aces = mo.ui.button(label="Aces", on_click=lambda _: here.go(hand="AS.AH.AD", push=False))
    back = mo.ui.button(label="Nothing", on_click=lambda _: here.go(hand="", other="x"))
    mo.vstack([here.bridge, queens, aces, back])
    return get, here


@app.cell
def _(get):
    _now = get()
    mo.Html("<p id='probe'>" + " ".join(f"{k}={_now[k]}" for k in sorted(_now)) + "</p>")
    return


if __name__ == "__main__":
    app.run()
"""


# Everything to press in the document itself that is neither in the bar nor in a shadow root of a
# marimo element that the notebook asked for.
FOREIGN_CONTROLS = """
[...document.querySelectorAll("button, a, select, input, [role=button]")]
  .filter((e) => e.checkVisibility() && !e.closest(".t31-top, .t31-bar, .t31-skip"))
  .map((e) => e.outerHTML)
"""


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("notebooks")
    for name in ("hand", "round"):
        (folder / f"{name}.py").write_text(PROBE, "utf-8")
    return folder


@pytest.fixture(scope="module")
def probe(notebooks, tmp_path_factory):
    with run_server(tmp_path_factory.mktemp("probe") / "log.txt", notebooks) as running:
        yield running


@pytest.fixture
def open_probe(open_page, probe):
    def go(path: str = "/hand/", **more) -> Page:
        return open_page(path, ready="#probe", at=probe, **more)

    return go


def shows(page: Page, **values: str) -> None:
    for name, value in values.items():
        expect(page.locator("#probe")).to_have_text(
            re.compile(rf"\b{name}={re.escape(value)}(\s|$)")
        )


def address(page: Page) -> dict[str, str]:
    query = urlsplit(page.url).query
    return dict(pair.split("=") for pair in query.split("&"))


@pytest.mark.parametrize(
    ("width", "dark", "lang"), [(1280, False, "en"), (360, True, "nb"), (390, False, "da")]
)
def test_notebook_stands_in_our_frame(open_probe, assert_accessible, width, dark, lang):
    """Bar, language, title and column are ours; marimo's own menus are gone."""
    page = open_probe(width=width, dark=dark, lang=lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page).to_have_title({"en": "Hand – 31", "nb": "Hånd – 31", "da": "Hånd – 31"}[lang])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shows(page, lang=lang, home="no-trettien", hand="", extra="none", letters="off")
    # Our column: 1100 wide at most, 16 px from the edge of a phone.
    left = page.locator("#probe").evaluate("(e) => e.getBoundingClientRect().left")
    assert left == (90 if width == 1280 else 16)
    for part in ("notebook-actions-dropdown", "watermark"):
        expect(page.get_by_test_id(part)).to_be_hidden()
    assert page.evaluate(FOREIGN_CONTROLS) == []
    for part in (".t31-top", ".t31-bar"):
        if page.locator(part).is_visible():
            assert_accessible(page, part)
    expect(page.get_by_role("main")).to_have_count(1)


def test_document_scrolls_and_prints(open_probe):
    """Not a box in the page but the page itself scrolls, and on paper the bars are gone."""
    page = open_probe()
    page.locator("#probe").evaluate(
        "(e) => { e.style.height = '3000px'; e.style.display = 'block' }"
    )
    assert page.evaluate("document.documentElement.scrollHeight") > 3000
    page.emulate_media(media="print")
    expect(page.locator(".t31-top")).to_be_hidden()
    expect(page.locator("#probe")).to_be_visible()


def test_bar_reaches_the_notebook_without_a_reload(open_probe):
    """Language, rules and letters are told to Python; the address names what a link needs."""
    page = open_probe()
    page.evaluate("window.same = true")
    assert address(page) == {"lang": "en", "home": "no-trettien"}
    page.locator("#t31-home").click()
    page.get_by_role("option", name="Danish exchange A7").click()
    shows(page, home="dk-a7")
    page.get_by_label("Language", exact=True).select_option("sv")
    shows(page, lang="sv", home="dk-a7")
    expect(page.locator(".t31-hn")).to_have_text("Danskt bytesspel A7")
    expect(page).to_have_title("Hand – 31")
    assert address(page) == {"lang": "sv", "home": "dk-a7"}
    page.locator("#t31-home").click()
    page.locator("#t31-menu .t31-letters").click()
    shows(page, letters="on")
    assert address(page) == {"lang": "sv", "home": "dk-a7"}
    assert page.evaluate("window.same === true")
    page.keyboard.press("Escape")
    page.locator(".t31-top nav a").nth(1).click()
    page.locator("#probe").wait_for()
    shows(page, lang="sv", home="dk-a7", letters="on")


def test_dark_reaches_marimo(open_probe):
    """marimo follows an undocumented attribute; its own class tells."""
    page = open_probe()
    expect(page.locator("body")).not_to_have_class(re.compile(r"\bdark\b"))
    page.locator(".t31-top [data-toggle=theme]").click()
    expect(page.locator("body")).to_have_class(re.compile(r"\bdark\b"))
    page.reload()
    page.locator("#probe").wait_for()
    expect(page.locator("body")).to_have_class(re.compile(r"\bdark\b"))


def test_address_back_forward_and_reload(open_probe):
    """A choice is one step in the history, a small step none; a link restores the page."""
    page = open_probe("/hand/?hand=KH.9H.AS&lang=da&v=1")
    shows(page, hand="KH.9H.AS", lang="da", home="no-trettien")
    expect(page.locator(".t31-notice")).to_have_count(0)
    steps = page.evaluate("history.length")
    page.get_by_role("button", name="Aces").click()
    expect(page).to_have_url(re.compile("hand=AS.AH.AD"))
    assert page.evaluate("history.length") == steps
    page.get_by_role("button", name="Queens").click()
    expect(page).to_have_url(re.compile("hand=QS.QH.QD"))
    assert page.evaluate("history.length") == steps + 1
    page.go_back()
    shows(page, hand="AS.AH.AD")
    page.go_forward()
    shows(page, hand="QS.QH.QD", lang="da")
    page.reload()
    page.locator("#probe").wait_for()
    shows(page, hand="QS.QH.QD", lang="da")
    page.get_by_role("button", name="Nothing").click()
    expect(page).not_to_have_url(re.compile("hand="))
    assert set(address(page)) == {"lang", "home", "v"}


def test_section_without_its_slash_keeps_the_link(open_probe):
    """A link that somebody typed without the slash loses nothing."""
    page = open_probe("/hand?hand=KH.9H.AS")
    shows(page, hand="KH.9H.AS")


def test_damaged_link_is_said_in_the_frame(open_probe):
    """The wrong part is left out, the rest of the link holds."""
    page = open_probe("/hand/?home=chess&hand=KH.9H.AS", lang="sv")
    expect(page.locator(".t31-notice")).to_contain_text("Länken är skadad")
    shows(page, home="no-trettien", hand="KH.9H.AS", lang="sv")
    assert address(page)["home"] == "no-trettien"


def test_lost_server_is_said_and_waited_for(open_page, notebooks, tmp_path):
    """After a crash the page says so in the reader's language and comes back by itself."""
    gone = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED")
    with run_server(tmp_path / "first.txt", notebooks) as first:
        page = open_page(
            "/hand/?hand=KH.9H.AS", ready="#probe", at=first, lang="nb", expect_errors=gone
        )
        first.process.send_signal(signal.SIGKILL)
        alert = page.locator(".t31-lost[role=alert]")
        expect(alert).to_have_text("Ingen kontakt med serveren. Prøver igjen.")
        port = urlsplit(first.url).port
    with run_server(tmp_path / "second.txt", notebooks, port):
        expect(alert).to_have_count(0, timeout=20_000)
        page.locator("#probe").wait_for()
        shows(page, hand="KH.9H.AS", lang="nb")
        page.goto("about:blank")


def test_server_stops_soon_with_a_page_open(open_page, notebooks, tmp_path):
    """An open session does not hold the server back."""
    gone = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED")
    with run_server(tmp_path / "log.txt", notebooks) as running:
        page = open_page("/hand/", ready="#probe", at=running, expect_errors=gone)
        running.process.terminate()
        assert running.process.wait(5) in (0, -signal.SIGTERM)
        page.goto("about:blank")


REFUSED = [
    ("/hand/", {"host": "evil.example"}, 400),
    ("/", {"host": "evil.example:80"}, 400),
    ("/", {"host": ""}, 400),
    ("/hand/", {"origin": "http://evil.example"}, 403),
    ("/hand/", {"origin": "null"}, 403),
    ("/hand/api/version", {}, 404),
    ("/hand/api/status", {}, 404),
    ("/hand/api/home/workspace_files", {}, 404),
    ("/hand/api/export/html", {}, 404),
    ("/hand/api/kernel/run", {}, 404),
    ("/hand/terminal/ws", {}, 404),
    ("/hand/iosub", {}, 404),
    ("/hand/auth/login", {}, 404),
    ("/hand/index.html", {}, 404),
    ("/nowhere", {}, 404),
    ("/hand/", {"content-length": "99999999"}, 413),
]


@pytest.mark.parametrize(("path", "headers", "status"), REFUSED)
def test_guard_refuses(probe, path, headers, status):
    """Foreign hosts, foreign pages, and all of marimo that a reader's page does not need."""
    found, answer, body = probe.get(path, **headers)
    assert found == status
    assert body == ""
    assert answer["x-content-type-options"] == "nosniff"
    assert not [name for name in answer if name.startswith("access-control-")]


def test_guard_lets_the_own_names_in(probe):
    """localhost, 127.0.0.1 and [::1], with the port, are this machine."""
    port = urlsplit(probe.url).port
    for name in ("localhost", "127.0.0.1", "[::1]", "LOCALHOST"):
        assert probe.get("/up", host=f"{name}:{port}")[0] == 200
        assert probe.get("/up", host=f"{name}:{port}", origin=f"http://{name}:{port}")[0] == 200


def handshake(server: Server, path: str, origin: str) -> int:
    """The status that a websocket gets at once."""
    address = urlsplit(server.url)
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {address.netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    if origin:
        lines.append(f"Origin: {origin}")
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return int(connection.recv(64).split()[1])


def test_foreign_websockets_are_refused(probe):
    """No other page, and no program without a page, gets a kernel."""
    path = "/hand/ws?session_id=s_abc123"
    assert handshake(probe, path, "http://evil.example") == 403
    assert handshake(probe, path, "null") == 403
    assert handshake(probe, path, "") == 403
    assert handshake(probe, "/hand/terminal/ws", probe.url) == 403
    assert handshake(probe, "/nowhere/ws", probe.url) == 403
    assert handshake(probe, path, probe.url) == 101


@pytest.mark.parametrize("path", ["/", "/hand/"])
def test_headers_and_policy(probe, path):
    """No script but ours runs, nobody frames us, nothing is cached that depends on the reader."""
    status, headers, body = probe.get(path)
    assert status == 200
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    nonce = re.fullmatch(r"'self' 'nonce-([\w-]{16})'", policy["script-src"])[1]
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert policy["connect-src"] == "'self'"
    scripts = re.findall(r"<script[^>]*>", body)
    assert len(scripts) > 3
    assert all(f'nonce="{nonce}"' in tag for tag in scripts)
    assert nonce not in probe.get(path)[1]["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["cache-control"] == "private, no-store"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_page_tells_no_path_of_this_machine(probe, notebooks):
    """Neither folder nor file name in full; and the source of a notebook is not sent."""
    body = probe.get("/hand/")[2]
    assert str(notebooks) not in body
    assert str(notebooks.parent) not in body
    assert "page.open" not in body
    assert "file://" not in body


def test_marimo_files_are_shared_and_kept(probe):
    """One address for all sections, immutable; a page asks for nothing under its own section."""
    first, second = probe.get("/hand/")[2], probe.get("/round/")[2]
    found = re.findall(r'"(/m/assets/[^"]+)"', first)
    assert len(found) > 50
    assert found == re.findall(r'"(/m/assets/[^"]+)"', second)
    status, headers, _ = probe.get(found[0])
    assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    assert probe.get("/m/assets/nothing.js")[0] == 404
    assert probe.get("/m/assets/..%2findex.html")[0] == 404


def test_a_wall_is_wider_and_larger(open_probe):
    """?view=projector is the page for the whole class; without it nothing changes."""
    wide, plain = open_probe("/hand/?view=projector"), open_probe("/hand/")
    assert wide.evaluate("document.documentElement.dataset.view") == "projector"
    assert plain.evaluate("document.documentElement.dataset.view") is None
    size = "getComputedStyle(document.documentElement).getPropertyValue('--t31-f3')"
    assert (wide.evaluate(size), plain.evaluate(size)) == ("21px", "17px")
