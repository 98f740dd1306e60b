"""What happens between the rounds of a match, said in words."""

from collections.abc import Sequence

from thirtyone.play.match_events import (
    BankMoved,
    DeciderCalled,
    LastChanceTaken,
    MatchEnd,
    MatchEvent,
    MatchOver,
    NextDealer,
    PaidShort,
    PotTaken,
    RoundSettled,
    WentOut,
)
from thirtyone.rules import Family, Ruleset
from thirtyone.text.say_play import say_settlement
from thirtyone.text.translator import Translator


def say_match_event(
    event: MatchEvent, names: Sequence[str], ruleset: Ruleset, tr: Translator
) -> tuple[str, ...]:
    """What happened between two rounds; nothing for what the settlement before it has told.

    ``names`` are those of all seats of the match.
    """
    match event:
        case RoundSettled(settlement, seats):
            return say_settlement(settlement, [names[seat] for seat in seats], ruleset, tr)
        case PaidShort(seat, amount):
            key = "match.short_won" if amount > 0 else "match.short_paid"
            return (tr.plural(key, abs(amount), player=names[seat]),)
        case LastChanceTaken() | DeciderCalled():
            return ()  # the settlement has said so
        case WentOut(seat):
            bank = ruleset.family is Family.BANK
            return (tr("match.out", player=names[seat]),) if bank else ()
        case PotTaken((seat,), share):
            return (tr.plural("settle.pot_last", share, player=names[seat]),)
        case PotTaken(seats, share):
            return (
                tr.plural("settle.pot_shared", share, players=tr.join(names[s] for s in seats)),
            )
        case BankMoved(seat):
            return (tr("match.bank_moved", player=names[seat]),)
        case NextDealer(seat):
            return (tr("match.next_dealer", player=names[seat]),)
        case MatchOver(end, winners):
            return (_say_over(end, [names[seat] for seat in winners], ruleset, tr),)


def _say_over(end: MatchEnd, winners: Sequence[str], ruleset: Ruleset, tr: Translator) -> str:
    if end is MatchEnd.ENDLESS:
        return tr("match.endless")
    if end is MatchEnd.SHARED:
        return tr("match.shared", players=tr.join(winners))
    if end is MatchEnd.LAST_ONE_IN:
        return tr("match.last_one_in", player=winners[0])
    key = "match.first_to" if end is MatchEnd.TARGET else "match.deals"
    n = ruleset.match.target if end is MatchEnd.TARGET else ruleset.match.deals
    if len(winners) > 1:
        return tr(f"{key}.shared", players=tr.join(winners), n=tr.number(n))
    return tr(key, player=winners[0], n=tr.number(n))
