"""From the totals of a study to its figures, each with its interval."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settlement import Unit
from thirtyone.rules.model import BankForm, ExchangeForm, Goal, Ruleset
from thirtyone.sim.matches.counts import PLACES, WHOLE_WIN, MatchCounts, place_of
from thirtyone.sim.result import (
    Difference,
    Estimate,
    Quality,
    Report,
    SeatDifference,
    SeatFigures,
    chance,
    exact,
    mean_of,
    mean_within,
    normal,
    ratio_of,
    wilson,
)
from thirtyone.sim.settling import BUS, tied_losses, unit_of
from thirtyone.sim.studies.round_counts import Histogram, RoundCounts
from thirtyone.sim.studies.run import Totals
from thirtyone.sim.studies.study import Study, Variant

_LOSSES: Final = frozenset({Unit.LIFE, Unit.MARK})
"""Where a round costs something; elsewhere it brings something."""
_ALWAYS: Final = (RoundEnd.KNOCK, RoundEnd.INSTANT, RoundEnd.STOCK_EMPTY)


class Result(NamedTuple):
    """The figures of one variant at one table."""

    variant: Variant
    report: Report


def results_of(totals: Totals) -> list[Result]:
    """Table by table, variant by variant; those of which nothing has been played are left out."""
    study = totals.study
    found = []
    for policies, row in zip(study.tables, totals.counts, strict=True):
        for variant, counts in zip(study.variants, row, strict=True):
            if isinstance(counts, RoundCounts):
                found.append(Result(variant, _of_rounds(study, policies, variant, counts)))
            elif isinstance(counts, MatchCounts):
                other = None if variant.against is None else row[variant.against]
                assert other is None or isinstance(other, MatchCounts)
                found.append(Result(variant, _of_matches(study, policies, variant, counts, other)))
    return found


def sign_of(ruleset: Ruleset) -> int:
    """−1 where figures tell losses, which amounts count below 0; 1 where they tell gains."""
    return -1 if unit_of(ruleset) in _LOSSES else 1


def bounds(ruleset: Ruleset, players: int) -> tuple[int, int]:
    """The least and the most that a round can cost or bring one player, as figures tell it."""
    form, unit = ruleset.form, unit_of(ruleset)
    if isinstance(form, BankForm):
        most = form.bank.stake_high * (players - 1)
        return -most, most
    if unit is Unit.TOKEN:
        return -ruleset.stakes.ante, ruleset.stakes.ante * (players - 1)
    rules = form.settlement
    if rules.goal is Goal.BUS_POINTS:
        return 0, max(max(pair) for pair in BUS.values())
    if rules.goal is Goal.HIGHEST_WINS:
        return 0, 1
    losses = (rules.lowest, int(rules.lone_low_knocker), int(form.instant.knocker_pays))
    return 0, max(*losses, *tied_losses(rules))


def _ends(
    ruleset: Ruleset, counts: Mapping[str, int], share: Mapping[str, Estimate]
) -> dict[str, Estimate]:
    """The ends of the contract, and the others that this form can have or that were seen."""
    bank = isinstance(ruleset.form, BankForm)
    own = {RoundEnd.BANK: bank, RoundEnd.SHOWDOWN: isinstance(ruleset.form, ExchangeForm)}
    shown = [e for e in RoundEnd if e in _ALWAYS or own.get(e) or counts.get(e, 0)]
    return {
        end.value: share[end] if counts.get(end, 0) or not bank else exact(0.0) for end in shown
    }


# -------------------------------------------------------------------------------------- of rounds


def _of_rounds(
    study: Study, policies: Sequence[str], variant: Variant, counts: RoundCounts
) -> Report:
    ruleset, tally, n = variant.ruleset, counts.tally, counts.games
    sign = sign_of(ruleset)
    low, high = bounds(ruleset, len(policies))
    ends = tally.ends()
    return Report(
        rules=ruleset.id,
        n=n,
        seed=study.seed,
        players=len(policies),
        policies=tuple(policies),
        unit=str(unit_of(ruleset)),
        seats=tuple(
            SeatFigures(seat, name, mean_within(_signed(tally.amounts(seat), sign), low, high))
            for seat, name in enumerate(policies)
        ),
        turns_per_round=_mean(tally.turns),
        ends=_ends(ruleset, ends, {end.value: wilson(ends.get(end, 0), n) for end in RoundEnd}),
        quality=Quality(
            seat_spread=None,
            failed_knocks=wilson(tally.failed, tally.knocks),
            with_31=wilson(tally.shown, n),
            nobody=wilson(tally.idle, n),
        ),
        difference=_paired_rounds(study, policies, variant, counts),
    )


def _paired_rounds(
    study: Study, policies: Sequence[str], variant: Variant, counts: RoundCounts
) -> Difference | None:
    if counts.paired is None or variant.against is None:
        return None
    first = study.variants[variant.against].ruleset
    (low, high), (low0, high0) = (bounds(r, len(policies)) for r in (variant.ruleset, first))
    sign = sign_of(first)
    alike = comparable(variant.ruleset, first)
    seats = tuple(
        SeatDifference(
            seat,
            mean_within(_signed(seen, sign), low - high0, high - low0) if alike else None,
        )
        for seat, seen in enumerate(counts.paired.amounts)
    )
    return Difference(first.id, seats, _mean(counts.paired.turns))


def comparable(one: Ruleset, other: Ruleset) -> bool:
    """Do rounds of both cost or bring the same kind of thing? A mark is a life."""
    units = {unit_of(one), unit_of(other)}
    return len(units) == 1 or units <= _LOSSES


def _signed(histogram: Histogram, sign: int) -> Histogram:
    return {sign * value: times for value, times in histogram.items()}


def _mean(histogram: Histogram) -> Estimate:
    n = sum(histogram.values())
    total = sum(value * times for value, times in histogram.items())
    return mean_of(total, sum(v * v * times for v, times in histogram.items()), n)


# ------------------------------------------------------------------------------------- of matches


def _of_matches(
    study: Study,
    policies: Sequence[str],
    variant: Variant,
    counts: MatchCounts,
    other: MatchCounts | None,
) -> Report:
    ruleset, n = variant.ruleset, counts.games
    sign = sign_of(ruleset)
    rounds = PLACES["rounds"]
    ends = {end.value: counts.sums[PLACES[f"end:{end}"]] for end in RoundEnd}
    shares = {
        end.value: _share(_ratio(counts, PLACES[f"end:{end}"], rounds), counts.sums[rounds])
        for end in RoundEnd
    }
    seats = []
    for seat, name in enumerate(policies):
        amount = _ratio(counts, place_of("amount", seat), place_of("taken", seat))
        seats.append(SeatFigures(seat, name, amount.scaled(sign), _win(counts, seat)))
    return Report(
        rules=ruleset.id,
        n=n,
        seed=study.seed,
        players=len(policies),
        policies=tuple(policies),
        unit=str(unit_of(ruleset)),
        seats=tuple(seats),
        turns_per_round=_ratio(counts, PLACES["turns"], rounds),
        ends=_ends(ruleset, ends, shares),
        quality=Quality(
            seat_spread=_spread(counts, len(policies)),
            failed_knocks=_per_round(counts, "failed", "knocks"),
            with_31=_per_round(counts, "shown", "rounds"),
            nobody=_per_round(counts, "idle", "rounds"),
            lead_changes=_mean_at(counts, PLACES["leads"]),
            no_winner=wilson(counts.sums[PLACES["unwon"]], n),
        ),
        rounds_per_match=_mean_at(counts, rounds),
        method="matches",
        difference=None
        if other is None
        else _paired_matches(study, policies, variant, counts, other),
    )


def _mean_at(counts: MatchCounts, place: int) -> Estimate:
    return mean_of(counts.sums[place], counts.products[place][place], counts.games)


def _ratio(counts: MatchCounts, top: int, bottom: int) -> Estimate:
    """A figure per round: the rounds of a match belong together, so matches are what is counted."""
    sums, products = counts.sums, counts.products
    return ratio_of(
        sums[top],
        sums[bottom],
        products[top][top],
        products[bottom][bottom],
        products[top][bottom],
        counts.games,
    )


def _per_round(counts: MatchCounts, top: str, bottom: str) -> Estimate:
    ratio = _ratio(counts, PLACES[top], PLACES[bottom])
    return _share(ratio, counts.sums[PLACES[bottom]])


def _share(ratio: Estimate, n: int) -> Estimate:
    """A ratio that is a probability, so that its interval stays between 0 and 1."""
    if not ratio.low < ratio.mean < ratio.high < float("inf"):
        return wilson(ratio.mean * n, n)
    half = ratio.half_width / 1.959963984540054
    return chance(ratio.mean, half * half, n)


def _win(counts: MatchCounts, seat: int) -> Estimate:
    place = place_of("win", seat)
    total, squares, n = counts.sums[place], counts.products[place][place], counts.games
    if squares == WHOLE_WIN * total:  # never shared
        return wilson(total // WHOLE_WIN, n)
    variance = (n * squares - total * total) / (n * n * max(1, n - 1)) / WHOLE_WIN**2
    return chance(total / n / WHOLE_WIN, variance, n)


def _spread(counts: MatchCounts, players: int) -> Estimate:
    """The chance of the seat that wins most minus that of the one that wins least."""
    wins = [place_of("win", seat) for seat in range(players)]
    most = max(wins, key=counts.sums.__getitem__)
    least = min(wins, key=counts.sums.__getitem__)
    total = counts.sums[most] - counts.sums[least]
    squares = counts.products[most][most] + counts.products[least][least]
    squares -= 2 * counts.products[most][least]
    return mean_of(total, squares, counts.games).scaled(1 / WHOLE_WIN)


def _paired_matches(
    study: Study,
    policies: Sequence[str],
    variant: Variant,
    counts: MatchCounts,
    other: MatchCounts,
) -> Difference:
    assert variant.against is not None
    first = study.variants[variant.against].ruleset
    sign = sign_of(first)
    alike = comparable(variant.ruleset, first)
    rounds = PLACES["rounds"]
    seats = []
    for seat in range(len(policies)):
        ratio = (place_of("amount", seat), place_of("taken", seat))
        per_round = _ratios_apart(counts, other, *ratio).scaled(sign) if alike else None
        win = _means_apart(counts, other, place_of("win", seat)).scaled(1 / WHOLE_WIN)
        seats.append(SeatDifference(seat, per_round, win))
    return Difference(
        first.id,
        tuple(seats),
        _ratios_apart(counts, other, PLACES["turns"], rounds),
        _means_apart(counts, other, rounds),
    )


def _means_apart(this: MatchCounts, other: MatchCounts, place: int) -> Estimate:
    """The mean of a figure here minus there, match by match."""
    assert this.crossed is not None
    squares = this.products[place][place] + other.products[place][place]
    squares -= 2 * this.crossed[place][place]
    return mean_of(this.sums[place] - other.sums[place], squares, this.games)


def _ratios_apart(this: MatchCounts, other: MatchCounts, top: int, bottom: int) -> Estimate:
    """A ratio here minus there, by the delta method on the four sums of the same matches."""
    assert this.crossed is not None
    n, cross = this.games, this.crossed
    if n < 2 or not this.sums[bottom] or not other.sums[bottom]:
        return Estimate(0.0, float("-inf"), float("inf"), n)
    a, b = (counts.sums[top] / counts.sums[bottom] for counts in (this, other))

    def within(counts: MatchCounts, ratio: float) -> float:
        products = counts.products
        squares = products[top][top] - 2 * ratio * products[top][bottom]
        return (squares + ratio * ratio * products[bottom][bottom]) / counts.sums[bottom] ** 2

    both = cross[top][top] - b * cross[top][bottom] - a * cross[bottom][top]
    both = (both + a * b * cross[bottom][bottom]) / this.sums[bottom] / other.sums[bottom]
    variance = (within(this, a) + within(other, b) - 2 * both) * n / (n - 1)
    return normal(a - b, variance, n)
