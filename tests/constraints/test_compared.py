"""Which expressions have bounds: not those that Python may refuse, which it is asked about as ever."""

from __future__ import annotations

from typing import Any

import pytest

import clew
from clew.constraints import And, Constraint, Formula, Max, Min, Not, Or, Var
from clew.constraints.primitives import Alternatives, Callback, Compared
from clew.exchange import from_json, to_json, to_minizinc

x, y, z = map(Var, "xyz")


def kinds(constraint: Constraint) -> set[type]:
    return set(map(type, constraint.primitives()))


@pytest.mark.parametrize(
    "constraint",
    [
        x // y == z,
        x % y != z,
        x**y >= z,
        abs(x - y) <= z,
        Max(x, y, 3) - Min(y, z) == 1,
        x * x + y * y == z * z,
        Not(x // y == z),
    ],
)
def test_an_expression_of_whole_numbers_has_bounds(constraint: Constraint) -> None:
    assert kinds(constraint) == {Compared}


@pytest.mark.parametrize("constraint", [x / y == z, x // y * 0.5 == z, x % (y + 2.5) == z])
def test_python_calculates_what_may_be_rounded(constraint: Constraint) -> None:
    assert kinds(constraint) == {Callback}


def test_a_condition_with_a_quotient_is_an_alternative() -> None:
    assert kinds(Or([x // y == z, And([x % 3 == y, z > 2])])) == {Alternatives}


@pytest.mark.parametrize("kernel", ["python", "compiled"])
@pytest.mark.parametrize("width", [5, 40])
def test_a_division_by_zero_surfaces(kernel: Any, width: int) -> None:
    model = clew.Model()
    model.variables("x y z", range(width))
    model.require(x // y == z)
    with pytest.raises(ZeroDivisionError):
        clew.count(model, kernel=kernel)


@pytest.mark.parametrize("kernel", ["python", "compiled"])
@pytest.mark.parametrize("width", [5, 40])
def test_a_condition_before_a_division_guards_it(kernel: Any, width: int) -> None:
    model = clew.Model()
    model.variables("x y z", range(width))
    model.require(Or([y == 0, x // y == z]))
    assert clew.count(model, kernel=kernel) == width * width + width * (width - 1)


@pytest.mark.parametrize("least", [0, 1])
def test_a_divisor_that_is_not_zero_has_bounds(least: int) -> None:
    """One that is 0 among its values is left to Python, which is asked about the last open variable."""
    model = clew.Model()
    model.variable("x", range(40, 60))
    model.variable("y", range(least, 20))
    model.variable("z", range(30, 70))
    model.require(x // y == z)
    if least:
        statistics = clew.solve(model, clew.Count(), inference="unit", kernel="compiled").statistics
        assert (statistics.solutions, statistics.failures) == (20, 0)
    else:
        with pytest.raises(ZeroDivisionError):
            clew.count(model, inference="unit", kernel="compiled")


def test_wide_ranges_stay_intervals_under_all_operators() -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(1, 10**9))
    model.require(x // y == 10**8, x % y == 3, abs(x - z) == 2, Max(y, z) == z, y**2 + 5 <= z)
    found = clew.first(model, kernel="compiled")
    assert found is not None
    a, b, c = found["x"], found["y"], found["z"]
    assert (a // b, a % b, abs(a - c)) == (10**8, 3, 2)
    assert c >= max(b, b * b + 5)


def test_wide_divisors_that_may_be_zero_are_refused() -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(10**7))
    model.require(x // y == z)
    with pytest.raises(clew.OptionError, match="values"):
        clew.first(model, kernel="compiled")


def test_extrema_are_of_several_expressions_or_of_a_collection() -> None:
    assert repr(Max(x, y + 1)) == repr(Max([x, y + 1])) == "<max('x', ('y' + 1))>"
    assert isinstance(Min(x, 3) == y, Formula)
    with pytest.raises(clew.ProblemError, match="one expression at least"):
        Max()
    with pytest.raises(clew.ProblemError, match="no number"):
        Max(x, "a")


def test_extrema_are_written() -> None:
    model = clew.Model()
    model.variables("x y z", range(4))
    model.require(Max(x, y) - Min(y, z) * abs(z) == 1)
    assert "max([" in to_minizinc(model)
    assert clew.count(from_json(to_json(model))) == clew.count(model)


@pytest.mark.parametrize("kernel", ["auto", "python"])
def test_a_value_that_is_no_whole_number_may_be_ruled_out_before(kernel: Any) -> None:
    model = clew.Model()
    x = model.variable("x", [*range(30), 0.5])
    y, z = model.variable("y", range(30)), model.variable("z", range(30))
    model.require(x != 0.5, x * y >= z + 700)
    right = sum(max(0, min(30, a * b - 699)) for a in range(30) for b in range(30))
    assert clew.count(model, kernel=kernel) == right
