"""The lines of a transcript, and errors that name them."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError
from thirtyone.notation import parse_cards
from thirtyone.play.transcript import TranscriptError, label, seat_names


@dataclass(frozen=True, slots=True)
class Line:
    """One statement, with the number of its line."""

    number: int
    text: str

    @property
    def word(self) -> str:
        """What the line begins with."""
        return self.text.split(maxsplit=1)[0].lower()

    @property
    def rest(self) -> str:
        """What follows the first word."""
        return self.text.partition(" ")[2].strip()


class Lines:
    """The statements of a transcript, one after the other; every complaint names a line."""

    def __init__(self, text: str) -> None:
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip()
        link = text.strip()
        self.compact = "\n" not in link and "~" in link
        text = re.sub(r"[^\S\n]", " ", text)  # tabs and the blanks that do not break
        raw = link.replace("_", " ").split("~") if self.compact else text.split("\n")
        cut = (line.partition("#")[0].strip() for line in raw)
        self.lines = [Line(n, line) for n, line in enumerate(cut, start=1) if line]
        self.place = 0
        self.last = len(raw)
        self.players: tuple[str, ...] = ()

    # -------------------------------------------------------------------------------- the lines

    def peek(self) -> Line | None:
        return self.lines[self.place] if self.place < len(self.lines) else None

    def take(self) -> Line:
        line = self.peek()
        if line is None:
            self.fail(self.last, "refuse.script_cut_short")
        self.place += 1
        return line

    def fail(self, line: int, reason: str, **details: object) -> NoReturn:
        error = TranscriptError(reason, **details)
        raise TranscriptError("refuse.stdin_line", line=line, error=error)

    @contextmanager
    def at(self, line: int, seats: Sequence[int] = ()) -> Iterator[None]:
        """Errors inside are told with the number of the line, and with names for seats."""
        try:
            yield
        except TranscriptError as error:
            if error.reason == "refuse.stdin_line":
                raise
            raise TranscriptError("refuse.stdin_line", line=line, error=error) from error
        except ThirtyOneError as error:
            seat = error.details.get("player")
            if isinstance(seat, int) and seat < len(seats):
                name = label(seats[seat], self.players)
                error = error.within(player=name if self.players else seats[seat])
            raise TranscriptError("refuse.stdin_line", line=line, error=error) from error

    def cards(self, line: Line, text: str) -> tuple[Card, ...]:
        with self.at(line.number):
            return parse_cards(text)

    def numbers(self, line: Line) -> tuple[int, ...]:
        words = line.rest.split()
        if not words or not all(re.fullmatch(r"[0-9]{1,6}", word) for word in words):
            self.fail(line.number, "refuse.script_numbers", text=line.text)
        return tuple(map(int, words))

    def seat(self, line: Line, text: str) -> tuple[int, str]:
        """The seat that a text begins with, and what follows it."""
        named = [(name, seat) for seat, name in enumerate(seat_names(self.players)) if name]
        for name, seat in sorted(named, key=lambda pair: -len(pair[0])):
            if self.begins(text, name):
                return seat, text[len(name) :].strip()
        head, _, rest = text.partition(" ")
        if not re.fullmatch(r"[0-9]{1,2}", head):
            self.fail(line.number, "refuse.script_seat", text=head)
        if self.players and int(head) >= len(self.players):
            self.fail(line.number, "refuse.script_seat", text=head)
        return int(head), rest.strip()

    @staticmethod
    def begins(text: str, name: str) -> bool:
        """Does a text begin with this name, and not with a longer one?"""
        return text[: len(name)].casefold() == name.casefold() and text[len(name) :][:1] in {
            "",
            " ",
        }

    def peek_word(self, word: str) -> Line | None:
        line = self.peek()
        return self.take() if line is not None and line.word == word else None

    def nothing_more(self) -> None:
        line = self.peek()
        if line is not None:
            self.fail(line.number, "refuse.script_after_end", text=line.text)
