"""The widget that joins a notebook to the bar and the address, and to nothing at all elsewhere."""

from pathlib import Path

import anywidget
import traitlets

_STATIC = Path(__file__).parent / "static"


class Bridge(anywidget.AnyWidget):  # type: ignore[misc]  # a base without types
    """What the bar says, and what the address shall say.

    ``prefs`` and ``back`` come from the browser, ``url`` and ``controls`` go there. Nothing that
    comes is trusted: :class:`thirtyone.web.page.Here` reads it like an address.
    """

    _esm = (_STATIC / "bridge.js").read_text("utf-8")
    _css = (_STATIC / "bridge.css").read_text("utf-8")

    prefs = traitlets.Dict().tag(sync=True)
    """The reader's wishes, as the bar has them."""
    back = traitlets.Dict().tag(sync=True)
    """The address after Back or Forward."""
    own = traitlets.List().tag(sync=True)
    """The codes of the house rules that the browser keeps."""
    url = traitlets.Dict().tag(sync=True)
    """Changes to the address; ``push`` makes an entry in the history."""
    controls = traitlets.List().tag(sync=True)
    """Language and your rules, for a notebook without a bar."""
    notice = traitlets.Unicode().tag(sync=True)
    """Something wrong with the link, for a notebook without a frame that says it."""

    def __repr__(self) -> str:
        return "Bridge()"
