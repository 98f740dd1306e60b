"""The what-if page without a browser: acts go in as intents, scenes and figures come out."""

import json
import re
import time
from urllib.parse import parse_qs, urlsplit

import pytest

from thirtyone.cards import Card
from thirtyone.rules import load_ruleset
from thirtyone.text.translator import get_translator
from thirtyone.ui.hand_lab import HandLab
from thirtyone.ui.round_lab import RoundLab
from thirtyone.ui.what_if_lab import STATE, WhatIfLab
from thirtyone.ui.what_if_link import example, read_desk, write_desk
from thirtyone.ui.what_if_rules import read_changes

LANGUAGES = ("en", "nb", "sv", "da")
HOSTILE = '<img src=x onerror="alert(1)">'


def act(lab, *what):
    lab.widget.intent = {"n": lab.widget.scene["ack"] + 1, "do": [list(what)]}


def seat(lab, number):
    return lab.widget.scene["table"]["seats"][number]


def keys(lab, number):
    return [card["key"] for card in seat(lab, number)["cards"]]


def row(lab, label):
    return next(r for r in lab.widget.figures["rows"] if r["label"] == label)


def tags(lab):
    """By move: the marks of the rulesets, yours first."""
    return {r["label"]: [line["tag"] for line in r["lines"]] for r in lab.widget.figures["rows"]}


@pytest.fixture
def changes():
    return []


@pytest.fixture
def lab(changes):
    return WhatIfLab(on_change=changes.append, background=False, seed=1)


def finish(lab):
    """All the games, as the thread would play them."""
    while not lab.run.done:
        lab.run.go_on()
    lab._refine(lab.run)


# ---------------------------------------------------------------------------------- what is shown


def test_it_opens_with_a_position_worth_asking_about(lab, changes):
    """An example, its figures, an empty address."""
    scene, figures = lab.widget.scene, lab.widget.figures
    assert scene["title"] == "What if?"
    assert [s["name"] for s in scene["table"]["seats"]] == ["You", "Anna", "Bo", "Carla"]
    assert keys(lab, 0) == ["KC", "4C", "8D"]
    assert keys(lab, 2) == ["QS", "?", "?"]
    assert seat(lab, 0)["line"] == "<b>14</b> in clubs"
    assert scene["table"]["facts"]["unseen"]["value"] == "47"
    assert [r["label"] for r in figures["rows"]] == [
        "Draw from stock",
        "Take three of spades",
        "Knock with 14",
    ]
    assert row(lab, "Draw from stock")["hint"] == "38% of the unseen cards make the hand better"
    assert figures["method"].startswith("2,000 games of every move")
    assert figures["busy"] is True
    assert set(lab.state) == set(STATE)
    assert not any(lab.state.values())
    assert changes == []


def test_switching_a_rule_changes_the_best_move(lab, changes):
    """Two lives for a lone low knocker: draw. One: knock. The finding is the heading."""
    finish(lab)
    assert lab.widget.figures["heading"] == "Best: draw"
    act(lab, "switch", "settlement.lone_low_knocker")
    finish(lab)
    assert lab.widget.figures["heading"] == "Draw, but with the rules changed: knock"
    assert tags(lab) == {
        "Draw from stock": ["best", ""],
        "Take three of spades": ["", ""],
        "Knock with 14": ["", "best"],
    }
    assert changes[-1]["set"] == "go-1"
    assert [item["kind"] for item in lab.widget.figures["legend"]] == ["h", "d"]
    assert lab.widget.figures["live"].startswith("Best: draw, 16.")
    assert "With the rules changed: knock, 16." in lab.widget.figures["live"]
    act(lab, "switch", "settlement.lone_low_knocker")
    assert changes[-1]["set"] == ""
    assert len(lab.widget.figures["legend"]) == 1


def test_more_games_make_the_intervals_narrower_in_place(lab):
    """The axis stays, the marks shrink, the count grows."""
    before = lab.widget.figures
    marks = [row(lab, "Knock with 14")["lines"][0]["mark"]]
    finish(lab)
    after = lab.widget.figures
    marks.append(row(lab, "Knock with 14")["lines"][0]["mark"])
    assert before["axis"] == after["axis"]
    assert marks[1][2] - marks[1][0] < 0.5 * (marks[0][2] - marks[0][0])
    assert after["method"].startswith("64,000 games of every move")
    assert "65,536 rounds" in after["method"]
    assert after["busy"] is False


def test_the_games_go_on_by_themselves(changes):
    lab = WhatIfLab(on_change=changes.append, hand="KC.TC.4D", up="3S", seats="2")
    until = time.monotonic() + 20
    while lab.widget.figures["busy"] and time.monotonic() < until:
        time.sleep(0.05)
    assert lab.widget.figures["busy"] is False
    assert lab.widget.figures["method"].startswith("64,000")


def test_a_new_question_ends_the_games_of_the_old_one(lab):
    old = lab.run
    act(lab, "lives", "0", "1")
    assert lab.run is not old
    shown = lab.widget.figures
    lab._refine(old)
    assert lab.widget.figures is shown


def test_the_table_says_what_the_picture_says(lab):
    finish(lab)
    table = lab.widget.figures["table"]
    assert table["head"] == ["Move", "Rules", "Matches won", "Against the best move"]
    assert len(table["rows"]) == 3
    first = table["rows"][0]
    assert first[:2] == ["Draw from stock", "Norwegian base"]
    assert re.fullmatch(r"16\.\d% \(16\.\d% to 16\.\d%\)", first[2])
    assert first[3] == "–"
    assert re.fullmatch(r"−\d\.\d \(−\d\.\d to −\d\.\d\)", table["rows"][2][3])


def test_the_own_hand_after_each_move_is_exact(lab):
    hand = lab.widget.figures["hand"]["rows"]
    drawn = {bar["worth"]: bar["count"] for bar in hand[0]["bars"]}
    assert drawn["14"] == "29 of 47 cards"
    assert drawn["25"] == "1 of 47 cards"
    assert hand[2]["bars"] == [{"worth": "14", "width": 100, "text": "100%", "count": "certain"}]


# --------------------------------------------------------------------------------- what can be done


def test_cards_are_set_turned_and_kept_apart(lab, changes):
    act(lab, "card", "1.0", "AS")
    assert keys(lab, 1) == ["AS", "?", "?"]
    act(lab, "card", "3.0", "AS")  # lies with Anna
    assert keys(lab, 3) == ["?", "?", "?"]
    act(lab, "card", "1.0", "-")
    assert keys(lab, 1) == ["?", "?", "?"]
    act(lab, "card", "0.0", "4C")  # changes places within the hand
    assert keys(lab, 0) == ["4C", "KC", "8D"]
    act(lab, "card", "up.0", "9C")
    assert [r["label"] for r in lab.widget.figures["rows"]][1] == "Take nine of clubs"
    assert changes[-1] == {
        **dict.fromkeys(STATE, ""),
        "hand": "4C.KC.8D",
        "up": "9C",
        "known": "_QS",
        "lives": "2.3.1",
        "lap": "2",
    }


def test_a_card_of_ones_own_that_is_missing_is_asked_for(lab):
    act(lab, "card", "0.2", "-")
    assert lab.widget.figures == {}
    assert lab.widget.scene["obstacle"]["text"] == "Choose one more card for your hand."
    act(lab, "card", "0.2", "2D")
    assert lab.widget.scene["obstacle"] is None
    assert lab.widget.figures["rows"]


def test_cards_out_of_play(lab, changes):
    act(lab, "gone", "AC")
    assert lab.widget.scene["table"]["facts"]["unseen"]["value"] == "46"
    cell = lab.widget.scene["table"]["grid"]["rows"][3]["cells"][0]
    assert (cell["card"], cell["state"], cell["gone"]) == ("AC", "used", True)
    assert cell["label"] == "ace of clubs, taken: out of play"
    act(lab, "gone", "KC")  # in my hand
    assert changes[-1]["gone"] == "AC"
    act(lab, "gone", "AC")
    assert changes[-1]["gone"] == ""


def test_the_picker_shows_where_cards_lie(lab):
    rows = lab.widget.scene["table"]["grid"]["rows"]
    used = {c["card"]: c["label"] for r in rows for c in r["cells"] if c["state"] == "used"}
    assert used == {
        "KC": "king of clubs, taken: You",
        "4C": "four of clubs, taken: You",
        "8D": "eight of diamonds, taken: You",
        "QS": "queen of spades, taken: Bo",
        "3S": "three of spades, taken: on the table",
    }


def test_lives_stop_at_both_ends(lab):
    for _ in range(5):
        act(lab, "lives", "2", "-1")
    assert seat(lab, 2)["lives"]["said"] == "Bo: 1 of 3 lives"
    assert seat(lab, 2)["lives"]["less"]["off"] is True
    for _ in range(5):
        act(lab, "lives", "2", "1")
    assert seat(lab, 2)["lives"]["said"] == "Bo: 3 of 3 lives"
    assert seat(lab, 2)["lives"]["more"]["off"] is True


def test_a_knock_moves_the_lap_where_it_must(lab, changes):
    """On my first turn only those before me can have knocked."""
    act(lab, "lap", "-1")
    act(lab, "knock", "3")
    assert changes[-1]["knock"] == "4"
    assert changes[-1]["lap"] == "2"
    assert [r["label"] for r in lab.widget.figures["rows"]] == [
        "Draw from stock",
        "Take three of spades",
        "Keep the hand",
    ]
    act(lab, "lap", "-1")
    assert changes[-1]["knock"] == ""


def test_players_come_and_go(lab, changes):
    act(lab, "seat", "1")
    assert [s["name"] for s in lab.widget.scene["table"]["seats"]][-2:] == ["Carla", "David"]
    assert changes[-1]["seats"] == "5"
    act(lab, "who", "1", "20")
    assert seat(lab, 1)["who"]["short"] == "bold (20+)"
    assert changes[-1]["who"] == "s.20"
    for _ in range(9):
        act(lab, "seat", "-1")
    assert len(lab.widget.scene["table"]["seats"]) == 2
    assert lab.widget.figures["rows"]


def test_unknown_cards_by_chance_and_forgotten(lab, changes):
    act(lab, "fill")
    assert all("?" not in keys(lab, n) for n in range(4))
    held = [key for n in range(4) for key in keys(lab, n)]
    assert len(set(held)) == 12
    assert keys(lab, 2)[0] == "QS"
    act(lab, "forget")
    assert keys(lab, 2) == ["?", "?", "?"]
    assert changes[-1]["known"] == ""


def test_the_other_scale_is_the_chance_to_lose_a_life(lab, changes):
    act(lab, "see", "lose")
    figures = lab.widget.figures
    assert (
        figures["sub"]
        == "How often the round costs you a life, with 95% intervals. Less is better."
    )
    assert figures["table"]["head"][2] == "Costs a life"
    means = {r["label"]: r["lines"][0]["mark"][1] for r in figures["rows"]}
    best = next(label for label, (tag,) in tags(lab).items() if tag == "best")
    assert means[best] == min(means.values())
    assert changes[-1]["see"] == "lose"


def test_all_rules_and_what_cannot_be_changed(lab, changes):
    act(lab, "all")
    groups = lab.widget.scene["rules"]["others"]["groups"]
    paths = [r["path"] for group in groups for r in group["rows"]]
    assert "scoring.ace_across_suits" in paths
    assert not {"deck.cards", "hand.cards", "players", "lives.start"} & set(paths)
    act(lab, "choose", "scoring.ace_across_suits", "any")
    assert changes[-1]["set"] == "sa-any"
    assert lab.widget.scene["rules"]["others"]["count"] == "1 more changed"
    act(lab, "choose", "deck.cards", "32")
    act(lab, "choose", "scoring.ace_across_suits", "made up")
    assert lab.state["set"] == "sa-any"
    act(lab, "plain")
    assert lab.state["set"] == ""


def test_other_rulesets_stand_beside_yours(lab, changes):
    act(lab, "add", "scat")
    act(lab, "add", "dk-a7")  # another kind of game
    assert changes[-1]["rules"] == "scat"
    assert [item["kind"] for item in lab.widget.figures["legend"]] == ["h", "m"]
    assert all(len(r["lines"]) == 2 for r in lab.widget.figures["rows"])
    act(lab, "remove", "scat")
    assert changes[-1]["rules"] == ""


def test_a_ruleset_that_does_not_know_the_position_is_left_out_and_said(lab):
    """Four cards make a hand of Forty-one."""
    act(lab, "add", "enogfyrre")
    assert lab.widget.scene["obstacle"]["text"] == "A hand has 4 cards here, not 3."
    assert len(lab.widget.figures["legend"]) == 1


@pytest.mark.parametrize(
    ("home", "moves", "scales"),
    [
        ("dk-a7", 6, ["Win the match", "Lose a life"]),
        ("se-svensk-bas", 3, ["Win the match", "Lose a mark"]),
        ("se-forst-till-fem", 3, ["Win the match", "Points this round"]),
        ("greek-31", 2, []),
        ("schwimmen", 6, ["Win the match", "Lose a life"]),
    ],
)
def test_every_kind_of_game_has_its_own_table_and_scale(lab, home, moves, scales):
    lab.follow({"home": home})
    assert lab.widget.scene["obstacle"] is None
    assert len(lab.widget.figures["rows"]) == moves
    assert [option["label"] for option in lab.widget.scene["scales"]["options"]] == scales


def test_a_hand_of_four_is_asked_for(lab):
    lab.follow({"home": "enogfyrre"})
    assert lab.widget.scene["obstacle"]["text"] == "Choose one more card for your hand."
    act(lab, "card", "0.3", "2D")
    assert lab.widget.figures["rows"]


def test_made_up_acts_change_nothing(lab, changes):
    before = lab.widget.scene["table"]
    for what in (
        ("card", "9.0", "AS"),
        ("card", "0.7", "AS"),
        ("card", "x", "AS"),
        ("card", "1.0", "1X"),
        ("card", "1.-1", "AS"),
        ("gone", "XX"),
        ("lives", "9", "1"),
        ("lives", "0", "7"),
        ("who", "0", "99"),
        ("who", "-1", "s"),
        ("dealer", "9"),
        ("knock", "9"),
        ("seat", "3"),
        ("stock", "9"),
        ("switch", "lives.start"),
        ("add", HOSTILE),
        ("see", "money"),
        ("nothing",),
    ):
        act(lab, *what)
    for intent in ({}, {"n": "x", "do": []}, {"n": 99, "do": "card"}, {"n": 98, "do": [1, [2]]}):
        lab.widget.intent = intent
    assert lab.widget.scene["table"] == before
    assert not any(lab.state.values())
    assert changes == []


# ------------------------------------------------------------------------------------------- links


def test_a_link_restores_everything(lab):
    for what in (
        ("card", "1.0", "AS"),
        ("gone", "2C"),
        ("lives", "0", "-1"),
        ("who", "2", "n"),
        ("dealer", "1"),
        ("lap", "1"),
        ("knock", "2"),
        ("stock", "-1"),
        ("seat", "1"),
        ("switch", "settlement.tie_with_knocker"),
        ("add", "scat"),
        ("see", "lose"),
    ):
        act(lab, *what)
    assert len([text for text in lab.state.values() if text]) >= 12
    again = WhatIfLab(background=False, **lab.state)
    assert again.state == lab.state
    assert again.widget.scene["table"] == lab.widget.scene["table"]
    assert again.widget.figures == lab.widget.figures


@pytest.mark.parametrize(
    "rules", ["no-trettien", "dk-a7", "greek-31", "enogfyrre", "se-forst-till-fem", "scat"]
)
def test_the_example_of_every_family_has_an_empty_address(rules):
    ruleset = load_ruleset(rules)
    assert write_desk(example(ruleset), ruleset) == {}
    assert read_desk({}, ruleset)[1] == ""


@pytest.mark.parametrize(
    ("state", "part"),
    [
        ({"hand": "KC.TC.XX"}, "XX"),
        ({"hand": "KC.KC.4D"}, "KC"),
        ({"hand": "KC.TC.4D", "known": "KC"}, "KC"),
        ({"hand": "KC.TC.4D", "seats": "99"}, "99"),
        ({"hand": "KC.TC.4D", "lives": "9"}, "9"),
        ({"hand": "KC.TC.4D", "who": "14"}, "14"),
        ({"hand": "KC.TC.4D", "up": "3S", "who": "00319999.s"}, "00319999"),
        ({"hand": "KC.TC.4D", "who": "0031" + "0" * 100}, "0031000"),
        ({"hand": "KC.TC.4D", "lap": "-1"}, "-1"),
        ({"hand": "KC.TC.4D", "knock": "1"}, "1"),
        ({"hand": HOSTILE}, HOSTILE[:40]),
        ({"set": "go-7"}, "go-7"),
        ({"set": "dc-32"}, "dc-32"),
        ({"see": "money"}, "money"),
        ({"rules": "no-such"}, "no-such"),
    ],
)
def test_a_bad_link_is_said_and_the_page_goes_on(state, part):
    lab = WhatIfLab(background=False, **state)
    message = lab.widget.scene["message"]
    assert part in message["head"]
    assert message["text"] == "Everything else works."
    for at, card in enumerate(("2D", "5D", "7H")):
        act(lab, "card", f"0.{at}", card)
    assert lab.widget.scene["message"] is None
    assert lab.widget.figures["rows"]


def test_a_link_with_a_position_that_cannot_be(lab):
    """A hand of 31 in the middle of a round."""
    lab.follow({"hand": "KC.TC.AC", "lap": "2"})
    assert lab.widget.figures == {}
    assert lab.widget.scene["obstacle"]["text"].startswith("Under these rules a hand like this")


def test_changes_of_house_rules_start_from_these():
    """A code as your rules: the switch is against what the code says."""
    code = "h1_no-trettien_go-1_n-The-cabin"
    lab = WhatIfLab(background=False, home=code)
    act(lab, "switch", "settlement.lone_low_knocker")
    assert lab.state["set"] == "go-2"
    assert read_changes("go-2", lab._ruleset) == ({"settlement.lone_low_knocker": "2"}, "")
    assert lab.run.asked.rulesets[1].form == load_ruleset("no-trettien").form


# ------------------------------------------------------------------------------ from other pages


def test_the_hand_lab_leads_here():
    hand = HandLab(lang="nb", hand="KC.TC.4D", link=True)
    link = hand.picker.scene["what_if"]
    assert link["text"] == "Hva om?"
    query = {key: text for key, (text,) in parse_qs(urlsplit(link["href"]).query).items()}
    assert query == {"view": "what-if", "lang": "nb", "home": "no-trettien", "hand": "KC.TC.4D"}
    assert HandLab(link=False).picker.scene["what_if"] is None


def opened(href):
    assert href.startswith("../odds/?view=what-if")
    query = {key: text for key, (text,) in parse_qs(urlsplit(href).query).items()}
    query.pop("view")
    return WhatIfLab(background=False, **query)


@pytest.mark.parametrize("round_id", ["", "svensk-bas.blitz", "dk-a7.ild", "greek-31.natural"])
def test_a_step_of_a_round_leads_to_the_same_position(round_id):
    """Every moment in which a turn begins can be asked about, and its moves are the engine's."""
    rounds = RoundLab()
    known = [r["id"] for r in _listed(rounds)]
    lab = RoundLab(round=round_id if round_id in known else "")
    steps = lab.table.scene["steps"]
    links = {at: step["what_if"] for at, step in enumerate(steps) if step["what_if"]}
    assert links
    for at, href in list(links.items())[:6]:
        state = lab._desk.story.steps[at].state
        asked = opened(href)
        assert asked.widget.scene["message"] is None
        assert asked.widget.scene["obstacle"] is None
        position = asked.run.asked.position
        assert set(position.hands[0]) == set(state.hands[state.turn])
        assert position.stock == state.stock_count
        assert position.turns == state.turns


def _listed(lab):
    lab.rounds.intent = {"n": 1, "do": [["list"]]}
    found = []

    def walk(part):
        if isinstance(part, dict):
            if "id" in part and "title" in part:
                found.append(part)
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(lab.rounds.scene)
    return found


def test_a_round_that_somebody_plays_tells_no_hidden_card():
    """In a branch only the reader's own turns lead here, with what the reader may know."""
    lab = RoundLab()
    lab.table.intent = {"n": 1, "do": [["play", "0", "", "s"]]}
    story, viewer = lab._desk.story, lab._desk.branch.viewer
    links = [step["what_if"] for step in lab.table.scene["steps"]]
    assert links[-1]
    asked = opened(links[-1])
    position = asked.run.asked.position
    state = story.steps[-1].state
    assert state.turn == viewer
    assert set(position.hands[0]) == set(state.hands[viewer])
    hidden = {card for n, hand in enumerate(state.hands) if n != viewer for card in hand}
    shown = {card for cards in state.known for card in cards}
    assert not (hidden - shown) & set(position.known)


# --------------------------------------------------------------------------------------- languages


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("home", ["no-trettien", "dk-a7", "greek-31", "se-svensk-bas"])
def test_every_language_says_everything(lang, home):
    lab = WhatIfLab(lang=lang, home=home, background=False)
    act(lab, "all")
    for path in [s["path"] for s in lab.widget.scene["rules"]["switches"]]:
        act(lab, "switch", path)
    text = json.dumps([lab.widget.scene, lab.widget.figures], ensure_ascii=False)
    assert lab.widget.scene["lang"] == lang
    assert lab.widget.scene["title"] == get_translator(lang)("page.whatif")
    assert "{" not in re.sub(r'[{}]\s*"|"?\}|\{\}', "", lab.widget.figures["words"])
    assert "whatif." not in text
    if lang != "en":
        for word in (
            "Draw from",
            "Knock with",
            "the rules",
            "Best:" if lang != "nb" else "with the",
        ):
            assert word not in text


def test_numbers_are_written_as_each_language_does():
    for lang, wanted in (
        ("en", r"\d\d\.\d% of"),
        ("da", "\\d\\d,\\d\xa0% af"),
        ("sv", "\\d\\d,\\d\xa0% av"),
    ):
        lab = WhatIfLab(lang=lang, background=False)
        assert re.search(wanted, lab.widget.figures["words"]), lab.widget.figures["words"]


def test_nothing_from_outside_becomes_markup():
    lab = WhatIfLab(background=False, hand=HOSTILE, known=HOSTILE, set=HOSTILE, rules=HOSTILE)
    text = json.dumps({**lab.widget.scene, "message": None})
    assert "onerror" not in text
    assert Card("KC") not in lab._desk.position.known
