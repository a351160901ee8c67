"""Counts with small subproblems counted by the engine, and with walks of the whole tree beside them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import combinations, pairwise
from typing import Any, Final
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew import Limits
from clew.constraints import AllDifferent, Or, Sum
from tests.answers.test_advising import intervals
from tests.examples import THOROUGH
from tests.random_models import brute_force, models, sparse

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import race, subproblems

EXAMPLES: Final = 1000 if THOROUGH else 60
ORDERS: Final = (None, "static", "mrv", "degree")


@contextmanager
def turned(watched: int, node: int, least: int = 1, **rules: Any) -> Iterator[None]:
    """The engine asked after so many subproblems, with other numbers."""
    with ExitStack() as stack:
        numbers: dict[str, Any] = {"WATCHED": watched * node, "NODE": node, "CONSTRAINT": 0, "LEAST": least}
        stack.enter_context(mock.patch.multiple(subproblems, **numbers))
        if rules:
            stack.enter_context(mock.patch.multiple(race, **rules))
        yield


@settings(max_examples=EXAMPLES)
@given(
    st.one_of(sparse(), models()),
    st.sampled_from(ORDERS),
    st.sampled_from([0, 1, 5]),
    st.sampled_from([1, 100, 1000]),
    st.sampled_from([1, 100, 1000]),
    st.sampled_from(
        [{"SHARE": 64}, {"SHARE": 1}, {"SHARE": 10**9}, {"FASTER": 0}, {"FASTER": 10**9}, {"CHANCE": 10**6}]
    ),
)
def test_the_number_is_that_of_brute_force(
    model: clew.Model, order: str | None, watched: int, node: int, least: int, rules: dict[str, Any]
) -> None:
    with turned(watched, node, least, **rules):
        outcome = clew.solve(model, clew.Count(), variable_order=order)
    assert outcome.result == len(list(brute_force(model)))
    assert order is None or outcome.statistics.variable_order in (order, "static")


def test_a_count_says_that_masks_were_faster() -> None:
    """Langford's problem by the places of both copies: there are 17,792 pairs of arrangements (OEIS A014552)."""
    model = clew.Model()
    places = [model.variables([(k, 1), (k, 2)], range(22)) for k in range(1, 12)]
    model.require(AllDifferent([place for both in places for place in both]))
    model.require(other == one + (k + 1) for k, (one, other) in enumerate(places, 1))
    outcome = clew.solve(model, clew.Count())
    assert outcome.result == 2 * 17792
    assert (outcome.statistics.inference, outcome.statistics.variable_order) == ("forward", "static")


@pytest.mark.parametrize("number", [2, 70, 300])
def test_a_chain_is_counted_by_a_walk_because_each_node_of_it_takes_long_in_python(number: int) -> None:
    model = clew.Model()
    row = model.variables(range(number), range(2))
    model.require(one <= other for one, other in pairwise(row))
    outcome = clew.solve(model, clew.Count())
    assert outcome.result == number + 1
    assert outcome.statistics.kernel == ("compiled, counting" if number > 2 else "counting")


def test_a_count_goes_on_in_the_order_that_is_faster_unless_another_is_named() -> None:
    outcome, named = (clew.solve(intervals(11), clew.Count(), variable_order=order) for order in (None, "mrv"))
    assert (outcome.result, outcome.statistics.variable_order) == (648, "static")
    assert (named.result, named.statistics.variable_order) == (648, "mrv")
    assert outcome.statistics.nodes < named.statistics.nodes / 2


def clauses(ships: int) -> clew.Model:
    """Fleets of two ships of one cell: a model with so many clauses that propagation takes longer than `LEAST`."""
    model = clew.Model()
    cells = model.variables([("cell", k) for k in range(ships)], (0, 1))
    both = [model.variable(pair, (0, 1)) for pair in combinations(range(ships), 2)]
    for (one, other), is_both in zip(combinations(cells, 2), both, strict=True):
        model.require(Or([one == 0, other == 0, is_both == 1]), Or([is_both == 0, one == 1]))
        model.require(Or([is_both == 0, other == 1]))
    model.require(Sum(both, "==", 1))
    return model


def test_propagation_at_the_root_of_a_subproblem_is_no_reason_to_give_it_up() -> None:
    outcome = clew.solve(clauses(24), clew.Count())
    assert (outcome.result, outcome.statistics.kernel) == (24 * 23 // 2, "compiled, counting")


def test_walks_of_the_whole_tree_look_at_the_clock() -> None:
    with turned(0, 10**9, SLICE=1000):
        outcome: Any = clew.solve(intervals(14), clew.Count(), limits=Limits(time=0.3))
    assert outcome.status is clew.Status.TIME_LIMIT


@pytest.mark.parametrize("order", ["static", "mrv", "degree", "random"])
@pytest.mark.parametrize("level", ["unit", "arc"])
def test_every_ordering_counts_them(order: Any, level: Any) -> None:
    model = clew.Model()
    cells = [[model.variable((i, j), range(4)) for j in range(3)] for i in range(3)]
    model.require([Sum(row, "==", 3) for row in cells], [Sum(column, "==", 3) for column in zip(*cells, strict=True)])
    with turned(1, 1, 1000):
        outcome = clew.solve(model, clew.Count(), inference=level, variable_order=order)
    assert outcome.result == 55  # the squares of three by three whole numbers with lines of sum three
    assert outcome.statistics.kernel == ("compiled" if order == "random" else "compiled, counting")
