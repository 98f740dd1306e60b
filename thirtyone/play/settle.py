"""Who loses or wins what when a round is over, and because of which rule.

One pure function over the final hands, the knocker, how the round ended and the rules. It knows one
round only; points that add up, dealers and the end of a match are :mod:`thirtyone.play.match`.

>>> from thirtyone.cards import Card
>>> from thirtyone.play.outcome import RoundEnd
>>> from thirtyone.rules import load_ruleset
>>> hands = [[Card(c) for c in text.split()] for text in ("KH 9H AS", "KS 9S 4D", "9C QC 2C")]
>>> done = settle(load_ruleset("no-trettien"), hands, knocker=0, end=RoundEnd.KNOCK)
>>> done.lives, [(c.seat, c.amount, c.because) for c in done.changes]
((3, 2, 3), [(1, -1, 'settlement.tie_with_knocker')])
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from thirtyone.cards import Card
from thirtyone.errors import UsageError
from thirtyone.hands import HandScore, ReasonKind, score_playable, strength
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settlement import Change, Settlement, Unit
from thirtyone.rules.model import (
    AfterKnock,
    AllOut,
    Bank,
    BankForm,
    BankTie,
    DrawForm,
    ExchangeForm,
    Goal,
    InPlay,
    LastChance,
    Lives,
    Payers,
    Pot,
    Ruleset,
    Several,
    StockEmpty,
    TieForHighest,
    TieWithKnocker,
    TwoAtOne,
)
from thirtyone.rules.model import (
    Settlement as SettlementRules,
)

CardForm: TypeAlias = DrawForm | ExchangeForm
Strength: TypeAlias = tuple[int, ...]

_IN_ONE_SUIT: Final = frozenset(
    {ReasonKind.SUIT_SUM, ReasonKind.SUITED_RUN, ReasonKind.ACE_ACROSS_SUITS}
)
_BUS: Final = {"lowest": (1, 0), "middle": (2, 1), "highest": (3, 4)}
"""The points of Ride the Bus: for everybody, and for the knocker."""
_BUS_TARGET: Final = 6


def settle(
    ruleset: Ruleset,
    hands: Sequence[Sequence[Card]],
    *,
    end: RoundEnd | None = None,
    knocker: int | None = None,
    lives: Sequence[int] | None = None,
    instant: Sequence[int] | None = None,
    drawn: bool | None = None,
    pot: int = 0,
    bank: int | None = None,
    stakes: Sequence[int] | None = None,
    lent: bool = False,
) -> Settlement:
    """What a finished round costs and brings everybody.

    ``end`` defaults to what these hands say: see :func:`usual_end`. ``lives`` defaults to the start
    of a match; a 0 is a player on the last chance. ``instant`` adds to the hands that end a round
    by themselves. ``drawn`` is for a round that was broken off. ``pot`` is what lay in the pot
    before this deal. ``bank`` (the last hand if not given) and ``stakes`` (the lowest stake, 0 for
    a player who folded) belong to the bank form. ``lent`` is for a deciding round: its lives go
    into no pot.
    """
    scores = tuple(score_playable(tuple(hand), ruleset) for hand in hands)
    form = ruleset.form
    if isinstance(form, BankForm):
        return _settle_bank(form.bank, scores, bank, stakes)
    if end is None:
        end = usual_end(scores, form, knocker)
    before = (form.lives.start,) * len(scores) if lives is None else tuple(lives)
    keys = [strength(score, ruleset) for score in scores]
    if drawn is None:
        drawn = is_drawn(form, end)
    shown = _holders(form, scores, keys, instant) if end is RoundEnd.INSTANT else ()
    changes = (
        () if drawn else tuple(_changes(ruleset, form, scores, keys, knocker=knocker, shown=shown))
    )
    with_lives = form.settlement.goal is Goal.LOWEST_LOSES and form.lives.start > 0
    left, out = before, frozenset[int]()
    if with_lives and not drawn:
        left, out = _take_lives(form.lives, before, changes)
    pot, won = _share_pot(
        ruleset, keys, pot, paid=0 if lent else sum(before) - sum(left), drawn=drawn
    )
    return Settlement(
        end=end,
        scores=scores,
        changes=tuple(sorted((*changes, *won), key=lambda change: change.seat)),
        lives_before=before,
        lives=left,
        out=tuple(sorted(out)),
        winners=_winners(ruleset, len(scores), out) if with_lives else None,
        knocker=knocker,
        instant=shown,
        drawn=drawn,
        pot=pot,
        lent=lent,
    )


def ends_a_round(score: HandScore, form: CardForm) -> bool:
    """A hand of the kind that ends a round: the target in one suit, or three aces if special.

    When such a hand does end it (dealt, in play, after a knock) is another question.
    """
    if score.reason.kind is ReasonKind.THREE_ACES:
        return form.instant.three_aces
    if score.points is None or score.reason.kind not in _IN_ONE_SUIT:
        return False
    return score.points >= 2 * int(form.scoring.target)


def usual_end(scores: Sequence[HandScore], form: CardForm, knocker: int | None) -> RoundEnd:
    """How a round with these final hands has ended, if nothing else is known.

    With a hand, not the knocker's, that ends the round under these rules; else with a knock, or
    with a showdown that nobody called.
    """
    at_once = (
        form.instant.in_play is InPlay.AT_ONCE
        if knocker is None
        else form.instant.after_knock is AfterKnock.AT_ONCE
    )
    if at_once and any(
        ends_a_round(score, form) for seat, score in enumerate(scores) if seat != knocker
    ):
        return RoundEnd.INSTANT
    return RoundEnd.KNOCK


def is_drawn(form: CardForm, end: RoundEnd) -> bool:
    """An empty stock is a draw, except where it means a showdown: always in the exchange form."""
    if isinstance(form, ExchangeForm):
        return False
    if end is RoundEnd.ENDLESS:
        return True
    if end is not RoundEnd.STOCK_EMPTY:
        return False
    return form.stock.empty is not StockEmpty.SHOWDOWN


# ---------------------------------------------------------------------------------- who loses, wins


def _changes(
    ruleset: Ruleset,
    form: CardForm,
    scores: Sequence[HandScore],
    keys: Sequence[Strength],
    *,
    knocker: int | None,
    shown: tuple[int, ...],
) -> Iterator[Change]:
    rules = form.settlement
    if rules.goal is Goal.BUS_POINTS:
        target = {seat for seat, score in enumerate(scores) if ends_a_round(score, form)}
        yield from _bus_points(keys, knocker, target)
    elif rules.goal is Goal.HIGHEST_WINS:
        if ruleset.match.target or ruleset.stakes.pot is not Pot.HIGHEST_PER_DEAL:
            yield from _highest_wins(keys, rules.tie_for_highest)
    else:
        unit = Unit(form.lives.unit)
        aces = any(scores[seat].reason.kind is ReasonKind.THREE_ACES for seat in shown)
        who = form.instant.three_aces_payers if aces else form.instant.payers
        if shown and who is Payers.ALL_OTHERS:
            path = "instant.three_aces_payers" if aces else "instant.payers"
            yield from _all_others_pay(form, len(keys), knocker, shown, path)
        else:
            for seat, loss, path in _lowest_pays(rules, keys, knocker):
                yield Change(seat, -loss, unit, path)


def _holders(
    form: CardForm,
    scores: Sequence[HandScore],
    keys: Sequence[Strength],
    instant: Sequence[int] | None,
) -> tuple[int, ...]:
    """Whose hands ended the round: every such hand at the table, or only the best of them."""
    held = {seat for seat, score in enumerate(scores) if ends_a_round(score, form)}
    held.update(instant or ())
    if not held:
        raise UsageError("refuse.settle_no_instant")
    if form.instant.several is Several.BEST_ONLY:
        best = max(keys[seat] for seat in held)
        held = {seat for seat in held if keys[seat] == best}
    return tuple(sorted(held))


def _all_others_pay(
    form: CardForm, seats: int, knocker: int | None, shown: tuple[int, ...], path: str
) -> Iterator[Change]:
    unit, more = Unit(form.lives.unit), int(form.instant.knocker_pays)
    for seat in range(seats):
        if seat in shown:
            continue
        if seat == knocker and more > 1:
            yield Change(seat, -more, unit, "instant.knocker_pays")
        else:
            yield Change(seat, -1, unit, path)


def _lowest_pays(
    rules: SettlementRules, keys: Sequence[Strength], knocker: int | None
) -> Iterator[tuple[int, int, str]]:
    """Seat, loss and rule of everybody whom the lowest hand costs something."""
    lowest = min(keys)
    tied = [seat for seat, key in enumerate(keys) if key == lowest]
    if knocker not in tied:
        yield from ((seat, rules.lowest, "settlement.lowest") for seat in tied)
        return
    if len(tied) == 1:
        alone = int(rules.lone_low_knocker)
        more = alone > rules.lowest
        path = "settlement.lone_low_knocker" if more else "settlement.lowest"
        yield tied[0], max(alone, rules.lowest), path
        return
    rule = rules.tie_with_knocker
    two = max(2, rules.lowest)
    by_rule = {
        TieWithKnocker.SAFE: (0, rules.lowest),
        TieWithKnocker.LIKE_ALL: (rules.lowest, rules.lowest),
        TieWithKnocker.TWO_AND_ONE: (two, rules.lowest),
        TieWithKnocker.TWO_ALONE: (two, 0),
    }
    own, others = by_rule[rule]
    for seat in tied:
        if loss := own if seat == knocker else others:
            yield seat, loss, "settlement.tie_with_knocker"


def _highest_wins(keys: Sequence[Strength], tie: TieForHighest) -> Iterator[Change]:
    """One point for the highest hand. A point cannot be split: then it goes to nobody."""
    top = _top(keys)
    if len(top) == 1:
        yield Change(top[0], 1, Unit.POINT, "settlement.goal")
    elif tie is TieForHighest.EACH:
        yield from (Change(seat, 1, Unit.POINT, "settlement.tie_for_highest") for seat in top)


def _bus_points(
    keys: Sequence[Strength], knocker: int | None, target: set[int]
) -> Iterator[Change]:
    """Ride the Bus: everybody scores by place; equal hands all take the score of the best place."""
    for seat, key in enumerate(keys):
        better = sum(other > key for other in keys)
        place = "highest" if better == 0 else "lowest" if better == len(keys) - 1 else "middle"
        points = _BUS_TARGET if seat in target else _BUS[place][seat == knocker]
        if points:
            yield Change(seat, points, Unit.POINT, "settlement.goal")


def _top(keys: Sequence[Strength]) -> list[int]:
    best = max(keys)
    return [seat for seat, key in enumerate(keys) if key == best]


def _share_pot(
    ruleset: Ruleset, keys: Sequence[Strength], pot: int, *, paid: int, drawn: bool
) -> tuple[int, tuple[Change, ...]]:
    """What is left in the pot, and who takes what of it."""
    rules = ruleset.stakes
    if rules.pot is Pot.NONE:
        return pot, ()
    pot += rules.ante * len(keys) + paid
    if rules.pot is Pot.LAST_ONE_IN or drawn:
        return pot, ()
    assert not isinstance(ruleset.form, BankForm)
    settlement = ruleset.form.settlement
    top = _top(keys)
    if len(top) > 1 and settlement.tie_for_highest is TieForHighest.NOBODY:
        return pot, ()
    path = "settlement.goal" if settlement.goal is Goal.HIGHEST_WINS else "stakes.pot"
    path = "settlement.tie_for_highest" if len(top) > 1 else path
    share = pot // len(top)  # a token that cannot be shared stays in
    won = tuple(Change(seat, share, Unit.POT, path) for seat in top if share)
    return pot - share * len(top), won


# ------------------------------------------------------------------------------------ lives and out


def _take_lives(
    rules: Lives, before: tuple[int, ...], changes: Sequence[Change]
) -> tuple[tuple[int, ...], frozenset[int]]:
    """Lives afterwards, and whom the round puts out."""
    losses = {change.seat: -change.amount for change in changes}
    left = tuple(max(0, had - losses.get(seat, 0)) for seat, had in enumerate(before))
    out = {seat for seat, loss in losses.items() if _is_out(rules, before[seat], loss)}
    if rules.last_chance is LastChance.ONE_MORE_DEAL:
        # The one deal is over, for whoever came through it too; unless nobody else is left.
        over = {seat for seat, had in enumerate(before) if had == 0} | out
        out = over if len(over) < len(before) else out
    return left, frozenset(out)


def _is_out(rules: Lives, had: int, loss: int) -> bool:
    if loss < had:
        return False
    if had == 0 or rules.last_chance is LastChance.NONE:
        return True
    return loss > had and rules.two_at_one is TwoAtOne.OUT


def _winners(ruleset: Ruleset, seats: int, out: frozenset[int]) -> tuple[int, ...] | None:
    left = tuple(seat for seat in range(seats) if seat not in out)
    if len(left) == 1:
        return left
    if not left and ruleset.match.all_out is AllOut.SHARED:
        return tuple(range(seats))
    return None


# --------------------------------------------------------------------------------------- bank form


def _settle_bank(
    rules: Bank, scores: tuple[HandScore, ...], bank: int | None, stakes: Sequence[int] | None
) -> Settlement:
    """Each player against the bank, at one to one."""
    banker = len(scores) - 1 if bank is None else bank
    staked = [rules.stake_low] * len(scores) if stakes is None else list(stakes)
    changes: list[Change] = []
    for seat, score in enumerate(scores):
        if seat == banker or not staked[seat]:
            continue
        side, path = _against_bank(rules, score.order, scores[banker].order)
        if side:
            changes.append(Change(seat, side * staked[seat], Unit.TOKEN, path))
    total = -sum(change.amount for change in changes)
    if total:
        paths = {change.because for change in changes}
        path = paths.pop() if len(paths) == 1 else "bank.draws_to"
        changes.append(Change(banker, total, Unit.TOKEN, path))
    none = (0,) * len(scores)
    return Settlement(
        end=RoundEnd.BANK,
        scores=scores,
        changes=tuple(sorted(changes, key=lambda change: change.seat)),
        lives_before=none,
        lives=none,
        out=(),
        winners=None,
        knocker=None,
        instant=(),
        drawn=False,
        pot=0,
        bank=banker,
    )


def _against_bank(rules: Bank, player: int, bank: int) -> tuple[int, str]:
    """1, 0 or −1 stakes for the player, and the rule. A hand above 31 has order 0, a natural 63."""
    if player == 0:  # over 31 pays at once, whatever the bank does later
        return -1, "bank.limit"
    if bank == 0:
        return 1, "bank.limit"
    if player == bank:
        return (-1 if rules.tie is BankTie.BANK else 0), "bank.tie"
    side = 1 if player > bank else -1
    return side, "bank.natural" if max(player, bank) > 62 else "bank.draws_to"
