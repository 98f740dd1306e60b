"""The page of house rules: one reader's draft, and the widget that shows it.

>>> lab = HouseLab(lang="da", home="dk-a7", house="h1_no-trettien_sa-any_n-Hytten")
>>> lab.draft.name, sorted(lab.draft.changes), lab.state["house"]
('Hytten', ['scoring.ace_across_suits'], 'h1_no-trettien_sa-any_n-Hytten')
"""

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from thirtyone.errors import RulesError
from thirtyone.rules import get_value, load_ruleset, questions, ruleset_ids
from thirtyone.rules.draft import Draft
from thirtyone.rules.link import is_code, read_code, write_code
from thirtyone.rules.write import LARGEST_UPLOAD, read_toml
from thirtyone.text.say import say_error
from thirtyone.text.translator import Translator, get_translator
from thirtyone.ui.house import House
from thirtyone.ui.house_rows import question_text, short, summary
from thirtyone.ui.house_scene import house_scene, message
from thirtyone.ui.intent import Acts, each_act, intent_number
from thirtyone.ui.scene import Scene, with_ack
from thirtyone.ui.wishes import Wishes

_LONGEST: Final = 2000
_ADDRESS: Final = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,100}/[A-Za-z0-9._~/-]{0,100}")


class HouseLab(Wishes):
    """A draft that somebody changes by clicks, links and files.

    Whatever comes from a browser or an address is checked here: an act that makes no sense changes
    nothing; a link or a file that cannot be read is said on the page, and the page goes on.
    """

    def __init__(
        self,
        *,
        lang: str = "en",
        home: str = "no-trettien",
        house: str = "",
        letters: str = "off",
        on_change: Callable[[dict[str, str]], object] | None = None,
    ) -> None:
        self.widget = House()
        self._on_change = on_change
        self._draft = Draft(load_ruleset("no-trettien"))
        self._code = ""
        self._touched = False
        self._said = ""
        self._message: Scene | None = None
        self._at = ""
        self._turn = 0
        self._ack = 0
        self.follow({"lang": lang, "home": home, "letters": letters, "house": house})
        self.widget.observe(self._done, "intent")

    @property
    def draft(self) -> Draft:
        """The house rules as they are now."""
        return self._draft

    @property
    def lang(self) -> str:
        """The language of every word that is shown."""
        return self._lang

    @property
    def home(self) -> str:
        """The id or code of the reader's rules."""
        return self._home

    @property
    def state(self) -> dict[str, str]:
        """What a link needs to restore the page; empty as long as nothing was done."""
        return {"house": write_code(self._draft) if self._touched else ""}

    def follow(self, page: Mapping[str, object]) -> None:
        """Take over what a page says: wishes and the house rules of its address."""
        self._take_wishes(page)
        self._said, self._message = "", None
        if "house" in page:
            self._read_code(str(page["house"])[:_LONGEST])
        elif not self._touched:
            self._begin()
        self._show()

    # ------------------------------------------------------------------- what a link says

    def _begin(self) -> None:
        """Nothing was chosen yet: the reader's own rules are what one starts from."""
        self._touched = False
        home = self._home
        self._become(read_code(home) if is_code(home) else Draft(load_ruleset(home)))

    def _read_code(self, code: str) -> None:
        if not code:
            self._begin()
            return
        if code == self.state["house"]:
            return
        try:
            draft = read_code(code)
        except RulesError as error:
            self._begin()
            tr = self._tr()
            more = tr("house.starts_from", rules=self._draft.ruleset.names[self._lang])
            if not is_code(self._home):
                more = tr("house.starts_from", rules=self._draft.base.names[self._lang])
            self._message = message("house.cannot_open", say_error(error, tr), more, tr)
        else:
            self._touched = True
            self._become(draft)

    def _become(self, draft: Draft) -> None:
        """Another draft altogether: the field for the name takes its name."""
        self._draft = draft
        self._turn += 1

    # ------------------------------------------------------------------- what the reader does

    def _done(self, change: Mapping[str, Any]) -> None:
        acts: Acts = {
            "choose": (2, self._choose),
            "undo": (1, self._undo),
            "name": (1, self._name),
            "base": (1, self._base),
            "open": (1, self._open),
            "load": (2, self._load),
            "large": (1, self._large),
            "at": (1, self._reach),
        }
        intent = change["new"]
        number = intent_number(intent)
        if number is None:
            return
        self._ack = number
        before = self.state
        for do in each_act(intent, acts):
            do()
        self._show()
        if self._on_change and self.state != before:
            self._on_change(self.state)

    def _choose(self, path: str, answer: str) -> None:
        self._change(path, lambda draft: draft.choose(path, answer))

    def _undo(self, path: str) -> None:
        if path in questions(self._draft.base.family):
            self._change(path, lambda draft: draft.undo(path))

    def _change(self, path: str, change: Callable[[Draft], Draft]) -> None:
        before = self._draft
        try:
            after = change(before)
        except RulesError as error:
            # The page offers no such answer, so only a number or a made-up act comes here.
            self._fail("house.cannot_load", error, "house.goes_on", name=False)
            return
        self._message = None
        self._draft, self._touched = after, True
        self._said = _told(before, after, path, self._tr())

    def _name(self, text: str) -> None:
        named = self._draft.named(text[:_LONGEST])
        if named != self._draft:
            self._draft, self._touched = named, True
        if named.name != text:
            self._turn += 1

    def _base(self, id_: str) -> None:
        if id_ in ruleset_ids() and id_ != self._draft.base.id:
            self._message = None
            self._draft, self._touched = self._draft.moved(load_ruleset(id_)), True
            self._said = summary(self._draft, self._tr())["heading"]

    def _open(self, code: str) -> None:
        try:
            draft = read_code(code[:_LONGEST])
        except RulesError as error:
            self._fail("house.cannot_open", error, "house.goes_on")
            return
        self._message, self._touched = None, True
        self._become(draft)
        self._said = draft.ruleset.names[self._lang]

    def _load(self, name: str, packed: str) -> None:
        shown = name[:60] or "?"
        try:
            raw = base64.b64decode(packed[: 2 * LARGEST_UPLOAD], validate=True)
        except (binascii.Error, ValueError):
            return
        if len(raw) > LARGEST_UPLOAD:
            self._large(name)
            return
        try:
            draft = read_toml(shown, raw)
        except RulesError as error:
            self._fail("house.cannot_load", error, "house.goes_on")
            return
        self._message, self._touched = None, True
        self._become(draft)
        self._said = draft.ruleset.names[self._lang]

    def _large(self, name: str) -> None:
        error = RulesError("refuse.rules_too_large", file=name[:60] or "?", limit=LARGEST_UPLOAD)
        self._fail("house.cannot_load", error, "house.goes_on")

    def _reach(self, address: str) -> None:
        """Where the page is, as the browser sees it: for the code on the card."""
        if _ADDRESS.fullmatch(address):
            self._at = address

    def _fail(self, head: str, error: RulesError, more: str, *, name: bool = True) -> None:
        tr = self._tr()
        line = say_error(error, tr)
        if name:
            self._message = message(head, line, tr(more), tr)
        else:
            self._message = {**message(head, "", tr(more), tr), "head": line}

    # ------------------------------------------------------------------- what is shown

    def _tr(self) -> Translator:
        return get_translator(self._lang)

    def _show(self) -> None:
        scene = house_scene(
            self._draft,
            self._tr(),
            home=self._home,
            at=self._at,
            said=self._said,
            message=self._message,
            local=self._letters == "on",
            turn=self._turn,
        )
        self.widget.scene = with_ack(scene, self._ack)


def _told(before: Draft, after: Draft, path: str, tr: Translator) -> str:
    """One choice in a sentence, with what it opened."""
    said = [question_text(after, path, tr), f"{short(path, get_value(after.ruleset, path), tr)}."]
    if path in after.changes:
        own = short(path, get_value(after.base, path), tr)
        said.append(tr("house.said_base", answer=own))
    if len(after.cleared) > len(before.cleared):
        asked = summary(after, tr)["open"]
        said.append(f"{asked['heading']}: {tr.join(item['text'] for item in asked['items'])}")
    return " ".join(said)
