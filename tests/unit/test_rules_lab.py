"""The rules page without a browser: acts go in as intents, scenes come out."""

import re
from types import SimpleNamespace

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.rules import home_ids, load_ruleset, questions, ruleset_ids
from thirtyone.text.translator import get_translator
from thirtyone.ui.house_lab import HouseLab
from thirtyone.ui.matrix_rows import FORM, GROUPS, all_rows, folded, group_of
from thirtyone.ui.rules_lab import STATE, RulesLab, RulesPage
from thirtyone.web import page as web_page

HOUSE = "h1_no-trettien_sa-any_n-The-cabin"


@pytest.fixture
def changes():
    return []


@pytest.fixture
def lab(changes):
    return RulesLab(on_change=changes.append)


def act(lab, *what):
    lab.widget.intent = {"n": lab.widget.scene["ack"] + 1, "do": [list(what)]}


def rows(lab):
    """The rows shown, by path."""
    return {row["path"]: row for group in lab.widget.scene["groups"] for row in group["rows"]}


def texts(lab, path):
    return [cell["text"] for cell in rows(lab)[path]["cells"]]


def states(lab, path):
    return [cell["state"] for cell in rows(lab)[path]["cells"]]


# ------------------------------------------------------------------ the table


def test_it_opens_with_the_six_and_only_differences(lab, changes):
    scene = lab.widget.scene
    assert lab.columns == home_ids()
    assert scene["title"] == "Where the rules differ"
    assert scene["only"]["on"] is True
    assert scene["shown"] == "20 of 50 questions shown"
    assert len(rows(lab)) == 20
    assert [group["name"] for group in scene["groups"]] == [
        "Counting",
        "The turn",
        "Knock and 31",
        "Who pays",
        "Cards, players and the match",
    ]
    assert changes == []
    assert lab.state == {"cols": "", "all": "", "q": "", "cell": "", "with": ""}


def test_values_states_and_marks_of_a_row(lab):
    path = "settlement.tie_with_knocker"
    assert texts(lab, path)[:3] == ["Safe", "Loses one too", "Loses one too"]
    assert texts(lab, path)[3] == "Never comes up"
    assert states(lab, path) == ["home", "diff", "diff", "free", "same", "free"]
    cells = rows(lab)[path]["cells"]
    assert [cell["mark"] for cell in cells][:3] == ["stated", "stated", "ours"]
    assert cells[1]["label"] == "Loses one too, stated by the source, differs from your rules"
    assert cells[0]["label"] == "Safe, stated by the source"


def test_what_a_form_does_not_ask_is_a_dash_with_a_name(lab):
    cell = rows(lab)["turn.throw_back"]["cells"][5]
    assert (cell["text"], cell["state"], cell["k"]) == ("–", "na", None)
    assert cell["label"].startswith("No such rule in")


def test_all_questions_of_all_forms_stand_in_a_group():
    columns = [load_ruleset(id_) for id_ in ruleset_ids()]
    paths = [row.path for row in all_rows(columns)]
    asked = {path for rules in columns for path in questions(rules.family)}
    assert set(paths) == asked | {FORM}
    assert len(paths) == len(set(paths))
    groups = [group_of(path) for path in paths]
    assert groups == sorted(groups, key=list(GROUPS).index)
    assert set(groups) == set(GROUPS)


def test_the_switch_shows_all_and_the_row_of_figures_counts(lab, changes):
    act(lab, "only", "off")
    assert len(rows(lab)) == 50
    assert changes[-1]["all"] == "1"
    figures = lab.widget.scene["groups"][0]["figures"]
    assert [cell["text"] for cell in figures["cells"]] == [
        "–",
        "3,532 of 22,100",
        "4 of 22,100",
        "0 of 22,100",
        "52 of 22,100",
        "32 of 4,960",
    ]


@pytest.mark.parametrize(
    ("lang", "text", "path"),
    [
        ("en", "three ACES", "scoring.three_aces"),
        ("nb", "trekkbunken tom", "stock.empty"),
        ("nb", "kastebunken", "turn.throw_back"),
        ("sv", "knackaren delar", "settlement.tie_with_knocker"),
        ("da", "tre esser", "scoring.three_aces"),
    ],
)
def test_search(changes, lang, text, path):
    lab = RulesLab(lang=lang, on_change=changes.append)
    act(lab, "find", text)
    found = rows(lab)
    assert path in found
    assert 0 < len(found) < 8
    assert changes[-1]["q"] == text


def test_search_forgives_accents():
    assert folded("Kløver ÆRLIG Förlorar") == "klover aerlig forlorar"


def test_nothing_found_says_so_and_leads_back(lab):
    act(lab, "find", "zebra")
    nothing = lab.widget.scene["nothing"]
    assert nothing["text"] == "No question matches “zebra”."
    assert nothing["button"] == "Clear the search"
    act(lab, "all")
    assert lab.widget.scene["nothing"] is None
    assert lab.widget.scene["search"]["value"] == ""
    assert lab.widget.scene["only"]["on"] is True


def test_one_column_has_no_differences(lab):
    for id_ in home_ids()[1:]:
        act(lab, "column", id_)
    assert lab.columns == ("no-trettien",)
    nothing = lab.widget.scene["nothing"]
    assert nothing["text"] == "No differences with this choice."
    act(lab, "all")
    assert len(rows(lab)) == 45
    act(lab, "column", "no-trettien")
    assert lab.columns == ("no-trettien",)
    assert lab.widget.scene["message"]["text"] == "One ruleset has to stay."


def test_columns_in_our_order_and_your_rules_among_them(changes):
    lab = RulesLab(home="scat", on_change=changes.append)
    assert lab.columns == ("scat", *home_ids())
    assert lab.widget.scene["columns"][0]["home"] is True
    act(lab, "column", "schwimmen")
    act(lab, "column", "dk-a9")
    assert lab.columns[1:] == (*home_ids(), "dk-a9", "schwimmen")
    lab.follow({"home": "dk-a7"})
    assert lab.columns == (*home_ids(), "dk-a9", "schwimmen")
    homes = [column["id"] for column in lab.widget.scene["columns"] if column["home"]]
    assert homes == ["dk-a7"]


def test_a_house_rule_is_a_column_and_can_be_yours():
    lab = RulesLab(home=HOUSE, own=HOUSE)
    assert lab.columns[0] == HOUSE
    assert lab.widget.scene["columns"][0]["name"] == "The cabin"
    assert states(lab, "scoring.ace_across_suits")[:3] == ["home", "diff", "same"]
    assert HOUSE in [option["id"] for option in lab.widget.scene["choose"]["options"]]


# ------------------------------------------------------------------ the window


def open_window(lab, path, id_):
    act(lab, "open", path, id_)
    return lab.widget.scene["window"]


def test_the_window_names_source_and_contradiction(lab, changes):
    window = open_window(lab, "scoring.three_aces", "dk-enogtredive")
    assert window["question"] == "What are three aces worth?"
    assert window["answer"] == "Three aces are worth 33, the best hand"
    assert "≠ yours: As other cards" in window["tag"]
    source = window["source"]
    assert source["title"].startswith("31 (Enogtredive)")
    assert source["lang"] == "da"
    assert "De særlige hænder" in source["section"]
    assert source["contradicts"] == "The source contradicts itself"
    assert "We follow the text." in source["note"]
    assert [other["text"] for other in window["others"]] == [
        "As other cards",
        "As other cards",
        "31",
        "As other cards",
        "Ild, best hand",
    ]
    assert changes[-1]["cell"] == "scoring.three_aces.dk-enogtredive"


def test_the_window_shows_the_smallest_example_with_a_link(lab):
    example = open_window(lab, "scoring.three_aces", "dk-enogtredive")["example"]
    assert [result["value"] for result in example["results"]] == ["11", "33"]
    assert example["results"][1]["name"] == "Danish Enogtredive"
    assert example["notes"] == [
        "52 of 22,100 hands count differently under Norwegian base and Danish Enogtredive."
    ]
    assert example["links"] == [
        {"href": "../hand/?hand=AC.AD.AH&lang=en&home=no-trettien", "text": "See it in a hand"}
    ]


def test_an_example_can_be_played_as_a_round(lab):
    example = open_window(lab, "settlement.tie_with_knocker", "no-kildebeskrivelse")["example"]
    assert [hand["name"] for hand in example["hands"]] == ["Anna", "Bo"]
    assert "Anna is safe" in example["results"][0]["text"]
    (link,) = example["links"]
    assert link["href"].startswith("../round/?t=thirtyone_1~rules_no-trettien~")


def test_a_difference_that_never_shows_says_why(lab):
    act(lab, "only", "off")
    window = open_window(lab, "instant.three_aces", "no-kildebeskrivelse")
    assert "never comes up" in window["idle"]
    example = window["example"]
    assert example["results"] == []
    assert example["setup"].startswith("No example: this difference never shows.")
    assert "What are three aces worth?" in example["setup"]


def test_what_only_one_asks_is_shown_with_another_answer(lab):
    act(lab, "only", "off")
    example = open_window(lab, "turn.renew_789", "dk-a7")["example"]
    assert example["setup"].startswith("Norwegian base does not ask this.")
    assert example["results"][1]["name"] == "Danish exchange A7 if the answer were “Yes”"


def test_an_example_can_be_compared_with_any_ruleset(lab):
    window = open_window(lab, "scoring.three_aces", "dk-enogtredive")
    choices = {id_ for id_, _, _ in window["example"]["choices"]}
    assert "schwimmen" in choices
    assert "dk-enogtredive" not in choices
    act(lab, "against", "schwimmen")
    window = lab.widget.scene["window"]
    assert [on for id_, _, on in window["example"]["choices"] if id_ == "schwimmen"] == [True]
    assert lab.state["with"] == "schwimmen"
    act(lab, "close")
    assert lab.widget.scene["window"] is None
    assert (lab.state["cell"], lab.state["with"]) == ("", "")


def test_every_cell_of_the_six_opens_in_every_language():
    """Each window has an answer, where it is from, and an example or a reason."""
    opened = 0
    for lang in LANGUAGES:
        lab = RulesLab(lang=lang, all="1" if lang == "en" else "")
        for path, row in rows(lab).items():
            for id_, cell in zip(lab.columns, row["cells"], strict=True):
                if cell["k"] is None:
                    continue
                window = open_window(lab, path, id_)
                assert window["answer"], (path, id_)
                if path == FORM:
                    assert window["source"] is None
                    continue
                assert window["source"]["marked"]
                example = window["example"]
                assert example["none"] or example["results"] or example["setup"], (path, id_)
                opened += 1
    print(f"{opened} windows")
    assert opened == 263 + 3 * 112


# ------------------------------------------------------------------ links and rubbish


def test_a_link_restores_everything(changes):
    state = {
        "cols": "no-trettien.dk-a7.scat",
        "all": "1",
        "q": "three",
        "cell": "scoring.three_of_a_kind.scat",
        "with": "dk-a7",
    }
    lab = RulesLab(on_change=changes.append, **state)
    assert lab.state == state
    assert lab.columns == ("no-trettien", "dk-a7", "scat")
    assert lab.opened == ("scoring.three_of_a_kind", "scat")
    again = RulesLab(**lab.state)
    assert again.widget.scene == lab.widget.scene
    assert changes == []


def test_a_linked_cell_brings_its_column():
    lab = RulesLab(cell="scoring.three_aces.schwimmen")
    assert lab.columns == (*home_ids(), "schwimmen")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"cols": "no-trettien.nowhere"}, "nowhere"),
        ({"cell": "scoring.nothing.dk-a7"}, "scoring.nothing.dk-a7"),
        ({"cell": "turn.throw_back.dk-a7"}, "turn.throw_back.dk-a7"),
        ({"cell": "x"}, "x"),
        ({"cell": "<b>x</b>.dk-a7"}, "<b>x</b>.dk-a7"),
        ({"cols": "…." * 3000}, "…"),
    ],
)
def test_a_bad_link_is_said_and_the_page_goes_on(state, words):
    lab = RulesLab(**state)
    assert words in lab.widget.scene["message"]["text"]
    assert rows(lab) or lab.widget.scene["nothing"]
    assert lab.widget.scene["window"] is None
    act(lab, "only", "off")
    assert lab.widget.scene["message"] is None


@pytest.mark.parametrize(
    "intent",
    [
        {},
        {"n": "1", "do": []},
        {"n": 1, "do": "open"},
        {"n": 1, "do": [["open"], ["open", "x", "y"], ["open", 1, 2], [], "x", [None]]},
        {"n": 1, "do": [["column", "nowhere"], ["only", "perhaps"], ["against", "dk-a7"]]},
        {"n": 1, "do": [["fly", "x"], ["close", "x"], ["find"]]},
    ],
)
def test_rubbish_changes_nothing(lab, changes, intent):
    before = lab.state
    lab.widget.intent = intent
    assert lab.state == before
    assert changes == []


def test_an_address_stays_short():
    codes = ".".join(f"{HOUSE}-{'x' * 30}-{n}" for n in range(60))
    lab = RulesLab(cols=codes, all="1", q="y" * 500, cell="scoring.three_aces.dk-enogtredive")
    whole = sum(len(value) for value in lab.state.values())
    assert whole < 1400
    assert len(lab.state["q"]) == 60


def test_words_come_from_the_catalogue_in_four_languages():
    seen = {lang: RulesLab(lang=lang).widget.scene for lang in LANGUAGES}
    for lang, scene in seen.items():
        assert scene["title"] == get_translator(lang)("page.rules")
    assert len({scene["search"]["label"] for scene in seen.values()}) == 4
    assert len({re.sub(r"\d", "", scene["shown"]) for scene in seen.values()}) == 4


# ------------------------------------------------------------------ the page


def here(**state):
    defaults = dict(STATE)
    visit = SimpleNamespace(
        prefs=web_page.Prefs(),
        notice=None,
    )
    return web_page.Here({**defaults, **state}, visit, defaults)


def test_the_address_decides_between_table_and_house_rules():
    page = RulesPage(here(q="aces"))
    assert isinstance(page.lab, RulesLab)
    assert page.lab.state["q"] == "aces"
    assert page.widget is page.lab.widget
    assert isinstance(RulesPage(here(view="house")).lab, HouseLab)
