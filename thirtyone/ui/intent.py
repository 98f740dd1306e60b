"""What a browser says was done, read as something that nobody vouches for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

Acts: TypeAlias = Mapping[str, tuple[int, Callable[..., None]]]
"""What may be done, by its name: how many texts come with it, and what does it."""

_MOST: Final = 100


def intent_number(intent: object) -> int | None:
    """The running number of an intent, or None if it is none."""
    if not isinstance(intent, Mapping) or not isinstance(intent.get("do"), Sequence):
        return None
    number = intent.get("n")
    return number if isinstance(number, int) else None


def each_act(intent: Mapping[str, object], acts: Acts) -> Iterator[Callable[[], None]]:
    """Every act of an intent that is one of ``acts``, ready to be done; the rest is left out."""
    todo = intent["do"]
    assert isinstance(todo, Sequence)
    for item in todo[:_MOST]:
        if not isinstance(item, Sequence) or isinstance(item, str) or not item:
            continue
        name, *values = item
        count, do = acts.get(name, (0, None)) if isinstance(name, str) else (0, None)
        if do and len(values) == count and all(isinstance(value, str) for value in values):
            yield partial(do, *values)
