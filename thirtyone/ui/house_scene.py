"""What the page of house rules shows: the draft, what it changes, and how to keep it."""

from html import escape
from typing import Final

from thirtyone.cards import Card
from thirtyone.examples import Disagreement, disagreement
from thirtyone.hands import check_playable, score_playable
from thirtyone.notation import Style, format_cards
from thirtyone.rules import Family, Ruleset, load_ruleset, ruleset_ids
from thirtyone.rules.draft import LONGEST_NAME, Draft
from thirtyone.rules.link import MOST_KEPT, write_code
from thirtyone.rules.write import LARGEST_UPLOAD, file_name, write_toml
from thirtyone.sim.tables import score_table
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator
from thirtyone.ui.faces import card_text
from thirtyone.ui.house_card import house_card
from thirtyone.ui.house_rows import groups, summary
from thirtyone.ui.marks import flag, icon
from thirtyone.ui.scene import Scene, with_markup

_SAVE: Final = "M12 3v12M7 10.5 12 15.5 17 10.5M4 16v5h16v-5"
_LOAD: Final = "M12 15.5v-12M7 8 12 3l5 5M4 16v5h16v-5"
_STARTERS: Final = ("no-trettien", "se-svensk-bas", "dk-enogtredive")

_HANDS: Final = tuple(
    tuple(map(Card, cards.split()))
    for cards in (
        "KH 9H AS",
        "QS QH QC",
        "AS AH AD",
        "AH KC QS",
        "QD KD AD",
        "JH QH KH",
        "9S TS JS",
    )
)
"""Hands of cards that every pack has; those that change are shown first."""
_FOURTH: Final = Card("9D")


def house_scene(
    draft: Draft,
    tr: Translator,
    *,
    home: str,
    at: str = "",
    said: str = "",
    message: Scene | None = None,
    local: bool = False,
    turn: int = 0,
) -> Scene:
    """The whole scene. ``home`` is the id of the reader's rules, ``at`` the page's address."""
    code = write_code(draft)
    name = ruleset_name(draft.ruleset, tr)
    return {
        "lang": tr.lang,
        "title": tr("page.house_rules"),
        "lede": tr("house.lede"),
        "code": code,
        "name": {
            "label": tr("house.name"),
            "value": draft.name,
            "empty": name,
            "longest": LONGEST_NAME,
            "turn": turn,
        },
        "base": {"label": tr("house.base"), "value": draft.base.id, "groups": _bases(tr)},
        "tools": _tools(code == home, tr),
        "file": {"name": file_name(draft), "text": write_toml(draft), "largest": LARGEST_UPLOAD},
        "groups": groups(draft, tr),
        "from": with_markup(tr, "house.from", rules=_flagged(draft.base, tr)),
        "summary": summary(draft, tr),
        "undo": icon("undo"),
        "warn": icon("warn"),
        "cross": icon("x"),
        "check": icon("check"),
        "house": flag("own"),
        "examples": _examples(draft, tr, local=local),
        "saved": _saved(name, tr),
        "message": message,
        "said": said,
        "card": {
            "html": house_card(draft, tr, at=at, local=local),
            "title": tr("house.card_preview"),
            "note": tr("house.card_note"),
        },
    }


def message(key: str, line: str, more: str, tr: Translator) -> Scene:
    """Something that did not work: what, why, and what still holds."""
    return {"icon": icon("warn"), "head": tr(key), "line": line, "more": more}


def _bases(tr: Translator) -> list[Scene]:
    found: dict[str, list[list[str]]] = {}
    for ruleset in map(load_ruleset, ruleset_ids()):
        found.setdefault(ruleset.region, []).append([ruleset.id, ruleset_name(ruleset, tr)])
    return [{"label": tr(f"region.{region}"), "options": rows} for region, rows in found.items()]


def _tools(in_use: bool, tr: Translator) -> Scene:
    def button(sign: str, key: str) -> str:
        return f"{sign}<span>{escape(tr(key))}</span>"

    def drawn(path: str) -> str:
        return f'<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg>'

    return {
        "label": tr("house.tools"),
        "inUse": in_use,
        "save": button(icon("check"), "house.in_use" if in_use else "house.save"),
        "download": button(drawn(_SAVE), "house.download"),
        "load": button(drawn(_LOAD), "house.load"),
        "link": button(icon("link"), "act.copy_link"),
        "print": button(icon("print"), "house.print"),
        "copied": tr("state.link_copied"),
        "byHand": tr("state.link_here"),
    }


def _flagged(ruleset: Ruleset, tr: Translator) -> str:
    return f"{flag(ruleset.region)} {escape(ruleset_name(ruleset, tr))}"


def _saved(name: str, tr: Translator) -> Scene:
    """Words about what the browser keeps; which rules these are, only the browser knows."""
    return {
        "heading": tr("house.saved"),
        "note": tr("house.saved_note"),
        "none": tr("house.none_saved"),
        "start": tr("house.start"),
        "starters": [
            {"id": id_, "html": f"<span>{_flagged(load_ruleset(id_), tr)}</span>"}
            for id_ in _STARTERS
        ],
        "most": MOST_KEPT,
        "full": {"icon": icon("warn"), "head": tr("house.full", n=str(MOST_KEPT))},
        "kept": tr("house.is_saved", rules=name),
        "notKept": {"icon": icon("warn"), "head": tr("house.not_kept")},
        # The names of saved rules are in the browser; it puts them where the mark is.
        "removed": tr("house.is_removed", rules="\x01"),
        "remove": tr("house.remove", rules="\x01"),
        "open": tr("house.edit", rules="\x01"),
        "yours": tr("tag.yours"),
    }


def _examples(draft: Draft, tr: Translator, *, local: bool) -> Scene:
    base, rules = draft.base, draft.ruleset
    hands = [hand if rules.hand_size == 3 else (*hand, _FOURTH) for hand in _HANDS]
    told = [(hand, _worth(hand, base, tr), _worth(hand, rules, tr)) for hand in hands]
    told.sort(key=lambda row: row[1] == row[2])  # stable: those that change come first
    rows = []
    for hand, before, after in told[:3]:
        words = format_cards(hand, tr.lang, Style.WORDS)
        same = before == after
        key = "house.stays" if same else "house.becomes"
        rows.append(
            {
                "cards": "".join(card_text(card, tr.lang, local=local) for card in hand),
                "before": before,
                "after": after,
                "same": same,
                "label": tr(key, cards=words, before=before, after=after)
                if not same
                else tr(key, cards=words, after=after),
                "hand": ".".join(map(str, hand)),
            }
        )
    return {
        "heading": tr("house.examples"),
        "rows": rows,
        "count": _count(base, rules, tr),
        "see": tr("house.see"),
        "hand": rows[0]["hand"],
    }


def _worth(hand: tuple[Card, ...], ruleset: Ruleset, tr: Translator) -> str:
    wrong_size = len(hand) != ruleset.hand_size and ruleset.family is not Family.BANK
    if wrong_size or check_playable(hand, ruleset):
        return "–"
    score = score_playable(hand, ruleset)
    return score.label if score.points is None else tr.points(score.points)


def _count(base: Ruleset, rules: Ruleset, tr: Translator) -> str:
    found = disagreement(base, rules) or _of_four(base, rules)
    if found is None:
        return tr("house.count_apart")
    if not found.different:
        return tr("house.count_none", m=tr.number(found.common))
    return tr("house.count", n=tr.number(found.different), m=tr.number(found.common))


def _of_four(base: Ruleset, rules: Ruleset) -> Disagreement | None:
    """The same for hands of four cards of one pack: 270,725 with all 52."""
    if base.hand_size != rules.hand_size or base.deck_size != rules.deck_size:
        return None
    first, second = score_table(base), score_table(rules)
    return Disagreement(sum(map(int.__ne__, first, second)), len(first))
