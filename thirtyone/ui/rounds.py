"""The list of rounds as a widget, and the form for a round of one's own."""

from thirtyone.ui.widget import SceneWidget, script, style


class Rounds(SceneWidget):
    """Reports which round was chosen, or the text that was given."""

    _esm = script("rounds")
    _css = style("rounds")
