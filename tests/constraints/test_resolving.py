"""Conditions that count as numbers, and variables that stand twice: both kernels find what Python finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any, Final
from unittest import mock

import pytest

import clew
from clew.constraints import (
    AllDifferent,
    And,
    AtLeast,
    DistinctVectors,
    Element,
    Equal,
    Less,
    Lex,
    Not,
    Or,
    Predicate,
    Product,
    Same,
    Sum,
    Table,
    Var,
)
from clew.state import thresholds

LEVELS: Final = ("check", "forward", "unit", "arc")
SIZE: Final = 4

Making = Callable[[Sequence[Any]], Any]
Holding = Callable[..., Any]

WRITTEN: Final[dict[str, tuple[Making, Holding]]] = {
    "a variable is a condition": (lambda v: v[0] == (v[1] < v[2]), lambda a, b, c, d: a == (b < c)),
    "a condition is a variable": (lambda v: (v[1] < v[2]) == v[0], lambda a, b, c, d: a == (b < c)),
    "half of it": (lambda v: v[0] <= (v[1] + v[2] < v[3]), lambda a, b, c, d: a <= (b + c < d)),
    "so many hold": (lambda v: sum(x == 3 for x in v) >= 2, lambda *r: r.count(3) >= 2),
    "a variable counts": (lambda v: sum(x == 3 for x in v) == v[0], lambda *r: r.count(3) == r[0]),
    "with weights": (
        lambda v: sum(k * (x >= 2) for k, x in enumerate(v, 1)) == 5,
        lambda *r: sum(k * (x >= 2) for k, x in enumerate(r, 1)) == 5,
    ),
    "in products": (
        lambda v: 2 * (v[0] < v[1]) + v[2] * (v[1] != 3) >= v[3],
        lambda a, b, c, d: 2 * (a < b) + c * (b != 3) >= d,
    ),
    "of global constraints": (
        lambda v: (AllDifferent(v[:3]) + AllDifferent(v[1:])) * v[0] >= 2,
        lambda a, b, c, d: ((len({a, b, c}) == 3) + (len({b, c, d}) == 3)) * a >= 2,
    ),
    "three of them": (
        lambda v: AllDifferent(v[:3]) + Table(v[:2], [(1, 2), (3, 0)]) - (v[1] == v[3]) == 1,
        lambda a, b, c, d: (len({a, b, c}) == 3) + ((a, b) in ((1, 2), (3, 0))) - (b == d) == 1,
    ),
    "nested": (lambda v: v[0] - (v[1] - (v[2] > v[3]) == 1) <= 2, lambda a, b, c, d: a - (b - (c > d) == 1) <= 2),
    "in an alternative": (
        lambda v: Or([(v[0] < v[1]) + (v[2] < v[3]) == 1, AllDifferent([v[0] + 1, v[1], v[2]])]),
        lambda a, b, c, d: (a < b) + (c < d) == 1 or len({a + 1, b, c}) == 3,
    ),
    "in place of a variable": (
        lambda v: AllDifferent([v[0] + (v[1] == 2), v[2], v[3]]),
        lambda a, b, c, d: len({a + (b == 2), c, d}) == 3,
    ),
    "as an index": (
        lambda v: Element((v[0] < v[1]) + (v[1] < v[2]), [v[3], 2, v[0]], v[2]),
        lambda a, b, c, d: (d, 2, a)[(a < b) + (b < c)] == c,
    ),
    "a conjunction": (lambda v: And([v[0] < 2, v[1] < v[2]]) == v[3], lambda a, b, c, d: (a < 2 and b < c) == d),
    "an opposite": (lambda v: 1 - Not(v[0] == v[1]) >= v[3], lambda a, b, c, d: 1 - (a != b) >= d),
    "of no variable that matters": (
        lambda v: (v[0] < v[1]) + (v[0] >= v[1]) + v[2] == 3,
        lambda a, b, c, d: 1 + c == 3,
    ),
    "both or neither": (lambda v: +(v[0] < v[1]) == (v[2] < v[3]), lambda a, b, c, d: (a < b) == (c < d)),
    "a condition in order": (lambda v: (v[0] < v[1]) <= (v[2] < v[3]), lambda a, b, c, d: (a < b) <= (c < d)),
    "at least a number": (lambda v: (v[0] < v[1]) >= v[2], lambda a, b, c, d: (a < b) >= c),
    "always": (lambda v: (v[0] < v[1]) + (v[2] < v[3]) <= 2, lambda *r: True),
    "never": (lambda v: (v[0] < v[1]) + (v[2] < v[3]) >= 3, lambda *r: False),
    "Python's": (
        lambda v: Predicate(lambda a, b, c: a * b == c, v[:3]) + (v[1] == 1) + (v[0] == v[3]) == v[3],
        lambda a, b, c, d: (a * b == c) + (b == 1) + (a == d) == d,
    ),
}


TWICE: Final[dict[str, tuple[Making, Holding]]] = {
    "all different": (lambda v: AllDifferent([v[0], v[1], v[0]]), lambda a, b, c, d: False),
    "an expression": (lambda v: AllDifferent([v[0] + 1, v[0] + 1]), lambda a, b, c, d: False),
    "summed": (lambda v: Sum([v[0], v[0], v[1], v[0]], "==", 5), lambda a, b, c, d: 3 * a + b == 5),
    "by name and as a variable": (lambda v: Sum([v[0], "w"], "<=", 3), lambda a, b, c, d: 2 * a <= 3),
    "less than itself": (lambda v: Less(v[0], v[0]), lambda a, b, c, d: False),
    "equal to itself": (lambda v: Equal(v[0], v[0]), lambda a, b, c, d: True),
    "in order": (lambda v: Lex(v[:2], v[1:3]), lambda a, b, c, d: [a, b] <= [b, c]),
    "in a table": (lambda v: Table([v[0], v[1], v[0]], [(1, 2, 1), (0, 3, 2)]), lambda a, b, c, d: (a, b) == (1, 2)),
    "counted": (lambda v: AtLeast(2, 3, [v[0], v[0], v[1]]), lambda a, b, c, d: a == 3),
    "in vectors": (lambda v: DistinctVectors([[v[0], v[0]], v[1:3]]), lambda a, b, c, d: (a, a) != (b, c)),
    "in equal vectors": (lambda v: Same([v[0], v[0]], v[1:3]), lambda a, b, c, d: a == b == c),
    "as an index and as the value": (
        lambda v: Element(v[0], [v[1], 1, v[2], v[0]], v[0]),
        lambda a, b, c, d: (b, 1, c, a)[a] == a,
    ),
    "multiplied": (lambda v: Product([v[0], v[1], v[0]], "==", 4), lambda a, b, c, d: a * a * b == 4),
    "asked": (lambda v: Predicate(lambda a, b, c: a + b == c, [v[0], v[0], v[1]]), lambda a, b, c, d: 2 * a == b),
    "in one of two": (lambda v: Or([Less(v[2], v[2]), v[0] + v[1] == v[3]]), lambda a, b, c, d: a + b == d),
}


@pytest.mark.parametrize("sizes", [{}, {"FEW_TUPLES": 0}, {"FEW_TUPLES": 0, "PREIMAGES": 1}], ids=repr)
@pytest.mark.parametrize("name", [*WRITTEN, *TWICE])
def test_conditions_count_as_numbers_and_variables_may_stand_twice(name: str, sizes: dict[str, int]) -> None:
    make, holds = {**WRITTEN, **TWICE}[name]
    model = clew.Model(name)
    model.require(make(model.variables("w x y z", range(SIZE))))
    expected = [values for values in product(range(SIZE), repeat=4) if holds(*values)]
    with mock.patch.dict(vars(thresholds), sizes):
        for level in LEVELS:
            for kernel in ("python", "auto"):
                options: dict[str, Any] = {"inference": level, "kernel": kernel, "variable_order": "static"}
                found = [tuple(solution.values()) for solution in clew.solutions(model, **options)]
                assert found == expected


def test_the_objective_may_count_conditions() -> None:
    model = clew.Model()
    row = model.variables("a b c d", range(3))
    model.require(AllDifferent(row[:3]))
    best = clew.best(model, sum(x == y for x, y in pairwise(row)), sense="max")
    assert best.objective == 1
    assert best.is_optimal


def test_messages_name_the_condition() -> None:
    x, y = Var("x"), Var("y")
    assert repr((x < y) + 1) == "<(Comparison('x', 'y') + 1)>"
