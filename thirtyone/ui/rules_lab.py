"""The rules page: one reader's table of rules, and the house rules where the address asks for them.

>>> lab = RulesLab(lang="nb", home="dk-a7", cell="scoring.three_aces.dk-enogtredive")
>>> lab.opened
('scoring.three_aces', 'dk-enogtredive')
>>> lab.widget.scene["window"]["answer"]
'Tre ess gir 33, den beste hånden'
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from thirtyone.rules import Ruleset, home_ids, ruleset_ids
from thirtyone.rules.link import find, known_id
from thirtyone.text.translator import get_translator
from thirtyone.ui.house_lab import HouseLab
from thirtyone.ui.intent import Acts, each_act, intent_number
from thirtyone.ui.matrix import Matrix
from thirtyone.ui.matrix_rows import answer
from thirtyone.ui.matrix_scene import Wanted, matrix_scene
from thirtyone.ui.matrix_window import partner, window_scene
from thirtyone.ui.scene import View, with_ack
from thirtyone.ui.wishes import Wishes

STATE: Final[Mapping[str, str]] = {
    "view": "",
    "house": "",
    "cols": "",
    "all": "",
    "q": "",
    "cell": "",
    "with": "",
}
"""What a link of the page may hold: the house rules, or columns, filter and the open cell."""
_HOUSE: Final = "house"
_LONGEST: Final = 60
_LONGEST_COLUMNS: Final = 900


class RulesLab(Wishes):
    """The table of one reader.

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
        self.widget = Matrix()
        self._on_change = on_change
        self._columns: tuple[str, ...] = home_ids()
        self._wanted = Wanted()
        self._open: tuple[str, str] | None = None
        self._against = ""
        self._said = ""
        self._ack = 0
        self.follow({"lang": lang, "home": home, "letters": letters, **state})
        self.widget.observe(self._done, "intent")

    @property
    def state(self) -> dict[str, str]:
        """What a link needs to restore the page, beside language and your rules."""
        usual = self._columns == home_ids()
        return {
            "cols": "" if usual else ".".join(self._columns),
            "all": "" if self._wanted.only else "1",
            "q": self._wanted.text,
            "cell": ".".join(self._open) if self._open else "",
            "with": self._against if self._open else "",
        }

    @property
    def opened(self) -> tuple[str, str] | None:
        """The question and the ruleset whose window is open."""
        return self._open

    @property
    def columns(self) -> tuple[str, ...]:
        """The ids of the columns; your rules are always among them."""
        return tuple(rules.id for rules in self._view().shown)

    def follow(self, page: Mapping[str, object]) -> None:
        """Take over what a page says: wishes and state, any part of them."""
        self._take_wishes(page)
        self._said = ""
        if "cols" in page:
            self._read_columns(str(page["cols"]))
        if "all" in page or "q" in page:
            text = str(page.get("q", self._wanted.text))[:_LONGEST]
            only = str(page.get("all", "" if self._wanted.only else "1")) != "1"
            turn = self._wanted.turn + (text != self._wanted.text)
            self._wanted = Wanted(only, text, turn)
        if "with" in page:
            self._against = known_id(page["with"]) or ""
        if "cell" in page:
            self._read_cell(str(page["cell"]))
        self._fit()
        self._show()

    # ------------------------------------------------------------------- what a link says

    def _read_columns(self, text: str) -> None:
        wanted = [part for part in text[: 2 * _LONGEST_COLUMNS].split(".") if part]
        unknown = [part for part in wanted if known_id(part) is None]
        if unknown:
            tr = get_translator(self._lang)
            self._said = tr("state.bad_link_rules", text=unknown[0][:40])
        self._columns = self._ordered(wanted) or home_ids()

    def _read_cell(self, text: str) -> None:
        path, _, id_ = text[: 2 * _LONGEST_COLUMNS].rpartition(".")
        self._open = None
        if not text:
            return
        known = known_id(id_)
        if known and answer(find(known), path) is not None:
            self._columns = self._ordered([*self._columns, known])
            self._open = (path, known)
        else:
            self._said = get_translator(self._lang)("rules.bad_cell", text=text[:40])

    # ------------------------------------------------------------------- what the reader does

    def _done(self, change: Mapping[str, Any]) -> None:
        intent = change["new"]
        number = intent_number(intent)
        if number is None:
            return
        self._ack = number
        acts: Acts = {
            "only": (1, self._only),
            "find": (1, self._find),
            "column": (1, self._column),
            "open": (2, self._show_cell),
            "against": (1, self._compare),
            "close": (0, self._close),
            "all": (0, self._all),
        }
        before = self.state
        for do in each_act(intent, acts):
            self._said = ""
            do()
        self._fit()
        self._show()
        if self._on_change and self.state != before:
            self._on_change(self.state)

    def _only(self, answer: str) -> None:
        if answer in {"on", "off"}:
            self._wanted = Wanted(answer == "on", self._wanted.text, self._wanted.turn)

    def _find(self, text: str) -> None:
        self._wanted = Wanted(self._wanted.only, text[:_LONGEST], self._wanted.turn)

    def _all(self) -> None:
        """Whatever hides the rest: a search first, else the switch."""
        only = self._wanted.only if self._wanted.text else False
        self._wanted = Wanted(only, "", self._wanted.turn + 1)

    def _column(self, id_: str) -> None:
        shown = self.columns
        if id_ not in shown:
            self._columns = self._ordered([*self._columns, id_])
        elif id_ == self._home or len(shown) == 1:
            self._said = get_translator(self._lang)("rules.at_least") if len(shown) == 1 else ""
        else:
            self._columns = tuple(other for other in self._columns if other != id_)

    def _show_cell(self, path: str, id_: str) -> None:
        if id_ in self.columns and answer(find(id_), path) is not None:
            if self._open is None or self._open[1] == self._against:
                self._against = ""
            self._open = (path, id_)

    def _compare(self, id_: str) -> None:
        known = known_id(id_)
        if known and self._open and known != self._open[1]:
            self._against = known

    def _close(self) -> None:
        self._open = None
        self._against = ""

    # ------------------------------------------------------------------- what is shown

    def _ordered(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Known ids, each once: ours in our order, then house rules, within an address's length."""
        known = dict.fromkeys(filter(None, map(known_id, ids)))
        ours = [id_ for id_ in ruleset_ids() if id_ in known]
        kept: list[str] = []
        for id_ in (*ours, *(id_ for id_ in known if id_ not in ours)):
            if len(".".join([*kept, id_])) <= _LONGEST_COLUMNS:
                kept.append(id_)
        return tuple(kept)

    def _fit(self) -> None:
        """A window whose column has gone closes."""
        if self._open and self._open[1] not in self.columns:
            self._close()

    def _view(self) -> View:
        first = () if self._home in self._columns else (self._home,)
        ids = (*first, *self._columns)
        if self._home in ruleset_ids():
            ids = self._ordered(ids) if self._home in home_ids() else ids
        shown = tuple(map(find, ids))
        home = next(rules for rules in shown if rules.id == self._home)
        tr = get_translator(self._lang)
        return View(tr, home, shown, (), self._letters == "on")

    def _others(self) -> tuple[Ruleset, ...]:
        """All rulesets that can be a column: ours, the browser's house rules, those of a link."""
        ids = (*ruleset_ids(), *self._own, *self._columns, self._home)
        return tuple(map(find, dict.fromkeys(filter(None, map(known_id, ids)))))

    def _show(self) -> None:
        view, others = self._view(), self._others()
        scene = matrix_scene(view, self._wanted, others, self._said)
        scene["window"] = None
        if self._open:
            path, id_ = self._open
            ruleset = find(id_)
            wide = View(view.tr, view.home, others, (), view.local)
            against = partner(wide if self._against else view, path, ruleset, self._against)
            scene["window"] = window_scene(view, path, ruleset, against, others)
        self.widget.scene = with_ack(scene, self._ack)


class RulesPage:
    """What the address asks for: the table, or with ``view=house`` the reader's own rules."""

    def __init__(self, here: Any) -> None:
        wishes = {"lang": here.lang, "home": here.home, "letters": here.prefs.letters}
        state = dict(here.state)
        view, house = state.pop("view"), state.pop("house")
        self.lab: HouseLab | RulesLab
        if view == _HOUSE:
            self.lab = HouseLab(**wishes, house=house, on_change=here.go)
        else:
            self.lab = RulesLab(**wishes, on_change=here.go, **state)
        here.observe(self.lab.follow)

    @property
    def widget(self) -> Any:
        """What a notebook shows."""
        return self.lab.widget
