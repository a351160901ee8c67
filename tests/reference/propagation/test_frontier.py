"""Counting and listing keep the order of declaration if it leaves few different subproblems."""

from __future__ import annotations

import random
from typing import Any

import pytest

import clew
from clew.constraints import Count, Or, Regular, Sum


def automaton(seed: int, letters: str = "abc", states: int = 4) -> tuple[dict[Any, int], set[int]]:
    chance = random.Random(seed)
    steps = {(s, a): chance.randrange(states) for s in range(states) for a in letters if chance.random() < 0.9}
    return steps, {chance.randrange(states)}


def words(steps: dict[Any, int], accepting: set[int], length: int) -> int:
    """The number of words of a length that an automaton accepts, letter by letter."""
    reached = {0: 1}
    for _ in range(length):
        after: dict[int, int] = {}
        for (state, _), then in steps.items():
            after[then] = after.get(then, 0) + reached.get(state, 0)
        reached = after
    return sum(reached.get(state, 0) for state in accepting)


@pytest.mark.parametrize("seed", range(25))
def test_words_of_an_automaton_are_counted_in_a_few_nodes(seed: int) -> None:
    steps, accepting = automaton(seed)
    model = clew.Model()
    model.require(Regular(model.variables([f"x{k}" for k in range(30)], "abc"), steps, 0, accepting))
    outcome = clew.solve(model, clew.Count(), limits=clew.Limits(time=60))
    assert outcome.result == words(steps, accepting, 30)
    assert outcome.statistics.nodes <= 30 * 4 * 3 + 1  # a try for each place, state and letter


def test_a_sum_and_a_count_along_one_row() -> None:
    model = clew.Model()
    row = model.variables([f"x{k}" for k in range(14)], range(3))
    model.require(Sum(row, "==", 14), Count(row, {0: 4}))
    # Four zeros; of ten ones and twos, all must add up to 14: six ones and four twos.
    assert clew.count(model) == 1001 * 210
    statistics = clew.solve(model, clew.Count()).statistics
    assert statistics.variable_order == "static"
    assert statistics.nodes < 2000


@pytest.mark.parametrize("seed", range(8))
def test_listing_in_either_order_gives_the_same(seed: int) -> None:
    steps, accepting = automaton(seed)
    model = clew.Model()
    model.require(Regular(model.variables([f"x{k}" for k in range(6)], "abc"), steps, 0, accepting))
    listed = [tuple(solution.values()) for solution in clew.solutions(model)]
    other = [tuple(solution.values()) for solution in clew.solutions(model, variable_order="mrv")]
    assert sorted(listed) == sorted(other)
    assert len(listed) == words(steps, accepting, 6)


@pytest.mark.parametrize("number", [3, 20])
def test_constraints_about_few_variables_remember_no_more_than_their_values(number: int) -> None:
    """Of as many clauses as a variable has values, each remembers whether it is that one, and all are about it."""
    model = clew.Model()
    p = model.variable("p", range(number))
    pairs = [model.variables([("l", v), ("r", v)], range(3)) for v in range(number)]
    model.require(Or([p != v, left == right]) for v, (left, right) in enumerate(pairs))
    outcome = clew.solve(model, clew.Count())
    assert outcome.result == number * 3 * 9 ** (number - 1)
    assert outcome.statistics.variable_order == "static"
    assert outcome.statistics.nodes < 4 * number * (3 * number + 1)  # for each value of p all others follow


def test_an_order_that_is_named_is_kept() -> None:
    steps, accepting = automaton(0)
    model = clew.Model()
    model.require(Regular(model.variables([f"x{k}" for k in range(8)], "abc"), steps, 0, accepting))
    assert clew.solve(model, clew.Count(), variable_order="mrv").statistics.variable_order == "mrv"
