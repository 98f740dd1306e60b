"""The command that serves: its address, a taken port, Ctrl-C."""

import http.client
import signal
import socket
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from thirtyone.errors import UsageError
from thirtyone.web.server import address, listen

EXPLORE = (sys.executable, "-m", "thirtyone", "explore", "--no-browser")


def test_taken_port_names_another():
    """The suggestion is free: it can be taken at once."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError) as refused:
            listen("127.0.0.1", port)
    assert refused.value.reason == "refuse.port_taken"
    assert refused.value.details["port"] == port
    other = refused.value.details["suggestion"]
    assert other != port
    listen("127.0.0.1", other).close()
    assert f"--port {other}" in str(refused.value)


@pytest.mark.parametrize(
    ("host", "port", "reason"),
    [
        ("192.0.2.1", 0, "refuse.bad_host"),
        ("no.such.host.invalid", 0, "refuse.bad_host"),
        ("", 70000, "refuse.bad_port"),
        ("127.0.0.1", 70000, "refuse.bad_port"),
    ],
)
def test_addresses_that_cannot_be(host, port, reason):
    """An address of somebody else, a name that leads nowhere, a port that is none."""
    with pytest.raises(UsageError) as refused:
        listen(host, port)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "127.0.0.1"), ("localhost", "localhost"), ("0.0.0.0", "127.0.0.1")],
)
def test_printed_address_works_in_a_browser(host, shown):
    """0.0.0.0 is where to listen, not where to go."""
    with listen(host, 0) as listener:
        assert address(host, listener) == f"http://{shown}:{listener.getsockname()[1]}/"


def test_explore_serves_and_ends_on_ctrl_c():
    """One command: the address is printed, the page answers, Ctrl-C ends it with status 0."""
    command = [*EXPLORE, "--port", "0", "--lang", "sv"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        first, second = process.stdout.readline(), process.stdout.readline()
        url = urlsplit(first.split()[-1])
        assert url.hostname == "127.0.0.1"
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
        connection.request("GET", "/", headers={"accept-language": "sv"})
        answer = connection.getresponse()
        assert answer.status == 200
        assert "31, så som ni spelar det" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0
        assert err == ""
        assert "Ctrl" in second
        assert out == ""
    finally:
        process.kill()


def test_explore_with_a_taken_port_is_one_line_and_status_2():
    """Wrong input like any other: what, and what instead."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*EXPLORE, "--port", str(port), "--lang", "en"],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert str(port) in done.stderr
    assert "--port" in done.stderr
