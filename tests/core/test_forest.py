"""Forests in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Acyclic, Constraint, Or, Var
from tests.core.drawing import models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import all_agree
from tests.examples import examples


@st.composite
def forests(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Edges between few vertices, so that most sets of them have cycles; two may have the same ends."""
    edges = st.sampled_from(list(combinations(range(draw(st.integers(2, 5))), 2)))
    return Acyclic(names, [draw(edges) for _ in names], may_close=draw(st.booleans()))


MODELS = models(forests, st.integers(0, 2), wide=(0, 1, 64, 129))


@examples(250)
@given(MODELS, st.sampled_from(("forward", "unit", "arc")))
def test_engine_reference_and_brute_force_agree(model: clew.Model, level: str) -> None:
    all_agree(model, level)


@pytest.mark.parametrize("kernel", ["compiled", "python"])
def test_a_cycle_that_is_closed_is_all_there_is(kernel: Any) -> None:
    """A square and an edge beside it: once the square is closed, that edge is out; alone it may be in."""
    model = clew.Model()
    names = model.variables("a b c d e", range(2))
    model.require(Acyclic(names, [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5)], may_close=True))
    outcome = clew.solve(model, clew.All(), given=dict.fromkeys("abcd", 1), kernel=kernel)
    assert [solution.row() for solution in outcome.result] == [(1, 1, 1, 1, 0)]
    assert outcome.statistics.failures == 0
    model.require(Or([Var("e") == 1]))
    assert clew.count(model, kernel=kernel) == 2**4 - 1
