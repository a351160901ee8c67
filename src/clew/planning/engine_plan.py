"""The plan of a search by the engine: whether it can run a request, the program, and how the tree is walked.

There is no network: a program is compiled from the primitives.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from clew.core import ORDERS
from clew.core._engine import MaskCount, Program
from clew.core.compiler import CannotCompileError, Compiled, Target, program_of
from clew.core.mask_counts import MaskCounts
from clew.core.walk import Batch, EngineWalk, stronger
from clew.objectives import most_after
from clew.options import jobs_of
from clew.outcome import Clock, Limits, Statistics
from clew.problem.declared import why_undeclared
from clew.propagation.keeping import kept
from clew.propagation.levels import ARC, UNIT, Level
from clew.search.counters import Counters
from clew.search.cutoffs import Stronger
from clew.search.draws import number_of
from clew.search.variable_order import neighbours_of
from clew.strategies import Best, First

if TYPE_CHECKING:
    from clew.planning.plan import Choice, DeclaredProblem, Request

VALUE_ORDERS: Final = ("domain", "reverse", "random")
"""The orderings of values that the engine knows."""


@attrs.frozen(eq=False)
class EnginePlan:
    """A search by the engine.

    Attributes:
        request: the request of the caller.
        inference: the level in force.
        variable_order: the name of the ordering.
        compiled: the program.
        given: the number of each variable that is given, with the place of its value; None if the given values clash.
        clock: when the time is up.
        near: for each variable the numbers of its neighbours, if the ordering asks for them.
        by_masks: whether the solutions are counted by masks alone (see `mask_count.pxi`).
        target: the sum that the search is to make small, if it bounds an objective.
        strong: makes the program for the runs that propagate more; None if there are no such runs.
        opening: the search for the first solution, with which one for the best begins; None if its own begins so.
        limit: the most that the sum may be, if a solution is known; None if none is.
    """

    request: Request
    inference: Level
    variable_order: str
    compiled: Compiled
    given: list[tuple[int, int]] | None
    clock: Clock | None
    near: list[list[int]]
    by_masks: bool
    target: Target | None
    strong: Stronger[Program | None] | None
    opening: EnginePlan | None = None
    limit: int | None = None

    is_patient: ClassVar[bool] = False
    lines: ClassVar[None] = None
    kernel: ClassVar[str] = "compiled"
    is_exact: ClassVar[bool] = True
    """Whether the search lets through nothing that the problem's judgement could refuse."""

    @classmethod
    def of(cls, request: Request, declared: DeclaredProblem, choice: Choice, clock: Clock | None) -> EnginePlan:
        """The plan for a request that the engine can run.

        Raises:
            CannotCompileError: the engine has no form for one of the constraints, or for the request; or it is not
                asked for by name, and other methods count such a problem better.
        """
        if why_not := _unfit(request, declared, choice):
            raise CannotCompileError(why_not)
        domains: Any = declared.domains
        target = _target(request)

        def program(level: Level) -> Compiled:
            make = partial(program_of, domains, declared.constraints, level, target)
            return kept(("engine", level, target), domains, declared.constraints, make)

        made, taken = program(choice.level), declared.assumed(request.options)
        places, values = made.places, made.values
        given = None if taken is None else [(places[v], values[places[v]].index(value)) for v, value in taken.items()]
        _check(request, choice, made.program)
        by_masks = _is_of_masks(request, choice)
        if by_masks and (why_not := MaskCount.unfit(made.program, [v for v, _ in given or ()])):
            if request.kernel == "auto":
                raise CannotCompileError(why_not)
            by_masks = False
        is_open = choice.level is UNIT and request.options.get("inference") is None
        strong = Stronger(partial(stronger, program)) if is_open else None
        near = _neighbours(request, places) if choice.order == "degree" else []
        plan = cls(request, choice.level, choice.order, made, given, clock, near, by_masks, target, strong)
        if not isinstance(request.strategy, Best) or not (choice.order == "wdeg" or plan._backward):
            return plan
        first = attrs.evolve(request, strategy=First())
        return attrs.evolve(plan, opening=cls.of(first, declared, choice, clock))

    def after(self, solution: Mapping[Any, Any], entered: int) -> EnginePlan:
        """The same plan once a solution is known, and so many nodes have been entered: it looks for better ones.

        Raises:
            LimitReached: they are as many as may be entered.
        """
        request = attrs.evolve(self.request, limits=self.limits.after(entered))
        return attrs.evolve(self, limit=most_after(self.target, solution), request=request)

    def domain(self, variable: Any) -> Sequence[Any]:
        """The values of a variable."""
        return self.compiled.values[self.compiled.places[variable]]

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
        """Whether it leaves its order for restarts if so many solutions are wanted and none comes."""
        options = self.request.options
        is_open = self.request.kernel == "auto" and not (options.get("inference") or options.get("variable_order"))
        return is_open and not self._restarts_at_once and self.inference.propagates and self.request.most > 0

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
        is_bounded = self.target is not None and self.inference.propagates
        is_free = not self.compiled.program.calls_python and self.limits.nodes is None
        return is_bounded and is_free and not self.restarts

    @property
    def walk(self) -> EngineWalk:
        """How the tree is walked."""
        request, options = self.request, self.request.options
        value_order, seed, strategy = options.get("value_order"), options.get("seed", 0), request.strategy
        seed = seed if type(seed) is int else number_of(seed)
        return EngineWalk(
            self.compiled,
            self.variable_order,
            last_first=value_order == "reverse",
            seed=None if value_order else seed,
            restarts=self._restarts_at_once,
            is_patient=self._is_patient,
            most=request.most,
            one_by_one=strategy is not None and strategy.stops and request.most < 0,
            lazy=strategy is None,
            nodes=self.limits.nodes,
            clock=self.clock,
            backward=self._backward,
            bound=None if self.target is None else self._bound,
            jobs=self._jobs if self._shares_bound else 1,
            near=self.near,
            key=seed,
            shuffles=value_order == "random",
            strong=self.strong,
            limit=self.limit,
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
        objective = self.request.objective
        constant = 0 if objective is None else objective.constant
        return constant + (-least if _is_large(self.request) else least)

    @property
    def _backward(self) -> list[int]:
        """The variables of which the last value is tried first, because it is the best for the objective."""
        if self.request.options.get("value_order"):
            return []
        places, values = self.compiled.places, self.compiled.values
        numbered = [(places[name], weight) for name, weight in zip(*self.target or ((), ()), strict=True)]
        return [v for v, weight in numbered if values[v] and weight * (values[v][-1] - values[v][0]) < 0]

    def statistics(self, counters: Counters, solutions: int, started: float) -> Statistics:
        """The cost of running it until now (see `clew.planning.running.Plan`)."""
        is_mixed = self.strong is not None and self.strong.is_used
        return Statistics(
            nodes_per_level=tuple(counters.nodes_per_level),
            failures=counters.failures,
            solutions=solutions,
            seconds=time.perf_counter() - started,
            inference=f"{self.inference}, {ARC}" if is_mixed else self.inference.name,
            variable_order=self.variable_order,
            kernel="compiled",
        )


def _unfit(request: Request, declared: DeclaredProblem, choice: Choice) -> str:
    """Why the engine cannot run a request; empty if it can, as far as is known before anything is compiled."""
    options: Mapping[str, Any] = request.options
    if request.kernel not in ("auto", "compiled"):
        return f"kernel {request.kernel!r} was asked for"
    if request.kernel == "auto" and not (request.lists or _is_of_masks(request, choice)):
        return "components are answered by themselves"
    if not declared.is_searched:
        return f"the problem {why_undeclared(request.problem)}"
    replaced = {"violations", "choose_variable"} if options.get("variable_order") else {"violations"}
    if declared.own - replaced:
        return f"the problem's own {min(declared.own - replaced)} is Python"
    if options.get("observers"):
        return "the search is watched"
    if not choice.level.looks_ahead:
        return f"inference {choice.level.name!r} looks at assigned variables alone"
    for name, known in (("variable_order", ORDERS), ("value_order", VALUE_ORDERS)):
        if options.get(name) not in (None, *known):
            return f"the {name.replace('_', ' ')} {options[name]!r} is known to Python alone"
    return ""


def _is_of_masks(request: Request, choice: Choice) -> bool:
    """Whether solutions are counted under forward checking in the order of declaration, whatever nodes that takes."""
    is_forward = choice.level.looks_ahead and not choice.level.propagates
    return is_forward and not request.lists and request.limits.nodes is None and choice.order == "static"


def _check(request: Request, choice: Choice, program: Program) -> None:
    """Refuse a program that does not do for a request.

    Raises:
        CannotCompileError: it does not.
    """
    if request.kernel == "auto" and not choice.level.propagates and program.calls_python:
        raise CannotCompileError("forward checks ask Python")
    if "random" in (choice.order, request.options.get("value_order")) and program.has_intervals:
        raise CannotCompileError("a variable has too many values to draw one of them")


def _neighbours(request: Request, places: Mapping[Any, int]) -> list[list[int]]:
    """The numbers of the neighbours of each variable."""
    return [[places[other] for other in neighbours_of(request.problem, v, places)] for v in places]


def _target(request: Request) -> Target | None:
    """The sum that the search is to make small, if it bounds an objective."""
    return None if request.objective is None else request.objective.target(maximize=_is_large(request))


def _is_large(request: Request) -> bool:
    """Whether an objective is to be made large."""
    return isinstance(request.strategy, Best) and request.strategy.maximize
