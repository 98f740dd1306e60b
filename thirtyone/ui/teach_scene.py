"""What the teacher's page shows: a plan with aims and talk, and the form for sheets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from thirtyone.cardwords import LANGUAGES
from thirtyone.rules import Ruleset, ruleset_ids
from thirtyone.rules.link import find, is_code
from thirtyone.sheets import SheetKind, usual_count
from thirtyone.sheets.compare import columns
from thirtyone.sheets.order import HIGHEST_SEED, MOST_SHEETS
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator, get_translator
from thirtyone.ui.marks import icon
from thirtyone.ui.scene import Scene
from thirtyone.ui.sheet_address import DECK, HOME, LINKS, PLAN, RULES, job_query
from thirtyone.ui.sheet_more import deck_count
from thirtyone.ui.sheet_parts import LEVEL_NAMES, TITLES
from thirtyone.ui.sheet_print import Job, Part, count_pages
from thirtyone.ui.teach_minis import mini
from thirtyone.ui.teach_plan import (
    HEADS,
    LENGTH,
    Plan,
    make_plan,
    plan_ids,
    plan_title,
    whole_plans,
)

_DECKS: Final = (52, 40, 32, 24)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a teacher has chosen so far."""

    plan: str = "first"
    kinds: tuple[SheetKind, ...] = (SheetKind.SCORE, SheetKind.SETTLE)
    rules: str = "no-trettien"
    words: str = "en"
    level: int = 1
    many: int = 26
    seed: int = 31
    wrong: Mapping[str, str] = field(default_factory=dict)
    """What stands in a field for a number and is none."""

    def job(self, part: Part = Part.SHEETS, *, local: bool = False) -> Job:
        """The sheets that are ordered."""
        return Job(
            kinds=self.kinds,
            ruleset=find(self.rules),
            lang=self.words,
            level=self.level,
            seed=self.seed,
            sheets=self.many,
            part=part,
            local=local,
        )


# ------------------------------------------------------------------------------------- the plan


def head_scene(tr: Translator, message: str = "") -> Scene:
    """The head of the page, with a line about a link that asked for what is not there."""
    return {
        "lang": tr.lang,
        "part": "head",
        "title": tr("teach.title"),
        "lede": tr("teach.lede"),
        "message": {"icon": icon("link"), "text": message} if message else None,
    }


def plan_scene(wanted: Wanted, tr: Translator, *, home: str, file: Scene | None = None) -> Scene:
    """One lesson plan."""
    plan = make_plan(wanted.plan, tr)
    return {
        "lang": tr.lang,
        "part": "plan",
        "file": file,
        "heading": tr("teach.plan"),
        "note": tr("teach.plan_note"),
        "which": {"label": tr("teach.which"), "value": plan.id, "groups": _plans(tr)},
        "name": plan.title,
        "bar": {
            "label": tr.join(
                f"{row.name} {tr.plural('teach.minutes', row.minutes)}" for row in plan.rows
            ),
            "parts": [
                [row.name, tr("teach.short_minutes", n=row.minutes), row.minutes]
                for row in plan.rows
            ],
        },
        "head": [tr(key) for key in HEADS],
        "rows": [
            [f"{row.start}–{row.start + row.minutes}", row.name, row.what, row.board]
            for row in plan.rows
        ],
        "aims": _aims(plan, tr),
        "lessons": [
            {
                "text": tr("teach.open_lesson", lesson=lesson.title),
                "href": "../learn/?"
                + urlencode({"lesson": lesson.slug, "lang": tr.lang, "home": home}),
            }
            for lesson in plan.lessons
        ],
        "print": _opener(
            tr("teach.print_plan"), {"kind": PLAN, "plan": plan.id, "lang": tr.lang}, tr, "print"
        ),
        "projector": [tr("teach.projector"), tr("teach.normal")],
    }


def _plans(tr: Translator) -> list[Scene]:
    whole = whole_plans()
    rest = [id_ for id_ in plan_ids() if id_ not in whole]
    return [
        {"label": tr("teach.plans"), "options": [[id_, plan_title(id_, tr)] for id_ in whole]},
        {"label": tr("teach.each"), "options": [[id_, plan_title(id_, tr)] for id_ in rest]},
    ]


def _aims(plan: Plan, tr: Translator) -> Scene:
    return {
        "summary": tr("teach.aims"),
        "lists": [
            [tr(key), list(texts)]
            for key, texts in (("teach.aims_head", plan.aims), ("teach.talk_head", plan.talk))
            if texts
        ],
        "length": tr.plural("teach.minutes", LENGTH),
    }


# ----------------------------------------------------------------------------------- the sheets


def sheets_scene(
    wanted: Wanted, tr: Translator, *, local: bool = False, file: Scene | None = None
) -> Scene:
    """The form for sheets, and what else there is to print."""
    ruleset = find(wanted.rules)
    sheets, key = wanted.job(local=local), wanted.job(Part.KEY, local=local)
    pages = count_pages(sheets)
    links = job_query(wanted.job(Part.BOTH)) | {"part": LINKS}
    wrong = bool(wanted.wrong)
    return {
        "lang": tr.lang,
        "part": "sheets",
        "heading": tr("teach.sheets"),
        "note": tr("teach.sheets_note"),
        "kinds": {
            "label": tr("teach.kinds"),
            "items": [_kind(kind, wanted, ruleset, tr) for kind in SheetKind],
        },
        "check": icon("check"),
        "none": "" if wanted.kinds else tr("teach.none_chosen"),
        "rules": {
            "label": tr("teach.rules_label"),
            "value": wanted.rules,
            "groups": _rules(wanted.rules, tr),
        },
        "words": {
            "label": tr("teach.words"),
            "value": wanted.words,
            "options": [[lang, get_translator(lang)(f"language.{lang}")] for lang in LANGUAGES],
        },
        "level": {
            "label": tr("teach.level"),
            "value": str(wanted.level),
            "options": [[str(n), _first(tr(key_))] for n, key_ in LEVEL_NAMES.items()],
        },
        "many": _field("many", tr("teach.how_many"), wanted.many, 1, MOST_SHEETS, wanted, tr),
        "seed": _field("seed", tr("teach.seed"), wanted.seed, 0, HIGHEST_SEED, wanted, tr),
        "other": {"html": icon("shuffle"), "label": tr("teach.other_seed")},
        "ready": bool(wanted.kinds) and not wrong,
        "print": _opener(tr.plural("teach.print_sheets", pages), job_query(sheets), tr, "print"),
        "key": _opener(tr("teach.answer_key"), job_query(key), tr),
        "links": _opener(tr("teach.class_links"), links, tr, "link"),
        "also": {
            "heading": tr("teach.also"),
            "note": tr("teach.also_note"),
            "items": _also(wanted, ruleset, tr),
        },
        "file": file,
    }


def _kind(kind: SheetKind, wanted: Wanted, ruleset: Ruleset, tr: Translator) -> Scene:
    count = usual_count(kind, ruleset, wanted.level)
    if kind is SheetKind.COMPARE:
        note = tr.plural("teach.columns", len(columns(ruleset)[0]))
    elif kind is SheetKind.AGREE:
        note = tr("teach.wishes")
    else:
        note = tr.plural("teach.hands" if kind is SheetKind.SCORE else "teach.showdowns", count)
    return {
        "id": str(kind),
        "title": tr(TITLES[kind]),
        "note": note,
        "on": kind in wanted.kinds,
        "mini": mini(kind),
    }


def _rules(chosen: str, tr: Translator) -> list[Scene]:
    found: dict[str, list[list[str]]] = {}
    for id_ in (*ruleset_ids(), *((chosen,) if is_code(chosen) else ())):
        ruleset = find(id_)
        found.setdefault(ruleset.region, []).append([id_, ruleset_name(ruleset, tr)])
    return [{"label": tr(f"region.{region}"), "options": rows} for region, rows in found.items()]


def _field(
    name: str, label: str, value: int, low: int, high: int, wanted: Wanted, tr: Translator
) -> Scene:
    wrong = wanted.wrong.get(name)
    return {
        "label": label,
        "value": str(value) if wrong is None else wrong,
        "low": low,
        "high": high,
        "error": "" if wrong is None else tr("teach.bad_number", low=low, high=tr.number(high)),
    }


def _also(wanted: Wanted, ruleset: Ruleset, tr: Translator) -> list[Scene]:
    words = {"lang": wanted.words}
    items = [
        _opener(
            tr("teach.deck", n=size),
            {"kind": DECK, "cards": str(size), **words},
            tr,
            note=tr.plural("sheet.pages", deck_count(size)),
        )
        for size in _DECKS
    ]
    name = ruleset_name(ruleset, tr)
    items.append(
        _opener(
            tr("teach.rule_card", rules=name),
            {"kind": RULES, "rules": wanted.rules, **words},
            tr,
            note=tr.plural("sheet.pages", 1),
        )
    )
    items.append(
        _opener(
            tr("teach.home_cards"),
            {"kind": RULES, "rules": HOME, **words},
            tr,
            note=tr.plural("sheet.pages", 6),
        )
    )
    return items


def _opener(
    text: str, query: Mapping[str, str], tr: Translator, sign: str = "", note: str = ""
) -> Scene:
    """A link to a print-out; where no server is, the same as a file."""
    return {
        "text": text,
        "icon": icon(sign) if sign else "",
        "note": note,
        "query": urlencode(query),
        "more": tr("teach.new_tab"),
    }


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]
