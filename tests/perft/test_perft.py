"""How many ways there are to play on from a given deal, ruleset by ruleset.

A file holds a deal as a link and lines ``depth count``: so many sequences of that many actions. A
round that is over has no further ones. If a count is wrong, the counts after each first action are
shown, which is where to look.

To write a file anew after a change of rules, run this module, and read the difference.
"""

import random
from pathlib import Path

import pytest

from thirtyone.play.deal import shuffled_deal
from thirtyone.play.record import RoundRecord
from thirtyone.play.round import apply, legal_actions
from thirtyone.play.transcript import format_link
from thirtyone.play.transcript_reading import parse_round
from thirtyone.rules import load_ruleset, ruleset_ids

FOLDER = Path(__file__).parent
DEEPEST = {"draw": 6, "exchange": 4, "bank": 5}
SEED = 31
PLAYERS = 3


def perft(state, depth):
    """How many sequences of ``depth`` actions can follow."""
    actions = legal_actions(state)
    if depth <= 1:
        return len(actions) if depth else 1
    return sum(perft(apply(state, action).state, depth - 1) for action in actions)


def read(path):
    deal, counts = None, []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("thirtyone"):
            deal = parse_round(line)
        elif line and not line.startswith("#"):
            depth, count = map(int, line.split())
            counts.append((depth, count))
    return deal, counts


def test_there_is_a_file_for_every_ruleset_and_no_other():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(ruleset_ids())


@pytest.mark.parametrize("id_", ruleset_ids())
def test_perft(id_):
    record, counts = read(FOLDER / f"{id_}.txt")
    assert record.ruleset == load_ruleset(id_)
    state = record.state()
    assert [depth for depth, _ in counts] == list(range(1, DEEPEST[record.ruleset.family] + 1))
    for depth, count in counts:
        found = perft(state, depth)
        assert found == count, "\n".join(
            [f"{id_} at depth {depth}: {found}, not {count}"]
            + [
                f"  {action}: {perft(apply(state, action).state, depth - 1)}"
                for action in legal_actions(state)
            ]
        )


def text_of(id_):
    ruleset = load_ruleset(id_)
    deal = shuffled_deal(ruleset, PLAYERS, random.Random(f"{SEED} {id_}"))
    record = RoundRecord(ruleset, deal, ())
    state = record.state()
    counts = [f"{n} {perft(state, n)}\n" for n in range(1, DEEPEST[ruleset.family] + 1)]
    return (
        f"# {id_}: sequences of so many actions from this deal, {PLAYERS} players.\n"
        f"{format_link(record)}\n" + "".join(counts)
    )


if __name__ == "__main__":
    for each in ruleset_ids():
        (FOLDER / f"{each}.txt").write_text(text_of(each), "utf-8")
