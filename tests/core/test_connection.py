"""Connections in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Connected, Constraint, grid_graph
from clew.planning.request import forget
from tests.core.drawing import models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.agreement import narrowed
from tests.core.comparing import all_agree
from tests.examples import examples


@st.composite
def connections(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """A graph of some of the variables, of a vertex that is in always, and of a joint."""
    cells = draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    fixed, joints = draw(st.sampled_from((((), ()), (("F",), ()), ((), ("J",)), (("F",), ("J",)))))
    pairs = list(combinations([*cells, *fixed, *joints], 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=9)) if pairs else []
    also = draw(st.lists(values, max_size=1))
    size = draw(st.none() | st.tuples(st.integers(0, 3), st.integers(1, 5)))
    return Connected(cells, edges, draw(values), fixed, joints, also=also, size=size)


MODELS = models(connections, st.integers(-1, 1)) | models(connections, st.sampled_from(("a", "b")))


@examples(250)
@given(MODELS, st.sampled_from(("forward", "unit", "arc")))
def test_engine_reference_and_brute_force_agree(model: clew.Model, level: str) -> None:
    all_agree(model, level)


def test_a_corridor_is_filled_and_what_lies_behind_a_wall_is_empty() -> None:
    """One way of a thousand cells between two that are in; no stack of calls is as deep."""
    model = clew.Model()
    cells = model.variables([(0, column) for column in range(1002)], range(2))
    model.require(Connected(cells, grid_graph(1, 1002)))
    model.fix((0, 0), 1)
    model.fix((0, 999), 1)
    model.fix((0, 1000), 0)
    for kernel in ("compiled", "python"):
        assert clew.count(model, kernel=kernel) == 1
    solution = clew.first(model)
    assert solution is not None
    assert solution.row() == (1,) * 1000 + (0, 0)


@pytest.mark.parametrize("size", [-1, 0, 3, 4, True, (-1, 3), (-(2**40), 2), (0, 2**40), (2, 1), (-5, -1), (4, 2**40)])
@pytest.mark.parametrize("kernel", ["python", "compiled"])
@pytest.mark.parametrize("is_listed", [False, True])
def test_sizes_beyond_all_numbers_of_variables(size: Any, kernel: Any, is_listed: bool) -> None:
    edges = [(0, 1), (1, 2)]
    model = clew.Model()
    cells = model.variables(range(3), range(2))
    constraint = Connected(cells, edges, size=size)
    model.require(constraint)
    expected = [row for row in product(range(2), repeat=3) if constraint.holds(row)]
    with narrowed(is_interval=False, is_listed=is_listed):
        forget()
        assert [s.row() for s in clew.solutions(model, kernel=kernel, inference="unit")] == expected
    forget()
