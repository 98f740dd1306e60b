"""The report on a match that was worked out from rounds."""

from collections.abc import Mapping, Sequence

from thirtyone.play.outcome import RoundEnd
from thirtyone.policies import Policy, policy_name
from thirtyone.rules.model import Ruleset
from thirtyone.sim.chains.chain import (
    Solution,
    differences,
    labels_of,
    lead_changes,
    solve,
    survival,
)
from thirtyone.sim.result import (
    Difference,
    Estimate,
    Quality,
    Report,
    SeatDifference,
    SeatFigures,
    exact,
    mean_of,
    mean_within,
    normal,
    wilson,
)
from thirtyone.sim.settling import unit_of
from thirtyone.sim.studies.reports import bounds, comparable, sign_of
from thirtyone.sim.tally import Counts, Joint, Tally


def chain_reports(
    rulesets: Sequence[Ruleset],
    policies: Sequence[Policy],
    seed: int,
    counts: Sequence[Counts],
    *,
    rotated: bool = False,
    course: bool = True,
) -> list[Report]:
    """A report for each ruleset; all but the first with paired differences from the first.

    ``counts`` are those of :func:`thirtyone.sim.chains.sampling.run`, added up. ``course`` asks for
    survival and lead changes too. ChainTooLargeError where a match has too many states.
    """
    labels = labels_of(policies)
    solutions = [
        solve(rules, labels, some.tallies, rotated=rotated)
        for rules, some in zip(rulesets, counts, strict=True)
    ]
    return [
        _report(
            rules,
            policies,
            seed,
            some,
            solution,
            course=course,
            against=None if place == 0 else (rulesets[0], solutions[0]),
        )
        for place, (rules, some, solution) in enumerate(
            zip(rulesets, counts, solutions, strict=True)
        )
    ]


def _report(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    seed: int,
    counts: Counts,
    solution: Solution,
    *,
    course: bool,
    against: tuple[Ruleset, Solution] | None,
) -> Report:
    labels, rotated = solution.labels, solution.rotated
    tally = counts.tallies[labels]
    n = tally.rounds
    low, high = bounds(ruleset, len(labels))
    sign = sign_of(ruleset)
    names = tuple(policy_name(policy) for policy in policies)
    ends = tally.ends()
    changes = lead_changes(ruleset, labels, counts.tallies, rotated=rotated) if course else None
    return Report(
        rules=ruleset.id,
        n=solution.n,
        seed=seed,
        players=len(labels),
        policies=names,
        unit=str(unit_of(ruleset)),
        seats=tuple(
            SeatFigures(
                seat,
                name,
                mean_within(signed(tally.amounts(seat), sign), low, high),
                solution.win[seat],
            )
            for seat, name in enumerate(names)
        ),
        turns_per_round=mean_turns(tally.turns),
        ends={
            end.value: wilson(ends.get(end, 0), n)
            for end in RoundEnd
            if end in {RoundEnd.KNOCK, RoundEnd.INSTANT, RoundEnd.STOCK_EMPTY} or end in ends
        },
        quality=Quality(
            seat_spread=seat_spread(solution, counts.tallies),
            failed_knocks=wilson(tally.failed, tally.knocks),
            with_31=wilson(tally.shown, n),
            nobody=wilson(tally.idle, n),
            lead_changes=None if changes is None else exact(changes),
            no_winner=exact(solution.no_winner),
        ),
        rounds_per_match=solution.rounds_per_match,
        method="chain",
        survival=survival(ruleset, labels, counts.tallies, rotated=rotated) if course else None,
        difference=None if against is None else _difference(ruleset, solution, counts, *against),
    )


def seat_spread(solution: Solution, tallies: Mapping[tuple[int, ...], Tally]) -> Estimate:
    """The best seat's chance to win minus the worst's, paired: both come from the same rounds."""
    means = [win.mean for win in solution.win]
    best, worst = means.index(max(means)), means.index(min(means))
    variance = 0.0
    for seating, influence in solution.influence.items():
        kinds, n = tallies[seating].kinds, solution.rounds[seating]
        apart = {kind: some[best] - some[worst] for kind, some in influence.items()}
        mean = sum(times * apart[kind] for kind, times in kinds.items()) / n
        squares = sum(times * (apart[kind] - mean) ** 2 for kind, times in kinds.items())
        variance += squares / max(1, n - 1) / n
    return normal(means[best] - means[worst], variance, solution.n)


def _difference(
    ruleset: Ruleset, solution: Solution, counts: Counts, first: Ruleset, other: Solution
) -> Difference:
    wins, length = differences(other, solution, counts.joints)
    joint = counts.joints.get(solution.labels, Joint())
    (low, high), (low0, high0) = (bounds(r, len(solution.labels)) for r in (ruleset, first))
    alike = comparable(ruleset, first)
    return Difference(
        first.id,
        tuple(
            SeatDifference(
                seat,
                mean_within(signed(joint.apart(seat), sign_of(first)), low - high0, high - low0)
                if alike
                else None,
                win,
            )
            for seat, win in enumerate(wins)
        ),
        mean_turns(joint.turns_apart),
        length,
    )


def signed(histogram: Mapping[int, int], sign: int) -> dict[int, int]:
    """The same counts of the values times 1 or −1."""
    return {sign * value: times for value, times in histogram.items()}


def mean_turns(histogram: Mapping[int, int]) -> Estimate:
    """The mean of whole numbers without bounds."""
    total = sum(value * times for value, times in histogram.items())
    squares = sum(value * value * times for value, times in histogram.items())
    return mean_of(total, squares, sum(histogram.values()))
