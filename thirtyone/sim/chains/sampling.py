"""Rounds of every type that a match can have, counted for the chain.

A type is who sits at which position. Its games have numbers of their own, the same under every
ruleset, so rulesets are compared on the same deals, and rulesets that are played alike share the
rounds themselves. Counts add up, so the work may be cut anywhere and done in any order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.policies import Policy
from thirtyone.rules.model import Ruleset
from thirtyone.sim.automaton import play_final
from thirtyone.sim.chains.chain import first_game, labels_of, types_of
from thirtyone.sim.settling import outcome_of, play_key
from thirtyone.sim.speed import has_numpy
from thirtyone.sim.tally import Counts, Joint, Seating, Tally

BATCH: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Task:
    """Some games of one type, under all rulesets that have this type."""

    rulesets: tuple[Ruleset, ...]
    """The first of them is what the others are compared with."""
    policies: tuple[Policy, ...]
    """By seat."""
    seating: Seating
    seed: int
    start: int
    stop: int
    """Games of the type, counted from 0."""
    paired: bool = True


def tasks(
    rulesets: Sequence[Ruleset],
    policies: Sequence[Policy],
    seed: int,
    games: Mapping[Seating, range],
    *,
    paired: bool = True,
) -> Iterator[Task]:
    """The work of counting these games of each type, in pieces of at most one batch."""
    labels = labels_of(policies)
    for seating, numbers in games.items():
        some = tuple(rules for rules in rulesets if seating in types_of(rules, labels))
        for start in range(numbers.start, numbers.stop, BATCH):
            stop = min(start + BATCH, numbers.stop)
            if some:
                yield Task(some, tuple(policies), seating, seed, start, stop, paired)


def run(task: Task) -> list[Counts]:
    """The counts of one piece of work, a ruleset each."""
    return run_together([task])[0]


def run_together(work: Sequence[Task]) -> list[list[Counts]]:
    """:func:`run` for each of these; small pieces are played in one batch where they can be."""
    if not has_numpy():
        return [_counts(task, _one_by_one(task)) for task in work]
    found: list[list[Counts]] = [[] for _ in work]
    batches: dict[object, list[int]] = {}
    for at, task in enumerate(work):
        alike = (task.rulesets, task.seed, task.paired, len(task.seating), task.policies)
        batches.setdefault(alike, []).append(at)
    for batch in batches.values():
        lanes = _in_lanes([work[at] for at in batch])
        for at, part in zip(batch, lanes, strict=True):
            found[at] = _counts(work[at], part)
    return found


def count(
    rulesets: Sequence[Ruleset],
    policies: Sequence[Policy],
    seed: int,
    games: Mapping[Seating, range],
) -> list[Counts]:
    """These games of each type under every ruleset, paired with the first, in this process."""
    work = list(tasks(rulesets, policies, seed, games))
    whole = [Counts() for _ in rulesets]
    for task, found in zip(work, run_together(work), strict=True):
        left = list(range(len(whole)))
        for ruleset, some in zip(task.rulesets, found, strict=True):
            at = next(at for at in left if rulesets[at] is ruleset)
            left.remove(at)
            whole[at] += some
    return whole


def _counts(task: Task, found: Sequence[tuple[Tally, Joint | None]]) -> list[Counts]:
    return [
        Counts({task.seating: tally}, {} if joint is None else {task.seating: joint})
        for tally, joint in found
    ]


def all_types(rulesets: Sequence[Ruleset], policies: Sequence[Policy]) -> tuple[Seating, ...]:
    """The types of round that any of these rulesets needs."""
    labels = labels_of(policies)
    types = [seating for rules in rulesets for seating in types_of(rules, labels)]
    return tuple(dict.fromkeys(types))


def _seated(task: Task) -> list[Policy]:
    """The players of the type by position."""
    labels = labels_of(task.policies)
    return [task.policies[labels.index(label)] for label in task.seating]


def _first(task: Task) -> int:
    return first_game(labels_of(task.policies), task.seating)


def _one_by_one(task: Task) -> list[tuple[Tally, Joint | None]]:
    seated, first = _seated(task), _first(task)
    keys = [play_key(rules) for rules in task.rulesets]
    tallies = [Tally(len(seated)) for _ in keys]
    joints = [Joint() for _ in keys[1:]] if task.paired else []
    for game in range(first + task.start, first + task.stop):
        finals = {key: play_final(key, seated, task.seed, game) for key in dict.fromkeys(keys)}
        outcomes = [
            outcome_of(rules, finals[key]) for rules, key in zip(task.rulesets, keys, strict=True)
        ]
        for tally, outcome in zip(tallies, outcomes, strict=True):
            tally.add(outcome)
        for joint, outcome in zip(joints, outcomes[1:], strict=False):
            joint.add(outcomes[0], outcome)
    return _together(tallies, joints)


def _in_lanes(work: Sequence[Task]) -> list[list[tuple[Tally, Joint | None]]]:
    """Tasks that differ only in who sits where."""
    import numpy as np

    from thirtyone.sim.lockstep import play_many
    from thirtyone.sim.settling_lanes import outcomes_of
    from thirtyone.sim.tally_lanes import coded, joint_of, part_of, tally_of

    one = work[0]
    games = np.concatenate(
        [
            np.arange(_first(task) + task.start, _first(task) + task.stop, dtype=np.uint64)
            for task in work
        ]
    )
    labels = labels_of(one.policies)
    players = [one.policies[labels.index(label)] for label in range(max(labels) + 1)]
    counts = [task.stop - task.start for task in work]
    seats = np.repeat(np.array([task.seating for task in work], np.uint8).T, counts, axis=1)
    keys = [play_key(rules) for rules in one.rulesets]
    rounds = {
        key: play_many(key, _seated(one), one.seed, games)
        if len(work) == 1
        else play_many(key, players, one.seed, games, np.ascontiguousarray(seats))
        for key in dict.fromkeys(keys)
    }
    codes = [
        coded(outcomes_of(rules, rounds[key]))
        for rules, key in zip(one.rulesets, keys, strict=True)
    ]
    found = []
    start = 0
    for count in counts:
        own = [part_of(code, start, start + count) for code in codes]
        joints = [joint_of(own[0], code) for code in own[1:]] if one.paired else []
        found.append(_together([tally_of(code) for code in own], joints))
        start += count
    return found


def _together(tallies: list[Tally], joints: list[Joint]) -> list[tuple[Tally, Joint | None]]:
    pairs = [None, *joints] if joints else [None] * len(tallies)
    return list(zip(tallies, pairs, strict=True))
