"""What is this hand worth here: the right number among those that people come to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from thirtyone.cards import Card, Rank, Suit
from thirtyone.hands import ILD, is_run, score_playable
from thirtyone.points import HalfPoints, decimal
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.hand_case import HandCase, suit_sums
from thirtyone.quiz.question import Option, Slip
from thirtyone.quiz.readings import Readings
from thirtyone.rules.model import BankForm, Ruleset

_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
_SURE: Final = 0.8
"""So often one of the wrong answers is right under other rules, where there is such an answer."""
_READ: Final = 6.0
"""An answer that is right under other rules comes up so much more often than a plain mistake."""
_WEIGHTS: Final = {Slip.ADD_ALL: 3.0, Slip.COLOUR: 3.0, Slip.ONE_SUIT: 3.0, Slip.SUM: 0.1}
_WRONG: Final = 3


def ask_hand(
    case: HandCase, chance: Chance, more: Sequence[Ruleset] = ()
) -> tuple[tuple[Option, ...], int, tuple[str, ...]]:
    """Four numbers from low to high, which of them is right, and the rules that matter."""
    readings = Readings(case, more)
    right = str(readings.right)
    pool = {str(value): Option(value, reading) for value, reading in readings.by_value.items()}
    for value, slip in _mistakes(case):
        known = pool.get(value)
        if known is None and value != right:
            pool[value] = Option(value, slip=slip)
        elif known is not None and known.slip is None and _is_far(known, case):
            pool[value] = replace(known, slip=slip)
    chosen = _balanced(right, pool, chance)
    options = sorted([Option(right), *chosen], key=lambda option: _size(str(option.value)))
    place = next(n for n, option in enumerate(options) if option.value == right)
    score = score_playable(case.cards, case.ruleset)
    paths = dict.fromkeys((score.reason.rule, *readings.paths))
    return tuple(options), place, tuple(paths)


def _is_far(option: Option, case: HandCase) -> bool:
    """Is it right only against a bank, where all cards count, or only away from one?"""
    if option.reading is None:
        return False
    there, here = option.reading.ruleset.form, case.ruleset.form
    return isinstance(there, BankForm) is not isinstance(here, BankForm)


def _balanced(right: str, pool: dict[str, Option], chance: Chance) -> list[Option]:
    """Three wrong answers; how many of them are too high is left to chance.

    Mistakes mostly make a hand too good, and a right answer that is always the lowest is no secret.
    """
    lower = [option for value, option in pool.items() if _size(value) < _size(right)]
    higher = [option for value, option in pool.items() if _size(value) > _size(right)]
    above = chance.below(_WRONG + 1)
    above = min(len(higher), max(above, _WRONG - len(lower)))
    read = [option for option in pool.values() if option.reading and option.slip is None]
    if read and chance.happens(_SURE):
        first = chance.pick(read)
        (higher if first in higher else lower).remove(first)
        above -= _size(str(first.value)) > _size(right)
        above = min(len(higher), max(above, 0, _WRONG - 1 - len(lower)), _WRONG - 1)
        return [first, *_draw(higher, above, chance), *_draw(lower, _WRONG - 1 - above, chance)]
    return _draw(higher, above, chance) + _draw(lower, _WRONG - above, chance)


def _draw(options: list[Option], n: int, chance: Chance) -> list[Option]:
    left = list(options)
    chosen: list[Option] = []
    while left and len(chosen) < n:
        weights = [
            _READ if option.slip is None else _WEIGHTS.get(option.slip, 1.0) for option in left
        ]
        option = chance.weighted(left, weights)
        left.remove(option)
        chosen.append(option)
    return chosen


def _size(label: str) -> float:
    return 100.0 if label == ILD else float(label)


# ------------------------------------------------------------------------------------- mistakes


def _mistakes(case: HandCase) -> Iterator[tuple[str, Slip]]:
    """Numbers that people come to, with how; each may be right all the same."""
    cards = case.cards
    right = score_playable(cards, case.ruleset)
    total = sum(card.points for card in cards)
    if isinstance(case.ruleset.form, BankForm):
        yield from _bank_mistakes(cards, total)
    else:
        yield from _suit_mistakes(cards, total)
    if right.points != right.reason.total:
        return  # a hand with a number of its own is not added up
    steps = (1, -1, 10, -10, 2, -2) if len(right.counted) > 1 else (1, -1)
    for step in steps:
        if right.points + 2 * step > 0:
            yield decimal(HalfPoints(right.points + 2 * step)), Slip.SUM


def _suit_mistakes(cards: tuple[Card, ...], total: int) -> Iterator[tuple[str, Slip]]:
    sums = suit_sums(cards)
    best = max(sums.values())
    own = [card for card in cards if sums[card.suit] == best]
    own = [card for card in own if card.suit is own[0].suit]
    yield str(total), Slip.ADD_ALL
    for colour in (_RED, tuple(suit for suit in Suit if suit not in _RED)):
        same = [card for card in cards if card.suit in colour]
        if len({card.suit for card in same}) == 2:
            yield str(sum(card.points for card in same)), Slip.COLOUR
    if len(cards) == 3 and len({card.rank for card in cards}) == 1:
        for label in ("30", "30.5", "31"):
            yield label, Slip.THREE_ALIKE
    if len(cards) == 3 and is_run(cards):
        yield "30", Slip.IN_A_ROW
        yield "31", Slip.IN_A_ROW
    if any(Rank.TEN < card.rank < Rank.ACE for card in own):
        faces = sum(int(c.rank) if c.rank is not Rank.ACE else 11 for c in own)
        yield str(faces), Slip.COURT_CARDS
    if any(card.rank is Rank.ACE for card in own):
        yield str(sum(1 if c.rank is Rank.ACE else c.points for c in own)), Slip.ACE_ONE
    if len(own) > 1:
        ordered = sorted(card.points for card in own)
        yield str(ordered[-1]), Slip.ONE_CARD
        for left_out in ordered:
            yield str(best - left_out), Slip.LEFT_OUT
    for value in sums.values():
        yield str(value), Slip.OTHER_SUIT


def _bank_mistakes(cards: tuple[Card, ...], total: int) -> Iterator[tuple[str, Slip]]:
    yield str(max(suit_sums(cards).values())), Slip.ONE_SUIT
    yield str(total), Slip.ACE_HIGH
    if any(Rank.TEN < card.rank < Rank.ACE for card in cards):
        faces = sum(int(c.rank) if c.rank is not Rank.ACE else 11 for c in cards)
        yield str(faces), Slip.COURT_CARDS
    aces = sum(card.rank is Rank.ACE for card in cards)
    if aces:
        yield str(total - 10 * aces), Slip.ACE_ONE
