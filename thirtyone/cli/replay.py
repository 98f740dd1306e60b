"""``thirtyone replay``: a transcript played again, checked and settled."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import count, takewhile
from pathlib import Path
from typing import Final

import click

from thirtyone.cards import Card
from thirtyone.cli.options import (
    chosen_rulesets,
    json_line,
    json_option,
    language_option,
    rules_options,
)
from thirtyone.cli.settle import seat_names, settle_record
from thirtyone.errors import ThirtyOneError, UsageError
from thirtyone.hands import check_playable
from thirtyone.play.events import Event, RoundEnded, StockEmpty
from thirtyone.play.match import MatchStep
from thirtyone.play.match_events import MatchEvent, RoundSettled
from thirtyone.play.outcome import RoundEnd, RoundOutcome
from thirtyone.play.record import RoundRecord
from thirtyone.play.settle import settle
from thirtyone.play.settlement import Settlement
from thirtyone.play.transcript import Transcript
from thirtyone.play.transcript_reading import LONGEST, parse_transcript
from thirtyone.rules import Family, Ruleset
from thirtyone.text.say import ruleset_name
from thirtyone.text.say_match import say_match_event
from thirtyone.text.say_play import say_settlement
from thirtyone.text.say_round import say_event
from thirtyone.text.translator import Translator, get_translator

_MOST_BYTES: Final = 4 * LONGEST
_PARTS: Final = 25
"""A device without end is not counted to its end."""
_NOBODY_CALLED: Final = {RoundEnd.STOCK_EMPTY, RoundEnd.SHOWDOWN, RoundEnd.ENDLESS}


@click.command(
    epilog="""\b
Examples:
  thirtyone replay round.txt
  thirtyone replay round.txt --json
  thirtyone replay round.txt --rules home     the same final hands under other rules
""",
)
@click.argument("file", metavar="FILE|-")
@rules_options
@language_option
@json_option
def replay(
    file: str, names: tuple[str, ...], changes: tuple[str, ...], lang: str, as_json: bool
) -> None:
    """Replay and check a transcript of a round or a match.

    Every line is played; one that cannot be is named with its number and the reason. With --rules,
    the final hands of each round are judged under those rulesets instead of its own.
    """
    transcript = read_file(file)
    tr = get_translator(lang)
    own = (transcript.ruleset.id,)  # --set alone changes the transcript's own rules
    others = chosen_rulesets(names or own, changes) if names or changes else ()
    if as_json:
        numbers = count()
        for record in replay_records(transcript, others, tr):
            json_line({"n": next(numbers), **record} if "event" in record else record)
    else:
        _lines(transcript, others, tr)


def read_file(name: str) -> Transcript:
    """The transcript in a file, or on standard input for ``-``; errors name the file."""
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
            size = len(raw)
            if size > _MOST_BYTES:  # how much it is, without keeping it
                parts = (len(file.read(_MOST_BYTES)) for _ in range(_PARTS))
                size += sum(takewhile(bool, parts))
    except (OSError, ValueError) as error:
        raise UsageError("refuse.rules_no_file", file=name) from error
    if size > _MOST_BYTES:
        raise UsageError("refuse.too_long", n=size, limit=LONGEST)
    try:
        return parse_transcript(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise UsageError("refuse.stdin_not_utf8", line=line) from error
    except ThirtyOneError as error:
        raise error if name == "-" else error.within(file=name) from None


# ------------------------------------------------------------------------------------------- JSON


def replay_records(
    transcript: Transcript, others: Sequence[Ruleset], tr: Translator
) -> Iterator[dict[str, object]]:
    """One object an event, then the settlement of the round; round after round."""
    for number, (record, step) in enumerate(_rounds(transcript), start=1):
        place = {"round": number} if transcript.is_match else {}
        for event in record.events():
            yield place | event_record(event, record.deal.seats)
        outcome = record.outcome()
        if outcome is None:
            return
        for ruleset in others or (transcript.ruleset,):
            done = _settled(outcome, ruleset, transcript, step)
            if done is None:
                yield place | {"rules": ruleset.id, "playable": False}
            else:
                yield place | _settlement_record(done, ruleset, record, transcript, tr)
        for happened in () if step is None or others else step.events:
            if not isinstance(happened, RoundSettled):
                yield place | match_event_record(happened)


def _settlement_record(
    done: Settlement, ruleset: Ruleset, record: RoundRecord, transcript: Transcript, tr: Translator
) -> dict[str, object]:
    """The settlement, with its seats as the events have them.

    Hands, values and lives stand in the order of ``seats``, which a match always names.
    """
    plain = settle_record(done, ruleset, tr)
    seats = record.deal.seats
    if not transcript.is_match and seats == tuple(range(len(seats))):
        return plain
    everybody = _names(transcript, tr)
    return plain | {
        "changes": [
            {"seat": seats[c.seat], "amount": c.amount, "unit": c.unit, "because": c.because}
            for c in done.changes
        ],
        "out": [seats[place] for place in done.out],
        "winners": None if done.winners is None else [seats[place] for place in done.winners],
        "seats": list(seats),
        "text": " ".join(say_settlement(done, [everybody[seat] for seat in seats], ruleset, tr)),
    }


def event_record(event: Event, seats: Sequence[int]) -> dict[str, object]:
    """The JSON object of an event; ``seats`` are those of the match."""
    record: dict[str, object] = {"event": event.name}
    for item in fields(event):
        value = getattr(event, item.name)
        if item.name == "seat":
            value = seats[value]
        elif item.name == "seats":
            value = [seats[seat] for seat in value]
        record[item.name] = _plain(value)
    return record


def match_event_record(event: MatchEvent) -> dict[str, object]:
    """The JSON object of what happened between two rounds."""
    word = type(event).__name__
    name = "".join("-" + c.lower() if c.isupper() else c for c in word).strip("-")
    return {"event": name} | {
        item.name: _plain(getattr(event, item.name)) for item in fields(event)
    }


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


# ---------------------------------------------------------------------------------- the settlement


def _rounds(transcript: Transcript) -> Iterator[tuple[RoundRecord, MatchStep | None]]:
    """Each round, in a match with what it led to."""
    steps: Sequence[MatchStep] = transcript.match_steps()[1:] if transcript.is_match else ()
    for number, record in enumerate(transcript.rounds):
        yield record, steps[number] if number < len(steps) else None


def _settled(
    outcome: RoundOutcome, ruleset: Ruleset, transcript: Transcript, step: MatchStep | None
) -> Settlement | None:
    """The settlement of the round itself, or what these hands come to under other rules."""
    if ruleset == transcript.ruleset:
        if step is not None:
            return step.state.history[-1].settlement
        return settle(
            ruleset,
            outcome.hands,
            end=outcome.end,
            knocker=outcome.knocker,
            instant=outcome.instant,
            drawn=outcome.drawn,
            bank=outcome.bank,
            stakes=outcome.stakes or None,
        )
    at_bank = ruleset.family is Family.BANK
    # At the bank, whoever stayed out has one card, and it does not count.
    stayed_out = {s for s, stake in enumerate(outcome.stakes) if not stake and s != outcome.bank}
    for seat, hand in enumerate(outcome.hands):
        if not (at_bank and seat in stayed_out) and check_playable(hand, ruleset):
            return None
    if at_bank:
        return settle(ruleset, outcome.hands, bank=outcome.bank, stakes=outcome.stakes or None)
    # A hand that ended the round there need not end it here: the hands and the knock say that. But
    # nobody called is nobody called, and these rules say whether such a round is drawn.
    end = outcome.end if outcome.end in _NOBODY_CALLED else None
    return settle(ruleset, outcome.hands, knocker=outcome.knocker, end=end)


# ------------------------------------------------------------------------------------- for people


def _lines(transcript: Transcript, others: Sequence[Ruleset], tr: Translator) -> None:
    ruleset = transcript.ruleset
    click.secho(ruleset_name(ruleset, tr), bold=True)
    for number, (record, step) in enumerate(_rounds(transcript), start=1):
        everybody = _names(transcript, tr)
        names = [everybody[seat] for seat in record.deal.seats]
        if transcript.is_match:
            click.secho(tr("event.round", n=tr.number(number)), bold=True)
        outcome = record.outcome()
        for event in record.events():
            # The settlement of these rules tells how the round ended.
            if outcome is not None and not others and _is_told_later(event, outcome):
                continue
            for sentence in say_event(event, names, ruleset, tr):
                click.echo(f"  {sentence}")
        if outcome is None:
            return
        for other in others or (ruleset,):
            if others:
                click.secho(f"  {ruleset_name(other, tr)}", bold=True)
            for sentence in _judged(outcome, other, transcript, step, names, tr):
                click.echo(f"  {'  ' if others else ''}{sentence}")


def _is_told_later(event: Event, outcome: RoundOutcome) -> bool:
    if isinstance(event, RoundEnded):
        return True
    return isinstance(event, StockEmpty) and outcome.end is RoundEnd.STOCK_EMPTY


def _judged(
    outcome: RoundOutcome,
    ruleset: Ruleset,
    transcript: Transcript,
    step: MatchStep | None,
    names: Sequence[str],
    tr: Translator,
) -> Iterator[str]:
    if step is not None and ruleset == transcript.ruleset:
        for event in step.events:
            yield from say_match_event(event, _names(transcript, tr), ruleset, tr)
        return
    done = _settled(outcome, ruleset, transcript, step)
    if done is None:
        yield tr("event.other_cards")
    else:
        yield from say_settlement(done, names, ruleset, tr)


def _names(transcript: Transcript, tr: Translator) -> tuple[str, ...]:
    """The players of a match, or what seats are called."""
    if transcript.is_match:
        return transcript.players
    seats = max(seat for record in transcript.rounds for seat in record.deal.seats)
    return seat_names(seats + 1, tr)
