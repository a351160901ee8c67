"""Assumed conditions: as if they were constraints, for one call; and the cores of those that cannot hold together."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew import core_of
from clew.constraints import And, Constraint, Or
from clew_problems import LetterTree, Queens
from tests.random_models import WAYS, constraints, models

MORE: list[dict[str, Any]] = [{"inference": "check"}, {"inference": "forward"}]


def conditions(data: st.DataObject, model: clew.Model) -> list[Constraint]:
    names: Any = list(model.domains())
    return data.draw(st.lists(constraints(names), min_size=1, max_size=4))


def required(model: clew.Model, conditions: Any) -> clew.Model:
    """The model with the conditions as constraints."""
    made = model.with_clues(())
    made.require(conditions)
    return made


@pytest.mark.parametrize("options", WAYS + MORE, ids=str)
@given(data=st.data())
def test_assumed_conditions_are_as_good_as_constraints(options: dict[str, Any], data: st.DataObject) -> None:
    model = data.draw(models())
    assumed = conditions(data, model)
    right = {solution.row() for solution in clew.solutions(required(model, assumed), kernel="python")}
    assert (clew.first(model, assume=assumed, **options) is None) == (not right)
    if options.get("learning") is None:
        assert clew.count(model, assume=assumed, **options) == len(right)
        assert {solution.row() for solution in clew.solutions(model, assume=assumed, **options)} == right
    assert clew.check(model, assume=assumed, **options).answer == ("none", "unique", "several")[min(2, len(right))]
    objective = next(iter(model.domains()))
    best = clew.best(model, objective, assume=assumed, **options)
    assert best.objective == min((row[0] for row in right), default=None)
    assert best.solution is None or best.solution.problem is model


@given(data=st.data())
def test_a_core_contradicts_itself_and_no_part_of_it_does(data: st.DataObject) -> None:
    model = data.draw(models())
    assumed = conditions(data, model)
    if clew.first(required(model, assumed)) is not None:
        assert clew.why(model, assume=assumed) is None
        assert core_of(model, assume=assumed) is None
        return
    core = core_of(model, assume=assumed)
    found = clew.why(model, assume=assumed)
    assert found is not None
    assert core is not None
    for one in (core, found.assumed):
        assert {id(condition) for condition in one} <= {id(condition) for condition in assumed}
        assert clew.first(required(model, one), kernel="python") is None
        for fewer in combinations(one, len(one) - 1) if one else ():
            assert clew.first(required(model, fewer), kernel="python") is not None
    assert found.is_minimal
    bare = clew.Model()
    for name, values in model.domains().items():
        bare.variable(name, values)
    for clue in found.clues:
        bare.fix(clue.variable, clue.value)
    bare.require(found.constraints, found.assumed)
    assert clew.first(bare, kernel="python") is None


def test_what_is_assumed_may_be_about_expressions() -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(5))
    model.require(x + y < z)
    low, both, either = z < 4, And(x * y == 4, x > 0), Or(abs(x - y) > 2, x == y)
    assert clew.count(model, assume=[both]) == 0
    found = clew.why(model, assume=[low, both, either])
    assert found is not None
    assert found.assumed == (both,)
    assert "And(x, y)" in str(found)
    wide = clew.Model()
    a, b = wide.variables("a b", range(10**6))
    wide.require(a < b)
    assert len(core_of(wide, assume=[a > 7, b < 3]) or ()) == 2


def test_a_model_without_solutions_has_an_empty_core() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(x < y, y < x)
    assert core_of(model, assume=[x == 1]) == ()
    found = clew.why(model, assume=[x == 1])
    assert found is not None
    assert (found.assumed, len(found.constraints)) == ((), 2)


def test_assumed_conditions_go_to_processes() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(6))
    with ProcessPoolExecutor(1) as pool:
        assert clew.count(model, assume=[x < y], executor=pool, cutting=clew.Cutting(first=0)) == 15


def test_where_conditions_cannot_be_assumed() -> None:
    model = clew.Model()
    x, _ = model.variables("x y", range(3))
    queens: Any = Queens(4)
    strange: Any = x == 1
    with pytest.raises(clew.OptionError, match=r"assume must be a list of conditions, as in \[x == 3, y < z\]"):
        clew.first(model, assume=strange)
    with pytest.raises(clew.InputError, match="assume: model has no variable 'z'"):
        clew.first(model, assume=[clew.constraints.Var("z") == 1])
    with pytest.raises(
        clew.OptionError, match=r"assume asks for constraints, and .* has hooks: give values with given="
    ):
        clew.first(LetterTree("a(b,c)"), assume=[x == 1])
    with pytest.raises(clew.OptionError, match="because they may break it: leave assume out"):
        clew.count_by_symmetry(queens, assume=[clew.constraints.Var(0) == 1])
    with pytest.raises(clew.OptionError, match="leave checkpoint or assume out"):
        clew.count(model, assume=[x == 1], checkpoint="never")
    with pytest.raises(clew.OptionError, match=r"pass assume=\["):
        clew.first(model, assumptions=x == 1)  # type: ignore[call-arg]


@pytest.mark.parametrize("options", WAYS[:6], ids=str)
@given(data=st.data())
def test_a_model_takes_constraints_after_a_search_and_goes_on(options: dict[str, Any], data: st.DataObject) -> None:
    model, whole = data.draw(models()), clew.Model()
    names: Any = list(model.domains())
    for name, values in model.domains().items():
        whole.variable(name, values)
    whole.require(model.constraints())
    for name, value in model.given().items():
        whole.fix(name, value)
    for _ in range(3):
        more = data.draw(constraints(names))
        clew.first(model, **options)
        model.require(more)
        whole.require(more)
        right = clew.first(whole, kernel="python")
        assert (clew.first(model, **options) is None) == (right is None)
        best = clew.best(model, names[0], **options)
        assert best.objective == clew.best(whole, names[0], kernel="python").objective


def test_an_iteration_keeps_the_constraints_that_it_began_with() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    begun = clew.solutions(model)
    next(begun)
    model.require(x < y)
    z = model.variable("z", range(2))
    model.require(z != x)
    assert len(list(begun)) == 8
    assert clew.count(model) == 3
