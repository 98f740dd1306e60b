"""A whole class at once: 40 phones, each with connections of its own, against a real server.

They join, wait for news as the page does, answer at moments of their own, press again, and wait for
the answer to be shown. The tests ask whether anything got lost; here it is timed.
"""

import http.client
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

ROOT = Path(__file__).parents[1]
PUPILS = 40
SECONDS = 10.0

# The server with one room open. Lines come in (what the teacher does), lines go out (what happened).
SERVE = """
import json, pathlib, sys, threading
from thirtyone.quiz import question_of
from thirtyone.ui.asked import quiz_question
from thirtyone.web.live import running
from thirtyone.web.server import listen, make_server

folder, class_file = sys.argv[1:]
path = pathlib.Path(class_file) if class_file else None
server = make_server(notebooks=pathlib.Path(folder), class_file=path)
rooms = running()
code, key = rooms.open("sv")
question = quiz_question(question_of("worth", rules="se-svensk-bas", hand="QS QH QC"))
rooms.ask(code, key, question)

def teach():
    for line in sys.stdin:
        match line.split():
            case ["reveal", number]:
                rooms.show_answer(code, key, int(number))
        numbers, results = rooms.numbers(code), rooms.results(code, key)
        print(json.dumps([numbers, [counts for _, counts in results]]), flush=True)

with listen("127.0.0.1", 0) as listener:
    print(json.dumps([listener.getsockname()[1], code, key]), flush=True)
    threading.Thread(target=teach, daemon=True).start()
    server.run(sockets=[listener])
"""


class Class:
    """The server's process, and the teacher in it."""

    def __init__(self, folder, class_file=""):
        self.log = (folder / "log.txt").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder), str(class_file)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        self.port, self.code, self.key = json.loads(self.process.stdout.readline())

    def teach(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.terminate()
        self.process.wait(10)
        self.log.seek(0)
        assert "Traceback" not in (text := self.log.read()), text


class Phone(threading.Thread):
    """One pupil: a page that waits for news on one connection, and answers on another."""

    def __init__(self, port, code, number, joined, go, think):
        super().__init__(daemon=True)
        self.port, self.code, self.number = port, code, number
        self.joined, self.go = joined, go
        self.choice = random.Random(number).randrange(4)
        self.think = random.Random(number).uniform(0, think)
        self.took, self.answered, self.again, self.shown = None, None, None, None
        self.problem = None

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=40)

    def ask(self, connection, path, method="GET", **fields):
        headers = {"cookie": self.cookie, "accept": "application/json"}
        body = None
        if fields:
            body = urlencode(fields)
            headers["content-type"] = "application/x-www-form-urlencoded"
            headers["origin"] = f"http://127.0.0.1:{self.port}"
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, (answer.status, path)
        return answer, text

    def run(self):
        try:
            self.take_part()
        except Exception as error:  # noqa: BLE001  # told by who asked, not by a thread
            self.problem = repr(error)

    def take_part(self):
        self.cookie = ""
        connection = self.connect()
        answer, page = self.ask(connection, f"/join/{self.code}")
        self.cookie = answer.getheader("set-cookie").partition(";")[0]
        assert "Vad är den här handen värd" in page
        watcher = threading.Thread(target=self.watch, daemon=True)
        watcher.start()
        self.joined.wait(60)
        self.go.wait(60)
        time.sleep(self.think)
        # A server closes connections that lie idle, and a browser opens a new one.
        connection = self.connect()
        for _ in range(2):  # the second press is one too many
            begun = time.perf_counter()
            _, text = self.ask(
                connection,
                f"/join/{self.code}/answer",
                "POST",
                question=1,
                answer=self.choice if self.took is None else (self.choice + 1) % 4,
            )
            self.took = self.took or time.perf_counter() - begun
            self.answered = self.answered or time.perf_counter()
            assert json.loads(text)["stamp"] == f"1.{self.choice}"
        self.again = True
        watcher.join(60)

    def watch(self):
        connection, stamp = self.connect(), "1"
        while not self.shown:
            _, text = self.ask(connection, f"/join/{self.code}/news?since={stamp}")
            told = json.loads(text)
            stamp = told["stamp"]
            if stamp.startswith("1r"):
                self.shown = time.perf_counter()
                assert "Rätt svar: 10." in told["html"]


class Taken(NamedTuple):
    """What a class saw, and its times in seconds."""

    before: list  # how many are there and how many have answered, and the answers, before anybody
    during: list  # the same when everybody has answered
    after: list  # and after the answer was shown
    wanted: list  # how often each answer was chosen
    problems: list
    answer: list  # an answer each, from the press to the page that says it is in
    everybody: float  # until the last had answered
    reveal: float  # from the teacher's press to the last phone


def hold_class(folder, kept="memory", think=SECONDS - 1):
    """One question to the whole class; each thinks for a while of its own, at most `think` seconds."""
    room = Class(folder, folder / "class.sqlite" if kept == "file" else "")
    joined, go = threading.Barrier(PUPILS + 1), threading.Event()
    phones = [Phone(room.port, room.code, number, joined, go, think) for number in range(PUPILS)]
    try:
        for phone in phones:
            phone.start()
        joined.wait(60)
        before = room.teach("look")
        begun = time.perf_counter()
        go.set()
        while any(phone.again is None and phone.is_alive() for phone in phones):
            time.sleep(0.02)
        during = room.teach("look")
        revealed = time.perf_counter()
        after = room.teach("reveal 1")
        for phone in phones:
            phone.join(60)
    finally:
        room.end()
    chosen = Counter(phone.choice for phone in phones)
    return Taken(
        before,
        during,
        after,
        [chosen[choice] for choice in range(4)],
        [phone.problem for phone in phones if phone.problem]
        + [f"{phone.number} never saw the answer" for phone in phones if not phone.shown],
        sorted(phone.took for phone in phones if phone.took),
        max(phone.answered or 0 for phone in phones) - begun,
        max(phone.shown or 0 for phone in phones) - revealed,
    )


def run(yardstick):
    for what, kept, think in (
        ("within 9 s, kept in memory", "memory", SECONDS - 1),
        ("within 9 s, kept in a file", "file", SECONDS - 1),
        ("all at the same moment", "memory", 0),
    ):
        with tempfile.TemporaryDirectory() as folder:
            taken = hold_class(Path(folder), kept, think)
        p95 = statistics.quantiles(taken.answer, n=20)[-1]
        yardstick.report(f"{PUPILS} pupils {what}: p95 of an answer", p95, 500)
        yardstick.report("  until the last has answered", taken.everybody, SECONDS, 1, "s")
        yardstick.report("  from the reveal to the last phone", taken.reveal, 2, 1, "s")
