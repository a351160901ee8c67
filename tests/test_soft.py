"""Soft constraints: the costs of those that do not hold, by enumeration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew import formats
from clew.constraints import AllDifferent, Constraint, Var
from clew.problem.declared import flat
from tests.random_models import WAYS, constraints, models


def costs_of(some: list[tuple[Constraint, int]], solution: Any) -> int:
    """The costs of the conditions that do not hold, by `holds` alone."""
    parts = [(list(flat([one])), cost) for one, cost in some]
    return sum(cost for own, cost in parts if not all(one.holds([solution[name] for name in one.scope]) for one in own))


@pytest.mark.parametrize("options", WAYS, ids=str)
@given(data=st.data())
def test_the_costs_of_broken_conditions_are_least(options: dict[str, Any], data: st.DataObject) -> None:
    model = data.draw(models(4))
    names = list(model.domains())
    some = data.draw(st.lists(st.tuples(constraints(names), st.integers(1, 4)), min_size=1, max_size=4))
    solutions = list(clew.solutions(model, kernel="python"))
    model.require(clew.soft(*one) for one in some)
    assert clew.count(model) == len(solutions)
    for objective, sense in ((None, "min"), (names[0], "min"), (2 * Var(names[-1]), "max")):
        sign, weight, name = {"min": 1, "max": -1}[sense], 1 + (sense == "max"), names[-1 * (sense == "max")]
        values = [(0 if objective is None else weight * one[name]) + sign * costs_of(some, one) for one in solutions]
        right = (min if sense == "min" else max)(values, default=None)
        found = clew.best(model, objective, sense, **options)  # type: ignore[arg-type]
        assert found.objective == right
        if found.solution is not None:
            assert found.is_optimal
            assert sum(one.cost for one in found.broken) == costs_of(some, found.solution)


def test_soft_constraints_of_a_class() -> None:
    class Places(clew.Problem[str, int]):
        def domains(self) -> dict[str, range]:
            return dict.fromkeys("abc", range(3))

        def constraints(self) -> Any:
            return [AllDifferent("abc")]

        def soft_constraints(self) -> Any:
            return [clew.soft(Var("a") == 2, 5), clew.soft(Var("b") == 2), clew.soft(Var("c") > 0)]

    found = clew.best(Places())
    assert (found.objective, dict(found.solution or {})) == (1, {"a": 2, "b": 0, "c": 1})
    assert [one.cost for one in found.broken] == [1]
    assert [value for _, value in clew.ranked(Places())] == [1, 2, 5, 6, 6, 6]


def test_what_costs_are_added_to() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(x < y, [clew.soft(x == 1, 3)], clew.soft(abs(x - y) == 2, Fraction(1, 2)))
    assert clew.best(model).objective == Fraction(1, 2)
    assert clew.best(model, "y").objective == Fraction(5, 2)
    assert clew.best(model, x == 1, "max").objective == Fraction(1, 2)
    assert clew.best(model, [x, model.cost]).objective == (0, 3)
    assert clew.best(model.with_clues(())).objective == Fraction(1, 2)
    other = model.with_clues(())
    other.require(clew.soft(x == 2, 8))
    assert clew.best(model).objective == Fraction(1, 2)
    assert clew.first(model, assume=[x == 0]) is not None


def test_what_soft_constraints_refuse() -> None:
    model = clew.Model()
    x, _ = model.variables("x y", range(3))
    strange: Any = 3
    with pytest.raises(clew.ProblemError, match=r"is about a condition, as in clew.soft\(x != y, 3\)"):
        clew.soft(strange)
    for cost in (0, -1, True, "much", None):
        with pytest.raises(clew.ProblemError, match="the cost of a soft constraint must be a positive number, not"):
            clew.soft(x == 1, cost)
    with pytest.raises(clew.ProblemError, match="model has no variable 'q': declare it first"):
        model.require(clew.soft(Var("q") == 1))
    model.require(clew.soft(x == 1))
    with pytest.raises(clew.OptionError, match="is a function, to which the costs of soft constraints cannot be added"):
        clew.best(model, lambda solution: 3)
    for write in (formats.to_json, formats.to_minizinc, formats.to_cnf):
        with pytest.raises(clew.OptionError, match="has soft constraints, which are not written: leave them out"):
            write(model)
