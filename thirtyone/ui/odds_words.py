"""What players, rulesets and figures are called on the page of chances."""

from collections.abc import Sequence
from typing import Final

from thirtyone.charts.theme import Panel
from thirtyone.rules import Region
from thirtyone.rules.link import find
from thirtyone.sim.result import Estimate
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator
from thirtyone.ui.marks import flag
from thirtyone.ui.odds_setup import chosen_options

NICKNAMES: Final = {
    "knocks-at:20": "chances.player.bold",
    "knocks-at:25": "chances.player.steady",
    "knocks-at:27": "chances.player.careful",
    "knocks-at:30": "chances.player.hunter",
    "never-knocks": "chances.player.never",
    "random": "chances.player.random",
}
LEVEL: Final = 0.95


def nickname(policy: str, tr: Translator) -> str:
    """What a player is called by how it plays."""
    if policy in NICKNAMES:
        return tr(NICKNAMES[policy])
    return tr("chances.player.other", n=policy.partition(":")[2])


def numbered(policy: str, tr: Translator) -> str:
    """The nickname with the points from which the player knocks, if it has a name of its own."""
    number = policy.partition(":")[2]
    if policy in NICKNAMES and number:
        return tr("chances.player.numbered", name=nickname(policy, tr), n=number)
    return nickname(policy, tr)


def player_names(players: Sequence[str], tr: Translator) -> tuple[str, ...]:
    """By seat; players who are called alike get the number of their seat."""
    names = [nickname(policy, tr) for policy in players]
    return tuple(
        tr("chances.player.seat", n=seat + 1, name=name) if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    )


def rules_name(rules: str, home: str, house: str, own: str, tr: Translator) -> str:
    """The name of a ruleset; the reader's own with what is added to it."""
    if rules == own and house:
        name = ruleset_name(find(home), tr)
        count = len(chosen_options(home, house)) or 1
        return tr.plural("chances.with_house", count, rules=name)
    return ruleset_name(find(rules), tr)


def panels(rules: Sequence[str], names: Sequence[str]) -> list[Panel]:
    """How charts show these rulesets: the second of a country is outlined."""
    seen: set[Region] = set()
    found = []
    for id_, name in zip(rules, names, strict=True):
        region = find(id_).region
        found.append(Panel(name, flag(region), region, region in seen))
        seen.add(region)
    return found


def percent(share: float, tr: Translator) -> str:
    """A share with one decimal."""
    return tr.percent(share, 1)


def likely(estimate: Estimate, tr: Translator) -> dict[str, str]:
    """The ends of an interval of shares, for a sentence."""
    return {"low": percent(estimate.low, tr), "high": percent(estimate.high, tr)}


def span(estimate: Estimate, tr: Translator, *, factor: float = 100, signed: bool = False) -> str:
    """An interval for a cell of a table: ``17.8–19.8``."""
    ends = (estimate.low * factor, estimate.high * factor)
    low, high = (tr.signed(end, 1) if signed else tr.decimal(end, 1) for end in ends)
    return f"{low} – {high}" if signed else f"{low}–{high}"
