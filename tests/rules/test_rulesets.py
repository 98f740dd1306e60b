"""The sixteen rulesets: complete, and each value with its source."""

import re
from collections import Counter

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.rules import (
    Family,
    Mark,
    get_value,
    home_ids,
    load_ruleset,
    questions,
    ruleset_ids,
    value_text,
    values,
)
from thirtyone.rules.model import Players

ALL = ruleset_ids()
NUMBER = re.compile(r"\d+(?:½)?")
BASED_ON = {
    "dk-a9": "dk-a7",
    "dk-a5": "dk-a7",
    "cadillac": "scat",
    "ride-the-bus": "scat",
    "enogfyrre": "dk-enogtredive",
}


def marked(mark):
    """Ruleset id, path and provenance of every value with a mark."""
    return [
        (id_, path, provenance)
        for id_ in ALL
        for path, provenance in load_ruleset(id_).provenance.items()
        if provenance.mark is mark
    ]


# --------------------------------------------------------------------------------- complete


def test_sixteen_rulesets_six_of_them_regional():
    assert len(ALL) == len(set(ALL)) == 16
    assert home_ids() == ALL[:6]


@pytest.mark.parametrize("id_", ALL)
def test_every_path_has_a_value_and_a_provenance(id_):
    ruleset = load_ruleset(id_)
    assert ruleset.id == id_
    assert ruleset.based_on == BASED_ON.get(id_)
    paths = list(questions(ruleset.family))
    assert list(values(ruleset)) == paths
    assert sorted(ruleset.provenance) == sorted(paths)
    for path, asked in questions(ruleset.family).items():
        assert asked.read(value_text(get_value(ruleset, path))) == get_value(ruleset, path)


@pytest.mark.parametrize("id_", ALL)
def test_names_and_summaries_stand_in_four_languages(id_):
    ruleset = load_ruleset(id_)
    for texts in (ruleset.names, ruleset.summaries):
        assert sorted(texts) == sorted(LANGUAGES)
        assert all(text and text == text.strip() for text in texts.values())
    for lang in LANGUAGES:
        assert "," not in ruleset.names[lang]  # a name stands inside sentences
        assert not ruleset.summaries[lang].endswith(".")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_rulesets_share_a_name(lang):
    assert len({load_ruleset(id_).names[lang] for id_ in ALL}) == len(ALL)


def test_families_and_regions():
    families = Counter(load_ruleset(id_).family for id_ in ALL)
    assert families == {Family.DRAW: 10, Family.EXCHANGE: 5, Family.BANK: 1}
    regions = Counter(str(load_ruleset(id_).region) for id_ in ALL)
    assert regions == {"no": 2, "se": 2, "dk": 5, "abroad": 7}


# -------------------------------------------------------------------------------- provenance


def test_a_stated_value_names_its_document_and_section():
    stated = marked(Mark.STATED)
    for id_, path, provenance in stated:
        assert provenance.source is not None, (id_, path)
        assert provenance.source.file, (id_, path)
        assert provenance.section in provenance.source.sections, (id_, path)
    assert len(stated) > 200


def test_a_value_from_elsewhere_names_its_page():
    elsewhere = marked(Mark.ELSEWHERE)
    for id_, path, provenance in elsewhere:
        assert provenance.source is not None, (id_, path)
        if provenance.section is not None:
            assert provenance.section in provenance.source.sections, (id_, path)
    assert len(elsewhere) > 80


def test_a_value_of_ours_says_why():
    ours = marked(Mark.OURS)
    for id_, path, provenance in ours:
        assert provenance.note is not None, (id_, path)
    assert len(ours) > 200


def notes():
    """Every remark that some value has, once."""
    found = {}
    for mark in Mark:
        for id_, path, provenance in marked(mark):
            if provenance.note is not None:
                found.setdefault(tuple(provenance.note.items()), (id_, path))
    return [(place, dict(note)) for note, place in found.items()]


def test_remarks_are_sentences_and_say_the_same_numbers_in_four_languages():
    for place, note in notes():
        assert sorted(note) == sorted(LANGUAGES), place
        for lang, text in note.items():
            assert text[0].isupper() or text[0].isdigit(), (place, lang)
            assert text.endswith("."), (place, lang)
            assert "  " not in text, (place, lang)
        numbers = {lang: sorted(set(NUMBER.findall(text))) for lang, text in note.items()}
        assert len(set(map(tuple, numbers.values()))) == 1, (place, numbers)
    assert len(notes()) > 90


def test_where_a_source_contradicts_itself_a_remark_names_our_reading():
    found = {
        (id_, path)
        for mark in Mark
        for id_, path, provenance in marked(mark)
        if provenance.contradicts and provenance.note is not None and provenance.section is not None
    }
    assert found == {
        ("se-svensk-bas", "settlement.goal"),
        ("dk-enogtredive", "scoring.three_aces"),
        ("dk-enogtredive", "settlement.tie_with_knocker"),
        ("dk-enogtredive", "lives.last_chance"),
        ("enogfyrre", "settlement.tie_with_knocker"),
        ("enogfyrre", "lives.last_chance"),
        ("dk-a7", "deal.dealer_choice"),
        ("dk-a7", "instant.dealt"),
        ("dk-a9", "deal.dealer_choice"),
        ("dk-a9", "instant.dealt"),
        ("dk-a5", "deal.dealer_choice"),
        ("dk-a5", "instant.dealt"),
        ("thirty-one", "settlement.tie_with_knocker"),
    }
    assert len(found) == sum(
        provenance.contradicts for mark in Mark for _, _, provenance in marked(mark)
    )


# ----------------------------------------------------------- what the five documents state

SLIK, POENG, FAAR_31 = "Slik spiller du 31", "Poeng i kortspill 31", "Hva skjer når noen får 31?"
NULL, TRE_LIKE = "Et ekstra liv på null", "Tre like gir 30,5 poeng"
ESS, STRAFF, UTDELT = (
    "Ess som kan telle med andre farger",
    "Straff for mislykket banking",
    "31 utdelt og 31 underveis",
)
VAERDE, KORT, DRAG, GIV, FORMER = (
    "Vad är korten värda i 31?",
    "Poäng per kort",
    "Drag och kast",
    "Ett exempel på en giv",
    "Namn och former",
)
MAAL, START, TUR, SLUT = (
    "Kortvärden och mål",
    "Giv och start",
    "Så går en tur till",
    "Knackning och slut",
)
VEJLEDNING, AFREGNING = "31: Spillevejledning", "Afregning"
LAVESTE, SIDSTE, SAERLIGE, KULOER, SPILLES, BANKE, FORKERT, EFTER, VARIANTER = (
    "Den laveste hånd taber",
    "Når du mister dit sidste liv",
    "De særlige hænder",
    "Kun én kulør tæller",
    "Sådan spilles der",
    "At banke",
    "Hvad det koster at banke forkert",
    "Hvis nogen melder 31 efter et bank",
    "Varianter",
)

STATED = [
    ("no-trettien", "trettien", "deck.cards", "52", "Kortstokk"),
    ("no-trettien", "trettien", "players", "2-7", "Spillere"),
    ("no-trettien", "trettien", "hand.cards", "3", SLIK),
    ("no-trettien", "trettien", "scoring.target", "31", POENG),
    ("no-trettien", "trettien", "scoring.ace_across_suits", "none", SLIK),
    ("no-trettien", "trettien", "scoring.three_of_a_kind", "none", TRE_LIKE),
    ("no-trettien", "trettien", "turn.stand_pat", "yes", SLIK),
    ("no-trettien", "trettien", "knock.last_turns", "others", SLIK),
    ("no-trettien", "trettien", "stock.empty", "draw", "Når trekkbunken blir tom"),
    ("no-trettien", "trettien", "instant.dealt", "at-once", FAAR_31),
    ("no-trettien", "trettien", "instant.in_play", "at-once", FAAR_31),
    ("no-trettien", "trettien", "instant.payers", "all-others", FAAR_31),
    ("no-trettien", "trettien", "settlement.goal", "lowest-loses", SLIK),
    ("no-trettien", "trettien", "settlement.lowest", "1", SLIK),
    ("no-trettien", "trettien", "settlement.tie_with_knocker", "safe", SLIK),
    ("no-trettien", "trettien", "settlement.lone_low_knocker", "2", SLIK),
    ("no-trettien", "trettien", "lives.start", "3", SLIK),
    ("no-trettien", "trettien", "lives.last_chance", "none", NULL),
    ("no-trettien", "trettien", "lives.two_at_one", "last-chance", NULL),
    ("no-trettien", "trettien", "match.dealer", "sole-loser", SLIK),
    ("no-kildebeskrivelse", "trettien", "scoring.ace_across_suits", "any", ESS),
    ("no-kildebeskrivelse", "trettien", "instant.dealt", "at-once", UTDELT),
    ("no-kildebeskrivelse", "trettien", "instant.payers", "all-others", UTDELT),
    ("no-kildebeskrivelse", "trettien", "settlement.goal", "lowest-loses", STRAFF),
    ("no-kildebeskrivelse", "trettien", "settlement.tie_with_knocker", "like-all", STRAFF),
    ("no-kildebeskrivelse", "trettien", "settlement.lone_low_knocker", "1", STRAFF),
    ("schwimmen", "trettien", "deck.cards", "32", "Schwimmen: bytt med kort på bordet"),
    ("schwimmen", "trettien", "turn.swaps", "one-or-three", "Schwimmen: bytt med kort på bordet"),
    ("se-svensk-bas", "svensk-bas", "players", "3-7", "Vanliga frågor och svar"),
    ("se-svensk-bas", "svensk-bas", "scoring.ace_across_suits", "none", VAERDE),
    ("se-svensk-bas", "svensk-bas", "scoring.three_aces", "31", KORT),
    ("se-svensk-bas", "svensk-bas", "turn.throw_back", "no", DRAG),
    ("se-svensk-bas", "svensk-bas", "knock.last_turns", "others", DRAG),
    ("se-svensk-bas", "svensk-bas", "instant.dealt", "at-once", DRAG),
    ("se-svensk-bas", "svensk-bas", "instant.after_knock", "at-once", DRAG),
    ("se-svensk-bas", "svensk-bas", "instant.payers", "all-others", GIV),
    ("se-svensk-bas", "svensk-bas", "settlement.lowest", "1", GIV),
    ("se-svensk-bas", "svensk-bas", "settlement.lone_low_knocker", "1", GIV),
    ("se-svensk-bas", "svensk-bas", "lives.start", "3", GIV),
    ("se-svensk-bas", "svensk-bas", "lives.unit", "mark", GIV),
    ("se-svensk-bas", "svensk-bas", "stakes.pot", "last-one-in", GIV),
    ("scat", "svensk-bas", "players", "2-9", FORMER),
    ("scat", "svensk-bas", "settlement.lone_low_knocker", "2", FORMER),
    ("cadillac", "svensk-bas", "scoring.three_aces", "33", FORMER),
    ("se-forst-till-fem", "trettioett", "deck.cards", "52", START),
    ("se-forst-till-fem", "trettioett", "hand.cards", "3", START),
    ("se-forst-till-fem", "trettioett", "scoring.ace_across_suits", "none", MAAL),
    ("se-forst-till-fem", "trettioett", "turn.throw_back", "yes", TUR),
    ("se-forst-till-fem", "trettioett", "stock.empty", "reshuffle", TUR),
    ("se-forst-till-fem", "trettioett", "knock.last_turns", "others", SLUT),
    ("se-forst-till-fem", "trettioett", "settlement.goal", "highest-wins", SLUT),
    ("se-forst-till-fem", "trettioett", "lives.start", "0", SLUT),
    ("se-forst-till-fem", "trettioett", "match.target", "5", SLUT),
    ("dk-a7", "spillevejledning", "deck.cards", "32", VEJLEDNING),
    ("dk-a9", "spillevejledning", "deck.cards", "24", VEJLEDNING),
    ("dk-a5", "spillevejledning", "deck.cards", "40", VEJLEDNING),
    ("dk-a7", "spillevejledning", "scoring.ace_across_suits", "none", AFREGNING),
    ("dk-a7", "spillevejledning", "scoring.three_of_a_kind", "30.5", AFREGNING),
    ("dk-a7", "spillevejledning", "scoring.three_aces", "best", AFREGNING),
    ("dk-a7", "spillevejledning", "scoring.ties", "suit-ladder", AFREGNING),
    ("dk-a7", "spillevejledning", "turn.swaps", "one-or-three", VEJLEDNING),
    ("dk-a7", "spillevejledning", "turn.pass", "unlimited", VEJLEDNING),
    ("dk-a7", "spillevejledning", "instant.dealt", "one-exchange-each", VEJLEDNING),
    ("dk-a7", "spillevejledning", "instant.three_aces", "yes", VEJLEDNING),
    ("dk-a7", "spillevejledning", "instant.in_play", "at-once", VEJLEDNING),
    ("dk-a7", "spillevejledning", "settlement.lowest", "1", VEJLEDNING),
    ("dk-a7", "spillevejledning", "lives.start", "3", VEJLEDNING),
    ("dk-a7", "spillevejledning", "lives.last_chance", "until-next-loss", VEJLEDNING),
    ("dk-enogtredive", "enogtredive", "scoring.ace_across_suits", "none", KULOER),
    ("dk-enogtredive", "enogtredive", "scoring.three_of_a_kind", "30.5", SAERLIGE),
    ("dk-enogtredive", "enogtredive", "scoring.three_aces", "33", SAERLIGE),
    ("dk-enogtredive", "enogtredive", "scoring.suited_run", "none", VARIANTER),
    ("dk-enogtredive", "enogtredive", "knock.minimum", "0", VARIANTER),
    ("dk-enogtredive", "enogtredive", "knock.throw_down", "no", VARIANTER),
    ("dk-enogtredive", "enogtredive", "knock.last_turns", "others", BANKE),
    ("dk-enogtredive", "enogtredive", "stock.empty", "reshuffle", SPILLES),
    ("dk-enogtredive", "enogtredive", "instant.dealt", "at-once", SAERLIGE),
    ("dk-enogtredive", "enogtredive", "instant.three_aces", "yes", SAERLIGE),
    ("dk-enogtredive", "enogtredive", "instant.three_aces_payers", "all-others", SAERLIGE),
    ("dk-enogtredive", "enogtredive", "instant.after_knock", "at-once", EFTER),
    ("dk-enogtredive", "enogtredive", "instant.knocker_pays", "1", EFTER),
    ("dk-enogtredive", "enogtredive", "settlement.goal", "lowest-loses", LAVESTE),
    ("dk-enogtredive", "enogtredive", "settlement.tie_with_knocker", "safe", FORKERT),
    ("dk-enogtredive", "enogtredive", "settlement.lone_low_knocker", "2", FORKERT),
    ("dk-enogtredive", "enogtredive", "lives.start", "3", LAVESTE),
    ("dk-enogtredive", "enogtredive", "lives.last_chance", "until-next-loss", SIDSTE),
    ("dk-enogtredive", "enogtredive", "lives.two_at_one", "last-chance", SIDSTE),
    ("enogfyrre", "enogtredive", "scoring.target", "41", VARIANTER),
    ("thirty-one", "enogtredive", "settlement.lone_low_knocker", "2", "Kildehenvisninger"),
]

ELSEWHERE = [
    ("no-trettien", "svensk-bas", "turn.throw_back", "no"),
    ("se-svensk-bas", "52vanner", "instant.three_aces", "yes"),
    ("se-forst-till-fem", "52vanner", "players", "2-7"),
    ("dk-enogtredive", "netstjernen", "players", "2-9"),
    ("dk-a7", "schwimmen-sheet", "turn.table_exhausted", "showdown"),
    ("scat", "pagat", "settlement.tie_with_knocker", "safe"),
    ("thirty-one", "wikipedia", "knock.first_turn", "showdown"),
    ("thirty-one", "wikipedia", "stock.empty", "draw"),
    ("schwimmen", "pagat-schwimmen", "scoring.three_aces", "32"),
    ("schwimmen", "pagat-schwimmen", "deal.dealer_choice", "two-packets"),
    ("bicycle", "bicycle", "scoring.ties", "high-card"),
    ("bicycle", "bicycle", "stakes.pot", "highest-per-deal"),
    ("greek-31", "pagat-greek", "bank.direction", "anticlockwise"),
    ("greek-31", "trianta-ena", "bank.draws_to", "27"),
    ("greek-31", "trianta-ena", "bank.bank_times", "3"),
    ("enogfyrre", "gambiter-41", "hand.cards", "4"),
]

OURS = [
    ("no-kildebeskrivelse", "scoring.cap", "31"),
    ("no-kildebeskrivelse", "match.dealer", "clockwise"),
    ("no-trettien", "instant.after_knock", "at-once"),
    ("no-trettien", "match.all_out", "decider"),
    ("se-svensk-bas", "settlement.tie_with_knocker", "like-all"),
    ("se-svensk-bas", "lives.last_chance", "until-next-loss"),
    ("se-forst-till-fem", "settlement.tie_for_highest", "each"),
    ("se-forst-till-fem", "instant.in_play", "at-once"),
    ("dk-enogtredive", "instant.several", "best-only"),
    ("dk-a7", "players", "2-6"),
    ("dk-a7", "scoring.suit_order", "clubs-high"),
    ("dk-a7", "deal.dealer_choice", "keep-or-swap"),
    ("dk-a7", "settlement.goal", "lowest-loses"),
    ("thirty-one", "settlement.tie_with_knocker", "two-and-one"),
    ("schwimmen", "instant.payers", "lowest"),
    ("schwimmen", "instant.three_aces_payers", "all-others"),
    ("schwimmen", "knock.first_turn", "normal"),
    ("bicycle", "match.deals", "10"),
    ("bicycle", "stakes.ante", "1"),
    ("bicycle", "settlement.tie_for_highest", "split"),
    ("greek-31", "bank.tokens", "20"),
    ("greek-31", "bank.stake_high", "5"),
    ("enogfyrre", "scoring.three_of_a_kind", "none"),
    ("enogfyrre", "scoring.three_aces", "none"),
]


@pytest.mark.parametrize(("id_", "source", "path", "value", "section"), STATED)
def test_what_a_document_states(id_, source, path, value, section):
    ruleset = load_ruleset(id_)
    provenance = ruleset.provenance[path]
    assert value_text(get_value(ruleset, path)) == value
    assert provenance.mark is Mark.STATED
    assert (provenance.source.id, provenance.section) == (source, section)


def test_the_table_covers_all_five_documents():
    rows = Counter(source for _, source, *_ in STATED)
    assert min(rows.values()) >= 9
    assert len(rows) == 5
    assert len(STATED) >= 60


@pytest.mark.parametrize(("id_", "source", "path", "value"), ELSEWHERE)
def test_what_another_page_says(id_, source, path, value):
    ruleset = load_ruleset(id_)
    assert value_text(get_value(ruleset, path)) == value
    assert ruleset.provenance[path].mark is Mark.ELSEWHERE
    assert ruleset.provenance[path].source.id == source


@pytest.mark.parametrize(("id_", "path", "value"), OURS)
def test_what_we_chose(id_, path, value):
    ruleset = load_ruleset(id_)
    assert value_text(get_value(ruleset, path)) == value
    assert ruleset.provenance[path].mark is Mark.OURS


@pytest.mark.parametrize(
    ("id_", "low", "high"),
    [
        ("no-trettien", 2, 7),
        ("no-kildebeskrivelse", 2, 7),
        ("se-svensk-bas", 3, 7),
        ("se-forst-till-fem", 2, 7),
        ("dk-enogtredive", 2, 9),
        ("dk-a7", 2, 6),
        ("dk-a9", 2, 6),
        ("dk-a5", 2, 6),
        ("scat", 2, 9),
        ("cadillac", 2, 9),
        ("ride-the-bus", 2, 9),
        ("thirty-one", 2, 7),
        ("schwimmen", 2, 8),
        ("bicycle", 2, 9),
        ("greek-31", 2, 8),
        ("enogfyrre", 2, 9),
    ],
)
def test_players(id_, low, high):
    assert load_ruleset(id_).players == Players(low, high)


@pytest.mark.parametrize(
    ("id_", "differing"),
    [
        ("dk-a9", {"deck.cards": "24"}),
        ("dk-a5", {"deck.cards": "40"}),
        ("cadillac", {"scoring.three_aces": "33", "instant.three_aces": "yes"}),
        ("ride-the-bus", {"match.deals": "10"}),
        (
            "enogfyrre",
            {
                "hand.cards": "4",
                "scoring.target": "41",
                "scoring.cap": "none",
                "scoring.three_of_a_kind": "none",
                "scoring.three_aces": "none",
                "instant.three_aces": "no",
            },
        ),
    ],
)
def test_a_ruleset_based_on_another_differs_only_here(id_, differing):
    own, base = values(load_ruleset(id_)), values(load_ruleset(BASED_ON[id_]))
    assert {p: value_text(v) for p, v in own.items() if v != base[p]} == differing
