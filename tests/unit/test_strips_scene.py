"""The strips: where a hand stands among all hands, in blocks, words and figures."""

import pytest

from thirtyone.cards import Card
from thirtyone.odds import standing
from thirtyone.rules import home_ids, load_ruleset
from thirtyone.text.translator import get_translator
from thirtyone.ui.scene import View
from thirtyone.ui.strips_scene import strips_scene

ACES = "AS AH AD"


def view(hand=ACES, *, lang="en", home="no-trettien", extra=()):
    ids = (*home_ids(), *extra)
    shown = tuple(map(load_ruleset, ids))
    cards = tuple(map(Card, hand.split()))
    return View(get_translator(lang), load_ruleset(home), shown, cards)


def strip(scene, id_):
    return next(row for row in scene["rows"] if row["id"] == id_)


def test_strips_agree_with_the_odds():
    """The blocks fill the strip, the hand stands in its own, and the words give exact counts."""
    shown = view()
    scene = strips_scene(shown)
    for ruleset in shown.shown:
        row = strip(scene, ruleset.id)
        place = standing(shown.hand, ruleset)
        assert row["blocks"][0][0] == 0
        assert sum(width for _, width in row["blocks"]) == pytest.approx(1000, abs=0.3)
        left, width = row["blocks"][row["at"]]
        assert left == pytest.approx(1000 * place.beats / place.hands, abs=0.01)
        assert width == pytest.approx(1000 * (place.ties + 1) / place.hands, abs=0.01)
    assert strip(scene, "no-trettien")["main"] == "beats 39%"
    assert strip(scene, "no-trettien")["detail"] == "10,800 better"
    assert strip(scene, "no-kildebeskrivelse")["detail"] == "level with 219 others"
    assert strip(scene, "dk-a7")["main"] == "best possible"
    assert strip(scene, "dk-a7")["detail"] == "level with 3 others · of 4,960"


def test_strips_name_other_packs():
    """The heading counts the hands of the full pack; every other pack is named with its number."""
    scene = strips_scene(view(extra=["dk-a9", "dk-a5", "enogfyrre", "greek-31"]))
    assert scene["heading"] == "Where it stands among all 22,100 hands"
    for sentence in (
        "Danish exchange A7 has 32 cards, so 4,960 hands.",
        "Danish exchange A9 has 24 cards, so 2,024 hands.",
        "Danish exchange A5 has 40 cards, so 9,880 hands.",
    ):
        assert sentence in scene["lede"]
    assert "Forty-one" not in scene["lede"], "no strip, so no pack to name"
    assert strip(scene, "enogfyrre")["label"] == "Forty-one (41) has no such hand."
    assert strip(scene, "greek-31")["blocks"], "the hands of the deal can be listed"


def test_a_fourth_card_leaves_the_strip_of_forty_one():
    scene = strips_scene(view("AS KS QS JH", extra=["enogfyrre", "greek-31"]))
    assert scene["heading"] == "Where it stands among all 270,725 hands"
    assert strip(scene, "enogfyrre")["blocks"]
    assert "blocks" not in strip(scene, "greek-31")
    assert "no list of all hands" in strip(scene, "greek-31")["label"]
    assert strip(scene, "no-trettien")["label"] == "Norwegian base has no such hand."


def test_a_hand_that_something_beats_never_beats_everything():
    """28 of 22,100 are better than three queens: that is 99.7 %, not 100 %."""
    assert strip(strips_scene(view("QH QS QD")), "dk-enogtredive")["main"] == "beats 99.7%"
    worst = strips_scene(view("2H 2S 2D"))
    assert strip(worst, "no-trettien")["main"] == "worst possible"


def test_the_table_says_the_same_in_figures():
    """One row a ruleset: beaten, level, better, in all."""
    scene = strips_scene(view(lang="da"))
    assert scene["table"]["rows"][0] == ["Norsk grundspil", "8.648", "2.651", "10.800", "22.100"]
    assert len(scene["table"]["columns"]) == 5


def test_unfinished_hands_have_no_strips():
    """A sentence stands in their place."""
    scene = strips_scene(view("KH"))
    assert (scene["rows"], scene["table"]["rows"]) == ([], [])
    assert scene["lede"] == "Pick a whole hand to see where it stands."
