"""Clauses in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import And, Comparison, Constraint, Not, Or
from tests.core.drawing import is_small, models
from tests.random_models import brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, engine_runs
from tests.examples import examples


@st.composite
def clauses(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Conditions on single variables, several about one maybe; sometimes the opposite of a conjunction."""
    relation = st.sampled_from(("==", "!=", "<", ">="))
    literals: list[Constraint] = [
        Comparison((name,), draw(relation), draw(values))
        for name in draw(st.lists(st.sampled_from(names), min_size=1, max_size=6))
    ]
    if draw(st.booleans()):
        return Not(And(literals))
    return Or(literals)


MODELS = models(clauses, st.integers(-1, 3)) | models(clauses, st.sampled_from(("a", "b", "c")))


@examples(250)
@given(MODELS)
def test_the_same_nodes_as_the_reference(model: clew.Model) -> None:
    agree(model)


@examples(150)
@given(MODELS.filter(is_small))
def test_the_same_solutions_as_brute_force(model: clew.Model) -> None:
    found, _, _ = engine_runs(model, "static")
    assert found == list(brute_force(model))
