"""The figures for a hand as lines for people."""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import click

from thirtyone.hands import ILD
from thirtyone.notation import Style, format_card, format_cards
from thirtyone.odds import BankEnd, Spread, Taking, order_label
from thirtyone.points import HalfPoints
from thirtyone.rules import Ruleset
from thirtyone.rules.model import ExchangeForm
from thirtyone.sim.result import Estimate
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator

if TYPE_CHECKING:
    from thirtyone.cli.odds import Odds

_BAR: Final = 30
"""Characters of a bar that stands for every case."""
_LIMIT: Final = 2 * 31


def odds_lines(found: "Odds", tr: Translator) -> None:
    """Prints what is known of a hand under one ruleset."""
    ruleset = found.known.ruleset
    label = _label(found.points, tr)
    click.echo(
        f"{click.style(ruleset_name(ruleset, tr), bold=True)}  {click.style(label, bold=True)}"
    )
    place, unseen = found.among_all, found.unseen
    counts = _counts(place.hands - 1, place.beats, place.ties, place.loses, tr)
    _say(tr("odds.rank", **counts))
    if unseen is not None:
        hands = unseen.beats + unseen.ties + unseen.loses
        _say(tr("odds.rank_unseen", **_counts(hands, unseen.beats, unseen.ties, unseen.loses, tr)))
    if found.draw is not None and not isinstance(ruleset.form, ExchangeForm):
        _draw(found.draw.best, found.order, ruleset, tr)
        _say(tr("odds.throws"))
        for card, spread in found.draw.throws.items():
            _row(format_card(card, tr.lang, Style.SYMBOLS), tr.decimal(spread.mean, 2))
    if found.take is not None:
        _take(found.take, ruleset, tr)
    if found.swaps:
        _swaps(found, tr)
    if found.card is not None and found.bank is not None:
        _say(tr("odds.over", share=tr.percent(found.card.over)))
        _bank(found.bank, tr)
    _by_players("odds.lowest", found.lowest, tr)
    _by_players("odds.lowest_ties", found.lowest_after_ties, tr)
    swapped = isinstance(ruleset.form, ExchangeForm)
    _by_players("odds.knock_swap" if swapped else "odds.knock", found.knock, tr)


def _counts(n: int, beats: int, ties: int, loses: int, tr: Translator) -> dict[str, str]:
    return {
        "n": tr.number(n),
        "beats": tr.number(beats),
        "ties": tr.number(ties),
        "loses": tr.number(loses),
    }


def _draw(spread: Spread, now: int, ruleset: Ruleset, tr: Translator) -> None:
    _say(tr("odds.draw", mean=tr.decimal(spread.mean, 2)))
    for order, chance in spread.chances.items():
        _row(_number(order_label(order, ruleset), tr), tr.percent(chance), chance)
    better = sum(n for order, n in spread.counts.items() if order > now)
    _say(tr.plural("odds.improve", better, m=tr.number(spread.cases)))


def _take(take: Taking, ruleset: Ruleset, tr: Translator) -> None:
    points = _label(order_label(take.order, ruleset), tr)
    card = format_card(take.card, tr.lang, Style.WORDS)
    if take.throw is take.card:
        _say(tr("odds.throw_back", card=card, points=points))
    else:
        throw = format_card(take.throw, tr.lang, Style.WORDS)
        _say(tr("odds.take", card=card, throw=throw, points=points))


def _swaps(found: "Odds", tr: Translator) -> None:
    ruleset = found.known.ruleset
    _say(tr("odds.swaps"))
    rows = []
    for swap in found.swaps:
        given, taken = (
            format_cards(cards, tr.lang, Style.SYMBOLS) for cards in (swap.given, swap.taken)
        )
        rows.append((f"{given} → {taken}", _number(order_label(swap.order, ruleset), tr)))
    rows.append((tr("odds.keep"), _number(found.points, tr)))
    width = max(len(what) for what, _ in rows)
    for what, points in rows:
        click.echo(f"    {what.ljust(width)}  {points.rjust(4)}")


def _bank(end: BankEnd, tr: Translator) -> None:
    _say(tr("odds.bank"))
    rows = [
        (tr.points(HalfPoints(total)), chance)
        for total, chance in end.totals.items()
        if total <= _LIMIT
    ]
    rows.append((tr("odds.bank_over"), end.bust))
    width = max(len(what) for what, _ in rows)
    for what, chance in rows:
        _row(what.rjust(width), tr.percent(chance), chance)
    _say(tr("odds.stop", wins=tr.percent(end.wins), loses=tr.percent(end.loses)))


def _by_players(key: str, chances: Mapping[int, Estimate], tr: Translator) -> None:
    if not chances:
        return
    _say(tr(key))
    for n, chance in chances.items():
        _row(tr.plural("odds.players", n), _share(chance, tr), chance.mean)
    samples = max(chance.n for chance in chances.values())
    if samples:
        _say(tr("odds.sampled", n=tr.number(samples)))


def _share(chance: Estimate, tr: Translator) -> str:
    share = _percent(chance.mean, tr)
    if not chance.n:
        return share
    low, high = _percent(chance.low, tr), _percent(chance.high, tr)
    return tr("odds.likely", share=share, low=low, high=high)


def _percent(share: float, tr: Translator) -> str:
    """A share, with more decimals where it is small."""
    digits = 1 if share >= 0.01 or share == 0 else 2 if share >= 0.001 else 4
    return tr.percent(share, digits)


def _label(points: str, tr: Translator) -> str:
    number = _number(points, tr)
    return number if points == ILD else tr("odds.points", points=number)


def _number(points: str, tr: Translator) -> str:
    """The label of a hand as the language writes it."""
    return points if points == ILD else tr.points(HalfPoints(round(2 * float(points))))


def _say(sentence: str) -> None:
    click.echo(f"  {sentence}")


def _row(what: str, value: str, share: float | None = None) -> None:
    """A line of a list; a bar only where somebody looks on."""
    bar = ""
    if share is not None and sys.stdout.isatty():
        bar = "  " + "█" * round(_BAR * share)
    click.echo(f"    {what.rjust(4)}  {value.rjust(7)}{bar}".rstrip())
