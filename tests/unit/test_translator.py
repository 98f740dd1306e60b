"""Sentences and numbers in four languages."""

import subprocess
import sys
from pathlib import Path

import pytest

from thirtyone.cards import Card, Rank
from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import CardError, HandError, RulesError, UsageError
from thirtyone.hands import check_playable, score_hand
from thirtyone.points import HalfPoints
from thirtyone.rules import Mark, Provenance, Source, find_ruleset, load_ruleset, with_values
from thirtyone.rules.model import Players
from thirtyone.text.catalogue import CatalogueError, read_po
from thirtyone.text.say import (
    ruleset_name,
    say_error,
    say_provenance,
    say_question,
    say_score,
    say_unplayable,
    say_value,
)
from thirtyone.text.translator import MissingTextError, Translator, get_translator

EN, NB, SV, DA = map(get_translator, LANGUAGES)
NBSP = "\u00a0"


def hand(text):
    return tuple(map(Card, text.split()))


# ------------------------------------------------------------------ looking up


def test_a_missing_key_names_key_and_language():
    with pytest.raises(MissingTextError, match=r"'score\.nothing' is not in the catalogue \(sv\)"):
        SV("score.nothing")
    with pytest.raises(LookupError):
        SV.plural("score.nothing", 2)


def test_a_missing_part_names_key_part_and_language():
    with pytest.raises(MissingTextError, match=r"'score\.capped' needs \{total\} \(nb\)") as caught:
        NB("score.capped", sum="1", rules="x")
    assert (caught.value.key, caught.value.lang, caught.value.hole) == (
        "score.capped", "nb", "total",
    )  # fmt: skip


def test_parts_are_put_in_as_they_are():
    assert EN("quote", text="{sum} %s \\1") == "“{sum} %s \\1”"


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="'no' is none of the languages en, nb, sv, da"):
        get_translator("no")


def test_a_translator_is_shared_and_does_not_change():
    assert get_translator("da") is DA
    with pytest.raises(AttributeError):
        DA.lang = "sv"
    assert "score.capped" in DA
    assert "score.nothing" not in DA
    assert DA.holes("score.capped") == {"sum", "total", "rules"}


@pytest.mark.parametrize(
    ("lang", "one", "two", "none"),
    [
        ("en", "Pick 1 more card.", "Pick 2 more cards.", "Pick 0 more cards."),
        ("nb", "Velg 1 kort til.", "Velg 2 kort til.", "Velg 0 kort til."),
        ("sv", "Välj 1 kort till.", "Välj 2 kort till.", "Välj 0 kort till."),
        ("da", "Vælg 1 kort til.", "Vælg 2 kort til.", "Vælg 0 kort til."),
    ],
)
def test_plurals(lang, one, two, none):
    tr = get_translator(lang)
    assert [tr.plural("state.pick_more", n) for n in (1, 2, 0)] == [one, two, none]


def test_a_plural_writes_its_number_as_the_language_does():
    assert EN.plural("strip.better", 10800) == "10,800 better"
    assert NB.plural("strip.better", 10800) == f"10{NBSP}800 bedre"
    assert DA.plural("score.disagree", 4, rules="Dansk Enogtredive") == (
        "4 regelsæt giver et andet svar end Dansk Enogtredive"
    )
    assert DA.plural("score.disagree", 1, rules="Dansk Enogtredive") == (
        "Ét regelsæt giver et andet svar end Dansk Enogtredive"
    )


# ------------------------------------------------------------------ numbers, lists, quotes


@pytest.mark.parametrize(
    ("lang", "written"),
    [
        ("en", ("22,100", "27.3", "27.3%", "39%", "−1.3")),
        ("nb", (f"22{NBSP}100", "27,3", f"27,3{NBSP}%", f"39{NBSP}%", "−1,3")),
        ("sv", (f"22{NBSP}100", "27,3", f"27,3{NBSP}%", f"39{NBSP}%", "−1,3")),
        ("da", ("22.100", "27,3", f"27,3{NBSP}%", f"39{NBSP}%", "−1,3")),
    ],
)
def test_numbers_as_each_language_writes_them(lang, written):
    tr = get_translator(lang)
    thousands, decimal, percent, whole, minus = written
    assert tr.number(22_100) == thousands
    assert tr.number(999) == "999"
    assert tr.number(-1) == "−1"
    assert tr.number(-22_100) == f"−{thousands}"
    assert tr.decimal(27.3) == decimal
    assert tr.decimal(27.25) == decimal  # half up, not to even
    assert tr.percent(0.273) == percent
    assert tr.percent(0.39, digits=0) == whole
    assert tr.decimal(-1.25) == minus


@pytest.mark.parametrize("lang", LANGUAGES)
def test_points_are_written_alike_in_every_language(lang):
    tr = get_translator(lang)
    halves = (62, 61, 38, 1, 0, -1, -61)
    assert [tr.points(HalfPoints(n)) for n in halves] == ["31", "30½", "19", "½", "0", "−½", "−30½"]
    assert [tr.signed_points(HalfPoints(n)) for n in (40, -1, 0)] == ["+20", "−½", "0"]
    assert [tr.signed(n) for n in (20, -1, 0)] == ["+20", "−1", "0"]


def test_signed_decimals():
    assert EN.signed(1.25, digits=1) == "+1.3"
    assert SV.signed(-0.5, digits=1) == "−0,5"
    assert EN.signed(0.01, digits=1) == "0.0"


@pytest.mark.parametrize(
    ("lang", "three", "choice", "quoted"),
    [
        ("en", "A, B and C", "A, B or C", "“A”"),
        ("nb", "A, B og C", "A, B eller C", "«A»"),
        ("sv", "A, B och C", "A, B eller C", "”A”"),
        ("da", "A, B og C", "A, B eller C", "»A«"),
    ],
)
def test_lists_and_quotes(lang, three, choice, quoted):
    tr = get_translator(lang)
    assert tr.join("ABC") == three
    assert tr.join_or("ABC") == choice
    assert [tr.join(parts) for parts in ("", "A")] == ["", "A"]
    assert tr.quote("A") == quoted


def test_lists_are_those_of_babel():
    """Babel's own lists, with the British one for English: no comma before “and”."""
    from babel.lists import format_list

    for lang in LANGUAGES:
        tr, locale = get_translator(lang), "en_GB" if lang == "en" else lang
        for parts in (["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]):
            assert tr.join(parts) == format_list(parts, "standard", locale)
            assert tr.join_or(parts) == format_list(parts, "or", locale)


def test_short_texts_do_not_wait_for_babel():
    code = (
        "import sys; from thirtyone.text.translator import get_translator as g;"
        "t = g('nb'); t.points(61); t.number(52); t.join('AB'); t('score.agree');"
        "import thirtyone.text.say; print(sorted(m for m in sys.modules if m.split('.')[0] in"
        " {'babel', 'numpy', 'altair', 'marimo', 'click'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# ------------------------------------------------------------------ catalogues that are broken


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=n;\\n"\n', "the plural rule is not"),
        ('msgid "a"\nmsgstr b\n', "line 2 is not a quoted text"),
        ('msgid "a"\nmsgid_plural "a"\nmsgstr "b"\n', "has other forms"),
    ],
)
def test_a_broken_catalogue_says_where(text, reason, tmp_path):
    path = tmp_path / "broken.po"
    path.write_text(text, "utf-8")
    with pytest.raises(CatalogueError, match=reason) as caught:
        list(read_po(path))
    assert "broken.po" in str(caught.value)


def test_texts_of_several_lines_are_joined(tmp_path):
    path = tmp_path / "a.po"
    path.write_text('#. note\nmsgid "a"\nmsgstr ""\n"one "\n"t\\"w\\"o"\n', "utf-8")
    assert list(read_po(path)) == [("a", ('one t"w"o',))]


# ------------------------------------------------------------------ scores


@pytest.mark.parametrize(
    ("cards", "rules", "en", "nb"),
    [
        ("KH 9H TH", "no-trettien", "All the cards are hearts: 10 + 9 + 10 = 29.",
         "Alle kortene er hjerter: 10 + 9 + 10 = 29."),
        ("KH 9H AS", "no-trettien",
         ("The best suit is hearts: 10 + 9 = 19. "
         "This card is of another suit and does not count: ace of spades."),
         ("Den beste fargen er hjerter: 10 + 9 = 19. "
         "Dette kortet har en annen farge og teller ikke: spar ess.")),
        ("KH 9S 4D", "no-trettien",
         "Three different suits, so only the best card counts: the king of hearts, 10.",
         "Tre ulike farger, så bare det beste kortet teller: hjerter konge, 10."),
        ("KH QS 4D", "no-trettien", "Three different suits, so only one card counts: 10.",
         "Tre ulike farger, så bare ett kort teller: 10."),
        ("QH QS QD", "no-trettien",
         ("Three different suits, so only one card counts: 10. "
         "Three of a kind is worth nothing extra under Norwegian base."),
         ("Tre ulike farger, så bare ett kort teller: 10. "
         "Tre like gir ikke noe ekstra i Norsk grunnspill.")),
        ("AS 5H 3H", "no-trettien",
         ("The best suit is spades, with one card: 11. These cards are of another suit and do not "
         "count: five of hearts and three of hearts."),
         ("Den beste fargen er spar, med ett kort: 11. Disse kortene har en annen farge og teller "
         "ikke: hjerter fem og hjerter tre.")),
        ("AS 5H 6H", "no-trettien",
         ("The best suit is spades, with one card: 11. These cards are of another suit and do not "
         "count: five of hearts and six of hearts. You get the same with hearts."),
         ("Den beste fargen er spar, med ett kort: 11. Disse kortene har en annen farge og teller "
         "ikke: hjerter fem og hjerter seks. Du får det samme med hjerter.")),
        ("KH 9H AS", "no-kildebeskrivelse",
         "Under Norwegian description an ace may count with another suit: 10 + 9 + 11 = 30.",
         "I Norsk kildebeskrivelse kan et ess telle med i en annen farge: 10 + 9 + 11 = 30."),
        ("AS AH AD", "no-kildebeskrivelse",
         ("Under Norwegian description an ace may count with another suit. "
         "11 + 11 + 11 makes 33, but Norwegian description stops at 31."),
         ("I Norsk kildebeskrivelse kan et ess telle med i en annen farge. "
         "11 + 11 + 11 blir 33, men Norsk kildebeskrivelse stopper på 31.")),
        ("AS AH AD", "se-svensk-bas",
         "Three aces always make 31 under Swedish base, whatever their suits.",
         "Tre ess gir alltid 31 i Svensk grunnspill, uansett farge."),
        ("AS AH AD", "dk-enogtredive",
         "Under Danish Enogtredive three aces are the best hand of all: 33.",
         "I Dansk Enogtredive er tre ess den aller beste hånden: 33."),
        ("AS AH AD", "dk-a7",
         "This is Ild, Danish for “fire”. Three aces beat 31 and have no number.",
         "Dette er Ild. Tre ess slår 31 og har ikke noe tall."),
        ("TH TD TC", "dk-a7", "Three tens make 30½ under Danish exchange A7.",
         "Tre tiere gir 30½ i Dansk byttespill A7."),
        ("AS KS QS JS", "enogfyrre",
         "Four spades: 11 + 10 + 10 + 10 = 41. The most you can get is 41.",
         "Fire kort i spar: 11 + 10 + 10 + 10 = 41. Det høyeste du kan få, er 41."),
        ("AS KH QD 2C", "enogfyrre",
         "Four different suits, so only the best card counts: the ace of spades, 11.",
         "Fire ulike farger, så bare det beste kortet teller: spar ess, 11."),
        ("KS KH QD 2C", "enogfyrre", "Four different suits, so only one card counts: 10.",
         "Fire ulike farger, så bare ett kort teller: 10."),
        ("KS QS 2H 3D", "enogfyrre",
         ("The best suit is spades: 10 + 10 = 20. These cards are of other suits and do not count: "
         "two of hearts and three of diamonds."),
         ("Den beste fargen er spar: 10 + 10 = 20. Disse kortene har andre farger og teller ikke: "
         "hjerter to og ruter tre.")),
        ("AS KD 5C 6H", "greek-31",
         "In the bank game every card counts, whatever its suit: 1 + 10 + 5 + 6 = 22.",
         "I bankspillet teller alle kortene, uansett farge: 1 + 10 + 5 + 6 = 22."),
        ("KS KD QC 5H", "greek-31",
         ("In the bank game every card counts, whatever its suit: 10 + 10 + 10 + 5 = 35. "
         "35 is over 31, so this hand loses at once (bust)."),
         ("I bankspillet teller alle kortene, uansett farge: 10 + 10 + 10 + 5 = 35. "
         "35 er over 31, så denne hånden taper med en gang.")),
        ("AS KD QC", "greek-31",
         ("In the bank game every card counts, whatever its suit: 11 + 10 + 10 = 31. An ace and two "
         "court cards from the start are called a natural. It beats every other 31."),
         ("I bankspillet teller alle kortene, uansett farge: 11 + 10 + 10 = 31. Et ess og to "
         "billedkort fra start kalles en natural. Den slår alle andre hender med 31.")),
    ],
)  # fmt: skip
def test_a_score_says_which_cards_count_and_which_rule_did_it(cards, rules, en, nb):
    ruleset = load_ruleset(rules)
    score = score_hand(hand(cards), ruleset)
    assert say_score(score, ruleset, EN) == en
    assert say_score(score, ruleset, NB) == nb


def test_scores_in_swedish_and_danish():
    rules = load_ruleset("dk-enogtredive")
    score = score_hand(hand("QH QS QD"), rules)
    assert say_score(score, rules, SV) == "Tre damer ger 30½ i Dansk Enogtredive."
    assert say_score(score, rules, DA) == "Tre damer giver 30½ i Dansk Enogtredive."
    run = with_values(rules, {"scoring.suited_run": "30"})
    score = score_hand(hand("7H 6H 5H"), run)
    assert say_score(score, run, SV) == (
        "Tre kort i följd i hjärter ger 30 med den här husregeln, i stället för 18."
    )
    assert say_score(score, run, DA) == (
        "Tre kort i rækkefølge i hjerter giver 30 med denne husregel i stedet for 18."
    )


def test_hands_that_a_ruleset_does_not_have():
    a7, four, bank = map(load_ruleset, ("dk-a7", "enogfyrre", "greek-31"))
    cards = hand("KH 2H AS")
    assert say_unplayable(check_playable(cards, a7), cards, a7, EN) == (
        "Danish exchange A7 is played with 32 cards, and the two of hearts is not one of them."
    )
    assert say_unplayable(check_playable(cards, four), cards, four, SV) == (
        "I Fyrtioett (41) har en hand 4 kort. Den här har 3."
    )
    two = hand("KH 2H")
    assert say_unplayable(check_playable(two, bank), two, bank, DA) == (
        "I Græsk 31 har en hånd 3 eller flere kort. Denne har 2."
    )


# ------------------------------------------------------------------ rules and sources


def test_provenance():
    page = Source(id="x", title="Enogtredive", lang="da")
    stated = Provenance(mark=Mark.STATED, source=page, section="Afregning")
    assert [say_provenance(stated, tr) for tr in (EN, NB, SV, DA)] == [
        "Stated in Enogtredive, section “Afregning”.",
        "Står i Enogtredive, avsnittet «Afregning».",
        "Står i Enogtredive, avsnittet ”Afregning”.",
        "Står i Enogtredive, afsnittet »Afregning«.",
    ]
    assert say_provenance(Provenance(mark=Mark.STATED, source=page), EN) == "Stated in Enogtredive."
    assert say_provenance(Provenance(mark=Mark.ELSEWHERE, source=page, section="a"), DA) == (
        "Hentet fra en anden kilde: Enogtredive."
    )
    note = dict.fromkeys(LANGUAGES, "So it is.")
    assert say_provenance(Provenance(mark=Mark.OURS, note=note), EN) == "Our choice. So it is."
    assert say_provenance(Provenance(mark=Mark.OURS), NB) == "En husregel."
    both = Provenance(mark=Mark.STATED, source=page, section="a", note=note, contradicts=True)
    assert say_provenance(both, EN) == (
        "Stated in Enogtredive, section “a”. "
        "The source contradicts itself here. This is our reading. So it is."
    )


def test_values_have_words_or_are_numbers():
    texts = {
        "value.a.no": ("not so",),
        "value.b": ("one", "{n} of them"),
        "value.c.0": ("none",),
        "value.d.low-high": ("between",),
        "value.players": ("From {low} to {high}.",),
        "short.a.no": ("no",),
    }
    tr = Translator("en", texts)
    assert say_value("a", False, tr) == "not so"
    assert say_value("a", False, tr, short=True) == "no"
    assert [say_value("b", n, tr) for n in (1, 1200)] == ["one", "1,200 of them"]
    assert [say_value("c", n, tr) for n in (0, 3)] == ["none", "3"]
    assert say_value("d", "low-high", tr) == "between"
    assert say_value("players", Players(2, 7), tr) == "From 2 to 7."
    assert say_value("players", Players(2, 7), tr, short=True) == "2–7"
    assert say_value("e", "30.5", tr) == "30.5"


def test_a_rule_asks_and_a_ruleset_answers_in_words():
    assert say_question("deck.cards", EN) == "How many cards are in the deck?"
    assert [
        say_question("instant.dealt", EN, load_ruleset(id_)) for id_ in ("scat", "enogfyrre")
    ] == ["Someone is dealt 31. What happens?", "Someone is dealt 41. What happens?"]
    deck = load_ruleset("dk-a7").deck.cards
    assert say_value("deck.cards", deck, EN) == (
        "32 cards are used, from the ace down to the seven."
    )
    assert say_value("deck.cards", deck, EN, short=True) == "32"


def test_names_fall_back_to_english():
    rules = load_ruleset("se-svensk-bas")
    assert ruleset_name(rules, NB) == "Svensk grunnspill"


# ------------------------------------------------------------------ errors

A = Card("AS")


@pytest.mark.parametrize(
    ("error", "en"),
    [
        (CardError("refuse.unknown_card", text="zz", at=1, guesses=()),
         "“zz” is not a card. Write it like KH, K♥ or king of hearts."),
        (CardError("refuse.unknown_card", text="zz", at=1, guesses=(A,)),
         "“zz” is not a card. Did you mean the ace of spades?"),
        (CardError("refuse.unknown_card", text="1S", at=1, guesses=(A, Card("TS"))),
         "“1S” is not a card. Did you mean one of these: ace of spades or ten of spades?"),
        (CardError("refuse.no_suit", text="9", at=1, rank=Rank.NINE),
         "“9” has no suit. Write for instance nine of spades."),
        (CardError("refuse.too_long", n=2001, limit=2000),
         "This text has 2,001 characters. The limit is 2,000."),
        (HandError("refuse.card_twice", card=A),
         "You wrote the ace of spades twice. There is only one of each card."),
        (HandError("refuse.wrong_count", n=5, wanted=[3, 4]),
         "A hand has 3 or 4 cards here. You wrote 5."),
        (HandError("refuse.wrong_count", n=2, wanted=3), "A hand has 3 cards here. You wrote 2."),
        (HandError("refuse.not_in_deck", n=3, wanted=3, card=Card("2H"), rules=load_ruleset("dk-a7")),
         "Danish exchange A7 is played with 32 cards, and the two of hearts is not one of them."),
        (RulesError("refuse.unknown_rules", text="scatt", suggestion="scat"),
         "There is no ruleset called “scatt”. Did you mean “scat”?"),
        (RulesError("refuse.unknown_rules", text="zz", suggestion=""),
         "There is no ruleset called “zz”. The command “thirtyone rules list” shows all of them."),
        (RulesError("refuse.rules_no_file", file="a.toml"),
         "There is no file “a.toml”, or it cannot be read."),
        (RulesError("refuse.rules_too_large", file="a.toml", limit=200_000),
         f"a.toml: The file is too large for rules. The limit is 200{NBSP}kB."),
        (RulesError("refuse.rules_not_utf8", file="a.toml", line=1200),
         "a.toml: Line 1200 is not UTF-8 text. Save the file as UTF-8."),
        (RulesError("refuse.rules_not_toml", file="a.toml", message="Bad thing (at line 3, column 5)"),
         "a.toml: Line 3, column 5 is not TOML: Bad thing."),
        (RulesError("refuse.rules_not_toml", file="a.toml", message="Bad thing (at end of document)"),
         "a.toml: The end of the file is not TOML: Bad thing."),
        (RulesError("refuse.rules_unknown_key", file="a.toml", path="deck.card", suggestion="deck.cards"),
         "a.toml: There is no rule or key deck.card. Did you mean “deck.cards”?"),
        (RulesError("refuse.rules_missing_key", file="a.toml", path="family"),
         "a.toml: family is missing."),
        (RulesError("refuse.rules_wrong_type", path="knock.minimum", value="list", allowed=("0-41",)),
         "knock.minimum cannot be list. Possible: 0-41."),
        (RulesError("refuse.rules_wrong_value", path="scoring.cap", value="7", allowed=("none", "31")),
         "scoring.cap cannot be “7”. Possible: none or 31."),
        (RulesError("refuse.rules_not_in_family", path="turn.swaps", family="draw"),
         "The rule turn.swaps does not exist in draw games."),
        (RulesError("refuse.rules_conflict", path="a", value="1", other="b", other_value="2"),
         "a = 1 and b = 2 do not go together. Change one of them."),
        (RulesError("refuse.rules_based_on", file="a.toml", text="cadillac", suggestion="scat"),
         ("a.toml: Rules cannot be based on “cadillac”, only on a ruleset that stands on its own. "
         "Did you mean “scat”?")),
        (UsageError("refuse.set_syntax", text="scoring.cap"),
         ("“scoring.cap” is not a rule and its value. "
         "Write --set PATH=VALUE, such as --set scoring.cap=31.")),
        (UsageError("refuse.port_taken", port=2731, suggestion=2732),
         "Port 2731 is in use. Try --port 2732."),
        (UsageError("refuse.stdin_line", line=1200, error=CardError("refuse.joker", text="jk", at=1)),
         "Line 1200: “jk” is a joker, and 31 is played without jokers."),
    ],
)  # fmt: skip
def test_an_error_is_one_line_with_what_where_and_what_instead(error, en):
    assert say_error(error, EN) == en
    assert str(error) == en
    others = {say_error(error, tr) for tr in (NB, SV, DA)}
    assert en not in others
    assert all(line.splitlines() == [line] for line in others)


def test_errors_in_the_other_languages():
    twice = HandError("refuse.card_twice", card=Card("KD"))
    assert [say_error(twice, tr) for tr in (NB, SV, DA)] == [
        "Du skrev ruter konge to ganger. Det finnes bare ett av hvert kort.",
        "Du skrev ruter kung två gånger. Det finns bara ett av varje kort.",
        "Du skrev ruder konge to gange. Der findes kun ét af hvert kort.",
    ]
    both = CardError("refuse.ambiguous", text="DK", at=1, a=Card("KD"), b=Card("QC"))
    assert [say_error(both, tr) for tr in (NB, SV, DA)] == [
        "«DK» kan leses som ruter konge eller kløver dame. Skriv fargen med ord eller tegn.",
        "”DK” kan läsas som ruter kung eller klöver dam. Skriv färgen med ord eller tecken.",
        "»DK« kan læses som ruder konge eller klør dame. Skriv kuløren med ord eller tegn.",
    ]


def test_what_was_typed_cannot_break_the_line():
    error = CardError("refuse.unknown_card", text="a\n\x1b[31mb" + "c" * 200, at=1, guesses=())
    line = say_error(error, EN)
    assert "\n" not in line
    assert "\x1b" not in line
    assert len(line) < 160


def test_a_rules_file_that_is_not_there(tmp_path: Path):
    missing = tmp_path / "mine.toml"
    with pytest.raises(RulesError) as caught:
        find_ruleset(str(missing))
    assert say_error(caught.value, NB).startswith("Det finnes ingen fil «")


@pytest.mark.parametrize(
    ("lang", "four"), [("en", "Four"), ("nb", "Fire"), ("sv", "Fyra"), ("da", "Fire")]
)
def test_small_numbers_are_words_and_begin_a_sentence(lang, four):
    tr = get_translator(lang)
    assert (tr.spelled(4, first=True), tr.spelled(4)) == (four, four.lower())
    assert (tr.spelled(1), tr.spelled(17), tr.spelled(0)) == ("1", "17", "0")
