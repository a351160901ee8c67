"""The tight kernel: the loop of `clew.search` on bare integers.

It makes no states: a node is two integers, the domains and the lanes that are done. It runs plans of declared
constraints whose orderings need no more than these. Everything else runs in the loop.

It ends at *boxes*: domains of which every combination is a solution. That is so as soon as one variable is open,
for inference leaves of the last open variable only values that satisfy every constraint. So the last level is
counted, or listed, without being walked; its nodes count as if it were.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Protocol

import attrs

from clew.lanes import Lanes
from clew.network import Network
from clew.outcome import Clock, LimitReached, Status
from clew.search import Counters


class Picks(Protocol):
    """An ordering that needs the domains alone."""

    def pick(self, lanes: Lanes[Any, Any], domains: int, open_guards: int) -> int:
        """The place of the guard of the variable to branch on."""


@attrs.frozen
class Box:
    """Domains of which every combination is a solution, at a node of the tree.

    Attributes:
        domains: the domains.
        open_guard: the place of the guard of the one variable that has more than one value, or -1.
        depth: the level of the node.
    """

    domains: int
    open_guard: int
    depth: int


def boxes(
    network: Network,
    root: tuple[int, int],
    level: str,
    order: Picks | None,
    counters: Counters,
    nodes_left: int | None,
    clock: Clock | None,
) -> Iterator[Box]:
    """The solutions below a root, box by box, in search order.

    Args:
        network: the lanes, masks and propagators.
        root: its domains and the lanes done.
        level: `forward`, `unit` or `arc`.
        order: the variable ordering; None for the order of declaration.
        counters: counts as the loop does; the solutions of a box are the business of whoever takes it.
        nodes_left: how many nodes may be entered.
        clock: when to stop.
    """
    lanes, lane_at = network.lanes, network.lane_at
    full, guards, decisions = lanes.full, lanes.guards, lanes.decisions
    masks = network.kept_masks
    forward = level == "forward"
    simple = forward and not network.checks
    nodes, failures = counters.nodes_per_level, counters.failures
    # A level of the stack is an open node: its domains, the lanes done, the lane and its values to try.
    stack: list[list[int]] = []
    domains, done = root
    depth = 0
    nodes[0] += 1
    budget = -1 if nodes_left is None else nodes_left - 1
    try:
        while True:
            # Enter a node: it is a box, or its variable's values go on the stack.
            open_guards = decisions & ~done
            if not open_guards & (open_guards - 1) and budget < 0:
                counters.failures = failures
                yield Box(domains, open_guards.bit_length() - 1, depth)
            elif not open_guards:
                counters.failures = failures
                yield Box(domains, -1, depth)
            else:
                if order is None:
                    guard = (open_guards & -open_guards).bit_length() - 1
                else:
                    guard = order.pick(lanes, domains, open_guards)
                offset, lane = lane_at[guard]
                stack.append([domains, done | 1 << guard if forward else done, offset, domains >> offset & lane, guard])
                if len(stack) == len(nodes):
                    nodes.append(0)
            # Try the next value, until a decision stands.
            while stack:
                frame = stack[-1]
                rest = frame[3]
                if not rest:
                    stack.pop()
                    continue
                if clock is not None and clock.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                lowest = rest & -rest
                frame[3] = rest ^ lowest
                before, done, offset = frame[0], frame[1], frame[2]
                place = lowest.bit_length() - 1 + offset
                domains = before & (masks.get(place) or network.mask(place))
                if (domains + full) & guards != guards:
                    failures += 1
                    continue
                if not simple:
                    if forward:
                        domains = network.filter(domains, done, frame[4])
                    else:
                        domains, done = network.propagate(domains, done | 1 << frame[4], before ^ domains)
                    if not domains:
                        failures += 1
                        continue
                depth = len(stack)
                if not budget:
                    raise LimitReached(Status.NODE_LIMIT)
                budget -= 1
                nodes[depth] += 1
                break
            else:
                return
    finally:
        counters.failures = failures


BATCH: Final = 2**16
"""Solutions to count before they are reported."""


def count_forward(network: Network, root: tuple[int, int], counters: Counters, clock: Clock | None) -> Iterator[int]:
    """Counts below a root, under forward checking by masks alone, in the order of declaration.

    The search order does not show in a count, so a node's children are all tried when it is entered. What was
    counted and not yet given when the search is interrupted is left in `counters.unreported`.
    """
    lanes = network.lanes
    full, guards = lanes.full, lanes.guards
    open_lanes = [network.lane_at[g] for g in lanes.owner if not root[1] >> g & 1]
    last = len(open_lanes) - 1
    nodes = counters.nodes_per_level
    nodes.extend([0] * (last + 2 - len(nodes)))
    if last < 0:
        nodes[0] += 1
        yield 1
        return
    choices = [[network.mask(offset + k) for k in range(lane.bit_length())] for offset, lane in open_lanes]
    final_offset, final_lane = open_lanes[last]
    tries = found = 0
    stack = [(0, root[0])]
    push, pop = stack.append, stack.pop
    try:
        while stack:
            depth, domains = pop()
            nodes[depth] += 1
            if depth == last:
                solutions = (domains >> final_offset & final_lane).bit_count()
                tries += solutions
                nodes[depth + 1] += solutions
                found += solutions
                if found > BATCH:
                    yield found
                    found = 0
                continue
            if clock is not None and clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            offset, lane = open_lanes[depth]
            rest = domains >> offset & lane
            tries += rest.bit_count()
            masks = choices[depth]
            depth += 1
            while rest:
                lowest = rest & -rest
                rest ^= lowest
                child = domains & masks[lowest.bit_length() - 1]
                if (child + full) & guards == guards:
                    push((depth, child))
        yield found
        found = 0
    finally:
        counters.unreported = found
        counters.failures += tries - (sum(nodes) - 1) - len(stack)
