"""Any hand, any few unseen cards, any house rules of scoring: counting equals looking at each."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from thirtyone.cards import Card, pack
from thirtyone.odds.bar import Bar, bar_of
from thirtyone.odds.others import Others
from thirtyone.odds.packing import dealings
from thirtyone.rules import load_ruleset, with_values

SCORING = st.fixed_dictionaries(
    {
        "scoring.ace_across_suits": st.sampled_from(["none", "none", "any", "one"]),
        "scoring.three_of_a_kind": st.sampled_from(["none", "30", "30.5"]),
        "scoring.three_aces": st.sampled_from(["none", "31", "32", "33", "best"]),
        "scoring.suited_run": st.sampled_from(["none", "30"]),
        "scoring.cap": st.sampled_from(["none", "31"]),
        "scoring.ties": st.sampled_from(["none", "suit-ladder", "high-card"]),
        "scoring.suit_order": st.sampled_from(["clubs-high", "diamonds-high"]),
    }
)


@st.composite
def questions(draw):
    """A bar and a few unseen cards, mostly high ones, so that special hands turn up."""
    rules = with_values(load_ruleset("no-trettien"), draw(SCORING))
    deck = sorted(pack(52), key=lambda card: -card.number)
    size = draw(st.sampled_from([3, 4]))
    hands = draw(st.sampled_from([1, 2, 2, 3] if size == 3 else [1, 2, 2]))
    most = {(3, 1): 16, (3, 2): 12, (3, 3): 10, (4, 1): 12, (4, 2): 9}[size, hands]
    few = draw(st.permutations(deck[:24] + deck[24::3]))
    bar = bar_of(few[:3], rules, equal_too=draw(st.booleans()), ties=draw(st.booleans()))
    return bar, tuple(few[3 : 3 + most]), size, hands


def looked_at(bar: Bar, unseen: tuple[Card, ...], size: int, hands: int, *, below: bool) -> int:
    known = {some: bar.hand_below(some) for some in combinations(unseen, size)}

    def ways(left: tuple[Card, ...], n: int) -> int:
        if not n:
            return 1
        return sum(
            ways(tuple(card for card in left if card not in some), n - 1)
            for some in combinations(left, size)
            if known[some] is below
        )

    return ways(unseen, hands)


@settings(max_examples=60, deadline=None)
@given(questions())
def test_counting_equals_looking_at_each_dealing(question):
    bar, unseen, size, hands = question
    others = Others(bar, unseen, size, hands)
    whole = dealings(len(unseen), size, hands)
    for below, found in ((True, others.all_below(hands)), (False, others.none_below(hands))):
        wanted = looked_at(bar, unseen, size, hands, below=below) / whole
        if found.n:
            assert found.low - 0.02 <= wanted <= found.high + 0.02
            assert hands > 2, "one and two hands are always exact"
        else:
            assert abs(wanted - found.mean) < 1e-12
