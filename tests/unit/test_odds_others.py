"""The others' hands: lowest at the deal and a knock, against enumeration and random deals."""

import random
from itertools import combinations
from math import comb, sqrt

import pytest

from thirtyone.cards import Card, pack
from thirtyone.hands import compare_hands, score_hand
from thirtyone.odds import knock_fails, known_cards, lowest, swaps
from thirtyone.odds.packing import Packings, dealings, meeting_of
from thirtyone.rules import load_ruleset, with_values


def cards(text):
    return tuple(Card(c) for c in text.split())


def known(text, rules, up="", seen=()):
    rules = load_ruleset(rules) if isinstance(rules, str) else rules
    return known_cards(cards(text), rules, cards(up), seen)


# ----------------------------------------------------------------------------- the counting


def test_packings_of_one_suit_are_counted_by_hand():
    """Four cards, all blocks allowed: one packing of nothing, 6 pairs, 3 times two pairs."""
    packs = Packings(0b1111, 3, lambda _: True)
    weights = packs.weights(0b1111, 3)
    # Shape 0: nobody wants a card. One hand wants one card: 4; two: 4 x 3; three: 4 x 3 x 2.
    assert [1, 4, 12, 24] == weights[:4]
    assert [6, 12] == weights[16:18], "a pair; a pair and a single card of the two that are left"
    assert 6 == weights[32], "two pairs: 3 ways, and either hand may have either"
    assert 4 == weights[256], "a triple"
    assert 4 == weights[257], "a triple and the card that is left"


def test_without_a_limit_all_dealings_are_counted():
    """Four full suits meet: every way to deal three hands of three from 52 cards."""
    packs = Packings((1 << 13) - 1, 3, lambda _: True)
    meeting = meeting_of(3, 3)
    weights = packs.weights((1 << 13) - 1, 3)
    half = meeting.product(weights, weights, 3)
    for hands in (1, 2, 3):
        total = sum(n * half[a] * half[b] for a, b, n in meeting.ending(hands))
        assert dealings(52, 3, hands) == total
    assert comb(52, 3) * comb(49, 3) == dealings(52, 3, 2)


# ------------------------------------------------------------------------ lowest at the deal


@pytest.mark.parametrize(
    ("id_", "hand"),
    [
        ("no-trettien", "KH 9H AS"),
        ("no-kildebeskrivelse", "KH 7H 3S"),
        ("se-svensk-bas", "2H 5H 6S"),
        ("dk-enogtredive", "QH 4D 3S"),
        ("enogfyrre", "KH 9H AS 2D"),
        ("dk-a7", "KH 9H 8S"),
    ],
)
def test_two_players_are_counted_hand_by_hand(id_, hand):
    know = known(hand, id_)
    mine = score_hand(know.hand, know.ruleset).order
    some = combinations(know.unseen, len(know.hand))
    if len(know.hand) == 4:  # 194,580 hands: every seventh suit pattern would not be a proof
        some = list(some)
    orders = [score_hand(other, know.ruleset).order for other in some]
    wanted = sum(order >= mine for order in orders) / len(orders)
    found = lowest(know, [2])[2]
    assert 0 == found.n
    assert wanted == pytest.approx(found.mean, rel=1e-12)


SMALL = [
    ("no-trettien", {}),
    ("no-trettien", {"scoring.suited_run": "30"}),
    ("no-trettien", {"scoring.three_of_a_kind": "30.5", "scoring.three_aces": "33"}),
    ("no-kildebeskrivelse", {}),
    ("no-kildebeskrivelse", {"scoring.cap": "none"}),
    ("se-svensk-bas", {}),
    ("bicycle", {}),
    ("dk-a9", {}),
]


def dealt(left, size, hands):
    """Every way to deal hands one after the other."""
    if not hands:
        yield ()
        return
    for one in combinations(left, size):
        rest = [card for card in left if card not in one]
        for others in dealt(rest, size, hands - 1):
            yield (one, *others)


@pytest.mark.parametrize(("id_", "changes"), SMALL)
@pytest.mark.parametrize("ties", [False, True])
def test_four_players_with_nine_unseen_cards(id_, changes, ties):
    """1,680 dealings of three hands: all of them are looked at."""
    rules = with_values(load_ruleset(id_), changes)
    unseen = cards("AH AD AC QH QD QS 9H TH JS")
    hand = cards("KD KC 9S")
    know = known_cards(
        hand, rules, (), [c for c in pack(rules.deck_size) if c not in (*unseen, *hand)]
    )
    mine = score_hand(hand, rules)
    hits = count = 0
    for others in dealt(list(unseen), 3, 3):
        scores = [score_hand(other, rules) for other in others]
        if ties:
            hits += all(compare_hands(score, mine, rules) >= 0 for score in scores)
        else:
            hits += all(score.order >= mine.order for score in scores)
        count += 1
    found = lowest(know, [4], ties=ties)[4]
    assert 1_680 == count
    assert hits, "nothing to count"
    assert (0, pytest.approx(hits / count, rel=1e-12)) == (found.n, found.mean)


@pytest.mark.parametrize(
    ("id_", "hand"),
    [
        ("no-trettien", "8H 2D 3S"),
        ("dk-enogtredive", "7H 3D 3S"),
        ("no-kildebeskrivelse", "9H 2D 3S"),
    ],
)
def test_all_numbers_of_players_agree_with_random_deals(id_, hand):
    know = known(hand, id_)
    found = lowest(know)
    assert list(range(2, 8)) == list(found)
    mine = score_hand(know.hand, know.ruleset).order
    rng = random.Random(7)
    games, hits = 8_000, dict.fromkeys(found, 0)
    for _ in range(games):
        deal = rng.sample(know.unseen, 18)
        for n in found:
            other = deal[3 * (n - 2) : 3 * (n - 1)]
            if score_hand(other, know.ruleset).order < mine:
                break
            hits[n] += 1
    for n, chance in found.items():
        assert 0 == chance.n
        error = sqrt(chance.mean * (1 - chance.mean) / games)
        assert abs(hits[n] / games - chance.mean) < 4 * error, n


def test_more_players_make_it_less_likely_and_the_best_hand_is_never_lowest():
    found = [chance.mean for chance in lowest(known("TH 5D 3S", "scat"), range(2, 10)).values()]
    assert 8 == len(found)
    assert sorted(found, reverse=True) == found
    # To be lowest with 31 the other needs 31 too: in three suits an ace and two of four ten-cards.
    best = lowest(known("AH KH QH", "no-trettien"))
    assert best[2].mean == pytest.approx(18 / comb(49, 3))


def test_the_lowest_hand_of_all_is_lowest_or_tied():
    assert {1.0} == {chance.mean for chance in lowest(known("2H 2D 2S", "no-trettien")).values()}


def test_cards_that_are_gone_are_taken_out():
    rules = load_ruleset("no-trettien")
    hand = cards("2H 3D 5S")
    aces = cards("AH AD AC AS")
    free, gone = (lowest(known_cards(hand, rules, (), seen))[2].mean for seen in ((), aces))
    left = [c for c in pack(52) if c not in (*hand, *aces)]
    wanted = sum(score_hand(o, rules).order >= 10 for o in combinations(left, 3)) / comb(45, 3)
    assert wanted == pytest.approx(gone)
    assert gone != free


def test_a_number_of_players_without_enough_cards_is_left_out():
    rules = load_ruleset("dk-a9")
    know = known_cards(cards("KH QD 9S"), rules, (), cards("TH TD TC TS JH JD JC"))
    assert [2, 3, 4, 5] == list(lowest(know)), "14 cards are four hands and two"


def test_what_is_not_exact_says_so():
    """An ace that joins one suit together with three alike: by samples from three others on."""
    rules = with_values(load_ruleset("no-kildebeskrivelse"), {"scoring.ace_across_suits": "one"})
    found = lowest(known_cards(cards("9H 2D 3S"), rules), [2, 3, 4])
    assert [0, 0] == [found[2].n, found[3].n]
    assert found[4].n >= 1_000
    assert found[4].low < found[4].mean < found[4].high
    assert found[4].mean < found[3].mean < found[2].mean


# --------------------------------------------------------------------------------- the knock


def test_two_players_and_a_knock_are_counted_card_by_card():
    """Few unseen cards: each hand and each drawn card of the other."""
    rules = load_ruleset("no-trettien")
    hand, unseen = cards("KH 9H AS"), cards("AH QH TH 2H 9S 8S 7S QD 9D KC TC")
    know = known_cards(hand, rules, (), [c for c in pack(52) if c not in (*hand, *unseen)])
    hits = count = 0
    for other in combinations(unseen, 3):
        for card in unseen:
            if card not in other:
                best = max(score_hand(x, rules).order for x in combinations((*other, card), 3))
                hits += best > 38
                count += 1
    assert 0 < hits < count == 165 * 8
    assert hits / count == pytest.approx(knock_fails(know, [2])[2].mean)


@pytest.mark.parametrize(
    ("changes", "equal_fails"),
    [
        ({}, False),
        ({"settlement.tie_with_knocker": "like-all"}, True),
        ({"settlement.tie_with_knocker": "two-and-one"}, True),
        ({"settlement.tie_with_knocker": "two-alone"}, True),
    ],
)
def test_whether_a_tie_costs_the_knocker_is_up_to_the_rules(changes, equal_fails):
    rules = with_values(load_ruleset("no-trettien"), changes)
    # The other holds four cards, and the best three of them make 20 whatever is thrown.
    hand, unseen = cards("KH QH 2S"), cards("KD QD 3C 4S")
    know = known_cards(hand, rules, (), [c for c in pack(52) if c not in (*hand, *unseen)])
    assert float(equal_fails) == knock_fails(know, [2])[2].mean


def test_where_the_highest_wins_a_knock_fails_without_the_win():
    rules = load_ruleset("se-forst-till-fem")
    found = knock_fails(known_cards(cards("KH 9H AS"), rules))
    know = known_cards(cards("KH 9H AS"), load_ruleset("no-trettien"))
    # With two players: to be beaten is to be alone at the bottom.
    assert found[2].mean == pytest.approx(knock_fails(know, [2])[2].mean)
    shares = [chance.mean for chance in found.values()]
    assert sorted(shares) == shares, "more players, fewer wins"


@pytest.mark.parametrize(
    ("id_", "hand", "players"),
    [
        ("no-trettien", "8H 7H 3S", (2, 4, 7)),
        ("no-kildebeskrivelse", "KH 5H 3S", (2, 3, 5)),
        ("dk-enogtredive", "8H 7H 3S", (2, 3, 4, 7)),
        ("se-svensk-bas", "8H 7H 3S", (3, 4)),
        ("enogfyrre", "8H 7H 3S 4D", (2, 3)),
    ],
)
def test_a_knock_agrees_with_random_last_turns(id_, hand, players):
    know = known(hand, id_)
    rules = know.ruleset
    found = knock_fails(know, players)
    mine = score_hand(know.hand, rules).order
    ties = rules.form.settlement.tie_with_knocker.value != "safe"
    rng = random.Random(3)
    games, hits = 2_500, dict.fromkeys(players, 0)
    size = rules.hand_size + 1
    for _ in range(games):
        deal = rng.sample(know.unseen, size * (max(players) - 1))
        for n in range(1, max(players)):
            four = deal[size * (n - 1) : size * n]
            best = max(score_hand(x, rules).order for x in combinations(four, size - 1))
            if best < mine or (best == mine and not ties):
                break
            if n + 1 in hits:
                hits[n + 1] += 1
    for n in players:
        chance = found[n]
        error = sqrt(chance.mean * (1 - chance.mean) / games)
        assert chance.low - 4 * error - 1e-9 <= hits[n] / games <= chance.high + 4 * error + 1e-9, n
        assert chance.mean > 0.001, "too rare to be tested in this way"
        assert chance.high - chance.low < 0.01, "counted but for a small part"


def test_special_hands_are_exact_for_three_players_and_a_narrow_range_from_four():
    found = knock_fails(known("8H 7H 3S", "dk-enogtredive"))
    assert [0, 0] == [found[2].n, found[3].n]
    assert all(found[n].n >= 1_000 for n in (4, 5, 6, 7))
    assert all(found[n].half_width < 0.002 for n in (4, 5, 6, 7))


def naive_last_swap(hand, table, rules):
    """The best swap by the readable rules, and the table after it."""
    know = known_cards(hand, rules, table)
    first = swaps(know)[0]
    if compare_hands(score_hand(first.hand, rules), score_hand(hand, rules), rules) <= 0:
        return hand, table
    left = [card for card in table if card not in first.taken]
    return first.hand, (*left, *first.given)


def test_a_knock_against_one_who_swaps_is_exact():
    rules = load_ruleset("dk-a9")
    hand, table = cards("KH QH 9S"), cards("JH 9D TC")
    know = known_cards(hand, rules, table)
    mine = score_hand(hand, rules)
    fails = [
        compare_hands(score_hand(naive_last_swap(other, table, rules)[0], rules), mine, rules) >= 0
        for other in combinations(know.unseen, 3)
    ]
    found = knock_fails(know, [2])[2]
    assert comb(18, 3) == len(fails)
    assert (0, pytest.approx(sum(fails) / len(fails))) == (found.n, found.mean)


def test_more_who_swap_are_played_out_and_come_with_an_interval():
    rules = load_ruleset("dk-a7")
    hand, table = cards("AH QH 9S"), cards("JH 9D TC")
    know = known_cards(hand, rules, table)
    mine = score_hand(hand, rules)
    rng = random.Random(5)
    games = hits = 0
    while games < 800:
        deal, lying = rng.sample(know.unseen, 6), table
        lowest_so_far = True
        for n in range(2):
            last, lying = naive_last_swap(tuple(deal[3 * n : 3 * n + 3]), lying, rules)
            lowest_so_far &= compare_hands(score_hand(last, rules), mine, rules) >= 0
        hits += lowest_so_far
        games += 1
    found = knock_fails(know, [3])[3]
    assert found.n >= 1_000
    assert found.low < found.mean < found.high
    error = sqrt(found.mean * (1 - found.mean) * (1 / games + 1 / found.n))
    assert abs(hits / games - found.mean) < 4 * error


def test_nobody_knocks_and_nobody_is_lowest_at_the_bank():
    know = known("TD 7C 8S", "greek-31")
    assert ({}, {}) == (lowest(know), knock_fails(know))


def test_the_same_question_has_the_same_answer():
    first, second = (knock_fails(known("KH QH 9S", "dk-a7")) for _ in range(2))
    assert first == second
