"""What all printed pages share: cards drawn once, a page with head and foot, boxes and lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from thirtyone.cards import ALL_CARDS, Card
from thirtyone.rules.model import Ruleset
from thirtyone.sheets import Sheet
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import rose, shown, symbol

BOX: Final = '<span class="bx"></span>'
LINE: Final = "<i></i>"


@dataclass(frozen=True, slots=True)
class Press:
    """How pages are printed: in which words, and how many sheets belong together."""

    tr: Translator
    of: int = 1
    """How many different sheets were ordered; 0 where a pupil has only the own one."""
    local: bool = False
    """Court cards with the letters of the language."""

    def say(self, key: str, **parts: object) -> str:
        """A text as HTML."""
        return escape(self.tr(key, **parts))


def symbols(press: Press) -> str:
    """All small faces, hidden; what :func:`hand` shows refers to them."""
    drawn = "".join(symbol(card, press.tr.lang, local=press.local) for card in ALL_CARDS)
    return f'<svg class="sy" width="0" height="0" aria-hidden="true">{drawn}</svg>'


def hand(cards: Iterable[Card], tr: Translator, counted: Sequence[Card] | None = None) -> str:
    """A hand; cards that do not count are pale where it is known which do."""
    drawn = "".join(
        shown(card, tr.lang, idle=counted is not None and card not in counted) for card in cards
    )
    return f'<span class="hd">{drawn}</span>'


def named(ruleset: Ruleset, tr: Translator) -> str:
    """The name of a ruleset as HTML."""
    return escape(ruleset_name(ruleset, tr))


def page(kind: str, body: str, label: str, lang: str = "") -> str:
    """One A4 page."""
    tongue = f' lang="{lang}"' if lang else ""
    return f'<section class="pg {kind}" aria-label="{escape(label)}"{tongue}>{body}</section>'


def sheet_head(sheet: Sheet, press: Press, *, key: bool = False, note: str = "") -> str:
    """Title, rules and level; on a sheet lines for name and class, on its key the number."""
    title = press.say(TITLES[sheet.kind])
    under = f"{named(sheet.ruleset, press.tr)} · {press.say(LEVEL_NAMES[sheet.level])}"
    under += f" · {escape(note)}" if note else ""
    if key:
        side = f'<p class="nr">{press.say("sheet.number", n=sheet.number)}</p>'
        title = press.say("sheet.key", title=press.tr(TITLES[sheet.kind]))
    else:
        side = (
            f'<div class="who"><p>{press.say("sheet.name")}{LINE}</p>'
            f"<p>{press.say('sheet.class')}{LINE}</p></div>"
        )
    return f"<header>{rose()}<div><h1>{title}</h1><p>{under}</p></div>{side}</header>"


def sheet_foot(
    sheet: Sheet, press: Press, *, key: bool = False, several: bool = False, right: int = 0
) -> str:
    """Which sheet it is, so that its key is found; how many were right.

    ``several`` is a key for more than one sheet.
    """
    number, seed = press.tr.number(sheet.number), str(sheet.seed)
    if several:
        said = press.say("sheet.foot_key", seed=seed)
    elif press.of:
        said = press.say("sheet.foot", n=number, m=press.tr.number(press.of), seed=seed)
    else:
        said = press.say("sheet.foot_one", n=number, seed=seed)
    told = "" if key else f" · {press.say('sheet.same_number')}"
    score = f"<p>{press.say('sheet.right', n=right)}</p>" if right and not key else ""
    return f"<footer><p>31 · {said}{told}</p>{score}</footer>"


TITLES: Final = {
    "score": "sheet.title.score",
    "settle": "sheet.title.settle",
    "compare": "sheet.title.compare",
    "agree": "sheet.title.agree",
}
LEVEL_NAMES: Final = {1: "sheet.level.1", 2: "sheet.level.2", 3: "sheet.level.3"}
