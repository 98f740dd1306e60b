"""Language, your rules and how the cards look: where a reader's wishes come from.

The address wins (a shared link shows what its sender saw), then the cookie (what the reader chose
here before), then the browser's languages. A link never changes the cookie; only the bar does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from thirtyone.rules.link import known_id
from thirtyone.rules.load import ruleset_ids

COOKIE: Final = "t31"
LINK_VERSION: Final = 1
LANGUAGES: Final = ("en", "nb", "sv", "da")

IN_ADDRESS: Final = ("lang", "home")
"""What a link carries. How somebody likes their cards to look is nobody else's business."""

VIEWS: Final = frozenset({"", "projector", "house", "what-if", "glossary"})
"""What an address may ask for as ``view``: a page on the wall, or another side of some pages."""
_SPOKEN: Final = {"no": "nb", "nn": "nb"}


@cache
def known() -> Mapping[str, tuple[str, ...]]:
    """Every wish with its possible values. Your rules may also be the code of a house rule."""
    return {
        "lang": LANGUAGES,
        "home": ruleset_ids(),
        "theme": ("auto", "light", "dark"),
        "suits": ("2", "4"),
        "letters": ("off", "on"),
    }


def valid(name: str, value: object) -> str | None:
    """The value as it is kept, or None if there is no such wish or value.

    >>> valid("lang", "da"), valid("home", "chess"), valid("lang", "xx")
    ('da', None, None)
    >>> valid("home", "h1_no-trettien_gk-like-all_sa-any")
    'h1_no-trettien_sa-any_gk-like-all'
    """
    if name == "home":
        return known_id(value)
    return str(value) if value in known().get(name, ()) else None


@dataclass(frozen=True, slots=True)
class Prefs:
    """A reader's wishes, each one valid."""

    lang: str = "en"
    home: str = "no-trettien"
    theme: str = "auto"
    suits: str = "2"
    letters: str = "off"

    def merged(self, wishes: Mapping[str, object]) -> "Prefs":
        """The same with every valid wish taken; whatever is unknown is left out.

        >>> Prefs().merged({"lang": "sv", "home": "chess"})
        Prefs(lang='sv', home='no-trettien', theme='auto', suits='2', letters='off')
        """
        good = {name: valid(name, wishes[name]) for name in known() if name in wishes}
        return replace(self, **{name: value for name, value in good.items() if value is not None})

    def as_dict(self) -> dict[str, str]:
        """The wishes by name, as scripts and notebooks take them."""
        return {name: getattr(self, name) for name in known()}


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the link that the reader should know; the page goes on all the same."""

    key: str
    details: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Visit:
    """What a request says about its reader."""

    prefs: Prefs
    notice: Notice | None = None


def read_visit(query: Mapping[str, str], cookie: str = "", accept: str = "") -> Visit:
    """The wishes behind a request: address, ``Cookie`` header, ``Accept-Language`` header."""
    link = {name: query[name] for name in IN_ADDRESS if name in query}
    prefs = Prefs(lang=_spoken(accept)).merged(from_cookie(cookie)).merged(link)
    return Visit(prefs, _notice(query, link))


def from_cookie(header: str) -> dict[str, str]:
    """The wishes in a ``Cookie`` header. Cookies of other programs on this host do not disturb.

    >>> from_cookie("a=b; t31=lang:da|theme:dark")
    {'lang': 'da', 'theme': 'dark'}
    """
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            pairs = (wish.partition(":") for wish in value.split("|"))
            return {wish: text for wish, colon, text in pairs if colon}
    return {}


def _notice(query: Mapping[str, str], link: Mapping[str, str]) -> Notice | None:
    version = query.get("v", str(LINK_VERSION))
    if version.isascii() and version.isdecimal() and len(version) < 6:
        if int(version) > LINK_VERSION:
            return Notice("state.newer_link", {"version": version})
        if int(version) == LINK_VERSION and all(valid(name, link[name]) for name in link):
            view = query.get("view", "")
            return None if view in VIEWS else Notice("state.bad_link_part", {"text": view[:40]})
    return Notice("state.bad_link")


def _spoken(accept: str) -> str:
    """The first of our languages that the browser asks for, English if none is."""
    for code in _by_weight(accept):
        language = code.partition("-")[0].lower()
        language = _SPOKEN.get(language, language)
        if language in LANGUAGES:
            return language
    return "en"


def _by_weight(accept: str) -> Iterator[str]:
    weighed = []
    for place, part in enumerate(accept.split(",")):
        code, _, parameter = part.partition(";")
        try:
            weight = float(parameter.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        if weight > 0:
            weighed.append((-weight, place, code.strip()))
    return (code for _, _, code in sorted(weighed))
