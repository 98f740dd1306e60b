"""A learner's own figures: intervals for shares, and exact chances."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from thirtyone.cards import Card, pack
from thirtyone.errors import UsageError
from thirtyone.exercises.verdict import Stopped, Verdict, answer_of, say_cards, shown
from thirtyone.hands import check_playable, score_hand
from thirtyone.notation import parse_cards
from thirtyone.odds import distribution_among, standing
from thirtyone.rules import Ruleset
from thirtyone.sim.result import wilson
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import get_translator

_TRIES: Final = ((50, 100), (30, 100), (400, 1000), (0, 100), (1, 100), (100, 100), (3, 10), (0, 1))
"""Hits and observations; the plain ones first, then those where a rule of thumb breaks down."""
_NEAR: Final = 0.01
_EXACT: Final = 1e-9
_HANDS: Final = ("KH 9H AS", "AS KS 7D", "TH 9H 8C", "AD KD 9D", "7C 8D 9S", "QH QS QD")


def check_interval(function: Callable[[int, int], object], *, lang: str = "en") -> Verdict:
    """Does ``function(hits, n)`` give the 95 % interval of a share, as Wilson works it out?

    It gives two numbers between 0 and 1, the lower one first.
    """
    tr = get_translator(lang)
    for hits, n in _TRIES:
        right = wilson(hits, n)
        answer = answer_of(function, hits, n)
        ends = _ends(answer)
        if ends and max(abs(ends[0] - right.low), abs(ends[1] - right.high)) < _NEAR:
            continue
        given = f"{hits}, {n}"
        if isinstance(answer, Stopped):
            line = tr("exercise.stopped", given=given, message=answer.text)
        else:
            line = tr(
                "exercise.interval.first",
                hits=tr.number(hits),
                n=tr.number(n),
                given=f"({ends[0]:.3f}, {ends[1]:.3f})" if ends else shown(answer),
                low=tr.decimal(right.low, 3),
                high=tr.decimal(right.high, 3),
            )
        lines = [line]
        if hits in {0, n}:
            lines.append(tr("exercise.interval.edge"))
        title = tr("exercise.interval.differs", hits=tr.number(hits), n=tr.number(n))
        return Verdict(False, title, tuple(lines), lang)
    title = tr("exercise.interval.passed", n=tr.number(len(_TRIES)))
    return Verdict(True, title, (), lang)


def check_better(
    function: Callable[[tuple[Card, ...]], object], ruleset: Ruleset, *, lang: str = "en"
) -> Verdict:
    """Does ``function(hand)`` give the chance that one other dealt hand is better than this one?

    The other hand comes from the cards that are not in this one. Whole fractions and decimal
    numbers are both right.
    """
    tr = get_translator(lang)
    name = ruleset_name(ruleset, tr)
    tried = [hand for text in _HANDS if not check_playable(hand := parse_cards(text), ruleset)]
    if not tried:
        raise UsageError("refuse.wrong_count", n=len(parse_cards(_HANDS[0])), wanted=(ruleset,))
    for hand in tried:
        order = score_hand(hand, ruleset).order
        others = [card for card in pack(ruleset.deck_size) if card not in hand]
        counts = distribution_among(others, ruleset)
        hands = sum(counts.values())
        better = sum(n for other, n in counts.items() if other > order)
        answer = answer_of(function, hand)
        number = _number(answer)
        if number is not None and abs(number - better / hands) < _EXACT:
            continue
        lines = []
        if isinstance(answer, Stopped):
            lines.append(tr("exercise.stopped", given=say_cards(hand), message=answer.text))
        else:
            lines.append(
                tr(
                    "exercise.better.first",
                    cards=say_cards(hand),
                    given=shown(answer),
                    better=tr.number(better),
                    hands=tr.number(hands),
                    right=tr.decimal(better / hands, 6),
                )
            )
        if number is not None and abs(number - (better + counts.get(order, 0)) / hands) < _EXACT:
            lines.append(tr("exercise.better.level"))
        elif number is not None and _is_of_whole_pack(number, hand, ruleset):
            lines.append(tr("exercise.better.own_cards"))
        title = tr("exercise.better.differs", cards=say_cards(hand), rules=name)
        return Verdict(False, title, tuple(lines), lang)
    title = tr("exercise.better.passed", n=tr.number(len(tried)), rules=name)
    return Verdict(True, title, (), lang)


def _is_of_whole_pack(number: float, hand: tuple[Card, ...], ruleset: Ruleset) -> bool:
    """Does the share count hands that hold cards of this one?"""
    stands = standing(hand, ruleset)
    return any(
        abs(number - stands.loses / hands) < _EXACT for hands in (stands.hands, stands.hands - 1)
    )


def _ends(answer: object) -> tuple[float, float] | None:
    """The two ends that a learner's function gave; None if it gave anything else."""
    if isinstance(answer, tuple | list) and len(answer) == 2:
        low, high = map(_number, answer)
        if low is not None and high is not None:
            return low, high
    return None


def _number(answer: object) -> float | None:
    if isinstance(answer, bool) or not isinstance(answer, int | float | Fraction | Decimal):
        return None
    return float(answer)
