"""Checks for a learner's own code: what it does right, and the first thing that differs, and why.

A check calls the learner's function, holds it against the engine, and gives a :class:`Verdict`. In
a notebook it is shown as text; in a program it is true or false. The sentences are in the language
that is asked for.

>>> from thirtyone import load_ruleset
>>> verdict = check_scorer(lambda hand: sum(card.points for card in hand), load_ruleset("scat"))
>>> bool(verdict), verdict.title
(False, 'Not yet: 20,956 of 22,100 hands differ.')
"""

from thirtyone.exercises.figures import check_better, check_interval
from thirtyone.exercises.house import check_rules
from thirtyone.exercises.losers import check_losers
from thirtyone.exercises.picture import Picture, draw_intervals
from thirtyone.exercises.player import check_player
from thirtyone.exercises.scorer import check_scorer
from thirtyone.exercises.verdict import Verdict

__all__ = [
    "Picture",
    "Verdict",
    "check_better",
    "check_interval",
    "check_losers",
    "check_player",
    "check_rules",
    "check_scorer",
    "draw_intervals",
]
