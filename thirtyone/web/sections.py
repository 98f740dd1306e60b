"""The sections of the explorer, in the order of the bar, each with the picture on its door.

A section exists when its notebook does: a file of its name beside the others. What does not exist
is in no bar and has no door.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from thirtyone.cards import Suit
from thirtyone.ui.faces import SUIT_SHAPES


@dataclass(frozen=True, slots=True)
class Section:
    """One notebook: ``name`` is its file, its path, and its part of the message keys."""

    name: str
    drawing: str = ""
    """The screen behind the door reduced to its one idea, in a box of 150 by 76."""
    in_bar: bool = True


def _hand() -> str:
    cards = "".join(f'<rect x="{x}" y="8" width="40" height="56" rx="4"/>' for x in (16, 55, 94))
    heart, spade = SUIT_SHAPES[Suit.HEARTS], SUIT_SHAPES[Suit.SPADES]
    return (
        f'<g class="o">{cards}</g><g class="r">'
        f'<g transform="translate(24,24) scale(.24)">{heart}</g>'
        f'<g transform="translate(63,24) scale(.24)">{heart}</g></g>'
        f'<g class="k" opacity=".3"><g transform="translate(102,24) scale(.24)">{spade}</g></g>'
        '<path class="a" d="M16 71H95"/>'
    )


def _round() -> str:
    stops = "".join(
        f'<circle class="{kind}" cx="{x}" cy="38" r="9"/>'
        for kind, x in (("o", 20), ("o", 47.5), ("o", 75), ("f", 130))
    )
    knock = '<rect class="o" x="94" y="29.5" width="17" height="17" rx="3"/>'
    return f'<path class="l" d="M14 38H136"/>{stops}{knock}'


def _rules() -> str:
    differs = {(1, 0), (3, 1), (2, 2), (3, 2)}
    return "".join(
        f'<rect class="{"h" if column == 0 else "d" if (column, row) in differs else "s"}" '
        f'x="{14 + column * 31}" y="{8 + row * 21}" width="28" height="18" rx="2"/>'
        for column in range(4)
        for row in range(3)
    )


def _odds() -> str:
    intervals = "".join(
        f'<rect class="b" x="{x - half}" y="{y - 6}" width="{2 * half}" height="12" rx="2"/>'
        f'<path class="t" d="M{x} {y - 9}V{y + 9}"/>'
        for x, y, half in ((46, 16, 15), (80, 38, 12), (106, 60, 17))
    )
    return f'<path class="l" d="M75 6V70"/>{intervals}'


def _play() -> str:
    others = "".join(
        f'<circle cx="{x}" cy="{y}" r="4.5"/>' for x, y in ((75, 15), (29, 38), (121, 38))
    )
    return (
        '<rect class="tb" x="12" y="6" width="126" height="64" rx="15"/>'
        '<g class="bk"><rect x="54" y="24" width="19" height="27" rx="2.5"/></g>'
        '<g class="o"><rect x="79" y="24" width="19" height="27" rx="2.5"/></g>'
        f'<g class="n">{others}</g><circle class="f" cx="75" cy="61" r="5.5"/>'
    )


def _learn() -> str:
    done = "".join(
        f'<circle class="f" cx="34" cy="{y}" r="8"/><path class="w" d="M30 {y}l3 3 5-6"/>'
        for y in (14, 39)
    )
    return (
        f'<path class="l" d="M34 14V64"/>{done}<circle class="o" cx="34" cy="64" r="8"/>'
        '<path class="g" d="M54 14H122M54 39H108M54 64H128"/>'
    )


SECTIONS: Final = (
    Section("hand", _hand()),
    Section("round", _round()),
    Section("rules", _rules()),
    Section("odds", _odds()),
    Section("play", _play()),
    Section("learn", _learn()),
    Section("teach", in_bar=False),
)


def existing_sections(notebooks: Path) -> tuple[Section, ...]:
    """The sections whose notebook lies in the folder."""
    return tuple(s for s in SECTIONS if (notebooks / f"{s.name}.py").is_file())
