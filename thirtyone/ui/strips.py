"""The percentile strips as a widget; a table behind a button says the same in figures."""

from thirtyone.ui.widget import SceneWidget, script, style


class Strips(SceneWidget):
    """Shows only; there is nothing to do but to open the table."""

    _esm = script("strips")
    _css = style("strips")
