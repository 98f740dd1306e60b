"""One look for all charts, and the pieces that they are made of.

A chart is a Vega-Lite specification, a plain dict. :func:`as_altair` makes an Altair chart of it
for a notebook; the pages pass it on as it is, because Altair's own objects take 0.8 s to build six
panels that a dict describes in 1 ms. Tests check each one against Altair's schema.

Colours are custom properties of the page (``var(--t31-ink)``), so a chart follows light and dark
by style sheets alone and is never drawn again for it. That needs Vega's SVG renderer; marimo brings
Vega itself, and nothing is loaded from elsewhere. Vega writes numbers in English only, so every
number that is read comes as text from the translator.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from json import dumps
from math import ceil, floor, log10
from typing import Any, Final, TypeAlias

from thirtyone.rules import Region
from thirtyone.text.translator import Translator

Spec: TypeAlias = dict[str, Any]
"""A Vega-Lite specification, or a part of one."""

INK: Final = "var(--t31-ink)"
MUTED: Final = "var(--t31-muted)"
LINE: Final = "var(--t31-line)"
EDGE: Final = "var(--t31-edge)"
GROUND: Final = "var(--t31-bg)"
GAIN: Final = "var(--t31-accent)"
LOSS: Final = "var(--t31-differ)"
FONT: Final = (
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, '
    '"Liberation Sans", system-ui, sans-serif'
)
"""As the token ``--t31-sans``; spelled out because Vega measures words with it."""
STRONG: Final = 0.5
PALE: Final = 0.22
"""How full a bar is: pale where the interval includes 0."""
WIDE: Final = 640
"""From this width on small multiples stand in two columns."""
GAP: Final = 36
MARGIN: Final = 22
"""Room at the right of a panel for the unit of its axis and the last figure."""
_LETTER: Final = 7.4
"""About the width of a letter of 14 pixels; a little generous."""
_COUNTRY: Final = {
    Region.NORWAY: "var(--t31-no)",
    Region.SWEDEN: "var(--t31-sv)",
    Region.DENMARK: "var(--t31-da)",
}
_SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v6.json"
_EMBED: Final = {"actions": False, "renderer": "svg", "theme": "none", "ast": True}
"""No menu, the renderer that knows custom properties, and no eval (the page forbids it)."""
_CONFIG: Final = {
    "font": FONT,
    "view": {"stroke": None},
    # Parts of a chart would be announced in English; the description and the table beside it say all.
    "mark": {"aria": False},
    "legend": {"aria": False},
    "axis": {
        "aria": False,
        "domain": False,
        "ticks": False,
        "grid": True,
        "gridColor": LINE,
        "gridWidth": 1,
        "labelColor": MUTED,
        "labelFlush": False,
        "labelFontSize": 12,
        "labelPadding": 6,
        "titleColor": MUTED,
        "titleFontSize": 13,
        "titleFontWeight": "normal",
    },
    "axisY": {"grid": False, "labelColor": INK, "labelFontSize": 14, "labelPadding": 10},
    "text": {"color": INK, "fontSize": 13.5, "fontWeight": "bold"},
}


@dataclass(frozen=True, slots=True)
class Panel:
    """What every picture of one ruleset carries: its name, flag and colour."""

    name: str
    flag: str
    """An SVG drawing."""
    region: Region
    second: bool = False
    """A ruleset of a country that has one already: outlined, not another hue."""

    @property
    def colour(self) -> str:
        """By country; relatives abroad are grey, rules of one's own blue."""
        return _COUNTRY.get(self.region, GAIN if self.region is Region.OWN else MUTED)


def as_altair(spec: Spec) -> Any:
    """The chart as an Altair object, for a notebook; refused if it is no valid specification."""
    import altair as alt

    return alt.Chart.from_dict(spec)


def themed(chart: Spec, description: str) -> Spec:
    """The whole specification in our look. ``description`` is its accessible name."""
    return {
        "$schema": _SCHEMA,
        "description": description,
        "usermeta": {"embedOptions": _EMBED},
        "background": "transparent",
        # Below, so that the tails of the last line are not cut off.
        "padding": {"left": 0, "top": 0, "right": 0, "bottom": 4},
        "config": _CONFIG,
        **chart,
    }


# ----------------------------------------------------------------------------- small multiples


def grid(panels: Sequence[Spec], width: int) -> Spec:
    """Small multiples: two columns on a desk, one on a phone."""
    spacing = {"row": 22, "column": GAP}
    return {"concat": list(panels), "columns": columns(width), "spacing": spacing}


def columns(width: int) -> int:
    """How many small multiples stand side by side."""
    return 2 if width >= WIDE else 1


def panel_width(width: int) -> int:
    """How wide one of the small multiples is, its labels and margin included."""
    return (width - GAP * (columns(width) - 1)) // columns(width)


def label_room(labels: Iterable[str], *, most: int) -> int:
    """How many pixels the labels of an axis take, at most ``most``."""
    longest = max((len(label) for label in labels), default=0)
    return min(most, ceil(longest * _LETTER) + 12)


def heading(panel: Panel, room: int) -> list[Spec]:
    """Layers: the flag and the name over a panel whose labels take ``room`` pixels."""
    flag = {"type": "image", "width": 18, "height": 13, "x": 9 - room, "y": -19, "clip": False}
    words = {"type": "text", "align": "left", "x": 24 - room, "y": -18.5, "fontSize": 15}
    return [
        {**alone(), "mark": {**flag, "url": picture(panel.flag)}},
        {**alone(), "mark": {**words, "text": panel.name, "baseline": "middle", "clip": False}},
    ]


@lru_cache(maxsize=64)
def picture(svg: str) -> str:
    """A drawing as an address that holds it whole."""
    # On its own the drawing is a file, which needs its name space and a colour to stand for text.
    own = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" color="#65747E" ', 1)
    return "data:image/svg+xml;base64," + b64encode(own.encode()).decode()


# ------------------------------------------------------------------------------------- pieces


def alone() -> Spec:
    """The data of a mark that stands for nothing in the rows."""
    return {"data": {"values": [{}]}}


def values(rows: Iterable[Mapping[str, object]]) -> Spec:
    """Rows as the data of a chart."""
    return {"values": [dict(row) for row in rows]}


def rule_at(value: float, colour: str, *, field: str = "x", width: float = 1.5) -> Spec:
    """A reference line."""
    mark = {"type": "rule", "color": colour, "strokeWidth": width}
    return {**alone(), "mark": mark, "encoding": {field: {"datum": value}}}


def labels(field: str, order: Sequence[str], room: int, **more: Any) -> Spec:
    """The labels of rows, right-aligned in ``room`` pixels."""
    axis = {"minExtent": room, "maxExtent": room, "labelLimit": room - 10, **more}
    return {"field": field, "type": "nominal", "sort": list(order), "title": None, "axis": axis}


def across(field: str, domain: Sequence[float], axis: Spec) -> Spec:
    """A scale of numbers that ends exactly where it says."""
    scale = {"domain": list(domain), "nice": False, "zero": False}
    return {"field": field, "type": "quantitative", "title": None, "scale": scale, "axis": axis}


def halo(encoding: Spec, field: str, **mark: Any) -> list[Spec]:
    """Layers: words on a ground of their own, so that lines behind them do not cut through."""
    text = {"type": "text", "baseline": "middle", "clip": False, **mark}
    under = {**text, "stroke": GROUND, "strokeWidth": 5, "strokeJoin": "round"}
    written = {**encoding, "text": {"field": field, "type": "nominal"}}
    return [{"mark": under, "encoding": written}, {"mark": text, "encoding": written}]


def said(words: Mapping[float, str]) -> str:
    """An expression that gives each value of an axis its words."""
    written = {f"{value:g}": text for value, text in words.items()}
    # Rounded, because a value that comes through the scale may be off by the last bit.
    return f"{dumps(written, ensure_ascii=False)}['' + round(datum.value * 1000) / 1000] || ''"


def axis_of(words: Mapping[float, str], **more: Any) -> Spec:
    """An axis with just these values, in these words."""
    return {"values": list(words), "labelExpr": said(words), **more}


def percent_axis(top: float, tr: Translator, **more: Any) -> Spec:
    """An axis of shares in per cent from 0 to ``top``; the sign stands on the last value only."""
    step = 10 if top <= 50 else 20 if top < 100 else 25
    words = {float(at): tr.number(at) for at in range(0, floor(top + 1e-9) + 1, step)}
    last = max(words)
    return axis_of({**words, last: tr.percent(last / 100, 0)}, **more)


def nice_top(value: float, step: float = 10) -> float:
    """The first multiple of a step at or above a value, at least one step."""
    return step * max(1, ceil(value / step - 1e-9))


def nice_step(reach: float) -> float:
    """A step of 1, 2 or 5 times a power of ten that divides 0 to ``reach`` in two or three."""
    power = 10.0 ** floor(log10(max(reach, 1e-6)))
    steps = (power * k for k in (0.5, 1, 2, 5))
    return next((step for step in steps if step >= reach / 2.5), 5 * power)
