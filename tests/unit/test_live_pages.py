"""The addresses of the class question, asked without a network: pages, answers, attacks."""

import asyncio
import json
import re
from html import unescape
from urllib.parse import urlencode

import pytest

pytest.importorskip("marimo")

from thirtyone.quiz import question_of
from thirtyone.ui.asked import own_question, quiz_question
from thirtyone.web import live, live_routes
from thirtyone.web.app import build
from thirtyone.web.live import Bell, Now
from thirtyone.web.live_address import pupil_addresses, start_address
from thirtyone.web.live_pages import PupilView
from thirtyone.web.live_routes import Meter
from thirtyone.web.prefs import Prefs

QUEENS = quiz_question(question_of("worth", rules="se-svensk-bas", hand="QS QH QC"))
HTML = "<img src=x onerror=alert(1)>\"'&"


class Phone:
    """A browser with a cookie."""

    def __init__(self, app, code="", **headers):
        self.app, self.code, self.cookie = app, code, ""
        self.headers = {"host": "localhost", "accept": "text/html", **headers}

    async def send(self, path, *, method="GET", body=b"", **headers):
        sent = []
        parts = iter([body] if isinstance(body, bytes) else body)

        async def receive():
            part = next(parts, None)
            if part is None:
                await asyncio.sleep(3600)
            return {"type": "http.request", "body": part, "more_body": not isinstance(body, bytes)}

        async def send(message):
            sent.append(message)

        raw = {**self.headers, **headers}
        if self.cookie:
            raw["cookie"] = self.cookie
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (k.replace("_", "-").encode(), v.encode("latin-1", "replace"))
                for k, v in raw.items()
            ],
            "client": ("192.0.2.9", 1),
            "server": ("127.0.0.1", 2731),
            "state": {},
        }
        await self.app(scope, receive, send)
        start, *rest = sent
        found = {k.decode(): v.decode() for k, v in start["headers"]}
        return start["status"], found, b"".join(m.get("body", b"") for m in rest).decode()

    def ask(self, path, **more):
        return asyncio.run(self.send(path, **more))

    def join(self, **more):
        answer = self.ask(f"/join/{self.code}", **more)
        if "set-cookie" in answer[1]:
            self.cookie = answer[1]["set-cookie"].partition(";")[0]
        return answer

    def answer(self, choice, question=1, **more):
        more.setdefault("body", urlencode({"question": question, "answer": choice}).encode())
        more.setdefault("accept", "application/json")
        return self.ask(f"/join/{self.code}/answer", method="POST", **more)


@pytest.fixture
def app(tmp_path):
    return build(notebooks=tmp_path)


@pytest.fixture
def rooms(app):
    rooms = live.running()
    assert rooms
    return rooms


@pytest.fixture
def room(rooms):
    code, key = rooms.open("sv")
    rooms.ask(code, key, QUEENS)
    yield code, key
    rooms.close(code, key)


@pytest.fixture
def phone(app, room):
    phone = Phone(app, room[0])
    assert phone.join()[0] == 200
    return phone


def texts(html):
    return unescape(re.sub(r"<[^>]+>", " ", html))


# ------------------------------------------------------------------------------- three states


def test_choose_sent_reveal(rooms, room, phone):
    code, key = room
    status, headers, page = phone.join()
    assert status == 200
    assert "<h1>Vad är den här handen värd i Svensk bas?</h1>" in page
    assert re.findall(r'<button[^>]*value="(\d)"[^>]*>(.*?)</button>', page) == [
        ("0", "10"),
        ("1", "20"),
        ("2", "30"),
        ("3", "30½"),
    ]
    assert page.count('class="card"') == 3
    assert 'aria-label="spader dam"' in page
    assert "Du kan svara en gång" in page
    assert headers["cache-control"] == "no-store"
    assert "nonce-" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"

    status, _, text = phone.answer(2)
    assert status == 200
    told = json.loads(text)
    assert told["stamp"] == "1.2"
    assert '<li class="btn mine"><span>30</span><small>ditt svar</small></li>' in told["html"]
    assert "<button" not in told["html"]
    assert "Titta på tavlan" in told["html"]
    assert phone.join()[2].count('class="btn mine"') == 1

    rooms.show_answer(code, key, 1)
    page = phone.join()[2]
    assert re.search(r'<li class="btn ok"><svg.*?</svg><span>10</span></li>', page)
    assert '<li class="btn wrong"><span>30</span><small>ditt svar</small></li>' in page
    assert "Rätt svar: 10." in page
    assert "Ditt svar, 30, är rätt i Grekisk 31." in page

    idle = Phone(phone.app, code)
    page = idle.join()[2]
    assert "Du svarade inte på den här." in page
    assert "wrong" not in page


def test_right_answer_is_the_pupils_own(rooms, room, phone):
    phone.answer(0)
    rooms.show_answer(*room, 1)
    page = phone.join()[2]
    assert re.search(r'<li class="btn ok">.*?<span>10</span><small>ditt svar</small></li>', page)
    assert 'class="btn wrong"' not in page


def test_without_a_script(rooms, room, phone):
    """The form alone: the answer is kept and the page comes again; it refreshes by itself."""
    status, headers, _ = phone.answer(1, accept="text/html")
    assert (status, headers["location"]) == (303, f"/join/{room[0]}")
    page = phone.join()[2]
    assert '<noscript><meta http-equiv="refresh"' in page
    assert 'class="btn mine"' in page


def test_before_the_first_question_and_after_the_last(app, rooms):
    code, key = rooms.open("da")
    phone = Phone(app, code)
    assert "<h1>Spørgsmålet kommer snart</h1>" in phone.join()[2]
    rooms.close(code, key)
    assert phone.ask(f"/join/{code}/news?since=0")[0] == 404
    status, _, page = phone.join()
    assert status == 404
    assert code in texts(page)


@pytest.mark.parametrize(
    ("wish", "lang", "title"),
    [
        ({}, "sv", "Vad är den här handen värd i Svensk bas?"),
        ({"accept_language": "da"}, "sv", "Vad är den här handen värd i Svensk bas?"),
        ({"cookie": "t31=lang:da"}, "da", "Hvad er denne hånd værd i Svensk grundspil?"),
        ({"query": "?lang=nb"}, "nb", "Hva er denne hånden verdt i Svensk grunnspill?"),
        ({"query": "?lang=en", "cookie": "t31=lang:da"}, "en", ""),
        ({"query": "?lang=xx"}, "sv", ""),
    ],
)
def test_language_of_the_pupil_or_of_the_room(app, room, wish, lang, title):
    """Who has chosen a language reads that; everybody else reads the room's."""
    wish = dict(wish)
    phone = Phone(app, room[0])
    page = phone.ask(f"/join/{room[0]}{wish.pop('query', '')}", **wish)[2]
    assert f'<html lang="{lang}"' in page
    assert title in page


def test_typing_the_code(app, room):
    code, _ = room
    phone = Phone(app, accept_language="nb")
    assert "<h1>Klassespørsmål</h1>" in phone.ask("/join")[2]
    spaced = urlencode({"code": " ".join(code)})
    status, headers, _ = phone.ask(f"/join?{spaced}")
    assert (status, headers["location"]) == (303, f"/join/{code}")
    status, _, page = phone.ask("/join?code=11")
    assert status == 404
    assert "Det er ingen klasse med koden 11." in page
    assert 'aria-invalid="true"' in page


# ------------------------------------------------------------------------------------ attacks


def test_second_answer(rooms, room, phone):
    assert phone.answer(1)[0] == 200
    told = json.loads(phone.answer(0)[2])
    assert told["stamp"] == "1.1"
    rooms.show_answer(*room, 1)
    assert rooms.look(room[0]).counts == (0, 1, 0, 0)


def test_no_cookie_no_answer(app, rooms, room):
    """Nobody, a made-up number, another room's pupil."""
    other, key = rooms.open("en")
    guest = Phone(app, other)
    guest.join()
    for cookie in ("", "t31p=", "t31p=1.2", "t31p=" + "a" * 3000, guest.cookie):
        forger = Phone(app, room[0])
        forger.cookie = cookie
        assert forger.answer(0)[0] == 403
        assert forger.ask(f"/join/{room[0]}/news?since=1")[0] == 403
    assert rooms.numbers(room[0])[0] == 0
    rooms.close(other, key)


def test_cookie_is_for_this_room_and_not_for_scripts(app, room):
    cookie = Phone(app, room[0]).join()[1]["set-cookie"]
    attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", f"path=/join/{room[0]}", "max-age=36000"} <= attributes
    assert "domain" not in cookie.lower()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://localhost:1", ""])
def test_foreign_pages_are_refused(rooms, room, phone, origin):
    assert phone.answer(0, origin=origin)[0] == 403
    assert phone.answer(0, host="evil.example")[0] == 400
    assert rooms.numbers(room[0])[0] == 0
    assert phone.answer(0, origin="http://localhost")[0] == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"question=1", 422),
        (b"answer=1", 422),
        (b"question=1&answer=-1", 422),
        (b"question=1&answer=1.0", 422),
        (b"question=1&answer=%D9%A1", 422),
        (b"question=1&answer=99999", 422),
        (b"question=1&answer=1' OR 1=1 --", 422),
        (b"\xff\xfe\x00", 422),
        (b"&".join([b"answer=1"] * 9), 422),
        (b'{"question": 1, "answer": 1}', 422),
        (b"question=1&answer=9", 200),
        (b"question=9&answer=1", 200),
        (b"x=" + b"y" * 2000, 413),
        ([b"question=1&answer=1&x="] + [b"y" * 600] * 9, 413),
        (b"x" * 300_000, 413),
    ],
)
def test_odd_and_huge_bodies(rooms, room, phone, body, status):
    """None of them is an answer, and none is an error of ours."""
    assert phone.answer(0, body=body, content_length=str(_length(body)))[0] == status
    assert rooms.numbers(room[0])[0] == 0


def test_a_body_that_never_ends(rooms, room, phone, monkeypatch):
    monkeypatch.setattr(live_routes, "_BODY_SECONDS", 0.05)
    assert phone.answer(0, body=[b"question=1&"])[0] == 413
    assert rooms.numbers(room[0])[0] == 0


def _length(body):
    return len(body) if isinstance(body, bytes) else 0


@pytest.mark.parametrize("code", ["'", "..", "%", "1' OR '1'='1", "å", "9" * 500, "<b>", "0"])
def test_odd_codes(phone, code):
    for path in (f"/join/{code}", f"/join/{code}/news", f"/live/{code}/numbers"):
        status, _, text = phone.ask(path)
        assert status == 404
        assert "<b>" not in text.replace("<b>Klass", "").replace("<b>Class", "")
    assert phone.ask(f"/join/{code}/answer", method="POST")[0] == 404


def test_html_in_own_questions(app, rooms):
    """A teacher's typing is text on every page, in attributes too."""
    code, key = rooms.open("en")
    rooms.ask(code, key, own_question(HTML, [HTML, "</script><script>alert(2)</script>"], 0, "en"))
    phone = Phone(app, code)
    pages = [phone.join()[2]]
    pages.append(json.loads(phone.answer(1)[2])["html"])
    rooms.show_answer(code, key, 1)
    pages.append(phone.join()[2])
    for page in pages:
        assert "<img" not in page
        assert "alert(2)</script>" not in page
        assert HTML in texts(page)
    assert all('lang="en"' in page for page in pages[::2])
    rooms.close(code, key)


def test_html_in_the_code(app):
    status, _, page = Phone(app).ask("/join?code=%3Cimg+src%3Dx%3E")
    assert status == 404
    assert "<img" not in page


def test_only_the_key_hears_the_numbers(app, rooms, room, phone):
    code, key = room
    phone.answer(1)
    path = f"/live/{code}/numbers"
    assert phone.ask(path)[0] == 404
    assert phone.ask(path, x_class_key="x")[0] == 404
    assert phone.ask(f"{path}?spread=1", x_class_key="x")[0] == 404
    assert phone.ask(f"{path}?key={key}")[0] == 404
    status, _, text = phone.ask(path, x_class_key=key)
    assert status == 200
    assert json.loads(text) == {"seen": "1-1-1", "stamp": "1", "answered": 1, "here": 1}
    _, _, text = phone.ask(f"{path}?spread=1", x_class_key=key)
    assert json.loads(text)["spread"] == [0, 1, 0, 0]


def test_answers_of_others_never_leave_before_the_reveal(app, rooms, room):
    """What one phone is sent is the same whatever the others chose."""
    code, _ = room
    watcher = Phone(app, code)
    before = watcher.join()[2], watcher.ask(f"/join/{code}/news")[2]
    for choice in (0, 1, 1, 3):
        other = Phone(app, code)
        other.join()
        other.answer(choice)
    after = watcher.join()[2], watcher.ask(f"/join/{code}/news")[2]
    hide = re.compile(r'nonce="[^"]*"')
    assert [hide.sub("", page) for page in before] == [hide.sub("", page) for page in after]


def test_one_phone_is_not_a_whole_class(app, rooms, room):
    """Whoever comes without a cookie again and again is no new pupil each time."""
    code, _ = room
    answers = [Phone(app, code).ask(f"/join/{code}")[0] for _ in range(110)]
    assert answers[:100] == [200] * 100
    assert answers[100:].count(429) >= 8


def test_a_full_room_is_another_page():
    view = {"now": Now("2345", "en", None), "prefs": Prefs()}
    assert PupilView(**view).stamp != PupilView(**view, full=True).stamp


def test_a_page_that_waits_is_woken_by_the_reveal(rooms, room, phone):
    """It waits for news, hears nothing of others, and the reveal reaches it."""
    code, key = room

    async def scene():
        waiting = asyncio.create_task(phone.send(f"/join/{code}/news?since=1"))
        await asyncio.sleep(0.2)
        rooms.answer(code, rooms.pupil(code, rooms.new_pupil(code)), 1, 1)
        await asyncio.sleep(0.2)
        assert not waiting.done()
        rooms.show_answer(code, key, 1)
        return await asyncio.wait_for(waiting, 1)

    status, _, text = asyncio.run(scene())
    assert status == 200
    assert json.loads(text)["stamp"] == "1r"


def test_no_more_wait_than_there_is_room_for(rooms, room, phone, monkeypatch):
    monkeypatch.setattr(live_routes, "MOST_WAITING", 0)
    status, _, text = phone.ask(f"/join/{room[0]}/news?since=1")
    assert (status, json.loads(text)["stamp"]) == (200, "1")


def test_the_time_to_wait_runs_out(rooms, room, phone, monkeypatch):
    monkeypatch.setattr(live_routes, "POLL_SECONDS", 0.05)
    assert json.loads(phone.ask(f"/join/{room[0]}/news?since=1")[2])["stamp"] == "1"
    assert rooms.waiting() == 0


def test_meter():
    now = [0.0]
    meter = Meter(2.0, 3.0, clock=lambda: now[0], most=2)
    assert [meter.allows("a") for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [meter.allows("a"), meter.allows("a")] == [True, False]
    assert meter.allows("b", 0)
    assert [meter.allows("b") for _ in range(4)] == [True, True, True, False]
    meter.allows("c")  # the one not seen for longest is forgotten
    assert len(meter._left) == 2


def test_nobody_finds_a_room_by_trying(app, room):
    """After thirty wrong codes even the right one does not open, except for who is in."""
    inside, finder = Phone(app, room[0]), Phone(app, room[0])
    inside.join()
    for number in range(40):
        finder.ask(f"/join/x{number}")
    assert finder.join()[0] == 404
    assert inside.join()[0] == 200


def test_too_many_requests(tmp_path, monkeypatch):
    monkeypatch.setattr(live_routes, "_BURST", 5.0)
    app = build(notebooks=tmp_path)
    assert [Phone(app).ask("/join")[0] for _ in range(7)][-1] == 429


def test_bell_rings_for_a_loop_that_has_gone():
    """A thread may ring when the server is just ending."""
    bell = Bell()

    async def listen():
        await bell.wait(0.01, lambda: False)

    asyncio.run(listen())
    bell.ring()
    assert len(bell) == 0


# ---------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("page", "listening", "found"),
    [
        ("http://localhost:2731/", "127.0.0.1", "http://localhost:2731"),
        ("http://127.0.0.1:2731/kurs/31/", "127.0.0.1", "http://127.0.0.1:2731/kurs/31"),
        ("http://192.0.2.7:2731/", "192.0.2.7", "http://192.0.2.7:2731"),
        ("http://192.0.2.7:2731/", "127.0.0.1", ""),
        ("http://evil.example/", "0.0.0.0", ""),
        ("javascript://localhost/", "127.0.0.1", ""),
        ("http://a@localhost/", "127.0.0.1", ""),
        ("http://localhost/<b>", "127.0.0.1", ""),
        ("http://localhost:99999/", "127.0.0.1", ""),
        ("http://[", "127.0.0.1", ""),
        ("", "127.0.0.1", ""),
    ],
)
def test_where_the_page_is(page, listening, found):
    assert start_address(page, listening) == found


def test_phones_reach_a_server_that_listens_everywhere(monkeypatch):
    monkeypatch.setattr(
        "thirtyone.web.live_address.lan_addresses", lambda: ("192.0.2.7", "10.0.0.5")
    )
    assert pupil_addresses("http://localhost:2731/", "0.0.0.0") == (
        "http://192.0.2.7:2731",
        "http://10.0.0.5:2731",
    )
    assert pupil_addresses("http://localhost:2731/", "127.0.0.1") == ()
