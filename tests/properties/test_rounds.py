"""Rounds by chance and in bad faith, for every ruleset and every number of players."""

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thirtyone.cards import ALL_CARDS
from thirtyone.errors import RulesError
from thirtyone.play.actions import (
    CHANGE,
    DRAW,
    FOLD,
    HIT,
    KEEP,
    KNOCK,
    PASS,
    RENEW,
    STAND,
    TAKE,
    THROW_DOWN,
    Draw,
    IllegalActionError,
    Knock,
    Stake,
    Swap,
    Throw,
)
from thirtyone.play.deal import full_pack, shuffled_deal
from thirtyone.play.events import Drew, HandShown, Showed
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.record import RoundRecord
from thirtyone.play.round import apply, check_action, legal_actions, start
from thirtyone.play.state import BankState, DrawState, Phase, SwapState
from thirtyone.play.transcript import format_link, format_round
from thirtyone.play.transcript_reading import parse_round
from thirtyone.play.view import seat_view, seen_event
from thirtyone.rules import load_ruleset, questions, ruleset_ids, with_values
from thirtyone.rules.values import Question

RULESETS = ruleset_ids()
PLAIN = (DRAW, TAKE, KEEP, KNOCK, THROW_DOWN, PASS, RENEW, CHANGE, FOLD, HIT, STAND)
FEW = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
seeds = st.integers(0, 2**32 - 1)


def tables(ruleset):
    return range(2, ruleset.players.high + 1)


def stubborn(rng, actions):
    """Never knocks, and takes back and forth what it can: rounds that would not end."""
    cautious = [a for a in actions if not isinstance(a, Knock)] or actions
    return rng.choice([a for a in cautious if not isinstance(a, Draw)] or cautious)


def eager(rng, actions):
    return actions[-1] if rng.random() < 0.5 else rng.choice(actions)


def anything(rng, actions):
    return rng.choice(actions)


HABITS = (anything, stubborn, eager)


def play(ruleset, players, seed, habit):
    """The steps and the record of a round played by habit."""
    rng = random.Random(seed)
    deal = shuffled_deal(ruleset, players, rng, dealer=seed % players)
    steps, actions = [start(ruleset, deal)], []
    while steps[-1].state.outcome is None:
        legal = legal_actions(steps[-1].state)
        assert legal, steps[-1].state
        actions.append(habit(rng, legal))
        steps.append(apply(steps[-1].state, actions[-1]))
        assert len(steps) < 2_000
    return steps, RoundRecord(ruleset, deal, tuple(actions))


def lying(state):
    """Every card of the round, wherever it is."""
    cards = [card for hand in state.hands for card in hand]
    if isinstance(state, DrawState):
        return [*cards, *state.stock[state.drawn :], *state.discards]
    if isinstance(state, SwapState):
        return [*cards, *state.table, *state.stock, *state.aside]
    return [*cards, *state.deal.cards[state.drawn :]]


def possible_actions(state):
    """Every action with the cards of this pack, legal or not."""
    yield from PLAIN
    yield from map(Throw, ALL_CARDS)
    yield from map(Stake, (-1, 0, 1, 5, 6, 1000))
    hand = state.hands[state.turn]
    table = state.table if isinstance(state, SwapState) else hand[:3]
    for size in range(4):
        yield Swap(hand[:size], table[:size])
    yield Swap(hand[:1], table[:2])
    yield Swap(table[:1], hand[:1])


@pytest.mark.parametrize("rules", RULESETS)
@FEW
@given(seed=seeds)
def test_rounds_keep_their_cards_and_end(rules, seed):
    ruleset = load_ruleset(rules)
    for players in tables(ruleset):
        steps, _ = play(ruleset, players, seed, HABITS[seed % 3])
        whole = Counter(full_pack(ruleset, players))
        for step in steps:
            assert Counter(lying(step.state)) == whole
        last = steps[-1].state
        assert last.phase is Phase.OVER
        assert last.outcome.hands == last.hands
        assert legal_actions(last) == ()
        if ruleset.family != "bank":
            assert all(len(hand) == ruleset.hand_size for hand in last.hands)
            assert last.turns <= 50 * players + players + 1


@pytest.mark.parametrize("rules", RULESETS)
@FEW
@given(seed=seeds)
def test_what_is_offered_is_accepted_and_the_rest_refused(rules, seed):
    ruleset = load_ruleset(rules)
    players = 2 + seed % (ruleset.players.high - 1)
    steps, _ = play(ruleset, players, seed, HABITS[seed % 3])
    for step in steps[:: max(1, len(steps) // 8)]:
        state = step.state
        legal = set(legal_actions(state))
        before = repr(state)
        for action in possible_actions(state):
            refusal = check_action(state, action)
            assert (refusal is None) == (action in legal), (action, refusal)
            if refusal is None:
                apply(state, action)
            else:
                assert refusal.reason.startswith("refuse.")
                with pytest.raises(IllegalActionError) as refused:
                    apply(state, action)
                assert refused.value.reason == refusal.reason
        assert repr(state) == before


@pytest.mark.parametrize("rules", RULESETS)
@FEW
@given(seed=seeds)
def test_a_transcript_gives_the_same_states_and_events(rules, seed):
    ruleset = load_ruleset(rules)
    players = 2 + seed % (ruleset.players.high - 1)
    steps, record = play(ruleset, players, seed, HABITS[seed % 3])
    for text in (format_round(record), format_link(record)):
        again = parse_round(text)
        assert again == record
        assert again.steps() == tuple(steps)
    half = record.until(len(record.actions) // 2)
    assert parse_round(format_round(half)) == half
    assert parse_round(format_link(half)) == half


@pytest.mark.parametrize("rules", RULESETS)
@FEW
@given(seed=seeds)
def test_four_players_fit_in_a_link(rules, seed):
    _, record = play(load_ruleset(rules), 4, seed, HABITS[seed % 3])
    link = format_link(record)
    assert len(link) < 1_800  # what else a page needs has room too
    assert all(c.isascii() and (c.isalnum() or c in "-._~") for c in link)


# ------------------------------------------------------------------------------- what a seat knows


def public_cards(steps):
    """After each step: cards that lie open, and those of each hand that everybody saw go there.

    Told again from the events alone, so that the engine's own bookkeeping is not believed.
    """
    first = steps[0].state
    known = [set() for _ in first.hands]
    for step in steps:
        state = step.state
        for event in step.events:
            match event.name:
                case "took":
                    known[event.seat].add(event.card)
                case "threw":
                    known[event.seat].discard(event.card)
                case "swapped":
                    known[event.seat] -= set(event.given)
                    known[event.seat] |= set(event.taken)
                case "knocked" if event.kind == "throw-down":
                    known[event.seat] |= set(state.hands[event.seat])
                case "bank-opened":
                    known[event.seat].add(event.card)
                case "got":
                    known[event.seat] |= set(event.cards)
                case "hand-shown" | "showed":
                    known[event.seat] |= set(event.cards)
        lie = set()
        if isinstance(state, DrawState):
            lie = set(state.discards)
        elif isinstance(state, SwapState):
            lie = {*state.table, *state.aside}
        yield lie, [set(cards) for cards in known]


def cards_in(value):
    """Every card that can be reached in a view."""
    if value in ALL_CARDS:
        return {value}
    if isinstance(value, Throw):
        return {value.card}
    if isinstance(value, Swap):
        return {*value.given, *value.taken}
    if hasattr(value, "hands") and hasattr(value, "end"):
        return cards_in(value.hands)
    if isinstance(value, tuple):
        return set().union(*map(cards_in, value)) if value else set()
    return set()


@pytest.mark.parametrize("rules", RULESETS)
@FEW
@given(seed=seeds)
def test_no_view_holds_a_card_that_the_seat_may_not_see(rules, seed):
    ruleset = load_ruleset(rules)
    players = 2 + seed % min(5, ruleset.players.high - 1)
    steps, _ = play(ruleset, players, seed, HABITS[seed % 3])
    for step, (lie, known) in zip(steps, public_cards(steps), strict=True):
        state = step.state
        for seat in range(players):
            view = seat_view(state, seat)
            everything = cards_in(tuple(view))
            own = set(state.hands[seat])
            if isinstance(state, BankState) and seat == state.deal.dealer:
                own &= known[seat]
            assert everything <= own | lie | set().union(*known)
            assert view.counts == tuple(map(len, state.hands))
            for other in range(players):
                assert set(view.known[other]) <= known[other]
            assert view.actions == (legal_actions(state) if seat == state.turn else ())
            if state.outcome is not None and state.outcome.drawn:
                assert view.outcome.hands == ()
            if seat != state.turn:
                hidden = [seen_event(e, seat) for e in step.events]
                assert all(e.card is None for e in hidden if isinstance(e, Drew))


@pytest.mark.parametrize("rules", RULESETS)
def test_drawn_rounds_show_nothing(rules):
    ruleset = load_ruleset(rules)
    seen = Counter()
    for seed in range(30):
        steps, _ = play(ruleset, 2, seed, HABITS[seed % 3])
        outcome = steps[-1].state.outcome
        shown = [e for e in steps[-1].events if isinstance(e, HandShown | Showed)]
        assert len(shown) == (0 if outcome.drawn else 2)
        assert bool(outcome.instant) == (outcome.end is RoundEnd.INSTANT)
        seen[outcome.end] += 1
    assert len(seen) >= (1 if ruleset.family == "bank" else 2), seen


# ------------------------------------------------------------------------------------ house rules


def answers(question: Question):
    if question.path == "players":
        return st.just("2-5")
    if question.low or question.high:
        return st.integers(question.low, min(question.high, question.low + 30)).map(str)
    return st.sampled_from(question.answers)


@st.composite
def house_rules(draw):
    """Any ruleset with any answers to a handful of its questions."""
    base = load_ruleset(draw(st.sampled_from(RULESETS)))
    asked = questions(base.family)
    paths = draw(st.lists(st.sampled_from(sorted(asked)), max_size=8, unique=True))
    try:
        return with_values(base, {path: draw(answers(asked[path])) for path in paths})
    except RulesError:
        return base  # two answers that exclude each other


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ruleset=house_rules(), seed=seeds, players=st.integers(2, 5))
def test_every_house_rule_can_be_played(ruleset, seed, players):
    players = min(players, ruleset.players.high)
    steps, record = play(ruleset, players, seed, HABITS[seed % 3])
    whole = Counter(full_pack(ruleset, players))
    assert all(Counter(lying(step.state)) == whole for step in steps)
    again = parse_round(format_round(record))
    assert again.actions == record.actions
    assert [s.events for s in again.steps()] == [s.events for s in steps]
