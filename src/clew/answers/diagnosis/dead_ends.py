"""The causes of a dead end of propagation: the constraints and the given values behind it.

Propagation is recorded, and walked back from the dead end: the values whose absence caused it were pruned by
constraints, whose explanations name other values, or were taken by given values.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from clew.constraints.base import Constraint
from clew.planning.request import cached
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.explanations import Explanation
from clew.reference.propagation.network import Network
from clew.reference.propagation.observed import Observed, Record
from clew.state.lanes import places_of
from clew.state.levels import UNIT

Behind = tuple[set[Hashable], set[int]]
"""The causes of a dead end: the variables whose given values caused it, and the identities of the constraints that
pruned a value whose absence caused it."""


def behind(domains: Mapping[Any, Any], constraints: tuple[Constraint, ...], given: Mapping[Any, Any]) -> Behind | None:
    """The causes of the dead end to which propagation comes from some given values; None if it comes to none.

    Args:
        domains: the variables with their values.
        constraints: those that must hold.
        given: the values that are assumed, each from its domain.
    """
    make = lambda: Compiler(domains, constraints, UNIT, implies=False).network()  # noqa: E731
    network = cached("dead ends", domains, constraints, make)
    record = Record()
    observed = Observed.of(network, record)
    record.begin(network.lanes, network.lanes.start)
    observed.assume(given)
    if record.failure is None:
        observed.propagate(record.domains, 0, network.lanes.declared)
    if record.failure is None:
        return None
    variables, used = _walked_back(network, record, given)
    names = set(map(id, used))
    # The network may be one that was made of equal constraints.
    pairs = zip(constraints, network.constraints, strict=True)
    return variables, {id(constraint) for constraint, own in pairs if id(own) in names}


def _walked_back(network: Network, record: Record, given: Mapping[Any, Any]) -> tuple[set[Hashable], list[Constraint]]:
    """The variables and the constraints that caused a recorded dead end."""
    lanes = network.lanes
    left = record.domains & lanes.declared
    refused = [clue for clue in given.items() if not left & lanes.bits([clue])]
    cause = Explanation(lanes.bits(refused[:1])) if refused else network.explain(left, 0)
    used, needed = [*cause.constraints], cause.missing
    variables = {variable for variable, _ in refused[:1]}
    for step in reversed(record.pruned):
        places = step.bits & needed
        needed ^= places
        if step.constraint is None and places:
            variables.add(lanes.at(places.bit_length() - 1))
        elif step.constraint is not None and places:
            used.append(step.constraint)
            for place in places_of(places):
                needed |= network.explain(step.before, 1 << place, (step.constraint,)).missing
    return variables, used
