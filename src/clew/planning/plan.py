"""A plan: a problem and the options of a call, made into what runs, in five steps.

1. Check the request (`Request`, in `clew.planning.request`).
2. Ask the problem what it declares (`DeclaredProblem`).
3. Choose the level, the domains and the ordering, without compiling (`Choice`).
4. Take the first method that fits (`clew.planning.ladder`).
5. Compile, once, what that method needs: a program for the engine, or a network for the search in Python
   (`clew.planning.reference`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from clew.constraints.objectives import Target
from clew.limits import limited
from clew.options import Options, jobs_of, tokens_of
from clew.outcome import Clock, Limits, Statistics
from clew.planning.domains import is_whole, tightened
from clew.planning.engine_method import program_of
from clew.planning.ladder import COUNTING, LISTING, kernel_reason
from clew.planning.methods import Batch, Method
from clew.planning.request import Choice, DeclaredProblem, Request
from clew.problem.problem import Problem
from clew.records import Once, frozen
from clew.reference.search.inference import HOOKS
from clew.state.counters import Counters
from clew.state.levels import ARC, Level
from clew.state.state import DEAD_END, AnyState, DeadEnd
from clew.strategies import Strategy

if TYPE_CHECKING:
    from clew.core.compiler import Compiled
    from clew.planning.counting.grids import GridCount
    from clew.planning.loop_steps import Hopeless, LoopSteps
    from clew.planning.reference import Reference
    from clew.reference.propagation.network import Network


def _reference(*parts: Any) -> Reference:
    from clew.planning.reference import Reference

    with looking(parts[-1]):
        return Reference(*parts)


def looking(clock: Clock | None) -> Any:
    """Meanwhile loops look at a clock; without one, that of a search with workers may hold."""
    return nullcontext() if clock is None else limited(clock.look)


@frozen(eq=False)
class Plan:
    """The search that runs.

    Attributes:
        request, declared, choice: the request, the declarations of the problem, and the choices made.
        given: the values that are assumed; None if they clash.
        clock: when the time is up.
        is_hopeless: says which nodes need not be entered, if any.
        target: the sum that the engine is to make small, if there is one.
        limits: when to stop.
        most: how many solutions are wanted, as far as that is known beforehand; -1 for all.
        node: the node below which it searches; None for the whole tree.
        limit, known: the most that the sum may be, and the solution from which that follows; None for any.
        program: gives the program of the engine, compiled when first called; the reason if there is none.
        reference: makes the network and the ordering of the search in Python, likewise.
        steps: makes the steps of the loop, likewise.
    """

    request: Request
    declared: DeclaredProblem
    choice: Choice
    given: Mapping[Any, Any] | None
    clock: Clock | None
    is_hopeless: Hopeless | None
    target: Target | None
    limits: Limits
    program: Callable[[], Compiled | str]
    reference: Callable[[], Reference]
    steps: Callable[[], LoopSteps]
    most: int
    node: AnyState | DeadEnd | None = None
    limit: int | None = None
    known: Mapping[Any, Any] | None = None

    @property
    def inference(self) -> Level:
        """The level in force."""
        return self.choice.level

    @property
    def variable_order(self) -> str:
        """The name of the ordering."""
        return self.choice.order if self.is_compiled else self.reference().order

    @property
    def last_first(self) -> bool:
        """Whether values are tried from the last one to the first."""
        return self.request.options.get("value_order") == "reverse"

    @cached_property
    def method(self) -> Method:
        """The method that runs the search: the first of its ladder that fits."""
        return next(method for method in (LISTING if self.request.lists else COUNTING) if not method.fits(self))

    @property
    def is_compiled(self) -> bool:
        """Whether the engine runs the search."""
        return self.method.is_compiled

    @property
    def restarts(self) -> bool:
        """Whether it gives up and restarts: for one solution, if the ordering learns."""
        strategy = self.request.strategy
        if strategy is None or not strategy.restarts:
            return False
        if not self.is_compiled:
            return self.reference().restarts is not None
        return "wdeg" in {self.choice.order, *[phase.order for phase in self.choice.phases]}

    @property
    def is_patient(self) -> bool:
        """Whether it leaves its order for restarts if so many solutions are wanted and none comes."""
        if self.restarts:
            return False
        request, named = self.request, map(self.request.options.get, ("inference", "variable_order", "search"))
        is_open = request.kernel == "auto" and not any(named)
        is_for_few = request.strategy is not None and request.lists and request.most > 0 and self.node is None
        return is_open and is_for_few and (self.is_compiled or self.compiles_without_hooks)

    @property
    def jobs(self) -> int:
        """How many threads may share the work."""
        return 1 if self.request.options.get("jobs") is None else jobs_of(self.request.options)

    @property
    def decomposes(self) -> bool:
        """Whether components are answered by themselves, and equal subproblems once."""
        request, is_cut = self.request, self.request.stops or self.request.options.get("over")
        may = request.kernel == "auto" and request.limits.nodes is None and not (is_cut or self.is_whole)
        return may and self.inference.propagates and self.compiles_without_hooks and not self.reference().learns

    @cached_property
    def is_whole(self) -> bool:
        """Whether the search in Python has nothing to divide, or too many values."""
        return is_whole(self.declared.domains, self.declared.constraints, self.program)

    @cached_property
    def lines(self) -> GridCount | None:
        """Counts the solutions line by line, if they are grids that can be counted so."""
        if self.request.lists or not self.decomposes or self.is_dead:
            return None
        from clew.planning.counting.grids import GridCount

        grids = GridCount(self.compiled, self.start)
        return grids if grids.fits() is None else None

    @property
    def network(self) -> Network | None:
        """The declared constraints, compiled for the search in Python; None if there are none."""
        return self.reference().network

    @property
    def compiled(self) -> Network:
        """The declared constraints, compiled for the search in Python.

        Raises:
            TypeError: there is none.
        """
        if self.network is None:
            raise TypeError("only declared constraints are compiled")
        return self.network

    @property
    def compiles_without_hooks(self) -> bool:
        """Whether something else than the loop can run the search."""
        return self.reference().compiles_without_hooks

    @property
    def root(self) -> AnyState | DeadEnd:
        """The state in which the search starts; `DEAD_END` if the given values contradict each other."""
        return self.steps().root if self.node is None else self.node

    @property
    def start(self) -> tuple[int, int]:
        """The domains and the lanes done at the root; the domains are 0 if it is a dead end."""
        if self.node is None:
            return self.reference().at_root
        return (0, 0) if self.node is DEAD_END else (self.node.domains, self.node.assigned)

    @property
    def is_dead(self) -> bool:
        """Whether the given values contradict each other."""
        return not self.start[0] if self.compiles_without_hooks else self.root is DEAD_END

    @property
    def is_exact(self) -> bool:
        """Whether declared constraints, compiled exactly, are all that the problem's judgement could ask for."""
        return self.declared.is_searched and self.inference.looks_ahead and self.declared.own.isdisjoint(HOOKS)

    def batches(self, counters: Counters) -> Iterator[Batch]:
        """The solutions, some at a time."""
        if self._is_refused(counters):
            return iter(())
        found, told = self.method.batches(self, counters), self.declared.told
        return (({v: at[one] for v, one in told.items()}, rows) for at, rows in found) if told else found

    def counts(self, counters: Counters) -> Iterator[int]:
        """The numbers of solutions found, part by part."""
        return iter(()) if self._is_refused(counters) else self.method.counts(self, counters)

    def _is_refused(self, counters: Counters) -> bool:
        """Whether the root is known to be a dead end; if it is, that is counted and reported."""
        from_root = self.is_compiled and self.node is None  # the engine propagates the given values itself
        if not (self.given is None if from_root else self.is_dead):
            return False
        counters.failures += 1
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
        levels, is_other = counters.nodes_per_level, bool(counters.kernel)
        deepest = max([level for level, number in enumerate(levels) if number], default=0)
        inference = f"{self.inference}, {ARC}" if counters.strengthened else self.inference.name
        how = counters.inference or inference, counters.order or self.variable_order
        kernel = (counters.kernel or self.method.name) + manner
        told = *how, kernel, "" if is_other or self.is_compiled else kernel_reason(self), counters.learned
        seconds = time.perf_counter() - started
        return Statistics(tuple(levels[: deepest + 1]), counters.failures, solutions, seconds, *told)


def make_plan(
    problem: Problem[Any, Any],
    options: Options,
    strategy: Strategy[Any] | None = None,
    is_hopeless: Hopeless | None = None,
    *,
    target: Target | None = None,
    whole: bool = False,
    merges: bool = False,
) -> Plan:
    """The plan for a problem.

    Args:
        problem: the problem.
        options: see `Options`.
        strategy: how to turn the solutions into a result; the choices left open depend on it.
        is_hopeless: says which nodes need not be entered, if any.
        target: the sum that the engine is to make small; by default that of the strategy, if there is one.
        whole: whether every domain keeps its lane whole, because the caller looks at other values than the given ones.
        merges: whether equal variables may be searched as one, and costs as variables; solutions tell those declared.

    Raises:
        OptionError: an option does not exist or does not fit the problem.
        LimitReached: a limit on time or memory was reached, or the search cancelled, before it could begin.
    """
    request = Request.checked(problem, options, strategy, whole=whole)
    clock = Clock.of(request.limits, tokens_of(request.options, request.given_up)) if request.options else None
    with looking(clock):
        declared = DeclaredProblem.of(request.problem)
        compares = merges and any("relation" in one.__match_args__ for one in declared.constraints)
        if compares or (merges and hasattr(getattr(strategy, "objective", None), "tree")):
            from clew.planning.merging import rewritten

            declared, target = rewritten(declared, request)
        return planned(request, declared, Choice.of(request, declared), clock, is_hopeless, target)


def planned(
    request: Request,
    declared: DeclaredProblem,
    choice: Choice,
    clock: Clock | None,
    is_hopeless: Hopeless | None = None,
    target: Target | None = None,
) -> Plan:
    """The plan for what was chosen, with a method taken, for which its needs were compiled."""
    target, given = target or request.target, declared.assumed(request.options)
    what = declared.domains, declared.constraints, choice.level, target
    program = Once(partial(program_of, *what, learns=request.options.get("learning") == "nogoods"))
    tight = partial(tightened, request, declared, choice, program)
    parts = Once(lambda: _reference(request, declared, tight(given), given, is_hopeless, clock))
    chosen = request, declared, choice, given, clock, is_hopeless, target
    plan = Plan(*chosen, request.limits, program, parts, lambda: parts().steps, request.most)
    plan.method  # noqa: B018  (what it needs is compiled now)
    return plan
