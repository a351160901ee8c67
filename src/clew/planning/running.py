"""A plan: the search that runs, and how its solutions come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.options import jobs_of
from clew.outcome import Clock, Limits, Statistics
from clew.planning.engine_methods import EngineMethod
from clew.planning.methods import (
    COUNTING,
    LISTING,
    Batch,
    ComponentListing,
    CountingMethod,
    ListingMethod,
    LoopMethod,
    first_fitting,
)
from clew.planning.wrappers import LoopSteps, rationed, why_loop
from clew.problem.declared import why_undeclared
from clew.problem.problem import Problem
from clew.propagation.levels import Level
from clew.propagation.network import Network
from clew.search.counters import Counters
from clew.search.inference import HOOKS
from clew.search.restarts import STRONG, RestartPolicy
from clew.search.search import AnyState, Branch
from clew.search.variable_order import Picks, WeightedDegree
from clew.state.state import DEAD_END, DeadEnd

if TYPE_CHECKING:
    from clew.core.compiler import Target
    from clew.counting.grids import GridCount
    from clew.planning.engine_plan import EnginePlan
    from clew.planning.plan import Choice, DeclaredProblem, Request

DEAD: Final = 0, 0
"""The domains and the lanes done of a dead end."""


def _lines(plan: Plan) -> GridCount | None:
    """A counter of the solutions below the root line by line, if they are grids that can be counted so."""
    if not plan.decomposes or plan.lists or plan.network is None or plan.is_dead:
        return None
    from clew.counting.grids import GridCount

    grids = GridCount(plan.network, plan.start or DEAD)
    return grids if grids.fits() is None else None


@attrs.frozen(eq=False)
class Plan:
    """The search that runs.

    Attributes:
        request, declared, choice: the request, the declarations of the problem, and the choices made.
        variable_order: its name, or what it is.
        limits: when to stop.
        steps: makes the root and the steps of the loop when first called, and gives the same ones ever after.
        network: the declared constraints, compiled.
        at_root: the domains and the lanes done at the root, the domains 0 at a dead end; None if only the steps of the
            loop tell.
        picks: the variable ordering for the kernel, if it can run this plan; None for the order of declaration.
        tight: whether the kernel can run this plan.
        restart_policy: how the search restarts, for one solution, if the ordering learns.
        clock: when the time is up.
        target, limit: the sum that the engine is to make small, if there is one, and the most that it may be.
        most: how many solutions are wanted, as far as that is known beforehand; -1 for all.
        lines: counts the solutions line by line, if they are grids that can be counted so.
    """

    request: Request
    declared: DeclaredProblem
    choice: Choice
    variable_order: str
    limits: Limits
    steps: Callable[[], LoopSteps]
    network: Network | None = None
    at_root: tuple[int, int] | None = None
    picks: Picks | None = None
    tight: bool = False
    restart_policy: RestartPolicy | None = None
    clock: Clock | None = None
    target: Target | None = None
    limit: int | None = None
    most: int = attrs.field(default=attrs.Factory(lambda plan: plan.request.most, takes_self=True))
    lines: GridCount | None = attrs.field(default=attrs.Factory(_lines, takes_self=True))

    def below(self, root: AnyState | DeadEnd) -> Plan:
        """The same plan from another root on."""
        steps = self.steps
        at_root = (DEAD if root is DEAD_END else (root.domains, root.assigned)) if self.tight else None
        plan = attrs.evolve(self, at_root=at_root, steps=cache(lambda: attrs.evolve(steps(), root=root)))
        return plan if self.lines is None else attrs.evolve(plan, lines=_lines(plan))

    def branching(self, wrap: Callable[[Branch], Branch]) -> Plan:
        """The same plan with something around the step of the loop that branches."""
        steps = self.steps
        return attrs.evolve(self, steps=cache(lambda: attrs.evolve(steps(), branch=wrap(steps().branch))))

    def after(self, solution: Mapping[Any, Any], entered: int) -> Plan:
        """The same plan when so many nodes have been entered until a solution was found (see `EnginePlan.after`)."""
        left = self.limits.after(entered).nodes
        return self if left is None else self.branching(lambda branch: rationed(branch, left))

    @property
    def opening(self) -> Plan | EnginePlan | None:
        """The plan of the search for the first solution, if a search for the best begins as that does."""
        from clew.planning.opening import opening

        return opening(self)

    # -- what the request and the choice say -----------------------------------------------------

    @property
    def problem(self) -> Problem[Any, Any]:
        """The problem that is searched."""
        return self.request.problem

    @property
    def inference(self) -> Level:
        """The level in force."""
        return self.choice.level

    @property
    def jobs(self) -> int:
        """How many threads may count grids from both ends."""
        return jobs_of(self.request.options)

    @property
    def last_first(self) -> bool:
        """Whether values are tried from the last one to the first."""
        return self.request.options.get("value_order") == "reverse"

    @property
    def restarts(self) -> bool:
        """Whether it gives up and restarts: for one solution, if the ordering learns."""
        return self.restart_policy is not None

    @property
    def is_patient(self) -> bool:
        """Whether it leaves its order for restarts if so many solutions are wanted and none comes."""
        request, options = self.request, self.request.options
        is_open = request.kernel == "auto" and not (options.get("inference") or options.get("variable_order"))
        lists = request.strategy is not None and request.lists
        return is_open and lists and self.tight and not self.restarts and request.most > 0

    @property
    def decomposes(self) -> bool:
        """Whether components are answered by themselves, and equal subproblems once."""
        return (
            self.tight
            and self.inference.propagates
            and self.request.kernel == "auto"
            and self.request.limits.nodes is None
            and not self.request.stops
            and not isinstance(self.picks, WeightedDegree)
        )

    @property
    def has_threads(self) -> bool:
        """Whether threads share the work from within, so that its tree is not to be cut."""
        return self.lines is not None

    # -- the loop ----------------------------------------------------------------------------------

    @property
    def root(self) -> AnyState | DeadEnd:
        """The state in which the search starts; `DEAD_END` if the given values contradict each other."""
        return self.steps().root

    @property
    def is_dead(self) -> bool:
        """Whether the given values contradict each other."""
        return self.root is DEAD_END if self.at_root is None else not self.at_root[0]

    @property
    def lists(self) -> bool:
        """Whether solutions are wanted, and not their number alone."""
        return self.request.lists

    @property
    def one_by_one(self) -> bool:
        """Whether each solution is searched for when it is asked for: only the strategy knows when it has enough."""
        strategy = self.request.strategy
        is_picky = strategy is not None and strategy.stops and strategy.most is None
        return self.lists and (self.restarts or is_picky)

    @property
    def method(self) -> ListingMethod | CountingMethod:
        """The method that runs the search: the first of its ladder that fits."""
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
        if self.at_root is not None and self.at_root[0]:
            return self.at_root
        root = self.root
        if root is DEAD_END:
            raise TypeError("a dead end has no domains")
        return root.domains, root.assigned

    @property
    def kernel_reason(self) -> str:
        """Why the loop or Python counts, if the engine could have been expected to."""
        if self.request.kernel != "auto":
            return ""
        if self.lines is not None:
            return self.lines.reason
        return EngineMethod().fits(self) if isinstance(self.method, (LoopMethod, ComponentListing)) else ""

    @property
    def why_not(self) -> str:
        """Why only the loop can run it; empty if something else may."""
        if self.network is None:
            return f"the problem {why_undeclared(self.problem)}"
        return "" if self.tight else why_loop(self)

    @property
    def is_exact(self) -> bool:
        """Whether the search lets through nothing that the problem's judgement could refuse.

        So it is where declared constraints, compiled exactly, are what a solution must satisfy.
        """
        return self.network is not None and self.inference.looks_ahead and self.declared.own.isdisjoint(HOOKS)

    @cached_property
    def places(self) -> dict[Any, int]:
        """The place of each variable among the values of a solution."""
        return {} if self.network is None else {v: k for k, v in enumerate(self.network.lanes.variables)}

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
        if not self.is_dead:
            return False
        counters.failures = 1
        if self.request.options.get("observers") and (reporter := self.steps().reporter) is not None:
            reporter.refused()
        return True

    def statistics(self, counters: Counters, solutions: int, started: float, manner: str = "") -> Statistics:
        """The cost of running it until now.

        Args:
            counters: the counters of the search.
            solutions: how many were found.
            started: when it began, by `time.perf_counter`.
            manner: how it ran, as an addition to the kernel's name.
        """
        levels, policy = counters.nodes_per_level, self.restart_policy
        is_mixed = policy is not None and policy.strong is not None and policy.strong.is_used
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
