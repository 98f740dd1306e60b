"""Rooms of the class question: who may do what, and what is kept."""

import sqlite3
import subprocess
import sys
import threading
from collections import Counter

import pytest

from thirtyone.errors import UsageError
from thirtyone.quiz import Kind, make_question, question_of
from thirtyone.ui.asked import own_question, quiz_question, show, size
from thirtyone.web import live
from thirtyone.web.live import Rooms, Taken
from thirtyone.web.live_store import Store

QUEENS = quiz_question(question_of("worth", rules="se-svensk-bas", hand="QS QH QC"))
NASTY = "Robert'); DROP TABLE answer;-- <script>alert(1)</script>"


class Clock:
    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def rooms(clock):
    return Rooms(clock=clock)


@pytest.fixture
def room(rooms):
    code, key = rooms.open("sv")
    assert rooms.ask(code, key, QUEENS) == 1
    return code, key


def join(rooms, code):
    pupil = rooms.pupil(code, rooms.new_pupil(code))
    assert pupil
    assert rooms.meet(code, pupil)
    return pupil


# ------------------------------------------------------------------------------ the question


def test_three_queens_as_everybody_sees_them():
    """The mock's question: its options, its answer, and where another one would be right."""
    shown = show(QUEENS, "sv")
    assert shown.heading == "Vad är den här handen värd i Svensk bas?"
    assert shown.options == ("10", "20", "30", "30½")
    assert shown.right == 0
    assert shown.why == (
        "Tre olika färger, så bara ett kort räknas: 10. Tre lika ger inget extra i Svensk bas."
    )
    assert [text for _, text in shown.elsewhere] == [
        "30 är rätt i Grekisk 31.",
        "30½ är rätt i Dansk Enogtredive.",
    ]
    assert "Poäng per kort" in shown.source
    assert size(QUEENS) == (4, 0)
    assert not shown.long


@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_can_be_asked(kind, lang):
    """The same question comes back from its text, with all that a wall and a phone need."""
    for seed in range(6):
        made = make_question(kind, seed, level=1 + seed % 3)
        asked = quiz_question(made)
        shown = show(asked, lang)
        assert size(asked) == (len(shown.options), made.right)
        assert len(set(shown.options)) == len(shown.options) >= 3
        assert shown.heading
        assert shown.why
        assert not shown.why.startswith(shown.options[shown.right])
        assert shown.lang == lang


def test_own_question_is_put_in_order():
    asked = own_question("  Who \n deals\u202e next? ", [" A ", "", "B"], 2, "nb")
    shown = show(asked, "da")
    assert (shown.heading, shown.options, shown.right) == ("Who deals next?", ("A", "B"), 1)
    assert (shown.lang, shown.why, shown.elsewhere, shown.source) == ("nb", "", (), "")


@pytest.mark.parametrize(
    ("text", "options", "right", "reason"),
    [
        ("", ["a", "b"], 0, "refuse.live_question"),
        ("\u200b", ["a", "b"], 0, "refuse.live_question"),
        ("x" * 241, ["a", "b"], 0, "refuse.live_question"),
        ("q", ["a"], 0, "refuse.live_options"),
        ("q", ["a", " ", ""], 0, "refuse.live_options"),
        ("q", ["a", "b", "c", "d", "e"], 0, "refuse.live_options"),
        ("q", ["a", "b" * 81], 0, "refuse.live_options"),
        ("q", ["Yes", "yes "], 0, "refuse.live_same"),
        ("q", ["a", "b", ""], 2, "refuse.live_right"),
        ("q", ["a", "b"], 4, "refuse.live_right"),
        ("q", ["a", "b"], -1, "refuse.live_right"),
    ],
)
def test_own_questions_that_cannot_be(text, options, right, reason):
    with pytest.raises(UsageError) as refused:
        own_question(text, options, right, "en")
    assert refused.value.reason == reason
    assert str(refused.value)


# ------------------------------------------------------------------------------------- rooms


def test_a_code_is_four_digits_and_the_key_is_long(rooms):
    code, key = rooms.open("nb")
    assert len(code) == 4
    assert set(code) <= set("23456789")
    assert len(key) >= 32
    assert rooms.is_teacher(code, key)


def test_only_the_key_opens(rooms, room):
    """A forged key, another room's key, odd text: nothing is asked, shown, told or closed."""
    code, key = room
    pupil = join(rooms, code)
    other_code, other_key = rooms.open("en")
    for forged in ("", key[:-1], key + "x", key.swapcase(), other_key, "å" * 32, "\ud800", code):
        assert not rooms.is_teacher(code, forged)
        assert rooms.ask(code, forged, QUEENS) is None
        assert not rooms.show_answer(code, forged, 1)
        assert rooms.results(code, forged) == []
        assert rooms.spread(code, forged) == ()
        assert not rooms.close(code, forged)
    assert not rooms.is_teacher(other_code, key)
    assert not rooms.is_teacher("9999x", key)
    now = rooms.look(code)
    assert (now.stamp, now.counts) == ("1", ())
    assert rooms.answer(code, pupil, 1, 0) is Taken.KEPT
    assert rooms.show_answer(code, key, 1)


def test_the_first_answer_counts(rooms, room):
    code, key = room
    pupil = join(rooms, code)
    assert rooms.answer(code, pupil, 1, 2) is Taken.KEPT
    for choice in (0, 1, 2, 3):
        assert rooms.answer(code, pupil, 1, choice) is Taken.BEFORE
    assert rooms.choice(code, 1, pupil) == 2
    assert rooms.numbers(code) == (1, 1)
    assert rooms.show_answer(code, key, 1)
    assert rooms.look(code).counts == (0, 0, 1, 0)
    assert rooms.answer(code, pupil, 1, 0) is Taken.BEFORE
    assert rooms.look(code).counts == (0, 0, 1, 0)


def test_a_hundred_presses_at_once_are_one_answer(rooms, room):
    code, key = room
    pupil = join(rooms, code)
    start = threading.Barrier(10)
    taken = []

    def press(choice):
        start.wait()
        taken.extend(rooms.answer(code, pupil, 1, choice) for _ in range(10))

    threads = [threading.Thread(target=press, args=(n % 4,)) for n in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(taken) == {Taken.KEPT: 1, Taken.BEFORE: 99}
    rooms.show_answer(code, key, 1)
    assert sum(rooms.look(code).counts) == 1


def test_nothing_spreads_before_the_answer_is_shown(rooms, room):
    """Neither the moment, nor its stamp, tells what anybody chose."""
    code, key = room
    before = rooms.look(code)
    for choice in (0, 1, 1, 2):
        rooms.answer(code, join(rooms, code), 1, choice)
    now = rooms.look(code)
    assert now == before
    assert rooms.results(code, key) == []
    assert rooms.spread(code, key) == (1, 2, 1, 0)  # the teacher alone
    rooms.show_answer(code, key, 1)
    assert rooms.look(code).counts == (1, 2, 1, 0)
    assert [counts for _, counts in rooms.results(code, key)] == [(1, 2, 1, 0)]


def test_who_is_in_the_room_has_a_place(rooms, room, monkeypatch):
    """However many others have answered, somebody who was there before is heard."""
    monkeypatch.setattr(live, "MOST_PUPILS", 5)
    code, _ = room
    pupils = [join(rooms, code) for _ in range(4)]
    early = pupils[0]
    assert rooms.meet(code, early)
    for pupil in pupils[1:]:
        assert rooms.answer(code, pupil, 1, 0) is Taken.KEPT
    monkeypatch.setattr(live, "MOST_PUPILS", 3)
    late = rooms.pupil(code, rooms.new_pupil(code))
    assert rooms.answer(code, late, 1, 0) is Taken.FULL
    assert rooms.answer(code, early, 1, 2) is Taken.KEPT


def test_answers_that_cannot_be(rooms, room):
    """Another question, an option that there is not, too late, a room that is gone."""
    code, key = room
    pupil = join(rooms, code)
    for number, choice in ((0, 0), (2, 0), (1, 4), (1, -1), (1, 10**6), (-1, 0)):
        assert rooms.answer(code, pupil, number, choice) is Taken.LATE
    assert rooms.numbers(code)[0] == 0
    assert rooms.ask(code, key, QUEENS) == 2
    assert rooms.answer(code, pupil, 1, 0) is Taken.LATE
    assert rooms.show_answer(code, key, 2)
    assert not rooms.show_answer(code, key, 2)
    assert rooms.answer(code, pupil, 2, 0) is Taken.LATE
    assert rooms.close(code, key)
    assert rooms.answer(code, pupil, 2, 0) is Taken.LATE
    assert rooms.look(code) is None
    assert rooms.new_pupil(code) == ""


def test_a_token_cannot_be_made(rooms, room):
    code, _ = room
    token = rooms.new_pupil(code)
    number, _, signature = token.partition(".")
    other, _ = rooms.open("en")
    assert rooms.pupil(code, token) == number
    odd = (
        "",
        ".",
        number,
        f"{number}.",
        f"{number}.{'0' * len(signature)}",
        f"{number[:-1]}x.{signature}",
        f"x{token}",
        "å.å",
        token * 9,
    )
    assert [rooms.pupil(code, forged) for forged in odd] == [None] * len(odd)
    assert rooms.pupil(other, token) is None
    assert rooms.pupil("0000", token) is None


def test_sql_in_every_text(rooms, clock):
    """What somebody types is data, never a statement."""
    code, key = rooms.open("en")
    asked = own_question(NASTY, [NASTY, "' OR 1=1 --"], 0, "en")
    assert rooms.ask(code, key, asked) == 1
    for text in (NASTY, "' OR '1'='1", '"; DELETE FROM room; --', "%", "_"):
        assert rooms.look(text) is None
        assert not rooms.is_teacher(text, key)
        assert rooms.pupil(code, text) is None
        assert rooms.choice(code, 1, text) is None
    assert rooms.answer(code, NASTY, 1, 1) is Taken.KEPT
    assert rooms.answer(code, NASTY, 1, 0) is Taken.BEFORE
    assert rooms.look(code).asked.question == asked
    assert rooms.numbers(code)[0] == 1


def test_bounds(rooms, room, clock, monkeypatch):
    """On rooms, pupils and questions; who is here already stays in."""
    code, key = room
    monkeypatch.setattr(live, "MOST_ROOMS", 3)
    rooms.open("en")
    rooms.open("en")
    with pytest.raises(UsageError, match="3 classes"):
        rooms.open("en")
    monkeypatch.setattr(live, "MOST_PUPILS", 5)
    pupils = [join(rooms, code) for _ in range(5)]
    late = rooms.pupil(code, rooms.new_pupil(code))
    assert not rooms.meet(code, late)
    assert rooms.answer(code, late, 1, 0) is Taken.FULL
    assert rooms.answer(code, pupils[0], 1, 0) is Taken.KEPT
    clock.now += live.HERE_SECONDS + 1  # phones that have gone make room
    assert rooms.meet(code, late)
    monkeypatch.setattr(live, "MOST_QUESTIONS", 2)
    assert rooms.ask(code, key, QUEENS) == 2
    with pytest.raises(UsageError, match="2 questions"):
        rooms.ask(code, key, QUEENS)


def test_a_flood_of_pupils_cannot_answer_without_end(rooms, room, clock, monkeypatch):
    code, _ = room
    monkeypatch.setattr(live, "MOST_PUPILS", 5)
    taken = []
    for _ in range(30):
        taken.append(rooms.answer(code, rooms.pupil(code, rooms.new_pupil(code)), 1, 0))
        clock.now += live.HERE_SECONDS
    assert Counter(taken) == {Taken.KEPT: 5, Taken.FULL: 25}


@pytest.mark.parametrize("seconds", [live.IDLE_SECONDS, live.DAY_SECONDS])
def test_rooms_expire(rooms, room, clock, seconds):
    """Three hours without a press, or ten hours at all."""
    code, key = room
    begun = clock.now
    while clock.now - begun < seconds - 3600:
        clock.now += 1800
        if seconds == live.DAY_SECONDS:
            rooms.answer(code, join(rooms, code), 1, 0)
    assert rooms.look(code)
    clock.now = begun + seconds + 1
    assert rooms.look(code) is None
    assert not rooms.is_teacher(code, key)
    assert rooms._store.rooms() == 0


def test_who_is_here(rooms, room, clock):
    code, _ = room
    first, second = join(rooms, code), join(rooms, code)
    assert rooms.numbers(code) == (0, 2)
    clock.now += live.HERE_SECONDS - 1
    rooms.answer(code, first, 1, 0)
    clock.now += 2
    assert rooms.numbers(code) == (1, 1)
    rooms.meet(code, second)
    assert rooms.numbers(code) == (1, 2)


# ------------------------------------------------------------------------------------- a file


def test_a_file_outlives_the_server(tmp_path):
    """Another server opens the file: question, answers and key are there."""
    path = tmp_path / "class.sqlite"
    rooms = Rooms(path)
    code, key = rooms.open("da")
    rooms.ask(code, key, QUEENS)
    token = rooms.new_pupil(code)
    rooms.answer(code, rooms.pupil(code, token), 1, 3)
    again = Rooms(path)
    assert again.is_teacher(code, key)
    assert again.look(code).lang == "da"
    assert again.answer(code, again.pupil(code, token), 1, 0) is Taken.BEFORE
    assert again.show_answer(code, key, 1)
    assert again.look(code).counts == (0, 0, 0, 1)
    assert key not in path.read_bytes().decode("latin-1")


def test_nothing_is_left_after_the_class(tmp_path):
    """The end overwrites: no word of the question and no pupil can be found in the file."""
    path = tmp_path / "class.sqlite"
    rooms = Rooms(path)
    code, key = rooms.open("en")
    rooms.ask(code, key, own_question("Unmistakable zanzibar?", ["left", "right"], 0, "en"))
    pupil = join(rooms, code)
    rooms.answer(code, pupil, 1, 0)
    assert b"zanzibar" in path.read_bytes()
    assert pupil.encode() in path.read_bytes()
    rooms.close(code, key)
    left = path.read_bytes()
    assert b"zanzibar" not in left
    assert pupil.encode() not in left
    assert [found.name for found in tmp_path.iterdir()] == ["class.sqlite"]


def test_files_that_are_not_ours_stay_as_they_are(tmp_path):
    """A picture, another program's database, a folder that does not exist."""
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG" + bytes(5000))
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE room (a)")
    for path in (picture, other, tmp_path / "nowhere" / "class.sqlite", tmp_path):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(UsageError) as refused:
            Store(path)
        assert refused.value.reason == "refuse.class_file"
        assert (path.read_bytes() if path.is_file() else b"") == before


def test_the_command_names_a_file_that_cannot_be(tmp_path):
    """One sentence in the language asked for, and no traceback."""
    path = tmp_path / "notes.txt"
    path.write_text("milk, bread, cards" * 400)
    command = ("explore", "--no-browser", "--port", "0", "--lang", "da", "--class-file", str(path))
    done = subprocess.run(
        [sys.executable, "-m", "thirtyone", *command],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "Ingen klasse kan gemmes i" in done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_text().startswith("milk")
