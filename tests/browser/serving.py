"""The explorer in a process of its own, for the browser tests."""

import contextlib
import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
_SERVE = """
import pathlib, socket, sys
from thirtyone.web.server import make_server
number, folder = sys.argv[1:]
server = make_server(notebooks=pathlib.Path(folder) if folder else None)
server.run(sockets=[socket.socket(fileno=int(number))])
"""


class Server:
    """A running explorer."""

    def __init__(self, url: str, process: subprocess.Popen[bytes]) -> None:
        self.url, self.process = url, process

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
        """Status, headers and text of one request, with headers that no browser would send."""
        address = urlsplit(self.url)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=10)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, found, answer.read().decode()


@contextlib.contextmanager
def run_server(log: Path, notebooks: Path | None = None, port: int = 0) -> Iterator[Server]:
    """The app in a process of its own.

    Its socket is bound here and handed over, so there is no race for a port. At the end its log
    must hold no traceback.
    """
    with socket.create_server(("127.0.0.1", port), backlog=128) as listener, log.open("wb") as out:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, str(listener.fileno()), str(notebooks or "")],
            cwd=ROOT,
            pass_fds=[listener.fileno()],
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        running = Server(url, process)
        # The child has it now. A listener kept here too would outlive a killed server.
        listener.close()
        try:
            _wait_for(running, log)
            yield running
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(8)
            process.kill()
    text = log.read_text("utf-8")
    assert "Traceback" not in text, text


def _wait_for(server: Server, log: Path) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        assert server.process.poll() is None, log.read_text("utf-8")
        with contextlib.suppress(OSError):
            if server.get("/up")[0] == 200:
                return
        time.sleep(0.05)
    raise TimeoutError(log.read_text("utf-8"))
