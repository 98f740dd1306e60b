"""Everything random about a round, fixed before it starts.

A round is a pure function of ruleset, deal and actions, so the deal holds the order of the whole
pack and of any shuffle to come. Cards go one at a time from the dealer's left, the dealer last.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thirtyone.cards import Card, pack
from thirtyone.errors import HandError, UsageError
from thirtyone.play.actions import Seat
from thirtyone.play.seeded import game_key, reshuffle_key, seeded_order
from thirtyone.rules.model import BankForm, Direction, DrawForm, Ruleset


@dataclass(frozen=True, slots=True)
class Deal:
    """Who plays a round, who deals, and in which order all cards come."""

    seats: tuple[int, ...]
    """The seats of the match that take part, clockwise. The round itself counts them from 0."""
    dealer: Seat
    """The dealer's seat in the round; in the bank form the bank."""
    cards: tuple[Card, ...]
    """The shuffled pack, the first card first: hands, then the open card or cards, then stock."""
    reshuffles: tuple[tuple[Card, ...], ...] = ()
    """Orders of the pack: when cards are shuffled again, they come as in the next of these.

    Mostly empty: then the order of the pack itself is the seed of a shuffle."""
    tokens: tuple[int, ...] = ()
    """What each seat holds and may stake, in the bank form; empty stands for the start."""
    key: int | None = None
    """The key of a seeded deal, from which its reshuffles follow too."""

    @property
    def players(self) -> int:
        """How many take part."""
        return len(self.seats)

    def reshuffled(self, cards: Sequence[Card], times: int) -> tuple[Card, ...]:
        """These cards in the order of the shuffle after ``times`` earlier ones."""
        if times < len(self.reshuffles):
            place = {card: at for at, card in enumerate(self.reshuffles[times])}
            return tuple(sorted(cards, key=lambda card: place[card]))
        if self.key is not None:
            return seeded_order(reshuffle_key(self.key, times + 1), cards)
        # `random()` is the one method whose sequence Python promises to keep.
        rng = random.Random(f"{times} {' '.join(map(str, self.cards))}")
        keys = {card: rng.random() for card in self.cards}
        return tuple(sorted(cards, key=lambda card: keys[card]))


def full_pack(ruleset: Ruleset, players: int) -> tuple[Card, ...]:
    """All cards of a round: one pack, or two where the bank form is played by many."""
    cards = pack(ruleset.deck_size)
    form = ruleset.form
    two = isinstance(form, BankForm) and players > form.bank.two_packs_above
    return cards * 2 if two else cards


def shuffled_deal(
    ruleset: Ruleset,
    players: int | Sequence[int],
    rng: random.Random,
    *,
    dealer: int = -1,
    tokens: Sequence[int] = (),
) -> Deal:
    """A deal by chance for so many players, or for these seats of a match.

    ``dealer`` counts among them; the last one deals if none is named, so that seat 0 begins.
    """
    seats = tuple(range(players)) if isinstance(players, int) else tuple(players)
    cards = list(full_pack(ruleset, len(seats)))
    rng.shuffle(cards)
    return Deal(seats, Seat(dealer % len(seats)), tuple(cards), tokens=tuple(tokens))


def seeded_deal(
    ruleset: Ruleset,
    players: int | Sequence[int],
    seed: int,
    game: int,
    *,
    dealer: int | None = None,
    tokens: Sequence[int] = (),
) -> Deal:
    """The deal of one game of a seed, the same on every machine: see :mod:`.seeded`.

    The first player gets the first cards as a hand, the next one the following cards and so on,
    the dealer last; then come the open cards and the stock. Without a ``dealer`` seat 0 begins.
    """
    seats = tuple(range(players)) if isinstance(players, int) else tuple(players)
    count = len(seats)
    key = game_key(seed, game)
    order = seeded_order(key, full_pack(ruleset, count))
    size = 1 if isinstance(ruleset.form, BankForm) else ruleset.hand_size
    dealt = [order[size * place + round_] for round_ in range(size) for place in range(count)]
    if dealer is None:  # the turn goes back to seat 0 from here
        dealer = next(s for s in range(count) if next_seat(Seat(s), count, ruleset) == 0)
    cards = (*dealt, *order[size * count :])
    return Deal(seats, Seat(dealer % count), cards, tokens=tuple(tokens), key=key)


def arranged_deal(
    ruleset: Ruleset,
    hands: Sequence[Sequence[Card]],
    rest: Sequence[Card] = (),
    *,
    dealer: int = -1,
    seats: Sequence[int] = (),
    reshuffles: Sequence[Sequence[Card]] = (),
    tokens: Sequence[int] = (),
) -> Deal:
    """The deal that gives these hands, with the cards of ``rest`` next.

    ``rest`` is the open card or cards and then the stock; cards that are not named follow in the
    order of the pack. HandError if a card is dealt twice or is not in the pack.
    """
    players = len(hands)
    left = list(full_pack(ruleset, players))
    named = [card for hand in hands for card in hand] + list(rest)
    for card in named:
        if card not in left:
            raise _unavailable(ruleset, players, card, hands)
        left.remove(card)
    first = _first(Seat(dealer % players), players, ruleset)
    order = [hands[seat] for seat in _around(first, players, ruleset)]
    dealt = [hand[round_] for round_ in range(len(hands[0])) for hand in order]
    shuffles = []
    for known in reshuffles:
        later = [card for card in full_pack(ruleset, players) if card not in known]
        shuffles.append((*known, *later))
    return Deal(
        tuple(seats) or tuple(range(players)),
        Seat(dealer % players),
        (*dealt, *rest, *left),
        tuple(shuffles),
        tuple(tokens),
    )


def _unavailable(
    ruleset: Ruleset, players: int, card: Card, hands: Sequence[Sequence[Card]]
) -> HandError:
    if card not in full_pack(ruleset, players):
        return HandError("refuse.not_in_deck", card=card, rules=ruleset, n=ruleset.deck_size)
    if sum(card in hand for hand in hands) > 1:
        return HandError("refuse.impossible_deal", card=card)
    return HandError("refuse.card_twice", card=card)


def check_deal(ruleset: Ruleset, deal: Deal) -> None:
    """An error if the deal is none of this ruleset: players, cards or seats do not fit."""
    players = deal.players
    # The least number of players binds the start of a match only; it goes on with two.
    if not 2 <= players <= ruleset.players.high:
        raise UsageError(
            "refuse.players", rules=ruleset, n=players, low=2, high=ruleset.players.high
        )
    if not 0 <= deal.dealer < players or len(set(deal.seats)) != players:
        raise UsageError("refuse.deal_seats", n=players)
    if deal.tokens and len(deal.tokens) != players:
        raise UsageError("refuse.deal_seats", n=players)
    whole = full_pack(ruleset, players)
    for order in (deal.cards, *deal.reshuffles):
        single = len(order) == len(whole) == len(set(order))
        same = set(order) == set(whole) if single else Counter(order) == Counter(whole)
        if not same:
            raise _bad_pack(order, whole, ruleset)


def _bad_pack(order: Sequence[Card], whole: Sequence[Card], ruleset: Ruleset) -> HandError:
    left = list(whole)
    for card in order:
        if card not in left:
            known = card in whole
            reason = "refuse.card_twice" if known else "refuse.not_in_deck"
            return HandError(reason, card=card, rules=ruleset, n=ruleset.deck_size)
        left.remove(card)
    return HandError("refuse.deal_lacks", card=left[0])


# ------------------------------------------------------------------------------- round the table


def next_seat(seat: Seat, players: int, ruleset: Ruleset) -> Seat:
    """Who comes after ``seat``: clockwise, but anticlockwise in some bank games."""
    form = ruleset.form
    back = isinstance(form, BankForm) and form.bank.direction is Direction.ANTICLOCKWISE
    return Seat((seat + (-1 if back else 1)) % players)


def _first(dealer: Seat, players: int, ruleset: Ruleset) -> Seat:
    return next_seat(dealer, players, ruleset)


def _around(first: Seat, players: int, ruleset: Ruleset) -> Iterator[Seat]:
    seat = first
    for _ in range(players):
        yield seat
        seat = next_seat(seat, players, ruleset)


def dealt_hands(ruleset: Ruleset, deal: Deal, size: int) -> tuple[tuple[Card, ...], ...]:
    """The hands that ``size`` rounds of dealing give, by seat."""
    players = deal.players
    hands: list[tuple[Card, ...]] = [()] * players
    used = deal.cards[: size * players]
    for place, seat in enumerate(_around(_first(deal.dealer, players, ruleset), players, ruleset)):
        hands[seat] = used[place::players]
    return tuple(hands)


def opening(ruleset: Ruleset, deal: Deal) -> tuple[tuple[tuple[Card, ...], ...], int]:
    """The dealt hands, and how many cards of the pack are used with the open ones.

    That is the card that starts the discard pile, or the three that become the table, or the
    three that a dealer may change to. The bank form gives one card each at first.
    """
    if isinstance(ruleset.form, BankForm):
        return dealt_hands(ruleset, deal, 1), deal.players
    size = ruleset.hand_size
    shown = 1 if isinstance(ruleset.form, DrawForm) else size
    return dealt_hands(ruleset, deal, size), size * deal.players + shown
