"""Scenes: what the screens of the hand lab show, as plain data in four languages."""

import json
import re

import pytest

from thirtyone.cards import Card
from thirtyone.rules import home_ids, load_ruleset, ruleset_ids, sources
from thirtyone.text.translator import get_translator
from thirtyone.ui.picker_scene import EXAMPLES, Typed, picker_scene
from thirtyone.ui.scene import View, in_language, with_markup
from thirtyone.ui.strips_scene import strips_scene
from thirtyone.ui.typed import read_hand
from thirtyone.ui.verdicts_scene import verdicts_scene

LANGUAGES = ("en", "nb", "sv", "da")
ACES = "AS AH AD"


def view(hand=ACES, *, lang="en", home="no-trettien", extra=(), only=None, local=False):
    ids = only or (*home_ids(), *extra)
    shown = tuple(map(load_ruleset, ids))
    cards = tuple(map(Card, hand.split()))
    return View(get_translator(lang), load_ruleset(home), shown, cards, local)


def verdicts(*args, **kwargs):
    return verdicts_scene(view(*args, **kwargs), (), frozenset(home_ids()))


def panel(scene, id_):
    return next(p for p in scene["panels"] if p["id"] == id_)


def text(html):
    return re.sub(r"<[^>]*>", "", html)


def picker(*args, typed=Typed(), **kwargs):  # noqa: B008  # frozen
    return picker_scene(view(*args, **kwargs), typed=typed)


def cells(scene):
    return {cell["card"]: cell for row in scene["rows"] for cell in row["cells"]}


# ------------------------------------------------------------------------------------- verdicts


def test_three_aces_have_four_answers():
    """The mock's hand: 11 twice, 31 twice for two reasons, 33, and Ild."""
    scene = verdicts()
    assert {p["id"]: p["value"]["text"] for p in scene["panels"]} == {
        "no-trettien": "11",
        "no-kildebeskrivelse": "31",
        "se-svensk-bas": "31",
        "se-forst-till-fem": "11",
        "dk-enogtredive": "33",
        "dk-a7": "Ild",
    }
    assert scene["heading"] == "Four rulesets disagree with Norwegian base"
    assert [p["state"] for p in scene["panels"]] == ["home", "diff", "diff", "same", "diff", "diff"]
    assert [text(p["tag"]) for p in scene["panels"]] == [
        "your rules",
        "≠ +20",
        "≠ +20",
        "same as yours",
        "≠ +22",
        "≠ above 31",
    ]
    assert [text(p["badge"]) for p in scene["panels"]] == [
        "play goes on",
        "ends the round",
        "ends the round",
        "play goes on",
        "ends the round",
        "ends the round",
    ]


def test_a_hand_with_a_name_is_a_danish_word():
    """Ild is set in the voice of the source and marked as Danish in every language."""
    for lang in LANGUAGES:
        assert panel(verdicts(lang=lang), "dk-a7")["value"] == {
            "text": "Ild",
            "word": True,
            "lang": "da",
        }


def test_your_rules_decide_what_differs():
    """Against the exchange game the same numbers are below Ild, and only itself is home."""
    scene = verdicts(home="dk-a7")
    assert scene["heading"] == "Five rulesets disagree with Danish exchange A7"
    assert panel(scene, "dk-a7")["state"] == "home"
    assert text(panel(scene, "no-trettien")["tag"]) == "≠ below Ild"


def test_one_ruleset_and_none_are_worded_as_such():
    """The heading counts in words that fit one, several and none."""
    scene = verdicts("KH 9H AS")
    assert scene["heading"] == "One ruleset disagrees with Norwegian base"
    assert text(panel(scene, "no-kildebeskrivelse")["tag"]) == "≠ +11"
    assert verdicts("KH 9H QH")["heading"] == "All rulesets agree"


def test_half_points():
    """Three queens: 30½ where three of a kind count, half a point in the difference too."""
    scene = verdicts("QH QS QD", lang="da")
    assert panel(scene, "dk-enogtredive")["value"]["text"] == "30½"
    assert text(panel(scene, "dk-enogtredive")["tag"]) == "≠ +20½"
    lower = verdicts("QH QS QD", home="dk-enogtredive")
    assert text(panel(lower, "no-trettien")["tag"]) == "≠ −20½"


def test_cards_that_do_not_count_are_faded_and_say_so():
    """Every card is drawn in the order of the hand, with its part in the sum as its name."""
    cards = panel(verdicts("KH 9H AS"), "no-trettien")["cards"]
    labels = re.findall(r'class="(card[^"]*)".*?aria-label="([^"]*)"', cards)
    assert labels == [
        ("card", "king of hearts, counts"),
        ("card", "nine of hearts, counts"),
        ("card dim", "ace of spades, does not count"),
    ]


@pytest.mark.parametrize(
    ("lang", "label"),
    [
        ("en", "Norwegian description: 30 points in hearts, differs from your rules: plus 11"),
        ("nb", "Norsk kildebeskrivelse: 30 poeng i hjerter, avviker fra reglene dine: pluss 11"),
        ("sv", "Norsk källbeskrivning: 30 poäng i hjärter, avviker från dina regler: plus 11"),
        ("da", "Norsk kildebeskrivelse: 30 point i hjerter, afviger fra dine regler: plus 11"),
    ],
)
def test_a_panel_is_named_by_its_answer(lang, label):
    """The accessible names of terms.md 2.9."""
    assert panel(verdicts("KH 9H AS", lang=lang), "no-kildebeskrivelse")["label"] == label


def test_a_card_that_the_pack_lacks():
    """The exchange game has no five: its panel says so and is not counted as disagreeing."""
    scene = verdicts("KH 8H 5H")
    a7 = panel(scene, "dk-a7")
    assert (a7["state"], a7["value"]["text"]) == ("off", "–")
    assert text(a7["tag"]) == "not in this deck"
    assert "five of hearts" in a7["why"]
    assert "32 cards" in a7["why"]
    assert scene["heading"] == "The rulesets that can count this hand agree"
    assert "One ruleset cannot count this hand." in scene["note"]
    alone = verdicts("KH QH JH AH", home="enogfyrre", extra=["enogfyrre"])
    assert alone["heading"] == "Only Forty-one (41) can count this hand"
    home = verdicts("KH 8H 5H", home="dk-a7")
    assert home["heading"] == panel(home, "dk-a7")["why"]
    assert {p["state"] for p in home["panels"]} == {"home", "same"}


def test_a_fourth_card():
    """Forty-one scores four cards; the games of three say how many they want."""
    scene = verdicts("AS KS TS QS", extra=["enogfyrre"])
    assert panel(scene, "enogfyrre")["value"]["text"] == "41"
    assert text(panel(scene, "no-trettien")["tag"]) == "your rules"
    assert text(panel(scene, "dk-a7")["tag"]) == "wants 3 cards"
    assert scene["heading"] == "In Norwegian base a hand has 3 cards. This one has 4."
    three = verdicts("AS KS TS", extra=["enogfyrre", "greek-31"])
    assert text(panel(three, "enogfyrre")["tag"]) == "wants 4 cards"
    assert panel(three, "greek-31")["value"]["text"] == "31"
    assert panel(three, "greek-31")["badge"] == ""


@pytest.mark.parametrize(("hand", "missing"), [("", 3), ("KH", 2), ("KH 9H", 1)])
def test_an_unfinished_hand_is_not_judged(hand, missing):
    """The heading asks for the rest; no panel claims anything."""
    scene = verdicts(hand)
    assert scene["heading"] == get_translator("en").plural("state.pick_more", missing)
    assert {(p["value"]["text"], p["why"], p["badge"]) for p in scene["panels"]} == {("–", "", "")}
    assert all(p["source"]["html"] == "" for p in scene["panels"])
    none = get_translator("en")("state.no_hand")
    assert (scene["note"] == none) == (hand == "")


def test_only_added_panels_can_be_removed():
    """The six and your own rules stay."""
    scene = verdicts(extra=["scat"])
    assert {p["id"] for p in scene["panels"] if p["remove"]} == {"scat"}
    assert panel(scene, "scat")["remove"] == "Remove Scat"


# ------------------------------------------------------------------------------------- sources


def test_the_source_of_an_answer():
    """33 for three aces: a statement of the Danish page, which also contradicts itself."""
    told = panel(verdicts(), "dk-enogtredive")["source"]
    source = sources()["enogtredive"]
    assert (told["title"], told["lang"]) == (source.title, "da")
    assert told["marked"] == "Stated by the source"
    assert '<span lang="da">De særlige hænder</span>' in told["section"]
    assert told["contradicts"] == "The source contradicts itself"
    assert told["note"]
    assert told["words"] == "Under Danish Enogtredive three aces are the best hand of all: 33."
    assert text(told["html"]) == "31 (Enogtredive), “De særlige hænder”"
    assert told["label"].endswith(text(told["html"]))
    assert text(told["tag"]).startswith("≠ yours: ")


def test_our_own_choice_says_so():
    """The cap at 31 stands in no document: the mark is broken, and a reason is given."""
    told = panel(verdicts(), "no-kildebeskrivelse")["source"]
    assert text(told["html"]) == "source silent, our choice"
    assert told["marked"] == "The source says nothing here"
    assert len(told["note"]) > 20


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_answer_of_every_ruleset_has_a_source_window(lang):
    """Whatever hand is shown, the window has a question, an answer and words, all of them text."""
    seen = set()
    for hand in (ACES, "QH QS QD", "KH 9H AS", "7S 8H KH", "KH 9H 4S", "KH 9H QH", "7H 6H 5H"):
        scene = verdicts(hand, lang=lang, extra=[i for i in ruleset_ids() if i not in home_ids()])
        for shown in scene["panels"]:
            told = shown["source"]
            seen.add((told["question"], told["answer"]))
            for key in ("question", "answer", "words", "marked"):
                assert told[key], (shown["id"], hand, key)
            assert told["title"] or told["note"], (shown["id"], hand)
    assert len(seen) > 10


# ------------------------------------------------------------------------------------- picker


def test_the_grid_is_four_suits_by_thirteen_ranks():
    """Spades, hearts, diamonds, clubs; ace to two; each cell named in words."""
    scene = picker("")
    assert [row["label"] for row in scene["rows"]] == ["spades", "hearts", "diamonds", "clubs"]
    assert " ".join(c["text"] for c in scene["rows"][0]["cells"]) == "A K Q J 10 9 8 7 6 5 4 3 2"
    assert len(cells(scene)) == 52
    assert cells(scene)["QH"] == {
        "card": "QH",
        "text": "Q",
        "label": "queen of hearts",
        "state": "off",
    }


@pytest.mark.parametrize(
    ("lang", "label"),
    [
        ("en", "queen of hearts, picked, 2 of 3"),
        ("nb", "hjerter dame, valgt, 2 av 3"),
        ("sv", "hjärter dam, valt kort 2 av 3"),
        ("da", "hjerter dame, valgt, 2 af 3"),
    ],
)
def test_a_picked_cell_says_its_place(lang, label):
    """The accessible names of terms.md 2.9, with the order of picking."""
    cell = cells(picker("KH QH", lang=lang))["QH"]
    assert (cell["state"], cell["label"]) == ("on", label)


def test_local_letters_are_shown_where_they_are_wished():
    """The live text of the cells follows the same switch as the faces."""
    row = picker("", lang="da", local=True)["rows"][0]["cells"]
    assert [c["text"] for c in row[:4]] == ["E", "K", "D", "B"]
    row = picker("", lang="da")["rows"][0]["cells"]
    assert [c["text"] for c in row[:4]] == ["A", "K", "Q", "J"]


def test_keys_of_all_languages_jump_to_ranks():
    """D and B are queen and jack, E the ace, N stands for Kn; no letter means two ranks."""
    letters = picker("")["letters"]
    assert {k: letters[k] for k in "aekqdjnbt9"} == {
        "a": 0,
        "e": 0,
        "k": 1,
        "q": 2,
        "d": 2,
        "j": 3,
        "n": 3,
        "b": 3,
        "t": 4,
        "9": 5,
    }
    assert letters["2"] == 12


def test_cards_that_no_pack_in_view_has_are_marked():
    """With only the 32-card game in view two to six are missing; with a full pack beside it none."""
    missing = {
        c
        for c, cell in cells(picker("", only=["dk-a7"], home="dk-a7")).items()
        if cell["state"] == "missing"
    }
    assert missing == {rank + suit for rank in "23456" for suit in "SHDC"}
    label = cells(picker("", only=["dk-a7"], home="dk-a7"))["5H"]["label"]
    assert label == "five of hearts, not in this deck"
    assert all(cell["state"] == "off" for cell in cells(picker("")).values())


def test_places_for_three_or_four():
    """Three places; a fourth as soon as a game that can use it is among the panels."""
    assert len(picker("KH")["hand"]["places"]) == 3
    for extra in ("enogfyrre", "greek-31"):
        scene = picker("KH 9H AS", extra=[extra])
        assert len(scene["hand"]["places"]) == 4
        assert "a fourth card" in scene["hand"]["places"][3]
        assert "fourth card" in scene["status"]
    assert len(picker("KH 9H AS", extra=["scat"])["hand"]["places"]) == 3


def test_examples_are_hands_of_the_documents():
    """Each example names a source document that exists; the one on the table is marked."""
    scene = picker("AD AS AH")
    buttons = scene["examples"]["buttons"]
    assert [b["current"] for b in buttons] == [True, *[False] * 6]
    assert [b["act"] for b in buttons] == [*["show"] * 6, "random"]
    assert all(sources()[example.source].file for example in EXAMPLES)
    assert buttons[2]["label"] == "Example: king of hearts, nine of hearts, ace of spades"


def test_a_bad_card_shows_what_was_read_and_offers_guesses():
    """Mock 15: two cards read, an empty place, ace and ten of spades as buttons."""
    text_typed = "K♥ 9♥ 1♠"
    _, complaint = read_hand(text_typed, get_translator("en"), 3, load_ruleset("no-trettien"))
    scene = picker(typed=Typed(text_typed, complaint, 1))
    message = scene["message"]
    assert message["text"] == "“1♠” is not a card."
    assert [re.search(r'aria-label="([^"]*)"', c)[1] for c in message["cards"]] == [
        "king of hearts",
        "nine of hearts",
        "empty place, card 3",
    ]
    assert [(b["text"], b["label"]) for b in message["buttons"]] == [
        ("K♥ 9♥ AS", "ace of spades"),
        ("K♥ 9♥ TS", "ten of spades"),
    ]
    assert scene["field"]["bad"] is True


def test_the_same_card_twice_can_be_kept_once():
    """Mock 15: one sentence and one way out."""
    _, complaint = read_hand("KH 9H 9H", get_translator("en"), 3, load_ruleset("no-trettien"))
    message = picker(typed=Typed("KH 9H 9H", complaint, 1))["message"]
    assert "nine of hearts" in message["text"]
    (button,) = message["buttons"]
    assert (button["text"], button["label"]) == ("KH 9H", "Keep one nine of hearts")


# ------------------------------------------------------------------------------------- all of them


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("home", ["no-trettien", "greek-31", "enogfyrre"])
@pytest.mark.parametrize("hand", ["", "KH", ACES, "AS KS TS QS"])
def test_scenes_travel_as_json_in_every_language(lang, home, hand):
    """Whatever the choice, each scene is plain data without holes left in its sentences."""
    others = [i for i in ruleset_ids() if i not in home_ids()]
    shown = view(hand, lang=lang, home=home, extra=others)
    for scene in (
        picker_scene(shown, typed=Typed()),
        verdicts_scene(shown, (), frozenset()),
        strips_scene(shown),
    ):
        sent = json.dumps(scene, ensure_ascii=False)
        assert json.loads(sent) == scene
        assert scene["lang"] == lang
        assert not re.search(r"\{\w+\}", sent.replace("{}", "")), "a placeholder was left"


def test_markup_in_a_sentence_is_only_what_was_put_there():
    """The sentence and the source's own text are escaped."""
    html = with_markup(get_translator("en"), "popover.section", section=in_language("da", "<b>&"))
    assert html == 'Section “<span lang="da">&lt;b&gt;&amp;</span>”'
