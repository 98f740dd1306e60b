"""The hand lab in Jupyter: the same widgets, with language and your rules as two menus above."""

from typing import Any

import ipywidgets

from thirtyone.cardwords import LANGUAGES
from thirtyone.rules import ruleset_ids
from thirtyone.rules.link import find, is_code, known_id
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import get_translator
from thirtyone.ui.hand_lab import HandLab
from thirtyone.ui.quiet import Quiet


def hand_panel(lab: HandLab, *, strips: bool = False) -> Any:
    """A box with the two menus, the picker, the verdicts and, if wanted, the strips."""
    language = ipywidgets.Dropdown(
        options=[(get_translator(lang)(f"language.{lang}"), lang) for lang in LANGUAGES],
        value=lab.lang,
    )
    rules = ipywidgets.Dropdown(options=_rules(lab), value=lab.home)
    for menu in (language, rules):
        menu.style.description_width = "auto"
    _describe(language, rules, lab.lang)

    def language_chosen(change: dict[str, Any]) -> None:
        lab.set_prefs(lang=change["new"])
        _describe(language, rules, lab.lang)
        # New labels reset the choice of a Dropdown, so it is put back before anyone hears of it.
        with rules.hold_trait_notifications():
            rules.options = _rules(lab)
            rules.value = lab.home

    def rules_chosen(change: dict[str, Any]) -> None:
        if known_id(change["new"]):
            lab.set_prefs(home=change["new"])

    language.observe(language_chosen, "value")
    rules.observe(rules_chosen, "value")
    parts = [ipywidgets.HBox([language, rules]), lab.picker, lab.verdicts]
    return ipywidgets.VBox([*parts, *([lab.strips] if strips else []), Quiet()])


def _rules(lab: HandLab) -> list[tuple[str, str]]:
    """All our rulesets, after the house rule that the lab was opened with."""
    tr = get_translator(lab.lang)
    ids = dict.fromkeys((lab.home, *ruleset_ids()) if is_code(lab.home) else ruleset_ids())
    return [(ruleset_name(find(id_), tr), id_) for id_ in ids]


def _describe(language: Any, rules: Any, lang: str) -> None:
    tr = get_translator(lang)
    language.description = tr("bar.language")
    rules.description = tr("bar.your_rules")
