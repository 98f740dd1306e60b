"""The rules side by side as a widget: a table of answers, and the window behind each of them."""

from thirtyone.ui.widget import SceneWidget, script, style


class Matrix(SceneWidget):
    """Acts: ``only on|off``, ``find TEXT``, ``column ID``, ``open PATH ID``, ``against ID``,
    ``close``, ``all``.
    """

    _esm = script("matrix")
    _css = style("matrix")
