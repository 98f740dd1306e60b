"""Where a reader's wishes come from, and what happens to nonsense."""

import pytest

from thirtyone.web.prefs import Notice, Prefs, from_cookie, read_visit

DAMAGED = Notice("state.bad_link")


def test_address_wins_over_cookie_over_browser():
    """A shared link, then what was chosen here, then the languages of the browser."""
    cookie, accept = "t31=lang:sv|home:dk-a7|theme:dark", "da, en;q=0.5"
    assert read_visit({}, "", accept).prefs == Prefs(lang="da")
    assert read_visit({}, cookie, accept).prefs == Prefs(lang="sv", home="dk-a7", theme="dark")
    link = {"lang": "nb", "home": "scat"}
    assert read_visit(link, cookie, accept).prefs == Prefs(lang="nb", home="scat", theme="dark")


def test_an_unknown_view_is_named():
    for view in ("", "projector", "house", "what-if", "glossary"):
        assert read_visit({"view": view}).notice is None
    assert read_visit({"view": "cinema"}).notice == Notice(
        "state.bad_link_part", {"text": "cinema"}
    )


def test_a_newer_link_is_said_to_be_newer_whatever_it_asks_for():
    newer = read_visit({"v": "2", "view": "cinema"}).notice
    assert newer == Notice("state.newer_link", {"version": "2"})


def test_a_link_says_nothing_about_how_cards_look():
    """Theme, deck colours and letters in an address are not ours."""
    query = {"theme": "dark", "suits": "4", "letters": "on"}
    assert read_visit(query) == read_visit({})


@pytest.mark.parametrize(
    ("accept", "lang"),
    [
        ("", "en"),
        ("fr-FR, de;q=0.8", "en"),
        ("no", "nb"),
        ("nn-NO,nn;q=0.9", "nb"),
        ("sv-SE,sv;q=0.9,en;q=0.8", "sv"),
        ("en;q=0.3, da-DK;q=0.7", "da"),
        ("da;q=0, sv;q=0.1", "sv"),
        ("da;q=x, nb", "nb"),
        (",;q=,=", "en"),
    ],
)
def test_languages_of_the_browser(accept, lang):
    """The one wanted most among ours; Nynorsk and plain Norwegian read bokmål."""
    assert read_visit({}, "", accept).prefs.lang == lang


@pytest.mark.parametrize(
    ("query", "notice"),
    [
        ({}, None),
        ({"lang": "da", "home": "dk-a7", "v": "1", "utm": "x"}, None),
        ({"lang": "xx"}, DAMAGED),
        ({"home": "chess"}, DAMAGED),
        ({"home": ""}, DAMAGED),
        ({"v": "0"}, DAMAGED),
        ({"v": ""}, DAMAGED),
        ({"v": "١"}, DAMAGED),
        ({"v": "9" * 5000}, DAMAGED),
        ({"v": "2"}, Notice("state.newer_link", {"version": "2"})),
    ],
)
def test_what_is_wrong_with_a_link(query, notice):
    """A damaged link is said, a newer one too; keys of other people are left alone."""
    assert read_visit(query).notice == notice


def test_the_sound_part_of_a_damaged_link_holds():
    """One bad value does not take the others with it."""
    visit = read_visit({"lang": "sv", "home": "chess"}, "t31=home:scat")
    assert visit.prefs == Prefs(lang="sv", home="scat")
    assert visit.notice == DAMAGED


def test_your_rules_may_be_a_house_rule():
    """A code is taken from address and cookie in its plainest form; a damaged one is said."""
    code = "h1_no-trettien_sa-any_gk-like-all_n-The-cabin"
    assert read_visit({"home": "h1_no-trettien_gk-like-all_sa-any_n-The-cabin"}).prefs.home == code
    assert read_visit({}, f"t31=home:{code}|theme:dark").prefs == Prefs(home=code, theme="dark")
    cut = read_visit({"home": code[:28]}, "t31=home:scat")
    assert (cut.prefs.home, cut.notice) == ("scat", DAMAGED)


@pytest.mark.parametrize(
    "header",
    ["t31", "t31=", "t31=|||", "t31=lang", "t31=lang:xx|home:../..", "=;=;", 'x="; t31=lang:q"'],
)
def test_damaged_cookies_are_silently_left_out(header):
    """A cookie is nothing that a reader could mend."""
    visit = read_visit({}, header)
    assert visit.prefs == Prefs()
    assert visit.notice is None


def test_cookies_of_others_do_not_disturb():
    """Other programs on this host have cookies too, not all of them well-formed."""
    header = 'a="b; session={"x":1}; t31=lang:da|suits:4; xt31=lang:sv'
    assert from_cookie(header) == {"lang": "da", "suits": "4"}
