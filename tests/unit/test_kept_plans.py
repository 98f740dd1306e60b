"""Plans of chains that are kept for the next match of the same players."""

from thirtyone.rules import load_ruleset
from thirtyone.sim.chains.kept_plans import KeptPlans
from thirtyone.sim.chains.step import Effect, game_of

GAME = game_of(load_ruleset("no-trettien"))


def effects(*amounts, labels=(0, 1)):
    """The same effects for every type of two players."""
    some = [Effect(each, not any(each), drawn=False) for each in amounts]
    return {labels: some, labels[::-1]: some}


def test_a_plan_serves_whatever_it_has_room_for():
    plans = KeptPlans()
    both = plans.plan(GAME, (0, 1), effects((-1, 0), (0, -1), (0, 0)))
    assert plans.plan(GAME, (0, 1), effects((0, -1), (-1, 0))) is both
    more = plans.plan(GAME, (0, 1), effects((-2, 0)))
    assert more is not both
    # What was seen before has room in the new one, and there is one plan for the game.
    assert plans.plan(GAME, (0, 1), effects((-1, 0), (-2, 0), (0, 0))) is more
    assert len(plans) == 1


def test_seatings_of_one_size_share_their_effects():
    one = [Effect((-1, 0), False, False)]
    other = [Effect((0, -1), False, False)]
    plan = KeptPlans().plan(GAME, (0, 1), {(0, 1): one, (1, 0): other})
    assert plan.effects[0, 1] == plan.effects[1, 0] == tuple(sorted(one + other))


def test_all_together_stay_small():
    plans = KeptPlans(most=1)
    for lives in ("no-trettien", "scat", "dk-enogtredive", "schwimmen"):
        plans.plan(game_of(load_ruleset(lives)), (0, 1), effects((-1, 0), (0, -1)))
        assert len(plans) == 1
