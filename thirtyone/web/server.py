"""Run the explorer on this machine."""

import errno
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click
import uvicorn

from thirtyone.errors import UsageError
from thirtyone.text.translator import get_translator
from thirtyone.web.app import build
from thirtyone.web.live_address import lan_addresses

PORT: Final = 2731
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # for the printed address


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    *,
    open_browser: bool = True,
    lang: str = "en",
    class_file: Path | None = None,
    say: Callable[[str], None] = click.echo,
) -> None:
    """Serve the explorer until Ctrl-C.

    ``say`` is told the address. A port that is taken, an address that this machine does not have,
    or a file that no class can be kept in is a UsageError.
    """
    with listen(host, port) as listener:
        url = address(host, listener)
        tr = get_translator(lang)
        server = make_server(host, class_file=class_file)
        say(tr("cli.explore.at", url=url))
        if host in _EVERYWHERE and (lan := lan_addresses()):
            say(tr("cli.explore.lan", url=f"http://{lan[0]}:{listener.getsockname()[1]}/"))
        say(tr("cli.explore.stop"))
        if open_browser:
            threading.Thread(target=_open_when_up, args=(server, url), daemon=True).start()
        # uvicorn ends well by itself, then raises the signal again.
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            return


def make_server(
    host: str = "127.0.0.1",
    *,
    notebooks: Path | None = None,
    class_file: Path | None = None,
) -> uvicorn.Server:
    """The server, to be run on a socket that is already bound.

    One process only: sessions live in it.
    """
    return uvicorn.Server(
        uvicorn.Config(
            build(host, notebooks=notebooks, class_file=class_file),
            lifespan="on",
            log_level="warning",
            timeout_graceful_shutdown=2,
            server_header=False,
            proxy_headers=False,
            ws_max_size=1024 * 1024,
        )
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket bound here, so that no other program can take the port in between."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host.strip("[]"), port), family=family, backlog=128)
    except PermissionError as error:
        raise UsageError("refuse.port_denied", port=port, suggestion=PORT) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UsageError(
                "refuse.port_taken", port=port, suggestion=_free_port(host, port)
            ) from error
        raise UsageError("refuse.bad_host", host=host) from error
    except OverflowError as error:
        raise UsageError("refuse.bad_port", port=port) from error


def address(host: str, listener: socket.socket) -> str:
    """The address for a browser on this machine."""
    port = listener.getsockname()[1]
    name = _EVERYWHERE.get(host, host).strip("[]")
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _free_port(host: str, port: int) -> int:
    """The next port that nobody listens on; any free one if all near it are taken."""
    for other in (*range(port + 1, min(port + 20, 65536)), 0):
        try:
            with socket.create_server((host.strip("[]"), other)) as probe:
                return int(probe.getsockname()[1])
        except OSError:
            continue
    return 0


def _open_when_up(server: uvicorn.Server, url: str) -> None:
    """Open the browser once the server answers, not before."""
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.02)
    webbrowser.open(url)
