"""Equations and differences of wide ranges that contradict each other: found at once, and never where they do not."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Linear, Sum
from clew.constraints.primitives import Difference

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import TIGHT, TIGHTENING
from clew.core.lowering.cycles import contradicts

RELATIONS = {
    "==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__,
}  # fmt: skip
Comparison = tuple[int, int, int, str, int]
COMPARISONS = st.tuples(
    st.integers(0, 2), st.integers(0, 2), st.sampled_from([1, -1, 2, 3]), st.sampled_from(sorted(RELATIONS)),
    st.integers(-4, 4),
).filter(lambda one: one[0] != one[1])  # fmt: skip


@given(st.lists(COMPARISONS, min_size=1, max_size=6), st.integers(-3, 3))
def test_differences_hold_for_some_integers_or_for_none(some: list[Comparison], begin: int) -> None:
    """Shifted by a number, a solution is one again, and it needs no more room than all the bounds together."""
    model = clew.Model()
    model.variables(range(3), range(begin, begin + TIGHT + 1))
    model.require(
        Linear((one, other), (factor, -factor), relation, bound) for one, other, factor, relation, bound in some
    )
    values = range(sum(abs(bound) + 1 for *_, bound in some) + 1)
    right = any(
        all(
            RELATIONS[relation](factor * (row[one] - row[other]), bound) for one, other, factor, relation, bound in some
        )
        for row in product(values[:14], repeat=3)
    )
    found = clew.first(model)
    assert (found is not None) == right
    if found is not None:
        assert not clew.violations(model, found)


@pytest.mark.parametrize("number", [10**4, 2**31, 2**61])
def test_cycles_of_any_length_have_no_solution(number: int) -> None:
    model = clew.Model()
    names = model.variables(range(20), range(number))
    model.require(one < other for one, other in zip(names, [*names[1:], names[0]], strict=True))
    assert clew.first(model, limits=clew.Limits(nodes=100)) is None


@pytest.mark.parametrize(("bound", "count"), [(1, 0), (2, 1)])
def test_a_sum_of_multiples_is_a_multiple(bound: int, count: int) -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(10**9))
    model.require(2 * x + 4 * y - 6 * z == bound)
    assert (clew.first(model) is not None) == bool(count)


def test_a_limit_on_work_leaves_it_open() -> None:
    below: Any = Sum([0, 1], "<", 1)
    some = [Difference(below, k, (k + 1) % 5, "<") for k in range(5)]
    domains = dict.fromkeys(range(5), range(9))
    found = [contradicts(some, domains, work) for work in (0, 5 * 5 - 1, 5 * 6 - 1, 5 * 6, TIGHTENING)]
    assert found == [False, False, False, True, True]
