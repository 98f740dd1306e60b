"""A learner's scorer, held against the engine on every hand of the pack."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from typing import Any, Final

from thirtyone.cards import Card, pack
from thirtyone.exercises.verdict import (
    Stopped,
    Verdict,
    answer_of,
    say_cards,
    say_rule,
    shown,
)
from thirtyone.hands import ILD, HandScore, score_playable
from thirtyone.points import decimal, half_points
from thirtyone.rules import Ruleset, home_ids, load_ruleset, ruleset_ids
from thirtyone.text.say import ruleset_name, say_question, say_score
from thirtyone.text.say_play import say_label
from thirtyone.text.translator import Translator, get_translator

_MOST: Final = 25_000
_ONE_SUIT: Final = "scoring.target"


@dataclass(slots=True)
class _Group:
    """The hands that one rule decides."""

    rule: str
    hands: int = 0
    right: int = 0
    first: tuple[tuple[Card, ...], HandScore, Any] | None = field(default=None)
    """The first hand that differs, its score, and what the learner's function made of it."""


def check_scorer(
    function: Callable[[tuple[Card, ...]], object], ruleset: Ruleset, *, lang: str = "en"
) -> Verdict:
    """Does ``function(hand)`` give the points of every hand under the ruleset?

    It gets a tuple of cards in any order and gives a number; for the Danish Ild the text "Ild".
    """
    tr = get_translator(lang)
    groups: dict[str, _Group] = {}
    for hand, score in _hands(ruleset):
        group = groups.setdefault(score.reason.rule, _Group(score.reason.rule))
        group.hands += 1
        answer = answer_of(function, hand)
        if _label(answer) == score.label:
            group.right += 1
        elif group.first is None:
            group.first = (hand, score, answer)
    # What most hands need comes first.
    order = sorted(groups.values(), key=lambda group: -group.hands)
    hands = sum(group.hands for group in order)
    wrong = hands - sum(group.right for group in order)
    name = ruleset_name(ruleset, tr)
    if not wrong:
        title = tr("exercise.scorer.passed", hands=tr.number(hands), rules=name)
        return Verdict(True, title, (), lang)
    first = next(group.first for group in order if group.first)
    lines = [*_about(*first, ruleset, tr)]
    lines += [_progress(group, ruleset, tr) for group in order]
    title = tr.plural("exercise.scorer.differs", wrong, hands=tr.number(hands))
    return Verdict(False, title, tuple(lines), lang)


@lru_cache(maxsize=4)
def _hands(ruleset: Ruleset) -> tuple[tuple[tuple[Card, ...], HandScore], ...]:
    """Hands with their scores in a fixed order that looks like chance, cards in any order."""
    deck = pack(ruleset.deck_size)
    step = comb(len(deck), ruleset.hand_size) // _MOST + 1
    step += step > 1 and step % 2 == 0  # not in step with suits
    rng = random.Random(31)
    found: list[tuple[float, tuple[Card, ...]]] = []
    for cards in islice(combinations(deck, ruleset.hand_size), 0, None, step):
        mixed = tuple(sorted(cards, key=lambda _: rng.random()))
        found.append((rng.random(), mixed))
    found.sort(key=lambda pair: pair[0])
    return tuple((hand, score_playable(hand, ruleset)) for _, hand in found)


def _label(answer: object) -> str | None:
    """A learner's answer as the engine writes points; None if it is no number of points."""
    if isinstance(answer, HandScore):
        return answer.label
    if isinstance(answer, str):
        return ILD if answer.strip().casefold() == ILD.casefold() else None
    if isinstance(answer, bool) or not isinstance(answer, int | float | Fraction | Decimal):
        return None
    try:
        return decimal(half_points(float(answer)))
    except (ValueError, OverflowError):
        return None


# ------------------------------------------------------------------------------ what is said of it


def _about(
    hand: tuple[Card, ...], score: HandScore, answer: object, ruleset: Ruleset, tr: Translator
) -> Iterator[str]:
    cards, name = say_cards(hand), ruleset_name(ruleset, tr)
    right = say_label(score, tr)
    if isinstance(answer, Stopped):
        yield tr("exercise.stopped", given=cards, message=answer.text)
    elif isinstance(answer, int | float) and not isinstance(answer, bool):
        yield tr("exercise.scorer.first", cards=cards, given=shown(answer), rules=name, right=right)
    elif _label(answer) is None:
        yield tr("exercise.no_points", cards=cards, given=shown(answer))
    else:
        given = _label(answer)
        yield tr("exercise.scorer.first", cards=cards, given=given, rules=name, right=right)
    yield say_score(score, ruleset, tr)
    yield say_rule(score.reason.rule, ruleset, tr)
    other = _where_right(hand, _label(answer), ruleset)
    if other is not None:
        yield tr("exercise.scorer.elsewhere", given=_label(answer), other=ruleset_name(other, tr))


def _where_right(hand: Sequence[Card], label: str | None, but: Ruleset) -> Ruleset | None:
    """A ruleset of ours in which the hand is worth what the learner says."""
    if label is None:
        return None
    for id_ in dict.fromkeys((*home_ids(), *ruleset_ids())):
        other = load_ruleset(id_)
        fits = other.id != but.id and other.family is but.family
        if fits and other.hand_size == len(hand) and set(hand) <= set(pack(other.deck_size)):
            score = score_playable(tuple(hand), other)
            # Another suit's sum is everybody's rule; only a rule of its own tells something.
            if score.label == label and score.reason.rule != _ONE_SUIT:
                return other
    return None


def _progress(group: _Group, ruleset: Ruleset, tr: Translator) -> str:
    topic = (
        tr("exercise.one_suit")
        if group.rule == _ONE_SUIT
        else say_question(group.rule, tr, ruleset)
    )
    return tr(
        "exercise.scorer.group",
        topic=topic,
        right=tr.number(group.right),
        hands=tr.number(group.hands),
    )
