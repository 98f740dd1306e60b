"""Questions by the thousand: the marked answer is right, and no other one is.

``THIRTYONE_QUESTIONS=100000 pytest tests/properties/test_quiz_many.py`` asks so many of each kind.
What is right is worked out a second time here: by the naive scorer, by a settlement told from the
words of the rules, by the engine's list of legal actions, and by hands drawn anew.
"""

import os
import random
import sys
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "differential"))

from naive_table import naive_losses, naive_order

from thirtyone.cards import pack
from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import RulesError, ThirtyOneError
from thirtyone.play.actions import DRAW, KNOCK, TAKE, Keep, Knock, Swap, Throw
from thirtyone.play.deal import arranged_deal
from thirtyone.play.round import apply, legal_actions, play_actions, start
from thirtyone.play.settle import settle
from thirtyone.play.view import seat_view
from thirtyone.play.worth import worth_of
from thirtyone.policies import steady
from thirtyone.quiz import Kind, make_question, say_feedback, say_question
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.say import ruleset_of
from thirtyone.quiz.showdown import Showdown
from thirtyone.rules import load_ruleset, questions, ruleset_ids, value_text, values, with_values
from thirtyone.text.translator import get_translator

N = int(os.environ.get("THIRTYONE_QUESTIONS", "2000"))
FIRST = int(os.environ.get("THIRTYONE_FIRST_QUESTION", "0"))
ROUNDS = 25
OURS = [load_ruleset(id_) for id_ in ruleset_ids()]


# ------------------------------------------------------------------------ a second opinion


@cache
def answers_of(ruleset):
    return {path: value_text(value) for path, value in values(ruleset).items()}


def texts(cards):
    return [str(card) for card in cards]


def label(order):
    """Half points as an option writes them; 67 is the hand with a name."""
    if order == 67:
        return "Ild"
    return f"{order // 2}.5" if order % 2 else str(order // 2)


def worth(cards, ruleset):
    answers = answers_of(ruleset)
    if "bank.draws_to" not in answers:
        if len(cards) != int(answers["hand.cards"]):
            return None
    elif len(cards) < 3:
        return None
    if not set(cards) <= set(pack(ruleset.deck_size)):
        return None
    order = naive_order(texts(cards), answers)
    if "bank.draws_to" in answers:  # a lost hand keeps its number, a natural is a 31
        if not order:
            order = 2 * lowest_total(cards, answers)
        order -= order % 2
    return label(order)


def lowest_total(cards, answers):
    """A hand that is lost however its aces count: with as many low ones as are allowed."""
    total, aces = sum(c.points for c in cards), sum(c.rank.letter == "A" for c in cards)
    return total - 10 * (aces if answers["bank.low_aces"] == "any" else min(aces, 1))


def unit(ruleset):
    answers = answers_of(ruleset)
    if "bank.draws_to" in answers:
        return "tokens"
    if answers["settlement.goal"] == "lowest-loses":
        return "lives"
    return "points" if answers["match.target"] != "0" else "pot"


def losses(case, ruleset):
    if unit(ruleset) != unit(case.ruleset) or len(case.hands) > ruleset.players.high:
        return None
    answers = answers_of(ruleset)
    size = int(answers["hand.cards"])
    known = set(pack(ruleset.deck_size))
    for hand in case.hands:
        fits = len(hand) >= 3 if unit(ruleset) == "tokens" else len(hand) == size
        if not fits or not set(hand) <= known:
            return None
    hands = [texts(hand) for hand in case.hands]
    found = naive_losses(hands, case.knocker, str(case.end), answers)
    return None if found is None else tuple(sorted(found.items()))


def state_of(case, ruleset):
    """Where the moment stands under a ruleset; None where it cannot come to it."""
    same = ruleset.family is case.ruleset.family and ruleset.deck_size == case.ruleset.deck_size
    if not same or ruleset.hand_size != case.ruleset.hand_size:
        return None
    try:
        deal = arranged_deal(ruleset, case.hands, case.rest)
        return play_actions(ruleset, deal, case.actions)[-1].state
    except ThirtyOneError:
        return None


def allowed(case, ruleset):
    state = state_of(case, ruleset)
    if state is None or state.outcome is not None:
        return None
    return case.asked in legal_actions(state)


def judged(case, ruleset):
    if isinstance(case, HandCase):
        return worth(case.cards, ruleset)
    if isinstance(case, Showdown):
        return losses(case, ruleset)
    return allowed(case, ruleset)


def with_other_answers(ruleset, path):
    question = questions(ruleset.family)[path]
    if question.type is int:
        mine = int(answers_of(ruleset)[path])
        wanted = [n for n in {mine - 1, mine + 1, mine + 20} if question.low <= n <= question.high]
    else:
        wanted = question.answers
    for answer in wanted:
        if str(answer) != answers_of(ruleset)[path]:
            try:
                yield with_values(ruleset, {path: answer})
            except RulesError:
                continue


# ------------------------------------------------------------------------------ kind by kind


def check_worth(question):
    right = worth(question.case.cards, question.ruleset)
    assert question.answer.value == right
    values_ = [option.value for option in question.options]
    assert values_ == sorted(values_, key=lambda v: 100 if v == "Ild" else float(v))
    check_readings(question, lambda ruleset: worth(question.case.cards, ruleset))


def check_loses(question):
    right = losses(question.case, question.ruleset)
    assert question.answer.value == right
    check_readings(question, lambda ruleset: losses(question.case, ruleset))


def check_readings(question, judge):
    """Where an option is said to be right it is, and where nothing is said it is right nowhere."""
    by_ours = {judge(ruleset) for ruleset in OURS}
    for option in question.options:
        if option is question.answer:
            continue
        if option.reading is not None:
            assert judge(option.reading.ruleset) == option.value
            if not option.reading.house:
                assert option.reading.ruleset in OURS
        else:
            assert option.slip is not None
            assert option.value not in by_ours


def check_legal(question):
    case = question.case
    state = state_of(case, question.ruleset)
    legal = case.asked in legal_actions(state)
    assert (question.answer.value == "yes") == legal
    assert question.options[0].value == "yes"
    if legal:
        return
    held = [option.value for option in question.options[1:] if holds(option.value, state, case)]
    assert held == [question.answer.value]


def holds(reason, state, case):
    """Does this reason forbid it? Told from the state alone, without the engine's refusals."""
    form, asked = case.ruleset.form, case.asked
    hand, size = state.hands[state.turn], case.ruleset.hand_size
    full = len(hand) > size
    knocked = getattr(state, "knocker", None) is not None
    if reason == "after-drawing":
        return full and isinstance(asked, Knock)
    if reason == "knocked":
        return knocked and isinstance(asked, Knock) and not full
    if reason == "taken":
        return isinstance(asked, Throw) and full and not form.turn.throw_back and asked.card in hand[-1:] and state.taken is asked.card  # fmt: skip
    if reason == "draw-first":
        return isinstance(asked, Throw) and not full
    if reason == "throw-first":
        return full and not isinstance(asked, Throw | Knock)
    if reason == "last-turn":
        return isinstance(asked, Keep) and not knocked
    if reason == "must-draw":
        return isinstance(asked, Keep) and knocked and not form.turn.stand_pat
    if reason == "two":
        return (
            isinstance(asked, Swap) and len(asked.given) == 2 and form.turn.swaps == "one-or-three"
        )
    if reason == "one":
        return isinstance(asked, Swap) and len(asked.given) > 1 and form.turn.swaps == "one"
    if reason == "passed":
        return form.turn.pass_ == "once" and state.turn in state.passed if hasattr(form.turn, "pass_") else False  # fmt: skip
    if reason == "stays":
        return not form.turn.renew_789
    if reason == "not-789":
        return sorted(card.rank for card in state.table) != [7, 8, 9] and form.turn.renew_789
    if reason == "dealer":
        return state.phase == "dealer-choice"
    if reason == "stake-first":
        return state.phase == "stake" and type(asked).__name__ in {"Hit", "Stand"}
    if reason == "staked":
        return state.phase != "stake" and type(asked).__name__ in {"Stake", "Fold"}
    if reason == "unseen":
        return not form.knock.throw_down
    if reason == "no-such":
        draw = {"Draw", "Take", "Throw", "Keep", "Knock", "ThrowDown"}
        swap = {"Swap", "Pass", "Knock", "Renew", "Keep", "Change"}
        known = {"draw": draw, "exchange": swap, "bank": {"Hit", "Stand", "Fold", "Stake"}}
        return type(asked).__name__ not in known[case.ruleset.family]
    assert reason in {"too-few", "first-lap", "own-discard", "must-take", "must-stay"}, reason
    return False  # none of our rulesets says so


def check_rule(question):
    case, ruleset = question.case, question.ruleset
    right = judged(case, ruleset)
    for option in question.options:
        found = {judged(case, changed) for changed in with_other_answers(ruleset, option.value)}
        assert found, option.value
        assert bool(found - {right, None}) == (option is question.answer), option.value


def check_where(question):
    case = question.case
    right = judged(case, question.ruleset)
    assert right is not None
    for option in question.options:
        found = judged(case, ruleset_of(question, option))
        assert found is not None
        assert (found == right) == (option is question.answer)


# ------------------------------------------------------------------------------- knocking


def sample(ruleset, draws):
    """Hands drawn anew: three cards, then so many blind ones; the best three stay, of equal ones the higher."""
    scoring = ((p, a) for p, a in answers_of(ruleset).items() if p.startswith("scoring."))
    return sampled(tuple(scoring), ruleset.deck_size, draws)


@cache
def sampled(scoring, deck_size, draws):
    rng, answers = random.Random(f"a second sample {draws}"), dict(scoring)
    cards, found = texts(pack(deck_size)), []
    for _ in range(800):
        dealt = rng.sample(cards, 3 + draws)
        hand = dealt[:3]
        for card in dealt[3:]:
            four = sorted([*hand, card], key=lambda c: "23456789TJQKA".index(c[0]), reverse=True)
            hand = list(max(combinations(four, 3), key=lambda h: naive_order(h, answers)))
        found.append(naive_order(hand, answers))
    return found


@cache
def cost(ruleset, order, players, laps):
    """What a knock costs, in parts of a life: by the shares of the others' hands."""
    answers = answers_of(ruleset)
    hands, n = sample(ruleset, laps + 1), players - 1
    target = 2 * int(answers["scoring.target"])
    plain = sum(hand < target for hand in hands) / len(hands)
    better = sum(order < hand < target for hand in hands) / len(hands)
    level = sum(hand == order for hand in hands) / len(hands)
    # Nobody shows the target, and: all are better, or some level and the rest better.
    alone = better**n
    tied = sum(comb(n, k) * level**k * better ** (n - k) for k in range(1, n + 1))
    rule = answers["settlement.tie_with_knocker"]
    tie = {"safe": 0, "like-all": 1, "two-and-one": 2, "two-alone": 2}[rule]
    shown = (1 - plain**n) * int(answers["instant.knocker_pays"])
    return alone * int(answers["settlement.lone_low_knocker"]) + tied * tie + shown


def check_knock(question):
    case, ruleset = question.case, question.ruleset
    answers = answers_of(ruleset)
    target = 2 * int(answers["scoring.target"])
    hand, card = texts(case.hand), str(case.open_card)
    now = naive_order(hand, answers)
    with_card = max(naive_order([*two, card], answers) for two in combinations(hand, 2))
    assert card not in hand
    assert now < target
    right = question.answer.value
    if with_card >= target:
        assert right == "take"
        assert answers["instant.in_play"], answers["instant.payers"] == ("at-once", "all-others")
        return
    share = cost(ruleset, now, case.players, case.laps) * case.players
    if right == "knock":
        assert share < 0.55
        assert with_card <= now
        assert cost(ruleset, now, case.players, case.laps + 1) * case.players > share
        return
    assert share > 1.2
    if right == "take":
        assert with_card >= now + 14
    else:
        assert with_card <= now
        assert all(c[1] != card[1] for c in hand)


# -------------------------------------------------------------------------------- all of them

CHECKS = {
    Kind.WORTH: check_worth,
    Kind.LOSES: check_loses,
    Kind.LEGAL: check_legal,
    Kind.RULE: check_rule,
    Kind.WHERE: check_where,
    Kind.KNOCK: check_knock,
}


def check_words(question, number):
    """All four languages say it, with all that may be said about one of the answers."""
    chosen = number % len(question.options)
    for lang in LANGUAGES:
        tr = get_translator(lang)
        said = say_question(question, tr)
        assert len(set(said.options)) == len(said.options), said.options
        feedback = say_feedback(question, chosen, tr)
        assert feedback.right == (chosen == question.right)
        assert feedback.right or feedback.given or question.kind is Kind.WHERE
        parts = [*said.setup, said.prompt, *said.options, feedback.verdict, *feedback.given]
        parts += [text for source in feedback.sources for text in source]
        assert said.prompt.endswith("?")
        for text in parts:
            assert text
            assert text == text.strip()
            assert "{" not in text
            assert "quiz." not in text
            assert "  " not in text
            assert "scoring." not in text
            assert "settlement." not in text


@pytest.mark.parametrize("kind", Kind)
def test_every_marked_answer_is_right_and_no_other(kind):
    levels, places, rulesets = Counter(), Counter(), Counter()
    for number in range(FIRST, FIRST + N):
        question = make_question(kind, number, level=1 + number % 3)
        try:
            assert question.kind is kind
            assert 3 <= len(question.options) <= 4
            values_ = [option.value for option in question.options]
            assert len(set(values_)) == len(values_)
            assert 0 <= question.right < len(values_)
            CHECKS[kind](question)
            check_words(question, number)
        except AssertionError as error:
            raise AssertionError(f"{kind} {number}: {question}") from error
        levels[1 + number % 3, question.level] += 1
        places[question.right] += 1
        rulesets[question.ruleset.id] += 1
    asked = sum(levels.values())
    print(f"{asked} questions; asked for and got: {dict(levels)}; right at {dict(places)}")
    print(dict(rulesets.most_common()))
    assert asked == N
    if N >= 1000:
        wanted = sum(n for (want, got), n in levels.items() if want == got)
        assert wanted > 0.97 * asked
        assert max(places.values()) < 0.6 * asked
        assert len(rulesets) >= 8


# ----------------------------------------------------------------------- knocking, played out

ACTIONS = {"knock": KNOCK, "draw": DRAW, "take": TAKE}


def later_hand(cards, draws, worth):
    hand = [cards.pop() for _ in range(3)]
    for _ in range(draws):
        hand.append(cards.pop())
        orders = worth.orders_without_one(hand)
        del hand[orders.index(max(orders))]
    return tuple(hand)


def played_out(turn, value, rng):
    """Lives for seat 0 against the average of the others: the action, then all play steadily."""
    ruleset, worth = turn.ruleset, worth_of(turn.ruleset)
    while True:
        cards = [c for c in pack(52) if c not in turn.hand and c is not turn.open_card]
        rng.shuffle(cards)
        hands = [later_hand(cards, turn.laps, worth) for _ in range(turn.players - 1)]
        if not any(map(worth.ends_round, hands)):
            break
    deal = arranged_deal(ruleset, (turn.hand, *hands), (turn.open_card, *cards))
    state = apply(start(ruleset, deal).state, ACTIONS[value]).state
    while state.outcome is None:
        state = apply(state, steady(seat_view(state, state.turn), rng)).state
    outcome = state.outcome
    if outcome.drawn:
        return 0.0
    done = settle(
        ruleset, outcome.hands, end=outcome.end, knocker=outcome.knocker, instant=outcome.instant
    )
    own = sum(change.amount for change in done.changes if change.seat == 0)
    others = sum(change.amount for change in done.changes if change.seat)
    return own - others / (turn.players - 1)


def test_what_is_said_about_knocking_holds_when_rounds_are_played_out():
    """A right knock does better than a draw, and a wrong one worse than what is right."""
    rng = random.Random(31)
    gains = {"knock": [], "draw": [], "take": []}
    for number in range(400):
        question = make_question(Kind.KNOCK, f"played {number}", level=1 + number % 3)
        right = question.answer.value
        if len(gains[right]) < 40 * ROUNDS:
            other = "draw" if right == "knock" else "knock"
            gains[right] += [
                played_out(question.case, right, rng) - played_out(question.case, other, rng)
                for _ in range(ROUNDS)
            ]
    means = {right: sum(found) / len(found) for right, found in gains.items()}
    print({right: (round(mean, 2), len(gains[right])) for right, mean in means.items()})
    assert all(len(found) == 40 * ROUNDS for found in gains.values())
    assert means["knock"] > 0.08
    assert means["draw"] > 0.5
    assert means["take"] > 0.5
