"""A played round as it can be kept: the rules, the deal and the actions. All else follows."""

from dataclasses import dataclass

from thirtyone.play.actions import Action
from thirtyone.play.deal import Deal
from thirtyone.play.events import Event
from thirtyone.play.outcome import RoundOutcome
from thirtyone.play.round import play_actions
from thirtyone.play.state import RoundState, Step
from thirtyone.rules.model import Ruleset


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round, finished or not."""

    ruleset: Ruleset
    deal: Deal
    actions: tuple[Action, ...]

    def steps(self) -> tuple[Step, ...]:
        """Every step, the deal first; IllegalActionError if an action may not be done."""
        return play_actions(self.ruleset, self.deal, self.actions)

    def events(self) -> tuple[Event, ...]:
        """All that happened, in order."""
        return tuple(event for step in self.steps() for event in step.events)

    def state(self) -> RoundState:
        """Where the round stands after the last action."""
        return self.steps()[-1].state

    def outcome(self) -> RoundOutcome | None:
        """How it ended; None if it goes on."""
        return self.state().outcome

    def until(self, actions: int) -> "RoundRecord":
        """The round as it was after so many actions: undo, or where a branch begins."""
        return RoundRecord(self.ruleset, self.deal, self.actions[:actions])
