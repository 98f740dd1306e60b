"""The words of the bar, by language, under the names that the page's own elements carry.

An element with ``data-w="nav.hand"`` shows that entry, one with ``data-wl`` is named by it. So one
script can put another language on the bar without knowing a single word.
"""

from collections.abc import Mapping
from functools import cache

from thirtyone.rules.draft import UNNAMED
from thirtyone.rules.load import load_ruleset, ruleset_ids
from thirtyone.text.translator import get_translator
from thirtyone.web.sections import SECTIONS

_PLAIN = (
    "nav.label",
    "nav.home",
    "bar.skip",
    "bar.your_rules",
    "bar.language",
    "bar.theme",
    "bar.dark",
    "bar.four_colours",
    "bar.local_letters",
    "bar.settings",
    "menu.lede",
    "menu.foot",
    "act.close",
    "state.offline",
    "state.bad_link",
    "region.no",
    "region.se",
    "region.dk",
    "region.abroad",
    "region.own",
    "house.new",
    "family.draw",
    "family.exchange",
    "family.bank",
)


@cache
def bar_words(lang: str) -> Mapping[str, str]:
    """Everything that the bar, its menu and the notices can say in one language."""
    tr = get_translator(lang)
    words = {key: tr(key) for key in _PLAIN}
    # House rules are kept in the browser, so their script fills in the base and the number.
    holes = {"rules": "{base}", "n": "{count}"}
    words["house.one"] = tr.plural("house.summary", 1, **holes)
    words["house.many"] = tr.plural("house.summary", 2, **holes)
    words["house.none"] = tr("house.summary_none", rules="{base}")
    words["house.unnamed"] = UNNAMED[lang]
    words["menu.label"] = tr.plural("menu.label", len(ruleset_ids()))
    words["title."] = tr("site.title")
    # The version is filled in where it is known: on the page, by the script.
    words["state.newer_link"] = tr("state.newer_link", version="{version}")
    for section in SECTIONS:
        name = words[f"nav.{section.name}"] = tr(f"nav.{section.name}")
        words[f"title.{section.name}"] = tr("page.title", page=name)
    for id_ in ruleset_ids():
        ruleset = load_ruleset(id_)
        words[f"rules.{id_}"] = ruleset.names[lang]
        words[f"about.{id_}"] = ruleset.summaries[lang]
    return words
