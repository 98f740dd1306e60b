"""A learner's rule for who loses, held against the settlement of the engine."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from thirtyone.cards import Card, pack
from thirtyone.errors import UsageError
from thirtyone.exercises.verdict import (
    Stopped,
    Verdict,
    answer_of,
    say_cards,
    say_rule,
    shown,
)
from thirtyone.hands import score_playable
from thirtyone.play.match import has_lives
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import ends_a_round, settle
from thirtyone.play.settlement import Settlement
from thirtyone.rules import Ruleset
from thirtyone.rules.model import BankForm
from thirtyone.text.say import ruleset_name
from thirtyone.text.say_example import NAMES
from thirtyone.text.say_play import say_label, say_settlement
from thirtyone.text.translator import Translator, get_translator

_CASES: Final = 3_000
Hands = tuple[tuple[Card, ...], ...]


class _Case(NamedTuple):
    """Final hands after a knock, with what they cost."""

    hands: Hands
    knocker: int
    done: Settlement
    lost: tuple[int, ...]


def check_losers(
    function: Callable[[Hands, int], object],
    ruleset: Ruleset,
    *,
    players: int = 3,
    lang: str = "en",
) -> Verdict:
    """Does ``function(hands, knocker)`` say how many lives each player loses after a knock?

    It gives a list with one number a seat. Hands that end a round by themselves are left out.
    """
    if not has_lives(ruleset):
        raise UsageError("refuse.settle_no_lives", rules=ruleset)
    tr = get_translator(lang)
    wrong = 0
    first: tuple[_Case, Any] | None = None
    for case in _cases(ruleset, players):
        answer = answer_of(function, case.hands, case.knocker)
        if not _same(answer, case.lost):
            wrong += 1
            first = first or (case, answer)
    if first is None:
        name = ruleset_name(ruleset, tr)
        title = tr("exercise.losers.passed", n=tr.number(_CASES), rules=name)
        return Verdict(True, title, (), lang)
    title = tr.plural("exercise.losers.differs", wrong, all=tr.number(_CASES))
    return Verdict(False, title, tuple(_about(*first, ruleset, tr)), lang)


def _cases(ruleset: Ruleset, players: int) -> Iterator[_Case]:
    form = ruleset.form
    assert not isinstance(form, BankForm)
    rng = random.Random(31)
    deck, size = pack(ruleset.deck_size), ruleset.hand_size
    made = 0
    while made < _CASES:
        keys = {card: rng.random() for card in deck}
        cards = sorted(deck, key=lambda card: keys[card])
        hands = tuple(tuple(cards[size * at : size * at + size]) for at in range(players))
        knocker = int(players * rng.random())
        if any(ends_a_round(score_playable(hand, ruleset), form) for hand in hands):
            continue
        done = settle(ruleset, hands, knocker=knocker, end=RoundEnd.KNOCK)
        lost = tuple(
            -sum(change.amount for change in done.changes if change.seat == seat)
            for seat in range(players)
        )
        made += 1
        yield _Case(hands, knocker, done, lost)


def _same(answer: object, lost: Sequence[int]) -> bool:
    return isinstance(answer, list | tuple) and tuple(answer) == tuple(lost)


def _about(case: _Case, answer: object, ruleset: Ruleset, tr: Translator) -> Iterator[str]:
    names = NAMES[: len(case.hands)]
    held = tr.join(
        tr("exercise.losers.hand", player=name, cards=say_cards(hand), points=say_label(score, tr))
        for name, hand, score in zip(names, case.hands, case.done.scores, strict=True)
    )
    yield tr("exercise.losers.hands", hands=held, knocker=names[case.knocker])
    if isinstance(answer, Stopped):
        yield tr("exercise.stopped", given=f"knocker={case.knocker}", message=answer.text)
    else:
        yield tr("exercise.losers.first", given=shown(answer), right=repr(list(case.lost)))
    yield " ".join(say_settlement(case.done, names, ruleset, tr))
    for path in dict.fromkeys(change.because for change in case.done.changes):
        yield say_rule(path, ruleset, tr)
