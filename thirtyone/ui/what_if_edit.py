"""What a reader can change about a position, each change a new desk.

A change that makes no sense gives the desk back as it was.
"""

import random
from dataclasses import replace

from thirtyone.cards import Card
from thirtyone.rules import Family, Ruleset
from thirtyone.sim.positions.position import (
    MOST_LAPS,
    Position,
    hand_room,
    largest_stock,
    open_size,
    unseen,
    usual_stock,
)
from thirtyone.ui.what_if_link import STEADY, Desk, at_start, fewest, most

UP = "up"
"""The name of the open cards among the places a card can lie on."""
_LONGEST_BANK_HAND = 9


def room_at(ruleset: Ruleset, position: Position, seat: int) -> int:
    """How many cards a hand may have on this page; at the bank one more than it has."""
    if ruleset.family is not Family.BANK:
        return ruleset.hand_size
    return min(_LONGEST_BANK_HAND, max(3, len(position.hands[seat]) + 1))


def put_card(desk: Desk, ruleset: Ruleset, place: str, card: Card | None) -> Desk:
    """A card laid on a place, ``2.0`` for the first card of seat 2 or ``up.0``, or taken away."""
    where, _, number = place.partition(".")
    at = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else -1
    position = desk.position
    if where == UP:
        row, room = position.open, open_size(ruleset)
    elif where.isascii() and where.isdecimal() and int(where[:3]) < position.players:
        row, room = position.hands[int(where)], room_at(ruleset, position, int(where))
    else:
        return desk
    if not 0 <= at < room or (
        card is not None and card not in row and not is_free(desk, ruleset, card)
    ):
        return desk
    new = list(row)
    if card is None:
        del new[at : at + 1]
    elif card in new:  # a card of the same place changes places with the one that lay there
        here = new.index(card)
        if at >= len(new):
            return desk
        new[here], new[at] = new[at], new[here]
    elif at < len(new):
        new[at] = card
    else:
        new.append(card)
    return _with_row(desk, where, tuple(new))


def _with_row(desk: Desk, where: str, row: tuple[Card, ...]) -> Desk:
    position = desk.position
    if where == UP:
        return _settled(desk, open=row)
    hands = (*position.hands[: int(where)], row, *position.hands[int(where) + 1 :])
    return _settled(desk, hands=hands)


def _settled(desk: Desk, **changes: object) -> Desk:
    return replace(desk, position=replace(desk.position, **changes))  # type: ignore[arg-type]


def is_free(desk: Desk, ruleset: Ruleset, card: Card) -> bool:
    """Is the card in the pack and accounted for nowhere?"""
    return card in unseen(ruleset, desk.position)


def toggle_gone(desk: Desk, ruleset: Ruleset, card: Card) -> Desk:
    """A card that was seen go out of play, or was not after all."""
    gone = desk.position.gone
    if card in gone:
        return _settled(desk, gone=tuple(other for other in gone if other is not card))
    if not is_free(desk, ruleset, card) or largest_stock(ruleset, desk.position) < 1:
        return desk
    return _settled(desk, gone=(*gone, card))


def change_standing(desk: Desk, ruleset: Ruleset, seat: int, step: int) -> Desk:
    """A life (or point) more or less."""
    standing = list(desk.position.standing)
    if not 0 <= seat < len(standing):
        return desk
    standing[seat] = max(fewest(ruleset), min(most(ruleset), standing[seat] + step))
    return _settled(desk, standing=tuple(standing))


def change_policy(desk: Desk, seat: int, policy: str) -> Desk:
    """Another player at a seat."""
    if not 0 <= seat < len(desk.policies):
        return desk
    policies = (*desk.policies[:seat], policy, *desk.policies[seat + 1 :])
    return replace(desk, policies=policies)


def change_dealer(desk: Desk, ruleset: Ruleset, seat: int) -> Desk:
    """Another dealer, or bank."""
    lowest = 1 if ruleset.family is Family.BANK else 0
    if not lowest <= seat < desk.position.players:
        return desk
    return _possible(_settled(desk, dealer=seat))


def change_knocker(desk: Desk, seat: int) -> Desk:
    """Who has knocked; seat 0 stands for nobody."""
    if not 0 <= seat < desk.position.players:
        return desk
    lap = desk.position.lap
    changed = _settled(desk, knocker=seat or None)
    # A player who comes later in the lap can only have knocked in the lap before.
    if seat and desk.position.players - seat > desk.position.turns:
        changed = _settled(changed, lap=lap + 1)
    return changed


def change_lap(desk: Desk, step: int) -> Desk:
    """An earlier or later turn of one's own."""
    lap = max(1, min(MOST_LAPS, desk.position.lap + step))
    return _possible(_settled(desk, lap=lap))


def change_passes(desk: Desk, step: int) -> Desk:
    """How many have passed just before."""
    position = desk.position
    top = min(position.turns, position.players - 1)
    return _settled(desk, passes=max(0, min(top, position.passes + step)))


def change_stock(desk: Desk, ruleset: Ruleset, step: int) -> Desk:
    """A card more or less in the stock; back at the usual number it follows the laps again."""
    position = desk.position
    usual = usual_stock(ruleset, position)
    now = usual if position.stock is None else position.stock
    stock = max(0, min(largest_stock(ruleset, position), now + step))
    return _settled(desk, stock=None if stock == usual else stock)


def with_stock(desk: Desk, stock: int) -> Desk:
    """So many cards in the stock."""
    return _settled(desk, stock=stock)


def change_seats(desk: Desk, ruleset: Ruleset, step: int) -> Desk:
    """One more player before the dealer, or one fewer."""
    position = desk.position
    n = position.players
    if not 2 <= n + step <= ruleset.players.high or step not in {1, -1}:
        return desk
    at = n - 1 if step > 0 else max(1, n - 2)
    hands, standing = list(position.hands), list(position.standing)
    policies = list(desk.policies)
    dealer = position.dealer % n
    knocker = position.knocker
    if step > 0:
        hands.insert(at, ())
        standing.insert(at, at_start(ruleset))
        policies.insert(at, STEADY)
        dealer += dealer >= at
        knocker = knocker + 1 if knocker is not None and knocker >= at else knocker
    else:
        del hands[at], standing[at], policies[at]
        dealer = n - 2 if dealer == at else dealer - (dealer > at)
        knocker = None if knocker == at else knocker - 1 if (knocker or 0) > at else knocker  # type: ignore[operator]
    changed = replace(
        desk,
        position=replace(
            position,
            hands=tuple(hands),
            standing=tuple(standing),
            dealer=dealer,
            knocker=knocker,
            stock=None,
        ),
        policies=tuple(policies),
    )
    if largest_stock(ruleset, changed.position) < 1:
        return desk
    return _possible(changed)


def fill(desk: Desk, ruleset: Ruleset, rng: random.Random) -> Desk:
    """Every hidden card of a hand, and open cards that are not known, by chance."""
    left = list(unseen(ruleset, desk.position))
    rng.shuffle(left)
    position = desk.position
    shown = (*position.open, *(left.pop() for _ in range(open_size(ruleset) - len(position.open))))
    hands = [
        (*hand, *(left.pop() for _ in range(hand_room(ruleset, position, seat))))
        for seat, hand in enumerate(position.hands)
    ]
    return _settled(desk, hands=tuple(hands), open=shown)


def forget(desk: Desk) -> Desk:
    """The others' cards and the cards out of play are unknown again."""
    position = desk.position
    return _settled(desk, hands=(position.hands[0], *((),) * (position.players - 1)), gone=())


def is_known(desk: Desk) -> bool:
    """Is there anything to forget?"""
    return any(desk.position.hands[1:]) or bool(desk.position.gone)


def _possible(desk: Desk) -> Desk:
    """A knock or passes that came too early for the lap are taken back."""
    position = desk.position
    if position.knocker is not None and position.players - position.knocker > position.turns:
        desk = _settled(desk, knocker=None)
    top = min(position.turns, position.players - 1)
    return _settled(desk, passes=min(position.passes, top)) if position.passes > top else desk


def moved(desk: Desk, ruleset: Ruleset) -> Desk:
    """The desk with what the ruleset cannot have put right: lives, and a bank that may not move."""
    low, high = fewest(ruleset), most(ruleset)
    standing = tuple(max(low, min(high, own)) for own in desk.position.standing)
    return desk if standing == desk.position.standing else _settled(desk, standing=standing)
