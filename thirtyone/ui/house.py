"""The editor of house rules as a widget; what it shows is made in :mod:`thirtyone.ui.house_scene`."""

from thirtyone.ui.widget import SceneWidget, script, style


class House(SceneWidget):
    """Questions with their answers, what differs, what is open, and the card to print.

    Acts: ``choose path answer``, ``undo path``, ``name text``, ``base id``, ``open code``,
    ``load file base64``, ``large file``, ``at address``.
    """

    _esm = script("house")
    _css = style("house")
