"""The text form of rounds and matches: typed, read, replayed, and refused with a line number."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirtyone.cards import Card
from thirtyone.errors import ThirtyOneError, UsageError
from thirtyone.notation import parse_cards
from thirtyone.play.actions import DRAW, KEEP, KNOCK, TAKE, Throw
from thirtyone.play.deal import arranged_deal, shuffled_deal
from thirtyone.play.match import after_round, next_deal, start_match
from thirtyone.play.record import RoundRecord
from thirtyone.play.transcript import (
    LINK_LIMIT,
    Transcript,
    TranscriptError,
    format_link,
    format_round,
    format_transcript,
)
from thirtyone.play.transcript_reading import parse_round, parse_transcript
from thirtyone.policies import play_round, random_player, steady
from thirtyone.rules import load_ruleset, ruleset_ids, with_values

TYPED = """\
thirtyone 1
rules no-trettien
dealer 2
hand 0 KH 9H AS        # the hand of the Norwegian example
hand 1 kløver 4, kløver 8, ruter 10
hand 2 2S 7S JD
up QH

0 take QH throw AS
1 draw 6C, throw TD
2 draw 9D throw 2S
0 knock
1 keep
2 keep
end knock
"""


def test_a_typed_round():
    """Without a stock line the drawn cards are the stock, and the rest follows in pack order."""
    record = parse_round(TYPED)
    assert record.actions == (
        *(TAKE, Throw(Card("AS")), DRAW, Throw(Card("TD")), DRAW, Throw(Card("2S"))),
        *(KNOCK, KEEP, KEEP),
    )
    state = record.state()
    assert state.hands[0] == parse_cards("KH 9H QH")
    assert state.stock[:2] == parse_cards("6C 9D")
    assert record.outcome().knocker == 0
    assert parse_round(format_round(record)) == record


def test_what_is_written():
    text = format_round(parse_round(TYPED))
    lines = text.splitlines()
    assert lines[:7] == [
        "thirtyone 1",
        "rules no-trettien",
        "dealer 2",
        "hand 0 KH 9H AS",
        "hand 1 4C 8C TD",
        "hand 2 2S 7S JD",
        "up QH",
    ]
    assert lines[7].startswith("stock 6C 9D ")
    assert lines[8:] == [
        "0 take QH throw AS",
        "1 draw 6C throw TD",
        "2 draw 9D throw 2S",
        "0 knock",
        "1 keep",
        "2 keep",
        "end knock",
    ]


def test_a_link_is_one_line_of_safe_characters():
    record = parse_round(TYPED)
    link = format_link(record)
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", link)
    assert len(link) < LINK_LIMIT
    assert link.endswith("~t-AS~d-TD~d-2S~n~k~k~end_knock")
    assert parse_round(link) == record


def test_house_rules_are_written_as_differences():
    rules = with_values(
        load_ruleset("dk-enogtredive"),
        {"scoring.three_of_a_kind": "30", "knock.minimum": 21, "turn.throw_back": "yes"},
    )
    record = RoundRecord(rules, shuffled_deal(rules, 3, random.Random(4)), ())
    text = format_round(record)
    assert "set scoring.three_of_a_kind 30\n" in text
    assert "set knock.minimum 21\n" in text
    assert parse_round(text) == record
    assert "set_scoring.three-of-a-kind_30~" in format_link(record)
    assert parse_round(format_link(record)) == record


@pytest.mark.parametrize("name", ["tabs", "no-break", "cr", "crlf", "bom"])
def test_what_editors_do_to_blanks_and_lines(name):
    made = {
        "tabs": TYPED.replace("hand 0 KH", "hand\t0\tKH").replace("0 knock", "0\tknock"),
        "no-break": TYPED.replace(" ", "\u00a0"),
        "cr": TYPED.replace("\n", "\r"),
        "crlf": TYPED.replace("\n", "\r\n"),
        "bom": "\ufeff" + TYPED,
    }[name]
    assert parse_round(made) == parse_round(TYPED)
    with pytest.raises(TranscriptError) as refused:
        parse_round(made.replace("AS", "AX", 1))
    assert refused.value.details["line"] == 4


def test_hands_in_any_order_and_stock_before_the_open_card():
    lines = format_round(parse_round(TYPED)).splitlines()
    mixed = [*lines[:3], lines[5], lines[3], lines[7], lines[4], lines[6], *lines[8:]]
    assert parse_round("\n".join(mixed)) == parse_round(TYPED)


def test_orders_of_shuffles_can_be_given():
    rules = load_ruleset("scat")
    order = list(shuffled_deal(rules, 2, random.Random(9)).cards)
    hands = [parse_cards("KH 9H AS"), parse_cards("4C 8C TD")]
    deal = arranged_deal(rules, hands, reshuffles=[order])
    record = RoundRecord(rules, deal, ())
    assert record.deal.reshuffled(parse_cards("2C 3C 4C"), 0) == tuple(
        sorted(parse_cards("2C 3C 4C"), key=order.index)
    )
    assert parse_round(format_round(record)) == record


def test_a_shuffle_depends_on_the_deal_alone():
    rules = load_ruleset("scat")
    deal, other = (shuffled_deal(rules, 2, random.Random(seed)) for seed in (9, 10))
    cards = deal.cards[:20]
    assert deal.reshuffled(cards, 0) == deal.reshuffled(cards[::-1], 0)
    assert deal.reshuffled(cards, 0) != deal.reshuffled(cards, 1)
    assert deal.reshuffled(cards, 0) != other.reshuffled(cards, 0)


# ------------------------------------------------------------------------------------ refused

WRONG = [
    ("thirtyone 1", "thirtyone 2", 1, "refuse.script_version"),
    ("thirtyone 1", "31 1", 1, "refuse.script_head"),
    ("rules no-trettien", "rules no-tretien", 2, "refuse.unknown_rules"),
    ("rules no-trettien", "set knock.minimum 3", 2, "refuse.script_expected"),
    ("dealer 2", "set knock.minimun 3\ndealer 2", 3, "refuse.rules_unknown_key"),
    ("dealer 2", "set knock.minimum many\ndealer 2", 3, "refuse.rules_wrong_value"),
    ("dealer 2", "dealer 4", 3, "refuse.script_no_hand"),
    ("dealer 2", "dealer 2 3", 3, "refuse.script_seat"),
    ("dealer 2", "set knock.minimum 3\nset knock.minimum 3\ndealer 2", 4, "refuse.script_twice"),
    ("dealer 2", "dealer 2\ntokens 20 20 60", 4, "refuse.script_not_here"),
    ("up QH", "table QH", 7, "refuse.script_not_here"),
    ("up QH", "up QH\nup QH", 8, "refuse.script_twice"),
    ("up QH", "up QH 6C", 7, "refuse.script_count"),
    ("up QH\n", "", 6, "refuse.script_missing"),
    ("up QH", "up QH\nshuffle 2H 2H", 8, "refuse.card_twice"),
    ("hand 1 kløver 4, kløver 8, ruter 10\n", "", 9, "refuse.script_no_hand"),
    ("hand 2 2S 7S JD\n", "", 3, "refuse.script_no_hand"),
    ("end knock", "end", 15, "refuse.script_cut_short"),
    ("1 keep\n2 keep\nend knock", "pause here", 13, "refuse.script_expected"),
    ("thirtyone 1", "\n\nthirtyone 2", 3, "refuse.script_version"),
    ("dealer 2", "dealer Kari", 3, "refuse.script_seat"),
    ("hand 0 KH 9H AS ", "hand 0 KH 9H ", 4, "refuse.wrong_count"),
    ("hand 0 KH 9H AS ", "hand 0 KH 9H 1S ", 4, "refuse.unknown_card"),
    ("hand 2 2S 7S JD", "hand 1 2S 7S JD", 6, "refuse.script_seat_twice"),
    ("hand 2 2S 7S JD", "hand 2 2S 7S 9H", 6, "refuse.card_twice_dealt"),
    ("up QH", "up KH", 7, "refuse.card_twice_dealt"),
    ("0 take QH throw AS", "0 take KH throw AS", 9, "refuse.script_card"),
    ("0 take QH throw AS", "0 take QH throw QH", 9, "refuse.throw_back"),
    ("0 take QH throw AS", "0 take QH throw 2C", 9, "refuse.not_in_hand"),
    ("0 take QH throw AS", "0 take QH", 10, "refuse.script_turn"),
    ("0 take QH throw AS", "1 take QH throw AS", 9, "refuse.script_turn"),
    ("0 take QH throw AS", "0 grab QH throw AS", 9, "refuse.script_word"),
    ("1 draw 6C, throw TD", "1 draw AS, throw TD", 10, "refuse.card_twice_dealt"),
    ("1 draw 6C, throw TD", "1 draw 6C, throw 6C throw 6C", 10, "refuse.draw_first"),
    ("0 knock", "0 keep", 12, "refuse.keep_before_knock"),
    ("1 keep", "1 knock", 13, "refuse.already_knocked"),
    ("2 keep", "", 15, "refuse.script_not_over"),
    ("2 keep", "2 keep\n0 keep", 15, "refuse.round_over"),
    ("end knock", "end instant", 15, "refuse.script_is_over"),
    ("end knock", "pause", 15, "refuse.script_is_over"),
    ("end knock", "end knock\n0 keep", 16, "refuse.script_after_end"),
    ("end knock", "", 14, "refuse.script_cut_short"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), WRONG)
def test_an_edited_round_is_refused_with_its_line(old, new, line, reason):
    assert TYPED.count(old) == 1
    text = TYPED.replace(old, new)
    with pytest.raises(TranscriptError) as refused:
        parse_transcript(text)
    error = refused.value
    assert error.reason == "refuse.stdin_line"
    assert error.details["error"].reason == reason
    assert error.details["line"] == line
    said = str(error)
    assert said.startswith(f"Line {line}: ")
    assert "\n" not in said


def test_a_round_cut_short_anywhere_is_refused():
    text = format_round(parse_round(TYPED))
    lines = text.split("\n")
    for size in range(1, len(text.rstrip())):
        with pytest.raises(TranscriptError) as refused:
            parse_transcript(text[:size])
        line = refused.value.details["line"]
        assert 1 <= line <= len(lines)
        assert "\n" not in str(refused.value)


def test_a_link_cut_short_anywhere_is_refused():
    link = format_link(parse_round(TYPED))
    for size in range(1, len(link)):
        with pytest.raises(TranscriptError):
            parse_transcript(link[:size])


def test_a_draw_that_the_stock_does_not_give():
    text = format_round(parse_round(TYPED))
    with pytest.raises(TranscriptError) as refused:
        parse_transcript(text.replace("1 draw 6C", "1 draw 5C"))
    assert str(refused.value) == "Line 10: Here the six of clubs comes, not the five of clubs."


def test_a_match_is_no_round():
    with pytest.raises(TranscriptError):
        parse_round(format_transcript(Transcript(load_ruleset("scat"), (), ("Kari", "Nils"))))


# ------------------------------------------------------------------------------------ matches


def played_match(rules, names, seed, policy=steady, most=400):
    ruleset = load_ruleset(rules)
    rng = random.Random(seed)
    state, rounds = start_match(ruleset, names), []
    while state.end is None and len(rounds) < most:
        deal = next_deal(state, rng)
        played = play_round(ruleset, deal, [policy] * deal.players, rng)
        rounds.append(played.record)
        state = after_round(state, played.outcome).state
    return Transcript(ruleset, tuple(rounds), tuple(names)), state


@pytest.mark.parametrize("rules", ruleset_ids())
def test_a_match_reads_back_the_same(rules):
    names = ("Kari", "Bo Ek", "Nils")
    transcript, state = played_match(rules, names, 7)
    assert state.end is not None
    text = format_transcript(transcript)
    again = parse_transcript(text)
    assert again == transcript
    assert again.match_steps()[-1].state == state
    first = Transcript(transcript.ruleset, transcript.rounds[:1], names)
    if len(transcript.rounds) > 1:
        assert format_transcript(first).endswith("\npause\n")
    assert parse_transcript(format_transcript(first)) == first


def test_names_stand_for_seats():
    transcript, _ = played_match("no-trettien", ("Kari", "Bo", "Nils"), 7)
    text = format_transcript(transcript)
    assert "\nround 1\ndealer Nils\nhand Kari " in text
    numbers = re.sub(
        r"^(Kari|Bo|Nils)\b", lambda m: str("KBN".index(m[1][0])), text, flags=re.MULTILINE
    )
    assert "\n0 " in numbers
    assert parse_transcript(numbers) == transcript


ODD = [
    ("End", "Pause"), ("Hand", "Up"), ("Stock", "Table"), ("Tokens", "Shuffle"), ("Ann", "ann"),
    ("Draw", "Take"), ("Ann", "Ann Bo"), ("Keep", "Won", "Round"), ("For", "All", "Bo"),
    ("Straße", "STRASSE"),
]  # fmt: skip


@pytest.mark.parametrize("names", ODD, ids=", ".join)
@pytest.mark.parametrize("rules", ["no-trettien", "dk-a7", "greek-31"])
def test_names_that_are_words_of_the_format(rules, names):
    ruleset = load_ruleset(rules)
    names = (*names, "Nils")[: max(len(names), ruleset.players.low)]
    transcript, _ = played_match(rules, names, 7, most=4)
    assert parse_transcript(format_transcript(transcript)) == transcript


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("players Kari, Bo, Nils", "players Kari", 3, "refuse.players"),
        ("players Kari, Bo, Nils", "players A, B, C, D, E, F, G, H", 3, "refuse.players"),
        ("players Kari, Bo, Nils", "players 1, 0, Nils", 3, "refuse.script_name"),
        ("\nround 1\n", "\nlives 0 3 3\nround 1\n", 4, "refuse.settle_no_last_chance"),
    ],
)
def test_a_head_that_cannot_be(old, new, line, reason):
    transcript, _ = played_match("no-trettien", ("Kari", "Bo", "Nils"), 7)
    text = format_transcript(transcript)
    assert old in text
    with pytest.raises(TranscriptError) as refused:
        parse_transcript(text.replace(old, new, 1))
    assert (refused.value.details["line"], refused.value.details["error"].reason) == (line, reason)


MATCH_WRONG = [
    (r"\nround 2\n", "\nround 3\n", "refuse.script_round"),
    (r"\nround 2\ndealer \w+\n", "\nround 2\ndealer 0\n", "refuse.script_dealer"),
    (r"\nwon .*\n", "\n", "refuse.script_cut_short"),
    (r"\nwon .*\n", "\npause\n", "refuse.script_match_end"),
    (r"\nwon .*\n", "\nwon\n", "refuse.script_winners"),
    (r"\nplayers .*\n", "\nplayers Kari, Kari, Bo\n", "refuse.script_players"),
    (r"\nround 1\n", "\nlives 3 3\nround 1\n", "refuse.script_per_player"),
    (r"\nround 1\n", "\nlives 1 1 1\nround 1\n", None),
]


@pytest.mark.parametrize(("old", "new", "reason"), MATCH_WRONG)
def test_an_edited_match_is_refused(old, new, reason):
    transcript, _ = played_match("no-trettien", ("Kari", "Bo", "Nils"), 7)
    text = format_transcript(transcript)
    assert transcript.rounds[1].deal.seats[transcript.rounds[1].deal.dealer] != 0
    assert re.search(old, text)
    with pytest.raises(TranscriptError) as refused:
        parse_transcript(re.sub(old, new, text, count=1))
    if reason is not None:
        assert refused.value.details["error"].reason == reason


@pytest.mark.parametrize(
    "name", ["", " Bo", "Bo, Ek", "Bo\nEk", "#1", "1", "07", "2 Bo", "Bo\tEk", "Bo\u00a0Ek", "a~b"]
)
def test_names_that_cannot_be_written(name):
    with pytest.raises(UsageError):
        format_transcript(Transcript(load_ruleset("scat"), (), ("Kari", name)))


# ------------------------------------------------------------------------------------ fuzzing


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    with pytest.raises(ThirtyOneError):
        parse_transcript(text)


WORDS = st.sampled_from(
    [
        "thirtyone",
        "1",
        "rules",
        "scat",
        "dk-a7",
        "greek-31",
        "set",
        "dealer",
        "0",
        "2",
        "hand",
        "up",
        "table",
        "stock",
        "end",
        "pause",
        "knock",
        "keep",
        "take",
        "draw",
        "throw",
        "swap",
        "for",
        "all",
        "stake",
        "hit",
        "KH",
        "9H",
        "QH",
        "players",
        "lives",
        "round",
        "tokens",
        "shuffle",
        "won",
        "#",
        "~",
        "_",
        "-",
        "99999999999999999999",
        "½",
        "٣",
        "𝟙",
        "\n",
        "\n",
        "\n",
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(WORDS, max_size=40), st.sampled_from(["", "thirtyone 1\nrules scat\n"]))
def test_words_of_the_format_in_any_order(words, head):
    text = head + " ".join(words)
    try:
        parse_transcript(text)
    except ThirtyOneError as error:
        assert "\n" not in str(error)


@settings(max_examples=400, deadline=None)
@given(
    rules=st.sampled_from(ruleset_ids()),
    seed=st.integers(0, 20),
    at=st.integers(0, 10_000),
    size=st.integers(0, 12),
    put=st.text(st.sampled_from("0123456789TJQKASHDC thrw-dn~_\n#"), max_size=6),
)
def test_edits_are_harmless_or_refused(rules, seed, at, size, put):
    ruleset = load_ruleset(rules)
    rng = random.Random(seed)
    deal = shuffled_deal(ruleset, 2 + seed % 2, rng)
    record = play_round(ruleset, deal, [random_player] * deal.players, rng).record
    text = format_link(record) if seed % 3 else format_round(record)
    at %= len(text)
    try:
        parse_transcript(text[:at] + put + text[at + size :])
    except ThirtyOneError as error:
        assert "\n" not in str(error)
