"""A study: rulesets × house rules × players × policies, and how much of it is played.

It is plain data. What is counted depends on these values alone: neither on the machine, nor on the
number of processes, nor on how the games are cut into pieces.

>>> from thirtyone.rules import load_ruleset
>>> study = make_study([Variant(load_ruleset("scat"))], [("steady",) * 3], Mode.ROUNDS, 10, seed=31)
>>> [tuple(piece) for piece in study.pieces(4)]
[(0, 0, 4), (0, 4, 8), (0, 8, 10)]
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from thirtyone.errors import UsageError
from thirtyone.policies import named_policy
from thirtyone.rules.model import Ruleset
from thirtyone.rules.values import question, questions, value_text, values, with_values

MOST_GAMES: Final = 10**12
"""No study plays more games at one table: the numbers of games stay below 2**40."""
MOST_SEED: Final = 2**64 - 1
STANDARD_SEED: Final = 31


class Mode(StrEnum):
    """What a study counts."""

    ROUNDS = "rounds"
    """Independent rounds; seat 0 acts first in each."""
    MATCHES = "matches"
    """Matches from the first deal to the winner; seat 0 acts first in the first round."""


class Piece(NamedTuple):
    """Some games of one table: what one process plays in one go."""

    table: int
    start: int
    stop: int
    """The first game that is not played any more."""

    @property
    def games(self) -> int:
        """How many games it has."""
        return self.stop - self.start


@dataclass(frozen=True, slots=True)
class Variant:
    """A ruleset as it is played in a study, with the house rules that are switched on."""

    ruleset: Ruleset
    """With the house rules already in it."""
    house: str = ""
    """The name of the house rules, empty for the ruleset as it is."""
    changes: Mapping[str, str] = field(default_factory=dict)
    """What these change, by rule path."""
    against: int | None = None
    """The place of the variant that this one is compared with, on the same deals."""


@dataclass(frozen=True, slots=True)
class Study:
    """What is simulated. Make it with :func:`make_study`, which checks it."""

    variants: tuple[Variant, ...]
    tables: tuple[tuple[str, ...], ...]
    """The names of the policies by seat, for each table at which all variants are played."""
    mode: Mode
    games: int
    """Rounds or matches, for each variant at each table."""
    seed: int

    @property
    def all_games(self) -> int:
        """The games of all tables; each is played under every variant."""
        return self.games * len(self.tables)

    def pieces(self, size: int, done: Iterable[Piece] = ()) -> Iterator[Piece]:
        """The games that are not done yet, in pieces of at most this size."""
        for table in range(len(self.tables)):
            mine = sorted(piece for piece in done if piece.table == table)
            free = 0
            for piece in (*mine, Piece(table, self.games, self.games)):
                for start in range(free, piece.start, size):
                    yield Piece(table, start, min(start + size, piece.start))
                free = piece.stop

    @property
    def mark(self) -> str:
        """A short text that two studies share only if the same is counted in both."""
        told = {
            "variants": [
                [v.ruleset.id, v.house, v.against, _answers(v.ruleset)] for v in self.variants
            ],
            "tables": self.tables,
            "mode": self.mode,
            "games": self.games,
            "seed": self.seed,
        }
        text = json.dumps(told, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


def make_study(
    variants: Sequence[Variant],
    tables: Sequence[Sequence[str]],
    mode: Mode,
    games: int,
    *,
    seed: int = STANDARD_SEED,
    option: str = "",
) -> Study:
    """The study, if there can be one; a UsageError for the first thing that does not fit.

    ``option`` stands before the names of numbers in complaints: ``--`` for the command line.
    """
    if not 1 <= games <= MOST_GAMES:
        raise UsageError(
            "refuse.study_number",
            path=f"{option}{mode}",
            text=_clipped(games),
            low=1,
            wanted=MOST_GAMES,
        )
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(
            "refuse.study_number",
            path=f"{option}seed",
            text=_clipped(seed),
            low=0,
            wanted=MOST_SEED,
        )
    seated = tuple(dict.fromkeys(map(tuple, tables)))
    for policies in seated:
        for name in dict.fromkeys(policies):
            named_policy(name)
        for variant in variants:
            check_players(variant.ruleset, len(policies))
    return Study(tuple(variants), seated, mode, games, seed)


def check_players(ruleset: Ruleset, players: int) -> None:
    """UsageError if the ruleset is not for so many players."""
    allowed = ruleset.players
    if not allowed.low <= players <= allowed.high:
        raise UsageError(
            "refuse.players", rules=ruleset, n=players, low=allowed.low, high=allowed.high
        )


def seat_policies(policies: Sequence[str], players: int) -> tuple[str, ...]:
    """One name for all seats, or one for each seat."""
    if len(policies) == 1:
        return tuple(policies) * players
    if len(policies) != players:
        raise UsageError("refuse.policy_count", n=len(policies), wanted=players)
    return tuple(policies)


def variants_of(
    rulesets: Sequence[Ruleset], house: Mapping[str, Mapping[str, object]] | None = None
) -> tuple[Variant, ...]:
    """Every ruleset as it is and with each of the house rules, by their names.

    A ruleset is compared with the first one, and with house rules with itself without them. House
    rules that a form does not know, or that a ruleset has anyhow, make no variant there.
    """
    house = house or {}
    for changes in house.values():
        for path in changes:
            if not any(path in questions(ruleset.family) for ruleset in rulesets):
                question(rulesets[0].family, path)
    made: list[Variant] = []
    for ruleset in dict.fromkeys(rulesets):
        plain = len(made)
        made.append(Variant(ruleset, against=0 if plain else None))
        for name, changes in house.items():
            here = {p: v for p, v in changes.items() if p in questions(ruleset.family)}
            changed = with_values(ruleset, here)
            differing = _differing(ruleset, changed)
            if differing:
                made.append(Variant(changed, name, differing, against=plain))
    return tuple(made)


def _differing(ruleset: Ruleset, changed: Ruleset) -> dict[str, str]:
    before, after = values(ruleset), values(changed)
    return {path: value_text(v) for path, v in after.items() if v != before[path]}


def _answers(ruleset: Ruleset) -> dict[str, str]:
    return {path: value_text(value) for path, value in values(ruleset).items()}


def _clipped(number: int) -> str:
    text = str(number).replace("-", "\N{MINUS SIGN}")
    return text if len(text) <= 40 else text[:39] + "…"
