"""Lines over a scale of whole numbers: the threshold of a player, the rounds of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.charts import theme
from thirtyone.charts.theme import Panel, Spec
from thirtyone.sim.result import Estimate
from thirtyone.text.translator import Translator

_HIGH: Final = 132
_LABELS: Final = 40


@dataclass(frozen=True, slots=True)
class ThresholdRow:
    """One ruleset: the chance to win a match by the points from which a player knocks."""

    panel: Panel
    wins: Mapping[int, Estimate]
    best: int
    """The threshold to mark."""
    told: Mapping[int, str]
    """By threshold: the tooltip, a sentence of the page."""


@dataclass(frozen=True, slots=True)
class SurvivalRow:
    """One ruleset: probabilities after 0, 1, 2 … rounds."""

    panel: Panel
    alive: Sequence[float]
    """That the player is still in."""
    going_on: Sequence[float]
    """That the match is not over."""
    told: Sequence[str]
    """By round: the tooltip, a sentence of the page."""


def thresholds(
    rows: Sequence[ThresholdRow], tr: Translator, *, width: int, even: float, description: str
) -> Spec:
    """Small multiples on one scale: a line with its interval, the even share, the best point."""
    top = theme.nice_top(100 * max(win.high for row in rows for win in row.wins.values()))
    panels = [_threshold_panel(row, tr, top, even, width) for row in rows]
    return theme.themed(theme.grid(panels, width), description)


def _threshold_panel(
    row: ThresholdRow, tr: Translator, top: float, even: float, width: int
) -> Spec:
    least, most = min(row.wins), max(row.wins)
    marks = [at for at in row.wins if at % 5 == 0]
    x = _steps("at", (least - 0.4, most + 0.4), {float(at): tr.number(at) for at in marks})
    y = _shares("mean", top, tr)
    tooltip = {"tooltip": {"field": "told"}}
    band = {"type": "area", "color": row.panel.colour, "opacity": theme.PALE}
    line = {"type": "line", "color": row.panel.colour, "strokeWidth": 2.5}
    if row.panel.second:
        line["strokeDash"] = [6, 3]
    point = {"type": "point", "color": row.panel.colour, "filled": True, "size": 22, "opacity": 1}
    best = {"type": "point", "color": row.panel.colour, "size": 150, "strokeWidth": 2.5}
    marked = {"transform": [{"filter": f"datum.at == {row.best}"}]}
    low = {**y, "field": "low"}
    return {
        "width": theme.panel_width(width) - _LABELS - theme.MARGIN,
        "height": _HIGH,
        "data": theme.values(
            {
                "at": at,
                "mean": 100 * win.mean,
                "low": 100 * win.low,
                "high": 100 * win.high,
                "text": tr.number(at),
                "told": row.told[at],
            }
            for at, win in row.wins.items()
        ),
        "layer": [
            *theme.heading(row.panel, _LABELS),
            theme.rule_at(100 * even, theme.EDGE, field="y"),
            {"mark": band, "encoding": {"x": x, "y": low, "y2": {"field": "high"}}},
            {"mark": line, "encoding": {"x": x, "y": y}},
            {"mark": point, "encoding": {"x": x, "y": y, **tooltip}},
            {**marked, "mark": best, "encoding": {"x": x, "y": y, **tooltip}},
            *({**marked, **layer} for layer in theme.halo({"x": x, "y": y}, "text", dy=-18)),
        ],
    }


def survival(rows: Sequence[SurvivalRow], tr: Translator, *, width: int, description: str) -> Spec:
    """Small multiples: still in (thick) and the match still going on (thin), round by round."""
    last = max(len(row.going_on) for row in rows) - 1
    panels = [_survival_panel(row, tr, last, width) for row in rows]
    return theme.themed(theme.grid(panels, width), description)


def _survival_panel(row: SurvivalRow, tr: Translator, last: int, width: int) -> Spec:
    step = 2 if last <= 10 else 5 if last <= 25 else 10
    words = {float(at): tr.number(at) for at in range(0, last + 1, step)}
    x = _steps("at", (0, last), words)
    thick = {"type": "line", "color": row.panel.colour, "strokeWidth": 2.5}
    if row.panel.second:
        thick["strokeDash"] = [6, 3]
    point = {"type": "point", "color": row.panel.colour, "filled": True, "size": 22, "opacity": 1}
    thin = {"type": "line", "color": theme.EDGE, "strokeWidth": 1.5}
    going, alive = (_shares(field, 100, tr) for field in ("going", "alive"))
    return {
        "width": theme.panel_width(width) - _LABELS - theme.MARGIN,
        "height": _HIGH,
        "data": theme.values(
            {
                "at": at,
                "going": 100 * going_on,
                "alive": 100 * alive_then,
                "told": told,
            }
            for at, (going_on, alive_then, told) in enumerate(
                zip(row.going_on, row.alive, row.told, strict=True)
            )
        ),
        "layer": [
            *theme.heading(row.panel, _LABELS),
            {"mark": thin, "encoding": {"x": x, "y": going}},
            {"mark": thick, "encoding": {"x": x, "y": alive}},
            {"mark": point, "encoding": {"x": x, "y": alive, "tooltip": {"field": "told"}}},
        ],
    }


def _steps(field: str, domain: Sequence[float], words: Mapping[float, str]) -> Spec:
    return theme.across(field, domain, theme.axis_of(words, grid=False))


def _shares(field: str, top: float, tr: Translator) -> Spec:
    """The scale upwards: its labels are as quiet as those across, and its grid is drawn."""
    room = {"minExtent": _LABELS, "maxExtent": _LABELS}
    quiet = {"grid": True, "labelFontSize": 12, "labelColor": theme.MUTED, "labelPadding": 6}
    return theme.across(field, (0, top), theme.percent_axis(top, tr, **room, **quiet))
