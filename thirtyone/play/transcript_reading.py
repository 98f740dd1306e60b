"""Reads transcripts, replays them, and names the line where something cannot be.

A text that is read has been played: every action in it was legal, every card came when it is said
to have come, and in a match the right players took part in every round.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn

from thirtyone.cards import Card
from thirtyone.errors import UsageError
from thirtyone.play.actions import Action
from thirtyone.play.deal import Deal, arranged_deal, full_pack
from thirtyone.play.events import Drew, Got, Took
from thirtyone.play.match import MatchState, after_round, check_lives, start_match
from thirtyone.play.record import RoundRecord
from thirtyone.play.round import apply, start
from thirtyone.play.said import Said, parse_compact_turn, parse_turn
from thirtyone.play.state import RoundState
from thirtyone.play.transcript import (
    DEAL_WORDS,
    VERSION,
    Transcript,
    TranscriptError,
    check_name,
    label,
    seat_names,
)
from thirtyone.play.transcript_lines import Line, Lines
from thirtyone.rules.load import load_ruleset
from thirtyone.rules.model import BankForm, DrawForm, Family, Ruleset
from thirtyone.rules.values import question, with_values

LONGEST: Final = 1_000_000
"""Characters of a text that is read."""
_DEAL_WORDS: Final = {
    Family.DRAW: DEAL_WORDS - {"tokens", "table"},
    Family.EXCHANGE: DEAL_WORDS - {"tokens", "up"},
    Family.BANK: DEAL_WORDS - {"up", "table"},
}
_OPEN: Final = {Family.DRAW: ("up", 1), Family.EXCHANGE: ("table", 3)}
"""The line with the open cards, and how many there are."""


@dataclass(slots=True)
class _DealLines:
    """What a round says of its deal, before it is put together."""

    dealer: int
    at: int
    seats: list[int] = field(default_factory=list)
    hands: list[tuple[int, tuple[Card, ...]]] = field(default_factory=list)
    shuffles: list[tuple[Card, ...]] = field(default_factory=list)
    once: dict[str, tuple[int, tuple[Card, ...]]] = field(default_factory=dict)
    """The lines that a deal has once: number and cards."""
    tokens: tuple[int, ...] = ()

    @property
    def rest(self) -> list[tuple[int, tuple[Card, ...]]]:
        """The cards after the hands: the open ones, then the stock, however they stand."""
        return [self.once[word] for word in ("up", "table", "stock") if word in self.once]


def parse_transcript(text: str) -> Transcript:
    """The transcript that a text holds, in lines or as a link; TranscriptError if it holds none."""
    if len(text) > LONGEST:
        raise TranscriptError("refuse.too_long", n=len(text), limit=LONGEST)
    return _Reader(text).transcript()


def parse_round(text: str) -> RoundRecord:
    """The one round that a text holds."""
    transcript = parse_transcript(text)
    if transcript.is_match:
        raise TranscriptError("refuse.script_is_match")
    return transcript.rounds[0]


class _Reader(Lines):
    # --------------------------------------------------------------------------------- the head

    def transcript(self) -> Transcript:
        self.version()
        ruleset = self.rules()
        line = self.peek()
        if line is None or line.word != "players":
            record = self.round(ruleset)
            self.nothing_more()
            return Transcript(ruleset, (record,))
        return self.match(ruleset)

    def version(self) -> None:
        line = self.peek()
        if line is None or line.word != "thirtyone":
            self.fail(line.number if line else 1, "refuse.script_head")
        if line.rest != str(VERSION):
            self.fail(line.number, "refuse.script_version", version=line.rest[:20] or "–")
        self.take()

    def rules(self) -> Ruleset:
        line = self.take()
        if line.word != "rules":
            self.fail(line.number, "refuse.script_expected", text=line.text, wanted="rules")
        with self.at(line.number):
            ruleset = load_ruleset(line.rest)
        changes: dict[str, str] = {}
        at = line.number
        while (house := self.peek_word("set")) is not None:
            at = house.number
            path, _, value = house.rest.replace("=", " ").partition(" ")
            path = path.replace("-", "_")
            if path in changes:
                self.fail(at, "refuse.script_twice", text=f"set {path}")
            changes[path] = value.strip()
            with self.at(at):  # one at a time, so that the line at fault is named
                question(ruleset.family, path).read(value.strip())
        with self.at(at):
            return with_values(ruleset, changes) if changes else ruleset

    # -------------------------------------------------------------------------------- the match

    def match(self, ruleset: Ruleset) -> Transcript:
        line = self.take()
        self.players = tuple(name.strip() for name in line.rest.split(","))
        if not all(self.players) or len(set(self.players)) != len(self.players):
            self.fail(line.number, "refuse.script_players")
        with self.at(line.number):
            for name in self.players:
                check_name(name)
            start_match(ruleset, self.players)
        lives = self.lives(ruleset)
        state = None
        rounds: list[RoundRecord] = []
        while (heading := self.peek_word("round")) is not None:
            if heading.rest not in {"", str(len(rounds) + 1)}:
                number = len(rounds) + 1
                self.fail(heading.number, "refuse.script_round", n=number, text=heading.rest)
            record = self.round(ruleset, state)
            with self.at(heading.number):
                if state is None:
                    dealer = record.deal.seats[record.deal.dealer]
                    state = start_match(ruleset, self.players, dealer=dealer, lives=lives)
                    self.fits(heading.number, state, record.deal)
                rounds.append(record)
                outcome = record.outcome()
                if outcome is None:
                    break
                state = after_round(state, outcome).state
        self.match_end(state, rounds)
        self.nothing_more()
        return Transcript(ruleset, tuple(rounds), self.players, lives)

    def lives(self, ruleset: Ruleset) -> tuple[int, ...] | None:
        line = self.peek_word("lives")
        if line is None:
            return None
        lives = self.numbers(line)
        if len(lives) != len(self.players) or max(lives) > 20:
            wanted = len(self.players)
            self.fail(line.number, "refuse.script_per_player", n=len(lives), wanted=wanted)
        with self.at(line.number):
            check_lives(ruleset, lives)
        return lives

    def fits(self, line: int, state: MatchState, deal: Deal) -> None:
        """Do those take part who are still in, and does the right one deal?"""
        if state.end is not None:
            self.fail(line, "refuse.match_over")
        if deal.seats != state.seats:
            names = [label(seat, self.players) for seat in state.seats]
            self.fail(line, "refuse.script_who_plays", players=", ".join(names))
        if deal.seats[deal.dealer] != state.dealer:
            self.fail(line, "refuse.script_dealer", player=label(state.dealer, self.players))
        if deal.tokens and deal.tokens != tuple(state.tokens[seat] for seat in state.seats):
            held = " ".join(str(state.tokens[seat]) for seat in state.seats)
            self.fail(line, "refuse.script_tokens", tokens=held)

    def match_end(self, state: MatchState | None, rounds: Sequence[RoundRecord]) -> None:
        if rounds and rounds[-1].outcome() is None:
            return  # the round itself said that it pauses
        line = self.take()
        over = state is not None and state.end is not None
        if line.word == "pause" and not over:
            return
        if line.word != "won" or not over or state is None:
            self.fail(line.number, "refuse.script_match_end", text=line.text)
        won, text = [], line.rest
        while text:
            seat, text = self.seat(line, text)
            won.append(seat)
        if tuple(won) != state.winners:
            names = [label(seat, self.players) for seat in state.winners]
            self.fail(line.number, "refuse.script_winners", players=", ".join(names) or "–")

    # -------------------------------------------------------------------------------- one round

    def round(self, ruleset: Ruleset, match: MatchState | None = None) -> RoundRecord:
        lines = self.deal_lines(ruleset)
        turns: list[tuple[Line, int | None, list[Said]]] = []
        while (line := self.take()).word not in {"end", "pause"}:
            seat, said = self.turn(line)
            turns.append((line, seat, said))
        deal = self.deal(ruleset, lines, [(at.number, s) for at, _, said in turns for s in said])
        if match is not None:
            self.fits(lines.at, match, deal)
        with self.at(lines.at):
            state = start(ruleset, deal).state
        actions: list[Action] = []
        for turn_line, seat, said in turns:
            with self.at(turn_line.number, deal.seats):
                if seat is not None:
                    self.is_turn(turn_line, state, seat)
                for one in said:
                    state, action = _play(state, one)
                    actions.append(action)
        self.round_end(line, state)
        return RoundRecord(ruleset, deal, tuple(actions))

    def is_turn(self, line: Line, state: RoundState, seat: int) -> None:
        if seat not in state.deal.seats:
            self.no_hand(line.number, seat)
        turn = state.deal.seats[state.turn]
        if turn != seat and state.outcome is None:
            players = self.players
            self.fail(
                line.number,
                "refuse.script_turn",
                player=label(turn, players),
                other=label(seat, players),
            )

    def no_hand(self, line: int, seat: int) -> NoReturn:
        self.fail(line, "refuse.script_no_hand", player=label(seat, self.players))

    def turn(self, line: Line) -> tuple[int | None, list[Said]]:
        with self.at(line.number):
            if self.compact:
                return None, parse_compact_turn(line.text)
            names = [name for name in seat_names(self.players) if name]
            starts = line.text[0].isdigit() or any(self.begins(line.text, name) for name in names)
            seat, rest = self.seat(line, line.text) if starts else (None, line.text)
            return seat, parse_turn(rest)

    def round_end(self, line: Line, state: RoundState) -> None:
        outcome = state.outcome
        if line.word == "pause":
            if line.rest:
                self.fail(line.number, "refuse.script_expected", text=line.text, wanted="pause")
            if outcome is not None:
                self.fail(line.number, "refuse.script_is_over", end=str(outcome.end))
            return
        if outcome is None:
            player = label(state.deal.seats[state.turn], self.players)
            self.fail(line.number, "refuse.script_not_over", player=player)
        if not line.rest:
            self.fail(line.number, "refuse.script_cut_short")
        if line.rest != outcome.end:
            self.fail(line.number, "refuse.script_is_over", end=str(outcome.end))

    # --------------------------------------------------------------------------------- its deal

    def deal_lines(self, ruleset: Ruleset) -> _DealLines:
        line = self.take()
        if line.word != "dealer":
            self.fail(line.number, "refuse.script_expected", text=line.text, wanted="dealer")
        dealer, more = self.seat(line, line.rest)
        if more:
            self.fail(line.number, "refuse.script_seat", text=line.rest)
        lines = _DealLines(dealer, line.number)
        while (next_line := self.peek()) is not None and next_line.word in DEAL_WORDS:
            self.deal_line(self.take(), lines, ruleset)
        if not lines.hands:
            self.fail(line.number, "refuse.script_no_hands")
        if dealer not in lines.seats:
            self.no_hand(line.number, dealer)
        word, wanted = _OPEN.get(ruleset.family, ("", 0))
        if word and word not in lines.once:
            at = self.lines[self.place - 1].number
            self.fail(at, "refuse.script_missing", wanted=word)
        if word and len(lines.once[word][1]) != wanted:
            at, cards = lines.once[word]
            self.fail(at, "refuse.script_count", text=word, n=len(cards), wanted=wanted)
        wanted = 1 if isinstance(ruleset.form, BankForm) else ruleset.hand_size
        for at, hand in lines.hands:
            if len(hand) != wanted:
                self.fail(at, "refuse.wrong_count", n=len(hand), wanted=wanted)
        # However the hands are written, seats go round the table.
        order = sorted(range(len(lines.seats)), key=lambda place: lines.seats[place])
        lines.hands = [lines.hands[place] for place in order]
        lines.seats.sort()
        return lines

    def deal_line(self, line: Line, lines: _DealLines, ruleset: Ruleset) -> None:
        if line.word not in _DEAL_WORDS[ruleset.family]:
            self.fail(line.number, "refuse.script_not_here", text=line.word, rules=ruleset)
        if line.word in lines.once or (line.word == "tokens" and lines.tokens):
            self.fail(line.number, "refuse.script_twice", text=line.word)
        match line.word:
            case "tokens":
                lines.tokens = self.numbers(line)
            case "hand":
                seat, text = self.seat(line, line.rest)
                if seat in lines.seats:
                    self.fail(line.number, "refuse.script_seat_twice", text=str(seat))
                lines.seats.append(seat)
                lines.hands.append((line.number, self.cards(line, text)))
            case "shuffle":
                cards = self.cards(line, line.rest)
                for card in cards:
                    if cards.count(card) > 1 and not isinstance(ruleset.form, BankForm):
                        self.fail(line.number, "refuse.card_twice", card=card)
                lines.shuffles.append(cards)
            case _:
                lines.once[line.word] = (line.number, self.cards(line, line.rest))

    def deal(self, ruleset: Ruleset, lines: _DealLines, said: Sequence[tuple[int, Said]]) -> Deal:
        whole = full_pack(ruleset, len(lines.hands))
        left = list(whole)
        for at, cards in (*lines.hands, *lines.rest):
            for card in cards:
                if card in left:
                    left.remove(card)
                    continue
                self.unavailable(at, card, whole, ruleset)
        rest = [card for _, cards in lines.rest for card in cards]
        shuffles = [*lines.shuffles]
        if isinstance(ruleset.form, DrawForm) and "stock" not in lines.once:
            drawn = self.named_draws(said, left, ruleset)
            rest += drawn[0] if drawn else []
            shuffles += drawn[1:]
        with self.at(lines.at):
            if len(lines.tokens) not in {0, len(lines.seats)}:
                raise UsageError("refuse.deal_seats", n=len(lines.seats))
            return arranged_deal(
                ruleset,
                [hand for _, hand in lines.hands],
                rest,
                dealer=lines.seats.index(lines.dealer),
                seats=lines.seats,
                reshuffles=shuffles,
                tokens=lines.tokens,
            )

    def unavailable(self, at: int, card: Card, whole: Sequence[Card], ruleset: Ruleset) -> NoReturn:
        reason = "refuse.card_twice_dealt" if card in whole else "refuse.not_in_deck"
        self.fail(at, reason, card=card, rules=ruleset, n=ruleset.deck_size)

    def named_draws(
        self, said: Sequence[tuple[int, Said]], left: Sequence[Card], ruleset: Ruleset
    ) -> list[tuple[Card, ...]]:
        """The stocks that the drawn cards tell of: the first, and each after a shuffle.

        Each has as many cards as the first, for hands and top discard are out of it every time.
        """
        whole = full_pack(ruleset, 2)
        drawn = [(at, one.card) for at, one in said if one.word == "draw"]
        stocks = []
        size = max(len(left), 1)
        for first in range(0, len(drawn), size):
            free = list(whole if first else left)
            for at, card in drawn[first : first + size]:
                if card in free:
                    free.remove(card)
                elif card is not None:
                    self.unavailable(at, card, whole, ruleset)
            rest = iter(free)
            stocks.append(tuple(card or next(rest) for _, card in drawn[first : first + size]))
        return stocks


def _play(state: RoundState, said: Said) -> tuple[RoundState, Action]:
    action = said.action(state)
    step = apply(state, action)
    came = next((e for e in step.events if isinstance(e, Drew | Took | Got)), None)
    if said.card is not None and came is not None:
        card = came.cards[0] if isinstance(came, Got) else came.card
        if card is not said.card:
            raise TranscriptError("refuse.script_card", card=said.card, actual=card)
    return step.state, action
