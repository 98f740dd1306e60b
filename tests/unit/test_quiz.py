"""Questions about situations whose answers are known, and what is said about each answer."""

import json
from dataclasses import replace

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import ThirtyOneError, UsageError
from thirtyone.quiz import (
    LEVELS,
    Kind,
    Progress,
    Slip,
    can_ask,
    data_of,
    kind_name,
    level_name,
    make_question,
    next_focus,
    next_kind,
    next_level,
    question_of,
    read_progress,
    result_text,
    say_feedback,
    say_question,
)
from thirtyone.quiz.chance import Chance
from thirtyone.quiz.turn import odds_of
from thirtyone.rules import load_ruleset, ruleset_ids, with_values
from thirtyone.rules.link import find
from thirtyone.text.translator import get_translator

EN = get_translator("en")
TIED = {"hands": ["KH 9H AS", "KS 9S 4D", "KC QC 2C"], "knocker": 0}


def option(question, value):
    return next(n for n, each in enumerate(question.options) if each.value == value)


def some_seed(value, kind, **data):
    """The question with the first seed that offers this answer."""
    for seed in range(60):
        question = question_of(kind, seed, **data)
        if any(each.value == value for each in question.options):
            return question
    raise AssertionError(f"{value} is never offered")


# ------------------------------------------------------------------------------------- a hand


@pytest.mark.parametrize(
    ("rules", "hand", "right", "level"),
    [
        ("no-trettien", "KH 9H AS", "19", 2),
        ("no-kildebeskrivelse", "KH 9H AS", "30", 2),
        ("no-trettien", "KH 9H 4S", "19", 1),
        ("no-trettien", "AS AH AD", "11", 3),
        ("no-kildebeskrivelse", "AS AH AD", "31", 3),
        ("se-svensk-bas", "AS AH AD", "31", 3),
        ("dk-enogtredive", "AS AH AD", "33", 3),
        ("dk-a7", "AS AH AD", "Ild", 3),
        ("schwimmen", "AS AH AD", "32", 3),
        ("dk-enogtredive", "QH QS QD", "30.5", 3),
        ("se-svensk-bas", "QH QS QD", "10", 3),
        ("enogfyrre", "AH KH QH JH", "41", 1),
        ("greek-31", "AH AS KD", "22", 3),
        ("greek-31", "KH QS 9D", "29", 1),
    ],
)
def test_what_a_hand_is_worth(rules, hand, right, level):
    for seed in range(20):
        question = question_of("worth", seed, rules=rules, hand=hand)
        assert question.answer.value == right
        assert question.level == level
        assert len(question.options) == 4


@pytest.mark.parametrize(
    ("rules", "hand", "value", "slip"),
    [
        ("no-trettien", "KH 9H 4S", "23", Slip.ADD_ALL),
        ("no-trettien", "KH 9H 4S", "22", Slip.COURT_CARDS),
        ("no-trettien", "KH 9H 4D", "23", Slip.ADD_ALL),
        ("no-trettien", "KH 9H 4S", "10", Slip.ONE_CARD),
        ("no-trettien", "KH 9D 4S", "19", Slip.COLOUR),
        ("no-trettien", "AH 9H 4S", "10", Slip.ACE_ONE),
        ("no-trettien", "4H 3H 5S", "5", Slip.OTHER_SUIT),
        ("no-trettien", "QH QS QD", "31", Slip.THREE_ALIKE),
        ("no-trettien", "7H 8H 9H", "31", Slip.IN_A_ROW),
        ("greek-31", "KH QS 9D", "10", Slip.ONE_SUIT),
        ("greek-31", "AH AS KD", "32", Slip.ACE_HIGH),
    ],
)
def test_wrong_numbers_come_from_known_mistakes(rules, hand, value, slip):
    question = some_seed(value, "worth", rules=rules, hand=hand)
    assert question.options[option(question, value)].slip is slip


def test_a_number_of_another_ruleset_is_explained_by_it_with_its_source():
    question = some_seed("30.5", "worth", rules="se-svensk-bas", hand="QH QS QD")
    reading = question.options[option(question, "30.5")].reading
    assert (reading.ruleset.id, reading.path) == ("dk-enogtredive", "scoring.three_of_a_kind")
    said = say_feedback(question, option(question, "30.5"), EN)
    assert not said.right
    assert said.given[0] == "Your answer, 30½, is right under Danish Enogtredive."
    assert said.given[1] == "Three of a kind is worth 30½."
    assert said.verdict.startswith("Not under Swedish base. There the answer is 10.")
    assert dict(said.sources)["Danish Enogtredive"].startswith("Stated in 31 (Enogtredive)")
    assert "Swedish base" in dict(said.sources)


def test_a_number_of_a_house_rule_is_explained_by_it():
    question = some_seed("30", "worth", rules="dk-enogtredive", hand="AH 2H 3H")
    said = say_feedback(question, option(question, "30"), EN)
    rule = "Three in a row of one suit are worth at least 30"
    assert said.given == (f"With the house rule “{rule}” your answer would be right.",)


def test_a_plain_mistake_is_right_nowhere():
    question = some_seed("22", "worth", rules="no-trettien", hand="KH 9H 4S")
    said = say_feedback(question, option(question, "22"), EN)
    assert said.verdict.startswith("No, the answer is 19.")
    assert said.given == (
        "None of our rulesets gives 22.",
        "King, queen and jack count 10 each.",
    )


def test_all_cards_added_up_are_right_against_a_bank_only():
    question = some_seed("23", "worth", rules="no-trettien", hand="KH 9H 4S")
    said = say_feedback(question, option(question, "23"), EN)
    assert said.given[:2] == (
        "Cards of different suits are not added up.",
        "Your answer, 23, is right under Greek 31.",
    )


def test_the_right_number_stands_at_every_place():
    places = {
        question_of("worth", seed, rules="no-trettien", hand="KH 9H 4S").right for seed in range(40)
    }
    assert places == {0, 1, 2, 3}


# -------------------------------------------------------------------------------- final hands


@pytest.mark.parametrize(
    ("rules", "right"),
    [
        ("no-trettien", ((1, -1),)),
        ("no-kildebeskrivelse", ((1, -1),)),  # there the ace crosses, and Anna has 30
        ("se-svensk-bas", ((0, -1), (1, -1))),
        ("thirty-one", ((0, -2), (1, -1))),
        ("se-forst-till-fem", ((2, 1),)),
        ("bicycle", ((2, 3),)),
    ],
)
def test_who_loses_when_the_knocker_ties(rules, right):
    for seed in range(10):
        question = question_of("loses", seed, rules=rules, **TIED)
        assert question.answer.value == right
        assert len(question.options) == 4


def test_a_tied_knocker_is_explained_by_the_ruleset_that_spares_nobody():
    question = some_seed(((0, -2), (1, -1)), "loses", rules="no-trettien", **TIED)
    chosen = option(question, ((0, -2), (1, -1)))
    said = say_feedback(question, chosen, EN)
    assert said.given[0] == "Your answer is right under Thirty-one (Wikipedia)."
    assert "settlement.tie_with_knocker" in question.paths
    assert question.level == 3
    words = say_question(question, EN)
    assert words.setup == ("The game is Norwegian base.", "Anna knocked. These are the last hands.")
    assert words.prompt == "Who loses a life?"
    assert words.options[question.right] == "Bo loses one life."
    assert words.options[chosen] == "Anna loses 2 lives. Bo loses one life."
    assert [name for name, _ in words.hands] == ["Anna", "Bo", "Carla"]


@pytest.mark.parametrize(
    ("rules", "lang", "prompt"),
    [
        ("se-svensk-bas", "sv", "Vem lägger en mark i potten?"),
        ("dk-a7", "da", "Hvem mister en jeton?"),
        ("dk-enogtredive", "da", "Hvem mister et liv?"),
        ("se-forst-till-fem", "nb", "Hvem får poeng?"),
        ("bicycle", "en", "Who takes the pot?"),
    ],
)
def test_the_question_says_what_is_lost_or_won(rules, lang, prompt):
    hands = ["KH 9H 8S", "KS 9S 7D", "9C QC TC"]
    question = question_of("loses", rules=rules, hands=hands, knocker=0)
    assert say_question(question, get_translator(lang)).prompt == prompt


def test_31_ends_the_round_and_all_others_pay_in_one_game_the_lowest_in_another():
    hands = ["AH KH QH", "KS 9S 7D", "9C QC TC"]
    norwegian = question_of("loses", rules="no-trettien", hands=hands, end="instant")
    danish = question_of("loses", rules="dk-a7", hands=hands, end="instant")
    assert norwegian.answer.value == ((1, -1), (2, -1))
    assert danish.answer.value == ((1, -1),)


def test_an_empty_stock_costs_nobody_anything():
    hands = ["KH 9H 8S", "KS 9S 7D"]
    question = question_of("loses", rules="no-trettien", hands=hands, end="stock-empty")
    assert question.answer.value == ()
    with pytest.raises(UsageError):
        question_of("loses", rules="se-svensk-bas", hands=hands, end="stock-empty")


def test_against_a_bank_each_player_is_settled_alone():
    hands = ["KH QS 9D", "KD QC JS", "KC 9S 8H"]
    question = question_of("loses", rules="greek-31", hands=hands)
    assert question.answer.value == ((0, 1), (1, 1))


# ------------------------------------------------------------------------------------- moments

DEALT = {"hands": ["9C TS JH", "9S TD QC", "8S 3D 4C"], "open": "KD", "stock": "QD 9H 2S"}


@pytest.mark.parametrize(
    ("rules", "actions", "asked", "right"),
    [
        ("no-trettien", [], "knock", "yes"),
        ("no-trettien", [], "throw 9C", "draw-first"),
        ("no-trettien", [], "keep", "last-turn"),
        ("no-trettien", [], "pass", "no-such"),
        ("no-trettien", ["draw"], "knock", "after-drawing"),
        ("no-trettien", ["draw"], "throw QD", "yes"),
        ("no-trettien", ["draw"], "keep", "throw-first"),
        ("no-trettien", ["take"], "throw KD", "taken"),
        ("se-forst-till-fem", ["take"], "throw KD", "yes"),
        ("no-trettien", ["knock"], "knock", "knocked"),
        ("no-trettien", ["knock"], "keep", "yes"),
    ],
)
def test_what_is_allowed_in_the_draw_form(rules, actions, asked, right):
    for seed in range(6):
        question = question_of("legal", seed, rules=rules, actions=actions, asked=asked, **DEALT)
        assert question.answer.value == right
        assert question.options[0].value == "yes"


def test_a_card_thrown_back_is_allowed_in_one_ruleset_only():
    question = question_of("legal", rules="scat", actions=["take"], asked="throw KD", **DEALT)
    said = say_feedback(question, 0, EN)
    assert said.given[0] == "Your answer is right under Swedish first-to-five."
    assert dict(said.sources)["Swedish first-to-five"].startswith("Stated in Trettioett")
    words = say_question(question, EN)
    assert words.setup[-1] == "Anna wants to throw the king of diamonds."
    assert words.prompt == "Is Anna allowed to do this?"
    assert words.options[question.right] == (
        "No. A card taken from the discard pile stays in the hand that turn."
    )


@pytest.mark.parametrize(
    ("rules", "asked", "right"),
    [
        ("schwimmen", "swap 9C for 8D", "yes"),
        ("schwimmen", "swap 9C TS for 8D KH", "two"),
        ("schwimmen", "swap all", "yes"),
        ("bicycle", "swap 9C TS for 8D KH", "one"),
        ("schwimmen", "draw", "no-such"),
        ("schwimmen", "renew", "stays"),
    ],
)
def test_what_is_allowed_in_the_exchange_form(rules, asked, right):
    opening = [] if rules == "bicycle" else ["keep"]
    question = question_of(
        "legal",
        rules=rules,
        hands=["9C TS JH", "9S TD QC"],
        open="8D KH 7S",
        actions=opening,
        asked=asked,
    )
    assert question.answer.value == right


# ------------------------------------------------------------------------ rules and rulesets


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"rules": "no-trettien", "hand": "QH QS QD"}, "scoring.three_of_a_kind"),
        ({"rules": "no-trettien", "hand": "KH 9H AS"}, "scoring.ace_across_suits"),
        ({"rules": "dk-a7", "hand": "AH AS AD"}, "scoring.three_aces"),
        ({"rules": "no-trettien", **TIED}, "settlement.tie_with_knocker"),
        (
            {"rules": "no-trettien", "hands": ["KH 9H 8S", "KS QS 7D"], "knocker": 0},
            "settlement.lone_low_knocker",
        ),
        (
            {"rules": "scat", "actions": ["take"], "asked": "throw KD", **DEALT},
            "turn.throw_back",
        ),
    ],
)
def test_which_rule_decides(data, path):
    for seed in range(6):
        question = question_of("rule", seed, **data)
        assert question.answer.value == path
        assert question.paths == (path,)


def test_a_hand_that_no_rule_disputes_makes_no_question_about_rules():
    with pytest.raises(UsageError) as caught:
        question_of("rule", rules="no-trettien", hand="KH 9H 4S")
    assert caught.value.reason == "refuse.quiz_case"


def test_under_which_ruleset_a_hand_is_worth_so_much():
    rulesets = ["no-trettien", "se-svensk-bas", "dk-a7"]
    question = question_of("where", rules="dk-enogtredive", hand="AH AS AD", rulesets=rulesets)
    assert [each.value for each in question.options] == [
        "no-trettien", "se-svensk-bas", "dk-enogtredive", "dk-a7",
    ]  # fmt: skip
    assert question.answer.value == "dk-enogtredive"
    words = say_question(question, EN)
    assert words.prompt == "Under which ruleset is 33 right?"
    wrong = say_feedback(question, 3, EN)
    assert wrong.verdict == (
        "Not under Danish exchange A7. "
        "This is Ild, Danish for “fire”. Three aces beat 31 and have no number."
    )


# ------------------------------------------------------------------------------------- knocking


def test_31_within_reach_is_taken():
    question = question_of(
        "knock", rules="no-trettien", hand="AH KH 4S", open="QH", players=3, laps=0
    )
    assert question.answer.value == "take"
    assert question.level == 1
    said = say_feedback(question, 0, EN)
    assert "With the queen of hearts the hand is worth 31" in said.verdict


def test_a_good_hand_at_the_beginning_is_knocked_with():
    question = question_of(
        "knock", rules="no-trettien", hand="AH 9H 3H", open="2D", players=3, laps=0
    )
    assert question.answer.value == "knock"
    said = say_feedback(question, 0, EN)
    assert said.verdict.startswith("Right. With 23 a knock fails about ")
    assert said.verdict.endswith("draw one card a turn and keep the best.")


def test_a_poor_hand_is_not_knocked_with():
    question = question_of(
        "knock", rules="no-trettien", hand="7D 4C TH", open="3S", players=2, laps=1
    )
    assert question.answer.value == "draw"


def test_what_is_not_clear_is_not_asked():
    with pytest.raises(UsageError):
        question_of("knock", rules="no-trettien", hand="KH 9H 4S", open="3D", players=4, laps=1)


def test_a_knock_fails_more_often_with_less_later_and_against_fewer():
    rules = load_ruleset("no-trettien")
    fails = [odds_of(rules, 2 * points, 3, 0).fails for points in range(5, 31)]
    assert fails == sorted(fails, reverse=True)
    assert fails[0] > 0.5
    assert fails[-1] < 0.1
    assert odds_of(rules, 40, 3, 0).fails < odds_of(rules, 40, 3, 2).fails
    assert odds_of(rules, 40, 4, 0).fails < odds_of(rules, 40, 2, 0).fails


# ------------------------------------------------------------------------------ by chance


def test_the_same_seed_makes_the_same_question():
    for kind in Kind:
        one, two = (make_question(kind, 17, level=2) for _ in range(2))
        assert one == two
        assert make_question(kind, 18, level=2) != one


def test_a_question_of_a_seed_stays_what_it_is():
    """Printed sheets and their keys must not part: a change here is a change for everybody."""
    question = make_question(Kind.WORTH, 31, rulesets=[load_ruleset("se-svensk-bas")], level=2)
    assert " ".join(map(str, question.case.cards)) == "TS KC AH"
    assert [each.value for each in question.options] == ["1", "10", "11", "21"]


@pytest.mark.parametrize("kind", Kind)
def test_questions_survive_json(kind):
    rulesets = [load_ruleset("no-trettien"), load_ruleset("dk-enogtredive")]
    for number in range(30):
        question = make_question(kind, number, level=1 + number % 3, rulesets=rulesets)
        assert question_of(**json.loads(json.dumps(data_of(question)))) == question


def test_only_the_rulesets_named_are_asked_about():
    rulesets = [load_ruleset("no-trettien"), load_ruleset("se-svensk-bas")]
    for kind in set(Kind) - {Kind.WHERE}:
        asked = {make_question(kind, n, rulesets=rulesets, level=2).ruleset.id for n in range(20)}
        assert asked == {"no-trettien", "se-svensk-bas"}


def test_a_house_rule_can_be_asked_about():
    house = with_values(load_ruleset("no-trettien"), {"scoring.three_of_a_kind": "30"})
    house = replace(house, id="house-cabin")
    question = make_question(Kind.WORTH, 5, rulesets=[house], level=3)
    assert question.ruleset is house
    assert say_question(question, EN).options


def test_every_ruleset_has_questions_of_every_kind_that_it_can_have():
    for id_ in ruleset_ids():
        ruleset = load_ruleset(id_)
        for kind in Kind:
            if can_ask(kind, ruleset):
                for level in LEVELS:
                    question = make_question(kind, "each", rulesets=[ruleset], level=level)
                    assert question.ruleset is ruleset
            else:
                with pytest.raises(UsageError) as caught:
                    make_question(kind, "each", rulesets=[ruleset])
                assert caught.value.reason == "refuse.quiz_kind"
                assert ruleset.names["en"] in str(caught.value)


def test_what_went_wrong_comes_again():
    rulesets = [load_ruleset("dk-enogtredive"), load_ruleset("no-trettien")]
    focus = {"settlement.lone_low_knocker": 1.0}

    def count(focus):
        made = (
            make_question(Kind.LOSES, n, rulesets=rulesets, level=2, focus=focus) for n in range(80)
        )
        return sum("settlement.lone_low_knocker" in question.paths for question in made)

    assert count(focus) > 60
    assert count({}) < 45


def test_most_harder_questions_are_about_what_rulesets_dispute():
    disputed = 0
    for number in range(60):
        question = make_question(Kind.WORTH, number, level=3)
        values = {question.case.value(load_ruleset(id_)) for id_ in ruleset_ids()}
        disputed += len(values - {None}) > 1
    assert disputed == 60


# -------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"kind": "worth", "rules": "no-trettien", "hand": "KH 9H"}, "refuse.quiz_case"),
        ({"kind": "worth", "rules": "dk-a7", "hand": "KH 9H 2S"}, "refuse.quiz_case"),
        ({"kind": "worth", "rules": "no-trettien", "hand": "KH KH 2S"}, "refuse.card_twice"),
        ({"kind": "worth", "rules": "no-trettien"}, "refuse.quiz_case"),
        ({"kind": "loses", "rules": "no-trettien", "hand": "KH 9H 2S"}, "refuse.quiz_case"),
        ({"kind": "wrth", "rules": "no-trettien", "hand": "KH 9H 2S"}, "refuse.quiz_key"),
        ({"kind": "worth", "rules": "no-trettien", "hnd": "KH 9H 2S"}, "refuse.quiz_key"),
        ({"kind": "worth", "rules": "no-tretten", "hand": "KH 9H 2S"}, "refuse.unknown_rules"),
        (
            {"kind": "loses", "rules": "scat", "hands": ["KH 9H 2S", "KD 9D 2C"], "knocker": 2},
            "refuse.quiz_case",
        ),
        (
            {"kind": "loses", "rules": "scat", "hands": ["KH 9H 2S", "KH 9D 2C"], "knocker": 1},
            "refuse.card_twice",
        ),
    ],
)
def test_what_makes_no_question_is_refused(data, reason):
    with pytest.raises(ThirtyOneError) as caught:
        question_of(**data)
    assert caught.value.reason == reason
    assert str(caught.value)


# ------------------------------------------------------------------------------------- progress


def test_progress_counts_kinds_and_rules_and_survives_the_browser():
    question = some_seed("30.5", "worth", rules="no-trettien", hand="QH QS QD")
    progress = Progress().answered(question, question.right)
    progress = progress.answered(question, option(question, "30.5"))
    assert progress.score == (1, 2)
    kept = read_progress(json.loads(json.dumps(progress.as_data())))
    assert kept == progress
    assert next_focus(kept)["scoring.three_of_a_kind"] == 0.5


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"v": 2, "kinds": {"worth": [1, 1]}},
        {"v": 1, "kinds": {"worth": [2, 1], "loses": "x", "legal": [True, 1], "rule": [0, 10**9]}},
        {"v": 1, "kinds": {"nonsense": [1, 1]}, "paths": {"no.path": [0, 1], "a": 3}},
    ],
)
def test_what_a_browser_cannot_have_kept_counts_as_nothing(data):
    assert read_progress(data) == Progress()


def test_the_level_follows_the_answers():
    assert next_level(Progress(), Kind.WORTH) == 1
    levels = {
        counts: next_level(Progress(kinds={"worth": counts}), Kind.WORTH)
        for counts in [(4, 4), (5, 5), (3, 6), (2, 6), (9, 10), (10, 10)]
    }
    assert levels == {(4, 4): 1, (5, 5): 2, (3, 6): 2, (2, 6): 1, (9, 10): 3, (10, 10): 3}


def test_the_kind_that_goes_wrong_comes_more_often():
    progress = Progress(kinds={"worth": (10, 10), "loses": (0, 10)})
    kinds = [next_kind(progress, (Kind.WORTH, Kind.LOSES), n) for n in range(200)]
    assert 120 < kinds.count(Kind.LOSES) < 190


def test_the_result_is_text_to_hand_in():
    progress = Progress(
        kinds={"worth": (3, 4), "knock": (1, 1)}, paths={"scoring.three_aces": (0, 1)}
    )
    assert result_text(progress, get_translator("da")).splitlines() == [
        "31: mine svar",
        "4 ud af 5 rigtige",
        "",
        "Hvad en hånd er værd: 3 ud af 4 rigtige",
        "Hvornår man bør banke: 1 ud af 1 rigtige",
        "",
        "Øv mere på",
        "Hvad er tre esser værd?",
    ]
    for lang in LANGUAGES:
        assert result_text(Progress(), get_translator(lang))


def test_kinds_and_levels_have_names_in_all_languages():
    for lang in LANGUAGES:
        tr = get_translator(lang)
        assert len({kind_name(kind, tr) for kind in Kind}) == len(Kind)
        assert len({level_name(level, tr) for level in LEVELS}) == len(LEVELS)


# --------------------------------------------------------------------------------------- chance


def test_chance_comes_out_the_same_everywhere():
    chance = Chance("31")
    assert [chance.below(52) for _ in range(6)] == [32, 17, 20, 50, 25, 29]
    assert Chance("31").shuffled("ABCDE") == ["D", "C", "A", "E", "B"]


def test_chance_gives_everything_its_share():
    chance = Chance("shares")
    found = [chance.weighted("ab", (3, 1)) for _ in range(4000)]
    assert 2850 < found.count("a") < 3150
    assert sorted(chance.some(range(5), 9)) == [0, 1, 2, 3, 4]
    assert len(set(chance.some(range(50), 20))) == 20


def test_points_by_place_are_no_pot():
    """Where a house rule counts points by place beside a pot, options differ by the points."""
    ruleset = find("h1_bicycle_gg-bus-points")
    asked = [make_question(Kind.LOSES, seed, rulesets=(ruleset,)) for seed in range(60)]
    for question in asked:
        said = say_question(question, get_translator("en"))
        assert len(set(said.options)) == len(said.options)
        assert not any("pot" in option for option in said.options)
