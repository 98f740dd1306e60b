"""What pupils see: small pages of our own that need no notebook and work without a script."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Final
from urllib.parse import quote

from thirtyone.text.translator import Translator, get_translator
from thirtyone.ui.asked import Shown, cards_html, say_given, show
from thirtyone.ui.faces import rose
from thirtyone.ui.marks import icon
from thirtyone.web.live import Now, Taken
from thirtyone.web.prefs import LANGUAGES, Prefs

POLL_SECONDS: Final = 20
"""How long a page waits for news in one request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PupilView:
    """One pupil's moment: the room, who looks, and what they have answered."""

    now: Now
    prefs: Prefs
    base: str = ""
    choice: int | None = None
    full: bool = False
    taken: Taken | None = None
    """What became of the answer just given."""

    @property
    def stamp(self) -> str:
        """Changes with everything this pupil's page shows."""
        mine = "" if self.choice is None else f".{self.choice}"
        return f"{self.now.stamp}{mine}{'.full' if self.full else ''}"

    @property
    def tr(self) -> Translator:
        """The pupil's words."""
        return get_translator(self.prefs.lang)

    @property
    def path(self) -> str:
        """The address of the room's page."""
        return f"{self.base}/join/{self.now.code}"


def pupil_page(view: PupilView, nonce: str) -> str:
    """The whole page of a room."""
    tr, code = view.tr, view.now.code
    data = {
        "path": view.path,
        "lang": view.prefs.lang,
        "stamp": view.stamp,
        "words": {
            "lost": tr("live.lost"),
            "not_sent": tr("live.not_sent"),
            "over": tr("live.over"),
        },
    }
    text = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    head = (
        f'<script type="application/json" id="lv-data" nonce="{nonce}">{text}</script>'
        f'<script src="{view.base}/shell/join.js" defer nonce="{nonce}"></script>'
        f'<noscript><meta http-equiv="refresh" content="{POLL_SECONDS // 3}"></noscript>'
    )
    said = f'{escape(tr("live.code"))} <b class="num">{" ".join(code)}</b>'
    body = (
        f'<main id="lv" tabindex="-1">{pupil_main(view)}</main>'
        f'<p class="lv-lost" role="alert" id="lv-lost"></p>'
        f'<p class="vh" role="status" id="lv-said"></p>{_languages(view.prefs, view.path)}'
    )
    return _page(view.prefs, view.base, head, said, body, tr)


def pupil_main(view: PupilView) -> str:
    """The inside of the page, which the script puts in place when something changes."""
    tr, asked = view.tr, view.now.asked
    if view.full:
        return _note(tr, "live.full", "live.full_why")
    if asked is None:
        return _note(tr, "live.wait", "live.wait_why")
    shown = show(asked.question, view.prefs.lang)
    local = view.prefs.letters == "on"
    setup = "".join(f"<p>{escape(sentence)}</p>" for sentence in shown.setup)
    lang = f' lang="{shown.lang}"' if shown.lang != view.prefs.lang else ""
    return (
        f'<div class="lv-setup"{lang}>{setup}</div><h1{lang}>{escape(shown.heading)}</h1>'
        f"{cards_html(asked.question, view.prefs.lang, local=local, full=3)}"
        f"{_answers(view, shown)}<div class='lv-sent'>{_state(view, shown)}</div>"
    )


def announcement(view: PupilView) -> str:
    """What a screen reader says when the page changes."""
    tr, asked = view.tr, view.now.asked
    if asked is None or view.full:
        return ""
    shown = show(asked.question, view.prefs.lang)
    if asked.shown:
        return tr("live.is_right", answer=_bare(shown.options[shown.right]))
    return tr("live.sent") if view.choice is not None else shown.heading


def _answers(view: PupilView, shown: Shown) -> str:
    asked, tr = view.now.asked, view.tr
    assert asked is not None
    kind = "lv-ans lv-long" if shown.long else "lv-ans"
    lang = f' lang="{shown.lang}"' if shown.lang != view.prefs.lang else ""
    if view.choice is None and not asked.shown:
        buttons = "".join(
            f'<button class="btn" name="answer" value="{number}">{escape(option)}</button>'
            for number, option in enumerate(shown.options)
        )
        action = f"{view.path}/answer?lang={view.prefs.lang}"
        return (
            f'<form method="post" action="{escape(action)}">'
            f'<input type="hidden" name="question" value="{asked.number}">'
            f'<div class="{kind}" role="group" aria-label="{escape(tr("live.answers"))}"{lang}>'
            f"{buttons}</div></form>"
        )
    items = "".join(
        _answer(view, option, mine=number == view.choice, right=number == asked.right)
        for number, option in enumerate(shown.options)
    )
    return f'<ul class="{kind}" role="list" aria-label="{escape(tr("live.answers"))}">{items}</ul>'


def _answer(view: PupilView, option: str, *, mine: bool, right: bool) -> str:
    asked, tr = view.now.asked, view.tr
    assert asked is not None
    kinds = ["btn"]
    if asked.shown and right:
        kinds.append("ok")
    elif mine:
        kinds.append("wrong" if asked.shown else "mine")
    tick = icon("check", tr("live.right_one")) if asked.shown and right else ""
    small = f"<small>{escape(tr('live.your_answer'))}</small>" if mine else ""
    return f'<li class="{" ".join(kinds)}">{tick}<span>{escape(option)}</span>{small}</li>'


def _state(view: PupilView, shown: Shown) -> str:
    asked, tr = view.now.asked, view.tr
    assert asked is not None
    if not asked.shown:
        if view.choice is not None:
            head = f"<h2>{icon('check')}{escape(tr('live.sent'))}</h2>"
            return f'<div class="lv-say">{head}<p>{escape(tr("live.look_up"))}</p></div>'
        late = escape(tr("live.late")) + " " if view.taken is Taken.LATE else ""
        return f'<p class="muted">{late}{escape(tr("live.choose"))}</p>'
    answer = _bare(shown.options[asked.right])
    kind = ' class="lv-small"' if shown.long else ""
    parts = [f"<h2{kind}>{escape(tr('live.is_right', answer=answer))}</h2>"]
    if view.choice is None:
        parts.append(f"<p>{escape(tr('live.no_answer'))}</p>")
    if shown.why:
        parts.append(f"<p>{escape(shown.why)}</p>")
    if view.choice is not None and view.choice != asked.right:
        given = say_given(asked.question, view.choice, view.prefs.lang)
        if given:
            parts.append(f"<p>{escape(' '.join(given))}</p>")
    if shown.source:
        parts.append(f'<p class="lv-src muted">{shown.source}</p>')
    return f'<div class="lv-say">{"".join(parts)}</div>'


def _note(tr: Translator, title: str, why: str) -> str:
    return f"<h1>{escape(tr(title))}</h1><p class='lede'>{escape(tr(why))}</p>"


def _bare(answer: str) -> str:
    return answer.removesuffix(".")


# ---------------------------------------------------------------------------------- coming in


def code_page(prefs: Prefs, base: str, *, wrong: str = "") -> str:
    """Where a code is typed in, by those who cannot read the square one."""
    tr = get_translator(prefs.lang)
    message, state = "", ""
    if wrong:
        said = escape(tr("live.no_room", code=wrong))
        message = f'<p class="lv-lost" role="alert" id="lv-no">{said}</p>'
        state = ' aria-invalid="true" aria-describedby="lv-no"'
    body = (
        f'<main id="lv"><h1>{escape(tr("live.title"))}</h1>'
        f'<form class="lv-code" action="{base}/join"><label class="leg" for="lv-code">'
        f"{escape(tr('live.type_code'))}</label>"
        f'<input class="inp num" id="lv-code" name="code" inputmode="numeric" maxlength="12" '
        f'autocomplete="off" required{state}>'
        f'<input type="hidden" name="lang" value="{prefs.lang}">'
        f'<button class="btn pri">{escape(tr("live.come_in"))}</button></form>{message}</main>'
        f"{_languages(prefs, f'{base}/join')}"
    )
    return _page(prefs, base, "", "", body, tr)


def _languages(prefs: Prefs, path: str) -> str:
    links = "".join(
        f'<a href="{escape(path)}?lang={quote(lang)}" lang="{lang}"{_current(lang, prefs)}>'
        f"{escape(get_translator(lang)(f'language.{lang}'))}</a>"
        for lang in LANGUAGES
    )
    label = escape(get_translator(prefs.lang)("bar.language"))
    return f'<nav class="lv-langs" aria-label="{label}">{links}</nav>'


def _current(lang: str, prefs: Prefs) -> str:
    return ' aria-current="true"' if lang == prefs.lang else ""


def _page(prefs: Prefs, base: str, head: str, said: str, body: str, tr: Translator) -> str:
    looks = {"suits": prefs.suits, "theme": "" if prefs.theme == "auto" else prefs.theme}
    data = _attributes({name: value for name, value in looks.items() if value})
    sheets = "".join(
        f'<link rel="stylesheet" href="{base}/shell/{name}.css">'
        for name in ("tokens", "parts", "join")
    )
    title = escape(tr("page.title", page=tr("live.title")))
    return (
        f'<!doctype html><html lang="{prefs.lang}"{data}><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title>"
        f'<link rel="icon" type="image/svg+xml" href="{base}/shell/rose.svg">{sheets}{head}</head>'
        f'<body><header class="lv-top">{rose()}<b>{escape(tr("live.title"))}</b>'
        f'<span class="muted num">{said}</span></header>{body}</body></html>'
    )


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f' data-{name}="{value}"' for name, value in values.items())
