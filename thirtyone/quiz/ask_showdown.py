"""Who loses a life here: the right answer among those that other rules or mistakes give."""

from collections.abc import Iterator, Sequence
from typing import Final

from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settlement import Unit
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.question import Option, Slip
from thirtyone.quiz.readings import Readings
from thirtyone.quiz.showdown import Losses, Showdown
from thirtyone.rules.model import BankForm, Goal, Ruleset

_READ: Final = 5.0
_LAST: Final = 0.05
_WRONG: Final = 3
_LOST: Final = frozenset({Unit.LIFE, Unit.MARK})


def ask_showdown(
    case: Showdown, chance: Chance, more: Sequence[Ruleset] = ()
) -> tuple[tuple[Option, ...], int, tuple[str, ...]]:
    """Four results in any order, which of them is right, and the rules that matter."""
    readings = Readings(case, more)
    pool = {value: Option(value, reading) for value, reading in readings.by_value.items()}
    for value, slip in _mistakes(case, readings.right):
        if value != readings.right and value not in pool:
            pool[value] = Option(value, slip=slip)
    left, chosen = list(pool.values()), [Option(readings.right)]
    while left and len(chosen) <= _WRONG:
        weights = [_weight(option) for option in left]
        option = chance.weighted(left, weights)
        left.remove(option)
        chosen.append(option)
    options = chance.shuffled(chosen)
    place = next(n for n, option in enumerate(options) if option.value == readings.right)
    return tuple(options), place, _paths(case, readings)


def _weight(option: Option) -> float:
    if option.reading is not None:
        return _READ
    return _LAST if option.slip in {Slip.COMPARE, Slip.SIDES} else 1.0


def _paths(case: Showdown, readings: Readings) -> tuple[str, ...]:
    done = case.settled(case.ruleset)
    assert done is not None
    because = [change.because for change in done.changes]
    return tuple(dict.fromkeys((*because, *readings.paths)))


# ------------------------------------------------------------------------------------- mistakes


def _mistakes(case: Showdown, right: str | Losses) -> Iterator[tuple[Losses, Slip]]:
    """Results that people come to, with how; each may be right all the same."""
    assert not isinstance(right, str)
    unit = case.unit
    if unit in _LOST:
        yield from _about_losers(case, right)
    elif unit is Unit.TOKEN:
        yield from _about_the_bank(case)
    elif _by_place(case):
        yield from _about_places(case, right)
    else:
        yield from _about_winners(case, right)


def _about_losers(case: Showdown, right: Losses) -> Iterator[tuple[Losses, Slip]]:
    seats = range(len(case.hands))
    keys = case.strengths()
    top = [seat for seat in seats if keys[seat] == max(keys)]
    yield tuple((seat, -1) for seat in top), Slip.LOWEST_LOSES
    sums = [sum(card.points for card in hand) for hand in case.hands]
    yield tuple((seat, -1) for seat in seats if sums[seat] == min(sums)), Slip.ADD_ALL
    yield tuple((seat, -1) for seat in seats if seat not in top), Slip.ALL_BEATEN
    done = case.settled(case.ruleset)
    shown = done is not None and done.end is RoundEnd.INSTANT
    if case.knocker is not None and case.knocker not in top and not shown:
        yield ((case.knocker, -1),), Slip.NOT_HIGHEST
        yield ((case.knocker, -2),), Slip.NOT_HIGHEST
    yield (), Slip.NOBODY
    if right:
        yield tuple((seat, -1 if amount < -1 else -2) for seat, amount in right), Slip.AMOUNT
    if len(right) > 1:
        yield from (((each,), Slip.ONLY_SOME) for each in right)
    for seat in seats:
        yield ((seat, -1),), Slip.COMPARE
    for seat in seats:
        yield tuple((other, -1) for other in seats if other != seat), Slip.COMPARE


def _about_winners(case: Showdown, right: Losses) -> Iterator[tuple[Losses, Slip]]:
    seats = range(len(case.hands))
    keys = case.strengths()
    # Whoever takes the pot alone takes all of it.
    amount = case.ruleset.stakes.ante * len(case.hands) if case.unit is Unit.POT else 1
    low = [seat for seat in seats if keys[seat] == min(keys)]
    if case.unit is not Unit.POT or len(low) == 1:
        yield tuple((seat, amount) for seat in low), Slip.HIGHEST_WINS
    sums = [sum(card.points for card in hand) for hand in case.hands]
    most = [seat for seat in seats if sums[seat] == max(sums)]
    yield ((most[0], amount),), Slip.ADD_ALL
    if case.knocker is not None:
        yield ((case.knocker, amount),), Slip.COMPARE
    yield (), Slip.NOBODY
    if len(right) > 1:
        yield from ((((seat, amount),), Slip.ONLY_SOME) for seat, _ in right)
    for seat in seats:
        yield ((seat, amount),), Slip.COMPARE
    if case.unit is not Unit.POT:
        yield tuple((seat, amount) for seat in seats), Slip.COMPARE


def _by_place(case: Showdown) -> bool:
    form = case.ruleset.form
    return not isinstance(form, BankForm) and form.settlement.goal is Goal.BUS_POINTS


def _about_places(case: Showdown, right: Losses) -> Iterator[tuple[Losses, Slip]]:
    """Ride the Bus: points by place, so wrong places and a forgotten knock."""
    seats = range(len(case.hands))
    points = dict(right)
    if case.knocker is not None:
        for knocker in seats:
            if knocker != case.knocker:
                other = Showdown(case.ruleset, case.hands, knocker, case.end).value(case.ruleset)
                if other is not None:
                    yield other, Slip.NO_KNOCK
    for first in seats:
        for second in range(first + 1, len(case.hands)):
            swapped = dict(points)
            swapped[first], swapped[second] = points.get(second, 0), points.get(first, 0)
            yield _without_noughts(swapped), Slip.COMPARE
    yield (), Slip.NOBODY
    keys = case.strengths()
    yield tuple((seat, 1) for seat in seats if keys[seat] == max(keys)), Slip.COMPARE
    for seat in seats:
        yield ((seat, 1),), Slip.COMPARE


def _without_noughts(points: dict[int, int]) -> Losses:
    return tuple((seat, points[seat]) for seat in sorted(points) if points[seat])


def _about_the_bank(case: Showdown) -> Iterator[tuple[Losses, Slip]]:
    players = range(len(case.hands) - 1)
    assert isinstance(case.ruleset.form, BankForm)
    stake = case.ruleset.form.bank.stake_low
    results: list[Losses] = [()]
    for player in players:
        results = [
            (*result, (player, side)) if side else result
            for result in results
            for side in (-stake, stake, 0)
        ]
    for result in results:
        yield result, Slip.SIDES if result else Slip.NOBODY
