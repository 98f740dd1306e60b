"""The draw form, corner case by corner case. Numbers are those of the page of corner cases."""

import pytest

from thirtyone.cards import Card
from thirtyone.notation import parse_cards
from thirtyone.play.actions import (
    DRAW,
    KEEP,
    KNOCK,
    PASS,
    TAKE,
    THROW_DOWN,
    IllegalActionError,
    Throw,
)
from thirtyone.play.deal import arranged_deal
from thirtyone.play.events import Knocked, KnockKind, Reshuffled, Showed, StockEmpty
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.round import apply, check_action, legal_actions, start
from thirtyone.rules import load_ruleset, with_values


def hands(*texts):
    return [parse_cards(text) for text in texts]


def begin(rules, dealt, rest="", house=None, **more):
    """The first step of a round; ``rest`` is the open card and the stock from the top."""
    ruleset = load_ruleset(rules)
    if house:
        ruleset = with_values(ruleset, house)
    cards = parse_cards(rest) if rest else ()
    return start(ruleset, arranged_deal(ruleset, hands(*dealt), cards, **more))


def play(step, *actions):
    """The steps of these actions, the first one included."""
    steps = [step]
    for action in actions:
        steps.append(apply(steps[-1].state, action))
    return steps


def throw(card):
    return Throw(Card(card))


LOW = ("KH 9H 4S", "4C 8C TD", "2S 7S JD")
"""Three hands that end nothing."""


def refusal(state, action):
    refused = check_action(state, action)
    return None if refused is None else refused.reason


# --------------------------------------------------------------------------- hands that end it


def test_31_on_the_deal_ends_the_round_before_it_begins():
    """Case 1."""
    step = begin("no-trettien", ("KH 9H 4S", "AC KC TC", "2S 7S JD"))
    assert step.state.outcome.end is RoundEnd.INSTANT
    assert step.state.outcome.instant == (1,)
    assert step.state.outcome.knocker is None
    assert [e.seat for e in step.events if isinstance(e, Showed)] == [1]
    assert legal_actions(step.state) == ()


def test_several_31_on_the_deal():
    """Case 2: all holders show."""
    step = begin("no-trettien", ("AH KH QH", "AC KC TC", "2S 7S JD"))
    assert step.state.outcome.instant == (0, 1)


def test_three_aces_and_31_on_the_deal_are_both_shown():
    """Case 7; the ace of clubs is in the 31."""
    dealt = ("AH AS AD", "AC KC TC", "2S 7S JD")
    assert begin("dk-enogtredive", dealt).state.outcome.instant == (0, 1)
    assert begin("se-svensk-bas", dealt).state.outcome.instant == (0, 1)
    assert begin("no-trettien", dealt).state.outcome.instant == (1,)


@pytest.mark.parametrize("answer", ["wait-and-knock", "nothing"])
def test_a_dealt_31_that_has_to_wait_is_an_ordinary_hand(answer):
    """Case 6: under wait-and-knock its knock gives the others their turn."""
    house = {"instant.dealt": answer, "instant.in_play": answer}
    step = begin("no-trettien", ("AH KH QH", "4C 8C TD"), house=house)
    assert step.state.outcome is None
    outcome = play(step, KNOCK, KEEP)[-1].state.outcome
    assert (outcome.end, outcome.knocker, outcome.instant) == (RoundEnd.KNOCK, 0, ())


def test_a_dealt_31_that_waits_must_be_knocked_with():
    """Only that: the others have one turn, and the lowest hand loses."""
    house = {"instant.dealt": "wait-and-knock", "knock.throw_down": "yes"}
    step = begin("no-trettien", ("4C 8C TD", "AH KH QH"), house=house)
    assert KNOCK in legal_actions(step.state)
    step = play(step, DRAW)[-1]
    step = play(step, legal_actions(step.state)[0])[-1]
    assert step.state.turn == 1
    assert legal_actions(step.state) == (KNOCK,)
    for action in (DRAW, TAKE, KEEP, THROW_DOWN):
        assert check_action(step.state, action).reason == "refuse.must_knock"
    state = play(step, KNOCK)[-1].state
    assert (state.knocker, state.last_turns, state.outcome) == (1, 1, None)
    assert DRAW in legal_actions(state)


def test_a_31_made_in_play_that_waits_is_knocked_with_on_the_next_turn():
    house = {"instant.in_play": "wait-and-knock"}
    step = begin("no-trettien", ("AH KH 4S", "4C 8C TD"), "QH", house)
    step = play(step, TAKE, throw("4S"))[-1]
    step = play(step, DRAW)[-1]
    step = play(step, legal_actions(step.state)[0])[-1]
    assert (step.state.turn, legal_actions(step.state)) == (0, (KNOCK,))
    # Somebody else was first: then it is an ordinary last turn.
    step = begin("no-trettien", ("AH KH 4S", "4C 8C TD"), "QH", house)
    step = play(step, TAKE, throw("4S"), KNOCK)[-1]
    assert (step.state.turn, step.state.knocker) == (0, 1)
    assert DRAW in legal_actions(step.state)


def test_a_dealt_31_without_effect_may_be_played_with():
    house = {"instant.dealt": "nothing", "instant.in_play": "wait-and-knock"}
    step = begin("no-trettien", ("AH KH QH", "4C 8C TD"), house=house)
    assert DRAW in legal_actions(step.state)


def test_31_in_play_ends_the_round_at_once():
    """Case 4: nobody has a last turn."""
    step = begin("no-trettien", ("AH KH 4S", "4C 8C TD"), "QH")
    state = play(step, TAKE, throw("4S"))[-1].state
    assert (state.outcome.end, state.outcome.instant) == (RoundEnd.INSTANT, (0,))


def test_a_wrong_throw_loses_the_31():
    """Case 33: what counts is the hand after the throw."""
    step = begin("no-trettien", ("AH KH 4S", "4C 8C TD"), "QH")
    assert play(step, TAKE, throw("KH"))[-1].state.outcome is None


def test_31_in_play_that_has_to_wait_goes_on():
    house = {"instant.in_play": "wait-and-knock"}
    step = begin("no-trettien", ("AH KH 4S", "4C 8C TD"), "QH", house)
    assert play(step, TAKE, throw("4S"))[-1].state.outcome is None


def test_31_on_a_last_turn_ends_the_round():
    """Case 5: later seats lose their turn."""
    step = begin("no-trettien", ("KH 9H 4S", "AC KC TD", "2S 7S JD"), "QC")
    state = play(step, KNOCK, TAKE, throw("TD"))[-1].state
    outcome = state.outcome
    assert (outcome.end, outcome.knocker, outcome.instant) == (RoundEnd.INSTANT, 0, (1,))


def test_31_on_a_last_turn_may_be_compared_instead():
    house = {"instant.after_knock": "play-on"}
    step = begin("no-trettien", ("KH 9H 4S", "AC KC TD", "2S 7S JD"), "QC", house)
    steps = play(step, KNOCK, TAKE, throw("TD"))
    assert steps[-1].state.outcome is None
    outcome = play(steps[-1], KEEP)[-1].state.outcome
    assert (outcome.end, outcome.instant) == (RoundEnd.KNOCK, ())


def test_three_aces_on_a_last_turn():
    """Case 9: as a 31 where they end the round, nothing where they do not."""
    dealt, rest = ("KH 9H 4S", "AC AD TD", "2S 7S JD"), "AH"
    for rules, ends in (("dk-enogtredive", True), ("se-svensk-bas", True), ("no-trettien", False)):
        state = play(begin(rules, dealt, rest), KNOCK, TAKE, throw("TD"))[-1].state
        assert (state.outcome is not None) == ends, rules


# ------------------------------------------------------------------------------------ knocking


def test_only_one_knock():
    """Case 30."""
    state = play(begin("no-trettien", LOW), KNOCK)[-1].state
    assert refusal(state, KNOCK) == "refuse.already_knocked"
    assert check_action(state, KNOCK).details == {"player": 0}


def test_not_both_drawing_and_knocking():
    state = play(begin("no-trettien", LOW), DRAW)[-1].state
    assert refusal(state, KNOCK) == "refuse.knock_too_late"
    assert refusal(state, DRAW) == "refuse.throw_first"
    assert refusal(state, KEEP) == "refuse.throw_first"
    assert refusal(begin("no-trettien", LOW).state, throw("KH")) == "refuse.draw_first"
    assert refusal(state, PASS) == "refuse.not_in_this_form"


def test_a_knock_before_anyone_drew():
    """Case 31: ordinary, but hands are shown at once in thirty-one."""
    step = play(begin("se-svensk-bas", LOW), KNOCK)[-1]
    assert step.events == (Knocked(0, KnockKind.HAMMER, 2),)
    assert step.state.outcome is None
    step = play(begin("thirty-one", LOW), KNOCK)[-1]
    assert step.events[0] == Knocked(0, KnockKind.HAMMER, 0)
    assert step.state.outcome.end is RoundEnd.KNOCK
    later = play(begin("thirty-one", LOW, "QH 5C"), DRAW, throw("5C"), KNOCK)[-1]
    assert later.state.outcome is None
    assert later.events == (Knocked(1, KnockKind.KNOCK, 2),)


def test_throw_down():
    house = {"knock.throw_down": "yes", "knock.minimum": 25}
    step = begin("dk-enogtredive", LOW, house=house)
    assert THROW_DOWN in legal_actions(step.state)
    assert KNOCK not in legal_actions(step.state)  # unseen, it needs no minimum
    state = play(step, THROW_DOWN)[-1].state
    assert state.known[0] == state.hands[0]
    assert state.knocker == 0
    drawn = play(step, DRAW, throw("4S"))[-1].state
    assert refusal(drawn, THROW_DOWN) == "refuse.throw_down_late"
    assert refusal(begin("scat", LOW).state, THROW_DOWN) == "refuse.no_throw_down"


@pytest.mark.parametrize(("minimum", "may"), [(17, True), (19, True), (20, False), (21, False)])
def test_minimum_to_knock(minimum, may):
    """The first player has 19."""
    step = begin("dk-enogtredive", LOW, house={"knock.minimum": minimum})
    refused = check_action(step.state, KNOCK)
    assert (refused is None) == may
    if refused:
        assert refused.reason == "refuse.minimum"
        assert refused.details == {"minimum": minimum, "points": "19"}


def test_standing_on_the_last_turn():
    """Case 29, and the rule that forbids it."""
    step = begin("no-trettien", LOW)
    assert refusal(step.state, KEEP) == "refuse.keep_before_knock"
    assert KEEP in legal_actions(play(step, KNOCK)[-1].state)
    strict = begin("no-trettien", LOW, house={"turn.stand_pat": "no"})
    assert refusal(play(strict, KNOCK)[-1].state, KEEP) == "refuse.must_draw"


def test_the_knocker_may_have_a_last_turn_too():
    step = begin("no-trettien", ("KH 9H 4S", "4C 8C TD"), house={"knock.last_turns": "all"})
    steps = play(step, KNOCK, KEEP)
    assert steps[1].events == (Knocked(0, KnockKind.HAMMER, 2),)
    state = steps[-1].state
    assert (state.turn, state.outcome) == (0, None)
    assert refusal(state, KNOCK) == "refuse.you_knocked"
    assert play(steps[-1], DRAW, Throw(state.stock[0]))[-1].state.outcome.end is RoundEnd.KNOCK


# ------------------------------------------------------------------------------------ the discards


def test_the_card_just_taken_may_not_be_thrown_back():
    """Case 32: a card of the discards stays, a card of the stock may go; first-to-five allows it."""
    step = begin("se-svensk-bas", LOW, "QH 5C")
    state = play(step, TAKE)[-1].state
    assert refusal(state, throw("QH")) == "refuse.throw_back"
    assert throw("QH") not in legal_actions(state)
    assert play(step, DRAW, throw("5C"))[-1].state.discards == parse_cards("QH 5C")
    free = begin("se-forst-till-fem", LOW, "QH 5C")
    assert play(free, TAKE, throw("QH"))[-1].state.discards == parse_cards("QH")


def test_thrown_cards_must_be_in_hand():
    state = play(begin("no-trettien", LOW, "QH 5C"), DRAW)[-1].state
    assert refusal(state, throw("QH")) == "refuse.not_in_hand"
    with pytest.raises(IllegalActionError) as refused:
        apply(state, throw("QH"))
    assert refused.value.reason == "refuse.not_in_hand"


def own_discard(answer):
    """Seat 0 throws the four of spades, seat 1 knocks."""
    house = {"turn.own_discard_after_knock": answer}
    step = begin("dk-enogtredive", ("KH 9H 4S", "4C 8C TD"), "QH", house)
    return play(step, TAKE, throw("4S"), KNOCK)[-1].state


def test_two_players_and_the_own_discard():
    """Case 40: may by default; must, and not, as options."""
    assert {DRAW, TAKE, KEEP} <= set(legal_actions(own_discard("may")))
    assert legal_actions(own_discard("must")) == (TAKE,)
    assert refusal(own_discard("must"), DRAW) == "refuse.must_take_own"
    assert refusal(own_discard("must"), KEEP) == "refuse.must_take_own"
    assert refusal(own_discard("no"), TAKE) == "refuse.own_discard"
    assert legal_actions(own_discard("no")) == (DRAW, KEEP)


def test_the_card_of_the_deal_is_nobodys_own():
    house = {"turn.own_discard_after_knock": "must"}
    step = begin("dk-enogtredive", ("KH 9H 4S", "4C 8C TD"), "QH", house)
    assert legal_actions(play(step, KNOCK)[-1].state) == (DRAW, TAKE, KEEP)


# ------------------------------------------------------------------------------------ the stock


def empty_the_stock(step, knock=None):
    """Everybody draws and throws the card; ``knock`` is how many cards before the end."""
    steps = [step]
    while (state := steps[-1].state).outcome is None:
        if knock is not None and state.stock_count == knock and state.knocker is None:
            steps += play(steps[-1], KNOCK)[1:]
            knock = None
            continue
        if not state.stock_count:
            break
        steps += play(steps[-1], DRAW, Throw(state.stock[state.drawn]))[1:]
        if any(isinstance(event, StockEmpty) for event in steps[-1].events):
            break
    return steps


def test_an_empty_stock_draws_the_round():
    """Case 23, Norwegian base and thirty-one: after the turn that drew the last card."""
    for rules in ("no-trettien", "thirty-one"):
        steps = empty_the_stock(begin(rules, LOW))
        assert steps[-2].state.stock_count == 0
        assert steps[-2].state.outcome is None
        outcome = steps[-1].state.outcome
        assert (outcome.end, outcome.drawn) == (RoundEnd.STOCK_EMPTY, True)
        assert steps[-1].state.turns == 42  # 52 − 9 − 1 cards


def test_31_with_the_last_card_still_counts():
    """Case 23."""
    dealt = ("AH KH 4S", "4C 8C TD", "2S 7S JD")
    open_card = "5C"
    middle = [c for c in begin("no-trettien", dealt, open_card).state.stock if c is not Card("QH")]
    rest = " ".join([open_card, *map(str, middle[:39]), "QH", *map(str, middle[39:])])
    step = begin("no-trettien", dealt, rest)
    assert step.state.stock.index(Card("QH")) == 39  # seat 0 draws every third card
    rest = " ".join([open_card, *map(str, middle), "QH"])
    step = begin("no-trettien", dealt, rest, dealer=0)  # 42 cards, so the dealer has the last
    steps = [step]
    while (state := steps[-1].state).stock_count > 1:
        steps += play(steps[-1], DRAW, Throw(state.stock[state.drawn]))[1:]
    assert steps[-1].state.turn == 0
    outcome = play(steps[-1], DRAW, throw("4S"))[-1].state.outcome
    assert (outcome.end, outcome.instant, outcome.drawn) == (RoundEnd.INSTANT, (0,), False)


def test_an_empty_stock_may_mean_a_showdown():
    outcome = empty_the_stock(begin("no-trettien", LOW, house={"stock.empty": "showdown"}))[
        -1
    ].state.outcome
    assert (outcome.end, outcome.drawn, outcome.knocker) == (RoundEnd.STOCK_EMPTY, False, None)


def test_an_empty_stock_is_shuffled_again_and_the_top_stays():
    """Case 23, Swedish and Danish."""
    for rules in ("se-svensk-bas", "se-forst-till-fem", "dk-enogtredive", "scat"):
        steps = empty_the_stock(begin(rules, LOW))
        before, after = steps[-2].state, steps[-1].state
        assert Reshuffled(42) in steps[-1].events
        assert after.outcome is None
        assert len(after.discards) == 1
        assert after.stock_count == 42
        assert set(after.stock) == set(before.discards) | {before.stock[-1]} - {
            after.discards[0]
        } - {after.discards[0]}
        assert after.stock != before.stock


def test_the_third_empty_stock_draws_the_round():
    """Case 42."""
    steps = [begin("scat", LOW)]
    for _ in range(3):
        steps += empty_the_stock(steps[-1])[1:]
    assert steps[-1].state.emptied == 2
    outcome = steps[-1].state.outcome
    assert (outcome.end, outcome.drawn) == (RoundEnd.ENDLESS, True)


def test_fifty_turns_each_draw_the_round():
    """Case 42: two players who only take each other's discards."""
    step = begin("scat", ("KH 9H 4S", "4C 8C TD"), "2D")
    steps = [step]
    while (state := steps[-1].state).outcome is None:
        steps += play(steps[-1], TAKE, Throw(state.hands[state.turn][0]))[1:]
    assert state.turns == 100
    assert (state.outcome.end, state.outcome.drawn) == (RoundEnd.ENDLESS, True)


@pytest.mark.parametrize("answer", ["reshuffle", "stand"])
def test_an_empty_stock_in_the_last_turns(answer):
    """Case 24."""
    house = {"stock.empty_last_turns": answer, "turn.stand_pat": "no"}
    steps = empty_the_stock(begin("no-trettien", LOW, house=house), knock=1)
    state = steps[-1].state
    assert state.knocker is not None
    assert state.outcome is None
    assert (state.stock_count > 0) == (answer == "reshuffle")
    if answer == "stand":
        assert legal_actions(state) == (TAKE, KEEP)
        assert refusal(state, DRAW) == "refuse.stock_empty"
    else:
        assert KEEP not in legal_actions(state)


def test_nothing_to_shuffle():
    """Case 25: 24 cards and seven players leave two in the stock; both stay in hands."""
    house = {"deck.cards": 24, "players": "2-7"}
    ruleset = with_values(load_ruleset("dk-enogtredive"), house)
    dealt = hands(*(f"9{s} T{t} J{s}" for s, t in zip("SHDC", "HDCS", strict=True)))
    dealt += hands("QS KH AS", "QH KS AH", "QD KC AD")
    step = start(ruleset, arranged_deal(ruleset, dealt, parse_cards("QC KD AC")))
    state = step.state
    assert state.stock_count == 2
    steps = play(step, TAKE, throw("9S"), TAKE, throw("9H"), DRAW, throw("9D"), DRAW)
    state = play(steps[-1], throw("9C"))[-1].state
    assert state.stock_count == 2  # the nines of hearts and diamonds are shuffled, clubs stays
    state = state._replace(stock=(), drawn=0)
    assert legal_actions(state) == (TAKE, KNOCK)
    state = apply(state, KNOCK).state
    assert legal_actions(state) == (TAKE, KEEP)


# ------------------------------------------------------------------------------------- the guards


def test_a_refused_action_changes_nothing():
    state = begin("no-trettien", LOW).state
    before = repr(state)
    for action in (KEEP, THROW_DOWN, PASS, throw("KH")):
        with pytest.raises(IllegalActionError):
            apply(state, action)
    assert repr(state) == before


def test_somebody_else_cannot_play():
    state = begin("no-trettien", LOW).state
    refused = check_action(state, DRAW, seat=1)
    assert (refused.reason, refused.details) == ("refuse.not_your_turn", {"player": 0})
    assert check_action(state, DRAW, seat=0) is None


def test_a_round_that_is_over_is_over():
    state = begin("no-trettien", ("AH KH QH", "4C 8C TD")).state
    assert refusal(state, DRAW) == "refuse.round_over"
    assert refusal(state, KNOCK) == "refuse.round_over"
