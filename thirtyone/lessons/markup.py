"""The few marks of a lesson text: paragraphs, lists, **strong**, *words*, [words]{lang=da}."""

import re
from collections.abc import Iterator
from typing import Final

from thirtyone.lessons.lesson import Block, Emphasis, Line, Listing, Paragraph, Span

_MARK: Final = re.compile(
    r"\*\*(?P<strong>[^*]+)\*\*"
    r"|\[(?P<foreign>[^\]]+)\]\{lang=(?P<lang>[a-z]{2})\}"
    r"|\*(?P<word>[^*]+)\*"
)
_ITEM: Final = re.compile(r"(?:-|(\d+)\.) +")


def parse_blocks(text: str) -> tuple[Block, ...]:
    """The paragraphs and lists of a text; an empty line divides them."""
    return tuple(_block(part) for part in re.split(r"\n\s*\n", text.strip()) if part.strip())


def _block(text: str) -> Block:
    lines = text.strip().splitlines()
    first = _ITEM.match(lines[0])
    if first is None:
        return Paragraph(parse_line(" ".join(line.strip() for line in lines)))
    items: list[str] = []
    for line in lines:
        item = _ITEM.match(line)
        if item:
            items.append(line[item.end() :].strip())
        else:
            items[-1] += " " + line.strip()
    return Listing(tuple(map(parse_line, items)), numbered=bool(first[1]))


def parse_line(text: str) -> Line:
    """One line of text as runs of words."""
    return tuple(_spans(text))


def _spans(text: str) -> Iterator[Span]:
    done = 0
    for mark in _MARK.finditer(text):
        if mark.start() > done:
            yield Span(text[done : mark.start()])
        if mark["strong"]:
            yield Span(mark["strong"], Emphasis.STRONG)
        elif mark["foreign"]:
            yield Span(mark["foreign"], Emphasis.WORD, mark["lang"])
        else:
            yield Span(mark["word"], Emphasis.WORD)
        done = mark.end()
    if done < len(text):
        yield Span(text[done:])
