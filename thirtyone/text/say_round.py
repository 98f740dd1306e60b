"""What happens in a round, said in words."""

from collections.abc import Sequence

from thirtyone.cards import Card
from thirtyone.hands import ReasonKind, score_playable
from thirtyone.notation import Style, format_card, format_cards, suit_word
from thirtyone.play.events import (
    Announced,
    BankOpened,
    Bust,
    DealerChanged,
    DealerKept,
    Dealt,
    Drew,
    Event,
    Folded,
    Got,
    HandShown,
    Kept,
    Knocked,
    KnockKind,
    Passed,
    RenewalReason,
    Reshuffled,
    RoundEnded,
    Showed,
    Staked,
    StockEmpty,
    Stood,
    Swapped,
    TableLaid,
    TableRenewed,
    Threw,
    Took,
    TurnedUp,
)
from thirtyone.play.outcome import RoundEnd
from thirtyone.points import half_points
from thirtyone.rules import Family, Ruleset
from thirtyone.text.say_play import say_label
from thirtyone.text.translator import Translator


def say_event(
    event: Event, names: Sequence[str], ruleset: Ruleset, tr: Translator
) -> tuple[str, ...]:
    """What happened, in the past tense; nothing where another event says it.

    ``names`` are those of the seats of the round.
    """
    match event:
        case TurnedUp(card):
            return (tr("event.turned_up", card=_card(card, tr)),)
        case TableLaid(cards):
            return (tr("event.table_cards", cards=_cards(cards, tr)),)
        case TableRenewed(reason, cards):
            all_passed = reason is RenewalReason.ALL_PASSED
            why = tr("event.table_renewed") if all_passed else tr("event.table_renewed.789")
            return (why, tr("event.table_cards", cards=_cards(cards, tr)))
        case Announced(seats):
            return (tr("event.announced", players=tr.join(names[seat] for seat in seats)),)
        case Reshuffled():
            return (tr("event.reshuffled"),)
        case StockEmpty():
            return (tr("event.stock_empty"),)
        case RoundEnded(end, drawn):
            return _end(end, tr, drawn=drawn)
        case Dealt(seat, count):
            return (tr.plural("event.dealt", count, dealer=names[seat]),)
        case Showed(seat, cards):
            return (_showed(names[seat], cards, ruleset, tr),)
        case HandShown(seat, cards):
            return _shown(names[seat], cards, ruleset, tr)
        case _:
            return (_act(event, names[event.seat], ruleset, tr),)


def _act(
    event: Drew
    | Took
    | Threw
    | Kept
    | Knocked
    | DealerKept
    | DealerChanged
    | Swapped
    | Passed
    | BankOpened
    | Staked
    | Folded
    | Got
    | Stood
    | Bust,
    player: str,
    ruleset: Ruleset,
    tr: Translator,
) -> str:
    """What one player did."""
    match event:
        case Drew():
            return _drew(event, player, tr)
        case Took(_, card):
            return tr("event.took", player=player, card=_card(card, tr))
        case Threw(_, card):
            return tr("event.threw", player=player, card=_card(card, tr))
        case Kept():
            return tr("event.kept", player=player)
        case Knocked():
            return _knocked(event, player, ruleset, tr)
        case DealerKept():
            return tr("event.dealer_kept", dealer=player)
        case DealerChanged():
            return tr("event.dealer_swapped", dealer=player)
        case Swapped():
            return _swapped(event, player, tr)
        case Passed():
            return tr("event.passed", player=player)
        case BankOpened(_, card):
            return tr("event.bank_opened", player=player, card=_card(card, tr))
        case Staked(_, amount):
            return tr.plural("event.staked", amount, player=player)
        case Folded():
            return tr("event.folded", player=player)
        case Got(_, cards):
            return tr("event.got", player=player, cards=_cards(cards, tr))
        case Stood():
            return tr("event.stood", player=player)
        case Bust():
            return tr("event.bust", player=player)


def _card(card: Card, tr: Translator) -> str:
    return format_card(card, tr.lang, Style.WORDS)


def _cards(cards: Sequence[Card], tr: Translator) -> str:
    return format_cards(cards, tr.lang, Style.WORDS)


def _drew(event: Drew, player: str, tr: Translator) -> str:
    if event.card is None:
        return tr("event.drew", player=player)
    return tr("event.drew_seen", player=player, card=_card(event.card, tr))


def _knocked(event: Knocked, player: str, ruleset: Ruleset, tr: Translator) -> str:
    if event.kind is KnockKind.THROW_DOWN:
        return tr("event.throw_down", player=player)
    if not event.last_turns:
        return tr("event.knocked.showdown", player=player)
    if event.kind is KnockKind.HAMMER and ruleset.family is Family.DRAW:
        return tr("event.hammer", player=player)
    form = ruleset.form
    everyone = not hasattr(form, "bank") and form.knock.last_turns == "all"
    return tr("event.knocked.all" if everyone else "event.knocked", player=player)


def _swapped(event: Swapped, player: str, tr: Translator) -> str:
    if len(event.given) == 3:
        return tr("event.swapped_all", player=player)
    key = "event.swapped_one" if len(event.given) == 1 else "event.swapped_some"
    return tr(
        key,
        player=player,
        given=tr.join(_card(card, tr) for card in event.given),
        taken=tr.join(_card(card, tr) for card in event.taken),
    )


def _showed(player: str, cards: tuple[Card, ...], ruleset: Ruleset, tr: Translator) -> str:
    score = score_playable(cards, ruleset)
    if score.reason.kind is ReasonKind.THREE_ACES or score.reason.suit is None:
        return tr("event.showed_aces", player=player)
    suit = suit_word(score.reason.suit, tr.lang)
    target = 31 if score.points is None else score.points // 2
    return tr("event.showed_31", player=player, suit=suit, points=tr.points(half_points(target)))


def _shown(
    player: str, cards: tuple[Card, ...], ruleset: Ruleset, tr: Translator
) -> tuple[str, ...]:
    if len(cards) < ruleset.hand_size:
        return ()  # bank form: whoever stayed out has one card
    points = say_label(score_playable(cards, ruleset), tr)
    return (tr("event.hand_shown", player=player, cards=_cards(cards, tr), points=points),)


def _end(end: RoundEnd, tr: Translator, *, drawn: bool) -> tuple[str, ...]:
    if drawn:
        endless = end is RoundEnd.ENDLESS
        return (tr("event.drawn.endless") if endless else tr("event.drawn.stock"),)
    if end in {RoundEnd.SHOWDOWN, RoundEnd.STOCK_EMPTY}:
        return (tr("event.showdown"),)
    return ()
