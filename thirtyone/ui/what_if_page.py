"""The whole scene of what-if but for the figures, which change by themselves."""

from collections.abc import Mapping, Sequence
from html import escape

from thirtyone.rules import Ruleset
from thirtyone.rules.model import BankForm, LifeUnit
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator
from thirtyone.ui.marks import flag, icon
from thirtyone.ui.scene import Scene
from thirtyone.ui.what_if_from import charts_href
from thirtyone.ui.what_if_link import Desk
from thirtyone.ui.what_if_rules import rules_scene
from thirtyone.ui.what_if_scene import Setting, table_scene


def page_scene(
    desk: Desk,
    home: Ruleset,
    tr: Translator,
    *,
    local: bool,
    changes: Mapping[str, str],
    unfolded: bool,
    scales: Sequence[str],
    see: str,
    added: Sequence[Ruleset],
    others: Sequence[Ruleset],
    said: str,
    obstacle: str,
    empty: bool,
    link: bool,
) -> Scene:
    """Heading, table, switches and words.

    ``said`` is what was wrong with a link, ``obstacle`` why something cannot be worked out; with
    ``empty`` nothing can.
    """
    return {
        "lang": tr.lang,
        "title": tr("page.whatif"),
        "lede": tr("whatif.lede"),
        "other": {"href": charts_href(tr.lang, home.id), "text": tr("chances.title")},
        "message": _message(said, tr),
        "obstacle": {"html": f"{icon('warn')}", "text": obstacle} if obstacle else None,
        "empty": empty,
        "table": table_scene(Setting(desk, home, tr, local)),
        "scales": {
            "label": tr("whatif.scale"),
            "options": [
                {"value": scale, "label": tr(f"whatif.scale.{_scale_key(home, scale)}")}
                for scale in scales
            ]
            if len(scales) > 1
            else [],
            "value": see,
        },
        "rules": rules_scene(home, changes, tr, unfolded=unfolded),
        "beside": {
            "title": tr("whatif.beside"),
            "added": [
                {
                    "id": rules.id,
                    "html": (
                        f"{flag(rules.region)}<span>{escape(ruleset_name(rules, tr))}</span>"
                        f"{icon('x')}"
                    ),
                    "label": tr("whatif.remove", rules=ruleset_name(rules, tr)),
                }
                for rules in added
            ],
            "label": tr("whatif.add"),
            "options": [{"value": rules.id, "label": ruleset_name(rules, tr)} for rules in others],
        },
        "words": tr("whatif.in_words"),
        "hidden": tr("whatif.never_seen"),
        "copy": {
            "html": f"{icon('link')}<span>{escape(tr('act.copy_link'))}</span>",
            "done": tr("state.link_copied"),
            "byHand": tr("state.link_here"),
        }
        if link
        else None,
    }


def _scale_key(ruleset: Ruleset, scale: str) -> str:
    form = ruleset.form
    if scale == "lose" and not isinstance(form, BankForm) and form.lives.unit is LifeUnit.MARK:
        return "lose_mark"
    return scale


def _message(said: str, tr: Translator) -> Scene | None:
    if not said:
        return None
    return {"html": icon("warn"), "head": said, "text": tr("whatif.goes_on")}
