"""What lies on the reader's desk: the round that is open, where in it, which branch of it.

An address says all of it and brings it back; whatever in it cannot be read is said, and the rest is
taken.
"""

from collections.abc import Mapping
from typing import Final

from thirtyone.errors import ThirtyOneError
from thirtyone.play.transcript import Transcript
from thirtyone.rounds import AnnotatedRound, find_round
from thirtyone.rules.link import known_id
from thirtyone.text.say import say_error
from thirtyone.text.translator import Translator
from thirtyone.ui.round_acts import read_actions
from thirtyone.ui.round_branch import POLICIES, Branch, read_branch
from thirtyone.ui.round_story import Story, stories_of
from thirtyone.ui.round_text import BadText, link_text, read_text

STATE: Final = {"round": "", "step": "", "deal": "", "play": "", "t": "", "rules": ""}
"""What an address says of the page, with the defaults that are left out: the name of a round, the
step and the round of its match counted from 1, a branch, a transcript of one's own, added rulesets."""
FIRST: Final = "trettien.en-runde"
"""The round that is open when an address names none: the first that any of the documents tells."""


class Desk:
    """The open round. Nothing here is in a language but ``said``, a message about the address."""

    def __init__(self) -> None:
        self.annotated: AnnotatedRound | None = None
        self.transcript: Transcript | None = None
        self.stories: tuple[Story, ...] = ()
        """One for each round of the match; none where the source's hands cannot be dealt."""
        self.deal = 0
        self.at = 0
        self.branch: Branch | None = None
        self.extra: tuple[str, ...] = ()
        self.said = ""

    # ------------------------------------------------------------------------------ what is open

    def open(self, annotated: AnnotatedRound | None, transcript: Transcript | None) -> None:
        """Put a round on the desk, at its first step."""
        self.annotated, self.transcript = annotated, transcript
        self.stories = stories_of(transcript, annotated) if transcript else ()
        self.deal, self.at, self.branch = 0, 0, None

    @property
    def base(self) -> Story:
        """The round as it was played."""
        return self.stories[self.deal]

    @property
    def story(self) -> Story:
        """The round as it is shown: as it was played, or as it goes in the branch."""
        if self.branch is None:
            return self.base
        key = (self.deal, self.branch)
        if self._branched is None or self._branched[0] != key:
            self._branched = (key, self.branch.story(self.base))
        return self._branched[1]

    _branched: tuple[tuple[int, Branch], Story] | None = None

    @property
    def steps(self) -> int:
        """How many steps are shown: a round that is over has two more than its actions and deal."""
        if not self.stories:
            return 1
        outcome = self.story.steps[-1].state.outcome
        more = 0 if outcome is None else 1 if outcome.drawn else 2
        return len(self.story.steps) + more

    # ------------------------------------------------------------------------------- playing on

    def play_on(self, seat: str, policy: str) -> bool:
        """Branch off at the step that is shown, as the player on turn or as the one who is named."""
        start = self._start()
        if start is None or policy not in POLICIES:
            return False
        if seat and not (_is_number(seat) and int(seat) < len(self.base.seats)):
            return False
        viewer = int(seat) if seat else int(self.base.steps[start].state.turn)
        self.branch = Branch(start, viewer, policy).went_on(self.base)
        self.at = len(self.story.steps) - 1
        return True

    def finish(self, policy: str) -> bool:
        """Let made players play the round from the step that is shown; everybody looks on."""
        start = self._start()
        if start is None or policy not in POLICIES:
            return False
        self.branch = Branch(start, None, policy).went_on(self.base, finish=True)
        self.at = start
        return True

    def _start(self) -> int | None:
        """The number of actions done at the step that is shown, if the round goes on there."""
        if self.branch or not self.stories:
            return None
        start = min(self.at, len(self.base.steps) - 1)
        return start if self.base.steps[start].state.outcome is None else None

    def do(self, text: str) -> bool:
        """The reader's action, then the turns of the others; an error if it may not be done."""
        branch = self.branch
        state = self.story.steps[-1].state if self.stories else None
        if branch is None or state is None or state.outcome or state.turn != branch.viewer:
            return False
        actions, _ = read_actions(text[:40], state)
        if len(actions) != 1:
            return False
        self.at = len(self.story.steps)
        self.branch = branch.done(self.base, actions[0])
        return True

    def rest(self) -> bool:
        """Made players play the rest of a branch, the reader's hand included."""
        if self.branch is None or self.branch.viewer is None:
            return False
        self.at = len(self.story.steps) - 1
        self.branch = self.branch.went_on(self.base, finish=True)
        return True

    def again(self, number: str) -> bool:
        """Take a branch back to an earlier turn of the reader's."""
        if self.branch is None or not _is_number(number):
            return False
        if not self.branch.start <= int(number) < len(self.story.steps):
            return False
        self.branch = self.branch.until(int(number)).went_on(self.base)
        self.at = len(self.story.steps) - 1
        return True

    def back(self) -> bool:
        """Out of the branch, to the step where it began."""
        if self.branch is None:
            return False
        self.at, self.branch = self.branch.start, None
        return True

    # --------------------------------------------------------------------------------- addresses

    @property
    def state(self) -> dict[str, str]:
        """What an address needs to bring this back."""
        own = self.annotated is None and self.transcript is not None
        named = self.annotated.id if self.annotated else ""
        return {
            "round": "" if named == FIRST else named,
            "step": str(self.at + 1) if self.at else "",
            "deal": str(self.deal + 1) if self.deal else "",
            "play": self.branch.write() if self.branch else "",
            "t": link_text(self.transcript) if own and self.transcript else "",
            "rules": ".".join(self.extra),
        }

    def restore(self, state: Mapping[str, str], tr: Translator) -> None:
        """Bring back what an address says."""
        self.said = ""
        known = [id_ for id_ in state["rules"].split(".") if id_]
        self.extra = tuple(dict.fromkeys(filter(None, map(known_id, known))))
        if strange := [id_ for id_ in known if known_id(id_) is None]:
            self.said = tr("state.bad_link_rules", text=strange[0][:40])
        found = (
            self._restore_own(state["t"], tr)
            if state["t"]
            else self._restore_round(state["round"], tr)
        )
        if not found:  # a step of another round would give its end away
            self.deal, self.at, self.branch = 0, 0, None
            return
        self.deal = self._number(state["deal"], max(1, len(self.stories)), tr)
        self.branch = None
        if state["play"] and self.stories:
            self.branch = read_branch(state["play"], self.base)
            if self.branch is None:
                self.said = tr("rounds.bad_branch")
        self.at = self._number(state["step"], self.steps, tr)

    def _restore_own(self, text: str, tr: Translator) -> bool:
        read = read_text(text)
        if isinstance(read, BadText):
            self._restore_round("", tr)
            self.said = tr("rounds.bad_text", reason=say_error(read.error, tr))
            return False
        self.open(None, read)
        return True

    def _restore_round(self, id_: str, tr: Translator) -> bool:
        """Open the round that is named, or the first one with a message: was it found?"""
        try:
            chosen = find_round(id_ or FIRST)
        except ThirtyOneError as error:
            self.said = say_error(error, tr)
            chosen = find_round(FIRST)
        self.open(chosen, chosen.transcript)
        return chosen.id == (id_ or FIRST)

    def _number(self, text: str, most: int, tr: Translator) -> int:
        """A number counted from 1 as one counted from 0; one that is too high is the last."""
        if not text:
            return 0
        number = int(text[:6]) if text.isascii() and text.isdecimal() else 0
        if not 0 < number <= most:
            self.said = tr("rounds.bad_number", text=text[:20])
        return max(0, min(number, most) - 1)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6
