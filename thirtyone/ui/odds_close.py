"""The charts of the page of chances that look closely at one player: house rules, number, seat."""

from collections.abc import Mapping
from typing import Final

from thirtyone.charts.curves import ThresholdRow, thresholds
from thirtyone.charts.signed import SeatRows, SignedRow, effects, seats
from thirtyone.sim.result import Estimate
from thirtyone.text.translator import Translator
from thirtyone.ui.odds_options import option_of
from thirtyone.ui.odds_sections import Desk, section
from thirtyone.ui.odds_task import THRESHOLDS, Found, Task
from thirtyone.ui.odds_words import LEVEL, likely, nickname, percent, span
from thirtyone.ui.scene import Scene

_DRAWN: Final = 12
"""So many house rules are drawn, those that change most; the table has them all."""


def effects_section(desk: Desk) -> Scene | None:
    """What each house rule alone changes for the player, on the same deals."""
    tr = desk.tr
    found = {id_: desk.known(task) for id_, task in desk.asked.effects.items()}
    changes = {id_: each.win[0] for id_, each in found.items() if each and each.win}
    if not changes or any(each is None for each in found.values()):
        return None
    points = {id_: change.scaled(100) for id_, change in changes.items()}
    names = {id_: _option(id_, tr) for id_ in points}
    told = {id_: _effect(desk, names[id_], change) for id_, change in points.items()}
    order = sorted(points, key=lambda id_: -abs(points[id_].mean))
    clear = [id_ for id_ in order if not points[id_].is_zero]
    drawn, more = order[:_DRAWN], len(order[_DRAWN:])
    pale = [id_ for id_ in drawn if points[id_].is_zero]
    head = tr("chances.effects.level", player=desk.who)
    said = []
    if clear:
        head = tr("chances.effects.head", option=names[clear[0]], player=desk.who)
        said.append(told[clear[0]])
    if pale:
        said.append(tr("chances.effects.pale", option=names[pale[-1]]))
    if more:
        said.append(tr.plural("chances.effects.more_rules", more))
    caption = tr("chances.effects.caption", player=desk.who)
    spec = effects(
        [SignedRow(names[id_], points[id_], told[id_]) for id_ in drawn],
        tr,
        width=desk.width,
        less=tr("chances.effects.less"),
        more=tr("chances.effects.more"),
        unit=tr("chances.unit"),
        description=caption,
    )
    level = tr("chances.column.interval", level=tr.percent(LEVEL, 0))
    table = {
        "caption": caption,
        "head": [tr("chances.column.rule"), tr("chances.column.change"), level],
        "rows": [
            [
                names[id_],
                tr.signed(points[id_].mean, 1),
                span(points[id_], tr, factor=1, signed=True),
            ]
            for id_ in order
        ],
    }
    basis = desk.basis(min(e.rounds for e in found.values() if e), "chances.effects.basis")
    sub = tr("chances.effects.sub", rules=desk.name(desk.asked.own))
    return section("effects", desk, head, sub, spec, caption, said, basis, table)


def _option(id_: str, tr: Translator) -> str:
    option = option_of(id_)
    assert option is not None
    return option.say(tr)


def _effect(desk: Desk, option: str, change: Estimate) -> str:
    tr = desk.tr
    if change.is_zero:
        return tr("chances.effects.pale", option=option)
    key = "chances.effects.gain" if change.mean > 0 else "chances.effects.loss"
    return tr(key, option=option, player=desk.who, **_sizes(change, tr))


def _sizes(change: Estimate, tr: Translator) -> dict[str, str]:
    """A difference and its interval without their sign, for a sentence that says which way."""
    size = change if change.mean > 0 else change.scaled(-1)
    return {
        "diff": tr.decimal(size.mean, 1),
        "low": tr.decimal(size.low, 1),
        "high": tr.decimal(size.high, 1),
    }


# ------------------------------------------------------------------------ from how many points


def knock_section(desk: Desk) -> Scene | None:
    """The chance to win by the number from which the player knocks."""
    tr = desk.tr
    curves: dict[str, dict[int, Estimate]] = {}
    rounds: list[int] = []
    for rules, tasks in desk.asked.thresholds.items():
        curve = _curve(desk, tasks, rounds)
        if curve is None:
            return None
        if curve:
            curves[rules] = curve
    if not curves:
        return None
    best = {rules: max(curve, key=lambda at: curve[at].mean) for rules, curve in curves.items()}
    rows = [
        ThresholdRow(
            panel,
            curve,
            best[rules],
            {at: _share(desk, panel.name, at, win) for at, win in curve.items()},
        )
        for panel, (rules, curve) in zip(desk.panels(list(curves)), curves.items(), strict=True)
    ]
    low, high = min(best.values()), max(best.values())
    if low == high:
        head = tr("chances.knock.one", n=low)
    else:
        head = tr("chances.knock.many", low=low, high=high)
    first = desk.first(list(curves))
    top = curves[first][best[first]]
    said = [_share(desk, desk.name(first), best[first], top)]
    level = [at for at, win in curves[first].items() if win.high >= top.low]
    if len(level) > 1:
        said.append(tr("chances.knock.level", low=min(level), high=max(level)))
    caption = tr("chances.knock.caption", player=desk.who)
    even = 1 / len(desk.players)
    spec = thresholds(rows, tr, width=desk.width, even=even, description=caption)
    table = {
        "caption": caption,
        "head": [tr("chances.column.points"), *(desk.name(rules) for rules in curves)],
        "rows": [
            [
                tr.number(at),
                *(
                    f"{percent(curve[at].mean, tr)} ({span(curve[at], tr)})"
                    for curve in curves.values()
                ),
            ]
            for at in THRESHOLDS
        ],
    }
    sub = tr("chances.knock.sub", player=desk.who, seat=desk.setup.who + 1)
    basis = desk.basis(min(rounds), "chances.knock.basis")
    return section("knock", desk, head, sub, spec, caption, said, basis, table)


def _curve(desk: Desk, tasks: tuple[Task, ...], rounds: list[int]) -> dict[int, Estimate] | None:
    """All thresholds of one ruleset; None as long as some are missing, nothing if unsolved."""
    curve: dict[int, Estimate] = {}
    for task in tasks:
        found = desk.known(task)
        if found is None:
            return None
        rounds.append(found.rounds)
        points = [int(at) for at in task.option.split(".")]
        curve |= dict(zip(points, found.win, strict=False))
    return curve if len(curve) == len(THRESHOLDS) else {}


def _share(desk: Desk, rules: str, at: int, win: Estimate) -> str:
    share = percent(win.mean, desk.tr)
    return desk.tr("chances.knock.words", rules=rules, n=at, share=share, **likely(win, desk.tr))


# --------------------------------------------------------------------------------- the seats


def seats_section(desk: Desk) -> Scene | None:
    """What the seat alone is worth, among players who play like the one."""
    tr = desk.tr
    known = {rules: desk.known(task) for rules, task in desk.asked.seats.items()}
    found = {rules: each for rules, each in known.items() if each and each.win}
    if not found or any(each is None for each in known.values()):
        return None
    count = len(desk.players)
    points = {rules: _apart(each, count) for rules, each in found.items()}
    labels = [
        tr("chances.seats.first", n=1),
        *(tr.number(seat) for seat in range(2, count)),
        tr("chances.seats.last", n=count),
    ]
    told = {rules: _seat_words(desk, rules, by_seat) for rules, by_seat in points.items()}
    rows = [
        SeatRows(
            panel,
            [
                SignedRow(label, apart, words)
                for label, apart, words in zip(labels, points[rules], told[rules], strict=True)
            ],
        )
        for panel, rules in zip(desk.panels(list(found)), found, strict=True)
    ]
    spread = {rules: max(by_seat, key=_size) for rules, by_seat in points.items()}
    most = max(spread, key=lambda rules: abs(spread[rules].mean))
    if all(apart.is_zero for by_seat in points.values() for apart in by_seat):
        head = tr("chances.seats.level")
    elif len(points) == 1:
        head = tr("chances.seats.plain")
    else:
        head = tr("chances.seats.head", rules=desk.name(most))
    said = [told[most][points[most].index(spread[most])]]
    caption = tr("chances.seats.caption")
    spec = seats(rows, tr, width=desk.width, unit=tr("chances.unit"), description=caption)
    table = {
        "caption": caption,
        "head": [tr("chances.column.rules"), *labels],
        "rows": [
            [
                desk.name(rules),
                *(
                    f"{tr.signed(apart.mean, 1)} ({span(apart, tr, factor=1, signed=True)})"
                    for apart in by_seat
                ),
            ]
            for rules, by_seat in points.items()
        ],
    }
    sub = tr("chances.seats.sub", player=_kind(desk))
    basis = desk.basis(min(each.rounds for each in found.values()))
    return section("seats", desk, head, sub, spec, caption, said, basis, table)


def _kind(desk: Desk) -> str:
    """How the player is called among others who play alike: without a seat."""
    return nickname(desk.setup.players[desk.setup.who], desk.tr)


def _size(apart: Estimate) -> float:
    return abs(apart.mean)


def _apart(found: Found, count: int) -> list[Estimate]:
    """By seat: percentage points above or below an even share."""
    even = 1 / count
    return [
        Estimate(win.mean - even, win.low - even, win.high - even, win.n).scaled(100)
        for win in found.win
    ]


def _seat_words(desk: Desk, rules: str, by_seat: list[Estimate]) -> list[str]:
    return [
        desk.tr(
            "chances.seats.gain" if apart.mean > 0 else "chances.seats.loss",
            rules=desk.name(rules),
            seat=seat + 1,
            **_sizes(apart, desk.tr),
        )
        for seat, apart in enumerate(by_seat)
    ]


HEADINGS: Final[Mapping[str, str]] = {
    "effects": "chances.effects.start",
    "knock": "chances.knock.start",
    "seats": "chances.seats.plain",
}
"""The headings of these sections before they have figures."""
