"""Every command that README and the help texts show does what it says, on fewer rounds."""

import re
import shlex
from pathlib import Path

import click
import pytest

from thirtyone.cli import command, run
from thirtyone.play.transcript import format_round
from thirtyone.rounds import all_rounds

ROOT = Path(__file__).parents[2]
# A server that would not end, and a cluster that is not there.
LEFT_OUT = ("explore", "--cluster", "tcp://")
LARGE = re.compile(r"\b(?:--rounds|--matches) (\d+)")
FEWER = "200"


def shown():
    """The commands, each once."""
    texts = [(ROOT / "README.md").read_text("utf-8")]
    context = click.Context(command)
    for name in command.list_commands(context):
        part = command.get_command(context, name)
        texts.append(part.epilog or "")
        if isinstance(part, click.Group):
            texts += [each.epilog or "" for each in part.commands.values()]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    found = dict.fromkeys(
        re.split(r"\s{2,}", line)[0]  # what follows after more room is said about it
        for line in lines
        if re.match(r"thirtyone \S", line) and not any(word in line for word in LEFT_OUT)
    )
    return list(found)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A place with the files that the commands name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    rules = 'id = "our-table"\nbased_on = "scat"\nname = "Our table"\n[settlement]\nlowest = 2\n'
    (tmp_path / "our-table.toml").write_text(rules, "utf-8")
    study = (ROOT / "benchmarks/study.toml").read_text("utf-8")
    study = re.sub(r"^(rounds|matches) = .*$", rf"\1 = {FEWER}", study, flags=re.MULTILINE)
    (tmp_path / "study.toml").write_text(study, "utf-8")
    record = next(each for each in all_rounds() if each.records).records[0]
    (tmp_path / "round.txt").write_text(format_round(record), "utf-8")
    return tmp_path


def test_all_of_them_work(folder, capsys):
    commands, given = shown(), set(folder.iterdir())
    for line in commands:
        words = shlex.split(LARGE.sub(lambda m: m[0].replace(m[1], FEWER), line))[1:]
        if "|" in words or "-" in words:
            continue
        status = run(words)
        said = capsys.readouterr()
        assert (0, True) == (status, bool(said.out)), f"{line}: {said.err}"
        for made in set(folder.iterdir()) - given:  # some commands write the same file
            made.unlink()
    print(f"{len(commands)} commands")
    assert len(commands) > 25
