"""Walks of the engine beside a count in Python."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Sum
from clew.planning.beside import MASKS, ROW, _walks
from clew.planning.engine_method import fields_of
from clew.planning.plan import Plan, make_plan
from clew.state.lanes import moved
from tests.examples import THOROUGH
from tests.random_models import brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

EXAMPLES: Final = 1000 if THOROUGH else 60


def counted(plan: Plan, domains: int) -> int | None:
    """The solutions that masks count below a node; None if there is more than masks."""
    begin = _walks(plan)
    assert begin is not None
    walk = begin(MASKS, ([moved(domains >> at & full, first) for _, at, full, first in fields_of(plan)], []))
    if walk is not None:
        walk.run(10**9)
    return None if walk is None else walk.found


@settings(max_examples=EXAMPLES)
@given(st.data())
def test_masks_count_below_what_propagation_leaves(data: st.DataObject) -> None:
    model = clew.Model()
    row = [model.variable(k, range(data.draw(st.integers(1, 5)))) for k in range(data.draw(st.integers(2, 6)))]
    model.require(AllDifferent(row[: data.draw(st.integers(0, len(row)))]))
    for one, other in data.draw(st.lists(st.sampled_from([*combinations(row, 2)]), max_size=6)):
        forms = [one != other + 1, one <= other, one + other >= 3, other == one + 2]
        model.require(data.draw(st.sampled_from(forms)))
    plan = make_plan(model, {}, clew.Count())
    expected = [*brute_force(model)]
    assert counted(plan, plan.start[0]) == len(expected) or not plan.start[0]
    for guard, at, full, _ in fields_of(plan):
        for place in range(full.bit_length() if plan.start[0] else 0):
            if plan.start[0] >> at + place & 1:
                below = plan.compiled.decided(*plan.start, guard, at + place)[0]
                value = plan.compiled.lanes.lane[plan.compiled.lanes.owner[guard]].values[place]
                name = plan.compiled.lanes.owner[guard]
                assert not below or counted(plan, below) == sum(one[name] == value for one in expected)


def test_more_than_masks_is_none() -> None:
    model = clew.Model()
    model.require(Sum(model.variables("a b c", range(3)), "==", 3))
    plan = make_plan(model, {}, clew.Count())
    assert counted(plan, plan.start[0]) is None


@pytest.mark.parametrize(("last", "expected"), [(61, 0), (62, 1), (63, 1 + 16), (64, None)])
def test_masks_count_up_to_their_row(last: int, expected: int | None) -> None:
    """Sixteen words, each of which has a domain of up to 63 values and its guard."""
    model = clew.Model()
    row = [*model.variables(range(ROW // 64 - 1), range(63)), model.variable("last", range(last))]
    model.require(one <= other for one, other in pairwise(row))
    model.require(one >= 61 for one in row[:-1])
    plan = make_plan(model, {}, clew.Count())
    assert counted(plan, plan.start[0]) == expected or not (plan.start[0] or expected)
