"""Points of a hand, counted in halves so that 30½ is exact.

A float would do the sums too, but 30.5 invites ``score > 30.5`` where 31 was meant. So every score
is a whole number of half points: 31 is 62, 30½ is 61.
"""

from typing import NewType

HalfPoints = NewType("HalfPoints", int)


def half_points(points: float) -> HalfPoints:
    """The half points of a number of points.

    >>> half_points(30.5)
    61
    """
    halves = round(points * 2)
    if halves != points * 2:
        raise ValueError(f"{points} is not a whole number of half points")
    return HalfPoints(halves)


def decimal(points: HalfPoints) -> str:
    """Decimal text that is the same in every language, as files and JSON want it.

    >>> decimal(HalfPoints(61)), decimal(HalfPoints(62))
    ('30.5', '31')
    """
    whole, half = divmod(points, 2)
    return f"{whole}.5" if half else str(whole)
