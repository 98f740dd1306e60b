"""The learn page of one reader: where in the course, what was tried and answered.

The lab listens to its widget by itself, so no notebook cell runs for a click. What is done so far
stays in the browser: it comes up as ``kept`` and goes down as ``keep``.

>>> lab = LearnLab(lang="nb", lesson="one-suit", step="best-suit")
>>> lab.widget.scene["title"]
'Fargen som gir mest'
>>> lab.state["lesson"], lab.state["step"]
('one-suit', 'best-suit')
"""

import random
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from thirtyone.lessons.lesson import BASE
from thirtyone.lessons.load import load_lesson
from thirtyone.quiz import (
    LEVELS,
    Kind,
    Question,
    can_ask,
    make_question,
    next_focus,
    next_level,
    question_of,
)
from thirtyone.rules import Ruleset, home_ids
from thirtyone.rules.link import find
from thirtyone.rules.values import is_path
from thirtyone.text.translator import get_translator
from thirtyone.ui.intent import Acts, each_act, intent_number
from thirtyone.ui.learn import Learn
from thirtyone.ui.learn_ask import Asking, announced
from thirtyone.ui.learn_hands import Reader
from thirtyone.ui.learn_kept import Kept, read_kept
from thirtyone.ui.learn_place import STATE, Place, read_place
from thirtyone.ui.learn_scene import Page, Practice, learn_scene
from thirtyone.ui.learn_try import Try
from thirtyone.ui.scene import with_ack
from thirtyone.ui.wishes import Wishes

_LONGEST: Final = 80
_SEEDS: Final = 1_000_000
_ASKED: Final = re.compile(r"([a-z]+)-([123])-(\d{1,7})(?:-([a-z0-9_.]+))?")
_MINDED: Final = 0.6
"""So often a question is about a rule that went wrong before, if any did."""

Change = Callable[..., object]
"""Called with the state, and with ``push`` for whether Back should lead to the one before."""


class LearnLab(Wishes):
    """Course, lessons and practice of one reader.

    Whatever comes from a browser or an address is checked here: an act that makes no sense changes
    nothing, a link that cannot be read is said on the page and the page goes on.
    """

    def __init__(
        self,
        *,
        lang: str = "en",
        home: str = "no-trettien",
        letters: str = "off",
        on_change: Change | None = None,
        seed: int | None = None,
        **state: str,
    ) -> None:
        self.widget = Learn()
        self._on_change = on_change
        self._rng = random.Random(seed)
        self._place = Place()
        self._wanted = ""
        self._kinds: tuple[Kind, ...] = ()
        self._level = 0
        self._code = ""
        self._kept = Kept()
        self._tried: Try | None = None
        self._asking: Asking | None = None
        self._message = self._said = ""
        self._turn = self._sayings = self._writes = self._ack = 0
        self.follow({"lang": lang, "home": home, "letters": letters, **STATE, **state})
        self.widget.observe(self._done, "intent")
        self.widget.observe(self._remembered, "kept")

    # ------------------------------------------------------------------------ what a page knows

    @property
    def state(self) -> dict[str, str]:
        """What a link needs to restore the page, beside language and your rules."""
        practice = self._place.practice
        return {
            "view": self._place.view,
            "lesson": self._place.lesson,
            "step": self._place.step,
            "q": self._wanted,
            "kinds": ".".join(self._kinds) if practice else "",
            "level": str(self._level or "") if practice else "",
            "ask": self._code if practice else "",
        }

    @property
    def question(self) -> Question | None:
        """The question that is asked."""
        return self._asking.question if self._asking else None

    @property
    def _is_over(self) -> bool:
        return self._asking is not None and self._asking.over

    @property
    def kept(self) -> Kept:
        """What the browser keeps."""
        return self._kept

    def follow(self, page: Mapping[str, object]) -> None:
        """Take over what a page says: wishes and state, any part of them."""
        lang, home = self._lang, self._home
        self._take_wishes(page)
        told = {key: str(page[key])[: 4 * _LONGEST] for key in STATE if key in page}
        now = self.state
        if self._turn == 0 or any(now[key] != value for key, value in told.items()):
            self._restore({**now, **told})
        elif self._lang != lang:
            self._translate()
        elif self._home != home and self._place.practice and not self._is_over:
            self._ask(self._code)  # other rules are asked about now
        self._show()

    def _restore(self, told: Mapping[str, str]) -> None:
        place, unknown = read_place(told["view"], told["lesson"], told["step"])
        # A lesson without a step is whole: it begins at its first.
        wrong = unknown if told["step"] or unknown == told["lesson"] else ""
        self._wanted = told["q"][:_LONGEST]
        kinds = told["kinds"].split(".") if told["kinds"] else []
        self._kinds = tuple(kind for kind in Kind if kind in kinds)
        self._level = int(told["level"]) if told["level"] in map(str, LEVELS) else 0
        strange = [name for name in kinds if name not in tuple(Kind)]
        strange += [told["level"]] if told["level"] and not self._level else []
        strange += [told["ask"]] if told["ask"] and _read_code(told["ask"]) is None else []
        if wrong:
            self._message = self._tr("learn.bad_link", text=wrong)
        else:
            self._message = self._tr("state.bad_link_part", text=strange[0][:40]) if strange else ""
        self._open(place, told["ask"])

    def _translate(self) -> None:
        """The same place in another language, whose base rules may be others."""
        before, tried = self._asking, self._tried
        self._message = self._said = ""
        self._open(self._place, self._code, again=True)
        if before and self._asking and before.question == self._asking.question:
            self._asking = Asking(before.question, self._asking.id, before.chosen)
        if tried and self._tried and tried.scene == self._tried.scene:
            self._tried = tried

    # -------------------------------------------------------------------------- where the reader is

    def _open(self, place: Place, code: str = "", *, again: bool = False) -> None:
        self._place = place
        self._turn += not again
        self._tried = self._asking = None
        self._said = ""
        if place.practice:
            self._ask(code)
        elif place.lesson:
            step = next(s for s in self._lesson().steps if s.id == place.step)
            self._tried = Try(step.scene)
            id_ = f"{place.lesson}.{place.step}"
            question = question_of(step.asked.kind, id_, **step.asked.data)
            self._asking = Asking(question, f"{self._turn}.{self._lang}")

    def _lesson(self) -> Any:
        return load_lesson(self._place.lesson, self._lang)

    # ------------------------------------------------------------------------------- the practice

    def _rulesets(self) -> tuple[Ruleset, ...]:
        """Those of the lesson, else the home ones; always the language's own and the reader's."""
        if self._place.lesson:
            asked = [step.asked.ruleset.id for step in self._lesson().steps]
        else:
            asked = list(home_ids())
        ids = dict.fromkeys((BASE[self._lang], self._home, *asked))
        return tuple(find(id_) for id_ in ids)

    def _offered(self) -> tuple[Kind, ...]:
        pool = self._rulesets()
        return tuple(kind for kind in Kind if any(can_ask(kind, each) for each in pool))

    def _chosen_kinds(self) -> tuple[Kind, ...]:
        """The kinds chosen, else those of the lesson, else all."""
        offered = self._offered()
        chosen = tuple(kind for kind in self._kinds if kind in offered)
        if chosen or not self._place.lesson:
            return chosen or offered
        asked = {step.asked.kind for step in self._lesson().steps}
        return tuple(kind for kind in offered if kind in asked) or offered

    def _ask(self, code: str = "") -> None:
        """The question that an address names, or another one."""
        read = _read_code(code)
        if read and read[0] in self._offered():
            kind, level, seed, path = read
        else:
            kind = self._rng.choice(self._chosen_kinds())
            level = self._level or next_level(self._kept.quiz, kind)
            seed, path = str(self._rng.randrange(_SEEDS)), self._weak_path()
        focus = {path: 1.0} if path and is_path(path) else None
        question = make_question(kind, seed, rulesets=self._rulesets(), level=level, focus=focus)
        self._code = "-".join(filter(None, (kind.value, str(level), seed, path if focus else "")))
        self._asking = Asking(question, f"{self._code}.{self._lang}.{self._turn}")

    def _weak_path(self) -> str:
        """A rule that went wrong before, more often the worse it went; in a lesson one of its own."""
        focus = next_focus(self._kept.quiz)
        if self._place.lesson:
            own = {path for step in self._lesson().steps for path in step.paths}
            wrong = {path: weight for path, weight in focus.items() if path in own}
            focus = wrong or dict.fromkeys(sorted(own), 1.0)
        if not focus or self._rng.random() > _MINDED:
            return ""
        return self._rng.choices(list(focus), list(focus.values()))[0]

    # ------------------------------------------------------------------------- what the reader does

    def _remembered(self, change: Mapping[str, Any]) -> None:
        """The browser says what it keeps, at the start and when another tab has changed it."""
        kept = read_kept(change["new"])
        if kept != self._kept:
            self._kept = kept
            self._show()

    def _done(self, change: Mapping[str, Any]) -> None:
        intent = change["new"]
        number = intent_number(intent)
        if number is None:
            return
        self._ack = number
        acts: Acts = {
            "go": (3, self._go),
            "answer": (1, self._answer),
            "another": (0, self._another),
            "find": (1, self._find),
            "kind": (1, self._switch_kind),
            "level": (1, self._choose_level),
            "card": (3, self._try(Try.change)),
            "knock": (1, self._try(Try.knock)),
            "choose": (2, self._try(Try.choose)),
            "again": (0, self._try(Try.again)),
            "reset": (0, self._reset),
        }
        before, kept = self.state, self._kept
        for do in each_act(intent, acts):
            do()
        if self._kept != kept:
            self._writes += 1
            self.widget.keep = {**self._kept.as_data(), "n": self._writes}
        self._show()
        after = self.state
        if self._on_change and after != before:
            small = {**before, "q": "", "ask": ""} == {**after, "q": "", "ask": ""}
            self._on_change(after, push=not small)

    def _go(self, lesson: str, step: str, view: str) -> None:
        wall = self._place.view if not self._place.glossary else ""
        place, unknown = read_place(view or wall, lesson, step)
        if not unknown:
            self._message = self._wanted = ""
            self._open(place)

    def _answer(self, number: str) -> None:
        asking = self._asking
        if (
            asking is None
            or asking.over
            or number not in map(str, range(len(asking.question.options)))
        ):
            return
        chosen = int(number)
        self._asking = Asking(asking.question, asking.id, chosen)
        if self._place.practice:
            self._kept = self._kept.answered(asking.question, chosen)
        else:
            self._kept = self._kept.guessed(
                self._place.lesson, self._place.step, asking.question, chosen
            )
        self._say(announced(self._reader(), self._asking))

    def _another(self) -> None:
        if self._place.practice:
            self._said = ""
            self._ask()

    def _find(self, text: str) -> None:
        self._wanted = text[:_LONGEST]

    def _switch_kind(self, name: str) -> None:
        if not self._place.practice or name not in self._offered():
            return
        kinds = set(self._chosen_kinds()) ^ {Kind(name)}
        if not kinds:
            self._say(self._tr("learn.one_kind"))
            return
        self._kinds = tuple(kind for kind in Kind if kind in kinds)
        self._ask()

    def _choose_level(self, level: str) -> None:
        if self._place.practice and level in {"0", *map(str, LEVELS)}:
            self._level = int(level)
            self._ask()

    def _try(self, do: Callable[..., None]) -> Callable[..., None]:
        def tried(*values: str) -> None:
            if self._tried is not None:
                do(self._tried, *values)

        return tried

    def _reset(self) -> None:
        self._kept = Kept()
        self._say(self._tr("learn.reset_done"))

    # ------------------------------------------------------------------------------- what is shown

    def _tr(self, key: str, **parts: object) -> str:
        return get_translator(self._lang)(key, **parts)

    def _say(self, text: str) -> None:
        """For the live region; the number tells the same words said twice apart."""
        self._said = text
        self._sayings += 1

    def _reader(self) -> Reader:
        return Reader(get_translator(self._lang), find(self._home), self._letters == "on")

    def _show(self) -> None:
        practice = None
        if self._place.practice:
            practice = Practice(self._chosen_kinds(), self._offered(), self._level)
        page = Page(
            self._reader(),
            self._place,
            self._kept,
            self._wanted,
            self._tried,
            self._asking,
            practice,
        )
        scene = learn_scene(page)
        scene |= {
            "turn": self._turn,
            "message": self._message,
            "said": [self._sayings, self._said],
        }
        self.widget.scene = with_ack(scene, self._ack)


def _read_code(code: str) -> tuple[Kind, int, str, str] | None:
    """Kind, level, seed and perhaps the rule path of a question, as an address names it."""
    read = _ASKED.fullmatch(code)
    if read is None or read[1] not in tuple(Kind):
        return None
    return Kind(read[1]), int(read[2]), read[3], read[4] or ""
