"""Lists of solutions, lazily, without walking to each.

The upper part of the tree is walked as the loop walks it. Where the subproblem below a node is small, all its
solutions are listed at once: independent components are multiplied, and equal residual states listed once (see
`clew.counting.decomposition`). So the solutions come in the order of a search that finishes one component of such a
subproblem before the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from clew.counting.algebra import Batch, Tuples
from clew.counting.decomposition import Decomposer
from clew.outcome import Clock, LimitReached, Status
from clew.propagation.network import Network
from clew.search.position import Share, left_behind, share
from clew.search.search import Counters
from clew.search.variable_order import Picks

SMALL: Final = 4096
"""Combinations of open values up to which the solutions of a subproblem are listed at once."""


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

    def next(self, last_first: bool) -> int:
        """The place of the bit of the next value to try."""
        bit = 1 << self.rest.bit_length() - 1 if last_first else self.rest & -self.rest
        self.rest ^= bit
        return bit.bit_length() - 1 + self.offset


def batches(
    network: Network,
    root: tuple[int, int],
    order: Picks | None,
    counters: Counters,
    clock: Clock | None,
    last_first: bool = False,
) -> Iterator[Batch]:
    """The solutions below a root, those of a small subproblem at a time.

    Args:
        network: the constraints, compiled for propagation.
        root: the domains and the lanes done.
        order: the variable ordering; None for the order of declaration.
        counters: counts the nodes that are walked.
        clock: when to stop; a batch that has begun is finished.
        last_first: whether the values are tried from the last one to the first.
    """
    lanes = network.lanes
    algebra = Tuples(lanes, last_first)
    decomposer = Decomposer(network, algebra, order, counters, last_first=last_first)
    stack: list[_Open] = []
    counters.position = lambda: (left_behind(stack, _Open.look), 0)
    counters.enter(0, 1)
    node: tuple[int, int] | None = root
    while node is not None:
        domains, done = node
        open_guards = lanes.decisions & ~done
        if is_small(network, domains, open_guards):
            rows = decomposer.answer(domains, done, open_guards, len(stack))
            yield algebra.completed(domains, lanes.decisions & ~open_guards, rows)
        else:
            guard = decomposer.pick(domains, open_guards)
            offset, lane = network.lane_at[guard]
            stack.append(_Open(domains, done, guard, offset, domains >> offset & lane))
        node = _next(network, stack, counters, clock, last_first)


def _next(
    network: Network, stack: list[_Open], counters: Counters, clock: Clock | None, last_first: bool
) -> tuple[int, int] | None:
    """The domains and the lanes done of the next node below those on the stack; None if there is none."""
    while stack:
        top = stack[-1]
        if not top.rest:
            stack.pop()
            continue
        if clock is not None and clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)
        domains, done = network.decided(top.domains, top.done, top.guard, top.next(last_first))
        if domains:
            counters.enter(len(stack), 1)
            return domains, done
        counters.failures += 1
    return None


def is_small(network: Network, domains: int, open_guards: int) -> bool:
    """Whether the solutions of a subproblem are listed at once."""
    combinations = 1
    for _, size in network.lanes.sizes(domains, open_guards):
        combinations *= size
        if combinations > SMALL:
            return False
    return True
