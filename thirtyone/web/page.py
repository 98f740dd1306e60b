"""What every notebook does first: join the bar, read the address, keep both in step.

In a notebook::

    here = page.open(mo, hand="", extra="")
    lab = HandLab(lang=here.lang, home=here.home, on_change=here.go, **here.state)
    here.observe(lab.follow)
    here.bridge
"""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from thirtyone.rules.link import MOST_KEPT, find, is_code, known_id
from thirtyone.rules.load import ruleset_ids
from thirtyone.text.translator import get_translator
from thirtyone.web.bridge import Bridge
from thirtyone.web.prefs import LANGUAGES, Notice, Prefs, Visit, read_visit

Follow = Callable[[dict[str, str]], object]
"""Called with the whole page: ``lang``, ``home``, ``letters`` and every key of the page's state.

``own`` is there too once the browser has told which house rules it keeps: codes, dot-separated.
"""


class Here:
    """One reader's page: the wishes, the page's own state, and the address that holds both."""

    def __init__(self, query: Mapping[str, str], visit: Visit, defaults: Mapping[str, str]) -> None:
        self._defaults = dict(defaults)
        self._state = self._own(query)
        self._prefs = visit.prefs
        self._notice = visit.notice
        self._own_rules: tuple[str, ...] = ()
        self._followers: list[Follow] = []
        self._numbers = count(1)
        self._widget = Bridge(
            prefs=self._told(),
            back={},
            url={},
            controls=_controls(self._prefs),
            notice=_said(self._notice, self.lang),
        )
        self._widget.observe(self._prefs_changed, "prefs")
        self._widget.observe(self._address_changed, "back")
        self._widget.observe(self._kept_changed, "own")
        self.bridge: Any = self._widget

    @property
    def prefs(self) -> Prefs:
        """The reader's wishes."""
        return self._prefs

    @property
    def lang(self) -> str:
        """The reader's language."""
        return self._prefs.lang

    @property
    def home(self) -> str:
        """The id of the reader's rules."""
        return self._prefs.home

    @property
    def state(self) -> dict[str, str]:
        """The page's own part of the address, defaults filled in."""
        return dict(self._state)

    def go(
        self, state: Mapping[str, str] | None = None, /, *, push: bool = True, **more: str
    ) -> None:
        """Write a choice of the reader into the address.

        ``push`` makes it a step that Back undoes; small steps leave that out. Keys that the page
        did not name when it was opened are ignored, defaults are left out of the address.
        """
        new = {**(state or {}), **more}
        new = {key: str(value) for key, value in new.items() if key in self._defaults}
        if any(self._state[key] != value for key, value in new.items()):
            self._state |= new
            # All of it each time: of two quick changes only the last may reach the browser.
            shown = {k: v if v != self._defaults[k] else None for k, v in self._state.items()}
            self._widget.url = {**shown, "push": push, "n": next(self._numbers)}

    def correct(self, state: Mapping[str, str]) -> None:
        """Write what the page made of an address that could not be followed: no step for Back."""
        self.go(state, push=False)

    def observe(self, follow: Follow) -> None:
        """Call ``follow`` with the whole page whenever the bar, Back or Forward changes it."""
        self._followers.append(follow)

    def _own(self, query: Mapping[str, object]) -> dict[str, str]:
        return {key: str(query.get(key, default)) for key, default in self._defaults.items()}

    def _prefs_changed(self, change: Mapping[str, Any]) -> None:
        self._follow(self._prefs.merged(change["new"]), self._state)

    def _address_changed(self, change: Mapping[str, Any]) -> None:
        query = change["new"]
        wishes = {key: query[key] for key in ("lang", "home") if key in query}
        self._follow(self._prefs.merged(wishes), self._own(query))

    def _kept_changed(self, change: Mapping[str, Any]) -> None:
        kept = [known_id(code) for code in change["new"][:MOST_KEPT]]
        own = tuple(dict.fromkeys(code for code in kept if code and is_code(code)))
        if own != self._own_rules:
            self._own_rules = own
            for follow in self._followers:
                follow({**self._told(), **self._state})

    @property
    def own(self) -> str:
        """The codes of the house rules that the browser keeps, dot-separated."""
        return ".".join(self._own_rules)

    def _follow(self, prefs: Prefs, state: dict[str, str]) -> None:
        before = self._told(), self._state
        self._prefs, self._state = prefs, state
        if (self._told(), state) == before:
            return
        self._widget.notice = _said(self._notice, prefs.lang)
        self._widget.controls = _controls(prefs)
        for follow in self._followers:
            follow({**self._told(), **state})

    def _told(self) -> dict[str, str]:
        """The wishes that Python acts on. Light or dark and the deck's colours are CSS alone."""
        told = {"lang": self.lang, "home": self.home, "letters": self._prefs.letters}
        return {**told, "own": self.own} if self._own_rules else told


def open(mo: Any, **defaults: str) -> Here:  # noqa: A001  # page.open reads well where it is used
    """The page that a marimo notebook is on. ``defaults`` are the keys of its state.

    Needs the notebook's own ``mo``, because the address belongs to its session.
    """
    query = {key: str(value) for key, value in mo.query_params().to_dict().items()}
    request = mo.app_meta().request
    headers = {k.lower(): v for k, v in (request.headers if request else {}).items()}
    visit = read_visit(query, headers.get("cookie", ""), headers.get("accept-language", ""))
    here = Here(query, visit, defaults)
    here.bridge = mo.ui.anywidget(here.bridge)
    return here


def _said(notice: Notice | None, lang: str) -> str:
    return get_translator(lang)(notice.key, **notice.details) if notice else ""


def _controls(prefs: Prefs) -> list[dict[str, Any]]:
    """Two selects for a notebook that runs without the explorer's bar."""
    tr = get_translator(prefs.lang)
    languages = [[lang, get_translator(lang)(f"language.{lang}")] for lang in LANGUAGES]
    ids = ruleset_ids() if prefs.home in ruleset_ids() else (prefs.home, *ruleset_ids())
    rules = [[id_, find(id_).names[prefs.lang]] for id_ in ids]
    return [
        {
            "name": "lang",
            "label": tr("bar.language"),
            "value": prefs.lang,
            "options": languages,
        },
        {
            "name": "home",
            "label": tr("bar.your_rules"),
            "value": prefs.home,
            "options": rules,
        },
    ]
