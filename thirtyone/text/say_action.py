"""What a player can do, in words."""

from typing import Final

from thirtyone.cards import Card
from thirtyone.notation import Style, format_card
from thirtyone.play.actions import (
    Action,
    Change,
    Draw,
    Fold,
    Hit,
    Keep,
    Knock,
    Pass,
    Renew,
    Stake,
    Stand,
    Swap,
    Take,
    Throw,
    ThrowDown,
)
from thirtyone.text.translator import Translator


def say_action(action: Action, tr: Translator) -> str:
    """What somebody can do, as it stands after “can”."""
    match action:
        case Throw(card):
            return tr("rules.do.throw", card=_card(card, tr))
        case Swap(given, taken) if len(given) < 3:
            return tr(
                "rules.do.swap",
                given=tr.join(_card(card, tr) for card in given),
                taken=tr.join(_card(card, tr) for card in taken),
            )
        case Stake(amount):
            return tr.plural("rules.do.stake", amount)
    return tr(_PLAIN[type(action)])


_PLAIN: Final[dict[type, str]] = {
    Draw: "rules.do.draw",
    Take: "rules.do.take",
    Keep: "rules.do.keep",
    Knock: "rules.do.knock",
    ThrowDown: "rules.do.throw_down",
    Swap: "rules.do.swap_all",
    Pass: "rules.do.pass",
    Renew: "rules.do.renew",
    Change: "rules.do.change",
    Fold: "rules.do.fold",
    Hit: "rules.do.hit",
    Stand: "rules.do.stand",
}


def _card(card: Card, tr: Translator) -> str:
    return format_card(card, tr.lang, Style.WORDS)
