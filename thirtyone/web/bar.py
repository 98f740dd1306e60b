"""The bar over every page and under it on phones, with the menu of rulesets.

Everything is plain HTML that is right before a script has run. ``data-w`` and ``data-wl`` name the
words of an element, so that :file:`static/shell.js` can change the language without a reload.
"""

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Final

from thirtyone.rules.link import find, is_code
from thirtyone.rules.load import load_ruleset, ruleset_ids
from thirtyone.text.translator import get_translator
from thirtyone.ui.faces import rose
from thirtyone.ui.marks import flag, icon
from thirtyone.web.prefs import LANGUAGES
from thirtyone.web.words import bar_words

if TYPE_CHECKING:
    from thirtyone.web.shell import Page

_COLUMNS: Final = (("no", "se", "dk"), ("abroad",))
"""Two columns of the menu: the countries of the five documents, and everybody else."""


def top_bar(page: "Page") -> str:
    """Skip link, sections, your rules, language and look."""
    prefs = page.prefs
    languages = "".join(
        f'<option value="{lang}" lang="{lang}"{" selected" if lang == prefs.lang else ""}>'
        f"{get_translator(lang)(f'language.{lang}')}</option>"
        for lang in LANGUAGES
    )
    return (
        f'<a class="t31-skip" href="#root"{_word(page, "bar.skip")}</a>'
        '<header class="t31-top"><div class="t31-wrap">'
        f'<a class="t31-mark" href="{page.base}/"{_name(page, "nav.home")}>{rose()}<b>31</b></a>'
        f'<nav{_name(page, "nav.label")}>{_links(page)}</nav><div class="t31-tools">'
        f"{_rules_button(page)}"
        f'<span class="t31-pick t31-sq"><span class="t31-lang" aria-hidden="true">'
        f"{prefs.lang.upper()}</span>"
        f'<select name="lang"{_name(page, "bar.language")} autocomplete="off">{languages}</select>'
        "</span>"
        f'<button class="t31-sq t31-theme" type="button" data-toggle="theme"'
        f'{_name(page, "bar.dark")} aria-pressed="{_true(prefs.theme == "dark")}">'
        f"{icon('sun')}</button></div></div></header>{rules_menu(page)}"
    )


def bottom_bar(page: "Page") -> str:
    """The sections again, where a thumb reaches them."""
    return f'<nav class="t31-bar"{_name(page, "nav.label")}>{_links(page)}</nav>'


def _rules_button(page: "Page") -> str:
    home = find(page.prefs.home)
    flags = "".join(
        f'<span data-flag="{region}"{"" if region == home.region else " hidden"}>'
        f"{flag(region)}</span>"
        for region in (*(region for column in _COLUMNS for region in column), "own")
    )
    # The name of a house rule is the reader's own and in no list of words.
    own = escape(home.names[page.prefs.lang], quote=False)
    name = f">{own}" if is_code(home.id) else _word(page, f"rules.{home.id}")
    return (
        '<button class="t31-home" type="button" id="t31-home" aria-haspopup="dialog" '
        'aria-expanded="false" aria-controls="t31-menu">'
        f'<span class="t31-hl"{_word(page, "bar.your_rules")}</span> {flags}'
        f'<span class="t31-hn"{name}</span>{icon("down")}</button>'
    )


def rules_menu(page: "Page") -> str:
    """All rulesets in two columns; on phones a sheet that ends with the switches.

    The group of house rules is empty here: they are kept in the browser, and its script adds them.
    """
    first, second = ("".join(_group(page, region) for region in regions) for regions in _COLUMNS)
    columns = f"<div>{first}</div><div>{second}{_own_group(page)}</div>"
    prefs = page.prefs
    switches = "".join(
        f'<label class="swt t31-{name}"><input type="checkbox" role="switch" '
        f'data-toggle="{name}" autocomplete="off"{" checked" if on else ""}><i></i>'
        f"<span{_word(page, key)}</span></label>"
        for name, key, on in (
            ("theme", "bar.dark", prefs.theme == "dark"),
            ("suits", "bar.four_colours", prefs.suits == "4"),
            ("letters", "bar.local_letters", prefs.letters == "on"),
        )
    )
    return (
        '<dialog class="t31-menu" id="t31-menu" aria-labelledby="t31-menu-title">'
        f'<div class="t31-mh"><h2 id="t31-menu-title"{_word(page, "bar.your_rules")}</h2>'
        f"<p{_word(page, 'menu.lede')}</p>"
        f'<button type="button" class="btn sq bare t31-close"{_name(page, "act.close")}>'
        f"{icon('x')}</button>"
        "</div>"
        f'<div class="t31-mc"><div class="t31-ml" role="listbox"{_name(page, "menu.label")}>'
        f"{columns}</div>{_new_link(page)}</div>"
        f'<div class="t31-mf"><p{_word(page, "menu.foot")}</p>'
        f'<div class="t31-mo" role="group"{_name(page, "bar.settings")}>{switches}</div></div>'
        "</dialog>"
    )


def _own_group(page: "Page") -> str:
    sample = (
        '<template><div class="t31-mi" role="option" tabindex="-1">'
        f"{flag('own')}<span><b></b> <small></small></span> <em></em>{icon('check')}</div></template>"
    )
    return (
        '<div class="t31-mg t31-mown" role="group" aria-labelledby="t31-menu-own" hidden>'
        f'<span class="t31-mr" id="t31-menu-own"{_word(page, "region.own")}</span>{sample}</div>'
    )


def _new_link(page: "Page") -> str:
    """To the page where one makes house rules, if it is there."""
    if not any(section.name == "rules" for section in page.sections):
        return ""
    address = escape(page.link("rules", view="house"))
    return (
        f'<a class="t31-new" href="{address}">{icon("plus")}'
        f"<span{_word(page, 'house.new')}</span></a>"
    )


def _group(page: "Page", region: str) -> str:
    options = "".join(_option(page, id_) for id_ in _ids(region))
    label = f"t31-menu-{region}"
    return (
        f'<div class="t31-mg" role="group" aria-labelledby="{label}">'
        f'<span class="t31-mr" id="{label}"{_word(page, f"region.{region}")}</span>{options}</div>'
    )


def _option(page: "Page", id_: str) -> str:
    ruleset = load_ruleset(id_)
    return (
        f'<div class="t31-mi" role="option" tabindex="-1" data-value="{id_}" '
        f'data-region="{ruleset.region}" aria-selected="{_true(id_ == page.prefs.home)}">'
        f"{flag(ruleset.region)}<span><b{_word(page, f'rules.{id_}')}</b> "
        f"<small{_word(page, f'about.{id_}')}</small></span> "
        f"<em{_word(page, f'family.{ruleset.family}')}</em>{icon('check')}</div>"
    )


def _ids(region: str) -> Iterable[str]:
    return (id_ for id_ in ruleset_ids() if load_ruleset(id_).region == region)


def _links(page: "Page") -> str:
    links = []
    for section in page.sections:
        if section.in_bar:
            here = ' aria-current="page"' if section.name == page.section else ""
            word = _word(page, f"nav.{section.name}")
            links.append(f'<a href="{escape(page.link(section.name))}"{here}{word}</a>')
    return "".join(links)


def _word(page: "Page", key: str) -> str:
    """The end of an opening tag, and the words behind it."""
    return f' data-w="{key}">{escape(bar_words(page.prefs.lang)[key], quote=False)}'


def _name(page: "Page", key: str) -> str:
    return f' data-wl="{key}" aria-label="{escape(bar_words(page.prefs.lang)[key])}"'


def _true(value: bool) -> str:
    return "true" if value else "false"
