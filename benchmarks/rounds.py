"""Rounds of the readable engine: four steady players, Norwegian base, one core.

Whole rounds are played, with views, legal actions and events. What hands are worth is remembered,
so some rounds are played before the clock starts. The clock counts the time of this process alone,
so that whatever else the machine does is left out.
"""

import random
import time

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


def process_seconds(rounds, rng):
    """What so many rounds cost this process."""
    started = time.process_time()
    play(rounds, rng)
    return time.process_time() - started


def run(yardstick):
    rng = random.Random(31)
    turns, events = play(4_000, rng)
    print(f"  {turns / 4_000:.2f} turns and {events / 4_000:.1f} events a round")
    seconds = min(process_seconds(500, rng) for _ in range(10)) / 500
    yardstick.report("a round of four steady players", seconds, 1e3 / WANTED)
    print(f"  {1 / seconds:,.0f} rounds/s, wanted: {WANTED:,}")
