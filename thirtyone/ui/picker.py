"""The card picker as a widget: four suits by thirteen ranks, examples and typed cards."""

from thirtyone.ui.widget import SceneWidget, script, style


class Picker(SceneWidget):
    """Acts: ``pick CARD``, ``drop``, ``clear``, ``show HAND``, ``random``, ``type TEXT``."""

    _esm = script("picker")
    _css = style("picker")
