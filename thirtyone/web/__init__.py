"""The explorer: one ASGI app that puts our start page and bar round the marimo notebooks."""

from pathlib import Path


def serve(
    host: str = "127.0.0.1",
    port: int = 2731,
    *,
    open_browser: bool = True,
    lang: str = "en",
    class_file: Path | None = None,
) -> None:
    """Serve the explorer until Ctrl-C; see :func:`thirtyone.web.server.serve`."""
    # Notebooks import parts of this package, and they need no web server for it.
    from thirtyone.web.server import serve as run

    run(host, port, open_browser=open_browser, lang=lang, class_file=class_file)
