"""Disjunctions of inequalities in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Implies, Linear, Not, Or
from tests.core.drawing import models
from tests.random_models import brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, all_agree, engine_runs
from tests.examples import examples

INEQUALITIES = ("<", "<=", ">", ">=")


@st.composite
def inequalities(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[int]) -> Constraint:
    scope = draw(st.permutations(names))[: draw(st.integers(2, 3))]
    weights = draw(st.lists(st.integers(-2, 2), min_size=len(scope), max_size=len(scope)))
    return Linear(scope, weights, draw(st.sampled_from(INEQUALITIES)), draw(values))


@st.composite
def disjunctions(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[int]) -> Constraint:
    parts = draw(st.lists(inequalities(names, values), min_size=1, max_size=3))
    if draw(st.booleans()):
        return Or([*parts, Not(draw(inequalities(names, values)))])
    return Implies(parts[0], Or([draw(inequalities(names, values)), *parts[1:]]))


@examples(300)
@given(models(disjunctions, st.integers(-3, 3), most=4, wide=(0, 1, 63, 64, 65, 129)))
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


@pytest.mark.parametrize("wide", [50, 200])
def test_tasks_that_may_not_overlap(wide: int) -> None:
    """The middle of a domain goes as soon as the other task leaves no room beside it."""
    model = clew.Model()
    x, y = model.variables("x y", range(wide))
    model.require(Or([x + wide // 2 <= y, y + wide // 2 <= x]))
    found, nodes, failures = engine_runs(model)
    starts = range(wide)
    assert [(s["x"], s["y"]) for s in found] == [(a, b) for a in starts for b in starts if abs(a - b) >= wide // 2]
    assert failures == 0
    assert nodes[1] == len({s["x"] for s in found})


def test_sums_on_the_border_of_a_word() -> None:
    for weight, fits in ((2**60, True), (2**61, False)):
        model = clew.Model()
        x, y, z = model.variables("x y z", range(3))
        model.require(Or([weight * x - y <= weight, z >= 3]))
        model.require(Or([weight * x - y < weight, y + z > 3]))
        if fits:
            assert agree(model)[0] == list(brute_force(model))
        else:
            assert clew.count(model) == len(list(brute_force(model)))
            with pytest.raises(clew.OptionError, match="that fit into a word"):
                clew.first(model, kernel="compiled")
