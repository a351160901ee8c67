"""The frontier of an order of variables: how many different subproblems it leaves.

Counting and listing answer equal subproblems once. The subproblem after the first so many variables of an order depends
on the constraints that are about variables before and after that place, the frontier: on the memory of each of these
of the values taken. If that is little all along the order, there are few subproblems, however many solutions; an
order that jumps about would make a frontier of everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, log2

from clew.reference.propagation.network import Network
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import places_of


def subproblems(network: Network, domains: int, most: float) -> float:
    """About how many different subproblems the order of declaration leaves, at most.

    Args:
        network: the constraints, compiled for propagation.
        domains: the domains at the root.
        most: a number from which on the sum is not of interest: counting stops there.
    """
    lanes = network.lanes
    sizes = {lane.guard: log2(max((domains >> lane.offset & lane.full).bit_count(), 1)) for lane in lanes.lane.values()}
    near, begins = _neighbours(network), _begins(network)
    frontier: list[int] = []  # the variables that masks take values from later ones for, and the constraints begun
    begun: list[Propagator] = []
    settled = total = 0.0
    before = 0
    for guard in sizes:
        before |= 1 << guard
        settled += sizes[guard]
        after = lanes.decisions & ~before
        frontier = [g for g in (*frontier, guard) if near.get(g, 0) & after]
        begun = [one for one in (*begun, *begins.get(guard, ())) if one.guards & after]
        known = [(one.guards & before, one.memories(domains, before)) for one in begun]
        bits = _memories(known, sum(1 << g for g in frontier), sizes)
        total += 2 ** min(bits, settled, 1000.0)
        if total >= most:
            break
    return total


def _memories(known: Sequence[tuple[int, float]], values: int, sizes: Mapping[int, float]) -> float:
    """How many memories some constraints have together, as a power of two, at most.

    No more than there are values of the variables that they are about. So those about a few variables count by their
    values, and the others by the memories of each: how few these are is tried out.

    Args:
        known: for each constraint the guards of its variables that are settled, and how many memories it has.
        values: the guards of the variables that count by their values in any case.
        sizes: how many values each variable has, as a power of two.
    """
    least = inf
    for few in sorted({0, *(own.bit_count() for own, _ in known)}):
        for own, _ in known:
            values |= own if own.bit_count() <= few else 0
        others = sum(memories for own, memories in known if own & ~values)
        least = min(least, others + sum(sizes[guard] for guard in places_of(values)))
    return least


def _begins(network: Network) -> dict[int, list[Propagator]]:
    """For the place of each variable's guard the propagators of which it is the first variable."""
    begins: dict[int, list[Propagator]] = {}
    for propagator in network.propagators:
        begins.setdefault((propagator.guards & -propagator.guards).bit_length() - 1, []).append(propagator)
    return begins


def _neighbours(network: Network) -> dict[int, int]:
    """For the place of each variable's guard the guards of those that masks take values from."""
    lane = network.lanes.lane
    return {
        lane[variable].guard: sum(1 << lane[v].guard for v in {v for one in sources for v in one.constraint.scope})
        for variable, sources in network.sources.items()
    }
