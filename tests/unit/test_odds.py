from itertools import combinations

import pytest

from thirtyone.cards import Card, pack
from thirtyone.hands import score_hand
from thirtyone.odds import Standing, distribution, standing
from thirtyone.rules import load_ruleset, ruleset_ids


def stand(cards, id_):
    return standing([Card(c) for c in cards.split()], load_ruleset(id_))


@pytest.mark.parametrize(
    ("cards", "id_", "expected"),
    [
        ("AS AH AD", "no-kildebeskrivelse", Standing(21_880, 219, 0)),
        ("AS AH AD", "se-svensk-bas", Standing(22_072, 27, 0)),
        ("AS AH AD", "dk-enogtredive", Standing(22_096, 3, 0)),
        ("AS AH AD", "dk-a7", Standing(4_956, 3, 0)),
        ("AS KS TS", "no-trettien", Standing(22_076, 23, 0)),
    ],
)
def test_where_a_hand_stands(cards, id_, expected):
    """The figures of the facts: 24 hands make 31, 220 with the ace across suits and the cap …"""
    assert expected == stand(cards, id_)


def test_three_aces_in_the_norwegian_base_have_10800_better_hands():
    assert 10_800 == stand("AS AH AD", "no-trettien").loses


@pytest.mark.parametrize("id_", [i for i in ruleset_ids() if i != "enogfyrre"])
def test_standing_equals_counting(id_):
    rules = load_ruleset(id_)
    deck = pack(rules.deck_size)
    orders = [score_hand(hand, rules).order for hand in combinations(deck, 3)]
    assert len(orders) == sum(distribution(rules).values())
    for hand in list(combinations(deck, 3))[:: len(orders) // 7]:
        mine = score_hand(hand, rules).order
        counted = Standing(
            sum(o < mine for o in orders),
            sum(o == mine for o in orders) - 1,
            sum(o > mine for o in orders),
        )
        assert counted == standing(hand, rules)
        assert len(orders) == standing(hand, rules).hands


def test_forty_one_counts_hands_of_four():
    assert 270_725 == stand("AS KS QS JS", "enogfyrre").hands
    assert 270_725 - 4 * 4 == stand("AS KS QS JS", "enogfyrre").beats
