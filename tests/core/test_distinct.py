"""Permutations of more values than masks are made for: the same nodes as the reference."""

from __future__ import annotations

import random

import pytest

import clew
from clew.constraints import AllDifferent, Table

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree

SIZE = 22


@pytest.mark.parametrize("seed", range(12))
def test_each_value_is_taken_once(seed: int) -> None:
    draw = random.Random(seed)
    model = clew.Model()
    taken = draw.sample(range(SIZE), SIZE)
    for variable, value in enumerate(taken):
        model.variable(variable, range(SIZE))
        others = draw.sample(range(SIZE), draw.randrange(1, 3))
        model.require(Table([variable], [(one,) for one in {value, *others}]))
    model.require(AllDifferent(range(SIZE)))
    found, _, _ = agree(model)
    assert dict(enumerate(taken)) in found
    assert all(sorted(solution.values()) == list(range(SIZE)) for solution in found)
