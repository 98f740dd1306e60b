"""The annotated rounds of the course: the documents' own examples, played out and explained.

A file ``lessons/<topic>/rounds/<name>.toml`` holds one round, or one match, in the text form of
:mod:`thirtyone.play.transcript`, a note for some of its steps in four languages, and what the source
claims about it. :mod:`thirtyone.claims` asks the engine whether a claim is true.

>>> annotated = find_round("trettien.en-runde")
>>> annotated.ruleset.id, annotated.players, len(annotated.record.steps())
('no-trettien', ('Kari', 'Nils', 'Tora'), 11)
>>> annotated.note(0).ours
True
"""

from functools import cache
from pathlib import Path
from typing import Any

from thirtyone.annotated import AnnotatedRound, Claim, ClaimKind, Impossible, Note, Texts, Topic
from thirtyone.annotated_reading import RoundReader
from thirtyone.content import lessons_dir
from thirtyone.errors import ThirtyOneError
from thirtyone.rules.values import nearest

__all__ = [
    "AnnotatedRound",
    "Claim",
    "ClaimKind",
    "Impossible",
    "Note",
    "Texts",
    "Topic",
    "UnknownRoundError",
    "all_rounds",
    "find_round",
    "load_round",
    "round_ids",
    "rounds_of",
    "topics",
]


class UnknownRoundError(ThirtyOneError):
    """No annotated round has this name."""


@cache
def topics() -> tuple[Topic, ...]:
    """The topics in the order of the course."""
    raw = _toml(lessons_dir() / "rounds.toml")
    return tuple(Topic(entry["id"], entry["title"]) for entry in raw["topic"])


@cache
def round_ids() -> tuple[str, ...]:
    """``topic.name`` of every annotated round, topic by topic."""
    return tuple(annotated.id for annotated in all_rounds())


@cache
def all_rounds() -> tuple[AnnotatedRound, ...]:
    """Every annotated round, in the order in which they are listed."""
    found = [
        load_round(topic.id, path.stem)
        for topic in topics()
        for path in sorted((lessons_dir() / topic.id / "rounds").glob("*.toml"))
    ]
    place = {topic.id: at for at, topic in enumerate(topics())}
    return tuple(sorted(found, key=lambda one: (place[one.topic], one.order, one.name)))


def rounds_of(topic: str) -> tuple[AnnotatedRound, ...]:
    """The annotated rounds of one topic."""
    return tuple(annotated for annotated in all_rounds() if annotated.topic == topic)


def find_round(id_: str) -> AnnotatedRound:
    """The round that a link names; UnknownRoundError with the nearest name if there is none."""
    topic, _, name = id_.partition(".")
    # Only names of ours become paths, whatever a link says.
    if topic in {known.id for known in topics()} and name in _names(topic):
        return load_round(topic, name)
    near = nearest(
        id_[:60], [f"{known.id}.{name}" for known in topics() for name in _names(known.id)]
    )
    raise UnknownRoundError("refuse.unknown_round", text=id_[:60], suggestion=near)


@cache
def _names(topic: str) -> tuple[str, ...]:
    folder = lessons_dir() / topic / "rounds"
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


@cache
def load_round(topic: str, name: str) -> AnnotatedRound:
    """One annotated round of ours; RulesError names the file and the key that is wrong."""
    path = lessons_dir() / topic / "rounds" / f"{name}.toml"
    try:
        raw = _toml(path)
    except OSError as error:
        raise UnknownRoundError("refuse.unknown_round", text=f"{topic}.{name}"[:60]) from error
    return RoundReader(topic, name, raw).annotated_round()


def _toml(path: Path) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(path.read_text("utf-8"))
