"""The round page: one reader's round, its steps, a branch of it, and the same hands elsewhere.

The lab listens to its widgets by itself, as :class:`thirtyone.ui.hand_lab.HandLab` does. A round
that is over goes down whole and is stepped through in the browser; a branch is played by round trip,
and only what its player may know goes down.

>>> lab = RoundLab(lang="nb", round="svensk-bas.blitz", step="3")
>>> lab.state["round"], lab.state["step"]
('svensk-bas.blitz', '3')
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from thirtyone.errors import ThirtyOneError
from thirtyone.play.transcript import Transcript
from thirtyone.rounds import find_round
from thirtyone.rules import Ruleset, home_ids, ruleset_ids
from thirtyone.rules.link import find, known_id
from thirtyone.text.translator import get_translator
from thirtyone.ui.intent import Acts, each_act, intent_number
from thirtyone.ui.printed_scene import printed_scene
from thirtyone.ui.rejudge import Rejudge
from thirtyone.ui.rejudge_scene import rejudge_scene
from thirtyone.ui.round_acts import explain
from thirtyone.ui.round_desk import STATE, Desk
from thirtyone.ui.round_steps import Telling
from thirtyone.ui.round_story import is_variant
from thirtyone.ui.round_text import LONGEST, BadText, read_text
from thirtyone.ui.rounds import Rounds
from thirtyone.ui.rounds_scene import rounds_scene
from thirtyone.ui.scene import with_ack
from thirtyone.ui.seat_scene import Look
from thirtyone.ui.table import Table
from thirtyone.ui.table_scene import Screen, table_scene
from thirtyone.ui.wishes import Wishes

_LONGEST: Final = 2_000
_ROOM: Final = 1_850
"""What the values of an address may take up, so that the whole stays under 2,000 characters."""

Change = Callable[..., object]
"""Called with the state, and with ``push`` for whether Back should lead to the one before."""


class RoundLab(Wishes):
    """List, table and judgements of one reader.

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
        title: bool = True,
        **state: str,
    ) -> None:
        self.rounds = Rounds()
        self.table = Table()
        self.rejudge = Rejudge()
        self._on_change = on_change
        self._title = title
        self._desk = Desk()
        self._quiz, self._revealed = True, False
        self._turn = 0
        self._listing = False
        self._follow = False
        self._refusal = self._draft = ""
        self._bad: BadText | None = None
        self._acks = {"rounds": 0, "table": 0, "rejudge": 0}
        self.follow({"lang": lang, "home": home, "letters": letters, **STATE, **state})
        self.rounds.observe(self._listed, "intent")
        self.table.observe(self._stepped, "intent")
        self.table.observe(self._stands, "at")
        self.rejudge.observe(self._judged, "intent")

    # ------------------------------------------------------------------------- what a page knows

    @property
    def state(self) -> dict[str, str]:
        """What a link needs to restore the page, beside language and your rules.

        A transcript that would make the address too long is left out, and its branch with it.
        """
        state = self._desk.state
        # A tilde takes three characters in an address.
        length = sum(len(text) + 2 * text.count("~") for text in (self._home, *state.values()))
        return state if length <= _ROOM else {**state, "t": "", "play": ""}

    @property
    def lang(self) -> str:
        """The language of every word that is shown."""
        return self._lang

    @property
    def home(self) -> str:
        """The id of the rules that everything is compared with."""
        return self._home

    def follow(self, page: Mapping[str, object]) -> None:
        """Take over what a page says: wishes and state, any part of them."""
        lang = self._lang
        self._take_wishes(page)
        if self._lang != lang:
            self._desk.said = ""  # it was in the other language
        told = {key: str(page[key])[:_LONGEST] for key in STATE if key in page}
        now = self.state if self._turn else {}
        if any(now.get(key) != value for key, value in told.items()):
            self._desk.restore({**STATE, **told}, get_translator(self._lang))
            self._opened()
        self._show()

    def _opened(self) -> None:
        """Another round or another course of it is shown."""
        self._turn += 1
        self._follow = False
        self._refusal = ""
        self._revealed = self._desk.at >= self._desk.steps - 1

    # --------------------------------------------------------------------------- what the reader does

    def _listed(self, change: Mapping[str, Any]) -> None:
        acts: Acts = {
            "list": (0, self._list),
            "round": (1, self._choose),
            "deal": (1, self._choose_deal),
            "text": (1, self._read),
            "sound": (0, self._read_sound),
            "close": (0, self._close_form),
        }
        self._act("rounds", acts, change["new"])

    def _stepped(self, change: Mapping[str, Any]) -> None:
        acts: Acts = {
            "quiz": (1, self._switch_quiz),
            "play": (3, self._play_on),
            "finish": (3, self._finish),
            "do": (1, self._do),
            "rest": (0, self._rest),
            "again": (1, self._again),
            "back": (0, self._back),
            "round": (1, self._choose),
        }
        self._act("table", acts, change["new"])

    def _judged(self, change: Mapping[str, Any]) -> None:
        acts: Acts = {
            "add": (1, self._add),
            "remove": (1, self._remove),
            "show": (0, self._reveal),
        }
        self._act("rejudge", acts, change["new"])

    def _act(self, widget: str, acts: Acts, intent: Mapping[str, object]) -> None:
        """Do every act of an intent that is one, then show the outcome once."""
        number = intent_number(intent)
        if number is None:
            return
        self._acks[widget] = number
        before = self.state
        for do in each_act(intent, acts):
            do()
        self._show()
        after = self.state
        if self._on_change and after != before:
            small = {**before, "step": ""} == {**after, "step": ""}
            self._on_change(after, push=not small)

    # --- the list and the form

    def _list(self) -> None:
        """Fifty files are read for the list, so it is made when somebody wants it."""
        self._listing = True

    def _choose(self, id_: str) -> None:
        try:
            chosen = find_round(id_)
        except ThirtyOneError:
            return
        self._desk.said, self._bad, self._draft = "", None, ""
        self._desk.open(chosen, chosen.transcript)
        self._opened()

    def _choose_deal(self, number: str) -> None:
        if number.isascii() and number.isdecimal() and int(number[:6]) < len(self._desk.stories):
            self._desk.deal, self._desk.at, self._desk.branch = int(number), 0, None
            self._opened()

    def _read(self, text: str) -> None:
        read = read_text(text)
        self._desk.said = ""
        if isinstance(read, BadText):
            self._bad, self._draft = read, text[:LONGEST]
            return
        self._bad, self._draft = None, ""
        self._desk.open(None, read)
        self._opened()

    def _read_sound(self) -> None:
        if self._bad and self._bad.sound:
            self._read(self._bad.sound)

    def _close_form(self) -> None:
        self._bad, self._draft = None, ""

    # --- the steps

    def _go(self, number: str) -> bool:
        """The step of this number, counted from 0, is shown; False if there is none."""
        if not number.isascii() or not number.isdecimal() or int(number[:6]) >= self._desk.steps:
            return False
        self._desk.at = int(number)
        self._follow = False
        if self._desk.at == self._desk.steps - 1:
            self._revealed = True
        return True

    def _stands(self, change: Mapping[str, Any]) -> None:
        """The reader has stepped. The table knows; the address and the judgements follow."""
        before, revealed = self.state, self._revealed
        self._go(str(change["new"]))
        if self._revealed != revealed:
            self._show_judgements()
        if self._on_change and self.state != before:
            self._on_change(self.state, push=False)

    def _switch_quiz(self, value: str) -> None:
        if value in {"on", "off"}:
            self._quiz = value == "on"

    def _reveal(self) -> None:
        self._revealed = True

    # --- playing on

    def _play_on(self, step: str, seat: str, policy: str) -> None:
        if self._go(step) and self._desk.play_on(seat, policy):
            self._opened()

    def _finish(self, step: str, _seat: str, policy: str) -> None:
        if self._go(step) and self._desk.finish(policy):
            self._opened()
            self._follow = True

    def _do(self, text: str) -> None:
        self._refusal = ""
        try:
            if self._desk.do(text):
                self._opened()
                self._follow = True
        except ThirtyOneError as error:
            self._refusal = explain(self._telling(), error)

    def _rest(self) -> None:
        """The others play the rest, and the reader's hand with it."""
        if self._desk.rest():
            self._opened()
            self._follow = True

    def _again(self, number: str) -> None:
        """Back to an earlier turn of the reader's, to do something else."""
        if self._desk.again(number):
            self._opened()

    def _back(self) -> None:
        if self._desk.back():
            self._opened()

    # --- the judgements

    def _add(self, id_: str) -> None:
        known = known_id(id_)
        if known and known not in self._fixed():
            self._desk.extra = tuple(dict.fromkeys((*self._desk.extra, known)))

    def _remove(self, id_: str) -> None:
        self._desk.extra = tuple(other for other in self._desk.extra if other != id_)

    # ------------------------------------------------------------------------------- what is shown

    def _look(self) -> Look:
        return Look(get_translator(self._lang), self._letters == "on")

    def _telling(self) -> Telling:
        viewer = self._desk.branch.viewer if self._desk.branch else None
        return Telling(self._desk.story, self._look(), viewer)

    def _fixed(self) -> frozenset[str]:
        own = self._desk.base.ruleset.id if self._desk.stories else self._home
        return frozenset((*home_ids(), self._home, own))

    def _shown(self) -> list[Ruleset]:
        home, own = find(self._home), self._desk.base.ruleset
        first = [rules for rules in (home, own) if rules.id not in home_ids() or is_variant(rules)]
        rest = [find(id_) for id_ in (*home_ids(), *self._desk.extra)]
        shown: list[Ruleset] = []
        shown.extend(rules for rules in (*first, *rest) if rules not in shown)
        return shown

    def _others(self) -> list[Ruleset]:
        """What can be added: our own rulesets, the browser's house rules, and what a link added."""
        fixed = self._fixed()
        own = filter(None, map(known_id, (*self._own, *self._desk.extra)))
        return [find(id_) for id_ in dict.fromkeys((*ruleset_ids(), *own)) if id_ not in fixed]

    def _show(self) -> None:
        look = self._look()
        self.rounds.scene = with_ack(
            rounds_scene(
                look,
                self._desk.annotated,
                deal=self._desk.deal,
                deals=len(self._desk.stories),
                title=self._title,
                listing=self._listing,
                turn=self._turn,
                said=self._desk.said,
                draft=self._draft,
                bad=self._bad,
            ),
            self._acks["rounds"],
        )
        if not self._desk.stories:
            assert self._desk.annotated is not None
            id_ = f"{self._turn}"
            self.table.scene = with_ack(
                printed_scene(look, self._desk.annotated, id_), self._acks["table"]
            )
            self.rejudge.scene = {"lang": self._lang, "heading": "", "ack": self._acks["rejudge"]}
            return
        telling = self._telling()
        screen = Screen(
            telling,
            id=str(self._turn),
            at=self._desk.at,
            quiz=self._quiz,
            branch=self._desk.branch,
            follow=self._follow,
            refusal=self._refusal,
            transcript=self._saved(),
            link=self._on_change is not None,
            linkable=self._desk.annotated is not None or bool(self.state["t"]),
        )
        self.table.scene = with_ack(table_scene(screen), self._acks["table"])
        self._show_judgements()

    def _show_judgements(self) -> None:
        telling, fixed = self._telling(), self._fixed()
        self.rejudge.scene = with_ack(
            rejudge_scene(
                telling,
                find(self._home),
                self._shown(),
                self._others(),
                fixed,
                revealed=self._revealed or not self._quiz,
            ),
            self._acks["rejudge"],
        )

    def _saved(self) -> Transcript | None:
        """The text that may be saved: in a branch none before all hands lie open."""
        if self._desk.branch is None:
            return self._desk.transcript
        story = self._desk.story
        outcome = story.steps[-1].state.outcome
        if self._desk.branch.viewer is not None and (outcome is None or outcome.drawn):
            return None
        return Transcript(story.ruleset, (story.record,))
