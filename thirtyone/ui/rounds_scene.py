"""What the list of rounds shows: the rounds of the course by topic, and the one that is open."""

from collections.abc import Sequence
from html import escape

from thirtyone.rounds import AnnotatedRound, rounds_of, topics
from thirtyone.ui.marks import flag, icon
from thirtyone.ui.round_story import played_name
from thirtyone.ui.round_text import BadText, form_scene
from thirtyone.ui.scene import Scene
from thirtyone.ui.seat_scene import Look


def rounds_scene(
    look: Look,
    chosen: AnnotatedRound | None,
    *,
    deal: int,
    deals: int,
    title: bool,
    listing: bool,
    turn: int,
    said: str,
    draft: str,
    bad: BadText | None,
) -> Scene:
    """The whole scene: heading, what is open, the list, the form."""
    tr = look.tr
    return {
        "lang": tr.lang,
        "title": tr("page.round") if title else "",
        "lede": tr("rounds.lede") if title else "",
        "turn": turn,
        "said": said,
        "open": _open(look, chosen),
        "deals": _deals(look, deal, deals),
        "pick": {
            "html": f"{icon('book')}<span>{escape(tr('rounds.others'))}</span>",
            "label": tr("rounds.list"),
            "topics": [_topic(look, topic.id, topic.titles, chosen) for topic in topics()]
            if listing
            else [],
        },
        "own": {
            "button": f"{icon('load')}<span>{escape(tr('script.button'))}</span>",
            **form_scene(tr, draft, bad, look),
        },
        "warn": icon("warn"),
        "down": icon("down"),
    }


def _open(look: Look, chosen: AnnotatedRound | None) -> Scene:
    tr = look.tr
    if chosen is None:
        return {
            "title": tr("script.opened"),
            "summary": tr("script.opened_hint"),
            "source": "",
            "flag": "",
        }
    source = chosen.source
    text = ""
    if source is not None:
        text = f'<span class="srcn" lang="{escape(source.lang)}">{escape(source.title)}</span>'
    return {
        "title": chosen.titles[tr.lang],
        "summary": chosen.summaries[tr.lang],
        "source": text,
        "flag": f"{icon('warn')}<span>{escape(tr('rounds.flaw'))}</span>" if chosen.flaw else "",
    }


def _deals(look: Look, deal: int, deals: int) -> Scene | None:
    """The rounds of a match."""
    if deals < 2:
        return None
    tr = look.tr
    m = tr.number(deals)
    return {
        "label": tr("rounds.deal"),
        "value": str(deal),
        "previous": {"html": icon("previous"), "label": tr("rounds.deal_before")},
        "next": {"html": icon("next"), "label": tr("rounds.deal_after")},
        "options": [
            {"value": str(n), "label": tr("step.round_of", n=tr.number(n + 1), m=m)}
            for n in range(deals)
        ],
    }


def _topic(look: Look, id_: str, titles: object, chosen: AnnotatedRound | None) -> Scene:
    tr = look.tr
    assert hasattr(titles, "__getitem__")
    rounds: Sequence[AnnotatedRound] = rounds_of(id_)
    return {
        "title": titles[tr.lang],
        "rounds": [
            {
                "id": one.id,
                "flag": flag(one.ruleset.region),
                "title": one.titles[tr.lang],
                "text": ", ".join(
                    [
                        played_name(one.ruleset, tr),
                        tr.plural("rounds.players", len(one.players)),
                        *([tr.plural("rounds.deals", len(one.records))] if one.is_match else []),
                    ]
                ),
                "on": chosen is not None and one.id == chosen.id,
            }
            for one in rounds
        ],
    }
