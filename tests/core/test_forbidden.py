"""Tables of forbidden tuples in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Table
from tests.core.drawing import models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import all_agree
from tests.examples import examples


@st.composite
def forbidden(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Most combinations of a few values, or some of many."""
    scope = draw(st.permutations(names))[: draw(st.integers(3, 4))]
    tuples = draw(st.lists(st.tuples(*[values] * len(scope)), min_size=1, max_size=60))
    return Table(scope, tuples, allowed=False)


MODELS = models(forbidden, st.integers(0, 1)) | models(forbidden, st.integers(-1, 3))


@pytest.fixture(autouse=True, params=(20_000, 0), ids=("complemented", "counted"))
def most(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables with few combinations of values become tables of those allowed: here some do, and then none."""
    monkeypatch.setattr("clew.state.thresholds.TUPLES", request.param)


@examples(250)
@given(MODELS)
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)
