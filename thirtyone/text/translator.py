r"""Looks up sentences by key and writes numbers, in one language.

>>> tr = get_translator("nb")
>>> tr("score.capped", sum="11 + 11 + 11", total="33", rules="Norsk kildebeskrivelse")
'11 + 11 + 11 blir 33, men Norsk kildebeskrivelse stopper på 31.'
>>> tr.plural("state.pick_more", 2), tr.points(HalfPoints(61)), tr.number(22_100)
('Velg 2 kort til.', '30½', '22\xa0100')
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Final

from thirtyone.cardwords import LANGUAGES
from thirtyone.points import HalfPoints
from thirtyone.text.catalogue import read_catalogue

_MINUS: Final = "\N{MINUS SIGN}"
_HOLE: Final = re.compile(r"\{(\w+)\}")


class MissingTextError(LookupError):
    """A programmer asked for a text, or left out a part of one, that the catalogue needs."""

    def __init__(self, key: str, lang: str, hole: str = "") -> None:
        part = f" needs {{{hole}}}" if hole else " is not in the catalogue"
        super().__init__(f"{key!r}{part} ({lang})")
        self.key = key
        self.lang = lang
        self.hole = hole


@dataclass(frozen=True, slots=True)
class Translator:
    """The texts and the numbers of one language; call it with the key of a text."""

    lang: str
    _texts: Mapping[str, tuple[str, ...]] = field(repr=False, compare=False)

    def __call__(self, key: str, /, **parts: object) -> str:
        """The text of a key with its holes filled."""
        return self._fill(key, self._forms(key)[0], parts)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def plural(self, key: str, n: int, /, **parts: object) -> str:
        """The text that fits a whole number; ``{n}`` is the number as the language writes it."""
        forms = self._forms(key)
        form = forms[0] if n == 1 else forms[-1]
        return self._fill(key, form, {"n": self.number(n), **parts})

    def holes(self, key: str) -> frozenset[str]:
        """The names of the parts that a text needs."""
        return frozenset(hole for form in self._forms(key) for hole in _HOLE.findall(form))

    def _forms(self, key: str) -> tuple[str, ...]:
        try:
            return self._texts[key]
        except KeyError:
            raise MissingTextError(key, self.lang) from None

    def _fill(self, key: str, form: str, parts: Mapping[str, object]) -> str:
        def part(hole: re.Match[str]) -> str:
            if hole[1] not in parts:
                raise MissingTextError(key, self.lang, hole[1])
            return str(parts[hole[1]])

        return _HOLE.sub(part, form)

    # --- numbers: how each language writes them ------------------------------------------------

    def points(self, points: HalfPoints) -> str:
        """``19``, ``30½``; the same sign for the half in all four languages."""
        whole, half = divmod(abs(points), 2)
        text = f"{whole or ''}½" if half else str(whole)
        return _MINUS + text if points < 0 else text

    def signed_points(self, points: HalfPoints) -> str:
        """A difference of points: ``+20``, ``−½``."""
        return "+" + self.points(points) if points > 0 else self.points(points)

    def number(self, number: int) -> str:
        """A whole number: ``22,100``, ``22 100``, ``22.100``."""
        if abs(number) < 1000:  # nothing to group, so no need for Babel
            return str(number).replace("-", _MINUS)
        return self._decimal(Decimal(number), "#,##0")

    def spelled(self, number: int, *, first: bool = False) -> str:
        """A small number as a word, ``four``; ``first`` where it begins a sentence, ``Four``.

        Numbers above sixteen, zero and one (which agrees with its noun) stay figures.
        """
        key = f"number.{number}"
        word = self(key) if key in self else self.number(number)
        return word[:1].upper() + word[1:] if first else word

    def decimal(self, number: float, digits: int = 1) -> str:
        """A number with so many decimals: ``27.3``, ``27,3``."""
        return self._decimal(_rounded(number, digits), "#,##0." + "0" * digits)

    def percent(self, share: float, digits: int = 1) -> str:
        """A share of 1 as per cent: ``27.3%``, ``27,3 %``."""
        number = self.decimal(share * 100, digits) if digits else self.number(round(share * 100))
        return f"{number}%" if self.lang == "en" else f"{number}\N{NO-BREAK SPACE}%"

    def signed(self, number: float, digits: int = 0) -> str:
        """A difference: ``+20``, ``−1``, ``0``."""
        text = self.decimal(number, digits) if digits else self.number(round(number))
        if not text.strip("0.," + _MINUS):  # nothing is left of it
            return text.lstrip(_MINUS)
        return "+" + text if number > 0 else text

    def _decimal(self, number: Decimal, pattern: str) -> str:
        # Slow to import, and few texts need it.
        from babel.numbers import format_decimal

        locale = "en_GB" if self.lang == "en" else self.lang
        text: str = format_decimal(number, pattern, locale=locale)
        return text.replace("-", _MINUS)

    # --- lists and quotes -----------------------------------------------------------------------

    def join(self, parts: Iterable[str]) -> str:
        """``A``, ``A and B``, ``A, B and C``."""
        return self._join("list.and", tuple(parts))

    def join_or(self, parts: Iterable[str]) -> str:
        """``A``, ``A or B``, ``A, B or C``."""
        return self._join("list.or", tuple(parts))

    def _join(self, key: str, parts: tuple[str, ...]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self(key, first=", ".join(parts[:-1]), last=parts[-1])

    def quote(self, text: str) -> str:
        """The text in the language's quotation marks."""
        return self("quote", text=text)


def _rounded(number: float, digits: int) -> Decimal:
    # By its decimal text: 0.25 is a quarter, but 2.675 as a float is a little less.
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


@cache
def get_translator(lang: str) -> Translator:
    """The translator of ``en``, ``nb``, ``sv`` or ``da``."""
    if lang not in LANGUAGES:
        raise ValueError(f"{lang!r} is none of the languages {', '.join(LANGUAGES)}")
    return Translator(lang, read_catalogue(lang))
