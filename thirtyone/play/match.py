"""A match: rounds until somebody has won.

The state does not change; :func:`after_round` gives the next one and says what happened. It does
not play rounds: it is told how they ended. Seats are the players' places, clockwise from 0.

>>> import random
>>> from thirtyone.cards import Card
>>> from thirtyone.play.outcome import RoundEnd, RoundOutcome
>>> from thirtyone.rules import load_ruleset
>>> match = start_match(load_ruleset("no-trettien"), ["Kari", "Nils"], lives=[1, 1])
>>> next_deal(match, random.Random(1)).seats
(0, 1)
>>> hands = tuple(tuple(map(Card, text.split())) for text in ("KH 9H AS", "KS 8S 4D"))
>>> match, events = after_round(match, RoundOutcome(RoundEnd.KNOCK, hands, knocker=0))
>>> match.end.value, [match.players[seat] for seat in match.winners]
('last-one-in', ['Kari'])
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from thirtyone.errors import UsageError
from thirtyone.play.bank_purse import move_bank, pay_out
from thirtyone.play.deal import Deal, shuffled_deal
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
from thirtyone.play.outcome import RoundOutcome
from thirtyone.play.settle import settle
from thirtyone.play.settlement import Settlement, Unit
from thirtyone.rules.model import (
    AllOut,
    BankForm,
    Goal,
    LastChance,
    Pot,
    Ruleset,
    SeveralAtTarget,
)
from thirtyone.rules.model import (
    NextDealer as DealerRule,
)
from thirtyone.rules.values import with_values

IDLE_ROUNDS: Final = 20
"""So many rounds in a row in which nobody lost or won anything end a match."""
MOST_ROUNDS: Final = 10_000
"""No match is longer than this."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round that has been played: who took part, how it ended and what it cost."""

    seats: tuple[int, ...]
    dealer: int
    outcome: RoundOutcome
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands between two rounds. Every tuple has one entry a seat."""

    ruleset: Ruleset
    players: tuple[str, ...]
    lives: tuple[int, ...]
    """0 in a game with lives is a player on the last chance, if still in."""
    points: tuple[int, ...]
    tokens: tuple[int, ...]
    """Won and lost beside the lives; below 0 where more was paid into pots than taken out."""
    seats: tuple[int, ...]
    """Who is still in, clockwise."""
    dealer: int
    """Who deals the next round; in the bank form, who holds the bank."""
    pot: int = 0
    decider: bool = False
    """The last players went out together and have one life each, lent for this, without a last
    chance."""
    history: tuple[RoundResult, ...] = ()
    idle: int = 0
    """Rounds in a row in which nothing changed."""
    end: MatchEnd | None = None
    winners: tuple[int, ...] = ()
    """Empty while the match goes on, and where nobody has won."""

    @property
    def last_chance(self) -> tuple[int, ...]:
        """Who is in without a life."""
        if not has_lives(self.ruleset):
            return ()
        return tuple(seat for seat in self.seats if self.lives[seat] == 0)


class MatchStep(NamedTuple):
    """The next state of a match and what happened on the way."""

    state: MatchState
    events: tuple[MatchEvent, ...]


def start_match(
    ruleset: Ruleset,
    players: Sequence[str],
    *,
    dealer: int = -1,
    lives: Sequence[int] | None = None,
) -> MatchState:
    """A match before its first round. The last player deals if nobody is named: seat 0 begins.

    ``lives`` are those of a match that others have begun; the rules' own if not given. UsageError
    if the ruleset is not for so many players.
    """
    count = len(players)
    if lives is not None and (len(lives) != count or min(lives) < 0):
        raise _wrong_lives(lives, count)
    if not -1 <= dealer < count:
        raise UsageError("refuse.settle_seat", seat=dealer, last=count - 1)
    allowed = ruleset.players
    if not allowed.low <= count <= allowed.high:
        raise UsageError(
            "refuse.players", rules=ruleset, n=count, low=allowed.low, high=allowed.high
        )
    form = ruleset.form
    if isinstance(form, BankForm):
        tokens = [form.bank.tokens] * count
        tokens[dealer] *= form.bank.bank_times
        start = 0
    else:
        tokens = [0] * count
        start = form.lives.start
    return MatchState(
        ruleset=ruleset,
        players=tuple(players),
        lives=(start,) * count if lives is None else tuple(lives),
        points=(0,) * count,
        tokens=tuple(tokens),
        seats=tuple(range(count)),
        dealer=dealer % count,
    )


def _wrong_lives(lives: Sequence[int], count: int) -> UsageError:
    if len(lives) != count:
        return UsageError("refuse.settle_lives_count", n=count, given=len(lives))
    return UsageError("refuse.settle_bad_lives", text=min(lives))


def check_lives(ruleset: Ruleset, lives: Sequence[int]) -> None:
    """UsageError for lives that nobody who is in can have: below 0, or 0 without a last chance."""
    form = ruleset.form
    if isinstance(form, BankForm) or not has_lives(ruleset):
        raise UsageError("refuse.settle_no_lives", rules=ruleset)
    if min(lives) < 0:
        raise _wrong_lives(lives, len(lives))
    if 0 in lives and form.lives.last_chance is LastChance.NONE:
        raise UsageError("refuse.settle_no_last_chance", rules=ruleset, seat=lives.index(0))


def next_deal(state: MatchState, rng: random.Random) -> Deal:
    """A deal by chance for those who are still in."""
    bank = isinstance(state.ruleset.form, BankForm)
    return shuffled_deal(
        state.ruleset,
        state.seats,
        rng,
        dealer=state.seats.index(state.dealer),
        tokens=[state.tokens[seat] for seat in state.seats] if bank else (),
    )


def after_round(state: MatchState, outcome: RoundOutcome) -> MatchStep:
    """The match after a round: who lost what, who is out, who deals, who has won."""
    if state.end is not None:
        raise UsageError("refuse.match_over")
    if len(outcome.hands) != len(state.seats):
        raise UsageError("refuse.match_hands", n=len(outcome.hands), wanted=len(state.seats))
    done = settle(
        _decider_rules(state.ruleset) if state.decider else state.ruleset,
        outcome.hands,
        end=outcome.end,
        knocker=outcome.knocker,
        lives=[state.lives[seat] for seat in state.seats],
        instant=outcome.instant,
        drawn=outcome.drawn,
        pot=state.pot,
        bank=outcome.bank,
        stakes=outcome.stakes or None,
        lent=state.decider,
    )
    events: list[MatchEvent] = [RoundSettled(done, state.seats)]
    played = RoundResult(state.seats, state.dealer, outcome, done)
    after = replace(
        _booked(state, done, events),
        pot=done.pot,
        history=(*state.history, played),
        idle=0 if done.changes else state.idle + 1,
    )
    after = _without_those_out(after, done, events)
    after = _ended(after, done, events)
    if after.end is None:
        after = _next_dealer(after, done, events)
    return MatchStep(after, tuple(events))


@lru_cache(maxsize=64)
def _decider_rules(ruleset: Ruleset) -> Ruleset:
    """A deciding round is about one life each, so there is no last chance after it."""
    return with_values(ruleset, {"lives.last_chance": str(LastChance.NONE)})


def has_lives(ruleset: Ruleset) -> bool:
    """Is a match under this ruleset played for lives or marks?"""
    form = ruleset.form
    return (
        not isinstance(form, BankForm)
        and form.lives.start > 0
        and form.settlement.goal is Goal.LOWEST_LOSES
    )


# ------------------------------------------------------------------------------------ after a round


def _booked(state: MatchState, done: Settlement, events: list[MatchEvent]) -> MatchState:
    """Lives, points and tokens with the changes of the round."""
    lives, points, tokens = list(state.lives), list(state.points), list(state.tokens)
    for place, seat in enumerate(state.seats):
        lives[seat] = done.lives[place]
        if state.ruleset.stakes.pot is not Pot.NONE:
            tokens[seat] -= state.ruleset.stakes.ante
    for change in done.changes:
        seat = state.seats[change.seat]
        if change.unit is Unit.POINT:
            points[seat] += change.amount
        elif change.unit is Unit.POT:
            tokens[seat] += change.amount
    if done.bank is not None:
        purses = [tokens[seat] for seat in state.seats]
        due = {change.seat: change.amount for change in done.changes}
        for place, amount in enumerate(pay_out(state.ruleset, done, purses)):
            tokens[state.seats[place]] += amount
            if amount != due.get(place, 0):
                events.append(PaidShort(state.seats[place], amount))
    return replace(state, lives=tuple(lives), points=tuple(points), tokens=tuple(tokens))


def _without_those_out(state: MatchState, done: Settlement, events: list[MatchEvent]) -> MatchState:
    """The match without those who are out; with all of them again where a decider follows."""
    out = {state.seats[place] for place in done.out}
    if done.bank is not None:
        out = {seat for seat in state.seats if state.tokens[seat] == 0}
    if len(out) == len(state.seats):
        if state.ruleset.match.all_out is AllOut.SHARED:
            events.extend(map(WentOut, sorted(out)))
            return state
        events.append(DeciderCalled(state.seats))
        lives = [1 if seat in out else had for seat, had in enumerate(state.lives)]
        return replace(state, lives=tuple(lives), decider=True)
    for place, seat in enumerate(state.seats):
        if seat in out:
            events.append(WentOut(seat))
        elif done.lives_before[place] > done.lives[place] == 0:
            events.append(LastChanceTaken(seat))
    return replace(state, seats=tuple(seat for seat in state.seats if seat not in out))


# ------------------------------------------------------------------------------------- who has won


def _ended(state: MatchState, done: Settlement, events: list[MatchEvent]) -> MatchState:
    end, winners = _verdict(state, done)
    if end is None:
        return state
    state = replace(state, end=end, winners=winners)
    if state.pot and state.ruleset.stakes.pot is Pot.LAST_ONE_IN and winners:
        share = state.pot // len(winners)
        tokens = list(state.tokens)
        for seat in winners:
            tokens[seat] += share
        events.append(PotTaken(winners, share))
        state = replace(state, tokens=tuple(tokens), pot=state.pot - share * len(winners))
    events.append(MatchOver(end, winners))
    return state


def _verdict(state: MatchState, done: Settlement) -> tuple[MatchEnd | None, tuple[int, ...]]:
    rules = state.ruleset.match
    if len(state.seats) == 1:
        return MatchEnd.LAST_ONE_IN, state.seats
    if done.winners is not None:
        return MatchEnd.SHARED, tuple(state.seats[place] for place in done.winners)
    at_target = rules.target > 0 and max(state.points) >= rules.target
    played_out = not has_lives(state.ruleset) and _all_deals_played(state)
    if at_target or played_out:
        best = _leaders(state)
        if len(best) == 1 or rules.several_at_target is SeveralAtTarget.SHARED:
            return (MatchEnd.TARGET if at_target else MatchEnd.DEALS), best
    if state.idle >= IDLE_ROUNDS or len(state.history) >= MOST_ROUNDS:
        return MatchEnd.ENDLESS, ()
    return None, ()


def _all_deals_played(state: MatchState) -> bool:
    """Has the match had as many deals as were agreed? Drawn ones do not count."""
    deals = state.ruleset.match.deals
    counted = (played for played in state.history if not played.settlement.drawn)
    return deals > 0 and sum(1 for _ in islice(counted, deals)) == deals


def _leaders(state: MatchState) -> tuple[int, ...]:
    """Who has most of what the match is played for: points, or tokens won."""
    if state.ruleset.match.target or not plays_for_tokens(state.ruleset):
        have = state.points
    else:
        start = start_match(state.ruleset, state.players, dealer=state.history[0].dealer)
        have = tuple(now - then for now, then in zip(state.tokens, start.tokens, strict=True))
    most = max(have[seat] for seat in state.seats)
    return tuple(seat for seat in state.seats if have[seat] == most)


def plays_for_tokens(ruleset: Ruleset) -> bool:
    """Do the tokens decide who has won?"""
    form = ruleset.form
    if isinstance(form, BankForm):
        return True
    return ruleset.stakes.pot is Pot.HIGHEST_PER_DEAL and not has_lives(ruleset)


# -------------------------------------------------------------------------------------- who deals


def _next_dealer(state: MatchState, done: Settlement, events: list[MatchEvent]) -> MatchState:
    if done.bank is not None:
        dealer = move_bank(state.ruleset, done, state.seats, state.dealer, state.tokens)
        if dealer != state.dealer:
            events.append(BankMoved(dealer))
        return replace(state, dealer=dealer)
    dealer = _clockwise(state.dealer, state.seats)
    if state.ruleset.match.dealer is DealerRule.SOLE_LOSER:
        seats = state.history[-1].seats
        losers = [seats[change.seat] for change in done.changes if change.amount < 0]
        if len(losers) == 1 and losers[0] in state.seats:
            dealer = losers[0]
    events.append(NextDealer(dealer))
    return replace(state, dealer=dealer)


def _clockwise(dealer: int, seats: Sequence[int]) -> int:
    """The next player after the dealer who is still in."""
    return next((seat for seat in seats if seat > dealer), seats[0])
