"""Writes the golden rounds anew: ``python tests/golden/make_rounds.py``. Read what has changed.

Each file is a transcript that ``thirtyone replay`` reads. Its comments tell in English what
happened, so that a person can check a ruleset by reading one round. It touches no golden match.
"""

import random
import sys
from pathlib import Path

from thirtyone.play.deal import shuffled_deal
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.record import RoundRecord
from thirtyone.play.settle import settle
from thirtyone.play.transcript import format_round
from thirtyone.policies import knocks_at, play_round, steady
from thirtyone.rules import Ruleset, load_ruleset, ruleset_ids
from thirtyone.text.say_play import say_settlement
from thirtyone.text.say_round import say_event
from thirtyone.text.translator import get_translator

FOLDER = Path(__file__).parent
TABLE = (steady, knocks_at(20), knocks_at(27))
TR = get_translator("en")


def round_text(record: RoundRecord) -> str:
    """The transcript of a round, and after it what happened and who pays."""
    ruleset = record.ruleset
    names = [f"Seat {seat}" for seat in record.deal.seats]
    said = [s for event in record.events() for s in say_event(event, names, ruleset, TR)]
    outcome = record.outcome()
    assert outcome is not None
    done = settle(
        ruleset,
        outcome.hands,
        end=outcome.end,
        knocker=outcome.knocker,
        instant=outcome.instant,
        drawn=outcome.drawn,
        bank=outcome.bank,
        stakes=outcome.stakes or None,
    )
    said += say_settlement(done, names, ruleset, TR)
    return format_round(record) + "\n" + "".join(f"# {sentence}\n" for sentence in said)


def golden_round(ruleset: Ruleset) -> RoundRecord:
    """The first round with a knock and some play before it; the third player deals."""
    for seed in range(1000):
        rng = random.Random(seed)
        played = play_round(ruleset, shuffled_deal(ruleset, 3, rng), TABLE, rng)
        turns = len(played.record.actions)
        if played.outcome.end in {RoundEnd.KNOCK, RoundEnd.BANK} and 8 <= turns <= 24:
            return played.record
    raise AssertionError(ruleset.id)


def main() -> None:
    """Write all files, or those of the rulesets named."""
    for id_ in sys.argv[1:] or ruleset_ids():
        ruleset = load_ruleset(id_)
        (FOLDER / f"{id_}-round.txt").write_text(round_text(golden_round(ruleset)), "utf-8")


if __name__ == "__main__":
    main()
