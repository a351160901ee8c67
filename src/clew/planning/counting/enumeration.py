"""Lists of solutions, lazily, without walking to each.

The upper part of the tree is walked as the loop walks it. If the subproblem below a node is small, all its
solutions are listed at once: equal residual states are listed once, and independent components multiplied if the loop
would finish each before the next (see `clew.planning.counting.decomposition`). So the solutions come in the order of
the loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clew.outcome import Clock, LimitReached, Status
from clew.planning.counting.algebra import Batch, Tuples
from clew.planning.counting.decomposition import Branching, Decomposer
from clew.reference.propagation.network import Network
from clew.reference.search.position import left_behind
from clew.reference.search.variable_order import Picks
from clew.state.counters import Counters

SMALL: Final = 4096
"""Combinations of open values up to which the solutions of a subproblem are listed at once."""


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
    algebra = Tuples(network.lanes, last_first)
    decomposer = Decomposer(network, algebra, order, counters, last_first=last_first)
    stack: list[Branching] = []
    counters.position = lambda: (left_behind(stack, Branching.share), 0)
    counters.enter(0, 1)
    node: tuple[int, int] | None = root
    while node is not None:
        domains, done = node
        open_guards = network.lanes.decisions & ~done
        if is_small(network, domains, open_guards):
            rows = decomposer.answer(domains, done, open_guards, len(stack))
            yield algebra.completed(domains, network.lanes.decisions & done, rows)
        else:
            guard = decomposer.pick(domains, open_guards)
            offset, lane = network.lane_at[guard]
            stack.append(Branching(domains, done, guard, offset, domains >> offset & lane))
        node = _next(network, stack, counters, clock, last_first)


def _next(
    network: Network, stack: list[Branching], counters: Counters, clock: Clock | None, last_first: bool
) -> tuple[int, int] | None:
    """The domains and the lanes done of the next node below those on the stack; None if there is none."""
    while stack:
        top = stack[-1]
        if not top.rest:
            stack.pop()
            continue
        if clock is not None and clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)
        bit = 1 << top.rest.bit_length() - 1 if last_first else top.rest & -top.rest
        top.rest ^= bit
        domains, done = network.decided(top.domains, top.done, top.guard, bit.bit_length() - 1 + top.offset)
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
