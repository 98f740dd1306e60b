"""``thirtyone explore``: the explorer in the browser."""

from pathlib import Path

import click

from thirtyone.cli.options import language_option


@click.command(
    epilog="""\b
Examples:
  thirtyone explore
  thirtyone explore --port 8031 --no-browser
  thirtyone explore --host 0.0.0.0        for a class on the same network
""",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=2731,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="0: any free one.",
)
@click.option("--browser/--no-browser", default=True, help="Open it in the browser.")
@click.option(
    "--class-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep open class questions in this file, so that they outlive a restart.",
)
@language_option
def explore(host: str, port: int, browser: bool, class_file: Path | None, lang: str) -> None:
    """Serve the explorer on this machine and open it. Ctrl-C ends it."""
    # The other commands must not wait for a web server's imports.
    from thirtyone.web import serve

    serve(host=host, port=port, open_browser=browser, lang=lang, class_file=class_file)
