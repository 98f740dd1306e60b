"""Which move is best, and which are level with it, under each of the rulesets.

What a move is worth is shown on one of three scales: the chance to win the match, the chance that
the round costs a life, or what the round brings where no lives are played for.
"""

from dataclasses import dataclass
from typing import Final

from thirtyone.play.actions import Action
from thirtyone.play.match import has_lives
from thirtyone.rules import Ruleset
from thirtyone.rules.model import BankForm, LifeUnit
from thirtyone.sim.positions.what_if import Gain, Loss, Scale, average, difference, ranked, share
from thirtyone.sim.result import Estimate
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator
from thirtyone.ui.what_if_run import Run

WIN, LOSE, GAIN = "win", "lose", "gain"
KINDS: Final = ("h", "d", "m", "n", "o")
"""Marks of the rulesets: yours, with the rules below, then others."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the figures are to be shown of."""

    run: Run
    tr: Translator
    scale: str
    variant: bool
    """Is the second ruleset yours with the rules below?"""
    axis: tuple[float, float] | None = None
    """The axis of the figures before, kept as long as it fits."""
    local: bool = False

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """Yours first."""
        return self.run.asked.rulesets

    def kind(self, number: int) -> str:
        """The mark of a ruleset."""
        if number == 0:
            return "h"
        others = number - 1 if self.variant else number
        return KINDS[min(1 + others, len(KINDS) - 1)]

    def scale_of(self, number: int) -> Scale | None:
        """What rounds are worth under a ruleset; None where it is not known."""
        if self.scale == WIN:
            return self.run.worths[number]
        return Loss() if self.scale == LOSE else Gain()

    def name(self, number: int) -> str:
        """What a ruleset is called in the legend."""
        if number == 1 and self.variant:
            return self.tr("whatif.with_rules")
        return ruleset_name(self.rulesets[number], self.tr)

    def written(self, value: float, digits: int = 1) -> str:
        """A figure of the scale."""
        if self.scale == GAIN:
            return self.tr.signed(value, 2)
        return self.tr.percent(value, digits)

    def apart(self, low: float, high: float) -> str:
        """The ends of the interval of a difference, without signs."""
        low, high = sorted((abs(low), abs(high)))
        if self.scale == GAIN:
            return self.tr(
                "whatif.range", low=self.tr.decimal(low, 2), high=self.tr.decimal(high, 2)
            )
        return self.tr(
            "whatif.range_points",
            low=self.tr.decimal(low * 100, 1),
            high=self.tr.decimal(high * 100, 1),
        )


def scales_for(ruleset: Ruleset) -> tuple[str, ...]:
    """The scales that make sense, the first one is shown at first."""
    if isinstance(ruleset.form, BankForm):
        return (GAIN,)
    return (WIN, LOSE) if has_lives(ruleset) else (WIN, GAIN)


@dataclass(frozen=True, slots=True)
class Judged:
    """One ruleset: the figures of its moves, and which of them may be best."""

    figures: dict[Action, Estimate]
    top: tuple[Action, ...]
    """The best one, or all that are level with it; nothing while there are no figures."""
    ahead: Estimate | None
    """The best move minus the next one, game by game."""
    second: Action | None


def judge(shown: Shown, number: int) -> Judged:
    """The figures of one ruleset."""
    run, scale = shown.run, shown.scale_of(number)
    lines = [at for at, line in enumerate(run.asked.lines) if line.rules == number]
    if scale is None:
        return Judged({}, (), None, None)
    measure = average if shown.scale == GAIN else share
    figures = {run.asked.lines[at].action: measure(run.counted, at, scale) for at in lines}
    low = shown.scale == LOSE
    top = ranked(run.counted, lines, scale, low=low)
    order = sorted(
        (at for at in lines if at != top[0]),
        key=lambda at: figures[run.asked.lines[at].action].mean * (1 if low else -1),
    )
    ahead = difference(run.counted, top[0], order[0], scale) if order else None
    return Judged(
        figures,
        tuple(run.asked.lines[at].action for at in top),
        ahead,
        run.asked.lines[order[0]].action if order else None,
    )


def scale_key(shown: Shown) -> str:
    """The part of the message keys that belongs to what is shown."""
    form = shown.rulesets[0].form
    if shown.scale == LOSE and not isinstance(form, BankForm):
        return "lose_mark" if form.lives.unit is LifeUnit.MARK else LOSE
    if shown.scale == GAIN:
        return "tokens" if isinstance(form, BankForm) else GAIN
    return shown.scale
