"""The card of house rules: one A4 page that settles what a table should agree on before the deal.

Questions and answers are those of the rules page, so the card says nothing that the engine does not
play. What differs from the base is marked by a bar that survives grey print; an open question has
empty boxes to tick by pen.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final
from urllib.parse import urlsplit

from thirtyone.cards import Card
from thirtyone.hands import HandScore, ReasonKind, check_playable, score_playable
from thirtyone.notation import suit_word
from thirtyone.rules import Family, get_value
from thirtyone.rules.draft import Draft, offered
from thirtyone.rules.link import write_code
from thirtyone.rules.model import AceAcrossSuits, BankForm, Goal, InPlay, LifeUnit
from thirtyone.rules.values import Value
from thirtyone.text.say import ruleset_name, say_value
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import compact, rose
from thirtyone.ui.house_rows import has_lives, question_text, short
from thirtyone.ui.marks import flag

_MOST_ALSO: Final = 14
_LONG_CODE: Final = 130
_ENDS: Final = "instant.in_play"
_PAYERS: Final = "instant.payers"
_LOCAL: Final = ("localhost", "127.", "[::1]", "0.0.0.0")  # noqa: S104  # compared, not bound
_BOX: Final = '<span class="bx"></span>'

_AGREED: Final[Mapping[Family, tuple[str, ...]]] = {
    Family.DRAW: (
        "scoring.ace_across_suits",
        "scoring.three_of_a_kind",
        "scoring.three_aces",
        "settlement.tie_with_knocker",
        "instant.after_knock",
        "match.all_out",
    ),
    Family.EXCHANGE: (
        "scoring.three_of_a_kind",
        "scoring.three_aces",
        "scoring.ties",
        "deal.dealer_choice",
        "knock.first_turn",
        "instant.after_knock",
    ),
    Family.BANK: (
        "bank.low_aces",
        "bank.natural",
        "bank.draws_to",
        "bank.tie",
        "bank.fold",
        "bank.changes",
    ),
}
_UNLESS_LIVES: Final = {
    "settlement.tie_with_knocker": "settlement.tie_for_highest",
    "match.all_out": "match.several_at_target",
}
"""Questions that take the place of another where nobody plays for lives."""

_LOSES: Final = (
    "settlement.lowest",
    "settlement.lone_low_knocker",
    "settlement.tie_with_knocker",
    "instant.in_play",
    "lives.last_chance",
)
_WINS: Final = (
    "settlement.tie_for_highest",
    "instant.in_play",
    "match.target",
    "match.deals",
    "stakes.ante",
)
_BANK_WINS: Final = ("bank.tie", "bank.direction", "stakes.pot")


def house_card(draft: Draft, tr: Translator, *, at: str = "", local: bool = False) -> str:
    """The card as HTML. ``at`` is the address of the page, for the code that phones read."""
    agreed = _agreed(draft)
    table = _table_paths(draft)
    told = {*agreed, *table, *_told_in_words(draft)}
    if _ENDS in table and _ends_at_once(draft):
        told.add(_PAYERS)
    return (
        f'<div class="a4" lang="{tr.lang}">{_head(draft, tr)}'
        f'<p class="aim">{escape(_aim(draft, tr))}</p>'
        f'<section><h3>{_say(tr, "card.agreed")}</h3><div class="q6">'
        f"{''.join(_agreement(draft, path, tr) for path in agreed)}</div></section>"
        f'<div class="c2"><section><h3>{_say(tr, "card.worth")}</h3>{_worth(draft, tr)}'
        f'<div class="exs">{"".join(_examples(draft, tr, local=local))}</div></section>'
        f"<section><h3>{_say(tr, 'card.turn')}</h3>{_turn(draft, tr)}</section></div>"
        f"{_table(draft, table, tr)}{_also(draft, told, tr)}{_foot(draft, tr, at)}</div>"
    )


def _say(tr: Translator, key: str) -> str:
    return escape(tr(key))


def _head(draft: Draft, tr: Translator) -> str:
    count = len(draft.changes)
    changes = (
        tr.plural("card.changes", count, n=tr.spelled(count)) if count else tr("card.no_changes")
    )
    return (
        f'<header>{rose()}<div><p class="k">{_say(tr, "card.title")}</p>'
        f'<p class="nm">{escape(ruleset_name(draft.ruleset, tr))}</p></div>'
        f'<p class="b">{flag(draft.base.region)} {escape(ruleset_name(draft.base, tr))}<br>'
        f"{escape(changes)}</p></header>"
    )


def _aim(draft: Draft, tr: Translator) -> str:
    form, match = draft.ruleset.form, draft.ruleset.match
    if isinstance(form, BankForm):
        said = [tr("card.aim.bank")]
    elif form.settlement.goal is Goal.LOWEST_LOSES:
        marks = form.lives.unit is LifeUnit.MARK
        said = [tr("card.aim.suit"), tr("card.aim.lives.mark" if marks else "card.aim.lives")]
    else:
        said = [tr("card.aim.suit"), say_value("settlement.goal", form.settlement.goal, tr)]
    if not has_lives(draft):
        ends = (("match.target", match.target), ("match.deals", match.deals))
        said += [say_value(path, number, tr) for path, number in ends if number]
    return " ".join(said)


# ------------------------------------------------------------------------------- six agreements


def _agreed(draft: Draft) -> Sequence[str]:
    """Six questions: those still open first, for they are what the card is for."""
    usual = _AGREED[draft.base.family]
    if not has_lives(draft):
        usual = tuple(_UNLESS_LIVES.get(path, path) for path in usual)
    urgent = [path for path in draft.cleared if path not in usual]
    kept = [path for path in usual if path in draft.cleared or path in draft.changes]
    kept += [path for path in usual if path not in kept]
    chosen = {*urgent, *kept[: max(0, 6 - len(urgent))]}
    return [path for path in (*urgent, *usual) if path in chosen][:6]


def _agreement(draft: Draft, path: str, tr: Translator) -> str:
    question = escape(question_text(draft, path, tr))
    if path in draft.cleared:
        answers = [v for v in offered(draft.base, path) if draft.fits(path, v)]
        answers = answers or [draft.counted[path]]
        boxes = "".join(
            f"<span>{_BOX}{escape(short(path, value, tr))}</span>" for value in answers[:4]
        )
        return f'<div class="o"><p>{question}</p><b>{boxes}</b></div>'
    kind = ' class="d"' if path in draft.changes else ""
    answer = short(path, get_value(draft.ruleset, path), tr)
    return f"<div{kind}><p>{question}</p><b>{escape(answer)}</b></div>"


# ------------------------------------------------------------------------------ worth of a hand


def _worth(draft: Draft, tr: Translator) -> str:
    form = draft.ruleset.form
    said: list[tuple[str, bool]] = [(tr("card.values"), False)]
    if isinstance(form, BankForm):
        said.append(_sentence(draft, "bank.low_aces", tr))
    else:
        said.append(_sentence(draft, "scoring.ace_across_suits", tr))
        if form.scoring.ace_across_suits is not AceAcrossSuits.NONE:
            said.append(_sentence(draft, "scoring.cap", tr))
    return f"<p>{' '.join(_marked(*sentence) for sentence in said)}</p>"


def _sentence(draft: Draft, path: str, tr: Translator) -> tuple[str, bool]:
    return say_value(path, get_value(draft.ruleset, path), tr), path in draft.changes


def _marked(text: str, changed: bool) -> str:
    return f'<span class="dd">{escape(text)}</span>' if changed else escape(text)


def _hands(draft: Draft) -> Iterator[tuple[Card, ...]]:
    if draft.base.family is Family.BANK:
        texts = ("KH 7S 4D", "AH 9S 5C", "AH KC QS", "KH QS 5D 7C")
    elif draft.ruleset.hand_size == 4:
        texts = ("KH 9H JS 9C", "KH 9H AS 9C", "QS QH QC QD", "AD KD QD TD")
    else:
        texts = ("KH 9H JS", "KH 9H AS", "QS QH QC", "AD KD TD")
    for text in texts:
        yield tuple(map(Card, text.split()))


def _examples(draft: Draft, tr: Translator, *, local: bool) -> Iterator[str]:
    rules = draft.ruleset
    for hand in _hands(draft):
        if check_playable(hand, rules):
            continue
        score = score_playable(hand, rules)
        cards = "".join(
            compact(card, tr.lang, local=local, idle=card not in score.counted) for card in hand
        )
        points = score.label if score.points is None else tr.points(score.points)
        why = _why(score, tr)
        if score.ends_round and rules.family is not Family.BANK:
            why = f"{why}, {tr('score.ends_round')}"
        yield (
            f'<figure><div class="hd4">{cards}</div>'
            f'<figcaption><b class="num">{escape(points)}</b> {escape(why)}</figcaption></figure>'
        )


def _why(score: HandScore, tr: Translator) -> str:
    key = {
        ReasonKind.ACE_ACROSS_SUITS: "card.why.ace",
        ReasonKind.SAME_RANK: "card.why.trips",
        ReasonKind.THREE_ACES: "card.why.aces",
        ReasonKind.SUITED_RUN: "card.why.run",
        ReasonKind.BANK_TOTAL: "card.why.bank",
    }.get(score.reason.kind)
    if key:
        return tr(key)
    if len(score.counted) == 1 or score.reason.suit is None:
        return tr("card.why.best")
    return tr("card.why.suit", suit=suit_word(score.reason.suit, tr.lang))


# ------------------------------------------------------------------------------------- the turn

_DRAW_WORDS: Final = ("turn.throw_back", "knock.last_turns", "turn.stand_pat", "stock.empty")
_SWAP_WORDS: Final = ("turn.swaps", "turn.pass", "knock.last_turns")
_BANK_WORDS: Final = ("bank.draws_to", "bank.changes")


def _told_in_words(draft: Draft) -> set[str]:
    """Paths whose answer stands in a sentence of the card."""
    family = draft.base.family
    words = {Family.DRAW: _DRAW_WORDS, Family.EXCHANGE: _SWAP_WORDS, Family.BANK: _BANK_WORDS}
    counted = {
        "settlement.goal",
        "match.target",
        "match.deals",
        "scoring.ace_across_suits",
        "bank.low_aces",
        "lives.start",
        "players",
        "deck.cards",
        "hand.cards",
    }
    return {*words[family], *counted}


def _turn(draft: Draft, tr: Translator) -> str:
    family = draft.base.family

    def said(path: str) -> str:
        return _marked(*_sentence(draft, path, tr))

    if family is Family.BANK:
        steps, after = [_say(tr, "card.turn.hit")], [said("bank.draws_to")]
    elif family is Family.EXCHANGE:
        steps = [said("turn.swaps"), said("turn.pass")]
        after = [f"{_say(tr, 'card.turn.knock_swap')} {said('knock.last_turns')}"]
    else:
        thrown = f"{_say(tr, 'card.turn.throw')} {said('turn.throw_back')}"
        steps = [_say(tr, "card.turn.draw"), thrown]
        knock = f"{_say(tr, 'card.turn.knock')} {said('knock.last_turns')}"
        after = [f"{knock} {said('turn.stand_pat')}"]
    if family is Family.DRAW:
        asked = escape(question_text(draft, "stock.empty", tr))
        after.append(f"{asked} {said('stock.empty')}")
    items = "".join(f"<li>{step}</li>" for step in steps)
    return f"<ol>{items}</ol>" + "".join(f"<p>{text}</p>" for text in after)


# ---------------------------------------------------------------------------- who loses or wins


def _table_paths(draft: Draft) -> Sequence[str]:
    form = draft.ruleset.form
    if isinstance(form, BankForm):
        return _BANK_WINS
    lowest = form.settlement.goal is Goal.LOWEST_LOSES
    return [path for path in (_LOSES if lowest else _WINS) if path not in draft.cleared]


def _table(draft: Draft, paths: Sequence[str], tr: Translator) -> str:
    rows = "".join(_row(draft, path, tr) for path in paths)
    key = "card.loses" if "settlement.lowest" in paths else "card.wins"
    return f"<section><h3>{_say(tr, key)}</h3><table>{rows}</table></section>"


def _row(draft: Draft, path: str, tr: Translator) -> str:
    asked = (path, _PAYERS) if path == _ENDS and _ends_at_once(draft) else (path,)
    answer = " ".join(say_value(each, get_value(draft.ruleset, each), tr) for each in asked)
    kind = ' class="d"' if any(each in draft.changes for each in asked) else ""
    return (
        f'<tr{kind}><th scope="row">{escape(question_text(draft, path, tr))}</th>'
        f"<td>{escape(answer)}</td></tr>"
    )


def _ends_at_once(draft: Draft) -> bool:
    """Who pays for a hand that ends the round is told in the same row."""
    lowest = get_value(draft.ruleset, "settlement.goal") is Goal.LOWEST_LOSES
    return lowest and get_value(draft.ruleset, _ENDS) is InPlay.AT_ONCE


def _also(draft: Draft, told: set[str], tr: Translator) -> str:
    """Changes and open questions that stand nowhere else; few enough for the page."""
    rest = [path for path in (*draft.cleared, *draft.changes) if path not in told]
    if not rest:
        return ""
    items = "".join(
        f'<li class="d">{escape(question_text(draft, path, tr))} '
        f"<b>{_BOX if path in draft.cleared else escape(_answer(draft, path, tr))}</b></li>"
        for path in rest[:_MOST_ALSO]
    )
    more = len(rest) - _MOST_ALSO
    line = f"<p>{escape(tr.plural('card.more', more))}</p>" if more > 0 else ""
    return f'<section><h3>{_say(tr, "card.also")}</h3><ul class="also">{items}</ul>{line}</section>'


def _answer(draft: Draft, path: str, tr: Translator) -> str:
    value: Value = draft.changes[path]
    return short(path, value, tr)


# ------------------------------------------------------------------------------------- the foot


def _foot(draft: Draft, tr: Translator, at: str) -> str:
    rules = draft.ruleset
    players = tr(
        "card.foot",
        low=str(rules.players.low),
        high=str(rules.players.high),
        n=str(rules.deck_size),
    )
    lives = (
        say_value("lives.start", get_value(rules, "lives.start"), tr) if has_lives(draft) else ""
    )
    changed = any(path in draft.changes for path in ("lives.start", "players", "deck.cards"))
    return (
        f'<footer><div class="q">{_open_here(draft, tr, at)}</div>'
        f'<div class="sg"><p>{_say(tr, "card.players")}</p><i></i><i></i></div>'
        f'<div class="lg"><p><span class="sq1"></span>'
        f"{escape(tr('card.differs', rules=ruleset_name(draft.base, tr)))}</p>"
        f"<p>{_BOX}{_say(tr, 'card.to_agree')}</p>"
        f"<p>{_marked(f'{lives} {players}.'.strip(), changed)}</p></div></footer>"
    )


def _open_here(draft: Draft, tr: Translator, at: str) -> str:
    """A code for phones where others can reach the page; else the code in letters."""
    code = write_code(draft)
    if at and not urlsplit(at).netloc.startswith(_LOCAL):
        link = f"{at}?view=house&house={code}&lang={tr.lang}"
        drawing = qr(link)
        if drawing:
            label = escape(tr("card.qr"))
            return (
                f'<div class="qr" role="img" aria-label="{label}">{drawing}</div>'
                f"<p>{_say(tr, 'card.open_here')}<br>{escape(urlsplit(at).netloc)}</p>"
            )
    shown = escape(code).replace("_", "_<wbr>")
    wide = ' class="w"' if len(code) > _LONG_CODE else ""
    return f"<p{wide}>{_say(tr, 'card.code')}<br><code>{shown}</code></p>"


def qr(text: str) -> str:
    """The QR code of a text as SVG; nothing where the drawing package is not installed."""
    try:
        import segno  # small, but only the card needs it
    except ImportError:
        return ""
    drawing: str = segno.make(text, error="l", micro=False).svg_inline(
        border=2, omitsize=True, dark="#15202B", light="#FFFFFF"
    )
    return drawing
