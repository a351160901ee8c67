"""Counting without visiting every solution.

The same tree as that of the tight kernel, with three shortcuts, each of which leaves the number as it is:

- subproblems that share no constraint any more are counted apart, and their numbers multiplied; a variable that
  nothing touches is one of them, and counts for its values;
- the last open variable is counted, not walked;
- equal residual states are counted once: the open domains, and what each unfinished constraint remembers of the
  values already taken, are all that the rest depends on. Numbers are kept while there is room, and no longer
  looked for when they are hardly ever found.

A search that has turned out to be long has its small subproblems counted in the native kernel.

Bayardo and Pehoushek, Counting models using connected components, 2000.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Final

import attrs

from clew.kernels.choose import Mover
from clew.kernels.python import LOOKS, Picks
from clew.observe.position import Share, share, steady
from clew.outcome import Clock, LimitReached, Status
from clew.propagation.network import Network
from clew.search import Counters

if TYPE_CHECKING:
    from clew.kernels.native_answers import Below

ROOM: Final = 2**20
"""Numbers to remember."""

PATIENCE: Final = 100
"""Questions to the memory, where a variable is branched on, before it is judged whether asking pays there."""

WORTH: Final = 4
"""Asking pays if at least one question in so many is answered."""

TRIES: Final = 5000
"""Values that the native kernel may try for a subproblem: a millisecond."""

HOPE: Final = 16
"""Subproblems tried natively, where a variable is branched on, before it is judged whether that pays there."""


@attrs.define(eq=False)
class _Node:
    """A variable whose values are tried one by one; their numbers add up."""

    domains: int
    done: int
    focus: int
    offset: int
    guard: int
    rest: int
    key: Hashable
    total: int = 0

    def look(self) -> tuple[Share, int]:
        """How far it is, and the solutions below it until now."""
        size = (self.domains >> self.offset & ((1 << self.guard) - 1) >> self.offset).bit_count()
        return share(size, self.rest.bit_count()), self.total


@attrs.define(eq=False)
class _Parts:
    """Subproblems that fall apart; their numbers multiply. Each has the same share of the node."""

    domains: int
    done: int
    parts: list[int]
    size: int
    product: int = 1

    def look(self) -> tuple[Share, int]:
        """How far it is, and by how much the solutions of the part being counted are to be multiplied."""
        left = len(self.parts)
        return share(self.size, left), 0 if left else self.product


class Help:
    """Counts small subproblems in the native kernel, once that is ready, by a plain walk.

    Which are small is found out by trying: a walk that takes too long is given up, and the subproblem is counted as
    any other. For the variables that are branched on where that happens too often, it is not tried any more.

    Args:
        network: the constraints, compiled for propagation.
        order: the variable ordering; None for the order of declaration.
        counters: counts the nodes.
        mover: tells when the native kernel is ready.
    """

    def __init__(self, network: Network, order: Picks | None, counters: Counters, mover: Mover) -> None:
        self._network = network
        self._order = order
        self._counters = counters
        self._mover = mover
        self._below: Below | None = None
        self._turns = 1
        self._tried: dict[int, list[int]] = {}

    def count(self, domains: int, done: int, focus: int, guard: int, depth: int) -> int:
        """The solutions of a subproblem; -1 if that is not known soon.

        Args:
            domains: those of the node.
            done: its lanes done.
            focus: the guards of the variables of the subproblem.
            guard: the place of the guard of the variable to branch on.
            depth: the level of the node.
        """
        if self._below is None and not self._is_ready():
            return -1
        tried, counted = record = self._tried.setdefault(guard, [0, 0])
        if self._below is None or (tried >= HOPE and counted * WORTH < tried):
            return -1
        others = self._network.lanes.decisions & ~focus
        number = self._below.count(domains, done | others, depth, TRIES)
        record[0] += 1
        record[1] += number >= 0
        return number

    def _is_ready(self) -> bool:
        self._turns -= 1
        if self._turns:
            return False
        self._turns = LOOKS
        layout = self._mover.layout(self._network, self._order)
        if layout is not None:
            self._below = self._mover.native.below(layout, self._order, self._counters)
            self._counters.kernel = "native"
        return layout is not None


def count(  # noqa: C901  (a loop with two kinds of frames, in one piece)
    network: Network,
    root: tuple[int, int],
    order: Picks | None,
    counters: Counters,
    clock: Clock | None,
    mover: Mover | None = None,
) -> Iterator[int]:
    """The number of solutions below a root.

    What was counted when it is interrupted is left in `counters.unreported`.

    Args:
        network: the constraints, compiled for propagation.
        root: the domains and the lanes done.
        order: the variable ordering; None for the order of declaration.
        counters: counts the nodes that are walked.
        clock: when to stop.
        mover: tells when the native kernel is ready to help; None for never.
    """
    lanes, lane_at = network.lanes, network.lane_at
    help_ = None if mover is None else Help(network, order, counters, mover)
    masks, together = network.kept_masks, network.together
    near = network.near
    memory: dict[Hashable, int] = {}
    asking: dict[int, list[int]] = {}
    nodes = counters.nodes_per_level
    stack: list[_Node | _Parts] = []
    counters.position = lambda: _position(stack)
    depth = failures = 0
    domains, done = root
    focus = lanes.decisions
    nodes[0] += 1
    try:
        while True:
            # Enter a node: `number` is how many solutions it has, as soon as that is known.
            number = -1
            key: Hashable = None
            open_guards = focus & ~done
            if not open_guards:
                number = 1
            elif not open_guards & (open_guards - 1):
                offset, lane = lane_at[open_guards.bit_length() - 1]
                number = (domains >> offset & lane).bit_count()
                counters.enter(depth + 1, number)
            else:
                part = connected(near, open_guards)
                if part == open_guards:
                    if order is None:
                        guard = (open_guards & -open_guards).bit_length() - 1
                    else:
                        guard = order.pick(lanes, domains, open_guards)
                    asked, answered = record = asking.setdefault(guard, [0, 0])
                    if asked < PATIENCE or answered * WORTH >= asked:
                        key = network.residual(domains, open_guards)
                        number = memory.get(key, -1)
                        record[0] += 1
                        record[1] += number >= 0
                        counters.repeated += number >= 0
                else:
                    parts = []
                    while open_guards:
                        parts.append(part)
                        open_guards ^= part
                        part = connected(near, open_guards)
                    size = len(parts)
                    focus = parts.pop()
                    stack.append(_Parts(domains, done, parts, size))
                    continue
                if number < 0 and help_ is not None:
                    number = help_.count(domains, done, open_guards, guard, depth)
                    if number >= 0 and key is not None:
                        memory[key] = number
                if number < 0:
                    offset, lane = lane_at[guard]
                    depth += 1
                    if depth == len(nodes):
                        nodes.append(0)
                    stack.append(_Node(domains, done, focus, offset, guard, domains >> offset & lane, key))
            # Give the number to whoever asked for it, and try the next value, until a decision stands.
            while stack:
                top = stack[-1]
                if isinstance(top, _Parts):
                    top.product *= number
                    if top.product and top.parts:
                        domains, done, focus = top.domains, top.done, top.parts.pop()
                        break
                    number = top.product
                    stack.pop()
                    continue
                if number > 0:
                    top.total += number
                number = -1
                if not top.rest:
                    number = top.total
                    if top.key is not None:
                        if len(memory) >= ROOM:
                            memory.clear()
                        memory[top.key] = number
                    stack.pop()
                    depth -= 1
                    continue
                if clock is not None and clock.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                lowest = top.rest & -top.rest
                top.rest ^= lowest
                place = lowest.bit_length() - 1 + top.offset
                domains = top.domains & (masks.get(place) or network.mask(place))
                domains, done = network.propagate(
                    domains, top.done | (together.get(place) or 1 << top.guard), top.domains ^ domains
                )
                if domains:
                    nodes[depth] += 1
                    focus = top.focus
                    break
                failures += 1
            else:
                stack.clear()
                yield number
                return
    finally:
        counters.failures += failures
        counters.unreported = _position(stack)[1]


def connected(near: dict[int, int], open_guards: int) -> int:
    """The guards that hang together with the lowest of these, by constraints on two of them or more."""
    reached = front = open_guards & -open_guards
    while front:
        lowest = front & -front
        front ^= lowest
        new = near[lowest.bit_length() - 1] & open_guards & ~reached
        if new:
            reached |= new
            if reached == open_guards:
                break
            front |= new
    return reached


def _position(stack: list[_Node | _Parts]) -> tuple[float, int]:
    """The part of the tree left behind, and a lower bound on the solutions: parts not counted yet may have none."""
    behind, weight = 0.0, 1.0
    number, factor = 0, 1
    for frame, ((before, now), value) in steady(stack, lambda frame: frame.look()):
        behind += weight * before
        weight *= now
        if isinstance(frame, _Node):
            number += factor * value
        else:
            factor *= value
    return behind, number
