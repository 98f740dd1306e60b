"""The teacher's side of the live question: which question comes next, and the wall of an open room.

A desk lives in the kernel of the teacher's page. The room does not: it is in the server, and its key
in the teacher's browser, so a page that is loaded again finds its way back.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

from thirtyone.errors import ThirtyOneError
from thirtyone.quiz import LEVELS, Kind, can_ask, make_question, question_of
from thirtyone.rules.link import find, known_id
from thirtyone.text.say import say_error
from thirtyone.text.translator import get_translator
from thirtyone.ui.asked import own_question, quiz_question
from thirtyone.ui.intent import Acts, each_act, intent_number
from thirtyone.ui.scene import Scene, with_ack
from thirtyone.ui.wall import Wall
from thirtyone.ui.wall_scene import Choice, OnWall, card_scene, export_name, wall_scene
from thirtyone.ui.wishes import Wishes
from thirtyone.web.live import Rooms, running
from thirtyone.web.live_address import pupil_addresses, start_address
from thirtyone.web.live_export import FORMATS, export

_LONGEST: Final = 400
_DOUBTED: Final = "QS QH QC"
"""Three of a kind: the hand that classes argue about."""


class LiveDesk(Wishes):
    """Chooses questions, opens a room, shows answers.

    Whatever comes from the browser is checked here; what a room's key is needed for is checked
    again by the room.
    """

    def __init__(
        self,
        *,
        lang: str = "en",
        home: str = "no-trettien",
        letters: str = "off",
        rooms: Rooms | None = None,
    ) -> None:
        self.widget = Wall()
        self._rooms = rooms or running()
        self._choice = Choice("", 1, "no-trettien")
        self._asked = ""
        self._room: tuple[str, str] | None = None
        self._page = ""
        self._file: dict[str, Any] = {"n": 0}
        self._problem = ""
        self._ack = 0
        self.follow({"lang": lang, "home": home, "letters": letters})
        self.widget.observe(self._done, "intent")

    @property
    def code(self) -> str:
        """The code of the open room, or nothing."""
        return self._room[0] if self._room else ""

    @property
    def asked(self) -> str:
        """The question on the card, as a room would keep it."""
        return self._asked

    def follow(self, page: Mapping[str, object]) -> None:
        """Take over what a page says of its reader's wishes, any part of them."""
        home = self._home
        self._take_wishes(page)
        if not self._asked or self._home != home:
            self._choice = Choice(self._choice.kind, self._choice.level, self._home)
            self._first()
        self._show()

    # -------------------------------------------------------------------- what the teacher does

    def _done(self, change: Mapping[str, Any]) -> None:
        intent = change["new"]
        number = intent_number(intent)
        if number is None:
            return
        self._ack = number
        acts: Acts = {
            "here": (3, self._here),
            "kind": (1, self._kind),
            "level": (1, self._level),
            "rules": (1, self._rules),
            "another": (0, self._another),
            "own": (6, self._write_own),
            "start": (0, self._start),
            "reveal": (1, self._reveal),
            "next": (1, self._next),
            "look": (0, lambda: None),
            "export": (1, self._export),
            "close": (0, self._close),
        }
        for do in each_act(intent, acts):
            self._problem = ""
            try:
                do()
            except ThirtyOneError as error:
                self._problem = say_error(error, get_translator(self._lang))
        self._show()

    def _here(self, page: str, code: str, key: str) -> None:
        """Where the browser is, and the room it was in before it was loaded again."""
        self._page = page[:_LONGEST]
        if self._rooms and not self._room and self._rooms.is_teacher(code[:12], key[:100]):
            self._room = (code[:12], key[:100])

    def _kind(self, kind: str) -> None:
        if kind in {"", *Kind}:
            self._choose(Choice(kind, self._choice.level, self._choice.rules))

    def _level(self, level: str) -> None:
        if level in set(map(str, LEVELS)):
            self._choose(Choice(self._choice.kind, int(level), self._choice.rules))

    def _rules(self, id_: str) -> None:
        if known := known_id(id_):
            kind = self._choice.kind
            fits = not kind or can_ask(Kind(kind), find(known))
            self._choose(Choice(kind if fits else "", self._choice.level, known))

    def _choose(self, choice: Choice) -> None:
        self._choice = choice
        self._another()

    def _another(self) -> None:
        ruleset = find(self._choice.rules)
        kinds = [kind for kind in Kind if can_ask(kind, ruleset)]
        kind = Kind(self._choice.kind) if self._choice.kind else secrets.choice(kinds)
        seed = secrets.randbelow(10**9)
        made = make_question(kind, seed, rulesets=[ruleset], level=self._choice.level)
        self._asked = quiz_question(made)

    def _first(self) -> None:
        """The hand that everybody argues about, where these rules know it."""
        try:
            made = question_of(Kind.WORTH, rules=self._choice.rules, hand=_DOUBTED)
        except ThirtyOneError:
            self._another()
        else:
            self._asked = quiz_question(made)

    def _write_own(self, text: str, a: str, b: str, c: str, d: str, right: str) -> None:
        chosen = int(right) if right in {"0", "1", "2", "3"} else -1
        self._asked = own_question(text[:_LONGEST], [a, b, c, d], chosen, self._lang)

    def _start(self) -> None:
        """Open a room if there is none, and put the question on the card to the class."""
        if self._rooms is None:
            return
        if self._room is None or self._rooms.look(self._room[0]) is None:
            self._room = self._rooms.open(self._lang)
        self._rooms.ask(*self._room, self._asked)

    def _with_room(self, do: Callable[[Rooms, str, str], object]) -> None:
        if self._rooms and self._room:
            do(self._rooms, *self._room)

    def _reveal(self, number: str) -> None:
        if number.isascii() and number.isdecimal() and len(number) < 5:
            self._with_room(lambda rooms, code, key: rooms.show_answer(code, key, int(number)))

    def _next(self, number: str) -> None:
        """A new question of the chosen kind; pressed twice it is still one."""
        on = self._on_wall()
        if on and number == str(on.number) and on.shown:
            self._another()
            self._start()

    def _export(self, form: str) -> None:
        def save(rooms: Rooms, code: str, key: str) -> None:
            text = export(rooms.results(code, key), form, get_translator(self._lang))
            self._file = {
                "n": self._file["n"] + 1,
                "name": export_name(code, form),
                "type": FORMATS[form],
                "text": text,
            }

        if form in FORMATS:
            self._with_room(save)

    def _close(self) -> None:
        self._with_room(lambda rooms, code, key: rooms.close(code, key))
        self._room = None
        self._file = {"n": self._file["n"]}

    # -------------------------------------------------------------------- what is shown

    def _on_wall(self) -> OnWall | None:
        if self._rooms is None or self._room is None:
            return None
        code, key = self._room
        now = self._rooms.look(code)
        if now is None:
            self._room = None
            return None
        if now.asked is None:
            return None
        answered, here = self._rooms.numbers(code)
        listening = self._rooms.listening_on
        return OnWall(
            code=code,
            key=key,
            number=now.asked.number,
            question=now.asked.question,
            shown=now.asked.shown,
            counts=now.counts,
            answered=answered,
            here=here,
            addresses=pupil_addresses(self._page, listening),
            local=start_address(self._page, listening),
        )

    def _show(self) -> None:
        tr = get_translator(self._lang)
        local = self._letters == "on"
        on = self._on_wall()
        listening = self._rooms.listening_on if self._rooms else ""
        scene: Scene = {
            "lang": self._lang,
            "card": card_scene(
                self._choice,
                self._asked,
                tr,
                local=local,
                problem=self._problem,
                reachable=not self._page or bool(pupil_addresses(self._page, listening)),
                server=self._rooms is not None,
            ),
            "wall": wall_scene(on, tr, local=local) if on else None,
            "file": self._file,
        }
        self.widget.scene = with_ack(scene, self._ack)
