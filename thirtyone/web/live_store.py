"""What a class has answered, in SQLite: in memory, or in a file that outlives the server.

A room, the questions put to it, and one row for each answer. No name, no address and no time of an
answer is written down. Closing a room takes all of it away.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from thirtyone.errors import UsageError

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS room (
    code TEXT PRIMARY KEY, key BLOB NOT NULL, secret BLOB NOT NULL, lang TEXT NOT NULL,
    opened REAL NOT NULL, touched REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS asked (
    code TEXT NOT NULL REFERENCES room ON DELETE CASCADE, number INTEGER NOT NULL,
    question TEXT NOT NULL, options INTEGER NOT NULL, rightone INTEGER NOT NULL,
    shown INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (code, number)
) STRICT;
CREATE TABLE IF NOT EXISTS answer (
    code TEXT NOT NULL, number INTEGER NOT NULL, pupil TEXT NOT NULL, choice INTEGER NOT NULL,
    PRIMARY KEY (code, number, pupil),
    FOREIGN KEY (code, number) REFERENCES asked ON DELETE CASCADE
) STRICT;
"""
_MARK: Final = 0x31CA55  # says in a file that it is one of ours


@dataclass(frozen=True, slots=True)
class RoomRow:
    """An open room."""

    code: str
    key: bytes
    """A digest: the key itself is with the teacher."""
    secret: bytes
    lang: str
    opened: float
    touched: float


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A question that a room was asked."""

    number: int
    question: str
    options: int
    right: int
    shown: bool
    """Has the answer been shown?"""


class Store:
    """The tables of all rooms. Every method may be called from any thread."""

    def __init__(self, path: Path | None = None) -> None:
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(path or ":memory:", check_same_thread=False)
            self._set_up()
        except sqlite3.Error as error:
            raise UsageError("refuse.class_file", path=str(path)) from error

    def _set_up(self) -> None:
        mark = self._db.execute("PRAGMA application_id").fetchone()[0]
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables and mark != _MARK:
            raise sqlite3.DatabaseError
        # What is deleted is overwritten; the journal stays in memory, so nothing is left beside the
        # file either. A crash of the machine may cost the file, a crash of the server does not.
        for pragma in (
            "foreign_keys = ON",
            "secure_delete = ON",
            "journal_mode = MEMORY",
            "synchronous = OFF",
            f"application_id = {_MARK}",
        ):
            self._db.execute(f"PRAGMA {pragma}")
        self._db.executescript(_SCHEMA)

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._db:
            yield self._db

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._db.execute(sql, values).fetchall()

    # ---------------------------------------------------------------------------------- rooms

    def add_room(self, room: RoomRow) -> bool:
        """Keep a new room; False if its code is taken."""
        values = (room.code, room.key, room.secret, room.lang, room.opened, room.touched)
        with self._changing() as db:
            added = db.execute("INSERT OR IGNORE INTO room VALUES (?, ?, ?, ?, ?, ?)", values)
            return added.rowcount == 1

    def room(self, code: str) -> RoomRow | None:
        """The room of a code."""
        rows = self._rows("SELECT * FROM room WHERE code = ?", code)
        return RoomRow(*rows[0]) if rows else None

    def rooms(self) -> int:
        """How many are open."""
        return int(self._rows("SELECT count(*) FROM room")[0][0])

    def touch(self, code: str, now: float) -> None:
        """Somebody has done something in the room."""
        with self._changing() as db:
            db.execute("UPDATE room SET touched = ? WHERE code = ?", (now, code))

    def remove_room(self, code: str) -> None:
        """Forget a room with all that belongs to it."""
        with self._changing() as db:
            db.execute("DELETE FROM room WHERE code = ?", (code,))

    def remove_old(self, touched_before: float, opened_before: float) -> list[str]:
        """Forget rooms that nobody uses any more, or that are too old; their codes."""
        old = "touched < ? OR opened < ?"
        with self._changing() as db:
            times = (touched_before, opened_before)
            codes = db.execute(f"SELECT code FROM room WHERE {old}", times).fetchall()  # noqa: S608
            db.execute(f"DELETE FROM room WHERE {old}", times)  # noqa: S608  # our own text
            return [code for (code,) in codes]

    # ------------------------------------------------------------------------------ questions

    def add_question(self, code: str, question: str, options: int, right: int) -> int:
        """The number of the new question of a room."""
        with self._changing() as db:
            db.execute(
                "INSERT INTO asked (code, number, question, options, rightone)"
                " SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ? FROM asked WHERE code = ?",
                (code, question, options, right, code),
            )
            (number,) = db.execute(
                "SELECT max(number) FROM asked WHERE code = ?", (code,)
            ).fetchone()
            return int(number)

    def questions(self, code: str) -> Sequence[AskedRow]:
        """All questions of a room in the order in which they were asked."""
        rows = self._rows(
            "SELECT number, question, options, rightone, shown FROM asked WHERE code = ?"
            " ORDER BY number",
            code,
        )
        return [_asked(row) for row in rows]

    def last_question(self, code: str) -> AskedRow | None:
        """The question that the room is about now."""
        rows = self._rows(
            "SELECT number, question, options, rightone, shown FROM asked WHERE code = ?"
            " ORDER BY number DESC LIMIT 1",
            code,
        )
        return _asked(rows[0]) if rows else None

    def show(self, code: str, number: int) -> bool:
        """Show the answer of a question; False if it is shown already or not there."""
        with self._changing() as db:
            changed = db.execute(
                "UPDATE asked SET shown = 1 WHERE code = ? AND number = ? AND shown = 0",
                (code, number),
            )
            return changed.rowcount == 1

    # -------------------------------------------------------------------------------- answers

    def add_answer(self, code: str, number: int, pupil: str, choice: int) -> bool:
        """Keep an answer to the open question; False where there is one, or none may be given.

        One statement, so that nothing can come between the question and the writing.
        """
        with self._changing() as db:
            added = db.execute(
                "INSERT OR IGNORE INTO answer"
                " SELECT ?, number, ?, ? FROM asked WHERE code = ? AND number = ? AND shown = 0"
                " AND ? BETWEEN 0 AND options - 1"
                " AND number = (SELECT max(number) FROM asked WHERE code = ?)",
                (code, pupil, choice, code, number, choice, code),
            )
            return added.rowcount == 1

    def choice(self, code: str, number: int, pupil: str) -> int | None:
        """What a pupil has answered."""
        rows = self._rows(
            "SELECT choice FROM answer WHERE code = ? AND number = ? AND pupil = ?",
            code,
            number,
            pupil,
        )
        return int(rows[0][0]) if rows else None

    def answered(self, code: str, number: int) -> int:
        """How many have answered a question."""
        rows = self._rows("SELECT count(*) FROM answer WHERE code = ? AND number = ?", code, number)
        return int(rows[0][0])

    def counts(self, code: str, asked: AskedRow) -> tuple[int, ...]:
        """How often each option was chosen."""
        rows = self._rows(
            "SELECT choice, count(*) FROM answer WHERE code = ? AND number = ? GROUP BY choice",
            code,
            asked.number,
        )
        found = dict(rows)
        return tuple(found.get(option, 0) for option in range(asked.options))


def _asked(row: Sequence[Any]) -> AskedRow:
    number, question, options, right, shown = row
    return AskedRow(number, question, options, right, bool(shown))
