"""What is said when an answer is given: why the right one is right, and where the other would be.

>>> from thirtyone.quiz import question_of
>>> from thirtyone.text.translator import get_translator
>>> question = question_of("worth", rules="se-svensk-bas", hand="QH QS QD", seed=2)
>>> [option.value for option in question.options]
['9', '10', '12', '30.5']
>>> said = say_feedback(question, 3, get_translator("nb"))
>>> said.given
('Svaret ditt, 30½, er riktig i Dansk Enogtredive.', 'Tre like gir 30½.')
"""

from dataclasses import dataclass, replace
from typing import Final

from thirtyone.hands import score_playable
from thirtyone.points import HalfPoints
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.moment import PATH_OF, YES, Moment, No
from thirtyone.quiz.question import Kind, Option, Question, Reading, Slip
from thirtyone.quiz.readings import changed_values, decides
from thirtyone.quiz.say import WHY, ruleset_of, say_option, say_rule
from thirtyone.quiz.say_case import card_words, lost_key, say_allowed
from thirtyone.quiz.showdown import Showdown
from thirtyone.quiz.turn import DRAW_ONE, KNOCK_NOW, Turn
from thirtyone.rules.model import LoneLowKnocker, Ruleset
from thirtyone.rules.values import get_value
from thirtyone.text.say import ruleset_name, say_provenance, say_score, say_value
from thirtyone.text.say_example import NAMES
from thirtyone.text.say_play import say_settlement
from thirtyone.text.translator import Translator


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a learner reads after an answer."""

    right: bool
    verdict: str
    """Right or not, and why: whole sentences in one text."""
    given: tuple[str, ...]
    """About a wrong answer: where it would be right, or which mistake leads to it."""
    sources: tuple[tuple[str, str], ...]
    """A ruleset's name, and where the rule is written or that it is our choice."""

    @property
    def text(self) -> str:
        """All of it, a paragraph each."""
        sources = (f"{rules}. {source}" for rules, source in self.sources)
        return "\n\n".join(filter(None, (self.verdict, " ".join(self.given), *sources)))


def say_feedback(question: Question, chosen: int, tr: Translator) -> Feedback:
    """What to say when the option ``chosen`` was taken."""
    why = " ".join(_why(question, tr))
    sources = dict(_sources(question, tr))
    if chosen == question.right:
        return Feedback(True, tr("quiz.right", answer=why), (), tuple(sources.items()))
    option = question.options[chosen]
    verdict = _wrong(question, option, why, tr)
    given = tuple(_given(question, option, tr))
    reading = option.reading
    if reading is not None and reading.path and not reading.house:
        marks = reading.ruleset.provenance
        if reading.path in marks:
            name = ruleset_name(reading.ruleset, tr)
            sources[name] = say_provenance(marks[reading.path], tr)
    return Feedback(False, verdict, given, tuple(sources.items()))


def _wrong(question: Question, option: Option, why: str, tr: Translator) -> str:
    rules = ruleset_name(question.ruleset, tr)
    match question.kind:
        case Kind.WORTH:
            answer = say_option(question, question.answer, tr)
            if option.reading is None:
                return tr("quiz.wrong_plain", answer=answer, why=why)
            return tr("quiz.wrong_worth", rules=rules, answer=answer, why=why)
        case Kind.RULE:
            return tr("quiz.wrong_rule", why=why)
        case Kind.WHERE:
            other = ruleset_of(question, option)
            assert not isinstance(question.case, Turn)
            said = " ".join(_says(question.case, other, tr))
            return tr("quiz.wrong_here", rules=ruleset_name(other, tr), why=said)
        case Kind.KNOCK:
            return tr("quiz.wrong_knock", why=why)
        case _ if option.reading is None:
            return tr("quiz.no", why=why)
        case _:
            return tr("quiz.wrong_here", rules=rules, why=why)


def _sources(question: Question, tr: Translator) -> list[tuple[str, str]]:
    """Where the rule behind the right answer is written."""
    if question.kind is Kind.KNOCK or not question.paths:
        return []
    mark = question.ruleset.provenance.get(question.paths[0])
    if mark is None:
        return []
    return [(ruleset_name(question.ruleset, tr), say_provenance(mark, tr))]


# ------------------------------------------------------------------------------- why it is right


def _why(question: Question, tr: Translator) -> list[str]:
    case = question.case
    if isinstance(case, Turn):
        return _about_knocking(case, tr)
    if question.kind is Kind.RULE:
        path = question.paths[0]
        _, changed = next(changed_values(case, path))
        other = _bare(say_value(path, get_value(changed, path), tr))
        return [say_rule(path, case.ruleset, tr), tr("quiz.rule_decides", answer=other)]
    return _says(case, case.ruleset, tr)


def _says(case: HandCase | Showdown | Moment, ruleset: Ruleset, tr: Translator) -> list[str]:
    """What a ruleset says of the case, with its reasons."""
    if isinstance(case, HandCase):
        return [say_score(score_playable(case.cards, ruleset), ruleset, tr)]
    if isinstance(case, Showdown):
        done = case.settled(ruleset)
        assert done is not None
        return list(say_settlement(done, NAMES[: len(case.hands)], ruleset, tr))
    value = case.value(ruleset)
    assert value is not None
    if value == YES:
        return [say_allowed(case, value, tr), *_allowing(case, ruleset, tr)]
    return [tr(WHY[No(value)])]


def _allowing(case: Moment, ruleset: Ruleset, tr: Translator) -> list[str]:
    """The rule that allows it, where another answer would forbid it."""
    path = next(iter(case.paths), "")
    if path not in PATH_OF.values() or path.startswith("knock."):
        return []
    if not decides(replace(case, ruleset=ruleset), path):
        return []
    return [say_value(path, get_value(ruleset, path), tr)]


def _bare(sentence: str) -> str:
    return sentence.removesuffix(".")


# ---------------------------------------------------------------------------- a wrong answer


def _given(question: Question, option: Option, tr: Translator) -> list[str]:
    if question.kind is Kind.WHERE:
        return []  # the verdict has said what that ruleset says
    given = say_option(question, option, tr)
    said = [] if option.slip is None else [_say_slip(question, option.slip, tr)]
    if option.reading is not None:
        return [*said, *_elsewhere(question, option.reading, given, tr)]
    if question.kind is Kind.WORTH:
        said.insert(0, tr("quiz.right_nowhere", given=given))
    return said


def _elsewhere(question: Question, reading: Reading, given: str, tr: Translator) -> list[str]:
    case, other = question.case, reading.ruleset
    assert not isinstance(case, Turn)
    if reading.house:
        rule = _bare(say_value(reading.path, get_value(other, reading.path), tr))
        return [tr("quiz.right_house", rule=rule)]
    name = ruleset_name(other, tr)
    if question.kind is Kind.WORTH:
        there = tr("quiz.right_elsewhere", given=given, other=name)
    else:
        there = tr("quiz.right_there", other=name)
    if reading.path:
        return [there, say_value(reading.path, get_value(other, reading.path), tr)]
    return [there, *_says(case, other, tr)]


def _say_slip(question: Question, slip: Slip, tr: Translator) -> str:
    case = question.case
    if isinstance(case, Turn) and slip in _OF_A_CARD:
        return tr(_SLIPS[slip], card=card_words(case.open_card, tr))
    return tr(_SLIPS[slip])


_OF_A_CARD: Final = frozenset({Slip.OPEN_CARD, Slip.LEFT_LYING})
_SLIPS: Final = {
    Slip.ADD_ALL: "quiz.slip.add_all",
    Slip.COLOUR: "term.suit_not_colour",
    Slip.COURT_CARDS: "quiz.slip.court_cards",
    Slip.ACE_ONE: "quiz.slip.ace_one",
    Slip.OTHER_SUIT: "quiz.slip.other_suit",
    Slip.ONE_CARD: "quiz.slip.one_card",
    Slip.LEFT_OUT: "quiz.slip.left_out",
    Slip.THREE_ALIKE: "quiz.slip.three_alike",
    Slip.IN_A_ROW: "quiz.slip.in_a_row",
    Slip.SUM: "quiz.slip.sum",
    Slip.ONE_SUIT: "quiz.slip.one_suit",
    Slip.ACE_HIGH: "quiz.slip.ace_high",
    Slip.LOWEST_LOSES: "quiz.slip.lowest_loses",
    Slip.HIGHEST_WINS: "quiz.slip.highest_wins",
    Slip.NOT_HIGHEST: "quiz.slip.not_highest",
    Slip.ALL_BEATEN: "quiz.slip.all_beaten",
    Slip.NOBODY: "quiz.slip.nobody",
    Slip.AMOUNT: "quiz.slip.amount",
    Slip.ONLY_SOME: "quiz.slip.only_some",
    Slip.NO_KNOCK: "quiz.slip.no_knock",
    Slip.COMPARE: "quiz.slip.compare",
    Slip.SIDES: "quiz.slip.sides",
    Slip.REASON: "quiz.slip.reason",
    Slip.NEVER: "quiz.slip.never",
    Slip.ALWAYS: "quiz.slip.always",
    Slip.NOT_THAT_RULE: "quiz.slip.not_that_rule",
    Slip.TOO_RISKY: "quiz.slip.too_risky",
    Slip.TOO_LATE: "quiz.slip.too_late",
    Slip.OPEN_CARD: "quiz.slip.open_card",
    Slip.LEFT_LYING: "quiz.slip.left_lying",
}


# ------------------------------------------------------------------------------------- knocking


def _about_knocking(case: Turn, tr: Translator) -> list[str]:
    card = card_words(case.open_card, tr)
    with_open = tr.points(HalfPoints(case.with_open))
    if case.ends_with_open:
        return [tr("quiz.odds.ends", card=card, points=with_open)]
    points = tr.points(HalfPoints(case.now))
    fails = round(100 * case.odds.fails)
    said = [tr("quiz.odds.rarely", points=points)]
    if fails:
        said = [tr("quiz.odds.fails", points=points, n=tr.number(fails))]
    right = case.best()
    if right == KNOCK_NOW:
        later = round(100 * case.odds_later.fails)
        said.append(tr("quiz.odds.later", n=tr.number(later)))
    else:
        if case.form.settlement.lone_low_knocker is LoneLowKnocker.TWO:
            key = lost_key("quiz.odds.costs_two", case.ruleset, tr).replace(".lost", ".mark")
            said.append(tr(key))
        idle = right == DRAW_ONE
        said.append(
            tr("quiz.odds.idle", card=card)
            if idle
            else tr("quiz.odds.brings", card=card, points=with_open)
        )
    return [*said, tr("quiz.odds.model")]
