"""What every page knows of its reader: the wishes that the bar, an address or a class may name."""

from collections.abc import Mapping

from thirtyone.cardwords import LANGUAGES
from thirtyone.rules.link import known_id


class Wishes:
    """The reader's wishes, the base of whatever follows a page.

    What comes in is not vouched for: a value that is unknown changes nothing.
    """

    _lang: str = "en"
    _home: str = "no-trettien"
    """The id of the reader's rules, or the code of house rules."""
    _letters: str = "off"
    """``on`` for the court letters of the language."""
    _own: tuple[str, ...] = ()
    """The codes of the house rules that the browser keeps, as it says."""

    def _take_wishes(self, page: Mapping[str, object]) -> None:
        """Take over the wishes that a page names."""
        if page.get("lang") in LANGUAGES:
            self._lang = str(page["lang"])
        self._home = known_id(page.get("home")) or self._home
        if page.get("letters") in {"on", "off"}:
            self._letters = str(page["letters"])
        if "own" in page:
            self._own = tuple(str(page["own"]).split("."))
