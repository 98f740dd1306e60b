"""Whether what a source says about a round is true: the engine's answer to each claim.

>>> from thirtyone.rounds import find_round
>>> annotated = find_round("trettien.en-runde")
>>> claim = annotated.claims[0]
>>> claim.kind.value, claim.answer, actual(annotated, claim)
('value', '19', '19')
"""

from collections.abc import Sequence

from thirtyone.cards import Card
from thirtyone.errors import UsageError
from thirtyone.hands import HandScore, score_hand, strength
from thirtyone.play.match import MatchStep
from thirtyone.play.settle import settle
from thirtyone.play.settlement import Settlement, Unit
from thirtyone.rounds import AnnotatedRound, Claim, ClaimKind
from thirtyone.rules import Family, Ruleset

_LOST = frozenset({Unit.LIFE, Unit.MARK})


def actual(annotated: AnnotatedRound, claim: Claim) -> str:
    """The answer of the engine, in the words of ``claim.answer``.

    Seats are numbers, several with blanks between them; level hands of a ranking stand as ``1=2``.
    """
    match claim.kind:
        case ClaimKind.VALUE:
            return _scores(annotated, claim)[_place(annotated, claim)].label
        case ClaimKind.SIZE:
            return str(len(_hands(annotated, claim)[_place(annotated, claim)]))
        case ClaimKind.RANKING | ClaimKind.BEST | ClaimKind.LOWEST:
            return _ranked(annotated, claim)
        case ClaimKind.LOSES:
            return str(-_changed(annotated, claim, lost=True))
        case ClaimKind.WINS:
            return str(_changed(annotated, claim, lost=False))
        case ClaimKind.ENDS:
            outcome = annotated.records[claim.round].outcome()
            return str(outcome.end) if outcome else "pause"
        case ClaimKind.EVENT:
            events = annotated.records[claim.round].steps()[claim.at or 0].events
            names = [event.name for event in events]
            return claim.value if claim.value in names else " ".join(names)
        case _:
            return _in_the_match(annotated, claim)


def is_true(annotated: AnnotatedRound, claim: Claim) -> bool:
    """Does the engine say the same as the source?"""
    return actual(annotated, claim) == claim.answer


# ------------------------------------------------------------------------------------------- hands


def _seats(annotated: AnnotatedRound, claim: Claim) -> Sequence[int]:
    """Who takes part in the round, as the match counts them."""
    if not annotated.records:
        return range(len(annotated.hands))
    return annotated.records[claim.round].deal.seats


def _place(annotated: AnnotatedRound, claim: Claim) -> int:
    return list(_seats(annotated, claim)).index(claim.seats[0])


def _hands(annotated: AnnotatedRound, claim: Claim) -> Sequence[Sequence[Card]]:
    if not annotated.records:
        return annotated.hands
    steps = annotated.records[claim.round].steps()
    return steps[-1 if claim.at is None else claim.at].state.hands


def _scores(annotated: AnnotatedRound, claim: Claim) -> list[HandScore]:
    return [score_hand(hand, claim.ruleset) for hand in _hands(annotated, claim)]


def _ranked(annotated: AnnotatedRound, claim: Claim) -> str:
    seats = _seats(annotated, claim)
    keys: dict[tuple[int, ...], list[int]] = {}
    for seat, score in zip(seats, _scores(annotated, claim), strict=True):
        keys.setdefault(strength(score, claim.ruleset), []).append(seat)
    order = [keys[key] for key in sorted(keys, reverse=True)]
    if claim.kind is ClaimKind.RANKING:
        return " ".join("=".join(map(str, level)) for level in order)
    return " ".join(map(str, order[0 if claim.kind is ClaimKind.BEST else -1]))


# -------------------------------------------------------------------------------------- settlement


def _settlement(annotated: AnnotatedRound, claim: Claim) -> Settlement:
    """How the round was settled, or what its last hands come to under other rules."""
    if not annotated.records:
        return settle(claim.ruleset, annotated.hands)
    if _same(claim.ruleset, annotated.ruleset):
        return _after(annotated, claim).state.history[-1].settlement
    outcome = annotated.records[claim.round].outcome()
    if outcome is None:
        raise UsageError("refuse.script_cut_short")
    knocker = None if claim.ruleset.family is Family.BANK else outcome.knocker
    return settle(claim.ruleset, outcome.hands, knocker=knocker)


def _same(one: Ruleset, other: Ruleset) -> bool:
    return one is other or one == other


def _changed(annotated: AnnotatedRound, claim: Claim, *, lost: bool) -> int:
    place = _place(annotated, claim)
    return sum(
        change.amount
        for change in _settlement(annotated, claim).changes
        if change.seat == place and (change.unit in _LOST) == lost
    )


def _after(annotated: AnnotatedRound, claim: Claim) -> MatchStep:
    return annotated.match_steps()[claim.round + 1]


def _in_the_match(annotated: AnnotatedRound, claim: Claim) -> str:
    before = annotated.match_steps()[claim.round].state
    state = _after(annotated, claim).state
    match claim.kind:
        case ClaimKind.LIVES:
            return str(state.lives[claim.seats[0]])
        case ClaimKind.DEALS_NEXT:
            seats: Sequence[int] = (state.dealer,) if state.end is None else ()
        case ClaimKind.LAST_CHANCE:
            seats = state.last_chance
        case ClaimKind.OUT:
            seats = [seat for seat in before.seats if seat not in state.seats]
        case _:
            seats = state.winners
    return " ".join(map(str, seats))
