"""The start page: which rules are yours, one hand that shows why it matters, and the doors."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Final

from thirtyone.cards import Card
from thirtyone.hands import HandScore, ReasonKind, score_hand
from thirtyone.rules.link import find, is_code
from thirtyone.rules.load import home_ids, load_ruleset, ruleset_ids
from thirtyone.rules.model import Region
from thirtyone.text.translator import Translator, get_translator
from thirtyone.ui.faces import face
from thirtyone.ui.marks import flag, provenance_mark
from thirtyone.web.prefs import LANGUAGES
from thirtyone.web.shell import Page

THREE_ACES: Final = (Card("AS"), Card("AH"), Card("AD"))


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to what three aces are worth, with the regional rulesets that give it."""

    score: HandScore
    rules: tuple[str, ...]
    why: str
    """The key of the words under it."""

    @property
    def regions(self) -> tuple[Region, ...]:
        """Where these rulesets come from, each once."""
        return tuple(dict.fromkeys(load_ruleset(id_).region for id_ in self.rules))


@cache
def answers() -> tuple[Answer, ...]:
    """What the six regional rulesets say to three aces, lowest first."""
    groups: dict[str, list[str]] = {}
    scores = {id_: score_hand(THREE_ACES, load_ruleset(id_)) for id_ in home_ids()}
    for id_, score in scores.items():
        groups.setdefault(score.label, []).append(id_)
    found = [
        Answer(scores[ids[0]], tuple(ids), _why([scores[id_] for id_ in ids]))
        for ids in groups.values()
    ]
    # A hand with a name stands above every number.
    return tuple(sorted(found, key=lambda a: (a.score.points is None, a.score.points or 0)))


def _why(scores: Sequence[HandScore]) -> str:
    if scores[0].points is None:
        return "start.aces.ild"
    kinds = {score.reason.kind for score in scores}
    if len(kinds) > 1:
        return "start.aces.two_reasons"
    return "start.aces.one_suit" if kinds == {ReasonKind.SUIT_SUM} else "start.aces.best"


def start_main(page: Page) -> str:
    """The inside of the start page."""
    tr = get_translator(page.prefs.lang)
    count = len(ruleset_ids()) - len(home_ids())
    others = tr.plural("start.more", count, n=tr.spelled(count, first=True))
    return (
        '<div class="t31-hero"><div class="t31-hi">'
        f'<h1>{_text(tr, "start.title")}</h1><p class="t31-lede">{_text(tr, "start.lede")}</p>'
        f"<form>{_languages(page, tr)}{_tiles(page, tr)}</form>"
        '<button type="button" class="t31-more" data-open="t31-menu" aria-haspopup="dialog">'
        f"{escape(others)}</button></div>{_aces(page, tr)}</div>"
        f"{_doors(page, tr)}{_foot(page, tr)}"
    )


def _languages(page: Page, tr: Translator) -> str:
    radios = "".join(
        f'<label lang="{lang}"><input type="radio" name="lang" id="lang-{lang}" value="{lang}"'
        f"{_checked(lang == page.prefs.lang)}><span>{_text(tr, f'language.{lang}')}</span></label>"
        for lang in LANGUAGES
    )
    return (
        f'<fieldset class="t31-choice"><legend>{_text(tr, "bar.language")}</legend>'
        f'<div class="t31-langs">{radios}</div></fieldset>'
    )


def _tiles(page: Page, tr: Translator) -> str:
    tiles = []
    # A reader whose rules are a house rule sees it among the others.
    own = (page.prefs.home,) if is_code(page.prefs.home) else ()
    for id_ in (*home_ids(), *own):
        ruleset = find(id_)
        tiles.append(
            f'<label><input type="radio" name="home" id="home-{id_}" value="{id_}"'
            f"{_checked(id_ == page.prefs.home)}>{flag(ruleset.region)}"
            f"<span>{escape(ruleset.names[tr.lang])}</span></label>"
        )
    return (
        f'<fieldset class="t31-choice"><legend>{_text(tr, "bar.your_rules")} '
        f"<span>{_text(tr, 'start.rules_note')}</span></legend>"
        f'<div class="t31-tiles">{"".join(tiles)}</div></fieldset>'
    )


def _aces(page: Page, tr: Translator) -> str:
    local = page.prefs.letters == "on"
    cards = "".join(face(card, tr.lang, local=local) for card in THREE_ACES)
    return (
        f'<figure class="t31-aces"><div class="t31-fan">{cards}</div><figcaption>'
        f"<h2>{_text(tr, 'start.aces.title')}</h2>"
        f"<ul>{''.join(_answer(answer, page, tr) for answer in answers())}</ul>"
        "</figcaption></figure>"
    )


def _answer(answer: Answer, page: Page, tr: Translator) -> str:
    score = answer.score
    points = score.label if score.points is None else tr.points(score.points)
    names = tr.join([load_ruleset(id_).names[tr.lang] for id_ in answer.rules])
    said = tr("start.aces.answer", points=points, rules=names)
    yours = ' class="t31-yours"' if page.prefs.home in answer.rules else ""
    kind = "word" if score.points is None else "number"
    flags = "".join(flag(region) for region in answer.regions)
    return (
        f'<li{yours}><span class="vh">{escape(said)}: </span>'
        f'<b class="t31-{kind}" aria-hidden="true">{escape(points)}</b>'
        f'<span class="t31-flags" title="{escape(names)}">{flags}</span>'
        f"<small>{_text(tr, answer.why)}</small></li>"
    )


def _doors(page: Page, tr: Translator) -> str:
    doors = [
        f'<li><a href="{escape(page.link(section.name))}">'
        f'<svg class="t31-vig" viewBox="0 0 150 76" aria-hidden="true">{section.drawing}</svg>'
        f"<b>{_text(tr, f'nav.{section.name}')}</b> "
        f"<span>{_text(tr, f'door.{section.name}.what')}</span> "
        f"<small>{_text(tr, f'door.{section.name}.who')}</small></a></li>"
        for section in page.sections
        if section.in_bar
    ]
    if not doors:
        return ""
    few = " t31-few" if len(doors) < 4 else ""
    return (
        f'<nav class="t31-doors{few}" aria-label="{_text(tr, "start.doors")}">'
        f"<ul>{''.join(doors)}</ul></nav>"
    )


def _foot(page: Page, tr: Translator) -> str:
    teachers = "".join(
        f' <a href="{escape(page.link(section.name))}">{_text(tr, "start.teachers")}</a>'
        for section in page.sections
        if section.name == "teach"
    )
    marks = ", ".join(
        f"<span>{provenance_mark(mark)} {_text(tr, f'mark.{mark}')}</span>"
        for mark in ("stated", "elsewhere", "ours")
    )
    return f'<p class="t31-foot">{_text(tr, "start.foot")} {marks}.{teachers}</p>'


def _text(tr: Translator, key: str) -> str:
    return escape(tr(key))


def _checked(now: bool) -> str:
    return " checked" if now else ""
