"""The text of a step as HTML: the sentence that comes first, the rest, and its words explained."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from typing import Final

from thirtyone.lessons.glossary import Term, glossary
from thirtyone.lessons.lesson import Block, Emphasis, Lesson, Line, Listing, Paragraph, Step
from thirtyone.lessons.search import plain
from thirtyone.ui.scene import Scene

_SHORT: Final = 50
"""A first sentence of fewer characters takes the second one along."""
_ENDS: Final = (". ", "? ")


_MOST: Final = 3
"""So many words of a step are explained at most, beside those in bold."""
_ENDINGS: Final = 3
_SHORTEST: Final = 4
_OTHER_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "en": frozenset({"out", "tie", "chance"}),
    "nb": frozenset({"out", "tie", "chance"}),
    "sv": frozenset({"out", "tie", "chance", "knocker"}),
    "da": frozenset({"out", "tie", "chance", "knocker", "dealer"}),
}
"""Terms whose words mean something else as well in running text: Danish *giver* also gives."""


@dataclass(frozen=True, slots=True)
class _Words:
    """What can be explained, the lesson's own terms first."""

    terms: tuple[Term, ...]
    own: tuple[Term, ...]
    lang: str

    def first(self, text: str, seen: Mapping[str, Term]) -> tuple[re.Match[str], Term] | None:
        """The first of the lesson's own words in a text that is not explained yet."""
        if len(seen) >= _MOST:
            return None
        found = [
            (match, term)
            for term in self.own
            if term.key not in seen and (match := _pattern(term.word, self.lang).search(text))
        ]
        # Of two that begin at one place the longer word is meant: the knocker, not the knock.
        return min(found, key=lambda one: (one[0].start(), -len(one[1].word)), default=None)

    def find(self, text: str) -> Term | None:
        """The term that a word in bold is, perhaps with an ending of its language."""
        wanted = plain(text)
        for term in self.terms:
            for word in (term.word, *term.also):
                if _alike(wanted, plain(word)):
                    return term
        return None


@cache
def _pattern(word: str, lang: str) -> re.Pattern[str]:
    """The word as it stands in a text, perhaps with an ending."""
    if len(word) < _SHORTEST:
        return re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    if lang == "en":
        return re.compile(rf"\b{re.escape(word)}s?\b", re.IGNORECASE)
    stem = word[:-1] if word[-1] in "ea" and len(word) > _SHORTEST else word
    return re.compile(rf"\b{re.escape(stem)}\w{{0,{_ENDINGS}}}\b", re.IGNORECASE)


def _alike(text: str, word: str) -> bool:
    """Is it this word, or the word with another ending: ``kastebunken`` of ``kastebunke``?"""
    stem = word if len(word) < 5 else word[:-1]
    return text.startswith(stem) and len(text) <= len(word) + 4


def text_scene(step: Step, lesson: Lesson) -> Scene:
    """The step's text: ``lede`` and ``blocks`` as HTML, ``terms`` as what they mean."""
    known = glossary(lesson.lang)
    own = [known[key] for key in lesson.terms if key in known]
    words = _Words(
        (*own, *(term for term in known.values() if term not in own)),
        tuple(term for term in own if term.key not in _OTHER_WORDS[lesson.lang]),
        lesson.lang,
    )
    seen: dict[str, Term] = {}
    first, rest = _parted(step.blocks)
    lede = "".join(_spans(first, words, seen))
    blocks = [_block(block, words, seen) for block in rest]
    return {"lede": lede, "blocks": blocks, "terms": _explained(seen)}


def _explained(terms: Mapping[str, Term]) -> Scene:
    return {
        key: {"word": t.word, "lang": t.lang or None, "text": t.text} for key, t in terms.items()
    }


def _parted(blocks: tuple[Block, ...]) -> tuple[Line, tuple[Block, ...]]:
    """The first sentence of a text, and all that follows."""
    if not blocks or not isinstance(blocks[0], Paragraph):
        return (), blocks
    line = blocks[0].line
    whole = "".join(span.text for span in line)
    ends = sorted(at for end in _ENDS for at in _places(whole, end))
    cut = next((at + 1 for at in ends if at >= _SHORT), len(whole))
    first, rest = _cut(line, cut)
    return first, ((Paragraph(rest), *blocks[1:]) if rest else blocks[1:])


def _places(text: str, end: str) -> Iterator[int]:
    at = text.find(end)
    while at >= 0:
        yield at
        at = text.find(end, at + 1)


def _cut(line: Line, at: int) -> tuple[Line, Line]:
    first, rest = [], []
    for span in line:
        if at >= len(span.text):
            first.append(span)
        elif at <= 0:
            rest.append(span)
        else:
            first.append(replace(span, text=span.text[:at]))
            rest.append(replace(span, text=span.text[at:].lstrip()))
        at -= len(span.text)
    if rest:
        rest[0] = replace(rest[0], text=rest[0].text.lstrip())
    return tuple(first), tuple(span for span in rest if span.text)


def _block(block: Block, words: _Words, seen: dict[str, Term]) -> str:
    if isinstance(block, Listing):
        tag = "ol" if block.numbered else "ul"
        items = "".join(f"<li>{''.join(_spans(item, words, seen))}</li>" for item in block.items)
        return f"<{tag}>{items}</{tag}>"
    return f"<p>{''.join(_spans(block.line, words, seen))}</p>"


def _spans(line: Line, words: _Words, seen: dict[str, Term]) -> Iterator[str]:
    for span in line:
        lang = f' lang="{span.lang}"' if span.lang else ""
        if span.emphasis is Emphasis.STRONG:
            term = words.find(span.text)
            if term is None:
                yield f"<b{lang}>{escape(span.text)}</b>"
            else:
                seen[term.key] = term
                yield _button(term, span.text, "term new")
        elif span.emphasis is Emphasis.WORD:
            yield f"<i{lang}>{escape(span.text)}</i>"
        else:
            yield from _plain(span.text, words, seen)


def _plain(text: str, words: _Words, seen: dict[str, Term]) -> Iterator[str]:
    while found := words.first(text, seen):
        match, term = found
        seen[term.key] = term
        yield escape(text[: match.start()])
        yield _button(term, match[0], "term")
        text = text[match.end() :]
    yield escape(text)


def _button(term: Term, text: str, kind: str) -> str:
    return (
        f'<button type="button" class="{kind}" data-term="{escape(term.key)}" '
        f'aria-expanded="false" data-lm-suppress-shortcuts="true">{escape(text)}</button>'
    )


def term_scenes(keys: tuple[str, ...], lang: str) -> list[Scene]:
    """Words with their sentences, in the order of the keys."""
    known = glossary(lang)
    return [_term(known[key]) for key in keys if key in known]


def _term(term: Term) -> Scene:
    return {
        "word": term.word,
        "lang": term.lang or None,
        "also": list(term.also),
        "text": term.text,
    }


def all_terms(lang: str, wanted: str) -> list[Scene]:
    """The whole glossary in alphabetical order, or the words that begin with what is typed."""
    part = plain(wanted).strip()
    found = [
        term
        for term in glossary(lang).values()
        if not part or any(plain(word).find(part) >= 0 for word in (term.word, *term.also))
    ]
    return [_term(term) for term in sorted(found, key=lambda term: plain(term.word))]
