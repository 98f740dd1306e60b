"""Chances to win as exactly as ±0.03 percentage points, against playing the matches out in C.

Four steady players. Everything is included: a fresh interpreter, imports, tables, the pilot, the
rounds and the chain. The matches in C are timed here and now; how many of them the same interval
would take follows from the share itself, p(1 − p)(1.96 / half-width)².
"""

import os
import subprocess
import sys
import time

from benchmarks.yardstick import load_yardstick
from thirtyone.policies import steady
from thirtyone.rules import home_ids, load_ruleset
from thirtyone.sim.chains.precision import precise_wins
from thirtyone.sim.result import Z95

HALF_WIDTH = 0.0003
PLAYERS = 4
MATCHES = 100_000
MOST_SECONDS = 6.0
LEAST_RATIO = 30.0
FRESH = """
import time
started, used = time.perf_counter(), time.process_time()
from thirtyone.policies import steady
from thirtyone.rules import load_ruleset
from thirtyone.sim.chains.precision import precise_wins
if __name__ == "__main__":
    rules = [load_ruleset(name) for name in {names!r}]
    found = precise_wins(rules, [steady] * {players}, 31, half_width={half}, workers=2)
    widest = max(win.half_width for wins in found for win in wins.solution.win)
    rounds = sum(wins.solution.n for wins in found)
    print(time.perf_counter() - started, time.process_time() - used, widest, rounds)
"""


def fresh(names):
    """Wall seconds, CPU seconds, widest half-width and rounds of a fresh interpreter: best of five."""
    return min(one_fresh(names) for _ in range(5))


def one_fresh(names):
    started = time.perf_counter()
    before = os.times()
    code = FRESH.format(names=list(names), players=PLAYERS, half=HALF_WIDTH)
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    after = os.times()
    cpu = after.children_user + after.children_system
    cpu -= before.children_user + before.children_system
    return time.perf_counter() - started, cpu, float(answer[2]), int(answer[3])


def in_c(program):
    """CPU seconds that the scalar C needs for one match: best of five too."""
    best = float("inf")
    for turn in range(5):
        started = time.process_time()
        program.matches(31, turn * MATCHES, MATCHES)
        best = min(best, time.process_time() - started)
    return best / MATCHES


def run(yardstick):
    del yardstick
    wall, cpu, widest, rounds = fresh(home_ids())
    print(f"  six home rulesets, four steady players, every seat's chance to win ±{widest:.5f}:")
    verdict = "ok" if wall <= MOST_SECONDS else "SLOWER THAN CLAIMED"
    print(
        f"    {wall:.2f} s wall, {cpu:.2f} s CPU, {rounds:,} rounds, a fresh interpreter included "
        f"(claim: {MOST_SECONDS:g} s) {verdict}"
    )
    rules = load_ruleset("no-trettien")
    _, cold, widest, _ = fresh(["no-trettien"])
    precise_wins([rules], [steady] * PLAYERS, 31, half_width=0.01)  # now the tables are there
    warm = float("inf")
    for seed in range(32, 37):
        started = time.process_time()
        found = precise_wins([rules], [steady] * PLAYERS, seed, half_width=HALF_WIDTH)[0]
        warm = min(warm, time.process_time() - started)
    shares = [win.mean for win in found.solution.win]
    matches = max(share * (1 - share) for share in shares) * (Z95 / widest) ** 2
    print(
        f"  no-trettien ±{widest:.5f}: {cold:.2f} s CPU fresh, {warm:.2f} s with the tables there"
    )
    program, why = load_yardstick()
    if program is None:
        print(f"    no comparison with matches in C: {why}")
        return
    needed = in_c(program) * matches
    for name, seconds in (("fresh", cold), ("with the tables there", warm)):
        ratio = needed / seconds
        verdict = "ok" if ratio >= LEAST_RATIO else "SLOWER THAN CLAIMED"
        print(
            f"    {matches:,.0f} matches in C would take {needed:.1f} s CPU: "
            f"{ratio:.0f} × {name} (claim: {LEAST_RATIO:g}) {verdict}"
        )
