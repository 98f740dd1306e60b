"""House rules that tables like to add, each in a few words of its own.

The page of chances shows what each of them changes. All other answers to all questions are on the
page where house rules are made.
"""

from dataclasses import dataclass
from typing import Final

from thirtyone.points import half_points
from thirtyone.text.translator import Translator


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to one question of the rules."""

    path: str
    written: object
    """The answer as a file writes it."""
    key: str
    """Of its words."""
    points: float = 0
    """The number in its words."""
    only_if: tuple[str, tuple[str, ...]] | None = None
    """Another question and the answers with which this one matters."""

    @property
    def text(self) -> str:
        """The answer as text."""
        if isinstance(self.written, bool):
            return "yes" if self.written else "no"
        return str(self.written)

    @property
    def id(self) -> str:
        """Names the option in acts."""
        return f"{self.path}={self.text}"

    def say(self, tr: Translator) -> str:
        """The option in a few words."""
        if self.points:
            return tr(self.key, points=tr.points(half_points(self.points)))
        return tr(self.key)


_LIVES: Final = ("settlement.goal", ("lowest-loses",))
_HIGHEST: Final = ("settlement.goal", ("highest-wins",))

OPTIONS: Final = (
    Option("settlement.lone_low_knocker", "1", "option.failed_one", only_if=_LIVES),
    Option("settlement.lone_low_knocker", "2", "option.failed_two", only_if=_LIVES),
    Option("settlement.tie_with_knocker", "safe", "option.tie_safe", only_if=_LIVES),
    Option("settlement.tie_with_knocker", "like-all", "option.tie_like", only_if=_LIVES),
    Option("settlement.tie_with_knocker", "two-and-one", "option.tie_two", only_if=_LIVES),
    Option("settlement.tie_with_knocker", "two-alone", "option.tie_alone", only_if=_LIVES),
    Option("settlement.tie_for_highest", "nobody", "option.highest_nobody", only_if=_HIGHEST),
    Option("settlement.tie_for_highest", "each", "option.highest_each", only_if=_HIGHEST),
    Option("scoring.ace_across_suits", "any", "option.ace_any"),
    Option("scoring.ace_across_suits", "none", "option.ace_none"),
    Option("scoring.three_of_a_kind", "30.5", "option.trips", 30.5),
    Option("scoring.three_of_a_kind", "none", "option.trips_none"),
    Option("scoring.three_aces", "33", "option.aces", 33),
    Option("scoring.suited_run", "30", "option.run", 30),
    Option("instant.knocker_pays", "2", "option.31_two", only_if=_LIVES),
    Option("instant.after_knock", "play-on", "option.31_play_on"),
    Option("instant.payers", "lowest", "option.31_lowest", only_if=_LIVES),
    Option("instant.payers", "all-others", "option.31_all", only_if=_LIVES),
    Option("lives.last_chance", "until-next-loss", "option.chance", only_if=_LIVES),
    Option("lives.last_chance", "none", "option.chance_none", only_if=_LIVES),
    Option("knock.minimum", 21, "option.minimum", 21),
    Option("knock.first_turn", "showdown", "option.first_show"),
    Option("knock.last_turns", "all", "option.last_all"),
    Option("stock.empty", "reshuffle", "option.reshuffle"),
    Option("turn.swaps", "any", "option.swaps_any"),
    Option("turn.swaps", "one", "option.swaps_one"),
    Option("turn.pass", "once", "option.pass_once"),
    Option("deal.dealer_choice", "none", "option.dealer_plain"),
)


def option_of(id_: str) -> Option | None:
    """The option of an act."""
    return next((option for option in OPTIONS if option.id == id_), None)
