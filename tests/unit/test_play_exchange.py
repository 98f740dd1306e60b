"""The exchange form, corner case by corner case. Numbers are those of the page of corner cases."""

from itertools import pairwise

import pytest

from thirtyone.cards import Card
from thirtyone.notation import parse_cards
from thirtyone.play.actions import CHANGE, DRAW, KEEP, KNOCK, PASS, RENEW, Swap
from thirtyone.play.deal import arranged_deal
from thirtyone.play.events import Announced, Knocked, RenewalReason, TableLaid, TableRenewed
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.round import apply, check_action, legal_actions, start
from thirtyone.play.state import Phase
from thirtyone.play.view import seat_view
from thirtyone.policies import never_knocks, steady
from thirtyone.rules import load_ruleset, with_values

LOW = ("KH 9H 7S", "8C 7C TD", "QS 7H JD")
"""Three hands of the 32 cards that end nothing; the dealer has the last one."""


def begin(rules, dealt=LOW, rest="", house=None, *, keep=True):
    """The first step; the dealer keeps the hand where there is a choice."""
    ruleset = with_values(load_ruleset(rules), house or {})
    cards = parse_cards(rest) if rest else ()
    step = start(ruleset, arranged_deal(ruleset, [parse_cards(h) for h in dealt], cards))
    chooses = keep and step.state.phase is Phase.DEALER_CHOICE
    return apply(step.state, KEEP) if chooses else step


def play(step, *actions):
    for action in actions:
        step = apply(step.state, action)
    return step


def swap(given, taken):
    return Swap(parse_cards(given), parse_cards(taken))


def refusal(state, action):
    refused = check_action(state, action)
    return None if refused is None else refused.reason


# ------------------------------------------------------------------------------- the dealer's choice


@pytest.mark.parametrize("rules", ["dk-a7", "schwimmen"])
def test_the_dealer_keeps_or_changes(rules):
    """Case 34: whoever keeps gets a table from the next cards; whoever changes leaves the hand."""
    step = begin(rules, rest="KC QC 8D", keep=False)
    assert step.state.turn == 2
    assert legal_actions(step.state) == (KEEP, CHANGE)
    assert refusal(step.state, PASS) == "refuse.dealer_chooses"
    kept = play(step, KEEP)
    assert kept.state.table == parse_cards("KC QC 8D")
    assert kept.state.hands[2] == parse_cards("QS 7H JD")
    changed = play(step, CHANGE)
    assert changed.state.table == parse_cards("QS 7H JD")
    assert changed.state.hands[2] == parse_cards("KC QC 8D")
    for later in (kept, changed):
        assert later.state.turn == 0
        assert later.state.stock_count == 32 - 9 - 3
        assert isinstance(later.events[-1], TableLaid)
        assert refusal(later.state, KEEP) == "refuse.choice_is_over"


def test_no_choice_in_the_widow_form():
    step = begin("bicycle", keep=False)
    assert step.state.phase is Phase.TURN
    assert len(step.state.table) == 3


# ----------------------------------------------------------------------------------- swapping


def test_swapping_one_or_three():
    state = begin("dk-a7", rest="KC QC 8D").state
    swaps = [action for action in legal_actions(state) if isinstance(action, Swap)]
    assert len(swaps) == 10
    assert refusal(state, swap("KH 9H", "KC QC")) == "refuse.swap_two"
    assert refusal(state, swap("KH", "KC QC")) == "refuse.swap_uneven"
    assert refusal(state, Swap((), ())) == "refuse.swap_uneven"
    assert refusal(state, swap("KH KH KH", "KC QC 8D")) == "refuse.swap_uneven"
    assert refusal(state, swap("8C", "KC")) == "refuse.not_in_hand"
    assert refusal(state, swap("KH", "8C")) == "refuse.not_on_table"
    assert refusal(state, DRAW) == "refuse.not_in_this_form"
    one = apply(state, swap("7S", "KC")).state
    assert one.hands[0] == parse_cards("KH 9H KC")
    assert one.table == parse_cards("7S QC 8D")
    assert one.known[0] == parse_cards("KC")
    three = apply(state, swap("KH 9H 7S", "8D KC QC")).state
    assert set(three.hands[0]) == set(parse_cards("KC QC 8D"))
    assert set(three.table) == set(parse_cards("KH 9H 7S"))


def test_a_card_that_was_swapped_in_may_go_back_later():
    """Case 32, exchange."""
    step = play(begin("dk-a7", rest="KC QC 8D"), swap("7S", "KC"), PASS, PASS)
    assert refusal(step.state, swap("KC", "7S")) is None


@pytest.mark.parametrize(("answer", "count"), [("one", 9), ("one-or-three", 10), ("any", 19)])
def test_which_swaps_there_are(answer, count):
    state = begin("bicycle", house={"turn.swaps": answer}).state
    assert sum(isinstance(action, Swap) for action in legal_actions(state)) == count
    two = Swap(state.hands[0][:2], state.table[:2])
    refused = {"one": "refuse.swap_one", "one-or-three": "refuse.swap_two", "any": None}
    assert refusal(state, two) == refused[answer]


# ----------------------------------------------------------------------------------- passing


def test_all_passing_renews_the_table():
    """Case 27: as many passes in a row as players; the next seat goes on."""
    step = play(begin("dk-a7", rest="KC QC 8D AS 9S TS"), PASS, PASS)
    assert step.state.passes == 2
    step = play(step, PASS)
    renewed = TableRenewed(RenewalReason.ALL_PASSED, parse_cards("AS 9S TS"))
    assert renewed in step.events
    assert step.state.aside == parse_cards("KC QC 8D")
    assert (step.state.passes, step.state.turn) == (0, 0)


def test_any_other_act_starts_the_count_again():
    step = play(begin("dk-a7", rest="KC QC 8D"), PASS, PASS, swap("QS", "KC"), PASS, PASS)
    assert step.state.passes == 2
    assert step.state.aside == ()


def test_passing_after_a_knock_renews_nothing():
    """Case 28."""
    step = play(begin("dk-a7", rest="KC QC 8D"), KNOCK, PASS, PASS)
    assert step.state.outcome.end is RoundEnd.KNOCK
    assert step.state.aside == ()


def test_a_table_that_cannot_be_renewed_is_a_showdown():
    """Case 26: laid-aside cards are not used again, unless the house rule says so."""
    for answer in ("showdown", "reuse"):
        step = begin("dk-a7", house={"turn.table_exhausted": answer})
        while step.state.outcome is None and step.state.stock_count >= 3:
            step = play(step, PASS, PASS, PASS)
        assert (step.state.stock_count, len(step.state.aside)) == (2, 18)
        step = play(step, PASS, PASS, PASS)
        if answer == "showdown":
            outcome = step.state.outcome
            assert (outcome.end, outcome.knocker, outcome.drawn) == (RoundEnd.SHOWDOWN, None, False)
        else:
            assert step.state.outcome is None
            assert (step.state.stock_count, len(step.state.aside)) == (17, 3)


def test_passing_once():
    step = begin("dk-a7", rest="KC QC 8D AS 9S TS", house={"turn.pass": "once"})
    step = play(step, PASS, PASS, PASS)
    assert refusal(step.state, PASS) == "refuse.pass_once"
    assert PASS not in legal_actions(step.state)
    knocked = play(step, KNOCK)
    assert PASS in legal_actions(knocked.state)  # on a last turn it keeps the hand


def test_seven_eight_and_nine_may_be_replaced():
    house = {"turn.renew_789": "yes"}
    step = begin("dk-a7", rest="9C 7D 8D AS 9S TS", house=house)
    assert RENEW in legal_actions(step.state)
    renewed = play(step, RENEW)
    assert renewed.events == (
        TableRenewed(RenewalReason.SEVEN_EIGHT_NINE, parse_cards("AS 9S TS")),
    )
    assert renewed.state.turn == step.state.turn  # the turn is still to come
    assert refusal(renewed.state, RENEW) == "refuse.not_789"
    off = begin("dk-a7", rest="9C 7D 8D AS 9S TS").state
    assert refusal(off, RENEW) == "refuse.no_renewal"


# ----------------------------------------------------------------------------------- knocking


def test_knocking_in_the_first_lap():
    """Case 31: ordinary; barred or a showdown as the rules say."""
    ordinary = play(begin("dk-a7"), KNOCK)
    assert ordinary.state.last_turns == 2
    barred = begin("dk-a7", house={"knock.first_turn": "after-first-lap"})
    assert refusal(barred.state, KNOCK) == "refuse.knock_first_lap"
    assert refusal(play(barred, PASS, PASS).state, KNOCK) == "refuse.knock_first_lap"
    assert refusal(play(barred, PASS, PASS, PASS).state, KNOCK) is None
    shown = play(begin("bicycle"), PASS, KNOCK)
    assert shown.state.outcome.end is RoundEnd.KNOCK
    assert isinstance(shown.events[0], Knocked)
    assert shown.events[0].last_turns == 0
    assert play(begin("bicycle"), PASS, PASS, PASS, KNOCK).state.outcome is None


def test_the_knocker_has_no_turn_or_the_last_one():
    assert play(begin("dk-a7"), KNOCK, PASS, PASS).state.outcome is not None
    step = play(begin("dk-a7", house={"knock.last_turns": "all"}), KNOCK, PASS, PASS)
    assert (step.state.turn, step.state.outcome) == (0, None)
    assert refusal(step.state, KNOCK) == "refuse.you_knocked"
    assert play(step, PASS).state.outcome.end is RoundEnd.KNOCK


def test_only_one_knock():
    """Case 30."""
    assert refusal(play(begin("dk-a7"), KNOCK).state, KNOCK) == "refuse.already_knocked"


# ------------------------------------------------------------------------------- hands that end it


def test_a_dealt_31_waits_for_one_exchange_each():
    """Case 1, Danish exchange: each other player may swap once, from the dealer's left."""
    step = begin("dk-a7", ("KH 9H 7S", "AC KC TC", "QS 7H JD"), "QC JC 8D")
    assert step.events[-1] == Announced((1,))
    assert (step.state.phase, step.state.turn, step.state.last_turns) == (Phase.EXCHANGE, 0, 2)
    assert refusal(step.state, KNOCK) == "refuse.one_exchange"
    assert refusal(step.state, RENEW) == "refuse.no_renewal"
    step = play(step, swap("7S", "QC"))
    assert step.state.turn == 2
    outcome = play(step, PASS).state.outcome
    assert (outcome.end, outcome.instant, outcome.knocker) == (RoundEnd.INSTANT, (1,), None)


def test_two_dealt_hands_that_end_the_round():
    """Cases 2 and 7: Ild and 31; who holds neither exchanges once."""
    step = begin("dk-a7", ("AH AS AD", "AC KC TC", "QS 7H JD"), "QC JC 8D")
    assert step.events[-1] == Announced((0, 1))
    assert step.state.turn == 2
    assert play(step, PASS).state.outcome.instant == (0, 1)


def test_everybody_holds_31():
    """Case 3: nobody is left to exchange."""
    step = begin("dk-a7", ("AC KC TC", "AH KH TH"))
    assert step.state.outcome.instant == (0, 1)


def test_the_choice_comes_before_the_dealt_hand():
    """Case 34: a dealer who changes a 31 has none; the three from the stock may be one."""
    dealt = ("KH 9H 7S", "8C 7C TD", "AC KC TC")
    step = begin("dk-a7", dealt, "QC JC 8D", keep=False)
    assert step.state.outcome is None
    assert play(step, KEEP).state.phase is Phase.EXCHANGE
    changed = play(step, CHANGE)
    assert changed.state.phase is Phase.TURN
    step = begin("dk-a7", LOW, "AC KC TC", keep=False)
    assert play(step, CHANGE).events[-1] == Announced((2,))


@pytest.mark.parametrize(
    ("answer", "phase"),
    [("at-once", Phase.OVER), ("wait-and-knock", Phase.TURN), ("nothing", Phase.TURN)],
)
def test_other_answers_to_a_dealt_31(answer, phase):
    dealt = ("KH 9H 7S", "AC KC TC", "QS 7H JD")
    assert begin("dk-a7", dealt, house={"instant.dealt": answer}).state.phase is phase


def test_a_dealt_31_that_waits_must_be_knocked_with_in_turn():
    dealt = ("KH 9H 7S", "AC KC TC", "QS 7H JD")
    step = begin("dk-a7", dealt, house={"instant.dealt": "wait-and-knock"})
    assert step.state.turn == 0
    assert len(legal_actions(step.state)) > 1
    step = play(step, PASS)
    assert (step.state.turn, legal_actions(step.state)) == (1, (KNOCK,))
    for action in (PASS, RENEW, swap("AC", str(step.state.table[0]))):
        assert check_action(step.state, action).reason == "refuse.must_knock"
    state = play(step, KNOCK).state
    assert (state.knocker, state.last_turns) == (1, 2)
    assert steady(seat_view(step.state, 1), None) == KNOCK
    assert never_knocks(seat_view(step.state, 1), None) == KNOCK


def test_a_bar_on_early_knocks_comes_before_the_duty_to_knock():
    dealt = ("AC KC TC", "KH 9H 7S", "QS 7H JD")
    house = {"instant.dealt": "wait-and-knock", "knock.first_turn": "after-first-lap"}
    step = begin("dk-a7", dealt, house=house)
    assert KNOCK not in legal_actions(step.state)
    assert PASS in legal_actions(step.state)


def test_a_31_swapped_for_waits_for_the_next_turn():
    house = {"instant.in_play": "wait-and-knock", "turn.swaps": "one-or-three"}
    step = begin("dk-a7", rest="AC KC TC", house=house)
    step = play(step, swap("KH 9H 7S", "AC KC TC"))
    assert step.state.outcome is None
    while step.state.turn != 0:
        step = play(step, PASS)
    assert legal_actions(step.state) == (KNOCK,)


def test_the_view_tells_what_everybody_heard():
    """Who holds an announced hand, and who has passed."""
    dealt = ("KH 9H 7S", "AC KC TC", "QS 7H JD")
    step = begin("dk-a7", dealt)
    assert step.state.phase is Phase.EXCHANGE
    assert seat_view(step.state, 0).holders == (1,)
    step = play(begin("dk-a7"), PASS)
    assert (seat_view(step.state, 2).passed, seat_view(step.state, 2).holders) == ((0,), ())


@pytest.mark.parametrize("rules", ["dk-a7", "schwimmen", "bicycle"])
def test_31_or_three_aces_in_play(rules):
    """Cases 4 and 35: no effect on the table, at once in a hand, also by swapping all three."""
    step = begin(rules, rest="AC KC TC")
    assert step.state.outcome is None
    house = {"turn.swaps": "one-or-three"}
    all_three = begin(rules, rest="AC KC TC", house=house)
    outcome = play(all_three, swap("KH 9H 7S", "AC KC TC")).state.outcome
    assert (outcome.end, outcome.instant) == (RoundEnd.INSTANT, (0,))


def test_31_after_a_knock_takes_the_turns_of_later_seats():
    """Case 5, Danish exchange."""
    step = begin("dk-a7", ("KH 9H 7S", "AC KC 7D", "QS 7H JD"), "TC QC 8D")
    outcome = play(step, KNOCK, swap("7D", "TC")).state.outcome
    assert (outcome.end, outcome.knocker, outcome.instant) == (RoundEnd.INSTANT, 0, (1,))
    step = begin(
        "dk-a7",
        ("KH 9H 7S", "AC KC 7D", "QS 7H JD"),
        "TC QC 8D",
        {"instant.after_knock": "play-on"},
    )
    assert play(step, KNOCK, swap("7D", "TC")).state.outcome is None


# --------------------------------------------------------------------------------- it ends


def test_fifty_turns_each_are_a_showdown():
    """Case 42: two players who swap the same cards to and fro."""
    step = begin("dk-a7", ("KH 9H 7S", "8C 7C TD"), "QC QS 8D")
    count = 0
    while step.state.outcome is None:
        state = step.state
        step = apply(state, Swap((state.hands[state.turn][0],), (state.table[0],)))
        count += 1
    assert count == 100
    assert (step.state.outcome.end, step.state.outcome.drawn) == (RoundEnd.SHOWDOWN, False)


def test_cards_stay_the_same_cards():
    step = begin("dk-a7", rest="KC QC 8D AS 9S TS")
    steps = [step]
    for action in (swap("7S", "KC"), PASS, PASS, PASS):
        steps.append(apply(steps[-1].state, action))
    for before, after in pairwise(steps):
        assert cards(before.state) == cards(after.state)
    assert len(cards(steps[-1].state)) == 32


def cards(state):
    lying = [card for hand in state.hands for card in hand]
    return sorted([*lying, *state.table, *state.stock, *state.aside], key=lambda c: c.index)


def test_a_swap_is_the_same_whatever_its_order():
    assert swap("KH 9H 7S", "8D KC QC") == swap("7S KH 9H", "QC KC 8D")
    assert swap("KH", "KC") != swap("KC", "KH")
    assert hash(swap("KH 9H 7S", "8D KC QC")) == hash(swap("7S KH 9H", "QC KC 8D"))
    assert swap("KH", "KC").given == (Card("KH"),)
