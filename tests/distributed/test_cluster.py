"""A Dask cluster on this machine: the same totals, workers that die, clusters that are not there."""

import os
import signal
import socket
import subprocess
import sys

import pytest

from thirtyone.errors import UsageError, WorkError
from thirtyone.rules import load_ruleset
from thirtyone.sim.studies import run as study_run
from thirtyone.sim.studies.cluster import Cluster
from thirtyone.sim.studies.run import run
from thirtyone.sim.studies.study import Mode, make_study, variants_of

distributed = pytest.importorskip(
    "distributed", reason="Dask is not installed (thirtyone[cluster])"
)

ARGUMENTS = (
    *("simulate", "--rules", "no-trettien", "--players", "4"),
    *("--policy", "steady", "--rounds", "5000", "--json"),
)


def local_cluster(workers):
    """On the loopback only, without a dashboard."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs="CRITICAL",
    )


@pytest.fixture(scope="module")
def cluster():
    with local_cluster(2) as cluster:
        yield cluster


def study(games=40_000, mode=Mode.ROUNDS):
    rulesets = [load_ruleset("no-trettien"), load_ruleset("dk-a7")]
    return make_study(variants_of(rulesets), [("steady",) * 4], mode, games)


@pytest.mark.parametrize(("mode", "games"), [(Mode.ROUNDS, 40_000), (Mode.MATCHES, 2_000)])
def test_a_cluster_counts_the_same(cluster, mode, games):
    crew = Cluster(cluster.scheduler_address)
    try:
        assert 4 == crew.width
        there = run(study(games, mode), crew, size=games // 16)
    finally:
        crew.close(kill=False)
    assert run(study(games, mode)).counts == there.counts


def test_a_worker_that_dies_is_survived(cluster):
    crew = Cluster(cluster.scheduler_address)
    pids = list(crew._client.run(os.getpid).values())
    killed = []

    def kill_one(done):
        if done and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    try:
        totals = run(study(), crew, size=1_000, progress=kill_one)
    finally:
        crew.close(kill=False)
    assert killed
    assert run(study()).counts == totals.counts


def test_pieces_that_the_scheduler_gives_up_are_sent_again(cluster):
    crew = Cluster(cluster.scheduler_address)
    error = distributed.scheduler.KilledWorker("piece", None, 3)
    assert crew.lost(error)
    assert not crew.lost(ValueError())
    crew.renew()
    crew.close(kill=True)


def test_the_command_works_on_a_cluster(cluster):
    there = subprocess.run(
        [sys.executable, "-m", "thirtyone", *ARGUMENTS, "--cluster", cluster.scheduler_address],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (0, "") == (there.returncode, there.stderr)
    here = subprocess.run(
        [sys.executable, "-m", "thirtyone", *ARGUMENTS], check=True, capture_output=True, text=True
    )
    assert here.stdout == there.stdout


def test_workers_of_another_version_are_refused(cluster, monkeypatch):
    monkeypatch.setattr(study_run, "__version__", "0.0.0")
    crew = Cluster(cluster.scheduler_address)
    try:
        with pytest.raises(WorkError) as failed:
            run(study(), crew, size=5_000)
    finally:
        crew.close(kill=True)
    assert "refuse.study_worker_version" == failed.value.reason


def test_what_the_cluster_cannot_do_is_one_line(cluster, monkeypatch):
    monkeypatch.setattr(study_run, "play", _cannot)
    crew = Cluster(cluster.scheduler_address)
    try:
        with pytest.raises(WorkError) as failed:
            run(study(), crew, size=5_000)
    finally:
        crew.close(kill=True)
    assert "refuse.cluster_failed" == failed.value.reason
    assert "no module of that name" in str(failed.value)


def _cannot(work):
    raise ModuleNotFoundError("no module of that name")


@pytest.fixture
def silent():
    """Somebody listens but is no scheduler."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"


def test_an_address_without_a_cluster_is_one_line(silent):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"tcp://127.0.0.1:{free.getsockname()[1]}"  # bound, but nobody listens
        for address in (nobody, "xyz://127.0.0.1:1"):
            with pytest.raises(WorkError) as failed:
                Cluster(address, patience=2)
            assert "refuse.cluster_unreachable" == failed.value.reason
            assert address in str(failed.value)
    with pytest.raises(WorkError) as failed:
        Cluster(silent, patience=1)
    assert "refuse.cluster_silent" == failed.value.reason


@pytest.mark.parametrize(
    "text", ["", "nowhere", "nonsense::::", "tcp://", "tcp://:8786", "tcp://h:0", "tcp://h:99999"]
)
def test_what_is_no_address_is_a_wrong_input(text):
    with pytest.raises(UsageError) as refused:
        Cluster(text, patience=2)
    assert "refuse.cluster_address" == refused.value.reason


def test_a_cluster_without_workers_is_one_line():
    with local_cluster(0) as empty, pytest.raises(WorkError) as failed:
        Cluster(empty.scheduler_address, patience=1)
    assert "refuse.cluster_no_workers" == failed.value.reason


def test_a_scheduler_that_goes_away_is_one_line():
    with local_cluster(1) as brief:
        crew = Cluster(brief.scheduler_address)

        def leave(done):
            if done:
                brief.close()

        try:
            with pytest.raises(WorkError) as failed:
                run(study(200_000), crew, size=5_000, progress=leave)
        finally:
            crew.close(kill=True)
    assert "refuse.cluster_lost" == failed.value.reason
