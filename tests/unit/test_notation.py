"""Cards as people write them, in notation, symbols and the words of four languages."""

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from thirtyone.cards import ALL_CARDS, Card, Rank, Suit
from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import CardError
from thirtyone.notation import (
    LONGEST_TEXT,
    Style,
    format_card,
    format_cards,
    index_letter,
    parse_card,
    parse_cards,
    rank_word,
    ranks_plural,
    suit_symbol,
    suit_word,
)
from thirtyone.text.say import say_error
from thirtyone.text.translator import get_translator


def read(text, lang="en"):
    return " ".join(map(str, parse_cards(text, lang)))


def refused(text, lang="en"):
    """The reason and the details of the refusal; cards as text."""
    with pytest.raises(CardError) as caught:
        parse_cards(text, lang)
    details = dict(caught.value.details)
    for name in ("a", "b"):
        if name in details:
            details[name] = str(details[name])
    if "guesses" in details:
        details["guesses"] = [str(card) for card in details["guesses"]]
    return caught.value.reason, details


# ------------------------------------------------------------------ the same in every language


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("KH 9H AS", "KH 9H AS"),
        ("kh9has", "KH 9H AS"),
        ("KH,9H,AS", "KH 9H AS"),
        ("KH.9H.AS", "KH 9H AS"),
        ("  kh ,  9H ;as\n", "KH 9H AS"),
        ("TD 10C th 10s", "TD TC TH TS"),
        ("KD", "KD"),
        ("kdkd", "KD KD"),
        ("K♥ ♥K 10♦ ♦T", "KH KH TD TD"),
        ("K♥9♥A♠", "KH 9H AS"),
        ("♥K♥9♠A", "KH 9H AS"),
        ("♡K ♤A ♢9 ♧2", "KH AS 9D 2C"),
        ("K♥️ ♥️9 A❤️", "KH 9H AH"),
        ("🂡 🂮 🃑", "AS KS AC"),
        ("K H 9 H A S", "KH 9H AS"),
        ("K-H (9H) [AS] “2C”", "KH 9H AS 2C"),
        ("hK", "KH"),
        ("h10 s9", "TH 9S"),
        ("hkh9", "KH 9H"),
        ("rA", "AD"),
        ("queen of hearts", "QH"),
        ("the king of hearts and the 9 of clubs", "KH 9C"),
        ("ace spades", "AS"),
        ("10 of hearts", "TH"),
        ("10hearts hearts10", "TH TH"),
        ("jack of diamond, two of club", "JD 2C"),
        ("hjerter konge, hjerter ni, spar es", "KH 9H AS"),
        ("hjerter konge hjerter ni spar es", "KH 9H AS"),
        ("klør es", "AC"),
        ("spar ess og kløver knekt", "AS JC"),
        ("hjärter dam och spader äss", "QH AS"),
        ("ruder knægt, ruder bonde", "JD JD"),
        ("hjerter sju, hjerter syv", "7H 7H"),
        ("hjerter tier, ruter tian, klør toer", "TH TD 2C"),
        ("hjerter kongen, spar esset, ruter tieren", "KH AS TD"),
        ("Hjerter Dame", "QH"),
        ("HJERTER DAME", "QH"),
        ("hjerterdame", "QH"),
        ("hjerterkonge hjerterni sparess", "KH 9H AS"),
        ("hjerterkongesparess", "KH AS"),
        ("konge hjerter", "KH"),
        ("dame af hjerter", "QH"),
        ("hjarter dam, hjaerter dam", "QH QH"),
        ("klover atte, kloever otte, klor aatte, kloer åtte", "8C 8C 8C 8C"),
        ("ruder knaegt, ruder knagt", "JD JD"),
        ("spar a\u030atte", "8S"),
        ("hjerter K, K hjerter, hjerterK", "KH KH KH"),
        ("Q of hearts", "QH"),
        ("s konge", "KS"),
    ],
)
def test_is_read_alike_in_every_language(text, cards, lang):
    assert read(text, lang) == cards


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rank_then_suit_letter_is_itself_in_every_language(lang):
    letters = {rank: [rank.letter] for rank in Rank} | {Rank.TEN: ["T", "10"]}
    for card in ALL_CARDS:
        for letter in letters[card.rank]:
            for text in (letter + card.suit, (letter + card.suit).lower()):
                assert parse_cards(text, lang) == (card,)
                assert parse_cards(f"{text}{text} {text}", lang) == (card,) * 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_every_language_are_read_whatever_the_language(lang):
    for other, card in itertools.product(LANGUAGES, ALL_CARDS):
        assert parse_cards(format_card(card, other, Style.WORDS), lang) == (card,)
        suit, plural = suit_word(card.suit, other), ranks_plural(card.rank, other)
        assert parse_cards(f"{suit} {plural}", lang) == (card,)


# ------------------------------------------------------------------ letters that need a language


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("DH", {"nb": "QH", "sv": "QH", "da": "QH"}),
        ("D♥", {"nb": "QH", "sv": "QH", "da": "QH"}),
        ("♥D", {"nb": "QH", "sv": "QH", "da": "QH"}),
        ("hjerter D", {"nb": "QH", "sv": "QH", "da": "QH"}),
        ("Kn♠", {"nb": "JS", "sv": "JS", "da": "JS"}),
        ("knskns", {"nb": "JS JS", "sv": "JS JS", "da": "JS JS"}),
        ("NH", {"nb": "JH", "sv": "JH", "da": "JH"}),
        ("B♦", {"da": "JD"}),
        ("bh", {"da": "JH"}),
        ("E♣", {"sv": "AC", "da": "AC"}),
        ("EH", {"sv": "AH", "da": "AH"}),
        ("ES", {"sv": "AS", "da": "AS"}),
        ("HD", {"nb": "QH", "sv": "QH", "da": "QH"}),
        ("rkn", {"nb": "JD", "sv": "JD", "da": "JD"}),
        ("K9 10K", {"nb": "9C TC", "sv": "9C TC", "da": "9C TC"}),
        ("K D", {"en": "KD"}),
    ],
)
def test_single_local_letters_need_their_language(text, cards):
    for lang in LANGUAGES:
        if lang in cards:
            assert read(text, lang) == cards[lang]
        else:
            refused(text, lang)


@pytest.mark.parametrize("text", ["DH", "Kn♥", "B♠", "E♥"])
def test_a_letter_of_another_language_is_offered_but_not_read(text):
    reason, details = refused(text, "en")
    assert reason == "refuse.unknown_card"
    assert details["text"] == text
    assert details["guesses"] == {"DH": ["QH"], "Kn♥": ["JH"], "B♠": ["JS"], "E♥": ["AH"]}[text]


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "reason", "details"),
    [
        ("", "refuse.empty", {}),
        (" ,; \n", "refuse.empty", {}),
        ("DK", "refuse.ambiguous", {"text": "DK", "at": 1, "a": "KD", "b": "QC"}),
        ("9h dk", "refuse.ambiguous", {"text": "dk", "at": 4, "a": "KD", "b": "QC"}),
        ("joker", "refuse.joker", {"text": "joker", "at": 1}),
        ("KH, 9H, jk", "refuse.joker", {"text": "jk", "at": 9}),
        ("KH 🃏", "refuse.joker", {"text": "🃏", "at": 4}),
        ("★", "refuse.joker", {"text": "★", "at": 1}),
        ("1S", "refuse.unknown_card", {"text": "1S", "at": 1, "guesses": ["AS", "TS"]}),
        ("KH 9H 1♠", "refuse.unknown_card", {"text": "1♠", "at": 7, "guesses": ["AS", "TS"]}),
        ("spar 1", "refuse.unknown_card", {"text": "spar 1", "at": 1, "guesses": ["AS", "TS"]}),
        ("1OH", "refuse.unknown_card", {"text": "1OH", "at": 1, "guesses": ["TH"]}),
        ("hjertr konge", "refuse.unknown_card", {"text": "hjertr", "at": 1, "guesses": ["KH"]}),
        ("AK", "refuse.unknown_card", {"text": "AK", "at": 1, "guesses": ["AC"]}),
        ("KH 9X AS", "refuse.unknown_card", {"text": "9X", "at": 4, "guesses": []}),
        ("zzz", "refuse.unknown_card", {"text": "zzz", "at": 1, "guesses": []}),
        ("11H", "refuse.bad_rank", {"text": "11H", "at": 1}),
        ("KH 0♠", "refuse.bad_rank", {"text": "0♠", "at": 4}),
        ("12 of hearts", "refuse.bad_rank", {"text": "12", "at": 1}),
        ("hjerter konge, ni", "refuse.no_suit", {"text": "ni", "at": 16, "rank": Rank.NINE}),
        ("KH 9 AS", "refuse.no_suit", {"text": "9", "at": 4, "rank": Rank.NINE}),
        ("aces", "refuse.no_suit", {"text": "aces", "at": 1, "rank": Rank.ACE}),
        ("es", "refuse.no_suit", {"text": "es", "at": 1, "rank": Rank.ACE}),
        ("hjerter", "refuse.no_rank", {"text": "hjerter", "at": 1, "suit": Suit.HEARTS}),
        ("KH ♠", "refuse.no_rank", {"text": "♠", "at": 4, "suit": Suit.SPADES}),
        (
            "D",
            "refuse.ambiguous_letter",
            {"text": "D", "at": 1, "rank": Rank.QUEEN, "suit": Suit.DIAMONDS},
        ),
        (
            "KH d AS",
            "refuse.ambiguous_letter",
            {"text": "d", "at": 4, "rank": Rank.QUEEN, "suit": Suit.DIAMONDS},
        ),
    ],
)
def test_what_cannot_be_read_names_the_part_and_a_way_out(text, reason, details, lang):
    assert refused(text, lang) == (reason, details)


def test_a_bare_k_is_a_king_in_english_and_may_be_clubs_elsewhere():
    assert refused("K", "en")[0] == "refuse.no_suit"
    for lang in ("nb", "sv", "da"):
        assert refused("K", lang)[0] == "refuse.ambiguous_letter"


def test_misspelt_words_do_not_fall_apart_into_letters():
    """To a Dane hjertr would be HJ ER TR if the order of letters could change in a word."""
    for text in ("hjertr", "aces", "hjarterr"):
        for lang in LANGUAGES:
            assert refused(text, lang)[0] in {"refuse.unknown_card", "refuse.no_suit"}


def test_a_very_long_text_is_refused_by_its_length():
    assert refused("A" * (LONGEST_TEXT + 1)) == (
        "refuse.too_long",
        {"n": LONGEST_TEXT + 1, "limit": LONGEST_TEXT},
    )
    assert len(parse_cards("KH" * (LONGEST_TEXT // 2))) == LONGEST_TEXT // 2


def test_one_card_is_one():
    assert parse_card(" kh ") is Card("KH")
    with pytest.raises(CardError) as caught:
        parse_card("KH 9H", "nb")
    assert (caught.value.reason, caught.value.details) == (
        "refuse.one_card",
        {"text": "KH 9H", "n": 2},
    )


# ------------------------------------------------------------------ writing


@pytest.mark.parametrize(
    ("lang", "words", "symbols"),
    [
        ("en", "queen of hearts, ace of spades, jack of clubs, ten of diamonds", "Q♥ A♠ J♣ 10♦"),
        ("nb", "hjerter dame, spar ess, kløver knekt, ruter ti", "D♥ A♠ Kn♣ 10♦"),
        ("sv", "hjärter dam, spader ess, klöver knekt, ruter tio", "D♥ E♠ Kn♣ 10♦"),
        ("da", "hjerter dame, spar es, klør knægt, ruder ti", "D♥ E♠ B♣ 10♦"),
    ],
)
def test_cards_are_written_as_each_language_writes_them(lang, words, symbols):
    cards = tuple(map(Card, ("QH", "AS", "JC", "TD")))
    assert format_cards(cards, lang, Style.WORDS) == words
    assert format_cards(cards, lang, Style.SYMBOLS) == symbols
    assert format_cards(cards, lang) == "QH AS JC TD"


def test_single_words_of_a_card():
    assert [index_letter(Rank.ACE, lang) for lang in LANGUAGES] == ["A", "A", "E", "E"]
    assert [index_letter(Rank.JACK, lang) for lang in LANGUAGES] == ["J", "Kn", "Kn", "B"]
    assert [rank_word(Rank.EIGHT, lang) for lang in LANGUAGES] == ["eight", "åtte", "åtta", "otte"]
    assert [ranks_plural(Rank.ACE, lang) for lang in LANGUAGES] == ["aces", "ess", "ess", "esser"]
    assert [suit_word(Suit.CLUBS, lang) for lang in LANGUAGES] == [
        "clubs", "kløver", "klöver", "klør",
    ]  # fmt: skip
    assert [suit_symbol(suit) for suit in Suit] == ["♠", "♥", "♦", "♣"]


# ------------------------------------------------------------------ whatever anybody types

hands = st.lists(st.sampled_from(ALL_CARDS), min_size=1, max_size=5)


@given(hands, st.sampled_from(LANGUAGES), st.sampled_from(Style))
def test_every_way_of_writing_is_read_back(cards, lang, style):
    assert parse_cards(format_cards(cards, lang, style), lang) == tuple(cards)


@given(hands, st.sampled_from(LANGUAGES), st.sampled_from(LANGUAGES))
def test_notation_and_words_do_not_depend_on_the_readers_language(cards, writer, reader):
    assert parse_cards(format_cards(cards, writer), reader) == tuple(cards)
    assert parse_cards(format_cards(cards, writer, Style.WORDS), reader) == tuple(cards)


pieces = st.sampled_from(
    [
        *"KQJTA921SHDCREBN♥♠♦♣,;.-'\n 🂡🃏\ufe0f\u200b",
        *("10", "11", "Kn", "jk", "joker", "es", "ess", "of", "and", "og", "the"),
        *("hjerter", "spar", "dame", "konge", "hjerterdame", "knægt"),
    ]
)
texts = st.one_of(st.text(max_size=40), st.lists(pieces, max_size=9).map("".join))


@given(texts, st.sampled_from(LANGUAGES))
@example("\ud800", "en")
@example("İ ß ǅ", "sv")
@example("²♥ ½ ⅷ٣♠", "da")
@example("{text} {0} %s", "nb")
def test_any_text_is_cards_or_a_sentence(text, lang):
    """No error but our own, and that one is a single line in each language."""
    try:
        cards = parse_cards(text, lang)
    except CardError as error:
        for other in LANGUAGES:
            line = say_error(error, get_translator(other))
            assert line.splitlines() == [line]
            assert line.endswith((".", "?"))
        at, part = error.details.get("at"), error.details.get("text")
        if isinstance(at, int) and text.isascii():
            assert text[at - 1 :].startswith(part)
    else:
        assert all(card in ALL_CARDS for card in cards)
        assert cards
