"""The outermost layer: who may ask, for what, how much, and what a browser may do with the answer.

marimo by itself answers any host name and any web page's script. On a reader's own machine that
would let any open web page start kernels here, so everything but the reader's own page is refused,
and of marimo's interface only what a page needs is there at all.
"""

import re
import secrets
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
BODY_LIMIT: Final = 256 * 1024

# What a reader's page needs of marimo. Everything else of its interface is not there.
_NEEDED: Final = re.compile(
    r"(?:ws|assets/[^/]+|@file/[^/]+|health|favicon\.ico|public-files-sw\.js"
    r"|api/kernel/(?:set_ui_element_value|set_model_value))?"
)
# No unsafe-eval: a chart needs `embedOptions.ast`. marimo sets a <base>, hence base-uri 'self'.
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_ANYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  # compared, not bound


def new_nonce() -> str:
    """A number used once: scripts of ours carry it, an injected one cannot."""
    return secrets.token_urlsafe(12)


def policy_header(nonce: str) -> tuple[bytes, bytes]:
    """The content security policy of one page."""
    return b"content-security-policy", _POLICY.format(nonce=nonce).encode()


class Hosts:
    """The names under which this server may be asked, from the ``--host`` it listens on."""

    def __init__(self, listening_on: str) -> None:
        self._names = _LOCAL | {listening_on.strip("[]").lower()}
        self._every_address = listening_on in _ANYWHERE
        if self._every_address:
            name = socket.gethostname().lower()
            self._names |= {name, f"{name}.local"}

    def __contains__(self, host: str) -> bool:
        """Whether a ``Host`` header names this machine; with 0.0.0.0, by any of its addresses."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._names or (self._every_address and _is_ours(name))


def _is_ours(name: str) -> bool:
    """Is it an address of this machine? Only such a one can be bound to.

    A name that an attacker's DNS answers with one of our addresses is not an address.
    """
    try:
        address = ip_address(name)
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((name, 0))
    except (ValueError, OSError):
        return False
    return True


class Guard:
    """ASGI middleware that refuses what does not come from the reader's own page."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Hosts,
        sections: Iterable[str],
        not_found: ASGIApp,
        base: str = "",
    ) -> None:
        self._app, self._hosts, self._not_found = app, hosts, not_found
        names = "|".join(re.escape(name) for name in sections) or "(?!)"
        self._marimo = re.compile(rf"{re.escape(base)}/(?:{names})/(.*)", re.DOTALL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif (status := self._refusal(scope)) == 404:
            await self._not_found(scope, receive, _with_headers(send))
        elif status:
            await _refuse(scope, receive, send, status)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, _limited(receive), _with_headers(send))

    def _refusal(self, scope: Scope) -> int:
        """The status that says no, or 0."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        length = headers.get(b"content-length", "0")
        if host not in self._hosts:
            return 400
        if origin is None:
            # A browser names the origin of every connection; whoever does not is no page of ours.
            if scope["type"] == "websocket":
                return 403
        elif _place(origin) != host.lower():
            return 403
        inside = self._marimo.fullmatch(scope["path"])
        if inside and not _NEEDED.fullmatch(inside[1]):
            return 404
        if not length.isascii() or not length.isdecimal() or int(length[:12]) > BODY_LIMIT:
            return 413
        return 0


def _place(origin: str) -> str:
    """Host and port of an origin; nothing for ``null``."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"0"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _limited(receive: Receive) -> Receive:
    """The same request, cut off when it grows too long: one without a length can lie."""
    got = 0

    async def limited() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body") or b"")
        return {"type": "http.disconnect"} if got > BODY_LIMIT else message

    return limited


def _with_headers(send: Send) -> Send:
    """Our headers on every answer, and none that would open it to other sites."""
    ours = {name for name, _ in HEADERS}

    async def out(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [
                header
                for header in message["headers"]
                if header[0] not in ours and not header[0].startswith(b"access-control-")
            ]
            message = {**message, "headers": [*kept, *HEADERS]}
        await send(message)

    return out
