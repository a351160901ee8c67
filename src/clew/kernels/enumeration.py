"""Lists of solutions, lazily, without walking to each.

The upper part of the tree is walked as the tight kernel walks it. Where the subproblem below a node is small, all its
solutions are listed at once: independent components are multiplied, and equal residual states listed once (see
`clew.kernels.decomposition`). So the solutions come in the order of a search that finishes one component of such a
subproblem before the next.

A search that has turned out to be long moves to the native kernel, which walks to each solution in that order, and is
quicker all the same: unless so many solutions come of each node that to multiply them is quicker still.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import attrs

from clew.kernels.algebra import Batch, Tuples
from clew.kernels.decomposition import Decomposition
from clew.kernels.python import Picks, Start
from clew.levels import UNIT
from clew.observe.position import Share, left_behind, share
from clew.outcome import Clock, LimitReached, Status
from clew.propagation.network import Network
from clew.search import Counters

if TYPE_CHECKING:
    from clew.kernels.choose import Mover

SMALL: Final = 4096
"""Combinations of open values up to which the solutions of a subproblem are listed at once."""

LOOKS: Final = 8
"""Values to try between two looks at whether to move to the native kernel: what is below one may take a while."""

RICH: Final = 16
"""Solutions for each node entered from which listing is quicker than a native walk."""


@attrs.define(eq=False)
class _Open:
    """A node above the small subproblems of a list, whose variable's values are tried one by one."""

    domains: int
    done: int
    guard: int
    offset: int
    rest: int

    def look(self) -> Share:
        """How far it is."""
        size = (self.domains >> self.offset & ((1 << self.guard) - 1) >> self.offset).bit_count()
        return share(size, self.rest.bit_count())


def batches(
    network: Network,
    root: tuple[int, int],
    order: Picks | None,
    counters: Counters,
    clock: Clock | None,
    last_first: bool = False,
    mover: Mover | None = None,
) -> Iterator[Batch]:
    """The solutions below a root, those of a small subproblem at a time.

    Args:
        network: the constraints, compiled for propagation.
        root: the domains and the lanes done.
        order: the variable ordering; None for the order of declaration.
        counters: counts the nodes that are walked.
        clock: when to stop; a batch that has begun is finished.
        last_first: whether the values are tried from the last one to the first.
        mover: tells when to move to the native kernel; None for never.
    """
    lanes, lane_at, nodes = network.lanes, network.lane_at, counters.nodes_per_level
    algebra = Tuples(lanes, last_first)
    decomposition = Decomposition(network, algebra, order, counters, last_first=last_first)
    stack: list[_Open] = []
    counters.position = lambda: (left_behind(stack, _Open.look), 0)
    nodes[0] += 1
    domains, done = root
    found, turns = 0, 1
    while True:
        open_guards = lanes.decisions & ~done
        if is_small(network, domains, open_guards):
            rows = decomposition.answer(domains, done, open_guards, len(stack))
            place, tuples = algebra.completed(domains, lanes.decisions & ~open_guards, rows)
            found += len(tuples)
            yield place, tuples
        else:
            guard = decomposition.pick(domains, open_guards)
            offset, lane = lane_at[guard]
            stack.append(_Open(domains, done, guard, offset, domains >> offset & lane))
        while stack:
            top = stack[-1]
            if not top.rest:
                stack.pop()
                continue
            if clock is not None and clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            turns -= 1
            if not turns and mover is not None:
                turns = LOOKS
                layout = mover.layout(network, order, last_first=last_first, part_by_part=True)
                if layout is not None and found >= RICH * sum(nodes):
                    mover.reason = "parts that repeat are listed once, many solutions at a time"
                elif layout is not None:
                    frames = [[node.domains, node.done, node.offset, node.rest, node.guard, 0] for node in stack]
                    start = Start(None, frames, last_first=last_first, part_by_part=True)
                    walk = mover.native.walked(layout, UNIT, order, start, counters, clock)  # arc is in the network
                    place = {variable: k for k, variable in enumerate(lanes.variables)}
                    yield from ((place, several.tuples) for several in walk)
                    return
            bit = 1 << top.rest.bit_length() - 1 if last_first else top.rest & -top.rest
            top.rest ^= bit
            domains, done = network.decided(top.domains, top.done, top.guard, bit.bit_length() - 1 + top.offset)
            if domains:
                counters.enter(len(stack), 1)
                break
            counters.failures += 1
        else:
            return


def is_small(network: Network, domains: int, open_guards: int) -> bool:
    """Whether the solutions of a subproblem are listed at once."""
    combinations = 1
    for _, size in network.lanes.sizes(domains, open_guards):
        combinations *= size
        if combinations > SMALL:
            return False
    return True
