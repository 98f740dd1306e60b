"""One seat of the table picture: name, tokens, marks, cards, value, and the same in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from thirtyone.cards import Card
from thirtyone.hands import HandScore
from thirtyone.notation import Style, format_card, format_cards, suit_word
from thirtyone.play.settlement import Settlement
from thirtyone.rules import Family, Ruleset
from thirtyone.rules.model import BankForm, Goal, LifeUnit
from thirtyone.text.say_play import LAST_CHANCE_TERMS, say_label
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import suit_mark
from thirtyone.ui.marks import icon
from thirtyone.ui.round_story import Story
from thirtyone.ui.scene import Scene, with_markup
from thirtyone.ui.table_moment import Cards, Moment

WAVE: Final = (
    '<svg class="wv" viewBox="0 0 20 14" aria-hidden="true"><path d="M1.5 5c2.8-3.4 5.6-3.4 8.5 0'
    's5.7 3.4 8.5 0M1.5 11c2.8-3.4 5.6-3.4 8.5 0s5.7 3.4 8.5 0"/></svg>'
)
"""Two waves stand for a player without lives who plays on."""

_ILD_LANGUAGE: Final = "da"


@dataclass(frozen=True, slots=True)
class Look:
    """One reader's words and cards."""

    tr: Translator
    local: bool = False
    """Court cards with the letters of the language."""

    def card(self, card: Card) -> str:
        """The spoken name of a card."""
        return format_card(card, self.tr.lang, Style.WORDS)

    def cards(self, cards: tuple[Card, ...]) -> str:
        """The spoken names of several cards."""
        return format_cards(cards, self.tr.lang, Style.WORDS)


@dataclass(frozen=True, slots=True)
class Table:
    """A round at one moment for one reader: what all seats of a picture have in common."""

    look: Look
    story: Story
    moment: Moment
    did: tuple[str, ...]
    """By seat of the round, what each player did last; empty for nothing."""
    settled: Settlement | None = None
    """The result, once it is shown."""
    viewer: int | None = None
    """The seat that the reader plays."""


def seat_scenes(table: Table) -> list[Scene]:
    """All seats in the order of play, from whoever sits nearest to the reader on."""
    story = table.story
    first = story.seats[table.viewer or 0]
    order = [(first + n) % story.places for n in range(story.places)]
    here = [place for place in order if place in story.seats or place < len(story.players)]
    areas = _areas(table, here)
    return [_seat(table, place, areas[place]) for place in here]


_RING: Final = {
    1: ("n",),
    2: ("w1", "e2"),
    3: ("w1", "n", "e2"),
    4: ("w1", "n1", "n2", "e2"),
    5: ("w1", "w2", "n", "e1", "e2"),
    6: ("w1", "w2", "n1", "n2", "e1", "e2"),
}


def _areas(table: Table, here: list[int]) -> dict[int, str]:
    """Where each one sits: clockwise from the left hand of the nearest; a bank sits opposite."""
    if table.moment.ruleset.family is Family.BANK:
        bank = table.story.seats[table.moment.dealer]
        near = next(place for place in here if place != bank) if here[0] == bank else here[0]
        return {
            place: "bank" if place == bank else "s" if place == near else "row" for place in here
        }
    others = here[1:]
    # More than seven at a table: two share a corner's row, which the style sheet lets wrap.
    ring = _RING.get(len(others)) or tuple(f"x{n}" for n in range(len(others)))
    return {here[0]: "s", **dict(zip(others, ring, strict=True))}


def _seat(table: Table, place: int, area: str) -> Scene:
    tr, story, moment = table.look.tr, table.story, table.moment
    name = story.names(tr)[place]
    if place not in story.seats:
        aria = tr("seat.list", name=name, state=tr("seat.out"))
        return {
            "area": area,
            "place": place,
            "cls": "out",
            "name": name,
            "lives": "",
            "marks": "",
            "cards": [],
            "slot": tr("seat.out"),
            "value": "",
            "line": "",
            "aria": aria,
            "row": _row(name, [tr("seat.out")], (), "", "out", table.look),
        }
    seat = story.seats.index(place)
    score = moment.score(seat)
    loses = _loses(table, seat)
    kinds = {
        "turn": moment.turn == seat,
        "lose": loses or moment.bust(seat),
        "me": table.viewer == seat,
        "gone": table.settled is not None and seat in table.settled.out,
    }
    states = list(_states(table, seat))
    have = list(_have(table, seat))
    value = _value_words(score, table.look.tr)
    hand = moment.hands[seat]
    said = ", ".join([*have, *states])
    shown = _shown_words(hand, table.look)
    told = " – ".join(filter(None, (said, shown, value, table.did[seat])))
    cls = " ".join(kind for kind, on in kinds.items() if on)
    return {
        "area": area,
        "place": place,
        "cls": cls,
        "name": name,
        "lives": _tokens(table, seat),
        "marks": "".join(_marks(table, seat)),
        "cards": _keys(hand, score),
        "slot": "",
        "value": _value(score, table.look.tr),
        "line": "" if None not in hand else table.did[seat],
        "aria": f"{name}: {told}",
        "row": _row(name, [*have, *states], hand, value or table.did[seat], cls, table.look),
    }


def printed_seat(
    look: Look,
    seat: int,
    players: tuple[str, ...],
    hand: tuple[Card, ...],
    score: HandScore | None,
    twice: Card | None,
) -> Scene:
    """A seat with a hand as it is printed; a card that another seat holds too is marked."""
    name = players[seat]
    value = _value_words(score, look.tr)
    ring = ("s", *_RING[len(players) - 1])
    keys = [
        f"{card}!" if card is twice else key
        for key, card in zip(_keys(hand, score), hand, strict=True)
    ]
    return {
        "area": ring[seat],
        "place": seat,
        "cls": "",
        "name": name,
        "lives": "",
        "marks": "",
        "cards": keys,
        "slot": "",
        "value": _value(score, look.tr),
        "line": "",
        "aria": f"{name}: {' – '.join(filter(None, (look.cards(hand), value)))}",
        "row": _row(name, [], hand, value, "", look),
    }


def _row(name: str, have: list[str], hand: Cards, text: str, cls: str, look: Look) -> Scene:
    """The seat as a line of the table in words."""
    return {
        "name": name,
        "have": ", ".join(have),
        "cards": [str(card) for card in hand if card],
        "words": _shown_words(hand, look),
        "text": text,
        "cls": cls,
    }


def _loses(table: Table, seat: int) -> bool:
    done = table.settled
    return done is not None and any(c.seat == seat and c.amount < 0 for c in done.changes)


# ------------------------------------------------------------------------------ cards and value


def _keys(hand: Cards, score: HandScore | None) -> list[str]:
    """Each card by its code, with a ``-`` if it does not count; ``?`` lies face down."""
    return [
        "?" if card is None else f"{card}-" if score and card not in score.counted else str(card)
        for card in hand
    ]


def _value(score: HandScore | None, tr: Translator) -> str:
    if score is None:
        return ""
    if score.points is None:
        return f'<b class="src" lang="{_ILD_LANGUAGE}">{escape(score.label)}</b>'
    number = f"<b>{escape(say_label(score, tr))}</b>"
    if score.reason.suit is None:
        return number
    return with_markup(tr, "seat.value", points=number, suit=suit_mark(score.reason.suit))


def _value_words(score: HandScore | None, tr: Translator) -> str:
    if score is None:
        return ""
    if score.points is None or score.reason.suit is None:
        return say_label(score, tr)
    return tr("seat.value", points=say_label(score, tr), suit=suit_word(score.reason.suit, tr.lang))


def _shown_words(hand: Cards, look: Look) -> str:
    open_cards = tuple(card for card in hand if card is not None)
    words = [look.cards(open_cards)] if open_cards else []
    if hidden := len(hand) - len(open_cards):
        words.append(look.tr.plural("seat.hidden", hidden))
    return ", ".join(words)


# ------------------------------------------------------------------------------- lives and tokens


def _lives(ruleset: Ruleset) -> int:
    """How many lives the rules give; 0 where nobody has lives."""
    form = ruleset.form
    if isinstance(form, BankForm) or form.settlement.goal is not Goal.LOWEST_LOSES:
        return 0
    return form.lives.start


def _counts(table: Table, seat: int) -> tuple[int, int, int]:
    """Lives before and after the round as far as it is shown, and how many a match starts with."""
    before, start = table.story.before, _lives(table.moment.ruleset)
    had = before.lives[table.story.seats[seat]] if before else start
    left = table.settled.lives[seat] if table.settled else had
    return had, left, max(start, had)


def _swims(table: Table, seat: int) -> bool:
    had, left, start = _counts(table, seat)
    out = table.settled is not None and seat in table.settled.out
    return start > 0 and min(had, left) == 0 and not out


def _tokens(table: Table, seat: int) -> str:
    """Lives as discs; points and tokens as a figure."""
    had, left, start = _counts(table, seat)
    if not start:
        return f'<span class="fig">{escape(", ".join(_have(table, seat)))}</span>'
    if had == left and _swims(table, seat):
        return f'<span class="lv">{WAVE}</span>'
    kinds = ["on"] * left + ["gone"] * (had - left) + ["off"] * (start - had)
    discs = "".join(f'<i class="{kind}"></i>' for kind in kinds)
    return f'<span class="lv">{discs}</span>'


def _have(table: Table, seat: int) -> Iterator[str]:
    """Lives, points or tokens in words."""
    tr, moment = table.look.tr, table.moment
    _, left, start = _counts(table, seat)
    form = moment.ruleset.form
    if isinstance(form, BankForm):
        if stake := (moment.stakes[seat] or 0):
            yield tr.plural("seat.stake", stake)
        return
    if start:
        key = "seat.marks" if form.lives.unit is LifeUnit.MARK else "seat.lives"
        yield tr(key, n=tr.number(left), m=tr.number(start))
        return
    before = table.story.before
    points = before.points[table.story.seats[seat]] if before else 0
    if table.settled:
        points += sum(
            c.amount for c in table.settled.changes if c.seat == seat and c.unit == "point"
        )
    if form.settlement.goal is not Goal.HIGHEST_WINS or moment.ruleset.match.target:
        yield tr.plural("seat.points", points)


# ---------------------------------------------------------------------------------------- marks


def _states(table: Table, seat: int) -> Iterator[str]:
    """The marks in words."""
    tr, moment = table.look.tr, table.moment
    if moment.dealer == seat:
        yield tr("seat.bank" if moment.ruleset.family is Family.BANK else "seat.dealer")
    if moment.turn == seat:
        yield tr("seat.turn")
    if moment.knocker == seat:
        yield tr("seat.knocked")
    if _swims(table, seat):
        yield tr("seat.last_chance")
    if table.settled is not None and seat in table.settled.out:
        yield tr("seat.out")
    if moment.bust(seat):
        yield tr("seat.over")


def _marks(table: Table, seat: int) -> Iterator[str]:
    tr, moment = table.look.tr, table.moment
    if moment.knocker == seat:
        yield f'<span class="mk kn">{icon("knock")}{escape(tr("seat.knocked"))}</span>'
    if moment.dealer == seat:
        key = "seat.bank" if moment.ruleset.family is Family.BANK else "seat.dealer"
        yield f'<span class="mk">{escape(tr(key))}</span>'
    if _swims(table, seat):
        lang, term = LAST_CHANCE_TERMS.get((moment.ruleset.region, moment.ruleset.family), ("", ""))
        word = escape(term or tr("seat.last_chance"))
        own = f' lang="{lang}"' if term else ""
        yield f'<span class="mk sw"{own}>{word}</span>'
    if table.settled is not None and seat in table.settled.out:
        yield f'<span class="mk">{escape(tr("seat.out"))}</span>'
    if moment.bust(seat):
        yield f'<span class="mk lose">{escape(tr("seat.over"))}</span>'
