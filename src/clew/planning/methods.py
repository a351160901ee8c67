"""Methods: ways to run a plan. Each says whether it fits (`clew.planning.ladder` has their order).

All of them give solutions in one form, some at a time: the place of each variable among the values, and tuples of
values. The loop fits every plan, and the other methods must find the same solutions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core import CountedWhole
from clew.state.state import DEAD_END, AnyState

if TYPE_CHECKING:
    from clew.planning.plan import Plan
    from clew.state.counters import Counters

Batch = tuple[dict[Any, int], Iterable[tuple[Any, ...]]]
"""The place of each variable, and tuples of values: they may be made one by one, as they are asked for."""


class Method:
    """A way to run a plan whose root is not known to be a dead end.

    Attributes:
        name: its name in statistics.
        is_compiled: whether the engine runs it.
    """

    name: ClassVar[str]
    is_compiled: ClassVar[bool] = False

    def fits(self, plan: Plan) -> str:
        """Why it cannot run a plan; empty if it can."""
        raise NotImplementedError

    def batches(self, plan: Plan, counters: Counters) -> Iterator[Batch]:
        """The solutions, some at a time; only a method of the ladder for solutions has them."""
        raise NotImplementedError

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        """The numbers of solutions, part by part; only a method of the ladder for their number has them."""
        raise NotImplementedError


class ComponentListing(Method):
    """Components listed by themselves, equal subproblems once, and many solutions at a time."""

    name = "listing"

    def fits(self, plan: Plan) -> str:
        fits = plan.request.lists and plan.decomposes
        return "" if fits else "the solutions are wanted one by one, or their number"

    def batches(self, plan: Plan, counters: Counters) -> Iterator[Batch]:
        from clew.planning.counting.enumeration import batches

        return batches(plan.compiled, plan.start, plan.reference().picks, counters, plan.clock, plan.last_first)


class LoopMethod(Method):
    """The loop, the specification; a search that restarts runs it again and again."""

    name = "python"

    def fits(self, plan: Plan) -> str:
        return ""

    def leaves(self, plan: Plan, counters: Counters) -> Iterator[AnyState]:
        """Its leaves."""
        from clew.reference.search.search import search

        loop = plan.steps()
        steps = loop.branch, loop.judge, loop.look_ahead
        if loop.root is DEAD_END:
            return iter(())
        if loop.runs is not None:
            tell = None if loop.reporter is None else loop.reporter.restarted
            return loop.runs.search(loop.root, steps, counters, tell)
        if loop.learning is not None:
            return loop.learning.search(loop.root, steps, counters)
        if (path := loop.path) is not None:
            counters.position = lambda: (path.left_behind(), 0)
        return search(loop.root, *steps, counters)

    def batches(self, plan: Plan, counters: Counters) -> Iterator[Batch]:
        return map(_of_state, self.leaves(plan, counters))

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        return (1 for _ in self.leaves(plan, counters))


def _of_state(leaf: AnyState) -> Batch:
    """The solution at a leaf of the loop: declared variables in their order, then the others as decided."""
    declared = {v: w for v in leaf.lanes.variables if (w := leaf.get(v, DEAD_END)) is not DEAD_END}
    values = declared | dict(leaf.items())
    return {variable: k for k, variable in enumerate(values)}, (tuple(values.values()),)


class GridCounting(Method):
    """Grids, counted line by line from both ends."""

    name = "lines"

    def fits(self, plan: Plan) -> str:
        return "the solutions are no grids of lines" if plan.lines is None else ""

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        if plan.lines is None:
            raise TypeError("the solutions are no grids of lines")
        return plan.lines.run(counters, plan.clock, plan.jobs)


class ComponentCounting(Method):
    """Components counted by themselves, equal subproblems once."""

    name = "counting"

    def fits(self, plan: Plan) -> str:
        return "" if not plan.request.lists and plan.decomposes else "every solution is walked to"

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        from clew.planning.beside import shortcut
        from clew.planning.counting.decomposition import count

        parts = plan.compiled, plan.start, plan.reference().picks, counters, plan.clock
        try:
            yield from count(*parts, shortcut(plan, counters))
        except CountedWhole as whole:
            counters.unreported, counters.position = 0, None
            yield whole.number
