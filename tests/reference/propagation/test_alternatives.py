from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import clew
from clew.constraints import And, Linear, Or

SIZE = 16
"""Values of each of four variables: too many combinations for a table."""


@pytest.mark.parametrize("kernel", ["python", "auto"])
@pytest.mark.parametrize("number", [0, 1])
def test_an_alternative_may_have_a_sum_of_no_variables(kernel: Any, number: int) -> None:
    model = clew.Model()
    a, b, c, d = model.variables("a b c d", range(SIZE))
    empty = Linear((), (), "==", number)
    model.require(Or([And([empty, a + b + c == 2, d == 0]), And([a < b, b + c == 1, c + d == 0])]), a + b + c + d <= 2)
    first = [(w, x, y, z) for w, x, y, z in product(range(3), repeat=4) if not number and w + x + y == 2 and z == 0]
    second = [(w, x, y, z) for w, x, y, z in product(range(3), repeat=4) if w < x and x + y == 1 and y + z == 0]
    wanted = {one for one in (*first, *second) if sum(one) <= 2}
    found = {tuple(one[name] for name in "abcd") for one in clew.solutions(model, kernel=kernel)}
    assert found == wanted


@pytest.mark.parametrize("kernel", ["python", "auto"])
def test_an_alternative_of_a_sum_of_no_variables_alone(kernel: Any) -> None:
    for number in (0, 1):
        model = clew.Model()
        a, b, c, d = model.variables("a b c d", range(SIZE))
        others = And([a < b, b + c == 1, c + d == 0])
        model.require(Or([Linear((), (), "==", number), others]), a + b + c + d <= 1)
        assert clew.count(model, kernel=kernel) == (1 if number else 5)
