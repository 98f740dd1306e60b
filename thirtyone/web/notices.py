"""Pages that stand in for another one: what is not there, and what is full."""

from html import escape

from thirtyone.text.translator import get_translator
from thirtyone.web.shell import Page


def not_found_main(page: Page) -> str:
    """An address that leads nowhere, and the way out."""
    tr = get_translator(page.prefs.lang)
    return (
        f"<h1>{escape(tr('state.not_found_title'))}</h1>"
        f'<p class="t31-lede">{escape(tr("state.not_found"))}</p>'
        f'<p><a class="btn pri" href="{page.base}/">{escape(tr("act.to_start"))}</a></p>'
    )


def busy_main(page: Page) -> str:
    """Too many readers at once: try the same address again."""
    tr = get_translator(page.prefs.lang)
    return (
        f"<h1>{escape(tr('state.busy_title'))}</h1>"
        f'<p class="t31-lede">{escape(tr("state.busy"))}</p>'
        f'<p><a class="btn pri" href="">{escape(tr("act.try_again"))}</a></p>'
    )
