"""Final hands worth asking about: ties, failed knocks, and hands that end the round."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from thirtyone.cards import Card, Rank, Suit, pack
from thirtyone.hands import score_playable, strength
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import ends_a_round
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.hand_deals import Hand, deal_cards
from thirtyone.quiz.showdown import Showdown
from thirtyone.rules.model import (
    BankForm,
    DrawForm,
    ExchangeForm,
    Goal,
    HandTies,
    InPlay,
    Ruleset,
    StockEmpty,
)

CardForm: TypeAlias = DrawForm | ExchangeForm
Recipe: TypeAlias = Callable[["_Table"], Showdown | None]

_SUITS: Final = tuple(Suit)


def deal_showdown(chance: Chance, ruleset: Ruleset, level: int, path: str = "") -> Showdown | None:
    """Final hands for a level, or some that a rule has to do with; None if the try failed."""
    if isinstance(ruleset.form, BankForm):
        return _against_bank(chance, ruleset)
    table = _Table(chance, ruleset, ruleset.form, level)
    recipe = chance.pick(_BY_PATH.get(path) or _BY_LEVEL[level])
    return recipe(table)


class _Table:
    """What a recipe works with: the rules, the pack and chance."""

    def __init__(self, chance: Chance, ruleset: Ruleset, form: CardForm, level: int) -> None:
        self.chance = chance
        self.ruleset = ruleset
        self.form = form
        self.cards = list(pack(ruleset.deck_size))
        most = min(ruleset.players.high, (3, 3, 4)[level - 1])
        self.players = 2 + chance.below(most - 1)
        self.lowest_loses = form.settlement.goal is Goal.LOWEST_LOSES

    def deal(self, fixed: Sequence[Hand] = ()) -> list[Hand]:
        """Hands for all players, those that are fixed first; the others end no round."""
        size = self.ruleset.hand_size
        hands = list(fixed)
        used = {card for hand in fixed for card in hand}
        left = self.chance.shuffled(card for card in self.cards if card not in used)
        while len(hands) < self.players and len(left) >= size:
            hand = tuple(left[:size])
            del left[:size]
            if not self.ends(hand):
                hands.append(hand)
        return hands

    def ends(self, hand: Hand) -> bool:
        return ends_a_round(score_playable(hand, self.ruleset), self.form)

    def orders(self, hands: Sequence[Hand]) -> list[int]:
        return [score_playable(hand, self.ruleset).order for hand in hands]

    def strengths(self, hands: Sequence[Hand]) -> list[tuple[int, ...]]:
        return [strength(score_playable(hand, self.ruleset), self.ruleset) for hand in hands]

    def seated(
        self, hands: Sequence[Hand], knocker: int | None, end: RoundEnd = RoundEnd.KNOCK
    ) -> Showdown | None:
        """The hands in an order by chance, so that nobody can guess from the seat."""
        if len(hands) < self.players:
            return None
        order = self.chance.shuffled(range(len(hands)))
        place = None if knocker is None else order.index(knocker)
        return Showdown(self.ruleset, tuple(hands[seat] for seat in order), place, end)

    def telling(self, hands: Sequence[Hand]) -> list[int]:
        """Who is lowest, or highest where the highest wins, by points alone."""
        orders = self.orders(hands)
        edge = min(orders) if self.lowest_loses else max(orders)
        return [seat for seat, order in enumerate(orders) if order == edge]


def _ordinary(table: _Table) -> Showdown | None:
    hands = table.deal()
    knocker = table.chance.below(len(hands))
    if len(table.telling(hands)) > 1 or (table.lowest_loses and knocker in table.telling(hands)):
        return None
    return table.seated(hands, knocker)


def _knocker_lowest(table: _Table) -> Showdown | None:
    hands = table.deal()
    orders = table.orders(hands)
    lowest = [seat for seat, order in enumerate(orders) if order == min(orders)]
    return table.seated(hands, lowest[0]) if len(lowest) == 1 else None


def _tie(table: _Table, *, knocker_in: bool) -> Showdown | None:
    """Two hands alike at the edge that counts, in different suits."""
    table.players = max(table.players, 2 if knocker_in else 3)
    first = table.deal()[0]
    second = _twin(table, first)
    if second is None:
        return None
    hands = table.deal((first, second))
    told = table.telling(hands)
    if len(hands) < table.players or not {0, 1} <= set(told):
        return None
    if knocker_in:
        return table.seated(hands, 0)
    others = [seat for seat in range(len(hands)) if seat not in told]
    return table.seated(hands, table.chance.pick(others)) if others else None


def _twin(table: _Table, hand: Hand) -> Hand | None:
    """A hand of equal points that shares no card: other suits, or other ranks."""
    ranks = {card.rank for card in hand}
    if len(ranks) == len(hand) or table.chance.happens(0.5):
        order = score_playable(hand, table.ruleset).order
        for _ in range(12):
            other = tuple(table.chance.some([c for c in table.cards if c not in hand], len(hand)))
            if score_playable(other, table.ruleset).order == order and not table.ends(other):
                return other
    for _ in range(4):
        suits = dict(zip(_SUITS, table.chance.shuffled(_SUITS), strict=True))
        other = tuple(Card(f"{card.rank.letter}{suits[card.suit]}") for card in hand)
        if not set(other) & set(hand):
            return other
    return None


def _tie_with_knocker(table: _Table) -> Showdown | None:
    return _tie(table, knocker_in=True)


def _tie_of_others(table: _Table) -> Showdown | None:
    return _tie(table, knocker_in=False)


def _target(table: _Table) -> Hand:
    """31 in one suit, or 41."""
    suit = table.chance.pick(_SUITS)
    tens = [c for c in table.cards if c.suit is suit and c.points == 10]
    ace = Card(f"A{suit}")
    return (ace, *table.chance.some(tens, table.ruleset.hand_size - 1))


def _aces(table: _Table) -> Hand | None:
    if table.ruleset.hand_size != 3:
        return None
    return tuple(table.chance.some([c for c in table.cards if c.rank is Rank.ACE], 3))


def _instant(table: _Table) -> Showdown | None:
    return _shown(table, _target(table), knocked=False)


def _after_knock(table: _Table) -> Showdown | None:
    return _shown(table, _target(table), knocked=True)


def _three_aces(table: _Table) -> Showdown | None:
    aces = _aces(table)
    return None if aces is None else _shown(table, aces, knocked=table.chance.happens(0.5))


def _shown(table: _Table, hand: Hand, *, knocked: bool) -> Showdown | None:
    table.players = max(table.players, 3) if table.ruleset.players.high > 2 else 2
    if not table.ends(hand):
        knocked = True  # then it is a hand among others at the end
    elif table.form.instant.in_play is not InPlay.AT_ONCE:
        return None
    hands = table.deal((hand,))
    if len(hands) < table.players:
        return None
    if knocked:
        return table.seated(hands, 1 + table.chance.below(len(hands) - 1))
    return table.seated(hands, None, RoundEnd.INSTANT)


def _two_targets(table: _Table) -> Showdown | None:
    table.players = 3
    first, second = _target(table), _target(table)
    aces = _aces(table)
    if aces is not None and table.ends(aces) and table.chance.happens(0.5):
        second = tuple(card for card in aces if card not in first)
        second = second if len(second) == 3 else aces
    if set(first) & set(second) or table.form.instant.in_play is not InPlay.AT_ONCE:
        return None
    return table.seated(table.deal((first, second)), None, RoundEnd.INSTANT)


def _three_alike(table: _Table) -> Showdown | None:
    hand = deal_cards(table.chance, table.ruleset, 3, "scoring.three_of_a_kind")
    if hand is None or table.ruleset.hand_size != 3:
        return None
    hands = table.deal((hand,))
    return table.seated(hands, table.chance.below(len(hands)))


def _foreign_ace(table: _Table) -> Showdown | None:
    hand = deal_cards(table.chance, table.ruleset, 2, "scoring.ace_across_suits")
    if hand is None or table.ends(hand):
        return None
    hands = table.deal((hand,))
    return table.seated(hands, table.chance.below(len(hands)))


def _nobody_knocked(table: _Table) -> Showdown | None:
    """The stock is empty; or all passed and the table cannot be replaced."""
    if isinstance(table.form, ExchangeForm):
        return table.seated(table.deal(), None, RoundEnd.SHOWDOWN)
    if table.form.stock.empty is StockEmpty.RESHUFFLE:
        return None
    return table.seated(table.deal(), None, RoundEnd.STOCK_EMPTY)


def _equal(table: _Table) -> Showdown | None:
    """Hands that only a tie-break can tell apart, where there is one."""
    if table.form.scoring.ties is HandTies.NONE:
        return _tie_with_knocker(table)
    return table.chance.pick((_tie_with_knocker, _tie_of_others))(table)


def _against_bank(chance: Chance, ruleset: Ruleset) -> Showdown | None:
    """One or two players who have stopped or gone over, and a bank that has drawn to its limit."""
    form = ruleset.form
    assert isinstance(form, BankForm)
    left = chance.shuffled(pack(ruleset.deck_size))
    hands: list[Hand] = []
    for _ in range(1 + chance.below(2)):
        hand, left = left[:3], left[3:]
        stop = 22 + chance.below(7)
        while _total(hand, ruleset) < stop:
            hand.append(left.pop())
        hands.append(tuple(hand))
    bank, left = left[:3], left[3:]
    while _total(bank, ruleset) < form.bank.draws_to:
        bank.append(left.pop())
    if all(_total(hand, ruleset) > 31 for hand in hands):
        return None  # then the bank draws no more
    return Showdown(ruleset, (*hands, tuple(bank)), None, RoundEnd.BANK)


def _total(hand: Sequence[Card], ruleset: Ruleset) -> int:
    points = score_playable(tuple(hand), ruleset).points
    assert points is not None
    return points // 2


_BY_LEVEL: Final[dict[int, tuple[Recipe, ...]]] = {
    1: (_ordinary,),
    2: (_knocker_lowest, _tie_of_others, _instant, _nobody_knocked, _foreign_ace),
    3: (_tie_with_knocker, _tie_with_knocker, _after_knock, _three_aces, _two_targets, _equal),
}
_BY_PATH: Final[dict[str, tuple[Recipe, ...]]] = {
    "scoring.ace_across_suits": (_foreign_ace,),
    "scoring.three_of_a_kind": (_three_alike,),
    "scoring.three_aces": (_three_aces,),
    "scoring.ties": (_equal,),
    "scoring.suit_order": (_equal,),
    "stock.empty": (_nobody_knocked,),
    "instant.payers": (_instant, _after_knock),
    "instant.three_aces": (_three_aces,),
    "instant.three_aces_payers": (_three_aces,),
    "instant.after_knock": (_after_knock,),
    "instant.knocker_pays": (_after_knock,),
    "instant.several": (_two_targets,),
    "settlement.lowest": (_ordinary, _tie_of_others),
    "settlement.tie_with_knocker": (_tie_with_knocker,),
    "settlement.lone_low_knocker": (_knocker_lowest,),
    "settlement.tie_for_highest": (_tie_with_knocker, _tie_of_others),
}
