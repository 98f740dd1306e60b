"""Rounds of the readable engine: four steady players, Norwegian base, one core.

Whole rounds are played, with views, legal actions and events. What hands are worth is remembered,
so some rounds are played before the clock starts. ``python -m benchmarks.rounds`` also plays
100,000 rounds and reports how much memory they left behind.
"""

import random
import tracemalloc

from benchmarks.measure import Yardstick, best_of
from thirtyone.play.deal import shuffled_deal
from thirtyone.policies import play_round, steady
from thirtyone.rules import load_ruleset

RULES = load_ruleset("no-trettien")
PLAYERS = 4
TABLE = (steady,) * PLAYERS
WANTED = 2_000
"""Rounds a second that the engine should reach."""


def play(rounds, rng):
    """How many turns and events so many rounds had."""
    turns = events = 0
    for _ in range(rounds):
        played = play_round(RULES, shuffled_deal(RULES, PLAYERS, rng), TABLE, rng)
        turns += sum(event.name in {"threw", "knocked", "kept"} for event in played.events)
        events += len(played.events)
    return turns, events


def run(yardstick):
    rng = random.Random(31)
    turns, events = play(4_000, rng)
    print(f"  {turns / 4_000:.2f} turns and {events / 4_000:.1f} events a round")
    seconds = best_of(lambda: play(500, rng), times=10) / 500
    yardstick.report("a round of four steady players", seconds, 1e3 / WANTED)
    print(f"  {1 / seconds:,.0f} rounds/s, wanted: {WANTED:,}")


def memory(rounds=100_000):
    """How much memory is held after more and more rounds."""
    rng = random.Random(31)
    play(10_000, rng)
    tracemalloc.start()
    for part in range(1, 6):
        play(rounds // 5, rng)
        held, peak = tracemalloc.get_traced_memory()
        print(f"  {part * rounds // 5:>7} rounds: {held / 1e6:.2f} MB more than at the start")
    print(f"  peak {peak / 1e6:.2f} MB")


if __name__ == "__main__":
    run(Yardstick())
    memory()
