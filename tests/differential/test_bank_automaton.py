"""The plain automaton of the bank form against the readable engine, action for action."""

import random

import pytest

from thirtyone.cards import Card
from thirtyone.hands import score_playable
from thirtyone.play.actions import HIT, STAND
from thirtyone.play.deal import next_seat, seeded_deal
from thirtyone.policies import KnocksByTable, knocks_at, never_knocks, play_round, steady
from thirtyone.rules import load_ruleset, with_values
from thirtyone.sim.bank_round import BUST, KINDS, NO_CARDS, _drawn, bank_hands, kinds_by_place, play
from thirtyone.sim.finals import ENDS
from thirtyone.sim.tables import deck_by_place

GREEK = load_ruleset("greek-31")
TABLED = KnocksByTable([bytes(256)], 19, "nineteen")
POLICIES = (steady, never_knocks, knocks_at(17), knocks_at(31), knocks_at(99), TABLED)
HOUSE = {
    "bank.low_aces": ("one", "any"),
    "bank.natural": ("none", "court-cards", "ten-valued"),
    "bank.draws_to": ("20", "24", "27", "31"),
    "bank.tie": ("bank", "nobody"),
    "bank.fold": ("no", "yes"),
    "bank.direction": ("clockwise", "anticlockwise"),
    "bank.two_packs_above": ("1", "3", "5", "9"),
    "bank.stake_low": ("1", "2", "4"),
}
TOKENS = (0, 1, 3, 20)


def seats_in_order(ruleset, players):
    seat, seats = 0, []
    for _ in range(players):
        seats.append(seat)
        seat = next_seat(seat, players, ruleset)
    return seats


def orders_of(ruleset, outcome, seats):
    return tuple(score_playable(outcome.hands[seat], ruleset).order for seat in seats)


def compare(ruleset, policies, seed, game, tokens=()):
    """The same round twice; how many actions it had. ``tokens`` are by position."""
    players = len(policies)
    seats = seats_in_order(ruleset, players)
    by_seat = [policies[seats.index(seat)] for seat in range(players)]
    purses = [tokens[seats.index(seat)] for seat in range(players)] if tokens else ()
    deal = seeded_deal(ruleset, players, seed, game, tokens=purses)
    assert deal.dealer == seats[-1]
    played = play_round(ruleset, deal, by_seat, random.Random(1))
    trace = []
    able = [had >= ruleset.form.bank.stake_low for had in tokens]
    final = play(ruleset, policies, seed, game, able=able, trace=trace)
    assert tuple(trace) == played.record.actions
    assert final.hands == orders_of(ruleset, played.outcome, seats)
    assert ENDS[final.end] is played.outcome.end
    assert final.stakes == tuple(played.outcome.stakes[seat] for seat in seats)
    assert final.knocker == -1
    assert final.turns == played.record.state().turns
    return len(trace)


@pytest.mark.parametrize("players", range(2, GREEK.players.high + 1))
@pytest.mark.parametrize("direction", HOUSE["bank.direction"])
def test_the_automaton_plays_what_the_engine_plays(players, direction):
    ruleset = with_values(GREEK, {"bank.direction": direction})
    rng = random.Random(players)
    actions = [
        compare(ruleset, rng.choices(POLICIES, k=players), 2**63 + players, game)
        for game in range(30)
    ]
    assert max(actions) > 2 * (players - 1)


def test_under_every_mixture_of_house_rules_and_purses():
    rng = random.Random(31)
    folded = 0
    for game in range(200):
        chosen = {path: rng.choice(answers) for path, answers in HOUSE.items()}
        ruleset = with_values(GREEK, {"players": "2-12", **chosen})
        players = rng.randint(2, 12)
        tokens = rng.choices(TOKENS, k=players) if game % 2 else ()
        folded += any(had < int(chosen["bank.stake_low"]) for had in tokens[:-1])
        compare(ruleset, rng.choices(POLICIES, k=players), 5, game, tokens)
    assert folded > 30


def test_when_the_cards_run_out_the_player_stops():
    hands, trace = bank_hands(GREEK), []
    nine = hands.next[NO_CARDS * len(KINDS) + KINDS.index(Card("9C"))]
    two = iter([KINDS.index(Card("2C"))])
    eleven = _drawn(hands, nine, 31, two, trace)
    assert (hands.points[eleven], trace) == (11, [HIT, STAND])


@pytest.mark.parametrize("packs", [1, 2])
def test_kinds_keep_what_counts(packs):
    deck = [card for card in deck_by_place(52) for _ in range(packs)]
    for card, kind in zip(deck, kinds_by_place(52 * packs), strict=True):
        alike = KINDS[kind]
        assert card.points == alike.points
        assert card.rank is alike.rank or {card.rank.letter, alike.rank.letter} <= set("JQK")


def test_a_bust_stays_a_bust():
    hands = bank_hands(GREEK)
    assert set(hands.next[BUST : len(KINDS)]) == {BUST}
    assert hands.orders[BUST] == 0
