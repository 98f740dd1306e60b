"""Questions, answers and explanations in words.

>>> from thirtyone.quiz import question_of
>>> from thirtyone.text.translator import get_translator
>>> question = question_of("worth", rules="se-svensk-bas", hand="QH QS QD")
>>> said = say_question(question, get_translator("nb"))
>>> said.prompt, said.options
('Hva er denne hånden verdt i Svensk grunnspill?', ('10', '20', '30', '30½'))
"""

from dataclasses import dataclass
from typing import Final

from thirtyone.cards import Card
from thirtyone.play.settlement import Unit
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.moment import YES, Moment, No
from thirtyone.quiz.question import Kind, Option, Question
from thirtyone.quiz.say_case import (
    Held,
    card_words,
    held,
    lost_key,
    open_cards,
    say_allowed,
    say_case,
    say_hand,
    say_losses,
    say_payments,
    say_points,
    wants,
)
from thirtyone.quiz.showdown import Showdown
from thirtyone.quiz.turn import DRAW_ONE, KNOCK_NOW, TAKE_IT, Turn
from thirtyone.rules.load import load_ruleset
from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import get_value
from thirtyone.text.say import ruleset_name, say_value
from thirtyone.text.say import say_question as say_rule_question
from thirtyone.text.say_example import NAMES
from thirtyone.text.translator import Translator


@dataclass(frozen=True, slots=True)
class Said:
    """A question in words; the cards are data, so that they can be drawn."""

    setup: tuple[str, ...]
    """What has happened, a sentence each."""
    hands: Held
    table: tuple[Card, ...]
    """Cards that lie open: the table, or the top of the discard pile."""
    prompt: str
    options: tuple[str, ...]


def say_question(question: Question, tr: Translator) -> Said:
    """The question as a learner reads it."""
    case = question.case
    named = question.kind is not Kind.WHERE
    setup = () if question.kind is Kind.WORTH else say_case(case, tr, named=named)
    if question.kind in {Kind.RULE, Kind.WHERE} and not isinstance(case, Turn):
        setup = (*setup, *_result(question, tr))
    if question.kind is Kind.LEGAL and isinstance(case, Moment):
        setup = (*setup, wants(case, tr))
    options = tuple(say_option(question, option, tr) for option in question.options)
    return Said(setup, held(case), open_cards(case), _prompt(question, tr), options)


def _result(question: Question, tr: Translator) -> tuple[str, ...]:
    """The result that a rule decides, or that is right under one of several rulesets."""
    case = question.case
    if isinstance(case, HandCase):
        label = case.value(case.ruleset)
        assert label is not None
        return () if question.kind is Kind.WHERE else (say_hand(label, tr),)
    if isinstance(case, Moment):
        value = case.value(case.ruleset)
        assert value is not None
        return (say_allowed(case, value, tr),)
    assert isinstance(case, Showdown)
    losses = case.value(case.ruleset)
    assert losses is not None
    if question.kind is Kind.WHERE and case.unit in {Unit.LIFE, Unit.MARK}:
        return (say_payments(losses, tr),)
    return (say_losses(losses, case.ruleset, tr),)


def _prompt(question: Question, tr: Translator) -> str:
    case = question.case
    match question.kind:
        case Kind.WORTH:
            return tr("quiz.worth", rules=ruleset_name(question.ruleset, tr))
        case Kind.LOSES:
            assert isinstance(case, Showdown)
            return tr(who_key(case, tr))
        case Kind.LEGAL:
            assert isinstance(case, Moment)
            turn = case.state.turn
            return tr("quiz.may", player=NAMES[turn])
        case Kind.RULE:
            return tr("quiz.which_rule")
        case Kind.WHERE if isinstance(case, HandCase):
            label = case.value(case.ruleset)
            assert label is not None
            return tr("quiz.which_ruleset", points=say_points(label, tr))
        case Kind.WHERE:
            return tr("quiz.which_ruleset_this")
        case _:
            return tr("quiz.should_knock", player=NAMES[0])


def who_key(case: Showdown, tr: Translator) -> str:
    """The key of the question who loses or wins, by what is played for."""
    key = _WHO.get(case.unit)
    return key or lost_key("quiz.who_loses", case.ruleset, tr)


_WHO: Final = {
    Unit.POINT: "quiz.who_points",
    Unit.POT: "quiz.who_pot",
    Unit.TOKEN: "quiz.who_tokens",
}


# -------------------------------------------------------------------------------------- options


def say_option(question: Question, option: Option, tr: Translator) -> str:
    """An answer to choose."""
    value = option.value
    if not isinstance(value, str):
        return say_losses(value, question.ruleset, tr)
    match question.kind:
        case Kind.WORTH:
            return say_points(value, tr)
        case Kind.LEGAL:
            return tr("quiz.yes") if value == YES else tr("quiz.no", why=tr(WHY[No(value)]))
        case Kind.RULE:
            return say_rule(value, question.ruleset, tr)
        case Kind.WHERE:
            return ruleset_name(ruleset_of(question, option), tr)
        case _:
            assert isinstance(question.case, Turn)
            card = card_words(question.case.open_card, tr)
            return tr("quiz.take_it", card=card) if value == TAKE_IT else tr(_DO[value])


_DO: Final = {KNOCK_NOW: "quiz.knock_now", DRAW_ONE: "quiz.draw_one"}


def say_rule(path: str, ruleset: Ruleset, tr: Translator) -> str:
    """A rule: what it asks, and what these rules answer."""
    answer = say_value(path, get_value(ruleset, path), tr)
    return f"{say_rule_question(path, tr, ruleset)} {answer}"


def ruleset_of(question: Question, option: Option) -> Ruleset:
    """The ruleset that an option of :attr:`Kind.WHERE` stands for."""
    if option.reading is not None:
        return option.reading.ruleset
    if option.value == question.ruleset.id:
        return question.ruleset
    return load_ruleset(str(option.value))


WHY: Final = {
    No.AFTER_DRAWING: "quiz.why.after_drawing",
    No.KNOCKED: "quiz.why.knocked",
    No.TAKEN: "quiz.why.taken",
    No.DRAW_FIRST: "quiz.why.draw_first",
    No.THROW_FIRST: "quiz.why.throw_first",
    No.LAST_TURN: "quiz.why.last_turn",
    No.MUST_DRAW: "quiz.why.must_draw",
    No.TOO_FEW: "quiz.why.too_few",
    No.FIRST_LAP: "quiz.why.first_lap",
    No.OWN_DISCARD: "quiz.why.own_discard",
    No.MUST_TAKE: "quiz.why.must_take",
    No.TWO: "quiz.why.two",
    No.ONE: "quiz.why.one",
    No.PASSED: "quiz.why.passed",
    No.STAYS: "quiz.why.stays",
    No.NOT_789: "quiz.why.not_789",
    No.DEALER: "quiz.why.dealer",
    No.STAKE_FIRST: "quiz.why.stake_first",
    No.STAKED: "quiz.why.staked",
    No.MUST_STAY: "quiz.why.must_stay",
    No.NO_SUCH: "quiz.why.no_such",
    No.UNSEEN: "quiz.why.unseen",
}
"""The sentence of each reason."""
