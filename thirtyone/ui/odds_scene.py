"""The whole scene of the page of chances: the form, how a run stands, and the sections."""

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from html import escape
from typing import Final

from thirtyone.rules import ruleset_ids
from thirtyone.rules.link import find
from thirtyone.rules.model import BankForm
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator
from thirtyone.ui.long_run import State
from thirtyone.ui.marks import flag, icon
from thirtyone.ui.odds_close import HEADINGS, effects_section, knock_section, seats_section
from thirtyone.ui.odds_sections import Desk, ends_section, lasts_section, section, wins_section
from thirtyone.ui.odds_setup import (
    FEWEST,
    HIGHEST,
    LOWEST,
    MOST,
    MOST_SEED,
    ROUNDS,
    chosen_options,
    offered_options,
)
from thirtyone.ui.odds_words import LEVEL, NICKNAMES, numbered
from thirtyone.ui.scene import Scene
from thirtyone.ui.what_if_from import what_if_href

_MAKERS: Final = {
    "wins": wins_section,
    "effects": effects_section,
    "knock": knock_section,
    "lasts": lasts_section,
    "ends": ends_section,
    "seats": seats_section,
}
_IN_MINUTES: Final = 120
_STOP: Final = (
    '<svg class="ic" viewBox="0 0 24 24" aria-hidden="true">'
    '<rect x="6" y="6" width="12" height="12" fill="currentColor"/></svg>'
)


@dataclass(frozen=True, slots=True)
class Progress:
    """How a run stands, in numbers."""

    state: State
    played: int
    all: int
    seconds: float | None
    """How long it will still take, if that can be said."""


def odds_scene(
    desk: Desk, progress: Progress | None, before: Sequence[Scene], own: Sequence[str], said: str
) -> Scene:
    """Everything but the acknowledgement.

    ``before`` are the sections shown until now: what has no figures yet keeps its old ones, marked
    as such. ``own`` are house rules that the browser keeps. ``said`` is what was wrong with a link.
    """
    tr = desk.tr
    shown = len(desk.asked.shown)
    players = tr.spelled(len(desk.players), first=True)
    return {
        "lang": tr.lang,
        "title": tr("chances.title"),
        "lede": tr.plural("chances.lede", shown, players=players, rulesets=tr.spelled(shown)),
        "other": {"href": what_if_href(tr.lang, desk.home, {}), "text": tr("act.what_if")},
        "message": {"icon": icon("warn"), "text": said} if said else None,
        "form": form_scene(desk, own),
        "run": run_scene(desk, progress),
        "sections": sections(desk, before) if shown else [],
        "none": None
        if shown
        else {
            "icon": icon("warn"),
            "head": tr("chances.none", n=tr.number(len(desk.players))),
            "text": tr("chances.none_more"),
        },
        "width": desk.width,
    }


def sections(desk: Desk, before: Sequence[Scene]) -> list[Scene]:
    """All sections in order; those without figures wait, or show the old ones until then."""
    old = {each["id"]: each for each in before}
    found = []
    for id_, make in _MAKERS.items():
        made = make(desk)
        if made is not None:
            found.append({**made, "old": False})
        elif _is_asked(desk, id_):
            if id_ in old and old[id_]["spec"]:
                found.append({**old[id_], "old": True})
            elif id_ in HEADINGS or id_ == "wins":
                key = HEADINGS.get(id_, "chances.title")
                heading = desk.tr(key, player=desk.who) if id_ != "wins" else desk.tr(key)
                found.append(
                    {**section(id_, desk, heading, "", None, "", (), "", None), "old": False}
                )
    return found


def _is_asked(desk: Desk, id_: str) -> bool:
    """Will there be figures for a section?"""
    asked = desk.asked
    by_section: dict[str, Sized] = {
        "effects": asked.effects,
        "knock": asked.thresholds,
        "seats": asked.seats,
        "lasts": asked.course,
    }
    return len(by_section.get(id_, asked.wins)) > 0


# ------------------------------------------------------------------------------------ the form


def form_scene(desk: Desk, own: Sequence[str]) -> Scene:
    """The controls, filled in."""
    tr, setup = desk.tr, desk.setup
    options = [option for option, _ in offered_options(desk.home, setup.house)]
    chosen = chosen_options(desk.home, setup.house)
    bank = any(isinstance(find(rules).form, BankForm) for rules in desk.asked.shown)
    return {
        "label": tr("chances.setup"),
        "players": {
            "label": tr("chances.players"),
            "value": str(len(setup.players)),
            "options": [[str(n), tr.number(n)] for n in range(FEWEST, MOST + 1)],
        },
        "seats": [_seat(seat, policy, tr) for seat, policy in enumerate(setup.players)],
        "follow": {
            "label": tr("chances.follow"),
            "value": str(setup.who),
            "options": [[str(seat), name] for seat, name in enumerate(desk.players)],
        },
        "rules": {
            "label": tr("chances.rulesets", n=tr.number(len(desk.asked.shown))),
            "options": [_rules(rules, desk) for rules in _all_rules(desk, own)],
            "notes": [_left_out(rules, desk) for rules in desk.asked.left_out],
        },
        "house": {
            "label": tr("chances.house", n=tr.number(len(chosen))),
            "note": tr("chances.house_note", rules=ruleset_name(find(desk.home), tr)),
            "options": [
                {"id": option.id, "text": option.say(tr), "on": option in chosen}
                for option in dict.fromkeys((*chosen, *options))
            ],
        },
        "rounds": {
            "label": tr("chances.rounds"),
            "options": [
                {"value": str(n), "text": tr.number(n), "on": n == setup.rounds} for n in ROUNDS
            ],
        },
        "seed": {"label": tr("chances.seed"), "value": str(setup.seed), "high": MOST_SEED},
        "note": " ".join([tr("chances.note"), *([tr("chances.note_bank")] if bank else [])]),
        "down": icon("down"),
    }


def _seat(seat: int, policy: str, tr: Translator) -> Scene:
    number = policy.partition(":")[2]
    known = policy in NICKNAMES
    options = [[_letter(name), numbered(name, tr)] for name in NICKNAMES]
    if not known:
        options.insert(0, [number, numbered(policy, tr)])
    return {
        "label": tr("chances.seat", n=seat + 1),
        "value": _letter(policy),
        "options": options,
        "slider": {
            "label": tr("chances.from", n=seat + 1),
            "value": int(number),
            "text": tr.plural("chances.points", int(number)),
            "low": LOWEST,
            "high": HIGHEST,
        }
        if number
        else None,
    }


def _letter(policy: str) -> str:
    return policy.partition(":")[2] or policy[0]


def _all_rules(desk: Desk, own: Sequence[str]) -> list[str]:
    ids = (*ruleset_ids(), *own, *desk.setup.rules, desk.home)
    return list(dict.fromkeys(ids))


def _rules(rules: str, desk: Desk) -> Scene:
    home = rules == desk.home
    ruleset = find(rules)
    name = desk.name(desk.asked.own) if home else ruleset_name(ruleset, desk.tr)
    return {
        "id": rules,
        "html": f"{flag(ruleset.region)}<span>{escape(name)}</span>",
        "title": ruleset.summaries[desk.tr.lang],
        "on": home or rules in desk.setup.rules,
        "fixed": home,
    }


def _left_out(rules: str, desk: Desk) -> str:
    allowed = find(rules).players
    return desk.tr("chances.left_out", rules=desk.name(rules), low=allowed.low, high=allowed.high)


# -------------------------------------------------------------------------------- how it stands


def run_scene(desk: Desk, progress: Progress | None) -> Scene | None:
    """The bar, or what happened, what still works and what to press."""
    tr = desk.tr
    if progress is None:
        return None
    share = progress.played / progress.all if progress.all else 1.0
    base = {"state": str(progress.state), "share": round(share, 4), "icon": "", "button": None}
    if progress.state is State.RUNNING:
        return {
            **base,
            "head": tr(
                "chances.progress", done=tr.number(progress.played), all=tr.number(progress.all)
            ),
            "left": _left(tr, progress.seconds),
            "text": tr("chances.so_far", level=tr.percent(LEVEL, 0)),
            "button": {"act": "stop", "html": f"{_STOP}<span>{escape(tr('chances.stop'))}</span>"},
        }
    good = _good_to(desk)
    go_on = {"act": "start", "html": escape(tr("chances.go_on")), "primary": True}
    if progress.state is State.DONE:
        head = tr("chances.done", n=tr.number(progress.all))
        return {**base, "head": head, "left": "", "text": good, "icon": icon("check")}
    if progress.state is State.STOPPED:
        return {
            **base,
            "head": tr("chances.stopped", n=tr.number(progress.played)),
            "left": "",
            "text": f"{good} {tr('chances.stopped_more')}".strip(),
            "icon": icon("check"),
            "button": go_on,
        }
    key = "chances.busy" if progress.state is State.BUSY else "chances.failed"
    more = "chances.busy_more" if progress.state is State.BUSY else "chances.failed_more"
    return {
        **base,
        "head": tr(key),
        "left": "",
        "text": tr(more),
        "icon": icon("warn"),
        "button": {**go_on, "html": escape(tr("act.try_again"))},
    }


def _left(tr: Translator, seconds: float | None) -> str:
    if seconds is None:
        return ""
    if seconds >= _IN_MINUTES:
        return tr.plural("chances.left_minutes", round(seconds / 60))
    return tr.plural("chances.left", max(1, round(seconds)))


def _good_to(desk: Desk) -> str:
    """How exact the shares of matches are, the widest of them."""
    widths = [
        win.half_width
        for task in desk.asked.wins.values()
        if (found := desk.known(task))
        for win in found.win
    ]
    if not widths:
        return ""
    width = max(widths)
    return desk.tr("chances.good_to", x=desk.tr.decimal(100 * width, 1 if width >= 0.001 else 2))
