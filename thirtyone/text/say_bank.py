"""The settlement of the bank form, said in words: each player against the bank."""

from collections.abc import Iterator, Sequence
from typing import Final

from thirtyone.hands import HandScore
from thirtyone.play.settlement import Change, Settlement
from thirtyone.text.translator import Translator

_LIMIT: Final = 62
"""31 in half points; a natural has a higher order, a bust hand more points."""


def say_bank(done: Settlement, names: Sequence[str], tr: Translator) -> Iterator[str]:
    """One sentence for every player who staked something."""
    assert done.bank is not None
    bank = done.scores[done.bank]
    told = False
    for change in done.changes:
        if change.seat != done.bank:
            told = True
            yield _against_bank(change, done.scores[change.seat], bank, names[change.seat], tr)
    if not told:
        yield tr("settle.nobody_pays")


def _against_bank(
    change: Change, score: HandScore, bank: HandScore, name: str, tr: Translator
) -> str:
    assert score.points is not None
    assert bank.points is not None
    n, points, bank_points = abs(change.amount), tr.points(score.points), tr.points(bank.points)
    if score.points > _LIMIT:
        return tr.plural("settle.player_over", n, player=name, points=points)
    if change.because == "bank.tie":
        return tr.plural("settle.bank_tie", n, player=name)
    if score.order > _LIMIT:
        return tr.plural("settle.player_natural", n, player=name)
    if bank.order > _LIMIT:
        return tr.plural("settle.bank_natural", n, player=name)
    if bank.points > _LIMIT:
        return tr.plural("settle.bank_over", n, player=name, bank=bank_points)
    key = "settle.bank_pays" if change.amount > 0 else "settle.bank_wins"
    return tr.plural(key, n, player=name, points=points, bank=bank_points)
