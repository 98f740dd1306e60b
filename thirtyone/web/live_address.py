"""Under which address pupils reach this server, if they can reach it at all."""

import contextlib
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from thirtyone.web.guard import Hosts

# Nothing is sent to any of these. The machine only says which of its own addresses it would use: one
# kept for documentation, and one out of each range that homes and schools have.
_FAR: Final = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
_EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  # compared, not bound
_LONGEST: Final = 200


def lan_addresses() -> tuple[str, ...]:
    """The addresses of this machine for others on its network, the likeliest first."""
    return tuple(dict.fromkeys(_own_addresses()))


def _own_addresses() -> Iterator[str]:
    for far in _FAR:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
            contextlib.suppress(OSError),
        ):
            probe.connect((far, 9))
            found = str(probe.getsockname()[0])
            if not ip_address(found).is_loopback and not ip_address(found).is_unspecified:
                yield found


def pupil_addresses(page: str, listening_on: str) -> tuple[str, ...]:
    """Where pupils can come in, given the address that the teacher's browser shows.

    ``page`` is the address of the start page. Nothing where only this machine can reach the server.

    >>> pupil_addresses("http://192.0.2.7:2731/", "192.0.2.7")
    ('http://192.0.2.7:2731',)
    >>> pupil_addresses("http://localhost:2731/", "127.0.0.1")
    ()
    """
    start = start_address(page, listening_on)
    if not start:
        return ()
    parts = urlsplit(start)
    if not _is_local(parts.hostname or ""):
        return (start,)
    if listening_on not in _EVERYWHERE:
        return ()
    port = f":{parts.port}" if parts.port else ""
    return tuple(f"{parts.scheme}://{own}{port}{parts.path}" for own in lan_addresses())


def start_address(page: str, listening_on: str) -> str:
    """The address of the start page without its last slash, if it is one of this server.

    >>> start_address("http://evil.example/", "0.0.0.0"), start_address("file:///x", "127.0.0.1")
    ('', '')
    """
    try:
        parts = urlsplit(page)
        known = parts.netloc in Hosts(listening_on) and parts.port != 0
    except ValueError:
        return ""
    plain = parts.path.replace("/", "").replace("-", "").isalnum() or parts.path in {"", "/"}
    sound = known and plain and page.isascii() and page.isprintable() and len(page) <= _LONGEST
    if not sound or parts.scheme not in {"http", "https"} or "@" in parts.netloc:
        return ""
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
