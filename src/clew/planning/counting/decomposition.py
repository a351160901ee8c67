"""Decomposition: counting and listing without visiting every solution.

The same tree as that of the loop, with three shortcuts, each of which leaves the answer as it is:

- independent components, subproblems that share no constraint any more, are answered one by one, and the answers
  multiplied; a variable that no open one shares a constraint with is such a component;
- the last open variable is answered by its domain, not walked;
- equal residual states are answered once: the open domains, and what each unfinished constraint remembers of the
  values already taken, are all that a subproblem depends on. Answers are cached while there is room, and no longer
  looked for if they are hardly ever found.

An algebra defines answers, and how they are added and multiplied (`clew.planning.counting.algebra`). So the
algorithm counts with numbers and lists with tuples (see `clew.planning.counting.enumeration`).

Bayardo and Pehoushek, Counting models using connected components, 2000.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Generic

import attrs

from clew.outcome import Clock, LimitReached, Status
from clew.planning.counting.algebra import A, Algebra, Numbers
from clew.planning.counting.cache import Cache
from clew.reference.propagation.network import Network
from clew.reference.search.position import Share, share, steady
from clew.reference.search.variable_order import Picks
from clew.state.counters import Counters

Shortcut = Callable[[int, int, int, int, int], A | None]
"""Answers a small subproblem in some other way, or gives None: of its domains, the lanes done, the open guards, the
place of the guard of the variable to branch on, and the level."""


@attrs.define(eq=False)
class Branching:
    """A node whose variable's values are tried one by one; `rest` are those still to try."""

    domains: int
    done: int
    guard: int
    offset: int
    rest: int

    def share(self) -> Share:
        """How far it is."""
        size = (self.domains >> self.offset & ((1 << self.guard) - 1) >> self.offset).bit_count()
        return share(size, self.rest.bit_count())


@attrs.define(eq=False)
class _Sum(Branching, Generic[A]):
    """A node whose values' answers are added.

    Attributes:
        total: the answer for the values that were tried.
        below: the domains after the newest decision, which settled the variables with the guards `settled`.
    """

    open_guards: int
    key: Hashable
    total: A
    below: int = 0
    settled: int = 0

    def look(self) -> tuple[Share, A]:
        """How far it is, and the answer until now."""
        return self.share(), self.total


@attrs.define(eq=False)
class _Product(Generic[A]):
    """Independent components of a subproblem, whose answers are multiplied. Each has the same share of the node.

    Attributes:
        rest: those still to come, the next one last, and `product` the answer for the others.
    """

    domains: int
    done: int
    rest: list[int]
    size: int
    product: A

    def look(self) -> tuple[Share, A | None]:
        """How far it is, and the answer until now: none before the last component, for one to come may be zero."""
        return share(self.size, len(self.rest)), None if self.rest else self.product


@attrs.define(eq=False)
class Decomposer(Generic[A]):
    """Answers subproblems by dividing them.

    Args:
        network: the constraints, compiled for propagation.
        algebra: defines the answers.
        order: the variable ordering; None for the order of declaration.
        counters: counts the nodes that are walked.
        clock: when to stop; None for never.
        last_first: whether the values are tried from the last one to the first.
        shortcut: answers small subproblems, if it can.
    """

    network: Network
    algebra: Algebra[A]
    order: Picks | None
    counters: Counters
    clock: Clock | None = None
    last_first: bool = False
    shortcut: Shortcut[A] | None = None
    stack: list[_Sum[A] | _Product[A]] = attrs.field(init=False, factory=list)
    _cache: Cache[A] = attrs.field(init=False)
    _trivial: A = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._cache = Cache(self.network, self.algebra.size)
        self._trivial = self.algebra.one(0, 0)

    def answer(self, domains: int, done: int, focus: int, depth: int = 0) -> A:  # noqa: C901  (one algorithm)
        """The answer for the open variables of a subproblem.

        One algorithm, in one piece, because it is the inner loop; an exception leaves the stack as it is:

        1. Enter a node. Its answer is known if no variable is open, or one, or if the cache or the shortcut has it.
        2. If it consists of independent components to multiply, put them on the stack, and enter the first with 1.
        3. Otherwise choose a variable, and put its values on the stack.
        4. Hand the answer, if there is one, to the node above: a component multiplies, a value adds.
        5. Take the next component, or the next value until a decision stands, and go on with 1. A node that has none
           left is taken off the stack, and its answer handed on with 4.

        Args:
            domains: those of the node, propagated.
            done: its lanes done.
            focus: the guards of the variables of the subproblem.
            depth: the level of the node.

        Raises:
            LimitReached: the time is up.
        """
        network, counters, clock, shortcut = self.network, self.counters, self.clock, self.shortcut
        near, lane_at, masks, fixes_together = network.near, network.lane_at, network.kept_masks, network.fixes_together
        zero, one, plus, times = self.algebra.zero, self.algebra.one, self.algebra.plus, self.algebra.times
        cache, stack, nodes = self._cache, self.stack, counters.nodes_per_level
        trivial, failures, splits = self._trivial, 0, self.algebra.commutes or self.order is None
        try:
            while True:
                open_guards = focus & ~done  # 1
                if not open_guards:
                    answer = trivial
                elif not open_guards & (open_guards - 1):
                    guard = open_guards.bit_length() - 1
                    offset, lane = lane_at[guard]
                    left = domains >> offset & lane
                    counters.enter(depth + 1, left.bit_count())
                    answer = self.algebra.values(guard, left)
                elif (
                    splits and connected(near, open_guards) != open_guards and (rest := self._components(open_guards))
                ):  # 2
                    stack.append(_Product(domains, done, rest, len(rest), trivial))
                    focus = rest.pop()
                    continue
                else:
                    guard = self.pick(domains, open_guards)
                    key, known = cache.find(guard, domains, open_guards)
                    if known is not None:
                        counters.repeated += 1
                    elif shortcut is not None:
                        known = shortcut(domains, done, open_guards, guard, depth)
                        if known is not None and key is not None:
                            cache.keep(key, known)
                    answer = zero if known is None else known
                    if known is None:  # 3
                        offset, lane = lane_at[guard]
                        left = domains >> offset & lane
                        stack.append(_Sum(domains, done, guard, offset, left, open_guards, key, zero))
                        depth += 1
                        if depth == len(nodes):
                            nodes.append(0)
                while stack:  # 4
                    top = stack[-1]
                    if isinstance(top, _Product):
                        answer = top.product = times(top.product, answer)
                        if answer and top.rest:
                            domains, done, focus = top.domains, top.done, top.rest.pop()
                            break
                        stack.pop()
                        continue
                    if answer:
                        top.total = plus(top.total, times(one(top.below, top.settled), answer))
                    if not top.rest:  # 5
                        answer = top.total
                        if top.key is not None:
                            cache.keep(top.key, answer)
                        stack.pop()
                        depth -= 1
                        continue
                    if clock is not None and clock.is_up():
                        raise LimitReached(Status.TIME_LIMIT)
                    bit = 1 << top.rest.bit_length() - 1 if self.last_first else top.rest & -top.rest
                    top.rest ^= bit
                    place = bit.bit_length() - 1 + top.offset
                    domains = top.domains & (masks.get(place) or network.mask(place))
                    done = top.done | (fixes_together.get(place) or 1 << top.guard)
                    domains, done = network.propagate(domains, done, top.domains ^ domains)
                    if domains:
                        nodes[depth] += 1
                        focus = top.open_guards
                        top.below, top.settled = domains, focus & done
                        break
                    failures += 1
                    answer = zero
                else:
                    return answer
        finally:
            counters.failures += failures

    def pick(self, domains: int, open_guards: int) -> int:
        """The place of the guard of the variable to branch on."""
        if self.order is None:
            return (open_guards & -open_guards).bit_length() - 1
        return self.order.pick(self.network.lanes, domains, open_guards)

    def _components(self, open_guards: int) -> list[int]:
        """The guards of the independent components, the one with the first variable last; empty for one alone.

        Tuples are only multiplied in the order of declaration, and if the components do not interleave: else they
        would come in another order than that of the search. Other orderings go to and fro between components.
        """
        in_order = not self.algebra.commutes
        components = []
        while open_guards:
            component = connected(self.network.near, open_guards)
            open_guards ^= component
            if in_order and open_guards and component > open_guards & -open_guards:
                return []
            components.append(component)
        return components[::-1]


def connected(near: dict[int, int], open_guards: int) -> int:
    """The guards of the component of the lowest of these, by constraints on two of them or more."""
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


def count(
    network: Network,
    root: tuple[int, int],
    order: Picks | None,
    counters: Counters,
    clock: Clock | None,
    shortcut: Shortcut[int] | None = None,
) -> Iterator[int]:
    """The number of solutions below a root.

    If it is interrupted, the count until then is left in `counters.unreported`.

    Args:
        network: the constraints, compiled for propagation.
        root: the domains and the lanes done.
        order: the variable ordering; None for the order of declaration.
        counters: counts the nodes that are walked.
        clock: when to stop.
        shortcut: counts small subproblems, if it can.
    """
    decomposition = Decomposer(network, Numbers(), order, counters, clock, shortcut=shortcut)
    stack = decomposition.stack
    counters.position = lambda: _position(stack)
    counters.nodes_per_level[0] += 1
    try:
        number = decomposition.answer(*root, network.lanes.decisions)
    finally:
        counters.unreported = _position(stack)[1]
    yield number


def _position(stack: list[_Sum[int] | _Product[int]]) -> tuple[float, int]:
    """The part of the tree left behind, and a lower bound on the solutions: components to come may have none."""
    behind, weight = 0.0, 1.0
    number, factor = 0, 1
    for frame, ((before, now), value) in steady(stack, lambda frame: frame.look()):
        behind += weight * before
        weight *= now
        if isinstance(frame, _Sum):
            number += factor * (value or 0)
        else:
            factor *= value or 0
    return behind, number
