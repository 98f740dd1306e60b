"""The annotated rounds: every file replays, and every claim of a document is true or marked."""

import re
from collections import Counter

import pytest
from test_catalogues import FORBIDDEN, FOREIGN, QUOTES

from thirtyone.annotated_reading import RoundReader
from thirtyone.cards import Card
from thirtyone.claims import actual, is_true
from thirtyone.content import lessons_dir
from thirtyone.errors import RulesError
from thirtyone.play.transcript import format_transcript
from thirtyone.play.transcript_reading import parse_transcript
from thirtyone.rounds import (
    ClaimKind,
    UnknownRoundError,
    all_rounds,
    find_round,
    load_round,
    round_ids,
    rounds_of,
    topics,
)
from thirtyone.rules import home_ids, load_ruleset, sources, values, with_values
from thirtyone.rules.load import LANGUAGES

ROUNDS = all_rounds()
PRINTED = "svensk-bas.annas-giv"

# Worked hands of the documents, and of pages where none has them: what each is worth where.
HANDS = [
    ("N2", "no-trettien", "", "KH 9H AS", "19"),
    ("N3", "no-trettien", "", "KH 9S 4D", "10"),
    ("N4", "no-trettien", "", "AS KS TS", "31"),
    ("N7", "no-trettien", "", "KH 9H QH", "29"),
    ("N9", "no-kildebeskrivelse", "", "KH 9H AS", "30"),
    ("N10", "no-trettien", "scoring.three_of_a_kind 30.5", "QH QS QD", "30.5"),
    ("N10b", "no-trettien", "scoring.three_of_a_kind 30.5", "KS QS JS", "30"),
    ("N11", "no-trettien", "", "QH QS QD", "10"),
    ("N12a", "no-trettien", "", "AS AH AD", "11"),
    ("N12b", "no-trettien", "scoring.three_of_a_kind 30.5", "AS AH AD", "30.5"),
    ("C1", "no-kildebeskrivelse", "", "AH KH AS", "31"),
    ("C2", "no-kildebeskrivelse", "", "AS AD 9H", "31"),
    ("X-over", "no-kildebeskrivelse", "scoring.cap none", "AS AD KH", "32"),
    ("V2", "se-svensk-bas", "", "AS AH AD", "31"),
    ("V2b", "se-svensk-bas", "", "QH QS QD", "10"),
    ("V3", "se-svensk-bas", "", "KH 8H 5H", "23"),
    ("V4", "se-svensk-bas", "", "QD TD JC", "20"),
    ("V5", "se-svensk-bas", "", "AS 5H 3H", "11"),
    ("V5r", "se-svensk-bas", "", "AS 5C 3C", "11"),
    ("V6", "se-svensk-bas", "", "JS 9H 4D", "10"),
    ("V9", "cadillac", "", "AS AH AD", "33"),
    ("V10a", "scat", "scoring.three_of_a_kind 30", "QH QS QD", "30"),
    ("V10b", "scat", "scoring.three_of_a_kind 30.5", "QH QS QD", "30.5"),
    ("T2", "se-forst-till-fem", "", "AH KH TH", "31"),
    ("T3r", "se-forst-till-fem", "", "AH KH TC", "21"),
    ("T7", "se-forst-till-fem", "", "AS AH AD", "11"),
    ("X4", "dk-a7", "", "7S 8H KH", "18"),
    ("X5", "dk-a7", "", "AS 7H 8H", "15"),
    ("X9", "dk-a7", "", "TH TD TC", "30.5"),
    ("X9b", "dk-a7", "", "7H 7D 7C", "30.5"),
    ("X10", "dk-a7", "", "AS AH AD", "Ild"),
    ("X11", "dk-a7", "", "AC KC TC", "31"),
    ("E2", "dk-enogtredive", "", "AH KC QS", "11"),
    ("E3", "dk-enogtredive", "", "AS KS TS", "31"),
    ("E4", "dk-enogtredive", "", "AS AH AD", "33"),
    ("E5", "dk-enogtredive", "", "QH QS QD", "30.5"),
    ("E5b", "dk-enogtredive", "scoring.three_of_a_kind 30", "QH QS QD", "30"),
    ("E13", "dk-enogtredive", "scoring.suited_run 30", "7H 6H 5H", "30"),
    ("E13b", "dk-enogtredive", "scoring.suited_run 30", "AH KH QH", "31"),
    ("P1", "scat", "", "KH 8H 5H", "23"),
    ("P2", "scat", "", "QS 9D 8D", "17"),
    ("P3", "scat", "", "AC 6S 4S", "11"),
    ("P4", "scat", "", "JC 7H 4S", "10"),
    ("B1", "bicycle", "", "KH QH 6H", "26"),
    ("B2", "bicycle", "", "QS 9S 7S", "26"),
]

# Settlements: what each seat loses under which rules.
SETTLED = [
    ("R-N8", "trettien.en-runde", "no-trettien", {0: 0, 2: 1}),
    ("R-V7", "svensk-bas.annas-giv-lagad", "se-svensk-bas", {0: 0, 3: 1}),
    ("R-tie no", "ties.med-den-som-banket", "no-trettien", {0: 0, 1: 1, 2: 0}),
    ("R-tie da", "enogtredive.uafgjort-med-bankeren", "dk-enogtredive", {0: 0, 1: 1, 2: 0}),
    ("R-tieN", "ties.alle-laveste-betaler", "no-kildebeskrivelse", {0: 1, 1: 1, 2: 0}),
    ("R-tieN, same hands", "ties.med-den-som-banket", "no-kildebeskrivelse", {0: 1, 1: 1}),
    ("R-tieS", "ties.svensk-lika", "se-svensk-bas", {0: 1, 1: 1, 2: 0}),
    ("R-solo no", "trettien.bank-alene", "no-trettien", {0: 2, 1: 0}),
    ("R-solo da", "enogtredive.bankeren-lavest", "dk-enogtredive", {0: 2, 1: 0, 2: 0}),
    ("R-soloS", "trettien.bank-alene", "se-svensk-bas", {0: 1}),
    ("R-soloN", "trettien.bank-alene", "no-kildebeskrivelse", {0: 1}),
    ("R-all no", "ties.alle-likt", "no-trettien", {0: 0, 1: 1, 2: 1}),
    ("R-all da", "ties.alle-likt", "dk-enogtredive", {0: 0, 1: 1}),
    ("R-31k", "enogtredive.31-efter-bank", "dk-enogtredive", {0: 1, 1: 0, 2: 1}),
]

# Everything that the documents play through, list as a case or get wrong, and where it is shown.
DOCUMENTS = {
    "trettien": {
        "the round to 29, 24 and 17": "trettien.en-runde",
        "ace across suits": "trettien.ess-pa-tvers",
        "31 at most, against its own ace rule": "trettien.ess-over-31",
        "three of a kind": "trettien.tre-like",
        "three aces": "trettien.tre-ess",
        "31 on the deal": "trettien.31-utdelt",
        "31 after a knock, stopped": "trettien.31-etter-bank",
        "31 after a knock, played on": "trettien.31-etter-bank-fullfor",
        "knocker alone lowest": "trettien.bank-alene",
        "knocker tied": "ties.med-den-som-banket",
        "all tied": "ties.alle-likt",
        "second description, tie": "ties.alle-laveste-betaler",
        "third life": "last-life.tredje-liv",
        "på blakka": "last-life.pa-blakka",
        "the last two, under Schwimmen": "last-life.siste-to-ute",
        "match": "matches.norsk-grunnspill",
        "match, second description": "matches.norsk-kildebeskrivelse",
    },
    "svensk-bas": {
        "the deal of four, as printed": "svensk-bas.annas-giv",
        "the deal of four, mended": "svensk-bas.annas-giv-lagad",
        "three aces": "svensk-bas.tre-ess",
        "hammer": "svensk-bas.hammer",
        "blitz, and what may be thrown back": "svensk-bas.blitz",
        "tie, unsettled": "ties.svensk-lika",
        "frisväng": "last-life.frisvang",
        "match": "matches.svensk-bas",
    },
    "trettioett": {
        "a round to a point, and the club": "trettioett.till-en-poang",
        "highest wins": "trettioett.knackaren-slas",
        "tie at the top": "trettioett.lika-hogst",
        "match": "matches.forst-till-fem",
    },
    "spillevejledning": {
        "18 and 15": "bytte.to-haender",
        "all pass": "bytte.alle-melder-pas",
        "dealer's choice": "bytte.giverens-valg",
        "Ild on the deal": "bytte.ild-ved-uddelingen",
        "31 on the deal": "bytte.31-ved-uddelingen",
        "31 after a knock": "bytte.31-efter-bank",
        "ladder: suits": "bytte.kloer-foerst",
        "ladder: three of a kind": "bytte.tre-ens",
        "ladder: highest card": "bytte.hoejeste-kort",
        "svømmer": "last-life.svoemmer",
        "match": "matches.byttespil-a7",
    },
    "enogtredive": {
        "row 1": "enogtredive.laveste-haand",
        "row 2": "enogtredive.bankeren-lavest",
        "row 3": "enogtredive.uafgjort-med-bankeren",
        "row 4": "enogtredive.uafgjort-uden-bankeren",
        "row 5": "enogtredive.nogen-faar-31",
        "31 after a knock": "enogtredive.31-efter-bank",
        "three aces and three queens": "enogtredive.tre-esser",
        "one suit only": "enogtredive.kun-en-kuloer",
        "straight flush": "enogtredive.straight-flush",
        "throw down": "enogtredive.throw-down",
        "two players, own discard": "enogtredive.to-spillere",
        "41": "relatives.enogfyrre",
        "på gyngen": "last-life.pa-gyngen",
        "match": "matches.enogtredive",
    },
}
ELSEWHERE = ["relatives.scat", "relatives.bicycle", "relatives.schwimmen", "relatives.gresk-bank"]

# What the documents get wrong and these rounds flag: round, and the step of the note.
FLAWS = {
    "trettien.ess-over-31": {(0, 0)},
    "svensk-bas.annas-giv": {(0, 0)},
    "svensk-bas.annas-giv-lagad": {(0, 12)},
    "trettioett.till-en-poang": {(0, 7), (0, 8)},
    "enogtredive.uafgjort-med-bankeren": {(0, 5)},
    "enogtredive.tre-esser": {(0, 3)},
    "bytte.giverens-valg": {(0, 0)},
    "bytte.ild-ved-uddelingen": {(0, 1)},
    "bytte.kloer-foerst": {(0, 0)},
    "last-life.pa-gyngen": {(1, 5), (2, 7)},
    "last-life.siste-to-ute": {(0, 2)},
    "relatives.enogfyrre": {(0, 0)},
}


def rules(id_, setting):
    path, _, value = setting.partition(" ")
    return with_values(load_ruleset(id_), {path: value}) if path else load_ruleset(id_)


def same_rules(one, other):
    return one.family == other.family and values(one) == values(other)


def texts():
    """Every text of every round with its place, in all languages at once."""
    for annotated in ROUNDS:
        yield f"{annotated.id} title", annotated, annotated.titles
        yield f"{annotated.id} summary", annotated, annotated.summaries
        for note in annotated.notes:
            yield f"{annotated.id} {note.round + 1}:{note.at}", annotated, note.texts


# ------------------------------------------------------------------------------------------ the files


def test_every_file_loads_and_is_listed():
    files = sorted(lessons_dir().glob("*/rounds/*"))
    assert [path.suffix for path in files] == [".toml"] * len(files)
    listed = sorted(f"{path.parts[-3]}.{path.stem}" for path in files)
    assert sorted(round_ids()) == listed
    assert len(set(listed)) == len(listed)
    for annotated in ROUNDS:
        assert re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", annotated.id)
        assert find_round(annotated.id) is load_round(annotated.topic, annotated.name)
    print(f"{len(listed)} files in {len(topics())} topics")
    assert len(listed) >= 58


def test_topics_have_titles_and_rounds_in_an_order():
    for topic in topics():
        assert set(topic.titles) == set(LANGUAGES)
        orders = [annotated.order for annotated in rounds_of(topic.id)]
        assert orders == list(range(1, len(orders) + 1)), topic.id
        assert orders, topic.id
    assert len({tuple(sorted(topic.titles.values())) for topic in topics()}) == len(topics()) == 9


def test_every_round_replays_to_its_end_and_writes_back():
    steps = 0
    for annotated in ROUNDS:
        for record in annotated.records:
            assert record.outcome() is not None, annotated.id
            steps += len(record.steps())
        if annotated.transcript:
            again = parse_transcript(format_transcript(annotated.transcript))
            assert again == annotated.transcript, annotated.id
            assert len(annotated.match_steps()) == len(annotated.records) + 1
    print(f"{steps} steps")
    assert steps > 500
    assert [annotated.id for annotated in ROUNDS if not annotated.records] == [PRINTED]


def test_cards_that_nobody_names_are_shuffled_and_always_alike():
    checked = 0
    for annotated in ROUNDS:
        raw = (lessons_dir() / annotated.topic / "rounds" / f"{annotated.name}.toml").read_text()
        if not annotated.transcript:
            continue
        plain = parse_transcript(raw.split('"""')[1])
        for before, after in zip(plain.rounds, annotated.records, strict=True):
            assert after.outcome() == before.outcome()
            assert after.events() == before.events()
            assert Counter(after.deal.cards) == Counter(before.deal.cards)
            rest = [card.index for card in after.deal.cards[-10:]]
            assert rest != sorted(rest), annotated.id
            checked += 1
    load_round.cache_clear()
    again = find_round("trettien.en-runde").record
    known = next(one for one in ROUNDS if one.id == "trettien.en-runde").record
    assert again.deal.cards == known.deal.cards
    print(f"{checked} deals")
    assert checked >= 70


def test_each_home_ruleset_has_a_whole_match():
    whole = {one.ruleset.id: one for one in rounds_of("matches")}
    assert list(whole) == list(home_ids()) or set(whole) == set(home_ids())
    for one in whole.values():
        assert one.is_match
        state = one.match_steps()[-1].state
        assert state.end is not None
        assert len(state.winners) == 1
        assert one.transcript.lives is None
        noted = {note.round for note in one.notes}
        assert len(noted) >= 3
        assert len(one.records) - 1 in noted


def test_the_end_of_a_round_is_noted():
    """Who steps to the end reads why it ended so; in a match at least at the end of the last."""
    for annotated in ROUNDS:
        if not annotated.records:
            continue
        last = len(annotated.records) - 1
        end = len(annotated.records[last].steps()) - 1
        assert annotated.note(end, last), annotated.id


def test_steps_exist_and_come_in_order():
    checked = 0
    for annotated in ROUNDS:
        places = [(note.round, note.at) for note in annotated.notes]
        assert places == sorted(set(places)), annotated.id
        for round_, at in places:
            steps = len(annotated.records[round_].steps()) if annotated.records else 1
            assert 0 <= at < steps, annotated.id
            assert annotated.note(at, round_)
            checked += 1
    print(f"{checked} notes")
    assert checked >= 150


# ------------------------------------------------------------------------------------- what is claimed


def test_claims_are_true_or_marked():
    seen = Counter()
    for annotated in ROUNDS:
        assert annotated.claims, annotated.id
        for claim in annotated.claims:
            found = actual(annotated, claim)
            assert (found == claim.answer) == claim.holds, (annotated.id, claim, found)
            seen[claim.kind, claim.holds] += 1
            if not claim.holds:
                assert not claim.ours
                assert annotated.flaw, f"{annotated.id}: no note says what is wrong"
    print(f"{sum(seen.values())} claims, {sum(n for (_, ok), n in seen.items() if not ok)} wrong")
    assert sum(seen.values()) >= 340
    assert {kind for kind, _ in seen} == set(ClaimKind)
    assert sum(n for (_, holds), n in seen.items() if not holds) == 7


def test_a_wrong_claim_is_noticed():
    """The check itself: a claim with another answer is not true."""
    from dataclasses import replace

    checked = 0
    for annotated in ROUNDS:
        for claim in annotated.claims:
            if claim.holds and claim.kind is not ClaimKind.EVENT:
                seats = (*claim.seats, 0) if not claim.value else claim.seats
                other = replace(claim, value=claim.value and f"{claim.value}0", seats=seats)
                assert not is_true(annotated, other), (annotated.id, claim)
                checked += 1
    assert checked > 300


@pytest.mark.parametrize(("id_", "ruleset", "setting", "hand", "value"), HANDS)
def test_every_worked_hand_is_claimed(id_, ruleset, setting, hand, value):
    cards = set(map(Card, hand.split()))
    wanted = rules(ruleset, setting)
    found = [
        annotated.id
        for annotated in ROUNDS
        for claim in annotated.claims
        if claim.kind is ClaimKind.VALUE
        and claim.holds
        and claim.value == value
        and same_rules(claim.ruleset, wanted)
        and set(hand_of(annotated, claim)) == cards
    ]
    assert found, id_


def hand_of(annotated, claim):
    if not annotated.records:
        return annotated.hands[claim.seats[0]]
    record = annotated.records[claim.round]
    state = record.steps()[-1 if claim.at is None else claim.at].state
    return state.hands[record.deal.seats.index(claim.seats[0])]


@pytest.mark.parametrize(("id_", "name", "ruleset", "lost"), SETTLED)
def test_every_worked_settlement_is_claimed(id_, name, ruleset, lost):
    annotated = find_round(name)
    claimed = {
        claim.seats[0]: int(claim.value)
        for claim in annotated.claims
        if claim.kind is ClaimKind.LOSES
        and claim.holds
        and same_rules(claim.ruleset, load_ruleset(ruleset))
    }
    assert {seat: claimed.get(seat) for seat in lost} == lost, id_


def test_every_example_of_every_document_has_a_round():
    shown = []
    for source, examples in DOCUMENTS.items():
        for what, name in examples.items():
            annotated = find_round(name)
            assert annotated.source.id == source, f"{source}: {what}"
            assert annotated.section in sources()[source].sections, name
            shown.append(name)
    assert sorted([*shown, *ELSEWHERE]) == sorted(round_ids())
    print(f"{len(shown)} rounds from {len(DOCUMENTS)} documents, {len(ELSEWHERE)} from elsewhere")
    assert len(DOCUMENTS) == 5


def test_sections_are_those_of_the_source():
    checked = 0
    for annotated in ROUNDS:
        assert annotated.source is not None, annotated.id
        known = annotated.source.sections
        own = [annotated.section, *(x.section for x in (*annotated.notes, *annotated.claims))]
        for section in filter(None, own):
            assert section in known, (annotated.id, section)
            checked += 1
    print(f"{checked} sections")
    assert checked >= 130


def test_what_documents_get_wrong_is_flagged():
    flagged = {
        annotated.id: {(note.round, note.at) for note in annotated.notes if note.flaw}
        for annotated in ROUNDS
        if annotated.flaw
    }
    assert flagged == FLAWS


def test_the_deal_that_cannot_be_is_shown_as_printed_and_mended():
    printed = find_round(PRINTED)
    assert printed.record is None
    assert printed.impossible.card is Card("5H")
    assert printed.impossible.seats == (0, 2)
    holders = [seat for seat, hand in enumerate(printed.hands) if Card("5H") in hand]
    assert holders == [0, 2]
    every = [card for hand in printed.hands for card in hand]
    assert len(every) == 12
    assert Counter(every).most_common(1) == [(Card("5H"), 2)]
    (mended,) = [annotated for annotated in ROUNDS if annotated.repairs]
    assert (mended.topic, mended.repairs) == (printed.topic, printed.name)
    changed = set(every) ^ {card for hand in mended.record.outcome().hands for card in hand}
    # The five of hearts stays with Anna; only Carla's two hearts have changed.
    assert changed == set(map(Card, ["3H", "5C", "3C"]))


# ------------------------------------------------------------------------------------------- the texts


def test_texts_say_the_same_numbers_and_names_in_every_language():
    checked = 0
    for where, annotated, text in texts():
        assert tuple(text) == LANGUAGES, where
        numbers = {tuple(sorted(re.findall(r"\d+½?", text[lang]))) for lang in LANGUAGES}
        assert len(numbers) == 1, (where, numbers)
        names = {
            tuple(name for name in annotated.players if re.search(rf"\b{name}s?\b", text[lang]))
            for lang in LANGUAGES
        }
        assert len(names) == 1, (where, names)
        checked += len(LANGUAGES)
    print(f"{checked} texts")
    assert checked >= 4 * 270


@pytest.mark.parametrize("lang", LANGUAGES)
def test_suits_are_the_same_as_in_english(lang):
    words = {
        "en": ("spade", "heart", "diamond", "club"),
        "nb": ("spar", "hjerter", "ruter", "kløver"),
        "sv": ("spader", "hjärter", "ruter", "klöver"),
        "da": ("spar", "hjerter", "ruder", "klør"),
    }
    named = 0
    for where, _, text in texts():
        found = [
            [bool(re.search(rf"\b{word}", text[one].lower())) for word in words[one]]
            for one in ("en", lang)
        ]
        assert found[0] == found[1], where
        named += sum(found[0])
    assert named >= 60


@pytest.mark.parametrize("lang", LANGUAGES)
def test_typography_and_words(lang):
    words = FORBIDDEN[lang] + ("|" + FOREIGN[lang] if lang in FOREIGN else "")
    first, last = QUOTES[lang]
    for where, _, by_lang in texts():
        text = by_lang[lang]
        at = f"{where} ({lang}): {text}"
        if not where.endswith("title"):
            assert re.search(r"[.]$", text), at
        assert re.match(r"[A-ZÆØÅÄÖÉ0-9»”«]", text), at
        assert "  " not in text, at
        assert not re.search(r"\.\.\.|!|\?|\s[,.:;]|(?<=\s)-(?=\s)|♥|♠|♦|♣", text), at
        marks = re.findall("[“”„«»\"']", text)
        assert marks == [first, last] * (len(marks) // 2), at
        # After a colon stands a sum, a list or a fragment, never a clause.
        assert not re.search(r": \w+ (?:\w+ ){3,}", text), at
        hit = re.search(rf"(?<![\w{{])(?:{words})(?![\w}}])", text, re.IGNORECASE)
        assert not hit, f"{hit[0]}: {at}"
    assert sum(1 for _ in texts()) >= 270


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_are_short(lang):
    """No sentence above 30 words, 13 on average at most: a child of nine reads along."""
    lengths = []
    for where, _, by_lang in texts():
        if where.endswith("title"):
            continue
        for sentence in re.split(r"(?<=[.])\s", by_lang[lang]):
            length = len(sentence.split())
            assert length <= 30, f"{where} ({lang}): {sentence}"
            lengths.append(length)
    average = sum(lengths) / len(lengths)
    print(f"{len(lengths)} sentences of {average:.1f} words")
    assert len(lengths) > 400
    assert average < 13


# ---------------------------------------------------------------------------------------- broken files

GOOD = {
    "version": 1,
    "source": "trettien",
    "section": "Et eksempel på en runde",
    "title": dict.fromkeys(LANGUAGES, "Title"),
    "summary": dict.fromkeys(LANGUAGES, "Summary."),
    "transcript": "thirtyone 1\nrules no-trettien\nplayers A, B\nround 1\ndealer B\n"
    "hand A KH 9H AS\nhand B TS 3S JC\nup 2C\nA knock\nB keep\nend knock\npause\n",
}
CLAIM = {"kind": "value", "seat": 0, "value": "19"}
BROKEN = [
    ({"version": 2}, "version"),
    ({"colour": "red"}, "colour"),
    ({"source": "nobody"}, "source"),
    ({"section": "Nowhere"}, "section"),
    ({"title": {"en": "Title"}}, "title.nb"),
    ({"title": {**dict.fromkeys(LANGUAGES, "Title"), "de": "Titel"}}, "title.de"),
    ({"summary": dict.fromkeys(LANGUAGES, " ")}, "summary.en"),
    ({"step": [{"at": 0, "nose": 1}]}, "step.0.nose"),
    ({"step": [{"at": 0}]}, "step.0.note"),
    ({"claim": [{**CLAIM, "kind": "taste"}]}, "claim.0.kind"),
    ({"claim": [{**CLAIM, "seat": 2}]}, "claim.0.seats"),
    ({"claim": [{"kind": "value", "value": "19"}]}, "claim.0.seats"),
    ({"claim": [{"kind": "value", "seat": 0}]}, "claim.0.value"),
    ({"claim": [{"kind": "ends", "value": "never"}]}, "claim.0.value"),
    ({"claim": [{**CLAIM, "section": "Nowhere"}]}, "claim.0.section"),
    ({"claim": [{**CLAIM, "seats_": 0}]}, "claim.0.seats_"),
]


def test_a_good_file_is_read():
    annotated = RoundReader("topic", "name", GOOD | {"claim": [CLAIM]}).annotated_round()
    assert [is_true(annotated, claim) for claim in annotated.claims] == [True]


@pytest.mark.parametrize(("change", "path"), BROKEN)
def test_a_broken_file_is_refused_by_name(change, path):
    with pytest.raises(RulesError) as caught:
        RoundReader("topic", "name", GOOD | change).annotated_round()
    assert caught.value.details["path"] == path
    assert caught.value.details["file"] == "topic/rounds/name.toml"
    assert str(caught.value).startswith("topic/rounds/name.toml: ")


def test_a_round_by_itself_is_refused_for_want_of_players():
    alone = GOOD["transcript"].replace("players A, B\nround 1\n", "").replace("pause\n", "")
    alone = re.sub("A |B ", lambda found: "0 " if found[0] == "A " else "1 ", alone)
    alone = alone.replace("dealer B", "dealer 1")
    with pytest.raises(RulesError) as caught:
        RoundReader("topic", "name", GOOD | {"transcript": alone}).annotated_round()
    assert caught.value.details["path"] == "transcript: players"


@pytest.mark.parametrize(
    "id_",
    ["", ".", "trettien", "trettien.", "../../etc/passwd", "trettien/../trettien.en-runde",
     "trettien.../rounds/en-runde", "x" * 100_000, "trettien.<b>", "trettien.en-runde\0"],
)  # fmt: skip
def test_a_name_in_a_link_is_only_a_name(id_):
    with pytest.raises(UnknownRoundError) as caught:
        find_round(id_)
    assert len(str(caught.value)) < 200


def test_a_name_nearly_right_is_guessed():
    with pytest.raises(UnknownRoundError) as caught:
        find_round("trettien.en-rund")
    assert "trettien.en-runde" in str(caught.value)
