"""Long computations of a page: in other processes, with a thread that collects what they bring.

Nothing of it runs in a session's own thread, so every page answers meanwhile, and a run can be
stopped at once. The processes are shared by all sessions and give way to the server (they are
niced). What somebody waits for has processes of its own, to which the rest gives way in turn: so a
first chart does not queue behind longer steps. A run goes on only while somebody looks: its lease is renewed by the page, and a closed tab
lets it lapse.
"""

import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import suppress
from ctypes import Array, c_ulonglong
from enum import StrEnum
from itertools import count
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, Protocol

from thirtyone.sim.studies.workers import follow_parent

WORKERS: Final = max(1, min(8, os.cpu_count() or 1))
LEASE: Final = 30.0
"""Seconds that a run goes on without a sign of its reader."""
MOST_RUNS: Final = 40
"""Runs at once in one server, as many as a class; whoever comes later is told that it is busy."""
_NICE: Final = {True: 5, False: 19}
"""How far processes give way: those for what is urgent, and the others."""
_SLOTS: Final = 1024
"""Far more than there are runs, because those that were stopped take a moment to end."""
_LOOK: Final = 0.1
_SHORT: Final = 0.02

_SPAWN: Final = multiprocessing.get_context("spawn")
"""Spawned, not forked: a fork would copy the locks of the server's threads."""

_runs = threading.BoundedSemaphore(MOST_RUNS)
_numbers = count(1)
_shared: "list[Array[c_ulonglong]]" = []
"""What :func:`_alive` gives, once it has been asked for."""
_lock = threading.Lock()
_pools: dict[bool, ProcessPoolExecutor] = {}
"""The processes for what is urgent and for the rest, once they have been asked for."""
_going: dict[int, "Run"] = {}
"""The runs that have not ended, by the slot of each."""
_lifelines: dict[bool, Connection] = {}
"""Held as long as the pool of that kind; when they close, its processes end (see follow_parent)."""


class State(StrEnum):
    """How a run stands."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    BUSY = "busy"
    """It never began: too many others."""
    FAILED = "failed"


class Job(NamedTuple):
    """A call for another process; ``key`` says what it was for."""

    key: Any
    call: Callable[..., Any]
    args: tuple[Any, ...]
    urgent: bool = False
    """Somebody waits for it."""


class Work(Protocol):
    """What a run has to do. All of it is called in the run's thread."""

    @property
    def finished(self) -> bool:
        """Is nothing left to give out?"""

    def next(self) -> Job | None:
        """The next job; None if there is none now."""

    def done(self, job: Job, answer: Any) -> None:
        """Takes what a job brought."""


class Run:
    """One run, from :meth:`start` to its end."""

    def __init__(self, work: Work, news: Callable[["Run"], None]) -> None:
        self.state = State.RUNNING
        self.started = time.monotonic()
        self._work, self._news = work, news
        self._stop = threading.Event()
        self._lease = self.started + LEASE
        self._number = next(_numbers)
        self._slot = 0
        self._place: threading.BoundedSemaphore | None = None
        """What gets its place back."""

    def start(self, instead: "Run | None" = None) -> None:
        """Begins, or is busy at once. ``news`` is called after every answer and at the end.

        A run that begins ``instead`` of another takes over its place.
        """
        place = instead.leave_place() if instead else None
        if place is None:
            if not _runs.acquire(blocking=False):
                self.state = State.BUSY
                return
            place = _runs
        self._place = place
        with _lock:  # a slot of its own, whatever has begun since and ended
            self._slot = next(slot for slot in range(_SLOTS) if slot not in _going)
            _going[self._slot] = self
        _alive()[self._slot] = self._number
        threading.Thread(target=self._go, name="long run", daemon=True).start()

    def stop(self) -> None:
        """Ends it; what is under way is dropped, what came stays."""
        if self.state is State.RUNNING:
            self.state = State.STOPPED
        self._stop.set()
        self._retire()

    def renew(self) -> None:
        """Somebody is still looking."""
        self._lease = time.monotonic() + LEASE

    def _retire(self) -> None:
        """What still waits in front of a process is passed over there.

        A future that is cancelled would do the same, but one among those of a pool whose process
        dies keeps that pool from telling the others (Python 3.11).
        """
        if _alive()[self._slot] == self._number:
            _alive()[self._slot] = 0

    def leave_place(self) -> threading.BoundedSemaphore | None:
        """Its place is for another now, who gives it back; None if it has none."""
        with _lock:
            place, self._place = self._place, None
        return place

    def _go(self) -> None:
        flying: dict[Future[Any], Job] = {}
        try:
            self._collect(flying)
            if self.state is State.RUNNING:
                lapsed = time.monotonic() >= self._lease
                self.state = State.STOPPED if lapsed else State.DONE
        except Exception:
            # Whatever broke, the page stays and says so; the reason is for whoever runs the server.
            logging.getLogger(__name__).exception("a long run failed")
            self.state = State.FAILED
        finally:
            self._retire()
            with _lock:
                _going.pop(self._slot, None)
            if place := self.leave_place():
                place.release()
            self._news(self)

    def _collect(self, flying: dict[Future[Any], Job]) -> None:
        broken = 0
        while not self._stop.is_set() and time.monotonic() < self._lease:
            # Few at a time: several runs share the processes fairly, and a stop is quick.
            while len(flying) <= WORKERS and (job := self._work.next()) is not None:
                if self._stop.is_set():
                    return
                try:
                    flying[self._submit(job)] = job
                except RuntimeError:  # the whole program ends just now
                    self.stop()
                    return
            if not flying:
                if self._work.finished:
                    return
                self._stop.wait(_SHORT)
                continue
            ready, _ = wait(flying, timeout=_LOOK, return_when=FIRST_COMPLETED)
            for future in ready:
                if self._stop.is_set():  # what was shown when it was stopped stands
                    return
                job = flying.pop(future)
                try:
                    answer = future.result()
                except BrokenExecutor:
                    # A process was killed, by the system perhaps; once more with new ones.
                    broken += 1
                    if broken > WORKERS + 2:
                        raise
                    renew()
                    flying[self._submit(job)] = job
                    continue
                self._work.done(job, answer)
            if ready and not self._stop.is_set():
                self._news(self)

    def _submit(self, job: Job) -> Future[Any]:
        try:
            return processes(urgent=job.urgent).submit(
                _do, self._slot, self._number, job.call, *job.args
            )
        except BrokenExecutor:
            renew()
            return processes(urgent=job.urgent).submit(
                _do, self._slot, self._number, job.call, *job.args
            )


def _do(slot: int, number: int, call: Callable[..., Any], *args: Any) -> Any:
    """In another process: a job, unless its run has ended."""
    return call(*args) if _alive()[slot] == number else None


def _alive() -> "Array[c_ulonglong]":
    """By slot, the number of the run that goes on there; for all processes."""
    if not _shared:
        _shared.append(_SPAWN.RawArray(c_ulonglong, _SLOTS))
    return _shared[0]


def processes(*, urgent: bool = False) -> ProcessPoolExecutor:
    """The processes of this server, started when they are first needed."""
    with _lock:
        if urgent not in _pools:
            held, lifeline = _SPAWN.Pipe(duplex=False)
            _lifelines[urgent] = lifeline
            _pools[urgent] = ProcessPoolExecutor(
                WORKERS, _SPAWN, initializer=_begin, initargs=(held, _NICE[urgent], _alive())
            )
        return _pools[urgent]


def renew() -> None:
    """Other processes instead of broken ones."""
    with _lock:
        for urgent, pool in tuple(_pools.items()):
            if getattr(pool, "_broken", False):
                pool.shutdown(wait=False, cancel_futures=True)
                del _pools[urgent]


def warm(call: Callable[..., Any], *args: Any) -> None:
    """Starts the urgent processes and lets each make one call: the first run need not wait."""
    with suppress(BrokenExecutor, RuntimeError):
        pool = processes(urgent=True)
        for _ in range(WORKERS):
            pool.submit(call, *args)


def close() -> None:
    """Stops all runs and lets the processes go, each after what it is at; for the server's end.

    What they are at is short, and they end with the server anyway.
    """
    for run in tuple(_going.values()):
        run.stop()
    with _lock:
        for pool in _pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        _pools.clear()


def _begin(held: Connection, nice: int, alive: "Array[c_ulonglong]") -> None:
    """In a new process: end with the server, and let it answer first."""
    _shared[:] = [alive]
    follow_parent(held)
    if hasattr(os, "nice"):
        os.nice(nice)
