"""How rounds end: one bar a ruleset, cut into shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.charts import theme
from thirtyone.charts.theme import Panel, Spec
from thirtyone.text.translator import Translator

_ROW: Final = 40
_TALL_ROW: Final = 58
_LEAST: Final = 0.07
"""A narrower part of a bar has no figure; the table has it."""
_LOOKS: Final = tuple(
    f"color-mix(in srgb, {colour} {part}%, {theme.GROUND})"
    for colour, part in (
        (theme.GAIN, 45),
        (theme.LOSS, 45),
        (theme.EDGE, 50),
        (theme.INK, 14),
        (theme.MUTED, 30),
        (theme.LINE, 100),
    )
)
"""The colours of the ways to end, in their order; mixed, so that words on them stay readable."""


@dataclass(frozen=True, slots=True)
class EndingRow:
    """One ruleset: the share of rounds by the words for how they end."""

    panel: Panel
    shares: Mapping[str, float]
    told: Mapping[str, str]
    """By the same words: the tooltip."""


def endings(
    rows: Sequence[EndingRow],
    ends: Sequence[str],
    tr: Translator,
    *,
    width: int,
    description: str,
) -> Spec:
    """Bars that all make a whole. ``ends`` are the ways to end, in the order of the parts."""
    narrow = width < theme.WIDE
    names = [row.panel.name for row in rows]
    room = 0 if narrow else theme.label_room(names, most=230) + 28
    inner = width - room - theme.MARGIN
    shown = [end for end in ends if any(row.shares.get(end, 0) > 0 for row in rows)]
    looks = [_LOOKS[ends.index(end) % len(_LOOKS)] for end in shown]
    down = 10 if narrow else 0
    y = {**theme.labels("rules", names, room), "axis": None}
    x = theme.across("low", (0, 100), theme.percent_axis(100, tr))
    legend = {
        "title": None,
        "orient": "top",
        "direction": "horizontal",
        "columns": 2 if narrow else len(shown),
        "symbolType": "square",
        "symbolSize": 160,
        "symbolStrokeWidth": 0,
        "labelColor": theme.INK,
        "labelFontSize": 13,
        "labelLimit": 240,
        "offset": 22 if narrow else 14,
    }
    fills = {"domain": shown, "range": looks}
    parts = {
        "y": y,
        "x": x,
        "x2": {"field": "high"},
        "fill": {"field": "end", "type": "nominal", "scale": fills, "legend": legend},
        "tooltip": {"field": "told"},
    }
    bar = {"type": "bar", "height": 24, "yOffset": down, "stroke": theme.GROUND, "strokeWidth": 2}
    figure = {"type": "text", "yOffset": down, "baseline": "middle", "fontSize": 13}
    middle = {"y": y, "x": {**x, "field": "middle"}, "text": {"field": "text"}}
    words = {"type": "text", "align": "left", "baseline": "middle", "fontSize": 14, "clip": False}
    flag = {"type": "image", "width": 18, "height": 13, "clip": False}
    left = {"x": -room, "yOffset": -15} if narrow else {"x": -room}
    flags = [
        {
            "data": theme.values([{"rules": row.panel.name}]),
            "mark": {**flag, **left, "x": 9 - room, "url": theme.picture(row.panel.flag)},
            "encoding": {"y": y},
        }
        for row in rows
    ]
    names_beside = {
        "data": theme.values({"rules": name} for name in names),
        "mark": {**words, **left, "x": 26 - room},
        "encoding": {"y": y, "text": {"field": "rules"}},
    }
    chart = {
        "width": inner,
        "height": (_TALL_ROW if narrow else _ROW) * len(rows),
        "data": theme.values(_parts(rows, shown, tr)),
        "layer": [
            {"mark": bar, "encoding": parts},
            {"mark": figure, "encoding": middle},
            *flags,
            names_beside,
        ],
    }
    return theme.themed(chart, description)


def _parts(
    rows: Sequence[EndingRow], ends: Sequence[str], tr: Translator
) -> list[dict[str, object]]:
    found = []
    for row in rows:
        at = 0.0
        for end in ends:
            share = row.shares.get(end, 0.0)
            if share > 0:
                found.append(
                    {
                        "rules": row.panel.name,
                        "end": end,
                        "low": 100 * at,
                        "high": 100 * (at + share),
                        "middle": 100 * (at + share / 2),
                        "text": tr.number(round(100 * share)) if share >= _LEAST else "",
                        "told": row.told[end],
                    }
                )
            at += share
    return found
