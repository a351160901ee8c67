"""All different: the places that a value may go to, and the bits of the dual lanes that say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent
from clew.constraints.primitives import Distinct
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.distinct import DistinctTargets
from clew.state.lanes import Lanes
from clew.state.levels import UNIT


def places_by_hand(constraint: AllDifferent, lanes: Lanes[Any, Any]) -> dict[Any, list[int]]:
    """For each target the places of the values that map to it, value by value."""
    places: dict[Any, list[int]] = {}
    for position, variable in enumerate(constraint.scope):
        lane = lanes.lane[variable]
        for k, value in enumerate(lane.values):
            places.setdefault(constraint.mapped(position, value), []).append(lane.offset + k)
    return places


domains = st.one_of(
    st.integers(1, 5).map(lambda size: lambda n: [range(size)] * n),
    st.integers(1, 5).map(lambda size: lambda n: [range(k, k + size) for k in range(n)]),
    st.integers(1, 5).map(lambda size: lambda n: [tuple("abcdef"[:size])] * n),
)


@given(st.integers(2, 5), domains, st.sampled_from([None, 0, 1, -1, 2]))
def test_as_many_targets_as_variables_have_their_places(
    number: int, domains_of: Callable[[int], list[Any]], step: int | None
) -> None:
    variables = range(number)
    values = domains_of(number)
    if isinstance(values[0], tuple):
        step = None
    constraint = AllDifferent(variables, offsets=None if step is None else [step * k for k in variables])
    lanes: Lanes[Any, Any] = Lanes(dict(zip(variables, values, strict=True)))
    (primitive,) = constraint.primitives()
    assert isinstance(primitive, Distinct)
    found = DistinctTargets(primitive, list(lanes.lane.values())).places(0)
    expected = places_by_hand(constraint, lanes)
    assert found == expected or (not found and len(expected) != number)


@given(st.integers(1, 6), st.data())
def test_linked_bits_stand_for_the_same_in_dual_lanes(number: int, data: st.DataObject) -> None:
    variables = range(number)
    network = Compiler(dict.fromkeys(variables, variables), (AllDifferent(variables),), UNIT).network()
    bits = data.draw(st.integers(0, network.lanes.declared)) & network.lanes.declared
    squares = {(row, column) for row, column in network.lanes.pairs(bits)}
    expected = bits
    for row, column in squares:  # of column c, the dual lane has bit r for row r
        expected |= 1 << (number + 1) * (number + column) + row
    assert network.with_links(bits) == expected


def test_a_square_of_dual_lanes_still_counts_permutations() -> None:
    model = clew.Model()
    model.require(AllDifferent(model.variables(range(5), range(5))))
    assert clew.count(model, inference="unit") == 120
