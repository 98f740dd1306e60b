"""One ASGI app: our own pages, the notebooks, and what they share."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Final

import marimo
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from thirtyone.content import notebooks_dir
from thirtyone.text.translator import get_translator
from thirtyone.web import guard
from thirtyone.web.assets import Assets
from thirtyone.web.frame import Frame, Seats, hidden_paths, visit_of
from thirtyone.web.live import Rooms, start
from thirtyone.web.live_routes import LiveRoutes
from thirtyone.web.notices import busy_main, not_found_main
from thirtyone.web.prefs import LANGUAGES, Visit
from thirtyone.web.sections import existing_sections
from thirtyone.web.sheets import SheetRoutes
from thirtyone.web.shell import Page, own_page
from thirtyone.web.start import start_main
from thirtyone.web.words import bar_words

_STATIC: Final = Path(__file__).parent / "static"
_SHARED: Final = Path(__file__).parents[1] / "ui" / "static"
_MARIMO: Final = Path(marimo.__file__).parent / "_static" / "assets"
SESSION_LIMIT: Final = 150
SESSION_SECONDS: Final = 20
"""How long a session outlives its closed tab; a lost connection may come back to it."""


class Site:
    """The pages of one explorer, and how they are made."""

    def __init__(self, notebooks: Path, *, base: str, session_limit: int) -> None:
        self.base = base
        self.notebooks = notebooks
        self.sections = existing_sections(notebooks)
        self.seats = Seats(session_limit)
        self.ready = asyncio.Event()
        self._hide = hidden_paths(notebooks)

    def notebook_page(self, visit: Visit, section: str) -> Page:
        """The frame's view of a notebook."""
        return Page(
            prefs=visit.prefs,
            notice=visit.notice,
            sections=self.sections,
            section=section,
            base=self.base,
            live=True,
            shared_assets=True,
            hide=self._hide,
        )

    def own(
        self,
        scope: Scope,
        make_main: Callable[[Page], str],
        *,
        title: str = "",
        status: int = 200,
        style: str = "",
    ) -> HTMLResponse:
        """A page of our own in the reader's language. ``title`` is the key of its name."""
        visit = visit_of(scope)
        tr = get_translator(visit.prefs.lang)
        page = Page(
            prefs=visit.prefs,
            notice=visit.notice,
            sections=self.sections,
            base=self.base,
            title=tr("page.title", page=tr(title)) if title else "",
        )
        nonce = guard.new_nonce()
        response = HTMLResponse(own_page(page, make_main(page), nonce, style=style), status)
        response.headers["cache-control"] = "private, no-store"
        response.headers["vary"] = "cookie, accept-language"
        response.raw_headers.append(guard.policy_header(nonce))
        return response

    async def start(self, request: Request) -> Response:
        """The start page."""
        return self.own(request.scope, start_main, style="start.css")

    async def not_found(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A page for readers, an empty answer for scripts."""
        if scope["type"] == "websocket":
            await WebSocketClose(1008)(scope, receive, send)
        else:
            await self._missing(scope)(scope, receive, send)

    async def missing(self, request: Request, _: Exception) -> Response:
        """The same for a file that is not there."""
        return self._missing(request.scope)

    def _missing(self, scope: Scope) -> Response:
        if "text/html" in HTTPConnection(scope).headers.get("accept", ""):
            return self.own(scope, not_found_main, title="state.not_found_title", status=404)
        return PlainTextResponse("", 404)

    async def busy(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stands in for a notebook while too many are here."""
        response = self.own(scope, busy_main, title="state.busy_title", status=503)
        response.headers["retry-after"] = "60"
        await response(scope, receive, send)

    async def to_section(self, request: Request) -> Response:
        """``/hand?hand=…`` means ``/hand/?hand=…``."""
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{request.scope['path']}/{query}", 308)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """From the first request to the last. The start page does not wait for the notebooks."""
        warming = asyncio.create_task(self._warm())
        yield
        warming.cancel()
        await self.seats.close()
        _end_long_runs()

    async def _warm(self) -> None:
        try:
            await asyncio.to_thread(_warm)
        finally:
            self.ready.set()

    def notebooks_app(self) -> ASGIApp:
        """The notebooks as marimo serves them, each in our frame."""
        builder = marimo.create_asgi_app(
            include_code=False, quiet=True, session_ttl=SESSION_SECONDS
        )
        for section in self.sections:
            framed: Callable[[ASGIApp], ASGIApp] = partial(
                Frame,
                section=section.name,
                make_page=self.notebook_page,
                seats=self.seats,
                busy=self.busy,
                ready=self.ready,
            )
            builder = builder.with_app(
                path=f"/{section.name}",
                root=str(self.notebooks / f"{section.name}.py"),
                middleware=[framed],
            )
        app: ASGIApp = builder.build()
        names = {section.name for section in self.sections}

        async def known_sections(scope: Scope, receive: Receive, send: Send) -> None:
            # What is no section must get our own page, not an inner app's bare 404.
            if scope["path"].removeprefix(self.base).split("/")[1] in names:
                await app(scope, receive, send)
            else:
                await self.not_found(scope, receive, send)

        return known_sections


def build(
    host: str = "127.0.0.1",
    *,
    base: str = "",
    notebooks: Path | None = None,
    session_limit: int = SESSION_LIMIT,
    class_file: Path | None = None,
) -> ASGIApp:
    """The whole explorer for a server that listens on ``host``.

    ``class_file`` keeps open classes over a restart of the server; without it they are in memory.
    """
    folder = notebooks or notebooks_dir() / "marimo"
    site = Site(folder, base=base, session_limit=session_limit)
    rooms = start(Rooms(class_file, listening_on=host))
    routes: list[BaseRoute] = [
        Route("/", site.start),
        *LiveRoutes(rooms, base).routes(),
        *SheetRoutes(site.own, base, host).routes(),
        Route("/up", _up),
        Route("/shell/words-{lang}.json", _words),
        *(Route(f"/shell/{name}.css", partial(_shared, name)) for name in ("tokens", "parts")),
        Mount("/shell", StaticFiles(directory=_STATIC)),
        Route("/m/assets/{name}", Assets(_MARIMO).__call__),
        *(Route(f"/{section.name}", site.to_section) for section in site.sections),
        Route("/favicon.ico", _icon),
        *(Route(f"/{section.name}/favicon.ico", _icon) for section in site.sections),
        Mount("/", site.notebooks_app()),
    ]
    app = Starlette(
        routes=[Mount(base, routes=routes)] if base else routes,
        exception_handlers={404: site.missing},
        lifespan=site.lifespan,
    )
    return guard.Guard(
        app,
        hosts=guard.Hosts(host),
        sections=[section.name for section in site.sections],
        base=base,
        not_found=site.not_found,
    )


def _end_long_runs() -> None:
    """Let the processes go that worked on long runs, if there were any."""
    if module := sys.modules.get("thirtyone.ui.long_run"):
        module.close()


def _warm() -> None:
    """Do what the first visitors of a notebook would otherwise wait for: 0.3 s."""
    import thirtyone.ui.odds_lab
    import thirtyone.ui.teach_lab  # noqa: F401  # here, because two kernels must not import at once
    from thirtyone.ui.hand_lab import HandLab

    HandLab()


async def _up(_: Request) -> Response:
    """Asked by pages that have lost the server."""
    return PlainTextResponse("up", headers={"cache-control": "no-store"})


async def _icon(_: Request) -> Response:
    """The rose, also where marimo or a browser asks for an icon of its own accord."""
    return FileResponse(_STATIC / "rose.svg", media_type="image/svg+xml")


async def _words(request: Request) -> Response:
    """The bar's words in another language than the page came in."""
    lang = request.path_params["lang"]
    if lang not in LANGUAGES:
        raise HTTPException(404)
    return JSONResponse(dict(bar_words(lang)), headers={"cache-control": "no-cache"})


async def _shared(name: str, _: Request) -> Response:
    """A style sheet that the widgets carry too."""
    text = (_SHARED / f"{name}.css").read_text("utf-8")
    return Response(text, media_type="text/css", headers={"cache-control": "no-cache"})
