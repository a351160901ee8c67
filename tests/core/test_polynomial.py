"""Sums of products in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Product, Var
from clew.constraints.expressions import compare
from tests.core.drawing import is_small, models
from tests.random_models import RELATIONS, brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import CannotCompileError, program_of
from clew.state.levels import UNIT
from tests.core.comparing import agree, engine_runs
from tests.examples import examples

WEIGHTS = st.sampled_from((-3, -2, -1, 1, 2, Fraction(1, 2), Fraction(-2, 3)))


@st.composite
def polynomials(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """A product of some variables, or a sum of products in which variables may come more than once."""
    relation = draw(st.sampled_from(RELATIONS))
    scope = draw(st.permutations(names))[: draw(st.integers(3, 4))]
    bound = reduce(mul, (draw(values) for _ in scope)) if draw(st.booleans()) else draw(values)
    if draw(st.booleans()):
        return Product(scope, relation, bound)
    factors = st.lists(st.sampled_from(scope), min_size=1, max_size=3).map(sorted)
    several = draw(
        st.lists(factors, min_size=2, max_size=4, unique_by=tuple).filter(lambda all_: max(map(len, all_)) > 1)
    )
    total: Any = 0
    for some in several:
        total = total + reduce(mul, map(Var, some)) * draw(WEIGHTS)
    return compare(total, relation, bound)


MODELS = models(polynomials, st.integers(-3, 5))


@pytest.fixture(autouse=True)
def nothing_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few combinations of values would become a table."""
    monkeypatch.setattr("clew.state.thresholds.FEW_TUPLES", 0)


@examples(400)
@given(MODELS)
def test_the_same_nodes_as_the_reference(model: clew.Model) -> None:
    agree(model)


@examples(150)
@given(MODELS.filter(is_small))
def test_the_same_solutions_as_brute_force(model: clew.Model) -> None:
    found, _, _ = engine_runs(model, "static")
    assert found == list(brute_force(model))


@pytest.mark.parametrize("bound", [-(2**62) + 2**44, -(2**42), 0])
def test_numbers_at_the_border_of_a_word(bound: int) -> None:
    """Sums are proved to stay below 2^62, and 4 * (2^20 - 1)^3 does."""
    size = 2**20 - 1
    model = clew.Model()
    for name in "xyz":
        model.variable(name, (-size, 1, size))
    x, y, z = map(Var, "xyz")
    model.require(4 * x * y * z <= bound)
    found, _, _ = agree(model)
    assert found == list(brute_force(model))
    assert found


def test_numbers_beyond_the_border_of_a_word() -> None:
    x, y, z = map(Var, "xyz")
    with pytest.raises(CannotCompileError, match="do not fit into a word"):
        program_of(dict.fromkeys("xyz", (-(2**20), 1)), [4 * x * y * z <= 3], UNIT)
