"""The app as a whole, asked without a network."""

import asyncio
import json

import pytest

pytest.importorskip("marimo")

from thirtyone.rules.load import home_ids, load_ruleset
from thirtyone.web.app import build
from thirtyone.web.start import THREE_ACES, answers

NOTEBOOK = """
import marimo

app = marimo.App()


@app.cell
def _():
    1 + 1
    return
"""


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    (folder / "hand.py").write_text(NOTEBOOK, "utf-8")
    return folder


def ask(app, path: str, *, method: str = "GET", kind: str = "http", **headers: str):
    """The messages that one request is answered with."""
    sent: list[dict] = []

    async def receive():
        return {"type": f"{kind}.connect" if kind == "websocket" else "http.request", "body": b""}

    async def send(message):
        sent.append(message)

    path, _, query = path.partition("?")
    raw = {"host": "localhost", "accept": "text/html", **headers}
    scope = {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in raw.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2731),
        "state": {},
        "subprotocols": [],
    }
    asyncio.run(app(scope, receive, send))
    return sent


def page(app, path: str, **more):
    """Status, headers and text."""
    start, *rest = ask(app, path, **more)
    headers = {k.decode(): v.decode() for k, v in start["headers"]}
    return start["status"], headers, b"".join(m.get("body", b"") for m in rest).decode()


@pytest.mark.parametrize(
    ("lang", "heading"),
    [
        ("en", "Every seat is taken"),
        ("nb", "Alle plassene er opptatt"),
        ("sv", "Alla platser är upptagna"),
        ("da", "Alle pladser er optaget"),
    ],
)
def test_full_explorer_says_so(notebooks, lang, heading):
    """One more reader gets a page of ours, in their language, and no kernel."""
    app = build(notebooks=notebooks, session_limit=0)
    status, headers, text = page(app, "/hand/", accept_language=lang)
    assert status == 503
    assert f"<h1>{heading}</h1>" in text
    assert f'<html lang="{lang}"' in text
    assert headers["retry-after"] == "60"
    assert "nonce-" in headers["content-security-policy"]
    assert page(app, "/", accept_language=lang)[0] == 200
    refused = ask(app, "/hand/ws?session_id=s_1", kind="websocket", origin="http://localhost")
    assert refused == [{"type": "websocket.close", "code": 1013}]


def test_head_is_told_the_size_of_the_whole_page(notebooks):
    """HEAD and GET have the same headers; the server leaves the body away."""
    app = build(notebooks=notebooks)
    _, get, text = page(app, "/hand/")
    _, head, _ = page(app, "/hand/", method="HEAD")
    assert get["content-length"] == str(len(text.encode()))
    assert int(head["content-length"]) == pytest.approx(int(get["content-length"]), abs=200)
    assert page(app, "/hand/", if_none_match="*")[0] == 200


def test_address_without_a_slash(notebooks):
    """The query goes along."""
    status, headers, _ = page(build(notebooks=notebooks), "/hand?hand=KH&lang=da")
    assert (status, headers["location"]) == (308, "/hand/?hand=KH&lang=da")


def test_unknown_addresses(notebooks):
    """A page for readers, nothing for scripts, also inside a section and for websockets."""
    app = build(notebooks=notebooks)
    for path in ("/nowhere", "/hand/nowhere", "/shell/nothing.css", "/round/"):
        status, _, text = page(app, path, accept_language="sv")
        assert status == 404
        assert "<h1>Den här sidan finns inte</h1>" in text
        status, _, text = page(app, path, accept="*/*")
        assert (status, text) == (404, "")
    refused = ask(app, "/nowhere", kind="websocket", origin="http://localhost")
    assert [m["type"] for m in refused] == ["websocket.close"]


def test_words_of_each_language(notebooks):
    """What a script fetches when the language changes; a made-up language has none."""
    app = build(notebooks=notebooks)
    found = {
        lang: json.loads(page(app, f"/shell/words-{lang}.json")[2])["bar.your_rules"]
        for lang in ("en", "nb", "sv", "da")
    }
    assert found == {
        "en": "Your rules",
        "nb": "Dine regler",
        "sv": "Dina regler",
        "da": "Dine regler",
    }
    assert page(app, "/shell/words-xx.json")[0] == 404


def test_far_readers_get_packed_files(notebooks):
    """On a network marimo's files are packed; on this machine that would only cost time."""
    from thirtyone.web.app import _MARIMO
    from thirtyone.web.assets import Assets

    name = next(f.name for f in _MARIMO.glob("index-*.js"))
    size = (_MARIMO / name).stat().st_size
    served = Assets(_MARIMO)

    def fetch(client: str, encoding: str):
        from starlette.requests import Request

        scope = {
            "type": "http",
            "path_params": {"name": name},
            "client": (client, 1),
            "headers": [(b"accept-encoding", encoding.encode())],
        }
        return asyncio.run(served(Request(scope)))

    near, far = fetch("127.0.0.1", "gzip"), fetch("192.0.2.7", "br, gzip")
    assert len(near.body) == size
    assert "content-encoding" not in near.headers
    assert far.headers["content-encoding"] == "gzip"
    assert len(far.body) < size / 2
    assert len(fetch("192.0.2.7", "").body) == size
    assert near.headers["content-type"].startswith("text/javascript")


def test_three_aces_have_four_answers():
    """The start page's example is computed, and its words fit what was computed."""
    found = [(answer.score.label, answer.rules, answer.why) for answer in answers()]
    assert found == [
        ("11", ("no-trettien", "se-forst-till-fem"), "start.aces.one_suit"),
        ("31", ("no-kildebeskrivelse", "se-svensk-bas"), "start.aces.two_reasons"),
        ("33", ("dk-enogtredive",), "start.aces.best"),
        ("Ild", ("dk-a7",), "start.aces.ild"),
    ]
    assert {id_ for _, ids, _ in found for id_ in ids} == set(home_ids())
    assert len(THREE_ACES) == 3
    assert answers()[0].regions == (load_ruleset("no-trettien").region, "se")
