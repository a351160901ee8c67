"""Constraints and expressions nested as deep as they may be work everywhere; deeper ones are refused."""

import pickle
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

import clew
from clew.constraints import And, Constraint, Implies, Not, Or, Var
from clew.constraints.base import NESTING
from tests.examples import THOROUGH

DEEP = 10_000
LONG = 3_000  # more than Python calls within each other
x, y = Var("x"), Var("y")

STEPS: dict[str, Callable[[Any, int], Any]] = {
    "and or": lambda part, k: part & (y != 2) if k % 2 else part | (y == 1),
    "not and": lambda part, k: ~(part & (y != 2)) if k % 2 else ~(part & (x != y)),
    "implies": lambda part, k: Implies(part, y == 1),
    "labelled": lambda part, k: (part & (y != 2)).named("a name"),
    "labelled not": lambda part, k: ~part.named("a name"),
}
TERMS: dict[str, Callable[[Any], Any]] = {
    "abs": lambda term: abs(term - 1),
    "product": lambda term: x * (term - y * y),
    "quotient": lambda term: (term + x) // 2,
    "difference": lambda term: y - term * x,
}


def model(*constraints: Constraint) -> clew.Model:
    made = clew.Model("nested")
    made.variables("x y", range(3))
    made.require(constraints)
    return made


def nested(step: Callable[[Any, int], Any], number: int) -> Constraint:
    return reduce(step, range(number), x == y)


def deepest(build: Callable[[int], Any]) -> Any:
    """The deepest that is not refused."""
    made = None
    for number in range(1, 2 * NESTING + 2):
        try:
            made = build(number)
        except clew.ProblemError:
            break
    return made


def works_everywhere(constraint: Constraint) -> None:
    expected = [
        (a, b)
        for a in range(3)
        for b in range(3)
        if constraint.holds([{"x": a, "y": b}[str(v)] for v in constraint.scope])
    ]
    for _ in range(2):
        again = model(pickle.loads(pickle.dumps(constraint)))  # noqa: S301
        assert [(s["x"], s["y"]) for s in clew.solve(again, clew.All()).result] == expected
    assert again.constraints() == model(constraint).constraints()
    assert hash(constraint) == hash(pickle.loads(pickle.dumps(constraint)))  # noqa: S301
    assert repr(constraint)
    assert clew.count(again, jobs=2, cutting=clew.Cutting(subtrees=2, first=1)) == len(expected)
    assert len(clew.violations(again, {"x": 0, "y": 0})) == ((0, 0) not in expected)


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_the_deepest_combination_works(step: Callable[[Any, int], Any]) -> None:
    works_everywhere(deepest(lambda number: nested(step, number)))


@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)
def test_the_deepest_expression_works(term: Callable[[Any], Any]) -> None:
    works_everywhere(deepest(lambda number: reduce(lambda part, _: term(part), range(number), x) == 0))


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_combination_nested_ten_thousand_deep_is_refused(step: Callable[[Any, int], Any]) -> None:
    with pytest.raises(clew.ProblemError, match="declare a variable for an inner part"):
        nested(step, DEEP)


@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)
def test_an_expression_nested_ten_thousand_deep_is_refused(term: Callable[[Any], Any]) -> None:
    part: Any = x
    for _ in range(DEEP):
        part = term(part)
    with pytest.raises(clew.ProblemError, match="declare a variable for an inner part"):
        assert part == 0


def test_chains_of_one_kind_are_not_nested() -> None:
    same = x == y
    chains = {
        And: [
            reduce(lambda part, _: part & same, range(LONG), y != 2),
            reduce(lambda part, _: same & part, range(LONG), y != 2),
        ],
        Or: [
            reduce(lambda part, _: part | same, range(LONG), y == 2),
            reduce(lambda part, _: Implies(x != y, part), range(LONG), y == 2),
            reduce(lambda part, _: Implies(y == 0, part), range(LONG), same),
        ],
    }
    for kind, made in chains.items():
        for chain in made:
            assert type(chain) is kind and chain.depth < 4  # noqa: PT018
    assert clew.count(model(*chains[And])) == 2
    # The work grows with the square of the conditions on one variable that come before a part.
    chains[Or][2] = chains[Or][2] if THOROUGH else reduce(lambda part, _: Implies(y == 0, part), range(300), same)
    assert clew.count(model(*chains[Or])) == 5  # y is 2, or x is y; and y is not 0, or x is y
    assert reduce(lambda part, _: ~part, range(DEEP), same) is same
    assert ~~same.named("a name") == same.named("a name")
    assert isinstance(~(~same).named("a name"), Not)


def test_a_label_stays_with_its_part() -> None:
    inner = ((x == y) & (y != 2)).named("inner")
    (first, second) = clew.violations(model(inner & (x != 1)), {"x": 1, "y": 2})[:2]
    assert {first.rule, second.rule} >= {"inner"}


def test_sums_of_products_are_not_nested() -> None:
    term: Any = x
    for k in range(LONG):
        term = term + x * y - y * y + x % 2
        if k == 2000:
            works_everywhere(term == 0)
    assert clew.count(model(term == LONG * 2 + 2)) == 0


def test_a_difference_of_sums_keeps_its_value() -> None:
    z = Var("z")
    made = model()
    made.variable("z", range(4))
    made.require((x * y + y) - (z * z - x) - (y - x * x) + z * y - 2 == 1)
    expected = [
        (a, b, c)
        for a in range(3)
        for b in range(3)
        for c in range(4)
        if (a * b + b) - (c * c - a) - (b - a * a) + c * b - 2 == 1
    ]
    assert [(s["x"], s["y"], s["z"]) for s in clew.solve(made, clew.All()).result] == expected
    assert expected
