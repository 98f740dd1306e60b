"""Card faces, backs and small signs: every drawing is whole, and says what it shows."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from thirtyone.cards import ALL_CARDS, Card, Rank, Suit
from thirtyone.notation import Style, format_card, index_letter
from thirtyone.ui import faces, marks
from thirtyone.ui.faces import back, card_text, compact, face, rose, suit_mark
from thirtyone.ui.glyphs import GLYPHS, index, write

LANGUAGES = ("en", "nb", "sv", "da")
STATIC = Path(faces.__file__).parent / "static"


def pips(svg: str, suit: Suit) -> int:
    """How often the shape of the suit stands on the card."""
    return svg.count(faces.SUIT_SHAPES[suit])


def index_texts(monkeypatch, draw, card, *args, **kwargs) -> set[str]:
    """The index texts that a drawing writes."""
    written: list[str] = []

    def note(text: str, **place: float) -> str:
        written.append(text)
        return index(text, **place)

    monkeypatch.setattr(faces, "index", note)
    faces._face.cache_clear()
    faces._compact.cache_clear()
    draw(card, *args, **kwargs)
    faces._face.cache_clear()
    faces._compact.cache_clear()
    return set(written)


@pytest.mark.parametrize("draw", [face, compact], ids=["face", "compact"])
@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_face_is_one_named_drawing_without_fonts(draw, card):
    """All 52 cards in both sizes are well-formed, of the right shape, and need no font or file."""
    svg = draw(card)
    root = ET.fromstring(svg)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert width / height == pytest.approx(5 / 7)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == format_card(card, "en", Style.WORDS)
    assert not re.search(r"<text|<image|href|url\(|style=", svg)


@pytest.mark.parametrize("suit", Suit)
def test_pips_are_the_number_of_the_card(suit):
    """Two to ten show that many pips beside the four in the corners; an ace shows one."""
    for rank in range(2, 11):
        card = Card(Rank(rank).letter + suit)
        in_corners = 2  # the corner is drawn twice, pip and all
        assert pips(face(card), suit) - in_corners == rank
    assert pips(face(Card("A" + suit)), suit) - 2 == 1
    assert pips(compact(Card("7" + suit)), suit) == 2


def test_courts_are_told_apart_by_their_woven_rows():
    """Jack one row of seven lozenges, queen two, king three; a queen has beads as well."""
    lozenges = {
        letter: sum(
            path.attrib["d"].count("Z")
            for path in ET.fromstring(face(Card(letter + "S"))).iter()
            if path.tag.endswith("path") and "transform" not in path.attrib
            if path.attrib["d"].count("Z") >= 3
        )
        for letter in "JQK"
    }
    assert lozenges == {"J": 7, "Q": 14, "K": 21}
    assert [face(Card(c)).count("<circle") for c in ("JS", "QS", "KS")] == [0, 6, 0]


@pytest.mark.parametrize(
    ("lang", "letters"),
    [("en", "AKQJ"), ("nb", ["A", "K", "D", "Kn"]), ("sv", ["E", "K", "D", "Kn"]), ("da", "EKDB")],
)
def test_local_letters_on_the_corners(monkeypatch, lang, letters):
    """Swedish and Danish aces are E, a Danish knave is B, the other two write Kn (terms.md 1.2)."""
    for rank, letter in zip("AKQJ", letters, strict=True):
        card = Card(rank + "H")
        assert index_texts(monkeypatch, face, card, lang, local=True) == {letter}
        assert index_texts(monkeypatch, compact, card, lang, local=True) == {letter}
        assert index_texts(monkeypatch, face, card, lang) == {rank}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_spoken_name_is_in_the_language_whatever_letters_are_shown(lang):
    """A screen reader says the word, never the letter."""
    name = {
        "en": "jack of diamonds",
        "nb": "ruter knekt",
        "sv": "ruter knekt",
        "da": "ruder knægt",
    }[lang]
    for local in (False, True):
        assert f'aria-label="{name}"' in face(Card("JD"), lang, local=local)
        assert f'aria-label="{name}"' in compact(Card("JD"), lang, local=local)


def test_a_label_is_escaped_and_an_empty_one_silences_the_card():
    """The words come from outside the drawing."""
    named = ET.fromstring(face(Card("AS"), label='ace, "does not" <count>'))
    assert named.attrib["aria-label"] == 'ace, "does not" <count>'
    silent = ET.fromstring(compact(Card("AS"), label=""))
    assert silent.attrib["aria-hidden"] == "true"
    assert "role" not in silent.attrib


def test_an_idle_card_is_faded_by_a_class():
    """Only the opening tag differs, so that the drawing is shared."""
    plain, idle = face(Card("9H")), face(Card("9H"), idle=True)
    assert idle == plain.replace('class="card"', 'class="card dim"')


def test_every_letter_of_every_language_can_be_drawn():
    """Eighteen shapes are enough for the indices of four languages (nine is six turned)."""
    needed = {c for lang in LANGUAGES for rank in Rank for c in index_letter(rank, lang)}
    assert needed - {"9"} == set(GLYPHS)
    for lang in LANGUAGES:
        for rank in Rank:
            width, paths = write(index_letter(rank, lang))
            assert width > 10
            assert ET.fromstring(f"<g>{paths}</g>") is not None


def test_a_wide_index_is_squeezed_to_fit():
    """10 and Kn are narrowed; a plain letter keeps its shape."""
    scale = re.compile(r"scale\(([\d.]+),([\d.]+)\)")
    kn = scale.search(index("Kn", x=32, y=20, height=42, pen=5, widest=39))
    k = scale.search(index("K", x=32, y=20, height=42, pen=5, widest=39))
    assert kn and k
    assert float(kn[1]) * write("Kn")[0] == pytest.approx(39, abs=0.05)
    assert float(kn[1]) < float(kn[2])
    assert k[1] == k[2]


def test_back_rose_and_suit_marks():
    """Six big roses of eight petals and two small ones on the back; a rose alone has eight."""
    ornament = ET.fromstring(back("face-down card")).findall("{*}path")[-1].attrib["d"]
    assert ornament.count("Z") == (6 + 2) * 8 + 7
    petals = ET.fromstring(rose()).find("{*}path")
    assert petals is not None
    assert petals.attrib["d"].count("Z") == 8
    assert 'aria-label="face-down card"' in back("face-down card")
    for suit in Suit:
        assert faces.SUIT_SHAPES[suit] in suit_mark(suit)
    assert "Kn" in card_text(Card("JC"), "sv", local=True)
    assert "J" in card_text(Card("JC"), "sv")


@pytest.mark.parametrize("region", ["no", "se", "dk", "abroad", "own"])
def test_flags(region):
    """A flag is silent unless it is given words."""
    assert ET.fromstring(marks.flag(region)).attrib["aria-hidden"] == "true"
    assert ET.fromstring(marks.flag(region, "text from afar")).attrib["aria-label"] == (
        "text from afar"
    )


def test_marks_differ_in_shape():
    """Stated, elsewhere and ours are told apart without colour."""
    drawn = {marks.provenance_mark(mark) for mark in ("stated", "elsewhere", "ours")}
    assert len(drawn) == 3
    assert all(ET.fromstring(svg) is not None for svg in drawn)


def test_icons_are_drawings():
    """Each icon is one path in a box of 24."""
    for name in marks._ICONS:
        root = ET.fromstring(marks.icon(name))
        assert root.attrib["viewBox"] == "0 0 24 24"
        assert len(root) == 1


def luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def themes() -> dict[str, dict[str, str]]:
    css = (STATIC / "tokens.css").read_text("utf-8")
    blocks = {
        "light": re.search(r"^:root \{(.*?)^\}", css, re.DOTALL | re.MULTILINE),
        "dark": re.search(r'^:root\[data-theme="dark"\] \{(.*?)^\}', css, re.DOTALL | re.MULTILINE),
        "device": re.search(
            r"prefers-color-scheme: dark\) \{\s*:root[^{]*\{(.*?)\}", css, re.DOTALL
        ),
    }
    return {
        name: dict(re.findall(r"--t31-([\w-]+): (#[0-9A-F]{6})", block[1]))
        for name, block in blocks.items()
        if block
    }


TEXT = (
    *((ink, on) for on in ("bg", "surface", "sunk") for ink in ("ink", "muted")),
    *(("accent", on) for on in ("bg", "surface", "accent-soft", "table")),
    *(("differ", on) for on in ("bg", "surface", "differ-soft")),
    *((ink, on) for on in ("accent-soft", "differ-soft", "table") for ink in ("ink", "muted")),
    *((ink, on) for on in ("bg", "surface", "table") for ink in ("red", "green")),
    ("red", "differ-soft"),
    ("surface", "accent"),
    ("surface", "ink"),
    *((f"card-{ink}", "card") for ink in ("ink", "red", "blue", "green")),
)
LINES = (*(("edge", on) for on in ("surface", "bg", "table")),)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_can_be_read(theme):
    """Text reaches 4.5 to 1 and borders of controls 3 to 1 on every ground they stand on."""
    colours = themes()[theme]
    assert len(colours) >= 24
    low = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in TEXT}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}
    thin = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in LINES}
    assert {pair: ratio for pair, ratio in thin.items() if ratio < 3} == {}


def test_dark_is_the_same_whoever_asks_for_it():
    """The dark theme chosen on the page and the one that the device asks for are one."""
    found = themes()
    assert found["dark"] == found["device"]


@pytest.mark.parametrize("name", ["parts.css", "../picker.css", "../verdicts.css", "../strips.css"])
def test_style_sheets_use_tokens_only(name):
    """No colour is written outside tokens.css, except shadows and scrims of pure black."""
    css = re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text("utf-8"), flags=re.DOTALL)
    assert len(css) > 500
    assert re.findall(r"#[0-9A-Fa-f]{3,8}\b", css) == []
    assert set(re.findall(r"rgb\(([^/)]*)", css)) <= {"0 0 0 "}


def test_shared_parts_style_classes_only():
    """A bare element rule would reach into marimo's controls."""
    css = re.sub(r"/\*.*?\*/", "", (STATIC / "parts.css").read_text("utf-8"), flags=re.DOTALL)
    selectors = [
        one.strip()
        for found in re.findall(r"([^{};]+)\{", css)
        for one in found.split(",")
        if not found.strip().startswith("@")
    ]
    assert len(selectors) > 50
    assert [one for one in selectors if not one.startswith(".")] == []
