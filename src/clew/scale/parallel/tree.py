"""The tree of a plan, node by node: the way to a subtree, the children of a node, and how the tree is cut.

It takes the steps of the loop (`clew.reference.search.search`), which every kernel runs alike, so a path leads to the
same node under every kernel. A tree is cut breadth first, by numbers of nodes and never by time. So the same problem
and the same options give the same subtrees, whichever workers search them and however fast.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, takewhile
from operator import eq

import attrs

from clew.errors import OptionError
from clew.outcome import Clock, LimitReached, Status
from clew.planning.counting.decomposition import connected
from clew.planning.counting.enumeration import is_small
from clew.planning.plan import Plan
from clew.reference.search.search import search
from clew.scale.parallel.subtree import Expanded, Part, Subtree
from clew.state.counters import Counters
from clew.state.state import DEAD_END, AnyState, DeadEnd


@attrs.frozen
class Children:
    """The children of an expanded node.

    Attributes:
        alive: the children that are no dead ends, each with its rank.
        failures: how many others there were.
    """

    alive: list[tuple[int, AnyState]]
    failures: int


class PlanTree:
    """The tree of a plan.

    Args:
        plan: without limits, without observers.
        parts: the trees to search; by default that of the plan.

    Attributes:
        plan: the plan.
        clock: when to stop expanding nodes, if ever.
    """

    def __init__(self, plan: Plan, parts: Sequence[Part] | None = None) -> None:
        self.plan = plan
        self.clock: Clock | None = None
        self._parts = parts
        # The way to the node that was asked for last, from its part on: its neighbours share most of it.
        self._way: tuple[int, ...] = ()
        self._states: list[AnyState] = []

    def _root(self, part: int) -> AnyState | DeadEnd:
        """The root of a part; a dead end too if there is no such part."""
        root, parts = self.plan.root, self._parts
        if root is DEAD_END or part >= (1 if parts is None else len(parts)):
            return DEAD_END
        return root if parts is None else root.narrowed(parts[part].domains, parts[part].done)

    def state(self, subtree: Subtree) -> AnyState | DeadEnd:
        """The root of a subtree.

        Raises:
            OptionError: there is no such subtree.
        """
        way = (subtree.part, *subtree.path)
        same = sum(1 for _ in takewhile(bool, map(eq, way, self._way)))
        del self._states[same:]
        for level in range(same, len(way)):
            self._way = way[:level]
            node = self._taken(self._states[-1], way[level]) if level else self._root(subtree.part)
            if node is DEAD_END and way == (0,):
                return node
            if node is DEAD_END or node is None:
                how = "ends" if node is None else "is a dead end"
                raise OptionError(f"there is no subtree {subtree.name}: its way {how} at level {max(0, level - 1)}")
            self._states.append(node)
        self._way = way
        return self._states[-1]

    def _taken(self, state: AnyState, rank: int) -> AnyState | DeadEnd | None:
        """The child of a rank; None if there are not so many values."""
        found = self.children(state, rank)
        for _, child in found.alive if found else ():
            return child
        return DEAD_END if found and found.failures else None

    def children(self, state: AnyState, only: int | None = None) -> Children | None:
        """The children of a node; None if it is complete, and so has none.

        Args:
            state: the node.
            only: the rank of the only value to try; None for all of them.
        """
        steps, rank, stop = self.plan.steps(), -1, None if only is None else only + 1
        alternatives = steps.branch(state)
        if alternatives is None:
            return None
        variable, values = alternatives

        def ranked() -> Iterator[Hashable]:
            nonlocal rank
            for rank, value in islice(enumerate(values), only, stop):  # noqa: B007  (read where the child is)
                if self.clock is not None and self.clock.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                yield value

        ways, counters = iter([(variable, ranked())]), Counters()
        # The loop takes the children for complete: there is no other way to branch.
        alive = search(state, lambda _: next(ways, None), steps.judge, steps.look_ahead, counters)
        return Children([(rank, child) for child in alive], counters.failures)

    def may_cut(self, state: AnyState) -> bool:
        """Whether the children of a node can be searched one by one without a loss.

        Whole lines of a grid, and variables that fall apart, are counted together; small subproblems are listed at
        once, in an order of their own.
        """
        plan = self.plan
        network = plan.network
        if network is None or not plan.decomposes:
            return True
        open_guards = network.lanes.decisions & ~state.assigned
        if plan.request.lists:
            return not is_small(network, state.domains, open_guards)
        return plan.lines is None and bool(open_guards) and connected(network.near, open_guards) == open_guards

    def parted(self, state: AnyState | DeadEnd) -> Children | None:
        """The children of a node; None if it is to stay whole, as one does if the problem's own code raises.

        The worker that searches that one meets the same error, and says where.
        """
        try:
            return self.children(state) if state is not DEAD_END and self.may_cut(state) else None
        except LimitReached:
            raise
        except Exception:
            return None


def cut(tree: PlanTree, subtrees: Iterable[Subtree], target: int, expansions: int) -> tuple[list[Subtree], Expanded]:
    """Cut subtrees until there are enough of them.

    Args:
        tree: the tree that they are of.
        subtrees: those to cut.
        target: how many open subtrees are enough.
        expansions: how many nodes to expand at most.

    Returns:
        The subtrees after the cut, in search order, and the nodes that were expanded for it.

    Raises:
        LimitReached: the time is up.
    """
    frontier = deque((subtree, tree.state(subtree)) for subtree in subtrees)
    whole, expanded = list[Subtree](), Expanded()
    while frontier and len(frontier) < target and expansions:
        subtree, state = frontier.popleft()
        children = tree.parted(state)
        if children is None:
            whole.append(subtree)
            continue
        expansions -= 1
        weight = subtree.weight / max(len(children.alive), 1)
        dead = Fraction(0) if children.alive else subtree.weight
        expanded += Expanded((*[0] * len(subtree.path), 1), children.failures, dead)
        for rank, child in children.alive:
            frontier.append((attrs.evolve(subtree, path=(*subtree.path, rank), weight=weight), child))
    whole.extend(subtree for subtree, _ in frontier)
    return sorted(whole, key=lambda subtree: subtree.key), expanded
