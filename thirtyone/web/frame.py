"""marimo's page in our frame: ASGI middleware round each notebook."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from thirtyone.web import guard
from thirtyone.web.prefs import Visit, read_visit
from thirtyone.web.shell import Page, wrap

MakePage = Callable[[Visit, str], Page]
"""The page of a section for a visit."""

_NEVER: Final = frozenset({b"content-length", b"etag", b"cache-control", b"last-modified"})


def visit_of(scope: Scope) -> Visit:
    """What a request says about its reader."""
    request = HTTPConnection(scope)
    headers = request.headers
    return read_visit(
        request.query_params, headers.get("cookie", ""), headers.get("accept-language", "")
    )


class Seats:
    """How many may sit at the notebooks at once. A session costs about 1 MB and three threads."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._managers: list[Any] = []

    def add(self, manager: Any) -> None:
        """Count the sessions of one more notebook too: the bound is the server's."""
        self._managers.append(manager)

    @property
    def full(self) -> bool:
        """Is nobody else let in just now?"""
        taken = sum(len(m.sessions) + len(m._pending) for m in self._managers)  # noqa: SLF001
        return taken >= self._limit

    async def close(self) -> None:
        """End all sessions. Mounted apps never hear that the server stops."""
        for manager in self._managers:
            await manager.shutdown()


class Frame:
    """Puts the frame round a notebook's page; everything else streams through untouched."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        section: str,
        make_page: MakePage,
        seats: Seats,
        busy: ASGIApp,
        ready: asyncio.Event,
    ) -> None:
        self._app, self._section, self._make_page = app, section, make_page
        self._seats, self._busy, self._ready = seats, busy, ready
        self._manager = app.state.session_manager  # type: ignore[attr-defined]
        seats.add(self._manager)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or connection."""
        path = scope["path"][len(scope.get("root_path", "")) :]
        if scope["type"] == "websocket" and self._seats.full and not self._known(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1013})
        elif scope["type"] == "websocket":
            # Here a kernel starts, in a thread of its own. What kernels import must be there by
            # then: two threads in the middle of the same imports have been seen to break both.
            await self._ready.wait()
            await self._app(scope, receive, send)
        elif scope["type"] != "http" or path not in ("", "/"):
            await self._app(scope, receive, send)
        elif self._seats.full:
            await self._busy(scope, receive, send)
        else:
            # Never "not modified": the page depends on the cookie. And HEAD is told the true size;
            # the server leaves the body away.
            headers = [h for h in scope["headers"] if h[0] != b"if-none-match"]
            inner = {**scope, "headers": headers, "method": "GET"}
            if scope["method"] not in ("GET", "HEAD"):
                inner["method"] = scope["method"]
            await self._app(inner, receive, _Rewriter(self._wrapped(scope), send))

    def _wrapped(self, scope: Scope) -> Callable[[str, str], str]:
        page = self._make_page(visit_of(scope), self._section)
        return lambda source, nonce: wrap(source, page, nonce)

    def _known(self, scope: Scope) -> bool:
        """Does the connection come back to a session that it already has?"""
        return HTTPConnection(scope).query_params.get("session_id") in self._manager.sessions


class _Rewriter:
    """Collects one HTML answer, puts the frame round it and sends it on."""

    def __init__(self, wrapped: Callable[[str, str], str], send: Send) -> None:
        self._wrapped, self._send = wrapped, send
        self._start: Message | None = None
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            kind = dict(message["headers"]).get(b"content-type", b"")
            if kind.startswith(b"text/html") and message["status"] == 200:
                self._start = message
            else:
                await self._send(message)
        elif self._start is None:
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                await self._finish(self._start)

    async def _finish(self, start: Message) -> None:
        nonce = guard.new_nonce()
        body = self._wrapped(self._body.decode(), nonce).encode()
        headers = [
            *(header for header in start["headers"] if header[0] not in _NEVER),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"private, no-store"),
            (b"vary", b"cookie, accept-language"),
            guard.policy_header(nonce),
        ]
        await self._send({**start, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})


def hidden_paths(notebooks: Path) -> tuple[str, ...]:
    """What a page must not tell: where on this machine the notebooks lie."""
    return (f"{notebooks}/", str(notebooks), str(notebooks.parent))
