"""The round page without a browser: acts go in as intents, scenes come out."""

import json
import random

import pytest

from thirtyone.notation import Style, format_card
from thirtyone.play.deal import shuffled_deal
from thirtyone.play.transcript import format_round
from thirtyone.policies import play_round, steady
from thirtyone.rounds import find_round
from thirtyone.rules import load_ruleset
from thirtyone.ui.round_desk import FIRST, STATE
from thirtyone.ui.round_lab import RoundLab

PASTED = """thirtyone 1
rules no-trettien
dealer 1
hand 0 KH 9H AS
hand 1 4C 8C TD
up QH
0 take QH throw AS
1 draw 6C throw TD
0 knock
1 keep
end knock
"""


def act(widget, *what):
    widget.intent = {"n": widget.scene["ack"] + 1, "do": [list(what)]}


def step(lab, number):
    """What the browser does when the reader has stepped, counted from 1."""
    lab.table.at = number - 1


@pytest.fixture
def changes():
    return []


@pytest.fixture
def lab(changes):
    return RoundLab(on_change=lambda state, push: changes.append((state, push)))


# ------------------------------------------------------------------------------- what is open


def test_it_opens_with_the_first_round_of_the_documents(lab, changes):
    assert lab.state == STATE
    scene = lab.table.scene
    assert len(scene["steps"]) == 13
    assert scene["stops"][0]["label"].startswith("Step 1 of 13: Tora dealt 3 cards")
    assert [s["kind"] for s in scene["stops"]].index("knock") == 7
    assert scene["stops"][12]["label"] == (
        "Step 13 of 13: Tora has the lowest hand, 17, and loses one life. Tora deals next."
    )
    assert changes == []


def test_steps_are_small_and_choices_are_large_steps_in_the_history(lab, changes):
    step(lab, 5)
    assert changes == [({**STATE, "step": "5"}, False)]
    act(lab.rounds, "round", "svensk-bas.hammer")
    assert changes[1] == ({**STATE, "round": "svensk-bas.hammer"}, True)


def test_stepping_does_not_send_the_round_again(lab):
    """All steps are in the browser; a step changes at most the judgements."""
    sent = []
    lab.table.observe(lambda change: sent.append(change["name"]), "scene")
    for number in range(2, 14):
        step(lab, number)
    assert sent == []
    assert [p["who"] for p in lab.rejudge.scene["panels"]][:4] == ["Tora", "Tora", "Tora", "Kari"]


def test_the_list_is_made_when_it_is_wanted(lab):
    assert lab.rounds.scene["pick"]["topics"] == []
    act(lab.rounds, "list")
    rounds = [one for topic in lab.rounds.scene["pick"]["topics"] for one in topic["rounds"]]
    assert len(rounds) >= 20
    assert [one["id"] for one in rounds if one["on"]] == [FIRST]


def test_a_link_brings_everything_back(lab):
    act(lab.rounds, "round", "svensk-bas.hammer")
    step(lab, 1)
    act(lab.table, "play", str(lab._desk.at), "", "b")
    act(lab.rejudge, "add", "scat")
    state = lab.state
    assert state["play"].startswith("0.")
    assert ".b." in state["play"]
    other = RoundLab(lang="sv", **state)
    assert other.state == state
    assert other.table.scene["branch"] is not None
    assert len(json.dumps(state)) < 2000


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"round": "trettien.nowhere"}, "nowhere"),
        ({"round": "../../etc.passwd"}, "passwd"),
        ({"round": "<img src=x onerror=alert(1)>"}, "<img"),
        ({"step": "99"}, "99"),
        ({"step": "-3"}, "-3"),
        ({"step": "٣"}, "٣"),
        ({"deal": "7"}, "7"),
        ({"play": "3.0"}, "continuation"),
        ({"play": "0.0.s.ddddddd"}, "continuation"),
        ({"play": "99.0.s."}, "continuation"),
        ({"play": "0.9.s."}, "continuation"),
        ({"rules": "chess"}, "chess"),
        ({"t": "thirtyone_1~rules_no-trettien~dealer_0"}, "log in the link"),
        ({"t": "x" * 5000}, "log in the link"),
    ],
)
def test_a_damaged_link_is_said_and_the_page_goes_on(state, says):
    lab = RoundLab(**state)
    assert says in lab.rounds.scene["said"]
    assert len(lab.table.scene["steps"]) == 13
    step(lab, 3)
    assert lab.state["step"] == "3"


def test_a_step_that_is_too_high_is_the_last(lab):
    assert RoundLab(step="99").state["step"] == "13"


def test_words_change_and_the_place_stays(lab):
    step(lab, 8)
    lab.follow({"lang": "da", "home": "dk-enogtredive", **lab.state})
    assert lab.state["step"] == "8"
    assert lab.table.scene["id"] == "1"
    assert lab.table.scene["stops"][7]["label"].startswith("Trin 8 af 13: Kari bankede")


def test_hands_that_no_deck_can_deal_are_shown_as_printed():
    """The Swedish document deals one card twice: no engine, no judgement, and a way to the repair."""
    lab = RoundLab(round="svensk-bas.annas-giv")
    scene = lab.table.scene
    assert len(scene["steps"]) == 1
    marked = [
        key for seat in scene["steps"][0]["seats"].values() for key in seat["cards"] if "!" in key
    ]
    assert marked == ["5H!", "5H!"]
    assert scene["play_on"] is None
    assert lab.rejudge.scene["heading"] == ""
    act(lab.table, "round", scene["mended"]["id"])
    assert len(lab.table.scene["steps"]) > 5


# ----------------------------------------------------------------------------------- judgements


def test_the_judgements_wait_for_the_guess(lab):
    assert lab.rejudge.scene["panels"] == []
    assert lab.rejudge.scene["ask"] == "Show the answer"
    act(lab.rejudge, "show")
    assert len(lab.rejudge.scene["panels"]) == 6
    other = RoundLab()
    act(other.table, "quiz", "off")
    assert len(other.rejudge.scene["panels"]) == 6
    assert other.table.scene["quiz"]["on"] is False


def test_each_panel_says_who_pays_and_the_rule_that_did_it():
    """A tie with the knocker: free here, costs a life there."""
    text = (
        PASTED.replace("hand 1 4C 8C TD", "hand 1 KD 9D TD")
        .replace("up QH", "up 2S")
        .replace(
            "0 take QH throw AS\n1 draw 6C throw TD\n0 knock\n1 keep\n",
            "0 knock\n1 draw 3C throw 3C\n",
        )
        .replace("hand 0 KH 9H AS", "hand 0 KH 9H TH")
    )
    lab = RoundLab()
    act(lab.rounds, "text", text)
    act(lab.rejudge, "show")
    panels = {panel["id"]: panel for panel in lab.rejudge.scene["panels"]}
    assert panels["no-trettien"]["who"] == "Seat 1"
    assert panels["no-trettien"]["what"] == "−1 life"
    assert "safe" in panels["no-trettien"]["why"]
    assert "knocker" in panels["no-trettien"]["source"]["question"].lower()
    assert panels["no-kildebeskrivelse"]["who"] == "Seat 0 and Seat 1"
    assert panels["no-kildebeskrivelse"]["state"] == "diff"
    assert panels["se-forst-till-fem"]["kind"] == "win"
    # The A7 game is played with other means, and the page says so.
    assert "Danish exchange A7" in lab.rejudge.scene["note"]


def test_changed_values_are_marked_against_your_rules():
    lab = RoundLab(round="trettien.tre-like", home="no-trettien")
    act(lab.rejudge, "show")
    panels = {panel["id"]: panel for panel in lab.rejudge.scene["panels"]}
    assert [row["value"] for row in panels["no-trettien"]["rows"]] == ["10", "30", "24"]
    assert not any(row["alt"] for row in panels["no-trettien"]["rows"])
    for id_ in ("dk-enogtredive", "no-trettien+"):
        changed = [row["value"] for row in panels[id_]["rows"] if row["alt"]]
        assert changed == ["30½"], id_
    # The add-on of the round itself is a panel beside the rules without it.
    assert panels["no-trettien+"]["name"] == "Norwegian base with house rules"
    assert len(panels) == 7


def test_rulesets_come_and_go(lab):
    act(lab.rejudge, "show")
    act(lab.rejudge, "add", "scat")
    assert lab.rejudge.scene["panels"][-1]["id"] == "scat"
    assert lab.state["rules"] == "scat"
    act(lab.rejudge, "remove", "scat")
    act(lab.rejudge, "add", "chess")
    assert lab.state["rules"] == ""


# ---------------------------------------------------------------------------- a round of one's own


def test_a_pasted_round_opens_and_fits_into_a_link(lab):
    act(lab.rounds, "text", PASTED)
    assert lab.rounds.scene["own"]["message"] is None
    assert len(lab.table.scene["steps"]) == 9
    assert lab.state["t"].startswith("thirtyone_1~rules_no-trettien~dealer_1~hand_0_KH9HAS")
    again = RoundLab(t=lab.state["t"], step="4")
    assert again.table.scene["save"]["text"] == lab.table.scene["save"]["text"]
    assert again.state["step"] == "4"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "thirtyone 1"),
        ("hello", 1, "thirtyone 1"),
        ("{" * 50_000, 1, "thirtyone 1"),
        (PASTED.replace("take QH", "take QS"), 7, "queen of hearts"),
        (PASTED.replace("throw AS", "throw 2C"), 7, "two of clubs"),
        (PASTED.replace("1 draw 6C throw TD", "1 knock\n1 knock"), 9, "not 1"),
        (PASTED.replace("rules no-trettien", "rules <img src=x>"), 2, "<img src=x>"),
        (PASTED + "draw\n" * 15_000, 12, "draw"),
        (PASTED[: PASTED.index("0 knock")] + "d" * 90_000, 9, "d"),
        ("thirtyone 1\nrules no-trettien\n" + "0 draw\n" * 14_000, 3, "dealer"),
        ("x" * 10_000_000, 0, "10,000,000"),
        (PASTED.replace("hand 1 4C 8C TD", "hand 1 KH 8C TD"), 5, "king of hearts"),
    ],
)
def test_a_bad_text_gives_one_message_and_the_round_stays(lab, text, line, reason):
    act(lab.rounds, "text", text)
    message = lab.rounds.scene["own"]["message"]
    assert reason in message["text"]
    assert [entry["n"] for entry in message["lines"] if entry["bad"]] == ([line] if line else [])
    assert len(json.dumps(message)) < 3000
    assert len(lab.table.scene["steps"]) == 13
    assert lab.state == STATE


def test_the_sound_part_of_a_broken_text_can_be_opened(lab):
    act(lab.rounds, "text", PASTED.replace("1 draw 6C throw TD", "1 draw 6C throw 2S"))
    message = lab.rounds.scene["own"]["message"]
    assert message["head"] == "Line 8 cannot be"
    assert message["sound"] == "Open the part up to line 7"
    act(lab.rounds, "sound")
    assert lab.rounds.scene["own"]["message"] is None
    assert [stop["kind"] for stop in lab.table.scene["stops"]] == ["deal", "act", "act"]


def test_names_are_escaped_wherever_they_stand():
    """Names of a pasted match go into tags and sentences; none of it becomes markup."""
    nasty = "<b onclick=alert(1)>x</b>"
    text = (
        f"thirtyone 1\nrules no-trettien\nplayers {nasty}, Nils\nround 1\ndealer Nils\n"
        f"hand 0 KH 9H AS\nhand 1 4C 8C TD\nup QH\nknock\ndraw throw TD\nend knock\npause\n"
    )
    lab = RoundLab()
    act(lab.rounds, "text", text)
    assert lab.rounds.scene["own"]["message"] is None
    act(lab.rejudge, "show")
    markup = []

    def find(value, key=""):
        if isinstance(value, dict):
            for name, part in value.items():
                find(part, name)
        elif isinstance(value, list):
            for part in value:
                find(part, key)
        elif isinstance(value, str) and value.startswith("<") and "svg" in value:
            markup.append(value)

    for scene in (lab.table.scene, lab.rejudge.scene, lab.rounds.scene):
        find(scene)
    assert len(markup) > 20
    assert not [m for m in markup if "<b onclick" in m]
    assert lab.table.scene["steps"][0]["seats"]["0"]["name"] == nasty


# ------------------------------------------------------------------------------------- playing on


def secrets_of(lab, seat):
    """The cards that the player of a seat must not know, by their code and by their name."""
    state = lab._desk.story.steps[-1].state
    hidden = [c for s, hand in enumerate(state.hands) if s != seat for c in hand]
    hidden += state.stock[getattr(state, "drawn", 0) :]
    return hidden


def told_of(lab):
    """Everything that goes to the browser: scenes, and the address."""
    return json.dumps([lab.table.scene, lab.rejudge.scene, lab.rounds.scene, lab.state])


def seen_before(lab, seat):
    """Cards that lay open at some time, or were in this player's hand."""
    seen = set()
    for at, step_ in enumerate(lab._desk.story.steps):
        state = step_.state
        seen |= set(state.hands[seat]) | set(getattr(state, "discards", ()))
        seen |= set(getattr(state, "table", ())) | set(getattr(state, "aside", ()))
        del at
    return seen


@pytest.mark.parametrize("id_", [FIRST, "svensk-bas.hammer", "trettien.31-etter-bank"])
@pytest.mark.parametrize("start", [1, 2])
def test_no_hidden_card_leaves_python_while_somebody_plays(id_, start):
    """Neither as a drawing, nor in words, nor in the address; until the hands are shown."""
    lab = RoundLab(round=id_)
    step(lab, start)
    act(lab.table, "play", str(lab._desk.at), "", "c")
    rng, checked = random.Random(1), 0
    while lab.table.scene["acts"]:
        viewer = lab._desk.branch.viewer
        told, hidden = told_of(lab), set(secrets_of(lab, viewer)) - seen_before(lab, viewer)
        assert hidden
        for card in hidden:
            assert f'"{card}"' not in told, card
            assert f'"{card}-"' not in told, card
            assert format_card(card, "en", Style.WORDS) not in told, card
        assert lab.table.scene["save"] is None
        checked += len(hidden)
        buttons = [b["act"] for b in lab.table.scene["acts"]["buttons"] if b["on"]]
        act(lab.table, "do", rng.choice(buttons))
    print(f"{checked} hidden cards looked for")
    assert checked > 50
    assert lab.table.scene["stops"][-1]["kind"] == "result"
    assert lab.table.scene["save"] is not None


def test_the_refused_is_offered_with_its_reason(lab):
    """After a knock nobody else may knock: the button is there, off, and says why."""
    step(lab, 8)
    act(lab.table, "play", str(lab._desk.at), "1", "s")
    acts = lab.table.scene["acts"]
    assert [(b["act"], b["on"]) for b in acts["buttons"]] == [
        ("d", True), ("t", True), ("k", True), ("n", False),
    ]  # fmt: skip
    assert acts["why"] == ["Kari has already knocked. There is only one knock in a round."]
    before = lab.state
    act(lab.table, "do", "n")
    assert lab.state == before
    assert lab.table.scene["refusal"] == acts["why"][0]


def test_play_as_another_seat_goes_on_to_its_turn(lab):
    step(lab, 1)
    act(lab.table, "play", str(lab._desk.at), "2", "s")
    assert lab.table.scene["branch"]["text"].endswith("You play Tora.")
    assert lab._desk.story.steps[-1].state.turn == 2
    assert lab._desk.branch.actions


def test_back_leads_to_the_step_where_it_began(lab):
    step(lab, 3)
    act(lab.table, "play", str(lab._desk.at), "", "s")
    act(lab.table, "do", "d")
    act(lab.table, "back")
    assert lab.state == {**STATE, "step": "3"}
    assert lab.table.scene["branch"] is None


def test_the_players_finish_and_all_hands_are_open(lab):
    step(lab, 3)
    act(lab.table, "finish", str(lab._desk.at), "", "s")
    scene = lab.table.scene
    assert scene["viewer"] is False
    assert scene["stops"][-1]["kind"] == "result"
    assert scene["follow"] is True
    assert "?" not in [
        k for s in scene["steps"] for seat in s["seats"].values() for k in seat["cards"]
    ]


def test_another_try_from_an_earlier_turn(lab):
    step(lab, 1)
    act(lab.table, "play", str(lab._desk.at), "", "s")
    act(lab.table, "do", "d")
    throws = lab.table.scene["acts"]["throws"]
    act(lab.table, "do", next(iter(throws.values())))
    act(lab.table, "again", "0")
    assert lab.state["play"] == "0.0.s."
    assert [b["act"] for b in lab.table.scene["acts"]["buttons"]] == ["d", "t", "n"]


def test_made_players_are_the_same_each_time():
    """A branch that is played again goes the same way, random players included."""
    runs = []
    for _ in range(2):
        lab = RoundLab(step="2")
        act(lab.table, "finish", str(lab._desk.at), "", "r")
        runs.append(lab.state["play"])
    assert runs[0] == runs[1]
    assert len(runs[0]) > 10


@pytest.mark.parametrize("rules", ["dk-a7", "schwimmen", "greek-31", "bicycle", "enogfyrre"])
def test_every_form_can_be_played_to_its_end(rules):
    """Buttons, swaps and stakes are enough to finish a round of any form."""
    ruleset, rng = load_ruleset(rules), random.Random(4)
    played = play_round(ruleset, shuffled_deal(ruleset, 4, rng), [steady] * 4, rng)
    lab = RoundLab()
    act(lab.rounds, "text", format_round(played.record))
    act(lab.table, "play", str(lab._desk.at), "0", "s")
    turns = 0
    while (acts := lab.table.scene["acts"]) and turns < 200:
        choices = [b["act"] for b in acts["buttons"] if b["on"]]
        if acts["swap"]:
            choices += list(acts["swap"]["worth"])
        act(lab.table, "do", rng.choice(choices))
        turns += 1
    assert lab.table.scene["over"]
    assert turns > 0
    assert lab.table.scene["stops"][-1]["kind"] == "result"


@pytest.mark.parametrize(
    "intent",
    [
        {},
        {"n": "1", "do": []},
        {"n": 1, "do": "at"},
        {"n": 1, "do": [["at", 3]]},
        {
            "n": 1,
            "do": [
                ["at", "x"],
                ["play", "0", "9", "s"],
                ["play", "0", "", "q"],
                ["do", "d"],
                [],
                None,
            ],
        },
        {
            "n": 1,
            "do": [["do", "__import__"], ["again", "99"], ["back"], ["rest"], ["nonsense", "1"]],
        },
        {"n": 1, "do": [["play", "9" * 4000, "", "s"], ["again", "9" * 4000]] * 300},
    ],
)
def test_nonsense_changes_nothing(lab, changes, intent):
    lab.table.intent = intent
    assert lab.state == STATE
    assert changes == []
    assert len(find_round(FIRST).records) == 1


def test_a_step_of_a_round_that_is_not_there_gives_nothing_away():
    """A damaged name opens the first round at its first step, and says what was not found."""
    lab = RoundLab(lang="en", round="nope", step="999", deal="9")
    assert lab.state["step"] == ""
    assert "nope" in lab.rounds.scene["said"]
