"""The values of the last open variable complete solutions without propagation; limits strike among them, too."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import pytest

import clew
from clew.constraints import NotEqual, Predicate
from clew.state.levels import FORWARD, UNIT, Level

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import _engine
from clew.core.compiler import program_of

DOMAINS = {"x": (0, 1), "y": (0, 1, 2), "z": (0, 1, 2, 3)}
SOLUTIONS = [(x, y, z) for x, y, z in product(*DOMAINS.values()) if x != y and y != z]


def search(counts: bool, nodes: int = -1, level: Level = UNIT, last_first: bool = False) -> tuple[Any, Any]:
    compiled = program_of(DOMAINS, [NotEqual("x", "y"), NotEqual("y", "z")], level)
    return compiled, _engine.Search(compiled.program, [], _engine.STATIC, last_first, counts, nodes)


@pytest.mark.parametrize("level", [UNIT, FORWARD])
@pytest.mark.parametrize("most", range(1, len(SOLUTIONS) + 1))
@pytest.mark.parametrize("counts", [False, True])
def test_no_more_solutions_than_wanted(counts: bool, most: int, level: Level) -> None:
    compiled, some = search(counts, level=level)
    assert some.run(10**9, most) == _engine.FOUND
    assert some.found == most == some.nodes_per_level[3]
    assert counts or some.fetch(compiled.values) == SOLUTIONS[:most]
    assert some.run(10**9, -1) == _engine.EXHAUSTED
    assert some.found == len(SOLUTIONS) == some.nodes_per_level[3]
    assert counts or some.fetch(compiled.values) == SOLUTIONS[most:]
    assert some.behind == pytest.approx(1)


@pytest.mark.parametrize("counts", [False, True])
def test_no_more_nodes_than_wanted(counts: bool) -> None:
    _, whole = search(counts)
    assert whole.run(10**9, -1) == _engine.EXHAUSTED
    for nodes in range(1, sum(whole.nodes_per_level)):
        _, some = search(counts, nodes)
        assert some.run(10**9, -1) == _engine.RATIONED
        assert sum(some.nodes_per_level) == nodes
        assert some.found == (some.nodes_per_level[3] if len(some.nodes_per_level) > 3 else 0)


def test_the_last_values_come_first_if_asked_for() -> None:
    compiled, some = search(False, last_first=True)
    assert some.run(10**9, -1) == _engine.EXHAUSTED
    assert some.fetch(compiled.values) == SOLUTIONS[::-1]


def test_no_more_is_searched_for_ahead_than_was_asked_for() -> None:
    """Each value of the first variable is asked about when it is tried, so what was asked tells how far it is."""
    asked = []

    def judge(*values: int) -> bool:
        asked.append(values[0])
        return True

    model = clew.Model()
    names = model.variables(list("abcdef"), range(6))  # too many for a table
    model.require(Predicate(judge, names))
    found = clew.solutions(model, variable_order="static", inference="unit")
    first_few = list(islice(found, 5))
    assert [tuple(solution.values()) for solution in first_few] == [(0, 0, 0, 0, 0, k) for k in range(5)]
    assert len(asked) < 50


def test_what_was_found_before_an_error_is_given() -> None:
    def judge(*values: int) -> bool:
        if values[0] == 1:
            raise ZeroDivisionError("not one")
        return True

    model = clew.Model()
    names = model.variables(list("abcdef"), range(6))
    model.require(Predicate(judge, names))
    found = clew.solutions(model, variable_order="static", inference="unit")
    assert len(list(islice(found, 6**5))) == 6**5
    with pytest.raises(ZeroDivisionError, match="not one"):
        next(found)


LINES = (*((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)),
         *((0, 4, 8), (1, 5, 6), (2, 3, 7), (2, 4, 6), (0, 5, 7), (1, 3, 8)))  # fmt: skip


def test_counts_with_many_equal_subproblems_are_made_by_the_engine() -> None:
    model = clew.Model()
    model.variables(range(9), range(4))
    for k, line in enumerate(LINES):
        model.require(Predicate(lambda a, b, c, k=k: (a * b + c + k) % 11 != 0, line))
    outcome = clew.solve(model, clew.Count())
    allowed = [[(a * b + c + k) % 11 != 0 for a, b, c in product(range(4), repeat=3)] for k in range(len(LINES))]
    number = sum(
        all(own[16 * some[a] + 4 * some[b] + some[c]] for own, (a, b, c) in zip(allowed, LINES, strict=True))
        for some in product(range(4), repeat=9)
    )
    assert (outcome.result, outcome.statistics.kernel) == (number, "compiled, counting")
