"""The card game 31, as Norwegians, Swedes, Danes and their neighbours play it.

One hand, three answers:

>>> import thirtyone
>>> hand = thirtyone.parse_cards("spar ess, hjerter ess, ruter ess")
>>> for name in ("no-trettien", "se-svensk-bas", "dk-enogtredive", "dk-a7"):
...     rules = thirtyone.load_ruleset(name)
...     print(name, thirtyone.score_hand(hand, rules).label)
no-trettien 11
se-svensk-bas 31
dk-enogtredive 33
dk-a7 Ild

A house rule is the same ruleset with another answer:

>>> house = thirtyone.with_values(
...     thirtyone.load_ruleset("no-trettien"), {"scoring.ace_across_suits": "any"}
... )
>>> thirtyone.score_hand(thirtyone.parse_cards("KH 9H AS"), house).label
'30'
"""

from thirtyone.cards import ALL_CARDS, Card, Rank, Suit, pack
from thirtyone.errors import CardError, HandError, RulesError, ThirtyOneError, UsageError
from thirtyone.hands import HandScore, check_playable, compare_hands, score_hand
from thirtyone.notation import Style, format_cards, parse_cards
from thirtyone.points import HalfPoints, decimal, half_points
from thirtyone.rules import (
    Ruleset,
    home_ids,
    load_rules_file,
    load_ruleset,
    ruleset_ids,
    values,
    with_values,
)

__version__ = "0.1.0"

__all__ = [
    "ALL_CARDS",
    "Card",
    "CardError",
    "HalfPoints",
    "HandError",
    "HandScore",
    "Rank",
    "RulesError",
    "Ruleset",
    "Style",
    "Suit",
    "ThirtyOneError",
    "UsageError",
    "check_playable",
    "compare_hands",
    "decimal",
    "format_cards",
    "half_points",
    "home_ids",
    "load_rules_file",
    "load_ruleset",
    "pack",
    "parse_cards",
    "ruleset_ids",
    "score_hand",
    "values",
    "with_values",
]
