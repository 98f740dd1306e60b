"""Print-outs by address: what an address asks for, and the document that it gets.

``/sheet/?kind=score.settle&rules=se-svensk-bas&lang=sv&level=2&sheets=26&seed=31&part=key``;
``kind`` is also ``deck`` (with ``cards``), ``rules``, ``plan`` (with ``plan``) or, with
``part=links``, a slip with a link for each pupil.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Final
from urllib.parse import urlencode

from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import UsageError
from thirtyone.rules.link import find
from thirtyone.rules.load import home_ids, load_ruleset
from thirtyone.sheets import SheetKind
from thirtyone.sheets.order import HIGHEST_SEED, MOST_SHEETS, MOST_TASKS
from thirtyone.text.translator import Translator, get_translator
from thirtyone.ui.marks import icon
from thirtyone.ui.sheet_more import deck_pages, rule_card_pages, rule_card_style, slip_pages
from thirtyone.ui.sheet_parts import TITLES
from thirtyone.ui.sheet_print import Job, Part, count_pages, document, job_document
from thirtyone.ui.teach_plan import make_plan, plan_ids, plan_page

DECK: Final = "deck"
RULES: Final = "rules"
PLAN: Final = "plan"
LINKS: Final = "links"
HOME: Final = "home"
_DECKS: Final = ("52", "40", "32", "24")


@dataclass(frozen=True, slots=True)
class Where:
    """Where a document is opened: its own address, and what stands in its head."""

    url: str = ""
    """The address without its query; nothing for a file."""
    pupils: str = ""
    """The same for others in the network; nothing where only this machine is reached."""
    head: str = ""


_NOWHERE: Final = Where()


def job_query(job: Job) -> dict[str, str]:
    """A job as it stands in an address; :func:`read_job` reads it."""
    query = {"kind": ".".join(job.kinds), "rules": job.ruleset.id, "lang": job.lang}
    for name, value, usual in (
        ("level", job.level, 1),
        ("seed", job.seed, 31),
        ("sheets", job.sheets, 1),
        ("count", job.count, 0),
        ("n", job.only, 0),
        ("part", job.part, Part.BOTH),
    ):
        if value != usual:
            query[name] = str(value)
    return query


def read_job(query: Mapping[str, str], lang: str, *, local: bool = False) -> Job:
    """The job of an address. UsageError or RulesError for what makes no sense."""
    kinds = []
    for name in query.get("kind", "score").split("."):
        if name not in tuple(SheetKind):
            known = [str(kind) for kind in SheetKind]
            raise UsageError("refuse.sheet_kind", text=name[:40], known=known)
        kinds.append(SheetKind(name))
    part = query.get("part", "both")
    job = Job(
        kinds=tuple(dict.fromkeys(kinds)),
        ruleset=find(query.get("rules", "no-trettien")),
        lang=lang,
        level=_number(query, "level", 1, 3),
        seed=_number(query, "seed", 31, HIGHEST_SEED),
        count=_number(query, "count", 0, max(MOST_TASKS.values())),
        sheets=_number(query, "sheets", 1, MOST_SHEETS),
        only=_number(query, "n", 0, MOST_SHEETS),
        part=Part(part) if part in tuple(Part) else Part.BOTH,
        local=local,
    )
    job.check()
    return job


def _number(query: Mapping[str, str], name: str, usual: int, limit: int) -> int:
    text = query.get(name, str(usual))
    if text.isascii() and text.isdecimal() and len(text) < 11 and int(text) <= limit:
        return int(text)
    raise UsageError("refuse.sheet_number", name=name, text=text, low=0, wanted=limit)


def print_out(
    query: Mapping[str, str], lang: str, where: Where = _NOWHERE, *, local: bool = False
) -> str:
    """The document that an address asks for."""
    lang = query["lang"] if query.get("lang") in LANGUAGES else lang
    tr = get_translator(lang)
    kind = query.get("kind", "score")
    if kind == DECK:
        cards = query.get("cards", "52")
        if cards not in _DECKS:
            low = min(map(int, _DECKS))
            raise UsageError(
                "refuse.sheet_number", name="cards", text=cards[:20], low=low, wanted=52
            )
        pages = deck_pages(int(cards), tr, local=local)
        title = tr("teach.deck", n=cards)
        return _told(tr("page.title", page=title), pages, tr, where)
    if kind == RULES:
        ids = query.get("rules", "no-trettien")
        rulesets = list(map(load_ruleset, home_ids())) if ids == HOME else [find(ids)]
        pages = rule_card_pages(rulesets, tr, local=local)
        title = tr("teach.rule_card", rules=tr.join(each.names[lang] for each in rulesets))
        more = replace(where, head=where.head + rule_card_style())
        return _told(tr("page.title", page=title), pages, tr, more)
    if kind == PLAN:
        id_ = query.get("plan", "first")
        if id_ not in plan_ids():
            raise UsageError("refuse.lesson_unknown", text=id_[:60], suggestion="")
        plan = make_plan(id_, tr)
        return _told(tr("page.title", page=plan.title), [plan_page(plan, tr)], tr, where)
    job = read_job(query, lang, local=local)
    if query.get("part") == LINKS:
        return _told(tr("sheet.links"), _slips(job, tr, where), tr, where)
    top = _top(tr, count_pages(job), _others(job, tr, where)) if where.url else ""
    return job_document(job, top, where.head)


def _slips(job: Job, tr: Translator, where: Where) -> list[str]:
    title = tr("sheet.links")
    under = tr.join(tr(TITLES[kind]) for kind in job.kinds)
    links = pupil_links(job, where.pupils or where.url)
    return slip_pages(links, f"{title}: {under}", job.ruleset, tr, reach=bool(where.pupils))


def pupil_links(job: Job, url: str) -> list[tuple[int, str]]:
    """The number and the address of each pupil's sheet, without its key."""
    query = job_query(job) | {"part": str(Part.SHEETS)}
    query.pop("sheets", None)
    return [(n, f"{url}?{urlencode(query | {'n': str(n)})}") for n in range(1, job.sheets + 1)]


def _others(job: Job, tr: Translator, where: Where) -> str:
    """From the sheets to the key and back; not for a pupil, whose link has no key."""
    if job.only:
        return ""
    other, key = (
        (Part.SHEETS, "sheet.see_sheets") if job.part is Part.KEY else (Part.KEY, "sheet.see_key")
    )
    query = job_query(job) | {"part": str(other)}
    return f'<a href="{escape(where.url)}?{escape(urlencode(query))}">{escape(tr(key))}</a>'


def _told(title: str, pages: list[str], tr: Translator, where: Where) -> str:
    top = _top(tr, len(pages), "") if where.url else ""
    return document(title, tr.lang, "".join(pages), top, where.head)


def _top(tr: Translator, pages: int, more: str) -> str:
    """What stands over the pages on the screen."""
    return (
        f'<div class="top"><div><p>{escape(tr.plural("sheet.pages", pages))} · A4</p>{more}'
        f'<button type="button" data-print>{icon("print")}{escape(tr("sheet.print"))}</button>'
        "</div></div>"
    )
