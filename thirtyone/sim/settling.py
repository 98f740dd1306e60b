"""Who loses or wins what, from the plain end of a simulated round.

The same answers as :func:`thirtyone.play.settle.settle`, but in numbers and without reasons, and
apart from play: rulesets that differ only in what a round costs are judged on the very same
rounds. :func:`play_key` says which rulesets these are.

>>> from thirtyone.rules import load_ruleset, with_values
>>> from thirtyone.cards import Card
>>> from thirtyone.sim.finals import Final
>>> from thirtyone.sim.tables import hand_number
>>> hands = [[Card(c) for c in text.split()] for text in ("KH 9H AS", "KS 9S 4D", "9C QC 2C")]
>>> final = Final(tuple(hand_number(hand, 52) for hand in hands), end=0, knocker=0, turns=7)
>>> norwegian = load_ruleset("no-trettien")
>>> outcome_of(norwegian, final).amounts
(0, -1, 0)
>>> strict = with_values(norwegian, {"settlement.tie_with_knocker": "like-all"})
>>> outcome_of(strict, final).amounts
(-1, -1, 0)
>>> play_key(strict) == play_key(norwegian)
True
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import comb
from typing import Final as Constant
from typing import NamedTuple

from thirtyone.hands import ReasonKind, score_playable, strength
from thirtyone.play.match import has_lives, plays_for_tokens
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import ends_a_round, is_drawn
from thirtyone.play.settlement import Unit
from thirtyone.rules.model import (
    AllOut,
    BankChanges,
    BankForm,
    BankTie,
    DrawForm,
    ExchangeForm,
    Goal,
    HandTies,
    KnockerPays,
    LastChance,
    LifeUnit,
    Lives,
    LoneLowKnocker,
    Match,
    NextDealer,
    Payers,
    Players,
    Pot,
    Region,
    Ruleset,
    Settlement,
    Several,
    SeveralAtTarget,
    Stakes,
    StockEmpty,
    SuitOrder,
    TieForHighest,
    TieWithKnocker,
    TwoAtOne,
)
from thirtyone.sim.finals import ENDS, Final
from thirtyone.sim.tables import deck_by_place

INSTANT: Constant = ENDS.index(RoundEnd.INSTANT)
BUS: Constant = {"lowest": (1, 0), "middle": (2, 1), "highest": (3, 4), "target": (6, 6)}
"""Ride the Bus: what a place brings, and what it brings the knocker."""


class Outcome(NamedTuple):
    """What a round cost and brought. Positions are in order of play, the dealer (bank) last."""

    amounts: tuple[int, ...]
    """By position, in what the match is played for: lives or marks lost are negative, points won
    positive; tokens net, of a deal with an empty pot before it (what is paid in counts)."""
    end: int
    """Place in :data:`thirtyone.sim.finals.ENDS`."""
    failed: bool
    """Somebody knocked, and lost something by it or, where the best hand wins, did not win."""
    shown: bool
    """A hand lay open at the end that can end a round."""
    turns: int
    knocked: bool = False
    idle: bool = False
    """Nobody lost or won anything: too many such rounds in a row end a match."""


class Worth(NamedTuple):
    """What the settlement asks about a hand."""

    strength: tuple[int, ...]
    ends: bool
    """Can it end a round?"""
    aces: bool
    """Is it three aces where these are special?"""


class _Worths(dict[int, Worth]):
    """The worth of hands by hand number, worked out when first asked for."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__()
        self.ruleset = ruleset

    def __missing__(self, number: int) -> Worth:
        form = self.ruleset.form
        assert not isinstance(form, BankForm)
        places = places_of(number, self.ruleset.hand_size)
        deck = deck_by_place(self.ruleset.deck_size)
        score = score_playable(tuple(deck[place] for place in places), self.ruleset)
        worth = self[number] = Worth(
            strength(score, self.ruleset),
            ends_a_round(score, form),
            score.reason.kind is ReasonKind.THREE_ACES,
        )
        return worth


def places_of(number: int, size: int) -> tuple[int, ...]:
    """The places of the cards of a hand, lowest first: a hand number turned round."""
    places: list[int] = []
    for held in range(size, 0, -1):
        place = held - 1
        while comb(place + 1, held) <= number:
            place += 1
        number -= comb(place, held)
        places.append(place)
    return tuple(reversed(places))


@lru_cache(maxsize=64)
def _worths(ruleset: Ruleset) -> _Worths:
    return _Worths(ruleset)


def unit_of(ruleset: Ruleset) -> Unit:
    """What a match under this ruleset is played for."""
    form = ruleset.form
    if isinstance(form, BankForm):
        return Unit.TOKEN
    if has_lives(ruleset):
        return Unit(form.lives.unit)
    return Unit.TOKEN if plays_for_tokens(ruleset) else Unit.POINT


def outcome_of(ruleset: Ruleset, final: Final) -> Outcome:
    """What a finished round costs and brings everybody."""
    form = ruleset.form
    if isinstance(form, BankForm):
        return _bank_outcome(form, final)
    worths = _worths(ruleset)
    hands = [worths[number] for number in final.hands]
    drawn = is_drawn(form, ENDS[final.end])
    knocker = final.knocker if final.knocker >= 0 else None
    pot = 0 if drawn else _pot_shares(ruleset, hands)
    points = [0] * len(hands) if drawn else _points(ruleset, form, hands, final.end, knocker)
    unit = unit_of(ruleset)
    if unit is Unit.TOKEN:
        top = [worth.strength for worth in hands]
        best = max(top)
        amounts = [(pot if key == best else 0) - ruleset.stakes.ante for key in top]
    else:
        amounts = points
    failed = False
    if knocker is not None and not drawn:
        own = amounts[knocker]
        failed = own < 0 if unit in {Unit.LIFE, Unit.MARK} else own <= 0
    return Outcome(
        amounts=tuple(amounts),
        end=final.end,
        failed=failed,
        shown=not drawn and any(worth.ends for worth in hands),
        turns=final.turns,
        knocked=knocker is not None,
        idle=not pot and not any(points),
    )


def _pot_shares(ruleset: Ruleset, hands: Sequence[Worth]) -> int:
    """What each of the best hands takes out of a pot that was empty before the deal."""
    form, stakes = ruleset.form, ruleset.stakes
    assert not isinstance(form, BankForm)
    if stakes.pot is not Pot.HIGHEST_PER_DEAL:
        return 0
    best = max(worth.strength for worth in hands)
    top = sum(worth.strength == best for worth in hands)
    if top > 1 and form.settlement.tie_for_highest is TieForHighest.NOBODY:
        return 0
    return stakes.ante * len(hands) // top


def _points(
    ruleset: Ruleset,
    form: DrawForm | ExchangeForm,
    hands: Sequence[Worth],
    end: int,
    knocker: int | None,
) -> list[int]:
    """Lives and points of a round that is not drawn, by position."""
    keys = [worth.strength for worth in hands]
    goal = form.settlement.goal
    if goal is Goal.BUS_POINTS:
        return _bus_points(hands, knocker)
    if goal is Goal.HIGHEST_WINS:
        best = max(keys)
        counts = keys.count(best) == 1 or form.settlement.tie_for_highest is TieForHighest.EACH
        pays = ruleset.match.target or ruleset.stakes.pot is not Pot.HIGHEST_PER_DEAL
        return [int(bool(counts and pays and key == best)) for key in keys]
    if end == INSTANT:
        held = [worth.ends for worth in hands]
        if form.instant.several is Several.BEST_ONLY:
            best = max(key for key, ends in zip(keys, held, strict=True) if ends)
            held = [ends and key == best for key, ends in zip(keys, held, strict=True)]
        aces = any(ends and worth.aces for ends, worth in zip(held, hands, strict=True))
        who = form.instant.three_aces_payers if aces else form.instant.payers
        if who is Payers.ALL_OTHERS:
            own = int(form.instant.knocker_pays)
            return [
                0 if held[seat] else -(own if seat == knocker else 1) for seat in range(len(keys))
            ]
    return _lowest_pays(form.settlement, keys, knocker)


def _lowest_pays(
    rules: Settlement, keys: Sequence[tuple[int, ...]], knocker: int | None
) -> list[int]:
    lowest = min(keys)
    tied = keys.count(lowest)
    others = rules.lowest
    if knocker is None or keys[knocker] != lowest:
        own = 0
    elif tied == 1:
        own = max(int(rules.lone_low_knocker), rules.lowest)
    else:
        own, others = tied_losses(rules)
    return [
        -(own if seat == knocker else others) if key == lowest else 0
        for seat, key in enumerate(keys)
    ]


def tied_losses(rules: Settlement) -> tuple[int, int]:
    """What the knocker and the others lose when they are lowest together."""
    two = max(2, rules.lowest)
    return {
        TieWithKnocker.SAFE: (0, rules.lowest),
        TieWithKnocker.LIKE_ALL: (rules.lowest, rules.lowest),
        TieWithKnocker.TWO_AND_ONE: (two, rules.lowest),
        TieWithKnocker.TWO_ALONE: (two, 0),
    }[rules.tie_with_knocker]


def _bus_points(hands: Sequence[Worth], knocker: int | None) -> list[int]:
    points = []
    for seat, worth in enumerate(hands):
        better = sum(other.strength > worth.strength for other in hands)
        place = "highest" if better == 0 else "lowest" if better == len(hands) - 1 else "middle"
        points.append(BUS["target" if worth.ends else place][seat == knocker])
    return points


def _bank_outcome(form: BankForm, final: Final) -> Outcome:
    bank = final.hands[-1]
    amounts = [
        side_of(order, bank, tie=form.bank.tie is BankTie.BANK) * stake
        for order, stake in zip(final.hands[:-1], final.stakes, strict=False)
    ]
    amounts.append(-sum(amounts))
    return Outcome(
        amounts=tuple(amounts),
        end=final.end,
        failed=False,
        shown=False,
        turns=final.turns,
        idle=not any(amounts),
    )


def side_of(player: int, bank: int, *, tie: bool) -> int:
    """1 where the player wins, −1 where the bank does, from the orders of the hands (0: bust)."""
    if player == 0:
        return -1
    if player == bank:
        return -1 if tie else 0
    return 1 if player > bank else -1


# ------------------------------------------------------------------------------------- what is play


@lru_cache(maxsize=256)
def play_key(ruleset: Ruleset) -> Ruleset:
    """The ruleset with everything at one fixed answer that does not change how a round is played.

    Rulesets with equal keys have equal rounds, and the key itself can be played. It holds for
    players who look at cards and not at what a loss costs, as all named ones do; a learner's own
    function may ask for any rule.
    """
    form = ruleset.form
    if isinstance(form, BankForm):
        bank = replace(form.bank, tie=BankTie.BANK, changes=BankChanges.ON_BUST)
        return replace(_unnamed(ruleset), form=replace(form, bank=bank))
    settled = {"settlement": _SETTLEMENT, "lives": _LIVES}
    instant = {
        "payers": Payers.ALL_OTHERS,
        "three_aces_payers": Payers.ALL_OTHERS,
        "knocker_pays": KnockerPays.ONE,
        "several": Several.ALL_SAFE,
    }
    if isinstance(form, ExchangeForm):
        swap = replace(form.instant, **instant)  # type: ignore[arg-type]
        return replace(_unnamed(ruleset), form=replace(form, instant=swap, **settled))  # type: ignore[arg-type]
    # Nobody compares hands of equal points before the end in a draw game.
    scoring = replace(form.scoring, ties=HandTies.NONE, suit_order=SuitOrder.CLUBS_HIGH)
    stock = form.stock
    if stock.empty is StockEmpty.SHOWDOWN:
        stock = replace(stock, empty=StockEmpty.DRAW)
    draw = replace(form.instant, **instant)  # type: ignore[arg-type]
    return replace(
        _unnamed(ruleset),
        form=replace(form, scoring=scoring, stock=stock, instant=draw, **settled),  # type: ignore[arg-type]
    )


def _unnamed(ruleset: Ruleset) -> Ruleset:
    return replace(
        ruleset,
        id="",
        names={},
        summaries={},
        region=Region.OWN,
        based_on=None,
        players=Players(2, 9),
        match=_MATCH,
        stakes=Stakes(pot=Pot.NONE, ante=0),
        provenance={},
    )


_SETTLEMENT: Constant = Settlement(
    goal=Goal.LOWEST_LOSES,
    lowest=1,
    tie_with_knocker=TieWithKnocker.SAFE,
    lone_low_knocker=LoneLowKnocker.ONE,
    tie_for_highest=TieForHighest.EACH,
)
_LIVES: Constant = Lives(
    start=3,
    unit=LifeUnit.LIFE,
    last_chance=LastChance.NONE,
    two_at_one=TwoAtOne.LAST_CHANCE,
)
_MATCH: Constant = Match(
    all_out=AllOut.DECIDER,
    target=0,
    several_at_target=SeveralAtTarget.PLAY_ON,
    deals=0,
    dealer=NextDealer.CLOCKWISE,
)
