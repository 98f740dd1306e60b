"""The card table as a widget: a round step by step, and playing on from any of its steps."""

from importlib import resources
from typing import Any, Final

import traitlets

from thirtyone.ui.widget import SceneWidget, script, style

_PARTS: Final = "".join(
    (resources.files("thirtyone.ui") / "static" / name).read_text("utf-8")
    for name in ("table_picture.js", "table_play.js")
)
TABLE_SCRIPT: Final = _PARTS + script("table")
"""Its module; a lesson holds a table of its own inside."""


class Table(SceneWidget):
    """Steps by itself, without asking Python; reports where it is and what is to be played."""

    at: Any = traitlets.Int(0).tag(sync=True)
    """The step that is shown. Not an act: of several quick ones only the last matters."""

    _esm = TABLE_SCRIPT
    _css = style("table")
