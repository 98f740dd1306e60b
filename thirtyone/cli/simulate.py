"""``thirtyone simulate``: many rounds or matches, and figures with intervals."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from thirtyone.cli.options import (
    chosen_rulesets,
    json_line,
    json_option,
    language_option,
    rules_options,
)
from thirtyone.cli.progress import Bar
from thirtyone.errors import UsageError
from thirtyone.sim.result import Estimate, Report
from thirtyone.sim.studies.file import read_study
from thirtyone.sim.studies.reports import results_of
from thirtyone.sim.studies.results_file import ResultsFile
from thirtyone.sim.studies.results_table import (
    check_table,
    per_round_name,
    quality_of,
    write_table,
)
from thirtyone.sim.studies.run import Totals, run
from thirtyone.sim.studies.study import (
    STANDARD_SEED,
    Mode,
    Study,
    Variant,
    check_players,
    make_study,
    seat_policies,
    variants_of,
)
from thirtyone.sim.studies.workers import Alone, Crew, Processes
from thirtyone.text.say_study import figure_table, say_intervals
from thirtyone.text.translator import Translator, get_translator

MOST_WORKERS: Final = 256
_FROM_FILE: Final = ("names", "changes", "players", "policies", "rounds", "matches", "seed")
"""What a study's file says, so that it cannot be said beside it."""


@click.command(
    epilog="""\b
Examples:
  thirtyone simulate --rules no-trettien --players 4 --policy steady --rounds 100000
  thirtyone simulate --rules scat --rules cadillac --players 2 --policy steady --policy knocks-at:21 --matches 20000
  thirtyone simulate --rules home --players 4 --policy steady --rounds 10000000 --workers 2 --out home.jsonl
  thirtyone simulate --study study.toml --cluster tcp://127.0.0.1:8786 --out study.parquet
""",
)
@rules_options
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME",
    help="random, never-knocks, knocks-at:N or steady; once for all, or once a seat in seat order.",
)
@click.option("--rounds", type=int, metavar="N", help="Play so many rounds.")
@click.option("--matches", type=int, metavar="N", help="Play so many whole matches instead.")
@click.option(
    "--seed",
    type=int,
    default=STANDARD_SEED,
    show_default=True,
    metavar="S",
    help="Start value: the same one gives the same cards everywhere.",
)
@click.option(
    "--study",
    "study_file",
    metavar="FILE",
    help="Take rulesets, house rules, players, policies, length and seed from a TOML file.",
)
@click.option("--workers", type=int, metavar="N", help="Work with so many processes.")
@click.option("--cluster", metavar="ADDRESS", help="Work on a Dask cluster: its scheduler.")
@click.option(
    "--out",
    metavar="FILE",
    help="Keep results as they come (.jsonl) and a table of them (.csv or .parquet); "
    "a run that was stopped goes on from there.",
)
@click.option("--chunk", type=int, metavar="N", help="Games that are given out at a time.")
@language_option
@json_option
@click.pass_context
def simulate(
    ctx: click.Context,
    names: tuple[str, ...],
    changes: tuple[str, ...],
    players: int | None,
    policies: tuple[str, ...],
    rounds: int | None,
    matches: int | None,
    seed: int,
    study_file: str | None,
    workers: int | None,
    cluster: str | None,
    out: str | None,
    chunk: int | None,
    lang: str,
    as_json: bool,
) -> None:
    """Simulate rounds or matches, with intervals, for several rulesets on the same deals.

    From the second ruleset on stands the difference from the first one. Seat 0 acts first.
    """
    tr = get_translator(lang)
    if study_file is not None:
        _check_alone(ctx)
        study = read_study(Path(study_file))
    else:
        study = _study(names, changes, players, policies, rounds, matches, seed)
    _within("--chunk", chunk, 10**9)
    _within("--workers", workers, MOST_WORKERS)
    if workers is not None and cluster is not None:
        raise UsageError("refuse.study_two_crews")
    results = results_of(_run(study, workers, cluster, chunk, out, tr))
    if out is not None and (places := _places(out))[1] is not None:
        write_table(places[1], results)
        click.echo(tr("study.written", path=str(places[0]), table=str(places[1])), err=True)
    for variant, report in results:
        if as_json:
            json_line(simulate_record(variant, report))
        else:
            _lines(variant, report, study, tr)
    if not as_json:
        click.echo(say_intervals(tr))


# -------------------------------------------------------------------------------------- what to do


def _check_alone(ctx: click.Context) -> None:
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if name in _FROM_FILE and ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise UsageError("refuse.study_two_inputs", path=parameter.opts[0])


def _study(
    names: Sequence[str],
    changes: Sequence[str],
    players: int | None,
    policies: Sequence[str],
    rounds: int | None,
    matches: int | None,
    seed: int,
) -> Study:
    if not names:
        raise click.UsageError("Missing option '--rules'.")
    if not policies:
        raise click.UsageError("Missing option '--policy'.")
    if players is None:
        if len(policies) == 1:
            raise click.UsageError("Missing option '--players'.")
        players = len(policies)
    if (rounds is None) == (matches is None):
        raise UsageError("refuse.study_mode", first="--rounds", second="--matches")
    rulesets = chosen_rulesets(names, changes)
    mode = Mode.MATCHES if rounds is None else Mode.ROUNDS
    games = rounds if matches is None else matches
    assert games is not None
    for ruleset in rulesets:
        check_players(ruleset, players)
    seats = seat_policies(policies, players)
    return make_study(variants_of(rulesets), [seats], mode, games, seed=seed, option="--")


def _within(option: str, number: int | None, most: int) -> None:
    if number is not None and not 1 <= number <= most:
        raise UsageError("refuse.study_number", path=option, text=str(number), low=1, wanted=most)


def _places(out: str) -> tuple[Path, Path | None]:
    """Where the counts go as they come, and where the table goes in the end."""
    if out == "-":
        raise UsageError("refuse.out_dash", path="--out")
    path = Path(out)
    if path.suffix.lower() in {".csv", ".parquet"}:
        return path.with_suffix(".jsonl"), path
    if path.exists() and not path.is_file():
        return path, None  # a device or a pipe has nothing beside it
    table = path.with_suffix(".csv") if path.suffix else path.with_name(f"{path.name}.csv")
    return path, table


# ----------------------------------------------------------------------------------------- doing it


def _run(
    study: Study,
    workers: int | None,
    cluster: str | None,
    chunk: int | None,
    out: str | None,
    tr: Translator,
) -> Totals:
    with _crew(workers, cluster) as crew, _results(study, out) as results:
        shown = _Shown(study, results, tr)
        try:
            return run(study, crew, results=results, size=chunk, progress=shown)
        except KeyboardInterrupt:
            shown.stopped()
            raise
        finally:
            shown.bar.close()


@contextmanager
def _crew(workers: int | None, cluster: str | None) -> Iterator[Crew]:
    """Who plays; without one of the options this process."""
    crew: Crew
    if cluster is not None:
        from thirtyone.sim.studies.cluster import Cluster

        crew = Cluster(cluster)
    else:
        crew = Processes(workers) if workers is not None and workers > 1 else Alone()
    try:
        yield crew
    except BaseException:
        crew.close(kill=True)
        raise
    crew.close(kill=False)


@contextmanager
def _results(study: Study, out: str | None) -> Iterator[ResultsFile | None]:
    """The file that keeps what is counted, if one was named."""
    if out is None:
        yield None
        return
    try:
        path, table = _places(out)
        if table is not None:
            begun = path.is_file() and path.stat().st_size > 0
            check_table(table, resumed=begun)
    except OSError as error:  # a name that is too long, a folder that may not be looked into
        raise UsageError("refuse.study_path", path=out, message=error.strerror or "") from error
    with ResultsFile(path, study) as results:
        yield results


class _Shown:
    """What a long run says on standard error."""

    def __init__(self, study: Study, results: ResultsFile | None, tr: Translator) -> None:
        self.bar = Bar(study.all_games, tr)
        self._study = study
        self._results = results
        self._tr = tr
        self._begun = False

    def __call__(self, done: int) -> None:
        if done and not self._begun:
            self._say("study.resumed")
        self._begun = True
        self.bar(done)

    def stopped(self) -> None:
        """Says what is left of a run that was stopped."""
        self.bar.close()
        if self._results:
            self._say("study.stopped")
        else:
            click.echo(self._tr("study.stopped_unkept"), err=True)

    def _say(self, key: str) -> None:
        assert self._results is not None
        tr, path = self._tr, str(self._results.path)
        done, whole = tr.number(self._results.games), tr.number(self._study.all_games)
        click.echo(tr(key, path=path, done=done, all=whole), err=True)


# --------------------------------------------------------------------------------------- showing it


def simulate_record(variant: Variant, report: Report) -> dict[str, Any]:
    """The JSON object of one ruleset at one table."""
    per_round = per_round_name(report.unit)
    record: dict[str, Any] = {
        "rules": report.rules,
        "n": report.n,
        "seed": report.seed,
        "players": report.players,
        "policies": list(report.policies),
        "seats": [
            {"seat": seat.seat, "policy": seat.policy}
            | _record({per_round: seat.per_round, "win": seat.win})
            for seat in report.seats
        ],
    }
    record |= _record(
        {
            "turns_per_round": report.turns_per_round,
            "rounds_per_match": report.rounds_per_match,
        }
    )
    record["ends"] = {end: share.mean for end, share in report.ends.items()}
    record["ends_intervals"] = _record(report.ends)
    record |= _record(quality_of(report))
    record["mode"] = report.method
    record["unit"] = report.unit
    if variant.changes:
        record["house"] = variant.house
        record["changes"] = dict(variant.changes)
    apart = report.difference
    if apart:
        record["difference"] = {
            "from": apart.first,
            "seats": [
                {"seat": each.seat} | _record({per_round: each.per_round, "win": each.win})
                for each in apart.seats
            ],
        } | _record(
            {
                "turns_per_round": apart.turns_per_round,
                "rounds_per_match": apart.rounds_per_match,
            }
        )
    return record


def _record(figures: Mapping[str, Estimate | None]) -> dict[str, Any]:
    """Those of the figures that there are; JSON knows no infinity, so an open end is null."""
    return {
        name: {end: n if math.isfinite(n) else None for end, n in each.as_json().items()}
        for name, each in figures.items()
        if each is not None
    }


def _lines(variant: Variant, report: Report, study: Study, tr: Translator) -> None:
    """For people: a table by seat, and a few lines about the rounds."""
    compared = None if variant.against is None else study.variants[variant.against]
    table = figure_table(variant, report, compared if report.difference else None, tr)
    click.secho(table.title, bold=True)
    columns = list(zip(table.header, *table.rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    for number, row in enumerate((table.header, *table.rows)):
        cells = [
            text.ljust(width) if place == 1 else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo(click.style("  " + "  ".join(cells).rstrip(), dim=number == 0))
    for line in table.lines:
        click.echo(f"  {line}")
    click.echo()
