"""What the table of rules shows: questions as rows, rulesets as columns, a mark in each cell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from thirtyone.examples import disagreement
from thirtyone.rules import Mark, Ruleset
from thirtyone.ui.marks import icon, provenance_mark
from thirtyone.ui.matrix_rows import (
    FORM,
    GROUPS,
    IDLE,
    Row,
    all_rows,
    cell_text,
    group_of,
    question_text,
    shown_rows,
)
from thirtyone.ui.scene import Scene, View

_NOTHING: Final = "–"
_HOUSE_PAGE: Final = "?view=house"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a reader has chosen to see of the table."""

    only: bool = True
    """Only the questions on which the rulesets shown differ."""
    text: str = ""
    """The words that are searched."""
    turn: int = 0
    """Counts what is written into the search field from here; typing there is left alone."""


def matrix_scene(view: View, wanted: Wanted, others: Sequence[Ruleset], said: str) -> Scene:
    """The whole scene of the table, without the window.

    ``others`` are all rulesets that can be a column; ``said`` is what went wrong, if anything did.
    """
    tr = view.tr
    rows = all_rows(view.shown)
    shown = shown_rows(rows, view.shown, view.home, tr, only=wanted.only, text=wanted.text)
    ids = {rules.id for rules in view.shown}
    total = tr.number(len(rows))
    return {
        "lang": tr.lang,
        "title": tr("page.rules"),
        "lede": tr.plural("rules.lede", len(view.shown), questions=total),
        "only": {"label": tr("act.only_differences"), "on": wanted.only},
        "shown": tr("rules.shown", shown=tr.number(len(shown)), n=total),
        "search": {
            "label": tr("rules.search"),
            "value": wanted.text,
            "turn": wanted.turn,
            "clear": tr("rules.clear_search"),
            "icon": icon("search"),
        },
        "legend": {"label": tr("mark.label"), "html": _legend(view)},
        "choose": {
            "html": f'<span>{escape(tr("act.choose_rules"))}</span><span class="dn">{icon("down")}</span>',
            "label": tr("act.choose_rules"),
            "options": [_option(view, rules, on=rules.id in ids) for rules in others],
        },
        "house": {"label": tr("page.house_rules"), "href": _HOUSE_PAGE},
        "label": tr("rules.table"),
        "head": tr("rules.column"),
        "yours": tr("tag.yours"),
        "columns": [_column(view, rules) for rules in view.shown],
        "marks": {str(mark): provenance_mark(mark) for mark in Mark},
        "groups": list(_groups(view, shown, wanted)),
        "nothing": _nothing(view, wanted) if not shown else None,
        "message": {"icon": icon("warn"), "text": said} if said else None,
        "cross": icon("x"),
        "warn": icon("warn"),
        "eye": icon("eye"),
    }


def _legend(view: View) -> str:
    marks = "".join(
        f"<span>{provenance_mark(mark)}{escape(view.tr(f'mark.{mark}'))}</span>" for mark in Mark
    )
    return f'{marks}<span><i class="kd"></i>{escape(view.tr("rules.legend_differs"))}</span>'


def _option(view: View, ruleset: Ruleset, *, on: bool) -> Scene:
    return {
        "id": ruleset.id,
        "html": f"{view.flag(ruleset)}<span>{escape(view.name(ruleset))}</span>",
        "title": ruleset.summaries[view.tr.lang],
        "on": on,
        "fixed": ruleset.id == view.home.id,
    }


def _column(view: View, ruleset: Ruleset) -> Scene:
    return {
        "id": ruleset.id,
        "name": view.name(ruleset),
        "flag": view.flag(ruleset),
        "home": ruleset.id == view.home.id,
    }


def _groups(view: View, shown: Sequence[Row], wanted: Wanted) -> Iterator[Scene]:
    for group, name in GROUPS.items():
        rows = [_row(view, row) for row in shown if group_of(row.path) == group]
        if rows:
            figures = group == "counting" and not wanted.text
            yield {
                "name": view.tr(name),
                "rows": rows,
                "figures": _figures(view) if figures else None,
            }


def _row(view: View, row: Row) -> Scene:
    home = view.shown.index(view.home)
    return {
        "path": row.path,
        "question": question_text(row.path, view.tr, view.home),
        "cells": [
            _cell(view, rules, row.path, written, row.answers[home])
            for rules, written in zip(view.shown, row.answers, strict=True)
        ],
    }


def _cell(view: View, ruleset: Ruleset, path: str, written: str | None, home: str | None) -> Scene:
    tr = view.tr
    if written is None:
        form = tr(f"form.{ruleset.family}")
        return {
            "k": None,
            "text": _NOTHING,
            "state": "na",
            "label": tr("rules.not_asked", form=form),
        }
    value = cell_text(ruleset, path, written, tr)
    state = state_of(ruleset, view.home, written, home)
    mark = None if path == FORM else ruleset.provenance[path].mark
    if mark is None:
        return {"k": written, "text": value, "state": state, "label": value, "mark": ""}
    key = "rules.cell_differs" if state == "diff" else "rules.cell"
    words = tr(f"mark.{mark}")
    return {
        "k": written,
        "text": value,
        "state": state,
        "label": tr(key, value=value, mark=words),
        "mark": str(mark),
        "chip": tr("rules.chip", rules=view.name(ruleset), mark=words),
    }


def state_of(ruleset: Ruleset, home: Ruleset, written: str, mine: str | None) -> str:
    """How an answer stands to the reader's own: ``home``, ``same``, ``diff`` or ``free``."""
    if ruleset.id == home.id:
        return "home"
    if mine is None or IDLE in {written, mine}:
        return "free"
    return "same" if written == mine else "diff"


def _figures(view: View) -> Scene:
    """How many of all hands each ruleset scores otherwise than the reader's."""
    tr = view.tr
    cells = []
    for rules in view.shown:
        if rules.id == view.home.id:
            cells.append({"text": _NOTHING, "state": "home"})
            continue
        count = disagreement(view.home, rules)
        if count is None:
            cells.append({"text": tr("rules.hands_none"), "state": "same"})
            continue
        text = tr("rules.of", n=tr.number(count.different), hands=tr.number(count.common))
        cells.append({"text": text, "state": "diff" if count.different else "same"})
    return {"question": tr("rules.hands_row"), "cells": cells}


def _nothing(view: View, wanted: Wanted) -> Scene:
    tr = view.tr
    if wanted.text:
        return {
            "text": tr("state.no_search_hit", text=wanted.text),
            "more": tr("rules.search_only") if wanted.only else "",
            "button": tr("rules.clear_search"),
        }
    count = len(all_rows(view.shown))
    return {
        "text": tr("state.no_difference"),
        "more": tr("rules.agree_why"),
        "button": tr.plural("rules.show_all", count),
    }
