"""What a player may do now, as buttons; and what may not be done, with the reason.

Nothing here knows the rules: the engine offers the legal actions and says why another is refused.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from thirtyone.errors import ThirtyOneError
from thirtyone.hands import check_playable, score_playable
from thirtyone.play.actions import (
    CHANGE,
    DRAW,
    FOLD,
    HIT,
    KEEP,
    KNOCK,
    PASS,
    PLAIN,
    RENEW,
    STAND,
    TAKE,
    THROW_DOWN,
    Action,
    IllegalActionError,
    Refusal,
    Stake,
    Swap,
    Throw,
)
from thirtyone.play.round import apply, check_action, legal_actions
from thirtyone.play.said import parse_compact_turn
from thirtyone.play.state import BankState, DrawState, Phase, RoundState, SwapState
from thirtyone.text.say import say_error
from thirtyone.text.say_play import say_label
from thirtyone.ui.faces import card_text
from thirtyone.ui.marks import icon
from thirtyone.ui.round_steps import Telling
from thirtyone.ui.scene import Scene, with_markup

_LETTERS: Final = {action: letter for action, _, letter in PLAIN}


def write_action(action: Action) -> str:
    """An action in the letters of a link: ``d``, ``-KH``, ``sASQH``."""
    match action:
        case Throw(card):
            return f"-{card}"
        case Swap(given, taken):
            return "s" + "".join(map(str, (*given, *taken)))
        case Stake(amount):
            return f"m{amount}"
    return _LETTERS[action]


def read_actions(text: str, state: RoundState) -> tuple[tuple[Action, ...], RoundState]:
    """The actions that such letters stand for, played; an error if one cannot be done."""
    actions = []
    for said in parse_compact_turn(text):
        action = said.action(state)
        state = apply(state, action).state
        actions.append(action)
    return tuple(actions), state


def act_scene(telling: Telling) -> Scene | None:
    """The buttons of the player whose turn it is; None if it is not the reader's turn."""
    state = telling.story.steps[-1].state
    if telling.viewer is None or state.outcome is not None or state.turn != telling.viewer:
        return None
    tr = telling.look.tr
    legal = legal_actions(state)
    buttons = [_button(telling, state, action, True) for action in _plain(legal)]
    refused = list(_refused(telling, state, legal))
    buttons += [_button(telling, state, action, False) for action, _ in refused]
    swaps = [action for action in legal if isinstance(action, Swap)]
    if state.phase is Phase.THROW:
        buttons = [b for b in buttons if b["on"]]
    return {
        "label": tr.plural("move.count", len(buttons) + bool(swaps)),
        "buttons": buttons,
        "why": list(dict.fromkeys(reason for _, reason in refused)),
        "swap": _swap_scene(telling, state, swaps) if swaps else None,
        "throws": {str(a.card): write_action(a) for a in legal if isinstance(a, Throw)},
    }


def _plain(legal: Sequence[Action]) -> Iterator[Action]:
    """What has a button of its own: all but swaps, which are put together from cards."""
    return (action for action in legal if not isinstance(action, Swap))


_DRAW_ACTS: Final[tuple[Action, ...]] = (DRAW, TAKE, KNOCK, KEEP)
_SWAP_ACTS: Final[tuple[Action, ...]] = (PASS, KNOCK)
_BANK_ACTS: Final[tuple[Action, ...]] = (HIT, STAND)


def _refused(
    telling: Telling, state: RoundState, legal: Sequence[Action]
) -> Iterator[tuple[Action, str]]:
    """What belongs to this form and may not be done now, with the reason in words."""
    wanted: tuple[Action, ...] = ()
    if state.phase is Phase.THROW:
        wanted = tuple(Throw(card) for card in state.hands[state.turn])
    elif isinstance(state, DrawState):
        wanted = _DRAW_ACTS if state.knocker is not None else _DRAW_ACTS[:3]
    elif isinstance(state, SwapState) and state.phase is not Phase.DEALER_CHOICE:
        wanted = _SWAP_ACTS
    elif isinstance(state, BankState) and state.phase is Phase.TURN:
        wanted = _BANK_ACTS
    for action in wanted:
        refusal = None if action in legal else check_action(state, action)
        if refusal is not None:
            yield action, explain(telling, refusal)


def explain(telling: Telling, refusal: Refusal | ThirtyOneError) -> str:
    """The reason of a refusal, with names for seats."""
    details = dict(refusal.details)
    if isinstance(seat := details.get("player"), int) and seat < len(telling.names):
        details["player"] = telling.names[seat]
    return say_error(IllegalActionError(refusal.reason, **details), telling.look.tr)


def _button(telling: Telling, state: RoundState, action: Action, on: bool) -> Scene:
    text, html = _label(telling, state, action)
    return {"act": write_action(action), "label": text, "html": html, "on": on}


def _label(telling: Telling, state: RoundState, action: Action) -> tuple[str, str]:
    """The words on a button, for ears and for eyes."""
    look = telling.look
    tr = look.tr
    card = None
    if isinstance(action, Throw):
        key, card = "move.throw", action.card
    elif action == TAKE and isinstance(state, DrawState):
        key, card = "move.take", state.discards[-1]
    else:
        return _plain_label(telling, state, action)
    sign = card_text(card, tr.lang, local=look.local).replace('class="su', 'class="su inh')
    return tr(key, card=look.card(card)), f"<span>{with_markup(tr, key, card=sign)}</span>"


def _plain_label(telling: Telling, state: RoundState, action: Action) -> tuple[str, str]:
    tr = telling.look.tr
    sign = ""
    if action == KNOCK:
        text, sign = tr("move.knock", points=_points(telling, state)), icon("knock")
    elif isinstance(action, Stake):
        text = tr.plural("move.stake", action.amount)
    elif action == KEEP and state.phase is Phase.DEALER_CHOICE:
        text = tr("move.keep_dealt")
    else:
        text = {
            DRAW: tr("move.draw"),
            KEEP: tr("move.keep"),
            THROW_DOWN: tr("move.throw_down"),
            PASS: tr("move.pass"),
            RENEW: tr("move.renew"),
            CHANGE: tr("move.change"),
            FOLD: tr("move.fold"),
            HIT: tr("move.hit"),
            STAND: tr("move.stand"),
        }[action]
    return text, f"{sign}<span>{escape(text)}</span>"


def _points(telling: Telling, state: RoundState) -> str:
    hand = state.hands[state.turn]
    if check_playable(hand, state.ruleset):
        return ""
    return say_label(score_playable(hand, state.ruleset), telling.look.tr)


def _swap_scene(telling: Telling, state: RoundState, swaps: Sequence[Swap]) -> Scene:
    """Swaps are picked card by card: which exist, and what the hand would be worth."""
    tr, hand = telling.look.tr, state.hands[state.turn]
    worth = {}
    for swap in swaps:
        after = (*(card for card in hand if card not in swap.given), *swap.taken)
        worth[write_action(swap)] = say_label(score_playable(after, state.ruleset), tr)
    sizes = sorted({len(swap.given) for swap in swaps})
    full = next((swap for swap in swaps if len(swap.given) == 3), None)
    return {
        "worth": worth,
        "sizes": sizes,
        "label": tr("move.swap", given="{given}", taken="{taken}"),
        "none": tr("move.swap_one"),
        "pick": tr("move.swap_pick"),
        "with": tr("move.with_swap", points="{points}"),
        "all": {"act": write_action(full), "label": tr("move.swap_all")} if full else None,
        "icon": icon("swap"),
        "give": tr("move.pick_give"),
        "take": tr("move.pick_take"),
    }
