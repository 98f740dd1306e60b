"""The teacher's page of one reader: a plan, the sheets, and a place for the question to the class.

>>> lab = TeachLab(lang="sv", home="se-svensk-bas", kind="score", sheets="26")
>>> lab.sheets.scene["print"]["text"], lab.state["kind"]
('Skriv ut 26 sidor', 'score')
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qsl

from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import ThirtyOneError
from thirtyone.quiz import LEVELS
from thirtyone.rules.link import known_id
from thirtyone.sheets import SheetKind
from thirtyone.sheets.order import HIGHEST_SEED, MOST_SHEETS
from thirtyone.text.translator import get_translator
from thirtyone.ui.intent import Acts, each_act, intent_number
from thirtyone.ui.scene import Scene, with_ack
from thirtyone.ui.sheet_address import print_out
from thirtyone.ui.teach import Teach
from thirtyone.ui.teach_plan import plan_ids
from thirtyone.ui.teach_scene import Wanted, head_scene, plan_scene, sheets_scene
from thirtyone.ui.wishes import Wishes

STATE: Final[Mapping[str, str]] = {
    "plan": "first",
    "kind": "score.settle",
    "rules": "",
    "words": "",
    "level": "1",
    "sheets": "26",
    "seed": "31",
}
"""What a link of the page may hold. Without ``rules`` and ``words`` a sheet follows the reader's own."""
_LONGEST: Final = 400
_SEEDS: Final = 100_000


class TeachLab(Wishes):
    """The widgets :attr:`head`, :attr:`plan` and :attr:`sheets`, and the place :attr:`live`.

    Whatever comes from a browser or an address is checked here: an act that makes no sense changes
    nothing, a link that cannot be read is said on the page and the page goes on.
    """

    def __init__(
        self,
        *,
        lang: str = "en",
        home: str = "no-trettien",
        letters: str = "off",
        on_change: Callable[[dict[str, str]], object] | None = None,
        **state: str,
    ) -> None:
        self.head, self.plan, self.sheets = Teach(), Teach(), Teach()
        self.live: Any = None
        """The widget of the question to the class, if there is one."""
        self._on_change = on_change
        self._wanted = Wanted()
        self._rules, self._words = "", ""
        self._said = ""
        self._file: Scene | None = None
        self._asked = "sheets"
        self._files = 0
        self._acks = {"plan": 0, "sheets": 0}
        self.follow({"lang": lang, "home": home, "letters": letters, **state})
        self.plan.observe(lambda change: self._done("plan", change), "intent")
        self.sheets.observe(lambda change: self._done("sheets", change), "intent")

    @property
    def state(self) -> dict[str, str]:
        """What a link needs to restore the page, beside language and your rules."""
        wanted = self._wanted
        return {
            "plan": wanted.plan,
            "kind": ".".join(wanted.kinds) or "none",
            "rules": self._rules,
            "words": self._words,
            "level": str(wanted.level),
            "sheets": str(wanted.many),
            "seed": str(wanted.seed),
        }

    @property
    def wanted(self) -> Wanted:
        """What is chosen: plan, sheets, rules, language, level, number and start value."""
        return self._wanted

    def follow(self, page: Mapping[str, object]) -> None:
        """Take over what a page says: wishes and state, any part of them."""
        self._take_wishes(page)
        self._said, self._file = "", None
        strange = []
        for name, read in (
            ("plan", self._read_plan),
            ("kind", self._read_kinds),
            ("rules", self._read_rules),
            ("words", self._read_words),
            ("level", self._read_level),
            ("sheets", self._read_many),
            ("seed", self._read_seed),
        ):
            if name in page:
                text = str(page[name])[:_LONGEST]
                if not read(text) and text:
                    strange.append(text[:40])
        if strange:
            tr = get_translator(self._lang)
            self._said = tr("teach.bad_link", text=tr.join(strange))
        self._show()

    # ------------------------------------------------------------------- what a link says

    def _read_plan(self, text: str) -> bool:
        known = text in plan_ids()
        self._wanted = replace(self._wanted, plan=text if known else STATE["plan"])
        return known

    def _read_kinds(self, text: str) -> bool:
        names = [] if text == "none" else text.split(".")
        kinds = tuple(kind for kind in SheetKind if kind in names)
        if names and not kinds:  # nothing that we know: as if it said nothing
            self._read_kinds(STATE["kind"])
            return False
        self._wanted = replace(self._wanted, kinds=kinds)
        return len(kinds) == len(names)

    def _read_rules(self, text: str) -> bool:
        known = known_id(text)
        self._rules = known or ""
        return bool(known) or not text

    def _read_words(self, text: str) -> bool:
        self._words = text if text in LANGUAGES else ""
        return self._words == text

    def _read_level(self, text: str) -> bool:
        known = text in map(str, LEVELS)
        self._wanted = replace(self._wanted, level=int(text) if known else 1)
        return known

    def _read_many(self, text: str) -> bool:
        return self._number("many", text, 1, MOST_SHEETS)

    def _read_seed(self, text: str) -> bool:
        return self._number("seed", text, 0, HIGHEST_SEED)

    # ------------------------------------------------------------------- what the reader does

    def _done(self, part: str, change: Mapping[str, Any]) -> None:
        intent = change["new"]
        number = intent_number(intent)
        if number is None:
            return
        self._acks[part] = number
        acts: Acts = {
            "plan": (1, partial(self._choose, self._read_plan)),
            "kind": (1, self._toggle),
            "rules": (1, partial(self._choose, self._read_rules)),
            "words": (1, partial(self._choose, self._read_words)),
            "level": (1, partial(self._choose, self._read_level)),
            "many": (1, lambda text: self._typed("many", text, 1, MOST_SHEETS)),
            "seed": (1, lambda text: self._typed("seed", text, 0, HIGHEST_SEED)),
            "other": (0, self._other),
            "file": (1, self._make_file),
        }
        before = self.state
        self._said, self._file, self._asked = "", None, part
        for do in each_act(intent, acts):
            do()
        self._show()
        if self._on_change and self.state != before:
            self._on_change(self.state)

    def _choose(self, read: Callable[[str], bool], text: str) -> None:
        """A choice out of a list; one that the list does not have is none."""
        kept = self._wanted, self._rules, self._words
        if not read(text[:_LONGEST]):
            self._wanted, self._rules, self._words = kept

    def _toggle(self, name: str) -> None:
        chosen = set(self._wanted.kinds) ^ {name}
        self._wanted = replace(
            self._wanted, kinds=tuple(kind for kind in SheetKind if kind in chosen)
        )

    def _number(self, name: str, text: str, low: int, high: int) -> bool:
        good = text.isascii() and text.isdecimal() and len(text) < 11 and low <= int(text) <= high
        wrong = {key: value for key, value in self._wanted.wrong.items() if key != name}
        self._wanted = replace(self._wanted, wrong=wrong)
        if good:
            changed = {name: int(text)}
            self._wanted = replace(self._wanted, **changed)  # type: ignore[arg-type]
        return good

    def _typed(self, name: str, text: str, low: int, high: int) -> None:
        """A number out of a field; what is none stays there with a line about it."""
        if not self._number(name, text.strip(), low, high):
            wrong = {**self._wanted.wrong, name: text[:12]}
            self._wanted = replace(self._wanted, wrong=wrong)

    def _other(self) -> None:
        self._number("seed", str(random.randrange(_SEEDS)), 0, HIGHEST_SEED)

    def _make_file(self, query: str) -> None:
        """The print-out itself, for a page that no server of ours stands behind."""
        try:
            text = print_out(dict(parse_qsl(query[:_LONGEST])), self._lang)
        except ThirtyOneError:
            return
        self._files += 1
        self._file = {"n": self._files, "name": "31.html", "text": text}

    # ------------------------------------------------------------------- what is shown

    def _show(self) -> None:
        tr = get_translator(self._lang)
        self._wanted = replace(
            self._wanted, rules=self._rules or self._home, words=self._words or self._lang
        )
        wanted, local = self._wanted, self._letters == "on"
        files = {self._asked: self._file}
        self.head.scene = head_scene(tr, self._said)
        plan = plan_scene(wanted, tr, home=self._home, file=files.get("plan"))
        self.plan.scene = with_ack(plan, self._acks["plan"])
        form = sheets_scene(wanted, tr, local=local, file=files.get("sheets"))
        self.sheets.scene = with_ack(form, self._acks["sheets"])


class TeachPage:
    """The page that a notebook shows: the plan, beside it the question to the class, the sheets."""

    def __init__(self, here: Any) -> None:
        self.lab = TeachLab(
            lang=here.lang,
            home=here.home,
            letters=here.prefs.letters,
            on_change=here.go,
            **here.state,
        )
        here.observe(self.lab.follow)

    def shown(self, mo: Any) -> Any:
        """All parts in their places; on a phone the question to the class comes first."""
        label = get_translator(self.lab.plan.scene["lang"])("teach.live_name")
        parts = (self.lab.head, self.lab.plan, self.lab.sheets)
        head, plan, sheets = (mo.as_html(part).text for part in parts)
        live = ""
        if self.lab.live is not None:
            card = mo.as_html(self.lab.live).text
            live = f'<section class="t31-live" aria-label="{label}">{card}</section>'
        return mo.Html(
            f'<div class="t31-teach"><div class="t31-all">{head}</div><div>{plan}</div>{live}'
            f'<div class="t31-all">{sheets}</div></div>'
        )
