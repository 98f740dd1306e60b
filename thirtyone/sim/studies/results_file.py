"""The file in which a study's results are kept as they come: JSON Lines.

The first line says which study and which version of the program it belongs to. Each further line
holds the counts of one piece of the games, and a sum by which a changed line is found out. A line is on the disk before the next piece counts as
done, so a run that was killed loses nothing but the pieces in flight: a last line that was cut
short is dropped, and the run goes on where it stood. A file of anything else is left as it is.
"""

import errno
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

from thirtyone import __version__
from thirtyone.errors import ThirtyOneError, UsageError, WorkError
from thirtyone.sim.studies.study import Piece, Study

FORMAT: Final = 2
"""Of the lines; another number is another way to write them down."""

_BLOCK: Final = 1 << 16
_LONGEST_HEADER: Final = 1 << 24

Line: TypeAlias = tuple[Piece, Any]
"""A piece and its counts, by variant, as JSON holds them."""


class ResultsFile:
    """A study's results on the disk, opened for going on. Use it as a context manager."""

    def __init__(self, path: Path, study: Study) -> None:
        """Opens the file, or makes it; an error if it belongs to something else."""
        self.path = path
        self._study = study
        self._header = _line(header_of(study))
        try:
            # Not emptied: first it must turn out whose it is.
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
        except OSError as error:
            raise UsageError(
                "refuse.study_path", path=str(path), message=error.strerror or ""
            ) from error
        self._file = os.fdopen(handle, "r+b", buffering=0)
        self._end = 0
        """Where the next line goes."""
        self._held = (0, 0, 0)
        """The games before the last line, where that line ends, and the games with it."""
        try:
            _lock(self._file, path)
            self._check()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Gives the file free for another run."""
        with suppress(OSError):
            self._file.close()

    def kept(self) -> Iterator[Line]:
        """What earlier runs have counted. Call it before the first :meth:`add`."""
        if not self._regular():
            return
        seen: dict[int, list[Piece]] = {}
        size = self._end
        for number, start, raw in self._lines():
            if number == 1:
                continue
            line = self._read(raw)
            if line is None and start + len(raw) == size:  # torn, though its end was written
                self._end = start
                return
            if line is None or _overlaps(line[0], seen):
                raise self._refusal("refuse.study_damaged", line=number)
            self._note(start + len(raw), line[0])
            yield line

    def add(self, piece: Piece, counts: Any) -> None:
        """Keeps the counts of a piece; it is on the disk when this returns."""
        line = _summed({"piece": list(piece), "counts": counts})
        self._note(self._end + len(line), piece)
        self._append(line)

    @property
    def games(self) -> int:
        """Of how many games, of all tables together, the file holds the counts.

        The file itself decides: Ctrl-C may come when a line is written but :meth:`add` not done.
        """
        before, end, games = self._held
        size = self.path.stat().st_size if self._regular() else self._end
        return games if size >= end else before

    def _note(self, end: int, piece: Piece) -> None:
        games = self.games
        self._held = (games, end, games + piece.games)

    # ---------------------------------------------------------------------------------- reading

    def _regular(self) -> bool:
        return self.path.is_file()

    def _check(self) -> None:
        """Is this a new file, or one of the same study and version?"""
        self._end = self._whole()
        if not self._end:
            torn = self._file.read(len(self._header) + 1) if self._regular() else b""
            if not self._header.startswith(torn):
                raise self._refusal("refuse.study_not_results")
            self._append(self._header)
            return
        try:
            self._file.seek(0)
            header = json.loads(self._file.read(_LONGEST_HEADER).partition(b"\n")[0])
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or "thirtyone" not in header:
            raise self._refusal("refuse.study_not_results")
        if header["thirtyone"] != __version__ or header.get("format") != FORMAT:
            theirs = f"{header['thirtyone']}/{header.get('format')}"  # the format may differ alone
            raise self._refusal(
                "refuse.study_version", version=theirs[:24], ours=f"{__version__}/{FORMAT}"
            )
        if header.get("study") != self._study.mark:
            raise self._refusal("refuse.study_other")

    def _whole(self) -> int:
        """Where the last whole line ends; what follows was cut short."""
        if not self._regular():
            return 0
        end = self._file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - _BLOCK)
            self._file.seek(start)
            at = self._file.read(end - start).rfind(b"\n")
            if at >= 0:
                self._file.seek(0)
                return start + at + 1
            end = start
        self._file.seek(0)
        return 0

    def _lines(self) -> Iterator[tuple[int, int, bytes]]:
        """The whole lines with their numbers and where they start."""
        self._file.seek(0)
        start = 0
        # A reader of its own: the file itself is not buffered.
        with open(self._file.fileno(), "rb", closefd=False) as reader:
            for number, raw in enumerate(reader, start=1):
                if not raw.endswith(b"\n"):
                    return
                yield number, start, raw
                start += len(raw)

    def _read(self, raw: bytes) -> Line | None:
        try:
            record = json.loads(raw)
            piece, counts = Piece(*record["piece"]), record["counts"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        if raw != _summed({"piece": list(piece), "counts": counts}):
            return None
        study = self._study
        fits = all(type(number) is int for number in piece) and (
            0 <= piece.table < len(study.tables) and 0 <= piece.start < piece.stop <= study.games
        )
        return (piece, counts) if fits else None

    def _refusal(self, reason: str, **details: object) -> ThirtyOneError:
        return UsageError(reason, path=str(self.path), **details)

    # ---------------------------------------------------------------------------------- writing

    def _append(self, line: bytes) -> None:
        try:
            if self._regular():
                self._file.truncate(self._end)
                self._file.seek(self._end)
            view = memoryview(line)
            while view:
                view = view[self._file.write(view) :]
            self._to_disk()
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
            raise WorkError(
                "refuse.study_disk_full" if full else "refuse.study_write",
                path=str(self.path),
                message=error.strerror or "",
            ) from error
        self._end += len(line)

    def _to_disk(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            if error.errno not in {errno.EINVAL, errno.ENOTSUP, errno.EROFS}:
                raise  # the others say that this is a device or a pipe, which has no disk


def header_of(study: Study) -> dict[str, Any]:
    """The first line: what the counts belong to, for the program and for people."""
    return {
        "thirtyone": __version__,
        "format": FORMAT,
        "study": study.mark,
        "mode": study.mode,
        "n": study.games,
        "seed": study.seed,
        "rules": [[v.ruleset.id, dict(v.changes)] for v in study.variants],
        "tables": [list(table) for table in study.tables],
    }


def _line(record: Mapping[str, Any]) -> bytes:
    return (json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _summed(record: Mapping[str, Any]) -> bytes:
    """A line that says of itself whether it is still as it was written."""
    return _line({**record, "sum": f"{zlib.crc32(_line(record)):08x}"})


def _overlaps(piece: Piece, seen: dict[int, list[Piece]]) -> bool:
    """Was one of these games counted before? Notes the piece."""
    mine = seen.setdefault(piece.table, [])
    hit = any(piece.start < other.stop and other.start < piece.stop for other in mine)
    # Neighbours are joined, so that the list stays short.
    for other in [o for o in mine if o.stop == piece.start or o.start == piece.stop]:
        mine.remove(other)
        piece = Piece(piece.table, min(piece.start, other.start), max(piece.stop, other.stop))
    mine.append(piece)
    return hit


def _lock(file: Any, path: Path) -> None:
    """Two runs must not write one file; where the system knows no such lock, nobody minds."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError("refuse.study_busy", path=str(path)) from None
    except OSError:
        return
