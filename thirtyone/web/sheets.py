"""Pages to print, under ``/sheet/``: documents by themselves, without the bar and without a kernel."""

import asyncio
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from thirtyone.errors import ThirtyOneError
from thirtyone.text.say import say_error
from thirtyone.text.translator import get_translator
from thirtyone.ui.sheet_address import Where, print_out
from thirtyone.web import guard
from thirtyone.web.frame import visit_of
from thirtyone.web.live_address import pupil_addresses
from thirtyone.web.shell import Page

_AT_ONCE: Final = 2
"""So many documents are made at the same time; a large one takes a second."""
_KEYS: Final = (
    *("kind", "rules", "lang", "level", "seed", "sheets"),
    *("count", "n", "part", "cards", "plan"),
)
_LONGEST: Final = 2000


class SheetRoutes:
    """What is printed for a class. ``own`` makes a page of ours, for an order that makes no sense."""

    def __init__(self, own: Callable[..., Response], base: str, listening_on: str) -> None:
        self._own, self._base, self._host = own, base, listening_on
        self._turns = asyncio.Semaphore(_AT_ONCE)

    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return [Route("/sheet", self._slash), Route("/sheet/", self._document)]

    async def _slash(self, request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{self._base}/sheet/{query}", 308)

    async def _document(self, request: Request) -> Response:
        asked = request.query_params
        query = {key: asked[key][:_LONGEST] for key in _KEYS if key in asked}
        prefs = visit_of(request.scope).prefs
        nonce = guard.new_nonce()
        head = (
            f'<link rel="icon" type="image/svg+xml" href="{self._base}/shell/rose.svg">'
            f'<script nonce="{nonce}" src="{self._base}/shell/sheet.js" defer></script>'
        )
        start = f"{request.url.scheme}://{request.url.netloc}{self._base}"
        pupils = next(iter(pupil_addresses(f"{start}/", self._host)), "")
        where = Where(f"{start}/sheet/", f"{pupils}/sheet/" if pupils else "", head)
        make = partial(print_out, query, prefs.lang, where, local=prefs.letters == "on")
        try:
            async with self._turns:
                text = await asyncio.to_thread(make)
        except ThirtyOneError as error:
            main = partial(_cannot_main, error=error)
            return self._own(request.scope, main, title="sheet.cannot", status=400)
        response = HTMLResponse(text)
        response.headers["cache-control"] = "private, no-store"
        response.headers["vary"] = "cookie, accept-language"
        response.raw_headers.append(guard.policy_header(nonce))
        return response


def _cannot_main(page: Page, *, error: ThirtyOneError) -> str:
    """Which part of an address makes no sheet, and the way to the form that writes addresses."""
    tr = get_translator(page.prefs.lang)
    there = any(section.name == "teach" for section in page.sections)
    link = page.link("teach") if there else f"{page.base}/"
    name = tr("nav.teach") if there else tr("act.to_start")
    return (
        f"<h1>{escape(tr('sheet.cannot'))}</h1>"
        f'<p class="t31-lede">{escape(say_error(error, tr))}</p>'
        f'<p><a class="btn pri" href="{escape(link)}">{escape(name)}</a></p>'
    )
