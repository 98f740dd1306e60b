"""One round of any form as a plain automaton, or by the readable engine where it has to be.

Standard library only: this is what plays in a browser without numpy, and what the lock-step of
:mod:`.lockstep` is held against.
"""

import random
from collections.abc import Sequence
from typing import TypeGuard

from thirtyone.hands import score_playable
from thirtyone.play.actions import Action, Seat
from thirtyone.play.deal import next_seat, seeded_deal
from thirtyone.play.outcome import RoundOutcome
from thirtyone.policies import KnocksAt, Played, Policy, play_round
from thirtyone.rules.model import BankForm, Family, Ruleset
from thirtyone.sim.finals import ENDS, Final
from thirtyone.sim.tables import hand_number

_TURN_ENDS = frozenset(
    {"threw", "knocked", "kept", "swapped", "passed", "staked", "folded", "stood", "bust"}
)
"""Names of the events that end a turn."""


def play_final(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    seed: int,
    game: int,
    trace: list[Action] | None = None,
    *,
    able: Sequence[bool] = (),
) -> Final:
    """The seeded round, policies by position, and how it ended.

    ``trace`` takes the actions in the order in which they were done. ``able`` says in the bank form
    who can pay the lowest stake; everybody can if it is not given.
    """
    tabled = with_knock_rows(policies)
    if tabled is None:
        return _engine_final(ruleset, policies, seed, game, trace, able)
    if ruleset.family is Family.BANK:
        from thirtyone.sim import bank_round

        return bank_round.play(ruleset, tabled, seed, game, able=able, trace=trace)
    if ruleset.family is Family.EXCHANGE:
        from thirtyone.sim import swap_round

        return swap_round.play(ruleset, tabled, seed, game, trace=trace)
    from thirtyone.sim import draw_round

    return draw_round.play(ruleset, tabled, seed, game, trace=trace)


def with_knock_rows(policies: Sequence[Policy]) -> Sequence[KnocksAt] | None:
    """The policies themselves if the automata can play all of them, else None."""
    return policies if _all_tabled(policies) else None


def _all_tabled(policies: Sequence[Policy]) -> TypeGuard[Sequence[KnocksAt]]:
    return all(hasattr(policy, "knock_rows") for policy in policies)


# -------------------------------------------------------------------------- by the readable engine


def seats_in_order(ruleset: Ruleset, players: int) -> list[Seat]:
    """The seat of each position in a seeded deal: seat 0 acts first, the last one deals."""
    seats = [Seat(0)]
    while len(seats) < players:
        seats.append(next_seat(seats[-1], players, ruleset))
    return seats


def _engine_final(
    ruleset: Ruleset,
    policies: Sequence[Policy],
    seed: int,
    game: int,
    trace: list[Action] | None,
    able: Sequence[bool],
) -> Final:
    players = len(policies)
    seats = seats_in_order(ruleset, players)
    by_seat = dict(zip(seats, policies, strict=True))
    tokens: tuple[int, ...] = ()
    if able and isinstance(ruleset.form, BankForm):
        has = dict(zip(seats, able, strict=True))
        tokens = tuple(ruleset.form.bank.tokens * has[seat] for seat in sorted(seats))
    deal = seeded_deal(ruleset, players, seed, game, tokens=tokens)
    # One string for both numbers: Random() of a tuple would not be the same everywhere.
    chance = random.Random(f"{seed} {game}")
    played = play_round(ruleset, deal, [by_seat[seat] for seat in sorted(seats)], chance)
    if trace is not None:
        trace.extend(played.record.actions)
    return final_of(ruleset, played.outcome, seats, turns_of(played))


def final_of(
    ruleset: Ruleset, outcome: RoundOutcome, seats: Sequence[Seat] = (), turns: int = 0
) -> Final:
    """The end of a round of the readable engine in plain numbers.

    ``seats`` are by position; without them those of a seeded deal.
    """
    order = list(seats or seats_in_order(ruleset, len(outcome.hands)))
    return Final(
        tuple(_hand_numbers(ruleset, outcome, order)),
        ENDS.index(outcome.end),
        -1 if outcome.knocker is None else order.index(Seat(outcome.knocker)),
        turns,
        tuple(outcome.stakes[seat] for seat in order) if outcome.stakes else (),
    )


def turns_of(played: Played) -> int:
    """The turns of a round, the knock among them; what the bank does is none."""
    return sum(
        event.name in _TURN_ENDS and getattr(event, "seat", None) != played.outcome.bank
        for event in played.events
    )


def _hand_numbers(ruleset: Ruleset, outcome: RoundOutcome, seats: Sequence[Seat]) -> list[int]:
    hands = [outcome.hands[seat] for seat in seats]
    if ruleset.family is Family.BANK:
        return [score_playable(hand, ruleset).order for hand in hands]
    return [hand_number(hand, ruleset.deck_size) for hand in hands]
