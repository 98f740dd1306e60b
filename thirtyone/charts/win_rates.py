"""Who wins under which rules: one panel a ruleset, a tick and a box for each player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.charts import theme
from thirtyone.charts.theme import Panel, Spec
from thirtyone.sim.result import Estimate
from thirtyone.text.translator import Translator

_ROW: Final = 28


@dataclass(frozen=True, slots=True)
class WinRow:
    """One ruleset: the chance of each player to win a match, in seat order."""

    panel: Panel
    wins: Mapping[str, Estimate]
    """By the label of the player; labels differ, and are the same in all rows."""
    told: Mapping[str, str]
    """By label: the tooltip, a sentence of the page."""


def win_rates(rows: Sequence[WinRow], tr: Translator, *, width: int, description: str) -> Spec:
    """All panels on one scale, with a line at the even share."""
    labels = list(rows[0].wins)
    room = theme.label_room(labels, most=130)
    top = theme.nice_top(max(100 * win.high for row in rows for win in row.wins.values()))
    panels = [_panel(row, tr, room, top, width) for row in rows]
    return theme.themed(theme.grid(panels, width), description)


def _panel(row: WinRow, tr: Translator, room: int, top: float, width: int) -> Spec:
    labels = list(row.wins)
    data = theme.values(
        {
            "who": label,
            "share": 100 * win.mean,
            "low": 100 * win.low,
            "high": 100 * win.high,
            "text": tr.number(round(100 * win.mean)),
            "told": row.told[label],
        }
        for label, win in row.wins.items()
    )
    colour = row.panel.colour
    look = {"fill": colour, "fillOpacity": 0.38}
    if row.panel.second:
        look = {"fill": theme.GROUND, "fillOpacity": 1, "stroke": colour, "strokeWidth": 1.6}
    box = {"type": "bar", "height": 12, "cornerRadius": 2, **look}
    tick = {"type": "tick", "color": colour, "thickness": 3, "size": 18, "opacity": 1}
    rows = {"y": theme.labels("who", labels, room), "tooltip": {"field": "told"}}
    low = theme.across("low", (0, top), theme.percent_axis(top, tr))
    share, high = ({**low, "field": field} for field in ("share", "high"))
    return {
        "width": theme.panel_width(width) - room - theme.MARGIN,
        "height": _ROW * len(labels),
        "data": data,
        "layer": [
            *theme.heading(row.panel, room),
            theme.rule_at(100 / len(labels), theme.EDGE),
            {"mark": box, "encoding": {**rows, "x": low, "x2": {"field": "high"}}},
            {"mark": tick, "encoding": {**rows, "x": share}},
            *theme.halo({**rows, "x": high}, "text", align="left", dx=8),
        ],
    }
