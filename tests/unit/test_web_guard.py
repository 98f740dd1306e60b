"""Which host names this machine answers to, and how much it listens to."""

import asyncio
import socket

import pytest

from thirtyone.web.guard import BODY_LIMIT, Guard, Hosts


def own_address() -> str:
    """The address of this machine that leads out; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no address but its own")
        return probe.getsockname()[0]


@pytest.mark.parametrize(
    ("listening_on", "host", "welcome"),
    [
        ("127.0.0.1", "127.0.0.1:2731", True),
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "LocalHost:80", True),
        ("127.0.0.1", "[::1]:2731", True),
        ("127.0.0.1", "evil.example:2731", False),
        ("127.0.0.1", "127.0.0.1.evil.example", False),
        ("127.0.0.1", "localhost@evil.example", False),
        ("127.0.0.1", "", False),
        ("127.0.0.1", "[", False),
        ("127.0.0.1", "0.0.0.0:2731", False),
        ("teacher.example", "teacher.example:2731", True),
        ("teacher.example", "localhost:2731", True),
        ("teacher.example", "pupil.example:2731", False),
        ("0.0.0.0", "127.0.0.1:2731", True),
        ("0.0.0.0", "evil.example:2731", False),
        ("0.0.0.0", "192.0.2.1:2731", False),
    ],
)
def test_host_names(listening_on, host, welcome):
    """Our own names, whatever the port; no name that somebody else's DNS points here."""
    assert (host in Hosts(listening_on)) is welcome


def test_every_address_of_this_machine_with_0_0_0_0():
    """A class on the same network types the teacher's address."""
    address = own_address()
    assert f"{address}:2731" in Hosts("0.0.0.0")
    assert socket.gethostname() in Hosts("0.0.0.0")
    if address not in {"127.0.0.1", "localhost"}:
        assert f"{address}:2731" not in Hosts("127.0.0.1")


def ask(path: str = "/", *, chunks: tuple[bytes, ...] = (), **headers: str):
    """Status, headers, and what the app behind the guard received of the body."""
    got, sent = [], []

    async def app(_, receive, send):
        while (message := await receive())["type"] == "http.request":
            got.append(len(message["body"]))
            if not message["more_body"]:
                break
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"access-control-allow-origin", b"*"), (b"x-frame-options", b"ALL")],
            }
        )
        await send({"type": "http.response.body", "body": b""})

    async def not_found(_, __, send):
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive():
        body = rest.pop(0) if rest else b""
        return {"type": "http.request", "body": body, "more_body": bool(rest)}

    async def send(message):
        sent.append(message)

    rest = list(chunks)
    raw = {"host": "localhost", **{k.replace("_", "-"): v for k, v in headers.items()}}
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "headers": [(k.encode(), v.encode()) for k, v in raw.items()],
    }
    guard = Guard(app, hosts=Hosts("127.0.0.1"), sections=("hand",), not_found=not_found)
    asyncio.run(guard(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), got


def test_body_limit_by_length_and_while_reading():
    """A body that is too long is refused; one that hides its length is cut off."""
    assert ask(content_length=str(BODY_LIMIT))[0] == 200
    assert ask(content_length=str(BODY_LIMIT + 1))[0] == 413
    assert ask(content_length="9" * 4000)[0] == 413
    assert ask(content_length="-1")[0] == 413
    assert ask(content_length="²")[0] == 413
    half = b"x" * (BODY_LIMIT // 2)
    assert ask(chunks=(half, half))[2] == [len(half), len(half)]
    assert ask(chunks=(half, half, b"y", b"z"))[2] == [len(half), len(half)]


def test_headers_are_ours():
    """What the app says about frames and other sites is replaced."""
    _, headers, _ = ask()
    assert headers[b"x-frame-options"] == b"DENY"
    assert b"access-control-allow-origin" not in headers
    assert headers[b"cross-origin-resource-policy"] == b"same-origin"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/hand/", 200),
        ("/hand/ws", 200),
        ("/hand/@file/12-abc.js", 200),
        ("/hand/api/kernel/set_ui_element_value", 200),
        ("/hand/api/kernel/set_model_value", 200),
        ("/hand/api/kernel/set_model_value\n", 404),
        ("/hand/api/kernel/run", 404),
        ("/hand/api/kernel/function_call", 404),
        ("/hand/@file/../../api/kernel/run", 404),
        ("/hand/assets/../api/version", 404),
        ("/hand//ws", 404),
        ("/round/ws", 200),
    ],
)
def test_allow_list(path, status):
    """Of marimo there is only what a page needs; other paths are the app's business."""
    assert ask(path)[0] == status


def test_origin_must_be_this_page():
    """Scheme aside, host and port have to be the very ones that were asked."""
    assert ask(host="localhost:2731", origin="http://localhost:2731")[0] == 200
    assert ask(host="localhost:2731", origin="http://localhost:2732")[0] == 403
    assert ask(host="localhost:2731", origin="http://127.0.0.1:2731")[0] == 403
    assert ask(origin="null")[0] == 403
    assert ask(origin="")[0] == 403
    assert ask(origin="http://[")[0] == 403
