"""What the panels show: one hand under each ruleset, held against the reader's own rules."""

from dataclasses import dataclass
from html import escape
from typing import Final

from thirtyone.cards import Card
from thirtyone.hands import (
    ILD,
    HandScore,
    Unplayable,
    UnplayableKind,
    check_playable,
    score_playable,
)
from thirtyone.notation import suit_word
from thirtyone.points import HalfPoints
from thirtyone.rules import Family, Mark, Provenance, Ruleset, get_value
from thirtyone.text.say import say_question, say_score, say_unplayable, say_value
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import compact
from thirtyone.ui.marks import icon, provenance_mark
from thirtyone.ui.scene import LEAST, Scene, View, in_language, tag, with_markup

_NO_VALUE: Final = "–"
_NAME_LANGUAGE: Final = "da"  # a hand with a name, such as Ild, keeps the Danish word


@dataclass(frozen=True, slots=True)
class Verdict:
    """One ruleset's answer: a score, or why there is none, or neither for an unfinished hand."""

    ruleset: Ruleset
    score: HandScore | None = None
    problem: Unplayable | None = None

    @property
    def rule(self) -> str | None:
        """The path of the rule that decided."""
        if self.score:
            return self.score.reason.rule
        if self.problem is None:
            return None
        size = self.problem.kind is UnplayableKind.WRONG_SIZE
        return "hand.cards" if size else "deck.cards"


def judge(hand: tuple[Card, ...], ruleset: Ruleset) -> Verdict:
    """The hand under one ruleset. A hand of fewer than three cards is not judged at all."""
    if len(hand) < LEAST:
        return Verdict(ruleset)
    problem = check_playable(hand, ruleset)
    if problem:
        return Verdict(ruleset, problem=problem)
    return Verdict(ruleset, score_playable(hand, ruleset))


def differs(verdict: Verdict, home: Verdict) -> bool:
    """Whether both rulesets give a value and the values are not the same."""
    if verdict.score is None or home.score is None:
        return False
    return verdict.score.points != home.score.points


def verdicts_scene(view: View, others: tuple[Ruleset, ...], fixed: frozenset[str]) -> Scene:
    """The whole scene of the panels.

    ``others`` are the rulesets that can be added; a panel whose id is in ``fixed`` stays.
    """
    tr = view.tr
    verdicts = [judge(view.hand, rules) for rules in view.shown]
    home = next(verdict for verdict in verdicts if verdict.ruleset.id == view.home.id)
    ids = {rules.id for rules in view.shown}
    return {
        "lang": tr.lang,
        "heading": _heading(view, verdicts, home),
        "note": _note(view, verdicts),
        "label": tr("verdict.label"),
        "panels": [_panel(view, verdict, home, fixed) for verdict in verdicts],
        "legend": {"label": tr("mark.label"), "html": legend(view)},
        "more": {
            "html": (
                f"{icon('plus')}<span>{escape(tr('act.add_rules'))}</span>"
                f'<span class="dn">{icon("down")}</span>'
            ),
            "label": tr("act.add_rules"),
            "options": [
                {
                    "id": rules.id,
                    "html": f"{view.flag(rules)}<span>{escape(view.name(rules))}</span>",
                    "title": rules.summaries[tr.lang],
                    "on": rules.id in ids,
                }
                for rules in others
            ],
        },
        "window": {"close": tr("act.close"), "others": tr("popover.others")},
        "cross": icon("x"),
        "warn": icon("warn"),
    }


def legend(view: View) -> str:
    """The three provenance marks with their words."""
    return "".join(
        f"<span>{provenance_mark(mark)}{escape(view.tr(f'mark.{mark}'))}</span>" for mark in Mark
    )


def _heading(view: View, verdicts: list[Verdict], home: Verdict) -> str:
    tr = view.tr
    if view.missing:
        return tr.plural("state.pick_more", view.missing)
    if home.problem:
        return say_unplayable(home.problem, view.hand, view.home, tr)
    count = sum(differs(verdict, home) for verdict in verdicts)
    if count:
        words = tr.spelled(count, first=True)
        return tr.plural("score.disagree", count, n=words, rules=view.name(view.home))
    judges = sum(verdict.score is not None for verdict in verdicts)
    if judges == len(verdicts):
        return tr("score.agree")
    if judges == 1:
        return tr("score.only", rules=view.name(view.home))
    return tr("score.agree_some")


def _note(view: View, verdicts: list[Verdict]) -> str:
    """What a suit is, once, and how many rulesets have nothing to say to this hand."""
    tr = view.tr
    if not view.hand:
        return tr("state.no_hand")
    silent = sum(verdict.problem is not None for verdict in verdicts)
    said = [tr("term.suit_not_colour")]
    if silent and not view.missing:
        said.append(tr.plural("score.cannot", silent, n=tr.spelled(silent, first=True)))
    return " ".join(said)


def _panel(view: View, verdict: Verdict, home: Verdict, fixed: frozenset[str]) -> Scene:
    tr = view.tr
    ruleset, score = verdict.ruleset, verdict.score
    name = view.name(ruleset)
    return {
        "id": ruleset.id,
        "name": name,
        "flag": view.flag(ruleset),
        "state": _state(verdict, home),
        "tag": _tag(view, verdict, home),
        "value": _value(view, score),
        "label": _label(view, verdict, home),
        "cards": "".join(_cards(view, score)),
        "why": _why(view, verdict),
        "badge": _badge(view, verdict),
        "source": _source(view, verdict, home),
        "remove": "" if ruleset.id in fixed else tr("act.remove_rules", rules=name),
    }


def _state(verdict: Verdict, home: Verdict) -> str:
    if verdict.ruleset.id == home.ruleset.id:
        return "home"
    if verdict.problem:
        return "off"
    return "diff" if differs(verdict, home) else "same"


def _tag(view: View, verdict: Verdict, home: Verdict) -> str:
    tr = view.tr
    if verdict.ruleset.id == home.ruleset.id:
        return tag("home", tr("tag.yours"))
    if verdict.problem:
        if verdict.problem.kind is UnplayableKind.NOT_IN_DECK:
            return tag("go", tr("tag.not_in_deck"))
        return tag("go", tr("tag.wrong_size", n=str(verdict.ruleset.hand_size)))
    if verdict.score is None or home.score is None:
        return ""
    if not differs(verdict, home):
        return tag("go", tr("tag.same"))
    return tag("diff", tr("tag.differs", diff=_difference(view, verdict.score, home.score)))


def _difference(view: View, score: HandScore, home: HandScore, *, aloud: bool = False) -> str:
    """How far a value is from the reader's: ``+20``, ``plus 20``, or words for Ild."""
    tr = view.tr
    # A named hand stands above every number, so the number it beats is the highest of all: 31.
    if score.points is None:
        return tr("tag.above", points=tr.points(HalfPoints(62)))
    if home.points is None:
        return tr("tag.below", points=ILD)
    difference = HalfPoints(score.points - home.points)
    if not aloud:
        return tr.signed_points(difference)
    key = "diff.plus" if difference > 0 else "diff.minus"
    return tr(key, points=tr.points(HalfPoints(abs(difference))))


def _value(view: View, score: HandScore | None) -> Scene:
    if score is None:
        return {"text": _NO_VALUE, "word": False, "lang": None}
    if score.points is None:
        return {"text": score.label, "word": True, "lang": _NAME_LANGUAGE}
    return {"text": view.tr.points(score.points), "word": False, "lang": None}


def _label(view: View, verdict: Verdict, home: Verdict) -> str:
    tr, score = view.tr, verdict.score
    name = view.name(verdict.ruleset)
    if score is None:
        return tr("aria.verdict_none", rules=name)
    if score.points is None:
        label = tr("aria.verdict_name", rules=name, points=score.label)
    elif score.reason.suit and len(score.counted) > 0:
        suit = suit_word(score.reason.suit, tr.lang)
        label = tr("aria.verdict", rules=name, points=tr.points(score.points), suit=suit)
    else:
        label = tr("aria.verdict_points", rules=name, points=tr.points(score.points))
    if home.score and differs(verdict, home):
        difference = _difference(view, score, home.score, aloud=True)
        return f"{label}, {tr('aria.differs', diff=difference)}"
    return label


def _cards(view: View, score: HandScore | None) -> list[str]:
    tr = view.tr
    if score is None:
        return [compact(card, tr.lang, local=view.local) for card in view.hand]
    drawn = []
    for card in view.hand:
        idle = card not in score.counted
        key = "aria.card_idle" if idle else "aria.card_counts"
        label = tr(key, card=view.words(card))
        drawn.append(compact(card, tr.lang, local=view.local, label=label, idle=idle))
    return drawn


def _why(view: View, verdict: Verdict) -> str:
    if verdict.score:
        return say_score(verdict.score, verdict.ruleset, view.tr)
    if verdict.problem:
        return say_unplayable(verdict.problem, view.hand, verdict.ruleset, view.tr)
    return ""


def _badge(view: View, verdict: Verdict) -> str:
    """Does the round end? Against the bank nobody's hand ends it, so nothing is said."""
    if verdict.score is None or verdict.ruleset.family is Family.BANK:
        return ""
    if verdict.score.ends_round:
        return tag("end", view.tr("score.ends_round"))
    return tag("go", view.tr("score.goes_on"))


def _source(view: View, verdict: Verdict, home: Verdict) -> Scene:
    """The last line of a panel, and the window that opens from it."""
    path = verdict.rule
    if path is None:
        return {"html": "", "label": ""}
    tr, ruleset = view.tr, verdict.ruleset
    told = ruleset.provenance[path]
    value = get_value(ruleset, path)
    text, html = _short(view, told)
    label = f"{tr('act.show_source', rules=view.name(ruleset))}. {text}"
    own = ""
    if ruleset.id == home.ruleset.id:
        own = tag("home", tr("tag.yours"))
    elif ruleset.family is view.home.family and get_value(view.home, path) != value:
        theirs = _heading_of(path, get_value(view.home, path), tr)
        own = tag("diff", tr("tag.differs_from", value=theirs))
    source, section = told.source, told.section
    return {
        "html": f'{provenance_mark(told.mark)}<span class="tx">{html}</span>',
        "label": label,
        "question": say_question(path, tr),
        "answer": _heading_of(path, value, tr),
        "tag": own,
        "words": _why(view, verdict),
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


def _heading_of(path: str, value: object, tr: Translator) -> str:
    """A rule's answer as a heading or a tag: without the full stop of a sentence."""
    return say_value(path, value, tr).removesuffix(".")


def _short(view: View, told: Provenance) -> tuple[str, str]:
    """Title and section in one line, as text and as HTML."""
    tr, source = view.tr, told.source
    if source is None or told.mark is Mark.OURS:
        text = tr(f"mark.{told.mark}")
        return text, escape(text)
    title = source.title
    if not told.section:
        return title, in_language(source.lang, title)
    html = with_markup(
        tr,
        "source.short",
        source=in_language(source.lang, title),
        section=in_language(source.lang, told.section),
    )
    return tr("source.short", source=title, section=told.section), html
