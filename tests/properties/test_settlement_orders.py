"""Every settlement of two to four players: all ties, all knockers, one or two lives each.

The counts are known: with an own life each, only complete ties can leave nobody in.
"""

from itertools import combinations, product

import pytest

from thirtyone.cards import Card
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import settle
from thirtyone.rules import load_ruleset, with_values

SUITS = "CSHD"


def orders(players):
    """All ways in which hands can lie above, below and level with each other."""
    for levels in product(range(players), repeat=players):
        if set(levels) == set(range(max(levels) + 1)):
            yield levels


def hand(player, level):
    """A hand of the player's own suit: king, two and a card that grows with the level."""
    return tuple(Card(rank + SUITS[player]) for rank in ("K", "3456789T"[level], "2"))


def thirty_one(player):
    return tuple(Card(rank + SUITS[player]) for rank in "AKQ")


def rounds(*, knocked):
    """Levels, knocker and lives of every round."""
    for players in (2, 3, 4):
        for levels in orders(players):
            for knocker in range(players) if knocked else (None,):
                for lives in product((1, 2), repeat=players):
                    yield levels, knocker, lives


def settled(ruleset, levels, knocker, lives):
    hands = [hand(player, level) for player, level in enumerate(levels)]
    end = RoundEnd.SHOWDOWN if knocker is None else RoundEnd.KNOCK
    return settle(ruleset, hands, end=end, knocker=knocker, lives=lives)


def expected_losses(rule, levels, knocker):
    """A second account of the tie rules, straight from the words."""
    low = [seat for seat, level in enumerate(levels) if level == 0]
    if knocker not in low:
        return dict.fromkeys(low, 1)
    if low == [knocker]:
        return {knocker: 2}
    others = {seat: 1 for seat in low if seat != knocker}
    return {
        "safe": others,
        "like-all": others | {knocker: 1},
        "two-and-one": others | {knocker: 2},
        "two-alone": {knocker: 2},
    }[rule]


@pytest.mark.parametrize(
    ("rule", "nobody_left"), [("safe", 0), ("like-all", 9), ("two-and-one", 18), ("two-alone", 0)]
)
def test_who_is_left_after_a_knock(rule, nobody_left):
    """With a safe or a lone tied knocker somebody stays in; the other rules name the exceptions."""
    ruleset = with_values(load_ruleset("no-trettien"), {"settlement.tie_with_knocker": rule})
    count, empty = 0, []
    for levels, knocker, lives in rounds(knocked=True):
        done = settled(ruleset, levels, knocker, lives)
        count += 1
        losses = {change.seat: -change.amount for change in done.changes}
        assert expected_losses(rule, levels, knocker) == losses
        assert tuple(max(0, had - losses.get(s, 0)) for s, had in enumerate(lives)) == done.lives
        assert {s for s, left in enumerate(done.lives) if left == 0} == set(done.out)
        if len(done.out) == len(levels):
            empty.append((levels, knocker, lives))
            assert None is done.winners  # the decider of the match comes next
        elif len(done.out) == len(levels) - 1:
            assert 1 == len(done.winners)
        else:
            assert None is done.winners
    assert 5136 == count
    assert nobody_left == len(empty)
    assert all(set(levels) == {0} for levels, _, _ in empty)


@pytest.mark.parametrize("rule", ["safe", "like-all", "two-and-one", "two-alone"])
def test_who_is_left_after_a_showdown_that_nobody_called(rule):
    """Whatever the tie rule: three complete ties with one life each, of 1,316 rounds."""
    ruleset = with_values(
        load_ruleset("no-trettien"),
        {"settlement.tie_with_knocker": rule, "stock.empty": "showdown"},
    )
    count, empty = 0, []
    for levels, _, lives in rounds(knocked=False):
        done = settled(ruleset, levels, None, lives)
        count += 1
        assert {0} == {levels[change.seat] for change in done.changes}
        if len(done.out) == len(levels):
            empty.append((levels, lives))
    assert 1316 == count
    assert [((0,) * n, (1,) * n) for n in (2, 3, 4)] == empty


@pytest.mark.parametrize("several", ["all-safe", "best-only"])
@pytest.mark.parametrize("pays", ["1", "2"])
def test_a_31_always_leaves_its_holder(several, pays):
    """Every set of holders, before and after a knock: all of them stay, all others pay."""
    ruleset = with_values(
        load_ruleset("no-trettien"),
        {"instant.several": several, "instant.knocker_pays": pays},
    )
    count = 0
    for players in (2, 3, 4):
        for size in range(1, players + 1):
            for holders in combinations(range(players), size):
                hands = [
                    thirty_one(seat) if seat in holders else hand(seat, seat)
                    for seat in range(players)
                ]
                for knocker in (None, *range(players)):
                    for lives in product((1, 2), repeat=players):
                        done = settle(
                            ruleset, hands, end=RoundEnd.INSTANT, knocker=knocker, lives=lives
                        )
                        count += 1
                        losses = {c.seat: -c.amount for c in done.changes}
                        expected = {
                            seat: int(pays) if seat == knocker else 1
                            for seat in range(players)
                            if seat not in holders
                        }
                        assert expected == losses
                        assert set(holders).isdisjoint(done.out)
    assert 1460 == count


@pytest.mark.parametrize("last_chance", ["until-next-loss", "one-more-deal"])
def test_the_last_chance_takes_one_loss_more(last_chance):
    """Zero or one life each: who had a life stays in, who had none and loses is out."""
    ruleset = with_values(load_ruleset("no-trettien"), {"lives.last_chance": last_chance})
    count = 0
    for levels, knocker, given in rounds(knocked=True):
        lives = tuple(n - 1 for n in given)
        done = settled(ruleset, levels, knocker, lives)
        count += 1
        losers = {change.seat for change in done.changes}
        without = {seat for seat, had in enumerate(lives) if had == 0}
        if last_chance == "until-next-loss" or len(without) == len(levels):
            assert losers & without == set(done.out)
        else:
            assert without == set(done.out)
        assert min(done.lives) >= 0
        assert len(done.out) < len(levels)
    assert 5136 == count
