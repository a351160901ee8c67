"""Counting grids by whole lines: which problems it fits, and why not the others."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import clew
from clew.constraints import AllDifferent, DistinctVectors, Regular
from clew.planning.counting.grids import GridCount
from clew.planning.plan import make_plan
from clew.planning.reference import compiled
from clew.state.counters import Counters
from clew.state.levels import UNIT

CELLS = [[(r, c) for c in range(3)] for r in range(3)]
COLUMNS = [list(column) for column in zip(*CELLS, strict=True)]


def no_two_ones(line: Any) -> Regular:
    """No two 1 are neighbours."""
    return Regular(line, {("zero", 0): "zero", ("zero", 1): "one", ("one", 0): "zero"}, "zero", {"zero", "one"})


def grids(*constraints: Any, domains: Any = None, given: Any = None) -> GridCount:
    network = compiled(domains or {cell: range(2) for row in CELLS for cell in row}, constraints, UNIT)
    return GridCount(network, network.root(given or {}))


LINES = tuple(map(no_two_ones, CELLS + COLUMNS))


@pytest.mark.parametrize("families", [[], [CELLS], [COLUMNS], [CELLS, COLUMNS]])
def test_what_fits_is_counted(families: Any) -> None:
    distinct = tuple(map(DistinctVectors, families))
    method = grids(*LINES, *distinct)
    assert method.fits() is None
    counters = Counters()
    number = 0
    for values in product((0, 1), repeat=9):
        filled: dict[Any, int] = dict(zip([cell for row in CELLS for cell in row], values, strict=True))
        number += all(rule.holds([filled[cell] for cell in rule.scope]) for rule in (*LINES, *distinct))
    assert sum(method.run(counters, None)) == number
    assert counters.nodes_per_level[0] == 1
    assert counters.nodes_per_level[-1] == number


@pytest.mark.parametrize(
    ("method", "reason"),
    [
        (grids(AllDifferent(CELLS[0])), "no constraint is an automaton"),
        (grids(no_two_ones(CELLS[0] + CELLS[1])), "do not make a grid"),
        (grids(no_two_ones([cell for row in CELLS for cell in row])), "do not make a grid"),
        (grids(no_two_ones(CELLS[0][:1])), "do not make a grid"),
        (grids(*LINES, domains={cell: range(2 + (cell == (1, 1))) for row in CELLS for cell in row}), "same domain"),
        (grids(*LINES, AllDifferent(CELLS[0][:2])), "AllDifferent"),
        (grids(*LINES, no_two_ones([(0, 0), (1, 1), (2, 2)])), "Regular"),
        (grids(*LINES, DistinctVectors(CELLS[:2])), "DistinctVectors"),
        (grids(*LINES, given={(0, 0): 0, (0, 1): 0, (0, 2): 0}), "more than a quarter"),
    ],
)
def test_the_reason_why_grids_are_not_counted(method: GridCount, reason: str) -> None:
    assert reason in (method.fits() or "")


@pytest.mark.parametrize(("width", "fits"), [(11, True), (12, False)])
def test_too_many_lines(width: int, fits: bool) -> None:
    rows = [[(r, c) for c in range(width)] for r in range(2)]
    anything = {("any", 0): "any", ("any", 1): "any"}
    method = grids(
        *(Regular(row, anything, "any", {"any"}) for row in rows), domains={c: range(2) for row in rows for c in row}
    )
    if fits:
        assert sum(method.run(Counters(), None)) == 2 ** (2 * width)
    else:
        assert method.fits() == "there are more than 2048 different lines"


def test_a_plan_asks_whether_it_fits() -> None:
    assert make_plan(clew.load("takuzu", "6x6"), {}, clew.Count()).method.name == "lines"
    assert make_plan(clew.load("queens", "6"), {"inference": "unit"}, clew.Count()).method.name == "counting"
