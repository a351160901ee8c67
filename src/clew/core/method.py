"""The engine as a method: a search of declared constraints, compiled ahead of time.

It makes no network: a program is compiled from the primitives, and walked.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import zip_longest
from operator import getitem
from typing import Any, ClassVar, Final

import attrs

from clew.choices import Choice, Declaration, Request, assumed
from clew.core._engine import EXHAUSTED, PAUSED, RATIONED, WEIGHTED, MaskCount, Search
from clew.core.compiler import CannotCompileError, Compiled, Target, program_of
from clew.core.fitting import ORDERS, is_masks, objective_in, order_of
from clew.levels import Level
from clew.outcome import Clock, LimitReached, Limits, Statistics, Status
from clew.propagation.compiler import kept
from clew.search import Counters
from clew.strategies import Best, Strategy

SLICE: Final = 50_000
"""Units of work after which the engine comes back, so that limits and Ctrl-C are looked at: about 10 ms."""

PATIENCE_WORK: Final = 200_000
"""Units of work without another solution after which a search for the first few leaves its order for restarts."""

FEW: Final = 1000
"""Solutions that a search may look for and leave its order: those found are kept, so that none is given twice."""

Batch = tuple[dict[Any, int], list[tuple[Any, ...]]]
"""The place of each variable, and tuples of values."""


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
        by_masks: whether the solutions are counted by masks alone (see `mask_count.pxi`).
    """

    request: Request
    level: Level
    variable_order: str
    compiled: Compiled
    given: list[tuple[int, int]] | None
    clock: Clock | None
    by_masks: bool

    @classmethod
    def of(cls, request: Request, declared: Declaration, choice: Choice, clock: Clock | None) -> EnginePlan:
        """The plan for a request that the engine can run.

        Raises:
            CannotCompileError: the engine has no form for one of the constraints; or it is not asked for by name, and
                other methods count such a problem better.
        """
        level, constraints = choice.level, declared.constraints
        if level.name not in ("forward", "unit"):
            raise CannotCompileError(f"inference {level.name!r} is known to Python alone")
        domains: Any = declared.domains
        objective = _target(request.strategy)
        made = kept(
            ("engine", level, objective),
            domains,
            constraints,
            lambda: program_of(domains, constraints, level, objective),
        )
        taken = assumed(request, declared)
        given = None if taken is None else [made.numbered(v, value) for v, value in taken.items()]
        by_masks = is_masks(request, choice)
        if by_masks:
            why_not = MaskCount.unfit(made.program, [v for v, _ in given or ()])
            if why_not and request.kernel == "auto":
                raise CannotCompileError(why_not)
            by_masks = not why_not
        return cls(request, level, order_of(request, choice), made, given, clock, by_masks)

    @property
    def limits(self) -> Limits:
        """When to stop."""
        return self.request.limits

    @property
    def restarts(self) -> bool:
        """Whether it gives up and begins anew, for one solution; then a solution may come twice."""
        strategy = self.request.strategy
        return strategy is not None and strategy.restarts and self.variable_order == "wdeg"

    @property
    def is_patient(self) -> bool:
        """Whether it leaves its order for restarts if a few solutions are wanted and none comes."""
        options = self.request.options
        is_open = self.request.kernel == "auto" and not (options.get("inference") or options.get("variable_order"))
        return is_open and not self.restarts and self.level.propagates and 0 < self.most <= FEW

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

    def batches(self, counters: Counters) -> Iterator[Batch]:
        """The solutions, some at a time, in the order of the search."""
        values, places = self.compiled.values, self.compiled.places
        for search in self._runs(counters, counts=False):
            rows = search.fetch()
            if rows:
                yield places, [tuple(map(getitem, values, row)) for row in rows]

    def counts(self, counters: Counters) -> Iterator[int]:
        """The numbers of solutions, part by part."""
        known = 0
        searches = self._counted(counters) if self.by_masks else self._runs(counters, counts=True)
        for search in searches:
            found, known = search.found - known, search.found
            yield found

    def _counted(self, counters: Counters) -> Iterator[Any]:
        """The count by masks, whenever it comes back.

        If it is interrupted, the solutions that it has not told of are left in `counters.unreported`.
        """
        if self.given is None:
            counters.failures = 1
            return
        counters.kernel = self.kernel
        search = MaskCount(self.compiled.program, self.given)
        known = 0
        counters.position = lambda: (search.behind, search.found - known)
        try:
            why = PAUSED
            while why == PAUSED:
                if self.clock is not None and self.clock.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                why = search.run(SLICE)
                counters.failures = search.failures
                counters.nodes_per_level[:] = search.nodes_per_level
                known = search.found
                yield search
        finally:
            counters.failures = search.failures
            counters.nodes_per_level[:] = search.nodes_per_level
            counters.unreported = search.found - known

    def _runs(self, counters: Counters, *, counts: bool) -> Iterator[Search]:
        """The search, whenever it comes back; if nothing comes of it, the one that restarts."""
        if self.given is None:
            counters.failures = 1
            return
        counters.kernel = self.kernel
        search = self._search(counts=counts, restarts=self.restarts, nodes=self.limits.nodes)
        yield from self._run(search, counters, is_patient=self.is_patient)
        if search.why != PAUSED:
            return
        nodes = None if self.limits.nodes is None else self.limits.nodes - sum(counters.nodes_per_level)
        search = self._search(counts=counts, restarts=True, nodes=nodes)
        yield from self._run(search, counters)

    def _search(self, *, counts: bool, restarts: bool, nodes: int | None) -> Search:
        options = self.request.options
        last_first = options.get("value_order") == "reverse"
        seed = None if options.get("value_order") else options.get("seed", 0)
        return Search(
            self.compiled.program,
            self.given or [],
            WEIGHTED if restarts else ORDERS.index(self.variable_order),
            last_first,
            counts,
            -1 if nodes is None else nodes,
            restarts,
            seed,
            () if options.get("value_order") else self._backward(),
        )

    def _backward(self) -> list[int]:
        """The variables of the objective whose last value is the best for it: that is tried first."""
        target, made = _target(self.request.strategy), self.compiled
        if target is None:
            return []
        numbered = [(made.places[name], weight) for name, weight in zip(*target, strict=True)]
        values = made.values
        return [v for v, weight in numbered if values[v] and weight * (values[v][-1] - values[v][0]) < 0]

    def _run(self, search: Search, counters: Counters, *, is_patient: bool = False) -> Iterator[Search]:
        """A search, whenever it comes back; a patient one ends if no other solution comes for too long.

        Raises:
            LimitReached: a limit struck.
        """
        strategy, most = self.request.strategy, self.most
        one_by_one = search.restarts or strategy is None or (strategy.stops and most < 0)
        failures, levels = counters.failures, list(counters.nodes_per_level)
        objective = objective_in(strategy)
        tries = 0
        try:
            while True:
                before = search.found
                why = search.run(SLICE, before + 1 if one_by_one else most)
                tries = 0 if search.found > before else tries + SLICE
                if objective is not None and search.nodes_per_level[0]:
                    counters.bound = objective.constant + (-search.bound if _is_large(strategy) else search.bound)
                counters.failures = failures + search.failures
                counters.nodes_per_level[:] = map(sum, zip_longest(levels, search.nodes_per_level, fillvalue=0))
                yield search
                if why == EXHAUSTED or (0 <= most <= search.found and not search.restarts):
                    return
                if why == RATIONED:
                    raise LimitReached(Status.NODE_LIMIT)
                if self.clock is not None and self.clock.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                if is_patient and tries > PATIENCE_WORK:
                    return
        finally:
            counters.failures = failures + search.failures
            counters.nodes_per_level[:] = map(sum, zip_longest(levels, search.nodes_per_level, fillvalue=0))

    def statistics(self, counters: Counters, solutions: int, started: float) -> Statistics:
        """What running it has cost until now (see `clew.running.Plan`)."""
        return Statistics(
            nodes_per_level=tuple(counters.nodes_per_level),
            failures=counters.failures,
            solutions=solutions,
            seconds=time.perf_counter() - started,
            inference=self.level.name,
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
