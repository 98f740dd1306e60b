"""The page of chances: one reader's question, the run that answers it, and the widget.

>>> lab = OddsLab(lang="nb", seats="20.25.27.30", background=False)
>>> lab.setup.players[0], lab.widget.scene["title"]
('knocks-at:20', 'Hvem vinner i hvilke regelsett?')
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import RLock
from typing import Any, Final

from thirtyone.rules import home_ids
from thirtyone.rules.link import known_id
from thirtyone.text.translator import get_translator
from thirtyone.ui.intent import Acts, each_act, intent_number
from thirtyone.ui.long_run import Run, State, warm
from thirtyone.ui.odds import Odds
from thirtyone.ui.odds_answers import MEMORY, Memory, OddsRun, ask
from thirtyone.ui.odds_options import option_of
from thirtyone.ui.odds_scene import Progress, odds_scene
from thirtyone.ui.odds_sections import Desk
from thirtyone.ui.odds_setup import (
    FEWEST,
    MOST,
    MOST_SEED,
    ROUNDS,
    STATE,
    USUAL,
    Setup,
    ordered,
    read_player,
    read_setup,
    switched,
    write_setup,
)
from thirtyone.ui.scene import Scene, with_ack
from thirtyone.ui.what_if_lab import STATE as WHAT_IF_STATE
from thirtyone.ui.what_if_lab import WhatIfLab
from thirtyone.ui.wishes import Wishes

PAGE_STATE: Final[Mapping[str, str]] = {"view": "", **WHAT_IF_STATE, **STATE}
"""What a link of the page may hold, in either view."""
_WHAT_IF: Final = "what-if"
_EVERY: Final = 1.0
"""Seconds between two pictures of a long run."""
_SOON: Final = 0.4
"""The same while some chart still shows the answer to an earlier question."""
_WIDE: Final = 828
_NARROWEST: Final = 240
_WIDEST: Final = 1400


class OddsLab(Wishes):
    """The form and the charts of one reader.

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
        background: bool = True,
        memory: Memory = MEMORY,
        **state: str,
    ) -> None:
        del letters  # no cards here
        self.widget = Odds()
        self._on_change = on_change
        self._background = background
        self._memory = memory
        self._lock = RLock()
        self._setup = Setup(rules=home_ids())
        self._asked = ask(self._setup, self._home)
        self._work = OddsRun(self._asked, self._setup.rounds, memory)
        self._run: Run | None = None
        self._answered: Run | None = None
        """The run whose first chart has been drawn."""
        self._width = _WIDE
        self._said = ""
        self._sections: list[Scene] = []
        self._shown = 0.0
        self._ack = 0
        if background:
            warm(ready)
        self.follow({"lang": lang, "home": home, **STATE, **state})
        self.widget.observe(self._done, "intent")

    @property
    def setup(self) -> Setup:
        """The question as it stands."""
        return self._setup

    @property
    def state(self) -> dict[str, str]:
        """What a link needs to restore the page, beside language and your rules."""
        return write_setup(self._setup, self._home)

    @property
    def run(self) -> Run | None:
        """The run under way, or the last one."""
        return self._run

    def follow(self, page: Mapping[str, object]) -> None:
        """Take over what a page says: wishes and state, any part of them."""
        with self._lock:
            before = self._setup, self._home
            self._take_wishes(page)
            if "own" in page:
                self._own = tuple(filter(None, map(known_id, str(page["own"]).split("."))))
            self._said = ""
            if any(key in page for key in STATE) or self._home != before[1]:
                state = {**self.state, **{k: str(page[k]) for k in STATE if k in page}}
                self._setup, bad = read_setup(state, self._home)
                if bad:
                    self._said = get_translator(self._lang)("state.bad_link_part", text=bad)
            if (self._setup, self._home) != before or self._run is None:
                self._ask()
            self._show()

    # ------------------------------------------------------------------- what the reader does

    def _done(self, change: Mapping[str, Any]) -> None:
        intent = change["new"]
        number = intent_number(intent)
        if number is None:
            return
        acts: Acts = {
            "players": (1, self._players),
            "seat": (2, self._seat),
            "follow": (1, self._follow),
            "rules": (1, self._rules),
            "house": (1, self._house),
            "rounds": (1, self._rounds),
            "seed": (1, self._seed),
            "width": (1, self._resize),
            "start": (0, self._start),
            "stop": (0, self._stop),
            "seen": (0, self._renew),
        }
        with self._lock:
            self._ack = number
            before, state = self._setup, self.state
            for do in each_act(intent, acts):
                do()
            if self._setup != before:
                self._said = ""
                self._ask()
            self._show()
            told = self.state
        if self._on_change and told != state:
            self._on_change(told)

    def _players(self, text: str) -> None:
        count = int(text) if text.isdecimal() and len(text) == 1 else 0
        if FEWEST <= count <= MOST:
            players = self._setup.players
            more = tuple(USUAL[seat % len(USUAL)] for seat in range(len(players), count))
            who = min(self._setup.who, count - 1)
            self._setup = replace(self._setup, players=(*players, *more)[:count], who=who)

    def _seat(self, seat: str, text: str) -> None:
        player, players = read_player(text), list(self._setup.players)
        if player and seat.isdecimal() and len(seat) == 1 and int(seat) < len(players):
            players[int(seat)] = player
            self._setup = replace(self._setup, players=tuple(players))

    def _follow(self, seat: str) -> None:
        if seat.isdecimal() and len(seat) == 1 and int(seat) < len(self._setup.players):
            self._setup = replace(self._setup, who=int(seat))

    def _rules(self, id_: str) -> None:
        known, rules = known_id(id_), self._setup.rules
        if known is None or known == self._home:
            return
        if known in rules:
            # The reader's own rules stay, so there is always one.
            left = tuple(other for other in rules if other != known)
            self._setup = replace(self._setup, rules=left or (self._home,))
        else:
            self._setup = replace(self._setup, rules=ordered([*rules, known]))

    def _house(self, id_: str) -> None:
        option = option_of(id_)
        house = switched(self._home, self._setup.house, option) if option else None
        if house is not None:
            self._setup = replace(self._setup, house=house)

    def _rounds(self, text: str) -> None:
        if text in map(str, ROUNDS):
            self._setup = replace(self._setup, rounds=int(text))

    def _seed(self, text: str) -> None:
        if text.isascii() and text.isdecimal() and len(text) < 12 and int(text) <= MOST_SEED:
            self._setup = replace(self._setup, seed=int(text))

    def _resize(self, text: str) -> None:
        if text.isascii() and text.isdecimal() and len(text) < 6:
            self._width = max(_NARROWEST, min(_WIDEST, int(text)))

    def _stop(self) -> None:
        if self._run:
            self._run.stop()

    def _renew(self) -> None:
        if self._run:
            self._run.renew()

    # ------------------------------------------------------------------- the run

    def _ask(self) -> None:
        """Another question: the old run ends, a new one begins."""
        self._asked = ask(self._setup, self._home)
        self._work = OddsRun(self._asked, self._setup.rounds, self._memory)
        self._start()

    def _start(self) -> None:
        before = self._run
        if before:
            before.stop()
        self._run = Run(self._work, self._news)
        if self._background and self._asked.shown:
            self._run.start(instead=before)

    def _news(self, run: Run) -> None:
        """Called in the thread of a run."""
        with self._lock:
            if run is not self._run:
                return
            # At once when the first chart can be drawn, then not more often than can be looked at:
            # a picture takes the page as long as a step takes the processes.
            first = self._answered is not run and self._work.answered(self._asked.wins)
            if first:
                self._answered = run
            pause = _SOON if any(part["old"] for part in self._sections) else _EVERY
            due = time.monotonic() - self._shown >= pause
            if first or due or run.state is not State.RUNNING:
                self._show()

    def _progress(self) -> Progress | None:
        run, work = self._run, self._work
        if run is None or not self._asked.shown:
            return None
        return Progress(run.state, work.played, work.all_rounds, work.seconds_left)

    # ------------------------------------------------------------------- what is shown

    def _desk(self) -> Desk:
        tr = get_translator(self._lang)
        known = self._memory.found
        return Desk(tr, self._setup, self._home, self._asked, known, self._width)

    def _show(self) -> None:
        self._shown = time.monotonic()
        scene = odds_scene(self._desk(), self._progress(), self._sections, self._own, self._said)
        self._sections = scene["sections"]
        self.widget.scene = with_ack(scene, self._ack)


def ready() -> None:
    """What a new process does first, so that the first run finds it ready."""
    from thirtyone.rules.link import find
    from thirtyone.sim.settling_lanes import outcomes_of  # noqa: F401

    for id_ in home_ids():
        find(id_)


class OddsPage:
    """What the address asks for: the charts, or with ``view=what-if`` one position."""

    def __init__(self, here: Any) -> None:
        wishes = {"lang": here.lang, "home": here.home, "letters": here.prefs.letters}
        state = dict(here.state)
        self.lab: OddsLab | WhatIfLab
        if state["view"] == _WHAT_IF:
            own = {key: state[key] for key in WHAT_IF_STATE}
            self.lab = WhatIfLab(**wishes, on_change=here.go, **own)
        else:
            self.lab = OddsLab(**wishes, on_change=here.go, **{key: state[key] for key in STATE})
        here.observe(self.lab.follow)

    @property
    def widget(self) -> Any:
        """What a notebook shows."""
        return self.lab.widget
