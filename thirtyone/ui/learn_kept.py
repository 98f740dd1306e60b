"""What a learner's browser keeps: which steps are done, and how the questions went. Nothing else.

Python has it only while the page is open. Whatever a browser sends is read as something that nobody
vouches for.

>>> kept = read_kept({"v": 1, "steps": {"one-suit": {"add-up": 1}, "chess": {"castle": 1}}})
>>> kept.done("one-suit"), kept.done("chess")
({'add-up': True}, {})
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from thirtyone.lessons.lesson import Lesson
from thirtyone.lessons.load import course
from thirtyone.quiz import Progress, Question, read_progress, result_text
from thirtyone.text.translator import Translator

VERSION: Final = 1
_MOST_STEPS: Final = 40
_LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class Kept:
    """The steps whose questions were answered, and all answers counted."""

    steps: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    """By lesson and step: was the first guess right?"""
    quiz: Progress = field(default_factory=Progress)

    def done(self, slug: str) -> dict[str, bool]:
        """The steps of a lesson that are done."""
        return dict(self.steps.get(slug, {}))

    def count(self, lesson: Lesson) -> int:
        """How many steps of a lesson are done; steps that the course no longer has do not count."""
        done = self.steps.get(lesson.slug, {})
        return sum(step.id in done for step in lesson.steps)

    @property
    def is_empty(self) -> bool:
        """Is there nothing to keep?"""
        return not self.steps and not self.quiz.kinds

    def guessed(self, slug: str, step: str, question: Question, chosen: int) -> "Kept":
        """After the question of a step: only the first guess counts."""
        done = self.steps.get(slug, {})
        if step in done:
            return self
        steps = {**self.steps, slug: {**done, step: chosen == question.right}}
        return Kept(steps, self.quiz.answered(question, chosen))

    def answered(self, question: Question, chosen: int) -> "Kept":
        """After a question of the practice."""
        return replace(self, quiz=self.quiz.answered(question, chosen))

    def as_data(self) -> dict[str, Any]:
        """All of it as JSON can hold it."""
        steps = {
            slug: {step: int(right) for step, right in done.items()}
            for slug, done in self.steps.items()
        }
        return {"v": VERSION, "steps": steps, "quiz": self.quiz.as_data()}


def read_kept(data: object) -> Kept:
    """What a browser kept; what cannot be read counts as nothing."""
    if not isinstance(data, dict) or data.get("v") != VERSION:
        return Kept()
    raw = data.get("steps")
    steps = {} if not isinstance(raw, dict) else {slug: _read(raw.get(slug)) for slug in course()}
    steps = {slug: done for slug, done in steps.items() if done}
    return Kept(steps, read_progress(data.get("quiz")))


def _read(data: object) -> dict[str, bool]:
    if not isinstance(data, dict):
        return {}
    return {
        step: bool(right)
        for step, right in list(data.items())[:_MOST_STEPS]
        if isinstance(step, str) and len(step) <= _LONGEST and right in (0, 1)
    }


def kept_text(kept: Kept, lessons: tuple[Lesson, ...], tr: Translator) -> str:
    """The result as text to copy or to hand in: the lessons begun, then the questions."""
    lines = [
        tr("learn.result_line", lesson=lesson.title, done=tr.number(done), n=len(lesson.steps))
        for lesson in lessons
        if (done := kept.count(lesson))
    ]
    questions = result_text(kept.quiz, tr)
    return "\n".join([*lines, "", questions] if lines else [questions])
