"""The sheet on which a table agrees before it deals, and what the documents say, as its key."""

from html import escape
from typing import Final

from thirtyone.rules import get_value, home_ids, load_ruleset, ruleset_ids
from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import questions
from thirtyone.sheets import Sheet, Topic
from thirtyone.text.say import say_question, say_value
from thirtyone.ui.marks import flag, provenance_mark
from thirtyone.ui.sheet_parts import BOX, LINE, Press, named, page, sheet_foot, sheet_head

_COLUMNS: Final = 5
_SIGNERS: Final = 4
_DOT: Final = '<span class="dot"></span>'


def agree_page(sheet: Sheet, press: Press) -> str:
    """One pupil's page: three wishes to argue for, boxes to tick when the table has agreed."""
    topics = [topic for topic in sheet.tasks if isinstance(topic, Topic)]
    body = (
        sheet_head(sheet, press)
        + f'<section class="how"><p>{press.say("sheet.how_agree")}</p></section>'
        + _wishes(topics, sheet.ruleset, press)
        + f'<ol class="ag">{"".join(_topic(topic, sheet.ruleset, press) for topic in topics)}</ol>'
        + f'<p class="lg">{_DOT}'
        f"{press.say('sheet.as_rules', rules=sheet.ruleset.names[press.tr.lang])}</p>"
        + f'<div class="sg"><p>{press.say("sheet.we_agree")}</p>{LINE * _SIGNERS}</div>'
        + sheet_foot(sheet, press)
    )
    return page("agree", body, press.tr("sheet.number", n=sheet.number), press.tr.lang)


def _wishes(topics: list[Topic], ruleset: Ruleset, press: Press) -> str:
    items = "".join(
        f"<li>{escape(say_question(topic.path, press.tr, ruleset))} "
        f"<b>{escape(say_value(topic.path, topic.wish, press.tr, short=True))}</b></li>"
        for topic in topics
        if topic.wish is not None
    )
    return f'<section class="ws"><h2>{press.say("sheet.wishes")}</h2><ul>{items}</ul></section>'


def _topic(topic: Topic, ruleset: Ruleset, press: Press) -> str:
    answers = "".join(
        f"<span>{BOX}{escape(say_value(topic.path, value, press.tr, short=True))}"
        f"{'' if place else _DOT}</span>"
        for place, value in enumerate(topic.answers)
    )
    asked = escape(say_question(topic.path, press.tr, ruleset))
    return f'<li><div><b>{asked}</b><p class="as">{answers}</p></div></li>'


def agree_key(sheet: Sheet, press: Press) -> str:
    """What the documents say to each question; it is the same for all sheets."""
    topics = [topic for topic in sheet.tasks if isinstance(topic, Topic)]
    across = _documents(sheet.ruleset)
    heads = "".join(
        f'<th scope="col">{flag(each.region)} {named(each, press.tr)}</th>' for each in across
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(say_question(topic.path, press.tr, sheet.ruleset))}</th>'
        f"{''.join(_cell(each, topic.path, press) for each in across)}</tr>"
        for topic in topics
    )
    marks = "".join(
        f"<span>{provenance_mark(mark)} {press.say(key)}</span>"
        for mark, key in (
            ("stated", "mark.stated"),
            ("elsewhere", "mark.elsewhere"),
            ("ours", "mark.ours"),
        )
    )
    body = (
        sheet_head(sheet, press, key=True).replace(press.say("sheet.number", n=sheet.number), "", 1)
        + f'<p class="say">{press.say("sheet.key_agree")}</p>'
        + f'<table class="cmp dc"><thead><tr><th scope="col">{press.say("sheet.question")}</th>'
        + f"{heads}</tr></thead><tbody>{rows}</tbody></table>"
        + f'<p class="lg">{marks}</p>{sheet_foot(sheet, press, key=True, several=True)}'
    )
    return page("agree key", body, press.tr("sheet.key", title="31"), press.tr.lang)


def _cell(ruleset: Ruleset, path: str, press: Press) -> str:
    if path not in questions(ruleset.family):
        return "<td>–</td>"
    answer = say_value(path, get_value(ruleset, path), press.tr, short=True)
    found = ruleset.provenance.get(path)
    mark = provenance_mark(found.mark) if found else ""
    return f"<td>{mark} {escape(answer)}</td>"


def _documents(ruleset: Ruleset) -> list[Ruleset]:
    """The ruleset and others that ask the same questions, the home ones first."""
    ids = (*home_ids(), *(id_ for id_ in ruleset_ids() if id_ not in home_ids()))
    others = [load_ruleset(id_) for id_ in ids if id_ != ruleset.id]
    return [ruleset, *(each for each in others if each.family is ruleset.family)][:_COLUMNS]
