"""The bank form. What its texts leave open is marked as ours in the ruleset."""

import pytest

from thirtyone.cards import Card
from thirtyone.notation import parse_cards
from thirtyone.play.actions import DRAW, FOLD, HIT, STAND, Stake
from thirtyone.play.deal import arranged_deal, full_pack
from thirtyone.play.events import BankOpened, Bust, Folded, Got, Stood
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.round import apply, check_action, legal_actions, start
from thirtyone.play.state import Phase
from thirtyone.play.view import seat_view
from thirtyone.rules import load_ruleset, with_values

# Seat 2 holds the bank; the turn goes anticlockwise, so seat 1 begins and seat 0 follows.
FIRST = ("9C", "KH", "QS")


def begin(rest="", house=None, first=FIRST, tokens=()):
    ruleset = with_values(load_ruleset("greek-31"), house or {})
    cards = parse_cards(rest) if rest else ()
    dealt = [parse_cards(card) for card in first]
    return start(ruleset, arranged_deal(ruleset, dealt, cards, tokens=tokens))


def play(step, *actions):
    for action in actions:
        step = apply(step.state, action)
    return step


def test_one_card_each_and_the_banks_is_open():
    step = begin()
    assert step.events[-1] == BankOpened(2, Card("QS"))
    state = step.state
    assert (state.phase, state.turn) == (Phase.STAKE, 1)
    assert state.known == ((), (), (Card("QS"),))
    assert legal_actions(state) == (*map(Stake, range(1, 6)), FOLD)
    assert check_action(state, HIT).reason == "refuse.stake_first"
    assert check_action(state, Stake(6)).details == {"low": 1, "high": 5}
    assert check_action(state, DRAW).reason == "refuse.not_in_this_form"


def test_a_whole_round():
    """Two cards more for each in turn, then cards until they stop, then the bank up to 27."""
    step = play(begin("2D 5D 3C 4H 6S 2C 8S TD 9H 7H"), Stake(3), Stake(1))
    state = step.state
    assert state.phase is Phase.TURN
    assert state.hands == (
        parse_cards("9C 5D 6S"),
        parse_cards("KH 2D 4H"),
        parse_cards("QS 3C 2C"),
    )
    assert state.known[2] == (Card("QS"),)
    assert state.turn == 1
    assert check_action(state, Stake(1)).reason == "refuse.stake_is_over"
    step = play(step, HIT)
    assert step.events == (Got(1, (Card("8S"),)),)
    step = play(step, STAND)  # 24
    assert step.events == (Stood(1),)
    step = play(step, HIT)  # 30
    step = play(step, STAND)
    assert step.events[:3] == (
        Stood(0),
        Got(2, parse_cards("3C 2C")),
        Got(2, (Card("9H"),)),  # 24, so one more
    )
    outcome = step.state.outcome
    assert outcome.end is RoundEnd.BANK
    assert outcome.hands[2] == parse_cards("QS 3C 2C 9H 7H")
    assert (outcome.bank, outcome.stakes) == (2, (1, 3, 0))


def test_over_31_is_lost_at_once():
    step = play(begin("TD 5D 3C QH 6S 2C KS"), Stake(1), Stake(1))
    step = play(step, HIT)
    assert step.events == (Got(1, (Card("KS"),)), Bust(1))
    assert step.state.turn == 0


def test_one_ace_may_count_one():
    step = play(begin("AD 5D 3C AH 6S 2C KS"), Stake(1), Stake(1))
    step = play(step, HIT)  # king, two aces, king: 10 + 11 + 1 + 10 is 32
    assert step.events[-1] == Bust(1)
    step = play(begin("AD 5D 3C 9H 6S 2C KS"), Stake(1), Stake(1), HIT)
    assert step.state.turn == 1  # 10 + 1 + 9 + 10 is 30


def test_the_bank_need_not_draw_when_everybody_is_over():
    step = play(begin("TD TH 3C QH TC 2C KS KD"), Stake(1), Stake(1), HIT, HIT)
    assert step.state.outcome.hands[2] == parse_cards("QS 3C 2C")


def test_staying_out():
    step = play(begin("TD 3C QH 2C KS KD"), FOLD)
    assert step.events == (Folded(1),)
    step = play(step, Stake(2))
    assert step.state.turn == 0
    assert step.state.hands[1] == parse_cards("KH")
    over = play(begin(), FOLD, FOLD).state.outcome
    assert (over.end, over.stakes) == (RoundEnd.BANK, (0, 0, 0))
    assert check_action(begin(house={"bank.fold": "no"}).state, FOLD).reason == "refuse.no_fold"


def test_nobody_stakes_more_than_there_is():
    state = begin(tokens=(20, 3, 60)).state
    assert legal_actions(state) == (Stake(1), Stake(2), Stake(3), FOLD)
    broke = begin(tokens=(20, 0, 60), house={"bank.fold": "no"}).state
    assert legal_actions(broke) == (FOLD,)


def test_clockwise_as_an_option():
    assert begin(house={"bank.direction": "clockwise"}).state.turn == 0


@pytest.mark.parametrize(("players", "cards"), [(2, 52), (5, 52), (6, 104), (8, 104)])
def test_two_packs_above_five_players(players, cards):
    assert len(full_pack(load_ruleset("greek-31"), players)) == cards


def test_the_bank_does_not_see_its_closed_cards():
    state = play(begin("2D 5D 3C 4H 6S 2C"), Stake(1), Stake(1)).state
    view = seat_view(state, 2)
    assert view.hand == (Card("QS"),)
    assert view.counts == (3, 3, 3)
    assert seat_view(state, 1).known == (
        parse_cards("5D 6S"),
        parse_cards("2D 4H"),
        (Card("QS"),),
    )
    assert seat_view(state, 1).hand == parse_cards("KH 2D 4H")
