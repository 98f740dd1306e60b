"""What can go wrong, sorted by what the caller can do about it.

An error carries data: ``reason`` is the key of a sentence in the catalogues, ``details`` what the
sentence speaks of. ``thirtyone.text.say.say_error`` makes one line of it in any of the four
languages; ``str(error)`` is that line in English.
"""

from typing import Self


class ThirtyOneError(ValueError):
    """Anything that a player, teacher or programmer can mend by giving other input."""

    reason: str
    details: dict[str, object]

    def __init__(self, reason: str, /, **details: object) -> None:
        super().__init__(reason, details)
        self.reason = reason
        self.details = details

    def __str__(self) -> str:
        # The one look upwards: whoever prints an error wants a sentence, and only then is the
        # catalogue read. Nothing below `text` depends on it.
        from thirtyone.text.say import say_error
        from thirtyone.text.translator import get_translator

        return say_error(self, get_translator("en"))

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.reason, self.details))

    def within(self, **more: object) -> Self:
        """The same error with the place where it happened added (file, line, path)."""
        return type(self)(self.reason, **{**self.details, **more})


class CardError(ThirtyOneError):
    """A text that is not cards, or could be several: write it again."""


class HandError(ThirtyOneError):
    """Cards that cannot be one hand: a card twice, or a number of cards nobody asked for."""


class RulesError(ThirtyOneError):
    """An unknown ruleset, or a rules file or option that does not say what it should."""


class UsageError(ThirtyOneError):
    """Rules and cards are fine; what was asked around them (a port, a file, a line) is not."""


class WorkError(ThirtyOneError):
    """What was asked is right, but it could not be done: a full disk, a cluster out of reach."""


def _rebuild(kind: type[ThirtyOneError], reason: str, details: dict[str, object]) -> ThirtyOneError:
    return kind(reason, **details)
