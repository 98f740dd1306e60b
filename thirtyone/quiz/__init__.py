"""Questions without end, right by construction."""

from thirtyone.quiz.data import data_of, question_of
from thirtyone.quiz.feedback import Feedback, say_feedback
from thirtyone.quiz.make import ask, can_ask, make_question
from thirtyone.quiz.progress import (
    Progress,
    kind_name,
    level_name,
    next_focus,
    next_kind,
    next_level,
    read_progress,
    result_text,
)
from thirtyone.quiz.question import LEVELS, Case, Kind, Option, Question, Reading, Slip
from thirtyone.quiz.say import Said, say_question

__all__ = [
    "LEVELS",
    "Case",
    "Feedback",
    "Kind",
    "Option",
    "Progress",
    "Question",
    "Reading",
    "Said",
    "Slip",
    "ask",
    "can_ask",
    "data_of",
    "kind_name",
    "level_name",
    "make_question",
    "next_focus",
    "next_kind",
    "next_level",
    "question_of",
    "read_progress",
    "result_text",
    "say_feedback",
    "say_question",
]
