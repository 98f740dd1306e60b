"""The learn page as a widget: course, lesson, practice. It keeps the progress in the browser."""

from importlib import resources
from typing import Any, Final

import traitlets

from thirtyone.ui.table import TABLE_SCRIPT
from thirtyone.ui.widget import SceneWidget, script, style

_FILES: Final = resources.files("thirtyone.ui")
_PARTS: Final = "".join(
    (_FILES / "static" / name).read_text("utf-8") for name in ("learn_try.js", "learn_ask.js")
)
_EXPORT: Final = "export default { render };"
# The table widget whole, under another name: a lesson steps through a round with it.
_TABLE: Final = (
    f"const cardTable = (() => {{\n{TABLE_SCRIPT.replace(_EXPORT, 'return render;')}\n}})();\n"
)
_TABLE_CSS: Final = f".t31w.table {{\n{(_FILES / 'table.css').read_text('utf-8')}}}\n"


class Learn(SceneWidget):
    """Acts: ``go LESSON STEP VIEW``, ``answer N``, ``another``, ``find TEXT``, ``kind``, ``level``,
    ``card HAND PLACE CARD``, ``knock SEAT``, ``choose PATH VALUE``, ``again``, ``reset``.
    """

    kept: Any = traitlets.Dict().tag(sync=True)
    """From the browser: what it keeps."""
    keep: Any = traitlets.Dict().tag(sync=True)
    """To the browser: what it shall keep from now on, with a running number."""

    _esm = _TABLE + _PARTS + script("learn")
    _css = _TABLE_CSS + style("learn")
