"""Connections in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Connected, Constraint, grid_graph
from tests.core.drawing import models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

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
