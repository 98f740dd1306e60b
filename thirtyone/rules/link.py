"""A house rule as a short code: for links, cookies and the command line.

``h1_no-trettien_sa-any_gk-like-all_n-The-cabin`` is version 1, the ruleset to start from, two
letters and an answer for each change, and a name. Two capitals mark an open question with the
answer that no longer fits. Only letters, figures, hyphens and low lines are used, because a code
stands unaltered in an address, in a cookie and on a command line. The code is the id of its
ruleset, so whatever takes an id takes a code.

>>> rules = find("h1_no-trettien_sa-any_n-The-cabin")
>>> rules.names["sv"], rules.based_on, rules.id
('The cabin', 'no-trettien', 'h1_no-trettien_sa-any_n-The-cabin')
>>> str(find("scat").family)
'draw'
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from thirtyone.errors import RulesError
from thirtyone.rules.draft import Draft, clean_name, possible, settled
from thirtyone.rules.load import find_ruleset, load_ruleset, ruleset_ids
from thirtyone.rules.model import Family, Ruleset
from thirtyone.rules.values import Value, question, questions, value_text

VERSION: Final = 1
LONGEST: Final = 1000
"""A longer code is none of ours: every answer changed, under the longest name, makes fewer."""

MOST_KEPT: Final = 20
"""So many codes at most are kept in one browser."""

# The letters never change their meaning: a new question gets letters of its own.
LETTERS: Final = {
    "deck.cards": "dc",
    "players": "pl",
    "hand.cards": "hc",
    "scoring.target": "st",
    "scoring.ace_across_suits": "sa",
    "scoring.cap": "sc",
    "scoring.three_of_a_kind": "sk",
    "scoring.three_aces": "se",
    "scoring.suited_run": "sr",
    "scoring.ties": "si",
    "scoring.suit_order": "so",
    "deal.dealer_choice": "dd",
    "turn.throw_back": "tb",
    "turn.stand_pat": "ts",
    "turn.own_discard_after_knock": "to",
    "turn.swaps": "tw",
    "turn.pass": "tp",
    "turn.renew_789": "tn",
    "turn.table_exhausted": "te",
    "knock.minimum": "km",
    "knock.first_turn": "kf",
    "knock.throw_down": "kt",
    "knock.last_turns": "kl",
    "stock.empty": "xe",
    "stock.empty_last_turns": "xl",
    "instant.dealt": "id",
    "instant.three_aces": "ia",
    "instant.in_play": "ip",
    "instant.after_knock": "ik",
    "instant.payers": "iw",
    "instant.three_aces_payers": "iy",
    "instant.knocker_pays": "ic",
    "instant.several": "is",
    "settlement.goal": "gg",
    "settlement.lowest": "gl",
    "settlement.tie_with_knocker": "gk",
    "settlement.lone_low_knocker": "go",
    "settlement.tie_for_highest": "gh",
    "lives.start": "ls",
    "lives.unit": "lu",
    "lives.last_chance": "lc",
    "lives.two_at_one": "lt",
    "match.all_out": "ma",
    "match.target": "mt",
    "match.several_at_target": "ms",
    "match.deals": "md",
    "match.dealer": "mr",
    "stakes.pot": "pp",
    "stakes.ante": "pa",
    "bank.limit": "bm",
    "bank.low_aces": "ba",
    "bank.natural": "bn",
    "bank.draws_to": "bd",
    "bank.tie": "bt",
    "bank.fold": "bf",
    "bank.changes": "bc",
    "bank.direction": "bi",
    "bank.two_packs_above": "bp",
    "bank.tokens": "bk",
    "bank.bank_times": "bx",
    "bank.stake_low": "bl",
    "bank.stake_high": "bh",
}
_PATHS: Final = {letters: path for path, letters in LETTERS.items()}
_CODE: Final = re.compile(
    r"h(?P<version>[0-9]{1,5})_(?P<base>[a-z0-9-]+)"
    r"(?P<answers>(?:_[A-Za-z]{2}-[a-z0-9-]+)*)(?:_n-(?P<name>[A-Za-z0-9-]*))?"
)


def is_code(text: str) -> bool:
    """Does it look like a code? It may still be damaged."""
    return re.match(r"h[0-9]{1,5}_", text) is not None


def write_code(draft: Draft) -> str:
    """The code of a draft. Equal drafts have equal codes."""
    parts = [f"h{VERSION}", draft.base.id]
    for path in questions(draft.base.family):
        if path in draft.cleared:
            parts.append(_field(LETTERS[path].upper(), draft.cleared[path]))
        elif path in draft.changes:
            parts.append(_field(LETTERS[path], draft.changes[path]))
    if draft.name:
        parts.append(f"n-{_pack_name(draft.name)}")
    return "_".join(parts)


def read_code(text: str) -> Draft:
    """The draft that a code stands for; RulesError if it is damaged or of a later version."""
    try:
        return _read(text)
    except RulesError as error:
        if error.reason == "refuse.house_newer":
            raise
        raise RulesError("refuse.house_damaged", text=text[:40]) from error


@lru_cache(maxsize=256)
def _read(text: str) -> Draft:
    match = _CODE.fullmatch(text) if len(text) <= LONGEST else None
    if match and int(match["version"]) > VERSION:
        raise RulesError("refuse.house_newer", version=match["version"])
    if match is None or int(match["version"]) != VERSION:
        raise RulesError("refuse.house_damaged", text=text[:40])
    base = load_ruleset(match["base"])
    changes: dict[str, Value] = {}
    cleared: dict[str, Value] = {}
    for part in match["answers"].split("_")[1:]:
        letters, _, answer = part.partition("-")
        path = _PATHS.get(letters.lower(), letters)
        value = _answer(base.family, path, answer)
        mixed = letters not in (letters.lower(), letters.upper())
        if mixed or path in {**changes, **cleared} or not possible(base, path, value):
            raise RulesError("refuse.house_damaged", text=part)
        (cleared if letters.isupper() else changes)[path] = value
    return settled(base, clean_name(_unpack_name(match["name"] or "")), changes, cleared, None)


@lru_cache(maxsize=256)
def find(code_or_id: str) -> Ruleset:
    """The ruleset behind an id of ours or a code; its own id is the code in its plainest form.

    It never looks into a file, so text from an address may be given. RulesError if there is none.
    """
    if not is_code(code_or_id):
        return load_ruleset(code_or_id)
    draft = read_code(code_or_id)
    return replace(draft.ruleset, id=write_code(draft))


def find_named(text: str) -> Ruleset:
    """What the command line names: an id of ours, a code, or the path of a TOML file."""
    return find(text) if is_code(text) else find_ruleset(text)


def known_id(text: object) -> str | None:
    """The id of the ruleset that a text from outside names, or None."""
    if not isinstance(text, str) or len(text) > LONGEST:
        return None
    if text in ruleset_ids():
        return text
    try:
        return find(text).id if is_code(text) else None
    except RulesError:
        return None


def _field(letters: str, value: Value) -> str:
    return f"{letters}-{_plain(value_text(value))}"


def _plain(text: str) -> str:
    return text.replace(".", "-")


def _answer(family: Family, path: str, text: str) -> Value:
    asked = question(family, path)
    words = {_plain(answer): answer for answer in asked.answers}
    return asked.read(words.get(text, text))


# Names: letters and figures stand for themselves, a hyphen for a space, anything else, and the z,
# is its number in hexadecimal between two z.


def _pack_name(name: str) -> str:
    return "".join(
        "-" if c == " " else c if c.isascii() and c.isalnum() and c != "z" else f"z{ord(c):x}z"
        for c in name
    )


def _unpack_name(text: str) -> str:
    def letter(match: re.Match[str]) -> str:
        number = int(match[1], 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""

    return re.sub(r"z([0-9a-f]{1,6})z", letter, text.replace("-", " "))
