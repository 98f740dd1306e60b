"""``thirtyone worksheet``: one file, the same bytes for the same seed, one line for what is wrong."""

import re
from pathlib import Path

import pytest

from thirtyone.cli import run

FULL = Path("/dev/full")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path


def sheet(*arguments, out="sheet.html"):
    return run(["worksheet", *arguments, "-o", out])


def test_one_file_with_the_sheet_and_its_key(in_a_folder, capsys):
    assert sheet("--kind", "score", "--rules", "scat", "--count", "12", "--seed", "9") == 0
    assert capsys.readouterr().out == "sheet.html: 2 pages\n"
    text = (in_a_folder / "sheet.html").read_text("utf-8")
    assert re.findall(r'class="pg ([^"]+)"', text) == ["score l1", "score key"]
    assert "start value 9" in text
    assert "size: A4" in text


@pytest.mark.parametrize("kind", ["score", "settle", "compare", "agree"])
def test_the_same_seed_is_the_same_file(in_a_folder, kind):
    for name, seed in (("a", "4"), ("b", "4"), ("c", "5")):
        assert sheet("--kind", kind, "--rules", "dk-a7", "--seed", seed, out=name) == 0
    a, b, c = ((in_a_folder / name).read_bytes() for name in "abc")
    assert a == b
    assert a != c
    assert b"\r" not in a


def test_language_house_rule_level_and_number_of_sheets(in_a_folder, capsys):
    options = ["--kind", "score", "--kind", "agree", "--rules", "no-trettien", "--lang", "nb"]
    options += ["--set", "scoring.ace_across_suits=any", "--level", "3", "--sheets", "4"]
    assert sheet(*options) == 0
    assert capsys.readouterr().out == "sheet.html: 11 sider\n"
    text = (in_a_folder / "sheet.html").read_text("utf-8")
    assert '<html lang="nb">' in text
    assert "ark 4 av 4" in text
    assert "10 + 9 + 11 = 30" in text  # the worked example under the house rule


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--kind", "bogus", "--rules", "scat"], "bogus"),
        (["--kind", "score", "--rules", "nope"], "nope"),
        (["--kind", "score", "--rules", "home"], "one ruleset"),
        (["--kind", "score", "--rules", "scat", "--rules", "dk-a7"], "one ruleset"),
        (["--kind", "score", "--rules", "scat", "--level", "4"], "--level"),
        (["--kind", "score", "--rules", "scat", "--level", "x"], "--level"),
        (["--kind", "score", "--rules", "scat", "--count", "0"], "--count"),
        (["--kind", "score", "--rules", "scat", "--count", "99"], "--count"),
        (["--kind", "settle", "--rules", "scat", "--count", "31"], "count"),
        (["--kind", "score", "--rules", "scat", "--seed", "-1"], "--seed"),
        (["--kind", "score", "--rules", "scat", "--seed", "1.5"], "--seed"),
        (["--kind", "score", "--rules", "scat", "--sheets", "41"], "--sheets"),
        (["--kind", "score", "--rules", "scat", "--set", "x=1"], "x"),
        (["--rules", "scat"], "--kind"),
        (["--kind", "score"], "--rules"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(in_a_folder, capsys, arguments, part):
    assert sheet(*arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert part in said.err
    assert list(in_a_folder.iterdir()) == []


def test_a_dash_is_standard_output(in_a_folder, capsys):
    assert sheet("--kind", "score", "--rules", "scat") == 0
    capsys.readouterr()
    assert sheet("--kind", "score", "--rules", "scat", out="-") == 0
    assert capsys.readouterr().out == (in_a_folder / "sheet.html").read_text("utf-8")
    assert not (in_a_folder / "-").exists()


def test_a_number_out_of_bounds_is_told_both_bounds(capsys):
    assert sheet("--kind", "score", "--rules", "scat", "--count", "0") == 2
    assert "from 1 to 96" in capsys.readouterr().err
    assert sheet("--kind", "score", "--rules", "scat", "--seed", "x") == 2
    assert "from 0 to 1,000,000,000." in capsys.readouterr().err


def test_a_file_is_not_written_over_unless_forced(in_a_folder, capsys):
    (in_a_folder / "sheet.html").write_text("mine", "utf-8")
    assert sheet("--kind", "score", "--rules", "scat") == 2
    assert "--force" in capsys.readouterr().err
    assert (in_a_folder / "sheet.html").read_text("utf-8") == "mine"
    assert sheet("--kind", "score", "--rules", "scat", "--force") == 0
    assert (in_a_folder / "sheet.html").read_text("utf-8").startswith("<!doctype html>")


def test_a_place_that_cannot_be_written_is_a_wrong_input(in_a_folder, capsys):
    assert sheet("--kind", "score", "--rules", "scat", out="no/such/folder.html") == 2
    assert sheet("--kind", "score", "--rules", "scat", "--force", out=".") == 2
    assert sheet("--kind", "score", "--rules", "scat", out="x" * 300 + ".html") == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "no/such/folder.html cannot be written" in lines[0]


@pytest.mark.skipif(not FULL.exists(), reason="no full device here")
def test_a_full_disk_is_status_1_and_the_device_stays(capsys):
    assert sheet("--kind", "score", "--rules", "scat", "--force", out="/dev/full") == 1
    assert "/dev/full cannot be written" in capsys.readouterr().err
    assert FULL.is_char_device()
