"""One whole match under every ruleset, written so that a person can read it.

The file is a transcript; the comments after each round are what the engine says of it. The test
plays the transcript and must find the same words. To write the files anew after a change of rules,
run this module, and read the difference.
"""

import random
from pathlib import Path

import pytest

from thirtyone.play.events import Reshuffled
from thirtyone.play.match import after_round, next_deal, start_match
from thirtyone.play.match_events import MatchOver, RoundSettled
from thirtyone.play.transcript import Transcript, format_transcript
from thirtyone.play.transcript_reading import parse_transcript
from thirtyone.policies import named_policy, play_round
from thirtyone.rules import Family, load_ruleset, ruleset_ids
from thirtyone.text.say_match import say_match_event
from thirtyone.text.translator import get_translator

FOLDER = Path(__file__).parent
NAMES = ("Kari", "Nils", "Anna")
POLICIES = ("knocks-at:21", "steady", "knocks-at:19")
SEED = 31


def golden(id_):
    return FOLDER / f"{id_}-match.txt"


def played(id_):
    """A match of as few players as the ruleset starts with."""
    ruleset = load_ruleset(id_)
    rng = random.Random(f"{SEED} {id_}")
    names = NAMES[: ruleset.players.low]
    state = start_match(ruleset, names)
    records = []
    while state.end is None:
        deal = next_deal(state, rng)
        seated = [named_policy(POLICIES[seat]) for seat in deal.seats]
        done = play_round(ruleset, deal, seated, rng)
        records.append(done.record)
        state, _ = after_round(state, done.outcome)
    return Transcript(ruleset, tuple(records), tuple(names))


def readable(transcript):
    """The transcript with what the engine says of each round, and without cards nobody saw."""
    tr = get_translator("en")
    told = [
        [
            sentence
            for event in step.events
            for sentence in say_match_event(event, transcript.players, transcript.ruleset, tr)
        ]
        for step in transcript.match_steps()[1:]
    ]
    draws = transcript.ruleset.family is Family.DRAW
    hidden = (
        {"shuffle", "stock"}
        if draws and not any(map(reshuffles, transcript.rounds))
        else {"shuffle"}
    )
    lines = []
    for line in format_transcript(transcript).splitlines():
        word = line.partition(" ")[0]
        if word == "round":
            lines.append("")
        if word not in hidden:
            lines.append(line)
        if word == "end":
            lines.extend(f"# {sentence}" for sentence in told.pop(0))
    assert not told
    return "\n".join(lines) + "\n"


def reshuffles(record):
    return any(isinstance(event, Reshuffled) for event in record.events())


@pytest.mark.parametrize("id_", ruleset_ids())
def test_golden_match(id_):
    text = golden(id_).read_text("utf-8")
    transcript = parse_transcript(text)
    assert id_ == transcript.ruleset.id
    assert text == readable(transcript)


@pytest.mark.parametrize("id_", ruleset_ids())
def test_golden_match_is_whole(id_):
    """From the first deal to a winner, with every round settled."""
    transcript = parse_transcript(golden(id_).read_text("utf-8"))
    steps = transcript.match_steps()
    assert len(transcript.rounds) == len(steps) - 1 >= 3
    assert all(isinstance(step.events[0], RoundSettled) for step in steps[1:])
    last = steps[-1]
    assert isinstance(last.events[-1], MatchOver)
    assert last.state.winners


def test_no_golden_match_without_a_ruleset():
    found = {path.name.removesuffix("-match.txt") for path in FOLDER.glob("*-match.txt")}
    assert set(ruleset_ids()) == found


if __name__ == "__main__":
    for each in ruleset_ids():
        golden(each).write_text(readable(played(each)), "utf-8")
