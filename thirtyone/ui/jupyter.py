"""The hand lab in Jupyter: the same widgets, with language and your rules as two menus above."""

from typing import Any

import ipywidgets

from thirtyone.cardwords import LANGUAGES
from thirtyone.rules import load_ruleset, ruleset_ids
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import get_translator
from thirtyone.ui.hand_lab import HandLab


def hand_panel(lab: HandLab, *, strips: bool = False) -> Any:
    """A box with the two menus, the picker, the verdicts and, if wanted, the strips."""
    language = ipywidgets.Dropdown(
        options=[(get_translator(lang)(f"language.{lang}"), lang) for lang in LANGUAGES],
        value=lab.lang,
    )
    rules = ipywidgets.Dropdown(options=_rules(lab.lang), value=lab.home)
    for menu in (language, rules):
        menu.style.description_width = "auto"
    _describe(language, rules, lab.lang)

    def language_chosen(change: dict[str, Any]) -> None:
        lab.set_prefs(lang=change["new"])
        _describe(language, rules, lab.lang)
        # New labels reset the choice of a Dropdown, so it is put back before anyone hears of it.
        with rules.hold_trait_notifications():
            rules.options = _rules(lab.lang)
            rules.value = lab.home

    def rules_chosen(change: dict[str, Any]) -> None:
        if change["new"] in ruleset_ids():
            lab.set_prefs(home=change["new"])

    language.observe(language_chosen, "value")
    rules.observe(rules_chosen, "value")
    parts = [ipywidgets.HBox([language, rules]), lab.picker, lab.verdicts]
    return ipywidgets.VBox([*parts, lab.strips] if strips else parts)


def _rules(lang: str) -> list[tuple[str, str]]:
    tr = get_translator(lang)
    return [(ruleset_name(load_ruleset(id_), tr), id_) for id_ in ruleset_ids()]


def _describe(language: Any, rules: Any, lang: str) -> None:
    tr = get_translator(lang)
    language.description = tr("bar.language")
    rules.description = tr("bar.your_rules")
