"""The engine as a method: a search of declared constraints, compiled ahead of time.

It makes no network: a program is compiled from the primitives, and walked.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, Final

import attrs

from clew.core._engine import MaskCount, Program
from clew.core.compiler import CannotCompileError, Compiled, Target, program_of
from clew.core.mask_counts import MaskCounts
from clew.core.walk import Batch, EngineWalk, stronger
from clew.options import jobs_of
from clew.outcome import Clock, Limits, Statistics
from clew.planning.choices import Choice, Declaration, Request, assumed
from clew.planning.fitting import is_masks, objective_in, order_of
from clew.propagation.keeping import kept
from clew.propagation.levels import ARC, UNIT, Level
from clew.search.cutoffs import Stronger
from clew.search.search import Counters
from clew.search.variable_order import neighbours_of
from clew.strategies import Best, Strategy

FEW: Final = 1000
"""Solutions that a search may look for and leave its order: those found are kept, so that none is given twice."""


@attrs.frozen(eq=False)
class EnginePlan:
    """A search by the engine.

    Attributes:
        request: what is asked for.
        level: the level of inference.
        variable_order: the name of the ordering.
        compiled: the program.
        given: the number of each variable that is given, with the place of its value; None if the given values clash.
        clock: when the time is up.
        near: for each variable the numbers of its neighbours, if the ordering asks for them.
        by_masks: whether the solutions are counted by masks alone (see `mask_count.pxi`).
        strong: makes the program for the runs that propagate more; None if there are no such runs.
    """

    request: Request
    level: Level
    variable_order: str
    compiled: Compiled
    given: list[tuple[int, int]] | None
    clock: Clock | None
    near: list[list[int]]
    by_masks: bool
    strong: Stronger[Program | None] | None

    @classmethod
    def of(cls, request: Request, declared: Declaration, choice: Choice, clock: Clock | None) -> EnginePlan:
        """The plan for a request that the engine can run.

        Raises:
            CannotCompileError: the engine has no form for one of the constraints; or it is not asked for by name, and
                other methods count such a problem better.
        """
        level, constraints = choice.level, declared.constraints
        domains: Any = declared.domains
        objective = _target(request.strategy)

        def program(level: Level) -> Compiled:
            make = partial(program_of, domains, constraints, level, objective)
            return kept(("engine", level, objective), domains, constraints, make)

        made = program(level)
        if request.kernel == "auto" and not level.propagates and made.program.calls_python:
            raise CannotCompileError("forward checks ask Python")
        order = order_of(request, choice)
        if "random" in (order, request.options.get("value_order")) and made.program.has_intervals:
            raise CannotCompileError("a variable has too many values to draw one of them")
        near = []
        if order == "degree":
            places = made.places
            near = [[places[u] for u in neighbours_of(request.problem, v, places)] for v in places]
        taken = assumed(request, declared)
        given = None if taken is None else [made.numbered(v, value) for v, value in taken.items()]
        by_masks = is_masks(request, choice)
        if by_masks:
            why_not = MaskCount.unfit(made.program, [v for v, _ in given or ()])
            if why_not and request.kernel == "auto":
                raise CannotCompileError(why_not)
            by_masks = not why_not
        strong = None
        if level is UNIT and request.options.get("inference") is None:
            strong = Stronger(partial(stronger, program))
        return cls(request, level, order, made, given, clock, near, by_masks, strong)

    @property
    def inference(self) -> Level:
        """The level in force."""
        return self.level

    @property
    def limits(self) -> Limits:
        """When to stop."""
        return self.request.limits

    @property
    def restarts(self) -> bool:
        """Whether it may restart, so that a solution may come twice."""
        return self._restarts_at_once or self._is_patient

    @property
    def _restarts_at_once(self) -> bool:
        strategy = self.request.strategy
        return strategy is not None and strategy.restarts and self.variable_order == "wdeg"

    @property
    def _is_patient(self) -> bool:
        """Whether it leaves its order for restarts if a few solutions are wanted and none comes."""
        options = self.request.options
        is_open = self.request.kernel == "auto" and not (options.get("inference") or options.get("variable_order"))
        return is_open and not self._restarts_at_once and self.level.propagates and 0 < self.most <= FEW

    @property
    def has_threads(self) -> bool:
        """Whether threads share the work from within, so that its tree is not to be cut."""
        return self.by_masks or self._shares_bound

    @property
    def _jobs(self) -> int:
        """How many threads may share the work."""
        options = self.request.options
        return 1 if options.get("jobs") is None else jobs_of(options)

    @property
    def _shares_bound(self) -> bool:
        """Whether several threads can look for the best solution."""
        is_bounded = objective_in(self.request.strategy) is not None and self.level.propagates
        is_free = not self.compiled.program.calls_python and self.limits.nodes is None
        return is_bounded and is_free and not self.restarts

    is_patient: ClassVar[bool] = False
    lines: ClassVar[None] = None
    kernel: ClassVar[str] = "compiled"

    @property
    def is_exact(self) -> bool:
        """Whether the search lets through nothing that the problem's judgement could refuse."""
        return True

    @property
    def most(self) -> int:
        """How many solutions are wanted; -1 for all."""
        strategy = self.request.strategy
        most = None if strategy is None else strategy.most
        return min((number for number in (most, self.limits.solutions) if number is not None), default=-1)

    @property
    def walk(self) -> EngineWalk:
        """How the tree is walked."""
        options, strategy = self.request.options, self.request.strategy
        return EngineWalk(
            self.compiled,
            self.variable_order,
            last_first=options.get("value_order") == "reverse",
            seed=None if options.get("value_order") else options.get("seed", 0),
            restarts=self._restarts_at_once,
            is_patient=self._is_patient,
            most=self.most,
            one_by_one=strategy is not None and strategy.stops and self.most < 0,
            lazy=strategy is None,
            nodes=self.limits.nodes,
            clock=self.clock,
            backward=() if options.get("value_order") else self._backward(),
            bound=None if objective_in(strategy) is None else self._bound,
            jobs=self._jobs if self._shares_bound else 1,
            near=self.near,
            key=options.get("seed", 0),
            shuffles=options.get("value_order") == "random",
            strong=self.strong,
        )

    @property
    def is_plain(self) -> bool:
        """Whether its orders depend on the domains alone."""
        is_drawn = "random" in (self.variable_order, self.request.options.get("value_order"))
        return not (is_drawn or self.near)

    def batches(self, counters: Counters) -> Iterator[Batch]:
        """The solutions, some at a time, in the order of the search."""
        if self.given is None:
            counters.failures = 1
            return iter(())
        return self.walk.batches(counters, self.given)

    def counts(self, counters: Counters) -> Iterator[int]:
        """The numbers of solutions, part by part."""
        if self.given is None:
            counters.failures = 1
            return iter(())
        if not self.by_masks:
            return self.walk.counts(counters, self.given)
        return MaskCounts(self.compiled.program, self.given, jobs=self._jobs).counts(counters, self.clock)

    def _bound(self, least: int) -> int:
        """The bound of the objective, from the least that the sum may be that is made small."""
        objective = objective_in(self.request.strategy)
        constant = 0 if objective is None else objective.constant
        return constant + (-least if _is_large(self.request.strategy) else least)

    def _backward(self) -> list[int]:
        """The variables of the objective whose last value is the best for it: that is tried first."""
        target, made = _target(self.request.strategy), self.compiled
        if target is None:
            return []
        numbered = [(made.places[name], weight) for name, weight in zip(*target, strict=True)]
        values = made.values
        return [v for v, weight in numbered if values[v] and weight * (values[v][-1] - values[v][0]) < 0]

    def statistics(self, counters: Counters, solutions: int, started: float) -> Statistics:
        """What running it has cost until now (see `clew.planning.running.Plan`)."""
        return Statistics(
            nodes_per_level=tuple(counters.nodes_per_level),
            failures=counters.failures,
            solutions=solutions,
            seconds=time.perf_counter() - started,
            inference=f"{self.level}, {ARC}" if self.strong is not None and self.strong.is_used else self.level.name,
            variable_order=self.variable_order,
            kernel="compiled",
        )


def _target(strategy: Strategy[Any] | None) -> Target | None:
    """The sum that the search is to make small, if it bounds an objective."""
    objective = objective_in(strategy)
    if objective is None:
        return None
    return objective.scope, tuple([-w for w in objective.weights]) if _is_large(strategy) else objective.weights


def _is_large(strategy: Strategy[Any] | None) -> bool:
    """Whether an objective is to be made large."""
    return isinstance(strategy, Best) and strategy.maximize
