"""The command ``thirtyone``: score hands, read rules, open the explorer.

Its JSON is a contract: keys are added, never renamed. A wrong input prints one line that names the
part, the reason and a way out, and ends with status 2.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click

from thirtyone import __version__
from thirtyone.cli.options import environment_language, option_value
from thirtyone.errors import ThirtyOneError, WorkError

_NAMES: Final = ("explore", "score", "odds", "rules", "settle", "replay", "simulate", "worksheet")


class _Commands(click.Group):
    """Commands that are imported when they are asked for: scoring needs no play engine."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click asks with it
        return list(_NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _NAMES:
            return None
        command: click.Command = getattr(import_module(f"thirtyone.cli.{cmd_name}"), cmd_name)
        return command


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  thirtyone                          open the explorer
  thirtyone score "KH 9H AS"         one hand under the six regional rulesets
  thirtyone rules show dk-a7         one ruleset with its sources
  thirtyone rules compare scat dk-a7 what differs
  thirtyone settle --rules scat --hand "KH 9H QH" --hand "2S 7S JD" --knocker 0
  thirtyone replay round.txt         play a transcript again and check it
  thirtyone simulate --rules scat --players 4 --policy steady --rounds 100000
  thirtyone worksheet --kind score --rules se-svensk-bas -o sheet.html
""",
)
@click.version_option(__version__, prog_name="thirtyone")
@click.pass_context
def command(ctx: click.Context) -> None:
    """An interactive rule explorer for the card game 31.

    Without a command it opens the explorer.
    """
    # None lets click ask whether somebody is looking at a terminal.
    ctx.color = False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its status: 0 done, 1 failed, 2 wrong input."""
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """The exit status of a call; what a wrong input did wrong goes to standard error."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller has closed it: nobody wants to read that
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    arguments = _command_first(arguments)
    try:
        command.main(arguments, prog_name="thirtyone", standalone_mode=False)
        sys.stdout.flush()
    except ThirtyOneError as error:
        # Only a wrong input pays for the catalogue.
        from thirtyone.text.say import say_error
        from thirtyone.text.translator import get_translator

        language = option_value(arguments, "--lang") or environment_language()
        click.echo(f"thirtyone: {say_error(error, get_translator(language))}", err=True)
        return 1 if isinstance(error, WorkError) else 2
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "thirtyone"
        line = " ".join(error.format_message().split()).rstrip(".")
        click.echo(f"thirtyone: {line}. See: {where} --help", err=True)
        return 2
    except click.ClickException as error:
        click.echo(f"thirtyone: {error.format_message()}", err=True)
        return 2
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        # The reader of our output has left (`thirtyone score - | head`): that is no failure.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        click.echo(f"thirtyone: {error.strerror}", err=True)  # a full disk, for instance
        return 1
    except SystemExit as ended:  # click's own end of a broken pipe
        return 0 if ended.code in {None, 0, 1} else 2
    return 0


def _command_first(arguments: list[str]) -> list[str]:
    """The arguments with the command at the front, ``explore`` where there is none.

    ``thirtyone --lang nb score KH`` means ``thirtyone score KH --lang nb``.
    """
    if arguments and arguments[0] in {"-h", "--help", "--version"}:
        return arguments
    if arguments and not arguments[0].startswith("-"):
        return arguments
    place = next((i for i, word in enumerate(arguments) if word in _NAMES), None)
    if place is None:
        return ["explore", *arguments]
    return [*arguments[place:], *arguments[:place]]
