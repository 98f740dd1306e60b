"""Cards that somebody typed, and what to offer where the text is not a hand."""

from dataclasses import dataclass

from thirtyone.cards import Card
from thirtyone.errors import CardError, HandError
from thirtyone.hands import check_hand
from thirtyone.notation import parse_cards
from thirtyone.rules import Ruleset
from thirtyone.text.say import say_error
from thirtyone.text.translator import Translator


@dataclass(frozen=True, slots=True)
class Offer:
    """A way out: the text as it would be, and the card that makes the difference."""

    card: Card
    text: str
    keep: bool = False
    """The card is there twice and would stay once; otherwise it is a guess."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """Why a text is not a hand: one sentence, what could be read, and ways out."""

    text: str
    read: tuple[Card, ...] = ()
    gap: bool = False
    """A part could not be read, and stands as an empty place beside the cards."""
    offers: tuple[Offer, ...] = ()


def read_hand(
    text: str, tr: Translator, limit: int, home: Ruleset
) -> tuple[tuple[Card, ...], Complaint | None]:
    """The hand that a text names, or no cards and the complaint about it."""
    try:
        cards = parse_cards(text, tr.lang)
    except CardError as error:
        return (), _unreadable(error, text, tr, limit)
    problem = _impossible(cards, limit, home)
    if problem is None:
        return cards, None
    offers = _keep_one(problem, cards)
    return (), Complaint(say_error(problem, tr), cards[: limit + 2], offers=offers)


def _impossible(cards: tuple[Card, ...], limit: int, home: Ruleset) -> HandError | None:
    try:
        check_hand(cards)
    except HandError as error:
        return error
    if len(cards) > limit:
        return HandError("refuse.wrong_count", n=len(cards), wanted=limit, rules=home)
    return None


def _unreadable(error: CardError, text: str, tr: Translator, limit: int) -> Complaint:
    part, at = error.details.get("text"), error.details.get("at")
    if not isinstance(part, str) or not isinstance(at, int):
        return Complaint(say_error(error, tr))
    before, after = text[: at - 1], text[at - 1 + len(part) :]
    guesses = error.details.get("guesses") or (error.details.get("a"), error.details.get("b"))
    offers = tuple(
        Offer(card, " ".join(f"{before} {card} {after}".split()))
        for card in (guesses if isinstance(guesses, tuple) else ())
        if isinstance(card, Card)
    )
    read = (*_readable(before, tr), *_readable(after, tr))
    return Complaint(say_error(error, tr), read[:limit], True, offers)


def _readable(text: str, tr: Translator) -> tuple[Card, ...]:
    try:
        return parse_cards(text, tr.lang)
    except CardError:
        return ()


def _keep_one(error: HandError, cards: tuple[Card, ...]) -> tuple[Offer, ...]:
    twice = error.details.get("card")
    if not isinstance(twice, Card):
        return ()
    once = " ".join(map(str, dict.fromkeys(cards)))
    return (Offer(twice, once, keep=True),)
