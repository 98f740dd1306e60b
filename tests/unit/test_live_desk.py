"""The teacher's desk: choosing, asking, showing, saving; and whatever a browser may send instead."""

import csv
import io
import json

import pytest

from thirtyone.quiz import Kind
from thirtyone.rules.load import ruleset_ids
from thirtyone.ui.asked import show
from thirtyone.web import live_desk
from thirtyone.web.live import Rooms, Taken
from thirtyone.web.live_desk import LiveDesk

PAGE = "http://192.0.2.7:2731/"
HTML = '<img src=x onerror=alert(1)>"&'


@pytest.fixture
def rooms():
    return Rooms(listening_on="192.0.2.7")


class Teacher:
    """A desk and the browser in front of it."""

    def __init__(self, rooms, **wishes):
        self.desk = LiveDesk(rooms=rooms, **wishes)
        self.n = 0
        self.do(["here", PAGE, "", ""])

    def do(self, *acts):
        self.n += 1
        self.desk.widget.intent = {"n": self.n, "do": list(acts)}
        assert self.scene["ack"] == self.n
        return self.scene

    @property
    def scene(self):
        return self.desk.widget.scene

    @property
    def wall(self):
        return self.scene["wall"]


@pytest.fixture
def teacher(rooms):
    return Teacher(rooms, lang="sv", home="se-svensk-bas")


def pupil(rooms, code):
    return rooms.pupil(code, rooms.new_pupil(code))


def test_the_class_from_beginning_to_end(rooms, teacher):
    """Three queens, three pupils, the answer, the next question, the end."""
    assert teacher.wall is None
    assert "Vad är den här handen värd i Svensk bas?" in teacher.scene["card"]["preview"]
    wall = teacher.do(["start"])["wall"]
    code = wall["code"]
    assert wall["stamp"] == "1"
    assert wall["rules"] == "Svensk bas"
    assert [option["text"] for option in wall["options"]] == ["10", "20", "30", "30½"]
    assert wall["join"]["address"] == "192.0.2.7:2731/join"
    assert wall["join"]["code"] == " ".join(code)
    assert wall["join"]["qr"].startswith("<svg")
    assert wall["join"]["away"] == ""
    for choice in (0, 2, 2):
        assert rooms.answer(code, pupil(rooms, code), 1, choice) is Taken.KEPT
    wall = teacher.do(["reveal", "1"])["wall"]
    assert wall["stamp"] == "1r"
    assert [option["count"] for option in wall["options"]] == ["1", "0", "2", "0"]
    assert [option["share"] for option in wall["options"]] == [0.5, 0, 1, 0]
    assert [option["right"] for option in wall["options"]] == [True, False, False, False]
    assert wall["count"]["answered"] == 3
    assert "Rätt svar: 10." in wall["why"]
    assert "30½ är rätt i Dansk Enogtredive." in wall["why"]
    assert "Poäng per kort" in wall["why"]
    wall = teacher.do(["next", "1"])["wall"]
    assert (wall["stamp"], wall["code"]) == ("2", code)
    assert teacher.do(["close"])["wall"] is None
    assert rooms.look(code) is None


def test_the_wall_knows_nothing_before_the_answer_is_shown(rooms, teacher):
    """Neither who chose what nor which is right is in anything that goes to the browser."""
    code = teacher.do(["start"])["wall"]["code"]
    before = json.dumps(teacher.wall)
    for choice in (1, 1, 3):
        rooms.answer(code, pupil(rooms, code), 1, choice)
    after = json.dumps(teacher.do(["look"])["wall"])
    assert after == before.replace('"answered": 0, "here": 0', '"answered": 3, "here": 3')
    assert all(set(option) == {"text"} for option in teacher.wall["options"])
    assert teacher.wall["why"] == ""
    assert "right" not in teacher.scene["card"]["preview"]


def test_two_presses_are_one(rooms, teacher):
    """The number of the question goes along, so a second Space or N does nothing."""
    teacher.do(["start"])
    teacher.do(["next", "1"])
    assert teacher.wall["stamp"] == "1", "first the answer is shown"
    teacher.do(["reveal", "1"], ["reveal", "1"])
    teacher.do(["next", "1"], ["next", "1"], ["next", "1"])
    assert teacher.wall["stamp"] == "2"
    teacher.do(["reveal", "1"])
    assert teacher.wall["stamp"] == "2"


def test_a_page_loaded_again_finds_its_room(rooms, teacher):
    teacher.do(["start"])
    code, key = teacher.wall["code"], teacher.wall["key"]
    again = Teacher(rooms, lang="en")
    assert again.wall is None
    again.do(["here", PAGE, code, key])
    assert again.wall["code"] == code
    assert again.wall["heading"] == "What is this hand worth under Swedish base?"
    thief = Teacher(rooms)
    for forged in ("", key[:-1], key + "x", "å"):
        assert thief.do(["here", PAGE, code, forged])["wall"] is None
        thief.do(["reveal", "1"], ["next", "1"], ["close"], ["export", "csv"])
    assert thief.scene["file"] == {"n": 0}
    assert rooms.look(code).stamp == "1"
    # The one page ends it, the other one hears of it.
    again.do(["close"])
    assert teacher.do(["look"])["wall"] is None


def test_own_question(rooms, teacher):
    """What was typed comes first on the card, then on the wall; nothing in it is markup."""
    teacher.do(["own", HTML, "yes", HTML, "", "", "1"])
    assert "<img" not in teacher.scene["card"]["preview"]
    wall = teacher.do(["start"])["wall"]
    assert wall["heading"] == HTML  # put in place as text
    assert [option["text"] for option in wall["options"]] == ["yes", HTML]
    wall = teacher.do(["reveal", "1"])["wall"]
    assert wall["options"][1]["right"]
    assert "<img" not in wall["why"]
    assert (wall["rules"], wall["cards"], wall["words_lang"]) == ("", "", "")
    teacher.desk.follow({"lang": "da"})
    assert teacher.wall["words_lang"] == "sv"
    assert teacher.wall["buttons"]["next"] == "Næste spørgsmål"


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (["own", "", "a", "b", "", "", "0"], "En fråga behöver ord, högst 240 tecken."),
        (["own", "q", "a", "", "", "", "0"], "En fråga behöver två till fyra svar"),
        (["own", "q", "a", "A", "", "", "0"], "Två av svaren är lika."),
        (["own", "q", "a", "b", "", "", "3"], "Markera ett ifyllt svar som det rätta."),
        (["own", "q", "a", "b", "", "", "x"], "Markera ett ifyllt svar som det rätta."),
    ],
)
def test_own_questions_that_cannot_be(teacher, act, said):
    before = teacher.desk.asked
    assert teacher.do(act)["card"]["problem"].startswith(said)
    assert teacher.desk.asked == before
    assert teacher.do(["look"])["card"]["problem"] == ""


@pytest.mark.parametrize(
    "act",
    [
        ["kind", "chess"],
        ["level", "9"],
        ["rules", "chess"],
        ["reveal", "1"],
        ["reveal", "x"],
        ["reveal", "9" * 50],
        ["reveal", "²"],
        ["next", "0"],
        ["export", "exe"],
        ["export", "csv"],
        ["here", "x" * 9999, "y" * 9999, "z" * 9999],
        ["here", 1, 2, 3],
        ["start", "now"],
        ["__init__"],
        "start",
        None,
        [],
        [["start"]],
        {"start": 1},
    ],
)
def test_acts_that_make_no_sense(teacher, act):
    """They change nothing, and nothing breaks."""
    before = teacher.desk.asked
    scene = teacher.do(act)
    assert (teacher.desk.asked, scene["wall"], scene["file"]["n"]) == (before, None, 0)


def test_choosing(teacher):
    """Each kind under each ruleset that has it, in every level."""
    seen = 0
    for id_ in ruleset_ids():
        teacher.do(["rules", id_])
        kinds, levels, rules = teacher.scene["card"]["fields"]
        assert rules["value"] == id_
        for kind, _ in kinds["options"]:
            level = levels["options"][seen % 3][0]
            teacher.do(["level", level], ["kind", kind])
            asked = json.loads(teacher.desk.asked)
            assert asked["rules"] == id_ or asked["kind"] == "where"
            assert kind in {"", asked["kind"]}
            seen += 1
    assert seen > 60
    teacher.do(["rules", "se-svensk-bas"], ["kind", "knock"], ["rules", "greek-31"])
    assert teacher.scene["card"]["fields"][0]["value"] == "", "no such question there"
    assert {kind for kind, _ in teacher.scene["card"]["fields"][0]["options"]} < {"", *Kind}


def test_another_question_is_another(teacher):
    teacher.do(["kind", "worth"])
    seen = {teacher.do(["another"]) and teacher.desk.asked for _ in range(12)}
    assert len(seen) > 8


@pytest.mark.parametrize("home", ruleset_ids())
def test_every_home_has_a_first_question(rooms, home):
    desk = LiveDesk(rooms=rooms, home=home, lang="nb")
    shown = show(desk.asked, "nb")
    assert len(shown.options) >= 3
    assert desk.widget.scene["card"]["problem"] == ""


def test_follow(teacher):
    """Language and rules change; the question on the card only with the rules."""
    before = teacher.desk.asked
    teacher.desk.follow({"lang": "nb", "home": "se-svensk-bas", "letters": "on"})
    assert teacher.scene["card"]["title"] == "Klassespørsmål"
    assert teacher.desk.asked == before
    teacher.desk.follow({"lang": "xx", "home": "chess", "letters": 7})
    assert (teacher.scene["lang"], teacher.desk.asked) == ("nb", before)
    teacher.desk.follow({"home": "dk-enogtredive"})
    assert json.loads(teacher.desk.asked)["rules"] == "dk-enogtredive"


# ------------------------------------------------------------------------------------- saving


def test_export(rooms, teacher):
    """Every question whose answer was shown, in two forms, without anybody in it."""
    teacher.do(["start"])
    code = teacher.wall["code"]
    someone = pupil(rooms, code)
    rooms.answer(code, someone, 1, 2)
    assert len(_table(teacher)) == 1, "nothing is told before the answer is shown"
    teacher.do(["reveal", "1"])
    teacher.do(["own", "=1+1", "@x", "+y", "-z", "", "0"], ["start"], ["reveal", "2"])
    teacher.do(["start"])
    table = _table(teacher)
    assert table[0] == ["Nummer", "Fråga", "Svar", "Rätt", "Elever"]
    prompt = "Vad är den här handen värd i Svensk bas?"
    assert table[1:5] == [
        ["1", prompt, "10", "1", "0"],
        ["1", prompt, "20", "0", "0"],
        ["1", prompt, "30", "0", "1"],
        ["1", prompt, "30½", "0", "0"],
    ]
    # What a table program would take for a formula is made text.
    assert table[5:] == [
        ["2", "'=1+1", "'@x", "1", "0"],
        ["2", "'=1+1", "'+y", "0", "0"],
        ["2", "'=1+1", "'-z", "0", "0"],
    ]
    file = teacher.do(["export", "json"])["file"]
    assert file["name"] == f"thirtyone-{code}.json"
    told = json.loads(file["text"])
    assert [len(question["options"]) for question in told["questions"]] == [4, 3]
    assert told["questions"][0]["options"][2] == {"text": "30", "right": False, "answers": 1}
    assert someone not in file["text"]
    assert teacher.do(["close"])["file"] == {"n": file["n"]}


def _table(teacher):
    file = teacher.do(["export", "csv"])["file"]
    assert file["type"] == "text/csv"
    assert file["text"].startswith("\ufeff")
    return list(csv.reader(io.StringIO(file["text"].removeprefix("\ufeff"))))


# ---------------------------------------------------------------------------------- addresses


def test_a_server_for_this_machine_only_says_so():
    """No code for phones that could not come in, but the command that lets them."""
    teacher = Teacher(Rooms(listening_on="127.0.0.1"), lang="nb")
    teacher.do(["here", "http://localhost:2731/", "", ""])
    said = "Mobiler kan ikke nå denne utforskeren. Start den med "
    assert teacher.scene["card"]["away"].startswith(said)
    join = teacher.do(["start"])["wall"]["join"]
    assert join["away"] == f"{said}<code>thirtyone explore --host 0.0.0.0</code>"
    assert (join["qr"], join["address"]) == ("", "localhost:2731/join")
    assert join["title"] == "Prøv på denne datamaskinen"


def test_a_server_for_everybody_names_its_addresses(monkeypatch):
    monkeypatch.setattr(
        "thirtyone.web.live_address.lan_addresses", lambda: ("192.0.2.7", "10.0.0.5")
    )
    teacher = Teacher(Rooms(listening_on="0.0.0.0"))
    teacher.do(["here", "http://localhost:2731/kurs/", "", ""])
    join = teacher.do(["start"])["wall"]["join"]
    assert (join["address"], join["more"]) == (
        "192.0.2.7:2731/kurs/join",
        ["10.0.0.5:2731/kurs/join"],
    )
    assert join["away"] == ""


def test_without_a_server(monkeypatch):
    """In JupyterLab the card shows questions and says what is needed."""
    monkeypatch.setattr(live_desk, "running", lambda: None)
    teacher = Teacher(None, lang="da")
    scene = teacher.do(["start"], ["reveal", "1"], ["next", "1"], ["close"], ["export", "csv"])
    assert scene["wall"] is None
    assert not scene["card"]["server"]
    assert scene["card"]["no_server"].startswith("Klassespørgsmålet kræver udforskeren.")
