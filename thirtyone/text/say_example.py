"""The smallest example of a difference, said in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.cards import Card
from thirtyone.examples import (
    Contrast,
    Example,
    HandExample,
    MatchExample,
    NoExample,
    RoundExample,
    ShowdownExample,
    TableExample,
)
from thirtyone.examples.search import Found, Why
from thirtyone.hands import HandScore, Unplayable, score_playable
from thirtyone.play.events import Dealt, Event
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import ends_a_round
from thirtyone.play.state import Phase, RoundState, Step
from thirtyone.rules import Ruleset, get_value
from thirtyone.rules.link import find
from thirtyone.rules.model import BankForm, LifeUnit
from thirtyone.text.say import (
    ruleset_name,
    say_question,
    say_score,
    say_unplayable,
    say_value,
)
from thirtyone.text.say_action import say_action
from thirtyone.text.say_match import say_match_event
from thirtyone.text.say_play import say_label, say_settlement
from thirtyone.text.say_round import say_event
from thirtyone.text.translator import Translator

NAMES: Final = ("Anna", "Bo", "Carla", "David", "Eva", "Finn", "Gry")
"""Players of examples; the names are at home in all four languages."""
_LATEST: Final = 4
"""So many steps of a long round are told."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one of the two rulesets says."""

    rules: str
    """Its name, or that of the ruleset with one answer changed."""
    ruleset: Ruleset
    value: str
    """A figure where a hand is worth one, else empty."""
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Telling:
    """An example in words. Without results there is none, and the setup says why."""

    setup: tuple[str, ...]
    hands: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    """Who holds which cards; nobody's name for a single hand."""
    results: tuple[Result, ...] = ()
    footnotes: tuple[str, ...] = ()


def say_example(example: Example, a: Ruleset, b: Ruleset, tr: Translator) -> Telling:
    """An example for two rulesets, or the reason why there is none."""
    if isinstance(example, NoExample):
        return Telling(_why_none(example, a, b, tr))
    contrast = example.contrast
    setup, hands = _setup(example, tr)
    first, second = _both(example, tr)
    rest = (_Said(*first), _Said(*second))
    common = _common(rest[0].sentences, rest[1].sentences)
    return Telling(
        (*_asked_by_one(contrast, tr), *setup, *rest[0].sentences[:common]),
        hands,
        (
            Result(
                ruleset_name(contrast.base, tr),
                contrast.base,
                rest[0].value,
                rest[0].sentences[common:],
            ),
            Result(
                _changed_name(example, tr),
                contrast.other if example.pure else contrast.changed,
                rest[1].value,
                rest[1].sentences[common:],
            ),
        ),
        _together(contrast, tr),
    )


@dataclass(frozen=True, slots=True)
class _Said:
    value: str
    sentences: tuple[str, ...]


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    """How many sentences both begin with; each keeps one of its own."""
    least = min(len(first), len(second)) - 1
    same = 0
    while same < least and first[same] == second[same]:
        same += 1
    return same


# ---------------------------------------------------------------------------------- about the pair


def _changed_name(example: Found, tr: Translator) -> str:
    contrast = example.contrast
    if example.pure:
        return ruleset_name(contrast.other, tr)
    base = ruleset_name(contrast.base, tr)
    if contrast.borrowed:
        return tr("rules.with_answer", rules=base, other=ruleset_name(contrast.other, tr))
    value = get_value(contrast.changed, contrast.path)
    answer = say_value(contrast.path, value, tr, short=True)
    return tr("rules.with_another", rules=base, answer=answer)


def _asked_by_one(contrast: Contrast, tr: Translator) -> tuple[str, ...]:
    if contrast.borrowed:
        return ()
    return (tr("rules.only_one_asks", rules=ruleset_name(contrast.other, tr)),)


def _together(contrast: Contrast, tr: Translator) -> tuple[str, ...]:
    if not contrast.together:
        return ()
    asked = (say_question(path, tr, contrast.base) for path in contrast.together)
    return (tr("rules.together", questions=" ".join(asked)),)


def say_idle(ruleset: Ruleset, cause: str, tr: Translator) -> str:
    """Which other answer keeps one from ever coming up."""
    rules = ruleset_name(ruleset, tr)
    if cause == "family":
        return tr("rules.idle_bank", rules=rules)
    question = say_question(cause, tr, ruleset)
    answer = say_value(cause, get_value(ruleset, cause), tr)
    return tr("rules.idle", rules=rules, question=question, answer=answer)


def _why_none(example: NoExample, a: Ruleset, b: Ruleset, tr: Translator) -> tuple[str, ...]:
    if example.why is Why.SAME_PLAY:
        return (tr("rules.none_same"),)
    if example.why is Why.ONLY_ANSWER:
        asks = a if isinstance(a.form, BankForm) else b
        return (tr("rules.none_only", rules=ruleset_name(asks, tr)),)
    if example.why is Why.IDLE:
        known = {a.id: a, b.id: b}
        reasons = (
            say_idle(known.get(id_) or find(id_), cause, tr) for id_, cause in example.because
        )
        return (tr("rules.none_idle"), *reasons)
    return (tr("rules.none_unknown"),)


# -------------------------------------------------------------------------------- what is the case


_Hands = tuple[tuple[str, tuple[Card, ...]], ...]


def _setup(example: Found, tr: Translator) -> tuple[tuple[str, ...], _Hands]:
    if isinstance(example, HandExample):
        return (), (("", example.cards),)
    if isinstance(example, TableExample):
        return (tr.plural("rules.players_sit", example.players),), ()
    if isinstance(example, RoundExample):
        return _round_setup(example, tr)
    if isinstance(example, ShowdownExample):
        lives = example.lives
        said = _showdown(
            example.contrast.base, example.hands, example.knocker, example.end, lives, tr
        )
        return said, tuple(zip(NAMES, example.hands, strict=False))
    return _match_setup(example, tr)


def _showdown(
    ruleset: Ruleset,
    hands: Sequence[tuple[Card, ...]],
    knocker: int | None,
    end: RoundEnd,
    lives: Sequence[int] | None,
    tr: Translator,
) -> tuple[str, ...]:
    form = ruleset.form
    if isinstance(form, BankForm):
        return (tr("rules.against_bank", player=NAMES[len(hands) - 1]),)
    said = []
    if lives and set(lives) == {1}:
        mark = form.lives.unit is LifeUnit.MARK
        said.append(tr("rules.one_life.mark") if mark else tr("rules.one_life"))
    elif lives and not any(lives) and form.lives.start:
        said.append(tr("rules.last_chance"))
    elif lives and form.lives.start and 0 in lives:
        said.append(tr("rules.one_last_chance", player=NAMES[tuple(lives).index(0)]))
    if end is not RoundEnd.INSTANT:
        named = None if knocker is None else NAMES[knocker]
        said.append(tr("rules.knocked", player=named) if named else tr("rules.uncalled"))
        return tuple(said)
    holders = [NAMES[seat] for seat in _holders(ruleset, hands) if seat != knocker]
    player = tr.join(holders)
    if knocker is None:
        said.append(tr.plural("rules.ended", len(holders), player=player))
    else:
        knocked = NAMES[knocker]
        said.append(tr.plural("rules.knocked_ended", len(holders), knocker=knocked, player=player))
    return tuple(said)


def _holders(ruleset: Ruleset, hands: Sequence[tuple[Card, ...]]) -> list[int]:
    form = ruleset.form
    assert not isinstance(form, BankForm)
    scores = [score_playable(hand, ruleset) for hand in hands]
    return [seat for seat, score in enumerate(scores) if ends_a_round(score, form)]


def _match_setup(example: MatchExample, tr: Translator) -> tuple[tuple[str, ...], _Hands]:
    before, outcome = example.before, example.outcome
    ruleset = example.contrast.base
    said = []
    if example.round_number > 1:
        said.append(tr("rules.round_number", n=tr.number(example.round_number)))
    if any(before.points):
        said.append(tr.plural("rules.points_before", before.points[0]))
    if outcome.bank is not None and len(set(before.tokens)) == 1:
        said.append(tr.plural("rules.tokens_before", before.tokens[0]))
    said += _showdown(ruleset, outcome.hands, outcome.knocker, outcome.end, before.lives, tr)
    return tuple(said), tuple(zip(NAMES, outcome.hands, strict=False))


def _round_setup(example: RoundExample, tr: Translator) -> tuple[tuple[str, ...], _Hands]:
    steps = example.record.steps()
    told = steps[: -1 if example.action is None else None]
    said: list[str] = []
    hands = tuple(zip(NAMES, steps[0].state.hands, strict=False))
    if len(told) > _LATEST + 2:
        # Nobody's cards matter when a stock runs out.
        said.append(tr.plural("rules.after_turns", told[-1].state.turns))
        told = told[-2:]
        hands = ()
    for step in told:
        said += _events(step.events, example.contrast.base, tr)
    return tuple(said), hands


def _events(events: Sequence[Event], ruleset: Ruleset, tr: Translator) -> list[str]:
    return [
        sentence
        for event in events
        if not isinstance(event, Dealt)
        for sentence in say_event(event, NAMES, ruleset, tr)
    ]


# -------------------------------------------------------------------------------- what both say


def _both(
    example: Found, tr: Translator
) -> tuple[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]]:
    """Figure and sentences under the base and under the changed base."""
    contrast = example.contrast
    base, changed = contrast.base, contrast.other if example.pure else contrast.changed
    if isinstance(example, HandExample):
        return _worth(example.first, example.cards, base, tr), _worth(
            example.second, example.cards, changed, tr
        )
    if isinstance(example, TableExample):
        first = _table(example, base, example.first, tr)
        second = _table(example, changed, example.second, tr)
    elif isinstance(example, ShowdownExample):
        names = NAMES[: len(example.hands)]
        first = say_settlement(example.first, names, base, tr)
        second = say_settlement(example.second, names, changed, tr)
    elif isinstance(example, MatchExample):
        names = NAMES[: len(example.before.players)]
        first, second = (
            tuple(s for event in step.events for s in say_match_event(event, names, rules, tr))
            for rules, step in ((base, example.first), (changed, example.second))
        )
    else:
        first, second = _moments(example, base, changed, tr)
    if first == second:  # the same now, and not the same in what it leads to
        first = (*first, _answer(contrast.path, base, tr))
        second = (*second, _answer(contrast.path, contrast.changed, tr))
    return ("", first), ("", second)


def _answer(path: str, ruleset: Ruleset, tr: Translator) -> str:
    return say_value(path, get_value(ruleset, path), tr)


def _worth(
    score: HandScore | Unplayable, cards: tuple[Card, ...], ruleset: Ruleset, tr: Translator
) -> tuple[str, tuple[str, ...]]:
    if isinstance(score, Unplayable):
        return "–", (say_unplayable(score, cards, ruleset, tr),)
    return say_label(score, tr), (say_score(score, ruleset, tr),)


def _table(
    example: TableExample, ruleset: Ruleset, dealt: tuple[int, ...], tr: Translator
) -> tuple[str, ...]:
    path = example.contrast.path
    if path == "players":
        key = "rules.may_play" if dealt else "rules.too_many"
        return (tr.plural(key, example.players), _answer(path, ruleset, tr))
    return (_answer(path, ruleset, tr),)


def _moments(
    example: RoundExample, base: Ruleset, changed: Ruleset, tr: Translator
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if example.action is None:
        first, second = example.first, example.second
        return _moment(first, base, tr), _moment(second, changed, tr)
    player = NAMES[example.first.state.turn]
    action = say_action(example.action, tr)
    allowed = (tr("rules.may", player=player, action=action),)
    refused = (tr("rules.may_not", player=player, action=action),)
    return (refused, allowed) if example.refused_by_first else (allowed, refused)


def _moment(step: Step, ruleset: Ruleset, tr: Translator) -> tuple[str, ...]:
    """What happened in one of two, and how it goes on."""
    said = _events(step.events, ruleset, tr)
    return (*said, *_next(step.state, tr))


def _next(state: RoundState, tr: Translator) -> tuple[str, ...]:
    if state.outcome is not None:
        return ()
    player = NAMES[state.turn]
    if state.phase is Phase.DEALER_CHOICE:
        return (tr("rules.chooses", player=player),)
    if state.phase is Phase.EXCHANGE:
        return (tr("rules.swaps_next", player=player),)
    return (tr("rules.goes_on", player=player),)
