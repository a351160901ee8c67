"""The ladder of methods: ways to run a plan. Each says whether it fits; the first that does is taken.

There are two ladders, one for solutions and one for their number. The loop comes last: it fits every plan, and the
other methods must find the same solutions. All of them give solutions in one form, some at a time: the place of each
variable among the values, and tuples of values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from clew.planning.engine_methods import EngineMethod, MaskMethod, shortcut
from clew.search.counters import Counters
from clew.search.search import AnyState, search
from clew.state.state import DEAD_END

if TYPE_CHECKING:
    from clew.planning.running import Plan

Batch = tuple[dict[Any, int], Iterable[tuple[Any, ...]]]
"""The place of each variable, and tuples of values: they may be made one by one, as they are asked for."""


class Method(Protocol):
    """A way to run a plan.

    Attributes:
        name: its name in statistics.
    """

    name: str

    def fits(self, plan: Plan) -> str:
        """Why it cannot run a plan; empty if it can."""


class ListingMethod(Method, Protocol):
    """A way to find solutions."""

    def batches(self, plan: Plan, counters: Counters) -> Iterator[Batch]:
        """The solutions, some at a time. The root is no dead end."""


class CountingMethod(Method, Protocol):
    """A way to count solutions."""

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        """The numbers of solutions, part by part. The root is no dead end."""


M = TypeVar("M", bound=Method)


def _whether(fits: bool, reason: str) -> str:
    return "" if fits else reason


# -- solutions ---------------------------------------------------------------------------------------


class ComponentListing:
    """Components listed by themselves, equal subproblems once, and many solutions at a time."""

    name = "listing"

    def fits(self, plan: Plan) -> str:
        return _whether(plan.decomposes and plan.lists, "the solutions are wanted one by one, or their number")

    def batches(self, plan: Plan, counters: Counters) -> Iterator[Batch]:
        from clew.counting.enumeration import batches

        return batches(plan.compiled, plan.start, plan.picks, counters, plan.clock, plan.last_first)


class LoopMethod:
    """The loop, the specification; a search that restarts runs it again and again."""

    name = "python"

    def fits(self, plan: Plan) -> str:
        return ""

    def leaves(self, plan: Plan, counters: Counters) -> Iterator[AnyState]:
        """Its leaves."""
        loop = plan.steps()
        steps = loop.branch, loop.judge, loop.look_ahead
        if loop.root is DEAD_END:
            return iter(())
        if loop.runs is not None:
            tell = None if loop.reporter is None else loop.reporter.restarted
            return loop.runs.search(loop.root, steps, counters, tell)
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


# -- numbers -----------------------------------------------------------------------------------------


class GridCounting:
    """Grids, counted line by line from both ends."""

    name = "lines"

    def fits(self, plan: Plan) -> str:
        return _whether(plan.lines is not None, "the solutions are no grids of lines")

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        if plan.lines is None:
            raise TypeError("the solutions are no grids of lines")
        return plan.lines.run(counters, plan.clock, plan.jobs)


class ComponentCounting:
    """Components counted by themselves, equal subproblems once."""

    name = "counting"

    def fits(self, plan: Plan) -> str:
        return _whether(plan.decomposes and not plan.lists, "every solution is walked to")

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        from clew.counting.decomposition import count

        return count(plan.compiled, plan.start, plan.picks, counters, plan.clock, shortcut(plan, counters))


LISTING: Final[tuple[ListingMethod, ...]] = (EngineMethod(), ComponentListing(), LoopMethod())
"""The ladder for solutions."""

COUNTING: Final[tuple[CountingMethod, ...]] = (
    MaskMethod(),
    GridCounting(),
    ComponentCounting(),
    EngineMethod(),
    LoopMethod(),
)
"""The ladder for their number."""


def first_fitting(ladder: Iterable[M], plan: Plan) -> M:
    """The first method of a ladder that fits a plan."""
    return next(method for method in ladder if not method.fits(plan))
