"""The frontier of an order of variables: how many different subproblems it leaves.

Counting and listing answer equal subproblems once. The subproblem after the first so many variables of an order depends
on the constraints that are about variables before and after that place, the frontier: on the memory of each of these
of the values taken. If that is little all along the order, there are few subproblems, however many solutions; an
order that jumps about would make a frontier of everything.
"""

from __future__ import annotations

from math import log2

from clew.reference.propagation.network import Network


def subproblems(network: Network, domains: int, most: float) -> float:
    """About how many different subproblems the order of declaration leaves, at most.

    Args:
        network: the constraints, compiled for propagation.
        domains: the domains at the root.
        most: a number from which on the sum is not of interest: counting stops there.
    """
    lanes = network.lanes
    sizes = {lane.guard: log2(max((domains >> lane.offset & lane.full).bit_count(), 1)) for lane in lanes.lane.values()}
    near = _neighbours(network)
    settled = total = 0.0
    before = 0
    for guard in sizes:
        before |= 1 << guard
        settled += sizes[guard]
        after = lanes.decisions & ~before
        bits = sum(size for g, size in sizes.items() if before >> g & 1 and near.get(g, 0) & after)
        for propagator in network.propagators:
            if propagator.guards & before and propagator.guards & after:
                bits += propagator.memories(domains, before)
                if bits > settled:
                    break
        total += 2 ** min(bits, settled, 1000.0)
        if total >= most:
            break
    return total


def _neighbours(network: Network) -> dict[int, int]:
    """For the place of each variable's guard the guards of those that masks take values from."""
    lane = network.lanes.lane
    return {
        lane[variable].guard: sum(1 << lane[v].guard for v in {v for one in sources for v in one.constraint.scope})
        for variable, sources in network.sources.items()
    }
