"""No ruleset without its cases, its golden round and match, and its perft counts."""

from pathlib import Path

import pytest

from thirtyone.rules import ruleset_ids

TESTS = Path(__file__).parent.parent
WANTED = {
    "cases": "rules/cases/{id}.toml",
    "golden round": "golden/{id}-round.txt",
    "golden match": "golden/{id}-match.txt",
    "perft counts": "perft/{id}.*",
}


@pytest.mark.parametrize("what", WANTED)
@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_ruleset_is_complete(id_, what):
    found = list(TESTS.glob(WANTED[what].format(id=id_)))
    assert 1 == len(found), f"{id_} has no {what}: tests/{WANTED[what].format(id=id_)}"
    assert found[0].stat().st_size > 100
