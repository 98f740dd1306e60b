"""Players made of rules: from what a seat may know to what it does.

A policy is any function of a :class:`~thirtyone.play.view.SeatView` and a random generator, so a
learner's own function sits down at the table like the named ones. What it does wrong is reported
with the turn on which it happened.

>>> import random
>>> from thirtyone.play.actions import KNOCK
>>> from thirtyone.play.deal import shuffled_deal
>>> from thirtyone.rules import load_ruleset
>>> def timid(view, rng):
...     return KNOCK if KNOCK in view.actions else view.actions[0]
>>> rules = load_ruleset("no-trettien")
>>> rng = random.Random(5)
>>> played = play_round(rules, shuffled_deal(rules, 3, rng), [timid, steady, steady], rng)
>>> played.outcome.end.value, played.outcome.knocker
('knock', 0)
"""

import difflib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError, UsageError
from thirtyone.hands import score_playable
from thirtyone.outlook import Outlook, outlook_of
from thirtyone.play.actions import (
    CHANGE,
    DRAW,
    HIT,
    KEEP,
    KNOCK,
    PASS,
    RENEW,
    STAND,
    TAKE,
    Action,
    IllegalActionError,
    Swap,
    Throw,
)
from thirtyone.play.deal import Deal
from thirtyone.play.events import Event
from thirtyone.play.outcome import RoundOutcome
from thirtyone.play.record import RoundRecord
from thirtyone.play.round import apply, start
from thirtyone.play.state import Phase
from thirtyone.play.view import SeatView, seat_view
from thirtyone.rules.model import Family, Ruleset

Policy: TypeAlias = Callable[[SeatView, random.Random], Action]

_STEADY: Final = 25
_STEADY_BANK: Final = 24
_WORTH_A_VISIBLE_CARD: Final = 2 * 3
"""Half points that the open card must bring to be taken at once."""


class PolicyError(ThirtyOneError):
    """A player's function failed, or did what the rules refuse; ``__cause__`` says what."""


# ------------------------------------------------------------------------------------- at the table


@dataclass(frozen=True, slots=True)
class Played:
    """A whole round that policies have played."""

    record: RoundRecord
    outcome: RoundOutcome
    events: tuple[Event, ...]


def play_round(
    ruleset: Ruleset, deal: Deal, policies: Sequence[Policy], rng: random.Random
) -> Played:
    """A round played to its end, one policy a seat; PolicyError if one of them fails.

    ``rng`` seeds the chance of the players, once: however much they use of it, the deals that come
    from the same generator later stay the same.
    """
    if len(policies) != deal.players:
        raise UsageError("refuse.policy_count", n=len(policies), wanted=deal.players)
    chance = random.Random(rng.getrandbits(64))
    step = start(ruleset, deal)
    events = list(step.events)
    actions: list[Action] = []
    while step.state.outcome is None:
        seat = step.state.turn
        action = ask(policies[seat], seat_view(step.state, seat), chance)
        try:
            step = apply(step.state, action)
        except Exception as error:  # refused, or so strange that the rules cannot even refuse it
            told = isinstance(error, IllegalActionError)
            raise PolicyError(
                "refuse.policy_illegal",
                seat=seat,
                turn=step.state.turns + 1,
                name=policy_name(policies[seat]),
                action=repr(action),
                error=error if told else IllegalActionError("refuse.not_in_this_form"),
            ) from error
        actions.append(action)
        events.extend(step.events)
    return Played(RoundRecord(ruleset, deal, tuple(actions)), step.state.outcome, tuple(events))


def ask(policy: Policy, view: SeatView, rng: random.Random) -> Action:
    """What the policy does now; a PolicyError with the turn if it raises anything."""
    try:
        return policy(view, rng)
    except KeyboardInterrupt:
        raise  # that is whoever waits for the round, not the player
    except BaseException as error:  # sys.exit() in a player must not end the program either
        raise PolicyError(
            "refuse.policy_failed",
            seat=view.seat,
            turn=view.turns + 1,
            name=policy_name(policy),
            message=f"{type(error).__name__}: {error}",
        ) from error


def policy_name(policy: Policy) -> str:
    """The name under which a policy is reported."""
    if isinstance(policy, KnocksAt):
        return policy.name
    return str(getattr(policy, "__name__", type(policy).__name__))


# --------------------------------------------------------------------------------- named players


def random_player(view: SeatView, rng: random.Random) -> Action:
    """Any of the legal actions, each as likely as the others."""
    return rng.choice(view.actions)


class KnocksAt:
    """Draws or swaps for the best hand, and knocks with ``points`` or more; never with None.

    In the bank form it draws below ``bank_points``; without any it draws until it has 31.
    """

    __slots__ = ("_outlook", "bank_points", "points")

    def __init__(self, points: int | None, bank_points: int | None) -> None:
        self.points = points
        self.bank_points = bank_points
        self._outlook: Outlook | None = None

    def wants_knock(self, lap: int, order: int) -> bool:
        """Does the player knock with a hand of this order, on the turn that follows ``lap`` own
        turns?
        """
        del lap
        return self.points is not None and order >= 2 * self.points

    def knock_rows(self) -> tuple[bytes, ...]:
        """The same as a table: a row for each own turn, 1 for every order to knock with.

        The last row stands for all later turns; a row has an entry for any of 256 orders.
        """
        return (bytes(self.wants_knock(0, order) for order in range(256)),)

    def __repr__(self) -> str:
        return f"<policy {self.name}>"

    def _look(self, ruleset: Ruleset) -> Outlook:
        # Rulesets are compared value by value; at the table it is always the same object.
        look = self._outlook
        if look is None or look.ruleset is not ruleset:
            look = self._outlook = outlook_of(ruleset)
            if look.ruleset is not ruleset:
                look = self._outlook = Outlook(ruleset)
        return look

    @property
    def name(self) -> str:
        """``knocks-at:25``, or ``never-knocks``."""
        return "never-knocks" if self.points is None else f"knocks-at:{self.points}"

    def __call__(self, view: SeatView, _rng: random.Random) -> Action:
        """The action for the moment that the view shows."""
        if view.ruleset.family is Family.BANK:
            return self._at_the_bank(view)
        look = self._look(view.ruleset)
        if view.phase is Phase.THROW:
            return _best_throw(view, look)
        if view.phase is Phase.DEALER_CHOICE:
            return KEEP if look.is_above_average(view.hand) else CHANGE
        if KNOCK in view.actions:
            lap = view.turns // view.players
            if self.wants_knock(lap, look.worth.order(view.hand)):
                return KNOCK
        if view.ruleset.family is Family.DRAW:
            return _draw_or_take(view, look)
        return _best_swap(view, look)

    def _at_the_bank(self, view: SeatView) -> Action:
        if view.phase is Phase.STAKE:
            return view.actions[0]  # the lowest stake, or staying out where it cannot be paid
        limit = 31 if self.bank_points is None else self.bank_points
        points = score_playable(view.hand, view.ruleset).points
        assert points is not None
        return HIT if points < 2 * limit and HIT in view.actions else STAND


class KnocksByTable(KnocksAt):
    """Knocks where a table by own turn and order says so: bands, gaps, more patience later on.

    ``rows`` are as :meth:`KnocksAt.knock_rows` gives them, at least one.
    """

    __slots__ = ("_name", "_rows")

    def __init__(self, rows: Sequence[bytes], bank_points: int | None, name: str) -> None:
        super().__init__(None, bank_points)
        if not rows or any(len(row) != 256 for row in rows):
            raise UsageError("refuse.knock_rows")
        self._rows = tuple(rows)
        self._name = name

    @property
    def name(self) -> str:
        """The name that its maker gave it."""
        return self._name

    def wants_knock(self, lap: int, order: int) -> bool:
        """As the row of this own turn says."""
        return bool(self._rows[min(lap, len(self._rows) - 1)][order])

    def knock_rows(self) -> tuple[bytes, ...]:
        """The rows themselves."""
        return self._rows


never_knocks: Final = KnocksAt(None, None)
steady: Final = KnocksAt(_STEADY, _STEADY_BANK)
"""The steady player of all our figures: knocks at 25, at the bank stops at 24."""


def knocks_at(points: int) -> KnocksAt:
    """Knocks with so many points or more; at the bank stops there."""
    return KnocksAt(points, points)


NAMES: Final = ("random", "never-knocks", "knocks-at:N", "steady")


def named_policy(name: str) -> Policy:
    """The policy of a name: ``random``, ``never-knocks``, ``knocks-at:27``, ``steady``."""
    simple: dict[str, Policy] = {
        "random": random_player,
        "never-knocks": never_knocks,
        "steady": steady,
    }
    if name in simple:
        return simple[name]
    head, _, number = name.partition(":")
    if head == "knocks-at" and number.isascii() and number.isdigit() and len(number) <= 3:
        return knocks_at(int(number))
    near = difflib.get_close_matches(name, NAMES, n=1, cutoff=0.5)
    suggestion = near[0] if near else ""
    raise UsageError(
        "refuse.unknown_policy", text=name[:60], known=list(NAMES), suggestion=suggestion
    )


# ------------------------------------------------------------------------------ how they choose


def _draw_or_take(view: SeatView, look: Outlook) -> Action:
    """The open card if it helps at once or more than a blind one would; else the stock."""
    actions = view.actions
    if TAKE in actions:
        now, total, rows = look.drawing(view.hand)
        at = view.discards[-1].index
        then = max(now, *[row[at] for row in rows])
        if then - now >= _WORTH_A_VISIBLE_CARD or then * look.unseen > total:
            return TAKE
    if DRAW in actions:
        return DRAW
    # An empty stock that cannot be shuffled again: stand if that is allowed.
    return KEEP if KEEP in actions else actions[0]


def _best_throw(view: SeatView, look: Outlook) -> Action:
    """The card whose loss leaves the best hand; of equal ones the lowest."""
    orders = look.worth.orders_without_one(view.hand)
    left = dict(zip(view.hand, orders, strict=True))
    best, choice, lowest = -1, view.actions[0], 0
    for action in view.actions:
        assert isinstance(action, Throw)
        card = action.card
        order = left[card]
        if order > best or (order == best and card.number < lowest):
            best, choice, lowest = order, action, card.number
    return choice


def _best_swap(view: SeatView, look: Outlook) -> Action:
    """The swap to the best hand within reach, if it is better than the present one.

    Of equal ones the swap of fewest cards, then the lowest cards taken, then the lowest given.
    """
    if view.actions == (KNOCK,):
        return KNOCK  # a hand that has to be knocked with
    worth = look.worth
    swaps = [action for action in view.actions if isinstance(action, Swap)]
    reached = {swap: _after(view.hand, swap) for swap in swaps}
    top = max(worth.order(hand) for hand in reached.values())
    strengths = {
        swap: worth.strength(hand) for swap, hand in reached.items() if worth.order(hand) == top
    }
    strongest = max(strengths.values())
    best = min((swap for swap, s in strengths.items() if s == strongest), key=_by_numbers)
    if strongest > worth.strength(view.hand):
        return best
    if RENEW in view.actions:
        return RENEW
    return PASS if PASS in view.actions else best


def _by_numbers(swap: Swap) -> tuple[int, list[int], list[int]]:
    taken, given = (sorted(card.number for card in cards) for cards in (swap.taken, swap.given))
    return len(taken), taken, given


def _after(hand: tuple[Card, ...], swap: Swap) -> tuple[Card, ...]:
    return (*(card for card in hand if card not in swap.given), *swap.taken)
