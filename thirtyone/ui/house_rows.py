"""The questions of a house rule as the editor shows them: one row each, in groups."""

from collections.abc import Iterator
from html import escape
from typing import Final

from thirtyone.rules import get_value, questions, value_text
from thirtyone.rules.draft import Draft, offered
from thirtyone.rules.model import BankForm, Goal, Players
from thirtyone.rules.values import Question, Value
from thirtyone.text.say import say_question, say_value
from thirtyone.text.translator import Translator
from thirtyone.ui.marks import icon
from thirtyone.ui.scene import Scene, tag

GROUPS: Final = (
    ("house.group.bank", ("bank",)),
    ("house.group.counting", ("scoring",)),
    ("house.group.turn", ("turn", "stock")),
    ("house.group.knock", ("knock", "instant")),
    ("house.group.loses", ("settlement",)),
    ("house.group.lives", ("lives", "match", "stakes")),
    ("house.group.deal", ("deck", "players", "hand", "deal")),
)
"""Headings and the heads of the paths below them."""


def groups(draft: Draft, tr: Translator) -> list[Scene]:
    """All questions of the draft's family, with those apart that have one possible answer only."""
    found = []
    for key, heads in GROUPS:
        rows = [
            _row(draft, path, asked, tr)
            for path, asked in questions(draft.base.family).items()
            if path.partition(".")[0] in heads and _is_choice(draft, path)
        ]
        if rows:
            busy = any(row["state"] for row in rows)
            found.append({"id": key, "title": tr(key), "busy": busy, "rows": rows})
    return found


def _is_choice(draft: Draft, path: str) -> bool:
    value = get_value(draft.base, path)
    return isinstance(value, Players) or len(offered(draft.base, path)) > 1


def question_text(draft: Draft, path: str, tr: Translator) -> str:
    """What is asked, of 41 where the draft aims at 41."""
    return say_question(path, tr, draft.ruleset)


def short(path: str, value: object, tr: Translator) -> str:
    """An answer in a few words."""
    return say_value(path, value, tr, short=True)


def _row(draft: Draft, path: str, asked: Question, tr: Translator) -> Scene:
    own = get_value(draft.base, path)
    now = None if path in draft.cleared else get_value(draft.ruleset, path)
    row: Scene = {
        "path": path,
        "question": question_text(draft, path, tr),
        "state": "ask" if path in draft.cleared else "ch" if path in draft.changes else "",
        "tag": _tag(draft, path, own, tr),
        "note": _note(draft, path, tr),
        "options": [],
        "players": None,
        "number": None,
    }
    if isinstance(own, Players):
        shown = draft.ruleset.players
        row["players"] = {
            "low": [shown.low, tr("house.fewest")],
            "high": [shown.high, tr("house.most")],
        }
        return row
    listed = offered(draft.base, path)
    row["options"] = [_option(path, value, own, now, tr) for value in listed]
    if type(own) is int:
        row["number"] = {
            "value": "" if now is None or now in listed else str(now),
            "low": asked.low,
            "high": asked.high,
            "label": tr("house.number", low=tr.number(asked.low), high=tr.number(asked.high)),
        }
    return row


def _option(path: str, value: Value, own: Value, now: Value | None, tr: Translator) -> Scene:
    text = short(path, value, tr)
    return {
        "value": value_text(value),
        "text": text,
        "on": value == now,
        "base": value == own,
        "label": tr("house.base_answer", answer=text) if value == own else None,
    }


def _tag(draft: Draft, path: str, own: Value, tr: Translator) -> str:
    if path in draft.cleared:
        return f'<span class="tag ask">{icon("warn")}{escape(tr("house.open"))}</span>'
    if path in draft.changes:
        return tag("diff", tr("tag.differs", diff=short(path, own, tr)))
    return tag("go", tr("house.as_base"))


def _note(draft: Draft, path: str, tr: Translator) -> str:
    if path not in draft.cleared:
        return ""
    return (
        f"{icon('warn')}<span>{escape(why_open(draft, path, tr))} "
        f"<b>{escape(tr('house.choose'))}</b> "
        f"{escape(tr('house.counted', answer=short(path, draft.counted[path], tr)))}</span>"
    )


def why_open(draft: Draft, path: str, tr: Translator) -> str:
    """The answer that was cleared, and the other one that excludes it."""
    other = draft.obstacle(path)
    return tr(
        "house.why_open",
        answer=short(path, draft.cleared[path], tr),
        question=question_text(draft, other, tr),
        other=short(other, get_value(draft.ruleset, other), tr),
    )


def summary(draft: Draft, tr: Translator) -> Scene:
    """The list of changes and the open questions, for the side of the page."""
    count = len(draft.changes)
    return {
        "heading": tr.plural("house.changes", count, n=tr.spelled(count, first=True))
        if count
        else tr("house.no_changes"),
        "changes": list(_changes(draft, tr)),
        "open": _open(draft, tr),
    }


def _changes(draft: Draft, tr: Translator) -> Iterator[Scene]:
    for path, value in draft.changes.items():
        asked, answer = question_text(draft, path, tr), short(path, value, tr)
        yield {
            "path": path,
            "question": asked,
            "answer": answer,
            "was": tr("house.was", answer=short(path, get_value(draft.base, path), tr)),
            "undo": tr("house.undo", change=f"{asked} {answer}"),
        }


def _open(draft: Draft, tr: Translator) -> Scene | None:
    count = len(draft.cleared)
    if not count:
        return None
    return {
        "heading": tr.plural("house.are_open", count, n=tr.spelled(count, first=True)),
        "items": [
            {"path": path, "text": question_text(draft, path, tr)}
            for path in questions(draft.base.family)
            if path in draft.cleared
        ],
        "note": tr("house.open_note"),
    }


def has_lives(draft: Draft) -> bool:
    """Whether a player of this game can go out."""
    form = draft.ruleset.form
    if isinstance(form, BankForm):
        return False
    return form.lives.start > 0 and form.settlement.goal is Goal.LOWEST_LOSES
