"""Figures with their intervals as a drawing that needs nothing but a browser.

A notebook shows the drawing without any script and without the internet; a terminal shows the
same figures as a table.
"""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10
from typing import Final

from thirtyone.sim.result import Estimate
from thirtyone.text.translator import Translator, get_translator

_WIDTH: Final = 640
_ROW: Final = 30
_TOP: Final = 34
_LETTER: Final = 7.2
"""Width of a letter in pixels, amply."""
_PAPER, _INK, _SOFT, _LINE, _DOT = "#ffffff", "#1d2a33", "#5a6872", "#d5dce0", "#0b5c8a"


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """A drawing, and the same in text."""

    svg: str
    text: str

    def __repr__(self) -> str:
        """The table."""
        return self.text

    def _repr_svg_(self) -> str:
        """The drawing."""
        return self.svg


@dataclass(frozen=True, slots=True)
class _Scale:
    """From a figure to its place on the paper."""

    low: float
    high: float
    left: float
    right: float

    def x(self, value: float) -> float:
        inside = min(self.high, max(self.low, value))
        return self.left + (inside - self.low) / (self.high - self.low) * (self.right - self.left)


def draw_intervals(
    rows: Mapping[str, Estimate], title: str, *, percent: bool = False, lang: str = "en"
) -> Picture:
    """A dot for each mean and a bar for its interval, one row a name, over one scale."""
    tr = get_translator(lang)
    estimates = list(rows.values())
    low, high, step = _range(estimates)
    digits = _digits(step * (100 if percent else 1))
    room = min(260.0, max((len(name) for name in rows), default=0) * _LETTER + 16)
    scale = _Scale(low, high, room, _WIDTH - 24.0)
    height = _TOP + _ROW * len(rows) + 32
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
            f'width="{_WIDTH}" height="{height}" role="img" font-family="sans-serif" font-size="13">'
        ),
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" rx="6" fill="{_PAPER}"/>',
        _text(12, 21, title, weight="bold"),
        *_axis(scale, step, len(rows), lambda value: _say(value, tr, digits, percent=percent)),
    ]
    for place, (name, estimate) in enumerate(rows.items()):
        parts.extend(_row(scale, place, name, estimate))
    parts.append("</svg>")
    return Picture("".join(parts), _table(title, rows, tr, percent=percent))


def _range(estimates: Sequence[Estimate]) -> tuple[float, float, float]:
    """From where to where the scale goes, and its steps: round numbers."""
    ends = [n for e in estimates for n in (e.low, e.mean, e.high) if isfinite(n)] or [0.0, 1.0]
    low, high = min(ends), max(ends)
    if high - low < 1e-12:
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / 5
    size = 10.0 ** floor(log10(rough))
    step = next(size * k for k in (1, 2, 5, 10) if size * k >= rough)
    return floor(low / step) * step, -floor(-high / step) * step, step


def _digits(step: float) -> int:
    return max(0, -floor(log10(step) + 1e-9))


def _say(value: float, tr: Translator, digits: int, *, percent: bool) -> str:
    if percent:
        return tr.percent(value, digits)
    return tr.decimal(value, digits) if digits else tr.number(round(value))


def _axis(scale: _Scale, step: float, rows: int, say: Callable[[float], str]) -> list[str]:
    bottom = _TOP + _ROW * rows
    found = []
    for count in range(round((scale.high - scale.low) / step) + 1):
        value = scale.low + count * step
        x = scale.x(value)
        zero = abs(value) < step / 1000
        colour = _SOFT if zero else _LINE
        found.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom}" stroke="{colour}"/>'
        )
        found.append(_text(x, bottom + 18, say(0.0 if zero else value), anchor="middle"))
    return found


def _row(scale: _Scale, place: int, name: str, estimate: Estimate) -> list[str]:
    y = _TOP + _ROW * (place + 0.5)
    low, mean, high = (scale.x(n) for n in (estimate.low, estimate.mean, estimate.high))
    most = int((scale.left - 16) / _LETTER)
    short = name if len(name) <= most else name[: most - 1] + "…"
    return [
        _text(12, y + 4.5, short),
        (
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" stroke="{_DOT}" '
            'stroke-width="4" stroke-opacity=".35" stroke-linecap="round"/>'
        ),
        f'<circle cx="{mean:.1f}" cy="{y}" r="5" fill="{_DOT}"/>',
    ]


def _text(x: float, y: float, text: str, *, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y}" fill="{_INK}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{html.escape(text)}</text>'
    )


def _table(title: str, rows: Mapping[str, Estimate], tr: Translator, *, percent: bool) -> str:
    width = max((len(name) for name in rows), default=0)
    lines = [title]
    for name, each in rows.items():
        numbers = [
            (tr.percent(n, 1) if percent else tr.decimal(n, 3)) if isfinite(n) else "–"
            for n in (each.mean, each.low, each.high)
        ]
        lines.append(f"{name:<{width}}  {numbers[0]} [{numbers[1]}; {numbers[2]}]")
    return "\n".join(lines)
