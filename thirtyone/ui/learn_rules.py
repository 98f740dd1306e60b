"""Rules in a lesson: answers side by side, chances of a hand, house rules to choose, a round."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlencode

from thirtyone.cards import Card
from thirtyone.lessons.lesson import SceneKind
from thirtyone.odds import drawing, knock_fails, known_cards, lowest, standing
from thirtyone.rounds import find_round
from thirtyone.rules import get_value, ruleset_ids
from thirtyone.rules.link import write_code
from thirtyone.rules.model import DrawForm, Ruleset
from thirtyone.rules.values import questions
from thirtyone.text.say import say_provenance, say_score
from thirtyone.text.say import say_question as say_rule_question
from thirtyone.text.say_play import say_label
from thirtyone.ui.house_rows import groups
from thirtyone.ui.learn_hands import (
    Reader,
    cards_scene,
    chooser_scene,
    hand_scene,
    scored,
    showdown_scene,
)
from thirtyone.ui.learn_try import Try
from thirtyone.ui.marks import provenance_mark
from thirtyone.ui.matrix_rows import answer_text
from thirtyone.ui.printed_scene import printed_scene
from thirtyone.ui.round_steps import Telling
from thirtyone.ui.round_story import stories_of
from thirtyone.ui.scene import Scene
from thirtyone.ui.seat_scene import Look
from thirtyone.ui.table_scene import Screen, table_scene

_PLAYERS: Final = (2, 3, 4, 5)


def try_scene(reader: Reader, tried: Try, id_: str) -> Scene | None:
    """The interactive of a step; None where there is none."""
    match tried.kind:
        case SceneKind.NONE:
            return None
        case SceneKind.HAND:
            return hand_scene(reader, tried)
        case SceneKind.SHOWDOWN:
            return showdown_scene(reader, tried)
        case SceneKind.ROUND:
            return round_scene(reader, tried, id_)
        case SceneKind.COMPARE:
            return compare_scene(reader, tried)
        case SceneKind.ODDS:
            return odds_scene(reader, tried)
        case _:
            return house_scene(reader, tried)


# ---------------------------------------------------------------------------------------- a round


def round_scene(reader: Reader, tried: Try, id_: str) -> Scene:
    """An annotated round for the table widget, to be stepped through; nothing is played here."""
    tr = reader.tr
    annotated = find_round(tried.scene.data["round"])
    look = Look(tr, reader.local)
    query = {"round": annotated.id, "lang": reader.lang, "home": reader.home.id}
    if annotated.transcript is None:
        table = printed_scene(look, annotated, id_)
    else:
        number = int(tried.scene.data.get("deal", 1)) - 1
        story = stories_of(annotated.transcript, annotated)[number]
        at = int(tried.scene.data.get("at", 0))
        table = table_scene(Screen(Telling(story, look), id=id_, at=at, quiz=False))
        table |= {"quiz": None, "play_on": None, "save": None, "copy": None}
        table["steps"] = [{**step, "what_if": ""} for step in table["steps"]]
    return {
        "kind": "round",
        "table": table,
        "link": {"href": f"../round/?{urlencode(query)}", "text": tr("learn.whole_round")},
    }


# ------------------------------------------------------------------------------ answers side by side


def compare_scene(reader: Reader, tried: Try) -> Scene:
    """A hand under several rulesets, if there is one, and their answers to one or more questions."""
    tr, scene = reader.tr, tried.scene
    home = next((r for r in scene.rulesets if r.id == reader.home.id), scene.rulesets[0])
    first = tried.hands[0] if tried.hands else None
    return {
        "kind": "compare",
        "hands": []
        if first is None
        else [{"name": "", "cards": cards_scene(reader, first, scored(first, home))}],
        "chooser": chooser_scene(reader, tried) if first else None,
        "hint": tr("learn.press_card") if first else "",
        "worth": [] if first is None else [_worth(reader, first, r) for r in scene.rulesets],
        "questions": [
            {
                "text": say_rule_question(path, tr, home),
                "answers": list(_answers(reader, path, scene.rulesets)),
            }
            for path in scene.data.get("paths", ())
        ],
    }


def _worth(reader: Reader, hand: tuple[Card, ...], ruleset: Ruleset) -> Scene:
    score = scored(hand, ruleset)
    return {
        **reader.named(ruleset),
        "value": "–" if score is None else say_label(score, reader.tr),
        "word": score is not None and score.points is None,
        "text": "" if score is None else say_score(score, ruleset, reader.tr),
    }


def _answers(reader: Reader, path: str, rulesets: tuple[Ruleset, ...]) -> Iterator[Scene]:
    tr = reader.tr
    for ruleset in rulesets:
        if path not in questions(ruleset.family):
            continue
        told = ruleset.provenance[path]
        query = {
            "cell": f"{path}.{ruleset.id}",
            "all": "1",
            "lang": tr.lang,
            "home": reader.home.id,
        }
        known = ruleset.id in ruleset_ids()
        yield {
            **reader.named(ruleset),
            "answer": answer_text(ruleset, path, tr).removesuffix("."),
            "value": str(get_value(ruleset, path)),
            "mark": provenance_mark(told.mark, tr(f"mark.{told.mark}")),
            "source": say_provenance(told, tr),
            "href": f"../rules/?{urlencode(query)}" if known else "",
            "link": tr("learn.see_rules"),
        }


# ---------------------------------------------------------------------------------------- chances


def odds_scene(reader: Reader, tried: Try) -> Scene:
    """Where a hand stands, what a card more brings, and who is lowest, in figures of 100."""
    tr, cards, ruleset = reader.tr, tried.hands[0], tried.ruleset
    score = scored(cards, ruleset)
    assert score is not None
    place = standing(cards, ruleset)
    others = place.hands - 1
    known = known_cards(cards, ruleset)
    counts = {"beats": place.beats, "equal": place.ties, "better": place.loses}
    said = [
        tr(
            "odds.rank",
            n=tr.number(others),
            beats=tr.number(place.beats),
            ties=tr.number(place.ties),
            loses=tr.number(place.loses),
        )
    ]
    if isinstance(ruleset.form, DrawForm):
        said.append(tr("learn.odds.draw", mean=tr.decimal(drawing(known).best.mean)))
    asked = [n for n in _PLAYERS if n <= ruleset.players.high]
    low, fails = lowest(known, asked), knock_fails(known, asked)
    return {
        "kind": "odds",
        "hands": [{"name": "", "cards": cards_scene(reader, cards, score)}],
        "chooser": chooser_scene(reader, tried),
        "hint": tr("learn.press_card"),
        "rules": reader.named(ruleset),
        "points": tr("odds.points", points=say_label(score, tr)),
        "strip": [
            {"kind": kind, "share": round(100 * n / others, 2), "text": tr(f"strip.legend.{kind}")}
            for kind, n in counts.items()
        ],
        "said": said,
        "heads": [tr("learn.odds.players"), tr("learn.odds.lowest"), tr("learn.odds.fails")],
        "rows": [
            {
                "players": tr.number(n),
                "shares": [_hundred(low[n].mean), _hundred(fails[n].mean)],
                "on": n == tried.players,
            }
            for n in asked
            if n in low and n in fails
        ],
        "note": tr("learn.odds.note"),
    }


def _hundred(share: float) -> int:
    return round(100 * share)


# ------------------------------------------------------------------------------------ house rules


def house_scene(reader: Reader, tried: Try) -> Scene:
    """A few questions of a house rule with their answers to press, and the way to the editor."""
    tr, draft = reader.tr, tried.draft
    assert draft is not None
    paths = list(tried.scene.data.get("paths", ()))
    rows = {row["path"]: row for group in groups(draft, tr) for row in group["rows"]}
    query = {
        "view": "house",
        "house": write_code(draft),
        "lang": reader.lang,
        "home": reader.home.id,
    }
    return {
        "kind": "house",
        "rules": reader.named(draft.base),
        "hint": tr("learn.press_answer"),
        "rows": [rows[path] for path in paths if path in rows],
        "again": tr("learn.first_answers") if tried.changed else "",
        "link": {"href": f"../rules/?{urlencode(query)}", "text": tr("learn.editor")},
    }
