"""Permutations of more values than masks are made for: the same nodes as the reference."""

from __future__ import annotations

import random
from typing import Any

import pytest

import clew
from clew.constraints import AllDifferent, Table

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree

SIZES = (22, 63, 64, 65, 66, 127, 128, 129, 150)

FORMS: dict[str, Any] = {
    "values": lambda n: {},
    "offsets": lambda n: {"offsets": [0] * (n // 2) + [3] * (n - n // 2)},
    "mapping": lambda n: {"mapping": lambda _, value: -value},
}


def permutation(domains: list[list[int]], form: str) -> clew.Model:
    """Variables that take as many targets, each from some."""
    model = clew.Model()
    n = len(domains)
    options = FORMS[form](n)
    moves = options.get("offsets", [0] * n)
    model.variables(range(n), range(-3, n))
    for variable, (values, move) in enumerate(zip(domains, moves, strict=True)):
        model.require(Table([variable], [(value - move,) for value in values]))
    model.require(AllDifferent(range(n), **options))
    return model


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("form", FORMS)
def test_each_value_is_taken_once(size: int, form: str) -> None:
    for seed in range(12 if size == 22 else 1):
        draw = random.Random(seed)
        taken = draw.sample(range(size), size)
        domains = []
        for k in range(size):  # most have their value and later ones, so that there are few solutions
            others = draw.sample(taken if draw.random() < 9 / size else taken[k:], min(size - k, draw.randrange(3)))
            domains.append(sorted({taken[k], *others}))
        model = permutation(domains, form)
        found, _, _ = agree(model)
        move = FORMS[form](size).get("offsets", [0] * size)
        targets = [[solution[k] + move[k] for k in range(size)] for solution in found]
        assert taken in targets
        assert all(sorted(some) == list(range(size)) for some in targets)


@pytest.mark.parametrize("size", [*SIZES, 200])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kernel", ["compiled", "python"])
def test_a_value_with_one_place_left_takes_it_at_any_size(size: int, form: str, kernel: Any) -> None:
    # Variable k takes k or more, so that 0 has one place, then 1, and so on; but the last two share two values.
    domains = [list(range(k, size)) for k in range(size)]
    domains[-1] = [size - 2, size - 1]
    outcome = clew.solve(permutation(domains, form), clew.Count(), kernel=kernel, inference="unit")
    assert (outcome.result, outcome.statistics.nodes, outcome.statistics.failures) == (2, 3, 0)
