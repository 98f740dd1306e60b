"""The plain settlement of simulations against the engine's, under every rule and house rule."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from thirtyone.cards import Card, Suit
from thirtyone.errors import RulesError
from thirtyone.hands import score_playable
from thirtyone.play.deal import full_pack
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import ends_a_round, is_drawn, settle
from thirtyone.play.settlement import Unit
from thirtyone.rules import load_ruleset, questions, ruleset_ids, with_values
from thirtyone.rules.model import BankForm, DrawForm
from thirtyone.sim.finals import ENDS, Final
from thirtyone.sim.lockstep import Rounds
from thirtyone.sim.settling import outcome_of, places_of, play_key, unit_of
from thirtyone.sim.settling_lanes import outcomes_of
from thirtyone.sim.tables import deck_by_place, hand_number

SETTLED = (
    "instant.payers",
    "instant.three_aces_payers",
    "instant.knocker_pays",
    "instant.several",
    "settlement.",
    "lives.",
    "match.",
    "stakes.",
    "stock.empty",
    "bank.tie",
    "bank.natural",
)
NOT_PLAY = ("settlement.", "lives.", "match.", "stakes.", "instant.pay", "instant.several")


def some_answers(question):
    """The words a rule knows, or a few numbers within its bounds."""
    if question.type is int:
        return [str(n) for n in range(question.low, min(question.high, question.low + 4) + 1)]
    return question.answers


def some_rules(rng):
    """A ruleset with up to six other answers about who pays what."""
    rules = load_ruleset(rng.choice(ruleset_ids()))
    for _ in range(rng.randrange(7)):
        paths = [
            path
            for path in questions(rules.family)
            if path.startswith((*SETTLED, "scoring.", "instant.three_aces"))
        ]
        path = rng.choice(paths)
        answers = some_answers(questions(rules.family)[path])
        try:
            rules = with_values(rules, {path: rng.choice(answers)})
        except RulesError:
            continue
    return rules


def some_round(rules, rng):
    """Final hands, often alike or special, with an end that they can have."""
    players = rng.randint(2, min(rules.players.high, 6))
    deck = list(full_pack(rules, players))
    size = rules.hand_size
    rng.shuffle(deck)
    if rng.random() < 0.7:  # aces and court cards first: 31s, three alike, equal hands
        few = rng.choice(((10, 14), (12, 14), (11, 13)))
        deck.sort(key=lambda card: not few[0] <= card.rank <= few[1])
        top = size * players + rng.randrange(4)
        some = deck[:top]
        rng.shuffle(some)
        deck[:top] = some
    form = rules.form
    if isinstance(form, BankForm):
        hands = [tuple(deck[i * 4 : i * 4 + rng.randint(3, 4)]) for i in range(players)]
        stakes = (*[rng.randint(0, form.bank.stake_high) for _ in range(players - 1)], 0)
        return hands, RoundEnd.BANK, None, stakes
    if rng.random() < 0.4:  # one or two hands of an ace and court cards of one suit
        for at, suit in enumerate(rng.sample(tuple(Suit), rng.randint(1, 2))):
            best = [Card(f"{rank}{suit}") for rank in rng.choice(("AKQJ", "AQKT"))[:size]]
            for place, card in enumerate(best, at * size):
                other = deck.index(card)
                deck[place], deck[other] = deck[other], deck[place]
    hands = [tuple(deck[i * size : (i + 1) * size]) for i in range(players)]
    rng.shuffle(hands)
    held = any(ends_a_round(score_playable(hand, rules), form) for hand in hands)
    ends = [RoundEnd.KNOCK, RoundEnd.KNOCK, RoundEnd.SHOWDOWN]
    ends += [RoundEnd.INSTANT] * 4 * held
    if isinstance(form, DrawForm):
        ends += [RoundEnd.STOCK_EMPTY, RoundEnd.ENDLESS]
    end = rng.choice(ends)
    knocker = rng.choice((None, *range(players)))
    return hands, end, knocker, ()


def by_the_engine(rules, hands, end, knocker, stakes):
    """Amounts by position, and whether anything changed, as the readable settlement says."""
    extra = {"bank": len(hands) - 1, "stakes": stakes} if stakes else {}
    done = settle(
        rules, hands, end=end, knocker=knocker, lives=None if stakes else [9] * len(hands), **extra
    )
    unit = unit_of(rules)
    wanted = Unit.POT if unit is Unit.TOKEN and not stakes else unit
    amounts = [0] * len(hands)
    for change in done.changes:
        if change.unit is wanted:
            amounts[change.seat] += change.amount
    if wanted is Unit.POT:
        amounts = [amount - rules.stakes.ante for amount in amounts]
    return tuple(amounts), not [c for c in done.changes if paid_in_lives(c, done, rules)]


def paid_in_lives(change, done, rules):
    """Every change, but what a pot gives back of lives paid in the same round."""
    return change.unit is not Unit.POT or rules.stakes.ante


def final_of(rules, hands, end, knocker, stakes, turns):
    if stakes:
        numbers = tuple(score_playable(hand, rules).order for hand in hands)
    else:
        numbers = tuple(hand_number(hand, rules.deck_size) for hand in hands)
    return Final(numbers, ENDS.index(end), -1 if knocker is None else knocker, turns, stakes)


CHECKED = {"rounds": 0, "instant": 0, "paid": 0}


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 2**40))
def test_every_rule_settles_as_the_engine_does(seed):
    rng = random.Random(seed)
    rules = some_rules(rng)
    for _ in range(6):
        hands, end, knocker, stakes = some_round(rules, rng)
        final = final_of(rules, hands, end, knocker, stakes, rng.randrange(90))
        outcome = outcome_of(rules, final)
        amounts, idle = by_the_engine(rules, hands, end, knocker, stakes)
        assert outcome.amounts == amounts, (rules.id, final)
        assert outcome.idle == idle, (rules.id, final)
        assert outcome.end == ENDS.index(end)
        if not stakes:
            drawn = is_drawn(rules.form, end)
            ending = any(ends_a_round(score_playable(h, rules), rules.form) for h in hands)
            assert outcome.shown == (ending and not drawn)
        rounds = Rounds(
            np.array([final.hands, final.hands], np.uint32).T,
            np.array([final.end] * 2, np.uint8),
            np.array([final.knocker] * 2, np.int8),
            np.array([final.turns] * 2, np.uint16),
            np.array([stakes, stakes], np.uint16).T if stakes else None,
        )
        assert outcomes_of(rules, rounds).one(1) == outcome, (rules.id, final)
        CHECKED["rounds"] += 1
        CHECKED["instant"] += end is RoundEnd.INSTANT
        CHECKED["paid"] += any(amounts)


def test_the_property_saw_rounds_of_every_sort():
    if not CHECKED["rounds"]:
        test_every_rule_settles_as_the_engine_does()
    assert CHECKED["rounds"] > 1000
    assert CHECKED["instant"] > 100
    assert CHECKED["paid"] > 500


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((24, 32, 40, 52)), st.sampled_from((3, 4)))
def test_a_hand_number_gives_back_its_cards(number, cards, size):
    deck = deck_by_place(cards)
    places = places_of(number % 2024, size)
    assert hand_number([deck[place] for place in places], cards) == number % 2024
    assert len(set(places)) == size


def test_play_keys_are_equal_exactly_where_play_is():
    seen = 0
    for id_ in ruleset_ids():
        rules = load_ruleset(id_)
        for path, question in questions(rules.family).items():
            for answer in some_answers(question):
                try:
                    other = with_values(rules, {path: str(answer)})
                except RulesError:
                    continue
                if other == rules:
                    continue
                if path.startswith(NOT_PLAY) or path == "bank.tie":
                    assert play_key(other) == play_key(rules), (id_, path, answer)
                    seen += 1
                elif path.split(".")[0] in {"turn", "knock", "deck", "hand"}:
                    assert play_key(other) != play_key(rules), (id_, path, answer)
    assert seen > 200


def test_a_tied_knocker_in_plain_sight():
    rules = load_ruleset("no-trettien")
    hands = [tuple(Card(c) for c in text.split()) for text in ("KH 9H AS", "KS 9S 4D", "9C QC 2C")]
    final = final_of(rules, hands, RoundEnd.KNOCK, 0, (), 9)
    assert outcome_of(rules, final).amounts == (0, -1, 0)
    assert not outcome_of(rules, final).failed
    assert outcome_of(rules, final._replace(knocker=1)).amounts == (-1, 0, 0)
