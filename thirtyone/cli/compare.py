"""``thirtyone rules compare``: what differs between two rulesets."""

import click

from thirtyone.cli.options import json_line, json_option, language_option, plain
from thirtyone.rules import Ruleset
from thirtyone.rules.compare import Difference, differences
from thirtyone.rules.link import find_named
from thirtyone.text.say import ruleset_name, say_question, say_value
from thirtyone.text.translator import Translator, get_translator


@click.command(
    "compare",
    epilog="""\b
Examples:
  thirtyone rules compare no-trettien no-kildebeskrivelse
  thirtyone rules compare dk-a7 schwimmen --lang da
""",
)
@click.argument("first", metavar="ID|FILE")
@click.argument("second", metavar="ID|FILE")
@language_option
@json_option
def compare_rules(first: str, second: str, lang: str, as_json: bool) -> None:
    """Show what differs between two rulesets, rule by rule."""
    a, b = find_named(first), find_named(second)
    found = differences(a, b)
    if as_json:
        for difference in found:
            json_line(difference_record(difference))
        return
    tr = get_translator(lang)
    click.secho(f"A {ruleset_name(a, tr)} ({a.id})", bold=True)
    click.secho(f"B {ruleset_name(b, tr)} ({b.id})", bold=True)
    for difference in found:
        click.echo(f"\n{difference.path}: {say_question(difference.path, tr)}")
        for letter, ruleset, value in (("A", a, difference.a), ("B", b, difference.b)):
            click.echo(f"  {letter}  {_answer(ruleset, difference.path, value, tr)}")
    click.echo("\n" + tr.plural("compare.count", len(found)))


def difference_record(difference: Difference) -> dict[str, object]:
    """The JSON object of one difference; null where a family does not ask."""
    return {
        "path": difference.path,
        "a": None if difference.a_text is None else plain(difference.a_text),
        "b": None if difference.b_text is None else plain(difference.b_text),
    }


def _answer(ruleset: Ruleset, path: str, value: object, tr: Translator) -> str:
    if value is None:
        return tr("compare.not_asked", form=tr(f"form.{ruleset.family}"))
    return say_value(path, value, tr)
