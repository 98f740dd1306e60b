"""Draw rounds played on from a position, many at once, against the readable engine."""

import random
from collections import Counter

import numpy as np
import pytest
from test_draw_automaton import BAND, house_rules

from thirtyone.play.actions import (
    KEEP,
    TAKE,
    Draw,
    IllegalActionError,
    Keep,
    Knock,
    Take,
    ThrowDown,
)
from thirtyone.play.deal import seeded_deal
from thirtyone.play.round import apply, start
from thirtyone.play.state import Phase
from thirtyone.play.view import seat_view
from thirtyone.policies import knocks_at, never_knocks, random_player, steady
from thirtyone.rules import load_ruleset, with_values
from thirtyone.sim import draw_lanes
from thirtyone.sim.automaton import final_of
from thirtyone.sim.finals import ENDS
from thirtyone.sim.positions.moves import moves
from thirtyone.sim.positions.play_out import played_on
from thirtyone.sim.positions.position import Position, PositionError

POLICIES = (steady, never_knocks, knocks_at(20), BAND)
SEED = 77
GAMES = np.arange(2**33, 2**33 + 6, dtype=np.uint64)


def position_in(ruleset, rng, game):
    """Some moment of a round as the player sees it whose turn it is, with some of it forgotten."""
    players = rng.randint(2, min(5, ruleset.players.high))
    state = start(ruleset, seeded_deal(ruleset, players, 5, game)).state
    found = None
    for _ in range(2 * rng.randint(0, 20)):
        if state.outcome is not None:
            break
        if state.phase is Phase.TURN:
            found = state
        player = rng.choice([steady, never_knocks, random_player])
        state = apply(state, player(seat_view(state, state.turn), rng)).state
    if found is None or found.emptied:
        return None
    view = seat_view(found, found.turn)
    seats = [(found.turn + n) % players for n in range(players)]
    return Position(
        hands=(view.hand, *(view.known[seat] for seat in seats[1:])),
        standing=(3,) * players,
        open=view.discards[-1:] if rng.random() < 0.8 else (),
        dealer=seats.index(found.deal.dealer),
        lap=view.turns // players + 1,
        gone=view.discards[:-1] if rng.random() < 0.7 else (),
        stock=rng.choice([view.stock_count, view.stock_count, None, 0, 1]),
        knocker=None if view.knocker is None else seats.index(view.knocker),
    )


def check(ruleset, position, action, policies, games=GAMES):
    rounds = draw_lanes.resume(ruleset, policies, position, action, SEED, games)
    for lane, game in enumerate(games.tolist()):
        outcome = played_on(ruleset, position, action, policies, SEED, game)
        wanted = final_of(ruleset, outcome)
        found = (tuple(rounds.hands[:, lane].tolist()), rounds.end[lane], rounds.knocker[lane])
        assert found == wanted[:3], (ruleset, position, action, lane)
    return rounds


@pytest.mark.parametrize("part", range(3))
def test_draw_rounds_go_on_as_in_the_engine(part):
    rng, seen = random.Random(part), Counter()
    for game in range(60):
        ruleset = house_rules(rng.randint(0, 10**6))
        position = position_in(ruleset, rng, game)
        if position is None:
            continue
        try:
            offered = moves(ruleset, position)
        except PositionError:
            continue
        policies = rng.choices(POLICIES, k=position.players)
        for action in offered:
            rounds = check(ruleset, position, action, policies)
            seen[type(action)] += 1
            seen.update(ENDS[end].value for end in rounds.end.tolist())
        seen["after a knock"] += position.knocker is not None
        seen["blind"] += not position.open
        seen["no stock"] += position.stock == 0
    for what in (Draw, Take, Knock, "knock", "instant", "after a knock", "blind", "no stock"):
        assert seen[what] >= 3, (what, seen)


@pytest.mark.parametrize("own", ["may", "must", "no"])
@pytest.mark.parametrize("throw_back", ["yes", "no"])
def test_the_own_discard_after_a_knock(own, throw_back):
    answers = {"turn.own_discard_after_knock": own, "turn.throw_back": throw_back}
    ruleset = with_values(load_ruleset("no-trettien"), answers)
    cards = {card.notation: card for card in seeded_deal(ruleset, 2, 0, 0).cards}
    mine = tuple(cards[name] for name in ("KC", "TC", "4D"))
    kinds = set()
    for lap in (1, 2, 5):
        position = Position(
            hands=(mine, ()), standing=(3, 3), open=(cards["3H"],), lap=lap, knocker=1, dealer=0
        )
        for action in moves(ruleset, position):
            check(ruleset, position, action, [steady, steady])
            kinds.add((lap, type(action)))
    later = {"may": {Draw, Take, Keep}, "must": {Take}, "no": {Draw, Keep}}[own]
    assert {kind for lap, kind in kinds if lap == 2} == later
    assert {kind for lap, kind in kinds if lap == 1} == {Draw, Take, Keep}


def test_throwing_down_is_a_knock():
    ruleset = with_values(load_ruleset("thirty-one"), {"knock.throw_down": "yes"})
    hand = seeded_deal(ruleset, 2, 0, 0).cards[:3]
    position = Position(hands=(hand, (), ()), standing=(3, 3, 3))
    rounds = check(ruleset, position, ThrowDown(), [steady] * 3)
    assert (rounds.turns == 1).all() and (rounds.knocker == 0).all()


def test_batches_are_one():
    """More games than are played at once, and none at all."""
    ruleset = load_ruleset("no-trettien")
    hand = seeded_deal(ruleset, 2, 0, 0).cards[:3]
    position = Position(hands=(hand, (), ()), standing=(3, 3, 3))
    games = np.arange(2**16 + 5, dtype=np.uint64)
    whole = draw_lanes.resume(ruleset, [steady] * 3, position, TAKE, SEED, games[:0])
    assert whole.hands.shape == (3, 0)
    whole = draw_lanes.resume(ruleset, [steady] * 3, position, Draw(), SEED, games)
    last = draw_lanes.resume(ruleset, [steady] * 3, position, Draw(), SEED, games[-5:])
    assert whole.hands.shape == (3, len(games))
    assert (whole.hands[:, -5:] == last.hands).all() and (whole.turns[-5:] == last.turns).all()


def test_what_the_rules_refuse_is_refused():
    ruleset = load_ruleset("no-trettien")
    hand = seeded_deal(ruleset, 2, 0, 0).cards[:3]
    position = Position(hands=(hand, ()), standing=(3, 3))
    with pytest.raises(IllegalActionError):
        draw_lanes.resume(ruleset, [steady] * 2, position, KEEP, SEED, GAMES)
