"""``thirtyone score``: what hands are worth."""

import sys
from collections.abc import Iterator, Sequence

import click

from thirtyone.cards import Card
from thirtyone.cli.options import (
    chosen_rulesets,
    json_line,
    json_option,
    language_option,
    rules_options,
)
from thirtyone.errors import CardError, HandError, ThirtyOneError, UsageError
from thirtyone.hands import check_hand, check_playable, fits_size, score_hand
from thirtyone.notation import Style, format_cards, parse_cards
from thirtyone.rules import Ruleset
from thirtyone.text.say import ruleset_name, say_score, say_unplayable
from thirtyone.text.translator import Translator, get_translator


@click.command(
    epilog="""\b
Examples:
  thirtyone score "KH 9H AS"
  thirtyone score K♥ 9♥ A♠ --rules no-kildebeskrivelse --rules scat
  thirtyone score "hjerter konge, hjerter ni, spar ess" --lang nb
  thirtyone score QH QS QD --rules no-trettien --set scoring.three_of_a_kind=30.5
  thirtyone score - --rules all --json < hands.txt
""",
)
@click.argument("cards", nargs=-1, required=True, metavar="CARDS|-")
@rules_options
@language_option
@json_option
def score(
    cards: tuple[str, ...],
    names: tuple[str, ...],
    changes: tuple[str, ...],
    lang: str,
    as_json: bool,
) -> None:
    """Score a hand under one or many rulesets.

    CARDS are read in notation (KH 9H AS), symbols (K♥) or the words of the four languages; "-" reads
    one hand a line from standard input. Without --rules: the six regional rulesets.
    """
    rulesets = chosen_rulesets(names, changes)
    tr = get_translator(lang)
    show = _json if as_json else _lines
    if cards == ("-",):
        for hand in _hands_of_input(rulesets, lang):
            show(hand, rulesets, tr)
    else:
        show(read_hand(" ".join(cards), rulesets, lang), rulesets, tr)


def read_hand(text: str, rulesets: Sequence[Ruleset], lang: str) -> tuple[Card, ...]:
    """The hand that a text names; an error if no ruleset asked for has hands of that size."""
    hand = parse_cards(text, lang)
    check_hand(hand)
    if not any(fits_size(len(hand), ruleset) for ruleset in rulesets):
        raise HandError("refuse.wrong_count", n=len(hand), wanted=rulesets)
    return hand


def _hands_of_input(rulesets: Sequence[Ruleset], lang: str) -> Iterator[tuple[Card, ...]]:
    """One hand a line; a bad line names its number after the good ones were printed."""
    empty = True
    lines = sys.stdin.buffer if sys.stdin else ()
    for number, raw in enumerate(lines, start=1):
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise UsageError("refuse.stdin_not_utf8", line=number) from None
        if not line.strip():
            continue
        empty = False
        try:
            hand = read_hand(line, rulesets, lang)
        except ThirtyOneError as error:
            raise UsageError("refuse.stdin_line", line=number, error=error) from None
        yield hand
    if empty:
        raise CardError("refuse.empty")


def _json(hand: tuple[Card, ...], rulesets: Sequence[Ruleset], tr: Translator) -> None:
    for ruleset in rulesets:
        json_line(score_record(hand, ruleset, tr))


def score_record(hand: tuple[Card, ...], ruleset: Ruleset, tr: Translator) -> dict[str, object]:
    """The JSON object of one hand under one ruleset."""
    record: dict[str, object] = {"hand": [str(card) for card in hand], "rules": ruleset.id}
    problem = check_playable(hand, ruleset)
    if problem:
        return record | {
            "playable": False,
            "points": None,
            "order": None,
            "reason": None,
            "counted": [],
            "idle": [],
            "ends_round": False,
            "text": say_unplayable(problem, hand, ruleset, tr),
        }
    scored = score_hand(hand, ruleset)
    return record | {
        "playable": True,
        "points": scored.label,
        "order": scored.order,
        "reason": {
            "kind": scored.reason.kind,
            "suit": scored.reason.suit,
            "rule": scored.reason.rule,
        },
        "counted": [str(card) for card in scored.counted],
        "idle": [str(card) for card in scored.idle],
        "ends_round": scored.ends_round,
        "text": say_score(scored, ruleset, tr),
    }


def _lines(hand: tuple[Card, ...], rulesets: Sequence[Ruleset], tr: Translator) -> None:
    """For people: the hand, then a line a ruleset with its points and the sentence."""
    click.secho(format_cards(hand, tr.lang, Style.SYMBOLS), bold=True)
    width = max(len(ruleset_name(ruleset, tr)) for ruleset in rulesets)
    for ruleset in rulesets:
        name = ruleset_name(ruleset, tr).ljust(width)
        problem = check_playable(hand, ruleset)
        if problem:
            click.echo(f"  {name}     –  {say_unplayable(problem, hand, ruleset, tr)}")
            continue
        scored = score_hand(hand, ruleset)
        label = scored.label if scored.points is None else tr.points(scored.points)
        tag = f" [{tr('score.ends_round')}]" if scored.ends_round else ""
        points = click.style(label.rjust(4), bold=True)
        click.echo(f"  {name}  {points}  {say_score(scored, ruleset, tr)}{tag}")
