"""The frame round every page: one pure function from HTML to HTML.

It takes marimo's page (served, or exported to static files) and gives it our bar, language, title,
icon and look, so that all of that is right in the first byte and stays when a notebook fails. Pages
of our own go through it too.
"""

import json
import re
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, urlencode

from thirtyone.rules.link import MOST_KEPT
from thirtyone.rules.load import load_ruleset, ruleset_ids
from thirtyone.ui.marks import icon
from thirtyone.web.bar import bottom_bar, top_bar
from thirtyone.web.prefs import LANGUAGES, Notice, Prefs
from thirtyone.web.sections import Section
from thirtyone.web.words import bar_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the frame must know of the page inside it."""

    prefs: Prefs
    sections: tuple[Section, ...] = ()
    """The sections that exist."""
    section: str = ""
    """The name of the notebook's section; empty for a page of our own."""
    title: str = ""
    """The title of a page of our own that is not the start page."""
    base: str = ""
    """Address of the start page without its slash; ``.`` or ``..`` in a static export."""
    notice: Notice | None = None
    live: bool = False
    """Is a server with a kernel behind the page, one whose loss a reader should hear of?"""
    shared_assets: bool = False
    """Take marimo's own files from one address for all sections, so they load once."""
    hide: tuple[str, ...] = ()
    """Paths of this machine that must not appear in the page."""

    def link(self, section: str, **state: str) -> str:
        """The address of a section, with what a link carries of the reader's wishes."""
        wishes = urlencode({**state, "lang": self.prefs.lang, "home": self.prefs.home})
        return f"{self.base}/{section}/?{wishes}"

    @property
    def words(self) -> dict[str, str]:
        """The words of the bar in the page's language."""
        return dict(bar_words(self.prefs.lang))


def wrap(source: str, page: Page, nonce: str = "") -> str:
    """A page of marimo, or of our own, inside the frame."""
    title = page.title or page.words[f"title.{page.section}"]
    out = re.sub(r"<html[^>]*>", lambda _: _html_tag(page.prefs), source, count=1)
    out = re.sub(
        r"<title>.*?</title>",
        lambda _: f"<title>{escape(title)}</title>",
        out,
        count=1,
        flags=re.DOTALL,
    )
    out = re.sub(r'\s*<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*>', "", out)
    # Fonts and pictures of marimo's own look: nothing of ours shows them.
    out = re.sub(r'\s*<link rel="preload"[^>]*as="(?:font|image)"[^>]*>', "", out)
    out = re.sub(r'\s*<meta name="(?:description|theme-color)"[^>]*>', "", out)
    # After the charset, which a browser looks for in the first kilobyte.
    out = re.sub(r'<meta charset="utf-8"[^>]*>', lambda m: m[0] + _head(page), out, count=1)
    for path in page.hide:
        out = out.replace(path, "").replace(quote(path, safe=""), "")
    if page.live:  # marimo also names the folder that the project lies in
        out = re.sub(r'file://[^"\\<\s]*', "", out)
    if page.shared_assets:
        out = out.replace('"./assets/', f'"{page.base}/m/assets/')
    out = out.replace('<div id="root">', '<div id="root" role="main" tabindex="-1">', 1)
    opening = _body_tag(page.prefs) + top_bar(page) + _notice(page)
    out = re.sub(r"<body[^>]*>", lambda _: opening, out, count=1)
    out = out.replace("</body>", bottom_bar(page) + "</body>", 1)
    if nonce:
        out = re.sub(r"<script(?=[\s>])", f'<script nonce="{nonce}"', out)
    return out


def own_page(page: Page, main: str, nonce: str = "", *, style: str = "") -> str:
    """A page of our own in the same frame. ``style`` names one more style sheet of ours."""
    sheet = f'<link rel="stylesheet" href="{page.base}/shell/{style}">' if style else ""
    script = f'<script src="{page.base}/shell/own.js" defer></script>'
    source = (
        '<!doctype html><html><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title></title>{sheet}{script}</head>"
        f'<body><main id="root" class="t31-own t31-wrap" tabindex="-1">{main}</main></body></html>'
    )
    return wrap(source, page, nonce)


def _html_tag(prefs: Prefs) -> str:
    theme = f' data-theme="{prefs.theme}"' if prefs.theme != "auto" else ""
    return (
        f'<html lang="{prefs.lang}" data-home="{prefs.home}" data-suits="{prefs.suits}" '
        f'data-letters="{prefs.letters}"{theme}>'
    )


def _body_tag(prefs: Prefs) -> str:
    # marimo watches this attribute and switches itself and its charts at once, without a reload.
    kind = f' data-vscode-theme-kind="vscode-{prefs.theme}"' if prefs.theme != "auto" else ""
    return f'<body class="t31"{kind}>'


def _head(page: Page) -> str:
    data = {
        "page": page.section,
        "live": page.live,
        "base": page.base,
        "languages": LANGUAGES,
        "regions": {id_: load_ruleset(id_).region for id_ in ruleset_ids()},
        "families": {id_: load_ruleset(id_).family for id_ in ruleset_ids()},
        "mostSaved": MOST_KEPT,
        "words": page.words,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    files = f"{page.base}/shell"
    sheets = "".join(
        f'<link rel="stylesheet" href="{files}/{name}.css">'
        for name in ("tokens", "parts", "shell")
    )
    return (
        f'<meta name="description" content="{escape(page.words["title."])}">'
        f'<link rel="icon" type="image/svg+xml" href="{files}/rose.svg">{sheets}'
        f'<script type="application/json" id="t31-shell">{text}</script>'
        f'<script src="{files}/shell.js"></script><script src="{files}/menu.js" defer></script>'
    )


def _notice(page: Page) -> str:
    if page.notice is None:
        return ""
    key, details = page.notice.key, page.notice.details
    text = page.words[key]
    for name, value in details.items():
        text = text.replace(f"{{{name}}}", value)
    data = "".join(f' data-{name}="{escape(value)}"' for name, value in details.items())
    close = escape(page.words["act.close"])
    return (
        f'<div class="t31-notice t31-wrap" role="status">{icon("link")}'
        f'<p data-w="{key}"{data}>{escape(text)}</p>'
        f'<button type="button" class="btn sq bare t31-close" data-wl="act.close" aria-label="{close}">'
        f"{icon('x')}</button></div>"
    )
