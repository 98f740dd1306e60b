"""Where the notebooks and the lessons lie, in a checkout and in an installed wheel alike."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def content_dir(name: str) -> Path:
    """The folder ``notebooks`` or ``lessons``."""
    bundled = _PACKAGE / "_content" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name


def notebooks_dir() -> Path:
    """The folder that holds ``marimo/`` and ``jupyter/``."""
    return content_dir("notebooks")


def lessons_dir() -> Path:
    """The folder that holds the course."""
    return content_dir("lessons")
