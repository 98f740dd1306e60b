"""Who plays the pieces of a study: this process, several on this machine, or a cluster's.

All of them are reached through :class:`concurrent.futures.Executor`. A :class:`Crew` is such an
executor with what a long run has to know besides: how many pieces may be under way at once, which
errors mean that a worker was lost and not that the work was wrong, and how to start again.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, TypeVar

_T = TypeVar("_T")


class Crew(Protocol):
    """Workers that play pieces."""

    width: int
    """So many pieces are given out at once."""
    shares_fate: bool
    """If one worker is lost, is the work of all others lost with it?"""

    @property
    def executor(self) -> Executor:
        """Takes the work; may be another one after :meth:`renew`."""

    def lost(self, error: BaseException) -> bool:
        """Does this error mean that a worker died with its work?"""

    def failure(self, error: BaseException) -> BaseException:
        """What to raise for an error that the work itself ended with."""

    def renew(self) -> None:
        """Makes sure that there are workers again after some were lost; WorkError if not."""

    def check(self) -> None:
        """Called now and then while nothing comes back; WorkError if nothing will."""

    def close(self, *, kill: bool) -> None:
        """Lets the workers go; ``kill``: with whatever they are at."""


class Alone(Executor):
    """An executor that does the work at once, in this process."""

    width = 1
    shares_fate = False

    @property
    def executor(self) -> Executor:
        """Itself."""
        return self

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:
        """The finished future of a call."""
        future: Future[_T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # whatever it is, it belongs to the future
            future.set_exception(error)
        return future

    def lost(self, error: BaseException) -> bool:
        """Nobody to lose."""
        del error
        return False

    def failure(self, error: BaseException) -> BaseException:
        """The error itself."""
        return error

    def renew(self) -> None:
        """Nothing to do."""

    def check(self) -> None:
        """Nothing to check."""

    def close(self, *, kill: bool) -> None:
        """Nobody to let go."""


class Processes:
    """Several processes on this machine. They end with this one, however it ends."""

    shares_fate = True

    def __init__(self, count: int) -> None:
        self.width = 2 * count
        self._count = count
        self._pool, self._lifeline = self._started()

    @property
    def executor(self) -> Executor:
        """The pool."""
        return self._pool

    def _started(self) -> tuple[ProcessPoolExecutor, Connection]:
        # Spawned, not forked: a fork would copy the threads' locks of whoever calls this.
        context = multiprocessing.get_context("spawn")
        held, lifeline = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(
            self._count, context, initializer=follow_parent, initargs=(held,)
        )
        with _deaf_to_ctrl_c():
            for _ in range(self._count):  # a pool starts a process when there is work for it
                pool.submit(_nothing)
        return pool, lifeline

    def lost(self, error: BaseException) -> bool:
        """A process was killed; then the whole pool is gone."""
        return isinstance(error, BrokenExecutor)

    def failure(self, error: BaseException) -> BaseException:
        """The error itself; where it happened stands in its cause."""
        return error

    def renew(self) -> None:
        """A new pool instead of the broken one."""
        self.close(kill=True)
        self._pool, self._lifeline = self._started()

    def check(self) -> None:
        """A pool notices by itself when a process dies."""

    def close(self, *, kill: bool) -> None:
        """Ends the processes."""
        if kill:
            self._lifeline.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._lifeline.close()


def _nothing() -> None:
    """The first work of a process."""


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started meanwhile leave Ctrl-C to this one from their first moment."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # only the main thread may say so
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def follow_parent(lifeline: Connection) -> None:
    """In a child: leave Ctrl-C to the parent, and end at once when the parent lets go.

    The other end of the pipe is held by the parent alone, so it also closes when that is killed.
    """
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_after, args=(lifeline,), daemon=True).start()


def _end_after(lifeline: Connection) -> None:
    wait([lifeline])
    os._exit(1)
