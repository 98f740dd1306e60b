"""Between the rounds of a match: banks that run short, deciders, pots, ends."""

import random

import pytest

from thirtyone.cards import Card
from thirtyone.errors import RulesError, UsageError
from thirtyone.play.bank_purse import move_bank, pay_out
from thirtyone.play.match import IDLE_ROUNDS, after_round, next_deal, start_match
from thirtyone.play.match_events import (
    DeciderCalled,
    LastChanceTaken,
    MatchEnd,
    MatchOver,
    NextDealer,
    PotTaken,
    WentOut,
)
from thirtyone.play.outcome import RoundEnd, RoundOutcome
from thirtyone.play.settle import settle
from thirtyone.rules import load_ruleset, with_values
from thirtyone.text.say_play import say_settlement
from thirtyone.text.translator import get_translator


def hands(*texts):
    return tuple(tuple(Card(c) for c in text.split()) for text in texts)


LOW, MIDDLE, HIGH = "TC 8C 3H", "KS QS 3D", "AD 9D 5D"
TIED = ("KH QH 2C", "KS QS 3D")


def knock(*texts, knocker):
    return RoundOutcome(RoundEnd.KNOCK, hands(*texts), knocker)


def test_a_match_starts_with_as_many_players_as_its_rules_say():
    for players in (2, 8):
        with pytest.raises(UsageError) as caught:
            start_match(load_ruleset("se-svensk-bas"), ["x"] * players)
        assert "refuse.players" == caught.value.reason
        assert (players, 3, 7) == tuple(caught.value.details[k] for k in ("n", "low", "high"))


def test_seat_0_begins_and_the_last_player_deals():
    match = start_match(load_ruleset("no-trettien"), ["a", "b", "c"])
    deal = next_deal(match, random.Random(1))
    assert (2, (0, 1, 2), 2) == (match.dealer, deal.seats, deal.dealer)


def test_the_deal_is_for_those_who_are_in():
    match = start_match(load_ruleset("no-trettien"), ["a", "b", "c"], lives=[3, 1, 3], dealer=0)
    match, events = after_round(match, knock(MIDDLE, LOW, HIGH, knocker=2))
    assert ((0, 2), 2) == (match.seats, match.dealer)
    assert (WentOut(1), NextDealer(2)) == events[1:]
    deal = next_deal(match, random.Random(1))
    assert ((0, 2), 1) == (deal.seats, deal.dealer)


def test_equal_deals_come_from_equal_seeds():
    match = start_match(load_ruleset("dk-a7"), ["a", "b", "c"])
    assert next_deal(match, random.Random(7)) == next_deal(match, random.Random(7))
    assert next_deal(match, random.Random(7)) != next_deal(match, random.Random(8))


def test_the_last_chance_is_told_once():
    match = start_match(load_ruleset("dk-enogtredive"), ["a", "b", "c"], lives=[1, 3, 3])
    match, events = after_round(match, knock(LOW, MIDDLE, HIGH, knocker=2))
    assert LastChanceTaken(0) in events
    assert (0,) == match.last_chance
    match, events = after_round(match, knock(HIGH, MIDDLE, LOW, knocker=0))
    assert not any(isinstance(event, LastChanceTaken) for event in events)
    assert (0,) == match.last_chance


def test_a_decider_has_no_last_chance():
    """Swedish base: both go out, play for the pot with one mark each, and the loser is out."""
    match = start_match(load_ruleset("se-svensk-bas"), ["a", "b", "c"], lives=[0, 0, 0])
    match, events = after_round(match, knock(*TIED, LOW, knocker=0))
    assert (0, 1) == match.seats
    match, events = after_round(match, knock(*TIED, knocker=0))
    assert DeciderCalled((0, 1)) in events
    assert ((1, 1), True) == (match.lives[:2], match.decider)
    match, events = after_round(match, knock(LOW, HIGH, knocker=0))
    assert (MatchEnd.LAST_ONE_IN, (1,)) == (match.end, match.winners)
    # The mark of a decider is lent, so nothing has come into the pot.
    assert (WentOut(0), MatchOver(MatchEnd.LAST_ONE_IN, (1,))) == events[-2:]
    assert (0, (0, 0, 0)) == (match.pot, match.tokens)


def test_a_shared_win_shares_the_pot():
    rules = with_values(load_ruleset("se-svensk-bas"), {"match.all_out": "shared"})
    match = start_match(rules, ["a", "b", "c"], lives=[0, 1, 1])
    match, _ = after_round(match, knock(LOW, MIDDLE, HIGH, knocker=1))
    match, _ = after_round(match, knock(*TIED, knocker=0))
    match, events = after_round(match, knock(*TIED, knocker=0))
    assert (MatchEnd.SHARED, (1, 2)) == (match.end, match.winners)
    assert PotTaken((1, 2), 1) in events
    assert ((0, 1, 1), 0) == (match.tokens, match.pot)


def test_a_decider_adds_nothing_to_the_pot():
    """Three marks are in the pot before it, and the winner takes three."""
    match = start_match(load_ruleset("se-svensk-bas"), ["a", "b", "c"], lives=[0, 1, 1])
    match, _ = after_round(match, knock(LOW, MIDDLE, HIGH, knocker=2))
    match, _ = after_round(match, knock(*TIED, knocker=0))
    assert ((0, 0), 2) == (match.lives[1:], match.pot)
    match, _ = after_round(match, knock(*TIED, knocker=0))
    assert ((1, 1), 2, True) == (match.lives[1:], match.pot, match.decider)
    match, events = after_round(match, knock(LOW, HIGH, knocker=0))
    assert PotTaken((2,), 2) in events
    settled = events[0].settlement
    assert (True, 2) == (settled.lent, settled.pot)
    said = say_settlement(settled, ["b", "c"], match.ruleset, get_translator("en"))
    assert said == (
        "b has the lowest hand, 18, and loses one mark.",
        "b has lost the last mark and is out.",
    )


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"lives": [3, 3]}, "refuse.settle_lives_count"),
        ({"lives": [3, 3, 3, 3]}, "refuse.settle_lives_count"),
        ({"lives": [3, -1, 3]}, "refuse.settle_bad_lives"),
        ({"dealer": 3}, "refuse.settle_seat"),
        ({"dealer": -2}, "refuse.settle_seat"),
    ],
)
@pytest.mark.parametrize("id_", ["no-trettien", "greek-31"])
def test_a_match_that_cannot_start_like_that(id_, changed, reason):
    with pytest.raises(UsageError) as caught:
        start_match(load_ruleset(id_), ["a", "b", "c"], **changed)
    assert reason == caught.value.reason


@pytest.mark.parametrize("texts", [(LOW, HIGH), (LOW, MIDDLE, HIGH, "2H 3S 4C")])
def test_as_many_hands_as_players(texts):
    match = start_match(load_ruleset("no-trettien"), ["a", "b", "c"])
    with pytest.raises(UsageError) as caught:
        after_round(match, knock(*texts, knocker=0))
    assert "refuse.match_hands" == caught.value.reason


@pytest.mark.parametrize(
    "changes", [{"stakes.pot": "highest-per-deal", "stakes.ante": 1}, {"stakes.pot": "last-one-in"},
                {"stakes.ante": 1}, {"match.target": 5}],
)  # fmt: skip
def test_a_bank_has_no_pot_and_no_points(changes):
    with pytest.raises(RulesError) as caught:
        with_values(load_ruleset("greek-31"), changes)
    assert "refuse.rules_conflict" == caught.value.reason
    assert "bank.tokens" == caught.value.details["other"]


def test_nothing_comes_after_the_end():
    match = start_match(load_ruleset("no-trettien"), ["a", "b"], lives=[1, 1])
    match, _ = after_round(match, knock(LOW, HIGH, knocker=1))
    with pytest.raises(UsageError) as caught:
        after_round(match, knock(LOW, HIGH, knocker=1))
    assert "refuse.match_over" == caught.value.reason


def test_rounds_without_any_loss_end_a_match():
    match = start_match(load_ruleset("no-trettien"), ["a", "b"])
    drawn = RoundOutcome(RoundEnd.STOCK_EMPTY, hands(LOW, HIGH), drawn=True)
    for _ in range(IDLE_ROUNDS - 1):
        match, _ = after_round(match, drawn)
    assert None is match.end
    # One loss starts the count again.
    match, _ = after_round(match, knock(LOW, HIGH, knocker=1))
    for _ in range(IDLE_ROUNDS):
        assert None is match.end
        match, events = after_round(match, drawn)
    assert MatchOver(MatchEnd.ENDLESS, ()) == events[-1]


def test_drawn_rounds_are_no_deals_of_a_match_of_so_many_deals():
    points = {"settlement.goal": "bus-points", "match.deals": 2}
    rules = with_values(load_ruleset("ride-the-bus"), points)
    match = start_match(rules, ["a", "b"])
    drawn = RoundOutcome(RoundEnd.STOCK_EMPTY, hands(LOW, HIGH), drawn=True)
    for outcome in (drawn, knock(LOW, HIGH, knocker=1), drawn):
        match, _ = after_round(match, outcome)
        assert None is match.end
    match, _ = after_round(match, knock(LOW, HIGH, knocker=1))
    assert (MatchEnd.DEALS, (1,)) == (match.end, match.winners)


def test_a_match_for_lives_ends_with_the_lives_and_not_after_so_many_deals():
    """Ten deals stand in Ride the Bus for the case that points are scored."""
    match = start_match(load_ruleset("ride-the-bus"), ["a", "b"], lives=[20, 20])
    for _ in range(11):
        match, _ = after_round(match, knock(LOW, HIGH, knocker=1))
    assert match.end is None


def test_most_tokens_won_wins_after_the_last_deal():
    """Greek 31: the first bank starts with three times the tokens, so what counts is the gain."""
    rules = with_values(load_ruleset("greek-31"), {"match.deals": 1})
    match = start_match(rules, ["a", "b", "bank"])
    assert (20, 20, 60) == match.tokens
    outcome = RoundOutcome(
        RoundEnd.BANK, hands("KH QH 8S", "9C 9D 7S", "KS TD 7H"), bank=2, stakes=(5, 2, 0)
    )
    match, _ = after_round(match, outcome)
    assert (25, 18, 57) == match.tokens
    assert (MatchEnd.DEALS, (0,)) == (match.end, match.winners)


# ------------------------------------------------------------------------------------- the bank form


def bank_round(*texts, stakes):
    rules = load_ruleset("greek-31")
    return rules, settle(rules, hands(*texts), end=RoundEnd.BANK, bank=2, stakes=stakes)


def test_a_bank_that_runs_short_pays_in_the_order_of_play():
    """The losers pay first; then anticlockwise from the bank as long as there is something."""
    rules, done = bank_round("KH QH 9S", "KC QC 9D", "KS TD 7H", stakes=(5, 5, 0))
    assert {0: 5, 1: 5, 2: -10} == {c.seat: c.amount for c in done.changes}
    assert (1, 5, -6) == pay_out(rules, done, (20, 20, 6))
    assert (5, 5, -10) == pay_out(rules, done, (20, 20, 60))
    rules, done = bank_round("KH QH 9S", "KC QC 4D", "KS TD 7H", stakes=(5, 4, 0))
    assert (5, -4, -1) == pay_out(rules, done, (20, 20, 1))
    assert (4, -3, -1) == pay_out(rules, done, (20, 3, 1))


def test_the_bank_passes_on_when_it_is_bust():
    rules, done = bank_round("KH QH 9S", "KC QC 9D", "KS TD 6H 7H", stakes=(5, 5, 0))
    assert 1 == move_bank(rules, done, (0, 1, 2), 2, (25, 25, 50))
    assert 0 == move_bank(rules, done, (0, 2), 2, (25, 0, 75))
    rules, done = bank_round("KH QH 9S", "KC QC 9D", "KS TD 8H", stakes=(5, 5, 0))
    assert 2 == move_bank(rules, done, (0, 1, 2), 2, (25, 25, 50))
    assert 1 == move_bank(rules, done, (0, 1), 2, (50, 50, 0))


def test_the_richest_takes_the_bank_if_richer_than_it():
    rules = with_values(load_ruleset("greek-31"), {"bank.changes": "offer-to-richest"})
    _, done = bank_round("KH QH 9S", "KC QC 9D", "KS TD 8H", stakes=(5, 5, 0))
    assert 2 == move_bank(rules, done, (0, 1, 2), 2, (30, 20, 50))
    assert 0 == move_bank(rules, done, (0, 1, 2), 2, (60, 20, 20))
    # Equal riches: the first in the order of play.
    assert 1 == move_bank(rules, done, (0, 1, 2), 2, (40, 40, 20))


def test_who_stays_out_of_a_bank_deal_pays_nothing():
    _, done = bank_round("KH", "9C 9D 7S", "KS TD 8H", stakes=(0, 3, 0))
    assert {1: -3, 2: 3} == {c.seat: c.amount for c in done.changes}
