"""The tables of hands: against the readable scorer and player, and numpy against plain Python."""

import random
from itertools import combinations, islice, pairwise

import numpy as np
import pytest

from thirtyone.cards import pack
from thirtyone.errors import RulesError
from thirtyone.hands import ReasonKind, score_playable, strength
from thirtyone.outlook import Outlook
from thirtyone.play.deal import full_pack
from thirtyone.play.seeded import game_key, reshuffle_key, seeded_order
from thirtyone.play.worth import worth_of
from thirtyone.rules import load_ruleset, ruleset_ids, with_values
from thirtyone.rules.model import Family
from thirtyone.sim.deal_lanes import dealt_places, game_keys, reshuffle_keys
from thirtyone.sim.hand_arrays import HandArrays, hand_arrays
from thirtyone.sim.hand_tables import HandTables, hand_tables, scoring_key
from thirtyone.sim.tables import deck_by_place

SCORED = [id_ for id_ in ruleset_ids() if load_ruleset(id_).family is not Family.BANK]
THREE = [id_ for id_ in SCORED if load_ruleset(id_).hand_size == 3]
SCORING = {
    "deck.cards": ("52", "40", "32", "24", "24"),
    "scoring.cap": ("none", "31"),
    "scoring.ace_across_suits": ("none", "one", "any"),
    "scoring.three_of_a_kind": ("none", "30", "30.5"),
    "scoring.three_aces": ("none", "31", "33", "best"),
    "scoring.suited_run": ("none", "30"),
    "scoring.ties": ("none", "suit-ladder", "high-card"),
    "scoring.suit_order": ("clubs-high", "diamonds-high"),
    "instant.three_aces": ("yes", "no"),
}


def house_rules(number):
    """A ruleset with ways of scoring by chance, the same for the same number."""
    rng = random.Random(number)
    base = load_ruleset(rng.choice(["no-trettien", "dk-a7"]))
    while True:
        answers = {path: rng.choice(texts) for path, texts in SCORING.items()}
        try:
            return with_values(base, answers | {"players": "2-5"})
        except RulesError:
            continue


def some_hands(tables, many=400):
    rng = random.Random(many)
    return [rng.randrange(tables.count) for _ in range(many)]


@pytest.mark.parametrize("id_", SCORED)
def test_hands_are_what_the_scorer_says(id_):
    ruleset = load_ruleset(id_)
    tables, deck = hand_tables(ruleset), deck_by_place(ruleset.deck_size)
    numbers = [tables.number(places) for places in islice(tables.all_places(), 3000)]
    assert numbers == list(range(min(3000, tables.count)))
    worth = worth_of(ruleset)
    keys = []
    for hand in some_hands(tables):
        places = tables.places(hand)
        assert tables.number(reversed(places)) == hand
        cards = tuple(deck[place] for place in places)
        score = score_playable(cards, ruleset)
        assert tables.orders[hand] == score.order
        assert tables.sums[hand] == sum(places)
        ends, aces = worth.ends_round(cards), score.reason.kind is ReasonKind.THREE_ACES
        assert tables.flags[hand] == ends + 2 * aces
        assert tables.codes[hand] == score.order + 128 * ends
        keys.append((strength(score, ruleset), tables.ranks[hand]))
    keys.sort()
    assert [rank for _, rank in keys] == sorted(rank for _, rank in keys)
    for (key, rank), (other, other_rank) in pairwise(keys):
        assert (key == other) == (rank == other_rank)


@pytest.mark.parametrize("number", range(12))
def test_special_hands_are_flagged(number):
    ruleset = house_rules(number)
    tables, worth = hand_tables(ruleset), worth_of(ruleset)
    flagged = 0
    for cards in combinations(pack(ruleset.deck_size), 3):
        hand = tables.number(card.number - 52 + ruleset.deck_size for card in cards)
        aces = score_playable(cards, ruleset).reason.kind is ReasonKind.THREE_ACES
        assert tables.flags[hand] == worth.ends_round(cards) + 2 * aces
        flagged += tables.flags[hand] > 0
    assert flagged >= 8


@pytest.mark.parametrize("id_", ["no-trettien", "dk-enogtredive", "no-kildebeskrivelse", "dk-a9"])
def test_cards_lead_where_the_player_goes(id_):
    ruleset = load_ruleset(id_)
    tables, deck, look = hand_tables(ruleset), deck_by_place(ruleset.deck_size), Outlook(ruleset)
    size, score = tables.size, tables.orders

    def without(out, hand, place):
        return score[tables.number({*tables.places(hand), place} - {out})]

    for hand in some_hands(tables, 150):
        places = tables.places(hand)
        now, total, rows = look.drawing(tuple(deck[place] for place in places))
        for place, card in enumerate(deck):
            after = tables.next[hand * size + place]
            if place in places:
                assert after == hand and not tables.take[hand] >> place & 1
                continue
            kept = sorted({*places, place}, key=lambda out: (-without(out, hand, place), out))
            best = kept[0]
            assert tables.number({*places, place} - {best}) == after
            stays = next(out for out in kept if out != place)
            assert tables.keeping(hand, place) == tables.number({*places, place} - {stays})
            then = max(now, *(row[card.index] for row in rows))
            assert then == score[after] or then == now > score[after]
            worthwhile = then - now >= 6 or then * look.unseen > total
            assert tables.take[hand] >> place & 1 == worthwhile


def same_arrays(tables, arrays):
    size = tables.size
    assert arrays.orders.tobytes() == tables.orders
    assert arrays.flags.tobytes() == tables.flags
    assert arrays.codes.tobytes() == tables.codes
    assert arrays.sums.tobytes() == tables.sums
    assert arrays.ranks.tolist() == list(tables.ranks)
    rows = arrays.moves.reshape(tables.count, size + 1)
    assert (rows[:, size] == np.arange(tables.count)).all()
    assert (arrays.marks == arrays.codes * np.uint16(256) + arrays.sums).all()
    if tables.cards == 3:
        assert rows[:, :size].tobytes() == bytes(tables.next)
        assert arrays.take.tolist() == tables.take
    rng = np.random.default_rng(size)
    hands = rng.integers(0, tables.count, 400)
    places = rng.integers(0, size, 400)
    for hand, place in zip(hands.tolist(), places.tolist(), strict=True):
        assert tables.best_of(hand, place) == rows[hand, place]
        assert tables.take[hand] == arrays.take[hand]
    new = ~(arrays.places[:, hands] == places).any(0)
    stay = arrays.keeping(hands[new], places[new].astype(np.uint8)).tolist()
    assert stay == [tables.keeping(*pair) for pair in zip(hands[new], places[new], strict=True)]
    some = np.stack([rng.permutation(size)[: tables.cards] for _ in range(50)]).T.astype(np.uint8)
    assert arrays.number(some).tolist() == [tables.number(row) for row in some.T.tolist()]


@pytest.mark.parametrize("id_", SCORED)
def test_arrays_are_the_tables(id_):
    ruleset = load_ruleset(id_)
    same_arrays(hand_tables(ruleset), hand_arrays(ruleset))


@pytest.mark.parametrize("number", range(24))
def test_arrays_are_the_tables_with_any_scoring(number):
    tables = HandTables(scoring_key(house_rules(number)))
    same_arrays(tables, HandArrays(tables))


def test_rulesets_that_score_alike_share_their_tables():
    ruleset = load_ruleset("no-trettien")
    same = with_values(ruleset, {"knock.minimum": "17", "stock.empty": "reshuffle"})
    assert hand_tables(ruleset) is hand_tables(same)
    assert hand_arrays(ruleset) is hand_arrays(same)
    for path, text in [("scoring.suited_run", "30"), ("deck.cards", "40")]:
        assert hand_tables(ruleset) is not hand_tables(with_values(ruleset, {path: text}))
    aces = with_values(ruleset, {"scoring.three_aces": "33"})
    end = with_values(aces, {"instant.three_aces": "yes"})
    assert hand_tables(aces) is not hand_tables(end)


@pytest.mark.parametrize("id_", ["no-trettien", "dk-a5", "dk-a7", "dk-a9", "greek-31"])
@pytest.mark.parametrize("seed", [0, 31, -1, 2**70])
def test_lanes_are_dealt_as_the_engine_deals(id_, seed):
    ruleset = load_ruleset(id_)
    games = np.array([0, 1, 2, 1023, 2**40 + 7, 2**64 - 1], np.uint64)
    keys = game_keys(seed, games)
    cards = sorted(full_pack(ruleset, ruleset.players.high), key=lambda card: card.number)
    dealt = dealt_places(keys, len(cards), len(cards))
    again = dealt_places(reshuffle_keys(keys, 2), 21, 21)
    for lane, game in enumerate(games.tolist()):
        key = game_key(seed, game)
        assert keys[lane] == key
        assert [cards[place] for place in dealt[:, lane]] == list(seeded_order(key, cards))
        under = cards[3:24]
        order = seeded_order(reshuffle_key(key, 2), under)
        assert [under[place].number for place in again[:, lane]] == [card.number for card in order]
    assert (dealt_places(keys, len(cards), 11) == dealt[:11]).all()
    assert dealt_places(keys[:0], 52, 5).shape == (5, 0)


def test_more_deals_than_are_made_at_once():
    keys = game_keys(5, np.arange(40_000, dtype=np.uint64))
    whole = dealt_places(keys, 52, 9)
    assert (whole[:, -3:] == dealt_places(keys[-3:], 52, 9)).all()
    assert (np.sort(whole, axis=0)[1:] > np.sort(whole, axis=0)[:-1]).all()
