"""The tree of a plan, node by node: the way to a subtree, and the children of a node.

It takes the steps of the loop (`clew.reference.search.search`), which every kernel runs alike, so a path leads to the
same node under every kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from clew.errors import OptionError, forgotten_return
from clew.outcome import Clock, LimitReached, Status
from clew.planning.counting.decomposition import connected
from clew.planning.counting.enumeration import is_small
from clew.planning.plan import Plan
from clew.reference.search.search import AnyState, place
from clew.scale.parallel.subtree import Part, Subtree
from clew.state.state import DEAD_END, DeadEnd


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
        # The way to the node that was asked for last: its neighbours share most of it.
        self._part = 0
        self._path: tuple[int, ...] = ()
        self._states: list[AnyState] = []

    def root(self, part: int = 0) -> AnyState | DeadEnd:
        """The root of a part."""
        root = self.plan.root
        if self._parts is None or root is DEAD_END:
            return root
        return root.narrowed(self._parts[part].domains, self._parts[part].done)

    def state(self, subtree: Subtree) -> AnyState | DeadEnd:
        """The root of a subtree.

        Raises:
            OptionError: there is no such subtree.
        """
        path = subtree.path
        if subtree.part != self._part or not self._states:
            is_there = subtree.part < (1 if self._parts is None else len(self._parts))
            root = self.root(subtree.part) if is_there else DEAD_END
            if root is DEAD_END:
                if path or subtree.part:
                    raise OptionError(f"there is no subtree {subtree.name}: {_about(root, 0)}")
                return root
            self._part, self._path, self._states = subtree.part, (), [root]
        same = 0
        while same < min(len(path), len(self._path)) and path[same] == self._path[same]:
            same += 1
        del self._states[same + 1 :]
        for level in range(same, len(path)):
            child = self._taken(self._states[level], path[level])
            if child is DEAD_END or child is None:
                self._path = path[:level]
                raise OptionError(f"there is no subtree {subtree.name}: {_about(child, level)}")
            self._states.append(child)
        self._path = path
        return self._states[-1]

    def _taken(self, state: AnyState, rank: int) -> AnyState | DeadEnd | None:
        """The child of a rank; None if there are not so many values."""
        alternatives = self.plan.steps().branch(state)
        if alternatives is None:
            return None
        for number, value in enumerate(alternatives[1]):
            if number == rank:
                return self._child(state, alternatives[0], value)
        return None

    def children(self, state: AnyState) -> Children | None:
        """The children of a node; None if it is complete, and so has none."""
        alternatives = self.plan.steps().branch(state)
        if alternatives is None:
            return None
        alive = []
        rank = -1
        for rank, value in enumerate(alternatives[1]):
            if self.clock is not None and self.clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            child = self._child(state, alternatives[0], value)
            if child is not DEAD_END:
                alive.append((rank, child))
        return Children(alive, rank + 1 - len(alive))

    def _child(self, state: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
        """The node after a decision, as the loop makes it."""
        steps = self.plan.steps()
        try:
            if steps.judge is not None:
                verdict = steps.judge(state, variable, value)
                if verdict is None:
                    raise forgotten_return("is_consistent", "True or False")
                if not verdict:
                    return DEAD_END
            child = state.assign(variable, value)
            if steps.look_ahead is not None and child is not DEAD_END:
                child = steps.look_ahead(child, variable, value)
            if child is None:
                raise forgotten_return("forward_check", "a state or DEAD_END")
        except Exception as error:
            error.add_note(place(state, variable, value))
            raise
        return child

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


def _about(found: DeadEnd | None, level: int) -> str:
    return f"its way {'is a dead end' if found is DEAD_END else 'ends'} at level {level}"
