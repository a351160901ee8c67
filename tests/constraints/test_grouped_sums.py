"""Sums of which some variables differ: which groups are found, that no solution is lost, and what is pruned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Constraint, Linear, NotEqual, Sum
from clew.constraints import grouped_sums as sums
from clew.constraints.grouped_sums import GroupedSum, SumOfGroups
from clew.constraints.primitives import implied
from clew.reference.propagation.compiler import Compiler
from clew.state.levels import UNIT
from tests.random_models import brute_force, check_nodes

DIGITS = tuple(range(1, 10))


def found_in(values: Sequence[Any], *constraints: Constraint) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """The sums of groups that are found: the variables, how many each group has, and their weights."""
    domains: dict[Any, Sequence[Any]] = dict.fromkeys("abcdef", values)
    primitives = [primitive for constraint in constraints for primitive in constraint.primitives()]
    found = implied(primitives, domains, domains.__getitem__)
    return [("".join(map(str, one.scope)), one.sizes, one.weights) for one in found if isinstance(one, GroupedSum)]


def test_the_variables_that_differ_are_groups() -> None:
    total = Sum("abcdef", "==", 20)
    assert found_in(DIGITS, AllDifferent("ace"), total) == [("acebdf", (3, 1, 1, 1), (1, 1, 1, 1))]
    assert found_in(DIGITS, AllDifferent("abc"), AllDifferent("def"), total) == [("abcdef", (3, 3), (1, 1))]
    by_twos = [NotEqual("a", "b"), NotEqual("b", "d"), NotEqual("a", "d")]
    assert found_in(DIGITS, *by_twos, total) == [("abdcef", (3, 1, 1, 1), (1, 1, 1, 1))]
    assert not found_in(DIGITS, AllDifferent("ab"), total)
    assert not found_in(DIGITS, AllDifferent("abcdef"), total)  # the sets of numbers say more


def test_the_variables_of_a_group_weigh_the_same() -> None:
    differ = AllDifferent("abcdef")
    scope = Linear("abcdef", (1, 1, 1, -2, -2, 0), "==", 1)
    assert found_in(DIGITS, differ, scope) == [("abcde", (3, 2), (1, -2))]
    assert not found_in(DIGITS, differ, Linear("abcdef", (1, 2, 3, 1, 2, 3), "==", 40))


def test_a_sum_may_be_grouped_in_two_ways() -> None:
    rows, columns = [AllDifferent("abc"), AllDifferent("def")], [AllDifferent("ad"), AllDifferent("be")]
    total = Sum("abcdef", "==", 20)
    assert found_in(DIGITS, *rows, *columns, total) == [("abcdef", (3, 3), (1, 1))]
    with mock.patch.object(sums, "LARGE", 2):
        assert found_in(DIGITS, *rows, *columns, total) == [
            ("abcdef", (3, 3), (1, 1)),
            ("adbecf", (2, 2, 1, 1), (1, 1, 1, 1)),
        ]
    with mock.patch.object(sums, "LARGE", 4):
        assert not found_in(DIGITS, *rows, *columns, total)


@pytest.mark.parametrize("values", [(1, 2, 2.5), (True, 2, 3), range(65)])
def test_other_values_than_a_few_whole_numbers_are_left_alone(values: Any) -> None:
    assert not found_in(values, AllDifferent("abc"), Sum("abcd", "==", 6))


def test_inequalities_and_fractions_are_left_alone() -> None:
    assert not found_in(DIGITS, AllDifferent("abc"), Sum("abcd", "<=", 6))
    assert not found_in(DIGITS, AllDifferent("abc"), Linear("abcd", (0.5, 0.5, 0.5, 1), "==", 6))


def test_messages_name_the_sum() -> None:
    domains: dict[Any, Sequence[Any]] = dict.fromkeys("abcd", DIGITS)
    primitives = [*AllDifferent("abc").primitives(), *Sum("abcd", "==", 9).named("the diagonal").primitives()]
    (found,) = implied(primitives, domains, domains.__getitem__)
    assert found.source.label == "the diagonal"


# -- what is pruned ------------------------------------------------------------------------------------


def left_of(constraint: Constraint, domains: dict[Any, Any]) -> list[list[Any]]:
    network = Compiler(domains, [constraint], UNIT).network()
    left, _ = network.root({})
    return [[*lane.select(left >> lane.offset & lane.full)] for lane in network.lanes.lane.values()]


def test_a_group_adds_more_than_its_variables_one_by_one() -> None:
    least = SumOfGroups("abcd", DIGITS, (3, 1), (1, 1), 7)
    assert left_of(least, dict.fromkeys("abcd", DIGITS)) == [[1, 2, 3]] * 3 + [[1]]
    most = SumOfGroups("abcd", DIGITS, (3, 1), (1, -1), 23)
    assert left_of(most, dict.fromkeys("abcd", DIGITS)) == [[7, 8, 9]] * 3 + [[1]]
    none = SumOfGroups("abcd", DIGITS, (3, 1), (1, 1), 6)
    assert left_of(none, dict.fromkeys("abcd", DIGITS)) == [[]] * 4


@settings(deadline=None)
@given(
    domains=st.lists(st.sets(st.integers(0, 5), min_size=1), min_size=4, max_size=4),
    weights=st.tuples(*[st.sampled_from((-2, -1, 1, 3))] * 2),
    total=st.integers(-8, 20),
)
def test_no_solution_is_pruned(domains: list[set[int]], weights: tuple[int, int], total: int) -> None:
    constraint = SumOfGroups("abcd", tuple(range(6)), (3, 1), weights, total)
    rows = [row for row in product(*map(sorted, domains)) if constraint.holds(row)]
    left = left_of(constraint, dict(zip("abcd", map(sorted, domains), strict=True)))
    assert all({*column} <= {*own} for column, own in zip(zip(*rows, strict=True), left, strict=False))
    assert all(len(own) <= 1 for own in left) <= (len(rows) == all(left))  # values that are alone are a solution


# -- searches ------------------------------------------------------------------------------------------


@st.composite
def drawn(draw: st.DrawFn) -> clew.Model:
    """Variables that differ in groups of three or four, and weighted sums of some of them."""
    model = clew.Model("sums")
    names = "abcdef"[: draw(st.integers(4, 6))]
    for name in names:
        model.variable(name, draw(st.lists(st.integers(-1, 6), min_size=1, max_size=5, unique=True)))
    for _ in range(draw(st.integers(1, 2))):
        model.require(AllDifferent(draw(st.lists(st.sampled_from(names), min_size=3, max_size=4, unique=True))))
    for _ in range(draw(st.integers(1, 2))):
        scope = draw(st.lists(st.sampled_from(names), min_size=4, max_size=6, unique=True))
        weights = draw(st.sampled_from([(1,), (1, 1, 1, -1), (2, 2, 2, 3), (-1,)]))
        weights = tuple(weights[k % len(weights)] for k in range(len(scope)))
        model.require(Linear(scope, weights, "==", draw(st.integers(-6, 16))))
    return model


@settings(deadline=None, max_examples=150)
@given(model=drawn(), level=st.sampled_from(["forward", "unit", "arc"]))
def test_both_kernels_find_the_solutions_by_the_same_nodes(model: clew.Model, level: str) -> None:
    check_nodes(model, level)


@settings(deadline=None, max_examples=150)
@given(model=drawn())
def test_a_search_that_learns_agrees(model: clew.Model) -> None:
    expected = [tuple(one.values()) for one in brute_force(model)]
    found = clew.first(model, learning="nogoods")
    assert (found is None) == (not expected)
    assert found is None or tuple(found.values()) in expected
