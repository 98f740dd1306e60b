"""Figures with their uncertainty: means and shares, differences, and the report on a ruleset.

Every figure that comes from chance is an :class:`Estimate`, a mean with a 95 % interval. The
report is data; sentences, tables and charts are made of it elsewhere.

>>> share = wilson(0, 100)
>>> round(share.mean, 3), round(share.low, 3), round(share.high, 3)
(0.0, 0.0, 0.037)
"""

from dataclasses import dataclass
from math import exp, inf, isfinite, log, sqrt
from typing import Final

Z95: Final = 1.959963984540054
"""A normal variable stays within ± so many standard deviations with 95 %."""


_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float
    n: int
    """How many independent observations it rests on; 0 where it is exact."""

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_zero(self) -> bool:
        """Does the interval include 0, so that the sign is open? Rounding of floats is not a sign."""
        return self.low <= _ROUNDING and self.high >= -_ROUNDING

    def scaled(self, factor: float) -> "Estimate":
        """The same figure in another unit; a negative factor turns the interval round."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Estimate(self.mean * factor, low, high, self.n)

    def as_json(self) -> dict[str, float]:
        """``mean``, ``low``, ``high``, as the command line prints them."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


def exact(value: float) -> Estimate:
    """A figure without uncertainty."""
    return Estimate(value, value, value, 0)


def wilson(hits: float, n: int) -> Estimate:
    """A share of ``n`` independent yes-or-no observations, by the score interval of Wilson (1927).

    It is right at 0 and at ``n`` too: never an interval of length 0, never below 0 or above 1.
    Without any observation everything is possible.
    """
    if n == 0:
        return Estimate(0.0, 0.0, 1.0, 0)
    share = hits / n
    square = Z95 * Z95
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = Z95 / (1 + square / n) * sqrt(share * (1 - share) / n + square / (4 * n * n))
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    high = 1.0 if hits == n else min(1.0, centre + half)
    return Estimate(share, min(low, share), max(high, share), n)


def normal(mean: float, variance: float, n: int) -> Estimate:
    """A mean whose own variance is known, with the normal interval."""
    half = Z95 * sqrt(max(0.0, variance))
    return Estimate(mean, mean - half, mean + half, n)


def chance(mean: float, variance: float, n: int) -> Estimate:
    """A probability that was worked out of estimates, with the interval on the scale of log odds.

    So it stays between 0 and 1. ``n`` is the number of observations behind it: with none of
    variance (0, 1, or nothing seen to vary) the interval is as wide as Wilson's.
    """
    spread = mean * (1 - mean)
    if variance <= 0 or spread <= 0:
        mean = min(1.0, max(0.0, mean))
        return wilson(mean * n, n)
    half = Z95 * sqrt(variance) / spread
    if half > 30:
        return Estimate(mean, 0.0, 1.0, n)
    odds = mean / (1 - mean)
    low, high = odds * exp(-half), odds * exp(half)
    return Estimate(mean, low / (1 + low), high / (1 + high), n)


def mean_of(total: int, squares: int, n: int) -> Estimate:
    """The mean of ``n`` observations from their sum and the sum of their squares, by Student's t.

    The sums are whole numbers, so the figure does not depend on the order of adding.
    """
    if n == 0:
        return Estimate(0.0, -inf, inf, 0)
    mean = total / n
    if n == 1:
        return Estimate(mean, -inf, inf, 1)
    # n·Σx² − (Σx)² is exact in whole numbers; as a difference of floats it would lose digits.
    variance = (n * squares - total * total) / (n * (n - 1))
    half = student_t(n - 1) * sqrt(variance / n)
    return Estimate(mean, mean - half, mean + half, n)


def ratio_of(
    top: int, bottom: int, top_squares: int, bottom_squares: int, products: int, n: int
) -> Estimate:
    """Σx / Σy over ``n`` pairs, by the delta method: turns a player, lost lives a knock."""
    if bottom == 0:
        return Estimate(0.0, -inf, inf, n)
    ratio = top / bottom
    if n < 2:
        return Estimate(ratio, -inf, inf, n)
    squares = top_squares - 2 * ratio * products + ratio * ratio * bottom_squares
    return normal(ratio, squares / bottom / bottom * n / (n - 1), n)


_T: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004)


def student_t(freedom: int) -> float:
    """The two-sided 95 % point of Student's t, to four digits.

    >>> round(student_t(10), 3), round(student_t(100), 3)
    (2.228, 1.984)
    """
    if freedom <= len(_T):
        return _T[freedom - 1]
    z, v = Z95, float(freedom)  # the expansion of Fisher and Cornish (1960)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def mean_within(counts: dict[int, int], low: int, high: int) -> Estimate:
    """The mean of observations that lie between two bounds, from how often each value was seen.

    The interval holds every mean whose best explanation of the counts is less than exp(1.92) times
    worse than the best of all: the likelihood interval (Owen 1988), with the bounds as possible
    values too. So it is right where nearly all observations are alike, has a length where all are
    (a life that was never lost in ten rounds may be lost in the next), and is the normal interval
    where there are many.
    """
    n = sum(counts.values())
    if n == 0:
        return Estimate(0.0, float(low), float(high), 0)
    total = sum(value * times for value, times in counts.items())
    mean = total / n
    if low == high:
        return Estimate(mean, mean, mean, n)
    squares = sum(value * value * times for value, times in counts.items())
    spread = (n * squares - total * total) / (n * n)
    if n * spread > 100 * max(mean - low, high - mean) ** 2:
        return mean_of(total, squares, n)
    seen = [(float(value), times) for value, times in sorted(counts.items()) if times]
    return Estimate(mean, _edge(seen, mean, low), _edge(seen, mean, high), n)


def _edge(seen: list[tuple[float, int]], mean: float, bound: int) -> float:
    """The end of the likelihood interval between the mean and a bound."""
    near, far = mean, float(bound)
    if near == far:
        return far
    limit = Z95 * Z95
    for _ in range(40):
        middle = (near + far) / 2
        if _worse(seen, middle, float(bound)) < limit:
            near = middle
        else:
            far = middle
    return (near + far) / 2


def _worse(seen: list[tuple[float, int]], mean: float, bound: float) -> float:
    """Twice the log of how much worse a mean explains what was seen; the bound may have weight.

    Weights w = c / (n (1 + λ (v − mean))) make the best explanation; λ is where the weighted
    deviations vanish, or, if weight on the unseen bound is better still, where that begins.
    """
    gaps = [(value - mean, times) for value, times in seen]
    beyond = bound - mean
    # 1 + λ·gap must stay positive for all values seen, and not below 0 at the bound.
    smallest, largest = gaps[0][0], gaps[-1][0]
    if beyond == 0:
        return inf
    if beyond < 0:  # looking down: λ > 0 gives more weight to low values
        most = -1 / beyond
        if smallest < 0:
            most = min(most, -1 / smallest)
        low, high = 0.0, most
    else:
        most = -1 / beyond
        if largest > 0:
            most = max(most, -1 / largest)
        low, high = most, 0.0
    for _ in range(40):
        pull = (low + high) / 2
        slope = sum(times * gap / (1 + pull * gap) for gap, times in gaps)
        if slope > 0:
            low = pull
        else:
            high = pull
    pull = (low + high) / 2
    terms = [(1 + pull * gap, times) for gap, times in gaps]
    if any(term <= 0 for term, _ in terms):
        return inf
    worse = 2 * sum(times * log(term) for term, times in terms)
    return worse if isfinite(worse) else inf


# ------------------------------------------------------------------------------------- the report


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What one seat may expect."""

    seat: int
    policy: str
    per_round: Estimate
    """In the unit of the report: lives or marks lost; points or tokens won."""
    win: Estimate | None = None
    """Chance to win the match; a shared win counts as its part. None without matches."""


@dataclass(frozen=True, slots=True)
class SeatDifference:
    """The same figures, this ruleset minus the first, on the same deals."""

    seat: int
    per_round: Estimate | None
    """None where the two are played for different things: lives against points."""
    win: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Survival:
    """How a match thins out: entry ``r`` is after ``r`` rounds, 0 the start."""

    alive: tuple[tuple[float, ...], ...]
    """``alive[r][seat]``: probability to be still in; whoever has won stays in."""
    lives: tuple[tuple[float, ...], ...]
    """``lives[r][seat]``: mean lives left, 0 for those who are out."""
    over: tuple[float, ...]
    """``over[r]``: probability that the match is over."""
    n: int
    """The rounds (or matches) behind it."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What makes a game lively or fair, by ruleset."""

    seat_spread: Estimate | None
    """Highest minus lowest chance to win of a seat: 0 would be perfectly fair. None without
    matches."""
    failed_knocks: Estimate
    """Of the knocks, the share after which the knocker pays."""
    with_31: Estimate
    """Share of rounds in which somebody shows a hand that can end the round."""
    nobody: Estimate
    """Share of rounds in which nobody loses or wins anything."""
    lead_changes: Estimate | None = None
    """Per match: how often somebody comes to lead alone who was not the last to do so."""
    no_winner: Estimate | None = None
    """Share of matches that end without a winner."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Paired differences: this ruleset minus the first one, both on the same deals."""

    first: str
    seats: tuple[SeatDifference, ...]
    turns_per_round: Estimate | None = None
    rounds_per_match: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about one ruleset at one table."""

    rules: str
    """The ruleset's id."""
    n: int
    """Rounds simulated, or matches where these were played out."""
    seed: int
    players: int
    policies: tuple[str, ...]
    """By seat."""
    unit: str
    """``life``, ``mark``, ``point`` or ``token``: what a round is about."""
    seats: tuple[SeatFigures, ...]
    turns_per_round: Estimate
    ends: dict[str, Estimate]
    """By the name of the end: its share of the rounds."""
    quality: Quality
    rounds_per_match: Estimate | None = None
    method: str = "rounds"
    """``rounds``: no matches; ``chain``: matches worked out of rounds; ``matches``: played out."""
    survival: Survival | None = None
    difference: Difference | None = None
