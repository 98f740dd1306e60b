"""The simulator of the draw form: numpy lanes against scalar C, plain Python against naive Python.

Ratios are of processor time, side by side in this run. With ``--long`` the row of costs goes on to
a hundred million rounds.
"""

import random
import statistics
import subprocess
import sys
import time

import numpy as np

from benchmarks import measure
from benchmarks.naive_game import PACK, Game, Player
from benchmarks.yardstick import load_yardstick
from thirtyone.cards import pack
from thirtyone.play.seeded import game_key, seeded_order
from thirtyone.policies import never_knocks, steady
from thirtyone.rules import load_ruleset, ruleset_ids, with_values
from thirtyone.rules.model import Family
from thirtyone.sim import tables
from thirtyone.sim.draw_round import DrawRound
from thirtyone.sim.finals import ENDS
from thirtyone.sim.hand_arrays import HandArrays
from thirtyone.sim.hand_tables import HandTables, scoring_key
from thirtyone.sim.lockstep import play_many

SEED = 31
PLAYERS = 4
GAMES = 1 << 18
RUNS = 5
BASE = load_ruleset("no-trettien")
EVERYTHING = {
    "turn.throw_back": "no",
    "turn.own_discard_after_knock": "must",
    "knock.minimum": "21",
    "knock.last_turns": "all",
    "stock.empty": "reshuffle",
    "stock.empty_last_turns": "stand",
    "instant.dealt": "wait-and-knock",
    "instant.in_play": "wait-and-knock",
    "instant.after_knock": "play-on",
}
"""Answers that cost most, together."""
SCORINGS = (
    {"scoring.three_of_a_kind": "30.5"},
    {"scoring.ace_across_suits": "one"},
    {"scoring.ace_across_suits": "any", "scoring.cap": "none"},
    {"scoring.three_aces": "33", "scoring.suited_run": "30"},
)


def rulesets():
    """Every ruleset of the draw form as it is, and with the dearest answers."""
    for id_ in ruleset_ids():
        ruleset = load_ruleset(id_)
        if ruleset.family is Family.DRAW:
            yield id_, ruleset
            yield f"{id_}, all options", with_values(ruleset, EVERYTHING)


def lanes(ruleset, games=GAMES, policy=steady, first=0):
    numbers = np.arange(first, first + games, dtype=np.uint64)
    return play_many(ruleset, [policy] * PLAYERS, SEED, numbers)


def cost(function, *arguments):
    """Processor seconds of one call."""
    started = time.process_time()
    function(*arguments)
    return time.process_time() - started


def alternating(one, other, runs):
    """The median ratio of the speeds of two, and the best seconds of each."""
    both = [(cost(one), cost(other)) for _ in range(runs)]
    ratio = statistics.median(first / second for first, second in both)
    return ratio, min(first for first, _ in both), min(second for _, second in both)


def verdict(reached, wanted):
    return f"{reached:8.2f} × (wanted: at least {wanted}) {'ok' if reached >= wanted else 'MISSED'}"


def against_c():
    program, missing = load_yardstick()
    if program is None:
        print(f"  lock-step against scalar C: not measured, {missing}")
        return

    def yardstick():
        program.rounds(SEED, 0, GAMES, PLAYERS)

    lanes(BASE, 1 << 16)
    ratio, c, numpy = alternating(yardstick, lambda: lanes(BASE), RUNS)
    print(f"  scalar C, base rules        {1e9 * c / GAMES:7.0f} ns a round")
    print(
        f"  lock-step, base rules       {1e9 * numpy / GAMES:7.0f} ns a round  {verdict(ratio, 0.5)}"
    )
    found = []
    for name, ruleset in rulesets():
        lanes(ruleset, 1000)
        ratio, _, seconds = alternating(yardstick, lambda: lanes(ruleset), 3)  # noqa: B023
        found.append((ratio, name, seconds))
    ratio, name, seconds = min(found)
    print(
        f"  slowest draw rules          {1e9 * seconds / GAMES:7.0f} ns a round  {verdict(ratio, 0.25)}"
    )
    print(f"    that is {name}; of {len(found)}, the fastest {max(found)[0]:.2f} ×")
    long_rounds = cost(lanes, load_ruleset("dk-enogtredive"), 1 << 16, never_knocks) / (1 << 16)
    print(
        f"  nobody ever knocks          {1e9 * long_rounds:7.0f} ns a round, through every reshuffle"
    )


def against_naive():
    round_ = DrawRound(BASE, [steady] * PLAYERS)
    cards = sorted(PACK, key=lambda card: card.order())
    places = {card: place for place, card in enumerate(sorted(pack(52), key=lambda c: c.number))}
    for game in range(20):
        order = [cards[places[card]] for card in seeded_order(game_key(SEED, game), pack(52))]
        naive = Game(order, [Player(25, weighs=True) for _ in range(PLAYERS)])
        end, final = naive.play(), round_.play(SEED, game)
        if (end, naive.turns) != (ENDS[final.end].value, final.turns):
            sys.exit(f"the naive game and the automaton disagree about game {game}")

    def naive(rounds, weighs):
        rng = random.Random(SEED)
        for _ in range(rounds):
            order = list(PACK)
            rng.shuffle(order)
            Game(order, [Player(25, weighs) for _ in range(PLAYERS)]).play()

    def automaton(rounds):
        for game in range(rounds):
            round_.play(SEED, game)

    quick = min(cost(automaton, 3000) for _ in range(RUNS)) / 3000
    same = min(cost(naive, 10, True) for _ in range(3)) / 10
    simple = min(cost(naive, 150, False) for _ in range(3)) / 150
    print(f"  plain automaton             {1 / quick:10,.0f} rounds/s")
    print(f"  naive, the same player      {1 / same:10,.0f} rounds/s  {verdict(same / quick, 10)}")
    print(
        f"  naive, a simpler player     {1 / simple:10,.0f} rounds/s  {verdict(simple / quick, 10)}"
    )


def new_tables():
    """Tables for a house rule that nobody has asked for yet, the slowest of some."""

    def plain(ruleset):
        tables.score_table.cache_clear()
        made = HandTables(scoring_key(ruleset))
        _ = made.codes, made.sums, made.ranks, made.next, made.take

    def arrays(ruleset):
        tables.score_table.cache_clear()
        made = HandArrays(HandTables(scoring_key(ruleset)))
        _ = made.marks, made.ranks, made.moves, made.take

    for name, make, most in (("with numpy", arrays, 0.06), ("without numpy", plain, 0.6)):
        seconds = max(
            min(cost(make, ruleset) for _ in range(RUNS))
            for ruleset in (with_values(BASE, scoring) for scoring in SCORINGS)
        )
        right = "ok" if seconds <= most else "MISSED"
        print(
            f"  new tables {name:16} {1e3 * seconds:7.0f} ms  (wanted: at most {1e3 * most:.0f} ms) {right}"
        )


def linear():
    most = 8 if measure.LONG else 7
    print("  rounds so far, ns for each: ", end="")
    for power in range(4, most + 1):
        count = 10**power
        seconds = 0.0
        for first in range(0, count, 1 << 18):
            seconds += cost(lanes, BASE, min(1 << 18, count - first), steady, first)
        print(f" 10^{power}: {1e9 * seconds / count:.0f}", end="", flush=True)
    print()


def memory():
    """The peak of a process that plays a million rounds each of three and of four cards."""
    code = (
        "import resource, numpy as np\n"
        "from benchmarks.automaton import lanes, load_ruleset\n"
        "for id_ in ('no-trettien', 'enogfyrre'):\n"
        "    for first in range(0, 10**6, 1 << 18):\n"
        "        lanes(load_ruleset(id_), 1 << 18, first=first)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    peak = float(ran.stdout)
    print(
        f"  peak of memory              {peak:7.0f} MB  (wanted: at most 400 MB) {'ok' if peak < 400 else 'MISSED'}"
    )


def run(_yardstick):
    against_c()
    against_naive()
    new_tables()
    linear()
    memory()
