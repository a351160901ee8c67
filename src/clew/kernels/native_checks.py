"""The checks of a network as records: what `clew.kernels.native_checking` reads.

They take the place of the propagators, which a network for forward checking does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

import attrs

from clew.constraints.base import OPEN, Constraint, Stepwise, judged
from clew.constraints.counting import Count
from clew.constraints.table import Table
from clew.kernels import native_checking as checking
from clew.kernels.choose import Unsupported
from clew.kernels.native_propagators import Propagators, moves_of, refuse_wide, table_record, written
from clew.kernels.native_questions import last
from clew.kernels.native_records import Record, Writer, beforehand
from clew.lanes import Lane
from clew.propagation.callback import LastOpenPropagator
from clew.propagation.network import Network
from clew.propagation.propagator import Propagator
from clew.propagation.table import TablePropagator


@attrs.frozen
class Checks:
    """The checks of a network.

    Attributes:
        records: of each its kind and its record, as for propagators.
        about: for each lane those that are looked at when it is decided, in that order.
    """

    records: Propagators
    about: Mapping[int, list[int]]


def flatten_checks(network: Network, lane_of: Mapping[Any, int]) -> Checks:
    """The checks of a network as arrays.

    Args:
        network: the constraints, compiled for forward checking.
        lane_of: for each variable the number of its lane.

    Raises:
        Unsupported: there is one that compiled code cannot run.
    """
    number: dict[int, int] = {}
    checks: list[Propagator] = []
    about: dict[int, list[int]] = {}
    for variable, lane in lane_of.items():
        for check in network.about(network.lanes.lane[variable].guard):
            if id(check) not in number:
                number[id(check)] = len(checks)
                checks.append(check)
            about.setdefault(lane, []).append(number[id(check)])
    writer = Writer(network)
    scopes = [[lane_of[variable] for variable in check.constraint.scope] for check in checks]
    ways = [_way(check) for check in checks]

    def record(k: int) -> Record:
        writer.need(len(scopes[k]))  # whether each is open
        return ways[k](writer, network, checks[k].constraint, checks[k].scope)

    return Checks(written(writer, scopes, record, lambda k: ways[k] in (_alone, _asked)), about)


Scope = Sequence[Lane[Any]]
Way = Callable[[Writer, Network, Any, Scope], Record]


def _way(check: Propagator) -> Way:
    """What writes the record of a check.

    Raises:
        Unsupported: no compiled code does what it does.
    """
    constraint = check.constraint
    refuse_wide(constraint, check.scope)
    consistent = type(constraint).consistent
    if not constraint.partial:
        if consistent is not Constraint.consistent:
            raise Unsupported(f"{constraint.title}: its consistent is code of its own")
        by_tuples = isinstance(constraint, Table) and constraint.allowed and type(constraint).holds is Table.holds
        return _tuples if by_tuples else _alone
    if len(check.scope) > 2:  # of fewer, complete values are judged, by `holds`
        if isinstance(constraint, Count) and consistent is Count.consistent:
            return _counted
        if isinstance(constraint, Stepwise) and consistent is Stepwise.consistent:
            return _prefix
    return _asked


def _alone(writer: Writer, network: Network, constraint: Constraint, scope: Scope) -> Record:
    _, record = last(writer, LastOpenPropagator(constraint, network.lanes))
    return checking.ALONE, record


def _tuples(writer: Writer, network: Network, constraint: Table, scope: Scope) -> Record:
    _, record = table_record(writer, TablePropagator(constraint, network.lanes, constraint.tuples))
    return checking.ALONE_IN_TABLE, record


def _counted(writer: Writer, network: Network, constraint: Count, scope: Scope) -> Record:
    record = [len(constraint.counts)]
    with beforehand(constraint):
        for value, low, high in constraint.counts:
            bits = [sum(1 << k for k, other in enumerate(lane.values) if other == value) for lane in scope]
            record += min(low, len(bits) + 1), min(high, len(bits) + 1), writer.numbers(bits, 1)
    writer.need(len(scope) + len(constraint.counts))
    return checking.COUNTED, record


def _prefix(writer: Writer, network: Network, constraint: Stepwise, scope: Scope) -> Record:
    with beforehand(constraint):
        return checking.PREFIX, [_automaton(writer, constraint, scope)]


def _automaton(writer: Writer, constraint: Stepwise, scope: Scope) -> int:
    """Write an automaton with all that it may remember; its place."""
    moves, ends = moves_of(writer, constraint, scope, [writer.left(lane) for lane in scope])
    record: list[int] = []
    layers = [*([memory for memory, _ in steps] for steps in moves[1:]), ends]
    for steps, lane, after in zip(moves, scope, layers, strict=True):
        number = {memory: k for k, memory in enumerate(after)}
        width = len(lane.values)
        record += width, writer.add([number[ways[k]] if k in ways else -1 for _, ways in steps for k in range(width)])
    return writer.add([*record, writer.add([int(bool(constraint.accepts(memory))) for memory in ends])])


def _asked(writer: Writer, network: Network, constraint: Constraint, scope: Scope) -> Record:
    """Ask a constraint beforehand about every assignment of some of its variables: a bit for each answer."""
    lefts = [lane.select(writer.left(lane)) for lane in scope]
    size = stride = prod(len(left) + 1 for left in lefts)
    if size > writer.questions:
        raise Unsupported(f"{constraint.title}: {size} partial assignments are too many to ask about beforehand")
    writer.questions -= size
    tables = []
    for lane, left in zip(scope, lefts, strict=True):
        stride //= len(left) + 1
        place = {value: (k + 1) * stride for k, value in enumerate(left)}
        tables.append(writer.table([place.get(value, 0) for value in lane.values]))
    with beforehand(constraint):
        every = product(*((OPEN, *left) for left in lefts))
        next(every)  # nothing is assigned: nobody asks
        answers = writer.bits([False, *(judged(constraint, values) for values in every)])
    return checking.ASKED, [answers, *tables]
