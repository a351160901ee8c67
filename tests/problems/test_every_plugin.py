"""Every problem that is installed passes the checks of `clew.testing`, and plain levels count its examples rightly.

`CLEW_THOROUGH=1`, as `.ci/full` sets it, gives the checks their usual budget and asks plain levels about slow examples.
"""

from __future__ import annotations

import pytest

import clew
from clew.plugins import installed
from clew.testing import Budget, Check, every_check
from tests.examples import THOROUGH

PLUGINS = {plugin.name: plugin for plugin in installed()}
BUDGET = Budget() if THOROUGH else Budget(nodes=200, solutions=200, trials=40)
CASES = [(plugin, example) for plugin in PLUGINS.values() if plugin.problem for example in plugin.problem.examples]


def test_the_bundled_problems_are_found_and_load() -> None:
    assert {"letter-tree", "queens", "takuzu"} <= PLUGINS.keys()
    assert [plugin.error for plugin in PLUGINS.values() if plugin.error] == []


@every_check(*(plugin.name for plugin in PLUGINS.values() if not plugin.error), budget=BUDGET)
def test_conforms(check: Check) -> None:
    check()


SLOW = {
    "hashiwokakero: 8x8",
    "hitori: 8x8",
    "masyu: 6x6",
    "numberlink: 5x5",
    "slitherlink: 5x5",
    "star-battle: 8x8, no regions",
    "takuzu: 14x14",
    "takuzu: all of 6x6, lines may repeat",
}
"""Examples that plain searches are asked about in the longer tier alone."""

PLAIN = [(plugin, example) for plugin, example in CASES if THOROUGH or f"{plugin.name}: {example.name}" not in SLOW]


@pytest.mark.parametrize("level", ["check", "forward"])
@pytest.mark.parametrize(
    ("name", "example"),
    [(plugin.name, example) for plugin, example in PLAIN],
    ids=[f"{plugin.name}: {example.name}" for plugin, example in PLAIN],
)
def test_plain_searches_count_what_every_example_promises_however_long_they_take(
    name: str, example: clew.Example, level: str
) -> None:
    problem = clew.load(name, example.text, **example.parameters)
    assert clew.count(problem, inference=level) == example.count
