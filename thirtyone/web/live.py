"""The live question: rooms in this process that a teacher opens and a class answers in.

Only who opened a room has its key, and only with the key is there a next question, an answer shown,
an export or an end. How the answers spread is told to nobody else before the answer is shown.
"""

import asyncio
import contextlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Final

from thirtyone.errors import UsageError
from thirtyone.ui.asked import size
from thirtyone.web.live_store import AskedRow, RoomRow, Store

MOST_ROOMS: Final = 40
MOST_PUPILS: Final = 120
MOST_QUESTIONS: Final = 200
IDLE_SECONDS: Final = 3 * 3600
"""A room that nobody touches is gone after that, and any room after a school day."""
DAY_SECONDS: Final = 10 * 3600
HERE_SECONDS: Final = 45
"""So long somebody counts as being here after the last sign of life; a page asks every 20 s."""
_DIGITS: Final = "23456789"  # no 0 and 1, which can be taken for letters
_CODE_LENGTH: Final = 4


class Taken(StrEnum):
    """What became of an answer."""

    KEPT = "kept"
    BEFORE = "before"
    """This pupil has answered already: the first answer counts."""
    LATE = "late"
    """It is for another question, or the answer has been shown."""
    FULL = "full"
    """There are more pupils than a class has."""


@dataclass(frozen=True, slots=True)
class Now:
    """What anybody in a room may know of it."""

    code: str
    lang: str
    asked: AskedRow | None
    counts: tuple[int, ...] = ()
    """How often each option was chosen; empty until the answer is shown."""

    @property
    def stamp(self) -> str:
        """Changes with the question and when its answer is shown."""
        return f"{self.asked.number}{'r' if self.asked.shown else ''}" if self.asked else "0"


class Bell:
    """Wakes those who wait for something to change, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def __len__(self) -> int:
        return len(self._waiting)

    def ring(self) -> None:
        """Wake everybody."""
        with self._lock:
            waiting = tuple(self._waiting)
        for loop, event in waiting:
            with contextlib.suppress(RuntimeError):  # the server is just ending
                loop.call_soon_threadsafe(event.set)

    async def wait(self, seconds: float, changed: Callable[[], bool]) -> None:
        """Until something has changed, or the time is up."""
        with self._listening() as event:
            # First listen, then look: what changes in between rings.
            if not changed():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), seconds)

    @contextlib.contextmanager
    def _listening(self) -> Iterator[asyncio.Event]:
        me = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting.add(me)
        try:
            yield me[1]
        finally:
            with self._lock:
                self._waiting.discard(me)


class _Presence:
    """Who is in a room just now, and who waits for news of it. Never written down."""

    def __init__(self) -> None:
        self.seen: dict[str, float] = {}
        self.for_pupils = Bell()
        self.for_wall = Bell()


class Rooms:
    """All rooms of a server. Every method may be called from any thread."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        listening_on: str = "127.0.0.1",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.listening_on = listening_on
        self._store = Store(path)
        self._clock = clock
        self._lock = threading.RLock()
        self._present: dict[str, _Presence] = {}

    # --------------------------------------------------------------------------- the teacher's

    def open(self, lang: str) -> tuple[str, str]:
        """A new room: its code and the teacher's key. UsageError when too many are open."""
        with self._lock:
            self._forget_old()
            if self._store.rooms() >= MOST_ROOMS:
                raise UsageError("refuse.live_rooms", n=MOST_ROOMS)
            key, now = secrets.token_urlsafe(24), self._clock()
            while True:
                code = "".join(secrets.choice(_DIGITS) for _ in range(_CODE_LENGTH))
                row = RoomRow(code, _digest(key), secrets.token_bytes(32), lang, now, now)
                if self._store.add_room(row):
                    return code, key

    def is_teacher(self, code: str, key: str) -> bool:
        """Does the key open this room?"""
        room = self._room(code)
        return room is not None and hmac.compare_digest(room.key, _digest(key))

    def ask(self, code: str, key: str, question: str) -> int | None:
        """Put the next question to the class: its number, or None for who may not."""
        if not self.is_teacher(code, key):
            return None
        options, right = size(question)
        with self._lock:
            last = self._store.last_question(code)
            if last and last.number >= MOST_QUESTIONS:
                raise UsageError("refuse.live_questions", n=MOST_QUESTIONS)
            number = self._store.add_question(code, question, options, right)
        self._changed(code)
        return number

    def show_answer(self, code: str, key: str, number: int) -> bool:
        """Show the class which answer is right."""
        if not self.is_teacher(code, key) or not self._store.show(code, number):
            return False
        self._changed(code)
        return True

    def results(self, code: str, key: str) -> list[tuple[AskedRow, tuple[int, ...]]]:
        """Every question whose answer has been shown, and how often each option was chosen."""
        if not self.is_teacher(code, key):
            return []
        shown = [asked for asked in self._store.questions(code) if asked.shown]
        return [(asked, self._store.counts(code, asked)) for asked in shown]

    def close(self, code: str, key: str) -> bool:
        """End the class and forget everything."""
        if not self.is_teacher(code, key):
            return False
        self._drop(code)
        return True

    # ---------------------------------------------------------------------------- everybody's

    def look(self, code: str) -> Now | None:
        """What there is to see, or None for a room that is not open."""
        room = self._room(code)
        if room is None:
            return None
        asked = self._store.last_question(code)
        counts = self._store.counts(code, asked) if asked and asked.shown else ()
        return Now(code, room.lang, asked, counts)

    def numbers(self, code: str) -> tuple[int, int]:
        """How many have answered, and how many are here."""
        asked = self._store.last_question(code)
        answered = self._store.answered(code, asked.number) if asked else 0
        since = self._clock() - HERE_SECONDS
        here = sum(seen > since for seen in tuple(self._presence(code).seen.values()))
        return answered, max(answered, here)

    def spread(self, code: str, key: str) -> tuple[int, ...]:
        """How often each option of the last question was chosen so far: for the teacher alone."""
        asked = self._store.last_question(code) if self.is_teacher(code, key) else None
        return self._store.counts(code, asked) if asked else ()

    # ------------------------------------------------------------------------------ the pupils'

    def new_pupil(self, code: str) -> str:
        """The token of somebody new: a number by chance, signed, so that nobody can make one."""
        room = self._room(code)
        number = secrets.token_hex(8)
        return f"{number}.{_sign(room.secret, number)}" if room else ""

    def pupil(self, code: str, token: str) -> str | None:
        """Whose token it is, or None if it is not one of this room."""
        room = self._room(code)
        number, _, signature = token.partition(".")
        if room is None or not token.isascii() or len(token) > 100:
            return None
        return number if hmac.compare_digest(signature, _sign(room.secret, number)) else None

    def meet(self, code: str, pupil: str) -> bool:
        """A sign of life of a pupil; False if the room is full."""
        presence, now = self._presence(code), self._clock()
        with self._lock:
            new = pupil not in presence.seen
            if new and len(presence.seen) >= MOST_PUPILS:
                since = now - HERE_SECONDS
                presence.seen = {who: seen for who, seen in presence.seen.items() if seen > since}
                if len(presence.seen) >= MOST_PUPILS:
                    return False
            presence.seen[pupil] = now
        if new:
            presence.for_wall.ring()
        return True

    def answer(self, code: str, pupil: str, number: int, choice: int) -> Taken:
        """Keep a pupil's answer to the open question, once. Who is in the room has a place."""
        known = pupil in self._presence(code).seen
        full = not known and self._store.answered(code, number) >= MOST_PUPILS
        if full or not self.meet(code, pupil):
            return Taken.FULL
        if self._store.add_answer(code, number, pupil, choice):
            self._store.touch(code, self._clock())
            self._presence(code).for_wall.ring()
            return Taken.KEPT
        return Taken.BEFORE if self.choice(code, number, pupil) is not None else Taken.LATE

    def choice(self, code: str, number: int, pupil: str) -> int | None:
        """What this pupil has answered."""
        return self._store.choice(code, number, pupil)

    # ---------------------------------------------------------------------------------- waiting

    async def wait_for_news(self, code: str, stamp: str, seconds: float) -> None:
        """Until the question changes or its answer is shown. Others' answers wake nobody."""

        def changed() -> bool:
            now = self.look(code)
            return now is None or now.stamp != stamp

        await self._presence(code).for_pupils.wait(seconds, changed)

    async def wait_for_numbers(self, code: str, seen: str, seconds: float) -> None:
        """Until one more has answered or come."""
        bell = self._presence(code).for_wall
        await bell.wait(seconds, lambda: self.wall_stamp(code) != seen)

    def wall_stamp(self, code: str) -> str:
        """Changes with everything that the teacher's wall shows."""
        now = self.look(code)
        answered, here = self.numbers(code) if now else (0, 0)
        return f"{now.stamp}-{answered}-{here}" if now else ""

    def waiting(self) -> int:
        """How many requests wait for news just now."""
        presences = tuple(self._present.values())
        return sum(len(one.for_pupils) + len(one.for_wall) for one in presences)

    # ---------------------------------------------------------------------------------- inside

    def _room(self, code: str) -> RoomRow | None:
        room = self._store.room(code)
        if room and self._is_old(room):
            self._drop(code)
            return None
        return room

    def _is_old(self, room: RoomRow) -> bool:
        now = self._clock()
        return now - room.touched > IDLE_SECONDS or now - room.opened > DAY_SECONDS

    def _forget_old(self) -> None:
        now = self._clock()
        for code in self._store.remove_old(now - IDLE_SECONDS, now - DAY_SECONDS):
            self._drop(code)

    def _drop(self, code: str) -> None:
        self._store.remove_room(code)
        with self._lock:
            presence = self._present.pop(code, None)
        if presence:
            presence.for_pupils.ring()
            presence.for_wall.ring()

    def _presence(self, code: str) -> _Presence:
        with self._lock:
            if code in self._present or self._store.room(code):
                return self._present.setdefault(code, _Presence())
            return _Presence()  # of a room that has just gone: nobody else is there

    def _changed(self, code: str) -> None:
        self._store.touch(code, self._clock())
        presence = self._presence(code)
        presence.for_pupils.ring()
        presence.for_wall.ring()


def _digest(key: str) -> bytes:
    return sha256(key.encode("utf-8", "replace")).digest()


def _sign(secret: bytes, number: str) -> str:
    return hmac.new(secret, number.encode(), sha256).hexdigest()[:24]


_running: list[Rooms] = []


def start(rooms: Rooms) -> Rooms:
    """From now on these are the rooms that the notebooks of this process use."""
    _running[:] = [rooms]
    return rooms


def running() -> Rooms | None:
    """The rooms of the server of this process; None where there is no server of ours."""
    return _running[0] if _running else None
