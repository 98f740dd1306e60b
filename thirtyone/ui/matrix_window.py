"""The window behind a cell: the answer, where it is from, the others' answers, an example."""

from collections.abc import Sequence
from urllib.parse import urlencode

from thirtyone.cards import Card
from thirtyone.errors import RulesError
from thirtyone.examples import (
    Example,
    HandExample,
    RoundExample,
    ShowdownExample,
    disagreement,
    find_example,
)
from thirtyone.examples.idle import idle_because
from thirtyone.play.transcript import LINK_LIMIT, format_link
from thirtyone.rules import Ruleset, get_value, home_ids, ruleset_ids
from thirtyone.rules.draft import Draft
from thirtyone.rules.link import write_code
from thirtyone.text.say_example import Result, say_example, say_idle
from thirtyone.ui.faces import compact
from thirtyone.ui.learn_place import lesson_link
from thirtyone.ui.marks import provenance_mark
from thirtyone.ui.matrix_rows import (
    FORM,
    IDLE,
    answer,
    answer_text,
    cell_text,
    live_answer,
    question_text,
)
from thirtyone.ui.matrix_scene import state_of
from thirtyone.ui.scene import Scene, View, in_language, tag, with_markup


def window_scene(
    view: View, path: str, ruleset: Ruleset, against: Ruleset | None, others: Sequence[Ruleset]
) -> Scene:
    """What the open window shows of one ruleset's answer to one question."""
    tr = view.tr
    question = question_text(path, tr, ruleset)
    heading = _heading(view, ruleset, path)
    return {
        "path": path,
        "id": ruleset.id,
        "flag": view.flag(ruleset),
        "name": view.name(ruleset),
        "question": question,
        "answer": heading,
        "tag": _tag(view, ruleset, path),
        "idle": _idle(view, ruleset, path),
        "source": None if path == FORM else _source(view, ruleset, path),
        "others": [_other(view, rules, path) for rules in view.shown if rules.id != ruleset.id],
        "label": tr("rules.window", rules=view.name(ruleset), question=question, answer=heading),
        "words": {
            "close": tr("act.close"),
            "others": tr("popover.others"),
            "example": tr("rules.example"),
            "keys": tr("rules.keys"),
        },
        "example": _example(view, path, ruleset, against, others),
        "lesson": lesson_link(path, tr, view.home.id),
    }


def _heading(view: View, ruleset: Ruleset, path: str) -> str:
    return answer_text(ruleset, path, view.tr).removesuffix(".")


def _tag(view: View, ruleset: Ruleset, path: str) -> str:
    tr = view.tr
    mine, written = answer(view.home, path), answer(ruleset, path)
    if ruleset.id == view.home.id:
        return tag("home", tr("tag.yours"))
    if mine is None:
        return ""
    if mine == written:
        return tag("go", tr("tag.same"))
    value = answer_text(view.home, path, tr, short=True)
    return tag("diff", tr("tag.differs_from", value=value))


def _idle(view: View, ruleset: Ruleset, path: str) -> str:
    cause = "" if path == FORM else idle_because(ruleset, path)
    return say_idle(ruleset, cause, view.tr) if cause else ""


def _source(view: View, ruleset: Ruleset, path: str) -> Scene:
    tr = view.tr
    told = ruleset.provenance[path]
    source, section = told.source, told.section
    return {
        "mark": provenance_mark(told.mark),
        "marked": tr(f"popover.{told.mark}"),
        "title": source.title if source else "",
        "lang": source.lang if source else None,
        "section": with_markup(tr, "popover.section", section=in_language(source.lang, section))
        if source and section
        else "",
        "note": told.note[tr.lang] if told.note else "",
        "contradicts": tr("popover.contradicts") if told.contradicts else "",
    }


def _other(view: View, ruleset: Ruleset, path: str) -> Scene:
    written = live_answer(ruleset, path)
    mine = live_answer(view.home, path)
    state = "na" if written is None else state_of(ruleset, view.home, written, mine)
    text = "–" if written is None else cell_text(ruleset, path, written, view.tr)
    return {
        "id": "" if written is None else ruleset.id,
        "flag": view.flag(ruleset),
        "name": view.name(ruleset),
        "text": text,
        "state": state,
    }


# ------------------------------------------------------------------------------------- the example


def partner(view: View, path: str, ruleset: Ruleset, wish: str) -> Ruleset | None:
    """Whom an answer is compared with: as wished, else your rules, else a column that differs."""
    written = answer(ruleset, path)
    mine = [rules for rules in view.shown if rules.id == wish and rules.id != ruleset.id]
    if mine:
        return mine[0]
    first = [view.home, *view.shown]
    asking = [r for r in first if answer(r, path) not in {None, written}]
    asking.sort(key=lambda rules: live_answer(rules, path) == IDLE)  # those that show it first
    silent = [r for r in first if answer(r, path) is None]
    return next(iter((*asking, *silent)), None)


def _example(
    view: View, path: str, ruleset: Ruleset, against: Ruleset | None, others: Sequence[Ruleset]
) -> Scene | None:
    tr = view.tr
    if path == FORM:
        return None
    written = answer(ruleset, path)
    choices = [r for r in others if r.id != ruleset.id and answer(r, path) != written]
    if against is None or not choices:
        return {"none": tr("rules.no_other")}
    found = find_example(against, ruleset, path)
    told = say_example(found, against, ruleset, tr)
    return {
        "none": "",
        "against": tr("rules.against"),
        "choices": [[r.id, view.name(r), r.id == against.id] for r in choices],
        "hands": [{"name": name, "cards": _cards(view, cards)} for name, cards in told.hands],
        "setup": " ".join(told.setup),
        "results": [_result(result, view) for result in told.results],
        "notes": [*told.footnotes, *_count(view, found, against, ruleset)],
        "links": _links(view, found),
    }


def _cards(view: View, cards: Sequence[Card]) -> str:
    return "".join(
        compact(card, view.tr.lang, local=view.local, label=view.words(card)) for card in cards
    )


def _result(result: Result, view: View) -> Scene:
    return {
        "flag": view.flag(result.ruleset),
        "name": result.rules,
        "value": result.value,
        "text": " ".join(result.sentences),
    }


def _count(view: View, found: Example, against: Ruleset, ruleset: Ruleset) -> list[str]:
    """How many of all hands the two rulesets score differently, below an example with a hand."""
    count = disagreement(against, ruleset) if isinstance(found, HandExample) else None
    if count is None:
        return []
    tr = view.tr
    names = {"rules": view.name(against), "other": view.name(ruleset)}
    hands = tr.number(count.common)
    if not count.different:
        return [tr("rules.hands_equal", hands=hands, **names)]
    return [tr.plural("rules.hands_differ", count.different, hands=hands, **names)]


def _links(view: View, found: Example) -> list[Scene]:
    """Where the example can be seen and tried; relative, as the explorer may lie anywhere."""
    tr = view.tr
    if isinstance(found, HandExample):
        query = {"hand": ".".join(map(str, found.cards)), "extra": _extra(found)}
        return [{"href": f"../hand/?{_query(view, query)}", "text": tr("rules.see_hand")}]
    if not isinstance(found, RoundExample | ShowdownExample) or found.record is None:
        return []
    record = found.record
    text = format_link(record)
    if len(text) > LINK_LIMIT - 200:
        return []
    # At the moment where the two part, with both of them among the panels below.
    query = {"t": text, "step": str(len(record.actions) + 1), "rules": _extra(found)}
    return [{"href": f"../round/?{_query(view, query)}", "text": tr("rules.see_round")}]


def _query(view: View, query: dict[str, str]) -> str:
    wishes = {"lang": view.tr.lang, "home": view.home.id}
    return urlencode({key: value for key, value in (query | wishes).items() if value})


def _extra(found: HandExample | RoundExample | ShowdownExample) -> str:
    """Both rulesets as panels of the page: added where they are not there anyway."""
    contrast = found.contrast
    shown = [contrast.base.id, contrast.other.id if found.pure else _code(found)]
    return ".".join(id_ for id_ in dict.fromkeys(shown) if id_ and id_ not in home_ids())


def _code(found: HandExample | RoundExample | ShowdownExample) -> str:
    """The changed ruleset as a house rule, if it starts from one of ours."""
    base, path = found.contrast.base, found.contrast.path
    if base.id not in ruleset_ids():
        return ""
    changes = {p: get_value(found.contrast.changed, p) for p in (path, *found.contrast.together)}
    try:
        return write_code(Draft(base, changes=changes))
    except RulesError:
        return ""
