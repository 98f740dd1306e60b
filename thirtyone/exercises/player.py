"""A learner's player, sat down at a table with steady players."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from thirtyone.errors import UsageError
from thirtyone.exercises.verdict import Verdict, clipped, say_cards
from thirtyone.play.actions import Action
from thirtyone.play.deal import Deal, seeded_deal
from thirtyone.play.events import Knocked
from thirtyone.play.settle import settle
from thirtyone.play.view import SeatView
from thirtyone.policies import Played, Policy, PolicyError, play_round, policy_name, steady
from thirtyone.rules import Family, Ruleset
from thirtyone.sim.result import Estimate, mean_of
from thirtyone.sim.settling import unit_of
from thirtyone.sim.studies.reports import sign_of
from thirtyone.sim.studies.study import STANDARD_SEED, check_players
from thirtyone.text.say import ruleset_name, say_error
from thirtyone.text.say_action import say_action
from thirtyone.text.translator import Translator, get_translator

_MOST_ACTIONS: Final = 6
"""So many of the allowed actions are listed; an exchange form can have twenty."""


def check_player(
    policy: Policy,
    ruleset: Ruleset,
    *,
    players: int = 4,
    rounds: int = 200,
    seed: int = STANDARD_SEED,
    lang: str = "en",
) -> Verdict:
    """Does ``policy(view, rng)`` keep to the rules, and what do its rounds cost?

    It sits on seat 0, the steady player on all others. The steady player plays the same deals in
    its place, so the difference is not the luck of the cards.
    """
    check_players(ruleset, players)
    if rounds < 2:
        raise UsageError("refuse.study_number", path="rounds", text=rounds, low=2, wanted=10**6)
    tr = get_translator(lang)
    watched = _Watched(policy)
    others = [steady] * (players - 1)
    mine: list[int] = []
    apart: list[int] = []
    knocks = 0
    for game in range(rounds):
        deal = seeded_deal(ruleset, players, seed, game)
        try:
            played = _play(ruleset, deal, [watched, *others], seed, game)
        except PolicyError as error:
            lines = tuple(_about(error, watched, tr))
            title = tr("exercise.player.broke", n=tr.number(game + 1), rounds=tr.number(rounds))
            return Verdict(False, title, lines, lang)
        knocks += any(isinstance(event, Knocked) and event.seat == 0 for event in played.events)
        mine.append(_amount(ruleset, played))
        usual = _play(ruleset, deal, [steady, *others], seed, game)
        apart.append(mine[-1] - _amount(ruleset, usual))
    title = tr("exercise.player.passed", rounds=tr.number(rounds), rules=ruleset_name(ruleset, tr))
    lines = (
        *([] if ruleset.family is Family.BANK else [_say_knocks(knocks, rounds, tr)]),
        *_figures(ruleset, mine, apart, tr),
    )
    return Verdict(True, title, lines, lang)


class _Watched:
    """The learner's policy, with the last moment that it was asked about."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.__name__ = policy_name(policy)
        self.view: SeatView | None = None

    def __call__(self, view: SeatView, rng: random.Random) -> Action:
        self.view = view
        return self._policy(view, rng)


def _play(ruleset: Ruleset, deal: Deal, policies: Sequence[Policy], seed: int, game: int) -> Played:
    return play_round(ruleset, deal, policies, random.Random(f"{seed} {game}"))


def _amount(ruleset: Ruleset, played: Played) -> int:
    """What the round costs (lives, marks) or brings (points, tokens) seat 0, as figures tell it."""
    outcome = played.outcome
    done = settle(
        ruleset,
        outcome.hands,
        end=outcome.end,
        knocker=outcome.knocker,
        instant=outcome.instant,
        drawn=outcome.drawn,
        bank=outcome.bank,
        stakes=outcome.stakes or None,
    )
    sign = sign_of(ruleset)
    return sum(sign * change.amount for change in done.changes if change.seat == 0)


# ------------------------------------------------------------------------------ what is said of it


def _about(error: PolicyError, watched: _Watched, tr: Translator) -> Iterator[str]:
    yield clipped(say_error(error, tr), 300)
    view = watched.view
    if view is None:
        return
    yield tr("exercise.player.hand", cards=say_cards(view.hand))
    if view.discards:
        yield tr("exercise.player.open", cards=say_cards(view.discards[-1:]))
    if view.table:
        yield tr("exercise.player.table", cards=say_cards(view.table))
    allowed = [say_action(action, tr) for action in view.actions[:_MOST_ACTIONS]]
    code = ", ".join(map(repr, view.actions[:_MOST_ACTIONS]))
    key = "exercise.player.allowed"
    if len(view.actions) > _MOST_ACTIONS:
        key = "exercise.player.allowed_some"
    yield tr(key, actions=tr.join_or(allowed), code=code)


def _say_knocks(knocks: int, rounds: int, tr: Translator) -> str:
    return tr("exercise.player.knocks", n=tr.number(knocks), rounds=tr.number(rounds))


def _figures(
    ruleset: Ruleset, mine: Sequence[int], apart: Sequence[int], tr: Translator
) -> Iterator[str]:
    figure, gap = _mean(mine), _mean(apart)
    unit = str(unit_of(ruleset))
    yield tr(
        "exercise.player.figure",
        figure=tr(f"study.col.{unit}"),
        value=tr.decimal(figure.mean, 2),
        low=tr.decimal(figure.low, 2),
        high=tr.decimal(figure.high, 2),
    )
    yield tr(
        "exercise.player.apart",
        value=tr.signed(gap.mean, 2),
        low=tr.signed(gap.low, 2),
        high=tr.signed(gap.high, 2),
    )
    if gap.is_zero:
        yield tr("exercise.player.open_question")


def _mean(values: Sequence[int]) -> Estimate:
    return mean_of(sum(values), sum(value * value for value in values), len(values))
