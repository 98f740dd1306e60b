"""The bank form between two deals: who really gets what, and who holds the bank next."""

from collections.abc import Sequence

from thirtyone.play.actions import Seat
from thirtyone.play.deal import next_seat
from thirtyone.play.settlement import Settlement
from thirtyone.rules.model import BankChanges, BankForm, Ruleset


def pay_out(ruleset: Ruleset, done: Settlement, purses: Sequence[int]) -> tuple[int, ...]:
    """What every seat of the round gets or pays, with no more than is there.

    First the losers pay the bank. Then the bank pays the winners in the order of play while it has
    tokens; no source says what a bank that runs short owes, so the rest is not paid.
    """
    assert done.bank is not None
    bank = Seat(done.bank)
    due = {change.seat: change.amount for change in done.changes if change.seat != bank}
    moved = [
        -min(-due.get(seat, 0), had) if due.get(seat, 0) < 0 else 0
        for seat, had in enumerate(purses)
    ]
    left = purses[bank] - sum(moved)
    seat = next_seat(bank, len(purses), ruleset)
    while seat != bank:
        if due.get(seat, 0) > 0:
            moved[seat] = min(due[seat], left)
            left -= moved[seat]
        seat = next_seat(seat, len(purses), ruleset)
    moved[bank] = left - purses[bank]
    return tuple(moved)


def move_bank(
    ruleset: Ruleset,
    done: Settlement,
    seats: Sequence[int],
    banker: int,
    tokens: Sequence[int],
) -> int:
    """Who holds the bank next, among the seats that are still in.

    ``on-bust``: the next player in the order of play, when the bank went above 31 or has left.
    ``offer-to-richest``: whoever has more than the bank takes it, the richest first.
    """
    assert isinstance(ruleset.form, BankForm)
    assert done.bank is not None
    rules = ruleset.form.bank
    all_seats = len(tokens)
    after: list[int] = []
    seat = next_seat(Seat(banker), all_seats, ruleset)
    while seat != banker:
        if seat in seats:
            after.append(seat)
        seat = next_seat(seat, all_seats, ruleset)
    if rules.changes is BankChanges.OFFER_TO_RICHEST:
        richest = max(after, key=lambda seat: tokens[seat])
        return richest if tokens[richest] > tokens[banker] else banker
    bust = done.scores[done.bank].order == 0
    return after[0] if bust or banker not in seats else banker
