"""Counts of many values: counters instead of an automaton."""

from __future__ import annotations

import random
from itertools import product
from math import factorial
from unittest import mock

import pytest

import clew
from clew.constraints import Count
from clew.constraints import counting as counting_module
from clew.constraints.primitives import Cardinality, Reading


@pytest.mark.parametrize(("variables", "values"), [(12, 4), (15, 5), (18, 6), (16, 8)])
def test_so_many_of_each_value_are_a_multinomial(variables: int, values: int) -> None:
    model = clew.Model()
    row = model.variables([f"x{k}" for k in range(variables)], range(values))
    each = variables // values
    model.require(Count(row, dict.fromkeys(range(values), each)))
    assert clew.count(model) == factorial(variables) // factorial(each) ** values


def test_an_automaton_would_not_fit_into_memory() -> None:
    model = clew.Model()
    row = model.variables([f"x{k}" for k in range(48)], range(12))
    counts = Count(row, dict.fromkeys(range(12), 4))
    assert [type(primitive) for primitive in counts.primitives()] == [Cardinality]
    model.require(counts)
    solution = clew.first(model)
    assert solution is not None
    assert sorted(solution.values()) == sorted([*range(12)] * 4)


def test_small_counts_are_automata() -> None:
    assert [type(primitive) for primitive in Count("abc", {0: 1, 1: (1, 2)}).primitives()] == [Reading]


@pytest.mark.parametrize("seed", range(40))
def test_counters_and_automaton_find_the_same(seed: int) -> None:
    chance = random.Random(seed)
    names = "vwxyz"[: chance.randint(3, 5)]
    domains = {name: tuple(chance.sample("abcd", chance.randint(1, 4))) for name in names}
    bounds = {
        value: (low := chance.randint(0, 2), low + chance.randint(0, 2)) for value in "abc"[: chance.randint(1, 3)]
    }
    expected = sum(
        all(low <= row.count(value) <= high for value, (low, high) in bounds.items())
        for row in product(*domains.values())
    )
    for most in (0, 10**6):
        with mock.patch.object(counting_module, "AUTOMATON", most):
            model = clew.Model()
            for name, values in domains.items():
                model.variable(name, values)
            model.require(Count(names, bounds))
            for level in ("check", "forward", "unit", "arc"):
                assert clew.count(model, inference=level) == expected
            assert len(list(clew.solutions(model))) == expected
