"""The steps of a round as pictures and sentences: the deal, each action, the hands, the result.

Everything a step shows comes from :class:`~thirtyone.ui.table_moment.Moment` and from events as the
viewer saw them, so the steps of a round that somebody plays hold nothing hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from thirtyone.cards import Card
from thirtyone.play.actions import Seat
from thirtyone.play.events import (
    BankOpened,
    DealerChanged,
    DealerKept,
    Drew,
    Event,
    Folded,
    Got,
    HandShown,
    Kept,
    Knocked,
    Passed,
    RoundEnded,
    Showed,
    Stood,
    Swapped,
    Threw,
    Took,
)
from thirtyone.play.match import has_lives
from thirtyone.play.settlement import Change, Settlement, Unit
from thirtyone.play.view import seat_view, seen_event
from thirtyone.rounds import Note
from thirtyone.rules import Family
from thirtyone.rules.provenance import Mark
from thirtyone.text.say_match import say_match_event
from thirtyone.text.say_round import say_event
from thirtyone.ui.marks import icon, provenance_mark
from thirtyone.ui.round_story import Story
from thirtyone.ui.scene import Scene, in_language, with_markup
from thirtyone.ui.seat_scene import Look, Table, seat_scenes
from thirtyone.ui.table_moment import Moment, open_moment, seen_moment
from thirtyone.ui.what_if_from import moment_href
from thirtyone.ui.what_if_link import at_start


@dataclass(frozen=True, slots=True)
class Telling:
    """A story, its reader, and the seat that the reader plays, if any."""

    story: Story
    look: Look
    viewer: int | None = None

    @property
    def names(self) -> list[str]:
        """The names by seat of the round."""
        everybody = self.story.names(self.look.tr)
        return [everybody[place] for place in self.story.seats]

    def moment(self, at: int) -> Moment:
        """The table after so many actions, as the reader sees it."""
        state = self.story.steps[at].state
        if self.viewer is None:
            return open_moment(state)
        return seen_moment(seat_view(state, Seat(self.viewer)))

    def events(self, at: int) -> list[Event]:
        """What happened in a step, as the reader saw it."""
        events = self.story.steps[at].events
        if self.viewer is None:
            return list(events)
        return [seen_event(event, Seat(self.viewer)) for event in events]

    @property
    def over(self) -> bool:
        """Has the round ended?"""
        return self.story.steps[-1].state.outcome is not None


def step_scenes(telling: Telling) -> list[Scene]:
    """Every step. A round that is over has two more than its actions: the hands and the result."""
    story, count = telling.story, len(telling.story.steps)
    did = [""] * len(story.seats)
    scenes = []
    for at in range(count):
        events = telling.events(at)
        moment = telling.moment(at)
        last = at == count - 1 and moment.outcome is not None
        if last:
            moment = _before_the_end(telling, at, moment)
        did = _did(did, events, telling.look)
        told = [e for e in events if not isinstance(e, Showed | HandShown | RoundEnded)]
        scenes.append(_step(telling, moment, did, told, at))
    if telling.over:
        ending = [
            e for e in telling.events(count - 1) if isinstance(e, Showed | HandShown | RoundEnded)
        ]
        moment = telling.moment(count - 1)
        outcome = moment.outcome
        assert outcome is not None
        if not outcome.drawn:
            scenes.append(_shown(telling, moment, did, ending))
        scenes.append(_result(telling, moment, did, ending))
    for number, scene in enumerate(scenes, start=1):
        n, m = telling.look.tr.number(number), telling.look.tr.number(len(scenes))
        scene["count"] = telling.look.tr("step.count", n=n, m=m)
        scene["short"] = telling.look.tr("step.short", n=n, m=m)
        scene["label"] = telling.look.tr("step.label", n=n, m=m, event=" ".join(scene["said"]))
    return scenes


def _before_the_end(telling: Telling, at: int, moment: Moment) -> Moment:
    """The table after the last action with the hands still held: they are shown in the next step."""
    if telling.viewer is None or at == 0 or moment.ruleset.family is Family.BANK:
        return moment
    return replace(
        moment,
        hands=tuple(
            hand if seat == telling.viewer else (None,) * len(hand)
            for seat, hand in enumerate(moment.hands)
        ),
    )


# ------------------------------------------------------------------------------ what is in a step


def _step(
    telling: Telling, moment: Moment, did: list[str], events: Sequence[Event], at: int
) -> Scene:
    names, tr = telling.names, telling.look.tr
    said = [s for e in events for s in say_event(e, names, moment.ruleset, tr)]
    knock = any(isinstance(event, Knocked) for event in events)
    note = telling.story.notes.get(at) if telling.viewer is None else None
    if at == len(telling.story.steps) - 1 and moment.outcome is not None:
        note = None  # it is about the result, and there it stands
    table = Table(telling.look, telling.story, moment, tuple(did), viewer=telling.viewer)
    return {
        "at": at,
        "kind": "deal" if at == 0 else "knock" if knock else "act",
        **_words(said),
        **_noted(telling, note),
        "seats": seat_scenes(table),
        "piles": _piles(telling.look, moment),
        "moved": _moved(events, telling.story),
        "ledger": [],
        "what_if": _what_if(telling, at),
    }


def _what_if(telling: Telling, at: int) -> str:
    """A link to what each move is worth here, as the player whose turn it is may ask; or nothing."""
    state, story = telling.story.steps[at].state, telling.story
    if state.outcome is not None or telling.viewer not in {None, state.turn}:
        return ""
    before = story.before
    if before is None:
        standing = [at_start(story.ruleset)] * len(story.seats)
    else:
        own = before.lives if has_lives(story.ruleset) else before.points
        standing = [own[place] for place in story.seats]
    return moment_href(seat_view(state, state.turn), standing, telling.look.tr.lang)


def _shown(telling: Telling, moment: Moment, did: list[str], events: Sequence[Event]) -> Scene:
    names, tr = telling.names, telling.look.tr
    told = [event for event in events if not isinstance(event, RoundEnded)]
    said = [s for e in told for s in say_event(e, names, moment.ruleset, tr)]
    table = Table(telling.look, telling.story, moment, tuple(did), viewer=telling.viewer)
    end = [
        s
        for e in events
        if isinstance(e, RoundEnded)
        for s in say_event(e, names, moment.ruleset, tr)
    ]
    return {
        "at": len(telling.story.steps) - 1,
        "kind": "show",
        "head": tr("step.hands"),
        "text": end,
        "said": [tr("step.hands_said"), *said],
        **_noted(telling, None),
        "seats": seat_scenes(table),
        "piles": _piles(telling.look, moment),
        "moved": None,
        "ledger": [],
        "what_if": "",
    }


def _result(telling: Telling, moment: Moment, did: list[str], events: Sequence[Event]) -> Scene:
    tr, story = telling.look.tr, telling.story
    assert story.result is not None
    done, after = story.result
    everybody = story.names(tr)
    said = [s for event in after for s in say_match_event(event, everybody, story.ruleset, tr)]
    if done.drawn:
        own = [s for e in events for s in say_event(e, telling.names, story.ruleset, tr)]
        said = [*own, *said]
    table = Table(telling.look, story, moment, tuple(did), done, telling.viewer)
    return {
        "at": len(story.steps) - 1,
        "kind": "result",
        "head": _headline(telling, done),
        "text": said,
        "said": said,
        **_noted(telling, _closing_note(telling)),
        "seats": seat_scenes(table),
        "piles": _piles(telling.look, moment),
        "moved": None,
        "ledger": list(_ledger(telling, done)),
        "what_if": "",
    }


def _closing_note(telling: Telling) -> Note | None:
    """The note on the last action is about the result, which must not be told before it is seen."""
    if telling.viewer is not None:
        return None
    last = len(telling.story.steps) - 1
    return next((note for at, note in telling.story.notes.items() if at >= last), None)


def _words(said: list[str]) -> Scene:
    """The first sentence is the heading; screen readers hear all of them."""
    head = said[0].removesuffix(".") if said else ""
    return {"head": head, "text": said[1:], "said": said}


def _headline(telling: Telling, done: Settlement) -> str:
    tr = telling.look.tr
    shown = [change for change in done.changes if change.seat != done.bank]
    if len(shown) == 1:
        return say_change(shown[0], telling.names[shown[0].seat], telling).removesuffix(".")
    return tr("step.result")


def say_change(change: Change, name: str, telling: Telling) -> str:
    """Who loses or wins what, in one sentence."""
    tr, n = telling.look.tr, abs(change.amount)
    if change.unit is Unit.LIFE:
        return tr.plural("settle.loses", n, player=name)
    if change.unit is Unit.MARK:
        return tr.plural("settle.loses.mark", n, player=name)
    if change.unit is Unit.POINT:
        return tr.plural("step.wins_points", n, player=name)
    key = "step.wins_tokens" if change.amount > 0 else "step.loses_tokens"
    return tr.plural(key, n, player=name)


def _ledger(telling: Telling, done: Settlement) -> list[list[str]]:
    """Lives before and after, for those who lost some."""
    tr = telling.look.tr
    rows = []
    for seat, (had, left) in enumerate(zip(done.lives_before, done.lives, strict=True)):
        if had != left:
            mark = any(change.unit is Unit.MARK for change in done.changes)
            key = "step.marks_from_to" if mark else "step.lives_from_to"
            rows.append([telling.names[seat], tr.plural(key, left, had=tr.number(had))])
    return rows


def _noted(telling: Telling, note: Note | None) -> Scene:
    """What the course says about a step, and where that is from."""
    tr, annotated = telling.look.tr, telling.story.annotated
    if note is None or annotated is None:
        return {"note": "", "source": "", "flag": ""}
    section = note.section or annotated.section
    source = ""
    if note.ours:
        source = f"{provenance_mark(Mark.OURS)}<span>{escape(tr('step.ours'))}</span>"
    elif annotated.source is not None:
        title = in_language(annotated.source.lang, annotated.source.title)
        if section:
            title = with_markup(
                tr,
                "source.short",
                source=title,
                section=in_language(annotated.source.lang, section),
            )
        source = f"{provenance_mark(Mark.STATED)}<span>{title}</span>"
    flag = f"{icon('warn')}<span>{escape(tr('step.flaw'))}</span>" if note.flaw else ""
    return {"note": note.texts[tr.lang], "source": source, "flag": flag}


# ------------------------------------------------------------------------------- piles and moves


def _piles(look: Look, moment: Moment) -> Scene:
    tr, ruleset = look.tr, moment.ruleset
    stock = {
        "count": tr.number(moment.stock),
        "label": tr("pile.stock"),
        "aria": tr.plural("pile.stock_aria", moment.stock),
    }
    if ruleset.family is Family.BANK:
        return {"stock": stock}
    if ruleset.family is Family.EXCHANGE:
        words = look.cards(moment.table)
        return {
            "stock": stock,
            "open": [str(card) for card in moment.table],
            "open_label": tr("pile.open"),
            "open_aria": tr("pile.open_aria", cards=words) if words else tr("pile.none"),
        }
    top = moment.discards[-1:]
    return {
        "stock": stock,
        "discard": [str(card) for card in moment.discards[-2:]],
        "discard_label": tr("pile.discard"),
        "discard_aria": tr("pile.discard_aria", card=look.card(top[0])) if top else tr("pile.none"),
    }


def _moved(events: Sequence[Event], story: Story) -> Scene | None:
    """Which cards moved from where to where; seats by their place at the table."""
    for event in events:
        match event:
            case Drew(seat, card):
                return _move("stock", story.seats[seat], (card,) if card else ())
            case Took(seat, card):
                return _move("discard", story.seats[seat], (card,))
            case Threw(seat, card):
                return {"from": f"seat-{story.seats[seat]}", "to": "discard", "cards": [str(card)]}
            case Swapped(seat, _, taken):
                return _move("open", story.seats[seat], taken)
            case Got(seat, cards):
                return _move("stock", story.seats[seat], cards)
            case _:
                pass
    return None


def _move(origin: str, place: int, cards: Sequence[Card]) -> Scene:
    return {"from": origin, "to": f"seat-{place}", "cards": list(map(str, cards))}


# ------------------------------------------------------------------------ what each player did last


def _did(before: list[str], events: Sequence[Event], look: Look) -> list[str]:
    """By seat, the last turn in a few words; a throw is added to the draw before it."""
    did = list(before)
    for event in events:
        text = _act(event, look)
        if text:
            seat: int = event.seat  # type: ignore[union-attr]
            joins = isinstance(event, Threw) and did[seat]
            did[seat] = f"{did[seat]}, {text}" if joins else text
    return did


def _act(event: Event, look: Look) -> str:
    tr = look.tr
    match event:
        case Drew():
            return tr("did.drew")
        case Took(_, card):
            return tr("did.took", card=look.card(card))
        case Threw(_, card):
            return tr("did.threw", card=look.card(card))
        case Kept() | DealerKept():
            return tr("did.kept")
        case DealerChanged():
            return tr("did.changed")
        case Swapped(_, given, taken) if len(given) < 3:
            return tr("did.swapped", given=look.cards(given), taken=look.cards(taken))
        case Swapped():
            return tr("did.swapped_all")
        case Passed():
            return tr("did.passed")
        case Folded():
            return tr("did.folded")
        case Stood():
            return tr("did.stood")
        case BankOpened() | Got():
            return ""
        case _:
            return ""
