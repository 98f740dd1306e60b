"""A notebook's side of bar and address."""

from types import SimpleNamespace

import pytest

pytest.importorskip("anywidget")

from thirtyone.web.page import Here
from thirtyone.web.page import open as open_page
from thirtyone.web.prefs import read_visit

DEFAULTS = {"hand": "AS.AH.AD", "extra": ""}


def here(**query: str) -> Here:
    return Here(query, read_visit(query), DEFAULTS)


def test_address_is_read():
    """Wishes and state; what the page did not name is not its state."""
    page = here(lang="da", home="dk-a7", hand="KH", other="x")
    assert (page.lang, page.home) == ("da", "dk-a7")
    assert page.state == {"hand": "KH", "extra": ""}


def test_going_writes_the_whole_state_and_leaves_defaults_out():
    """Two quick changes may be merged on their way; then the last one says everything."""
    page = here()
    page.go({"hand": "KH.9H.AS"})
    page.go(extra="scat", push=False)
    sent = dict(page.bridge.url)
    assert sent.pop("n") == 2
    assert sent == {"hand": "KH.9H.AS", "extra": "scat", "push": False}
    page.go(hand="AS.AH.AD")
    assert page.bridge.url["hand"] is None
    assert page.state == {"hand": "AS.AH.AD", "extra": "scat"}


def test_going_nowhere_writes_nothing():
    """The same state, or keys that are none of the page's."""
    page = here()
    page.go({"hand": "AS.AH.AD", "lang": "da", "other": "x"})
    assert page.bridge.url == {}


def test_bar_is_followed():
    """A change of language or rules reaches everybody who listens, with the state beside it."""
    page, told = here(hand="KH"), []
    page.observe(told.append)
    page.bridge.prefs = {"lang": "sv", "home": "scat", "letters": "on"}
    want = {"lang": "sv", "home": "scat", "letters": "on", "hand": "KH", "extra": ""}
    assert told == [want]
    assert page.lang == "sv"


def test_back_is_followed():
    """Back and Forward bring an address; what is not in it has its default."""
    page, told = here(hand="KH", extra="scat"), []
    page.observe(told.append)
    page.bridge.back = {"lang": "da", "hand": "9S", "at": 12.5}
    assert [(t["lang"], t["hand"], t["extra"]) for t in told] == [("da", "9S", "")]
    page.bridge.back = {"lang": "da", "hand": "9S", "at": 13.5}
    assert len(told) == 1


@pytest.mark.parametrize(
    "nonsense", [{"lang": "xx"}, {"home": ["dk-a7"]}, {"lang": {"a": 1}}, {"theme": "dark"}, {}]
)
def test_nonsense_from_the_browser_changes_nothing(nonsense):
    """A trait is an address by another way: nothing in it is trusted."""
    page, told = here(), []
    page.observe(told.append)
    page.bridge.prefs = nonsense
    assert told == []
    assert (page.lang, page.home) == ("en", "no-trettien")


def test_controls_for_a_notebook_alone():
    """Two selects in the reader's language, with all rulesets; they follow the language."""
    page = here(lang="nb", home="chess")
    language, rules = page.bridge.controls
    assert (language["label"], rules["label"]) == ("Språk", "Dine regler")
    assert [code for code, _ in language["options"]] == ["en", "nb", "sv", "da"]
    assert len(rules["options"]) == 16
    assert page.bridge.notice == "Lenken er skadet, så siden starter fra begynnelsen."
    page.bridge.prefs = {"lang": "da", "home": "scat"}
    assert page.bridge.controls[1]["value"] == "scat"
    assert page.bridge.notice == "Linket er beskadiget, så siden starter forfra."


@pytest.mark.parametrize("request_", [None, {"Cookie": "t31=lang:sv|letters:on"}])
def test_open_reads_cookie_where_there_is_a_server(request_):
    """On a server the first run has the reader's wishes; in a browser edition the bar tells them."""
    mo = SimpleNamespace(
        query_params=lambda: SimpleNamespace(to_dict=lambda: {"home": "dk-a7"}),
        app_meta=lambda: SimpleNamespace(
            request=SimpleNamespace(headers=request_) if request_ else None
        ),
        ui=SimpleNamespace(anywidget=lambda widget: widget),
    )
    page = open_page(mo, hand="")
    assert page.home == "dk-a7"
    assert (page.lang, page.prefs.letters) == (("sv", "on") if request_ else ("en", "off"))


def test_house_rules_of_the_browser_are_told():
    """The codes that the browser keeps, each once, nothing that is none, twenty at most."""
    page, told = here(hand="KH"), []
    page.observe(told.append)
    cabin = "h1_no-trettien_sa-any_n-Cabin"
    page.bridge.own = [cabin, cabin, "scat", "h1_scat_sa-x", 7, "<script>", "h1_dk-a7_tp-once"]
    assert [t["own"] for t in told] == [f"{cabin}.h1_dk-a7_tp-once"]
    page.bridge.own = [f"h1_scat_km-{n}" for n in range(1, 30)]
    assert told[-1]["own"].count("h1_") == 20
    page.bridge.prefs = {"lang": "da", "home": cabin}
    assert (page.home, told[-1]["home"]) == (cabin, cabin)
    assert page.bridge.controls[1]["options"][0] == [cabin, "Cabin"]
