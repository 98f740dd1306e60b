"""What the figures of what-if say, in sentences."""

from collections.abc import Sequence
from typing import Final

from thirtyone.rules.model import BankForm
from thirtyone.text.translator import Translator
from thirtyone.ui.what_if_judge import WIN, Judged, Shown, scale_key
from thirtyone.ui.what_if_words import in_sentence

_NICKNAMES: Final = {
    "20": "bold",
    "steady": "steady",
    "27": "careful",
    "30": "hunter",
    "never-knocks": "never_knocks",
}
"""Players with a name, by the points they knock from."""
_AT_THE_BANK: Final = {"steady": "24", "never-knocks": "31"}


def _moves(shown: Shown, judged: Judged) -> str:
    return shown.tr.join(in_sentence(action, shown.tr) for action in judged.top)


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]


def heading(shown: Shown, judged: Sequence[Judged]) -> str:
    """The finding: which move is best, and whether the changed rules change that."""
    tr, home = shown.tr, judged[0]
    moves = _moves(shown, home)
    if shown.variant and judged[1].figures:
        other = judged[1]
        if set(home.top) == set(other.top):
            key = "whatif.head.same" if len(home.top) == 1 else "whatif.head.same_level"
            return _first(tr(key, move=moves))
        changed = _moves(shown, other)
        key = "one" if len(home.top) == 1 else "level"
        key += "_one" if len(other.top) == 1 else "_level"
        return _first(tr(f"whatif.head.{key}", move=moves, other=changed))
    if len(home.figures) == 1:
        return _first(tr("whatif.head.only", move=moves))
    return _first(tr("whatif.head.best" if len(home.top) == 1 else "whatif.head.level", move=moves))


def words(shown: Shown, judged: Sequence[Judged]) -> str:
    """The finding with its figures."""
    return " ".join(
        sentence for number, one in enumerate(judged) for sentence in _about(shown, number, one)
    )


_LIVE: Final = {
    (False, False): "whatif.live",
    (False, True): "whatif.live_level",
    (True, False): "whatif.live_set",
    (True, True): "whatif.live_set_level",
}
"""What is read out: with changed rules or not, several moves level or not."""


def _about(shown: Shown, number: int, one: Judged) -> list[str]:
    """One or two sentences about one ruleset."""
    tr = shown.tr
    if not one.figures:
        return []
    best = one.top[0]
    parts = {"move": in_sentence(best, tr), "share": shown.written(one.figures[best].mean)}
    if number == 1 and shown.variant:
        said = [tr(f"whatif.words_set.{scale_key(shown)}", **parts)]
    else:
        said = [tr(f"whatif.words.{scale_key(shown)}", rules=shown.name(number), **parts)]
    if one.second is not None and one.ahead is not None:
        second, ahead = one.second, shown.apart(one.ahead.low, one.ahead.high)
        parts = {
            "move": in_sentence(second, tr),
            "share": shown.written(one.figures[second].mean),
        }
        if len(one.top) == 1:
            said.append(tr("whatif.ahead", **parts, range=ahead))
        else:
            said.append(tr("whatif.no_ahead", **parts))
    return said


def method(shown: Shown) -> str:
    """How it was found out."""
    tr, run = shown.tr, shown.run
    bank = isinstance(shown.rulesets[0].form, BankForm)
    seats = range(1, run.asked.position.players)
    dealer = run.asked.position.dealer % run.asked.position.players
    others = dict.fromkeys(
        run.asked.policies[seat] for seat in seats if not (bank and seat == dealer)
    )
    said = [
        tr(
            "whatif.method",
            n=tr.number(run.counted.n),
            players=tr.join(policy_words(name, tr, bank=bank) for name in others) or "–",
        )
    ]
    if shown.scale == WIN and run.rounds:
        said.append(tr("whatif.method_match", n=tr.number(run.rounds)))
    elif shown.scale == WIN and run.too_large:
        said.append(tr("whatif.too_large"))
    return " ".join(said)


def policy_words(policy: str, tr: Translator, *, bank: bool = False) -> str:
    """A player in a few words."""
    if policy == "random":
        return tr("whatif.policy.random")
    points = policy.removeprefix("knocks-at:")
    if bank:
        return tr("whatif.policy.stops", n=_AT_THE_BANK.get(points, points))
    if points in _NICKNAMES:
        return tr(f"whatif.policy.{_NICKNAMES[points]}")
    return tr("whatif.policy.points", n=points)


def live(shown: Shown, judged: Sequence[Judged]) -> str:
    """What is read out once all games are played."""
    tr = shown.tr
    said = []
    for number, one in enumerate(judged[: 2 if shown.variant else 1]):
        if one.figures:
            best = one.top[0]
            said.append(
                tr(
                    _LIVE[number > 0, len(one.top) > 1],
                    move=_moves(shown, one),
                    share=shown.written(one.figures[best].mean),
                )
            )
    return " ".join(said)
