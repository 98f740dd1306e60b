"""The right half of what-if: the moves side by side as a picture, and the same as tables."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, inf
from typing import Final

from thirtyone.play.actions import Action
from thirtyone.sim.positions.moves import hand_after
from thirtyone.sim.positions.what_if import difference
from thirtyone.sim.result import Estimate
from thirtyone.ui.marks import flag
from thirtyone.ui.scene import Scene
from thirtyone.ui.what_if_hand import hand_scene
from thirtyone.ui.what_if_judge import GAIN, Judged, Shown, judge, scale_key
from thirtyone.ui.what_if_said import heading, live, method, words
from thirtyone.ui.what_if_words import hint_of, say_move

_STEPS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.04, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20)
_TICKS: Final = 4


def figures_scene(shown: Shown) -> Scene:
    """Everything that changes while more games are played."""
    judged = [judge(shown, number) for number in range(len(shown.rulesets))]
    low, high, step = axis_of(judged, shown.axis)
    tr = shown.tr
    ready = bool(judged[0].figures)
    return {
        "heading": heading(shown, judged) if ready else tr("whatif.working"),
        "sub": tr(f"whatif.sub.{scale_key(shown)}", sure=tr.percent(0.95, 0)),
        "axis": [low, high],
        "ticks": _ticks(shown, low, high, step) if ready else [],
        "rows": [_row(shown, judged, action, low, high) for action in shown.run.asked.actions],
        "label": tr("whatif.chart"),
        "legend": [
            {
                "kind": shown.kind(number),
                "html": f"{flag(rules.region)} {escape(shown.name(number))}",
            }
            for number, rules in enumerate(shown.rulesets)
        ],
        "words": words(shown, judged) if ready else "",
        "method": method(shown),
        "live": live(shown, judged) if ready and shown.run.done else "",
        "busy": not shown.run.done,
        "table": _table(shown, judged),
        "hand": hand_scene(shown.run.asked, tr, local=shown.local),
    }


def axis_of(
    judged: Sequence[Judged], before: tuple[float, float] | None
) -> tuple[float, float, float]:
    """Ends and step of the axis: those of before while the figures fit, so that nothing jumps."""
    figures = [estimate for one in judged for estimate in one.figures.values()]
    low = min((one.low for one in figures), default=0.0)
    high = max((one.high for one in figures), default=1.0)
    if before and before[0] <= low and high <= before[1]:
        width = before[1] - before[0]
        if high - low > width * 0.3:
            return (*before, width / _TICKS)
    for step in _STEPS:
        first = floor(low / step + 1e-9) * step
        if first + _TICKS * step >= high - 1e-12:
            return first, first + _TICKS * step, step
    step = ceil((high - low) / _TICKS)
    return floor(low), floor(low) + _TICKS * step, step


def _ticks(shown: Shown, low: float, high: float, step: float) -> list[Scene]:
    ticks = []
    for n in range(_TICKS + 1):
        value = low + n * step
        if shown.scale == GAIN:
            text = shown.tr.signed(value, 1 if step < 1 else 0) if abs(value) > 1e-9 else "0"
        else:
            digits = 0 if step * 100 % 1 < 1e-6 or step * 100 % 1 > 1 - 1e-6 else 1
            number = value * 100
            text = shown.tr.decimal(number, digits) if digits else shown.tr.number(round(number))
            if n == _TICKS:
                text = shown.tr.percent(value, digits)
        ticks.append({"at": 25 * n, "text": text})
    del high
    return ticks


def _row(shown: Shown, judged: Sequence[Judged], action: Action, low: float, high: float) -> Scene:
    tr, asked = shown.tr, shown.run.asked
    lines: list[Scene] = []
    for number, one in enumerate(judged):
        kind = shown.kind(number)
        if one.figures and action not in one.figures:
            lines.append({"kind": kind, "text": tr("whatif.not_allowed"), "mark": None, "tag": ""})
            continue
        estimate = one.figures.get(action)
        if estimate is None:
            lines.append({"kind": kind, "text": "…", "mark": None, "tag": ""})
            continue
        tag = ""
        if action in one.top and len(one.figures) > 1:
            tag = "best" if len(one.top) == 1 else "level"
        lines.append(
            {
                "kind": kind,
                "text": shown.written(estimate.mean).removesuffix("%").rstrip("\N{NO-BREAK SPACE}")
                if shown.scale != GAIN
                else shown.written(estimate.mean),
                "mark": [
                    _place(estimate.low, low, high),
                    _place(estimate.mean, low, high),
                    _place(estimate.high, low, high),
                ],
                "tag": tag,
                "tagText": tr(f"whatif.{tag}") if tag else "",
                "said": _said(shown, number, estimate),
            }
        )
    first = next(n for n in range(len(judged)) if asked.line(n, action) is not None)
    ruleset = shown.rulesets[first]
    after = hand_after(ruleset, asked.position, action)
    return {
        "html": say_move(action, ruleset, asked.position, tr, signs=True, local=shown.local),
        "label": say_move(action, ruleset, asked.position, tr),
        "hint": hint_of(ruleset, asked.position, action, after, tr),
        "lines": lines,
    }


def _place(value: float, low: float, high: float) -> float:
    """Where a figure is on the axis, in per cent of its length."""
    if value in {inf, -inf}:
        return 100.0 if value > 0 else 0.0
    return round(100 * max(0.0, min(1.0, (value - low) / (high - low))), 2)


def _said(shown: Shown, number: int, estimate: Estimate) -> str:
    return shown.tr(
        "whatif.figure",
        rules=shown.name(number),
        share=shown.written(estimate.mean),
        low=shown.written(estimate.low),
        high=shown.written(estimate.high),
    )


# ---------------------------------------------------------------------------------------- as tables


def _table(shown: Shown, judged: Sequence[Judged]) -> Scene:
    """The picture in figures."""
    tr = shown.tr
    rows = []
    for number, one in enumerate(judged):
        for action, estimate in one.figures.items():
            best = one.top[0]
            line = shown.run.asked.line(number, action)
            top = shown.run.asked.line(number, best)
            behind = ""
            scale = shown.scale_of(number)
            if action != best and line is not None and top is not None and scale is not None:
                gap = difference(shown.run.counted, line, top, scale)
                behind = tr(
                    "whatif.between",
                    value=_signed(shown, gap.mean),
                    low=_signed(shown, gap.low),
                    high=_signed(shown, gap.high),
                )
            rows.append(
                [
                    say_move(action, shown.rulesets[number], shown.run.asked.position, tr),
                    shown.name(number),
                    tr(
                        "whatif.between",
                        value=shown.written(estimate.mean),
                        low=shown.written(estimate.low),
                        high=shown.written(estimate.high),
                    ),
                    behind or "–",
                ]
            )
    return {
        "summary": tr("whatif.table"),
        "caption": tr(
            "whatif.table_caption", n=tr.number(shown.run.counted.n), sure=tr.percent(0.95, 0)
        ),
        "head": [
            tr("whatif.col.move"),
            tr("whatif.col.rules"),
            tr(f"whatif.col.{scale_key(shown)}"),
            tr("whatif.col.behind"),
        ],
        "rows": rows,
    }


def _signed(shown: Shown, value: float) -> str:
    if shown.scale == GAIN:
        return shown.tr.signed(value, 2)
    return shown.tr.signed(value * 100, 1)
