"""The hand lab: one reader's cards, rules and words, and the three widgets that show them.

The lab listens to its widgets by itself. No notebook cell has to run for a click, so an answer
takes milliseconds and the same object works in marimo and in Jupyter.

>>> lab = HandLab(lang="sv", home="se-svensk-bas", hand="KH.9H.AS")
>>> lab.state
{'hand': 'KH.9H.AS', 'extra': ''}
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from thirtyone.cards import Card, pack
from thirtyone.rules import Ruleset, home_ids, ruleset_ids
from thirtyone.rules.link import find, known_id
from thirtyone.text.translator import get_translator
from thirtyone.ui.intent import Acts, each_act, intent_number
from thirtyone.ui.picker import Picker
from thirtyone.ui.picker_scene import NO_CARDS, Typed, picker_scene, write_hand
from thirtyone.ui.scene import View, with_ack
from thirtyone.ui.strips import Strips
from thirtyone.ui.strips_scene import strips_scene
from thirtyone.ui.typed import Complaint, read_hand
from thirtyone.ui.verdicts import Verdicts
from thirtyone.ui.verdicts_scene import verdicts_scene
from thirtyone.ui.wishes import Wishes

THREE_ACES: Final = "AS.AH.AD"
_LONGEST: Final = 200
_LONGEST_EXTRA: Final = 900
"""With a house rule each in ``home`` and ``extra`` an address stays under 2,000 characters."""


class HandLab(Wishes):
    """Picker, verdicts and strips of one reader.

    Whatever comes from a browser or an address is checked here: an act that makes no sense changes
    nothing, a link that cannot be read is said on the page and the page goes on.
    """

    def __init__(
        self,
        *,
        lang: str = "en",
        home: str = "no-trettien",
        hand: str = THREE_ACES,
        extra: str = "",
        letters: str = "off",
        on_change: Callable[[dict[str, str]], object] | None = None,
        on_correct: Callable[[dict[str, str]], object] | None = None,
        title: bool = True,
        link: bool | None = None,
        seed: int | None = None,
    ) -> None:
        self.picker = Picker()
        self.verdicts = Verdicts()
        self.strips = Strips()
        self._on_change, self._on_correct = on_change, on_correct
        self._title = title
        self._link = on_change is not None if link is None else link
        self._rng = random.Random(seed)
        self._hand: tuple[Card, ...] = ()
        self._extra: tuple[str, ...] = ()
        self._typed = Typed()
        self._said = ""
        self._acks = {"picker": 0, "verdicts": 0}
        self.follow({"lang": lang, "home": home, "letters": letters, "hand": hand, "extra": extra})
        self.picker.observe(self._picked, "intent")
        self.verdicts.observe(self._chosen, "intent")

    @property
    def state(self) -> dict[str, str]:
        """What a link needs to restore the page, beside language and your rules."""
        return {"hand": write_hand(self._hand), "extra": ".".join(self._extra)}

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards, in the order in which they were picked."""
        return self._hand

    @property
    def lang(self) -> str:
        """The language of every word that is shown."""
        return self._lang

    @property
    def home(self) -> str:
        """The id of the rules that everything is compared with."""
        return self._home

    @property
    def answers(self) -> dict[str, str]:
        """What each ruleset shown says, by its id: ``31``, ``30½``, ``Ild``, ``–`` for no answer."""
        return {panel["id"]: panel["value"]["text"] for panel in self.verdicts.scene["panels"]}

    def set_prefs(self, **wishes: str) -> None:
        """Change ``lang``, ``home`` or ``letters``; unknown values are left out."""
        self.follow(wishes)

    def restore(self, state: Mapping[str, str]) -> None:
        """Show the hand and the added rulesets of a link."""
        self.follow(state)

    def follow(self, page: Mapping[str, object]) -> None:
        """Take over what a page says: wishes and state, any part of them."""
        self._take_wishes(page)
        self._said = ""
        self._forget()
        if "extra" in page:
            self._read_extra(str(page["extra"]))
        self._extra = self._addable(self._extra)
        if "hand" in page and str(page["hand"]) != write_hand(self._hand):
            self._read_hand(str(page["hand"]))
        if self._fit() and self._on_correct:
            self._on_correct(self.state)
        self._show()

    # ------------------------------------------------------------------- what a link says

    def _read_extra(self, text: str) -> None:
        ids = [part for part in text[: 2 * _LONGEST_EXTRA].split(".") if part]
        unknown = [id_ for id_ in ids if known_id(id_) is None]
        if unknown:
            words = get_translator(self._lang)("state.bad_link_rules", text=unknown[0][:40])
            self._complain(Complaint(words))
        self._extra = tuple(ids)

    def _read_hand(self, text: str) -> None:
        tr = get_translator(self._lang)
        if text in {"", NO_CARDS}:
            self._hand = ()
            return
        cards, complaint = read_hand(
            text[:_LONGEST].replace(".", " "), tr, self._view().limit, self._view().home
        )
        if complaint:
            words = f"{tr('state.bad_link_hand')} {complaint.text}"
            self._complain(Complaint(words, complaint.read, complaint.gap))
        else:
            self._hand = cards

    # ------------------------------------------------------------------- what the reader does

    def _picked(self, change: Mapping[str, Any]) -> None:
        acts: Acts = {
            "pick": (1, self._pick),
            "drop": (0, self._drop),
            "clear": (0, self._clear),
            "show": (1, self._example),
            "random": (0, self._deal),
            "type": (1, self._type),
        }
        self._act("picker", acts, change["new"])

    def _chosen(self, change: Mapping[str, Any]) -> None:
        acts: Acts = {
            "add": (1, self._add),
            "remove": (1, self._remove),
        }
        self._act("verdicts", acts, change["new"])

    def _act(self, widget: str, acts: Acts, intent: Mapping[str, object]) -> None:
        """Do every act of an intent that is one, then show the outcome once."""
        number = intent_number(intent)
        if number is None:
            return
        self._acks[widget] = number
        before = self.state
        for do in each_act(intent, acts):
            self._said = ""
            do()
        self._show()
        if self._on_change and self.state != before:
            self._on_change(self.state)

    def _pick(self, name: str) -> None:
        card = _card(name)
        if card is None:
            return
        self._forget()
        if card in self._hand:
            self._take_out(card)
            return
        if card not in self._pack():
            return
        # A full hand makes room by giving up the card that has been in it longest.
        room = self._view().limit - 1
        self._hand = (*self._hand[-room:], card)

    def _drop(self) -> None:
        if self._hand:
            self._forget()
            self._take_out(self._hand[-1])

    def _take_out(self, card: Card) -> None:
        self._hand = tuple(other for other in self._hand if other is not card)
        view = self._view()
        words = view.words(card)
        self._said = view.tr("picker.removed", card=words[:1].upper() + words[1:])

    def _clear(self) -> None:
        self._forget()
        self._hand = ()
        self._said = self._view().tr("picker.cleared")

    def _example(self, text: str) -> None:
        cards = tuple(card for card in map(_card, text[:_LONGEST].split(".")) if card)
        if cards and len(cards) == len(set(cards)) <= self._view().limit:
            self._forget()
            self._hand = cards

    def _deal(self) -> None:
        self._forget()
        home = self._view().home
        self._hand = tuple(self._rng.sample(pack(home.deck_size), home.hand_size))

    def _type(self, text: str) -> None:
        view = self._view()
        cards, complaint = read_hand(text[:_LONGEST], view.tr, view.limit, view.home)
        if complaint:
            self._complain(complaint, text[:_LONGEST])
        else:
            self._forget(empty=True)
            self._hand = cards

    def _add(self, id_: str) -> None:
        self._extra = self._addable((*self._extra, id_))

    def _remove(self, id_: str) -> None:
        self._extra = tuple(other for other in self._extra if other != id_)
        self._fit()

    # ------------------------------------------------------------------- what is shown

    def _addable(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Known ids that have no panel anyway, each once, and no more than an address holds."""
        fixed = self._fixed()
        kept: list[str] = []
        for id_ in dict.fromkeys(filter(None, map(known_id, ids))):
            if id_ not in fixed and len(".".join([*kept, id_])) <= _LONGEST_EXTRA:
                kept.append(id_)
        return tuple(kept)

    def _fixed(self) -> frozenset[str]:
        return frozenset((*home_ids(), self._home))

    def _pack(self) -> list[Card]:
        """The cards of the largest pack in view."""
        return list(pack(max(rules.deck_size for rules in self._view().shown)))

    def _fit(self) -> bool:
        """A fourth card goes when the last ruleset that could use it goes. Did one go?"""
        held = len(self._hand)
        self._hand = self._hand[: self._view().limit]
        return len(self._hand) < held

    def _forget(self, *, empty: bool = False) -> None:
        """Nothing is wrong any more. What was typed goes if it was wrong or has been used."""
        gone = empty or self._typed.complaint is not None
        self._typed = Typed("" if gone else None, None, self._typed.turn + 1)

    def _complain(self, complaint: Complaint, text: str | None = None) -> None:
        self._typed = Typed(text, complaint, self._typed.turn + 1)

    def _view(self) -> View:
        first = () if self._home in home_ids() else (self._home,)
        shown = tuple(map(find, (*first, *home_ids(), *self._extra)))
        home = next(rules for rules in shown if rules.id == self._home)
        tr = get_translator(self._lang)
        return View(tr, home, shown, self._hand, self._letters == "on")

    def _show(self) -> None:
        view = self._view()
        self.picker.scene = with_ack(
            picker_scene(
                view, typed=self._typed, said=self._said, title=self._title, link=self._link
            ),
            self._acks["picker"],
        )
        self.verdicts.scene = with_ack(
            verdicts_scene(view, self._others(), self._fixed()), self._acks["verdicts"]
        )
        self.strips.scene = strips_scene(view)

    def _others(self) -> tuple[Ruleset, ...]:
        """What can be added: our own rulesets, the browser's house rules, and what a link added."""
        fixed = self._fixed()
        own = dict.fromkeys(filter(None, map(known_id, (*self._own, *self._extra))))
        ids = dict.fromkeys((*ruleset_ids(), *own))
        return tuple(find(id_) for id_ in ids if id_ not in fixed)


def _card(name: str) -> Card | None:
    try:
        return Card(name)
    except KeyError:
        return None
