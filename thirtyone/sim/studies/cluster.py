"""A crew on a Dask cluster that runs already, reached by the address of its scheduler.

Dask (``thirtyone[cluster]``) is imported only when a :class:`Cluster` is made. Workers may come and
go meanwhile. The scheduler gives the work of one that died to another by itself; what it gives up
after several deaths, and what was under way when the connection broke, is handed out once more.
"""

import asyncio
import logging
import socket
import time
import warnings
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from thirtyone.errors import ThirtyOneError, UsageError, WorkError

PATIENCE: Final = 10.0
"""Seconds in which a scheduler must answer and a worker must be there."""
_LOOK: Final = 0.05
_LOGGERS: Final = ("distributed", "distributed.client", "tornado.application", "asyncio")


class Cluster:
    """The workers of a Dask cluster; UsageError without Dask or for what is no address of one.

    WorkError if none answers.
    """

    shares_fate = False

    def __init__(self, address: str, *, patience: float = PATIENCE) -> None:
        try:
            from distributed import Client
            from distributed.versions import VersionMismatchWarning
        except ImportError:
            raise UsageError("refuse.cluster_extra") from None
        if not _is_address(address):
            raise UsageError("refuse.cluster_address", text=address)
        self.address = address
        self._patience = patience
        self._empty_since: float | None = None
        """Since when the cluster has no workers, by the monotonic clock."""
        for name in _LOGGERS:  # what Dask logs is said in one line by whoever catches the error
            logging.getLogger(name).setLevel(logging.CRITICAL)
        _ask(address, patience)
        try:
            with warnings.catch_warnings():
                # Versions of other packages do not change counts; that of thirtyone is compared.
                warnings.simplefilter("ignore", VersionMismatchWarning)
                self._client = Client(address, timeout=patience, set_as_default=False)
        except Exception as error:
            raise _unreachable(address, error) from error
        try:
            self._wait_for_workers()
        except BaseException:
            self.close(kill=True)
            raise
        self._executor = self._client.get_executor(pure=False)

    @property
    def executor(self) -> Executor:
        """Dask's own; WorkError if the connection was lost for good."""
        if self._client.status == "closed":
            raise WorkError("refuse.cluster_lost", text=self.address)
        executor: Executor = self._executor
        return executor

    def lost(self, error: BaseException) -> bool:
        """A piece was given up because its workers died, or the connection broke."""
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        return isinstance(error, KilledWorker | CommClosedError | CancelledError)

    def failure(self, error: BaseException) -> BaseException:
        """One line about what the workers cannot do, such as import a package."""
        if isinstance(error, ThirtyOneError):
            return error
        return WorkError("refuse.cluster_failed", text=self.address, message=_message(error))

    def renew(self) -> None:
        """Waits for the scheduler and for a worker."""
        end = time.monotonic() + self._patience
        while self._client.status == "connecting" and time.monotonic() < end:
            time.sleep(_LOOK)
        if self._client.status != "running":
            raise WorkError("refuse.cluster_lost", text=self.address)
        self._wait_for_workers()

    def check(self) -> None:
        """Is the scheduler still there, and somebody who works?"""
        if self._client.status == "connecting":
            return  # Dask gives up by itself, as patient as we are
        if self._count():
            self._empty_since = None
            return
        now = time.monotonic()
        self._empty_since = self._empty_since or now
        if now - self._empty_since >= self._patience:
            raise WorkError("refuse.cluster_no_workers", text=self.address)

    def close(self, *, kill: bool) -> None:
        """Leaves the cluster as it was; it drops what nobody waits for any more."""
        with suppress(Exception):  # whatever is wrong with the connection, it ends here
            self._client.close(timeout=min(1.0, self._patience) if kill else self._patience)

    def _wait_for_workers(self) -> None:
        end = time.monotonic() + self._patience
        while not self._count():
            if time.monotonic() >= end:
                raise WorkError("refuse.cluster_no_workers", text=self.address)
            time.sleep(_LOOK)
        self._empty_since = None

    def _count(self) -> int:
        """How many threads work there now; so many pieces and as many again go out."""
        try:
            threads: dict[str, int] = self._client.sync(
                self._client.scheduler.ncores, workers=None, callback_timeout=self._patience
            )
        except (OSError, RuntimeError, TimeoutError) as error:
            raise WorkError("refuse.cluster_lost", text=self.address) from error
        count = sum(threads.values())
        self.width = max(1, 2 * count)
        return count


def _is_address(text: str) -> bool:
    """Does it name a host and a port, or a cluster in this very process?"""
    scheme, _, place = text.rpartition("://")
    host, _, port = place.rpartition(":")
    named = bool(host) and port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 1 << 16
    return named or (scheme == "inproc" and bool(place))


def _ask(address: str, patience: float) -> None:
    """WorkError unless a scheduler says that it is one. Dask's client would wait for ever."""
    _knock(address, patience)
    try:
        with ThreadPoolExecutor(1) as thread:  # this one may have a loop, as in a notebook
            kind = thread.submit(asyncio.run, _identity(address, patience)).result()
    except (ValueError, TypeError, RuntimeError) as error:  # an address that is none
        raise _unreachable(address, error) from error
    except Exception as error:
        # Whoever else answers makes all kinds of errors.
        raise WorkError("refuse.cluster_silent", text=address) from error
    if kind != "Scheduler":
        raise WorkError("refuse.cluster_silent", text=address)


def _knock(address: str, patience: float) -> None:
    """WorkError at once if nobody takes a connection. Dask would try again and again."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdecimal():  # otherwise Dask knows better what is wrong
        try:
            socket.create_connection((host.strip("[]"), int(port)), patience).close()
        except (OSError, OverflowError) as error:
            raise _unreachable(address, error) from error


async def _identity(address: str, patience: float) -> object:
    """What kind of server Dask finds there."""
    from distributed.comm import connect
    from distributed.security import Security

    async def ask() -> object:
        trust = Security().get_connection_args("client")
        comm = await connect(address, timeout=patience, **trust)
        try:
            await comm.write({"op": "identity", "reply": True})
            return (await comm.read())["type"]
        finally:
            comm.abort()

    return await asyncio.wait_for(ask(), patience + _LOOK)


def _unreachable(address: str, error: BaseException) -> WorkError:
    return WorkError("refuse.cluster_unreachable", text=address, message=_message(error))


def _message(error: BaseException) -> str:
    """What the first of the causes says, in one line."""
    seen: list[Any] = [error]
    while (cause := seen[-1].__cause__) is not None and cause not in seen:
        seen.append(cause)
    said = (" ".join(_said(each).split()).rstrip(".") for each in reversed(seen))
    return next(filter(None, said), type(error).__name__)


def _said(error: BaseException) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
