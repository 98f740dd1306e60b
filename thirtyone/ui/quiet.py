"""Peace for the menus and sliders of a notebook: JupyterLab leaves the keys to them.

JupyterLab takes a letter pressed on a menu or a radio button as one of its own commands: ``b`` adds
a cell, ``d d`` deletes one. Our widgets mark what takes the focus; those of ipywidgets cannot, so
this one, which shows nothing, does it for all that stand in the same box.
"""

from importlib import resources
from typing import Any

import anywidget


class Quiet(anywidget.AnyWidget):  # type: ignore[misc]  # untyped base
    """Put it into the box with the controls."""

    _esm: Any = resources.files("thirtyone.ui").joinpath("quiet.js").read_text("utf-8")

    def __repr__(self) -> str:
        # The usual one holds an address and would differ in every run of a notebook.
        return "Quiet()"
