"""``thirtyone odds``: exact figures for a hand."""

from collections.abc import Sequence
from dataclasses import dataclass

import click

from thirtyone.cards import Card
from thirtyone.cli.odds_lines import odds_lines
from thirtyone.cli.options import (
    chosen_rulesets,
    json_line,
    json_option,
    language_option,
    rules_options,
)
from thirtyone.cli.score import read_hand
from thirtyone.errors import ThirtyOneError
from thirtyone.hands import score_hand
from thirtyone.notation import Style, format_cards, parse_cards
from thirtyone.odds import (
    BankEnd,
    Drawing,
    FurtherCard,
    Known,
    Spread,
    Standing,
    SwapValue,
    Taking,
    bank_end,
    distribution_among,
    drawing,
    further_card,
    knock_fails,
    known_cards,
    lowest,
    order_label,
    standing,
    standing_among,
    swaps,
    taking,
)
from thirtyone.odds.bar import scoring_of
from thirtyone.odds.lowest import USUAL
from thirtyone.rules import Ruleset
from thirtyone.rules.model import Family, HandTies
from thirtyone.sim.result import Estimate
from thirtyone.text.say import ruleset_name, say_error
from thirtyone.text.translator import Translator, get_translator


@dataclass(frozen=True, slots=True)
class Odds:
    """All figures for a hand under one ruleset; what its form does not have is None or empty."""

    known: Known
    points: str
    order: int
    among_all: Standing
    unseen: Standing | None
    """Among the hands that others can hold; this hand is not one of them."""
    draw: Drawing | None
    take: Taking | None
    swaps: tuple[SwapValue, ...]
    card: FurtherCard | None
    bank: BankEnd | None
    lowest: dict[int, Estimate]
    lowest_after_ties: dict[int, Estimate]
    knock: dict[int, Estimate]


@click.command(
    epilog="""\b
Examples:
  thirtyone odds "KH 9H AS" --rules no-trettien
  thirtyone odds KH 9H AS --rules scat --players 4 --up QH --seen "AH TH"
  thirtyone odds KH QD 7S --rules dk-a7 --up "QH AD 7C"
  thirtyone odds TD 7C 8S --rules greek-31 --up KS --json
""",
)
@click.argument("cards", nargs=-1, required=True, metavar="CARDS")
@rules_options
@click.option("--players", type=int, metavar="N", help="How many play; without it 2 to 7.")
@click.option(
    "--up",
    metavar="CARD",
    default="",
    help="The visible card; in exchange games the three on the table, in the bank form the bank's.",
)
@click.option("--seen", metavar="CARDS", default="", help="Other cards that are out of play.")
@language_option
@json_option
def odds(
    cards: tuple[str, ...],
    names: tuple[str, ...],
    changes: tuple[str, ...],
    players: int | None,
    up: str,
    seen: str,
    lang: str,
    as_json: bool,
) -> None:
    """Exact figures for a hand: its rank, the next card, who is lowest, and whether to knock.

    Cards that you hold, see or have seen are taken out of the pack. A figure that is not exact has
    a range. Without --rules: the six regional rulesets.
    """
    rulesets = chosen_rulesets(names, changes)
    tr = get_translator(lang)
    hand = read_hand(" ".join(cards), rulesets, lang)
    visible = parse_cards(up, lang) if up.strip() else ()
    gone = parse_cards(seen, lang) if seen.strip() else ()
    answers = [_known(hand, ruleset, visible, gone, players) for ruleset in rulesets]
    if all(isinstance(answer, ThirtyOneError) for answer in answers):
        assert isinstance(answers[0], ThirtyOneError)
        raise answers[0]  # nobody plays this; one line says why
    if not as_json:
        click.secho(format_cards(hand, lang, Style.SYMBOLS), bold=True)
    for ruleset, answer in zip(rulesets, answers, strict=True):
        if isinstance(answer, ThirtyOneError):
            _say_not_here(answer, hand, ruleset, tr, as_json=as_json)
        elif as_json:
            json_line(odds_record(odds_of(answer, players)))
        else:
            odds_lines(odds_of(answer, players), tr)


def _known(
    hand: Sequence[Card],
    ruleset: Ruleset,
    up: Sequence[Card],
    seen: Sequence[Card],
    players: int | None,
) -> Known | ThirtyOneError:
    try:
        return known_cards(hand, ruleset, up, seen, players)
    except ThirtyOneError as error:
        return error


def odds_of(known: Known, players: int | None = None) -> Odds:
    """All figures for a hand; for one number of players, or for 2 to 7."""
    ruleset, family = known.ruleset, known.ruleset.family
    asked = USUAL if players is None else (players,)
    score = score_hand(known.hand, ruleset)
    bank = family is Family.BANK
    breaks_ties = not bank and scoring_of(ruleset).ties is not HandTies.NONE
    counts = {} if bank else distribution_among(known.unseen, ruleset)
    return Odds(
        known=known,
        points=score.label,
        order=score.order,
        among_all=standing(known.hand, ruleset),
        unseen=standing_among(score.order, counts, itself=False) if counts else None,
        draw=None if bank else drawing(known),
        take=taking(known) if family is Family.DRAW else None,
        swaps=swaps(known) if family is Family.EXCHANGE else (),
        card=further_card(known) if bank else None,
        bank=bank_end(known) if bank else None,
        lowest=lowest(known, asked),
        lowest_after_ties=lowest(known, asked, ties=True) if breaks_ties else {},
        knock=knock_fails(known, asked),
    )


# ------------------------------------------------------------------------------------------ JSON


def odds_record(found: Odds) -> dict[str, object]:
    """The JSON object of one hand under one ruleset."""
    known, ruleset = found.known, found.known.ruleset
    place, unseen = found.among_all, found.unseen
    record: dict[str, object] = {
        "rules": ruleset.id,
        "hand": [str(card) for card in known.hand],
        "playable": True,
        "points": found.points,
        "beats": place.beats,
        "ties": place.ties,
        "loses": place.loses,
        "hands": place.hands,
        "unseen": {"cards": len(known.unseen)},
    }
    if unseen is not None:
        record["unseen"] = {
            "cards": len(known.unseen),
            "beats": unseen.beats,
            "ties": unseen.ties,
            "loses": unseen.loses,
            "hands": unseen.beats + unseen.ties + unseen.loses,
        }
    if found.draw is not None:
        record["draw"] = _spread_record(found.draw.best, ruleset)
        if ruleset.family is Family.DRAW:
            record["throws"] = {
                str(card): _spread_record(spread, ruleset)
                for card, spread in found.draw.throws.items()
            }
            record["take"] = _take_record(found.take, ruleset)
    if ruleset.family is Family.EXCHANGE:
        record["swaps"] = [
            {
                "given": [str(card) for card in swap.given],
                "taken": [str(card) for card in swap.taken],
                "points": order_label(swap.order, ruleset),
                "order": swap.order,
            }
            for swap in found.swaps
        ]
    if found.card is not None and found.bank is not None:
        record["draw"] = _spread_record(found.card.totals, ruleset) | {"over": found.card.over}
        record["bank"] = _bank_record(found.bank, ruleset)
    record["lowest"] = {str(n): chance.mean for n, chance in found.lowest.items()}
    modelled = {n: chance for n, chance in found.lowest.items() if chance.n}
    if modelled:
        record["lowest_modelled"] = {
            str(n): {**chance.as_json(), "n": chance.n} for n, chance in modelled.items()
        }
    if found.lowest_after_ties:
        record["lowest_after_ties"] = {
            str(n): chance.mean for n, chance in found.lowest_after_ties.items()
        }
    record["knock"] = {str(n): _chance(chance) for n, chance in found.knock.items()}
    return record


def _spread_record(spread: Spread, ruleset: Ruleset) -> dict[str, object]:
    return {
        "mean": spread.mean,
        "distribution": {
            order_label(order, ruleset): chance for order, chance in spread.chances.items()
        },
    }


def _take_record(take: Taking | None, ruleset: Ruleset) -> dict[str, object] | None:
    if take is None:
        return None
    return {
        "card": str(take.card),
        "throw": str(take.throw),
        "points": order_label(take.order, ruleset),
        "throws": {str(card): order_label(order, ruleset) for card, order in take.orders.items()},
    }


def _bank_record(end: BankEnd, ruleset: Ruleset) -> dict[str, object]:
    return {
        "distribution": {order_label(total, ruleset): p for total, p in end.totals.items()},
        "bust": end.bust,
        "better": end.better,
        "level": end.level,
        "worse": end.worse,
        "wins": end.wins,
        "loses": end.loses,
    }


def _chance(chance: Estimate) -> dict[str, object]:
    """A chance with how it was found: exact, or modelled by ``n`` random deals."""
    found: dict[str, object] = {"fails": chance.mean, "method": "modelled" if chance.n else "exact"}
    if chance.n:
        found |= {"low": chance.low, "high": chance.high, "n": chance.n}
    return found


def _say_not_here(
    error: ThirtyOneError, hand: Sequence[Card], ruleset: Ruleset, tr: Translator, *, as_json: bool
) -> None:
    """One of several rulesets that these cards cannot be played with."""
    text = say_error(error, tr)
    if not as_json:
        click.secho(ruleset_name(ruleset, tr), bold=True)
        click.echo(f"  {text}")
        return
    json_line(
        {
            "rules": ruleset.id,
            "hand": [str(card) for card in hand],
            "playable": False,
            "points": None,
            "beats": None,
            "ties": None,
            "loses": None,
            "hands": None,
            "draw": None,
            "lowest": {},
            "text": text,
        }
    )
