"""Rounds played on from a position, many at once, against the readable engine game for game."""

import random
from collections import Counter

import numpy as np
import pytest

from thirtyone.play.actions import HIT, KNOCK, STAND, Fold, IllegalActionError, Knock, Renew, Swap
from thirtyone.play.deal import seeded_deal
from thirtyone.play.round import apply, start
from thirtyone.play.state import Phase
from thirtyone.play.view import seat_view
from thirtyone.policies import KnocksByTable, knocks_at, never_knocks, random_player, steady
from thirtyone.rules import load_ruleset, with_values
from thirtyone.sim import bank_lanes, swap_lanes
from thirtyone.sim.automaton import final_of
from thirtyone.sim.finals import ENDS
from thirtyone.sim.positions.moves import moves
from thirtyone.sim.positions.play_out import played_on
from thirtyone.sim.positions.position import Position, PositionError

POLICIES = (steady, never_knocks, knocks_at(20), KnocksByTable([bytes(256)], 20, "quiet"))
SEED = 77
HOUSE = {
    "turn.swaps": ("one", "one-or-three", "any"),
    "turn.pass": ("unlimited", "once"),
    "turn.renew_789": ("no", "yes"),
    "turn.table_exhausted": ("showdown", "reuse"),
    "knock.minimum": ("0", "15"),
    "knock.first_turn": ("normal", "showdown", "after-first-lap"),
    "knock.last_turns": ("others", "all"),
    "instant.dealt": ("at-once", "one-exchange-each", "wait-and-knock", "nothing"),
    "instant.in_play": ("at-once", "wait-and-knock", "nothing"),
    "instant.after_knock": ("at-once", "play-on"),
}


def position_in(ruleset, rng, game):
    """Some moment of a round as the player sees it whose turn it is, with some of it forgotten."""
    players = rng.randint(2, 5)
    state = start(ruleset, seeded_deal(ruleset, players, 5, game)).state
    for _ in range(rng.randint(1, 25)):
        if state.outcome is not None:
            break
        player = rng.choice([steady, never_knocks, random_player])
        before, view = state, seat_view(state, state.turn)
        state = apply(state, player(view, rng)).state
    if state.outcome is not None:
        state = before
    if state.phase is not Phase.TURN:
        return None
    view = seat_view(state, state.turn)
    seats = [(state.turn + n) % players for n in range(players)]
    since = view.turns - view.passes
    return Position(
        hands=(view.hand, *(view.known[seat] for seat in seats[1:])),
        standing=(3,) * players,
        open=view.table if rng.random() < 0.8 else view.table[: rng.randint(0, 2)],
        dealer=seats.index(state.deal.dealer),
        lap=view.turns // players + 1,
        gone=view.aside if rng.random() < 0.7 else (),
        stock=view.stock_count if rng.random() < 0.7 else None,
        knocker=None if view.knocker is None else seats.index(view.knocker),
        passes=view.passes if since >= 0 else 0,
    )


def same(ruleset, position, action, policies, rounds, games):
    for lane, game in enumerate(games.tolist()):
        outcome = played_on(ruleset, position, action, policies, SEED, game)
        wanted = final_of(ruleset, outcome)
        assert tuple(rounds.hands[:, lane].tolist()) == wanted.hands, (ruleset.id, action, lane)
        assert rounds.end[lane] == wanted.end
        assert rounds.knocker[lane] == wanted.knocker
        if rounds.stakes is not None:
            assert tuple(rounds.stakes[:, lane].tolist()) == wanted.stakes


def test_exchange_rounds_go_on_as_in_the_engine():
    rng, seen = random.Random(8), Counter()
    games = np.arange(2**33, 2**33 + 8, dtype=np.uint64)
    for game in range(90):
        paths = rng.sample(sorted(HOUSE), rng.randint(0, 6))
        changes = {path: rng.choice(HOUSE[path]) for path in paths}
        id_ = rng.choice(["dk-a7", "dk-a9", "schwimmen"])
        ruleset = with_values(load_ruleset(id_), changes)
        position = position_in(ruleset, rng, game)
        if position is None:
            continue
        try:
            offered = moves(ruleset, position)
        except PositionError:
            continue
        policies = rng.choices(POLICIES, k=position.players)
        for action in offered:
            if isinstance(action, Renew) and len(position.open) < 3:
                continue
            rounds = swap_lanes.resume(ruleset, policies, position, action, SEED, games)
            same(ruleset, position, action, policies, rounds, games)
            seen[type(action)] += 1
            seen.update(ENDS[end] for end in rounds.end.tolist())
        seen["after a knock"] += position.knocker is not None
        seen["blind"] += len(position.open) < 3
    for what in (Swap, Knock, "knock", "instant", "after a knock", "blind"):
        assert seen[what] >= 8, (what, seen)


def test_a_renewal_is_followed_by_the_turn_itself():
    ruleset = with_values(load_ruleset("dk-a7"), {"turn.renew_789": "yes"})
    cards = {card.notation: card for card in ruleset_cards(ruleset)}
    mine = tuple(cards[name] for name in ("KC", "TC", "9D"))
    table = tuple(cards[name] for name in ("7H", "8S", "9H"))
    position = Position(hands=(mine, (), ()), standing=(3, 3, 3), open=table, lap=2)
    games = np.arange(200, dtype=np.uint64)
    policies = [steady, knocks_at(22), never_knocks]
    rounds = swap_lanes.resume(ruleset, policies, position, Renew(), SEED, games)
    same(ruleset, position, Renew(), policies, rounds, games)


def ruleset_cards(ruleset):
    return seeded_deal(ruleset, 2, 0, 0).cards


@pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])
@pytest.mark.parametrize("players", [2, 4, 7])
def test_bank_rounds_go_on_as_in_the_engine(players, direction):
    ruleset = with_values(load_ruleset("greek-31"), {"bank.direction": direction})
    rng = random.Random(players)
    games = np.arange(300, 330, dtype=np.uint64)
    deck = ruleset_cards(ruleset)
    for _ in range(12):
        cards = rng.sample(deck, 14)
        mine = tuple(cards[: rng.choice([3, 3, 3, 4])])
        others = [tuple(cards[4 + at : 4 + at + rng.randint(0, 3)]) for at in range(0, 9, 3)]
        hands = (mine, *others, (), (), ())[:players]
        position = Position(
            hands=hands,
            standing=(20,) * players,
            dealer=rng.randrange(1, players),
            stock=rng.choice([None, None, 0, 3]),
        )
        try:
            offered = moves(ruleset, position)
        except PositionError:
            continue
        policies = rng.choices(POLICIES, k=players)
        for action in offered:
            rounds = bank_lanes.resume(ruleset, policies, position, action, SEED, games)
            same(ruleset, position, action, policies, rounds, games)
        assert STAND in offered
        assert (HIT in offered) == (position.stock != 0)


def test_what_the_rules_refuse_is_refused():
    games = np.arange(3, dtype=np.uint64)
    ruleset = with_values(load_ruleset("schwimmen"), {"knock.first_turn": "after-first-lap"})
    cards = ruleset_cards(ruleset)
    position = Position(hands=(cards[:3], ()), standing=(3, 3), open=cards[3:6])
    with pytest.raises(IllegalActionError, match="Nobody can knock"):
        swap_lanes.resume(ruleset, [steady] * 2, position, KNOCK, SEED, games)
    greek = load_ruleset("greek-31")
    with pytest.raises(IllegalActionError):
        bank_lanes.resume(
            greek,
            [steady] * 2,
            Position(hands=(cards[:3], ()), standing=(9, 9)),
            Fold(),
            SEED,
            games,
        )
