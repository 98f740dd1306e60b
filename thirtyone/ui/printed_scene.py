"""Hands as a source prints them although no deck can deal them: shown, not played."""

from html import escape

from thirtyone.hands import check_playable, score_playable
from thirtyone.rounds import AnnotatedRound, rounds_of
from thirtyone.rules.provenance import Mark
from thirtyone.text.say import ruleset_name
from thirtyone.ui.faces import back, card_text, compact
from thirtyone.ui.marks import flag, icon, provenance_mark
from thirtyone.ui.scene import Scene, in_language, with_markup
from thirtyone.ui.seat_scene import Look, printed_seat
from thirtyone.ui.table_scene import order_scene, words_scene


def printed_scene(look: Look, printed: AnnotatedRound, id_: str) -> Scene:
    """The scene of the table with one step: all hands open, and the card that is there twice."""
    tr = look.tr
    wrong = printed.impossible
    cards = {card for hand in printed.hands for card in hand}
    seats = []
    for seat, hand in enumerate(printed.hands):
        twice = wrong is not None and seat in wrong.seats
        fits = check_playable(hand, printed.ruleset) is None
        score = score_playable(hand, printed.ruleset) if fits else None
        seats.append(
            printed_seat(
                look, seat, printed.players, hand, score, wrong.card if twice and wrong else None
            )
        )
    note = printed.note(0)
    said = tr("refuse.impossible_deal", card=look.card(wrong.card)) if wrong else ""
    step = {
        "at": 0,
        "kind": "show",
        "head": tr("printed.head"),
        "text": [said] if said else [],
        "count": tr("step.count", n="1", m="1"),
        "label": f"{tr('printed.head')}. {said}",
        "note": note.texts[tr.lang] if note else "",
        "source": _source(look, printed) + (_ours(look) if note and note.ours else ""),
        "flag": f"{icon('warn')}<span>{escape(tr('step.flaw'))}</span>",
        "seats": {str(n): seat for n, seat in enumerate(seats)},
        "piles": None,
        "moved": None,
        "ledger": [],
    }
    name = ruleset_name(printed.ruleset, tr)
    mended = next((r for r in rounds_of(printed.topic) if r.repairs == printed.name), None)
    return {
        "lang": tr.lang,
        "id": id_,
        "at": 0,
        "follow": False,
        "form": printed.ruleset.family.value,
        "seated": len(seats),
        "viewer": False,
        "over": True,
        "meta": f"{flag(printed.ruleset.region)} <span>{escape(name)}</span>",
        "label": tr("step.table"),
        "steps": [step],
        "faces": {
            "small": {str(c): compact(c, tr.lang, local=look.local, label="") for c in cards},
            "full": {},
            "back": back(),
            "signs": {str(c): card_text(c, tr.lang, local=look.local) for c in cards},
            "names": {},
        },
        "words": words_scene(tr),
        "stops": [
            {"kind": "show", "label": step["label"], "short": tr("step.short", n="1", m="1")}
        ],
        "order": order_scene(tr, printed.ruleset.family),
        "quiz": None,
        "acts": None,
        "refusal": "",
        "branch": None,
        "play_on": None,
        "mended": {"id": mended.id, "label": tr("printed.mended")} if mended else None,
        "save": None,
        "copy": None,
    }


def _source(look: Look, printed: AnnotatedRound) -> str:
    if printed.source is None:
        return ""
    lang, title = printed.source.lang, printed.source.title
    text = in_language(lang, title)
    if printed.section:
        section = in_language(lang, printed.section)
        text = with_markup(look.tr, "source.short", source=text, section=section)
    return f"{provenance_mark(Mark.STATED)}<span>{text}</span>"


def _ours(look: Look) -> str:
    """Some of the cards stand in no document: they are ours, and it says so."""
    return f" {provenance_mark(Mark.OURS)}<span>{escape(look.tr('step.ours'))}</span>"
