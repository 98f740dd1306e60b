"""Pages to print as one document: sheets with their keys, a deck, rule cards, links, a plan.

The document stands by itself: no font, no picture and no style sheet from elsewhere, and the same
order makes the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from importlib import resources
from typing import Final

from thirtyone.rules.model import Ruleset
from thirtyone.sheets import Order, Sheet, SheetKind, check_order, make_sheet, usual_count
from thirtyone.sheets.make import small_hands
from thirtyone.text.translator import get_translator
from thirtyone.ui.sheet_agree import agree_key, agree_page
from thirtyone.ui.sheet_parts import TITLES, Press, symbols
from thirtyone.ui.sheet_tasks import KEY_ROWS, key_pages, sheet_pages

_UI: Final = resources.files("thirtyone.ui")


class Part(StrEnum):
    """What of an order is printed."""

    BOTH = "both"
    SHEETS = "sheets"
    KEY = "key"


@dataclass(frozen=True, slots=True)
class Job:
    """Sheets of one or several kinds, as they are ordered for a class."""

    kinds: tuple[SheetKind, ...]
    ruleset: Ruleset
    lang: str = "en"
    level: int = 1
    seed: int = 31
    count: int = 0
    sheets: int = 1
    """How many different sheets of each kind."""
    only: int = 0
    """The number of the one sheet that is wanted; 0 for all."""
    part: Part = Part.BOTH
    local: bool = False

    def order(self, kind: SheetKind) -> Order:
        """The order of one kind."""
        return Order(kind, self.ruleset, self.level, self.seed, self.count)

    @property
    def numbers(self) -> range:
        """The numbers of the sheets."""
        return range(self.only, self.only + 1) if self.only else range(1, self.sheets + 1)

    def check(self) -> None:
        """UsageError for a job that cannot be done."""
        for kind in self.kinds:
            check_order(self.order(kind), max(self.sheets, self.only))


def job_pages(job: Job) -> list[str]:
    """All sheets, each pupil's kinds together; then the keys on pages of their own."""
    job.check()
    press = Press(get_translator(job.lang), 0 if job.only else job.sheets, job.local)
    made = {kind: [make_sheet(job.order(kind), n) for n in job.numbers] for kind in job.kinds}
    pages: list[str] = []
    if job.part is not Part.KEY:
        for place in range(len(job.numbers)):
            for kind in job.kinds:
                pages += _pages(made[kind][place], press)
    if job.part is not Part.SHEETS:
        for kind in job.kinds:
            pages += _keys(made[kind], press)
    return pages


def _pages(sheet: Sheet, press: Press) -> list[str]:
    return (
        [agree_page(sheet, press)] if sheet.kind is SheetKind.AGREE else sheet_pages(sheet, press)
    )


def _keys(sheets: Sequence[Sheet], press: Press) -> list[str]:
    if sheets[0].kind is SheetKind.AGREE:
        return [agree_key(sheets[0], press)]
    return key_pages(sheets, press)


def count_pages(job: Job) -> int:
    """How many pages the job has, without making them."""
    numbers, total = len(job.numbers), 0
    for kind in job.kinds:
        size = usual_count(kind, job.ruleset, job.level)
        count = job.count or size
        each = 1 if kind is SheetKind.AGREE else -(-count // size)
        total += 0 if job.part is Part.KEY else numbers * each
        if job.part is not Part.SHEETS:
            total += _key_count(job, kind, count, numbers * each)
    return total


def _key_count(job: Job, kind: SheetKind, count: int, each: int) -> int:
    if kind is SheetKind.AGREE:
        return 1
    if kind is not SheetKind.SCORE:
        return each
    across = 3 if small_hands(job.ruleset) else 2
    most, pages, room = (KEY_ROWS - 2) * across, 1, KEY_ROWS
    for _ in job.numbers:
        for first in range(0, count, most):
            rows = -(-min(most, count - first) // across) + 2
            if rows > room:
                pages, room = pages + 1, KEY_ROWS
            room -= rows
    return pages


def job_title(job: Job) -> str:
    """What the document is called."""
    tr = get_translator(job.lang)
    names = tr.join(tr(TITLES[kind]) for kind in job.kinds)
    return tr("page.title", page=names)


def job_document(job: Job, top: str = "", head: str = "") -> str:
    """The whole job as one HTML document."""
    press = Press(get_translator(job.lang), job.sheets, job.local)
    return document(job_title(job), job.lang, symbols(press) + "".join(job_pages(job)), top, head)


def document(title: str, lang: str, body: str, top: str = "", head: str = "") -> str:
    """A document that is printed as it is. ``top`` stands over the pages on the screen only."""
    style = (_UI / "sheet.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>\n{style}</style>{head}</head>"
        f"<body>{top}<main>{body}</main></body></html>\n"
    )
