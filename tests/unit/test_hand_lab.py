"""The hand lab without a browser: acts go in as intents, scenes come out."""

import pytest

from thirtyone.cards import Card, pack
from thirtyone.ui.hand_lab import HandLab


def act(lab, *what, widget="picker"):
    part = getattr(lab, widget)
    part.intent = {"n": part.scene["ack"] + 1, "do": [list(what)]}


def hand(lab):
    return lab.state["hand"]


@pytest.fixture
def changes():
    return []


@pytest.fixture
def lab(changes):
    return HandLab(seed=31, on_change=changes.append)


def test_it_opens_with_three_aces(lab, changes):
    """The hand on which the rulesets differ most; opening is not a change."""
    assert lab.state == {"hand": "AS.AH.AD", "extra": ""}
    assert lab.answers["dk-a7"] == "Ild"
    assert lab.picker.scene["title"] == "What is this hand worth?"
    assert changes == []


def test_the_next_pick_takes_the_place_of_the_oldest(lab, changes):
    """Three of three: the first card goes, and the address is told each time."""
    act(lab, "pick", "QH")
    assert hand(lab) == "AH.AD.QH"
    act(lab, "pick", "KC")
    assert hand(lab) == "AD.QH.KC"
    assert changes == [{"hand": "AH.AD.QH", "extra": ""}, {"hand": "AD.QH.KC", "extra": ""}]


def test_a_second_pick_drops_the_card(lab):
    """Picking is a switch; what happened is said in the live text."""
    act(lab, "pick", "AH")
    assert hand(lab) == "AS.AD"
    assert lab.picker.scene["status"].startswith("Ace of hearts, no longer picked")
    act(lab, "drop")
    assert hand(lab) == "AS"
    act(lab, "clear")
    assert hand(lab) == "-"
    assert lab.picker.scene["status"].startswith("The hand is empty.")
    act(lab, "drop")
    assert hand(lab) == "-"


def test_an_intent_is_answered_with_its_number(lab):
    """The browser waits for it before it sends the next."""
    assert lab.picker.scene["ack"] == 0
    lab.picker.intent = {"n": 7, "do": [["pick", "QH"], ["pick", "KH"], ["drop"]]}
    assert lab.picker.scene["ack"] == 7
    assert hand(lab) == "AD.QH"


def test_dealing_is_random_but_repeatable():
    """The same seed deals the same hands; a deal keeps the number of cards."""
    one, two = HandLab(seed=5), HandLab(seed=5)
    seen = set()
    for _ in range(20):
        act(one, "random")
        act(two, "random")
        assert one.hand == two.hand
        assert len(set(one.hand)) == 3
        seen.add(one.hand)
    assert len(seen) > 15


def test_examples_and_typed_cards(lab):
    """A hand can be shown or typed, in words of any language."""
    act(lab, "show", "KH.9H.AS")
    assert lab.answers["no-trettien"] == "19"
    act(lab, "type", "hjerter konge, ni hjerter, hjerter dame")
    assert hand(lab) == "KH.9H.QH"
    assert lab.picker.scene["field"]["value"] == ""


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("K♥ 9♥ 1♠", "1♠"),
        ("KH 9H 9H", "nine of hearts"),
        ("KH 9H AS QD 2C", "5"),
        ("", "."),
        ("joker", "joker"),
        ("11H", "11H"),
        ("D", "D"),
        ("x" * 5000, "x"),
    ],
)
def test_bad_input_leaves_the_hand_and_says_why(lab, changes, typed, part):
    """One message, the field marked, the old hand still counted; the next pick clears it."""
    act(lab, "type", typed)
    scene = lab.picker.scene
    assert hand(lab) == "AS.AH.AD"
    assert part in f"{scene['message']['text']} {scene['message']['more']}"
    assert scene["field"]["bad"] is True
    assert changes == []
    act(lab, "pick", "QH")
    assert lab.picker.scene["message"] is None
    assert lab.picker.scene["field"]["value"] == ""


@pytest.mark.parametrize(
    "intent",
    [
        {},
        {"n": 1},
        {"n": "1", "do": [["clear"]]},
        {"n": 1, "do": "clear"},
        {"n": 1, "do": ["clear"]},
        {"n": 1, "do": [[]]},
        {"n": 1, "do": [["fly"]]},
        {"n": 1, "do": [["pick"]]},
        {"n": 1, "do": [["pick", 7]]},
        {"n": 1, "do": [["pick", "ZZ"]]},
        {"n": 1, "do": [["pick", ""]]},
        {"n": 1, "do": [["pick", "KH", "QH"]]},
        {"n": 1, "do": [["show", "KH.KH.KH"]]},
        {"n": 1, "do": [["show", "KH.9H.AS.2D"]]},
        {"n": 1, "do": [["clear", "now"]]},
        {"n": 1, "do": [[["pick"], "KH"]]},
        {"n": 1, "do": [["add", "scat"]]},
        {"n": 1, "do": None},
    ],
)
def test_nonsense_from_the_browser_changes_nothing(lab, changes, intent):
    """Nothing that comes up is trusted, and nothing that comes up stops the page."""
    lab.picker.intent = intent
    lab.verdicts.intent = intent if intent.get("do") != [["add", "scat"]] else {}
    assert lab.state == {"hand": "AS.AH.AD", "extra": ""}
    assert changes == []
    act(lab, "pick", "QH")
    assert hand(lab) == "AH.AD.QH"


def test_adding_and_removing_rulesets(lab, changes):
    """Any of the other ten, once each; the six stay whatever is asked."""
    act(lab, "add", "scat", widget="verdicts")
    act(lab, "add", "scat", widget="verdicts")
    act(lab, "add", "no-trettien", widget="verdicts")
    act(lab, "add", "chess", widget="verdicts")
    assert lab.state["extra"] == "scat"
    assert list(lab.answers)[-1] == "scat"
    assert len(lab.strips.scene["rows"]) == 7
    act(lab, "remove", "no-trettien", widget="verdicts")
    act(lab, "remove", "scat", widget="verdicts")
    assert len(lab.answers) == 6
    assert [change["extra"] for change in changes] == ["scat", ""]


def test_a_fourth_card_comes_and_goes_with_the_ruleset_that_wants_it(lab):
    """Without forty-one a fourth pick replaces; with it there is room; when it goes, so does it."""
    act(lab, "add", "enogfyrre", widget="verdicts")
    act(lab, "pick", "TC")
    assert hand(lab) == "AS.AH.AD.TC"
    assert lab.answers["enogfyrre"] == "11"
    assert lab.answers["no-trettien"] == "–"
    act(lab, "remove", "enogfyrre", widget="verdicts")
    assert len(lab.hand) == 3


@pytest.mark.parametrize(
    ("home", "size", "pack_size"), [("enogfyrre", 4, 52), ("dk-a9", 3, 24), ("no-trettien", 3, 52)]
)
def test_random_cards_are_a_hand_of_your_rules(home, size, pack_size):
    lab = HandLab(home=home, extra="enogfyrre", seed=31)
    for _ in range(20):
        act(lab, "random")
        assert len(lab.hand) == size
        assert set(lab.hand) <= set(pack(pack_size))


def test_a_card_that_your_rules_drop_leaves_the_address_too():
    """The fourth card goes with the bank game, and a reload must not ask for it again."""
    corrected = []
    lab = HandLab(home="greek-31", hand="AS.AH.AD.2C", on_correct=corrected.append)
    assert (len(lab.hand), corrected) == (4, [])
    lab.follow({"home": "no-trettien"})
    assert corrected == [{"hand": "AS.AH.AD", "extra": ""}]


def test_the_page_is_followed(lab, changes):
    """The bar changes language, rules and letters without a click in the lab."""
    page = {"lang": "da", "home": "dk-enogtredive", "letters": "on", "theme": "dark"}
    lab.follow({**page, "hand": "AS.AH.AD", "extra": ""})
    assert lab.picker.scene["lang"] == "da"
    assert lab.verdicts.scene["heading"] == "Fem regelsæt giver et andet svar end Dansk Enogtredive"
    assert lab.picker.scene["rows"][0]["cells"][0]["text"] == "E"
    lab.follow({"lang": "klingon", "home": "chess", "letters": 7})
    assert (lab.lang, lab.home) == ("da", "dk-enogtredive")
    assert changes == []


def test_your_rules_may_be_one_of_the_other_ten(lab):
    """Then they stand first, and cannot be removed while they are yours."""
    act(lab, "add", "scat", widget="verdicts")
    lab.set_prefs(home="scat")
    assert next(iter(lab.answers)) == "scat"
    assert lab.state["extra"] == ""
    assert not any(panel["remove"] for panel in lab.verdicts.scene["panels"])


def test_a_link_restores_the_page():
    """What state says is what a new lab shows."""
    one = HandLab(hand="KH.9H.AS.QH", extra="enogfyrre.scat", lang="sv")
    two = HandLab(**one.state, lang="sv")
    assert one.state == {"hand": "KH.9H.AS.QH", "extra": "enogfyrre.scat"}
    assert two.picker.scene == one.picker.scene
    assert two.verdicts.scene == one.verdicts.scene
    assert HandLab(hand="-").hand == ()


@pytest.mark.parametrize(
    ("bad", "part"),
    [
        ({"hand": "KH.9H.ZZ"}, "ZZ"),
        ({"hand": "KH.KH.KH"}, "king of hearts"),
        ({"hand": "KH.9H.AS.QH"}, "4"),
        ({"hand": "%00<script>"}, "hand"),
        ({"hand": "." * 3000}, "hand"),
        ({"extra": "scat.chess"}, "chess"),
    ],
)
def test_a_damaged_link_is_said_and_the_page_goes_on(bad, part):
    """A message on the page, as much of the link as can be used, and clicks work."""
    lab = HandLab(**{"hand": "AS.AH.AD", **bad})
    message = lab.picker.scene["message"]
    assert part in f"{message['text']} {message['more']}"
    act(lab, "show", "KH.9H.AS")
    assert lab.picker.scene["message"] is None
    assert lab.answers["no-trettien"] == "19"
    if "extra" in bad:
        assert lab.state["extra"] == "scat"


def test_back_and_forward(lab):
    """Older states are shown again, without telling the address."""
    older = dict(lab.state)
    act(lab, "show", "KH.9H.AS")
    lab.restore(older)
    assert lab.hand == tuple(map(Card, ("AS", "AH", "AD")))


def test_names_are_the_same_in_every_run(lab):
    """A notebook's saved output must not hold an address in memory."""
    parts = (lab.picker, lab.verdicts, lab.strips)
    assert list(map(repr, parts)) == ["Picker()", "Verdicts()", "Strips()"]
