"""The charts on rows made by hand: valid for Vega-Lite, and every word and number from us."""

import json
import re

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.charts import theme
from thirtyone.charts.curves import SurvivalRow, ThresholdRow, survival, thresholds
from thirtyone.charts.endings import EndingRow, endings
from thirtyone.charts.signed import SeatRows, SignedRow, effects, seats
from thirtyone.charts.theme import Panel
from thirtyone.charts.win_rates import WinRow, win_rates
from thirtyone.rules import Region
from thirtyone.sim.result import Estimate
from thirtyone.text.translator import get_translator
from thirtyone.ui.marks import flag

PANELS = [
    Panel("Én", flag("no"), Region.NORWAY),
    Panel("To", flag("no"), Region.NORWAY, second=True),
    Panel("Tre", flag("dk"), Region.DENMARK),
]
WHO = ("Ænna", "Bø")
KINDS = ("wins", "effects", "seats", "thresholds", "survival", "endings")
# What Vega-Lite itself calls things; whatever else a reader could see must come from us.
OURS = re.compile(r"[Ææøé]|^[\d\s.,%+−–]*$|^[+−]?[\d.,]+ enheit$")


def estimate(mean, half=1.5):
    return Estimate(mean, mean - half, mean + half, 1000)


def share(mean, half=0.0125):
    return Estimate(mean, mean - half, mean + half, 1000)


def chart(kind, lang="nb", width=828):
    tr = get_translator(lang)
    look = {"width": width, "description": "Æ forklaring"}
    if kind == "wins":
        rows = [
            WinRow(
                panel,
                dict(zip(WHO, (share(0.3128), share(0.6872)), strict=True)),
                {who: f"{who} ø" for who in WHO},
            )
            for panel in PANELS
        ]
        return win_rates(rows, tr, **look)
    if kind == "effects":
        rows = [
            SignedRow("Æne", estimate(-5.25), "ø"),
            SignedRow("Øde", estimate(7.04), "ø"),
            SignedRow("Åpen é", estimate(0.4), "ø"),
        ]
        words = {"less": "← ø mindre", "more": "ø meir →", "unit": "enheit"}
        return effects(rows, tr, **words, **look)
    if kind == "seats":
        rows = [
            SeatRows(panel, [SignedRow(who, estimate(1.25, 0.5), "ø") for who in WHO])
            for panel in PANELS
        ]
        return seats(rows, tr, unit="enheit", **look)
    if kind == "thresholds":
        curve = {at: share(0.2 + at / 100) for at in range(15, 32)}
        rows = [ThresholdRow(panel, curve, 27, dict.fromkeys(curve, "ø")) for panel in PANELS]
        return thresholds(rows, tr, even=0.5, **look)
    if kind == "survival":
        rows = [SurvivalRow(panel, [1.0, 0.7, 0.2], [1.0, 0.9, 0.1], ["ø"] * 3) for panel in PANELS]
        return survival(rows, tr, **look)
    ends = ["bankét", "mislykkét", "31"]
    rows = [
        EndingRow(
            panel, dict(zip(ends, (0.6, 0.375, 0.025), strict=True)), dict.fromkeys(ends, "ø")
        )
        for panel in PANELS
    ]
    return endings(rows, ends, tr, **look)


def layers(spec):
    """Every layer of a chart, whatever it is inside of."""
    for part in spec.get("concat", [spec]):
        yield from part["layer"]


def data_rows(spec):
    """All rows of all parts."""
    for part in spec.get("concat", [spec]):
        yield from part["data"]["values"]
        for layer in part["layer"]:
            yield from layer.get("data", {}).get("values", [])


@pytest.mark.parametrize("width", [358, 828])
@pytest.mark.parametrize("kind", KINDS)
def test_each_is_valid_vega_lite(kind, width):
    spec = chart(kind, width=width)
    drawn = theme.as_altair(spec).to_dict()  # checked against Altair's schema
    assert drawn["description"] == "Æ forklaring"
    assert drawn["usermeta"]["embedOptions"] == {
        "actions": False,
        "renderer": "svg",
        "theme": "none",
        "ast": True,
    }


def test_a_broken_one_would_be_refused():
    broken = chart("effects")
    broken["layer"][0]["mark"]["type"] = "cartoon"
    with pytest.raises(Exception, match="cartoon"):
        theme.as_altair(broken)


@pytest.mark.parametrize("kind", KINDS)
def test_no_word_is_vegas_own(kind):
    """Titles are off, labels are looked up, the parts of the picture have no English names."""
    spec = chart(kind, "sv")
    assert [spec["config"][part]["aria"] for part in ("mark", "axis", "legend")] == [False] * 3
    axes = 0
    for layer in layers(spec):
        mark, encoding = layer["mark"], layer.get("encoding", {})
        if isinstance(mark.get("text"), str):
            assert OURS.search(mark["text"]) or mark["text"] in {p.name for p in PANELS}
        for channel, field in encoding.items():
            if channel in {"x", "y"} and "field" in field:
                assert field["title"] is None or field.get("axis", 1) is None, (channel, field)
                axis = field.get("axis")
                if axis and field["type"] == "quantitative":
                    axes += 1
                    words = json.loads(axis["labelExpr"].partition("[")[0])
                    assert list(map(float, words)) == [float(v) for v in axis["values"]]
                    assert [w for w in words.values() if not OURS.search(w)] == []
            if channel in {"fill", "color"} and "legend" in field and field["legend"]:
                assert field["legend"]["title"] is None
            if channel == "tooltip":
                assert field == {"field": "told"}
    assert axes > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_are_written_as_the_language_does(lang):
    comma = "." if lang == "en" else ","
    texts = {row["text"] for row in data_rows(chart("effects", lang)) if "text" in row}
    assert texts == {f"−5{comma}3", f"+7{comma}0", f"+0{comma}4"}
    sign = "40%" if lang == "en" else "40\N{NO-BREAK SPACE}%"
    tops = [
        field["axis"]["labelExpr"]
        for layer in layers(chart("thresholds", lang))
        for field in [layer.get("encoding", {}).get("y", {})]
        if field.get("axis")
    ]
    assert tops
    assert all(sign.replace("40", "60") in words for words in tops)


def test_small_multiples_share_one_scale():
    spec = chart("wins")
    domains = {
        json.dumps(layer["encoding"]["x"]["scale"]["domain"])
        for layer in layers(spec)
        if "scale" in layer.get("encoding", {}).get("x", {})
    }
    assert domains == {"[0, 70]"}
    assert spec["columns"] == 2
    assert chart("wins", width=358)["columns"] == 1
    assert [part["width"] for part in spec["concat"]] == [spec["concat"][0]["width"]] * 3


def test_the_second_of_a_country_is_outlined():
    def box(part):
        return next(layer["mark"] for layer in part["layer"] if layer["mark"]["type"] == "bar")

    first, second, third = map(box, chart("wins")["concat"])
    assert (first["fill"], first.get("stroke")) == ("var(--t31-no)", None)
    assert (second["fill"], second["stroke"]) == ("var(--t31-bg)", "var(--t31-no)")
    assert third["fill"] == "var(--t31-da)"


@pytest.mark.parametrize("width", [358, 828])
def test_bars_are_pale_where_the_interval_includes_0(width):
    spec = chart("effects", width=width)
    sure = {row["who"]: row["sure"] for row in data_rows(spec) if "sure" in row}
    assert sure == {"Øde": True, "Æne": True, "Åpen é": False}
    bar = next(layer for layer in layers(spec) if layer["mark"]["type"] == "bar")
    assert bar["encoding"]["fillOpacity"] == {
        "condition": {"test": "datum.sure", "value": 0.5},
        "value": 0.22,
    }


def test_the_largest_effect_is_on_top_whatever_its_sign():
    order = [row["who"] for row in data_rows(chart("effects")) if "who" in row]
    assert order == ["Øde", "Æne", "Åpen é"]


def test_gain_and_loss_have_their_own_colours():
    spec = chart("effects")
    signs = {row["who"]: row["sign"] for row in data_rows(spec) if "sign" in row}
    assert signs == {"Øde": "more", "Æne": "less", "Åpen é": "more"}
    bar = next(layer for layer in layers(spec) if layer["mark"]["type"] == "bar")
    assert bar["encoding"]["color"]["scale"] == {
        "domain": ["more", "less"],
        "range": ["var(--t31-accent)", "var(--t31-differ)"],
    }


def test_parts_of_a_bar_make_a_whole():
    rows = [row for row in data_rows(chart("endings")) if "end" in row]
    first = [row for row in rows if row["rules"] == "Én"]
    assert [row["low"] for row in first] == [0, 60, 97.5]
    assert first[-1]["high"] == pytest.approx(100)
    assert [row["text"] for row in first] == ["60", "38", ""]  # 2.5 per cent is too narrow


def test_whiskers_and_figures_find_room():
    """The scale of the seats leaves the width of a figure beyond the longest whisker."""
    part = chart("seats", width=358)["concat"][0]
    x = next(layer["encoding"]["x"] for layer in part["layer"] if layer["mark"]["type"] == "bar")
    low, high = x["scale"]["domain"]
    assert low == -high
    pixels = (high - 1.75) / (high - low) * part["width"]
    assert pixels >= 46


def test_colours_follow_the_page():
    """Nothing but custom properties: light and dark need no other drawing."""
    for kind in KINDS:
        text = json.dumps({**chart(kind), "usermeta": None}).replace("#65747E", "")
        text = re.sub(r"data:image/svg\+xml;base64,[\w+/=]+", "", text)
        assert not re.search(r"#[0-9A-Fa-f]{3,6}\b", text), kind
        assert "var(--t31-" in text
