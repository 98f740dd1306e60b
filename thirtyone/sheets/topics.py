"""What a table should agree on before it deals: the questions on which the games part most."""

from typing import Final

from thirtyone.examples.idle import comes_to_the_same, idle_because
from thirtyone.quiz.chance import Chance
from thirtyone.rules.draft import offered
from thirtyone.rules.model import Family, Ruleset
from thirtyone.rules.values import get_value, questions, value_text
from thirtyone.sheets.sheet import Topic

_WISHES: Final = 3
_ANSWERS: Final = 4
_ASKED: Final = {
    Family.DRAW: (
        "scoring.ace_across_suits",
        "scoring.three_of_a_kind",
        "scoring.three_aces",
        "settlement.tie_with_knocker",
        "settlement.lone_low_knocker",
        "settlement.tie_for_highest",
        "instant.after_knock",
        "lives.last_chance",
        "match.all_out",
        "turn.throw_back",
        "stock.empty",
        "instant.payers",
        "knock.first_turn",
    ),
    Family.EXCHANGE: (
        "scoring.three_of_a_kind",
        "scoring.three_aces",
        "scoring.ties",
        "turn.swaps",
        "turn.pass",
        "deal.dealer_choice",
        "settlement.tie_with_knocker",
        "settlement.tie_for_highest",
        "instant.after_knock",
        "knock.first_turn",
        "lives.last_chance",
        "turn.table_exhausted",
        "turn.renew_789",
    ),
    Family.BANK: (
        "bank.tie",
        "bank.low_aces",
        "bank.natural",
        "bank.draws_to",
        "bank.fold",
        "bank.changes",
        "bank.direction",
    ),
}


def asked_paths(ruleset: Ruleset, most: int) -> tuple[str, ...]:
    """The questions that matter under these rules and have more than one answer."""
    known = questions(ruleset.family)
    found = (
        path
        for path in _ASKED[ruleset.family]
        if path in known and not idle_because(ruleset, path) and len(offered(ruleset, path)) > 1
    )
    return tuple(found)[:most]


def topics(chance: Chance, ruleset: Ruleset, count: int) -> tuple[Topic, ...]:
    """The questions in order; on three of them the holder of the sheet has a wish.

    A wish is never what the rules say anyway: who argues for it has to convince the others.
    """
    paths = asked_paths(ruleset, count)
    wished = set(chance.some(paths, _WISHES))
    found = []
    for path in paths:
        own = get_value(ruleset, path)
        # The ruleset's own answer first, for the table falls back on it.
        rest = [value for value in offered(ruleset, path) if value != own]
        others = [
            value for value in rest if not comes_to_the_same(ruleset, path, value_text(value))
        ]
        wish = chance.pick(others or rest) if path in wished else None
        kept = rest[: _ANSWERS - 1]
        if wish is not None and wish not in kept:
            kept[-1] = wish
        found.append(Topic(path, (own, *kept), wish))
    return tuple(found)
