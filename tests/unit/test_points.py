import pytest

from thirtyone.points import HalfPoints, decimal, half_points


@pytest.mark.parametrize(
    ("points", "halves", "text"), [(31, 62, "31"), (30.5, 61, "30.5"), (0, 0, "0")]
)
def test_points_are_counted_in_halves(points, halves, text):
    assert halves == half_points(points)
    assert text == decimal(HalfPoints(halves))


def test_a_quarter_point_is_no_score():
    with pytest.raises(ValueError, match=r"30\.25"):
        half_points(30.25)
