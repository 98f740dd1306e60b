"""What-if as a widget: a table to lay out, and what each move is worth."""

from typing import Any

import traitlets

from thirtyone.ui.widget import SceneWidget, script, style


class WhatIf(SceneWidget):
    """Acts: ``card PLACE CARD``, ``gone CARD``, ``lives SEAT STEP``, ``who SEAT LETTER``, ``dealer``
    and ``knock SEAT``, ``lap``, ``passes``, ``stock`` and ``seat STEP``, ``fill``, ``forget``,
    ``switch PATH``, ``choose PATH ANSWER``, ``plain``, ``all``, ``add`` and ``remove ID``, ``see``.

    ``figures`` is the part that changes by itself while more games are played.
    """

    figures: Any = traitlets.Dict().tag(sync=True)
    _esm = script("what_if")
    _css = style("what_if")
