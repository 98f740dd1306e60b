"""Answers that never come up, because another answer of the same ruleset keeps them from it.

A ruleset answers every question of its form, also those that its game never asks: what two lives
cost where nobody can lose two. Here stands which other answer it is. The tests change that answer
and see that the question does come up then.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from thirtyone.rules.model import (
    AceAcrossSuits,
    AfterKnock,
    BankForm,
    Cap,
    DeckSize,
    DrawForm,
    ExchangeForm,
    Goal,
    HandSize,
    HandTies,
    LastChance,
    LoneLowKnocker,
    Passing,
    Payers,
    Pot,
    Ruleset,
    StockEmpty,
    Target,
    ThreeAces,
    TieForHighest,
    TieWithKnocker,
)
from thirtyone.rules.values import get_value, value_text

CardForm: TypeAlias = DrawForm | ExchangeForm

_GOAL: Final = "settlement.goal"
_TIES: Final = "scoring.ties"
FAMILY: Final = "family"
"""The cause where it is the whole form: there are no lives and no aim in a game against a bank."""

_LOSERS_ONLY: Final = frozenset(
    {
        "settlement.lowest",
        "settlement.tie_with_knocker",
        "settlement.lone_low_knocker",
        "instant.payers",
        "instant.three_aces_payers",
        "instant.knocker_pays",
        "instant.several",
        "match.dealer",
        "match.all_out",
    }
)
"""What is asked only where somebody loses."""
_EQUALS: Final = frozenset({"settlement.tie_with_knocker", "settlement.tie_for_highest"})
"""What is asked only where hands can be equal."""
_NOT_FOR_FOUR: Final = frozenset(
    {
        "scoring.three_of_a_kind",
        "scoring.three_aces",
        "scoring.suited_run",
        "instant.three_aces",
        "instant.three_aces_payers",
    }
)
"""What no text says of a hand of four cards."""
_NOT_FOR_BANKS: Final = frozenset(
    {"match.all_out", "match.target", "match.several_at_target", "match.dealer", "stakes.pot"}
)


def idle_because(ruleset: Ruleset, path: str) -> str:
    """The path whose answer keeps ``path`` from mattering, or nothing if it may matter."""
    form = ruleset.form
    if isinstance(form, BankForm):
        return FAMILY if path in _NOT_FOR_BANKS else _pot(ruleset, path)
    if form.settlement.goal is not Goal.LOWEST_LOSES and (
        path in _LOSERS_ONLY or path.startswith("lives.")
    ):
        return _GOAL
    if path in _NOT_FOR_FOUR and ruleset.hand.cards is HandSize.FOUR:
        return "hand.cards"
    if path in _EQUALS and form.scoring.ties is HandTies.SUIT_LADDER:
        return _TIES
    ask = _ASK.get(path)
    return ask(ruleset, form) if ask else _pot(ruleset, path)


def comes_to_the_same(ruleset: Ruleset, path: str, answer: str) -> bool:
    """Are the two answers two ways to say one thing, for this ruleset?"""
    both = {value_text(get_value(ruleset, path)), answer}
    if path == "deal.dealer_choice":
        # Three cards of the stock or a second packet: the same three cards.
        return both == {"keep-or-swap", "two-packets"}
    form = ruleset.form
    if isinstance(form, BankForm):
        return False
    if path == "scoring.three_aces" and both == {"none", "31"}:
        # Three aces that may all cross are 33, and stop at 31.
        scoring, instant = form.scoring, form.instant
        at_31 = scoring.ace_across_suits is AceAcrossSuits.ANY and scoring.cap is Cap.AT_31
        return at_31 and instant.three_aces and instant.three_aces_payers is instant.payers
    if path == "stakes.pot":
        # Without lives to pay and without an ante nothing ever lies in it.
        pays = form.settlement.goal is Goal.LOWEST_LOSES and form.lives.start > 0
        return not pays and not ruleset.stakes.ante and ruleset.match.target > 0
    if path == "settlement.tie_for_highest":
        # A pot goes to all who tie either way; only points can be given in full or not at all.
        points = form.settlement.goal is Goal.HIGHEST_WINS and ruleset.match.target > 0
        return not points and both == {"each", "split"}
    return False


def _pot(ruleset: Ruleset, path: str) -> str:
    alone = path == "stakes.ante" and ruleset.stakes.pot is Pot.NONE
    return "stakes.pot" if alone else ""


def _cap(_: Ruleset, form: CardForm) -> str:
    if form.scoring.target is Target.FORTY_ONE:
        return "scoring.target"
    crossing = form.scoring.ace_across_suits is not AceAcrossSuits.NONE
    return "" if crossing else "scoring.ace_across_suits"


def _suit_order(_: Ruleset, form: CardForm) -> str:
    return "" if form.scoring.ties is HandTies.SUIT_LADDER else _TIES


def _three_aces(_: Ruleset, form: CardForm) -> str:
    return "scoring.three_aces" if form.scoring.three_aces is ThreeAces.NONE else ""


def _three_aces_payers(ruleset: Ruleset, form: CardForm) -> str:
    return _three_aces(ruleset, form) or ("" if form.instant.three_aces else "instant.three_aces")


def _knocker_pays(_: Ruleset, form: CardForm) -> str:
    if form.instant.after_knock is AfterKnock.PLAY_ON:
        return "instant.after_knock"
    return "" if _all_others(form) else "instant.payers"


def _several(_: Ruleset, form: CardForm) -> str:
    if not _all_others(form):
        return "instant.payers"
    # Several hands end the round only with 31 each, unless three aces are worth more than that.
    above = form.instant.three_aces and form.scoring.three_aces not in {
        ThreeAces.NONE,
        ThreeAces.THIRTY_ONE,
    }
    return "" if above or form.scoring.ties is not HandTies.NONE else _TIES


def _all_others(form: CardForm) -> bool:
    instant = form.instant
    aces = instant.three_aces and form.scoring.three_aces is not ThreeAces.NONE
    return instant.payers is Payers.ALL_OTHERS or (
        aces and instant.three_aces_payers is Payers.ALL_OTHERS
    )


def _tie_for_highest(ruleset: Ruleset, form: CardForm) -> str:
    won = form.settlement.goal is Goal.HIGHEST_WINS or ruleset.stakes.pot is Pot.HIGHEST_PER_DEAL
    return "" if won else _GOAL


def _two_at_one(_: Ruleset, form: CardForm) -> str:
    if form.lives.last_chance is LastChance.NONE:
        return "lives.last_chance"
    rules = form.settlement
    two = (
        rules.lowest > 1
        or rules.lone_low_knocker is LoneLowKnocker.TWO
        or rules.tie_with_knocker in {TieWithKnocker.TWO_AND_ONE, TieWithKnocker.TWO_ALONE}
        or form.instant.knocker_pays == "2"
    )
    return "" if two else "settlement.lone_low_knocker"


def _all_out(_: Ruleset, form: CardForm) -> str:
    """Can all who are left lose their last life together?"""
    if form.scoring.ties is HandTies.SUIT_LADDER:
        return _TIES
    uncalled = isinstance(form, ExchangeForm) or form.stock.empty is StockEmpty.SHOWDOWN
    spared = form.settlement.tie_with_knocker in {TieWithKnocker.SAFE, TieWithKnocker.TWO_ALONE}
    return "settlement.tie_with_knocker" if spared and not uncalled else ""


def _target(_: Ruleset, form: CardForm) -> str:
    return _GOAL if form.settlement.goal is Goal.LOWEST_LOSES else ""


def _several_at_target(ruleset: Ruleset, form: CardForm) -> str:
    if _deals(ruleset, form):
        return _GOAL
    if ruleset.match.deals:
        return ""
    if not ruleset.match.target:
        return "match.target"
    # One point a round: two reach the number together only where equal hands win one each.
    if form.settlement.goal is Goal.HIGHEST_WINS:
        if form.scoring.ties is HandTies.SUIT_LADDER:
            return _TIES
        if form.settlement.tie_for_highest is not TieForHighest.EACH:
            return "settlement.tie_for_highest"
    return ""


def _deals(_: Ruleset, form: CardForm) -> str:
    """Whoever plays for lives plays until one is left."""
    lives = form.settlement.goal is Goal.LOWEST_LOSES and form.lives.start > 0
    return _GOAL if lives else ""


def _renew_789(ruleset: Ruleset, _: CardForm) -> str:
    return "deck.cards" if ruleset.deck.cards is DeckSize.DOWN_TO_NINE else ""


def _table_exhausted(_: Ruleset, form: CardForm) -> str:
    once = isinstance(form, ExchangeForm) and form.turn.pass_ is Passing.ONCE
    return "turn.pass" if once else ""


_ASK: Final[dict[str, Callable[[Ruleset, CardForm], str]]] = {
    "scoring.cap": _cap,
    "scoring.suit_order": _suit_order,
    "instant.three_aces": _three_aces,
    "instant.three_aces_payers": _three_aces_payers,
    "instant.knocker_pays": _knocker_pays,
    "instant.several": _several,
    "settlement.tie_for_highest": _tie_for_highest,
    "lives.two_at_one": _two_at_one,
    "match.all_out": _all_out,
    "match.target": _target,
    "match.several_at_target": _several_at_target,
    "match.deals": _deals,
    "turn.renew_789": _renew_789,
    "turn.table_exhausted": _table_exhausted,
}
