"""Links to what-if from other pages: with a hand, or with a moment of a round.

From a round goes only what the player whose turn it is may know.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from thirtyone.play.state import Phase
from thirtyone.play.view import SeatView
from thirtyone.rules import Family
from thirtyone.rules.link import known_id
from thirtyone.rules.model import BankForm, Direction
from thirtyone.sim.positions.position import MOST_LAPS, Position
from thirtyone.ui.what_if_link import STEADY, Desk, write_desk


def charts_href(lang: str, home: str) -> str:
    """Where the charts are that share a page with what-if."""
    return "../odds/?" + urlencode({"lang": lang, "home": home})


def what_if_href(lang: str, home: str, state: Mapping[str, str]) -> str:
    """Where the page is, relative to any other; the explorer may lie anywhere."""
    query = {"view": "what-if", "lang": lang, "home": home, **state}
    return "../odds/?" + urlencode({key: text for key, text in query.items() if text})


def moment_href(view: SeatView, standing: Sequence[int], lang: str) -> str:
    """The moment that a player sees, for whoever's turn it is; empty if what-if has no such moment.

    ``standing`` is what everybody has to lose, by seat of the round.
    """
    home = known_id(view.ruleset.id)
    desk = desk_of(view, standing)
    if home is None or desk is None:
        return ""
    return what_if_href(lang, home, write_desk(desk, view.ruleset) or {"hand": _hand(desk)})


def _hand(desk: Desk) -> str:
    return ".".join(map(str, desk.position.hands[0]))


def desk_of(view: SeatView, standing: Sequence[int]) -> Desk | None:
    """The position of a player whose turn begins; None in the middle of a turn and before it."""
    lap = view.turns // view.players + 1
    if view.seat != view.turn or view.phase is not Phase.TURN or lap > MOST_LAPS:
        return None
    form = view.ruleset.form
    back = isinstance(form, BankForm) and form.bank.direction is Direction.ANTICLOCKWISE
    order = [(view.seat + (-n if back else n)) % view.players for n in range(view.players)]
    bank = view.ruleset.family is Family.BANK
    if bank and not all(view.stakes[seat] for seat in order if seat != view.dealer):
        return None  # somebody stays out, which a position does not know
    draw = view.ruleset.family is Family.DRAW
    return Desk(
        Position(
            hands=(view.hand, *(view.known[seat] for seat in order[1:])),
            standing=tuple(standing[seat] for seat in order),
            open=view.discards[-1:] if draw else view.table,
            dealer=order.index(view.dealer),
            lap=1 if bank else lap,
            gone=view.discards[:-1] if draw else view.aside,
            stock=None if bank else view.stock_count,
            knocker=None if view.knocker is None else order.index(view.knocker),
            passes=view.passes,
        ),
        (STEADY,) * view.players,
    )
