"""The hands that the five documents (and the pages they name) work out, one test a source."""

import pytest

from thirtyone.cards import Card
from thirtyone.hands import compare_hands, score_hand
from thirtyone.rules import load_ruleset, with_values

TRIPS = {"scoring.three_of_a_kind": "30.5"}
TRIPS_30 = {"scoring.three_of_a_kind": "30"}
RUN = {"scoring.suited_run": "30"}
NO_CAP = {"scoring.cap": "none"}


def label(cards, id_, house=None):
    ruleset = with_values(load_ruleset(id_), house or {})
    return score_hand([Card(c) for c in cards.split()], ruleset).label


@pytest.mark.parametrize(
    ("section", "cards", "id_", "house", "expected"),
    [
        ("Poeng i kortspill 31", "KH 9H AS", "no-trettien", {}, "19"),
        ("Poeng i kortspill 31", "AS KS TS", "no-trettien", {}, "31"),
        ("Poeng i kortspill 31", "KH 9S 4D", "no-trettien", {}, "10"),  # three suits; our cards
        ("Et eksempel på en runde", "KH 9H AS", "no-trettien", {}, "19"),
        ("Et eksempel på en runde", "KH 9H QH", "no-trettien", {}, "29"),
        ("Ess som kan telle med andre farger", "KH 9H AS", "no-kildebeskrivelse", {}, "30"),
        ("Ess som kan telle med andre farger", "KH 9H AS", "no-trettien", {"scoring.ace_across_suits": "any"}, "30"),
        ("Tre like gir 30,5 poeng", "QH QS QD", "no-trettien", TRIPS, "30.5"),
        ("Tre like gir 30,5 poeng", "QH QS QD", "no-trettien", {}, "10"),
        ("Tre like gir 30,5 poeng", "AS AH AD", "no-trettien", TRIPS, "30.5"),  # any rank
        ("derived", "AS AH AD", "no-trettien", {}, "11"),
        ("the cap is ours", "AS AD KH", "no-kildebeskrivelse", NO_CAP, "32"),
        ("the cap is ours", "AH KH AS", "no-kildebeskrivelse", {}, "31"),
        ("derived", "AS AD 9H", "no-kildebeskrivelse", {}, "31"),
    ],
)  # fmt: skip
def test_000_45e3bf86e42d137b_trettien(section, cards, id_, house, expected):
    assert expected == label(cards, id_, house), section


def test_000_45e3bf86e42d137b_three_queens_beat_30_and_lose_to_31():
    rules = with_values(load_ruleset("no-trettien"), TRIPS)
    queens, thirty, top = (
        score_hand([Card(c) for c in cards.split()], rules)
        for cards in ("QH QS QD", "KS QS JS", "AS KS TS")
    )
    assert (compare_hands(queens, thirty, rules), compare_hands(queens, top, rules)) == (1, -1)


@pytest.mark.parametrize(
    ("section", "cards", "id_", "house", "expected"),
    [
        ("Ett exempel på en giv, Anna", "KH 8H 5H", "se-svensk-bas", {}, "23"),
        ("Ett exempel på en giv, Bo", "QD TD JC", "se-svensk-bas", {}, "20"),
        ("Ett exempel på en giv, Carla", "AS 5H 3H", "se-svensk-bas", {}, "11"),
        # The document deals the five of hearts twice; this hand has the same worth without it.
        ("Ett exempel på en giv, Carla repaired", "AS 5C 3C", "se-svensk-bas", {}, "11"),
        # David's cards are not given: a jack and two other suits; these are ours.
        ("Ett exempel på en giv, David", "JS 9H 4D", "se-svensk-bas", {}, "10"),
        ("Poäng per kort", "AS AH AD", "se-svensk-bas", {}, "31"),
        ("Poäng per kort", "QH QS QD", "se-svensk-bas", {}, "10"),
        ("Namn och former, Cadillac", "AS AH AD", "cadillac", {}, "33"),
        ("Namn och former, Scat-tretal", "QH QS QD", "scat", TRIPS_30, "30"),
        ("Namn och former, Scat-tretal", "QH QS QD", "scat", TRIPS, "30.5"),
    ],
)
def test_001_22f86e11c705473c_svensk_bas(section, cards, id_, house, expected):
    assert expected == label(cards, id_, house), section


@pytest.mark.parametrize(
    ("section", "cards", "expected"),
    [
        ("Kortvärden och mål", "AH KH TH", "31"),
        # The document adds a club to a hand that is full already; with it in a red ten's place:
        ("Kortvärden och mål, repaired", "AH KH TC", "21"),
        ("derived", "AS AH AD", "11"),
    ],
)
def test_002_f62774d15c35addd_trettioett(section, cards, expected):
    assert expected == label(cards, "se-forst-till-fem"), section


@pytest.mark.parametrize("id_", ["dk-a7", "dk-a5"])
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("7S 8H KH", "18"),
        ("AS 7H 8H", "15"),
        ("TH TD TC", "30.5"),
        ("7H 7D 7C", "30.5"),
        ("AS AH AD", "Ild"),
        ("AC KC TC", "31"),
    ],
)
def test_003_51c63d0f1b5b9481_spillevejledning(cards, id_, expected):
    assert expected == label(cards, id_)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AS AH AD", "AC KC TC"),  # Ild, then 31
        ("AC KC TC", "TH TD TC"),  # 31, then three alike
        ("7H 7D 7C", "AC KC 9C"),  # three alike, then 30 in one suit
        ("TH TD TC", "7H 7D 7S"),  # three tens, then three sevens
        ("KC QC 7H", "KS QS 7D"),  # clubs, spades, hearts, diamonds
        ("KS QS 7D", "KH QH 7C"),
        ("KH QH 7C", "KD QD 7S"),
        ("KH TH 7C", "QH JH 7D"),  # the highest card of the suit
    ],
)
def test_003_51c63d0f1b5b9481_ranking(better, worse):
    rules = load_ruleset("dk-a7")
    a, b = (score_hand([Card(c) for c in cards.split()], rules) for cards in (better, worse))
    assert compare_hands(a, b, rules) == 1


@pytest.mark.parametrize(
    ("section", "cards", "house", "expected"),
    [
        ("Kun én kulør tæller", "AH KC QS", {}, "11"),
        ("Kun én kulør tæller", "AS KS TS", {}, "31"),
        ("De særlige hænder", "AS AH AD", {}, "33"),
        ("De særlige hænder", "QH QS QD", {}, "30.5"),
        ("De særlige hænder, some play 30", "QH QS QD", TRIPS_30, "30"),
        ("Varianter, straight flush", "7H 6H 5H", RUN, "30"),
        ("Varianter, straight flush", "7H 6H 5H", {}, "18"),
        ("Varianter, straight flush", "AH KH QH", RUN, "31"),
    ],
)
def test_004_94061cc8e0e96b95_enogtredive(section, cards, house, expected):
    assert expected == label(cards, "dk-enogtredive", house), section


def test_004_94061cc8e0e96b95_three_of_a_kind_beat_all_but_31_and_three_aces():
    rules = load_ruleset("dk-enogtredive")
    aces, top, queens, thirty = (
        score_hand([Card(c) for c in cards.split()], rules).order
        for cards in ("AS AH AD", "AS KS TS", "QH QS QD", "KS QS JS")
    )
    assert aces > top > queens > thirty


@pytest.mark.parametrize(
    ("cards", "id_", "expected"),
    [
        ("KH 8H 5H", "scat", "23"),
        ("QS 9D 8D", "scat", "17"),
        ("AC 6S 4S", "scat", "11"),
        ("JC 7H 4S", "scat", "10"),
        ("KH QH 6H", "bicycle", "26"),
        ("QS 9S 7S", "bicycle", "26"),
    ],
)
def test_pages_named_by_the_documents(cards, id_, expected):
    """Pagat's and Bicycle's own example hands."""
    assert expected == label(cards, id_)
