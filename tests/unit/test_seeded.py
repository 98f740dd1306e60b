"""Seeded deals: a pure function of seed and game, by the rule that every engine here follows."""

import random
from collections import Counter

import pytest

from thirtyone.cards import pack
from thirtyone.play.deal import dealt_hands, full_pack, opening, seeded_deal
from thirtyone.play.record import RoundRecord
from thirtyone.play.round import start
from thirtyone.play.seeded import MASK, game_key, mix, reshuffle_key, seeded_order, word_bits
from thirtyone.play.transcript import format_round
from thirtyone.play.transcript_reading import parse_round
from thirtyone.policies import never_knocks, play_round, steady
from thirtyone.rules import load_ruleset, ruleset_ids


def test_splitmix64_gives_the_published_numbers():
    """The first outputs of the reference generator started at 1234567."""
    state, out = 1234567, []
    for _ in range(3):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        out.append(mix(state))
    assert out == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("size", [52, 40, 32, 24])
def test_an_order_holds_every_card_once_and_is_repeatable(size):
    cards = pack(size)
    for game in range(50):
        order = seeded_order(game_key(5, game), cards)
        assert sorted(c.number for c in order) == [52 - size + n for n in range(size)]
        assert order == seeded_order(game_key(5, game), tuple(reversed(cards)))


def test_cards_come_evenly():
    """Each card is first about as often as the others: chi-square far from its 1 in 10,000 tail."""
    games = 20_800
    for place in (0, 4, 5, 51):
        seen = Counter(seeded_order(game_key(1, g), pack(52))[place].number for g in range(games))
        expected = games / 52
        assert sum((n - expected) ** 2 / expected for n in seen.values()) < 93.4
        assert len(seen) == 52


def test_two_packs_fit_into_a_word():
    ruleset = load_ruleset("greek-31")
    cards = full_pack(ruleset, 8)
    assert len(cards) == 104 and word_bits(104) == 57 and 104 < 1 << 7
    assert Counter(seeded_order(game_key(2, 3), cards)) == Counter(cards)


def test_reshuffles_differ_from_the_deal_and_each_other():
    key = game_key(9, 9)
    assert len({reshuffle_key(key, n) for n in range(4)}) == 4
    assert reshuffle_key(key, 0) == key


@pytest.mark.parametrize("id_", ruleset_ids())
def test_the_first_player_gets_the_first_cards(id_):
    ruleset = load_ruleset(id_)
    for players in range(ruleset.players.low, ruleset.players.high + 1):
        deal = seeded_deal(ruleset, players, 31, players)
        order = seeded_order(game_key(31, players), full_pack(ruleset, players))
        state = start(ruleset, deal).state
        hands, used = opening(ruleset, deal)
        size = len(hands[0])
        seat = 0
        for place in range(players):
            assert hands[seat] == order[size * place : size * (place + 1)]
            back = getattr(getattr(ruleset.form, "bank", None), "direction", "clockwise")
            seat = (seat + (-1 if back == "anticlockwise" else 1)) % players
        assert deal.cards[used:] == order[used:]
        if state.phase not in {"over", "dealer-choice"}:
            assert state.turn == 0
        assert dealt_hands(ruleset, deal, size) == hands


def test_a_seeded_round_with_shuffles_can_be_written_and_read():
    """The key stays behind, so the transcript has to hold every order that was met."""
    shuffled = 0
    for id_, players in [("dk-enogtredive", 5), ("scat", 3)]:
        ruleset = load_ruleset(id_)
        for game in range(40):
            deal = seeded_deal(ruleset, players, 1, game)
            played = play_round(ruleset, deal, [never_knocks] * players, random.Random(0))
            read = parse_round(format_round(played.record))
            assert isinstance(read, RoundRecord)
            assert read.outcome() == played.outcome
            shuffled += len(read.deal.reshuffles)
    assert shuffled >= 3


def test_the_seats_of_a_match_and_its_dealer_are_kept():
    ruleset = load_ruleset("no-trettien")
    deal = seeded_deal(ruleset, (0, 2, 5), 1, 1, dealer=1)
    assert deal.seats == (0, 2, 5) and deal.dealer == 1
    first = seeded_order(game_key(1, 1), pack(52))[:3]
    assert dealt_hands(ruleset, deal, 3)[2] == first
    played = play_round(ruleset, deal, [steady] * 3, random.Random(0))
    assert played.outcome is not None
