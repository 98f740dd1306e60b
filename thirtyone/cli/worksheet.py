"""``thirtyone worksheet``: sheets for a class with their answer keys, in one HTML file."""

import contextlib
import os
from pathlib import Path

import click

from thirtyone.cli.options import DISK_FAILS, chosen_rulesets, language_option
from thirtyone.errors import UsageError, WorkError
from thirtyone.rules.model import Ruleset
from thirtyone.sheets import SheetKind
from thirtyone.sheets.order import MOST_SHEETS
from thirtyone.text.translator import get_translator
from thirtyone.ui.sheet_print import Job, count_pages, job_document


@click.command(
    epilog="""\b
Examples:
  thirtyone worksheet --kind score --rules se-svensk-bas --count 24 --seed 7 -o sheet.html
  thirtyone worksheet --kind settle --rules dk-a7 --lang da --level 3 -o opgaver.html
  thirtyone worksheet --kind score --kind settle --rules no-trettien --sheets 26 -o class.html
  thirtyone worksheet --kind agree --rules no-trettien --sheets 4 -o agree.html
""",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    required=True,
    metavar="|".join(SheetKind),
    help="Count hands, settle rounds, compare rulesets, agree on house rules. Repeatable.",
)
@click.option(
    "--rules",
    "names",
    multiple=True,
    required=True,
    metavar="ID|CODE|FILE",
    help="The ruleset: its id, the code of a house rule, or a TOML file.",
)
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="PATH=VALUE",
    help="Switch a house rule, such as scoring.ace_across_suits=any. Repeatable.",
)
@click.option("--count", metavar="N", help="How many tasks. Default: as many as fit on a page.")
@click.option("--level", metavar="1|2|3", default="1", show_default=True, help="How hard.")
@click.option("--sheets", metavar="N", default="1", show_default=True, help="Different sheets.")
@click.option("--seed", metavar="S", default="31", show_default=True, help="The start value.")
@click.option("-o", "--out", metavar="FILE.html", required=True, help="The file to write.")
@click.option("--force", is_flag=True, help="Write over a file that exists.")
@language_option
def worksheet(
    kinds: tuple[str, ...],
    names: tuple[str, ...],
    changes: tuple[str, ...],
    count: str | None,
    level: str,
    sheets: str,
    seed: str,
    out: str,
    force: bool,
    lang: str,
) -> None:
    """Write sheets for a class and their answer keys.

    One HTML file to print on A4: the sheets, then the keys on pages of their own. The same options
    give the same file.
    """
    job = Job(
        kinds=_kinds(kinds),
        ruleset=_ruleset(names, changes),
        lang=lang,
        level=_number("level", level, 3, least=1),
        seed=_number("seed", seed, 10**9),
        count=0 if count is None else _number("count", count, 96, least=1),
        sheets=_number("sheets", sheets, MOST_SHEETS, least=1),
    )
    job.check()
    if out == "-":
        click.echo(job_document(job), nl=False)
        return
    path = Path(out)
    existed = os.path.exists(path)  # noqa: PTH110  # Path.exists raises for a name that is too long
    if existed and not force:
        raise UsageError("refuse.sheet_exists", path=str(path))
    text = job_document(job)
    try:
        path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        if not existed:
            with contextlib.suppress(OSError):
                path.unlink()  # half a sheet is none
        kind = WorkError if error.errno in DISK_FAILS else UsageError
        why = error.strerror or type(error).__name__
        raise kind("refuse.sheet_cannot_write", path=out, why=why) from error
    click.echo(f"{out}: {get_translator(lang).plural('sheet.pages', count_pages(job))}")


def _kinds(names: tuple[str, ...]) -> tuple[SheetKind, ...]:
    for name in names:
        if name not in tuple(SheetKind):
            known = [str(kind) for kind in SheetKind]
            raise UsageError("refuse.sheet_kind", text=name, known=known)
    return tuple(dict.fromkeys(map(SheetKind, names)))


def _ruleset(names: tuple[str, ...], changes: tuple[str, ...]) -> Ruleset:
    rulesets = chosen_rulesets(names, changes)
    if len(rulesets) > 1:
        raise UsageError("refuse.sheet_one_ruleset")
    return rulesets[0]


def _number(name: str, text: str, limit: int, *, least: int = 0) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 11 and least <= int(text) <= limit:
        return int(text)
    raise UsageError("refuse.sheet_number", name=f"--{name}", text=text, low=least, wanted=limit)
