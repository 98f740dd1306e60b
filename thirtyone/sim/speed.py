"""Is numpy there? It decides how fast figures come, never what they are."""

from importlib.util import find_spec


def has_numpy() -> bool:
    """May the lanes be used?"""
    return find_spec("numpy") is not None
