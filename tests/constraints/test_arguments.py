"""Constraints called in another form, or with their arguments in another order, say in one line how to call them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

import clew
from clew.constraints import And, Constraint, Element, Not, Or, Var

x, y, z = Var("x"), Var("y"), Var("z")
constraints: Any = clew.constraints
names: Final[list[str]] = constraints.__all__

MISTAKES: Final = {
    "AllDifferent(x, y)": lambda: constraints.AllDifferent(x, y),
    "AtLeast([x, y], 1)": lambda: constraints.AtLeast([x, y], 1),
    "AtMost([x, y], 1)": lambda: constraints.AtMost([x, y], 1),
    "Connected([x, y])": lambda: constraints.Connected([x, y]),
    "Count([x, y])": lambda: constraints.Count([x, y]),
    "DistinctVectors([x, y], [y, z])": lambda: constraints.DistinctVectors([x, y], [y, z]),
    "Element(x, y)": lambda: constraints.Element(x, y),
    "Exactly([x, y], 1)": lambda: constraints.Exactly([x, y], 1),
    "Implies(x == 1)": lambda: constraints.Implies(x == 1),
    "Linear([x, y], 5)": lambda: constraints.Linear([x, y], 5),
    "Not(x == 1, y == 1)": lambda: constraints.Not(x == 1, y == 1),
    "Predicate([x, y])": lambda: constraints.Predicate([x, y]),
    "Product([x, y], 5)": lambda: constraints.Product([x, y], 5),
    "Regular([x, y], {})": lambda: constraints.Regular([x, y], {}),
    "Same(x, y, z)": lambda: constraints.Same(x, y, z),
    "Sum([x, y], 5)": lambda: constraints.Sum([x, y], 5),
    "Sum(x, y, '<=', 5)": lambda: constraints.Sum(x, y, "<=", 5),
    "Table([x, y])": lambda: constraints.Table([x, y]),
    "Table(x, y, [(1, 2)])": lambda: constraints.Table(x, y, [(1, 2)]),
}


@pytest.mark.parametrize("call", MISTAKES)
def test_a_wrong_number_of_arguments_is_told_with_the_right_call(call: str) -> None:
    name = call.partition("(")[0]
    with pytest.raises(clew.ProblemError, match=rf"{name}\(.*: .*{name}\(\w*.*\)") as raised:
        MISTAKES[call]()
    assert "\n" not in str(raised.value)


NONSENSE: Final[tuple[tuple[Any, ...], ...]] = ((), (5,), ("a", "b", "c"), (object(),), (None,) * 12)


@pytest.mark.parametrize("name", [name for name in names if name[0].isupper() and name not in ("OPEN", "Expression")])
def test_every_exported_constraint_says_how_to_call_it(name: str) -> None:
    for arguments in NONSENSE:
        try:
            getattr(constraints, name)(*arguments)
        except clew.ClewError as error:
            assert "\n" not in str(error), arguments  # noqa: PT017
    with pytest.raises(clew.ProblemError, match=name):
        getattr(constraints, name)(*[None] * 12)


@pytest.mark.parametrize("make", [lambda: Element([1, 2], x, y), lambda: Element(x, y, [1, 2])])
def test_element_shows_the_order_of_its_arguments(make: Callable[[], Constraint]) -> None:
    with pytest.raises(clew.ProblemError, match=r"^Element\(index, sequence, value\): \[1, 2\] is no variable"):
        make()
    with pytest.raises(clew.ProblemError, match=r"^Element\(index, sequence, value\): the sequence is a collection"):
        constraints.Element(x, y, z)


def test_element_takes_expressions_in_place_of_variables() -> None:
    model = clew.Model()
    for name in "xyz":
        model.variable(name, range(3))
    model.require(Element(x + 1, [2, 1, 0, 1], (y * 2) % 3))
    places = [(a, b) for a in range(3) for b in range(3) if [2, 1, 0, 1][a + 1] == b * 2 % 3]
    assert clew.count(model) == 3 * len(places)


@pytest.mark.parametrize("kind", [And, Or])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_combinations_take_constraints_or_a_collection(kind: Any, number: int) -> None:
    parts = [x < y, y < z, x == 1][:number]
    assert kind(*parts) == kind(parts) == kind(iter(parts)) == kind(tuple(parts))


def test_combinations_in_both_forms_have_the_same_solutions() -> None:
    counts = []
    for either, both in ((Or(x < y, y < z), And(x < y, y < z)), (Or([x < y, y < z]), And([x < y, y < z]))):
        for constraint in (either, both, Not(either), ~both):
            model = clew.Model()
            model.variables("x y z", range(4))
            model.require(constraint)
            counts.append(clew.count(model))
    triples = [(a, b, c) for a in range(4) for b in range(4) for c in range(4)]
    some = sum(a < b or b < c for a, b, c in triples)
    every = sum(a < b < c for a, b, c in triples)
    assert counts == [some, every, 64 - some, 64 - every] * 2


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: constraints.Or(5), "Or combines constraints, and 5 is none"),
        (lambda: constraints.And(x < y, 5), "And combines constraints, and 5 is none"),
        (lambda: constraints.And([x < y], x < y), "And combines constraints, and [Comparison"),
        (lambda: constraints.Or(), "Or combines no constraint"),
        (lambda: constraints.Or([]), "Or combines no constraint"),
        (lambda: constraints.Count([x, y], 5), "Count('x', 'y')"),
    ],
)
def test_what_is_no_constraint_is_told(make: Callable[[], Constraint], complaint: str) -> None:
    with pytest.raises(clew.ProblemError) as raised:
        make()
    assert complaint in str(raised.value)


JUNK: Final[tuple[tuple[Any, ...], ...]] = (
    *((x, y, z), ([x, y],), ([x, y], [y, z]), ([x, y], x, y), (x,), (x, [1, 2]), ([x, y], 5), (5,), (None,)),
    *(("x", "y"), (x < y, y < z), ([x, y], {1: 1}), ({1: 1}, [x, y]), ([x, y], [[1, 2]]), ([[1, 2]], [x, y])),
    *(([x, y], "==", 5), ([1, 2], [x, y], "==", 5), ([x, y], max), (max, [x, y]), ([x, y], "==")),
)


@pytest.mark.parametrize("name", [name for name in names if name[0].isupper() and name not in ("OPEN", "Expression")])
def test_junk_is_an_error_in_one_line(name: str) -> None:
    for junk in JUNK:
        try:
            getattr(constraints, name)(*junk)
        except clew.ProblemError as error:
            assert "\n" not in str(error), junk  # noqa: PT017
