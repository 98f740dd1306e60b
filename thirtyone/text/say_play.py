"""Who pays and why, said in words.

>>> from thirtyone.cards import Card
>>> from thirtyone.play.settle import settle
>>> from thirtyone.rules import load_ruleset
>>> from thirtyone.text.translator import get_translator
>>> rules = load_ruleset("no-trettien")
>>> hands = [[Card(c) for c in text.split()] for text in ("KH 9H AS", "KS 9S 4D", "9C QC 2C")]
>>> done = settle(rules, hands, knocker=2)
>>> say_settlement(done, ["Kari", "Nils", "Anna"], rules, get_translator("nb"))
('Kari og Nils deler den laveste summen, 19, og mister ett liv hver.',)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.hands import HandScore, ReasonKind, strength
from thirtyone.notation import Style, format_card, ranks_plural, suit_word
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settlement import Change, Settlement, Unit
from thirtyone.rules import Family, Region, Ruleset
from thirtyone.rules.model import (
    AllOut,
    BankForm,
    DrawForm,
    ExchangeForm,
    Goal,
    HandTies,
    LastChance,
    LifeUnit,
    Pot,
    TieWithKnocker,
)
from thirtyone.text.say import ruleset_name
from thirtyone.text.say_bank import say_bank
from thirtyone.text.translator import Translator

LAST_CHANCE_TERMS: Final = {
    (Region.NORWAY, Family.DRAW): ("nb", "på blakka"),
    (Region.SWEDEN, Family.DRAW): ("sv", "frisväng"),
    (Region.DENMARK, Family.DRAW): ("da", "på gyngen"),
    (Region.DENMARK, Family.EXCHANGE): ("da", "svømmer"),
    (Region.ABROAD, Family.DRAW): ("en", "free ride"),
    (Region.ABROAD, Family.EXCHANGE): ("de", "schwimmen"),
}
"""What each tradition calls the last chance, and in which language; never translated."""
_INTO_POT: Final = frozenset(
    f"settle.{name}"
    for name in (
        *("lowest", "tied_lowest", "tied_knocker_safe", "tied_others", "loses", "instant_31"),
        *("instant_aces", "31_after_knock", "31_after_knock.two", "aces_after_knock"),
        *("aces_after_knock.two", "everyone_else", "out", "both_out.decider"),
    )
)
"""Sentences that say of marks that they go into a pot, or are paid."""


def say_label(score: HandScore, tr: Translator) -> str:
    """The points of a hand as the language writes them, or its name."""
    return score.label if score.points is None else tr.points(score.points)


def say_settlement(
    settlement: Settlement, names: Sequence[str], ruleset: Ruleset, tr: Translator
) -> tuple[str, ...]:
    """Whole sentences: how the round ended, who loses or wins what and why, who is out.

    ``names`` are those of the hands, in their order.
    """
    if settlement.bank is not None:
        return tuple(say_bank(settlement, names, tr))
    return tuple(_Telling(settlement, tuple(names), ruleset, tr).sentences())


@dataclass(frozen=True, slots=True)
class _Telling:
    """One settlement, its players, rules and language."""

    done: Settlement
    names: tuple[str, ...]
    ruleset: Ruleset
    tr: Translator

    @property
    def form(self) -> DrawForm | ExchangeForm:
        assert not isinstance(self.ruleset.form, BankForm)
        return self.ruleset.form

    def sentences(self) -> Iterator[str]:
        if self.done.drawn:
            lives = self.form.settlement.goal is Goal.LOWEST_LOSES
            empty = self.done.end is RoundEnd.STOCK_EMPTY and lives and not self.key("")
            yield self.tr("settle.stock_empty" if empty else "settle.drawn")
            return
        if self.done.end in {RoundEnd.SHOWDOWN, RoundEnd.STOCK_EMPTY, RoundEnd.ENDLESS}:
            yield self.tr("settle.showdown")
        goal = self.form.settlement.goal
        if goal is Goal.BUS_POINTS:
            yield from self.bus_points()
        elif goal is Goal.HIGHEST_WINS:
            yield from self.points()
        elif self.done.instant:
            yield from self.instant()
        else:
            yield from self.lowest()
        yield from self.pot()
        yield from self.lives()

    # ------------------------------------------------------------------------------ small change

    def key(self, key: str) -> str:
        """The key of the sentence that speaks of lives, or its twin that speaks of marks.

        Marks go into a pot if there is one, but not those lent for a decider. In Danish, the Danish
        exchange game has the word for tokens.
        """
        tokens = self.tr.lang == "da" and self.ruleset.family is Family.EXCHANGE
        tokens &= self.ruleset.region is Region.DENMARK
        if self.form.lives.unit is LifeUnit.LIFE and not tokens:
            return key
        to_pot = self.form.lives.unit is LifeUnit.MARK and not self.done.lent
        to_pot &= self.ruleset.stakes.pot is not Pot.NONE
        return key + (".lost" if key in _INTO_POT and not to_pot else ".mark")

    def lost(self, change: Change) -> int:
        """What really goes: all marks that somebody has and no more, of lives what the rule says."""
        had = self.done.lives_before[change.seat]
        marks = self.form.lives.unit is LifeUnit.MARK
        return min(had, -change.amount) if marks or had == 0 else -change.amount

    def alike(self, losses: Sequence[Change], amount: int = 1) -> bool:
        """Does everybody here lose so much, and has it?"""
        return all(self.lost(change) == -change.amount == amount for change in losses)

    def join(self, seats: Sequence[int]) -> str:
        return self.tr.join(self.names[seat] for seat in seats)

    def label(self, seat: int) -> str:
        return say_label(self.done.scores[seat], self.tr)

    def losses(self, because: str = "") -> list[Change]:
        """What is lost in lives or marks, for one reason or for any."""
        return [c for c in self.done.changes if c.amount < 0 and c.because.startswith(because)]

    def lose(self, losses: Sequence[Change]) -> Iterator[str]:
        """What each loses; nothing for who has nothing left."""
        for change in losses:
            if lost := self.lost(change):
                yield self.tr.plural(self.key("settle.loses"), lost, player=self.names[change.seat])

    def strengths(self) -> list[tuple[int, ...]]:
        return [strength(score, self.ruleset) for score in self.done.scores]

    # -------------------------------------------------------------------------------- the lowest

    def lowest(self) -> Iterator[str]:
        alone = self.losses("settlement.lone_low_knocker")
        low = self.losses("settlement.lowest")
        tied = self.losses("settlement.tie_with_knocker")
        if alone:
            key = self.key("settle.knocker_alone")
            yield self.tr(key, player=self.names[alone[0].seat])
        elif len(low) == 1:
            yield from self.tie_broken(low[0].seat, lowest=True)
            holes = {"player": self.names[low[0].seat], "points": self.label(low[0].seat)}
            amount = -low[0].amount
            if self.alike(low, amount):
                yield self.tr.plural(self.key("settle.lowest"), amount, **holes)
            else:
                yield self.tr("settle.lowest.plain", **holes)
                yield from self.lose(low)
        elif low:
            yield from self.tied(low)
        elif tied:
            yield from self.tied_with_knocker(tied)
        else:
            yield self.tr("settle.nobody_pays")

    def tied(self, low: Sequence[Change]) -> Iterator[str]:
        seats, each = [change.seat for change in low], -low[0].amount
        holes = {"players": self.join(seats), "points": self.label(seats[0])}
        if self.alike(low, each):
            yield self.tr.plural(self.key("settle.tied_lowest"), each, **holes)
        else:
            yield self.tr("settle.tied_lowest.plain", **holes)
            yield from self.lose(low)

    def tied_with_knocker(self, losses: Sequence[Change]) -> Iterator[str]:
        knocker = self.done.knocker
        assert knocker is not None
        name, rules = self.names[knocker], ruleset_name(self.ruleset, self.tr)
        keys = self.strengths()
        others = [s for s, key in enumerate(keys) if key == min(keys) and s != knocker]
        rest = [change for change in losses if change.seat != knocker]
        players, single = self.join(others), self.alike(rest)
        rule = self.form.settlement.tie_with_knocker
        if rule is TieWithKnocker.SAFE:
            if single:
                key = self.key("settle.tied_knocker_safe")
                yield self.tr.plural(key, len(rest), knocker=name, players=players, rules=rules)
                return
            yield self.tr("settle.knocker_free", knocker=name, rules=rules)
            yield from self.lose(rest)
        elif rule is TieWithKnocker.LIKE_ALL:
            yield from self.tied(losses)
            if single:
                yield self.tr(self.key("settle.flat"), rules=rules)
        else:
            own = [change for change in losses if change.seat == knocker]
            if own[0].amount == -2:
                yield self.tr(self.key("settle.knocker_beats_nobody"), player=name)
            else:
                yield self.tr("settle.knocker_beats_nobody.plain", player=name)
                yield from self.lose(own)
            if rule is TieWithKnocker.TWO_ALONE:
                yield self.tr.plural("settle.tied_spared", len(others), players=players)
            elif single:
                key = self.key("settle.tied_others")
                yield self.tr.plural(key, len(rest), players=players)
            else:
                yield from self.lose(rest)

    def tie_broken(self, seat: int, *, lowest: bool) -> Iterator[str]:
        """Why this hand is the lowest, or the highest, of hands with equal points."""
        scores, keys = self.done.scores, self.strengths()
        same = [s for s, score in enumerate(scores) if score.order == scores[seat].order]
        rivals = sorted((s for s in same if keys[s] != keys[seat]), key=lambda s: keys[s])
        if not rivals:
            return
        win, lose = (rivals[0], seat) if lowest else (seat, rivals[-1])
        players, points = self.join(same), self.label(seat)
        high, low = scores[win].reason, scores[lose].reason
        if self.form.scoring.ties is HandTies.HIGH_CARD:
            player = self.names[win]
            yield self.tr("settle.tie.top_card", players=players, points=points, player=player)
        elif high.kind is low.kind is ReasonKind.SAME_RANK:
            ranks, low_ranks = (
                ranks_plural(scores[s].counted[0].rank, self.tr.lang) for s in (win, lose)
            )
            key = "settle.tie.trips"
            yield self.tr(key, players=players, ranks=ranks, low_ranks=low_ranks)
        elif high.suit is not None and high.suit is low.suit:
            card = max(scores[win].counted, key=lambda card: card.rank)
            words = format_card(card, self.tr.lang, Style.WORDS)
            yield self.tr("settle.tie.high_card", players=players, points=points, card=words)
        elif high.suit is not None and low.suit is not None and lowest:
            yield self.tr(
                "settle.tie.suit",
                players=players,
                points=points,
                high_suit=suit_word(high.suit, self.tr.lang),
                low_suit=suit_word(low.suit, self.tr.lang),
                player=self.names[lose],
            )

    # ------------------------------------------------------------------------- hands that end it

    def instant(self) -> Iterator[str]:
        shown, losses = self.done.instant, self.losses()
        if any(change.because.startswith("settlement.") for change in losses):
            yield from self.instant_lowest_pays(losses)
        elif len(shown) > 1:
            labels = {self.label(seat) for seat in shown}
            key = self.key("settle.two_31") if len(labels) == 1 else "settle.two_instant"
            holes = {"points": self.label(shown[0])} if len(labels) == 1 else {}
            yield self.tr(key, players=self.join(shown), **holes)
            if len(losses) > 1 and self.alike(losses):
                yield self.tr(self.key("settle.everyone_else"))
            else:
                yield from self.lose(losses)
        elif len(losses) == 1 or any(self.lost(change) != -change.amount for change in losses):
            yield self.ends(shown[0])
            yield from self.lose(losses)
        else:
            yield self.all_others_pay(shown[0])

    def aces(self, seat: int) -> bool:
        return self.done.scores[seat].reason.kind is ReasonKind.THREE_ACES

    def ends(self, seat: int) -> str:
        player = self.names[seat]
        if self.aces(seat):
            return self.tr("settle.aces_end", player=player)
        return self.tr("settle.31_ends", player=player, points=self.label(seat))

    def all_others_pay(self, seat: int) -> str:
        aces, knocker = self.aces(seat), self.done.knocker
        holes = {"player": self.names[seat]} | ({} if aces else {"points": self.label(seat)})
        if knocker is None or knocker == seat:
            key = "settle.instant_aces" if aces else "settle.instant_31"
        else:
            key = "settle.aces_after_knock" if aces else "settle.31_after_knock"
            key += ".two" if self.losses("instant.knocker_pays") else ""
            holes["knocker"] = self.names[knocker]
        return self.tr(self.key(key), **holes)

    def instant_lowest_pays(self, losses: Sequence[Change]) -> Iterator[str]:
        shown = self.done.instant
        plain = len(losses) == 1 and self.alike(losses)
        if len(shown) > 1 or not plain or losses[0].seat in shown:
            yield from map(self.ends, shown)
            yield from self.lowest()
            return
        yield from self.tie_broken(losses[0].seat, lowest=True)
        player, loser = self.names[shown[0]], self.names[losses[0].seat]
        if self.aces(shown[0]):
            yield self.tr(self.key("settle.aces_lowest_pays"), player=player, loser=loser)
        else:
            key, points = self.key("settle.31_lowest_pays"), self.label(shown[0])
            yield self.tr(key, player=player, points=points, loser=loser)

    # ----------------------------------------------------------------------------- points and pot

    def top(self) -> list[int]:
        keys = self.strengths()
        return [seat for seat, key in enumerate(keys) if key == max(keys)]

    def points(self) -> Iterator[str]:
        if not self.ruleset.match.target and self.ruleset.stakes.pot is Pot.HIGHEST_PER_DEAL:
            return
        top = self.top()
        won = any(change.unit is Unit.POINT for change in self.done.changes)
        if len(top) == 1:
            yield from self.tie_broken(top[0], lowest=False)
            player, points = self.names[top[0]], self.label(top[0])
            yield self.tr("settle.highest_point", player=player, points=points)
        else:
            key = "settle.tied_highest" if won else "settle.tied_highest.nobody"
            yield self.tr(key, players=self.join(top), points=self.label(top[0]))

    def bus_points(self) -> Iterator[str]:
        scored = {c.seat: c.amount for c in self.done.changes if c.unit is Unit.POINT}
        for seat, name in enumerate(self.names):
            points = scored.get(seat, 0)
            if seat == self.done.knocker:
                place = {0: "lowest.knocker", 1: "middle.knocker", 4: "highest.knocker"}
            else:
                place = {1: "lowest", 2: "middle", 3: "highest"}
            key = f"settle.bus.{place.get(points, 'target')}"
            yield self.tr.plural(key, points, player=name, points=self.label(seat))

    def pot(self) -> Iterator[str]:
        if self.ruleset.stakes.pot is not Pot.HIGHEST_PER_DEAL:
            return
        won = [change for change in self.done.changes if change.unit is Unit.POT]
        top = self.top()
        if len(top) == 1:
            if self.form.settlement.goal is not Goal.LOWEST_LOSES:
                yield from self.tie_broken(top[0], lowest=False)
            player, points = self.names[top[0]], self.label(top[0])
            yield self.tr("settle.pot_highest", player=player, points=points)
            return
        players, points = self.join(top), self.label(top[0])
        if not won:
            yield self.tr("settle.pot_nobody", players=players, points=points)
            return
        yield self.tr.plural("settle.pot_split", won[0].amount, players=players, points=points)
        if self.done.pot:
            yield self.tr.plural("settle.pot_left", self.done.pot)

    # -------------------------------------------------------------------------------- lives, out

    def lives(self) -> Iterator[str]:
        done = self.done
        if done.out and len(done.out) == len(self.names):
            shared = self.ruleset.match.all_out is AllOut.SHARED
            key = self.key("settle.both_out.decider")
            yield self.tr("settle.both_out.shared" if shared else key, players=self.join(done.out))
            return
        losses = {change.seat: -change.amount for change in self.losses()}
        for seat, name in enumerate(self.names):
            had, lost = done.lives_before[seat], losses.get(seat, 0)
            if seat in done.out:
                yield self.tr(self.out_key(had, lost), player=name)
            elif lost and done.lives[seat] == 0 < had:
                yield self.last_chance(name)

    def out_key(self, had: int, lost: int) -> str:
        if had == 0:
            key = self.key("settle.out.last_chance")
            return key if lost else "settle.out.deal_over"
        given = self.form.lives.last_chance is not LastChance.NONE
        if given and (had, lost) == (1, 2):
            return self.key("settle.two_lives_at_one")
        return self.key("settle.out")

    def last_chance(self, name: str) -> str:
        if self.form.lives.last_chance is LastChance.ONE_MORE_DEAL:
            return self.tr(self.key("settle.one_more_deal"), player=name)
        lang, term = LAST_CHANCE_TERMS.get((self.ruleset.region, self.ruleset.family), ("", ""))
        usual = LifeUnit.MARK if self.ruleset.region is Region.SWEDEN else LifeUnit.LIFE
        if lang == self.tr.lang and self.form.lives.unit is usual:
            swims = self.ruleset.family is Family.EXCHANGE
            key = "settle.last_chance.swims" if swims else "settle.last_chance.native"
            return self.tr(key, player=name)
        if not term:
            return self.tr(self.key("settle.last_chance.plain"), player=name)
        return self.tr(self.key("settle.last_chance"), player=name, term=term)
