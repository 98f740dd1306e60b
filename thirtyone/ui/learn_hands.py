"""Hands in a lesson: cards that can be pressed, what each suit adds up to, final hands judged."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from thirtyone.cards import Card, Rank, Suit
from thirtyone.hands import HandScore, ReasonKind, check_playable, score_playable
from thirtyone.notation import Style, format_card, index_letter, rank_word, suit_word
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import ends_a_round, settle, usual_end
from thirtyone.play.settlement import Settlement
from thirtyone.rules.model import BankForm, Goal, LifeUnit, Ruleset
from thirtyone.text.say import ruleset_name, say_score
from thirtyone.text.say_example import NAMES
from thirtyone.text.say_play import say_label, say_settlement
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import card_text, compact, face, suit_mark
from thirtyone.ui.learn_try import Try
from thirtyone.ui.marks import flag, icon
from thirtyone.ui.scene import Scene
from thirtyone.ui.seat_scene import WAVE

_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_ONE_SUIT: Final = frozenset({ReasonKind.SUIT_SUM, ReasonKind.SUITED_RUN})
_AXIS: Final = 31


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a lesson is shown to: words, cards, and the rules that are theirs."""

    tr: Translator
    home: Ruleset
    local: bool = False
    """Court cards with the letters of the language."""

    @property
    def lang(self) -> str:
        """The language of the words."""
        return self.tr.lang

    def card(self, card: Card) -> str:
        """The spoken name of a card."""
        return format_card(card, self.lang, Style.WORDS)

    def named(self, ruleset: Ruleset) -> Scene:
        """A ruleset's flag and name, and whether it is the reader's own."""
        return {
            "flag": flag(ruleset.region),
            "name": ruleset_name(ruleset, self.tr),
            "home": ruleset.id == self.home.id,
        }


def scored(cards: tuple[Card, ...], ruleset: Ruleset) -> HandScore | None:
    """What a hand is worth, or None where the rules have no such hand."""
    return None if check_playable(cards, ruleset) else score_playable(cards, ruleset)


# ---------------------------------------------------------------------------------- cards to press


def cards_scene(reader: Reader, cards: Sequence[Card], score: HandScore | None) -> list[Scene]:
    """Each card as a button: its face, and in words whether it counts."""
    return [_card(reader, card, score, big=True) for card in cards]


def _card(reader: Reader, card: Card, score: HandScore | None, *, big: bool) -> Scene:
    idle = score is not None and card not in score.counted
    words = reader.card(card)
    key = "aria.card_idle" if idle else "aria.card_counts"
    draw = face if big else compact
    return {
        "code": str(card),
        "html": draw(card, reader.lang, local=reader.local, label="", idle=idle),
        "label": words if score is None else reader.tr(key, card=words),
    }


def chooser_scene(reader: Reader, tried: Try) -> Scene:
    """What opens at a card: four suits, thirteen ranks, without the cards that are held."""
    tr, lang = reader.tr, reader.lang
    free = tried.free
    return {
        "title": tr("learn.another_card"),
        "close": tr("act.close"),
        "suits": [[suit.value, suit_mark(suit), suit_word(suit, lang)] for suit in _SUITS],
        "ranks": [
            [rank.letter, index_letter(rank, lang if reader.local else "en"), rank_word(rank, lang)]
            for rank in sorted(Rank, reverse=True)
        ],
        "names": {str(card): reader.card(card) for card in free},
        "again": tr("learn.first_cards") if tried.changed else "",
    }


# ------------------------------------------------------------------------------------- one hand


def hand_scene(reader: Reader, tried: Try) -> Scene:
    """One hand with a bar for each of its suits, and what the rules make of it."""
    tr, cards, ruleset = reader.tr, tried.hands[0], tried.ruleset
    score = scored(cards, ruleset)
    assert score is not None
    return {
        "kind": "hand",
        "hands": [{"name": "", "cards": cards_scene(reader, cards, score)}],
        "chooser": chooser_scene(reader, tried),
        "hint": tr("learn.press_card"),
        "rules": reader.named(ruleset),
        "bars": bars_scene(cards, score, tr),
        "said": say_score(score, ruleset, tr),
    }


def bars_scene(cards: tuple[Card, ...], score: HandScore, tr: Translator) -> Scene:
    """The sum of each suit as a bar on a line from 0 to 31, the one that counts first."""
    kind = score.reason.kind
    rows = [_suit_row(suit, cards, tr) for suit in _SUITS]
    rows = [row for row in rows if row["parts"]]
    rows.sort(key=lambda row: -row["sum"])
    if kind in _ONE_SUIT:
        best = score.reason.suit or score.counted[0].suit
        rows.sort(key=lambda row: row["suit"] != best)
        rows[0]["on"] = True
        if kind is not ReasonKind.SUIT_SUM:
            rows[0]["total"] = say_label(score, tr)
    else:
        parts = [card.points for card in score.counted]
        whole = score.points is not None and sum(parts) * 2 == score.points
        worth = 0 if score.points is None else score.points / 2
        rows.insert(
            0,
            {
                "suit": "",
                "mark": "",
                "word": tr("learn.whole_hand"),
                "parts": parts if whole else [worth] if worth else [],
                "plain": not whole,
                "sum": worth,
                "total": say_label(score, tr),
                "on": True,
            },
        )
    label = [tr("learn.bar", suit=row["word"], points=row["total"]) for row in rows]
    return {
        "rows": rows,
        "most": max(_AXIS, *(int(row["sum"]) for row in rows)),
        "ends": ["0", str(_AXIS)],
        "label": ". ".join(label),
    }


def _suit_row(suit: Suit, cards: tuple[Card, ...], tr: Translator) -> dict[str, Any]:
    parts = sorted((card.points for card in cards if card.suit is suit), reverse=True)
    return {
        "suit": suit.value,
        "mark": suit_mark(suit),
        "word": suit_word(suit, tr.lang),
        "parts": parts,
        "plain": False,
        "sum": sum(parts),
        "total": str(sum(parts)),
        "on": False,
    }


# ------------------------------------------------------------------------------------ final hands


def showdown_scene(reader: Reader, tried: Try) -> Scene:
    """Final hands with lives, and what they cost under each of the rulesets shown."""
    tr, ruleset = reader.tr, tried.ruleset
    done = settled(tried, ruleset)
    bank = len(tried.hands) - 1 if isinstance(ruleset.form, BankForm) else None
    return {
        "kind": "showdown",
        "hands": [_seat(reader, tried, seat, done) for seat in range(len(tried.hands))],
        "chooser": chooser_scene(reader, tried),
        "hint": tr("learn.press_card"),
        "rules": reader.named(ruleset),
        "knocks": None if bank is not None else _knocks(tried, tr),
        "results": [_result(reader, tried, each) for each in tried.scene.rulesets],
    }


def settled(tried: Try, ruleset: Ruleset) -> Settlement | None:
    """The result of the hands as they are now; None where the round would go on."""
    if any(check_playable(hand, ruleset) for hand in tried.hands):
        return None
    form = ruleset.form
    if isinstance(form, BankForm):
        return settle(ruleset, tried.hands)
    scores = [score_playable(hand, ruleset) for hand in tried.hands]
    knocker = tried.knocker
    if knocker is not None and ends_a_round(scores[knocker], form):
        knocker = None  # whoever has such a hand shows it, and does not knock
    given = tried.scene.data.get("end")
    end = usual_end(scores, form, knocker)
    if given and not tried.changed:
        end = RoundEnd(given)
    elif knocker is None and end is not RoundEnd.INSTANT:
        return None
    return settle(ruleset, tried.hands, end=end, knocker=knocker, lives=_lives(tried, ruleset))


def _lives(tried: Try, ruleset: Ruleset) -> list[int] | None:
    form = ruleset.form
    if isinstance(form, BankForm) or form.settlement.goal is not Goal.LOWEST_LOSES:
        return None
    given = tried.scene.data.get("lives")
    return [form.lives.start] * len(tried.hands) if given is None else list(given)


def _seat(reader: Reader, tried: Try, seat: int, done: Settlement | None) -> Scene:
    tr, cards, ruleset = reader.tr, tried.hands[seat], tried.ruleset
    score = scored(cards, ruleset)
    value = ""
    if score is not None:
        value = f"<b>{escape(say_label(score, tr))}</b>"
        if score.reason.suit is not None and score.points is not None:
            word = suit_word(score.reason.suit, tr.lang)
            value += suit_mark(score.reason.suit) + f'<span class="vh">{escape(word)}</span>'
    loses = done is not None and any(c.seat == seat and c.amount < 0 for c in done.changes)
    lives, words = _tokens(tried, seat, done, tr)
    return {
        "name": NAMES[seat],
        "lives": lives,
        "lives_label": words,
        "knocked": f"{icon('knock')}{escape(tr('seat.knocked'))}" if tried.knocker == seat else "",
        "loses": loses,
        "cards": [_card(reader, card, score, big=False) for card in cards],
        "value": value,
    }


def _tokens(tried: Try, seat: int, done: Settlement | None, tr: Translator) -> tuple[str, str]:
    """Lives as discs, and in words."""
    ruleset = tried.ruleset
    before = _lives(tried, ruleset)
    form = ruleset.form
    if not before or isinstance(form, BankForm) or not form.lives.start:
        return "", ""
    had = before[seat]
    left = done.lives[seat] if done else had
    start = max(form.lives.start, *before)
    key = "seat.marks" if form.lives.unit is LifeUnit.MARK else "seat.lives"
    words = tr(key, n=tr.number(left), m=tr.number(start))
    if had == left == 0:
        return WAVE, tr("seat.last_chance")
    kinds = ["on"] * left + ["gone"] * (had - left) + ["off"] * (start - had)
    return "".join(f'<i class="{kind}"></i>' for kind in kinds), words


def _knocks(tried: Try, tr: Translator) -> Scene:
    options = [[str(seat), NAMES[seat], tried.knocker == seat] for seat in range(len(tried.hands))]
    return {
        "label": tr("learn.who_knocked"),
        "options": [*options, ["", tr("rejudge.nobody"), tried.knocker is None]],
    }


def _result(reader: Reader, tried: Try, ruleset: Ruleset) -> Scene:
    tr, done = reader.tr, settled(tried, ruleset)
    if done is None:
        return {**reader.named(ruleset), "text": tr("learn.goes_on")}
    names = NAMES[: len(tried.hands)]
    return {**reader.named(ruleset), "text": " ".join(say_settlement(done, names, ruleset, tr))}


def plain_cards(reader: Reader, cards: Sequence[Card], *, big: bool) -> str:
    """Cards that only lie there."""
    draw = face if big else compact
    return "".join(
        draw(card, reader.lang, local=reader.local, label=reader.card(card)) for card in cards
    )


def inline_cards(reader: Reader, cards: Sequence[Card]) -> str:
    """Cards in running text."""
    return " ".join(card_text(card, reader.lang, local=reader.local) for card in cards)
