"""What-if: a position that a reader lays out, and what each move is worth under several rulesets.

The first figures come with the answer to a press; the intervals become narrower in a thread of the
lab's own. Whatever comes from a browser or an address is checked here: an act that makes no sense
changes nothing, a link that cannot be read is said on the page and the page goes on.

>>> lab = WhatIfLab(lang="nb", background=False)
>>> lab.widget.scene["table"]["seats"][0]["name"], lab.state["hand"]
('Du', '')
"""

import random
from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any, Final

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError
from thirtyone.rules import Ruleset, ruleset_ids
from thirtyone.rules.link import find, known_id
from thirtyone.sim.positions.moves import moves
from thirtyone.sim.positions.position import PositionError, usual_stock
from thirtyone.sim.positions.what_if import Asked
from thirtyone.text.say import say_error
from thirtyone.text.translator import Translator, get_translator
from thirtyone.ui import what_if_edit as edit
from thirtyone.ui.intent import Acts, each_act, intent_number
from thirtyone.ui.scene import with_ack
from thirtyone.ui.what_if import WhatIf
from thirtyone.ui.what_if_figures import figures_scene
from thirtyone.ui.what_if_judge import Shown, scales_for
from thirtyone.ui.what_if_link import STATE, example, policy_of, read_desk, write_desk
from thirtyone.ui.what_if_page import page_scene
from thirtyone.ui.what_if_rules import Changes, changed, choose, read_changes, switch, write_changes
from thirtyone.ui.what_if_run import Run, in_background
from thirtyone.ui.wishes import Wishes

__all__ = ["STATE", "WhatIfLab"]

_LONGEST: Final = 400
_MOST_ADDED: Final = 3
"""So many further rulesets stand beside yours, and yours with other rules."""


class WhatIfLab(Wishes):
    """The position of one reader, the rulesets asked about it, and the widget that shows them."""

    def __init__(
        self,
        *,
        lang: str = "en",
        home: str = "no-trettien",
        letters: str = "off",
        on_change: Callable[[dict[str, str]], object] | None = None,
        background: bool = True,
        seed: int | None = None,
        **state: str,
    ) -> None:
        self.widget = WhatIf()
        self._on_change = on_change
        self._background = background
        self._rng = random.Random(seed)
        self._desk = example(find(self._home))
        self._changes: Changes = {}
        self._added: tuple[str, ...] = ()
        self._see = ""
        self._unfolded = False
        self._said = ""
        self._ack = 0
        self._run: Run | None = None
        self._axis: tuple[float, float] | None = None
        self._lock = RLock()
        self.follow({"lang": lang, "home": home, "letters": letters, **STATE, **state})
        self.widget.observe(self._done, "intent")

    @property
    def state(self) -> dict[str, str]:
        """What a link needs to restore the page, beside language and your rules."""
        return {
            **STATE,
            **write_desk(self._desk, self._ruleset),
            "rules": ".".join(self._added),
            "set": write_changes(self._changes),
            "see": "" if self._see == self._scales[0] else self._see,
        }

    @property
    def run(self) -> Run | None:
        """The games behind the figures; None while there is nothing to play."""
        return self._run

    @property
    def _ruleset(self) -> Ruleset:
        return find(self._home)

    @property
    def _scales(self) -> tuple[str, ...]:
        return scales_for(self._ruleset)

    def follow(self, page: Mapping[str, object]) -> None:
        """Take over what a page says: wishes and state, any part of them."""
        with self._lock:
            before = self.state
            old = self._ruleset
            self._take_wishes(page)
            self._said = ""
            told = {key: str(page[key])[:_LONGEST] for key in STATE if key in page}
            if any(before[key] != text for key, text in told.items()):
                self._read({**before, **told})
            elif old != self._ruleset:
                self._move(old)
            if self._see not in self._scales:
                self._see = self._scales[0]
            self._show()

    # ------------------------------------------------------------------- what a link says

    def _read(self, state: Mapping[str, str]) -> None:
        tr, rules = self._tr, self._ruleset
        bad: list[str] = []
        if any(state[key] for key in STATE if key not in {"rules", "set", "see"}):
            self._desk, part = read_desk(state, rules)
            bad += [tr("whatif.bad_link", text=part[:40])] if part else []
        else:
            self._desk = example(rules)
        self._changes, part = read_changes(state["set"], rules)
        bad += [tr("whatif.bad_link", text=part[:40])] if part else []
        ids = [part for part in state["rules"].split(".") if part]
        strange = [id_ for id_ in ids if known_id(id_) is None]
        bad += [tr("state.bad_link_rules", text=strange[0][:40])] if strange else []
        self._added = self._addable(tuple(filter(None, map(known_id, ids))))
        self._see = state["see"] if state["see"] in self._scales else self._scales[0]
        if state["see"] not in {"", *self._scales}:
            bad.append(tr("whatif.bad_link", text=state["see"][:40]))
        self._said = " ".join(bad)

    def _move(self, old: Ruleset) -> None:
        """Other rules are yours now: the position stays where it can."""
        rules = self._ruleset
        was_example = self._desk == example(old)
        if rules.family is not old.family or was_example:
            self._desk = example(rules)
        else:
            self._desk = edit.moved(self._desk, rules)
        self._changes, _ = read_changes(write_changes(self._changes), rules)
        self._added = self._addable(self._added)

    def _addable(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Rulesets under which this kind of position exists, each once."""
        home = self._ruleset
        fitting = [
            id_
            for id_ in dict.fromkeys(ids)
            if id_ != self._home and find(id_).family is home.family
        ]
        return tuple(fitting[:_MOST_ADDED])

    # ------------------------------------------------------------------- what the reader does

    def _done(self, change: Mapping[str, Any]) -> None:
        intent = change["new"]
        number = intent_number(intent)
        if number is None:
            return
        with self._lock:
            self._ack = number
            before = self.state
            for do in each_act(intent, self._acts):
                self._said = ""
                do()
            self._show()
            after = self.state
        if self._on_change and after != before:
            self._on_change(after)

    @property
    def _acts(self) -> Acts:
        return {
            "card": (2, self._put),
            "gone": (1, self._toggle_gone),
            "lives": (2, self._change_standing),
            "who": (2, self._change_policy),
            "dealer": (1, self._change_dealer),
            "knock": (1, self._change_knocker),
            "lap": (1, self._change_lap),
            "passes": (1, self._change_passes),
            "stock": (1, self._change_stock),
            "seat": (1, self._change_seats),
            "fill": (0, self._fill),
            "forget": (0, self._forget),
            "switch": (1, self._switch),
            "choose": (2, self._choose),
            "plain": (0, self._plain),
            "all": (0, self._unfold),
            "add": (1, self._add),
            "remove": (1, self._remove),
            "see": (1, self._look_at),
        }

    def _put(self, place: str, name: str) -> None:
        card = None
        if name != "-":
            try:
                card = Card(name)
            except KeyError:
                return
        self._desk = edit.put_card(self._desk, self._ruleset, place, card)

    def _toggle_gone(self, name: str) -> None:
        try:
            card = Card(name)
        except KeyError:
            return
        self._desk = edit.toggle_gone(self._desk, self._ruleset, card)

    def _change_standing(self, seat: str, step: str) -> None:
        self._desk = edit.change_standing(self._desk, self._ruleset, _seat(seat), _step(step))

    def _change_policy(self, seat: str, letter: str) -> None:
        policy = policy_of(letter)
        if policy:
            self._desk = edit.change_policy(self._desk, _seat(seat), policy)

    def _change_dealer(self, seat: str) -> None:
        self._desk = edit.change_dealer(self._desk, self._ruleset, _seat(seat))

    def _change_knocker(self, seat: str) -> None:
        self._desk = edit.change_knocker(self._desk, _seat(seat))

    def _change_lap(self, step: str) -> None:
        self._desk = edit.change_lap(self._desk, _step(step))

    def _change_passes(self, step: str) -> None:
        self._desk = edit.change_passes(self._desk, _step(step))

    def _change_stock(self, step: str) -> None:
        self._desk = edit.change_stock(self._desk, self._ruleset, _step(step))

    def _change_seats(self, step: str) -> None:
        self._desk = edit.change_seats(self._desk, self._ruleset, _step(step))

    def _fill(self) -> None:
        self._desk = edit.fill(self._desk, self._ruleset, self._rng)

    def _forget(self) -> None:
        self._desk = edit.forget(self._desk)

    def _switch(self, path: str) -> None:
        self._changes = switch(self._ruleset, self._changes, path)

    def _choose(self, path: str, answer: str) -> None:
        self._changes = choose(self._ruleset, self._changes, path, answer)

    def _plain(self) -> None:
        self._changes = {}

    def _unfold(self) -> None:
        self._unfolded = not self._unfolded

    def _add(self, id_: str) -> None:
        known = known_id(id_)
        if known:
            self._added = self._addable((*self._added, known))

    def _remove(self, id_: str) -> None:
        self._added = tuple(other for other in self._added if other != id_)

    def _look_at(self, scale: str) -> None:
        if scale in self._scales:
            self._see, self._axis = scale, None

    # ------------------------------------------------------------------- what is shown

    @property
    def _tr(self) -> Translator:
        return get_translator(self._lang)

    def _rulesets(self) -> tuple[tuple[Ruleset, ...], str]:
        """Yours, yours with the changes, the added ones; and why one of these is left out."""
        home = self._ruleset
        asked = [home]
        if self._changes:
            asked.append(changed(home, self._changes))
        said = ""
        for id_ in self._added:
            try:
                moves(find(id_), self._desk.position)
            except ThirtyOneError as error:
                said = said or say_error(error, self._tr)
            else:
                asked.append(find(id_))
        return tuple(asked), said

    def _ask(self) -> str:
        """Play the position if it has changed; what stands against it otherwise."""
        rules, position = self._ruleset, self._desk.position
        size = 3 if rules.family == "bank" else rules.hand_size
        missing = size - len(position.hands[0])
        if missing > 0:
            self._run = None
            return self._tr.plural("whatif.choose_own", missing)
        try:
            moves(rules, position)
            rulesets, said = self._rulesets()
            for ruleset in rulesets:
                moves(ruleset, position)
        except PositionError as error:
            self._run = None
            return say_error(error, self._tr)
        if position.stock is None:
            position = edit.with_stock(self._desk, usual_stock(rules, position)).position
        asked = Asked(rulesets, position, self._desk.policies)
        if self._run is None or self._run.asked != asked:
            self._run, self._axis = Run(asked), None
            if self._background:
                run = self._run
                in_background(run, lambda: self._run is run, lambda: self._refine(run))
        return said

    def _refine(self, run: Run) -> None:
        with self._lock:
            if self._run is run:
                self._draw_figures()

    def _draw_figures(self) -> None:
        if self._run is None:
            self.widget.figures = {}
            return
        shown = Shown(
            self._run,
            self._tr,
            self._see,
            variant=bool(self._changes),
            axis=self._axis,
            local=self._letters == "on",
        )
        figures = figures_scene(shown)
        low, high = figures["axis"]
        self._axis = (low, high)
        self.widget.figures = figures

    def _show(self) -> None:
        obstacle = self._ask()
        # The figures first: the scene carries the answer to the intent.
        self._draw_figures()
        home = self._ruleset
        others = [
            find(id_)
            for id_ in ruleset_ids()
            if id_ != home.id and id_ not in self._added and find(id_).family is home.family
        ]
        scene = page_scene(
            self._desk,
            home,
            self._tr,
            local=self._letters == "on",
            changes=self._changes,
            unfolded=self._unfolded,
            scales=self._scales,
            see=self._see,
            added=[find(id_) for id_ in self._added],
            others=others if len(self._added) < _MOST_ADDED else [],
            said=self._said,
            obstacle=obstacle,
            empty=self._run is None,
            link=self._on_change is not None,
        )
        self.widget.scene = with_ack(scene, self._ack)


def _seat(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else -1


def _step(text: str) -> int:
    return {"1": 1, "-1": -1}.get(text, 0)
