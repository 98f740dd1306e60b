"""Several processes, and runs that are killed: nothing is lost, and nobody is left behind."""

import json
import multiprocessing
import os
import pty
import select
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from thirtyone.rules import load_ruleset
from thirtyone.sim.studies.run import run
from thirtyone.sim.studies.study import Mode, make_study, variants_of
from thirtyone.sim.studies.workers import Processes

STUDY = (
    *("simulate", "--rules", "no-trettien", "--rules", "no-kildebeskrivelse", "--players", "4"),
    *("--policy", "steady", "--json", "--rounds"),
)
LONG = (*STUDY, "400000")
# For runs that are to be met while they go on, however late a busy machine lets the test look.
LONGER = (*STUDY, "2000000")
ENDLESS = (*STUDY, "400000000")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc and sends signals")


def command(*arguments):
    return [sys.executable, "-m", "thirtyone", *arguments]


def started(*arguments, **options):
    return subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def whole(*arguments):
    done = subprocess.run(command(*arguments), check=True, capture_output=True, text=True)
    assert "" == done.stderr, "without a terminal there is no bar"
    return done.stdout


@pytest.fixture(scope="module")
def undisturbed():
    return whole(*LONG)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


def lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def children(pid):
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_two_processes_give_the_same_to_the_last_digit(undisturbed):
    assert undisturbed == whole(*LONG, "--workers", "2", "--chunk", "30000")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_run_goes_on_and_its_processes_end_with_it(tmp_path, workers):
    path = tmp_path / "r.jsonl"
    arguments = (*LONGER, "--workers", workers, "--chunk", "8000", "--out", str(path))
    process = started(*arguments)
    try:
        wait_for(lambda: lines(path) >= 5)
        family = children(process.pid)
        assert (workers == "2") == (len(family) >= 2)
    finally:
        process.kill()
        process.communicate()
    assert lines(path) < 251, "it was killed too late to show anything"
    wait_for(lambda: not any(map(is_running, family)), 10)
    with path.open("ab") as file:
        file.write(b'{"piece":[0,0,80')  # what a kill in the middle of a line leaves
    kept = path.read_bytes()
    kept = kept[: kept.rindex(b"\n") + 1]
    done = subprocess.run(command(*arguments), check=True, capture_output=True, text=True)
    assert whole(*LONGER) == done.stdout
    assert path.read_bytes().startswith(kept)
    games = [json.loads(line)["piece"] for line in path.read_text().splitlines()[1:]]
    assert 2_000_000 == sum(stop - start for _, start, stop in games)
    assert path.with_suffix(".csv").exists()


def test_ctrl_c_says_how_to_go_on(tmp_path):
    path = tmp_path / "r.jsonl"
    arguments = (*ENDLESS, "--workers", "2", "--chunk", "8000", "--out", str(path))
    # A shell lets what it starts in the background ignore Ctrl-C, tests and all that they start.
    heeds = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = started(*arguments, start_new_session=True, preexec_fn=heeds)
    try:
        wait_for(lambda: lines(path) >= 3)
        family = children(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the whole group
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (130, "") == (process.returncode, out)
    (line,) = filter(None, err.splitlines())
    assert f"{8_000 * (lines(path) - 1):,} of 400,000,000" in line
    assert str(path) in line
    wait_for(lambda: not any(map(is_running, family)), 10)


def test_a_process_that_dies_is_replaced():
    study = make_study(variants_of([load_ruleset("scat")]), [("steady",) * 4], Mode.ROUNDS, 60_000)
    before = set(multiprocessing.active_children())
    crew = Processes(2)
    killed = []

    def kill_one(done):
        if done and not killed:
            (victim, *_) = set(multiprocessing.active_children()) - before
            killed.append(victim.pid)
            os.kill(victim.pid, signal.SIGKILL)

    try:
        totals = run(study, crew, size=2_000, progress=kill_one)
    finally:
        crew.close(kill=True)
    assert killed
    assert run(study).counts == totals.counts
    assert before == set(multiprocessing.active_children())


def test_a_file_that_may_not_grow_ends_the_run_and_keeps_what_was_done(tmp_path, undisturbed):
    path = tmp_path / "r.jsonl"
    arguments = (*LONG, "--chunk", "20000", "--out", str(path))
    limit = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000));"
        "sys.argv = ['thirtyone', *sys.argv[1:]]; runpy.run_module('thirtyone', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", limit, *arguments], check=False, capture_output=True, text=True
    )
    assert (1, "", 1) == (done.returncode, done.stdout, len(done.stderr.splitlines())), done.stderr
    assert 2 <= lines(path) < 21
    assert path.read_bytes().endswith(b"\n"), "the line that did not fit is taken back"
    again = subprocess.run(command(*arguments), check=True, capture_output=True, text=True)
    assert undisturbed == again.stdout


@pytest.mark.parametrize("colour", [True, False])
def test_a_terminal_gets_a_bar_with_the_time_left(colour):
    ours, theirs = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "TERM"}}
    environment |= {"TERM": "xterm", "LC_ALL": "C.UTF-8"} | ({} if colour else {"NO_COLOR": "1"})
    process = subprocess.Popen(
        command(*LONG, "--chunk", "20000"),
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(ours)
    out, _ = process.communicate(timeout=60)
    assert 0 == process.returncode
    assert 2 == len(out.splitlines())
    text = shown.decode()
    assert "of 400,000" in text
    assert "left" in text
    assert text.count("\r") > 2
    assert colour == ("\x1b[32m" in text)
    assert text.endswith("\r\x1b[K"), "the bar is taken away in the end"
