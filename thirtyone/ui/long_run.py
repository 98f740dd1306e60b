"""Long computations of a page: in other processes, with a thread that collects what they bring.

Nothing of it runs in a session's own thread, so every page answers meanwhile, and a run can be
stopped at once. The processes are shared by all sessions and give way to the server (they are
niced). What somebody waits for has processes of its own, to which the rest gives way in turn: so a
first chart comes as quickly in a full class as alone. A run goes on only while somebody looks: its lease is renewed by the page, and a closed tab
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
from enum import StrEnum
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, Protocol

from thirtyone.sim.studies.workers import follow_parent

WORKERS: Final = max(1, min(8, os.cpu_count() or 1))
LEASE: Final = 30.0
"""Seconds that a run goes on without a sign of its reader."""
MOST_RUNS: Final = 8
"""Runs at once in one server; whoever comes later is told that it is busy."""
_NICE: Final = {True: 5, False: 19}
"""How far processes give way: those for what is urgent, and the others."""
_LOOK: Final = 0.1
_SHORT: Final = 0.02

_runs = threading.BoundedSemaphore(MOST_RUNS)
_lock = threading.Lock()
_pools: dict[bool, ProcessPoolExecutor] = {}
"""The processes for what is urgent and for the rest, once they have been asked for."""
_going: set["Run"] = set()
_lifelines: list[Connection] = []
"""Held as long as this process lives; when they close, the others end (see follow_parent)."""


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

    def start(self) -> None:
        """Begins, or is busy at once. ``news`` is called after every answer and at the end."""
        if not _runs.acquire(blocking=False):
            self.state = State.BUSY
            return
        _going.add(self)
        threading.Thread(target=self._go, name="long run", daemon=True).start()

    def stop(self) -> None:
        """Ends it; what is under way is dropped, what came stays."""
        if self.state is State.RUNNING:
            self.state = State.STOPPED
        self._stop.set()

    def renew(self) -> None:
        """Somebody is still looking."""
        self._lease = time.monotonic() + LEASE

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
            for future in flying:
                future.cancel()
            _going.discard(self)
            _runs.release()
            self._news(self)

    def _collect(self, flying: dict[Future[Any], Job]) -> None:
        broken = 0
        while not self._stop.is_set() and time.monotonic() < self._lease:
            # Few at a time: several runs share the processes fairly, and a stop is quick.
            while len(flying) <= WORKERS and (job := self._work.next()) is not None:
                try:
                    flying[_submit(job)] = job
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
                    flying[_submit(job)] = job
                    continue
                self._work.done(job, answer)
            if ready and not self._stop.is_set():
                self._news(self)


def _submit(job: Job) -> Future[Any]:
    try:
        return processes(urgent=job.urgent).submit(job.call, *job.args)
    except BrokenExecutor:
        renew()
        return processes(urgent=job.urgent).submit(job.call, *job.args)


def processes(*, urgent: bool = False) -> ProcessPoolExecutor:
    """The processes of this server, started when they are first needed."""
    with _lock:
        if urgent not in _pools:
            # Spawned, not forked: a fork would copy the locks of the server's threads.
            context = multiprocessing.get_context("spawn")
            held, lifeline = context.Pipe(duplex=False)
            _lifelines.append(lifeline)
            _pools[urgent] = ProcessPoolExecutor(
                WORKERS, context, initializer=_begin, initargs=(held, _NICE[urgent])
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
    for run in tuple(_going):
        run.stop()
    with _lock:
        for pool in _pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        _pools.clear()


def _begin(held: Connection, nice: int) -> None:
    """In a new process: end with the server, and let it answer first."""
    follow_parent(held)
    if hasattr(os, "nice"):
        os.nice(nice)
