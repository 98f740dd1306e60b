"""The exchange form: four steady players, rounds in lock-step on one thread, beside the C program.

Both are timed in turns in this run, by the time of this process alone, and the medians compared.
The C program plays the Norwegian base rules; it is a measure of the machine, not the same work.
"""

import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median

import numpy as np

from benchmarks.yardstick import load_yardstick
from thirtyone.policies import steady
from thirtyone.rules import load_ruleset, with_values
from thirtyone.sim.automaton import play_final
from thirtyone.sim.lockstep import play_many

GAMES = 1 << 18
RUNS = 5
PLAYERS = 4
RATE, SHARE = 300_000, 0.08
"""Wanted with 32 cards: so many rounds a second, or this share of the C program's rate."""
TWO = 1.8
LONG = 1 << 22
"""Games of the run that two processes share."""
ALL_OPTIONS = {
    "turn.swaps": "any",
    "turn.pass": "once",
    "turn.renew_789": "yes",
    "turn.table_exhausted": "reuse",
    "knock.last_turns": "all",
}
RULESETS = (
    ("dk-a7", {}),
    ("schwimmen", {}),
    ("schwimmen", ALL_OPTIONS),
    ("dk-a9", {}),
    ("dk-a5", {}),
    ("bicycle", {}),
)


def play(ruleset, first, count):
    games = np.arange(first, first + count, dtype=np.uint64)
    return play_many(ruleset, (steady,) * PLAYERS, 31, games)


def seconds(function, *arguments):
    """What a call costs this process."""
    started = time.process_time()
    function(*arguments)
    return time.process_time() - started


def run(_yardstick):
    program, why = load_yardstick()
    if program is None:
        print(f"  no C program to compare with: {why}")
    for id_, changes in RULESETS:
        in_step(program, with_values(load_ruleset(id_), changes), id_, changes)
    plain("schwimmen")
    two_processes("schwimmen")


def in_step(program, ruleset, id_, changes):
    play(ruleset, 0, 1 << 10)  # makes the tables
    ours, theirs = [], []
    for turn in range(RUNS):
        ours.append(GAMES / seconds(play, ruleset, turn * GAMES, GAMES))
        if program is not None:
            call = (program.rounds, 31, turn * GAMES, GAMES, PLAYERS)
            theirs.append(GAMES / seconds(*call))
    rate = median(ours)
    share = f"{rate / median(theirs):6.3f} × C" if theirs else ""
    name = f"{id_}, {ruleset.deck_size} cards" + (", all options" if changes else "")
    verdict = ""
    if ruleset.deck_size == 32:
        fine = rate >= RATE or (theirs and rate >= SHARE * median(theirs))
        verdict = f"(wanted: {RATE:,} rounds/s or {SHARE} × C) {'ok' if fine else 'TOO SLOW'}"
    print(f"  {name:34} {rate:12,.0f} rounds/s  {share}  {verdict}")


def plain(id_):
    """The plain automaton, which needs no numpy."""
    ruleset, table = load_ruleset(id_), (steady,) * PLAYERS

    def some(games):
        for game in games:
            play_final(ruleset, table, 31, game)

    some(range(5_000))  # looks up what hands lead to
    took = min(seconds(some, range(5_000, 8_000)) for _ in range(3))
    print(f"  {id_ + ', plain Python':34} {3_000 / took:12,.0f} rounds/s")


def count_turns(first, count):
    """Turns of so many games, and what they cost this process."""
    started = time.process_time()
    turns = int(play(load_ruleset("schwimmen"), first, count).turns.sum())
    return turns, time.process_time() - started


def awake(_worker):
    """A worker's first task, long enough that no worker gets two."""
    count_turns(0, 1 << 16)
    time.sleep(2)


def two_processes(id_):
    """One long run by one process and by two, on the clock, in turns."""
    starts = range(0, LONG, GAMES)
    wall, cost, totals = {1: [], 2: []}, {1: [], 2: []}, set()
    # Fresh processes: a copy of this one would share its memory for a while.
    context = get_context("spawn")
    pools = {workers: ProcessPoolExecutor(workers, mp_context=context) for workers in wall}
    for workers, pool in pools.items():
        list(pool.map(awake, range(workers)))
    for _ in range(3):
        for workers, pool in pools.items():
            started = time.perf_counter()
            parts = list(pool.map(count_turns, starts, [GAMES] * len(starts)))
            wall[workers].append(time.perf_counter() - started)
            totals.add(sum(turns for turns, _ in parts))
            cost[workers].append(sum(part for _, part in parts))
    for pool in pools.values():
        pool.shutdown()
    gain = median(wall[1]) / median(wall[2])
    # On a machine that does other things too, the clock says more about those.
    undisturbed = 2 * median(cost[1]) / median(cost[2])
    same = "same totals" if len(totals) == 1 else "TOTALS DIFFER"
    print(
        f"  {id_ + ', two processes against one':34} {gain:12.2f} × by the clock, "
        f"{undisturbed:.2f} × by processor time at load {os.getloadavg()[0]:.1f}, {same}  "
        f"(wanted: {TWO} ×) {'ok' if gain >= TWO else 'TOO LITTLE'}"
    )
