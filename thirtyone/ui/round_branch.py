"""Playing on from a step: the reader at one seat, made players at the others.

A branch is kept as what everybody may know: from which action it starts, who plays, and the actions
in the letters of a link. So its address holds no hidden card, and the same round gives it back.
"""

import random
import re
from dataclasses import dataclass, replace
from typing import Final

from thirtyone.errors import ThirtyOneError
from thirtyone.play.actions import Action, Seat
from thirtyone.play.record import RoundRecord
from thirtyone.play.round import apply, legal_actions
from thirtyone.play.view import seat_view
from thirtyone.policies import Policy, ask, named_policy
from thirtyone.ui.round_acts import read_actions, write_action
from thirtyone.ui.round_story import Story

POLICIES: Final = {"s": "steady", "b": "knocks-at:20", "c": "knocks-at:28", "r": "random"}
"""The made players, by the letter that a link uses."""
_WRITTEN: Final = re.compile(r"(\d{1,4})\.(\d{1,2}|x)\.([a-z])\.([A-Za-z0-9-]{0,1200})")
_MOST: Final = 1_500


@dataclass(frozen=True, slots=True)
class Branch:
    """Another course of a round."""

    start: int
    """So many actions of the round were kept."""
    viewer: int | None
    """The seat of the reader; None when made players finished the round."""
    policy: str
    """The letter of the others."""
    actions: tuple[Action, ...] = ()
    """What was done since."""

    def write(self) -> str:
        """The branch as it stands in an address."""
        seat = "x" if self.viewer is None else self.viewer
        acts = "".join(map(write_action, self.actions))
        return f"{self.start}.{seat}.{self.policy}.{acts}"

    def story(self, base: Story) -> Story:
        """The round as it goes in this branch."""
        kept = base.record.until(self.start)
        record = RoundRecord(kept.ruleset, kept.deal, (*kept.actions, *self.actions))
        return base.branched(record)

    def done(self, base: Story, action: Action) -> "Branch":
        """The branch after the reader's action, and after the turns of the others."""
        after = replace(self, actions=(*self.actions, action))
        return after.went_on(base)

    def went_on(self, base: Story, *, finish: bool = False) -> "Branch":
        """The others play until it is the reader's turn, or with ``finish`` to the end."""
        state = self.story(base).steps[-1].state
        policy: Policy = named_policy(POLICIES[self.policy])
        # The same position goes on in the same way, whenever it is asked.
        rng = random.Random(self.write())
        more: list[Action] = []
        while state.outcome is None and len(more) < _MOST:
            if not finish and state.turn == self.viewer:
                break
            action = ask(policy, seat_view(state, Seat(state.turn)), rng)
            if action not in legal_actions(state):
                break
            state = apply(state, action).state
            more.append(action)
        return replace(self, actions=(*self.actions, *more))

    def until(self, actions: int) -> "Branch":
        """The branch as it was after so many actions of the whole round."""
        return replace(self, actions=self.actions[: max(0, actions - self.start)])


def read_branch(text: str, base: Story) -> Branch | None:
    """The branch of an address; None if it is none of this round."""
    match = _WRITTEN.fullmatch(text)
    if match is None or match[3] not in POLICIES:
        return None
    start, viewer = int(match[1]), None if match[2] == "x" else int(match[2])
    if start >= len(base.steps) or (viewer is not None and viewer >= len(base.seats)):
        return None
    state = base.steps[start].state
    try:
        actions, _ = read_actions(match[4], state)
    except ThirtyOneError:
        return None
    return Branch(start, viewer, match[3], actions)
