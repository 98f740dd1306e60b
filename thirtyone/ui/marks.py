"""Small signs: flags, provenance marks, icons. None of them stands alone; words are beside it.

A flag marks where a text comes from, not what a nation plays.
"""

from html import escape
from typing import Final

_FLAGS: Final = {
    "no": (
        "0 0 22 16",
        (
            '<rect width="22" height="16" fill="#BA0C2F"/>'
            '<path d="M6 0h4v16H6zM0 6h22v4H0z" fill="#fff"/>'
            '<path d="M7 0h2v16H7zM0 7h22v2H0z" fill="#00205B"/>'
        ),
    ),
    "se": (
        "0 0 16 10",
        (
            '<rect width="16" height="10" fill="#006AA7"/>'
            '<path d="M5 0h2v10H5zM0 4h16v2H0z" fill="#FECC02"/>'
        ),
    ),
    "dk": (
        "0 0 37 28",
        (
            '<rect width="37" height="28" fill="#C8102E"/>'
            '<path d="M12 0h4v28h-4zM0 12h37v4H0z" fill="#fff"/>'
        ),
    ),
    "abroad": (
        "0 0 22 16",
        (
            '<rect x=".75" y=".75" width="20.5" height="14.5" rx="1.5" fill="none" '
            'stroke="currentColor" stroke-width="1.5"/>'
            '<path d="M11 3.2l1.4 3 3.2.4-2.4 2.2.7 3.2-2.9-1.7L8.1 12l.7-3.2-2.4-2.2 3.2-.4Z" '
            'fill="currentColor"/>'
        ),
    ),
    "own": (
        "0 0 22 16",
        (
            '<path d="M2.5 8 11 1.5 19.5 8M4.8 6.8V14.5H17.2V6.8" fill="none" stroke="currentColor" '
            'stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>'
        ),
    ),
}

_RING: Final = '<circle cx="8" cy="8" r="5.2" fill="none" stroke="currentColor" stroke-width="1.7"'
_MARKS: Final = {
    "stated": '<circle cx="8" cy="8" r="6"/>',
    "elsewhere": _RING + '/><path d="M8 2.8a5.2 5.2 0 0 0 0 10.4Z"/>',
    "ours": _RING + ' stroke-dasharray="2.4 2.05"/>',
}

_ICONS: Final = {
    "check": "M4 12.5 9.5 18 20 6.5",
    "x": "M5 5l14 14M19 5 5 19",
    "plus": "M12 5v14M5 12h14",
    "minus": "M5 12h14",
    "down": "M6 9l6 6 6-6",
    "shuffle": "M3 7h4l10 10h4M3 17h4l3-3M14 10l3-3h4M18 4l3 3-3 3M18 14l3 3-3 3",
    "link": (
        "M10 14a4.5 4.5 0 0 0 6.4 0l3.2-3.2a4.5 4.5 0 0 0-6.4-6.4L11.6 6"
        "M14 10a4.5 4.5 0 0 0-6.4 0l-3.2 3.2a4.5 4.5 0 0 0 6.4 6.4L12.4 18"
    ),
    "print": "M7 9V3h10v6M7 17H4v-7h16v7h-3M7 14h10v7H7Z",
    "warn": "M12 3.5 22 20.5H2ZM12 10v4.5M12 17.3v.2",
    "table": "M3 5h18v14H3ZM3 10h18M9 5v14",
    "book": "M4 5.5C7 4 10 4.3 12 6c2-1.7 5-2 8-.5V19c-3-1.4-6-1.1-8 .6-2-1.7-5-2-8-.6ZM12 6v13.6",
    "load": "M12 16V4M7 8.5l5-5 5 5M4 20h16",
    "save": "M12 3v12M7 10.5l5 5 5-5M4 20h16",
    "eye": (
        "M2 12c3-5 6.5-7.5 10-7.5S19 7 22 12c-3 5-6.5 7.5-10 7.5S5 17 2 12Z"
        "M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4"
    ),
    "sun": (
        "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM12 1.5v2.2M12 20.3v2.2M1.5 12h2.2M20.3 12h2.2"
        "M4.6 4.6l1.5 1.5M17.9 17.9l1.5 1.5M4.6 19.4l1.5-1.5M17.9 6.1l1.5-1.5"
    ),
    "moon": "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
    "dots": "M5 12h.01M12 12h.01M19 12h.01",
    "undo": "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2",
    "search": "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21",
    "first": "M6 5v14M19 5 9 12l10 7Z",
    "previous": "M17 5 7 12l10 7Z",
    "next": "M7 5l10 7-10 7Z",
    "last": "M18 5v14M5 5l10 7-10 7Z",
    "play": "M7 5l12 7-12 7Z",
    "swap": "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
    "knock": (
        "M5 13V8.2a2 2 0 0 1 4 0V7a2 2 0 0 1 4 0v.6a2 2 0 0 1 4 0V9a1.7 1.7 0 0 1 3 1.1V14"
        "c0 4-2.6 7-7 7-4.4 0-8-3-8-8ZM9 8v3M13 7.6V11M17 9v2"
    ),
}


def flag(region: str, label: str = "") -> str:
    """The flag of a ruleset's region: ``no se dk``, a star for ``abroad``, a house for ``own``."""
    box, drawing = _FLAGS[region]
    kind = " plain" if region in ("abroad", "own") else ""
    return f'<svg class="flag{kind}" viewBox="{box}"{_named(label)}>{drawing}</svg>'


def provenance_mark(mark: str, label: str = "") -> str:
    """A full, half or broken ring: stated by the source, taken from elsewhere, our own choice."""
    return f'<svg class="prov" viewBox="0 0 16 16"{_named(label)}>{_MARKS[mark]}</svg>'


def icon(name: str, label: str = "") -> str:
    """A line drawing of 24 by 24 in the colour of the text."""
    return f'<svg class="ic" viewBox="0 0 24 24"{_named(label)}><path d="{_ICONS[name]}"/></svg>'


def _named(label: str) -> str:
    return f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"'
