import copy
import pickle

import pytest

from thirtyone.cards import ALL_CARDS, Card, Rank, Suit, pack


def test_there_are_fifty_two_cards_and_each_is_one_object():
    assert 52 == len(ALL_CARDS) == len(set(ALL_CARDS))
    for place, card in enumerate(ALL_CARDS):
        assert place == card.index
        assert card is Card(str(card)) is Card(str(card).lower())
        assert card is eval(repr(card))
        assert card is pickle.loads(pickle.dumps(card)) is copy.deepcopy(card) is copy.copy(card)


def test_points_are_those_of_all_five_documents():
    """Ace 11, king, queen, jack and ten 10, the others their number."""
    worth = {card.rank.letter: card.points for card in ALL_CARDS}
    expected = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
    assert expected == worth


@pytest.mark.parametrize(("size", "lowest"), [(52, "2"), (40, "5"), (32, "7"), (24, "9")])
def test_a_pack_goes_from_the_ace_down(size, lowest):
    cards = pack(size)
    assert size == len(cards)
    assert lowest == min(cards, key=lambda card: card.rank).rank.letter
    assert sum(card.rank is Rank.ACE for card in cards) == 4
    assert {size // 4} == {sum(c.suit is suit for c in cards) for suit in Suit}


def test_a_card_does_not_change():
    with pytest.raises(AttributeError, match="KH"):
        Card("KH").points = 12
    with pytest.raises(KeyError):
        Card("1H")
