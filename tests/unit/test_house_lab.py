"""The page of house rules without a browser: acts go in as intents, scenes come out."""

import base64
import json
import re

import pytest

from thirtyone.rules import home_ids, load_ruleset, questions, ruleset_ids, value_text
from thirtyone.rules.draft import Draft, offered
from thirtyone.rules.link import write_code
from thirtyone.rules.write import write_toml
from thirtyone.text.translator import get_translator
from thirtyone.ui.hand_lab import HandLab
from thirtyone.ui.house_card import house_card
from thirtyone.ui.house_lab import HouseLab

CABIN = "h1_no-trettien_sa-any_sk-30-5_xe-reshuffle_gk-like-all_n-The-cabin"
LANGUAGES = ("en", "nb", "sv", "da")
HOSTILE = '<img src=x onerror="alert(1)">{n}&'


def act(lab, *what):
    widget = lab.widget
    widget.intent = {"n": widget.scene["ack"] + 1, "do": [list(what)]}


def row(lab, path):
    rows = [row for group in lab.widget.scene["groups"] for row in group["rows"]]
    return next(row for row in rows if row["path"] == path)


def chosen(lab, path):
    return [option["value"] for option in row(lab, path)["options"] if option["on"]]


def upload(lab, name, raw):
    act(lab, "load", name, base64.b64encode(raw).decode())


@pytest.fixture
def changes():
    return []


@pytest.fixture
def lab(changes):
    return HouseLab(on_change=changes.append)


def test_it_starts_from_your_rules(lab, changes):
    """Nothing is changed, nothing is open, the address is empty."""
    scene = lab.widget.scene
    assert scene["title"] == "Make your own house rules"
    assert scene["base"]["value"] == "no-trettien"
    assert scene["summary"] == {"heading": "No changes yet", "changes": [], "open": None}
    assert scene["examples"]["count"] == "None of the 22,100 hands changes value."
    assert lab.state == {"house": ""}
    assert changes == []
    assert HouseLab(home="dk-a7").widget.scene["base"]["value"] == "dk-a7"


def test_the_cabin_of_the_picture(lab, changes):
    """Four clicks and a name: what differs, three hands, and 3,580 of 22,100 hands."""
    act(lab, "choose", "scoring.ace_across_suits", "any")
    act(lab, "choose", "scoring.three_of_a_kind", "30.5")
    act(lab, "choose", "stock.empty", "reshuffle")
    act(lab, "choose", "settlement.tie_with_knocker", "like-all")
    act(lab, "name", "The cabin")
    scene = lab.widget.scene
    assert scene["code"] == CABIN
    assert changes[-1] == {"house": CABIN}
    assert len(changes) == 5
    assert scene["summary"]["heading"] == "Four changes"
    assert [change["answer"] for change in scene["summary"]["changes"]] == [
        "Yes",
        "30½",
        "Reshuffle",
        "Loses one too",
    ]
    rows = [(r["hand"], r["before"], r["after"]) for r in scene["examples"]["rows"]]
    assert rows == [
        ("KH.9H.AS", "19", "30"),
        ("QS.QH.QC", "10", "30½"),
        ("AS.AH.AD", "11", "31"),
    ]
    assert scene["examples"]["count"] == "3,580 of 22,100 hands change value."
    assert row(lab, "stock.empty")["state"] == "ch"
    assert "≠ Drawn, deal again" in row(lab, "stock.empty")["tag"]
    assert scene["file"]["name"] == "the-cabin.toml"


def test_undo_gives_the_answer_of_the_base_back(lab):
    """One change goes, the others stay; what is said names the question."""
    act(lab, "choose", "scoring.ace_across_suits", "any")
    act(lab, "choose", "knock.minimum", "23")
    assert row(lab, "knock.minimum")["number"]["value"] == "23"
    assert chosen(lab, "knock.minimum") == []
    act(lab, "undo", "knock.minimum")
    assert chosen(lab, "knock.minimum") == ["0"]
    assert lab.state["house"] == "h1_no-trettien_sa-any"
    assert lab.widget.scene["said"] == "How many points do you need to knock? No minimum."


def test_a_contradiction_asks_and_goes_on(lab):
    """The impossible choice is cleared with its reason; saving and printing stay possible."""
    act(lab, "base", "dk-enogtredive")
    act(lab, "choose", "hand.cards", "4")
    asked = lab.widget.scene["summary"]["open"]
    assert asked["heading"] == "Two questions are open"
    assert [item["path"] for item in asked["items"]] == [
        "scoring.three_of_a_kind",
        "scoring.three_aces",
    ]
    trips = row(lab, "scoring.three_of_a_kind")
    assert trips["state"] == "ask"
    assert chosen(lab, "scoring.three_of_a_kind") == []
    assert (
        "“30½” no longer fits: “How many cards are you dealt?” is answered with “4”."
        in trips["note"]
    )
    assert "Until then “Nothing” counts." in trips["note"]
    assert "Two questions are open" in lab.widget.scene["said"]
    assert lab.widget.scene["card"]["html"].count('class="bx"') == 3
    assert "# open: scoring.three_aces = 33" in lab.widget.scene["file"]["text"]
    again = HouseLab(house=lab.state["house"])
    assert again.widget.scene["summary"]["open"] == asked
    act(lab, "choose", "scoring.three_of_a_kind", "none")
    act(lab, "choose", "scoring.three_aces", "none")
    assert lab.widget.scene["summary"]["open"] is None
    assert lab.widget.scene["summary"]["heading"] == "Three changes"


def test_only_questions_of_the_family_are_shown():
    """A bank game asks nothing about knocking; a question with one answer is no question."""
    for id_ in ("no-trettien", "dk-a7", "greek-31"):
        lab = HouseLab(home=id_)
        shown = {r["path"] for group in lab.widget.scene["groups"] for r in group["rows"]}
        family = questions(load_ruleset(id_).family)
        left_out = set(family) - shown
        assert shown <= set(family)
        assert all(len(offered(load_ruleset(id_), path)) == 1 for path in left_out)
    assert {"deck.cards", "hand.cards"} <= left_out


def test_a_file_goes_out_and_comes_back(lab):
    """What was saved is loaded, whatever the page showed before."""
    draft = HouseLab(house=CABIN).draft
    upload(lab, "the-cabin.toml", write_toml(draft).encode())
    assert lab.draft == draft
    assert lab.widget.scene["message"] is None
    assert lab.widget.scene["name"]["value"] == "The cabin"
    assert lab.state == {"house": CABIN}


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (b"<html>", "Line 1"),
        (b'based_on = "scat"\n[lives]\nstart = 99\n', "lives.start"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"x = " + b"[" * 30_000, ""),
        (b"a" * 60_001, "60"),
        (b"", "family"),
    ],
)
def test_a_bad_file_is_said_in_the_loaders_words(lab, changes, raw, part):
    """One line with the file's name; the draft is what it was, and clicks work."""
    upload(lab, HOSTILE, raw)
    message = lab.widget.scene["message"]
    assert message["head"] == "The file cannot be used"
    assert part in message["line"]
    assert "\n" not in message["line"]
    assert message["more"] == "Nothing has been changed."
    assert changes == []
    act(lab, "choose", "scoring.ace_across_suits", "any")
    assert lab.widget.scene["message"] is None


def test_a_huge_file_is_named_without_being_sent(lab):
    """The browser reports its name only."""
    act(lab, "large", "film.toml")
    line = lab.widget.scene["message"]["line"]
    assert line.startswith("film.toml: ")
    assert "60\N{NO-BREAK SPACE}kB" in line


@pytest.mark.parametrize("code", ["h1_no-trettien_sa-maybe", "h2_scat", "<script>", "x" * 9000])
def test_a_damaged_link_is_said_and_the_page_works(code):
    """It starts from the reader's rules, and says so."""
    lab = HouseLab(house=code, home="se-svensk-bas", lang="nb")
    assert lab.widget.scene["message"]["more"] == "Siden begynner med Svensk grunnspill i stedet."
    assert lab.draft == Draft(load_ruleset("se-svensk-bas"))
    act(lab, "choose", "scoring.ace_across_suits", "any")
    assert lab.widget.scene["message"] is None
    assert lab.state["house"] == "h1_se-svensk-bas_sa-any"


@pytest.mark.parametrize(
    "intent",
    [
        {},
        {"n": "1", "do": [["undo", "x"]]},
        {"n": 1, "do": "undo"},
        {"n": 1, "do": [["choose", "scoring.cap"]]},
        {"n": 1, "do": [["choose", "scoring.cap", 31]]},
        {"n": 1, "do": [["choose", "no.path", "31"]]},
        {"n": 1, "do": [["choose", "scoring.cap", "99"]]},
        {"n": 1, "do": [["choose", "turn.swaps", "any"]]},
        {"n": 1, "do": [["undo", "turn.swaps"]]},
        {"n": 1, "do": [["undo", "../.."]]},
        {"n": 1, "do": [["base", "chess"]]},
        {"n": 1, "do": [["open", "h1_chess"]]},
        {"n": 1, "do": [["load", "x.toml", "?not base64?"]]},
        {"n": 1, "do": [["at", "javascript:alert(1)"]]},
        {"n": 1, "do": [[["choose"], "a", "b"], None, 7, []]},
    ],
)
def test_nonsense_from_the_browser_changes_nothing(lab, changes, intent):
    """Nothing that comes up is trusted, and nothing that comes up stops the page."""
    lab.widget.intent = intent
    assert lab.state == {"house": ""}
    assert lab.draft == Draft(load_ruleset("no-trettien"))
    assert changes == []
    act(lab, "choose", "scoring.cap", "none")
    assert chosen(lab, "scoring.cap") == ["none"]


def test_a_name_is_escaped_wherever_it_is_drawn():
    """HTML in a name is text on the card, in the menu of panels and in the strips."""
    lab = HouseLab()
    act(lab, "name", HOSTILE)
    assert lab.draft.name == HOSTILE
    assert "<img" not in json.dumps([lab.widget.scene["card"], lab.widget.scene["groups"]])
    code = lab.state["house"]
    hand = HandLab(home=code, extra="scat")
    html = [
        panel[part] for panel in hand.verdicts.scene["panels"] for part in ("flag", "tag", "badge")
    ]
    html += [panel["source"]["html"] for panel in hand.verdicts.scene["panels"]]
    html += [option["html"] for option in HandLab(extra=code).verdicts.scene["more"]["options"]]
    assert "<img" not in "".join(html)
    assert hand.verdicts.scene["panels"][0]["name"] == HOSTILE


def test_house_rules_are_rules_like_any_other():
    """As yours, as an added panel, as something to add; a link restores them."""
    lab = HandLab(home=CABIN, hand="KH.9H.AS")
    assert next(iter(lab.answers.items())) == (CABIN, "30")
    assert list(lab.answers)[1:] == list(home_ids())
    assert lab.verdicts.scene["heading"] == "Five rulesets disagree with The cabin"
    added = HandLab(hand="QS.QH.QC", extra=f"scat.{CABIN}", lang="da")
    assert added.answers[CABIN] == "30½"
    assert added.state["extra"] == f"scat.{CABIN}"
    options = [option["id"] for option in added.verdicts.scene["more"]["options"]]
    assert options[-1] == CABIN
    kept = HandLab()
    kept.follow({"own": CABIN})
    options = [option["id"] for option in kept.verdicts.scene["more"]["options"]]
    assert options == [*(i for i in ruleset_ids() if i not in home_ids()), CABIN]
    kept.verdicts.intent = {"n": 1, "do": [["add", CABIN]]}
    assert kept.state["extra"] == CABIN


def test_too_many_house_rules_do_not_burst_the_address():
    """Added rulesets stop where a link would grow beyond 2,000 characters."""
    codes = [f"h1_scat_sa-any_km-{n}_n-{'z1f600z' * 10}" for n in range(1, 30)]
    lab = HandLab(home=CABIN, extra=".".join(codes))
    assert 3 < len(lab.state["extra"].split(".")) < 29
    assert len(lab.state["extra"]) <= 900


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_card_can_be_drawn(lang, id_):
    """Six agreements, four or three examples, a turn and a table, in each language."""
    html = house_card(Draft(load_ruleset(id_)), get_translator(lang))
    agreed = re.search(r'class="q6">(.*?)</section>', html)[1]
    assert agreed.count("<p>") == 6
    assert html.count("<figure>") >= 3
    assert html.count("<tr") >= 3
    assert f"h1_<wbr>{id_}" in html


def test_every_change_stands_on_the_card():
    """In a box, in a sentence, in the table, or in the list of what else was agreed."""
    for id_ in ruleset_ids():
        base = load_ruleset(id_)
        for path in questions(base.family):
            for value in offered(base, path):
                draft = Draft(base).choose(path, value if isinstance(value, int) else str(value))
                marked = re.findall(r"class=\"?(?:d|dd)\b", house_card(draft, get_translator("en")))
                if path in draft.changes and path not in NOT_MARKED:
                    assert marked, (id_, path, value_text(value))


NOT_MARKED = {"settlement.goal", "match.target", "match.deals", "hand.cards"}
"""These show in the aim and in the examples."""


def test_qr_only_where_a_phone_can_follow_it():
    """On this machine alone the code stands in letters; elsewhere a QR code holds the link."""
    draft, tr = HouseLab(house=CABIN).draft, get_translator("en")
    for at in ("", "http://127.0.0.1:2731/rules/", "http://localhost:1/rules/"):
        assert "The-<wbr>" not in house_card(draft, tr, at=at)
        assert "<code>" in house_card(draft, tr, at=at)
    pytest.importorskip("segno")
    html = house_card(draft, tr, at="https://cards.example/rules/")
    assert 'aria-label="QR code with the link to these rules"' in html
    assert "cards.example" in html
    assert "<code>" not in html


def test_the_page_is_followed(lab, changes):
    """Language and rules change without a click; an untouched page starts from the new rules."""
    lab.follow({"lang": "da", "home": "dk-a7", "letters": "on", "house": ""})
    assert lab.widget.scene["title"] == "Lav egne husregler"
    assert lab.widget.scene["base"]["value"] == "dk-a7"
    lab.follow({"house": CABIN})
    lab.follow({"home": "scat", "house": CABIN})
    assert lab.state == {"house": CABIN}
    assert write_code(lab.draft) == CABIN
    assert changes == []
