"""``thirtyone settle``: who loses or wins what when hands are laid open."""

import codecs
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import click

from thirtyone.cards import Card
from thirtyone.cli.options import (
    chosen_rulesets,
    house_rules,
    json_line,
    json_option,
    language_option,
    rules_options,
)
from thirtyone.errors import HandError, ThirtyOneError, UsageError
from thirtyone.hands import check_playable, score_hand
from thirtyone.notation import Style, format_cards, parse_cards
from thirtyone.play.match import check_lives
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import settle as settle_round
from thirtyone.play.settlement import Settlement
from thirtyone.rules import Family, Ruleset, questions, with_values
from thirtyone.rules.link import find_named
from thirtyone.rules.model import BankForm
from thirtyone.text.say import ruleset_name, say_error, say_unplayable
from thirtyone.text.say_play import say_label, say_settlement
from thirtyone.text.translator import Translator, get_translator

ENDS: Final = (RoundEnd.KNOCK, RoundEnd.INSTANT, RoundEnd.STOCK_EMPTY, RoundEnd.SHOWDOWN)
_KEYS: Final[Mapping[str, str]] = {
    "rules": '"no-trettien"',
    "hands": '["KH 9H QH", "KS 9S 4D"]',
    "knocker": "0",
    "end": '"knock"',
    "lives": "[3, 1]",
    "set": '{"instant.knocker_pays": "2"}',
}
"""What a line of input may hold, with an example for whoever wrote something else."""


@dataclass(frozen=True, slots=True)
class Showdown:
    """Hands to settle, and what is known of the round."""

    hands: tuple[tuple[Card, ...], ...]
    knocker: int | None = None
    end: RoundEnd | None = None
    lives: tuple[int, ...] | None = None


@click.command(
    epilog="""\b
Examples:
  thirtyone settle --rules no-trettien --hand "KH 9H QH" --hand "AS 9S 4S" --hand "TD 7D 2C" --knocker 0
  thirtyone settle --rules dk-enogtredive --hand "AS KS TS" --hand "9C 8C 2D" --lives 3,1
  thirtyone settle - < rounds.jsonl       one round a line, as in
    {"rules": "dk-a7", "hands": ["KC QC 7H", "KD QD 7S"], "knocker": 0, "lives": [3, 3]}
""",
)
@click.argument("source", required=False, metavar="[-]", type=click.Choice(["-"]))
@rules_options
@click.option("--hand", "hands", multiple=True, metavar="CARDS", help="One for each seat, from 0.")
@click.option("--knocker", type=int, metavar="SEAT", help="Who knocked.")
@click.option("--end", type=click.Choice([end.value for end in ENDS]), help="How the round ended.")
@click.option("--lives", metavar="N,N,…", help="Lives before the round; 0 is the last chance.")
@language_option
@json_option
def settle(
    source: str | None,
    names: tuple[str, ...],
    changes: tuple[str, ...],
    hands: tuple[str, ...],
    knocker: int | None,
    end: str | None,
    lives: str | None,
    lang: str,
    as_json: bool,
) -> None:
    """Settle a round: who loses or wins what, and because of which rule.

    "-" reads a round a line from standard input and answers a line of JSON each; --set then holds
    for every line that does not set the same rule itself. In the bank form
    the last hand is the bank's, and everybody else has staked the least that is allowed.
    """
    tr = get_translator(lang)
    if source:
        if hands or names or knocker is not None or end or lives is not None:
            raise UsageError("refuse.settle_two_inputs")
        for ruleset, done in _rounds_of_input(lang, house_rules(changes)):
            json_line(settle_record(done, ruleset, tr))
        return
    if not names:
        raise click.UsageError("Missing option '--rules'.")
    chosen = chosen_rulesets(names, changes)
    cards = tuple(parse_cards(text, lang) for text in hands)
    showdown = Showdown(cards, knocker, RoundEnd(end) if end else None, _read_lives(lives))
    answers = [_answer(ruleset, showdown) for ruleset in chosen]
    if all(isinstance(answer, ThirtyOneError) for answer in answers):
        assert isinstance(answers[0], ThirtyOneError)
        raise answers[0]  # nobody plays this; one line says why
    for ruleset, answer in zip(chosen, answers, strict=True):
        if isinstance(answer, ThirtyOneError):
            _say_not_here(answer, showdown, ruleset, tr, as_json=as_json)
        elif as_json:
            json_line(settle_record(answer, ruleset, tr))
        else:
            _lines(answer, cards, ruleset, tr)


def settle_record(done: Settlement, ruleset: Ruleset, tr: Translator) -> dict[str, object]:
    """The JSON object of one settlement."""
    names = seat_names(len(done.scores), tr)
    return {
        "rules": ruleset.id,
        "end": done.end,
        "values": [score.label for score in done.scores],
        "changes": [
            {"seat": c.seat, "amount": c.amount, "unit": c.unit, "because": c.because}
            for c in done.changes
        ],
        "out": list(done.out),
        "lives": list(done.lives),
        "winners": None if done.winners is None else list(done.winners),
        "text": " ".join(say_settlement(done, names, ruleset, tr)),
    }


def seat_names(count: int, tr: Translator) -> tuple[str, ...]:
    """What players are called who have no names."""
    return tuple(tr("settle.seat", n=tr.number(seat)) for seat in range(count))


def _lines(
    done: Settlement, hands: Sequence[Sequence[Card]], ruleset: Ruleset, tr: Translator
) -> None:
    """For people: the hands with their points, then who loses or wins what and why."""
    names = seat_names(len(hands), tr)
    click.secho(ruleset_name(ruleset, tr), bold=True)
    for name, hand, score in zip(names, hands, done.scores, strict=True):
        points = click.style(say_label(score, tr).rjust(4), bold=True)
        click.echo(f"  {name}  {format_cards(hand, tr.lang, Style.SYMBOLS)}  {points}")
    for sentence in say_settlement(done, names, ruleset, tr):
        click.echo(f"  {sentence}")


def _say_not_here(
    error: ThirtyOneError, showdown: Showdown, ruleset: Ruleset, tr: Translator, *, as_json: bool
) -> None:
    """One of several rulesets cannot settle this; the others are answered all the same."""
    text = say_error(error, tr)
    for hand in showdown.hands:
        if why := check_playable(hand, ruleset):
            text = say_unplayable(why, hand, ruleset, tr)
            break
    if as_json:
        json_line({"rules": ruleset.id, "playable": False, "text": text})
    else:
        click.secho(ruleset_name(ruleset, tr), bold=True)
        click.echo(f"  {text}")


# --------------------------------------------------------------------------------------- one round


def _answer(ruleset: Ruleset, showdown: Showdown) -> Settlement | ThirtyOneError:
    """The settlement, or why there is none under these rules."""
    try:
        return _settled(ruleset, showdown)
    except ThirtyOneError as error:
        return error


def _settled(ruleset: Ruleset, showdown: Showdown) -> Settlement:
    """The settlement, if these are hands, a knocker and lives that can be."""
    _check(ruleset, showdown)
    return settle_round(
        ruleset,
        showdown.hands,
        end=showdown.end,
        knocker=showdown.knocker,
        lives=showdown.lives,
    )


def _check(ruleset: Ruleset, showdown: Showdown) -> None:
    count, last = len(showdown.hands), len(showdown.hands) - 1
    if count < 2:
        raise UsageError("refuse.settle_few_hands", n=count)
    _check_cards(ruleset, showdown.hands)
    if showdown.knocker is not None:
        if ruleset.family is Family.BANK:
            raise UsageError("refuse.settle_no_knock", rules=ruleset)
        if not 0 <= showdown.knocker <= last:
            raise UsageError("refuse.settle_seat", seat=showdown.knocker, last=last)
    if showdown.end is not None and ruleset.family is Family.BANK:
        raise UsageError("refuse.settle_no_knock", rules=ruleset)
    if showdown.lives is not None:
        _check_lives(ruleset, showdown.lives, count)


def _check_cards(ruleset: Ruleset, hands: Sequence[Sequence[Card]]) -> None:
    """HandError for what is no hand here, or for a card that lies twice where there is one."""
    form = ruleset.form
    two_packs = isinstance(form, BankForm) and len(hands) > form.bank.two_packs_above
    for hand in hands:
        if not two_packs or check_playable(hand, ruleset):  # two packs: a card twice is a hand
            score_hand(hand, ruleset)
    counts = Counter(card for hand in hands for card in hand)
    for card, count in counts.items():
        if count > 1 + two_packs:
            raise HandError("refuse.impossible_deal", card=card)


def _check_lives(ruleset: Ruleset, lives: Sequence[int], count: int) -> None:
    if lives and len(lives) == count:
        check_lives(ruleset, lives)
    else:
        raise UsageError("refuse.settle_lives_count", n=count, given=len(lives))


def _read_lives(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    wrong = next((part for part in parts if not (part.isascii() and part.isdigit())), None)
    if wrong is not None:
        raise UsageError("refuse.settle_bad_lives", text=wrong or text)
    return tuple(map(int, parts))


# ----------------------------------------------------------------------------------- standard input


def _rounds_of_input(lang: str, house: Mapping[str, str]) -> Iterator[tuple[Ruleset, Settlement]]:
    """One round a line; a bad line names its number after the good ones were answered."""
    empty = True
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        if number == 1:
            raw = raw.removeprefix(codecs.BOM_UTF8)  # noqa: PLW2901  # some editors begin with it
        if not raw.strip():
            continue
        empty = False
        try:
            ruleset, showdown = _read_line(raw, lang, house)
            done = _settled(ruleset, showdown)
        except UnicodeDecodeError:
            raise UsageError("refuse.stdin_not_utf8", line=number) from None
        except ThirtyOneError as error:
            raise UsageError("refuse.stdin_line", line=number, error=error) from None
        yield ruleset, done
    if empty:
        raise UsageError("refuse.settle_empty")


def _read_line(raw: bytes, lang: str, house: Mapping[str, str]) -> tuple[Ruleset, Showdown]:
    text = raw.decode("utf-8").strip()
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        example = '{"rules": "dk-a7", "hands": ["KC QC 7H", "KD QD 7S"], "knocker": 0}'
        raise UsageError("refuse.settle_not_json", text=text, example=example)
    for key in record:
        if key not in _KEYS:
            raise UsageError("refuse.settle_unknown_key", key=key, known=tuple(_KEYS))
    ruleset = find_named(_get(record, "rules", str))
    here = {path: value for path, value in house.items() if path in questions(ruleset.family)}
    ruleset = with_values(ruleset, here | _get(record, "set", dict, {}))
    texts = _get(record, "hands", list)
    if not all(isinstance(hand, str) for hand in texts):
        raise _wrong("hands")
    knocker = _get(record, "knocker", int, None)
    end = _get(record, "end", str, None)
    lives = _get(record, "lives", list, None)
    if end is not None and end not in ENDS:
        raise _wrong("end")
    if lives is not None and not all(type(n) is int for n in lives):
        raise _wrong("lives")
    return ruleset, Showdown(
        tuple(parse_cards(text, lang) for text in texts),
        knocker,
        None if end is None else RoundEnd(end),
        None if lives is None else tuple(lives),
    )


_MUST: Final = object()


def _get(record: Mapping[str, Any], key: str, kind: type, default: Any = _MUST) -> Any:
    value = record.get(key, default)
    if value is _MUST:
        raise UsageError("refuse.settle_missing_key", key=key, example=_KEYS[key])
    if value is None and default is None:
        return None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _wrong(key)
    return value


def _wrong(key: str) -> UsageError:
    return UsageError("refuse.settle_wrong_key", key=key, example=_KEYS[key])
