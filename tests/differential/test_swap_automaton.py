"""The plain automaton of the exchange form against the readable engine, action for action."""

import random
from collections import Counter

import pytest

from thirtyone.errors import RulesError
from thirtyone.play.actions import Change, Keep, Knock, Pass, Renew, Swap
from thirtyone.play.deal import seeded_deal
from thirtyone.play.outcome import RoundEnd
from thirtyone.policies import KnocksByTable, knocks_at, never_knocks, play_round, steady
from thirtyone.rules import load_ruleset, ruleset_ids, with_values
from thirtyone.sim.finals import ENDS
from thirtyone.sim.swap_round import cards_of, hand_of, play
from thirtyone.sim.tables import hand_number

EXCHANGE = [id_ for id_ in ruleset_ids() if load_ruleset(id_).family == "exchange"]
PATIENT = KnocksByTable(
    [bytes(256), bytes(n in {40, 42, 61} for n in range(256)), bytes([0] * 52 + [1] * 204)],
    None,
    "patient",
)
POLICIES = (steady, never_knocks, knocks_at(18), knocks_at(29), PATIENT)
HOUSE = {
    "turn.swaps": ("one", "one-or-three", "any"),
    "turn.pass": ("unlimited", "once"),
    "turn.renew_789": ("no", "yes"),
    "turn.table_exhausted": ("showdown", "reuse"),
    "deal.dealer_choice": ("none", "keep-or-swap", "two-packets"),
    "knock.minimum": ("0", "20", "27"),
    "knock.first_turn": ("normal", "showdown", "after-first-lap"),
    "knock.last_turns": ("others", "all"),
    "instant.dealt": ("at-once", "one-exchange-each", "wait-and-knock", "nothing"),
    "instant.in_play": ("at-once", "wait-and-knock", "nothing"),
    "instant.after_knock": ("at-once", "play-on"),
    "instant.three_aces": ("no", "yes"),
    "scoring.ties": ("none", "suit-ladder", "high-card"),
    "scoring.suit_order": ("clubs-high", "diamonds-high"),
    "scoring.ace_across_suits": ("none", "one", "any"),
    "scoring.three_of_a_kind": ("none", "30", "30.5"),
    "scoring.three_aces": ("none", "31", "32", "33", "best"),
    "scoring.suited_run": ("none", "30"),
    "deck.cards": ("52", "40", "40", "32", "32", "24", "24", "24"),
}


def house_rules(rng, **fixed):
    """Any exchange ruleset with any answers, but for those that are given."""
    while True:
        paths = rng.sample(sorted(HOUSE), rng.randint(3, len(HOUSE)))
        changes = {path: rng.choice(HOUSE[path]) for path in paths} | fixed
        cards = int(changes.get("deck.cards", "32"))
        changes["players"] = f"2-{(cards - 3) // 3}" if cards < 40 else "2-12"
        try:
            return with_values(load_ruleset(rng.choice(EXCHANGE)), changes)
        except RulesError:
            continue  # two answers that exclude each other


def compare(ruleset, policies, seed, game, seen):
    """The same round twice; what was seen in it is counted."""
    played = play_round(
        ruleset, seeded_deal(ruleset, len(policies), seed, game), policies, random.Random(1)
    )
    trace = []
    final = play(ruleset, policies, seed, game, trace=trace)
    assert tuple(trace) == played.record.actions, (ruleset.id, seed, game)
    outcome = played.outcome
    assert final.hands == tuple(hand_number(hand, ruleset.deck_size) for hand in outcome.hands)
    assert ENDS[final.end] is outcome.end
    assert final.knocker == (-1 if outcome.knocker is None else outcome.knocker)
    assert final.turns == played.record.state().turns
    assert final.stakes == ()
    seen[outcome.end] += 1
    seen.update(type(action) for action in trace)
    seen.update(len(action.taken) for action in trace if isinstance(action, Swap))
    return played


@pytest.mark.parametrize("rules", EXCHANGE)
def test_the_automaton_plays_what_the_engine_plays(rules):
    ruleset, rng, seen = load_ruleset(rules), random.Random(rules), Counter()
    for players in range(2, ruleset.players.high + 1):
        for game in range(12):
            policies = rng.choices(POLICIES, k=players)
            compare(ruleset, policies, 2**63 + players, 2**40 + game, seen)
    assert min(seen[RoundEnd.KNOCK], seen[RoundEnd.INSTANT], seen[Knock], seen[Pass]) >= 5


def test_under_every_mixture_of_house_rules():
    rng, seen = random.Random(31), Counter()
    for game in range(80):
        ruleset = house_rules(rng)
        players = rng.randint(2, ruleset.players.high)
        policies = rng.choices(POLICIES, k=players) if game % 5 else [never_knocks] * players
        for more in range(3):
            compare(ruleset, policies, 7, 3 * game + more, seen)
    for what in (RoundEnd.KNOCK, RoundEnd.INSTANT, RoundEnd.SHOWDOWN, Keep, Change, 1, 2, 3):
        assert seen[what] >= 5, what


def test_tables_of_seven_eight_and_nine():
    ruleset = with_values(load_ruleset("schwimmen"), {"turn.renew_789": "yes"})
    seen = Counter()
    for game in range(400):
        compare(ruleset, [never_knocks, knocks_at(29), steady], 13, game, seen)
    assert seen[Renew] >= 5


def test_tables_that_are_laid_again():
    """Nobody knocks, nothing ends a round: the cards laid aside come back until the last turn."""
    rng, seen, again = random.Random(3), Counter(), 0
    quiet = {
        "instant.dealt": "nothing",
        "instant.in_play": "nothing",
        "turn.table_exhausted": "reuse",
        "turn.pass": "unlimited",
    }
    for game in range(20):
        ruleset = house_rules(rng, **quiet)
        players = rng.randint(2, min(7, ruleset.players.high))
        played = compare(ruleset, [never_knocks] * players, 11, game, seen)
        again += played.record.state().reused > 1
    assert seen[RoundEnd.SHOWDOWN] == 20
    assert again > 10  # reshuffled more than once


@pytest.mark.parametrize("size", [24, 32, 40, 52])
def test_hand_numbers_of_small_packs_come_first(size):
    for hand in (0, 5, 100, size * (size - 1) * (size - 2) // 6 - 1):
        assert hand_of(reversed(cards_of(hand))) == hand
        assert max(cards_of(hand)) < size
