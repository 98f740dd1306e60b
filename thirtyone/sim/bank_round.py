"""One round of the bank form as a walk through numbered hands.

Suits do not matter at the bank, so a card is one of eleven kinds and a hand a number of
:class:`BankHands`. Positions are in order of play and the bank is the last one, whichever way the
turn goes round. In a seeded deal of ``n`` players position ``p`` is seat ``p``; where the turn goes
anticlockwise it is seat ``−p`` modulo ``n``, since seat 0 acts first there too.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final as Constant
from typing import TypeAlias

from thirtyone.cards import Card, Rank
from thirtyone.hands import score_playable
from thirtyone.play.actions import FOLD, HIT, STAND, Action, Stake
from thirtyone.play.deal import full_pack
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.seeded import game_key
from thirtyone.policies import KnocksAt
from thirtyone.rules.model import BankForm, Ruleset
from thirtyone.sim.finals import ENDS, Final
from thirtyone.sim.seeded_places import seeded_places

BANK_END: Constant = ENDS.index(RoundEnd.BANK)
BUST: Constant = 0
"""The number of every hand above 31."""
NO_CARDS: Constant = 1
"""The number of the hand before the first card."""
KINDS: Constant = tuple(
    Card(letter + "C") for letter in ("2", "3", "4", "5", "6", "7", "8", "9", "T", "K", "A")
)
"""One card of each kind: two to nine, ten, court card, ace."""
_LIMIT: Constant = 31
_ABOVE: Constant = 255
"""Stands for the points of a hand above 31: nobody draws to it."""

_Key: TypeAlias = tuple[int, ...]


class BankHands:
    """All hands of the bank form, numbered so that hands alike in all that matters are one.

    :func:`thirtyone.hands.score_playable` says what they are worth; here they are only counted.
    """

    __slots__ = ("next", "orders", "points")

    def __init__(self, ruleset: Ruleset) -> None:
        self.next = array("H")
        """``next[hand * len(KINDS) + kind]`` is the hand with one more card."""
        self.points = bytearray()
        """The total by hand, 255 above 31."""
        self.orders = bytearray()
        """The order by hand: twice the total, one more for a natural, 0 above 31."""
        numbers: dict[_Key, int] = {(): BUST, (0,): NO_CARDS}
        examples: list[tuple[Card, ...]] = [(), ()]
        for number, cards in enumerate(examples):  # the list grows on the way
            order = score_playable(cards, ruleset).order
            bust = number == BUST
            self.points.append(_ABOVE if bust else order // 2)
            self.orders.append(0 if bust else order)
            for kind in KINDS:
                more = (*cards, kind)
                key = () if bust else _key(more, ruleset)
                if key not in numbers:
                    numbers[key] = len(examples)
                    examples.append(more)
                self.next.append(numbers[key])


def _key(cards: tuple[Card, ...], ruleset: Ruleset) -> _Key:
    """What decides about a hand and about all that may become of it."""
    order = score_playable(cards, ruleset).order
    if not order:
        return ()
    total = sum(card.points for card in cards)
    ranks = [card.rank for card in cards]
    aces = ranks.count(Rank.ACE)
    if len(cards) < 3:  # it may still become a natural
        return (len(cards), total, aces, ranks.count(Rank.KING), ranks.count(Rank.TEN))
    return (3, total, aces, order)


@lru_cache(maxsize=16)
def bank_hands(ruleset: Ruleset) -> BankHands:
    """The hands of a ruleset, remembered."""
    return BankHands(ruleset)


@lru_cache(maxsize=2)
def kinds_by_place(cards: int) -> bytes:
    """The kind of the card at each place of one pack (52) or two (104)."""
    packs = cards // 52
    ranks = [card.rank for card in KINDS]
    kinds = []
    for place in range(cards):
        rank = Rank(2 + place // (4 * packs))
        shown = Rank.KING if Rank.JACK <= rank <= Rank.KING else rank
        kinds.append(ranks.index(shown))
    return bytes(kinds)


def draws_below(policy: KnocksAt) -> int:
    """The total from which on the player stops; more than 31 for one who only stops at a bust."""
    return _LIMIT if policy.bank_points is None else min(max(policy.bank_points, 0), _ABOVE)


def play(
    ruleset: Ruleset,
    policies: Sequence[KnocksAt],
    seed: int,
    game: int,
    *,
    able: Sequence[bool] = (),
    trace: list[Action] | None = None,
) -> Final:
    """One seeded round, policies by position; that of the bank is not asked.

    ``able`` says who can pay the lowest stake, all if it is not given; the others stay out.
    ``trace`` takes the actions of the readable engine.
    """
    assert isinstance(ruleset.form, BankForm)
    bank = ruleset.form.bank
    last = len(policies) - 1
    cards = len(full_pack(ruleset, len(policies)))
    kinds = kinds_by_place(cards)
    stock = map(kinds.__getitem__, seeded_places(game_key(seed, game), range(cards)))
    hands = bank_hands(ruleset)
    held = [hands.next[NO_CARDS * len(KINDS) + next(stock)] for _ in policies]
    stakes = [bank.stake_low if not able or able[place] else 0 for place in range(last)]
    if trace is not None:
        trace.extend(Stake(stake) if stake else FOLD for stake in stakes)
    staked = [place for place in range(last) if stakes[place]]
    if staked:
        for _ in range(2):
            for place in (*staked, last):
                held[place] = hands.next[held[place] * len(KINDS) + next(stock)]
        for place in staked:
            held[place] = _drawn(hands, held[place], draws_below(policies[place]), stock, trace)
        if any(held[place] != BUST for place in staked):
            held[last] = _drawn(hands, held[last], bank.draws_to, stock, None)
    return Final(
        tuple(hands.orders[hand] for hand in held),
        BANK_END,
        -1,
        last + len(staked),
        (*stakes, 0),
    )


def _drawn(
    hands: BankHands, hand: int, below: int, stock: Iterator[int], trace: list[Action] | None
) -> int:
    """The hand after all cards that the player draws to it."""
    while hands.points[hand] < below:
        kind = next(stock, None)
        if kind is None:
            break
        hand = hands.next[hand * len(KINDS) + kind]
        if trace is not None:
            trace.append(HIT)
    if trace is not None and hand != BUST:
        trace.append(STAND)
    return hand
