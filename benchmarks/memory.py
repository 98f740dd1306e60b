"""Memory: a hundred thousand rounds must leave no more behind than twenty thousand."""

import gc
import random
import tracemalloc

from thirtyone.play.deal import shuffled_deal
from thirtyone.policies import play_round, steady
from thirtyone.rules import load_ruleset


def run(_yardstick):
    rules, rng = load_ruleset("no-trettien"), random.Random(31)
    tracemalloc.start()
    held = {}
    for played in range(1, 100_001):
        play_round(rules, shuffled_deal(rules, 4, rng), [steady] * 4, rng)
        if played in {20_000, 100_000}:
            gc.collect()
            held[played] = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    few, many = held[20_000] / 1e6, held[100_000] / 1e6
    verdict = "ok" if many < few * 1.05 else "GROWS"
    print(f"  held after 20,000 rounds {few:.2f} MB, after 100,000 {many:.2f} MB  {verdict}")
