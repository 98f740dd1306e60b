"""Whole matches under every ruleset, from the least to the most players, to their end."""

import random

import pytest

from thirtyone.errors import RulesError
from thirtyone.play.match import IDLE_ROUNDS, after_round, next_deal, start_match
from thirtyone.play.match_events import (
    BankMoved,
    DeciderCalled,
    MatchEnd,
    MatchOver,
    NextDealer,
    RoundSettled,
    WentOut,
)
from thirtyone.policies import named_policy, play_round
from thirtyone.rules import load_ruleset, questions, ruleset_ids, with_values
from thirtyone.rules.model import BankForm, Pot
from thirtyone.text.say_match import say_match_event
from thirtyone.text.translator import get_translator

TABLES = [
    pytest.param(id_, players, id=f"{id_}-{players}")
    for id_ in ruleset_ids()
    for players in range(load_ruleset(id_).players.low, load_ruleset(id_).players.high + 1)
]
MIXED = ("steady", "random", "knocks-at:20", "knocks-at:28")


def play_match(ruleset, players, policies, seed):
    """The states and the events of a match, checked at every step."""
    rng = random.Random(seed)
    seated = [named_policy(policies[seat % len(policies)]) for seat in range(players)]
    state = start_match(ruleset, [f"P{seat}" for seat in range(players)])
    states, events = [state], []
    while state.end is None:
        deal = next_deal(state, rng)
        played = play_round(ruleset, deal, [seated[seat] for seat in deal.seats], rng)
        before = state
        state, happened = after_round(state, played.outcome)
        check_step(before, state, happened)
        states.append(state)
        events.extend(happened)
    return states, events


def check_step(before, after, events):
    assert min(after.lives) >= 0
    assert set(after.seats) <= set(before.seats)
    assert after.seats
    assert after.dealer in range(len(after.players))
    gone = {event.seat for event in events if isinstance(event, WentOut)}
    if after.end is not MatchEnd.SHARED:
        assert gone == set(before.seats) - set(after.seats)
    rules = after.ruleset
    # Nothing is lost on the table: lives paid, tokens and the pot add up.
    held = sum(before.tokens) + before.pot
    now = sum(after.tokens) + after.pot
    settled = next(event.settlement for event in events if isinstance(event, RoundSettled))
    lost = sum(settled.lives_before) - sum(settled.lives)
    to_pot = rules.stakes.pot is not Pot.NONE and not before.decider
    assert settled.lent == before.decider
    assert held + (lost if to_pot else 0) == now
    # Only a decider brings lives back, and they are lent: one for everybody who went out.
    called = any(isinstance(event, DeciderCalled) for event in events)
    assert sum(after.lives) - sum(before.lives) + lost == (len(settled.out) if called else 0)
    if isinstance(rules.form, BankForm):
        assert min(after.tokens) >= 0
    if after.end is None:
        assert after.dealer in after.seats
        assert len(after.seats) >= 2
        for event in events:
            if isinstance(event, NextDealer):
                assert event.seat == after.dealer
    else:
        assert isinstance(events[-1], MatchOver)
        assert set(after.winners) <= set(before.seats)
        assert bool(after.winners) == (after.end is not MatchEnd.ENDLESS)
    settled = [event for event in events if isinstance(event, RoundSettled)]
    assert [before.seats] == [event.seats for event in settled]


@pytest.mark.parametrize(("id_", "players"), TABLES)
def test_every_match_ends(id_, players):
    """Mixed players, down to two where the ruleset starts with more, and a winner at the end."""
    ruleset = load_ruleset(id_)
    states, events = play_match(ruleset, players, MIXED, seed=players)
    last = states[-1]
    assert 1 == sum(isinstance(event, MatchOver) for event in events)
    assert last.end in {MatchEnd.LAST_ONE_IN, MatchEnd.TARGET, MatchEnd.DEALS}
    assert 1 <= len(last.winners)
    if id_ in {"bicycle", "greek-31"}:
        assert last.end is MatchEnd.LAST_ONE_IN or 10 == len(last.history)
    names = last.players
    for lang in ("en", "nb", "sv", "da"):
        tr = get_translator(lang)
        assert all(
            sentence.endswith(".")
            for event in events
            for sentence in say_match_event(event, names, ruleset, tr)
        )


@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_match_of_random_players_ends(id_):
    for seed in range(3):
        states, _ = play_match(load_ruleset(id_), 3, ("random",), seed)
        assert states[-1].end is not None


@pytest.mark.parametrize("id_", ["no-trettien", "no-kildebeskrivelse", "thirty-one"])
def test_a_match_in_which_nothing_happens_is_broken_off(id_):
    """Nobody ever knocks and every stock runs out: the guard ends it, and nobody wins."""
    ruleset = with_values(
        load_ruleset(id_), {"instant.dealt": "nothing", "instant.in_play": "nothing"}
    )
    states, events = play_match(ruleset, 4, ("never-knocks",), seed=1)
    assert MatchOver(MatchEnd.ENDLESS, ()) == events[-1]
    assert IDLE_ROUNDS == len(states[-1].history)
    assert (3, 3, 3, 3) == states[-1].lives


def test_deciders_end_too():
    """One life, flat ties and hands that nobody draws to: deciders come up, and the match ends."""
    ruleset = with_values(
        load_ruleset("no-kildebeskrivelse"), {"lives.start": 1, "stock.empty": "showdown"}
    )
    called = 0
    for seed in range(150):
        states, events = play_match(ruleset, 2, ("knocks-at:2",), seed)
        called += sum(isinstance(event, DeciderCalled) for event in events)
        assert states[-1].end is MatchEnd.LAST_ONE_IN
    assert called > 0


def test_the_bank_changes_hands():
    moved = 0
    for seed in range(5):
        _, events = play_match(load_ruleset("greek-31"), 4, MIXED, seed)
        moved += sum(isinstance(event, BankMoved) for event in events)
    assert moved > 0


def test_the_marks_of_a_match_are_in_the_pot():
    """Swedish base: every mark lost lies in the pot, and the last one in takes them all."""
    states, _ = play_match(load_ruleset("se-svensk-bas"), 5, MIXED, seed=2)
    for state in states[:-1]:
        assert 15 == sum(state.lives) + state.pot
    last = states[-1]
    assert 15 == sum(last.lives) + last.tokens[last.winners[0]]
    assert 0 == last.pot


def house_rules(id_):
    """One switched rule after the other, of those that a settlement or a match asks."""
    for path, asked in questions(load_ruleset(id_).family).items():
        if path.partition(".")[0] in {"instant", "settlement", "lives", "match", "stakes", "bank"}:
            numbers = {"lives.start": (1, 5), "match.target": (3,), "match.deals": (4,)}
            answers = asked.answers if asked.high == 0 else numbers.get(path, (2,))
            for answer in answers:
                yield {path: answer}
    for goal in ("highest-wins", "bus-points"):
        for pot in ("none", "last-one-in", "highest-per-deal"):
            for tie in ("each", "nobody", "split"):
                yield {
                    "settlement.goal": goal,
                    "settlement.tie_for_highest": tie,
                    "stakes.pot": pot,
                    "stakes.ante": 1,
                    "match.target": 4,
                    "match.several_at_target": "shared",
                }


@pytest.mark.parametrize("id_", ["no-trettien", "se-svensk-bas", "dk-a7", "bicycle"])
def test_every_match_ends_under_every_house_rule(id_):
    played = 0
    for changes in house_rules(id_):
        try:
            ruleset = with_values(load_ruleset(id_), changes)
        except RulesError:
            continue  # answers that exclude each other
        states, events = play_match(ruleset, 3, MIXED, seed=played)
        assert states[-1].end is not None
        for lang in ("en", "da"):
            told = [say_match_event(e, "ABC", ruleset, get_translator(lang)) for e in events]
            assert len([said for said in told if said]) >= len(states)
        played += 1
    assert played > 50


def test_the_bank_form_ends_under_every_house_rule():
    """Every path of the family, and of numbers the lowest, some and the highest."""
    played, refused = 0, set()
    for path, asked in questions(load_ruleset("greek-31").family).items():
        numbers = sorted({asked.low, min(asked.low + 3, asked.high), asked.high})
        for answer in numbers if asked.type is int else asked.answers:
            try:
                ruleset = with_values(load_ruleset("greek-31"), {path: answer})
            except RulesError:
                refused.add(path)
                continue
            states, _ = play_match(ruleset, 4, MIXED, seed=played)
            assert states[-1].end in {MatchEnd.DEALS, MatchEnd.LAST_ONE_IN, MatchEnd.ENDLESS}
            start, last = states[0], states[-1]
            assert sum(start.tokens) == sum(last.tokens)
            if last.end is MatchEnd.DEALS:
                assert len(last.winners) < 4, path
            played += 1
    assert played > 30
    assert {"stakes.pot", "stakes.ante", "match.target"} <= refused
