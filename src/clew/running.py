"""A plan: what runs, and how its solutions come."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from clew.heuristics.restarts import STRONG
from clew.inference import HOOKS
from clew.kernels.choose import COUNTED, LISTED, Mover
from clew.kernels.python import NARROW, Box, Picks
from clew.levels import Level
from clew.methods import COUNTING, LISTING, Batch, Counting, Listing, first_fitting
from clew.observe.position import Path
from clew.outcome import Clock, Limits, Statistics
from clew.problem import Problem, overrides
from clew.propagation.network import Network
from clew.search import AnyState, Branch, Counters, Judge, LookAhead
from clew.state import DEAD_END, DeadEnd

if TYPE_CHECKING:
    from clew.counting.grids import GridCount, Symmetry
    from clew.kernels.restarts import Restarts
    from clew.observe.reporter import Reporter


@attrs.define(eq=False)
class Stronger:
    """The constraints compiled for the strong runs of a search that restarts: when the first of them begins.

    Attributes:
        make: compiles them.
        is_used: whether there was such a run.
    """

    make: Callable[[], Network]
    is_used: bool = False

    def __call__(self) -> Network:
        self.is_used = True
        return self.make()


def line_counter(network: Network | None, root: AnyState | DeadEnd) -> GridCount | None:
    """What counts the solutions below a root line by line, if they are grids that can be counted so."""
    if network is None or root is DEAD_END:
        return None
    from clew.counting.grids import GridCount

    grids = GridCount(network, (root.domains, root.assigned))
    return grids if grids.fits() is None else None


@attrs.frozen(eq=False)
class Plan:
    """What runs.

    Attributes:
        problem: what is searched.
        root: where the search starts; `DEAD_END` if the given values contradict each other.
        branch, judge, look_ahead: the steps of the loop (see `clew.search`).
        inference: the level in force.
        variable_order: its name, or what it is.
        limits: when to stop.
        network: the declared constraints, compiled.
        picks: the variable ordering for the kernel, if it can run this plan; None for the order of declaration.
        tight: whether the kernel can run this plan.
        draws: draws the values in every other run after a restart; None to keep their order.
        runs: begins the loop anew, where somebody watches a search that restarts.
        reporter: tells observers what happens.
        path: knows where the loop is, if somebody wants to know.
        decomposes: whether components are answered by themselves, and equal subproblems once.
        restarts: whether it gives up and begins anew: for one solution, where the ordering learns.
        is_patient: whether it leaves its order for restarts when a few solutions are wanted and none comes.
        strong: the constraints for the runs that maintain arc consistency, if there may be any.
        clock: when the time is up.
        mover: tells when to move to the native kernel; None for never.
        why_not: why it never moves, if somebody could have hoped so.
        wants: how solutions are wanted (see `clew.kernels.choose`).
        most: how many of them, as far as that is known beforehand; -1 for all.
        last_first: whether the kernel tries values from the last one to the first.
        alike: symmetries that may be used where grids are counted from both ends, a group.
        jobs: how many threads may count them.
        lines: what counts the solutions line by line, if they are grids that can be counted so.
    """

    problem: Problem[Any, Any]
    root: AnyState | DeadEnd
    branch: Branch
    judge: Judge | None
    look_ahead: LookAhead | None
    inference: Level
    variable_order: str
    limits: Limits
    network: Network | None = None
    picks: Picks | None = None
    tight: bool = False
    restarts: bool = False
    draws: random.Random | None = None
    runs: Restarts | None = None
    reporter: Reporter | None = None
    path: Path | None = None
    decomposes: bool = False
    strong: Stronger | None = None
    is_patient: bool = False
    clock: Clock | None = None
    mover: Mover | None = None
    why_not: str = ""
    wants: int = LISTED
    most: int = -1
    last_first: bool = False
    alike: Sequence[Symmetry] = ()
    jobs: int = 1
    lines: GridCount | None = None

    def below(self, root: AnyState | DeadEnd) -> Plan:
        """The same plan from another root on."""
        lines = None if self.lines is None else line_counter(self.network, root)
        return attrs.evolve(self, root=root, lines=lines)

    @property
    def lists(self) -> bool:
        """Whether solutions are wanted, and not their number alone."""
        return self.wants != COUNTED

    @property
    def method(self) -> Listing | Counting:
        """What runs the search: the first of its ladder that fits."""
        return first_fitting(LISTING, self) if self.lists else first_fitting(COUNTING, self)

    @property
    def kernel(self) -> str:
        """The name of what runs the search."""
        return self.method.name

    @property
    def compiled(self) -> Network:
        """The network.

        Raises:
            TypeError: there is none.
        """
        if self.network is None:
            raise TypeError("only declared constraints are compiled")
        return self.network

    @property
    def start(self) -> tuple[int, int]:
        """The domains and the lanes done at the root.

        Raises:
            TypeError: the root is a dead end.
        """
        if self.root is DEAD_END:
            raise TypeError("a dead end has no domains")
        return self.root.domains, self.root.assigned

    @property
    def kernel_reason(self) -> str:
        """Why it is not the native kernel, if it cannot be, and somebody could have hoped so."""
        return self.why_not or (self.mover.reason if self.mover is not None else "")

    @property
    def is_exact(self) -> bool:
        """Whether the search lets through nothing that the problem's judgement could refuse.

        So it is where declared constraints, compiled exactly, are what a solution must satisfy.
        """
        own = any(overrides(self.problem, hook) for hook in HOOKS)
        return self.network is not None and self.inference.looks_ahead and not own

    @cached_property
    def places(self) -> dict[Any, int]:
        """The place of each variable among the values of a solution."""
        return {} if self.network is None else {v: k for k, v in enumerate(self.network.lanes.variables)}

    @cached_property
    def _decoders(self) -> list[tuple[int, int, tuple[Any, ...]]]:
        lanes = [] if self.network is None else self.network.lanes.lane.values()
        return [(lane.offset, lane.full, lane.values) for lane in lanes]

    def decoded(self, box: Box) -> tuple[list[Any], int, tuple[Any, ...]]:
        """The values of a box in the order of declaration, the place of its open variable, and that one's values.

        These are in the order in which they are tried.
        """
        domains = box.domains
        values = [of[(domains >> offset & full).bit_length() - 1] for offset, full, of in self._decoders]
        if box.open_guard < 0 or self.network is None:
            return values, -1, ()
        lanes = self.network.lanes
        variable = lanes.owner[box.open_guard]
        lane = lanes.lane[variable]
        left = lane.select(domains >> lane.offset & lane.full)
        return values, self.places[variable], left[::-1] if self.last_first else left

    def batches(self, counters: Counters) -> Iterator[Batch]:
        """The solutions, some at a time."""
        if self._is_refused(counters):
            return iter(())
        return first_fitting(LISTING, self).batches(self, counters)

    def counts(self, counters: Counters) -> Iterator[int]:
        """The numbers of solutions found, part by part."""
        if self._is_refused(counters):
            return iter(())
        return first_fitting(COUNTING, self).counts(self, counters)

    def _is_refused(self, counters: Counters) -> bool:
        """Whether the root is a dead end; if it is, that is counted and told."""
        if self.root is not DEAD_END:
            return False
        counters.failures = 1
        if self.reporter is not None:
            self.reporter.refused()
        return True

    def statistics(self, counters: Counters, solutions: int, started: float, manner: str = "") -> Statistics:
        """What running it has cost until now.

        Args:
            counters: what was counted.
            solutions: how many were found.
            started: when it began, by `time.perf_counter`.
            manner: how it ran, as an addition to the kernel's name.
        """
        levels = counters.nodes_per_level
        is_mixed = self.strong is not None and self.strong.is_used
        return Statistics(
            nodes_per_level=tuple(levels[: max((k for k, n in enumerate(levels) if n), default=0) + 1]),
            failures=counters.failures,
            solutions=solutions,
            seconds=time.perf_counter() - started,
            inference=f"{self.inference}, {STRONG}" if is_mixed else self.inference.name,
            variable_order=self.variable_order,
            kernel=(counters.kernel or self.kernel) + manner,
            kernel_reason="" if counters.kernel else self.kernel_reason,
        )

    @property
    def masks_only(self) -> bool:
        """Whether forward checking is all ANDs, in the order of declaration, with no nodes to ration."""
        return (
            self.network is not None
            and self.tight
            and self.inference.looks_ahead
            and not self.inference.propagates
            and not self.network.propagators
            and self.picks is None
            and self.limits.nodes is None
            and self.network.lanes.guards.bit_length() <= NARROW
        )
