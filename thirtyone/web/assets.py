"""Files that never change, served from memory."""

import asyncio
import gzip
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

_FOREVER: Final = "public, max-age=31536000, immutable"
_KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm"}
"""Named here, because some machines' own tables get them wrong and a browser then refuses."""
_PACKED: Final = frozenset({".js", ".css", ".svg", ".json", ".html"})


class Assets:
    """marimo's own scripts and styles: one address for all sections, read once, packed once.

    Their names carry a hash, so a browser need never ask again. Packing costs more than it saves
    on the reader's own machine; on a class's network it makes 5.7 MB into 1.8.
    """

    def __init__(self, folder: Path) -> None:
        self._files: Mapping[str, Path] = {f.name: f for f in folder.iterdir() if f.is_file()}
        self._kept: dict[tuple[str, bool], bytes] = {}

    async def __call__(self, request: Request) -> Response:
        """The file that the path names."""
        name = request.path_params["name"]
        if name not in self._files:
            return Response(status_code=404)
        far = request.client is None or not _is_loopback(request.client.host)
        packed = (
            far
            and Path(name).suffix in _PACKED
            and "gzip" in request.headers.get("accept-encoding", "")
        )
        body = self._kept.get((name, packed))
        if body is None:
            body = await asyncio.to_thread(self._read, name, packed)
        headers = {"cache-control": _FOREVER, "vary": "accept-encoding"}
        if packed:
            headers["content-encoding"] = "gzip"
        kind = _KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
        return Response(body, headers=headers, media_type=kind or "application/octet-stream")

    def _read(self, name: str, packed: bool) -> bytes:
        body = self._files[name].read_bytes()
        if packed:
            body = gzip.compress(body, compresslevel=6, mtime=0)
        self._kept[name, packed] = body
        return body


def _is_loopback(host: str) -> bool:
    return host == "::1" or host.startswith("127.")
