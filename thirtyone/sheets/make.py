"""Sheets from a start value, right by construction.

>>> from thirtyone.rules import load_ruleset
>>> sheet = make_sheet(Order(SheetKind.SCORE, load_ruleset("se-svensk-bas"), count=3), 1)
>>> [(" ".join(map(str, hand.cards)), hand.value(sheet.ruleset)) for hand in sheet.tasks]
[('4D 8D 2C', '12'), ('6C 2H JH', '12'), ('6S AS KS', '27')]
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from thirtyone.quiz.chance import Chance
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.hand_deals import deal_hand
from thirtyone.quiz.showdown import Showdown
from thirtyone.quiz.showdown_deals import deal_showdown
from thirtyone.rules.model import Family, Ruleset
from thirtyone.sheets.compare import columns, compared
from thirtyone.sheets.order import Order
from thirtyone.sheets.sheet import Counted, Sheet, SheetKind, Task
from thirtyone.sheets.topics import topics

_T = TypeVar("_T", HandCase, Showdown, Counted)

_MIX: Final = {1: (1,), 2: (1, 1, 2, 1, 2, 3), 3: (2, 3, 3)}
"""The levels of the tasks of a sheet, in turn."""
_TRIES: Final = 200
_FITTING: Final = 120
"""After so many tries a task of another level will do: not every game has hard ones."""


def usual_count(kind: SheetKind, ruleset: Ruleset, level: int = 1) -> int:
    """As many tasks as fill a page."""
    match kind:
        case SheetKind.SCORE:
            return 24 if small_hands(ruleset) else 16
        case SheetKind.SETTLE:
            return 6
        case SheetKind.COMPARE:
            return 10
        case _:
            return 4 + 2 * level


def small_hands(ruleset: Ruleset) -> bool:
    """Do all hands have three cards?"""
    return ruleset.hand_size == 3 and ruleset.family is not Family.BANK


def make_sheet(order: Order, number: int) -> Sheet:
    """The sheet of a number. UsageError where these rules leave nothing to ask of this kind."""
    ruleset, level = order.ruleset, order.level
    chance = Chance(f"sheet:{order.kind}:{ruleset.id}:{level}:{order.seed}:{number}")
    count = order.count or usual_count(order.kind, ruleset, level)
    told = (order.kind, ruleset, level, order.seed, number)
    if order.kind is SheetKind.AGREE:
        return Sheet(*told, topics(chance, ruleset, count))
    if order.kind is SheetKind.COMPARE:
        across, changed = columns(ruleset)
        rows = _different(lambda deep: compared(chance, across, deep), level, count, _row_key)
        return Sheet(*told, tuple(rows), across, changed)
    tasks: Sequence[Task]
    if order.kind is SheetKind.SCORE:
        tasks = list(_different(lambda deep: _hand(chance, ruleset, deep), level, count, _hand_key))
    else:
        tasks = list(
            _different(lambda deep: _showdown(chance, ruleset, deep), level, count, _deal_key)
        )
    return Sheet(*told, tuple(tasks))


def _different(
    make: Callable[[int], tuple[_T, bool] | None],
    level: int,
    count: int,
    key: Callable[[_T], object],
) -> Iterator[_T]:
    """So many tasks, none twice as long as there are others; ``make`` says if the level fits."""
    seen: set[object] = set()
    mix = _MIX[level]
    for place in range(count):
        task = _one(make, mix[place % len(mix)], seen, key)
        seen.add(key(task))
        yield task


def _one(
    make: Callable[[int], tuple[_T, bool] | None],
    level: int,
    seen: set[object],
    key: Callable[[_T], object],
) -> _T:
    spare: _T | None = None
    for tried in range(_TRIES):
        made = make(level if tried < _FITTING else 1 + tried % 3)
        if made is None:
            continue
        task, fits = made
        if key(task) not in seen and (fits or tried >= _FITTING):
            return task
        spare = spare or task
    assert spare is not None, "two hundred deals and no hand among them"
    return spare


def _hand(chance: Chance, ruleset: Ruleset, level: int) -> tuple[HandCase, bool] | None:
    case = deal_hand(chance, ruleset, level)
    return None if case is None else (case, case.level == level)


def _showdown(chance: Chance, ruleset: Ruleset, level: int) -> tuple[Showdown, bool] | None:
    case = deal_showdown(chance, ruleset, level)
    if case is None or case.value(ruleset) is None:
        return None
    return case, case.level == level


def _hand_key(case: HandCase) -> object:
    return frozenset(case.cards)


def _row_key(row: Counted) -> object:
    return frozenset(row.cards)


def _deal_key(case: Showdown) -> object:
    return frozenset(map(frozenset, case.hands))
