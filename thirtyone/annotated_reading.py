"""Reads the file of an annotated round and complains by the name of a key."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from thirtyone.annotated import (
    ABOUT_ONE_SEAT,
    ABOUT_SEATS,
    AnnotatedRound,
    Claim,
    ClaimKind,
    Impossible,
    Note,
    Texts,
)
from thirtyone.errors import RulesError
from thirtyone.notation import parse_card, parse_cards
from thirtyone.play.deal import opening
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.record import RoundRecord
from thirtyone.play.state import BankState, DrawState, SwapState
from thirtyone.play.transcript import Transcript
from thirtyone.play.transcript_reading import parse_transcript
from thirtyone.rules import Ruleset, load_ruleset
from thirtyone.rules.load import LANGUAGES, sources
from thirtyone.rules.values import nearest, with_values

VERSION: Final = 1

_HEAD: Final = frozenset(
    {"version", "order", "source", "section", "title", "summary", "step", "claim", "transcript"}
    | {"rules", "players", "hands", "impossible", "repairs"}  # hands as printed, and mended
)
_STEP: Final = frozenset({"at", "round", "section", "ours", "flaw", "note"})
_CLAIM: Final = frozenset(
    {"kind", "seat", "seats", "value", "at", "round", "section", "holds", "ours", "rules", "set"}
)


class RoundReader:
    """Reads one file; every complaint carries its name."""

    def __init__(self, topic: str, name: str, raw: Mapping[str, Any]) -> None:
        self.topic = topic
        self.name = name
        self.raw = raw

    def fail(self, reason: str, **details: object) -> RulesError:
        return RulesError(reason, file=f"{self.topic}/rounds/{self.name}.toml", **details)

    def wrong(self, path: str, value: object, allowed: Sequence[object]) -> RulesError:
        words = tuple(map(str, allowed))
        return self.fail("refuse.rules_wrong_value", path=path, value=str(value), allowed=words)

    def known(self, path: str, table: Mapping[str, Any], keys: frozenset[str]) -> None:
        for key in table:
            if key not in keys:
                suggestion = nearest(key, keys)
                raise self.fail(
                    "refuse.rules_unknown_key", path=f"{path}{key}", suggestion=suggestion
                )

    def annotated_round(self) -> AnnotatedRound:
        self.known("", self.raw, _HEAD)
        if self.raw.get("version") != VERSION:
            raise self.wrong("version", self.raw.get("version"), (VERSION,))
        source = self.raw.get("source")
        if source is not None and source not in sources():
            raise self.wrong("source", source, tuple(sources()))
        transcript = self.transcript()
        if transcript:
            ruleset, players = transcript.ruleset, transcript.players
        else:
            ruleset, players = load_ruleset(self.raw["rules"]), tuple(self.raw["players"])
        notes = tuple(
            self.step(number, entry) for number, entry in enumerate(self.raw.get("step", ()))
        )
        claims = tuple(
            self.claim(number, entry, ruleset, len(players))
            for number, entry in enumerate(self.raw.get("claim", ()))
        )
        wrong = self.raw.get("impossible")
        return AnnotatedRound(
            topic=self.topic,
            name=self.name,
            order=self.raw.get("order", 0),
            ruleset=ruleset,
            source=sources()[source] if source else None,
            section=self.section("section", self.raw.get("section"), source),
            titles=self.texts("title", self.raw.get("title")),
            summaries=self.texts("summary", self.raw.get("summary")),
            players=players,
            transcript=transcript,
            hands=tuple(parse_cards(hand) for hand in self.raw.get("hands", ())),
            notes=notes,
            claims=claims,
            flaw=any(note.flaw for note in notes) or wrong is not None,
            impossible=Impossible(parse_card(wrong["card"]), tuple(wrong["seats"]))
            if wrong
            else None,
            repairs=self.raw.get("repairs"),
        )

    def transcript(self) -> Transcript | None:
        text = self.raw.get("transcript")
        if text is None:
            return None
        transcript = parse_transcript(text)
        if not transcript.is_match:
            raise self.fail("refuse.rules_missing_key", path="transcript: players")
        named = tuple(
            _unnamed_shuffled(record, f"{self.topic}.{self.name}.{number}")
            for number, record in enumerate(transcript.rounds)
        )
        return replace(transcript, rounds=named)

    def texts(self, path: str, given: object) -> Texts:
        if not isinstance(given, dict):
            raise self.fail("refuse.rules_missing_key", path=path)
        for lang in LANGUAGES:
            if not isinstance(given.get(lang), str) or not given[lang].strip():
                raise self.fail("refuse.rules_missing_key", path=f"{path}.{lang}")
        self.known(f"{path}.", given, frozenset(LANGUAGES))
        return {lang: " ".join(given[lang].split()) for lang in LANGUAGES}

    def section(self, path: str, given: str | None, source: str | None) -> str | None:
        known = sources()[source].sections if source else ()
        if given is not None and known and given not in known:
            raise self.wrong(path, given, known)
        return given

    def step(self, number: int, entry: Mapping[str, Any]) -> Note:
        self.known(f"step.{number}.", entry, _STEP)
        path = f"step.{number}.section"
        return Note(
            round=entry.get("round", 1) - 1,
            at=entry["at"],
            texts=self.texts(f"step.{number}.note", entry.get("note")),
            ours=entry.get("ours", False),
            flaw=entry.get("flaw", False),
            section=self.section(path, entry.get("section"), self.raw.get("source")),
        )

    def claim(self, number: int, entry: Mapping[str, Any], own: Ruleset, players: int) -> Claim:
        path = f"claim.{number}."
        self.known(path, entry, _CLAIM)
        if entry.get("kind") not in tuple(ClaimKind):
            raise self.wrong(f"{path}kind", entry.get("kind"), tuple(ClaimKind))
        kind = ClaimKind(entry["kind"])
        seats = tuple(entry.get("seats", [entry["seat"]] if "seat" in entry else []))
        if not set(seats) <= set(range(players)) or (kind in ABOUT_ONE_SEAT) > (len(seats) == 1):
            raise self.wrong(f"{path}seats", seats, range(players))
        if kind not in ABOUT_SEATS and "value" not in entry:
            raise self.fail("refuse.rules_missing_key", path=f"{path}value")
        if kind is ClaimKind.ENDS and entry["value"] not in tuple(RoundEnd):
            raise self.wrong(f"{path}value", entry["value"], tuple(RoundEnd))
        ruleset = load_ruleset(entry["rules"]) if "rules" in entry else own
        return Claim(
            kind=kind,
            seats=seats,
            value=str(entry.get("value", "")),
            round=entry.get("round", 1) - 1,
            at=entry.get("at"),
            section=self.section(f"{path}section", entry.get("section"), self.raw.get("source")),
            holds=entry.get("holds", True),
            ours=entry.get("ours", False),
            ruleset=with_values(ruleset, entry["set"]) if "set" in entry else ruleset,
        )


def _unnamed_shuffled(record: RoundRecord, seed: str) -> RoundRecord:
    """The same round with the cards that nobody names shuffled, always in the same way.

    A transcript need not name the whole stock; its rest then follows in the order of the pack. Who
    plays on from some step would draw two, three, four of clubs.
    """
    cards = record.deal.cards
    state = record.state()
    if isinstance(state, DrawState) and not state.emptied:
        used = opening(record.ruleset, record.deal)[1] + state.drawn
    elif isinstance(state, SwapState) and not state.reused:
        used = len(cards) - len(state.stock)
    elif isinstance(state, BankState) and len(set(cards)) == len(cards):
        used = state.drawn
    else:
        return record
    tail = len(cards) - 1
    while tail > used and cards[tail - 1].index < cards[tail].index:
        tail -= 1
    # `random()` is the one method whose sequence Python promises to keep.
    rng = random.Random(seed)
    keys = {card: rng.random() for card in cards[tail:]}
    shuffled = (*cards[:tail], *sorted(keys, key=lambda card: keys[card]))
    return replace(record, deal=replace(record.deal, cards=shuffled))
