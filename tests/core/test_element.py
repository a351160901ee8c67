"""Elements in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Element, Var
from tests.core.drawing import models
from tests.random_models import brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import all_agree
from tests.examples import examples


@st.composite
def elements(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Entries that are constants or variables, which may come more than once."""
    index, value, *others = draw(st.permutations(names))
    entry = values | st.sampled_from(others).map(Var)
    return Element(index, draw(st.lists(entry, min_size=1, max_size=5)), value)


MODELS = models(elements, st.integers(-1, 4)) | models(elements, st.integers(0, 3))


@examples(250)
@given(MODELS)
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


@examples(90)
@given(st.data(), st.sampled_from(["forward", "unit", "arc"]), st.sampled_from(["compiled", "python"]))
def test_the_index_and_the_value_may_be_entries(data: st.DataObject, level: str, kernel: Any) -> None:
    model = clew.Model()
    for name in "iva":
        model.variable(name, data.draw(st.lists(st.integers(-1, 4), min_size=1, max_size=5, unique=True)))
    entry = st.sampled_from([Var("i"), Var("v"), Var("a"), 0, 1, 3])
    model.require(Element(Var("i"), data.draw(st.lists(entry, min_size=1, max_size=5)), Var("v")))
    found = [dict(solution) for solution in clew.solutions(model, kernel=kernel, inference=level)]
    assert sorted(found, key=repr) == sorted(brute_force(model), key=repr)
    assert clew.count(model, kernel=kernel, inference=level) == len(found)
