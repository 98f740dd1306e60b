"""What several commands share: language, JSON, and the rulesets they are asked about."""

import errno
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import click

from thirtyone.errors import UsageError
from thirtyone.rules import Family, Ruleset, home_ids, load_ruleset, questions, ruleset_ids
from thirtyone.rules.link import find_named
from thirtyone.rules.load import LANGUAGES
from thirtyone.rules.values import is_path, question, with_values

DISK_FAILS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors of a disk. Whatever else keeps a file from being written, its name was a wrong input."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


def environment_language(environment: Mapping[str, str] | None = None) -> str:
    """The language of the environment's locale, English where it is none of the four.

    >>> environment_language({"LANG": "nn_NO.UTF-8"}), environment_language({"LC_ALL": "C"})
    ('nb', 'en')
    """
    env = os.environ if environment is None else environment
    locale = next((env[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(k)), "")
    code = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
    code = {"no": "nb", "nn": "nb"}.get(code, code)
    return code if code in LANGUAGES else "en"


def option_value(arguments: Sequence[str], name: str) -> str | None:
    """The value of an option in raw arguments, for errors that come before it is parsed."""
    for place, word in enumerate(arguments):
        value = word.removeprefix(name + "=")
        if word == name and place + 1 < len(arguments):
            value = arguments[place + 1]
        if value != word and value in LANGUAGES:
            return value
    return None


def language_option(command: _Command) -> _Command:
    """``--lang``: the words, never the JSON keys."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=environment_language,
        show_default="the environment's",
        help="Language of the words.",
    )(command)


def json_option(command: _Command) -> _Command:
    """``--json``: JSON Lines on standard output and nothing else there."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")(command)


def rules_options(command: _Command) -> _Command:
    """``--rules`` and ``--set``, both repeatable."""
    command = click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="PATH=VALUE",
        help="Switch a house rule, such as scoring.ace_across_suits=any. Repeatable.",
    )(command)
    return click.option(
        "--rules",
        "names",
        multiple=True,
        metavar="ID|CODE|all|home|FILE",
        help="A ruleset's id, the code of a house rule, all, home (the six regional ones) or a TOML file. "
        "Repeatable.",
    )(command)


def chosen_rulesets(names: Sequence[str], changes: Sequence[str]) -> tuple[Ruleset, ...]:
    """The rulesets that ``--rules`` and ``--set`` ask for, in the order named.

    A house rule that only some of them know is switched there; one that none knows is an error.
    """
    chosen: list[Ruleset] = []
    for name in names or ("home",):
        group = {"all": ruleset_ids, "home": home_ids}.get(name)
        chosen.extend(map(load_ruleset, group()) if group else [find_named(name)])
    house = dict(map(_assignment, changes))
    for path in house:
        if not any(path in questions(ruleset.family) for ruleset in chosen):
            question(chosen[0].family, path)
    return tuple(
        with_values(r, {p: v for p, v in house.items() if p in questions(r.family)})
        for r in dict.fromkeys(chosen)
    )


def house_rules(changes: Sequence[str]) -> dict[str, str]:
    """What ``--set`` asks for, by path; an error for a path that no family knows."""
    house = dict(map(_assignment, changes))
    for path in house:
        if not is_path(path):
            question(Family.DRAW, path)
    return house


def _assignment(text: str) -> tuple[str, str]:
    path, equals, value = text.partition("=")
    if not equals or not path.strip() or not value.strip():
        raise UsageError("refuse.set_syntax", text=text)
    return path.strip(), value.strip()


def plain(text: str) -> object:
    """The text of a rule value for JSON: numbers as numbers, players as a pair."""
    if "-" in text and text.replace("-", "").isdecimal():
        return [int(n) for n in text.split("-")]
    return int(text) if text.isdecimal() else text


def json_line(record: Mapping[str, object]) -> None:
    """One object on one line of standard output."""
    # Not click.echo, which flushes each line: a hundred thousand hands are a hundred thousand.
    sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
