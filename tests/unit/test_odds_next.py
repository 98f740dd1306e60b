"""What the next card, a swap or the bank's cards bring, against figures worked out otherwise."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from thirtyone.cards import Card, pack
from thirtyone.errors import ThirtyOneError
from thirtyone.hands import score_hand
from thirtyone.odds import (
    bank_end,
    distribution,
    drawing,
    further_card,
    known_cards,
    order_label,
    standing,
    swaps,
    taking,
)
from thirtyone.rules import load_ruleset, ruleset_ids, with_values


def cards(text):
    return tuple(Card(c) for c in text.split())


def known(text, id_, up="", seen="", players=None):
    rules = id_ if not isinstance(id_, str) else load_ruleset(id_)
    return known_cards(cards(text), rules, cards(up), cards(seen), players)


# ------------------------------------------------------------------------------- the deal


@pytest.mark.parametrize(
    ("id_", "changes", "mean"),
    [
        ("no-trettien", {}, 13.088),
        ("no-trettien", {"scoring.three_of_a_kind": "30.5"}, 13.143),
        ("no-trettien", {"scoring.suited_run": "30"}, 13.106),
        ("no-kildebeskrivelse", {}, 14.447),
    ],
)
def test_the_mean_of_a_dealt_hand(id_, changes, mean):
    counts = distribution(with_values(load_ruleset(id_), changes))
    assert 22_100 == sum(counts.values())
    assert mean == round(sum(order * n for order, n in counts.items()) / 2 / 22_100, 3)


@pytest.mark.parametrize(
    ("id_", "at_least_31"),
    [
        ("no-trettien", 24),
        ("se-svensk-bas", 28),
        ("no-kildebeskrivelse", 220),
        ("dk-enogtredive", 28),
    ],
)
def test_how_many_hands_make_31(id_, at_least_31):
    # Four suits with one ace and two of the four cards worth ten: 4 x C(4, 2).
    counts = distribution(load_ruleset(id_))
    assert at_least_31 == sum(n for order, n in counts.items() if order >= 62)


def test_aces_that_join_make_96_hands_of_32_and_4_of_33():
    """Two aces and a card worth ten, and three aces: with the cap they all make 31."""
    free = with_values(load_ruleset("no-kildebeskrivelse"), {"scoring.cap": "none"})
    counts = distribution(free)
    assert [120, 96, 4] == [counts[order] for order in (62, 64, 66)]
    assert 220 == distribution(load_ruleset("no-kildebeskrivelse"))[62]
    one = with_values(free, {"scoring.ace_across_suits": "one", "scoring.cap": "31"})
    assert 156 == distribution(one)[62]


def test_30_in_one_suit_and_30_and_a_half():
    # Three of four cards worth ten, or an ace, a ten-card and a nine: 4 x (4 + 4); 52 triples
    # but four of aces, which have a worth of their own.
    assert 32 == distribution(load_ruleset("no-trettien"))[60]
    assert 48 == distribution(load_ruleset("dk-enogtredive"))[61]
    assert (
        52
        == distribution(
            with_values(load_ruleset("no-trettien"), {"scoring.three_of_a_kind": "30.5"})
        )[61]
    )


def test_standing_without_cards_that_are_gone():
    rules = load_ruleset("no-trettien")
    hand, gone = cards("KH 9H AS"), cards("AH KC 2D 3D 4D QH TH")
    left = [card for card in pack(52) if card not in gone]
    orders = [score_hand(some, rules).order for some in combinations(left, 3)]
    found = standing(hand, rules, gone)
    assert (len(orders), sum(o < 38 for o in orders), sum(o == 38 for o in orders) - 1) == (
        found.hands,
        found.beats,
        found.ties,
    )
    assert 14_190 == found.hands, "C(45, 3)"


# ------------------------------------------------------------------------------- draw form


def test_the_blind_card_of_the_contract():
    found = drawing(known("KH 9H AS", "no-trettien"))
    assert 20.73 == round(found.best.mean, 2)
    assert 0.673 == round(found.best.chances[38], 3)
    assert 49 == found.best.cases
    assert Fraction(33, 49) == Fraction(found.best.counts[38], 49)


@pytest.mark.parametrize("id_", [i for i in ruleset_ids() if i != "greek-31"])
def test_a_blind_card_equals_trying_every_card(id_):
    rules = load_ruleset(id_)
    size = rules.hand_size
    hand = pack(rules.deck_size)[3::5][:size]
    gone = pack(rules.deck_size)[4::5]
    up = pack(rules.deck_size)[0:1] if rules.family == "draw" else ()
    know = known_cards(hand, rules, up, gone)
    best, thrown = Counter(), Counter()
    for card in pack(rules.deck_size):
        if card in (*hand, *up, *gone):
            continue
        scores = [score_hand(some, rules).order for some in combinations((*hand, card), size)]
        best[max(scores)] += 1
        thrown[score_hand((*hand[1:], card), rules).order] += 1
    found = drawing(know)
    assert dict(best) == dict(found.best.counts)
    assert dict(thrown) == dict(found.throws[hand[0]].counts)
    assert sum(found.best.chances.values()) == pytest.approx(1)
    assert best, "no card was tried"


def test_the_open_card_and_what_to_throw_for_it():
    found = taking(known("KH 9H AS", "no-trettien", up="QH"))
    assert (Card("AS"), 58) == (found.throw, found.order)
    assert {"KH": 38, "9H": 40, "AS": 58} == {str(c): o for c, o in found.orders.items()}


def test_a_taken_card_goes_back_only_where_that_is_allowed():
    strict = known("AH KH QH", "no-trettien", up="2C")
    free = known("AH KH QH", "se-forst-till-fem", up="2C")
    assert Card("2C") not in taking(strict).orders
    assert (Card("2C"), 62) == (taking(free).throw, taking(free).order)


def test_of_equal_throws_the_lowest_card_goes():
    found = taking(known("KH 4C 4S", "no-trettien", up="QH"))
    assert Card("4C") is found.throw, "clubs stand before spades in the numbering"


def test_without_an_open_card_nothing_can_be_taken():
    assert taking(known("KH 4C 4S", "no-trettien")) is None


# --------------------------------------------------------------------------- exchange form


@pytest.mark.parametrize(
    ("changes", "count"), [({}, 10), ({"turn.swaps": "one"}, 9), ({"turn.swaps": "any"}, 19)]
)
def test_every_swap_is_there_once_the_best_first(changes, count):
    rules = with_values(load_ruleset("dk-a7"), changes)
    found = swaps(known("KH QD 7S", rules, up="QH AD 7C"))
    assert count == len(found) == len({(s.given, s.taken) for s in found})
    # 21 two times over: ace and queen of diamonds with either other card thrown. Equal hands but
    # for a card that does not count: the lower card given stands first.
    assert ("7S", "AD", 42) == (str(found[0].given[0]), str(found[0].taken[0]), found[0].order)
    for swap in found:
        assert score_hand(swap.hand, rules).order == swap.order
        assert {*swap.hand} == {*cards("KH QD 7S")} - {*swap.given} | {*swap.taken}
    orders = [swap.order for swap in found]
    assert sorted(orders, reverse=True) == orders


def test_the_ladder_puts_the_higher_suit_first():
    """Both make 20; clubs stand above hearts."""
    found = swaps(known("KH KC 7S", "dk-a7", up="QH QC 8D"))
    twenty = [swap for swap in found if swap.order == 40]
    assert [["QC"], ["QH"]] == [
        [str(c) for c in s.taken] for s in twenty if s.given[0] == Card("7S")
    ]
    assert ("QC",) == tuple(map(str, found[0].taken))


def test_ild_has_a_name():
    found = swaps(known("AH AD 7S", "dk-a7", up="AC 8C 9C"))
    assert "Ild" == order_label(found[0].order, load_ruleset("dk-a7"))


# -------------------------------------------------------------------------------- bank form


def test_a_further_card_at_the_bank():
    found = further_card(known("TD 7C 8S", "greek-31"))
    # 25: an ace makes 26, 2 to 6 make 27 to 31, 7 and more are too many.
    left = Counter(card.points for card in pack(52) if card not in cards("TD 7C 8S"))
    assert {52: left[11]} | {2 * (25 + p): left[p] for p in range(2, 11)} == dict(
        found.totals.counts
    )
    assert (left[7] + left[8] + left[9] + left[10]) / 49 == found.over


def test_what_the_bank_ends_with_is_every_order_of_the_cards():
    """Nine unseen cards: all 9!/… orders in which the bank can draw, one by one."""
    rules = load_ruleset("greek-31")
    unseen = cards("2S 3S 4D 6H 9C TC JD AS AH")
    seen = [c for c in pack(52) if c not in (*unseen, *cards("TD 7C 8S KS"))]
    know = known_cards(cards("TD 7C 8S"), rules, cards("KS"), seen)
    assert set(unseen) == set(know.unseen)
    totals, wins, ties = Counter(), 0, 0
    count = 0
    for order in permutations(unseen, 6):
        drawn = [Card("KS"), *order[:2]]
        for card in order[2:]:
            if score_hand(drawn, rules).points >= 2 * 27:
                break
            drawn.append(card)
        score = score_hand(drawn, rules)
        # Even the lowest six make 27 and more together with the king.
        assert score.points >= 2 * 27
        totals[score.points] += 1
        wins += score.points > 62 or score.order < 50
        ties += score.order == 50
        count += 1
    found = bank_end(know)
    assert 60_480 == count
    assert {t: n / count for t, n in sorted(totals.items())} == pytest.approx(found.totals)
    assert wins / count == pytest.approx(found.wins)
    assert 1 == pytest.approx(found.wins + found.loses)
    assert 0 == ties == found.level
    assert found.bust == pytest.approx(sum(n for t, n in totals.items() if t > 62) / count)


def test_over_31_is_lost_whatever_the_bank_does():
    found = bank_end(known("TD KC QS", "greek-31"))
    assert 0 < found.wins < 1
    lost = bank_end(known("TD KC QS 5D", "greek-31"))
    assert (0, 1) == (lost.wins, lost.loses)


def test_a_natural_beats_every_other_31():
    natural = bank_end(known("AD KC QS", "greek-31", up="2S"))
    other = bank_end(known("AD TC 8S 2D", "greek-31", up="2S"))
    assert natural.level == natural.better == 0, "with a two the bank has no natural"
    assert other.level > 0
    assert natural.wins == pytest.approx(1)
    assert natural.wins <= 1


def test_more_than_five_players_draw_from_two_packs():
    one, two = (known("TD 7C 8S", "greek-31", players=n) for n in (5, 6))
    assert (49, 101) == (len(one.unseen), len(two.unseen))
    assert 2 == two.unseen.count(Card("2S"))
    assert 1 == two.unseen.count(Card("TD"))


# ------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("KH KH 9H", "no-trettien"), "refuse.card_twice"),
        (("KH 9H", "no-trettien"), "refuse.wrong_count"),
        (("KH 9H 2S", "dk-a7"), "refuse.not_in_deck"),
        (("KH 9H AS", "no-trettien", "KH"), "refuse.odds_hand_and_up"),
        (("KH 9H AS", "no-trettien", "", "QD 9H"), "refuse.odds_hand_and_seen"),
        (("KH 9H AS", "no-trettien", "", "QD QD"), "refuse.card_twice"),
        (("KH 9H AS", "dk-a7", "", "2D"), "refuse.not_in_deck"),
        (("KH 9H AS", "no-trettien", "QH TH"), "refuse.odds_open"),
        (("KH 9H AS", "dk-a7", "QH"), "refuse.odds_open"),
        (("KH 9H AS", "no-trettien", "", "", 9), "refuse.players"),
        (("KH 9H AS", "no-trettien", "", "", 1), "refuse.players"),
        (("KH 9H AS", "dk-a9", "", "QH QD QC QS JH JD JC", 6), "refuse.odds_too_few"),
    ],
)
def test_what_cannot_be_known(arguments, reason):
    with pytest.raises(ThirtyOneError) as caught:
        known(*arguments)
    assert reason == caught.value.reason
    assert "{" not in str(caught.value)


def test_with_all_cards_known_nothing_is_left():
    hand = cards("KH 9H AS")
    rest = [card for card in pack(52) if card not in hand]
    with pytest.raises(ThirtyOneError, match="unseen"):
        known_cards(hand, load_ruleset("no-trettien"), (), rest)


def test_an_open_card_may_be_among_the_seen_ones():
    assert 48 == len(known("KH 9H AS", "no-trettien", up="QH", seen="QH").unseen)
