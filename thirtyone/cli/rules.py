"""``thirtyone rules``: which rulesets there are, what one says, whether a file is one."""

from collections import Counter
from pathlib import Path

import click

from thirtyone.cli.compare import compare_rules
from thirtyone.cli.options import json_line, json_option, language_option, plain
from thirtyone.rules import (
    Mark,
    Ruleset,
    Source,
    load_rules_file,
    load_ruleset,
    ruleset_ids,
    value_text,
    values,
)
from thirtyone.rules.link import find_named
from thirtyone.text.say import ruleset_name, say_provenance, say_value
from thirtyone.text.translator import get_translator

_SIGN = {Mark.STATED: "●", Mark.ELSEWHERE: "◐", Mark.OURS: "◌"}


@click.group(
    epilog="""\b
Examples:
  thirtyone rules list
  thirtyone rules show se-svensk-bas --lang sv
  thirtyone rules compare dk-enogtredive scat
  thirtyone rules check our-table.toml
""",
)
def rules() -> None:
    """The rulesets, with their sources."""


@rules.command("list", epilog="Example: thirtyone rules list --json")
@language_option
@json_option
def list_rules(lang: str, as_json: bool) -> None:
    """List the rulesets."""
    tr = get_translator(lang)
    found = [load_ruleset(id_) for id_ in ruleset_ids()]
    width = max(len(r.id) for r in found)
    names = max(len(ruleset_name(r, tr)) for r in found)
    for r in found:
        if as_json:
            json_line(
                {
                    "id": r.id,
                    "name": ruleset_name(r, tr),
                    "family": r.family,
                    "players": [r.players.low, r.players.high],
                    "deck": r.deck_size,
                    "source": main_source(r),
                    "summary": r.summaries[lang],
                }
            )
            continue
        name = ruleset_name(r, tr).ljust(names)
        click.echo(f"{r.id.ljust(width)}  {name}  {r.players}  {r.summaries[lang]}")


def main_source(ruleset: Ruleset) -> str:
    """The text that most of the ruleset's values were taken from: its file, or the page's title."""
    sources = [p.source for p in ruleset.provenance.values() if p.source is not None]
    return _called(Counter(sources).most_common(1)[0][0]) if sources else ""


@rules.command("show", epilog="Example: thirtyone rules show dk-a7 --lang da")
@click.argument("ruleset_id", metavar="ID|FILE")
@language_option
@json_option
def show_rules(ruleset_id: str, lang: str, as_json: bool) -> None:
    """Show one ruleset: every value, its mark and its source."""
    ruleset = find_named(ruleset_id)
    tr = get_translator(lang)
    if as_json:
        json_line({"id": ruleset.id, "values": dict(_entries(ruleset, lang))})
        return
    click.secho(f"{ruleset_name(ruleset, tr)} ({ruleset.id})", bold=True)
    group = ""
    for path, value in values(ruleset).items():
        provenance = ruleset.provenance[path]
        if path.partition(".")[0] != group:
            group = path.partition(".")[0]
            click.echo()
        click.echo(
            f"{_SIGN[provenance.mark]} {path} = {click.style(value_text(value), bold=True)}\n"
            f"    {say_value(path, value, tr)} {say_provenance(provenance, tr)}"
        )
    click.echo("\n" + "   ".join(f"{_SIGN[mark]} {tr(f'mark.{mark}')}" for mark in Mark))


def _entries(ruleset: Ruleset, lang: str) -> list[tuple[str, dict[str, object]]]:
    tr = get_translator(lang)
    return [
        (
            path,
            {
                "value": plain(value_text(value)),
                "mark": ruleset.provenance[path].mark,
                "source": _called(source) if (source := ruleset.provenance[path].source) else None,
                "section": ruleset.provenance[path].section,
                "text": f"{say_value(path, value, tr)} "
                f"{say_provenance(ruleset.provenance[path], tr)}".strip(),
            },
        )
        for path, value in values(ruleset).items()
    ]


rules.add_command(compare_rules, "compare")


def _called(source: Source) -> str:
    return source.file or source.title


@rules.command("check", epilog="Example: thirtyone rules check our-table.toml")
@click.argument("file", type=click.Path(path_type=Path))
@language_option
@json_option
def check_rules(file: Path, lang: str, as_json: bool) -> None:
    """Check that a TOML file is a ruleset."""
    ruleset = load_rules_file(file)
    tr = get_translator(lang)
    if as_json:
        json_line({"file": str(file), "ok": True})
    else:
        count = len(values(ruleset))
        click.echo(tr("cli.rules_ok", file=file, rules=ruleset_name(ruleset, tr), n=count))
