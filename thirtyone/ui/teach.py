"""The teacher's page as a widget; what it shows is made in :mod:`thirtyone.ui.teach_scene`."""

from thirtyone.ui.widget import SceneWidget, script, style


class Teach(SceneWidget):
    """A part of the page: its head, the lesson plan, or the form for sheets, as its scene says.

    Acts: ``plan id``; ``kind id``, ``rules id``, ``words lang``, ``level n``, ``many n``, ``seed n``,
    ``other`` (another start value), ``file query`` (the print-out as a file, where no server is).
    """

    _esm = script("teach")
    _css = style("teach")
