"""A study's figures as a tidy table: one row a figure, as CSV or Parquet."""

import csv
import io
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from thirtyone.errors import UsageError, WorkError
from thirtyone.sim.result import Estimate, Report
from thirtyone.sim.studies.reports import Result

COLUMNS: Final = (
    "rules",
    "house",
    "changes",
    "players",
    "policies",
    "seat",
    "policy",
    "figure",
    "minus",
    "mean",
    "low",
    "high",
    "mode",
    "n",
    "seed",
)
"""``minus`` names the ruleset that is subtracted; ``seat`` is empty where a figure has none."""

Row: TypeAlias = dict[str, Any]


def per_round_name(unit: str) -> str:
    """What the figure of a seat is called: ``lives_lost_per_round``, ``points_won_per_round``."""
    return {"point": "points_won_per_round", "token": "tokens_won_per_round"}.get(
        unit, "lives_lost_per_round"
    )


def rows_of(results: Sequence[Result]) -> Iterator[Row]:
    """The rows of the table."""
    for variant, report in results:
        head: Row = {
            "rules": report.rules,
            "house": variant.house,
            "changes": " ".join(f"{path}={value}" for path, value in variant.changes.items()),
            "players": report.players,
            "policies": " ".join(report.policies),
            "mode": report.method,
            "n": report.n,
            "seed": report.seed,
        }
        for figure, seat, minus, estimate in _figures(report):
            if estimate is not None:
                policy = "" if seat is None else report.policies[seat]
                row = head | {"figure": figure, "seat": seat, "policy": policy, "minus": minus}
                yield row | _numbers(estimate)


def _figures(report: Report) -> Iterator[tuple[str, int | None, str, Estimate | None]]:
    per_round = per_round_name(report.unit)
    for seat in report.seats:
        yield per_round, seat.seat, "", seat.per_round
        yield "win", seat.seat, "", seat.win
    yield "turns_per_round", None, "", report.turns_per_round
    yield "rounds_per_match", None, "", report.rounds_per_match
    for end, share in report.ends.items():
        yield f"end_{end}", None, "", share
    for figure, estimate in quality_of(report).items():
        yield figure, None, "", estimate
    apart = report.difference
    if apart:
        for difference in apart.seats:
            yield per_round, difference.seat, apart.first, difference.per_round
            yield "win", difference.seat, apart.first, difference.win
        yield "turns_per_round", None, apart.first, apart.turns_per_round
        yield "rounds_per_match", None, apart.first, apart.rounds_per_match


def quality_of(report: Report) -> Mapping[str, Estimate | None]:
    """What makes the game lively or fair, by the name of the figure."""
    quality = report.quality
    return {
        "seat_spread": quality.seat_spread,
        "failed_knocks": quality.failed_knocks,
        "with_31": quality.with_31,
        "nobody": quality.nobody,
        "lead_changes": quality.lead_changes,
        "no_winner": quality.no_winner,
    }


def _numbers(estimate: Estimate) -> Row:
    numbers = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    return {name: n if math.isfinite(n) else None for name, n in numbers.items()}


# ---------------------------------------------------------------------------------------- writing


def check_table(path: Path, *, resumed: bool) -> None:
    """UsageError if the table could not be written when all is done; asked before the work.

    Only a table of ours is written anew, when its study goes on.
    """
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise UsageError("refuse.study_parquet", path=str(path))
    if path.exists() and not (resumed and _is_ours(path)):
        raise UsageError("refuse.study_exists", path=str(path))


def _is_ours(path: Path) -> bool:
    """Has the file the columns of our tables?"""
    try:
        if path.suffix.lower() == ".parquet":
            import pyarrow as pa
            import pyarrow.parquet as pq

            try:
                return tuple(pq.read_schema(path).names) == COLUMNS
            except pa.ArrowInvalid:
                return False
        with path.open("rb") as file:
            return file.readline(1000) == (",".join(COLUMNS) + "\n").encode()
    except OSError:
        return False


def write_table(path: Path, results: Sequence[Result]) -> None:
    """Writes the table in one go: the file is whole or not there."""
    part = None
    try:
        with _beside(path) as file:
            part = Path(file.name)
            if path.suffix.lower() == ".parquet":
                _write_parquet(file, list(rows_of(results)))
            else:
                _write_csv(file, rows_of(results))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        if part:
            with suppress(OSError):
                part.unlink()
        raise WorkError(
            "refuse.study_write", path=str(path), message=error.strerror or str(error)
        ) from error


def _beside(path: Path) -> IO[bytes]:
    """A new file in the same folder, under a name that nothing has."""
    for number in count(1):
        with suppress(FileExistsError):
            return path.with_name(f"{path.name}.{number}.part").open("xb")
    raise AssertionError


def _write_csv(file: IO[bytes], rows: Iterator[Row]) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    text.detach()


def _write_parquet(file: IO[bytes], rows: Sequence[Row]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = ("rules", "house", "changes", "policies", "policy", "figure", "minus", "mode")
    kinds = {"players": pa.int16(), "seat": pa.int16(), "n": pa.int64(), "seed": pa.uint64()}
    kinds |= dict.fromkeys(texts, pa.string())
    schema = pa.schema([(name, kinds.get(name, pa.float64())) for name in COLUMNS])
    columns = {name: [row.get(name) for row in rows] for name in COLUMNS}
    pq.write_table(pa.table(columns, schema=schema), file)
