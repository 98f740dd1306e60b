"""Rules side by side: which rulesets are compared, and hands on which they part."""

from collections.abc import Mapping
from typing import Final

from thirtyone.hands import check_playable, score_playable
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.hand_deals import deal_cards
from thirtyone.quiz.readings import ours, variants
from thirtyone.rules.model import BankForm, Ruleset
from thirtyone.sheets.sheet import Counted

_COLUMNS: Final = 4
_DISPUTED: Final = {1: 0.5, 2: 0.75, 3: 1.0}
"""So often the rulesets shall say different things, by level."""
_APART: Final = (
    "scoring.ace_across_suits",
    "scoring.ace_across_suits",
    "scoring.three_of_a_kind",
    "scoring.three_aces",
    "scoring.suited_run",
    "scoring.cap",
)
"""The rules that a hand may touch: each comes up, not only three of a kind."""
_HEADS: Final = ("scoring.", "bank.low_aces")


def columns(ruleset: Ruleset) -> tuple[tuple[Ruleset, ...], Mapping[int, str]]:
    """The ruleset and up to three others that count otherwise.

    Where nobody else plays with such hands, the others are the ruleset itself with one answer
    changed; then the mapping tells which, by the place of the column.
    """
    others: list[Ruleset] = []
    if not isinstance(ruleset.form, BankForm) and ruleset.hand_size == 3:
        known = [ruleset.form.scoring]
        for other in ours():
            form = other.form
            if isinstance(form, BankForm) or other.hand_size != 3 or form.scoring in known:
                continue
            known.append(form.scoring)
            others.append(other)
        return (ruleset, *others[: _COLUMNS - 1]), {}
    changed: dict[int, str] = {}
    for path, answers in variants(ruleset).items():
        for other in answers if path.startswith(_HEADS) else ():
            if len(others) < _COLUMNS - 1 and _counts_otherwise(ruleset, other):
                others.append(other)
                changed[len(others)] = path
    return (ruleset, *others), changed


def compared(
    chance: Chance, across: tuple[Ruleset, ...], level: int
) -> tuple[Counted, bool] | None:
    """A hand that all of them can count, and whether it is of the level."""
    wanted = chance.happens(_DISPUTED[level])
    smallest = min(across, key=lambda ruleset: ruleset.deck_size)
    bank = isinstance(smallest.form, BankForm)
    path = "bank.low_aces" if bank else chance.pick(_APART)
    cards = deal_cards(chance, smallest, 2, path) if wanted else None
    cards = cards or deal_cards(chance, smallest, 1)
    if cards is None or any(check_playable(cards, ruleset) for ruleset in across):
        return None
    row = Counted(tuple(cards), tuple(score_playable(cards, each).label for each in across))
    return row, row.disputed is wanted


def _counts_otherwise(ruleset: Ruleset, other: Ruleset) -> bool:
    """Do the two say different things of a hand that is not hard to come by?"""
    chance = Chance(f"{ruleset.id}:apart")
    for tried in range(90):
        cards = deal_cards(chance, ruleset, 2 + tried % 2)
        if cards is None or check_playable(cards, other):
            continue
        if score_playable(cards, ruleset).label != score_playable(cards, other).label:
            return True
    return False
