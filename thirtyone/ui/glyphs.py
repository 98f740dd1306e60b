"""The lines that card indices are written with: eighteen shapes, no font.

A glyph is a width and a path in a box 32 high, drawn with a round pen. The nine is the six turned,
so it has no path of its own.
"""

from typing import Final

GLYPHS: Final[dict[str, tuple[float, str]]] = {
    "A": (24, "M2 30 12 2 22 30M5.8 20.5H18.2"),
    "K": (24, "M4 2V30M21 2 4.5 17.5M10.4 12.4 21.5 30"),
    "Q": (
        24,
        "M12 2C5.5 2 2.5 8 2.5 16S5.5 30 12 30 21.5 24 21.5 16 18.5 2 12 2ZM14.5 23.5 21.5 31.5",
    ),
    "J": (21, "M17.5 2V21C17.5 27 14.6 30 10.2 30 5.8 30 3 27 2.8 22.5"),
    "D": (24, "M4 2V30M4 2H10C17.5 2 21.5 7.5 21.5 16S17.5 30 10 30H4"),
    "B": (
        24,
        (
            "M4 2V30H13C18.5 30 21.5 27 21.5 22.7S18.5 15.3 13 15.3H4"
            "M13 15.3C17.5 15.3 20 12.8 20 8.7S17.5 2 13 2H4"
        ),
    ),
    "E": (22, "M20 2H4V30H20.5M4 15.6H17"),
    "n": (19, "M3 12V30M3 19.5C3.5 14.5 6.5 12 10 12 14 12 16 14.5 16 19V30"),
    "0": (22, "M11 2C5.5 2 2.6 7 2.6 16S5.5 30 11 30 19.4 25 19.4 16 16.5 2 11 2Z"),
    "1": (13, "M2 7.6 8.5 2V30"),
    "2": (
        24,
        "M3 9.5C3 5 6.5 2 12 2 17.5 2 20.8 5.2 20.8 9.8 20.8 13 19.5 15.2 16.5 18.2L3 30H21.5",
    ),
    "3": (
        24,
        (
            "M3.5 2H20.5L11.5 12.5C17.5 12.5 21.5 16 21.5 21 21.5 26.5 17.5 30 11.8 30 "
            "6.8 30 3.6 27.5 2.6 23.8"
        ),
    ),
    "4": (24, "M16.5 30V2L2.5 22.5H22"),
    "5": (
        24,
        (
            "M20 2H6L4.5 14C6.5 12.3 9 11.4 12 11.4 17.7 11.4 21.5 15.2 21.5 20.5 21.5 26.2 "
            "17.5 30 11.8 30 7 30 3.8 27.6 2.6 24"
        ),
    ),
    "6": (
        24,
        (
            "M17.5 2C10 6 3 12.5 3 20.8 3 26.3 6.8 30 12.2 30S21.5 26.2 21.5 20.9 17.8 12 12.4 12"
            "C8.5 12 5 14 3.6 17.6"
        ),
    ),
    "7": (24, "M2.5 2H21.5L9 30"),
    "8": (
        24,
        (
            "M12 14.8C7.6 14.8 4.6 12.3 4.6 8.4S7.6 2 12 2 19.4 4.5 19.4 8.4 16.4 14.8 12 14.8"
            "C6.4 14.8 2.8 17.8 2.8 22.4S6.4 30 12 30 21.2 27 21.2 22.4 17.6 14.8 12 14.8Z"
        ),
    ),
}

_GAP: Final = 1.5


def write(text: str) -> tuple[float, str]:
    """The width of an index such as ``10`` or ``Kn`` and the SVG paths that draw it."""
    x = 0.0
    paths = []
    for letter in text:
        width, path = GLYPHS["6" if letter == "9" else letter]
        turn = f" rotate(180 {width / 2:g} 16)" if letter == "9" else ""
        move = f' transform="translate({x:g},0){turn}"' if x or turn else ""
        paths.append(f'<path{move} d="{path}"/>')
        x += width + _GAP
    return x - _GAP, "".join(paths)


def index(text: str, *, x: float, y: float, height: float, pen: float, widest: float) -> str:
    """An index centred on ``x`` with its top at ``y``; wider than ``widest`` it is squeezed."""
    width, paths = write(text)
    tall = height / 32
    wide = min(tall, widest / width)
    place = f"translate({x - width * wide / 2:.1f},{y:g}) scale({wide:.3f},{tall:.3f})"
    return (
        f'<g transform="{place}" fill="none" stroke="currentColor" stroke-width="{pen:g}" '
        f'stroke-linecap="round" stroke-linejoin="round">{paths}</g>'
    )
