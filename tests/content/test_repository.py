"""What must never stand in the repository, and how it is cut."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = {".py", ".toml", ".md", ".po", ".ipynb", ".js", ".css", ".html", ".txt", ".json", ".yml", ""}

# Written in pieces, so that this file does not name what it forbids.
FORBIDDEN = [
    r"python" + r"hosted",
    r"registry\." + r"npmjs",
    r"pypi\." + r"org/simple",
    r"deb\." + r"debian\.org",
    r"/(?:ro" + r"ot|ho" + r"me/\w+|wo" + r"rk/\w+)/",
]


def tracked():
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_no_download_host_and_no_path_of_a_machine():
    checked = 0
    pattern = re.compile("|".join(FORBIDDEN), re.IGNORECASE)
    for path in tracked():
        if path.suffix in TEXT:
            found = pattern.search(path.read_text("utf-8"))
            assert not found, f"{path.relative_to(ROOT)}: {found[0]}"
            checked += 1
    print(f"{checked} files")
    assert checked > 50


def test_a_lock_that_names_hosts_stays_out():
    assert not {path.name for path in tracked()} & {"uv.lock", "pylock.toml", "package-lock.json"}


def test_a_module_has_one_noun_and_fits_on_a_few_screens():
    modules = sorted((ROOT / "thirtyone").rglob("*.py"))
    assert len(modules) > 20
    long = {
        str(path.relative_to(ROOT)): lines
        for path in modules
        if (lines := len(path.read_text("utf-8").splitlines())) > 400
    }
    assert not long
    names = {path.stem for path in modules}
    assert not names & {"utils", "util", "helpers", "common", "misc"}


def test_no_test_is_timed():
    """A slow machine must not fail what works; speed is shown by the benchmarks."""
    clock = re.compile("perf_" + "counter|process_" + "time|performance\\." + "now")
    tests = sorted((ROOT / "tests").rglob("*.py"))
    timed = {str(path.relative_to(ROOT)) for path in tests if clock.search(path.read_text("utf-8"))}
    print(f"{len(tests)} files")
    assert len(tests) > 80
    assert timed == set()


def test_constraints_pin_every_requirement():
    pins = (ROOT / "constraints.txt").read_text("utf-8")
    lines = [line for line in pins.splitlines() if line]
    assert all(re.fullmatch(r"[a-z0-9.-]+==\S+( ; .+)?", line) for line in lines)
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    wanted = re.findall(r'^    "([a-z-]+)[>=]', project, re.MULTILINE)
    assert len(wanted) >= 18
    assert not [name for name in wanted if f"{name}==" not in pins]
