"""The addresses of the live question: ``/join`` for pupils, ``/live`` for the teacher's wall.

Pages ask for news and the answer waits until there is some: plain requests, which pass through
whatever a school puts between its machines, unlike a stream that a proxy may hold back.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from thirtyone.web import guard
from thirtyone.web.live import DAY_SECONDS, Now, Rooms, Taken
from thirtyone.web.live_pages import POLL_SECONDS, PupilView, announcement, code_page, pupil_main
from thirtyone.web.live_pages import pupil_page as whole_page
from thirtyone.web.prefs import Prefs, from_cookie, read_visit, valid

COOKIE: Final = "t31p"
MOST_WAITING: Final = 600
LONGEST_BODY: Final = 1024
_BODY_SECONDS: Final = 10
_RATE, _BURST = 40.0, 400.0
"""Requests a second from one address, and how many at once: a class may sit behind one address."""
_WRONG_RATE, _WRONG_BURST = 0.5, 30.0
"""The same for codes that open nothing, so that nobody finds a room by trying."""
_NEW_RATE, _NEW_BURST = 0.1, 100.0
"""The same for those who come in for the first time, so that one phone is not a whole class."""
_UPDATES: Final = 0.1
"""The wall hears of answers at most ten times a second."""
_NO_STORE: Final = {"cache-control": "no-store", "vary": "cookie, accept-language"}


class Meter:
    """How much each address may ask: a bucket that fills at a rate."""

    def __init__(
        self,
        rate: float,
        burst: float,
        clock: Callable[[], float] = time.monotonic,
        most: int = 2000,
    ) -> None:
        self._rate, self._burst, self._clock, self._most = rate, burst, clock, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str, cost: float = 1.0) -> bool:
        """May this address ask once more? A cost of nothing only looks."""
        now = self._clock()
        left, then = self._left.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        allowed = left >= max(cost, 1.0)
        self._left[who] = (left - cost if allowed else left, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return allowed


class LiveRoutes:
    """Answers requests about the rooms of a server."""

    def __init__(self, rooms: Rooms, base: str = "") -> None:
        self._rooms, self._base = rooms, base
        self._meter, self._wrong = Meter(_RATE, _BURST), Meter(_WRONG_RATE, _WRONG_BURST)
        self._new = Meter(_NEW_RATE, _NEW_BURST)

    def routes(self) -> list[BaseRoute]:
        """For the app; paths are below its start page."""
        return [
            Route("/join", self.come_in),
            Route("/join/{code}", self.page),
            Route("/join/{code}/news", self.news),
            Route("/join/{code}/answer", self.answer, methods=["POST"]),
            Route("/live/{code}/numbers", self.numbers),
        ]

    # ---------------------------------------------------------------------------- coming in

    async def come_in(self, request: Request) -> Response:
        """Where a code is typed in."""
        if not self._meter.allows(_who(request)):
            return _too_many()
        typed = request.query_params.get("code", "")
        code = "".join(c for c in typed if c.isascii() and c.isdecimal())[:12]
        if not typed:
            return _html(code_page(self._prefs(request, ""), self._base), 200)
        if self._look(request, code) is None:
            return self._no_room(request, code or typed[:12])
        lang = valid("lang", request.query_params.get("lang"))
        chosen = f"?lang={lang}" if lang and lang != self._prefs(request, "").lang else ""
        return RedirectResponse(f"{self._base}/join/{code}{chosen}", 303, _NO_STORE)

    async def page(self, request: Request) -> Response:
        """A room's page; whoever comes for the first time gets the cookie of the room."""
        if not self._meter.allows(_who(request)):
            return _too_many()
        now = self._look(request, request.path_params["code"])
        if now is None:
            return self._no_room(request, request.path_params["code"][:12])
        pupil = self._pupil(request, now)
        if not pupil and not self._new.allows(_who(request)):
            return _too_many()
        token = "" if pupil else self._rooms.new_pupil(now.code)
        view = self._view(request, now, pupil or self._rooms.pupil(now.code, token) or "")
        nonce = guard.new_nonce()
        response = _html(whole_page(view, nonce), 200, nonce)
        if token:
            response.set_cookie(
                COOKIE,
                token,
                max_age=DAY_SECONDS,
                path=f"{self._base}/join/{now.code}",
                httponly=True,
                samesite="lax",
                secure=request.url.scheme == "https",
            )
        return response

    async def news(self, request: Request) -> Response:
        """What a pupil's page shows now, as soon as that is something else than before."""
        found = self._of_pupil(request)
        if isinstance(found, Response):
            return found
        now, pupil = found
        view = self._view(request, now, pupil)
        if view.stamp == request.query_params.get("since") and not self._crowded():
            await self._rooms.wait_for_news(now.code, now.stamp, POLL_SECONDS)
            fresh = self._rooms.look(now.code)
            if fresh is None:
                return Response(status_code=404, headers=_NO_STORE)
            view = self._view(request, fresh, pupil)
        return _told(view)

    async def answer(self, request: Request) -> Response:
        """A pupil's answer. The same page comes back, now with the answer on it."""
        found = self._of_pupil(request)
        if isinstance(found, Response):
            return found
        now, pupil = found
        sent = await _form(request)
        if sent is None:
            return Response(status_code=413, headers=_NO_STORE)
        number, choice = _whole(sent.get("question")), _whole(sent.get("answer"))
        if number is None or choice is None:
            return Response(status_code=422, headers=_NO_STORE)
        taken = self._rooms.answer(now.code, pupil, number, choice)
        fresh = self._rooms.look(now.code)
        if fresh is None:
            return Response(status_code=404, headers=_NO_STORE)
        if "application/json" in request.headers.get("accept", ""):
            return _told(self._view(request, fresh, pupil, taken))
        lang = valid("lang", request.query_params.get("lang"))
        address = f"{self._base}/join/{now.code}" + (f"?lang={lang}" if lang else "")
        return RedirectResponse(address, 303, _NO_STORE)

    # ------------------------------------------------------------------------------ the wall

    async def numbers(self, request: Request) -> Response:
        """How many have answered and are here: for who has the key, and never who chose what.

        With ``spread=1`` also how often each option was chosen, for the teacher's own card.
        """
        code = request.path_params["code"]
        key = request.headers.get("x-class-key", "")[:100]
        if not self._meter.allows(_who(request)):
            return _too_many()
        if not self._rooms.is_teacher(code, key):
            self._wrong.allows(_who(request))
            return Response(status_code=404, headers=_NO_STORE)
        since = request.query_params.get("since", "")
        if self._rooms.wall_stamp(code) == since and not self._crowded():
            await self._rooms.wait_for_numbers(code, since, POLL_SECONDS)
            await asyncio.sleep(_UPDATES)
        now = self._rooms.look(code)
        if now is None:
            return Response(status_code=404, headers=_NO_STORE)
        answered, here = self._rooms.numbers(code)
        seen = f"{now.stamp}-{answered}-{here}"
        told = {"seen": seen, "stamp": now.stamp, "answered": answered, "here": here}
        if request.query_params.get("spread") == "1":
            told["spread"] = self._rooms.spread(code, key)
        return JSONResponse(told, headers=_NO_STORE)

    # -------------------------------------------------------------------------------- inside

    def _look(self, request: Request, code: str) -> Now | None:
        # Whoever is in the room already is not kept out by a neighbour who tries codes.
        who, token = _who(request), request.cookies.get(COOKIE, "")
        if not self._wrong.allows(who, 0) and not self._rooms.pupil(code, token):
            return None
        now = self._rooms.look(code)
        if now is None:
            self._wrong.allows(who)
        return now

    def _no_room(self, request: Request, code: str) -> Response:
        return _html(code_page(self._prefs(request, ""), self._base, wrong=code), 404)

    def _of_pupil(self, request: Request) -> tuple[Now, str] | Response:
        if not self._meter.allows(_who(request)):
            return _too_many()
        now = self._look(request, request.path_params["code"])
        if now is None:
            return Response(status_code=404, headers=_NO_STORE)
        pupil = self._pupil(request, now)
        # Without the room's cookie nobody is anybody; the page gives one.
        return (now, pupil) if pupil else Response(status_code=403, headers=_NO_STORE)

    def _pupil(self, request: Request, now: Now) -> str | None:
        return self._rooms.pupil(now.code, request.cookies.get(COOKIE, ""))

    def _view(
        self, request: Request, now: Now, pupil: str, taken: Taken | None = None
    ) -> PupilView:
        here = self._rooms.meet(now.code, pupil)
        choice = self._rooms.choice(now.code, now.asked.number, pupil) if now.asked else None
        return PupilView(
            now=now,
            prefs=self._prefs(request, now.lang),
            base=self._base,
            choice=choice,
            full=not here or (taken is Taken.FULL and choice is None),
            taken=taken,
        )

    def _prefs(self, request: Request, room_lang: str) -> Prefs:
        """The pupil's own wishes; who has none reads the language of the room."""
        cookie = request.headers.get("cookie", "")
        accept = request.headers.get("accept-language", "")
        prefs = read_visit(request.query_params, cookie, accept).prefs
        wishes = (request.query_params.get("lang"), from_cookie(cookie).get("lang"))
        if room_lang and not any(valid("lang", wish) for wish in wishes):
            return prefs.merged({"lang": room_lang})
        return prefs

    def _crowded(self) -> bool:
        return self._rooms.waiting() >= MOST_WAITING


def _who(request: Request) -> str:
    return request.client.host if request.client else ""


def _html(text: str, status: int, nonce: str = "") -> HTMLResponse:
    response = HTMLResponse(text, status, headers=_NO_STORE)
    response.raw_headers.append(guard.policy_header(nonce or guard.new_nonce()))
    return response


def _told(view: PupilView) -> JSONResponse:
    told = {"stamp": view.stamp, "html": pupil_main(view), "said": announcement(view)}
    return JSONResponse(told, headers=_NO_STORE)


def _too_many() -> Response:
    return Response(status_code=429, headers={**_NO_STORE, "retry-after": "2"})


async def _form(request: Request) -> dict[str, str] | None:
    """A short form; None for a long one, or one that never ends."""
    body = b""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > LONGEST_BODY:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    try:
        fields = parse_qs(body.decode("ascii"), max_num_fields=8)
    except ValueError:
        return {}
    return {name: values[0] for name, values in fields.items()}


def _whole(text: str | None) -> int | None:
    """A small whole number, or nothing."""
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 4:
        return None
    return int(text)
