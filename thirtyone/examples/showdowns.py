"""Final hands that cost or bring something else when one answer changes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from typing import Final, TypeAlias

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError
from thirtyone.examples.contrast import Contrast
from thirtyone.hands import check_playable, score_playable
from thirtyone.play.actions import KEEP, KNOCK, PASS, STAND, TAKE, Action, Stake, Swap, Throw
from thirtyone.play.deal import arranged_deal
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.record import RoundRecord
from thirtyone.play.settle import ends_a_round, settle, usual_end
from thirtyone.play.settlement import Settlement
from thirtyone.rules.model import (
    BankForm,
    DrawForm,
    ExchangeForm,
    InPlay,
    LastChance,
    Ruleset,
    StockEmpty,
)

Hands: TypeAlias = tuple[tuple[Card, ...], ...]

_HANDS: Final = {
    3: (
        "JH QH AC",  # 20
        "9D KC QS",  # 10
        "9C TC JD",  # 19
        "9S TS QD",  # 19 in another suit
        "9H TH KD",  # 19
        "9S JS KD",  # 19 with a higher top card
        "TD JC KS",  # 10
        "AH KH QH",  # 31
        "AS KS QS",  # 31
        "AC AD AS",
        "KC KD KS",
        "TC TD TS",
    ),
    4: (
        "JH QH AC 9D",
        "9C TC JD 9H",
        "9S TS QD TH",
        "9D KC QS JH",
        "AH KH QH JH",
        "AS KS QS JS",
    ),
}
"""Hands of every kind, with ties among them, from the cards that every pack has."""
_BANK_HANDS: Final = ("9C 8D 7S", "TC TD 7H", "KC QD 7C", "AS TS TH", "AH KH QH", "KD JD 9D")
_ENOUGH: Final = 400
"""So many showdowns are looked at for one in which the other ruleset says the same."""
_FILLER: Final = tuple(map(Card, ("9C", "9D", "9S", "TC", "TD", "TS")))


@dataclass(frozen=True, slots=True)
class ShowdownExample:
    """Final hands, who knocked, and what both rulesets say about them."""

    contrast: Contrast
    hands: Hands
    knocker: int | None
    end: RoundEnd
    lives: tuple[int, ...] | None
    """Before the round, where they are not those of the start."""
    first: Settlement
    second: Settlement
    pure: bool
    record: RoundRecord | None = None
    """A round that ends like this under ``contrast.base``, where one can be made of it."""


def signature(done: Settlement) -> tuple[object, ...]:
    """What players feel of a settlement: not the points, and not why."""
    changes = [(change.seat, change.amount, change.unit) for change in done.changes]
    return changes, done.lives, done.out, done.winners, done.drawn, done.pot


@lru_cache(maxsize=8)
def sample_hands(size: int, *, bank: bool = False) -> tuple[tuple[Card, ...], ...]:
    """A few hands among which every kind of comparison occurs."""
    texts = _BANK_HANDS if bank else _HANDS[size]
    return tuple(tuple(map(Card, text.split())) for text in texts)


def find_showdown(contrast: Contrast) -> ShowdownExample | None:
    """The smallest showdown that shows the change: few players, low hands, the start first."""
    spare = None
    for tried, (hands, knocker, end, lives) in enumerate(candidates(contrast.base)):
        found = _compared(contrast, hands, knocker, end, lives)
        if found is None or (spare is not None and not found.pure):
            if spare is not None and tried > _ENOUGH:
                break
            continue
        spare = found
        if found.pure:
            break
    if spare is None:
        return None
    record = None if spare.lives else as_round(contrast.base, spare)
    return replace(spare, record=record)


def _compared(
    contrast: Contrast,
    hands: Hands,
    knocker: int | None,
    end: RoundEnd,
    lives: tuple[int, ...] | None,
) -> ShowdownExample | None:
    first, second, third = (
        _settled(rules, hands, knocker, end, lives)
        for rules in (contrast.base, contrast.changed, contrast.other)
    )
    if first is None or second is None or signature(first) == signature(second):
        return None
    pure = (
        contrast.borrowed
        and contrast.other.family is contrast.base.family
        and third is not None
        and signature(third)[0] == signature(second)[0]
        and (third.out, third.drawn) == (second.out, second.drawn)
    )
    return ShowdownExample(contrast, hands, knocker, end, lives, first, second, pure)


def _settled(
    ruleset: Ruleset,
    hands: Hands,
    knocker: int | None,
    end: RoundEnd,
    lives: tuple[int, ...] | None,
) -> Settlement | None:
    if any(check_playable(hand, ruleset) for hand in hands):
        return None
    if isinstance(ruleset.form, BankForm) is not (end is RoundEnd.BANK):
        return None
    try:
        return settle(ruleset, hands, end=end, knocker=knocker, lives=lives)
    except ThirtyOneError:  # these hands cannot end a round like this here
        return None


def candidates(
    ruleset: Ruleset,
) -> Iterator[tuple[Hands, int | None, RoundEnd, tuple[int, ...] | None]]:
    """Showdowns that can happen under a ruleset, small ones first."""
    form = ruleset.form
    if isinstance(form, BankForm):
        for pair in permutations(sample_hands(3, bank=True), 2):
            if _apart(pair):
                yield pair, None, RoundEnd.BANK, None
        return
    for players in (2, 3):
        for hands in permutations(sample_hands(ruleset.hand_size), players):
            if not _apart(hands):
                continue
            for knocker, end in _endings(form, ruleset, hands):
                for lives in _lives(form, players):
                    yield hands, knocker, end, lives


def _lives(form: DrawForm | ExchangeForm, players: int) -> tuple[tuple[int, ...] | None, ...]:
    """The lives of the start, everybody's last, and the last chance, of one player or of all."""
    usual = (None, (1,) * players)
    chance = form.lives.last_chance is not LastChance.NONE
    return (*usual, (0, *(3,) * (players - 1)), (0,) * players) if chance else usual


def _apart(hands: Sequence[tuple[Card, ...]]) -> bool:
    return len({card for hand in hands for card in hand}) == sum(map(len, hands))


def _endings(
    form: DrawForm | ExchangeForm, ruleset: Ruleset, hands: Hands
) -> Iterator[tuple[int | None, RoundEnd]]:
    """Who may have knocked, and how the round ended with these hands."""
    scores = [score_playable(hand, ruleset) for hand in hands]
    ending = [ends_a_round(score, form) for score in scores]
    if any(ending):
        at_once = form.instant.in_play is InPlay.AT_ONCE
        if at_once:
            yield None, RoundEnd.INSTANT
        if not (ending[0] and at_once):
            yield 0, usual_end(scores, form, 0)
        return
    yield 0, RoundEnd.KNOCK
    if isinstance(form, ExchangeForm):
        yield None, RoundEnd.SHOWDOWN
    elif form.stock.empty is StockEmpty.SHOWDOWN:
        yield None, RoundEnd.STOCK_EMPTY


# ---------------------------------------------------------------------- played as a whole round


def as_round(ruleset: Ruleset, showdown: ShowdownExample) -> RoundRecord | None:
    """A round of few actions that ends with these hands, or None if none was found."""
    for hands, rest, actions in _scripts(ruleset, showdown):
        try:
            deal = arranged_deal(ruleset, hands, rest)
            record = RoundRecord(ruleset, deal, actions)
            outcome = record.outcome()
        except ThirtyOneError:
            continue
        if (
            outcome is not None
            and outcome.end is showdown.end
            and outcome.knocker == showdown.knocker
            and list(map(set, outcome.hands)) == list(map(set, showdown.hands))
        ):
            return record
    return None


def _scripts(
    ruleset: Ruleset, showdown: ShowdownExample
) -> Iterator[tuple[Hands, tuple[Card, ...], tuple[Action, ...]]]:
    hands, players = showdown.hands, len(showdown.hands)
    form = ruleset.form
    if isinstance(form, BankForm):
        stakes = (Stake(form.bank.stake_low),) * (players - 1)
        yield hands, (), (*stakes, *(STAND,) * (players - 1))
        return
    used = {card for hand in hands for card in hand}
    filler = [card for card in _FILLER if card not in used]
    draw = isinstance(form, DrawForm)
    stay: Action = KEEP if draw else PASS
    before: tuple[tuple[Action, ...], ...] = ((),) if draw else ((), (KEEP,))
    for opening in before:
        yield hands, (), opening
        yield hands, (), (*opening, KNOCK, *(stay,) * (players - 1))
        if players < 2 or not filler:
            continue
        # The second player gets the hand that ends the round by one card of the table.
        dealt = (hands[0], (*hands[1][1:], filler[0]), *hands[2:])
        card = hands[1][0]
        if draw:
            yield dealt, (card,), (KNOCK, TAKE, Throw(filler[0]))
        else:
            table = (card, *filler[1:3])
            yield dealt, table, (*opening, KNOCK, Swap((filler[0],), (card,)))
