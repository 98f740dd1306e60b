"""Card faces, the back and the rose, drawn in one place for widgets, pages and printed sheets.

Every function returns one self-contained ``<svg>``: no font, no picture file, no style sheet is
needed. Colours are custom properties with the light theme as a fallback, so a face follows the
page's theme and the four-colour deck, and still prints where there is no page.

The name that a screen reader says is in the learner's language whatever letters the card shows; an
empty ``label`` makes a face silent, for places where the words stand beside it.
"""

import math
from functools import lru_cache
from html import escape
from typing import Final

from thirtyone.cards import Card, Rank, Suit
from thirtyone.notation import Style, format_card, index_letter
from thirtyone.ui.glyphs import index

SUIT_SHAPES: Final[dict[Suit, str]] = {
    Suit.SPADES: (
        '<path d="M50 5C62 24 93 42 93 63 93 76 83 83 73 83 64 83 57 78 54 71 55 82 58 90 65 96H35'
        'C42 90 45 82 46 71 43 78 36 83 27 83 17 83 7 76 7 63 7 42 38 24 50 5Z"/>'
    ),
    Suit.HEARTS: (
        '<path d="M50 93C20 66 6 50 6 31 6 16 16 8 28 8 38 8 46 14 50 24 54 14 62 8 72 8'
        ' 84 8 94 16 94 31 94 50 80 66 50 93Z"/>'
    ),
    Suit.DIAMONDS: (
        '<path d="M50 3C59 20 72 37 87 50 72 63 59 80 50 97 41 80 28 63 13 50 28 37 41 20 50 3Z"/>'
    ),
    Suit.CLUBS: (
        '<circle cx="50" cy="27" r="21.5"/><circle cx="27" cy="58" r="21.5"/>'
        '<circle cx="73" cy="58" r="21.5"/>'
        '<path d="M42 40H58L66 62 54.5 66C55.5 80 58 90 65 96H35C42 90 44.5 80 45.5 66L34 62Z"/>'
    ),
}
"""The four suits in a box of 100 by 100."""

_INK: Final = {
    Suit.SPADES: "var(--t31-suit-s,#15202B)",
    Suit.HEARTS: "var(--t31-suit-h,#BF2530)",
    Suit.DIAMONDS: "var(--t31-suit-d,#BF2530)",
    Suit.CLUBS: "var(--t31-suit-c,#15202B)",
}

_LEFT, _MIDDLE, _RIGHT = 79, 125, 171
_CORNERS: Final = ((_LEFT, 66), (_RIGHT, 66), (_LEFT, 284), (_RIGHT, 284))
_SIX: Final = (*_CORNERS, (_LEFT, 175), (_RIGHT, 175))
_EIGHT: Final = (*_CORNERS, *((x, y) for y in (138.7, 211.3) for x in (_LEFT, _RIGHT)))
_PIPS: Final[dict[Rank, tuple[tuple[float, float], ...]]] = {
    Rank.TWO: ((_MIDDLE, 66), (_MIDDLE, 284)),
    Rank.THREE: ((_MIDDLE, 66), (_MIDDLE, 175), (_MIDDLE, 284)),
    Rank.FOUR: _CORNERS,
    Rank.FIVE: (*_CORNERS, (_MIDDLE, 175)),
    Rank.SIX: _SIX,
    Rank.SEVEN: (*_SIX, (_MIDDLE, 120.5)),
    Rank.EIGHT: (*_SIX, (_MIDDLE, 120.5), (_MIDDLE, 229.5)),
    Rank.NINE: (*_EIGHT, (_MIDDLE, 175)),
    Rank.TEN: (*_EIGHT, (_MIDDLE, 102.3), (_MIDDLE, 247.7)),
}

# Courts have no figures. A king is told by his crown and three woven rows, a queen by beads and
# two, a jack by his feathered cap and one: that is readable at any size and in any language.
_HEADS: Final = {
    Rank.KING: "M-33 18V-12L-17 2 0-22 17 2 33-12V18Z",
    Rank.QUEEN: "M-33 18C-33-2-22-6-22-6L-11 4 0-16 11 4 22-6C22-6 33-2 33 18Z",
    Rank.JACK: (
        "M-33 8H33V18H-33ZM-23 4C-23-9-12-15 0-15S23-9 23 4Z"
        "M9-16C15-26 25-30 35-29 34-20 28-13 18-11Z"
    ),
}
_BEADS: Final = "".join(
    f'<circle cx="{x}" cy="{y}" r="5"/>' for x, y in ((103, 73), (125, 60), (147, 73))
)
_WOVEN_ROWS: Final = {Rank.JACK: 1, Rank.QUEEN: 2, Rank.KING: 3}


def face(
    card: Card,
    lang: str = "en",
    *,
    local: bool = False,
    label: str | None = None,
    idle: bool = False,
) -> str:
    """The whole face of a card, five to seven, for 96 pixels of width and more.

    ``local`` writes the court letters of the language (a Danish knave is ``B``), else A K Q J.
    ``idle`` fades a card that does not count; the label must say so too.
    """
    letter = index_letter(card.rank, lang if local else "en")
    return _opening(card, lang, label, "0 0 250 350", idle) + _face(card, letter) + "</svg>"


def compact(
    card: Card,
    lang: str = "en",
    *,
    local: bool = False,
    label: str | None = None,
    idle: bool = False,
) -> str:
    """The small face: rank and suit only, readable where a card is less than 96 pixels wide."""
    letter = index_letter(card.rank, lang if local else "en")
    return _opening(card, lang, label, "0 0 100 140", idle) + _compact(card, letter) + "</svg>"


def symbol(card: Card, lang: str = "en", *, local: bool = False) -> str:
    """The small face to be drawn once in a document and shown many times, by :func:`shown`."""
    letter = index_letter(card.rank, lang if local else "en")
    return f'<symbol id="t31-{card}" viewBox="0 0 100 140">{_compact(card, letter)}</symbol>'


def shown(card: Card, lang: str = "en", *, idle: bool = False) -> str:
    """The small face of a document that has its :func:`symbol`."""
    return f'{_opening(card, lang, None, "0 0 100 140", idle)}<use href="#t31-{card}"/></svg>'


def back(label: str = "") -> str:
    """The back of a card: six knitted roses."""
    return f'<svg class="card" viewBox="0 0 250 350"{_named(label)}>{_BACK}</svg>'


def rose(label: str = "") -> str:
    """The eight-petal rose, the mark of this project, in the colour of the text around it."""
    return (
        f'<svg class="rose" viewBox="-50 -50 100 100"{_named(label)}>'
        f'<path d="{_rose(0, 0, 48)}" fill="currentColor"/></svg>'
    )


def suit_mark(suit: Suit, label: str = "") -> str:
    """A suit as a sign in running text, as high as the letters."""
    return f'<svg class="su s{suit}" viewBox="0 0 100 100"{_named(label)}>{SUIT_SHAPES[suit]}</svg>'


def card_text(card: Card, lang: str = "en", *, local: bool = False) -> str:
    """A card in running text, ``K♥``, with the suit drawn; say its name elsewhere."""
    letter = index_letter(card.rank, lang if local else "en")
    return f'<span class="ct s{card.suit}" aria-hidden="true">{letter}{suit_mark(card.suit)}</span>'


def _named(label: str) -> str:
    return f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"'


def _opening(card: Card, lang: str, label: str | None, box: str, idle: bool) -> str:
    name = format_card(card, lang, Style.WORDS) if label is None else label
    kind = "card dim" if idle else "card"
    return f'<svg class="{kind}" viewBox="{box}"{_named(name)} focusable="false">'


def _ground(width: int, height: int, radius: int) -> str:
    return (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="{radius}" '
        f'fill="var(--t31-card,#fff)" stroke="var(--t31-card-edge,#A9B4B9)" stroke-width="1.5"/>'
    )


def _inked(suit: Suit, drawing: str) -> str:
    return f'<g color="{_INK[suit]}" fill="currentColor">{drawing}</g>'


def _pip(suit: Suit, x: float, y: float, size: float, *, turned: bool = False) -> str:
    place = f"translate({x - size / 2:g},{y - size / 2:g}) scale({size / 100:g})"
    if turned:
        place = f"rotate(180 {x:g} {y:g}) {place}"
    return f'<g transform="{place}">{SUIT_SHAPES[suit]}</g>'


def _twice(drawing: str) -> str:
    """The drawing, and once more turned about the middle of the card."""
    return f'{drawing}<g transform="rotate(180 125 175)">{drawing}</g>'


@lru_cache(maxsize=256)
def _face(card: Card, letter: str) -> str:
    suit = card.suit
    corner = index(letter, x=32, y=20, height=42, pen=5, widest=39) + _pip(suit, 32, 84, 31)
    if card.rank is Rank.ACE:
        body = _pip(suit, 125, 175, 118)
    elif card.rank in _HEADS:
        body = _court(card.rank, letter)
    else:
        body = "".join(_pip(suit, x, y, 44, turned=y > 176) for x, y in _PIPS[card.rank])
    return _ground(250, 350, 17) + _inked(suit, _twice(corner) + body)


@lru_cache(maxsize=256)
def _compact(card: Card, letter: str) -> str:
    suit = card.suit
    corner = index(letter, x=26, y=14, height=44, pen=5.2, widest=35)
    return _ground(100, 140, 10) + _inked(
        suit, corner + _pip(suit, 25, 80, 33) + _pip(suit, 66, 98, 54)
    )


def _court(rank: Rank, letter: str) -> str:
    head = f'<path transform="translate(125,82)" d="{_HEADS[rank]}"/>'
    if rank is Rank.QUEEN:
        head += _BEADS
    head += index(letter, x=125, y=108, height=40, pen=4.6, widest=60)
    frame = (
        '<rect x="57" y="38" width="136" height="274" rx="7" fill="none" '
        'stroke="currentColor" stroke-width="2" opacity=".42"/>'
    )
    return frame + _twice(head) + _woven(_WOVEN_ROWS[rank])


def _woven(rows: int) -> str:
    """Rows of lozenges across the middle, every other one pale, as on a knitted cuff."""
    step = 128 / 7
    full: list[str] = []
    pale: list[str] = []
    for row in range(rows):
        y = 175 + (row - (rows - 1) / 2) * 17
        for column in range(7):
            x = 61 + step * (column + 0.5)
            lozenge = (
                f"M{x - step / 2 + 1.2:.1f} {y:g}L{x:.1f} {y - 7.6:g}"
                f"L{x + step / 2 - 1.2:.1f} {y:g}L{x:.1f} {y + 7.6:g}Z"
            )
            (pale if (row + column) % 2 else full).append(lozenge)
    return f'<path d="{"".join(full)}"/><path d="{"".join(pale)}" opacity=".38"/>'


def _rose(cx: float, cy: float, radius: float, gap: float = 0.06) -> str:
    """Eight rhombi round a point; neighbours leave a seam of ``gap``."""
    scale = radius / 1.848
    path = []
    for petal in range(8):
        one, other = math.radians(petal * 45), math.radians(petal * 45 + 45)
        far = 1 - gap * 0.4
        corners = (
            (u * math.cos(one) + v * math.cos(other), u * math.sin(one) + v * math.sin(other))
            for u, v in ((gap, gap), (far, gap), (far, far), (gap, far))
        )
        path.append(
            "M" + "L".join(f"{cx + x * scale:.2f} {cy + y * scale:.2f}" for x, y in corners) + "Z"
        )
    return "".join(path)


def _back() -> str:
    ink = "var(--t31-back-ink,#C9DCE8)"
    roses = "".join(_rose(x, y, 40) for y in (77, 175, 273) for x in (77, 173))
    small = "".join(_rose(125, y, 17, 0) for y in (126, 224))
    knots = "".join(
        f"M{x} {y - 5}L{x + 5} {y}L{x} {y + 5}L{x - 5} {y}Z"
        for x, y in (
            (125, 77),
            (125, 273),
            (125, 175),
            (77, 126),
            (173, 126),
            (77, 224),
            (173, 224),
        )
    )
    return (
        _ground(250, 350, 17)
        + '<rect x="14" y="14" width="222" height="322" rx="9" fill="var(--t31-back,#27506F)"/>'
        + f'<rect x="24" y="24" width="202" height="302" rx="4" fill="none" stroke="{ink}" '
        + f'stroke-width="1.6" opacity=".6"/><path d="{roses}{small}{knots}" fill="{ink}"/>'
    )


_BACK: Final = _back()
