"""A transcript that somebody pasted or uploaded, and one clear message where it is not one."""

from dataclasses import dataclass
from html import escape
from typing import Final

from thirtyone.errors import ThirtyOneError
from thirtyone.play.transcript import LINK_LIMIT, Transcript, format_link
from thirtyone.play.transcript_reading import parse_transcript
from thirtyone.text.say import say_error
from thirtyone.text.translator import Translator
from thirtyone.ui.marks import icon
from thirtyone.ui.scene import Scene
from thirtyone.ui.seat_scene import Look

LONGEST: Final = 100_000
"""Characters of a text that is opened here: a match of hundreds of rounds."""
MOST_STEPS: Final = 1_500
"""Actions of one round that can be stepped through."""
_ROOM: Final = LINK_LIMIT - 300
"""What an address may spend on a transcript."""
_AROUND: Final = 3
_WIDEST: Final = 80


@dataclass(frozen=True, slots=True)
class BadText:
    """Why a text cannot be opened, and the lines round the place."""

    error: ThirtyOneError
    line: int = 0
    lines: tuple[tuple[int, str], ...] = ()
    sound: str = ""
    """The part before the bad line, where that is a transcript by itself."""


def read_text(text: str) -> Transcript | BadText:
    """The transcript, or why there is none."""
    if len(text) > LONGEST:
        return BadText(ThirtyOneError("refuse.too_long", n=len(text), limit=LONGEST))
    try:
        transcript = parse_transcript(text)
        if not transcript.rounds:
            return BadText(ThirtyOneError("refuse.script_no_rounds"))
        if max(len(record.actions) for record in transcript.rounds) > MOST_STEPS:
            return BadText(ThirtyOneError("refuse.script_too_many_steps", n=MOST_STEPS))
    except ThirtyOneError as error:
        return _located(error, text)
    except RecursionError:
        return BadText(ThirtyOneError("refuse.script_head"))
    return transcript


def _located(error: ThirtyOneError, text: str) -> BadText:
    number = error.details.get("line")
    inner = error.details.get("error")
    if error.reason != "refuse.stdin_line" or not isinstance(number, int):
        return BadText(error)
    if not isinstance(inner, ThirtyOneError):
        inner = error
    lines = text.removeprefix("\ufeff").strip().split("\n")
    first = max(0, number - 1 - _AROUND)
    around = tuple(enumerate(lines[first : number + _AROUND - 1], start=first + 1))
    return BadText(inner, number, around, _sound("\n".join(lines[: number - 1])))


def _sound(text: str) -> str:
    """The text up to the bad line as an unfinished round, if it can be read."""
    paused = f"{text}\npause"
    try:
        transcript = parse_transcript(paused)
    except (ThirtyOneError, RecursionError):
        return ""
    return paused if transcript.rounds and transcript.rounds[-1].actions else ""


def message_scene(bad: BadText, look: Look) -> Scene:
    """The message with the lines; texts go into the page as text, never as markup."""
    tr = look.tr
    reason = say_error(bad.error, tr)
    head = tr("script.bad_line", n=tr.number(bad.line)) if bad.line else tr("script.bad")
    return {
        "icon": icon("warn"),
        "head": head,
        "text": reason,
        "lines": [
            {"n": number, "text": _short(line), "bad": number == bad.line}
            for number, line in bad.lines
        ],
        "sound": tr("script.open_sound", n=tr.number(bad.line - 1)) if bad.sound else "",
    }


def _short(line: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in line[: _WIDEST + 1])
    return plain if len(plain) <= _WIDEST else plain[:_WIDEST] + "…"


def link_text(transcript: Transcript) -> str:
    """A round by itself in the letters of a link; nothing for a match or one that is too long."""
    if transcript.is_match:
        return ""
    text = format_link(transcript.rounds[0])
    return text if len(text) <= _ROOM else ""


def form_scene(tr: Translator, draft: str, bad: BadText | None, look: Look) -> Scene:
    """The form for a text of one's own."""
    return {
        "title": tr("script.title"),
        "hint": tr("script.hint"),
        "label": tr("script.label"),
        "open": tr("script.open"),
        "file": f"{icon('load')}<span>{escape(tr('script.file'))}</span>",
        "limit": LONGEST,
        "too_long": say_error(ThirtyOneError("refuse.too_long", n=LONGEST + 1, limit=LONGEST), tr),
        "not_text": tr("script.not_text"),
        "bad": tr("script.bad"),
        "warn": icon("warn"),
        "draft": draft,
        "message": message_scene(bad, look) if bad else None,
    }
