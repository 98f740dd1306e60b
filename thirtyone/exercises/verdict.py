"""What a check says: passed or not, one headline, and the reasons in whole sentences."""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from thirtyone.cards import Card
from thirtyone.notation import format_cards
from thirtyone.rules import Ruleset, get_value
from thirtyone.text.say import ruleset_name, say_provenance, say_value
from thirtyone.text.translator import Translator


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """The answer of a check. It is true if the learner's code passed."""

    passed: bool
    title: str
    lines: tuple[str, ...]
    lang: str

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        """The text itself, for a terminal."""
        return "\n".join([self.title, *(f"- {line}" for line in self.lines)])

    def _repr_html_(self) -> str:
        """The same in a notebook. Whatever a learner's code has said is text, not mark-up."""
        items = "".join(f"<li>{html.escape(line)}</li>" for line in self.lines)
        listed = f"<ul>{items}</ul>" if items else ""
        return f'<div lang="{self.lang}"><p><strong>{html.escape(self.title)}</strong></p>{listed}</div>'


@dataclass(frozen=True, slots=True)
class Stopped:
    """A learner's function that raised an error instead of giving an answer."""

    error: Exception

    @property
    def text(self) -> str:
        """Kind and message, in one line that is not too long."""
        told = " ".join(str(self.error).split())
        return clipped(
            f"{type(self.error).__name__}: {told}" if told else type(self.error).__name__
        )


def answer_of(function: Callable[..., Any], *given: object) -> Any:
    """What the function gives back, or how it stopped. Only whoever waits can break it off."""
    try:
        return function(*given)
    except Exception as error:  # noqa: BLE001  # whatever a learner's code raises is the answer
        return Stopped(error)


def clipped(text: str, most: int = 160) -> str:
    """A text that somebody's code has made, cut to what can be read at a glance."""
    return text if len(text) <= most else text[: most - 1] + "…"


def shown(value: object) -> str:
    """A learner's value as Python writes it, cut."""
    try:
        return clipped(repr(value), 60)
    except Exception:  # noqa: BLE001  # a class of the learner's own
        return type(value).__name__


def say_cards(cards: Sequence[Card]) -> str:
    """Cards as they are typed: ``KH 9H AS``."""
    return format_cards(cards)


def say_rule(path: str, ruleset: Ruleset, tr: Translator) -> str:
    """What a rule says, and where that is written."""
    value = say_value(path, get_value(ruleset, path), tr)
    mark = ruleset.provenance.get(path)
    source = say_provenance(mark, tr) if mark else ""
    return tr(
        "exercise.rule", path=path, rules=ruleset_name(ruleset, tr), value=value, source=source
    ).strip()
