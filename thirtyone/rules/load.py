"""Rulesets from TOML files: our own sixteen and anybody's house rules.

A file holds the ruleset's id, names and form, and one entry a rule path. An entry is a bare value
(a house rule) or a table with ``value``, ``mark``, ``source``, ``section`` and ``note``. A file
with ``based_on`` writes only what differs; one level is allowed, so that a reader needs two files
at most. Every error names the file and the path.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final, get_type_hints

from thirtyone.errors import RulesError
from thirtyone.rules.model import (
    Deck,
    Family,
    Hand,
    Match,
    Players,
    Region,
    Ruleset,
    Stakes,
)
from thirtyone.rules.provenance import Mark, Provenance, Source
from thirtyone.rules.values import FORMS, Value, check_conflicts, nearest, question, questions

LANGUAGES: Final = ("en", "nb", "sv", "da")
_DATA: Final = Path(__file__).parent / "data"
_HEAD: Final = frozenset({"id", "family", "region", "based_on", "name", "summary"})
_ENTRY: Final = frozenset({"value", "mark", "source", "section", "note", "reason", "contradicts"})
_LARGEST: Final = 200_000
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,999}")
_GROUPS: Final = ("all", "home")
"""What ``--rules`` calls several rulesets at once."""


def _parse(text: str) -> dict[str, Any]:
    # `import thirtyone` alone reads no file and need not pay for the parser.
    import tomllib

    return tomllib.loads(text)


@cache
def _index() -> Mapping[str, Any]:
    return _parse((_DATA / "index.toml").read_text("utf-8"))


def ruleset_ids() -> tuple[str, ...]:
    """The ids of our rulesets, in the order in which they are listed everywhere."""
    return tuple(_index()["order"])


def home_ids() -> tuple[str, ...]:
    """The six regional rulesets, one column each."""
    return tuple(_index()["home"])


@cache
def sources() -> Mapping[str, Source]:
    """The five documents and the pages elsewhere that values were taken from, by id."""
    text = (_DATA / "sources.toml").read_text("utf-8")
    return {
        id_: Source(id=id_, **{**entry, "sections": tuple(entry.get("sections", ()))})
        for id_, entry in _parse(text).items()
    }


@cache
def _reasons() -> Mapping[str, Mapping[str, str]]:
    """Reasons for a choice of ours that several rulesets share, by key and language."""
    return _parse((_DATA / "reasons.toml").read_text("utf-8"))


@cache
def load_ruleset(id_: str) -> Ruleset:
    """One of our rulesets by its id; a RulesError with the nearest id if there is none."""
    if id_ not in ruleset_ids():
        near = nearest(id_, ruleset_ids())
        raise RulesError("refuse.unknown_rules", text=id_[:60], suggestion=near)
    return _Reader(f"{id_}.toml", _DATA / f"{id_}.toml").ruleset()


def load_rules_file(path: Path) -> Ruleset:
    """A ruleset from a file of one's own. It may be based on one of ours."""
    return _Reader(str(path), path).ruleset()


def read_rules(name: str, raw: bytes) -> Ruleset:
    """A ruleset from the bytes of such a file; ``name`` stands in complaints about it."""
    return _Reader(name, _Bytes(raw)).ruleset()


def find_ruleset(id_or_path: str) -> Ruleset:
    """What ``--rules`` names: an id of ours, or the path of a TOML file."""
    if id_or_path.endswith(".toml") or "/" in id_or_path or "\\" in id_or_path:
        return load_rules_file(Path(id_or_path))
    return load_ruleset(id_or_path)


def read_file(name: str, place: "Path | _Bytes") -> dict[str, Any]:
    """What a TOML file says, whoever wrote it; a RulesError with the file's name if it is none."""

    def fail(reason: str, **details: object) -> RulesError:
        return RulesError(reason, file=name, **details)

    try:
        if isinstance(place, Path) and not place.is_file():  # a pipe would be waited for
            raise fail("refuse.rules_no_file")
        with place.open("rb") as file:
            raw = file.read(_LARGEST + 1)  # a device or a huge file must not fill memory
    except (OSError, ValueError) as error:
        raise fail("refuse.rules_no_file") from error
    if len(raw) > _LARGEST:
        raise fail("refuse.rules_too_large", limit=_LARGEST)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise fail("refuse.rules_not_utf8", line=line) from error
    try:
        return _parse(text)
    except RecursionError as error:
        raise fail("refuse.rules_not_toml", message="nested too deeply") from error
    except ValueError as error:
        # TOMLDecodeError is a ValueError; so is what int() says of thousands of digits.
        raise fail("refuse.rules_not_toml", message=str(error)) from error


class _Bytes:
    """A file that somebody sent: it opens like one on the disk."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def open(self, _: str) -> BytesIO:
        return BytesIO(self._raw)


class _Reader:
    """Reads one file; every complaint carries the file's name."""

    def __init__(self, name: str, place: Path | _Bytes) -> None:
        self.name = name
        self.place = place
        self.raw = read_file(name, place)

    def fail(self, reason: str, **details: object) -> RulesError:
        return RulesError(reason, file=self.name, **details)

    def ruleset(self) -> Ruleset:
        base = self._base()
        if base is None and "family" not in self.raw:
            raise self.fail("refuse.rules_no_form", allowed=tuple(Family))
        family = base.family if base else self._word("family", Family)
        written = dict(self._entries())
        for path in written:
            self._within(question, family, path)
        answers: dict[str, Value] = {}
        marks: dict[str, Provenance] = dict(base.provenance) if base else {}
        for path, asked in questions(family).items():
            if path in written:
                answers[path], marks[path] = self._answer(asked, written[path])
            elif base is None:
                raise self.fail("refuse.rules_missing_key", path=path)
        built = self._build(family, answers, marks, base)
        self._within(check_conflicts, built)
        return built

    def _within(self, check: Any, *args: Any) -> Any:
        try:
            return check(*args)
        except RulesError as error:
            raise error.within(file=self.name) from None

    # ------------------------------------------------------------------------------- the head

    def _id(self) -> str:
        """A short name without blanks, and none that means one of ours or several at once."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(self.name).stem).strip("-")
        id_ = self.raw.get("id", stem or "own")
        ours = self.place.parent == _DATA if isinstance(self.place, Path) else False
        taken = {*_GROUPS, *(() if ours else ruleset_ids())}
        if not isinstance(id_, str) or not _ID.fullmatch(id_) or id_ in taken:
            raise self.fail("refuse.rules_id", path="id", value=str(id_)[:60])
        return id_

    def _base(self) -> Ruleset | None:
        id_ = self.raw.get("based_on")
        if id_ is None:
            return None
        if not isinstance(id_, str) or id_ not in ruleset_ids():
            near = nearest(str(id_), ruleset_ids())
            raise self.fail("refuse.rules_based_on", text=str(id_)[:60], suggestion=near)
        base = load_ruleset(id_)
        if base.based_on is not None:
            raise self.fail("refuse.rules_based_on", text=id_, suggestion=base.based_on)
        if "family" in self.raw and self.raw["family"] != base.family:
            raise self.fail(
                "refuse.rules_wrong_value",
                path="family",
                value=str(self.raw["family"])[:60],
                allowed=(str(base.family),),
            )
        return base

    def _word(self, key: str, kind: Any) -> Any:
        word = self.raw.get(key)
        if word is None:
            raise self.fail("refuse.rules_missing_key", path=key)
        if word not in tuple(kind):
            raise self.fail(
                "refuse.rules_wrong_value", path=key, value=str(word)[:60], allowed=tuple(kind)
            )
        return kind(word)

    def _texts(self, key: str, fallback: str) -> Mapping[str, str]:
        given = self.raw.get(key, fallback)
        blank = isinstance(given, str) and not given.strip()
        return self._in_languages(key, fallback if blank else given)

    def _in_languages(self, path: str, given: object) -> Mapping[str, str]:
        """Four languages, or one text for all of them."""
        if isinstance(given, str):
            return dict.fromkeys(LANGUAGES, given)
        if not isinstance(given, dict) or not all(isinstance(t, str) for t in given.values()):
            raise self._not_among(path, given, ("text",))
        for lang in given:
            if lang not in LANGUAGES:
                raise self.fail("refuse.rules_unknown_key", path=f"{path}.{lang}", suggestion="")
        if not given:
            raise self.fail("refuse.rules_missing_key", path=f"{path}.en")
        first = next(iter(given.values()))
        return {lang: given.get(lang, given.get("en", first)) for lang in LANGUAGES}

    # ------------------------------------------------------------------------------ the entries

    def _entries(self) -> Iterator[tuple[str, object]]:
        for head, content in self.raw.items():
            if head in _HEAD:
                continue
            if not isinstance(content, dict) or head == "players":
                yield head, content
                continue
            for tail, entry in content.items():
                yield f"{head}.{tail}", entry

    def _answer(self, asked: Any, entry: object) -> tuple[Value, Provenance]:
        if not isinstance(entry, dict):
            return self._within(asked.read_typed, entry), Provenance(mark=Mark.OURS)
        for key in entry:
            if key not in _ENTRY:
                near = nearest(key, _ENTRY)
                raise self.fail(
                    "refuse.rules_unknown_key",
                    path=f"{asked.path}.{key}",
                    suggestion=f"{asked.path}.{near}" if near else "",
                )
        if "value" not in entry:
            raise self.fail("refuse.rules_missing_key", path=f"{asked.path}.value")
        return self._within(asked.read_typed, entry["value"]), self._provenance(asked.path, entry)

    def _provenance(self, path: str, entry: Mapping[str, Any]) -> Provenance:
        mark = entry.get("mark", Mark.OURS)
        if mark not in tuple(Mark):
            raise self._not_among(f"{path}.mark", mark, tuple(Mark))
        source = entry.get("source")
        if source is not None and (not isinstance(source, str) or source not in sources()):
            raise self._not_among(f"{path}.source", source, tuple(sources()))
        section = entry.get("section")
        if section is not None and not isinstance(section, str):
            raise self._not_among(f"{path}.section", section, ("text",))
        if mark != Mark.OURS and source is None:
            raise self.fail("refuse.rules_missing_key", path=f"{path}.source")
        contradicts = entry.get("contradicts", False)
        if not isinstance(contradicts, bool):
            raise self._not_among(f"{path}.contradicts", contradicts, ("true", "false"))
        return Provenance(
            mark=Mark(mark),
            source=sources()[source] if source else None,
            section=section,
            note=self._note(path, entry),
            contradicts=contradicts,
        )

    def _note(self, path: str, entry: Mapping[str, Any]) -> Mapping[str, str] | None:
        if "note" in entry:
            return self._in_languages(f"{path}.note", entry["note"])
        if "reason" not in entry:
            return None
        key = entry["reason"]
        if not isinstance(key, str) or key not in _reasons():
            raise self._not_among(f"{path}.reason", key, tuple(_reasons()))
        return _reasons()[key]

    def _not_among(self, path: str, value: object, allowed: tuple[str, ...]) -> RulesError:
        return self.fail(
            "refuse.rules_wrong_value", path=path, value=str(value)[:60], allowed=allowed
        )

    # ----------------------------------------------------------------------------- the ruleset

    def _build(
        self,
        family: Family,
        answers: Mapping[str, Value],
        marks: Mapping[str, Provenance],
        base: Ruleset | None,
    ) -> Ruleset:
        own_id = self._id()
        grouped: dict[str, dict[str, Any]] = {}
        for path, value in answers.items():
            head, _, tail = path.partition(".")
            if tail:
                grouped.setdefault(head, {})["pass_" if tail == "pass" else tail] = value

        def part(owner: Any, name: str, kind: Any) -> Any:
            """The part of the base with this file's answers laid over it."""
            given = grouped.get(name, {})
            if owner is None:
                return kind(**given)
            return _over(getattr(owner, name), given)

        form_type = FORMS[family]
        parts = _parts(form_type)
        form = form_type(
            **{name: part(base.form if base else None, name, kind) for name, kind in parts.items()}
        )
        players = answers.get("players", base.players if base else None)
        assert isinstance(players, Players)
        return Ruleset(
            id=own_id,
            names=self._texts("name", own_id),
            summaries=self._texts("summary", ""),
            region=self._word("region", Region) if "region" in self.raw else Region.OWN,
            based_on=base.id if base else None,
            deck=part(base, "deck", Deck),
            players=players,
            hand=part(base, "hand", Hand),
            form=form,
            match=part(base, "match", Match),
            stakes=part(base, "stakes", Stakes),
            provenance=marks,
        )


def _over(part: Any, given: Mapping[str, Any]) -> Any:
    return replace(part, **given) if given else part


def _parts(form: Any) -> Mapping[str, Any]:
    hints = get_type_hints(form)
    return {item.name: hints[item.name] for item in fields(form)}
