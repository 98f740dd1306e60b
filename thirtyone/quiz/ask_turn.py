"""Should he knock: knock, draw or take the open card."""

from thirtyone.quiz.question import Option, Slip
from thirtyone.quiz.turn import DRAW_ONE, KNOCK_NOW, TAKE_IT, Turn

VALUES = (KNOCK_NOW, DRAW_ONE, TAKE_IT)


def ask_turn(case: Turn) -> tuple[tuple[Option, ...], int, tuple[str, ...]] | None:
    """The three things to do, which of them is right; None where it is not clear."""
    right = case.best()
    if right is None:
        return None
    options = tuple(
        Option(value, slip=None if value == right else _slip(case, value, right))
        for value in VALUES
    )
    paths = ("settlement.tie_with_knocker", "settlement.lone_low_knocker")
    ends = ("instant.in_play", "instant.payers")
    return options, VALUES.index(right), ends if case.ends_with_open else paths


def _slip(case: Turn, value: str, right: str) -> Slip:
    if case.ends_with_open:
        return Slip.LEFT_LYING
    if value == KNOCK_NOW:
        return Slip.TOO_RISKY
    if right == KNOCK_NOW:
        return Slip.TOO_LATE
    return Slip.OPEN_CARD if value == TAKE_IT else Slip.LEFT_LYING
