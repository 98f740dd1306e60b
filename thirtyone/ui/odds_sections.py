"""The charts of the page of chances that compare rulesets: who wins, how rounds end, how long.

Every section has a heading that says what was found, a chart, the same in words with the figures,
what it rests on, and the same as a table. All functions are pure.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final

from thirtyone.charts.curves import SurvivalRow, survival
from thirtyone.charts.endings import EndingRow, endings
from thirtyone.charts.theme import Panel
from thirtyone.charts.win_rates import WinRow, win_rates
from thirtyone.rules.link import find
from thirtyone.sim.result import Estimate
from thirtyone.sim.settling import unit_of
from thirtyone.text.translator import Translator
from thirtyone.ui.odds_answers import Asked
from thirtyone.ui.odds_setup import Setup
from thirtyone.ui.odds_task import FAILED, Found, Task
from thirtyone.ui.odds_words import LEVEL, likely, panels, percent, player_names, rules_name, span
from thirtyone.ui.scene import Scene

_ENDS: Final = {
    "knock": "chances.end.knock",
    FAILED: "chances.end.failed",
    "instant": "chances.end.instant",
    "stock-empty": "chances.end.stock_empty",
    "showdown": "chances.end.showdown",
    "bank": "chances.end.bank",
    "endless": "chances.end.endless",
}
_PER_100: Final = {
    "life": "chances.per_100.life",
    "mark": "chances.per_100.mark",
    "point": "chances.per_100.point",
    "token": "chances.per_100.token",
}
_OVER: Final = 0.98
"""The course of a match is drawn until so many matches are over."""
_LISTED: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
"""Rounds that have a line in the table of survival."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What all sections are made of: the question, the words, and what is known by now."""

    tr: Translator
    setup: Setup
    home: str
    asked: Asked
    known: Callable[[Task], Found | None]
    width: int

    @property
    def players(self) -> tuple[str, ...]:
        """The names by seat."""
        return player_names(self.setup.players, self.tr)

    @property
    def who(self) -> str:
        """The name of the player who is looked at closely."""
        return self.players[self.setup.who]

    def name(self, rules: str) -> str:
        """The name of a ruleset."""
        return rules_name(rules, self.home, self.setup.house, self.asked.own, self.tr)

    def panels(self, rules: Sequence[str]) -> list[Panel]:
        """How charts show these rulesets; a country's second is that of all rulesets shown."""
        names = [self.name(id_) for id_ in self.asked.shown]
        by_id = dict(zip(self.asked.shown, panels(self.asked.shown, names), strict=True))
        return [by_id[id_] for id_ in rules]

    def basis(self, rounds: int, key: str = "chances.basis") -> str:
        """The line under a chart."""
        return self.tr(key, n=self.tr.number(_round(rounds)), seed=self.setup.seed)

    def first(self, rules: Sequence[str]) -> str:
        """The ruleset to speak of: the reader's own if it is there."""
        return self.asked.own if self.asked.own in rules else rules[0]


def _round(rounds: int) -> int:
    """Rounds to two figures: how many there were exactly is nobody's concern."""
    step = int("1" + "0" * max(0, len(str(rounds)) - 2))
    return rounds // step * step


def wins_section(desk: Desk) -> Scene | None:
    """Who wins under which rules."""
    tr, names = desk.tr, desk.players
    known = {rules: desk.known(task) for rules, task in desk.asked.wins.items()}
    if any(found is None for found in known.values()):
        return None
    solved = {rules: found for rules, found in known.items() if found and found.win}
    said = [
        _per_100(desk, rules, found)
        for rules, found in known.items()
        if found and not found.win and found.per_round
    ]
    if not solved:
        return section("wins", desk, tr("chances.title"), "", None, "", said, "", None)
    told = {
        rules: {
            name: tr(
                "chances.wins.words",
                rules=desk.name(rules),
                player=name,
                share=percent(win.mean, tr),
                **likely(win, tr),
            )
            for name, win in zip(names, found.win, strict=True)
        }
        for rules, found in solved.items()
    }
    rows = [
        WinRow(panel, dict(zip(names, found.win, strict=True)), told[rules])
        for panel, (rules, found) in zip(desk.panels(list(solved)), solved.items(), strict=True)
    ]
    first = desk.first(list(solved))
    words = [told[first][desk.who], *_contrast(desk, solved, first), *said]
    caption = tr("chances.wins.caption")
    spec = win_rates(rows, tr, width=desk.width, description=caption)
    rounds = min(found.rounds for found in solved.values())
    basis = f"{desk.basis(rounds)} {tr('chances.basis_matches')}"
    sub = tr("chances.wins.sub", level=tr.percent(LEVEL, 0), even=percent_of(1 / len(names), tr))
    table = {
        "caption": caption,
        "head": [tr("chances.column.rules"), *names],
        "rows": [
            [
                desk.name(rules),
                *(f"{percent(win.mean, tr)} ({span(win, tr)})" for win in found.win),
            ]
            for rules, found in solved.items()
        ],
    }
    return section("wins", desk, _wins_head(desk, solved), sub, spec, caption, words, basis, table)


def percent_of(share: float, tr: Translator) -> str:
    """A share without decimals where it has none."""
    whole = abs(share * 100 - round(share * 100)) < 0.05
    return tr.percent(share, 0 if whole else 1)


def _wins_head(desk: Desk, solved: Mapping[str, Found]) -> str:
    """Who is clearly ahead, and how often."""
    tr, names = desk.tr, desk.players
    ahead: dict[str, list[str]] = {}
    for rules, found in solved.items():
        order = sorted(range(len(names)), key=lambda seat: -found.win[seat].mean)
        if _is_above(found.win[order[0]], found.win[order[1]], len(names)):
            ahead.setdefault(names[order[0]], []).append(rules)
    if not ahead:
        return tr("chances.wins.level")
    player, where = max(ahead.items(), key=lambda item: len(item[1]))
    if len(where) == 1:
        return tr("chances.wins.one", player=player, rules=desk.name(where[0]))
    if len(where) == len(solved):
        return tr("chances.wins.all", player=player, n=tr.spelled(len(where)))
    k, n = tr.spelled(len(where)), tr.spelled(len(solved))
    return tr("chances.wins.some", player=player, k=k, n=n)


def _is_above(one: Estimate, other: Estimate, players: int) -> bool:
    """Is the difference clear? What one seat wins more the others win less, hence the factor."""
    apart = sqrt(players / (players - 1)) * hypot(one.half_width, other.half_width)
    return one.mean - other.mean > apart


def _contrast(desk: Desk, solved: Mapping[str, Found], first: str) -> list[str]:
    """The ruleset under which the same player's share differs most."""
    if len(solved) < 2:
        return []
    who, here = desk.setup.who, solved[first].win[desk.setup.who].mean
    others = [rules for rules in solved if rules != first]
    other = max(others, key=lambda rules: abs(solved[rules].win[who].mean - here))
    win = solved[other].win[who]
    share = percent(win.mean, desk.tr)
    return [
        desk.tr("chances.wins.other", rules=desk.name(other), share=share, **likely(win, desk.tr))
    ]


def _per_100(desk: Desk, rules: str, found: Found) -> str:
    tr, amount = desk.tr, found.per_round[desk.setup.who]
    return tr(
        _PER_100[str(unit_of(find(rules)))],
        rules=desk.name(rules),
        player=desk.who,
        amount=tr.signed(100 * amount.mean, 1),
        low=tr.signed(100 * amount.low, 1),
        high=tr.signed(100 * amount.high, 1),
    )


# --------------------------------------------------------------------------- how rounds end


def ends_section(desk: Desk) -> Scene | None:
    """How rounds end, and how often a knock fails."""
    tr = desk.tr
    known = {rules: desk.known(task) for rules, task in desk.asked.wins.items()}
    found = {rules: each for rules, each in known.items() if each and each.ends}
    if len(found) < len(known) or not found:
        return None
    words = {end: tr(key) for end, key in _ENDS.items()}
    rows = [
        EndingRow(
            panel,
            {words[end]: share for end, share in each.ends.items()},
            {
                words[end]: tr(
                    "chances.ends.part",
                    rules=panel.name,
                    end=words[end],
                    share=percent(share, tr),
                )
                for end, share in each.ends.items()
            },
        )
        for panel, each in zip(desk.panels(list(found)), found.values(), strict=True)
    ]
    fails = {rules: each.failed_knocks for rules, each in found.items() if each.failed_knocks}
    said = []
    head = tr("chances.ends.plain")
    if fails:
        worst = max(fails, key=lambda rules: fails[rules].mean)
        first = desk.first(list(fails))
        if len(fails) > 1:
            head = tr("chances.ends.head", rules=desk.name(worst))
        for rules in dict.fromkeys((first, worst)):
            share = percent(fails[rules].mean, tr)
            name = desk.name(rules)
            said.append(
                tr("chances.ends.words", rules=name, share=share, **likely(fails[rules], tr))
            )
    caption = tr("chances.ends.caption")
    spec = endings(rows, list(words.values()), tr, width=desk.width, description=caption)
    shown = [end for end in _ENDS if any(each.ends.get(end) for each in found.values())]
    table = {
        "caption": caption,
        "head": [
            tr("chances.column.rules"),
            *(words[end] for end in shown),
            tr("chances.ends.of_knocks"),
        ],
        "rows": [
            [
                desk.name(rules),
                *(percent(each.ends.get(end, 0.0), tr) for end in shown),
                f"{percent(each.failed_knocks.mean, tr)} ({span(each.failed_knocks, tr)})"
                if each.failed_knocks
                else "–",
            ]
            for rules, each in found.items()
        ],
    }
    sub = tr("chances.ends.sub", n=tr.spelled(len(desk.players)))
    basis = desk.basis(min(each.rounds for each in found.values()))
    return section("ends", desk, head, sub, spec, caption, said, basis, table)


# --------------------------------------------------------------------------- how long it lasts


def lasts_section(desk: Desk) -> Scene | None:
    """Who is still in after so many rounds, and how long matches last."""
    tr, who = desk.tr, desk.setup.who
    known = {rules: desk.known(task) for rules, task in desk.asked.course.items()}
    if any(found is None for found in known.values()):
        return None
    found = {rules: each for rules, each in known.items() if each and each.survival}
    if not found:
        return None
    courses = {rules: each.survival for rules, each in found.items() if each.survival}
    last = max(
        next((at for at, share in enumerate(course.over) if share > _OVER), len(course.over) - 1)
        for course in courses.values()
    )
    rows = []
    for panel, (_, course) in zip(desk.panels(list(found)), courses.items(), strict=True):
        alive = [seats[who] for seats in course.alive[: last + 1]]
        told = [_still(desk, panel.name, at, share) for at, share in enumerate(alive)]
        rows.append(SurvivalRow(panel, alive, [1 - s for s in course.over[: last + 1]], told))
    first = desk.first(list(found))
    solved = desk.known(desk.asked.wins[first])
    length = solved.length if solved else None
    said = []
    if length:
        ends = {"low": tr.decimal(length.low, 1), "high": tr.decimal(length.high, 1)}
        rules = desk.name(first)
        said.append(tr("chances.lasts.words", rules=rules, n=tr.decimal(length.mean, 1), **ends))
    halves = {rules: _half(course.over) for rules, course in courses.items()}
    at = min(halves[first] or last, last)
    share = percent(courses[first].alive[at][who], tr)
    said.append(tr("chances.lasts.still", n=tr.number(at), player=desk.who, share=share))
    said += _leads({rules: each.lead for rules, each in known.items() if each}, first, desk)
    without = [desk.name(rules) for rules, each in known.items() if each and not each.survival]
    if without:
        said.append(tr("chances.lasts.nobody", rules=tr.join(without)))
    head = lasting(list(halves.values()), last, tr)
    caption = tr("chances.lasts.caption", player=desk.who)
    spec = survival(rows, tr, width=desk.width, description=caption)
    table = {
        "caption": caption,
        "head": [tr("chances.column.round"), *(desk.name(rules) for rules in courses)],
        "rows": [
            [
                tr.number(at),
                *(percent(course.alive[at][who], tr) for course in courses.values()),
            ]
            for at in _LISTED
            if at <= last
        ],
    }
    basis = desk.basis(min(each.rounds for each in found.values()))
    sub = tr("chances.lasts.sub", player=desk.who)
    return section("lasts", desk, head, sub, spec, caption, said, basis, table)


def _leads(leads: Mapping[str, float | None], first: str, desk: Desk) -> list[str]:
    """How often the lead changes, and under which rules it does so most."""
    told = {rules: lead for rules, lead in leads.items() if lead is not None}
    if first not in told:
        return []
    tr, most = desk.tr, max(told, key=lambda rules: told[rules])
    said = [tr("chances.lasts.lead", n=tr.decimal(told[first], 1))]
    if most != first:
        said.append(
            tr("chances.lasts.lead_most", rules=desk.name(most), n=tr.decimal(told[most], 1))
        )
    return said


def _half(over: Sequence[float]) -> int | None:
    """After how many rounds half of the matches are over; None if that is later than we look."""
    return next((at for at, share in enumerate(over) if share >= 0.5), None)


def lasting(halves: Sequence[int | None], last: int, tr: Translator) -> str:
    """The heading: by ruleset, after how many rounds half are over, None for after the last."""
    known = [half for half in halves if half is not None]
    if not known:
        return tr("chances.lasts.long", n=tr.number(last))
    low, high = min(known), max(known)
    if len(known) < len(halves):
        return tr("chances.lasts.open", low=tr.number(low), high=tr.number(last))
    if low == high:
        return tr("chances.lasts.one", n=tr.number(low))
    return tr("chances.lasts.many", low=tr.number(low), high=tr.number(high))


def _still(desk: Desk, rules: str, at: int, share: float) -> str:
    words = desk.tr(
        "chances.lasts.still",
        n=desk.tr.number(at),
        player=desk.who,
        share=percent(share, desk.tr),
    )
    return f"{rules}: {words}"


def section(
    id_: str,
    desk: Desk,
    heading: str,
    sub: str,
    spec: Scene | None,
    label: str,
    said: Sequence[str],
    basis: str,
    table: Scene | None,
) -> Scene:
    """One section as the widget shows it."""
    return {
        "id": id_,
        "heading": heading,
        "sub": sub,
        "spec": spec,
        # The words are part of the name, so that whoever hears the page is told the finding.
        "label": ". ".join(part.rstrip(".") for part in (label, *said[:1]) if part),
        "inWords": desk.tr("chances.in_words"),
        "said": " ".join(said),
        "basis": basis,
        "table": table,
        "show": desk.tr("act.show_table"),
        "waiting": "" if spec or said else desk.tr("chances.waiting"),
    }
