"""One more card in the draw form: blind from the stock, or the one that lies open."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from thirtyone.cards import Card
from thirtyone.odds.known import Known
from thirtyone.odds.spread import Spread
from thirtyone.play.worth import worth_of
from thirtyone.rules.model import DrawForm


@dataclass(frozen=True, slots=True)
class Drawing:
    """A blind card: each unseen card is as likely as the others."""

    best: Spread
    """If the best hand is kept; the drawn card may be thrown."""
    throws: Mapping[Card, Spread]
    """If this card of the hand is thrown for whatever comes."""


@dataclass(frozen=True, slots=True)
class Taking:
    """The open card taken: what each throw leaves."""

    card: Card
    orders: Mapping[Card, int]
    """By card thrown; the taken card is among them where it may be thrown back."""
    throw: Card
    """The throw that leaves the best hand; of equal ones that of the lowest card."""

    @property
    def order(self) -> int:
        """The order of the best hand."""
        return self.orders[self.throw]


def drawing(known: Known) -> Drawing:
    """What a blind card brings."""
    worth, hand = worth_of(known.ruleset), known.hand
    now = worth.order(hand)
    rows = {
        thrown: [worth.order((*_without(hand, thrown), card)) for card in known.unseen]
        for thrown in hand
    }
    best = map(max, [now] * len(known.unseen), *rows.values())
    return Drawing(_spread(best), {card: _spread(row) for card, row in rows.items()})


def taking(known: Known) -> Taking | None:
    """What the open card brings; None if none is known."""
    if not known.up:
        return None
    form = known.ruleset.form
    assert isinstance(form, DrawForm)
    worth, hand, card = worth_of(known.ruleset), known.hand, known.up[0]
    orders = {thrown: worth.order((*_without(hand, thrown), card)) for thrown in hand}
    if form.turn.throw_back:
        orders[card] = worth.order(hand)
    throw = max(orders, key=lambda thrown: (orders[thrown], -thrown.number))
    return Taking(card, orders, throw)


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple([other for other in hand if other is not card])


def _spread(orders: Iterable[int]) -> Spread:
    return Spread(dict(sorted(Counter(orders).items())))
