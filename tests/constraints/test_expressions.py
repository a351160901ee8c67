"""Expressions: what Python's operators make of variables holds where Python's own arithmetic says so."""

# ruff: noqa: SIM300 (numbers on the left are what is tested)

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import And, Comparison, Constraint, Formula, If, Implies, Linear, Not, Or, Product, Var
from clew.problem.declared import flat
from tests.examples import THOROUGH

NAMES: Final = "xyz"
VALUES: Final = range(-3, 5)

Tree = tuple[Any, ...]
"""("leaf", a name or a number), or (a function, tree, ...)."""

RELATIONS: Final[tuple[Callable[[Any, Any], Any], ...]] = (
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge,
)  # fmt: skip
BINARY: Final = (operator.add, operator.sub, operator.mul, operator.add, operator.sub, operator.floordiv, operator.mod)

leaves = st.one_of(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(-4, 6)).map(lambda leaf: ("leaf", leaf))


def _grown(smaller: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    powers = st.tuples(
        st.just(operator.pow), leaves, st.one_of(st.sampled_from(NAMES), st.integers(0, 3)).map(lambda e: ("leaf", e))
    )
    return st.one_of(
        st.tuples(st.sampled_from(BINARY), smaller, smaller),
        st.tuples(st.sampled_from(BINARY), smaller, smaller),
        st.tuples(st.sampled_from((abs, operator.neg)), smaller),
        st.tuples(st.just(_total), smaller, smaller, smaller),
        powers,
    )


def _total(*parts: Any) -> Any:
    return sum(parts)


trees = st.recursive(leaves, _grown, max_leaves=8)


def linear_trees() -> st.SearchStrategy[Tree]:
    """Trees of + - * by numbers alone."""
    number = st.integers(-4, 6).map(lambda leaf: ("leaf", leaf))

    def grown(smaller: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        return st.one_of(
            st.tuples(st.sampled_from((operator.add, operator.sub)), smaller, smaller),
            st.tuples(st.just(operator.mul), smaller, number),
            st.tuples(st.just(operator.mul), number, smaller),
            st.tuples(st.just(operator.neg), smaller),
            st.tuples(st.just(_total), smaller, smaller, smaller),
        )

    return st.recursive(leaves, grown, max_leaves=10)


def evaluated(tree: Tree, environment: Mapping[str, Any]) -> Any:
    """The tree as Python evaluates it, with numbers for the names or with variables."""
    if tree[0] == "leaf":
        return environment[tree[1]] if isinstance(tree[1], str) else tree[1]
    function, *parts = tree
    return function(*(evaluated(part, environment) for part in parts))


def outcome(make: Callable[[], Any]) -> Any:
    """What it gives, or the kind of arithmetic error that it raises."""
    try:
        return make()
    except ArithmeticError as error:
        return type(error)


VARIABLES: Final = {name: Var(name) for name in NAMES}


def same_as_python(left: Tree, compare: Callable[[Any, Any], Any], right: Tree, values: Mapping[str, int]) -> None:
    def python() -> Any:
        return compare(evaluated(left, values), evaluated(right, values))

    expected = outcome(python)
    made = outcome(lambda: compare(evaluated(left, VARIABLES), evaluated(right, VARIABLES)))
    if not isinstance(made, Constraint):  # no variable was in it, or it divides numbers by zero
        assert made == expected
        return
    (made,) = flat([made])  # x < x has a second name for x
    assert set(made.scope) <= set(NAMES)
    assert outcome(lambda: made.holds([values[str(name)] for name in made.scope])) == expected


environments = st.fixed_dictionaries({name: st.sampled_from(VALUES) for name in NAMES})


@settings(max_examples=20_000 if THOROUGH else 400)
@given(trees, st.sampled_from(RELATIONS), trees, environments)
def test_a_comparison_holds_where_python_says_so(
    left: Tree, compare: Callable[[Any, Any], Any], right: Tree, values: dict[str, int]
) -> None:
    same_as_python(left, compare, right, values)


@settings(max_examples=20_000 if THOROUGH else 400)
@given(linear_trees(), st.sampled_from(RELATIONS), linear_trees(), environments)
def test_a_linear_comparison_holds_where_python_says_so(
    left: Tree, compare: Callable[[Any, Any], Any], right: Tree, values: dict[str, int]
) -> None:
    same_as_python(left, compare, right, values)


@settings(max_examples=1000 if THOROUGH else 60)
@given(st.one_of(trees, linear_trees()), st.sampled_from(RELATIONS), trees, st.sampled_from(("check", "unit", "arc")))
def test_solutions_are_those_of_python(left: Tree, compare: Callable[[Any, Any], Any], right: Tree, level: Any) -> None:
    def python(*values: int) -> Any:
        environment = dict(zip(NAMES, values, strict=True))
        return outcome(lambda: compare(evaluated(left, environment), evaluated(right, environment)))

    truths = {values: python(*values) for values in product(range(-1, 3), repeat=3)}
    if not all(isinstance(truth, bool) for truth in truths.values()):
        return
    model = clew.Model()
    model.variables("x y z", range(-1, 3))
    try:
        made = compare(evaluated(left, VARIABLES), evaluated(right, VARIABLES))
    except clew.ProblemError:
        return
    if isinstance(made, Constraint):
        model.require(made)
        found = {tuple(solution[v] for v in NAMES) for solution in clew.solutions(model, inference=level)}
        assert found == {values for values, truth in truths.items() if truth}


x, y, z = (VARIABLES[name] for name in NAMES)


def true_for(constraint: Any, **values: Any) -> bool:
    assert isinstance(constraint, Constraint)
    return constraint.holds([values[str(name)] for name in constraint.scope])


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (x == 3, Comparison),
        (x < y, Comparison),
        (3 > x, Comparison),
        ("red" == x, Comparison),
        (x + 1 < y, Linear),
        (x - y == 0, Linear),
        (sum([x, y, z]) == 15, Linear),
        (x + x == 4, Linear),
        (-x <= -2, Linear),
        (2 * (x - 3 * (y + 1)) >= z, Linear),
        (x * y * z <= 24, Product),
        (24 >= x * y, Product),
        (x * y * 2 == 12, Formula),
        (x * x == 4, Formula),
        (x * y == z, Formula),
        (x / 2 == y, Formula),
        (abs(x - y) != 1, Formula),
        (10 % x == 0, Formula),
        (2**x == y, Formula),
    ],
    ids=repr,
)
def test_the_simplest_form_that_fits(made: Constraint, kind: type[Constraint]) -> None:
    assert type(made) is kind


def test_what_is_subtracted_from_itself_goes() -> None:
    made = x - x + y == 2
    assert made.scope == ("y",)
    assert true_for(made, y=2)
    made = 0 * x + z < y - y + 3
    assert made.scope == ("z",)
    assert true_for(made, z=2)
    assert not true_for(made, z=3)
    made = 3 + x - x > 2
    assert made.scope == ()
    assert made.holds(())


VANISHED: Final = (
    (0 * x <= 3, True),
    (0 * x >= 3, False),
    (x - x == 0, True),
    (0 * x + 0 * y != 0, False),
    (3 + x - x > 2, True),
)
"""Conditions in which no variable is left, as weights of 0 in somebody's data leave them, and whether they hold."""
WITHIN: Final[dict[str, tuple[Callable[[Constraint], Any], Callable[[bool, int, int], bool]]]] = {
    "alone": (lambda c: c, lambda c, a, b: c),
    "denied": (lambda c: Not(c), lambda c, a, b: not c),
    "or": (lambda c: Or([c, x == 1]), lambda c, a, b: c or a == 1),
    "and": (lambda c: And([c, x == 1]), lambda c, a, b: c and a == 1),
    "implying": (lambda c: Implies(c, y == 1), lambda c, a, b: not c or b == 1),
    "implied": (lambda c: If(x == 0, c), lambda c, a, b: a != 0 or c),
    "dividing": (lambda c: If(c, y == 0, y == 1), lambda c, a, b: b == (0 if c else 1)),
    "counted": (lambda c: +c + (+(y == 1)) == 1, lambda c, a, b: c + (b == 1) == 1),
}


@pytest.mark.parametrize("options", [{}, {"kernel": "python"}, {"inference": "check"}], ids=repr)
@pytest.mark.parametrize("form", WITHIN)
def test_conditions_without_a_variable_hold_or_do_not(form: str, options: dict[str, Any]) -> None:
    made, law = WITHIN[form]
    for condition, holds in VANISHED:
        model = clew.Model()
        model.variables("x y", range(3))
        model.require(made(condition))
        expected = [row for row in product(range(3), repeat=2) if law(holds, *row)]
        assert sorted(tuple(found.values()) for found in clew.solutions(model, **options)) == expected


def test_weights_of_the_same_variable_add_up() -> None:
    made = x + x + 3 * x - 2 * y == 7
    assert isinstance(made, Linear)
    assert dict(zip(made.scope, made.coefficients, strict=True)) == {"x": 5, "y": -2}
    assert made.bound == 7


def test_operators_with_the_variable_on_the_right() -> None:
    cases: list[tuple[Any, int]] = [
        (7 + x == 10, 3), (7 - x == 4, 3), (7 * x == 21, 3), (7 // x == 2, 3), (7 / x == 3.5, 2), (7 % x == 1, 3),
        (2**x == 8, 3), (7 < x, 8), (7 <= x, 7), (7 > x, 6), (7 >= x, 7), (7 == x, 7), (7 != x, 8),
    ]  # fmt: skip
    for made, value in cases:
        assert true_for(made, x=value)


def test_sums_start_anywhere() -> None:
    assert true_for(sum([x, y]) == 5, x=2, y=3)
    assert true_for(sum([x, y], 10) == 15, x=2, y=3)
    assert true_for(sum([x, y], z) == 9, x=2, y=3, z=4)
    assert true_for(sum((2 * x, -y, 7)) == 8, x=2, y=3)
    assert true_for(sum(k * v for k, v in enumerate([x, y, z])) == 11, x=5, y=3, z=4)


def test_precedence_and_direction() -> None:
    assert true_for(-x // 2 == -2, x=3)
    assert true_for(-(x // 2) == -1, x=3)
    assert true_for(-(x**2) == -9, x=3)
    assert true_for((-x) ** 2 == 9, x=3)
    assert true_for(x - y - z == -6, x=1, y=3, z=4)
    assert true_for(x - (y - z) == 2, x=1, y=3, z=4)
    assert true_for(x % 3 == 2, x=-1)
    assert true_for(x**y**z == 2, x=2, y=1, z=5)


def test_large_numbers_are_exact() -> None:
    large = 10**30
    assert true_for(large * x - large * y == large, x=3, y=2)
    assert not true_for(large * x - large * y == large + 1, x=3, y=2)
    assert true_for(x * y == large**2, x=large, y=large)
    model = clew.Model()
    one, other, third = model.variables("x y z", [large, large + 1, 2 * large + 1])
    model.require(one + other == third)
    assert [dict(s) for s in clew.solutions(model, variable_order="static")] == [
        {"x": large, "y": large + 1, "z": 2 * large + 1},
        {"x": large + 1, "y": large, "z": 2 * large + 1},
    ]


def test_an_expression_is_used_again_and_not_changed() -> None:
    total = x + y
    shown = repr(total)
    made = [total == 3, total * 2 == 6, total < z]
    assert repr(total) == shown
    assert all(true_for(one, x=1, y=2, z=4) for one in made)


def test_rounding_is_that_of_python() -> None:
    for value, number, total in product((0.1, 0.2, 0.3, 0.6, 0.7), (0.1, 0.2, 0.3), (0.3, 0.4, 0.5, 0.8, 0.9)):
        assert true_for(x + number == total, x=value) is (value + number == total)
