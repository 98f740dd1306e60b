"""Named players, learners' own functions, and what happens when one of them fails."""

import random

import pytest

from thirtyone.cards import Card, pack
from thirtyone.errors import UsageError
from thirtyone.notation import parse_cards
from thirtyone.outlook import outlook_of
from thirtyone.play.actions import (
    CHANGE,
    DRAW,
    HIT,
    KEEP,
    KNOCK,
    PASS,
    STAND,
    TAKE,
    Stake,
    Swap,
    Throw,
)
from thirtyone.play.deal import arranged_deal, shuffled_deal
from thirtyone.play.round import apply, start
from thirtyone.play.state import Phase
from thirtyone.play.view import seat_view
from thirtyone.policies import (
    KnocksByTable,
    PolicyError,
    knocks_at,
    named_policy,
    never_knocks,
    play_round,
    random_player,
    steady,
)
from thirtyone.rules import load_ruleset, with_values

RNG = random.Random(0)


def view_of(rules, dealt, rest="", house=None, actions=()):
    ruleset = with_values(load_ruleset(rules), house or {})
    cards = parse_cards(rest) if rest else ()
    state = start(ruleset, arranged_deal(ruleset, [parse_cards(h) for h in dealt], cards)).state
    for action in actions:
        state = apply(state, action).state
    return seat_view(state, state.turn)


# ------------------------------------------------------------------------------- the steady player


def test_the_mean_after_a_blind_card():
    """The sum over all 49 cards, kept best three, counted the long way round."""
    rules = load_ruleset("no-trettien")
    look = outlook_of(rules)
    hand = parse_cards("KH 9H AS")
    total = 0
    for card in pack(52):
        if card in hand:
            continue
        four = (*hand, card)
        best = 0
        for left_out in four:
            sums = {}
            for kept in four:
                if kept is not left_out:
                    sums[kept.suit] = sums.get(kept.suit, 0) + kept.points
            best = max(best, *sums.values())
        total += 2 * best
    assert look.unseen == 49
    assert look.drawing(hand)[1] == total
    assert round(total / 2 / 49, 2) == 20.73  # the figure of the command line's page


def test_steady_takes_what_helps_and_throws_the_rest():
    view = view_of("no-trettien", ("KH 9H AS", "4C 8C TD"), "QH")
    assert steady(view, RNG) == TAKE
    view = view_of("no-trettien", ("KH 9H AS", "4C 8C TD"), "QH", actions=[TAKE])
    assert steady(view, RNG) == Throw(Card("AS"))


def test_steady_draws_when_the_open_card_helps_little():
    """From 19 to 20 is less than three, and a blind card brings 20.73 on average."""
    view = view_of("no-trettien", ("KH 9H AS", "4C 8C TD"), "9S")
    assert steady(view, RNG) == DRAW


def test_of_equal_throws_the_lowest_card_goes():
    view = view_of("no-trettien", ("KH QH 4S", "8C 9C TD"), "2D 4D", actions=[DRAW])
    assert steady(view, RNG) == Throw(
        Card("4D")
    )  # of equal ones the lowest number: diamonds before spades


@pytest.mark.parametrize(
    ("policy", "points", "knocks"),
    [
        (steady, "KH 8H 7H", True),
        (steady, "KH 8H 6H", False),
        (knocks_at(19), "KH 9H 4S", True),
        (knocks_at(19), "KH 8H 4S", False),
        (never_knocks, "KH QH JH", False),
    ],
)
def test_who_knocks_when(policy, points, knocks):
    view = view_of("no-trettien", (points, "4C 8C TD"), "2D")
    assert (policy(view, RNG) == KNOCK) == knocks


def test_steady_does_not_knock_below_the_minimum():
    view = view_of("dk-enogtredive", ("KH 9H 7H", "4C 8C TD"), "2D", {"knock.minimum": 27})
    assert steady(view, RNG) != KNOCK


def test_the_exchange_form():
    """Swaps to the best hand within reach, ties by the ladder, passes if nothing is better."""
    view = view_of("dk-a7", ("KH 9H 7S", "8C 7C TD"), "QH 8S 7D", actions=[KEEP])
    assert steady(view, RNG) == Swap(parse_cards("7S"), parse_cards("QH"))
    view = view_of("dk-a7", ("KD QD 7S", "8C 7C TD"), "KC QC 8S", actions=[KEEP])
    assert steady(view, RNG) == Swap(parse_cards("KD QD 7S"), parse_cards("KC QC 8S"))
    view = view_of("dk-a7", ("KH QH 7S", "8C 7C TD"), "7H 8S 7D", house=None, actions=[KEEP])
    assert steady(view, RNG) == Swap(parse_cards("7S"), parse_cards("7H"))
    view = view_of("dk-a7", ("KH QH 9H", "8C 7C TD"), "7H 8S 7D", actions=[KEEP])
    assert steady(view, RNG) == KNOCK
    assert never_knocks(view, RNG) == PASS


def test_the_dealer_keeps_a_hand_above_the_average():
    assert steady(view_of("dk-a7", ("8C 7C TD", "KH QH 7S")), RNG) == KEEP
    assert steady(view_of("dk-a7", ("KH QH 7S", "8C 7H TD")), RNG) == CHANGE


def test_the_bank_form():
    first = ("9C", "KH", "QS")
    assert steady(view_of("greek-31", first), RNG) == Stake(1)
    stakes = [Stake(1), Stake(1)]
    view = view_of("greek-31", first, "2D 5D 3C 4H 6S 2C", actions=stakes)  # 16
    assert steady(view, RNG) == HIT
    view = view_of("greek-31", first, "9D 5D 3C 5H 6S 2C", actions=stakes)  # 24
    assert steady(view, RNG) == STAND
    assert knocks_at(25)(view, RNG) == HIT
    assert never_knocks(view, RNG) == HIT


# ------------------------------------------------------------------------------- names


def test_names():
    assert named_policy("steady") is steady
    assert named_policy("random") is random_player
    assert named_policy("never-knocks") is never_knocks
    policy = named_policy("knocks-at:27")
    assert (policy.points, policy.bank_points) == (27, 27)
    for wrong, near in (("stedy", "steady"), ("knocks-at", "knocks-at:N"), ("knocks-at:x", None)):
        with pytest.raises(UsageError) as refused:
            named_policy(wrong)
        assert refused.value.reason == "refuse.unknown_policy"
        assert "steady" in refused.value.details["known"]
        assert near is None or refused.value.details["suggestion"] == near


# ------------------------------------------------------------------------------- learners' own


def table(policies, rules="no-trettien", seed=3):
    ruleset = load_ruleset(rules)
    rng = random.Random(seed)
    return play_round(ruleset, shuffled_deal(ruleset, len(policies), rng), policies, rng)


def test_a_learners_function_is_a_player():
    seen = []

    def mine(view, rng):
        seen.append(view.turns)
        return rng.choice(view.actions)

    played = table([mine, steady, steady])
    assert seen
    assert played.outcome is not None
    assert played.record.outcome() == played.outcome
    assert played.record.events() == played.events


def test_an_exception_is_reported_with_its_turn():
    def broken(view, rng):
        return view.hand[99]

    with pytest.raises(PolicyError) as failed:
        table([never_knocks, broken, never_knocks])
    error = failed.value
    assert error.reason == "refuse.policy_failed"
    assert (error.details["seat"], error.details["turn"]) == (1, 2)
    assert error.details["name"] == "broken"
    assert isinstance(error.__cause__, IndexError)
    assert str(error) == (
        "The player broken on seat 1 failed on turn 2: IndexError: tuple index out of range"
    )


@pytest.mark.parametrize("nonsense", [None, "knock", Throw(Card("2C")), PASS])
def test_an_illegal_action_is_reported_with_its_turn(nonsense):
    def cheat(view, rng):
        return nonsense

    with pytest.raises(PolicyError) as failed:
        table([never_knocks, never_knocks, cheat])
    error = failed.value
    assert error.reason == "refuse.policy_illegal"
    assert (error.details["seat"], error.details["turn"]) == (2, 3)
    assert error.details["action"] == repr(nonsense)
    assert "\n" not in str(error)


@pytest.mark.parametrize("amount", [0, 99, 2.5, True, "3", None, float("nan"), [1]], ids=repr)
def test_a_stake_that_is_no_number_of_tokens(amount):
    def odd(view, rng):
        return Stake(amount) if view.phase is Phase.STAKE else STAND

    with pytest.raises(PolicyError) as failed:
        table([odd, odd, odd], "greek-31")
    error = failed.value
    assert (error.reason, error.details["turn"]) == ("refuse.policy_illegal", 1)
    assert error.details["error"].reason == "refuse.stake"
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    "swap",
    [lambda view: Swap((1,), (2,)), lambda view: Swap(None, None), lambda view: Swap(3, 4),
     lambda view: Swap(view.hand[0], view.table[0]), lambda view: Swap(["x"], [[]])],
)  # fmt: skip
def test_a_swap_of_what_is_no_card(swap):
    def odd(view, rng):
        return KEEP if view.phase is Phase.DEALER_CHOICE else swap(view)

    with pytest.raises(PolicyError) as failed:
        table([odd, odd], "dk-a7")
    assert failed.value.reason == "refuse.policy_illegal"
    assert failed.value.details["error"].reason == "refuse.not_cards"


def test_a_throw_of_what_is_no_card():
    def odd(view, rng):
        return Throw(["KH"]) if view.phase is Phase.THROW else DRAW

    with pytest.raises(PolicyError) as failed:
        table([odd, odd])
    assert failed.value.details["error"].reason == "refuse.not_cards"


def test_a_swap_with_lists_is_the_swap():
    given, taken = list(parse_cards("9H KH")), list(parse_cards("QS AC"))
    assert Swap(given, taken) == Swap(tuple(given), tuple(taken))
    assert hash(Swap(given, taken)) == hash(Swap(tuple(given), tuple(taken)))


def test_a_player_that_wants_to_end_the_program_is_reported():
    def leave(view, rng):
        raise SystemExit(3)

    with pytest.raises(PolicyError) as failed:
        table([leave, steady])
    assert isinstance(failed.value.__cause__, SystemExit)


def test_players_do_not_change_the_deals_to_come():
    """However much chance they use."""
    ruleset = load_ruleset("no-trettien")

    def greedy(view, rng):
        rng.random()
        return rng.choice(view.actions)

    after = []
    for policy in (steady, greedy):
        rng = random.Random(9)
        play_round(ruleset, shuffled_deal(ruleset, 3, rng), [policy] * 3, rng)
        after.append(shuffled_deal(ruleset, 3, rng))
    assert after[0] == after[1]


def test_one_policy_a_seat():
    ruleset = load_ruleset("no-trettien")
    with pytest.raises(UsageError):
        play_round(ruleset, shuffled_deal(ruleset, 3, RNG), [steady, steady], RNG)


# -------------------------------------------------------------------------------- knock tables


def test_a_knock_table_has_bands_gaps_and_patience():
    rows = [bytearray(256), bytearray(256)]
    rows[0][2 * 20] = rows[0][2 * 22] = 1
    rows[1][2 * 25] = 1
    player = KnocksByTable([bytes(row) for row in rows], 24, "banded")
    assert player.name == "banded"
    knocks = [[p for p in range(32) if player.wants_knock(lap, 2 * p)] for lap in (0, 1, 7)]
    assert knocks == [[20, 22], [25], [25]]
    hands = ("KH QH 4S", "4C 8C TD")
    assert player(view_of("no-trettien", hands), RNG) == KNOCK
    twenty_one = ("AH QH 4S", "4C 8C TD")
    assert player(view_of("no-trettien", twenty_one), RNG) == DRAW


def test_a_knock_table_needs_rows_of_256():
    for rows in ([], [bytes(255)], [bytes(256), b""]):
        with pytest.raises(UsageError, match="256"):
            KnocksByTable(rows, None, "bad")


def test_knock_rows_say_what_the_player_does():
    rows = knocks_at(27).knock_rows()
    assert [order for order in range(256) if rows[0][order]] == list(range(54, 256))
    assert not any(never_knocks.knock_rows()[0])
