"""The same hands under other rules, as a widget."""

from thirtyone.ui.widget import SceneWidget, script, style


class Rejudge(SceneWidget):
    """One panel a ruleset; reports which are to be added or removed."""

    _esm = script("rejudge")
    _css = style("rejudge")
