"""The verdicts as a widget: one panel a ruleset, with the window that names the source."""

from thirtyone.ui.widget import SceneWidget, script, style


class Verdicts(SceneWidget):
    """Acts: ``add RULESET``, ``remove RULESET``."""

    _esm = script("verdicts")
    _css = style("verdicts")
