"""The left half of what-if: the table with everything that can be set about it.

Words, faces and choices only; what a change means is decided in :mod:`.what_if_edit`.
"""

from dataclasses import dataclass
from html import escape
from typing import Final

from thirtyone.cards import Card, Rank, Suit, pack
from thirtyone.hands import check_playable, score_playable
from thirtyone.notation import Style, format_card, index_letter, suit_word
from thirtyone.play.match import has_lives
from thirtyone.rules import Family, Ruleset
from thirtyone.rules.model import BankForm, LifeUnit
from thirtyone.sim.positions.position import (
    MOST_LAPS,
    Position,
    largest_stock,
    open_size,
    unseen,
    usual_stock,
)
from thirtyone.text.say_play import say_label
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import back, compact, suit_mark
from thirtyone.ui.marks import icon
from thirtyone.ui.scene import Scene, with_markup
from thirtyone.ui.seat_scene import WAVE
from thirtyone.ui.what_if_edit import is_known, room_at
from thirtyone.ui.what_if_link import Desk, fewest, letter_of, most, policy_of
from thirtyone.ui.what_if_said import policy_words

_POLICIES: Final = ("20", "s", "27", "30", "n", "r")
"""Players to choose among, as links write them; steady knocks from 25."""
_THRESHOLDS: Final = tuple(str(n) for n in range(15, 32) if n not in {20, 25, 27, 30})


@dataclass(frozen=True, slots=True)
class Setting:
    """A desk, whose rules it lies under, and in which words it is shown."""

    desk: Desk
    ruleset: Ruleset
    tr: Translator
    local: bool = False

    @property
    def position(self) -> Position:
        """The table."""
        return self.desk.position

    def card(self, card: Card) -> str:
        """The spoken name of a card."""
        return format_card(card, self.tr.lang, Style.WORDS)

    @property
    def names(self) -> list[str]:
        """By seat: you and the others, who keep their names from game to game."""
        others = self.tr("whatif.names").split(", ")
        names = [self.tr("whatif.you"), *others[: self.position.players - 1]]
        if self.ruleset.family is Family.BANK:
            bank = self.tr("seat.bank")
            names[self.position.dealer] = bank[:1].upper() + bank[1:]
        return names


def table_scene(setting: Setting) -> Scene:
    """Seats, piles and the moment of the round."""
    tr, position = setting.tr, setting.position
    return {
        "label": tr("whatif.position"),
        "seats": [_seat(setting, seat) for seat in range(position.players)],
        "piles": _piles(setting),
        "facts": _facts(setting),
        "grid": _grid(setting),
        "buttons": _buttons(setting),
        "faces": _faces(setting),
        "hint": tr("whatif.hint"),
    }


# ------------------------------------------------------------------------------------------ seats


def _seat(setting: Setting, seat: int) -> Scene:
    tr, position, ruleset = setting.tr, setting.position, setting.ruleset
    name = setting.names[seat]
    dealer = seat == position.dealer % position.players
    return {
        "seat": seat,
        "name": name,
        "me": seat == 0,
        "label": tr("whatif.seat", name=name),
        "who": _who(setting, seat, name)
        if not (dealer and ruleset.family is Family.BANK)
        else None,
        "cards": [
            _place(setting, seat, at, name) for at in range(room_at(ruleset, position, seat))
        ],
        "lives": _lives(setting, seat, name),
        "line": _line(setting, seat),
        "tag": _tag(setting, seat, dealer=dealer),
    }


def _place(setting: Setting, seat: int, at: int, name: str) -> Scene:
    tr, hand = setting.tr, setting.position.hands[seat]
    card = hand[at] if at < len(hand) else None
    if card is not None:
        label = tr("whatif.card_at", name=name, card=setting.card(card))
    elif seat == 0 or at >= 3:
        label = tr("whatif.slot_at", name=name, n=at + 1)
    else:
        label = tr("whatif.hidden_at", name=name, n=at + 1)
    empty = "" if seat == 0 or at >= 3 else "?"
    return {"place": f"{seat}.{at}", "key": str(card) if card else empty, "label": label}


def _who(setting: Setting, seat: int, name: str) -> Scene:
    tr, policy = setting.tr, setting.desk.policies[seat]
    bank = setting.ruleset.family is Family.BANK
    # At the bank a player who never stops by himself stops at 31, which is listed anyway.
    known = [*_POLICIES, *_THRESHOLDS] if not bank else ["s", *map(str, range(15, 32)), "r"]
    label = tr("whatif.plays_you") if seat == 0 else tr("whatif.plays", name=name)
    return {
        "label": label,
        "value": letter_of(policy),
        "short": policy_words(policy, tr, bank=bank),
        "options": [
            {"value": letter, "label": policy_words(policy_of(letter) or "", tr, bank=bank)}
            for letter in known
        ],
    }


def _lives(setting: Setting, seat: int, name: str) -> Scene | None:
    ruleset, tr, own = setting.ruleset, setting.tr, setting.position.standing[seat]
    if isinstance(ruleset.form, BankForm):
        return None
    top = most(ruleset)
    marks = ruleset.form.lives.unit is LifeUnit.MARK
    if has_lives(ruleset):
        said = tr("seat.marks" if marks else "seat.lives", n=own, m=top)
        discs = "".join(f'<i class="{"on" if n < own else "off"}"></i>' for n in range(top))
        html = f'<span class="lv">{discs if own else WAVE}</span>'
    else:
        said = tr.plural("seat.points", own)
        html = f'<span class="fig">{own}</span>'
    return {
        "html": html,
        "said": tr(
            "seat.list",
            name=name,
            state=said if own or not has_lives(ruleset) else tr("seat.last_chance"),
        ),
        "less": {"label": tr("whatif.less", name=name), "off": own <= fewest(ruleset)},
        "more": {"label": tr("whatif.more", name=name), "off": own >= top},
    }


def _line(setting: Setting, seat: int) -> str:
    """What is known of a hand: its worth, or how much of it is hidden."""
    tr, hand = setting.tr, setting.position.hands[seat]
    if len(hand) < 3 or check_playable(hand, setting.ruleset):
        return escape(tr("whatif.unknown")) if not hand and seat else ""
    score = score_playable(hand, setting.ruleset)
    number = f"<b>{escape(say_label(score, tr))}</b>"
    if score.reason.suit is None:
        return number
    return with_markup(
        tr, "seat.value", points=number, suit=escape(suit_word(score.reason.suit, tr.lang))
    )


def _tag(setting: Setting, seat: int, *, dealer: bool) -> str:
    tr, position = setting.tr, setting.position
    if position.knocker == seat and seat:
        return f'<span class="mk kn">{icon("knock")}{escape(tr("seat.knocked"))}</span>'
    if dealer and setting.ruleset.family is not Family.BANK:
        return f'<span class="mk">{escape(tr("seat.dealer"))}</span>'
    return ""


# -------------------------------------------------------------------------------- piles and moment


def _piles(setting: Setting) -> Scene:
    tr, position, ruleset = setting.tr, setting.position, setting.ruleset
    usual = usual_stock(ruleset, position)
    stock = usual if position.stock is None else position.stock
    shown = []
    for at in range(open_size(ruleset)):
        card = position.open[at] if at < len(position.open) else None
        if card is None:
            label = tr("whatif.open_hidden", n=at + 1)
        else:
            label = tr("whatif.open_card", card=setting.card(card))
        shown.append({"place": f"up.{at}", "key": str(card) if card else "?", "label": label})
    gone = len(position.gone)
    draw = ruleset.family is Family.DRAW
    return {
        "stock": {
            "label": tr("pile.stock"),
            "count": tr.number(stock),
            "said": tr.plural("pile.stock_aria", stock),
            "less": {"label": tr("whatif.stock_less"), "off": stock <= 0},
            "more": {
                "label": tr("whatif.stock_more"),
                "off": stock >= largest_stock(ruleset, position),
            },
        }
        if ruleset.family is not Family.BANK
        else None,
        "open": shown,
        "open_label": tr("pile.discard" if draw else "pile.open") if shown else "",
        "gone": {
            "html": f"{icon('eye')}<span>{escape(tr('whatif.gone', n=gone))}</span>",
            "label": tr.plural("whatif.gone_aria", gone),
        },
    }


def _facts(setting: Setting) -> Scene:
    tr, position, ruleset = setting.tr, setting.position, setting.ruleset
    bank = ruleset.family is Family.BANK
    names = setting.names
    seats = [{"value": str(seat), "label": name} for seat, name in enumerate(names)]
    dealer = str(position.dealer % position.players)
    facts: Scene = {
        "lap": None,
        "knocked": None,
        "passes": None,
        "dealer": {
            "label": tr("whatif.bank" if bank else "whatif.dealer"),
            "value": dealer,
            "options": seats[1:] if bank else seats,
        },
        "unseen": {
            "label": tr("whatif.unseen"),
            "value": tr.number(len(unseen(ruleset, position))),
        },
    }
    if bank:
        return facts
    facts["lap"] = {
        "label": tr("whatif.lap"),
        "value": tr.number(position.lap),
        "less": {"label": tr("whatif.lap_less"), "off": position.lap <= 1},
        "more": {"label": tr("whatif.lap_more"), "off": position.lap >= MOST_LAPS},
    }
    facts["knocked"] = {
        "label": tr("whatif.knocked"),
        "value": str(position.knocker or 0),
        "options": [{"value": "0", "label": tr("whatif.nobody")}, *seats[1:]],
    }
    if ruleset.family is Family.EXCHANGE:
        facts["passes"] = {
            "label": tr("whatif.passes"),
            "value": tr.number(position.passes),
            "less": {"label": tr("whatif.passes_less"), "off": position.passes <= 0},
            "more": {
                "label": tr("whatif.passes_more"),
                "off": position.passes >= min(position.turns, position.players - 1),
            },
        }
    return facts


# ----------------------------------------------------------------------------------- picker, buttons


def _grid(setting: Setting) -> Scene:
    """Every card, and where it lies if it is accounted for."""
    tr, position, ruleset = setting.tr, setting.position, setting.ruleset
    letters = tr.lang if setting.local else "en"
    inside = set(pack(ruleset.deck_size))
    names = setting.names
    holders = {card: names[seat] for seat, hand in enumerate(position.hands) for card in hand}
    holders |= dict.fromkeys(position.open, tr("whatif.on_table"))
    holders |= dict.fromkeys(position.gone, tr("whatif.out_of_play"))
    free = set(unseen(ruleset, position))
    rows = []
    for suit in Suit:
        cells = []
        for rank in reversed(Rank):
            card = Card(rank.letter + suit)
            label, state = setting.card(card), "off"
            if card not in inside:
                label, state = tr("aria.cell_missing", card=label), "missing"
            elif card not in free:
                label, state = tr("whatif.cell_used", card=label, where=holders[card]), "used"
            cells.append(
                {
                    "card": str(card),
                    "text": index_letter(rank, letters),
                    "label": label,
                    "state": state,
                    "gone": card in position.gone,
                }
            )
        rows.append(
            {
                "suit": suit.value,
                "label": suit_word(suit, tr.lang),
                "sign": suit_mark(suit),
                "cells": cells,
            }
        )
    return {
        "rows": rows,
        "title": tr("whatif.choose_card"),
        "gone_title": tr("whatif.choose_gone"),
        "down": tr("whatif.face_down"),
        "away": tr("whatif.take_away"),
        "close": {"html": icon("x"), "label": tr("whatif.close")},
    }


def _buttons(setting: Setting) -> list[Scene]:
    tr, position, ruleset = setting.tr, setting.position, setting.ruleset
    n = position.players
    hidden = any(len(hand) < 3 for hand in position.hands) or len(position.open) < open_size(
        ruleset
    )
    return [
        _button("seat", "1", "plus", tr("whatif.seat_more"), off=n >= ruleset.players.high),
        _button("seat", "-1", "minus", tr("whatif.seat_less"), off=n <= 2),
        _button("fill", "", "shuffle", tr("whatif.fill"), off=not hidden),
        _button("forget", "", "undo", tr("whatif.forget"), off=not is_known(setting.desk)),
    ]


def _button(act: str, value: str, sign: str, text: str, *, off: bool) -> Scene:
    return {
        "act": act,
        "value": value,
        "html": f"{icon(sign)}<span>{escape(text)}</span>",
        "off": off,
    }


def _faces(setting: Setting) -> Scene:
    """The drawing of every card that lies on the table."""
    lang, position = setting.tr.lang, setting.position
    cards = {card for hand in (*position.hands, position.open) for card in hand}
    return {
        "small": {
            str(card): compact(card, lang, local=setting.local, label="")
            for card in sorted(cards, key=lambda card: card.index)
        },
        "back": back(),
    }
