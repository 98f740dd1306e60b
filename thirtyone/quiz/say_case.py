"""A situation and its results, said in words."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from thirtyone.cards import Card
from thirtyone.hands import ILD
from thirtyone.notation import Style, format_card
from thirtyone.play.events import Dealt, HandShown
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import ends_a_round
from thirtyone.play.settlement import Unit
from thirtyone.play.state import BankState, DrawState, SwapState
from thirtyone.points import half_points
from thirtyone.quiz.hand_case import HandCase
from thirtyone.quiz.moment import YES, Moment
from thirtyone.quiz.question import Case
from thirtyone.quiz.showdown import Losses, Showdown, unit_of
from thirtyone.quiz.turn import Turn
from thirtyone.rules.model import BankForm, Family, LifeUnit, Pot, Region, Ruleset
from thirtyone.text.say import ruleset_name
from thirtyone.text.say_action import say_action
from thirtyone.text.say_example import NAMES
from thirtyone.text.say_round import say_event
from thirtyone.text.translator import Translator

Held: TypeAlias = tuple[tuple[str, tuple[Card, ...]], ...]
"""Who holds which cards; nobody's name for a single hand."""

_FIRST: Final = NAMES[0]


def say_case(case: Case, tr: Translator, *, named: bool = True) -> tuple[str, ...]:
    """What has happened, in whole sentences; with the ruleset's name if it may be told."""
    game = (tr("quiz.game", rules=ruleset_name(case.ruleset, tr)),) if named else ()
    match case:
        case HandCase():
            return game
        case Showdown():
            return (*game, _ending(case, tr))
        case Moment():
            return (*game, *_so_far(case, tr))
        case _:
            return (*game, *_before(case, tr))


def held(case: Case) -> Held:
    """The hands that are to be seen."""
    match case:
        case HandCase():
            return (("", case.cards),)
        case Showdown():
            return tuple(zip(NAMES, case.hands, strict=False))
        case Moment():
            state = case.state
            hands = [(NAMES[state.turn], state.hands[state.turn])]
            if isinstance(state, BankState):
                bank = state.deal.dealer
                hands.append((NAMES[bank], state.known[bank]))
            return tuple(hands)
        case _:
            return ((_FIRST, case.hand),)


def open_cards(case: Case) -> tuple[Card, ...]:
    """The cards on the table that are to be seen."""
    if isinstance(case, Turn):
        return (case.open_card,)
    if not isinstance(case, Moment):
        return ()
    state = case.state
    if isinstance(state, SwapState):
        return state.table
    return state.discards[-1:] if isinstance(state, DrawState) else ()


def wants(case: Moment, tr: Translator) -> str:
    """What the player wants to do."""
    player = NAMES[case.state.turn]
    return tr("quiz.wants", player=player, action=say_action(case.asked, tr))


def _so_far(case: Moment, tr: Translator) -> list[str]:
    steps = case.so_far
    return [
        sentence
        for step in steps
        for event in step.events
        if not isinstance(event, Dealt | HandShown)
        for sentence in say_event(event, NAMES, case.ruleset, tr)
    ]


def _ending(case: Showdown, tr: Translator) -> str:
    form = case.ruleset.form
    if isinstance(form, BankForm):
        return tr("rules.against_bank", player=NAMES[len(case.hands) - 1])
    if case.end is RoundEnd.STOCK_EMPTY:
        return tr("quiz.stock_empty")
    if case.end is RoundEnd.SHOWDOWN:
        return tr("rules.uncalled")
    done = case.settled(case.ruleset)
    assert done is not None
    if done.end is not RoundEnd.INSTANT:
        assert case.knocker is not None
        return tr("rules.knocked", player=NAMES[case.knocker])
    holders = [
        NAMES[seat]
        for seat, score in enumerate(case.scores(case.ruleset))
        if seat != case.knocker and ends_a_round(score, form)
    ]
    player = tr.join(holders)
    if case.knocker is None:
        return tr.plural("rules.ended", len(holders), player=player)
    knocker = NAMES[case.knocker]
    return tr.plural("rules.knocked_ended", len(holders), knocker=knocker, player=player)


def _before(case: Turn, tr: Translator) -> tuple[str, ...]:
    return (
        tr("quiz.players", players=tr.join(NAMES[: case.players])),
        tr.plural("quiz.laps", case.laps) if case.laps else tr("quiz.first_turn"),
        tr("quiz.open_card", player=_FIRST, card=card_words(case.open_card, tr)),
    )


# -------------------------------------------------------------------------------------- results


def card_words(card: Card, tr: Translator) -> str:
    """The card as it stands in a sentence."""
    return format_card(card, tr.lang, Style.WORDS)


def say_points(label: str, tr: Translator) -> str:
    """Points as the language writes them, or the name of the hand."""
    return label if label == ILD else tr.points(half_points(float(label)))


def say_hand(label: str, tr: Translator) -> str:
    """What a hand is worth, as a sentence."""
    if label == ILD:
        return tr("quiz.hand_named", name=label)
    return tr("quiz.hand_worth", points=say_points(label, tr))


def say_allowed(case: Moment, value: str, tr: Translator) -> str:
    """That somebody can or cannot do something."""
    player = NAMES[case.state.turn]
    key = "rules.may" if value == YES else "rules.may_not"
    return tr(key, player=player, action=say_action(case.asked, tr))


def say_payments(losses: Losses, tr: Translator) -> str:
    """Who pays how much, in words that suit lives and marks alike."""
    if not losses:
        return tr("settle.nobody_pays")
    said = [tr.plural("quiz.pays", -amount, player=NAMES[seat]) for seat, amount in losses]
    return " ".join([*said, tr("quiz.pays_in")])


def lost_key(key: str, ruleset: Ruleset, tr: Translator) -> str:
    """The key of a sentence about lives, or its twin about marks and where they go."""
    form = ruleset.form
    assert not isinstance(form, BankForm)
    tokens = tr.lang == "da" and ruleset.family is Family.EXCHANGE
    tokens &= ruleset.region is Region.DENMARK
    if form.lives.unit is LifeUnit.MARK:
        return key + (".lost" if ruleset.stakes.pot is Pot.NONE else ".mark")
    return key + ".lost" if tokens else key


def say_losses(losses: Losses, ruleset: Ruleset, tr: Translator) -> str:
    """Who loses or wins how much, in one sentence for each amount."""
    unit = unit_of(ruleset)
    if not losses:
        return tr(_NOBODY[unit])
    if unit is Unit.TOKEN:
        return " ".join(_say_tokens(losses, tr))
    if unit is Unit.POT:
        return _say_pot([seat for seat, _ in losses], tr)
    by_amount: dict[int, list[int]] = {}
    for seat, amount in losses:
        by_amount.setdefault(amount, []).append(seat)
    return " ".join(
        _say_group(seats, amount, ruleset, tr) for amount, seats in sorted(by_amount.items())
    )


_NOBODY: Final = {
    Unit.LIFE: "quiz.nobody_loses",
    Unit.MARK: "quiz.nobody_loses",
    Unit.POINT: "quiz.nobody_wins",
    Unit.POT: "quiz.pot_stays",
    Unit.TOKEN: "settle.nobody_pays",
}


def _say_tokens(losses: Losses, tr: Translator) -> list[str]:
    return [
        tr.plural("step.wins_tokens", amount, player=NAMES[seat])
        if amount > 0
        else tr.plural("step.loses_tokens", -amount, player=NAMES[seat])
        for seat, amount in losses
    ]


def _say_pot(seats: Sequence[int], tr: Translator) -> str:
    if len(seats) == 1:
        return tr("quiz.takes_pot", player=NAMES[seats[0]])
    return tr("quiz.share_pot", players=tr.join(NAMES[seat] for seat in seats))


def _say_group(seats: Sequence[int], amount: int, ruleset: Ruleset, tr: Translator) -> str:
    """Those who lose or win the same."""
    players = tr.join(NAMES[seat] for seat in seats)
    if amount > 0:
        if len(seats) == 1:
            return tr.plural("step.wins_points", amount, player=players)
        return tr.plural("quiz.win_each", amount, players=players)
    if len(seats) == 1:
        return tr.plural(lost_key("settle.loses", ruleset, tr), -amount, player=players)
    return tr.plural(lost_key("quiz.lose_each", ruleset, tr), -amount, players=players)
