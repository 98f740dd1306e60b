"""Questions without end: from a seed, or about a given situation.

>>> from thirtyone.rules import load_ruleset
>>> question = make_question(Kind.WORTH, 7, rulesets=[load_ruleset("se-svensk-bas")], level=3)
>>> [option.value for option in question.options], question.answer.value
(['1', '5', '11', '22'], '11')
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from thirtyone.errors import UsageError
from thirtyone.quiz.ask_hand import ask_hand
from thirtyone.quiz.ask_moment import ask_moment
from thirtyone.quiz.ask_rules import ask_rule, ask_where
from thirtyone.quiz.ask_showdown import ask_showdown
from thirtyone.quiz.ask_turn import ask_turn
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.hand_deals import deal_hand
from thirtyone.quiz.moment import Moment
from thirtyone.quiz.moment_deals import deal_moment
from thirtyone.quiz.question import LEVELS, Case, Judged, Kind, Option, Question
from thirtyone.quiz.readings import ours, variants
from thirtyone.quiz.showdown import Showdown
from thirtyone.quiz.showdown_deals import deal_showdown
from thirtyone.quiz.turn import Turn, is_clear_game
from thirtyone.quiz.turn_deals import deal_turn
from thirtyone.rules.model import BankForm, DrawForm, ExchangeForm, Goal, Ruleset

_TRIES: Final = 60
_PATIENCE: Final = 40
"""After so many tries the wanted level is given up for one that these rules have."""
_MINDED: Final = 0.7
"""So often a learner gets a question about what went wrong before, if anything did."""
_DISPUTED: Final = 0.6
"""So often a question on which all rules agree is put back for another, above the first level."""

Deal = Callable[[Chance, Ruleset, int, str], Case | None]


def can_ask(kind: Kind, ruleset: Ruleset) -> bool:
    """Are there questions of this kind under these rules?"""
    form = ruleset.form
    if kind is Kind.KNOCK:
        return is_clear_game(ruleset)
    if kind is Kind.WHERE:
        # A hand of four cards is a hand under one ruleset only.
        return ruleset.hand_size == 3
    if kind is Kind.RULE and isinstance(form, DrawForm | ExchangeForm):
        return form.settlement.goal is not Goal.BUS_POINTS or ruleset.hand_size == 3
    return True


def make_question(
    kind: Kind | str,
    seed: int | str,
    *,
    rulesets: Sequence[Ruleset] = (),
    level: int = 1,
    focus: Mapping[str, float] | None = None,
) -> Question:
    """The question of a seed: always the same for the same rulesets, level and focus.

    ``rulesets`` are those that the learner is asked about, all of ours if none are named; ``focus``
    says how much rule paths need practice. UsageError where no such question can be asked.
    """
    kind = Kind(kind)
    pool = [ruleset for ruleset in rulesets or ours() if can_ask(kind, ruleset)]
    if not pool:
        raise UsageError("refuse.quiz_kind", rules=rulesets[0])
    key = f"{kind}:{seed}"
    chance = Chance(f"{key}:{level}")
    wanted = _wanted_path(chance, focus or {}) if chance.happens(_MINDED) else ""
    spare: Question | None = None
    once = False
    for tried in range(_TRIES):
        ruleset = chance.pick(pool)
        path = wanted if wanted in variants(ruleset) and tried < _PATIENCE else ""
        deep = level if tried < _PATIENCE else 1 + tried % len(LEVELS)
        case = _case(kind, chance, ruleset, deep, path)
        if case is None or (tried < _PATIENCE and _level(kind, case) != level):
            continue
        question = _asked(kind, case, key, rulesets, path)
        if question is None:
            continue
        fits = (not path or path in question.paths) and question.level == level
        if fits and level > 1 and not once and _undisputed(question):
            once = spare is None
            spare = spare or question
            if chance.happens(_DISPUTED):
                continue
        if fits or (tried >= _PATIENCE and spare is None):
            return question
        if spare is None or (path and path in question.paths and path not in spare.paths):
            spare = question
        if tried >= _PATIENCE:
            return spare
    if spare is None:
        raise UsageError("refuse.quiz_kind", rules=pool[0])
    return spare


def ask(
    kind: Kind,
    case: Case,
    seed: int | str = 0,
    *,
    rulesets: Sequence[Ruleset] = (),
    path: str = "",
) -> Question:
    """The question about a given case; UsageError where this kind has nothing to ask of it."""
    key = f"{kind}:{seed}"
    question = _asked(kind, case, key, rulesets, path)
    if question is None:
        raise UsageError("refuse.quiz_case", rules=case.ruleset)
    return question


def _undisputed(question: Question) -> bool:
    """Do all our rules say the same here?"""
    asks = question.kind in {Kind.WORTH, Kind.LOSES, Kind.LEGAL}
    return asks and all(o.reading is None or o.reading.house for o in question.options)


# ------------------------------------------------------------------------------- what it is about


def _wanted_path(chance: Chance, focus: Mapping[str, float]) -> str:
    paths = sorted(path for path, weight in focus.items() if weight > 0)
    return chance.weighted(paths, [focus[path] for path in paths]) if paths else ""


def _case(kind: Kind, chance: Chance, ruleset: Ruleset, level: int, path: str) -> Case | None:
    deal = chance.pick(_deals(kind, ruleset, level, path))
    deep = max(level, 2) if kind in {Kind.RULE, Kind.WHERE} and deal is not deal_moment else level
    if kind in {Kind.RULE, Kind.WHERE} and deal is deal_hand:
        deep = 2 + chance.below(2)
        path = path or ("bank.low_aces" if kind is Kind.RULE and _is_bank(ruleset) else "")
    if kind in {Kind.RULE, Kind.WHERE} and deal is deal_moment:
        deep = 3
    return deal(chance, ruleset, deep, path)


def _is_bank(ruleset: Ruleset) -> bool:
    return isinstance(ruleset.form, BankForm)


def _deals(kind: Kind, ruleset: Ruleset, level: int, path: str) -> tuple[Deal, ...]:
    if kind in _ONE_DEAL:
        return (_ONE_DEAL[kind],)
    head = path.partition(".")[0]
    if head in {"turn", "knock"}:
        return (deal_moment,)
    if head in {"instant", "settlement", "stock"}:
        return (deal_showdown,)
    # Against a bank there is little else that other rules could tell.
    if level == 1 or (_is_bank(ruleset) and (kind is Kind.WHERE or level < 3)):
        return (deal_hand,)
    return (deal_showdown, deal_moment) if level == 2 else (deal_showdown,)


_ONE_DEAL: Final[dict[Kind, Deal]] = {
    Kind.WORTH: deal_hand,
    Kind.LOSES: deal_showdown,
    Kind.LEGAL: deal_moment,
    Kind.KNOCK: deal_turn,
}


# -------------------------------------------------------------------------------- what is asked


def _asked(
    kind: Kind, case: Case, key: str, rulesets: Sequence[Ruleset], path: str
) -> Question | None:
    chance = Chance(key)  # of its own, so that a case and a seed make the question again
    if isinstance(case, Turn):
        made = ask_turn(case) if kind is Kind.KNOCK else None
    elif case.value(case.ruleset) is None:
        made = None
    elif kind is Kind.RULE:
        made = ask_rule(case, chance, path)
    elif kind is Kind.WHERE:
        made = ask_where(case, chance, rulesets)
    else:
        made = _judged(kind, case, chance, rulesets)
    if made is None or len(made[0]) < 3:
        return None
    options, right, paths = made
    return Question(kind, case, options, right, _level(kind, case), paths, key, tuple(rulesets))


def _judged(
    kind: Kind, case: Judged, chance: Chance, more: Sequence[Ruleset]
) -> tuple[tuple[Option, ...], int, tuple[str, ...]] | None:
    if kind is Kind.WORTH and isinstance(case, HandCase):
        return ask_hand(case, chance, more)
    if kind is Kind.LOSES and isinstance(case, Showdown):
        return ask_showdown(case, chance, more)
    if kind is Kind.LEGAL and isinstance(case, Moment):
        return ask_moment(case, chance, more)
    return None


def _level(kind: Kind, case: Case) -> int:
    if kind not in {Kind.RULE, Kind.WHERE}:
        return case.level
    if isinstance(case, HandCase):
        return 1
    return 3 if isinstance(case, Showdown) and case.level == 3 else 2
