"""The pages of the sheets with cards: hands to count, rounds to settle, rules side by side."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from thirtyone.cards import Card
from thirtyone.hands import HandScore, ReasonKind, check_playable, score_playable
from thirtyone.notation import Style, format_card
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.say import who_key
from thirtyone.quiz.say_case import say_case, say_losses, say_points
from thirtyone.quiz.showdown import Showdown
from thirtyone.rules import get_value
from thirtyone.rules.model import BankForm, Family, Ruleset
from thirtyone.rules.values import questions
from thirtyone.sheets import Counted, Sheet
from thirtyone.sheets.make import small_hands, usual_count
from thirtyone.text.say import say_question, say_value
from thirtyone.text.say_example import NAMES
from thirtyone.text.say_play import say_label, say_settlement
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import card_text
from thirtyone.ui.marks import flag
from thirtyone.ui.sheet_parts import BOX, LINE, Press, hand, named, page, sheet_foot, sheet_head

KEY_ROWS: Final = 33
"""Rows of three answers on a page; the heading of a sheet takes the room of two."""
_MOST_RULES: Final = 4
_DIFFERS: Final = ' class="d"'
_NOT_TOLD: Final = ("settlement.lowest", "scoring.", "instant.three_aces", "stock.")
"""Rules that the line about the goal tells, or that are about counting."""


def chunks(things: Sequence[object], size: int) -> Iterator[tuple[int, Sequence[object]]]:
    """The things page by page, each page with the place of its first."""
    for first in range(0, len(things), size):
        yield first, things[first : first + size]


def sheet_pages(sheet: Sheet, press: Press) -> list[str]:
    """The pages of a sheet with cards."""
    size = usual_count(sheet.kind, sheet.ruleset)
    body = {"score": _score, "settle": _settle, "compare": _compare}[sheet.kind]
    label = f"{press.tr('sheet.number', n=sheet.number)}"
    return [
        page(
            _kind(sheet),
            sheet_head(sheet, press)
            + body(sheet, press, first, tasks)
            + sheet_foot(sheet, press, right=_to_mark(sheet, len(sheet.tasks))),
            label,
            press.tr.lang,
        )
        for first, tasks in chunks(sheet.tasks, size)
    ]


def key_pages(sheets: Sequence[Sheet], press: Press) -> list[str]:
    """The answer keys of sheets of one kind, on pages of their own."""
    if sheets[0].kind == "score":
        return _score_keys(sheets, press)
    body = {"settle": _settle_key, "compare": _compare_key}[sheets[0].kind]
    return [
        page(
            f"{_kind(sheet)} key",
            sheet_head(sheet, press, key=True)
            + body(sheet, press, first, tasks)
            + sheet_foot(sheet, press, key=True),
            press.tr("sheet.key", title=press.tr("sheet.number", n=sheet.number)),
            press.tr.lang,
        )
        for sheet in sheets
        for first, tasks in chunks(sheet.tasks, usual_count(sheet.kind, sheet.ruleset))
    ]


def _kind(sheet: Sheet) -> str:
    size = "" if small_hands(sheet.ruleset) else " big"
    return f"{sheet.kind} l{sheet.level}{size}"


def _to_mark(sheet: Sheet, tasks: int) -> int:
    return tasks * len(sheet.columns) if sheet.columns else tasks


# ---------------------------------------------------------------------------- hands to be counted


def _score(sheet: Sheet, press: Press, first: int, tasks: Sequence[object]) -> str:
    items = "".join(
        f'<li><span class="no">{place}</span>{hand(case.cards, press.tr)}{BOX}</li>'
        for place, case in enumerate(tasks, first + 1)
        if isinstance(case, HandCase)
    )
    return f'{_how(sheet.ruleset, press, level=sheet.level)}<ol class="wk">{items}</ol>'


def _how(ruleset: Ruleset, press: Press, *, level: int) -> str:
    """One hand counted by these rules, and what to know about all others."""
    tr = press.tr
    cards = _example(ruleset)
    score = score_playable(cards, ruleset)
    said = [tr("sheet.how_bank" if ruleset.family is Family.BANK else "sheet.how_suit")]
    said.append(tr("card.values"))
    known = questions(ruleset.family)
    said += [
        say_value(path, get_value(ruleset, path), tr)
        for path in _COUNTING[: 1 if level == 1 else None]
        if path in known and (path == _COUNTING[0] or _gives_more(ruleset, path))
    ]
    said.append(tr("sheet.write_points"))
    rest = [card for card in cards if card not in score.counted]
    idle = tr.plural("score.idle", len(rest), cards=_words(rest, tr)) if rest else ""
    total = f"{_sum(score, ruleset)} = {escape(say_label(score, tr))}"
    return (
        f'<section class="how">{hand(cards, tr, score.counted)}<p><b>{press.say("sheet.so")}</b> '
        f'{escape(" ".join(said))}</p><p class="eq"><b>{total}</b><br>{escape(idle)}</p></section>'
    )


_COUNTING: Final = (
    "scoring.ace_across_suits",
    "scoring.three_of_a_kind",
    "scoring.three_aces",
    "scoring.suited_run",
    "bank.low_aces",
)


def _gives_more(ruleset: Ruleset, path: str) -> bool:
    return path.startswith("bank.") or str(get_value(ruleset, path)) != "none"


def _words(cards: Sequence[Card], tr: Translator) -> str:
    return tr.join(format_card(card, tr.lang, Style.WORDS) for card in cards)


def _example(ruleset: Ruleset) -> tuple[Card, ...]:
    text = "KH 9H AS"
    if isinstance(ruleset.form, BankForm):
        text = "KH 9H 4S"
    elif ruleset.hand_size == 4:
        text = "KH 9H TS AC"
    cards = tuple(map(Card, text.split()))
    assert check_playable(cards, ruleset) is None
    return cards


def _sum(score: HandScore, ruleset: Ruleset) -> str:
    """The addition behind the points: 10 + 9. An ace against the bank may be 1."""
    numbers = [card.points for card in score.counted]
    if isinstance(ruleset.form, BankForm) and score.points is not None:
        for _ in range((sum(numbers) - score.points // 2) // 10):
            numbers[numbers.index(11)] = 1
    return " + ".join(map(str, numbers))


def _score_keys(sheets: Sequence[Sheet], press: Press) -> list[str]:
    """Short keys share a page; a sheet's own key is never divided unless it is long."""
    made: list[str] = []
    room, blocks = KEY_ROWS, ""
    across = 3 if small_hands(sheets[0].ruleset) else 2
    last = sheets[-1]

    def close() -> None:
        nonlocal room, blocks
        head = sheet_head(last, press, key=True)
        if len(sheets) > 1:  # the numbers stand over the blocks
            head = head.replace(press.say("sheet.number", n=last.number), "", 1)
        foot = sheet_foot(last, press, key=True, several=len(sheets) > 1)
        label = press.tr("sheet.key", title="31")
        made.append(page("score key", head + blocks + foot, label, press.tr.lang))
        room, blocks = KEY_ROWS, ""

    for sheet in sheets:
        for first, tasks in chunks(sheet.tasks, (KEY_ROWS - 2) * across):
            rows = -(-len(tasks) // across) + 2
            if rows > room:
                last = sheet
                close()
            room -= rows
            items = "".join(
                _counted_item(place, case, press)
                for place, case in enumerate(tasks, first + 1)
                if isinstance(case, HandCase)
            )
            height = -(-len(tasks) // across)
            blocks += (
                f'<section class="kb"><h2>{press.say("sheet.number", n=sheet.number)}</h2>'
                f'<ol class="kl a{across}" style="grid-template-rows:repeat({height},auto)">'
                f"{items}</ol></section>"
            )
    last = sheets[-1]
    close()
    return made


def _counted_item(place: int, case: HandCase, press: Press) -> str:
    score = score_playable(case.cards, case.ruleset)
    cards = "".join(card_text(card, press.tr.lang, local=press.local) for card in case.cards)
    spoken = _words(case.cards, press.tr)
    return (
        f'<li><span class="no">{place}</span><span class="cs"><span class="vh">'
        f"{escape(spoken)}: </span>{cards}</span><b>{escape(say_label(score, press.tr))}</b>"
        f"<small>{escape(_why(score, case.ruleset, press.tr))}</small></li>"
    )


def _why(score: HandScore, ruleset: Ruleset, tr: Translator) -> str:
    key = {
        ReasonKind.SAME_RANK: "card.why.trips",
        ReasonKind.THREE_ACES: "card.why.aces",
        ReasonKind.SUITED_RUN: "card.why.run",
    }.get(score.reason.kind)
    if key:
        return tr(key)
    return _sum(score, ruleset) if len(score.counted) > 1 else ""


# -------------------------------------------------------------------------- rounds to be settled


def _settle(sheet: Sheet, press: Press, first: int, tasks: Sequence[object]) -> str:
    items = "".join(
        _showdown_item(place, case, press)
        for place, case in enumerate(tasks, first + 1)
        if isinstance(case, Showdown)
    )
    return f'{_how_settled(sheet, press)}<ol class="st">{items}</ol>'


def _how_settled(sheet: Sheet, press: Press) -> str:
    """What to do, and the rules that come up on this sheet."""
    tr, ruleset = press.tr, sheet.ruleset
    said = [tr("sheet.how_settle")]
    if not isinstance(ruleset.form, BankForm):
        said.append(say_value("settlement.goal", ruleset.form.settlement.goal, tr))
    used = {path for case in sheet.tasks if isinstance(case, Showdown) for path in case.paths}
    paths = [
        path
        for path in questions(ruleset.family)
        if path in used and not path.startswith(_NOT_TOLD)
    ]
    rules = "".join(
        f"<li>{escape(say_question(path, tr, ruleset))} "
        f"<b>{escape(say_value(path, get_value(ruleset, path), tr))}</b></li>"
        for path in paths[:_MOST_RULES]
    )
    listed = f"<ul>{rules}</ul>" if rules else ""
    return f'<section class="how"><div><p>{escape(" ".join(said))}</p>{listed}</div></section>'


def _showdown_item(place: int, case: Showdown, press: Press) -> str:
    tr = press.tr
    hands = "".join(
        f'<div class="h"><p>{name}{BOX}</p>{hand(cards, tr)}</div>'
        for name, cards in zip(NAMES, case.hands, strict=False)
    )
    setup = escape(" ".join(say_case(case, tr, named=False)))
    asked = press.say(who_key(case, tr))
    return (
        f'<li><span class="no">{place}</span><div><p>{setup}</p><div class="hs">{hands}</div>'
        f'<p class="ask">{asked}{LINE}</p></div></li>'
    )


def _settle_key(_: Sheet, press: Press, first: int, tasks: Sequence[object]) -> str:
    items = "".join(
        _settled_item(place, case, press)
        for place, case in enumerate(tasks, first + 1)
        if isinstance(case, Showdown)
    )
    return f'<ol class="sk">{items}</ol>'


def _settled_item(place: int, case: Showdown, press: Press) -> str:
    tr, ruleset = press.tr, case.ruleset
    done, losses = case.settled(ruleset), case.value(ruleset)
    assert done is not None
    assert losses is not None
    names = NAMES[: len(case.hands)]
    hands = "".join(
        f'<span class="h">{name} <span class="cs"><span class="vh">{escape(_words(cards, tr))}: '
        f"</span>{''.join(card_text(card, tr.lang, local=press.local) for card in cards)}</span> "
        f"<b>{escape(say_label(score, tr))}</b></span>"
        for name, cards, score in zip(names, case.hands, case.scores(ruleset), strict=True)
    )
    answer = say_losses(losses, ruleset, tr)
    why = " ".join(say_settlement(done, names, ruleset, tr))
    return (
        f'<li><span class="no">{place}</span><div><p class="hs">{hands}</p>'
        f"<p><b>{escape(answer)}</b></p><p>{escape(why)}</p></div></li>"
    )


# ---------------------------------------------------------------------------- rules side by side


def _compare(sheet: Sheet, press: Press, first: int, tasks: Sequence[object]) -> str:
    rows = "".join(
        f'<tr><th scope="row"><span class="no">{place}</span>{hand(row.cards, press.tr)}</th>'
        f"{f'<td>{BOX}</td>' * len(row.labels)}</tr>"
        for place, row in enumerate(tasks, first + 1)
        if isinstance(row, Counted)
    )
    how = press.say("sheet.how_compare", rules=sheet.ruleset.names[press.tr.lang])
    values = press.say("card.values")
    return (
        f'<section class="how"><p>{how} {values}</p></section>'
        f'<table class="cmp"><thead>{_columns(sheet, press)}</thead><tbody>{rows}</tbody></table>'
        f"{_differences(sheet, press)}"
    )


def _columns(sheet: Sheet, press: Press) -> str:
    changed = sheet.changed or {}
    cells = []
    for place, ruleset in enumerate(sheet.columns):
        name = f"{flag(ruleset.region)} {named(sheet.columns[place], press.tr)}"
        if path := changed.get(place):
            asked = escape(say_question(path, press.tr, ruleset))
            answer = escape(say_value(path, get_value(ruleset, path), press.tr, short=True))
            name = f"<small>{asked}</small> {answer}"
        cells.append(f'<th scope="col">{name}</th>')
    return f'<tr><th scope="col">{press.say("sheet.hand")}</th>{"".join(cells)}</tr>'


def _differences(sheet: Sheet, press: Press) -> str:
    """What each ruleset says of aces, three alike and a row: what a pupil looks up."""
    paths = [
        path
        for path in _COUNTING
        if path in questions(sheet.ruleset.family)
        and len({get_value(r, path) for r in sheet.columns if path in questions(r.family)}) > 1
    ]
    if not paths or sheet.changed:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{escape(say_question(path, press.tr, sheet.ruleset))}</th>'
        + "".join(
            f"<td>{escape(say_value(path, get_value(ruleset, path), press.tr, short=True))}</td>"
            for ruleset in sheet.columns
        )
        + "</tr>"
        for path in paths
    )
    return f'<table class="cmp rl"><tbody>{rows}</tbody></table>'


def _compare_key(sheet: Sheet, press: Press, first: int, tasks: Sequence[object]) -> str:
    rows = "".join(
        f'<tr><th scope="row"><span class="no">{place}</span>{hand(row.cards, press.tr)}</th>'
        + "".join(
            f"<td{_DIFFERS if label != row.labels[0] else ''}>"
            f"{escape(say_points(label, press.tr))}</td>"
            for label in row.labels
        )
        + "</tr>"
        for place, row in enumerate(tasks, first + 1)
        if isinstance(row, Counted)
    )
    note = press.say("card.differs", rules=sheet.ruleset.names[press.tr.lang])
    return (
        f'<table class="cmp"><thead>{_columns(sheet, press)}</thead><tbody>{rows}</tbody></table>'
        f'<p class="lg"><span class="sq"></span>{note}</p>'
    )
