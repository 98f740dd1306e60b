"""A bar on standard error, with the time left; only where somebody looks at a terminal."""

import os
import shutil
import sys
import time
from typing import Final

import click

from thirtyone.text.say_study import say_time
from thirtyone.text.translator import Translator

_EVERY: Final = 0.2
"""Seconds between two bars."""


class Bar:
    """Call it with how much is done. Without a terminal it draws nothing."""

    def __init__(self, all_games: int, tr: Translator) -> None:
        self._all = all_games
        self._tr = tr
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._shown &= os.environ.get("TERM") != "dumb"
        self._colour = not os.environ.get("NO_COLOR")
        self._begun: tuple[float, int] | None = None
        self._last = 0.0

    def __call__(self, done: int) -> None:
        """Draws the bar anew, if it is time to."""
        if not self._shown:
            return
        now = time.monotonic()
        if self._begun is None:
            self._begun = (now, done)
        elif now - self._last < _EVERY:
            return
        self._last = now
        room = shutil.get_terminal_size().columns - 1
        text = self._text(done, now)
        width = max(0, min(30, room - len(text) - 1))
        full = width * done // self._all
        bar = "█" * full + "░" * (width - full)
        if self._colour:
            bar = click.style(bar, fg="green")
        sys.stderr.write(f"\r\x1b[K{bar} {text[:room]}")
        sys.stderr.flush()

    def close(self) -> None:
        """Takes the bar away."""
        if self._shown and self._begun is not None:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._begun = None

    def _text(self, done: int, now: float) -> str:
        assert self._begun is not None
        start, before = self._begun
        tr = self._tr
        # The rate since this run began: what an earlier run had done took no time now.
        speed = (done - before) / (now - start) if now > start else 0.0
        return tr(
            "study.bar",
            share=tr.percent(done / self._all, 0),
            done=tr.number(done),
            all=tr.number(self._all),
            time=say_time((self._all - done) / speed, tr) if speed else "–",
        )
