"""The frame as a pure function: marimo's page in, our page out."""

import json
import re
from pathlib import Path

import marimo
import pytest

from thirtyone.rules.load import ruleset_ids
from thirtyone.web.prefs import Notice, Prefs
from thirtyone.web.sections import SECTIONS, existing_sections
from thirtyone.web.shell import Page, own_page, wrap
from thirtyone.web.words import bar_words

SOURCE = (Path(marimo.__file__).parent / "_static" / "index.html").read_text("utf-8")


def framed(**more) -> str:
    page = Page(**{"prefs": Prefs(), "sections": SECTIONS, "section": "hand", **more})
    return wrap(SOURCE, page)


@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
def test_language_title_and_words(lang):
    """The document says its language, and everything in the bar is in it."""
    out = framed(prefs=Prefs(lang=lang, home="dk-a7"))
    assert out.count(f'<html lang="{lang}" data-home="dk-a7"') == 1
    hand = {"en": "Hand", "nb": "Hånd", "sv": "Hand", "da": "Hånd"}[lang]
    assert f"<title>{hand} – 31</title>" in out
    words = bar_words(lang)
    shown = re.findall(r' data-w="([^"]+)"[^>]*>([^<]+)<', out)
    assert len(shown) > 60
    assert {words[key] for key, _ in shown} == {text for _, text in shown}
    assert dict(shown)["rules.dk-a7"] == words["rules.dk-a7"]


def test_every_name_of_a_word_is_in_the_words():
    """What a script may have to put in another language is there in each."""
    out = framed(notice=Notice("state.newer_link", {"version": "2"}))
    keys = set(re.findall(r' data-wl?="([^"]+)"', out))
    assert len(keys) > 40
    for lang in ("en", "nb", "sv", "da"):
        assert keys <= bar_words(lang).keys()
        assert {f"title.{section.name}" for section in SECTIONS} <= bar_words(lang).keys()


def test_marimos_own_head_is_gone():
    """No icon, manifest, font or picture of marimo's look is asked for."""
    assert 'as="font"' in SOURCE
    out = framed(shared_assets=True)
    for trace in (
        'as="font"',
        'as="image"',
        "manifest",
        "apple-touch",
        "a marimo app",
        "theme-color",
    ):
        assert trace not in out
    assert '"./assets/' not in out
    assert '"/m/assets/' in out
    assert out.count('rel="icon"') == 1
    assert out.index("charset") < 200


def test_bars_stand_round_the_notebook():
    """Skip link and bar before it, bottom bar after it, and it is the main part."""
    out = framed()
    places = [
        out.index(piece)
        for piece in (
            '<body class="t31">',
            'class="t31-skip" href="#root"',
            '<header class="t31-top">',
            '<dialog class="t31-menu"',
            '<div id="root" role="main"',
            '<nav class="t31-bar"',
            "</body>",
        )
    ]
    assert places == sorted(places)


def test_theme_is_there_from_the_first_byte():
    """Chosen: on the document and for marimo. Not chosen: the device decides."""
    dark = framed(prefs=Prefs(theme="dark"))
    assert ' data-theme="dark">' in dark
    assert 'data-vscode-theme-kind="vscode-dark"' in dark
    auto = framed()
    assert " data-theme=" not in auto
    assert "vscode-theme-kind" not in auto


def test_each_script_has_the_nonce():
    """Also the one that marimo writes into its page."""
    page = Page(prefs=Prefs(), section="hand")
    out = wrap(SOURCE, page, "abc")
    tags = re.findall(r"<script[^>]*>", out)
    assert len(tags) > 3
    assert all(tag.startswith('<script nonce="abc"') for tag in tags)
    assert "nonce" not in wrap(SOURCE, page)


def test_hidden_paths():
    """A path of this machine does not appear, written plainly or for an address."""
    source = SOURCE.replace("{{ filename }}", "/some/where/hand.py %2Fsome%2Fwhere%2Fhand.py")
    out = wrap(source, Page(prefs=Prefs(), section="hand", hide=("/some/where/", "/some/where")))
    assert "some" not in re.search(r"<marimo-filename hidden>(.*?)<", out)[1]
    assert "hand.py" in out


def test_values_are_escaped():
    """Nothing from an address gets into the page as markup."""
    notice = Notice("state.newer_link", {"version": '"><script>x</script>'})
    out = framed(notice=notice)
    assert "<script>x" not in out
    assert "&lt;script&gt;x" in out


def test_data_for_the_script_is_json_without_an_end_tag():
    """The block is read by JSON.parse; it names all rulesets with their regions."""
    out = framed()
    text = re.search(r'<script type="application/json" id="t31-shell">(.*?)</script>', out)[1]
    data = json.loads(text)
    assert tuple(data["regions"]) == ruleset_ids()
    assert data["page"] == "hand"
    assert data["words"] == dict(bar_words("en"))


def test_sections_are_those_with_a_notebook(tmp_path):
    """A file makes a section; another file does not; the order is that of the bar."""
    assert existing_sections(tmp_path) == ()
    for name in ("rules.py", "hand.py", "scratch.py", "odds.ipynb"):
        (tmp_path / name).touch()
    found = existing_sections(tmp_path)
    assert [section.name for section in found] == ["hand", "rules"]
    out = framed(sections=found)
    assert re.findall(r'href="/(\w+)/\?lang', out) == ["hand", "rules"] * 2
    # Who makes house rules needs the page for it.
    assert out.count('href="/rules/?view=house&amp;lang=en&amp;home=no-trettien"') == 1
    assert "view=house" not in framed(sections=found[:1])


def test_teach_is_no_tab():
    """Teachers find their page from the lessons, not from the bar."""
    assert "/teach/" not in framed()


def test_own_page_goes_through_the_same_frame():
    """Our pages have the same bar and a main part."""
    out = own_page(Page(prefs=Prefs(lang="da"), base="/kurs"), "<h1>x</h1>", style="start.css")
    assert "<title>31 – en regeludforsker</title>" in out
    assert '<main id="root" class="t31-own t31-wrap" tabindex="-1"><h1>x</h1></main>' in out
    assert 'href="/kurs/shell/start.css"' in out
    assert 'src="/kurs/shell/own.js"' in out
