"""What the engine knows, said in words: the only place where sentences are made.

Every function takes a :class:`~thirtyone.text.translator.Translator`, so the language is always
the caller's choice.
"""

import re
from collections.abc import Sequence
from typing import Final

from thirtyone.cards import ALL_CARDS, Card, Rank, Suit
from thirtyone.errors import ThirtyOneError
from thirtyone.hands import HandScore, ReasonKind, Unplayable, UnplayableKind, is_natural
from thirtyone.notation import Style, format_card, rank_word, ranks_plural, suit_word
from thirtyone.rules import Mark, Provenance, Ruleset
from thirtyone.rules.model import BankForm, DrawForm, ExchangeForm, Players
from thirtyone.text.translator import Translator

__all__ = [
    "ruleset_name",
    "say_error",
    "say_provenance",
    "say_question",
    "say_score",
    "say_unplayable",
    "say_value",
]

_LONGEST: Final = 80
"""Characters of what somebody wrote that are shown in a sentence."""
_LONGEST_PATH: Final = 240


def ruleset_name(ruleset: Ruleset, tr: Translator) -> str:
    """The name of the ruleset: ``Norwegian base``, ``Norsk grunnspill``."""
    return ruleset.names.get(tr.lang) or ruleset.names["en"]


# ------------------------------------------------------------------------------------- scores


def say_score(score: HandScore, ruleset: Ruleset, tr: Translator) -> str:
    """Which cards count and why, why the others do not, and which rule did it."""
    say = {
        ReasonKind.SUIT_SUM: _say_suit_sum,
        ReasonKind.ACE_ACROSS_SUITS: _say_ace_across,
        ReasonKind.SAME_RANK: _say_trips,
        ReasonKind.THREE_ACES: _say_three_aces,
        ReasonKind.SUITED_RUN: _say_run,
        ReasonKind.BANK_TOTAL: _say_bank_total,
    }[score.reason.kind]
    return " ".join(say(score, ruleset, tr))


def _say_suit_sum(score: HandScore, ruleset: Ruleset, tr: Translator) -> list[str]:
    points = tr.points(score.reason.total)
    cards = (*score.counted, *score.idle)
    suits = {card.suit for card in cards}
    if len(suits) == len(cards):
        return _say_all_suits_differ(score, ruleset, tr)
    assert score.reason.suit is not None
    suit = suit_word(score.reason.suit, tr.lang)
    if not score.idle:
        key = "score.forty_one" if len(cards) == 4 else "score.suit_sum.all"
        return [tr(key, suit=suit, sum=_sum(score.counted), points=points)]
    if len(score.counted) == 1:
        said = [tr("score.suit_single", suit=suit, points=points)]
    else:
        said = [tr("score.suit_sum.some", suit=suit, sum=_sum(score.counted), points=points)]
    said += _say_idle(score, tr)
    for other in suits - {score.reason.suit}:
        if 2 * sum(card.points for card in cards if card.suit is other) == score.reason.total:
            said.append(tr("score.equal_suit", suit=suit_word(other, tr.lang)))
    return said


def _say_all_suits_differ(score: HandScore, ruleset: Ruleset, tr: Translator) -> list[str]:
    (card,) = score.counted
    points = tr.points(score.reason.total)
    four = "_four" if len(score.idle) == 3 else ""
    if all(other.points < card.points for other in score.idle):
        words = format_card(card, tr.lang, Style.WORDS)
        return [tr(f"score.best_card{four}", card=words, points=points)]
    said = [tr(f"score.one_card{four}", points=points)]
    if len({other.rank for other in (card, *score.idle)}) == 1 and not four:
        said.append(tr("score.trips_none", rules=ruleset_name(ruleset, tr)))
    return said


def _say_idle(score: HandScore, tr: Translator) -> list[str]:
    if not score.idle:
        return []
    cards = tr.join(format_card(card, tr.lang, Style.WORDS) for card in score.idle)
    if len(score.idle) > 1 and len({card.suit for card in score.idle}) == 1:
        return [tr("score.idle_one_suit", cards=cards)]
    return [tr.plural("score.idle", len(score.idle), cards=cards)]


def _say_ace_across(score: HandScore, ruleset: Ruleset, tr: Translator) -> list[str]:
    rules = ruleset_name(ruleset, tr)
    total = tr.points(score.reason.total)
    added = _sum(score.counted)
    if score.points is not None and score.points < score.reason.total:
        said = [tr("score.ace_may_cross", rules=rules)]
        said.append(tr("score.capped", sum=added, total=total, rules=rules))
    else:
        said = [tr("score.ace_across", rules=rules, sum=added, points=total)]
    return said + _say_idle(score, tr)


def _say_trips(score: HandScore, ruleset: Ruleset, tr: Translator) -> list[str]:
    ranks = ranks_plural(score.counted[0].rank, tr.lang)
    return [
        tr("score.trips", ranks=ranks, points=_points(score, tr), rules=ruleset_name(ruleset, tr))
    ]


def _say_three_aces(score: HandScore, ruleset: Ruleset, tr: Translator) -> list[str]:
    if score.points is None:
        return [tr("score.three_aces.ild")]
    # More than the 31 of one suit can only be the best hand of all.
    key = "score.three_aces.best" if score.points > 62 else "score.three_aces.fixed"
    return [tr(key, points=_points(score, tr), rules=ruleset_name(ruleset, tr))]


def _say_run(score: HandScore, _: Ruleset, tr: Translator) -> list[str]:
    assert score.reason.suit is not None
    suit = suit_word(score.reason.suit, tr.lang)
    plain = tr.points(score.reason.total)
    return [tr("score.run", suit=suit, points=_points(score, tr), plain=plain)]


def _say_bank_total(score: HandScore, ruleset: Ruleset, tr: Translator) -> list[str]:
    assert score.points is not None
    numbers = [card.points for card in score.counted]
    # An ace is 1 where 11 would be too much; the total says how many are.
    for _ in range((sum(numbers) - score.points // 2) // 10):
        numbers[numbers.index(11)] = 1
    points = _points(score, tr)
    said = [tr("score.bank_total", sum=" + ".join(map(str, numbers)), points=points)]
    if score.points > 62:
        said.append(tr("score.bank_bust", points=points))
    elif isinstance(ruleset.form, BankForm) and is_natural(score.counted, ruleset.form.bank):
        said.append(tr(f"score.bank_natural.{ruleset.form.bank.natural}"))
    return said


def _sum(cards: Sequence[Card]) -> str:
    return " + ".join(str(card.points) for card in cards)


def _points(score: HandScore, tr: Translator) -> str:
    return score.label if score.points is None else tr.points(score.points)


def say_unplayable(
    problem: Unplayable, cards: Sequence[Card], ruleset: Ruleset, tr: Translator
) -> str:
    """Why these cards are no hand of the ruleset."""
    rules = ruleset_name(ruleset, tr)
    if problem.kind is UnplayableKind.WRONG_SIZE:
        wanted = str(ruleset.hand_size)
        if isinstance(ruleset.form, BankForm):
            wanted = tr("count.or_more", n=wanted)
        return tr("score.wrong_size", rules=rules, wanted=wanted, n=tr.number(len(cards)))
    assert problem.card is not None
    return _say_not_in_deck(ruleset, problem.card, tr)


def _say_not_in_deck(ruleset: Ruleset, card: Card, tr: Translator) -> str:
    return tr(
        "score.not_in_deck",
        rules=ruleset_name(ruleset, tr),
        n=tr.number(ruleset.deck_size),
        card=format_card(card, tr.lang, Style.WORDS),
    )


# ------------------------------------------------------------------------------- rules and sources


def say_question(path: str, tr: Translator, ruleset: Ruleset | None = None) -> str:
    """What a rule path asks, in plain words; of 41 where the ruleset aims at 41."""
    if ruleset is not None and (key := f"rule.{path}.{ruleset.family}") in tr:
        return tr(key)
    if ruleset is not None and isinstance(ruleset.form, DrawForm | ExchangeForm):
        key = f"rule.{path}.{ruleset.form.scoring.target}"
        if key in tr:
            return tr(key)
    return tr(f"rule.{path}")


def say_value(path: str, value: object, tr: Translator, *, short: bool = False) -> str:
    """A rule's answer as a sentence, or in a few words for a table.

    An answer without words of its own is written as it stands: a number as a number.
    """
    kind = "short" if short else "value"
    text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    if (key := f"{kind}.{path}.{text}") in tr:
        return tr(key)
    key = f"{kind}.{path}"
    if isinstance(value, Players):
        low, high = tr.number(value.low), tr.number(value.high)
        return tr(key, low=low, high=high) if key in tr else f"{low}–{high}"
    if isinstance(value, int) and not isinstance(value, bool):
        return tr.plural(key, value) if key in tr else tr.number(value)
    return text


def say_provenance(provenance: Provenance, tr: Translator) -> str:
    """Where a value is from: the source and section, or that we chose, then our remark."""
    source, note = provenance.source, (provenance.note or {}).get(tr.lang)
    if provenance.mark is Mark.OURS and not provenance.contradicts:
        # Our own files say why they choose; only a switched house rule has no remark.
        return f"{tr('source.ours')} {note}" if note else tr("source.house_rule")
    said = []
    if source is not None and provenance.mark is Mark.ELSEWHERE:
        said.append(tr("source.elsewhere", source=source.title))
    elif source is not None and provenance.section:
        said.append(tr("source.stated", source=source.title, section=provenance.section))
    elif source is not None:
        said.append(tr("source.stated_whole", source=source.title))
    if provenance.contradicts:
        said.append(tr("source.contradicts"))
    # A title may end in a question mark of its own.
    said = [sentence.replace("?.", "?") for sentence in said]
    return " ".join([*said, note] if note else said)


# ------------------------------------------------------------------------------------- errors


def say_error(error: ThirtyOneError, tr: Translator) -> str:
    """One line: what is wrong, where, and what would be right."""
    if error.reason == "refuse.not_in_deck":
        rules, card = error.details["rules"], error.details["card"]
        assert isinstance(rules, Ruleset)
        assert isinstance(card, Card)
        return _say_not_in_deck(rules, card, tr)
    key = error.reason
    parts = {name: _say_part(name, part, tr) for name, part in error.details.items()}
    if key in {"refuse.no_suit", "refuse.no_rank"}:
        rank, suit = error.details.get("rank", Rank.ACE), error.details.get("suit", Suit.SPADES)
        example = next(card for card in ALL_CARDS if card.rank is rank and card.suit is suit)
        parts["example"] = format_card(example, tr.lang, Style.WORDS)
    elif key == "refuse.rules_not_in_family":
        parts["family"] = tr(f"form.{error.details['family']}")
    elif key == "refuse.rules_not_toml":
        key, parts = _say_toml(parts)
    line = " ".join([tr(key, **parts), *_say_way_out(error, tr)])
    if "file" in parts and key != "refuse.rules_no_file":  # which names it in its sentence
        return f"{parts['file']}: {line}"
    return line


def _say_toml(parts: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The place out of a message such as ``Expected '=' (at line 3, column 5)``."""
    place = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", parts["message"])
    if place is None:
        reason = parts["message"].removesuffix(" (at end of document)")
        return "refuse.rules_not_toml_end", parts | {"reason": reason}
    reason, line, column = place.groups()
    return "refuse.rules_not_toml", parts | {"reason": reason, "line": line, "column": column}


def _say_way_out(error: ThirtyOneError, tr: Translator) -> list[str]:
    """What was perhaps meant, or how to write it."""
    if error.reason == "refuse.unknown_card":
        guesses = error.details.get("guesses")
        cards = guesses if isinstance(guesses, tuple) else ()
        if not cards:
            return [tr("refuse.how_to_write")]
        words = [format_card(card, tr.lang, Style.WORDS) for card in cards]
        if len(words) == 1:
            return [tr("refuse.did_you_mean", card=words[0])]
        return [tr("refuse.did_you_mean_one_of", cards=tr.join_or(words))]
    suggestion = error.details.get("suggestion")
    if isinstance(suggestion, str) and suggestion:
        return [tr("refuse.did_you_mean_text", text=suggestion)]
    return [tr("refuse.see_list")] if error.reason == "refuse.unknown_rules" else []


def _say_part(name: str, part: object, tr: Translator) -> str:
    """A detail of an error as it stands in the sentence."""
    if isinstance(part, Card):
        return format_card(part, tr.lang, Style.WORDS)
    if isinstance(part, Suit):
        return suit_word(part, tr.lang)
    if isinstance(part, Rank):
        return rank_word(part, tr.lang)
    if isinstance(part, Ruleset):
        return ruleset_name(part, tr)
    if isinstance(part, ThirtyOneError):
        return say_error(part, tr)
    if isinstance(part, tuple) and part and all(isinstance(each, Ruleset) for each in part):
        return _say_sizes(part, tr)
    if isinstance(part, list | tuple):
        return tr.join_or(_say_part(name, each, tr) for each in part)
    if isinstance(part, int):
        if name == "player":
            return tr("settle.seat", n=part)
        if name == "limit" and part >= 10_000:
            return f"{tr.number(part // 1000)}\N{NO-BREAK SPACE}kB"
        # Ports and line numbers are names, not amounts.
        return tr.number(part) if name in {"n", "wanted", "limit"} else str(part)
    text = _one_line(str(part))
    if name in {"file", "path"}:  # it may be copied, and its end tells most
        return text if len(text) <= _LONGEST_PATH else "…" + text[1 - _LONGEST_PATH :]
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _say_sizes(rulesets: Sequence[Ruleset], tr: Translator) -> str:
    """How many cards a hand may have under one of these rulesets."""
    least = min(ruleset.hand_size for ruleset in rulesets)
    if any(isinstance(ruleset.form, BankForm) for ruleset in rulesets):
        return tr("count.or_more", n=tr.number(least))
    return tr.join_or(tr.number(n) for n in sorted({ruleset.hand_size for ruleset in rulesets}))


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
