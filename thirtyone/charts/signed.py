"""Differences as bars from 0 with whiskers: what a house rule does, what a seat is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.charts import theme
from thirtyone.charts.theme import Panel, Spec
from thirtyone.sim.result import Estimate
from thirtyone.text.translator import Translator

_ROW: Final = 34
_SEAT_ROW: Final = 28
_TALL_ROW: Final = 50
"""On a phone a row has its words above its bar."""
_WORDS_UP: Final = -13
_BAR_DOWN: Final = 9
_LABELS: Final = 318
_FIGURE: Final = 46
"""The room that a figure takes beside a whisker."""


@dataclass(frozen=True, slots=True)
class SignedRow:
    """One bar."""

    label: str
    points: Estimate
    """Percentage points."""
    told: str
    """The tooltip, a sentence of the page."""


@dataclass(frozen=True, slots=True)
class SeatRows:
    """One ruleset: by seat, how far the chance to win is from an even share."""

    panel: Panel
    seats: Sequence[SignedRow]


def effects(
    rows: Sequence[SignedRow],
    tr: Translator,
    *,
    width: int,
    less: str,
    more: str,
    unit: str,
    description: str,
) -> Spec:
    """The tornado: the largest effect on top, pale where the interval includes 0.

    ``less`` and ``more`` say what the two directions mean, ``unit`` what the numbers are.
    """
    narrow = width < theme.WIDE
    ordered = sorted(rows, key=lambda row: -abs(row.points.mean))
    room = 0 if narrow else _LABELS
    inner = width - room - (0 if narrow else 2 * theme.MARGIN)
    reach = _reach(ordered, inner, 0 if narrow else _FIGURE)
    hint = {"type": "text", "y": -8, "fontSize": 12, "fontWeight": "normal", "color": theme.MUTED}
    hints = [
        {
            **theme.alone(),
            "mark": {**hint, "text": text, "align": align, "dx": dx, "baseline": "middle"},
            "encoding": {"x": {"datum": 0}},
        }
        for text, align, dx in ((less, "right", -8), (more, "left", 8))
    ]
    axis = _axis(reach, tr, "" if narrow else unit)
    chart = {
        "width": inner,
        "height": (_TALL_ROW if narrow else _ROW) * len(ordered),
        "data": _data(ordered, tr),
        "layer": [
            *hints,
            *_bars(ordered, reach, axis, room=room, narrow=narrow, thick=14 if narrow else 18),
            *(_words_above(ordered, inner) if narrow else []),
        ],
    }
    return theme.themed(chart, description)


def seats(
    rows: Sequence[SeatRows], tr: Translator, *, width: int, unit: str, description: str
) -> Spec:
    """Small multiples: what the seat alone is worth, among equal players."""
    labels = [seat.label for seat in rows[0].seats]
    room = theme.label_room(labels, most=150)
    inner = theme.panel_width(width) - room - 2 * theme.MARGIN
    reach = _reach([seat for row in rows for seat in row.seats], inner, _FIGURE)
    axis = _axis(reach, tr, unit)
    panels = [
        {
            "width": inner,
            "height": _SEAT_ROW * len(labels),
            "data": _data(row.seats, tr),
            "layer": [
                *theme.heading(row.panel, room),
                *_bars(row.seats, reach, axis, room=room, narrow=False, thick=14),
            ],
        }
        for row in rows
    ]
    return theme.themed(theme.grid(panels, width), description)


def _reach(rows: Sequence[SignedRow], inner: int, figure: int) -> float:
    """How far the scale goes to either side: past all whiskers and the figures beside them."""
    most = max((max(abs(r.points.low), abs(r.points.high)) for r in rows), default=1)
    return max(most, 0.05) / (0.96 - figure / (inner / 2))


def _axis(reach: float, tr: Translator, unit: str) -> Spec:
    """Values on both sides of 0; the unit, if any, stands on the last."""
    step = theme.nice_step(reach)
    digits = 0 if step >= 1 else 1 if step >= 0.1 else 2
    count = int(reach / step)
    words = {step * k: tr.signed(step * k, digits) for k in range(-count, count + 1)}
    words[0] = tr.number(0)
    if unit:
        words[step * count] = f"{words[step * count]} {unit}"
    return theme.axis_of(words)


def _data(rows: Sequence[SignedRow], tr: Translator) -> Spec:
    return theme.values(
        {
            "who": row.label,
            "mean": row.points.mean,
            "low": row.points.low,
            "high": row.points.high,
            "zero": 0,
            "sign": "more" if row.points.mean > 0 else "less",
            "sure": not row.points.is_zero,
            "text": tr.signed(row.points.mean, 1),
            "told": row.told,
        }
        for row in rows
    )


def _colour() -> Spec:
    scale = {"domain": ["more", "less"], "range": [theme.GAIN, theme.LOSS]}
    return {"field": "sign", "type": "nominal", "scale": scale, "legend": None}


def _bars(
    rows: Sequence[SignedRow], reach: float, axis: Spec, *, room: int, narrow: bool, thick: int
) -> list[Spec]:
    down = _BAR_DOWN if narrow else 0
    order = [row.label for row in rows]
    pale = [row.label for row in rows if row.points.is_zero]
    muted = {"test": {"field": "value", "oneOf": pale}, "value": theme.MUTED}
    ink = {"condition": muted, "value": theme.INK} if pale else theme.INK
    y = theme.labels("who", order, room, labelColor=ink)
    if narrow:
        y["axis"] = None
    across = theme.across("mean", (-reach, reach), axis)
    low, high = ({**across, "field": field} for field in ("low", "high"))
    common = {"y": y, "color": _colour(), "tooltip": {"field": "told"}}
    full = {
        "condition": {"test": "datum.sure", "value": theme.STRONG},
        "value": theme.PALE,
    }
    bar = {"type": "bar", "height": thick, "cornerRadius": 1.5, "yOffset": down}
    whisker = {"type": "rule", "strokeWidth": 2.5, "opacity": 1, "yOffset": down}
    cap = {"type": "tick", "thickness": 2.5, "size": 10, "opacity": 1, "yOffset": down}
    layers = [
        theme.rule_at(0, theme.INK),
        {"mark": bar, "encoding": {**common, "x": across, "x2": {"datum": 0}, "fillOpacity": full}},
        {"mark": whisker, "encoding": {**common, "x": low, "x2": {"field": "high"}}},
        {"mark": cap, "encoding": {**common, "x": low}},
        {"mark": cap, "encoding": {**common, "x": high}},
    ]
    if not narrow:
        words = {"y": y, "tooltip": {"field": "told"}}
        for sign, place, align, dx in (("more", high, "left", 8), ("less", low, "right", -8)):
            side = {"transform": [{"filter": f"datum.sign == '{sign}'"}]}
            layers += [
                {**side, **layer}
                for layer in theme.halo({**words, "x": place}, "text", align=align, dx=dx)
            ]
    return layers


def _words_above(rows: Sequence[SignedRow], inner: int) -> list[Spec]:
    """Label and figure over the bar."""
    y = {"field": "who", "type": "nominal", "sort": [row.label for row in rows], "axis": None}
    text = {"type": "text", "yOffset": _WORDS_UP, "baseline": "middle"}
    ground = {"stroke": theme.GROUND, "strokeWidth": 5, "strokeJoin": "round"}
    label = {**text, "align": "left", "x": 0, "fontSize": 13, "fontWeight": "normal"}
    color = {"condition": {"test": "datum.sure", "value": theme.INK}, "value": theme.MUTED}
    figure = {**text, "align": "right", "x": inner, "fontSize": 14}
    who = {"y": y, "text": {"field": "who"}}
    return [
        {"mark": {**label, **ground, "limit": inner - 48}, "encoding": who},
        {"mark": {**label, "limit": inner - 48}, "encoding": {**who, "color": color}},
        {"mark": figure, "encoding": {"y": y, "text": {"field": "text"}}},
    ]
