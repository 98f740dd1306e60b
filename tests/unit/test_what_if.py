"""What-if without a page: positions, their moves, games played on, and figures with intervals."""

from collections import Counter
from dataclasses import replace

import pytest

from thirtyone.cards import Card
from thirtyone.play.actions import (
    DRAW,
    HIT,
    KEEP,
    KNOCK,
    PASS,
    STAND,
    TAKE,
    IllegalActionError,
    Swap,
)
from thirtyone.policies import knocks_at, named_policy
from thirtyone.rules import load_ruleset, with_values
from thirtyone.sim.chains.chain import first_game, solve, types_of
from thirtyone.sim.chains.value import GROUPS, MatchTable, MatchWorth
from thirtyone.sim.positions.moves import hand_after, moves, state_of
from thirtyone.sim.positions.play_out import EnginePlay, played_on
from thirtyone.sim.positions.play_out_lanes import LanePlay
from thirtyone.sim.positions.position import (
    Position,
    PositionError,
    check_position,
    unseen,
    usual_stock,
)
from thirtyone.sim.positions.what_if import (
    Asked,
    Counted,
    Gain,
    Loss,
    average,
    difference,
    play_games,
    ranked,
    share,
)
from thirtyone.sim.result import Estimate
from thirtyone.sim.tally import Tally

NORWEGIAN = load_ruleset("no-trettien")


def cards(text):
    return tuple(map(Card, text.split()))


def position(mine, *others, **more):
    hands = (cards(mine), *map(cards, others))
    return Position(hands=hands, standing=more.pop("standing", (3,) * len(hands)), **more)


MOCK = position("KC TC 4D", "", "QS", "", standing=(2, 3, 1, 3), open=cards("3S"), lap=2)


# --------------------------------------------------------------------------------- what can be done


@pytest.mark.parametrize(
    ("rules", "asked", "expected"),
    [
        ("no-trettien", MOCK, (DRAW, TAKE, KNOCK)),
        ("no-trettien", replace(MOCK, knocker=3), (DRAW, TAKE, KEEP)),
        ("no-trettien", replace(MOCK, stock=0), (TAKE, KNOCK)),
        ("greek-31", position("9C 8D 4H", "", "QH"), (HIT, STAND)),
    ],
)
def test_moves_are_those_of_the_engine(rules, asked, expected):
    assert moves(load_ruleset(rules), asked) == expected


def test_an_exchange_offers_the_best_swaps_first():
    """Three single swaps at most, all three, pass and knock."""
    asked = position("JH 9H 7S", "", open=cards("QH AS 8D"))
    found = moves(load_ruleset("dk-a7"), asked)
    assert found[0] == Swap(cards("7S"), cards("QH"))
    assert found[3] == Swap(cards("JH 9H 7S"), cards("QH AS 8D"))
    assert found[4:] == (PASS, KNOCK)


def test_a_table_that_is_not_known_offers_no_swap():
    asked = position("JH 9H 7S", "", open=cards("QH"))
    assert moves(load_ruleset("dk-a7"), asked) == (PASS, KNOCK)


def test_a_minimum_to_knock_is_kept():
    strict = with_values(NORWEGIAN, {"knock.minimum": 21})
    assert moves(strict, MOCK) == (DRAW, TAKE)


def test_the_order_of_play_and_the_number_of_turns():
    """Seat 0 moves; where it sits in the round follows from the dealer."""
    assert (MOCK.place, MOCK.turns) == (0, 4)
    dealing = replace(MOCK, dealer=0)
    assert (dealing.place, dealing.turns) == (3, 7)
    assert [replace(MOCK, dealer=1).place_of(seat) for seat in range(4)] == [2, 3, 0, 1]


def test_last_turns_are_counted_from_the_knock():
    """The seat before me knocked: everybody else is still to come, me included."""
    deal = sorted(unseen(NORWEGIAN, MOCK), key=lambda card: card.number)
    assert state_of(NORWEGIAN, replace(MOCK, knocker=3), deal).last_turns == 3
    assert state_of(NORWEGIAN, replace(MOCK, knocker=1), deal).last_turns == 1
    both = with_values(NORWEGIAN, {"knock.last_turns": "all"})
    assert state_of(both, replace(MOCK, knocker=1), deal).last_turns == 2


def test_the_stock_follows_the_turns_until_it_is_set():
    assert usual_stock(NORWEGIAN, MOCK) == 35
    assert usual_stock(NORWEGIAN, replace(MOCK, lap=1)) == 39
    state = state_of(NORWEGIAN, replace(MOCK, stock=30), unseen(NORWEGIAN, MOCK))
    assert (state.stock_count, len(state.discards)) == (30, 10)
    assert state.discards[-1] is Card("3S")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hands": (cards("KC TC"), (), (), ())}, "refuse.position_hand"),
        ({"hands": (cards("KC TC 4D"), cards("2C 3C 4C 5C"), (), ())}, "refuse.position_hand"),
        ({"hands": (cards("KC TC 4D"), cards("KC"), (), ())}, "refuse.card_twice"),
        ({"open": cards("3S 4S")}, "refuse.position_open"),
        ({"stock": 40}, "refuse.position_stock"),
        ({"stock": -1}, "refuse.position_stock"),
        ({"lap": 0}, "refuse.position_lap"),
        ({"lap": 41}, "refuse.position_lap"),
        ({"knocker": 0}, "refuse.position_knocker"),
        ({"knocker": 2, "lap": 1}, "refuse.position_knocker"),
        ({"passes": 4}, "refuse.position_passes"),
        ({"standing": (0, 3, 1, 3)}, "refuse.position_lives"),
        ({"standing": (2, 3, 1)}, "refuse.deal_seats"),
        ({"hands": (cards("KC TC AC"), (), (), ())}, "refuse.position_over"),
        ({"hands": (cards("KC TC 4D"), cards("KH TH AH"), (), ())}, "refuse.position_over"),
        ({"hands": (cards("KC TC 4D"),), "standing": (1,)}, "refuse.players"),
    ],
)
def test_a_position_that_cannot_be(change, reason):
    with pytest.raises(PositionError) as caught:
        check_position(NORWEGIAN, replace(MOCK, **change))
    assert caught.value.reason == reason
    assert str(caught.value).endswith(".")


def test_a_position_that_cannot_be_with_other_cards():
    with pytest.raises(PositionError, match="32 cards, and the four of diamonds"):
        moves(load_ruleset("dk-a7"), MOCK)
    greek = load_ruleset("greek-31")
    with pytest.raises(PositionError, match="over 31"):
        moves(greek, position("KC QC 2C TD", "", "QH"))
    with pytest.raises(PositionError, match="cannot be you"):
        moves(greek, replace(position("KC 3C 2C", "", "QH"), dealer=0))


def test_a_move_that_the_rules_refuse():
    with pytest.raises(IllegalActionError):
        played_on(NORWEGIAN, MOCK, KEEP, [named_policy("steady")] * 4, 31, 0)
    with pytest.raises(IllegalActionError):
        LanePlay(MOCK, [knocks_at(25)] * 4, 31).ends(NORWEGIAN, KEEP, range(5))


# ------------------------------------------------------------------------------ one's own hand after


def test_the_hand_after_a_draw_counted_by_hand():
    """Twenty in clubs: eleven clubs make it better, one of them to 31; 36 cards change nothing."""
    after = hand_after(NORWEGIAN, MOCK, DRAW)
    clubs = {22: 1, 23: 1, 24: 1, 25: 1, 26: 1, 27: 1, 28: 1, 29: 1, 30: 2, 31: 1}
    assert after == {40: 36, **{2 * points: times for points, times in clubs.items()}}
    assert after.total() == 47 == len(unseen(NORWEGIAN, MOCK))


def test_cards_out_of_play_do_not_come():
    gone = replace(MOCK, gone=cards("AC QC JC"))
    after = hand_after(NORWEGIAN, gone, DRAW)
    assert (after[62], after[60], after.total()) == (0, 0, 44)


def test_the_hand_after_the_other_moves():
    assert hand_after(NORWEGIAN, MOCK, KNOCK) == Counter({40: 1})
    assert hand_after(NORWEGIAN, replace(MOCK, open=cards("9C")), TAKE) == Counter({58: 1})
    swapped = position("JH 9H 7S", "", open=cards("QH AS 8D"))
    rules = load_ruleset("dk-a7")
    assert hand_after(rules, swapped, Swap(cards("7S"), cards("QH"))) == Counter({58: 1})
    # A taken card has to stay: from three equal suits the lowest other one goes.
    assert hand_after(NORWEGIAN, position("KC TC 9C", "", open=cards("2S")), TAKE) == Counter(
        {40: 1}
    )


def test_the_total_after_a_card_at_the_bank():
    """24 and no ace: seven or less is safe, an ace may count one."""
    asked = position("9C 8D 7H", "", "QH")
    after = hand_after(load_ruleset("greek-31"), asked, HIT)
    # Unseen: 4 each of 2 to 6, 3 sevens, aces as 1: 4 each; the rest goes over.
    assert {order: after[order] for order in (50, 52, 54, 56, 58, 60, 62)} == {
        50: 4,
        52: 4,
        54: 4,
        56: 4,
        58: 4,
        60: 4,
        62: 3,
    }
    assert after[0] == 48 - 27


# ---------------------------------------------------------------------------------------- played on

CASES = [
    ("no-trettien", MOCK),
    ("no-trettien", replace(MOCK, dealer=1, knocker=2, stock=6, gone=cards("2S 2C"))),
    ("se-svensk-bas", position("KC TC 4D", "", "QS", lap=5, stock=3)),
    ("scat", position("KC TC 4D", "", open=cards("9C"), lap=2)),
    ("dk-a7", position("KC TC 7D", "", "QS", "", open=cards("8S 9C AD"), lap=2, passes=2)),
    ("schwimmen", position("KC TC 7D", "", "QS", "", open=cards("8S 9C AD"), lap=3, knocker=3)),
    ("greek-31", position("KC 4C 4D", "", "QS 3D 5C", "9H")),
]


@pytest.mark.parametrize(("rules", "asked"), CASES)
def test_the_fast_engines_play_what_the_readable_one_plays(rules, asked):
    """The same cost for everybody, game by game, whatever the players."""
    ruleset = load_ruleset(rules)
    policies = [knocks_at(20 + 2 * seat) for seat in range(asked.players)]
    fast, slow = (play(asked, policies, 31) for play in (LanePlay, EnginePlay))
    compared = 0
    for action in moves(ruleset, asked):
        quick = fast.costs(ruleset, fast.ends(ruleset, action, range(60)))
        careful = slow.costs(ruleset, slow.ends(ruleset, action, range(60)))
        assert [quick.known[place] for place in quick.places] == careful
        compared += len(careful)
    assert compared >= 120


def test_players_who_look_at_more_are_played_by_the_readable_engine():
    asked = Asked((NORWEGIAN,), MOCK, ("steady", "random", "steady", "steady"))
    counted = play_games(asked, 0, 20)
    assert counted.n == 20
    assert counted.pairs == play_games(asked, 0, 20).pairs


def test_parts_add_up_to_the_whole():
    asked = Asked(
        (NORWEGIAN, with_values(NORWEGIAN, {"settlement.lone_low_knocker": "1"})),
        MOCK,
        ("steady",) * 4,
    )
    whole = play_games(asked, 0, 300)
    parts = play_games(asked, 0, 100) + play_games(asked, 100, 200)
    assert (whole.n, whole.pairs) == (parts.n, parts.pairs)
    assert set(whole.pairs) == set(asked.pairs)
    assert all(counts.total() == 300 for counts in whole.pairs.values())


def test_rules_that_only_change_what_is_paid_share_their_games(monkeypatch):
    """The same rounds, settled twice: a lone low knocker pays two or one."""
    milder = with_values(NORWEGIAN, {"settlement.lone_low_knocker": "1"})
    asked = Asked((NORWEGIAN, milder), MOCK, ("steady",) * 4)
    played = []
    ends = LanePlay.ends
    monkeypatch.setattr(
        LanePlay, "ends", lambda self, *args: played.append(args[1]) or ends(self, *args)
    )
    counted = play_games(asked, 0, 2000)
    assert played == [DRAW, TAKE, KNOCK]
    line, other = asked.line(0, KNOCK), asked.line(1, KNOCK)
    pairs = counted.pairs[line, other]
    changed = {pair: times for pair, times in pairs.items() if pair[0] != pair[1]}
    assert changed
    assert all((a[0], b[0]) == (-2, -1) or min(a[1:]) == -2 for a, b in changed)


# ------------------------------------------------------------------------------ positions worked out


def test_a_knock_that_nobody_can_beat():
    """Thirty against three low cards: the other loses for certain, and with one life the match."""
    asked = position("KC QC TC", "2H 3D 4S", standing=(1, 1), open=cards("2S"))
    question = Asked((NORWEGIAN,), asked, ("steady", "steady"))
    counted = play_games(question, 0, 500)
    line = question.line(0, KNOCK)
    assert counted.alone(line) == {(0, -1): 500}
    assert share(counted, line, Loss()).mean == 0
    table = MatchTable(NORWEGIAN, ("steady", "steady"))
    table.grow(80)
    worth = MatchWorth(table, standing=(1, 1), place=asked.place)
    assert share(counted, line, worth).mean == 1


def test_a_last_turn_counted_by_hand():
    """The other has knocked with 20 and I have 20: a tie costs me a life, and eleven of the 45
    unseen cards save me.
    """
    asked = position("KC TC 4D", "KH TH 2D", open=cards("3S"), lap=2, knocker=1)
    question = Asked((NORWEGIAN,), asked, ("steady", "steady"))
    counted = play_games(question, 0, 20_000)
    kept, drawn = (share(counted, question.line(0, move), Loss()) for move in (KEEP, DRAW))
    assert kept.mean == 1
    assert drawn.low < 34 / 45 < drawn.high
    assert drawn.half_width < 0.007
    gap = difference(counted, question.line(0, KEEP), question.line(0, DRAW), Loss())
    assert gap.low < 11 / 45 < gap.high
    lines = [question.line(0, move) for move in (DRAW, TAKE, KEEP)]
    assert ranked(counted, lines, Loss(), low=True) == [question.line(0, DRAW)]
    assert ranked(counted, lines[1:], Loss(), low=True) == lines[1:]


def test_the_bank_game_counted_by_hand():
    """31 by three cards cannot be beaten but tied; two cards above 31 lose whatever the bank has."""
    greek = load_ruleset("greek-31")
    asked = position("KC QC 9C", "QH", standing=(0, 0))
    question = Asked((greek,), asked, ("steady", "steady"))
    counted = play_games(question, 0, 4000)
    hit = average(counted, question.line(0, HIT), Gain())
    # Only an ace (as one) or a two keeps 29 at or below 31.
    busts = sum(card.points > 2 and card.rank.name != "ACE" for card in unseen(greek, asked)) / 48
    assert hit.low < -busts + 2 * (1 - busts)
    assert hit.high < average(counted, question.line(0, STAND), Gain()).low


# --------------------------------------------------------------------------------- figures, intervals


def test_best_and_level():
    """Apart as soon as the interval of the paired difference leaves 0 out."""
    own, other = (0, -1), (-1, 0)

    def counted(wins, losses):
        ties = 1000 - wins - losses
        pairs = {
            (0, 0): Counter({(own, own): 500, (other, other): 500}),
            (1, 1): Counter({(own, own): 500 - wins + losses, (other, other): 500 + wins - losses}),
            (0, 1): Counter({(own, other): wins, (other, own): losses, (own, own): ties}),
        }
        return Counted(1000, pairs)

    assert ranked(counted(40, 10), [0, 1], Loss(), low=True) == [0]
    assert ranked(counted(12, 10), [0, 1], Loss(), low=True) == [0, 1]
    assert ranked(Counted(), [0, 1], Loss(), low=True) == []
    forth = difference(counted(40, 10), 0, 1, Loss())
    back = difference(counted(40, 10), 1, 0, Loss())
    assert (forth.mean, forth.low, forth.high) == (-back.mean, -back.high, -back.low)
    assert forth.mean == pytest.approx(-0.03)


def test_intervals_become_narrower():
    asked = Asked((NORWEGIAN,), MOCK, ("steady",) * 4)
    few = play_games(asked, 0, 1000)
    many = few + play_games(asked, 1000, 15_000)
    widths = [share(counted, 0, Loss()).half_width for counted in (few, many)]
    assert 3 < widths[0] / widths[1] < 5


def test_the_chance_to_win_agrees_with_the_chain():
    """Before a round it is the mean over what the round may bring: what the match solver says."""
    policies = ("knocks-at:20", "steady", "steady")
    table = MatchTable(NORWEGIAN, policies)
    table.grow(4000)
    worth = MatchWorth(table, standing=(3, 3, 3), place=0)
    before = sum(
        chance * worth.of(effect.amounts)
        for effect, chance in zip(
            table.effects(table.labels), table.chances(table.labels, -1), strict=True
        )
    )
    tallies = {}
    for seating in types_of(NORWEGIAN, table.labels):
        table.chances(seating, -1)
        merged = Tally(len(seating))
        for tally in table.tallies[seating]:
            merged += tally
        tallies[seating] = merged
    solved = solve(NORWEGIAN, table.labels, tallies)
    assert before == pytest.approx(solved.win[0].mean, abs=1e-9)


def test_a_table_that_grows_counts_every_game_once():
    grown, whole = (MatchTable(NORWEGIAN, ("steady", "steady")) for _ in range(2))
    for rounds in (160, 800):
        grown.grow(rounds)
        grown.chances((0, 0), -1)
    whole.grow(800)
    whole.chances((0, 0), -1)
    assert grown.tallies == whole.tallies
    assert [tally.rounds for tally in whole.tallies[0, 0]] == [100] * GROUPS


def test_the_doubt_about_the_match_widens_the_interval():
    """A few rounds behind the chances to win: the interval says so."""
    asked = Asked((NORWEGIAN,), MOCK, ("steady",) * 4)
    counted = play_games(asked, 0, 4000)
    widths = []
    for rounds in (160, 16_000):
        table = MatchTable(NORWEGIAN, asked.policies)
        table.grow(rounds)
        worth = MatchWorth(table, standing=MOCK.standing, place=MOCK.place)
        estimate = share(counted, 0, worth)
        assert isinstance(estimate, Estimate)
        widths.append(estimate.half_width)
    assert widths[0] > 2 * widths[1]


def test_a_match_of_nine_is_worked_out_or_too_large():
    """The numbers of the games of many types fit into those of the engines."""
    table = MatchTable(load_ruleset("dk-enogtredive"), ("steady",) * 8 + ("knocks-at:20",))
    table.grow(16)
    numbers = {
        first_game(table.labels, seating) for seating in types_of(table.ruleset, table.labels)
    }
    assert len(numbers) == len(types_of(table.ruleset, table.labels)) > 40
    assert max(numbers) + (1 << 40) < 1 << 63
    assert sum(table.chances(table.labels, -1)) == pytest.approx(1)
    assert len(table.effects(table.labels)) > 3
