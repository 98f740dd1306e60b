"""The draw form three times over: readable engine, plain automaton, numpy lanes; all one game.

The automaton must do what the engine does, action for action; the lanes end every game as the
automaton does; and with the Norwegian base rules the lanes are the C program of the benchmarks.
"""

import random

import numpy as np
import pytest

from benchmarks.yardstick import load_yardstick
from thirtyone.errors import RulesError
from thirtyone.play.deal import seeded_deal
from thirtyone.policies import KnocksByTable, knocks_at, never_knocks, play_round, steady
from thirtyone.rules import load_ruleset, ruleset_ids, value_text, values, with_values
from thirtyone.rules.model import Family
from thirtyone.sim import draw_lanes
from thirtyone.sim.draw_round import DrawRound, play
from thirtyone.sim.finals import ENDS
from thirtyone.sim.tables import hand_number

DRAW_IDS = [id_ for id_ in ruleset_ids() if load_ruleset(id_).family is Family.DRAW]

BAND = KnocksByTable(
    [
        bytes(34 <= order < 56 and order != 42 for order in range(256)),
        bytes(order >= 40 for order in range(256)),
        bytes(order >= 48 for order in range(256)),
    ],
    24,
    "band",
)
"""Knocks with 17 to 27½ at first but not with 21, then from 20 and from 24."""
PLAYERS = (steady, never_knocks, BAND, knocks_at(20), knocks_at(29), knocks_at(0))

CHOICES = {
    "deck.cards": ("52", "52", "40", "32", "24"),
    "hand.cards": ("3", "3", "3", "4"),
    "scoring.cap": ("none", "31"),
    "scoring.ace_across_suits": ("none", "none", "one", "any"),
    "scoring.three_of_a_kind": ("none", "30", "30.5"),
    "scoring.three_aces": ("none", "31", "33", "best"),
    "scoring.suited_run": ("none", "30"),
    "turn.throw_back": ("yes", "no"),
    "turn.stand_pat": ("yes", "no"),
    "turn.own_discard_after_knock": ("may", "must", "no"),
    "knock.minimum": ("0", "17", "21", "27"),
    "knock.first_turn": ("normal", "showdown"),
    "knock.throw_down": ("yes", "no"),
    "knock.last_turns": ("others", "all"),
    "stock.empty": ("draw", "reshuffle", "showdown"),
    "stock.empty_last_turns": ("reshuffle", "stand"),
    "instant.dealt": ("at-once", "wait-and-knock", "nothing"),
    "instant.in_play": ("at-once", "wait-and-knock", "nothing"),
    "instant.after_knock": ("at-once", "play-on"),
    "instant.three_aces": ("yes", "no"),
}
PLAY = [path for path in CHOICES if path.split(".")[0] not in {"hand", "scoring"}]


def house_rules(number):
    """A ruleset of the draw form with answers by chance, the same for the same number."""
    rng = random.Random(number)
    base = load_ruleset(rng.choice(["no-trettien", "dk-enogtredive", "enogfyrre"]))
    while True:
        answers = {path: rng.choice(texts) for path, texts in CHOICES.items()}
        if base.id == "enogfyrre":  # stays a game for 41 with four cards
            answers = {path: text for path, text in answers.items() if path in PLAY}
        high = min(9, (int(answers["deck.cards"]) - 2) // int(answers.get("hand.cards", 4)))
        try:
            return with_values(base, answers | {"players": f"2-{high}"})
        except RulesError:
            continue


def players_of(number, count):
    rng = random.Random(number)
    return tuple(rng.choice(PLAYERS) for _ in range(count))


def check_against_engine(ruleset, policies, seed, games):
    """How often each end came; every action, hand and count is compared."""
    round_ = DrawRound(ruleset, policies)
    ends = []
    for game in games:
        trace = []
        final = round_.play(seed, game, trace)
        deal = seeded_deal(ruleset, len(policies), seed, game)
        played = play_round(ruleset, deal, policies, random.Random(0))
        assert list(played.record.actions) == trace, (ruleset.id, seed, game)
        outcome = played.outcome
        hands = tuple(hand_number(hand, ruleset.deck_size) for hand in outcome.hands)
        turns = sum(event.name in {"threw", "knocked", "kept"} for event in played.events)
        knocker = -1 if outcome.knocker is None else outcome.knocker
        assert final == (hands, ENDS.index(outcome.end), knocker, turns, ())
        ends.append(outcome.end)
    return ends


def check_lanes(ruleset, policies, seed, games, seats=None):
    rounds = draw_lanes.play(ruleset, policies, seed, games, seats)
    if seats is None:
        seats = np.repeat(np.arange(len(policies))[:, None], len(games), axis=1)
    for lane, sitting in enumerate(seats.T.tolist()):
        final = play(ruleset, [policies[who] for who in sitting], seed, int(games[lane]))
        numbers = (int(rounds.end[lane]), int(rounds.knocker[lane]), int(rounds.turns[lane]))
        assert (tuple(rounds.hands[:, lane].tolist()), *numbers, ()) == final, (ruleset.id, lane)
    return rounds


@pytest.mark.parametrize("id_", DRAW_IDS)
def test_automaton_plays_what_the_engine_plays(id_):
    ruleset = load_ruleset(id_)
    turns = 0
    for count in range(2, ruleset.players.high + 1):
        turns += len(check_against_engine(ruleset, (steady,) * count, 31, range(8)))
        turns += len(check_against_engine(ruleset, players_of(count, count), 31, range(8, 24)))
    assert turns == 24 * (ruleset.players.high - 1)


@pytest.mark.parametrize("id_", ["no-trettien", "se-svensk-bas"])
@pytest.mark.parametrize("deck", ["52", "40", "32", "24"])
def test_automaton_goes_through_every_reshuffle(id_, deck):
    high = min(7, (int(deck) - 2) // 3)
    answers = {"deck.cards": deck, "players": f"2-{high}", "instant.in_play": "nothing"}
    ruleset = with_values(load_ruleset(id_), answers)
    ends = []
    for count in range(2, high + 1):
        ends += check_against_engine(ruleset, (never_knocks,) * count, 7, range(3))
    assert ("stock-empty" if id_ == "no-trettien" else "endless") in ends


def test_fifty_turns_each_are_the_end():
    answers = {"stock.empty": "reshuffle", "instant.in_play": "nothing"}
    ruleset = with_values(load_ruleset("no-trettien"), answers)
    rounds = draw_lanes.play(ruleset, [never_knocks] * 2, 3, np.arange(400, dtype=np.uint64))
    assert (rounds.turns == 100).any() and rounds.turns.max() == 100
    lane = int(rounds.turns.argmax())
    assert check_against_engine(ruleset, (never_knocks,) * 2, 3, [lane]) == ["endless"]


@pytest.mark.parametrize("number", range(60))
def test_automaton_with_any_house_rules(number):
    ruleset = house_rules(number)
    for count in {2, 3, ruleset.players.high}:
        check_against_engine(ruleset, players_of(number + count, count), number, range(5))


def test_random_house_rules_ask_everything():
    """The combinations above must really hold every answer, and every kind of end."""
    rulesets = [house_rules(number) for number in range(60)]
    shown = {(path, text) for path, texts in CHOICES.items() for text in texts}
    held = {
        (path, value_text(value)) for ruleset in rulesets for path, value in values(ruleset).items()
    }
    assert shown - held == set()
    assert {("scoring.target", "31"), ("scoring.target", "41")} <= held
    ends = set()
    for number, ruleset in enumerate(rulesets):
        rounds = draw_lanes.play(
            ruleset, players_of(number, 3), number, np.arange(300, dtype=np.uint64)
        )
        ends |= {ENDS[end].value for end in np.unique(rounds.end)}
    assert ends == {"knock", "instant", "stock-empty", "endless"}


@pytest.mark.parametrize("id_", DRAW_IDS)
def test_lanes_end_as_the_automaton_does(id_):
    ruleset = load_ruleset(id_)
    many = 100 if ruleset.hand_size == 4 else 1000
    for count in range(2, ruleset.players.high + 1):
        games = np.arange(many, dtype=np.uint64) + np.uint64(2**40)
        check_lanes(ruleset, (steady,) * count, 31, games)
        check_lanes(ruleset, players_of(count, count), 31, games[:200])
        check_lanes(ruleset, (never_knocks,) * count, 31, games[:40])


@pytest.mark.parametrize("number", range(60))
def test_lanes_with_any_house_rules(number):
    ruleset = house_rules(number)
    many = 60 if ruleset.hand_size == 4 else 200
    for count in {2, 3, ruleset.players.high}:
        games = np.arange(many, dtype=np.uint64)
        check_lanes(ruleset, players_of(number + count, count), number, games)


@pytest.mark.parametrize("who", [(steady, knocks_at(21), never_knocks), (steady, BAND), (BAND,)])
def test_lanes_with_other_players_in_each(who):
    ruleset = load_ruleset("se-svensk-bas")
    rng = np.random.default_rng(1)
    seats = rng.integers(0, len(who), (5, 1000)).astype(np.uint8)
    check_lanes(ruleset, who, 2, np.arange(1000, dtype=np.uint64), seats)


def test_how_lanes_are_cut_does_not_matter():
    ruleset = load_ruleset("no-trettien")
    games = np.arange(3000, dtype=np.uint64)
    whole = draw_lanes.play(ruleset, [steady] * 4, 31, games)
    parts = [draw_lanes.play(ruleset, [steady] * 4, 31, games[at : at + 7]) for at in (0, 7, 2993)]
    for at, part in zip((0, 7, 2993), parts, strict=True):
        assert (part.hands == whole.hands[:, at : at + 7]).all()
        assert (part.turns == whole.turns[at : at + 7]).all()


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("points", [21, 25, 29])
def test_lanes_are_the_c_program(players, points):
    """All but the games whose stock runs out: there the C program asks one card later."""
    yardstick, missing = load_yardstick()
    if yardstick is None:
        pytest.skip(missing)
    ruleset = load_ruleset("no-trettien")
    games = np.arange(20_000, dtype=np.uint64)
    rounds = draw_lanes.play(ruleset, [knocks_at(points)] * players, 31, games)
    loss, kind, turns = yardstick.rounds(31, 0, len(games), players, points)
    same = (rounds.end < 2) & (kind != 2)
    assert same.mean() > 0.8
    assert (rounds.end[same] == kind[same]).all()
    assert (rounds.turns[same] == turns[same]).all()
    orders = np.frombuffer(DrawRound(ruleset, [steady] * 2).tables.orders, np.uint8)
    final = orders[rounds.hands]
    lowest = final == final.min(0)
    knocked = np.arange(players)[:, None] == rounds.knocker
    lives = np.where(
        rounds.end == ENDS.index("instant"),
        final < 62,
        np.where(knocked, 2 * (lowest & (lowest.sum(0) == 1)), lowest),
    )
    instant = rounds.end == 1
    lives[:, instant] = final[:, instant] < 62
    assert (lives.T[same] == loss[same]).all()
