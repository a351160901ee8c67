"""A network that is observed propagates as it does unobserved, and what it records adds up to what it did."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Constraint
from clew.events import Event, PruneEvent
from clew.planning.reference import compiled
from clew.reference.propagation.network import Network
from clew.reference.propagation.observed import Observed, Record
from clew.state.levels import LEVELS as BY_NAME
from tests.random_models import constraints, covers, models

LEVELS = ("forward", "unit", "arc")


def network_of(model: clew.Model, level: str) -> Network:
    return compiled(model.domains(), tuple(model.constraints()), BY_NAME[level])


@st.composite
def permutations(draw: st.DrawFn) -> clew.Model:
    """As many values as variables, all different, so that there are dual lanes; and some other constraints."""
    names = list("abcd")
    model = clew.Model()
    model.variables(names, range(4))
    model.require(AllDifferent(names))
    for _ in range(draw(st.integers(0, 3))):
        model.require(draw(constraints(names)))
    return model


def check(record: Record, network: Network, before: int, after: tuple[int, int]) -> None:
    """What was recorded leads from the domains before to those after, each value taken once."""
    domains, _ = after
    left = before & network.lanes.declared
    for step in record.pruned:
        assert step.bits
        assert step.before & network.lanes.declared == left
        assert left & step.bits == step.bits
        left ^= step.bits
    assert left == record.domains & network.lanes.declared
    assert (record.failure is not None) == (not domains)
    if domains:
        assert record.domains == domains


def decided(network: Network, level: str, domains: int, done: int, guard: int, value: Any) -> tuple[int, int]:
    """The domains after a decision, as the loop makes it: its lane first, then the look ahead."""
    variable = network.lanes.owner[guard]
    lane = network.lanes.lane[variable]
    if level == "forward":
        return network.forward(domains, done | 1 << guard, variable, value)
    return network.propagate(domains, done, lane.full << lane.offset)


@given(st.one_of(models(), covers(), permutations()), st.sampled_from(LEVELS), st.data())
def test_an_observed_network_propagates_as_ever(model: clew.Model, level: str, data: st.DataObject) -> None:
    network = network_of(model, level)
    lanes, record = network.lanes, Record()
    observed = Observed.of(network, record)
    record.begin(lanes, lanes.start)
    if level == "forward":
        domains, done = network.undecided, 0
        observed.assume({})
        assert observed.undecided == domains
    else:
        given_values = model.given()
        domains, done = network.root(given_values)
        observed.assume(given_values)
        assert observed.root(given_values) == (domains, done)
    check(record, network, lanes.start, (domains, done))
    while domains and (open_guards := lanes.decisions & ~done):
        guard = data.draw(st.sampled_from([g for g in lanes.owner if open_guards >> g & 1]))
        lane = lanes.lane[lanes.owner[guard]]
        value = data.draw(st.sampled_from(lane.select(domains >> lane.offset & lane.full)))
        child = domains & ~(lane.full << lane.offset) | 1 << lane.offset + lane.positions[value]
        record.begin(lanes, child)
        after = decided(network, level, child, done, guard, value)
        assert decided(observed, level, child, done, guard, value) == after
        check(record, network, child, after)
        domains, done = after


class Ordered(clew.Problem[int, int]):
    """All different, declared; and each is larger than the one before by at most two, by a hook."""

    name = "ordered"

    def __init__(self, seen: list[set[tuple[int, int]]]) -> None:
        self.seen = seen

    def domains(self) -> dict[int, range]:
        return dict.fromkeys(range(4), range(6))

    def constraints(self) -> list[Constraint]:
        return [AllDifferent(range(4))]

    def forward_check(self, state: clew.State[int, int], variable: int, value: int) -> Any:
        following = variable + 1
        if following not in state.lanes.variables or following in state:
            return state
        gone = {(following, other) for other in state.domain(following) if not value < other <= value + 2}
        after = state.prune(following, [other for _, other in gone])
        if gone and after is not clew.DEAD_END:  # for a dead end no declared constraint is named
            self.seen.append(gone)
        return after


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_hook_prunes_behind_the_constraints_is_told_as_its_own(level: str) -> None:
    hooked: list[set[tuple[int, int]]] = []
    told: list[Any] = []

    def observer(event: Event) -> None:
        if isinstance(event, PruneEvent):
            if event.constraint is None:
                told.append(set(event.values))
            else:
                assert isinstance(event.constraint, AllDifferent)

    clew.count(Ordered(hooked), inference=level, observers=[observer])
    assert hooked
    assert told == hooked
