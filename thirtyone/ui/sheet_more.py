"""Other things to print: a deck, the rules on a page each, and slips with a link for each pupil."""

from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Final

from thirtyone.cards import pack
from thirtyone.rules.draft import Draft, draft_of
from thirtyone.rules.link import is_code, read_code
from thirtyone.rules.model import Ruleset
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import back, face, rose
from thirtyone.ui.house_card import house_card, qr
from thirtyone.ui.sheet_parts import named, page

_UI: Final = resources.files("thirtyone.ui")
_A_PAGE: Final = 9
_SLIPS: Final = 18


def deck_pages(size: int, tr: Translator, *, local: bool = False) -> list[str]:
    """A pack of cards to cut out, nine a page, and a page of backs for the other side."""
    cards = sorted(pack(size), key=lambda card: ("SHCD".index(card.suit), card.rank))
    sides = [
        "".join(f"<li>{face(card, tr.lang, local=local)}</li>" for card in cards[first:][:_A_PAGE])
        for first in range(0, size, _A_PAGE)
    ]
    sides.append(f"<li>{back()}</li>" * _A_PAGE)
    made = []
    for place, side in enumerate(sides, 1):
        key = "sheet.deck_backs" if place == len(sides) else "sheet.deck_foot"
        note = escape(tr(key, n=size, page=place, pages=len(sides)))
        body = f'<ul class="dk">{side}</ul><footer><p>31 · {note}</p></footer>'
        made.append(page("deck", body, note, tr.lang))
    return made


def deck_count(size: int) -> int:
    """How many pages a deck has, the backs included."""
    return -(-size // _A_PAGE) + 1


def rule_card_pages(
    rulesets: Sequence[Ruleset], tr: Translator, *, local: bool = False
) -> list[str]:
    """The rules of each ruleset on one page, as the page of house rules prints them."""
    return [
        f'<div class="pg rc"><div class="t31w house">'
        f"{house_card(_draft(each, tr), tr, local=local)}</div></div>"
        for each in rulesets
    ]


def _draft(ruleset: Ruleset, tr: Translator) -> Draft:
    if is_code(ruleset.id):
        return read_code(ruleset.id)
    return draft_of(ruleset, ruleset).named(ruleset.names[tr.lang])


def rule_card_style() -> str:
    """The style of those pages: that of the house-rule card, under its own root."""
    own = (_UI / "house.css").read_text("utf-8")
    return (
        "<style>.pg.rc { padding: 0; display: block; }\n"
        ".t31w.house { --t31-f3: 17px; --t31-f4: 21px; --t31-f5: 28px; }\n"
        f".t31w.house {{\n{own}}}\n.t31w.house h3 {{ margin-top: 0; }}</style>"
    )


def slip_pages(
    links: Sequence[tuple[int, str]], title: str, ruleset: Ruleset, tr: Translator, *, reach: bool
) -> list[str]:
    """A slip for each pupil with the link to the own sheet; a code to scan if phones reach it."""
    made = []
    for first in range(0, len(links), _SLIPS):
        slips = "".join(
            f"<li>{_code(link, tr) if reach else ''}<div>"
            f"<b>{escape(tr('sheet.number', n=number))}</b>{_short(link)}</div></li>"
            for number, link in links[first : first + _SLIPS]
        )
        note = "" if reach else f'<p class="say">{escape(tr("sheet.only_here"))}</p>'
        head = f"<header>{rose()}<div><h1>{escape(title)}</h1><p>{named(ruleset, tr)}</p></div></header>"
        made.append(page("links", f'{head}{note}<ul class="slips">{slips}</ul>', title, tr.lang))
    return made


def _code(link: str, tr: Translator) -> str:
    drawing = qr(link)
    label = escape(tr("sheet.qr"))
    return f'<div class="qr" role="img" aria-label="{label}">{drawing}</div>' if drawing else ""


def _short(link: str) -> str:
    return escape(link.partition("://")[2] or link)
