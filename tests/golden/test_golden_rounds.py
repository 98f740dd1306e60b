"""Each ruleset has a golden round, and it still plays as it was written."""

from pathlib import Path

import make_rounds
import pytest

from thirtyone.play.outcome import RoundEnd
from thirtyone.play.transcript_reading import parse_round
from thirtyone.rules import ruleset_ids

FOLDER = Path(__file__).parent


def test_there_is_one_for_every_ruleset_and_no_other():
    found = {path.name.removesuffix("-round.txt") for path in FOLDER.glob("*-round.txt")}
    assert found == set(ruleset_ids())
    assert len(found) == 16


@pytest.mark.parametrize("id_", ruleset_ids())
def test_the_golden_round(id_):
    text = (FOLDER / f"{id_}-round.txt").read_text("utf-8")
    record = parse_round(text)
    assert record.ruleset.id == id_
    assert record.outcome().end in {RoundEnd.KNOCK, RoundEnd.BANK}
    assert make_rounds.round_text(record) == text
