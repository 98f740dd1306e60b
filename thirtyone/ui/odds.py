"""Who wins under which rules, as a widget: a form, the state of a run, and charts with words."""

from importlib import resources
from typing import Final

from thirtyone.ui.widget import SceneWidget, script, style

_CHART: Final = (resources.files("thirtyone.ui") / "static" / "chart.js").read_text("utf-8")


class Odds(SceneWidget):
    """Acts: ``players N``, ``seat SEAT PLAYER``, ``follow SEAT``, ``rules ID``, ``house OPTION``,
    ``rounds N``, ``seed N``, ``width PIXELS``, ``start``, ``stop``, ``seen``.
    """

    _esm = _CHART + script("odds")
    _css = style("odds")
