"""The numbers of a lesson text: worked out by the engine when the lesson is read.

A text says ``{points: KH 9H AS}`` and the reader sees 19. What stands after ``|`` is the ruleset,
perhaps with another answer (``no-trettien scoring.three_of_a_kind=30.5``); without it the facts are
those of the language's own base rules.

>>> from thirtyone.text.translator import get_translator
>>> nb = get_translator("nb")
>>> fact("sum: KH 9H AS", nb), fact("card: KH 9H", nb), fact("word: lives.start", nb)
('10 + 9 = 19', 'hjerter konge og hjerter ni', 'tre')
>>> fact("points: QH QS QD", nb), fact("points: QH QS QD | dk-enogtredive", nb)
('10', '30½')
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from thirtyone.cards import Card, Suit, pack
from thirtyone.hands import HandScore, score_hand
from thirtyone.lessons.lesson import BASE
from thirtyone.notation import Style, format_card, parse_cards, ranks_plural
from thirtyone.odds import (
    Known,
    distribution,
    distribution_among,
    drawing,
    knock_fails,
    known_cards,
    lowest,
    standing,
)
from thirtyone.points import half_points
from thirtyone.rules import Ruleset, get_value, load_ruleset, ruleset_ids
from thirtyone.rules.draft import Draft
from thirtyone.rules.link import find, write_code
from thirtyone.rules.values import Value, value_text
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator


class Asking(NamedTuple):
    """A fact that is asked for: what stands after the colon, under which rules, how to say it."""

    text: str
    ruleset: Ruleset
    tr: Translator

    @property
    def cards(self) -> tuple[Card, ...]:
        """The text read as cards."""
        return parse_cards(self.text)


def ruleset_called(text: str, lang: str) -> Ruleset:
    """The ruleset of an id, perhaps with other answers; ``base`` is that of the language."""
    id_, *changes = text.split() or ["base"]
    base = load_ruleset(BASE[lang] if id_ == "base" else id_)
    if not changes:
        return base
    draft = Draft(base)
    for change in changes:
        path, _, value = change.partition("=")
        draft = draft.choose(path, value)
    return find(write_code(draft))


@lru_cache(maxsize=4096)
def fact(text: str, tr: Translator) -> str:
    """What a placeholder stands for: ``points: KH 9H AS | dk-a7``. KeyError for an unknown one."""
    name, _, rest = text.partition(":")
    what, _, rules = rest.partition("|")
    return FACTS[name.strip()](Asking(what.strip(), ruleset_called(rules.strip(), tr.lang), tr))


# ------------------------------------------------------------------------------- about one hand


def _score(ask: Asking) -> HandScore:
    return score_hand(ask.cards, ask.ruleset)


def _points(ask: Asking) -> str:
    points = _score(ask).points
    return _score(ask).label if points is None else ask.tr.points(points)


def _sum(ask: Asking) -> str:
    """``10 + 9 = 19``: the cards that count, and what they make."""
    score = _score(ask)
    parts = " + ".join(str(card.points) for card in score.counted)
    total = ask.tr.points(score.reason.total)
    return f"{parts} = {total}" if len(score.counted) > 1 else total


def _add(ask: Asking) -> str:
    """``5 + 3 = 8``: all the cards added up, whatever their suits and the rules."""
    numbers = [card.points for card in ask.cards]
    return f"{' + '.join(map(str, numbers))} = {sum(numbers)}"


def _card(ask: Asking) -> str:
    return ask.tr.join(format_card(card, ask.tr.lang, Style.WORDS) for card in ask.cards)


def _worth(ask: Asking) -> str:
    return str(ask.cards[0].points)


def _ranks(ask: Asking) -> str:
    return ranks_plural(ask.cards[0].rank, ask.tr.lang)


# --------------------------------------------------------------------------- about all the hands


def _hands(ask: Asking) -> str:
    return ask.tr.number(sum(distribution(ask.ruleset).values()))


def _with_points(ask: Asking) -> int:
    return distribution(ask.ruleset).get(half_points(float(ask.text)), 0)


def _count(ask: Asking) -> str:
    return ask.tr.number(_with_points(ask))


def _one_in(ask: Asking) -> str:
    return ask.tr.number(round(sum(distribution(ask.ruleset).values()) / _with_points(ask)))


def _mean(ask: Asking) -> str:
    counts = distribution(ask.ruleset)
    whole = sum(order * n for order, n in counts.items())
    return ask.tr.decimal(whole / 2 / sum(counts.values()))


def _worse(ask: Asking) -> str:
    """Of 100 hands dealt to somebody else, how many are lower."""
    place = standing(ask.cards, ask.ruleset)
    return str(round(100 * place.beats / (place.hands - 1)))


# ------------------------------------------------------------------------------------- chances


def _lowest(ask: Asking) -> str:
    """``lowest: KH 9H AS, 4``: of 100 deals to four, how often this hand is lowest or level."""
    hand, _, players = ask.text.partition(",")
    known = known_cards(parse_cards(hand), ask.ruleset)
    return str(round(100 * lowest(known, [int(players)])[int(players)].mean))


def _known(ask: Asking) -> Known:
    """A hand, and perhaps the card that lies open: ``QH 9H 8S, JH``."""
    hand, _, up = ask.text.partition(",")
    return known_cards(parse_cards(hand), ask.ruleset, up=parse_cards(up) if up else ())


def _draw_mean(ask: Asking) -> str:
    """What a blind card makes of the hand, on average."""
    return ask.tr.decimal(drawing(_known(ask)).best.mean)


def _fails(ask: Asking) -> str:
    """``fails: KH 9H AS, 3``: of 100 knocks with three players, how many fail.

    As at the start: the others hold any of the unseen cards, and each draws once more.
    """
    hand, _, players = ask.text.partition(",")
    known = known_cards(parse_cards(hand), ask.ruleset)
    return str(round(100 * knock_fails(known, [int(players)])[int(players)].mean))


def _helps(ask: Asking) -> str:
    """How many of the unseen cards make the hand better when they are drawn."""
    known = _known(ask)
    now, best = score_hand(known.hand, ask.ruleset).order, drawing(known).best
    return str(sum(n for order, n in best.counts.items() if order > now))


def _unseen(ask: Asking) -> str:
    return str(len(_known(ask).unseen))


def _left(ask: Asking) -> str:
    """``left: AH AS AD``: how many hands can still make the target when these cards are gone."""
    cards = [card for card in pack(ask.ruleset.deck_size) if card not in ask.cards]
    target = half_points(float(value_text(get_value(ask.ruleset, "scoring.target"))))
    return ask.tr.number(distribution_among(cards, ask.ruleset).get(target, 0))


# ----------------------------------------------------------------------------------- about rules


def _value(ask: Asking) -> str:
    """A number, or a range of players: ``3``, ``30½``, ``2–7``."""
    text = value_text(_answer(ask))
    if re.fullmatch(r"\d+-\d+", text):
        return text.replace("-", "–")
    return ask.tr.points(half_points(float(text)))


def _word(ask: Asking) -> str:
    """A whole number as a word, where the language has one for any noun: ``three``."""
    return ask.tr.spelled(int(value_text(_answer(ask))))


def _answer(ask: Asking) -> Value:
    if ask.text in {"players.low", "players.high"}:
        players = ask.ruleset.players
        return players.low if ask.text.endswith("low") else players.high
    return get_value(ask.ruleset, ask.text)


def _rules(ask: Asking) -> str:
    return ruleset_name(ruleset_called(ask.text, ask.tr.lang), ask.tr)


def _number(ask: Asking) -> str:
    known: Mapping[str, int] = {
        "rulesets": len(ruleset_ids()),
        "cards": ask.ruleset.deck_size,
        "suits": len(Suit),
        "ranks": ask.ruleset.deck_size // len(Suit),
    }
    return ask.tr.number(known[ask.text])


def _stock(ask: Asking) -> str:
    """``stock: 4``: how many cards lie there when four have got theirs and one is turned up."""
    left = ask.ruleset.deck_size - int(ask.text) * ask.ruleset.hand_size - 1
    return ask.tr.number(left)


FACTS: Final[Mapping[str, Callable[[Asking], str]]] = {
    "points": _points,
    "sum": _sum,
    "add": _add,
    "card": _card,
    "worth": _worth,
    "ranks": _ranks,
    "hands": _hands,
    "count": _count,
    "one-in": _one_in,
    "mean": _mean,
    "worse": _worse,
    "lowest": _lowest,
    "draw-mean": _draw_mean,
    "fails": _fails,
    "helps": _helps,
    "unseen": _unseen,
    "left": _left,
    "value": _value,
    "word": _word,
    "stock": _stock,
    "rules": _rules,
    "number": _number,
}
"""Every placeholder by its name."""
