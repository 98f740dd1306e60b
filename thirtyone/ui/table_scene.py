"""What the table widget shows: a round as steps, with everything that can be done about it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from thirtyone.cards import Card
from thirtyone.play.settlement import Settlement
from thirtyone.play.transcript import Transcript, format_transcript
from thirtyone.rules import Family
from thirtyone.rules.model import BankForm, Goal
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import back, card_text, compact, face
from thirtyone.ui.marks import flag, icon
from thirtyone.ui.round_acts import act_scene
from thirtyone.ui.round_branch import POLICIES, Branch
from thirtyone.ui.round_steps import Telling, say_change, step_scenes
from thirtyone.ui.round_story import played_name
from thirtyone.ui.scene import Scene
from thirtyone.ui.seat_scene import WAVE

_OPEN_PILES: Final = ("open", "discard")


@dataclass(frozen=True, slots=True)
class Screen:
    """What the table is to show, beside the round itself."""

    telling: Telling
    id: str
    """Changes whenever another round or another course of it is shown."""
    at: int
    """The step to begin with, counted from 0."""
    quiz: bool
    branch: Branch | None = None
    follow: bool = False
    """Walk to the last step, as somebody has just played."""
    refusal: str = ""
    transcript: Transcript | None = None
    """The whole text that may be saved, where it tells nobody a hidden card."""
    link: bool = False
    linkable: bool = True
    """Can an address hold this round?"""


def table_scene(screen: Screen) -> Scene:
    """The whole scene of the table."""
    telling = screen.telling
    tr, story = telling.look.tr, telling.story
    steps = step_scenes(telling)
    family = story.ruleset.family
    return {
        "lang": tr.lang,
        "id": screen.id,
        "at": max(0, min(screen.at, len(steps) - 1)),
        "follow": screen.follow,
        "form": family.value,
        "seated": len(steps[0]["seats"]),
        "viewer": telling.viewer is not None,
        "over": telling.over,
        "meta": _meta(telling),
        "label": tr("step.table"),
        "steps": _thin(steps),
        "faces": _faces(telling, steps),
        "words": words_scene(tr),
        "stops": [
            {"kind": step["kind"], "label": step["label"], "short": step["short"]} for step in steps
        ],
        "order": order_scene(tr, family, played=telling.viewer is not None),
        "quiz": _quiz(telling, screen) if telling.viewer is None else None,
        "acts": act_scene(telling),
        "refusal": screen.refusal,
        "branch": _branch(screen),
        "play_on": _play_on(telling) if screen.branch is None and family else None,
        "save": _save(screen),
        "copy": _copy(screen),
    }


def _meta(telling: Telling) -> str:
    tr, story = telling.look.tr, telling.story
    parts = [f"{flag(story.ruleset.region)} <span>{escape(played_name(story.ruleset, tr))}</span>"]
    if story.of > 1:
        n, m = tr.number(story.number + 1), tr.number(story.of)
        parts.append(f"<span>{escape(tr('step.round_of', n=n, m=m))}</span>")
    return " · ".join(parts)


# ------------------------------------------------------------------------------------- the steps


def _thin(steps: Sequence[Scene]) -> list[Scene]:
    """Each step without what is as in the one before: seats and piles mostly stay."""
    thin = []
    seats: dict[int, Any] = {}
    piles: Any = None
    for step in steps:
        changed = {n: seat for n, seat in enumerate(step["seats"]) if seats.get(n) != seat}
        seats |= changed
        one = {**step, "seats": {str(n): seat for n, seat in changed.items()}}
        del one["said"]
        if step["piles"] == piles:
            del one["piles"]
        piles = step["piles"]
        thin.append(one)
    return thin


def _faces(telling: Telling, steps: Sequence[Scene]) -> Scene:
    """The drawing of every card that is seen in some step, and of no other."""
    look = telling.look
    lang, local = look.tr.lang, look.local
    hands = {key.rstrip("-") for step in steps for s in step["seats"] for key in s["cards"]} - {"?"}
    piles = {key for step in steps for pile in _OPEN_PILES for key in step["piles"].get(pile, ())}
    own = {
        key.rstrip("-")
        for step in steps
        for s in step["seats"]
        for key in s["cards"]
        if "me" in s["cls"].split()
    } - {"?"}
    return {
        "small": {key: compact(Card(key), lang, local=local, label="") for key in sorted(hands)},
        "full": {key: face(Card(key), lang, local=local, label="") for key in sorted(piles | own)},
        "back": back(),
        "signs": {key: card_text(Card(key), lang, local=local) for key in sorted(hands | piles)},
        "names": {key: look.card(Card(key)) for key in sorted(own | piles)},
    }


# ------------------------------------------------------------------------------ words and controls


def words_scene(tr: Translator) -> Scene:
    """Words and signs that do not depend on the round."""
    return {
        "first": {"html": icon("first"), "label": tr("step.first")},
        "previous": {"html": icon("previous"), "label": tr("step.previous")},
        "next": {"html": icon("next"), "label": tr("step.next")},
        "last": {"html": icon("last"), "label": tr("step.last")},
        "knock": {"html": icon("knock"), "label": tr("step.knock")},
        "steps": tr("step.steps"),
        "slider": tr("step.slider"),
        "note": tr("step.note"),
        "what_if": tr("act.what_if"),
        "keys": {"button": tr("keys.button"), "title": tr("keys.title"), "rows": _keys(tr)},
        "wave": WAVE,
        "check": icon("check"),
    }


def _keys(tr: Translator) -> list[list[str]]:
    return [
        ["← →", tr("keys.arrows")],
        ["Home End", tr("keys.ends")],
        ["K", tr("keys.knock")],
        ["N", tr("keys.note")],
        ["1–6", tr("keys.rules")],
        ["?", tr("keys.list")],
    ]


def order_scene(tr: Translator, family: Family, *, played: bool = False) -> Scene:
    """The heads of the table in words."""
    have = "order.stake" if family is Family.BANK else "order.have"
    return {
        "title": tr("order.title"),
        "columns": [
            tr("order.player"),
            tr(have),
            tr("order.hand"),
            tr("order.did" if played else "order.worth"),
        ],
    }


def _play_on(telling: Telling) -> Scene:
    tr = telling.look.tr
    bank = telling.story.ruleset.family is Family.BANK
    dealer = telling.story.record.deal.dealer
    players = [
        {"value": str(seat), "label": name}
        for seat, name in enumerate(telling.names)
        if not (bank and seat == dealer)
    ]
    return {
        "title": tr("branch.title"),
        "hint": tr("branch.hint"),
        "who": {
            "label": tr("branch.you"),
            "options": [{"value": "", "label": tr("branch.on_turn")}, *players],
        },
        "others": {"label": tr("branch.others"), "options": list(_policies(tr))},
        "play": tr("step.play_on"),
        "finish": tr("branch.finish"),
        "over": tr("branch.over"),
        "until": len(telling.story.steps) - (1 if telling.over else 0),
    }


def _policies(tr: Translator) -> Iterable[Scene]:
    labels = {
        "s": tr("policy.steady"),
        "b": tr("policy.knocks_at", n="20"),
        "c": tr("policy.knocks_at", n="28"),
        "r": tr("policy.random"),
    }
    return ({"value": letter, "label": labels[letter]} for letter in POLICIES)


def _branch(screen: Screen) -> Scene | None:
    branch, telling = screen.branch, screen.telling
    if branch is None:
        return None
    tr = telling.look.tr
    n = tr.number(branch.start + 1)
    if branch.viewer is None:
        said = tr("branch.finished", n=n)
    else:
        said = tr("branch.yours", n=n, player=telling.names[branch.viewer])
    running = branch.viewer is not None and not telling.over
    return {
        "text": said,
        "back": tr("step.back"),
        "again": tr("branch.again") if branch.viewer is not None else "",
        "finish": tr("branch.finish") if running else "",
        "start": branch.start,
        "last": len(telling.story.steps) - 1,
        "mine": [
            at
            for at, step in enumerate(telling.story.steps)
            if at >= branch.start
            and step.state.outcome is None
            and step.state.turn == branch.viewer
        ],
        "hint": tr("branch.hidden") if running else "",
        "watch": tr("branch.not_last") if running else "",
        "icon": icon("undo"),
    }


def _save(screen: Screen) -> Scene | None:
    tr = screen.telling.look.tr
    if screen.transcript is None:
        return None
    return {
        "html": f"{icon('save')}<span>{escape(tr('script.save'))}</span>",
        "text": format_transcript(screen.transcript),
        "file": "31.txt",
    }


def _copy(screen: Screen) -> Scene | None:
    tr = screen.telling.look.tr
    if not screen.link:
        return None
    if not screen.linkable:
        return {"html": "", "note": tr("script.no_link")}
    return {
        "html": f"{icon('link')}<span>{escape(tr('act.copy_link'))}</span>",
        "done": tr("state.link_copied"),
        "by_hand": tr("state.link_here"),
        "note": "",
    }


# --------------------------------------------------------------------------------- who will lose?


def _quiz(telling: Telling, screen: Screen) -> Scene | None:
    """A question before the result: who loses, or who wins, with an answer to each choice."""
    tr, story = telling.look.tr, telling.story
    switch = {"label": tr("quiz.switch"), "on": screen.quiz}
    if story.result is None or story.result[0].drawn:
        return {**switch, "ask": None}
    done = story.result[0]
    players = [seat for seat in range(len(story.seats)) if seat != done.bank]
    right = _hit(done)
    said = " ".join(
        say_change(change, telling.names[change.seat], telling)
        for change in done.changes
        if change.seat in right and change.seat != done.bank
    ) or tr("quiz.nobody_said")
    options = [
        {
            "label": telling.names[seat],
            "right": seat in right,
            "said": tr("quiz.right" if seat in right else "quiz.wrong", answer=said),
        }
        for seat in players
    ]
    options.append(
        {
            "label": tr("quiz.nobody"),
            "right": not right,
            "said": tr("quiz.wrong" if right else "quiz.right", answer=said),
        }
    )
    return {
        **switch,
        "ask": {
            "question": _question(telling),
            "options": options,
            "yours": tr("quiz.yours"),
            "show": tr("quiz.show"),
        },
    }


def _question(telling: Telling) -> str:
    tr, form = telling.look.tr, telling.story.ruleset.form
    if isinstance(form, BankForm):
        return tr("quiz.bank")
    if form.settlement.goal is Goal.LOWEST_LOSES:
        return tr("quiz.loses")
    return tr("quiz.wins")


def _hit(done: Settlement) -> set[int]:
    """Whom the question means: the losers, or where nobody loses those who win most."""
    changes = [change for change in done.changes if change.seat != done.bank]
    if done.bank is None and (losers := {c.seat for c in changes if c.amount < 0}):
        return losers
    winners = [change for change in changes if change.amount > 0]
    most = max((change.amount for change in winners), default=0)
    return {c.seat for c in winners if done.bank is not None or c.amount == most}
