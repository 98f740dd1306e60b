"""Rule paths: every value of a ruleset by its dotted name, read, checked and replaced.

>>> from thirtyone.rules import load_ruleset
>>> rules = load_ruleset("no-trettien")
>>> value_text(get_value(rules, "settlement.tie_with_knocker"))
'safe'
>>> get_value(with_values(rules, {"scoring.ace_across_suits": "any"}), "scoring.ace_across_suits")
<AceAcrossSuits.ANY: 'any'>
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeAlias, get_type_hints

from thirtyone.errors import RulesError
from thirtyone.rules.model import (
    BankForm,
    Deck,
    DrawForm,
    ExchangeForm,
    Family,
    Form,
    Goal,
    Hand,
    HandSize,
    Match,
    Players,
    Pot,
    Ruleset,
    Scoring,
    Stakes,
    Target,
)
from thirtyone.rules.provenance import Mark, Provenance

Value: TypeAlias = bool | int | StrEnum | Players

FORMS: Final[Mapping[Family, type[Form]]] = {
    Family.DRAW: DrawForm,
    Family.EXCHANGE: ExchangeForm,
    Family.BANK: BankForm,
}
_TOP: Final[Mapping[str, Any]] = {
    "deck": Deck,
    "players": Players,
    "hand": Hand,
    "match": Match,
    "stakes": Stakes,
}


@dataclass(frozen=True, slots=True)
class Question:
    """What a rule path asks for: a word of a list, yes or no, or a number within bounds."""

    path: str
    type: type[Value]
    low: int = 0
    high: int = 0

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers that may be written, in the order of the rule's own list."""
        if issubclass(self.type, StrEnum):
            return tuple(self.type)
        if self.type is bool:
            return ("no", "yes")
        if self.type is Players:
            return ("2-7",)
        return (f"{self.low}-{self.high}",)

    def read(self, written: object) -> Value:
        """The value that was written in a file or on the command line; RulesError if it is none."""
        if self.type is Players:
            return self._read_players(written)
        if self.type is bool:
            if isinstance(written, bool):
                return written
            if isinstance(written, str) and written.lower() in {"yes", "no"}:
                return written.lower() == "yes"
        elif issubclass(self.type, StrEnum):
            # A number may stand for its word: three_of_a_kind = 30.5
            plain = isinstance(written, str | int | float) and not isinstance(written, bool)
            text = str(written).lower() if plain else ""
            if text in tuple(self.type):
                return self.type(text)
        elif not isinstance(written, bool):
            number = _whole(written)
            if number is not None and self.low <= number <= self.high:
                return number
        raise self._refusal(written)

    def read_typed(self, written: object) -> Value:
        """:meth:`read` for a format that knows numbers: there ``"3"`` is no number."""
        if self.type is int and isinstance(written, str):
            raise self._refusal(written, wrong_type=True)
        return self.read(written)

    def _read_players(self, written: object) -> Players:
        if isinstance(written, str):
            match = re.fullmatch(r"(\d{1,2})\s*[-–]\s*(\d{1,2})", written.strip())
            numbers = [int(n) for n in match.groups()] if match else []
        elif isinstance(written, list) and all(type(n) is int for n in written):
            numbers = written
        else:
            raise self._refusal(written)
        if len(numbers) != 2 or not 2 <= numbers[0] <= numbers[1] <= 12:
            raise self._refusal(written)
        return Players(*numbers)

    def _refusal(self, written: object, *, wrong_type: bool = False) -> RulesError:
        wanted = {bool: (str, bool), Players: (str, list)}.get(self.type, (str, int, float))
        wrong_type |= not isinstance(written, wanted) or (
            isinstance(written, bool) and self.type is not bool
        )
        return RulesError(
            "refuse.rules_wrong_type" if wrong_type else "refuse.rules_wrong_value",
            path=self.path,
            value=_shown(written),
            allowed=self.answers,
        )


def _whole(written: object) -> int | None:
    if isinstance(written, int):
        return written
    if isinstance(written, str) and re.fullmatch(r"\d{1,6}", written):
        return int(written)
    return None


def _shown(written: object) -> str:
    if isinstance(written, bool):
        return "true" if written else "false"
    text = f'"{written}"' if isinstance(written, str) and written.isdecimal() else str(written)
    return text if len(text) <= 60 else text[:57] + "…"


@cache
def questions(family: Family) -> Mapping[str, Question]:
    """All rule paths of a family, in the order in which rules are told."""
    found: dict[str, Question] = {}
    for name, part in _TOP.items():
        if name in {"deck", "players", "hand"}:
            found.update((q.path, q) for q in _questions(part, name))
    for item in fields(FORMS[family]):
        part = get_type_hints(FORMS[family])[item.name]
        found.update((q.path, q) for q in _questions(part, item.name))
    for name in ("match", "stakes"):
        found.update((q.path, q) for q in _questions(_TOP[name], name))
    return found


def _questions(part: Any, prefix: str) -> Iterator[Question]:
    if part is Players:
        yield Question(prefix, Players)
        return
    hints = get_type_hints(part)
    for item in _own_order(part):
        path = f"{prefix}.{item.name.rstrip('_')}"
        bounds = item.metadata
        yield Question(path, hints[item.name], bounds.get("low", 0), bounds.get("high", 0))


def _own_order(part: Any) -> tuple[Field[Any], ...]:
    """Fields with those of the class itself first: how a hand is dealt comes before play."""
    own = part.__annotations__
    return tuple(sorted(fields(part), key=lambda item: item.name not in own))


def is_path(path: str) -> bool:
    """Is there such a rule path in any family?"""
    return any(path in questions(family) for family in Family)


def question(family: Family, path: str) -> Question:
    """What ``path`` asks in this family; a RulesError with the nearest path if there is none."""
    known = questions(family)
    if path in known:
        return known[path]
    if is_path(path):
        raise RulesError("refuse.rules_not_in_family", path=path, family=str(family))
    raise RulesError("refuse.rules_unknown_key", path=path, suggestion=nearest(path, known))


def nearest(text: str, known: Iterable[str]) -> str:
    """The known word that looks most like ``text``, or nothing."""
    from difflib import get_close_matches  # only an error asks for it

    near = get_close_matches(text.lower(), list(known), n=1, cutoff=0.5)
    return near[0] if near else ""


def get_value(ruleset: Ruleset, path: str) -> Value:
    """The ruleset's answer at ``path``."""
    question(ruleset.family, path)
    head, _, tail = path.partition(".")
    owner: Any = ruleset if head in _TOP else ruleset.form
    part = getattr(owner, head)
    if tail:
        part = getattr(part, tail if hasattr(part, tail) else tail + "_")
    value: Value = part
    return value


def values(ruleset: Ruleset) -> dict[str, Value]:
    """Every answer of the ruleset by its path."""
    return {path: get_value(ruleset, path) for path in questions(ruleset.family)}


def value_text(value: Value) -> str:
    """A value as it is written in files and on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def with_values(ruleset: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """The ruleset with other answers at some paths: a house rule.

    RulesError if a path or a value is not known here, or if two answers cannot both be.
    """
    changed = ruleset
    marks = dict(ruleset.provenance)
    for path, written in changes.items():
        value = question(ruleset.family, path).read(written)
        if value == get_value(ruleset, path):
            continue
        changed = replaced(changed, path, value)
        marks[path] = Provenance(mark=Mark.OURS)
    changed = replace(changed, provenance=marks)
    check_conflicts(changed)
    return changed


def replaced(ruleset: Ruleset, path: str, value: Value) -> Ruleset:
    """The ruleset with one other answer, unchecked: it may exclude another. Marks stay."""
    head, _, tail = path.partition(".")
    if head == "players":
        assert isinstance(value, Players)
        return replace(ruleset, players=value)
    owner: Any = ruleset if head in _TOP else ruleset.form
    part = getattr(owner, head)
    assert is_dataclass(part)
    assert not isinstance(part, type)
    name = tail if hasattr(part, tail) else tail + "_"
    part = replace(part, **{name: value})
    changed: dict[str, Any] = {head: part}
    if owner is not ruleset:
        changed = {"form": replace(owner, **changed)}
    return replace(ruleset, **changed)


# ------------------------------------------------------------------- answers that exclude each other


def conflicts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Pairs of paths whose answers cannot both be."""
    size, cards = ruleset.hand_size, ruleset.deck_size
    if isinstance(ruleset.form, BankForm):
        bank = ruleset.form.bank
        if size != 3:
            yield ("hand.cards", "bank.draws_to")
        if bank.stake_low > bank.stake_high:
            yield ("bank.stake_low", "bank.stake_high")
        if bank.stake_high > bank.tokens:
            yield ("bank.stake_high", "bank.tokens")
        if ruleset.deck_size != 52:
            yield ("deck.cards", "bank.draws_to")
        # Stakes go between player and bank: there is no pot, and nobody scores points.
        if ruleset.stakes.pot is not Pot.NONE:
            yield ("stakes.pot", "bank.tokens")
        if ruleset.stakes.ante:
            yield ("stakes.ante", "bank.tokens")
        if ruleset.match.target:
            yield ("match.target", "bank.tokens")
        return
    form = ruleset.form
    yield from _scoring_conflicts(form.scoring, ruleset.hand.cards)
    # An open card and at least one to draw, or three open cards.
    needed = size * ruleset.players.high + (2 if isinstance(form, DrawForm) else 3)
    if needed > cards:
        yield ("players", "deck.cards")
    if isinstance(form, ExchangeForm) and size != 3:
        yield ("hand.cards", "turn.swaps")
    if form.settlement.goal is Goal.LOWEST_LOSES and form.lives.start == 0:
        yield ("settlement.goal", "lives.start")
    open_ended = ruleset.match.target == 0 and ruleset.match.deals == 0
    if form.settlement.goal is not Goal.LOWEST_LOSES and open_ended:
        yield ("settlement.goal", "match.target")


def _scoring_conflicts(scoring: Scoring, size: HandSize) -> Iterator[tuple[str, str]]:
    if size is HandSize.THREE and scoring.target is Target.FORTY_ONE:
        yield ("scoring.target", "hand.cards")  # three cards of a suit make at most 31
    if scoring.target is Target.FORTY_ONE and scoring.cap != "none":
        yield ("scoring.target", "scoring.cap")
    if size is HandSize.FOUR:
        # No text says what three alike of four, or a run of three of four, are worth.
        for name in ("three_of_a_kind", "three_aces", "suited_run"):
            if getattr(scoring, name) != "none":
                yield (f"scoring.{name}", "hand.cards")


def check_conflicts(ruleset: Ruleset) -> None:
    """RulesError for the first two answers that cannot both be."""
    for path, other in conflicts(ruleset):
        raise RulesError(
            "refuse.rules_conflict",
            path=path,
            value=value_text(get_value(ruleset, path)),
            other=other,
            other_value=value_text(get_value(ruleset, other)),
        )
