"""Listing many solutions without walking to each.

The upper part of the tree is walked as the tight kernel walks it. Where what is left is small, all of it is listed at
once, as tuples of values for the open variables: subproblems that share no constraint any more are listed apart and
multiplied, and equal residual states are listed once (see `clew.kernels.counting`). So the solutions come in the
order of a search that finishes one such subproblem before the next.

A search that has turned out to be long moves to the native kernel, which walks to each solution in that order, and is
quicker all the same: unless so many solutions come of each node that to multiply them is quicker still.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import product
from operator import itemgetter
from typing import Any, Final

import attrs

from clew.kernels.choose import Mover
from clew.kernels.counting import connected
from clew.kernels.python import Picks, Start
from clew.observe.position import Share, left_behind, share
from clew.outcome import Clock, LimitReached, Status
from clew.propagation.network import Network
from clew.search import Counters

SMALL: Final = 4096
"""Combinations of open values up to which the rest is listed at once."""

ROOM: Final = 2**18
"""Tuples to remember."""

LOOKS: Final = 8
"""Values to try between two looks at whether to move to the native kernel: what is below one may take a while."""

RICH: Final = 16
"""Solutions for each node entered from which listing is quicker than a native walk."""

Tuple = tuple[Any, ...]

Batch = tuple[dict[Any, int], list[Tuple]]
"""Solutions as tuples of values, with the place of each variable among them."""


def batches(
    network: Network,
    root: tuple[int, int],
    order: Picks | None,
    counters: Counters,
    clock: Clock | None,
    last_first: bool = False,
    mover: Mover | None = None,
) -> Iterator[Batch]:
    """The solutions below a root, some at a time.

    Args:
        network: the constraints, compiled for propagation.
        root: the domains and the lanes done.
        order: the variable ordering; None for the order of declaration.
        counters: counts the nodes that are walked.
        clock: when to stop.
        last_first: whether the values are tried from the last one to the first.
        mover: tells when to move to the native kernel; None for never. It walks to each solution, in the same order.
    """
    rest = _Rest(network, order, counters, last_first)
    lanes, lane_at = network.lanes, network.lane_at
    nodes = counters.nodes_per_level
    nodes[0] += 1
    stack: list[list[int]] = []
    counters.position = lambda: (left_behind(stack, _share), 0)
    domains, done = root
    found = 0
    turns = 1
    while True:
        open_guards = lanes.decisions & ~done
        if is_small(network, domains, open_guards):
            depth = len(stack)
            tails = rest.tuples(domains, done, open_guards, depth)
            found += len(tails)
            fixed = lanes.decisions & ~open_guards
            head = rest.values(domains, fixed)
            yield rest.places(fixed, open_guards), [head + tail for tail in tails] if head else tails
        else:
            guard = rest.pick(domains, open_guards)
            offset, lane = lane_at[guard]
            stack.append([domains, done, guard, offset, domains >> offset & lane])
        while stack:
            frame = stack[-1]
            if not frame[4]:
                stack.pop()
                continue
            if clock is not None and clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            turns -= 1
            if not turns:
                turns = LOOKS
                layout = mover and mover.layout(network, order, last_first=last_first, part_by_part=True)
                if mover is not None and layout is not None and found >= RICH * sum(nodes):
                    mover.reason = "parts that repeat are listed once, many solutions at a time"
                elif mover is not None and layout is not None:
                    frames = [[before, settled, offset, left, g, 0] for before, settled, g, offset, left in stack]
                    start = Start(None, frames, last_first=last_first, part_by_part=True)
                    walk = mover.native.walked(layout, "unit", order, start, counters, clock)  # arc is in the network
                    place = {variable: k for k, variable in enumerate(lanes.variables)}
                    yield from ((place, several.tuples) for several in walk)
                    return
            bit = 1 << frame[4].bit_length() - 1 if last_first else frame[4] & -frame[4]
            frame[4] ^= bit
            domains, done = network.decided(frame[0], frame[1], frame[2], bit.bit_length() - 1 + frame[3])
            if domains:
                counters.enter(len(stack), 1)
                break
            counters.failures += 1
        else:
            return


def _share(frame: list[int]) -> Share:
    domains, _, guard, offset, rest = frame
    return share((domains >> offset & ((1 << guard) - 1) >> offset).bit_count(), rest.bit_count())


def is_small(network: Network, domains: int, open_guards: int) -> bool:
    """Whether all that is left below a node is listed at once."""
    combinations = 1
    for _, size in network.lanes.sizes(domains, open_guards):
        combinations *= size
        if combinations > SMALL:
            return False
    return True


@attrs.define(eq=False)
class _Rest:
    """Lists what is left below a node."""

    network: Network
    order: Picks | None
    counters: Counters
    last_first: bool
    _memory: dict[Hashable, list[Tuple]] = attrs.field(factory=dict)
    _held: int = 0
    _joins: dict[tuple[int, int], Callable[[Tuple], Tuple] | None] = attrs.field(factory=dict)
    _placed: dict[int, dict[Any, int]] = attrs.field(factory=dict)
    _lanes: dict[int, list[tuple[int, int, Tuple]]] = attrs.field(factory=dict)

    def places(self, some: int, others: int) -> dict[Any, int]:
        """The place of each variable in tuples of the values of some variables and then those of the others."""
        if some not in self._placed:
            owner = self.network.lanes.owner
            place = {owner[guard - 1]: k for k, guard in enumerate(_places(some) + _places(others))}
            self._placed[some] = {variable: place[variable] for variable in self.network.lanes.variables}
        return self._placed[some]

    def pick(self, domains: int, open_guards: int) -> int:
        """The place of the guard of the variable to branch on."""
        if self.order is None:
            return (open_guards & -open_guards).bit_length() - 1
        return self.order.pick(self.network.lanes, domains, open_guards)

    def tuples(self, domains: int, done: int, open_guards: int, depth: int) -> list[Tuple]:
        """The values that the open variables take together, in the order of declaration."""
        network = self.network
        if not open_guards & (open_guards - 1):
            if not open_guards:
                return [()]
            lane = network.lanes.lane[network.lanes.owner[open_guards.bit_length() - 1]]
            values = lane.select(domains >> lane.offset & lane.full)
            return [(value,) for value in (reversed(values) if self.last_first else values)]
        parts = self._parts(open_guards)
        if len(parts) > 1:
            guards = 0
            tuples: list[Tuple] = [()]
            for part in parts:
                listed = self.tuples(domains, done, part, depth)
                if not listed:
                    return []
                tuples = self.joined(guards, tuples, part, listed)
                guards |= part
            return tuples
        key = network.residual(domains, open_guards)
        if key not in self._memory:
            listed = self._listed(domains, done, open_guards, depth)
            if self._held > ROOM:
                self._memory.clear()
                self._held = 0
            self._memory[key] = listed
            self._held += len(listed) + 1
        return self._memory[key]

    def _parts(self, open_guards: int) -> list[int]:
        """The subproblems that share no constraint.

        In the order of declaration, only such as do not interleave: else the solutions would come in another order.
        """
        parts = []
        rest = open_guards
        while rest:
            part = connected(self.network.near, rest)
            rest ^= part
            if self.order is None and rest and part > rest & -rest:
                return [open_guards]
            parts.append(part)
        return parts

    def _listed(self, domains: int, done: int, open_guards: int, depth: int) -> list[Tuple]:
        network = self.network
        guard = self.pick(domains, open_guards)
        offset, lane = network.lane_at[guard]
        bits = domains >> offset & lane
        tuples: list[Tuple] = []
        while bits:
            bit = 1 << bits.bit_length() - 1 if self.last_first else bits & -bits
            bits ^= bit
            left, settled = network.decided(domains, done, guard, bit.bit_length() - 1 + offset)
            if not left:
                self.counters.failures += 1
                continue
            self.counters.enter(depth + 1, 1)
            still = open_guards & ~settled
            fixed = open_guards ^ still
            tails = self.tuples(left, settled, still, depth + 1)
            tuples += self.joined(fixed, [self.values(left, fixed)], still, tails)
        return tuples

    def values(self, domains: int, guards: int) -> Tuple:
        """The values of the variables with these guards, each of which has one left."""
        lanes = self._lanes.get(guards)
        if lanes is None:
            every = self.network.lanes.lane.values()
            lanes = [(lane.offset, lane.full, lane.values) for lane in every if guards >> lane.guard & 1]
            self._lanes[guards] = lanes
        return tuple([of[(domains >> offset & full).bit_length() - 1] for offset, full, of in lanes])

    def joined(self, some: int, heads: list[Tuple], others: int, tails: list[Tuple]) -> list[Tuple]:
        """Every head with every tail, as tuples in the order of declaration of their variables."""
        if not some or not others:
            return heads if some else tails
        if (some, others) not in self._joins:
            self._joins[some, others] = _sorter(some, others)
        sort = self._joins[some, others]
        if len(heads) == 1:
            head = heads[0]
            both = [head + tail for tail in tails]
        else:
            both = [head + tail for head, tail in product(heads, tails)]
        return both if sort is None else list(map(sort, both))


def _places(guards: int) -> list[int]:
    places = []
    while guards:
        lowest = guards & -guards
        guards ^= lowest
        places.append(lowest.bit_length())
    return places


def _sorter(some: int, others: int) -> Callable[[Tuple], Tuple] | None:
    """Puts the values of two groups of variables into the order of declaration; None if they are in it."""
    places = _places(some) + _places(others)
    order = sorted(range(len(places)), key=places.__getitem__)
    return None if order == list(range(len(places))) else itemgetter(*order)
