"""What a reader asks the page of chances: players, rulesets, house rules, and how exactly.

>>> setup, bad = read_setup({"seats": "20.25.n", "rules": "no-trettien.dk-a7"}, "no-trettien")
>>> setup.players, setup.rules, bad
(('knocks-at:20', 'knocks-at:25', 'never-knocks'), ('no-trettien', 'dk-a7'), '')
>>> write_setup(setup, "no-trettien")["seats"]
'20.25.n'
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from thirtyone.errors import RulesError
from thirtyone.rules import get_value, home_ids, load_ruleset, questions, ruleset_ids
from thirtyone.rules.draft import Draft, possible
from thirtyone.rules.link import find, is_code, known_id, read_code, write_code
from thirtyone.ui.odds_options import OPTIONS, Option

STATE: Final[Mapping[str, str]] = dict.fromkeys(("seats", "rules", "set", "seed", "n", "who"), "")
"""What a link of the page may hold, beside the view, the language and your rules."""
USUAL: Final = ("knocks-at:20", "knocks-at:25", "knocks-at:27", "knocks-at:30")
ROUNDS: Final = (20_000, 100_000, 1_000_000)
USUAL_ROUNDS: Final = ROUNDS[1]
USUAL_SEED: Final = 31
MOST_SEED: Final = 2**32 - 1
FEWEST: Final = 2
MOST: Final = 7
LOWEST: Final = 15
HIGHEST: Final = 31
_LETTERS: Final = {"n": "never-knocks", "r": "random"}
_LONGEST: Final = 900


@dataclass(frozen=True, slots=True)
class Setup:
    """One question to the page."""

    players: tuple[str, ...] = USUAL
    """Names of policies, by seat."""
    rules: tuple[str, ...] = ()
    """Ids of the rulesets to compare, beside the reader's own."""
    house: str = ""
    """House rules on top of the reader's own: the answers of a code, as in ``gk-safe_sa-any``."""
    seed: int = USUAL_SEED
    rounds: int = USUAL_ROUNDS
    who: int = 0
    """The seat that some charts look at closely."""


def read_setup(state: Mapping[str, str], home: str) -> tuple[Setup, str]:
    """The question of an address, and the part of it that could not be read."""
    bad: list[str] = []
    players = _read_players(state.get("seats", ""), bad)
    wanted = [part for part in state.get("rules", "")[: 2 * _LONGEST].split(".") if part]
    bad += [part for part in wanted if known_id(part) is None]
    rules = ordered(wanted) or home_ids()
    house = state.get("set", "")[:_LONGEST]
    if house and with_house(home, house) is None:
        bad.append(house)
        house = ""
    seed = _number(state.get("seed", ""), 0, MOST_SEED, USUAL_SEED, bad)
    rounds = _number(state.get("n", ""), ROUNDS[0], ROUNDS[-1], USUAL_ROUNDS, bad)
    if rounds not in ROUNDS:
        bad.append(str(rounds))
        rounds = USUAL_ROUNDS
    who = _number(state.get("who", ""), 1, len(players), 1, bad) - 1
    return Setup(players, rules, house, seed, rounds, who), (bad[0][:40] if bad else "")


def write_setup(setup: Setup, home: str) -> dict[str, str]:
    """The same for an address; what is usual is left out."""
    del home
    letters = {name: letter for letter, name in _LETTERS.items()}
    seats = ".".join(letters.get(name) or name.partition(":")[2] for name in setup.players)
    return {
        "seats": "" if setup.players == USUAL else seats,
        "rules": "" if setup.rules == home_ids() else ".".join(setup.rules),
        "set": setup.house,
        "seed": "" if setup.seed == USUAL_SEED else str(setup.seed),
        "n": "" if setup.rounds == USUAL_ROUNDS else str(setup.rounds),
        "who": "" if setup.who == 0 else str(setup.who + 1),
    }


def read_player(text: str) -> str | None:
    """``27``, ``n`` or ``r`` as the name of a policy."""
    if text in _LETTERS:
        return _LETTERS[text]
    if text.isascii() and text.isdecimal() and len(text) == 2 and LOWEST <= int(text) <= HIGHEST:
        return f"knocks-at:{text}"
    return None


def _read_players(text: str, bad: list[str]) -> tuple[str, ...]:
    if not text:
        return USUAL
    players = [read_player(part) for part in text[:60].split(".")]
    found = tuple(player for player in players if player)
    if len(found) != len(players) or not FEWEST <= len(found) <= MOST:
        bad.append(text)
        return USUAL
    return found


def _number(text: str, low: int, high: int, usual: int, bad: list[str]) -> int:
    if not text:
        return usual
    if text.isascii() and text.isdecimal() and len(text) < 12 and low <= int(text) <= high:
        return int(text)
    bad.append(text)
    return usual


def ordered(ids: Sequence[str]) -> tuple[str, ...]:
    """Known ids, each once: ours in our order, then house rules, within an address's length."""
    known = dict.fromkeys(filter(None, map(known_id, ids)))
    ours = [id_ for id_ in ruleset_ids() if id_ in known]
    kept: list[str] = []
    for id_ in (*ours, *(id_ for id_ in known if id_ not in ours)):
        if len(".".join([*kept, id_])) <= _LONGEST:
            kept.append(id_)
    return tuple(kept)


# ---------------------------------------------------------------------------------- house rules


@lru_cache(maxsize=256)
def with_house(home: str, house: str) -> Draft | None:
    """The reader's rules with these house rules on top; None if that cannot be."""
    draft = read_code(home) if is_code(home) else Draft(load_ruleset(home))
    if not house:
        return draft
    try:
        more = read_code(f"h1_{draft.base.id}_{house}")
        for path, value in more.changes.items():
            draft = draft.choose(path, _written(value))
    except RulesError:
        return None
    return draft


def own_code(home: str, house: str) -> str:
    """The id or code of the reader's rules with the house rules on top."""
    draft = with_house(home, house)
    return home if draft is None or not house else write_code(draft)


@lru_cache(maxsize=64)
def offered_options(home: str, house: str) -> tuple[tuple[Option, str], ...]:
    """House rules that can be added alone, each with the code of the rules it makes.

    Only what changes something, opens no other question and leaves a match to win.
    """
    draft = with_house(home, house)
    if draft is None:
        return ()
    asked = questions(draft.base.family)
    found = []
    for option in OPTIONS:
        if option.path not in asked or option.path in draft.cleared:
            continue
        value = asked[option.path].read(option.written)
        if value == get_value(draft.ruleset, option.path) or not draft.fits(option.path, value):
            continue
        if option.only_if and _answer(draft, option.only_if[0]) not in option.only_if[1]:
            continue
        if possible(draft.base, option.path, value):
            found.append((option, write_code(draft.named("").choose(option.path, option.written))))
    return tuple(found)


def switched(home: str, house: str, option: Option) -> str | None:
    """The house rules with one switched on, or off if it is on; None if that cannot be."""
    before = with_house(home, house)
    own = with_house(home, "")
    if before is None or own is None:
        return None
    on = option in chosen_options(home, house)
    try:
        value = _written(get_value(own.ruleset, option.path)) if on else option.written
        after = before.choose(option.path, value)
    except RulesError:
        return None
    return _difference(own, after)


def _difference(own: Draft, after: Draft) -> str:
    """What the later draft says beyond the earlier one, in the letters of codes."""
    kept = {path: v for path, v in after.changes.items() if own.changes.get(path) != v}
    code = write_code(Draft(after.base, "", kept, {}, {}))
    return code.removeprefix(f"h1_{after.base.id}").removeprefix("_")


def chosen_options(home: str, house: str) -> tuple[Option, ...]:
    """The house rules of our list that are switched on."""
    if not house:
        return ()
    own, now = with_house(home, ""), with_house(home, house)
    if own is None or now is None:
        return ()
    asked = questions(now.base.family)
    return tuple(
        option
        for option in OPTIONS
        if option.path in asked
        and _answer(now, option.path) == option.text
        and _answer(own, option.path) != option.text
    )


def _answer(draft: Draft, path: str) -> str:
    from thirtyone.rules import value_text

    return value_text(get_value(draft.ruleset, path))


def _written(value: object) -> object:
    from thirtyone.rules import value_text

    return value if isinstance(value, int) else value_text(value)  # type: ignore[arg-type]


def fits_players(rules: str, players: int) -> bool:
    """Whether so many can play by these rules."""
    allowed = find(rules).players
    return allowed.low <= players <= allowed.high
