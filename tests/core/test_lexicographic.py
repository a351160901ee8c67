"""Lexicographic order in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Lex
from tests.core.drawing import models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import all_agree
from tests.examples import examples


@st.composite
def orders(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Sequences of one, two or three variables, in any order of declaration."""
    scope = draw(st.permutations(names))
    half = draw(st.integers(1, len(scope) // 2))
    return Lex(scope[:half], scope[half : 2 * half], draw(st.booleans()))


MODELS = models(orders, st.integers(-1, 3)) | models(orders, st.sampled_from(("a", "b", "c", "d")))


@examples(250)
@given(MODELS)
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)
