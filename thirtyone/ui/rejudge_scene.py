"""The final hands of a round under every ruleset: who pays what, and the rule that did it."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from thirtyone.hands import check_playable
from thirtyone.play.outcome import RoundOutcome
from thirtyone.play.settle import settle
from thirtyone.play.settlement import Change, Settlement, Unit
from thirtyone.rules import Family, Ruleset, get_value
from thirtyone.rules.provenance import Mark, Provenance
from thirtyone.text.say import ruleset_name, say_question, say_value
from thirtyone.text.say_play import say_label, say_settlement
from thirtyone.text.translator import Translator
from thirtyone.ui.marks import flag, icon, provenance_mark
from thirtyone.ui.round_steps import Telling
from thirtyone.ui.round_story import is_variant, played_name
from thirtyone.ui.scene import Scene, in_language, tag, with_markup


@dataclass(frozen=True, slots=True)
class Judgement:
    """The same hands under one ruleset; no settlement where they do not exist."""

    ruleset: Ruleset
    done: Settlement | None

    @property
    def who(self) -> tuple[tuple[int, int], ...]:
        """Seats and amounts, in lives or whatever else: what two judgements are compared by."""
        if self.done is None:
            return ()
        return tuple(sorted((c.seat, c.amount) for c in pays(self.done)))


def pays(done: Settlement) -> tuple[Change, ...]:
    """What changed for the players; the bank's own sum is the rest."""
    return tuple(change for change in done.changes if change.seat != done.bank)


def judge(outcome: RoundOutcome, ruleset: Ruleset, own: Ruleset, settled: Settlement) -> Judgement:
    """The hands under a ruleset; the round's own rules give what it really cost.

    What ended the round there need not end it elsewhere: the hands and the knock say how they settle.
    """
    if ruleset == own:
        return Judgement(ruleset, settled)
    if any(check_playable(hand, ruleset) for hand in outcome.hands):
        return Judgement(ruleset, None)
    knocker = None if ruleset.family is Family.BANK else outcome.knocker
    return Judgement(ruleset, settle(ruleset, outcome.hands, knocker=knocker))


def rejudge_scene(
    telling: Telling,
    home: Ruleset,
    shown: Sequence[Ruleset],
    others: Sequence[Ruleset],
    fixed: frozenset[str],
    *,
    revealed: bool,
) -> Scene:
    """The whole row, or why it is not there yet."""
    tr, story = telling.look.tr, telling.story
    frame: Scene = {
        "lang": tr.lang,
        "heading": tr("rejudge.heading"),
        "panels": [],
        "note": "",
        "text": "",
        "ask": None,
        "more": _more(tr, shown, others),
        "cross": icon("x"),
        "legend": {"label": tr("mark.label"), "html": _legend(tr)},
        "label": tr("rejudge.label"),
    }
    outcome = telling.moment(len(story.steps) - 1).outcome
    if outcome is None or story.result is None:
        return {**frame, "text": tr("rejudge.not_over"), "more": None}
    if outcome.drawn:
        return {**frame, "text": tr("rejudge.drawn"), "more": None}
    if not revealed:
        return {**frame, "text": tr("rejudge.later"), "ask": tr("quiz.show"), "more": None}
    settled = story.result[0]
    judged = [judge(outcome, rules, story.ruleset, settled) for rules in shown]
    # Where your rules cannot hold these cards, the round's own are what the others are held against.
    base = next(one for one in judged if one.ruleset == home)
    own = next((one for one in judged if one.ruleset == story.ruleset), base)
    base = own if base.done is None else base
    return {
        **frame,
        "text": _lede(tr, judged, base),
        "panels": [_panel(telling, one, base, fixed, yours=base.ruleset == home) for one in judged],
        "note": " ".join(_notes(tr, story.ruleset, judged)),
    }


def _legend(tr: Translator) -> str:
    return "".join(
        f"<span>{provenance_mark(mark)}{escape(tr(f'mark.{mark}'))}</span>" for mark in Mark
    )


def _more(tr: Translator, shown: Sequence[Ruleset], others: Sequence[Ruleset]) -> Scene:
    ids = {rules.id for rules in shown}
    return {
        "html": (
            f"{icon('plus')}<span>{escape(tr('act.add_rules'))}</span>"
            f'<span class="dn">{icon("down")}</span>'
        ),
        "label": tr("act.add_rules"),
        "options": [
            {
                "id": rules.id,
                "html": f"{flag(rules.region)}<span>{escape(ruleset_name(rules, tr))}</span>",
                "on": rules.id in ids,
            }
            for rules in others
        ],
    }


def _lede(tr: Translator, judged: Sequence[Judgement], base: Judgement) -> str:
    if base.done is None:
        return tr("event.other_cards")
    count = sum(one.done is not None and one.who != base.who for one in judged)
    if not count:
        return tr("rejudge.agree")
    name = ruleset_name(base.ruleset, tr)
    return tr.plural("rejudge.differ", count, n=tr.spelled(count, first=True), rules=name)


def _notes(tr: Translator, own: Ruleset, judged: Sequence[Judgement]) -> list[str]:
    """What a reader must know: only the hands are judged, and some games come to them otherwise."""
    notes = [tr("rejudge.only_hands")]
    for family, key in (
        (Family.DRAW, "rejudge.played_draw"),
        (Family.EXCHANGE, "rejudge.played_swap"),
        (Family.BANK, "rejudge.played_bank"),
    ):
        names = [
            played_name(one.ruleset, tr)
            for one in judged
            if one.ruleset.family is family is not own.family and one.done is not None
        ]
        if names:
            notes.append(tr(key, rules=tr.join(names)))
    return [*notes, tr("rejudge.underlined")]


# ---------------------------------------------------------------------------------- one ruleset


def _panel(
    telling: Telling, one: Judgement, base: Judgement, fixed: frozenset[str], *, yours: bool
) -> Scene:
    tr, ruleset, names = telling.look.tr, one.ruleset, telling.names
    name = played_name(ruleset, tr)
    state = _state(one, base)
    panel: Scene = {
        "id": f"{ruleset.id}+" if is_variant(ruleset) else ruleset.id,
        "name": name,
        "flag": flag(ruleset.region),
        "state": state,
        "tag": _tag(tr, "own" if state == "home" and not yours else state),
        "who": "–",
        "what": "",
        "kind": "",
        "why": tr("event.other_cards"),
        "rows": [],
        "source": None,
        "label": name,
        "remove": "" if ruleset.id in fixed else tr("act.remove_rules", rules=name),
    }
    if one.done is None:
        return panel
    who, what, kind = _who(tr, one.done, names)
    sentences = say_settlement(one.done, names, ruleset, tr)
    return {
        **panel,
        "who": who,
        "what": what,
        "kind": kind,
        "why": " ".join(sentences),
        "rows": _rows(tr, one, base, names),
        "source": _source(tr, one),
        "label": f"{name}: {who} {what}".strip(),
    }


def _state(one: Judgement, base: Judgement) -> str:
    if one is base:
        return "home"
    if one.done is None or base.done is None:
        return "off"
    if one.who == base.who:
        return "same"
    seats = [seat for seat, _ in one.who], [seat for seat, _ in base.who]
    return "amount" if seats[0] == seats[1] else "diff"


def _tag(tr: Translator, state: str) -> str:
    kinds = {
        "home": ("home", tr("tag.yours")),
        "own": ("home", tr("rejudge.tag_own")),
        "off": ("go", tr("rejudge.tag_cards")),
        "same": ("go", tr("rejudge.tag_same")),
        "amount": ("diff", tr("tag.differs", diff=tr("rejudge.tag_amount"))),
        "diff": ("diff", tr("tag.differs", diff=tr("rejudge.tag_other"))),
    }
    return tag(*kinds[state])


def _who(tr: Translator, done: Settlement, names: Sequence[str]) -> tuple[str, str, str]:
    """Who it hits, what they lose or win, and whether that is a loss or a win."""
    changes = pays(done)
    if not changes:
        return tr("rejudge.nobody"), "", ""
    amounts = {change.amount for change in changes}
    who = tr.join(names[change.seat] for change in changes)
    if len(amounts) > 1:
        parts = [f"{names[c.seat]} {_amount(tr, c)}" for c in changes]
        kind = "lose" if all(amount < 0 for amount in amounts) else ""
        return who, ", ".join(parts), kind
    return who, _amount(tr, changes[0]), "lose" if changes[0].amount < 0 else "win"


def _amount(tr: Translator, change: Change) -> str:
    n = abs(change.amount)
    signed = tr.signed(change.amount)
    return {
        Unit.LIFE: tr.plural("rejudge.lives", n, n=signed),
        Unit.MARK: tr.plural("rejudge.marks", n, n=signed),
        Unit.POINT: tr.plural("rejudge.points", n, n=signed),
        Unit.POT: tr.plural("rejudge.tokens", n, n=signed),
        Unit.TOKEN: tr.plural("rejudge.tokens", n, n=signed),
    }[change.unit]


def _rows(tr: Translator, one: Judgement, base: Judgement, names: Sequence[str]) -> list[Scene]:
    assert one.done is not None
    hit = {change.seat for change in pays(one.done)}
    rows = []
    for seat, score in enumerate(one.done.scores):
        value = say_label(score, tr)
        other = base.done is not None and say_label(base.done.scores[seat], tr) != value
        rows.append({"name": names[seat], "value": value, "hit": seat in hit, "alt": other})
    return rows


# ------------------------------------------------------------------------------- the rule behind it


def _source(tr: Translator, one: Judgement) -> Scene | None:
    """The rule that decided: question, answer, and where it is written."""
    assert one.done is not None
    paths = list(dict.fromkeys(change.because for change in one.done.changes))
    if not paths:
        return None
    path, ruleset = paths[0], one.ruleset
    told = ruleset.provenance[path]
    return {
        "html": f"{provenance_mark(told.mark)}<span>{_short(tr, told)}</span>",
        "question": say_question(path, tr, ruleset),
        "answer": say_value(path, get_value(ruleset, path), tr),
        "marked": tr(f"mark.{told.mark}"),
        "note": told.note[tr.lang] if told.note else "",
    }


def _short(tr: Translator, told: Provenance) -> str:
    source = told.source
    if source is None or told.mark is Mark.OURS:
        return escape(tr(f"mark.{told.mark}"))
    title = in_language(source.lang, source.title)
    if not told.section:
        return title
    section = in_language(source.lang, told.section)
    return with_markup(tr, "source.short", source=title, section=section)
