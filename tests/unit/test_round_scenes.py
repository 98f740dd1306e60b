"""Every round of the course as pictures and words."""

import json

import pytest

from thirtyone.cards import Card
from thirtyone.play.deal import arranged_deal
from thirtyone.play.record import RoundRecord
from thirtyone.rounds import all_rounds, round_ids
from thirtyone.rules import load_ruleset
from thirtyone.text.translator import get_translator
from thirtyone.ui.round_lab import RoundLab
from thirtyone.ui.round_steps import Telling, step_scenes
from thirtyone.ui.round_story import Story, stories_of
from thirtyone.ui.seat_scene import Look


def whole(scene):
    """Every step with all its seats, as the browser puts them together."""
    seats, steps = {}, []
    for step in scene["steps"]:
        seats |= step["seats"]
        steps.append(dict(seats))
    return steps


@pytest.mark.parametrize("id_", round_ids())
def test_a_round_of_the_course_can_be_shown(id_):
    """In each language every step has a picture, a heading and a sentence; drawings are all there."""
    annotated = next(one for one in all_rounds() if one.id == id_)
    shown = 0
    for lang in ("en", "nb", "sv", "da"):
        for deal in range(max(1, len(annotated.records)) if lang == "en" else 1):
            lab = RoundLab(lang=lang, round=id_, deal=str(deal + 1))
            scene = lab.table.scene
            assert lab.rounds.scene["said"] == ""
            for step, seats in zip(scene["steps"], whole(scene), strict=True):
                assert step["head"]
                assert step["label"].endswith(".")
                assert len(seats) == scene["seated"] >= 2
                for seat in seats.values():
                    for key in seat["cards"]:
                        assert key.rstrip("-!") in scene["faces"]["small"], key
                    assert all(card in scene["faces"]["signs"] for card in seat["row"]["cards"])
                    assert seat["name"] in seat["aria"]
                shown += 1
            assert len(json.dumps(scene)) < 400_000
    assert shown > 3


def test_every_note_of_the_course_has_its_step():
    """A note stands on the step it is about; the one on the last action stands on the result."""
    notes = 0
    for annotated in all_rounds():
        for number, record in enumerate(annotated.records):
            lab = RoundLab(round=annotated.id, deal=str(number + 1))
            said = [step["note"] for step in lab.table.scene["steps"] if step["note"]]
            wanted = [n for n in annotated.notes if n.round == number]
            assert sorted(said) == sorted(n.texts["en"] for n in wanted), annotated.id
            assert len(record.steps()) <= len(lab.table.scene["steps"])
            notes += len(said)
    print(f"{notes} notes")
    assert notes > 60


def test_seats_lie_clockwise_and_the_bank_opposite():
    look = Look(get_translator("en"))
    wanted = {
        2: ["s", "n"],
        3: ["s", "w1", "e2"],
        4: ["s", "w1", "n", "e2"],
        5: ["s", "w1", "n1", "n2", "e2"],
        6: ["s", "w1", "w2", "n", "e1", "e2"],
        7: ["s", "w1", "w2", "n1", "n2", "e1", "e2"],
    }
    for players, areas in wanted.items():
        rules = load_ruleset("no-trettien" if players < 7 else "dk-enogtredive")
        cards = [Card(r + s) for r in "A23456789TJQK" for s in "SHDC"]
        hands = [cards[3 * n : 3 * n + 3] for n in range(players)]
        story = Story(RoundRecord(rules, arranged_deal(rules, hands), ()))
        scene = step_scenes(Telling(story, look))[0]
        assert [seat["area"] for seat in scene["seats"]] == areas
    bank = load_ruleset("greek-31")
    story = Story(
        RoundRecord(bank, arranged_deal(bank, [[Card("AS")], [Card("KS")], [Card("QS")]]), ())
    )
    areas = [seat["area"] for seat in step_scenes(Telling(story, look))[0]["seats"]]
    assert areas == ["s", "row", "bank"]


def test_whoever_is_out_keeps_a_place_and_lives_go_on_through_a_match():
    """A whole match: lives are those of the round before, and a player who is out is shown as out."""
    look = Look(get_translator("en"))
    outs = swims = 0
    for annotated in all_rounds():
        if not annotated.is_match:
            continue
        stories = stories_of(annotated.transcript, annotated)
        for story, after in zip(stories, annotated.match_steps()[1:], strict=True):
            last = step_scenes(Telling(story, look))[-1]
            assert len(last["seats"]) == len(annotated.players)
            for seat in last["seats"]:
                gone = seat["place"] not in story.seats
                assert (seat["slot"] == "out") == gone
                outs += gone
                swims += "sw" in seat["marks"]
                if (
                    not gone
                    and seat["place"] in after.state.seats
                    and '<i class="on">' in seat["lives"]
                ):
                    assert seat["lives"].count('"on"') == after.state.lives[seat["place"]]
    print(f"{outs} seats of players who are out, {swims} on the last chance")
    assert outs > 0
    assert swims > 3
