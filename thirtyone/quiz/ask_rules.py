"""Which rule decides, and under which ruleset is this right?"""

from collections.abc import Sequence
from typing import Final

from thirtyone.hands import score_playable
from thirtyone.play.actions import KNOCK
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.moment import PATH_OF, Moment, No
from thirtyone.quiz.question import Judged, Option, Reading, Slip
from thirtyone.quiz.readings import Readings, decides, ours, variants
from thirtyone.quiz.showdown import Showdown
from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import questions

_WRONG: Final = 3
_POINTS: Final = "knock.minimum"
_NEAR: Final = {
    HandCase: (
        "scoring.ace_across_suits",
        "scoring.three_of_a_kind",
        "scoring.three_aces",
        "scoring.suited_run",
        "scoring.cap",
        "bank.low_aces",
        "bank.natural",
        "bank.tie",
        "bank.draws_to",
    ),
    Showdown: (
        "settlement.tie_with_knocker",
        "settlement.lone_low_knocker",
        "settlement.tie_for_highest",
        "instant.payers",
        "instant.three_aces_payers",
        "instant.knocker_pays",
        "instant.several",
        "scoring.three_of_a_kind",
        "scoring.three_aces",
        "scoring.ace_across_suits",
        "scoring.ties",
        "stock.empty",
        "bank.tie",
        "bank.natural",
        "bank.low_aces",
    ),
    Moment: (
        "turn.throw_back",
        "turn.stand_pat",
        "turn.own_discard_after_knock",
        "turn.swaps",
        "turn.pass",
        "turn.renew_789",
        "knock.minimum",
        "knock.first_turn",
        "knock.throw_down",
        "bank.fold",
        "bank.tie",
        "bank.low_aces",
        "bank.draws_to",
    ),
}
"""Rules that come to mind with such a case, whether or not they have to do with it."""


def ask_rule(
    case: Judged, chance: Chance, path: str = ""
) -> tuple[tuple[Option, ...], int, tuple[str, ...]] | None:
    """Rules, one of which decides; None where no rule does, or no others are at hand."""
    readings = Readings(case, among=())
    right = path if path in readings.deciding else _telling(case, readings)
    if not right:
        return None
    known = questions(case.ruleset.family)
    near = [each for each in _NEAR[type(case)] if each in known and each not in readings.deciding]
    # Every one of them is tried: a rule that would change the result is no wrong answer.
    idle = [
        each
        for each in chance.shuffled(near)
        if variants(case.ruleset).get(each) and not (each == _POINTS and _knocks(case))
    ]
    wrong = [each for each in idle[: _WRONG + 2] if not decides(case, each)][:_WRONG]
    if len(wrong) < 2:
        return None
    values = chance.shuffled([right, *wrong])
    options = tuple(
        Option(value, slip=None if value == right else Slip.NOT_THAT_RULE) for value in values
    )
    return options, values.index(right), (right,)


def _knocks(case: Judged) -> bool:
    """Has it to do with a knock? Then a higher minimum than those tried could forbid it."""
    return isinstance(case, Moment) and KNOCK in (case.asked, *case.actions)


def _telling(case: Judged, readings: Readings) -> str:
    """The rule that the engine itself gives as the cause, if another answer would change it."""
    because: list[str] = []
    if isinstance(case, HandCase):
        because = [score_playable(case.cards, case.ruleset).reason.rule]
    elif isinstance(case, Showdown):
        done = case.settled(case.ruleset)
        because = [change.because for change in done.changes] if done else []
    elif (value := readings.right) in set(No):
        because = [PATH_OF.get(No(str(value)), "")]
    found = [path for path in because if path in readings.deciding]
    # A loss of one life for the lowest hand is no riddle.
    rest = [path for path in readings.deciding if path not in {"settlement.lowest", "scoring.cap"}]
    found = [path for path in found if path in rest]
    return next(iter(found or rest), "")


def ask_where(
    case: Judged, chance: Chance, rulesets: Sequence[Ruleset] = ()
) -> tuple[tuple[Option, ...], int, tuple[str, ...]] | None:
    """Rulesets, under one of which the value of the case is right; None where too few disagree."""
    right = case.value(case.ruleset)
    others: list[tuple[Ruleset, bool]] = []
    for other in (*rulesets, *ours()):
        if other is case.ruleset or any(other is known for known, _ in others):
            continue
        value = case.value(other)
        if value is not None and value != right:
            others.append((other, other in rulesets))
    given = [other for other, wanted in others if wanted]
    rest = [other for other, wanted in others if not wanted]
    wrong = (chance.shuffled(given) + chance.shuffled(rest))[:_WRONG]
    names = {rule.id for rule in wrong} | {case.ruleset.id}
    if len(wrong) < 2 or len(names) <= len(wrong):
        return None
    listed = [*ours(), *rulesets]
    chosen = sorted(
        [case.ruleset, *wrong],
        key=lambda rule: next((n for n, known in enumerate(listed) if known is rule), len(listed)),
    )
    options = tuple(
        Option(rule.id)
        if rule is case.ruleset
        else Option(rule.id, Reading(rule, "", house=False), Slip.ELSEWHERE)
        for rule in chosen
    )
    place = next(n for n, rule in enumerate(chosen) if rule is case.ruleset)
    return options, place, _dividing(case, wrong)


def _dividing(case: Judged, wrong: Sequence[Ruleset]) -> tuple[str, ...]:
    """The rules by which the right ruleset parts from the others."""
    readings = Readings(case, among=wrong)
    paths = [
        readings.by_value[value].path
        for value in (case.value(rule) for rule in wrong)
        if value is not None and value in readings.by_value
    ]
    return tuple(dict.fromkeys(path for path in paths if path))
