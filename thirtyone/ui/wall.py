"""The live question as a widget: a card to choose the question, and the wall that a class looks at."""

from thirtyone.ui.widget import SceneWidget, script, style


class Wall(SceneWidget):
    """Acts: ``here PAGE CODE KEY``, ``kind``, ``level``, ``rules``, ``another``, ``own TEXT A B C D RIGHT``,
    ``start``, ``reveal NUMBER``, ``next NUMBER``, ``look``, ``export FORMAT``, ``close``.
    """

    _esm = script("wall")
    _css = style("wall")
