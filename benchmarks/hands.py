"""Scoring: one hand with its reason, every hand of a pack, and the command as a whole."""

import subprocess
import sys
from itertools import combinations, islice

from benchmarks.measure import best_of
from thirtyone.cards import ALL_CARDS
from thirtyone.hands import score_hand
from thirtyone.rules import load_ruleset, ruleset_ids
from thirtyone.sim.tables import score_table


def run(yardstick):
    hands = list(islice(combinations(ALL_CARDS, 3), 0, None, 5))
    for id_ in ("no-trettien", "no-kildebeskrivelse", "dk-enogtredive", "greek-31"):
        rules = load_ruleset(id_)
        seconds = best_of(lambda rules=rules: [score_hand(hand, rules) for hand in hands])
        yardstick.report(
            f"score_hand with its reason, {id_}", seconds / len(hands), 10, unit=1e6, name="µs"
        )
    for id_ in ruleset_ids():
        rules = load_ruleset(id_)
        seconds = best_of(lambda rules=rules: score_table.__wrapped__(rules))
        claim = 60 if rules.hand_size == 3 else 1000
        yardstick.report(f"score table of all hands, {id_}", seconds, claim)

    python = [sys.executable]
    for what, command, claim in (
        ("import thirtyone, whole process", [*python, "-c", "import thirtyone"], 100),
        ("thirtyone score, whole process", [*python, "-m", "thirtyone", "score", "KH 9H AS"], 300),
    ):
        seconds = best_of(lambda c=command: subprocess.run(c, check=True, capture_output=True), 7)
        yardstick.report(what, seconds, claim)
