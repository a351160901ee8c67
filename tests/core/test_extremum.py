"""Extrema in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint
from tests.core.drawing import is_small, models
from tests.engine_families import Extreme
from tests.random_models import brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, engine_runs
from tests.examples import examples


@st.composite
def extrema(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    scope = draw(st.permutations(names))
    return Extreme(scope[: draw(st.integers(2, len(scope)))], draw(st.booleans()))


MODELS = models(extrema, st.integers(-1, 5)) | models(extrema, st.sampled_from(("a", "b", "c", "d")))


@examples(250)
@given(MODELS)
def test_the_same_nodes_as_the_reference(model: clew.Model) -> None:
    agree(model)


@examples(150)
@given(MODELS.filter(is_small))
def test_the_same_solutions_as_brute_force(model: clew.Model) -> None:
    found, _, _ = engine_runs(model, "static")
    assert found == list(brute_force(model))
