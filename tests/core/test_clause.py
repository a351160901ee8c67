"""Clauses in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from functools import partial
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import And, Comparison, Constraint, Not, Or, Predicate, Table
from clew.problem.declared import Declared
from clew.reference.propagation.compiler import Compiler
from clew.state import thresholds
from clew.state.levels import LEVELS
from tests.core.drawing import models
from tests.random_models import Shown

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import program_of
from tests.core.comparing import agree, all_agree
from tests.examples import examples


@st.composite
def pairs(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Conditions on two variables, which may come several times."""
    some = draw(st.permutations(names))[:2]
    return draw(clauses(some, values))


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
@given(MODELS, st.sampled_from(("unit", "forward", "arc")))
def test_engine_reference_and_brute_force_agree(model: clew.Model, level: str) -> None:
    all_agree(model, level)


@examples(100)
@given(models(pairs, st.integers(-1, 3)), st.sampled_from(("unit", "forward", "arc")), st.integers(0, 26))
def test_kernels_agree_on_both_sides_of_the_pairs_that_have_rows(model: clew.Model, level: str, most: int) -> None:
    with mock.patch.object(thresholds, "CLAUSE_PAIRS", most):
        all_agree(model, level)


@pytest.mark.parametrize("width", [1023, 1024, 1025, 200_000])
def test_a_clause_of_two_wide_variables_takes_little_memory(width: int) -> None:
    """A row of bits for each of 200,000 values would take five gigabytes for each of the two."""
    model = clew.Model()
    for name in "xy":
        model.variable(name, range(width))
    model.require(Or([Comparison(("x",), "==", 5), Comparison(("y",), "==", 7)]))
    model.require(Table(("x",), [(5,), (6,), (width - 1,)]), Table(("y",), [(7,), (9,)]))
    assert clew.count(model) == clew.count(model, inference="arc") == 4


def holding(constraint: Constraint, *values: Any) -> bool:
    return constraint.holds(values)


@examples(150)
@given(models(pairs, st.integers(-1, 3)), st.sampled_from(("unit", "forward", "arc")))
def test_two_variables_prune_as_a_predicate_about_both_does(model: clew.Model, level: str) -> None:
    """Each kernel enters the nodes that it enters if Python is asked about each pair of values."""
    asked = Shown()
    for name, values in model.domains().items():
        asked.variable(name, values)
    for name, value in model.given().items():
        asked.fix(name, value)
    for one in model.constraints():
        asked.require(Predicate(partial(holding, one), one.scope) if isinstance(one, Or | Not) else one)
    assert agree(model, level) == agree(asked, level)


@pytest.mark.parametrize("level", ["forward", "unit", "arc"])
@pytest.mark.parametrize("kernel", ["python", "compiled"])
def test_each_condition_is_asked_about_its_own_values(kernel: str, level: str) -> None:
    """The values that are gone at the root are left out; the others are asked about once, not once for each pair."""
    asked: list[tuple[str, int]] = []

    def noting(name: str, value: int) -> bool:
        asked.append((name, value))
        return value % 2 == 0

    model: Any = clew.Model()
    x, y = model.variables("x y", range(20))
    model.require(Or(Predicate(partial(noting, "x"), [x]), Predicate(partial(noting, "y"), [y])), x > 4)
    if kernel == "compiled":
        program_of(dict(model.domains()), Declared(model).constraints, LEVELS[level])
    else:
        network = Compiler(model.domains(), model.constraints(), LEVELS[level]).network()
        for lane in network.lanes.lane.values():
            for value in lane.values[5:]:
                network.mask(lane.offset + lane.positions[value])
    assert sorted(asked) == [("x", value) for value in range(5, 20)] + [("y", value) for value in range(20)]
