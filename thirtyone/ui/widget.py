"""What our widgets have in common: a scene goes down, an intent comes up.

A widget shows its ``scene``, a plain dict in which every word is already in the reader's language,
and reports what was done as ``intent``, ``{"n": 7, "do": [["pick", "KH"]]}``. It knows no rules.
The next scene carries the number back as ``ack``; until then the browser keeps later acts in a
queue, because marimo merges updates of one trait that follow each other fast.

A widget brings its own style sheet and all tokens, since its host may be a page without ours.
"""

from importlib import resources
from typing import Any, Final

import anywidget
import traitlets

_UI: Final = resources.files("thirtyone.ui")
_ROOT: Final = ".t31w"


def script(name: str) -> str:
    """The ES module of a widget: what all share, then its own part."""
    return _read("static/widget.js") + _read(f"{name}.js")


def style(name: str) -> str:
    """The style sheet of a widget: tokens, shared parts and its own rules under its root.

    Nesting keeps ``.btn`` and the like inside the widget where a host has one document for all,
    as JupyterLab does.
    """
    tokens = _read("static/tokens.css").replace(":root", _ROOT)
    shared = _read("static/widget.css") + _read("static/parts.css")
    own = _read(f"{name}.css")
    return f"{tokens}\n{_ROOT} {{\n{shared}}}\n{_ROOT}.{name} {{\n{own}}}\n"


def _read(path: str) -> str:
    return (_UI / path).read_text("utf-8")


class SceneWidget(anywidget.AnyWidget):  # type: ignore[misc]  # untyped base
    """A widget that shows ``scene`` and reports ``intent``."""

    scene: Any = traitlets.Dict().tag(sync=True)
    intent: Any = traitlets.Dict().tag(sync=True)

    def __repr__(self) -> str:
        # The usual one holds an address and would differ in every run of a notebook.
        return f"{type(self).__name__}()"
