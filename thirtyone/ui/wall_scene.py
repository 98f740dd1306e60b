"""What the live card and the wall show. Nothing in here knows how a room works."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from thirtyone.quiz import LEVELS, Kind, can_ask, kind_name, level_name
from thirtyone.rules import ruleset_ids
from thirtyone.rules.link import find
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator
from thirtyone.ui.asked import (
    LONGEST_OPTION,
    LONGEST_QUESTION,
    MOST_OPTIONS,
    Shown,
    cards_html,
    show,
)
from thirtyone.ui.faces import rose
from thirtyone.ui.house_card import qr
from thirtyone.ui.marks import icon
from thirtyone.ui.scene import Scene, with_markup

_MIXED: Final = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which questions a teacher wants."""

    kind: str
    """A kind of question; nothing for all of them by turns."""
    level: int
    rules: str
    """The id of a ruleset or the code of a house rule."""


@dataclass(frozen=True, slots=True)
class OnWall:
    """What a room is about, as its teacher may see it."""

    code: str
    key: str
    number: int
    question: str
    shown: bool
    counts: Sequence[int]
    """How often each option was chosen; empty until the answer is shown."""
    answered: int
    here: int
    addresses: Sequence[str]
    """Where pupils can come in; nothing where only this machine can."""
    local: str
    """The address on this machine, to try it out."""


def card_scene(
    choice: Choice,
    asked: str,
    tr: Translator,
    *,
    local: bool,
    problem: str = "",
    reachable: bool = True,
    server: bool = True,
) -> Scene:
    """The card on the teacher's page: the next question, and how to choose another."""
    shown = show(asked, tr.lang)
    return {
        "title": tr("live.title"),
        "lede": tr("live.lede"),
        "server": server,
        "away": "" if reachable else _unreachable(tr),
        "preview": _preview(shown, cards_html(asked, tr.lang, local=local, full=0), tr),
        "problem": problem,
        "fields": [_kinds(choice, tr), _levels(choice, tr), _rules(choice, tr)],
        "choose": tr("live.choose_question"),
        "start": f"{icon('play')} {escape(tr('live.start'))}",
        "ask": f"{icon('play')} {escape(tr('live.ask_this'))}",
        "open": tr("live.show_wall"),
        "spread": {"title": tr("live.spread"), "note": tr("live.spread_note")},
        "another": f"{icon('shuffle')} {escape(tr('live.another'))}",
        "own": _own_form(tr),
        "no_server": tr("live.no_server"),
    }


def _preview(shown: Shown, cards: str, tr: Translator) -> str:
    lang = f' lang="{shown.lang}"' if shown.lang != tr.lang else ""
    setup = "".join(f"<p>{escape(sentence)}</p>" for sentence in shown.setup)
    options = "".join(f"<li>{escape(option)}</li>" for option in shown.options)
    kind = "lv-opts lv-long" if shown.long else "lv-opts"
    return (
        f"{cards}<div{lang}>{setup}<p><b>{escape(shown.heading)}</b></p>"
        f'<ul class="{kind}" role="list">{options}</ul></div>'
    )


def _kinds(choice: Choice, tr: Translator) -> Scene:
    ruleset = find(choice.rules)
    kinds = [[str(kind), kind_name(kind, tr)] for kind in Kind if can_ask(kind, ruleset)]
    options = [[_MIXED, tr("live.all_kinds")], *kinds]
    return {"act": "kind", "label": tr("live.kind"), "value": choice.kind, "options": options}


def _levels(choice: Choice, tr: Translator) -> Scene:
    options = [[str(level), level_name(level, tr)] for level in LEVELS]
    label = tr("live.level")
    return {"act": "level", "label": label, "value": str(choice.level), "options": options}


def _rules(choice: Choice, tr: Translator) -> Scene:
    known = ruleset_ids()
    ids = known if choice.rules in known else (choice.rules, *known)
    options = [[id_, ruleset_name(find(id_), tr)] for id_ in ids]
    return {"act": "rules", "label": tr("live.rules"), "value": choice.rules, "options": options}


def _own_form(tr: Translator) -> Scene:
    return {
        "title": tr("live.own"),
        "question": tr("live.own_question"),
        "longest": [LONGEST_QUESTION, LONGEST_OPTION],
        "options": [tr("live.own_option", n=str(n + 1)) for n in range(MOST_OPTIONS)],
        "right": tr("live.own_right"),
        "use": tr("live.own_use"),
        "note": tr("live.own_note"),
    }


def _unreachable(tr: Translator) -> str:
    command = "<code>thirtyone explore --host 0.0.0.0</code>"
    return with_markup(tr, "live.unreachable", command=command)


# --------------------------------------------------------------------------------------- wall


def wall_scene(on: OnWall, tr: Translator, *, local: bool) -> Scene:
    """The wall. How the answers spread is not in it before the answer is shown."""
    shown = show(on.question, tr.lang)
    buttons = {
        "reveal": tr("live.show_answer"),
        "next": tr("live.next"),
        "back": tr("live.choose_next"),
        "save": tr("live.save"),
        "end": tr("live.end"),
    }
    return {
        "code": on.code,
        "key": on.key,
        "number": on.number,
        "stamp": f"{on.number}{'r' if on.shown else ''}",
        "shown": on.shown,
        "mark": rose(),
        "title": tr("live.title"),
        "rules": shown.rules,
        "words_lang": "" if shown.lang == tr.lang else shown.lang,
        "setup": list(shown.setup),
        "heading": shown.heading,
        "cards": cards_html(on.question, tr.lang, local=local),
        "long": shown.long,
        "options": _options(on, shown, tr),
        "answers": tr("live.answers"),
        "why": _explained(shown, tr) if on.shown else "",
        "join": _join(on, tr),
        "count": {
            "answered": on.answered,
            "here": on.here,
            "none": tr("live.nobody"),
            "line": with_markup(tr, "live.answered", n="<b>{n}</b>", of="{of}"),
        },
        "buttons": buttons,
        "sure": {"ask": tr("live.end_sure"), "yes": tr("live.end_yes"), "no": tr("live.end_no")},
        "formats": [["csv", "CSV"], ["json", "JSON"]],
        "keys": tr("live.keys"),
        "foot": tr("live.foot"),
        "lost": tr("state.offline"),
    }


def _options(on: OnWall, shown: Shown, tr: Translator) -> list[Scene]:
    if not on.shown:
        return [{"text": text} for text in shown.options]
    most = max(1, *on.counts)
    return [
        {
            "text": text,
            "right": number == shown.right,
            "icon": icon("check", tr("live.right_one")) if number == shown.right else "",
            "count": tr.number(count),
            "said": tr.plural("live.pupils", count),
            "share": round(count / most, 4),
        }
        for number, (text, count) in enumerate(zip(shown.options, on.counts, strict=True))
    ]


def _explained(shown: Shown, tr: Translator) -> str:
    answer = shown.options[shown.right].removesuffix(".")
    lines = [f"<p><b>{escape(tr('live.is_right', answer=answer))}</b> {escape(shown.why)}</p>"]
    lines += [
        f'<p class="rt">{sign}<span>{escape(text)}</span></p>' for sign, text in shown.elsewhere
    ]
    if shown.source:
        lines.append(f'<p class="sr muted">{shown.source}</p>')
    return "".join(lines)


def _join(on: OnWall, tr: Translator) -> Scene:
    address = on.addresses[0] if on.addresses else on.local
    bare = _shown_address(address)
    return {
        "title": tr("live.join" if on.addresses else "live.join_here"),
        "qr": qr(f"{address}/join/{on.code}") if on.addresses else "",
        "qr_label": tr("live.qr"),
        "address": f"{bare}/join",
        "more": [f"{_shown_address(other)}/join" for other in on.addresses[1:3]],
        "or": tr("live.or_address"),
        "code_label": tr("live.code"),
        "code": " ".join(on.code),
        "away": "" if on.addresses else _unreachable(tr),
    }


def _shown_address(address: str) -> str:
    return address.partition("://")[2]


# ------------------------------------------------------------------------------------- export


def export_name(code: str, form: str) -> str:
    """The name of the file that is saved."""
    return f"thirtyone-{code}.{form}"


def export_head(tr: Translator) -> Mapping[str, str]:
    """The columns of the table of answers."""
    return {
        "number": tr("live.col.number"),
        "question": tr("live.col.question"),
        "option": tr("live.col.option"),
        "right": tr("live.col.right"),
        "answers": tr("live.col.answers"),
    }
