"""Checks of a learner's code: right passes, wrong is told where and why, odd breaks nothing."""

import math
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import pytest

from thirtyone import (
    UsageError,
    load_ruleset,
    pack,
    score_hand,
    with_values,
)
from thirtyone.cardwords import LANGUAGES
from thirtyone.exercises import (
    check_better,
    check_interval,
    check_losers,
    check_player,
    check_rules,
    check_scorer,
    draw_intervals,
)
from thirtyone.exercises.losers import _cases
from thirtyone.exercises.scorer import _hands, _label
from thirtyone.play.actions import KNOCK
from thirtyone.policies import never_knocks, random_player, steady
from thirtyone.sim.result import Estimate, wilson

BASE = load_ruleset("no-trettien")


def one_suit(hand):
    return max(sum(c.points for c in hand if c.suit is d.suit) for d in hand)


# ------------------------------------------------------------------ scorers


OF_EACH_KIND = ("no-kildebeskrivelse", "dk-a7", "dk-a9", "schwimmen", "greek-31", "enogfyrre")


@pytest.mark.parametrize("id_", OF_EACH_KIND)
def test_the_engines_own_score_passes(id_):
    rules = load_ruleset(id_)
    assert check_scorer(lambda hand: score_hand(hand, rules), rules)


def test_every_hand_of_three_cards_is_tried_and_cards_come_in_any_order():
    hands = [hand for hand, _ in _hands(BASE)]
    assert {frozenset(hand) for hand in hands} == set(map(frozenset, combinations(pack(52), 3)))
    assert len(hands) == 22_100
    places = [hand.index(max(hand, key=lambda card: card.index)) for hand in hands]
    assert min(map(places.count, range(3))) > 7_000
    assert 20_000 < len(_hands(load_ruleset("enogfyrre"))) <= 25_000


def test_the_first_hand_that_differs_is_named_with_its_rule_and_the_ruleset_where_it_is_right():
    said = check_scorer(one_suit, load_ruleset("dk-enogtredive"))
    assert not said
    assert said.title == "Not yet: 52 of 22,100 hands differ."
    assert said.lines[0].endswith(
        "Your function says 3; in Danish Enogtredive the hand is worth 30½."
    )
    assert "scoring.three_of_a_kind" in said.lines[2]
    assert "Stated in" in said.lines[2]
    assert said.lines[3] == "3 is right for this hand in Norwegian base."
    assert "Right for 21,136 of 21,136 hands: One suit counts" in said.lines
    assert "Right for 0 of 48 hands: What is three of a kind worth?" in said.lines


def test_a_function_that_looks_at_the_order_of_cards_does_not_pass():
    def of_the_first_suit(hand):
        return sum(card.points for card in hand if card.suit is hand[0].suit)

    assert not check_scorer(of_the_first_suit, BASE)


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        (19, "19"),
        (30.5, "30.5"),
        (Fraction(61, 2), "30.5"),
        (Decimal("30.5"), "30.5"),
        ("ild", "Ild"),
        ("19", None),
        (True, None),
        (None, None),
        (math.nan, None),
        (math.inf, None),
        (30.4, None),
        (10**400, None),
    ],
)
def test_what_counts_as_points(answer, label):
    assert _label(answer) == label


def test_a_function_that_stops_is_told_with_the_hand():
    said = check_scorer(lambda _: [].pop(), BASE, lang="nb")
    assert said.title == "Ikke helt ennå: 22\xa0100 av 22\xa0100 hender avviker."
    assert "stanset funksjonen din: IndexError: pop from empty list" in said.lines[0]
    assert "gave None" in check_scorer(lambda _: None, BASE).lines[0]


def test_what_a_learner_says_is_text_and_not_mark_up():
    def rude(_hand):
        raise ValueError("<script>alert(1)</script>" + "x" * 9_999)

    shown = check_scorer(rude, BASE)._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
    assert len(shown) < 3_000

    class Odd:
        def __repr__(self):
            raise RuntimeError

    assert "gave Odd" in check_scorer(lambda _: Odd(), BASE).lines[0]


def test_whoever_waits_can_break_off():
    def endless(_hand):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_scorer(endless, BASE)


# ------------------------------------------------------------------ players


@pytest.mark.parametrize("id_", ["no-trettien", "dk-a7", "greek-31", "ride-the-bus", "enogfyrre"])
def test_named_players_pass_in_every_form(id_):
    for player in (steady, random_player, never_knocks):
        assert check_player(player, load_ruleset(id_), players=3, rounds=20)


def test_the_steady_player_differs_from_itself_in_nothing():
    said = check_player(steady, BASE, rounds=30)
    assert said.lines[-2].endswith("0.00 [0.00; 0.00].")
    assert said.lines[-1].startswith("The interval holds 0")


def test_an_action_against_the_rules_is_told_with_the_moment():
    said = check_player(lambda view, rng: KNOCK if len(view.hand) == 4 else view.actions[0], BASE)
    assert said.title == "Not yet: the game stopped in round 1 of 200."
    assert "It is too late to knock this turn." in said.lines[0]
    assert said.lines[1] == "In hand: 8S 2S TD AD."
    assert said.lines[2] == "Open on the discard pile: QD."
    assert "Throw(card=Card('8S'))" in said.lines[3]


@pytest.mark.parametrize("odd", [None, 7, "knock", object()])
def test_odd_answers_of_a_player_are_told(odd):
    for id_ in ("no-trettien", "dk-a7", "greek-31"):
        said = check_player(lambda view, rng, odd=odd: odd, load_ruleset(id_), players=3)
        assert not said
        assert said.lines[0]


def test_a_player_that_stops_is_told():
    said = check_player(lambda view: KNOCK, BASE, lang="da")
    assert not said
    assert "TypeError" in said.lines[0]
    with pytest.raises(UsageError):
        check_player(steady, BASE, players=12)


def test_the_figure_is_that_of_the_rounds():
    """Lives lost a round, by the settlement itself."""
    import random

    from thirtyone.play.deal import seeded_deal
    from thirtyone.play.settle import settle
    from thirtyone.policies import play_round

    lost = 0
    for game in range(50):
        table = [never_knocks, steady, steady]
        deal = seeded_deal(BASE, 3, 31, game)
        end = play_round(BASE, deal, table, random.Random(f"31 {game}")).outcome
        done = settle(BASE, end.hands, end=end.end, knocker=end.knocker, drawn=end.drawn)
        lost += done.lives_before[0] - done.lives[0]
    said = check_player(never_knocks, BASE, players=3, rounds=50)
    assert said.lines[1].startswith(f"Lives lost a round: {lost / 50:.2f} [")


# ------------------------------------------------------------------ who loses, house rules


def test_the_settlement_passes_and_a_rule_that_is_missing_is_named():
    right = {case.hands: list(case.lost) for case in _cases(BASE, 3)}
    assert check_losers(lambda hands, knocker: right[hands], BASE)
    assert {max(lost) for lost in right.values()} == {0, 1, 2} - {0}
    said = check_losers(lambda hands, knocker: [0] * len(hands), BASE)
    assert not said
    assert any("settlement." in line for line in said.lines)
    assert not check_losers(lambda hands, knocker: 1 / 0, BASE)
    assert not check_losers(lambda hands, knocker: {0: 1}, BASE)
    with pytest.raises(UsageError):
        check_losers(lambda hands, knocker: [], load_ruleset("greek-31"))


def test_house_rules_are_held_against_hands():
    wanted = {"KH 9H AS": "30", "QH QS QD": "30.5"}
    assert not check_rules(BASE, wanted)
    house = with_values(
        BASE, {"scoring.ace_across_suits": "any", "scoring.three_of_a_kind": "30.5"}
    )
    assert check_rules(house, wanted)
    said = check_rules(load_ruleset("dk-a7"), {"2H 3H 4H": "9"})
    assert not said
    assert "has no two of hearts" in said.lines[0] or "two of hearts" in said.lines[0]


# ------------------------------------------------------------------ figures


def test_wilson_passes_and_the_rule_of_thumb_fails_at_the_edge():
    def thumb(hits, n):
        share = hits / n
        half = 1.96 * math.sqrt(share * (1 - share) / n)
        return share - half, share + half

    assert check_interval(lambda hits, n: (wilson(hits, n).low, wilson(hits, n).high))
    said = check_interval(thumb)
    assert said.title == "Not yet: the interval for 0 of 100 differs."
    assert "(0.000, 0.000)" in said.lines[0]
    assert said.lines[1].startswith("None or all")
    for odd in (None, (0.4,), ("a", "b"), (math.nan, math.nan), 1):
        assert not check_interval(lambda hits, n, odd=odd: odd)


def test_a_chance_is_exact_and_usual_slips_are_named():
    def among(cards, hand, *, level):
        mine = score_hand(hand, BASE).order
        hands = list(combinations(cards, 3))
        orders = [score_hand(other, BASE).order for other in hands]
        return Fraction(sum(o > mine or (level and o == mine) for o in orders), len(hands))

    def unseen(hand):
        return [card for card in pack(52) if card not in hand]

    assert check_better(lambda hand: among(unseen(hand), hand, level=False), BASE)
    said = check_better(lambda hand: among(pack(52), hand, level=False), BASE)
    assert said.lines[-1].startswith("Your function also counts hands with cards of this hand")
    said = check_better(lambda hand: float(among(unseen(hand), hand, level=True)), BASE)
    assert said.lines[-1] == "Your function also counts the hands that are equally good."
    with pytest.raises(UsageError):
        check_better(lambda hand: 0, load_ruleset("enogfyrre"))


# ------------------------------------------------------------------ languages and drawings


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_checks_speak_all_languages(lang):
    danish = load_ruleset("dk-enogtredive")
    verdicts = [
        check_scorer(one_suit, danish, lang=lang),
        check_player(steady, danish, rounds=5, lang=lang),
        check_player(lambda view, rng: None, danish, lang=lang),
        check_losers(lambda hands, knocker: [], danish, lang=lang),
        check_rules(danish, {"QH QS QD": "10"}, lang=lang),
        check_interval(lambda hits, n: (0, 1), lang=lang),
        check_better(lambda hand: 1, danish, lang=lang),
    ]
    for verdict in verdicts:
        assert verdict.lang == lang
        assert f'<div lang="{lang}">' in verdict._repr_html_()
        assert str(verdict).splitlines()[0] == verdict.title
        assert "{" not in repr(verdict).replace("{0: 1}", "")
    if lang != "en":
        english = {"Not", "yet", "Passed", "Your", "hands", "the", "rounds"}
        words = set(" ".join(map(repr, verdicts)).replace(":", " ").split())
        assert not english & words


def test_a_drawing_holds_every_row_and_nothing_from_outside():
    rows = {
        "steady": wilson(30, 100),
        "<b>rude</b>": wilson(0, 100),
        "one": Estimate(0.5, -math.inf, math.inf, 1),
    }
    drawn = draw_intervals(rows, "Wins & losses", percent=True)
    svg = drawn._repr_svg_()
    assert svg.count("<circle") == 3
    assert "Wins &amp; losses" in svg
    assert "<b>" not in svg
    assert "nan" not in svg
    assert "inf" not in svg
    assert svg.replace("http://www.w3.org/2000/svg", "").count("http") == 0
    assert repr(drawn).splitlines()[1] == "steady       30.0% [21.9%; 39.6%]"
    assert "30,0\xa0%" in repr(draw_intervals(rows, "t", percent=True, lang="nb"))


@pytest.mark.parametrize("rows", [{}, {"a": Estimate(0.3, 0.3, 0.3, 0)}])
def test_a_drawing_of_nothing_or_of_no_width(rows):
    svg = draw_intervals(rows, "t").svg
    assert svg.count("<circle") == len(rows)
    assert "nan" not in svg
