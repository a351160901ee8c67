"""Extrema in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint
from tests.core.drawing import models
from tests.engine_families import Extreme

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import all_agree
from tests.examples import examples


@st.composite
def extrema(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    scope = draw(st.permutations(names))
    return Extreme(scope[: draw(st.integers(2, len(scope)))], draw(st.booleans()))


MODELS = models(extrema, st.integers(-1, 5)) | models(extrema, st.sampled_from(("a", "b", "c", "d")))


@examples(250)
@given(MODELS)
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)
