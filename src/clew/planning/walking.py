"""A walk: one search over a plan, its counters, its clock, and its solutions as they come to a strategy."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from clew.errors import ProblemError
from clew.limits import LIMIT, collector_paused
from clew.options import Options
from clew.outcome import CutoffReached, LimitReached, Outcome, Statistics, Status, Stopped
from clew.planning.deriving import Patience, after, bound_of, branching, knowing, opening, restarting, standing
from clew.planning.engine_method import check_kernel
from clew.planning.plan import Plan, make_plan
from clew.problem.declared import title_of
from clew.problem.problem import Problem
from clew.solution import Solution
from clew.state.counters import Counters
from clew.state.state import AnyState
from clew.strategies import All, Best, Strategy

if TYPE_CHECKING:
    from clew.planning.progress.progress import ProgressReporting

R = TypeVar("R")


class Walk:
    """One search.

    Args:
        problem: the problem that is searched.
        options: see `Options`.
        strategy: how to turn the solutions into a result; the choices left open depend on it.
        is_hopeless: says which nodes need not be entered, if any.
        plan: the plan of the search, if it was made before.
    """

    def __init__(
        self,
        problem: Problem[Any, Any],
        options: Options,
        strategy: Strategy[Any] | None = None,
        is_hopeless: Callable[[AnyState], bool] | None = None,
        plan: Plan | None = None,
    ) -> None:
        self.started = time.perf_counter()
        self.problem = problem
        made = plan or make_plan(problem, options, strategy, is_hopeless, merges=is_hopeless is None)
        self._has_opening = plan is None and isinstance(strategy, Best)
        self.plan = knowing(made, strategy) if self._has_opening else made
        if plan is None:
            check_kernel(self.plan)
        verify = options.get("verify")
        self.verify = not self.plan.is_exact if verify is None else verify
        self.counters = Counters()
        self.found = 0
        self._running: Iterator[Any] = iter(())
        self._reporting: ProgressReporting | None = None
        if report := options.get("progress"):
            from clew.planning.progress.progress import ProgressReporting

            given_up = self.plan.request.given_up
            self._reporting = ProgressReporting(report, self.counters, lambda: self.found, self.started, given_up)

    def _begun(self, results: Iterator[R]) -> Iterator[R]:
        """The results of the search, which begins now."""
        self._running = results if self._reporting is None else self._reporting.reported(results)
        return self._running

    def close(self) -> None:
        """End a search of which no more results are wanted, so that its counters are up to date."""
        if self._reporting is not None:
            self._reporting.close()
        elif isinstance(self._running, Generator):
            self._running.close()

    def conclude(self, *, exhausted: bool) -> None:
        """Report the progress once more, if it is reported; `exhausted` says whether the whole tree was walked."""
        if self._reporting is not None:
            self._reporting.conclude(exhausted=exhausted)

    def tell(self, strategy: Best, best: Callable[[], Any]) -> None:
        """Have the progress tell the best value known and its bound, if it is reported."""
        if self._reporting is not None:
            self._reporting.watch.best = lambda: standing(self.plan, strategy, best(), self.counters.bound)

    def counts(self) -> Iterator[int]:
        """The numbers of solutions found, part by part, as many as the limit on solutions allows."""
        limit = self.plan.limits.solutions
        for number in self._begun(self.plan.counts(self.counters)):
            if limit is not None and self.found + number >= limit:
                rest, self.found = limit - self.found, limit
                yield rest
                raise LimitReached(Status.SOLUTION_LIMIT)
            self.found += number
            yield number

    def solutions(self) -> Iterator[Solution[Any, Any]]:
        """The solutions, as many as the limit on them allows.

        Raises:
            ProblemError: the problem's own judgement rejects what its hooks let through.
        """
        limit = self.plan.limits.solutions
        seen: set[tuple[Any, ...]] = set()
        may_repeat, over = self.plan.restarts or self.plan.is_patient, self.plan.request.options.get("over")
        for solution in chain.from_iterable(self._lists()):
            if may_repeat:
                values = tuple([solution[v] for v in over]) if over else solution.row()
                if values in seen:
                    continue  # runs after a restart may come upon what is known
                seen.add(values)
            self.found += 1
            if self.verify:
                self._judge(solution)
            yield solution
            if self.found == limit:
                raise LimitReached(Status.SOLUTION_LIMIT)

    def batches(self) -> Iterator[list[Solution[Any, Any]]]:
        """The solutions, as many at a time as the search happens to have."""
        for some in self._lists():
            batch = list(some)
            self.found += len(batch)
            for solution in batch if self.verify else ():
                self._judge(solution)
            yield batch

    def _lists(self) -> Iterator[Iterable[Solution[Any, Any]]]:
        if self._has_opening and (plan := opening(self.plan)) is not None:
            return self._begun(self._opened(plan))
        return self._begun(self._parts() if self.plan.is_compiled or not self.plan.is_patient else self._patiently())

    def _opened(self, plan: Plan) -> Iterator[Iterable[Solution[Any, Any]]]:
        """The first solution, found as `First` finds it, and the others of the search for the best."""
        own, self.plan = self.plan, plan
        with closing(self._parts()) as parts:
            first = next(chain.from_iterable(parts), None)
        if first is None:
            return
        yield (first,)
        self.plan, self.counters.kernel = own, ""
        self.plan = after(own, first, sum(self.counters.nodes_per_level))
        is_known = first.row().__eq__
        for some in self._parts():
            yield (solution for solution in some if not is_known(solution.row()))

    def _patiently(self) -> Iterator[Iterable[Solution[Any, Any]]]:
        """The solutions in search order as long as they come; after that, by restarts and in any order."""
        from clew.planning.loop_steps import timed

        plan = self.plan
        patience = Patience(lambda: self.found)
        self.plan = branching(plan, lambda branch: timed(branch, patience))
        try:
            yield from self._parts()
        except CutoffReached:
            self.counters.position = None
            self.plan = restarting(plan, sum(self.counters.nodes_per_level))
            yield from self._parts()

    def _parts(self) -> Generator[Iterable[Solution[Any, Any]], None, None]:
        for places, rows in self.plan.batches(self.counters):
            if isinstance(rows, (list, tuple)):
                yield Solution.placed(self.problem, places, rows)
            else:  # those that are not asked for are not made
                yield (Solution.placed(self.problem, places, (row,))[0] for row in rows)

    def _judge(self, solution: Solution[Any, Any]) -> None:
        for violation in self.problem.violations(solution):
            refused = f"the hooks let through an assignment that violations() rejects: {violation}"
            raise ProblemError(f"{title_of(self.problem)}: {refused}")

    def statistics(self) -> Statistics:
        """The cost of the search."""
        return self.plan.statistics(self.counters, self.found, self.started)


def bounds(strategy: Strategy[Any]) -> bool:
    """Whether a strategy says which nodes are hopeless."""
    if type(strategy).is_hopeless is Best.is_hopeless:
        return isinstance(strategy, Best) and (strategy.bound is not None or strategy.weighted is not None)
    return type(strategy).is_hopeless is not Strategy.is_hopeless


def unstarted(started: float, status: Status, result: R) -> Outcome[R]:
    """The outcome of a search that ended before it could begin: while its problem was declared or compiled.

    Args:
        started: when the call began, by `time.perf_counter`.
        status: the reason why it ended.
        result: the result that is known without a search.
    """
    return Outcome(result, status, False, Statistics((0,), 0, 0, time.perf_counter() - started, ""))


@contextmanager
def stopping(started: float) -> Iterator[None]:
    """Raises `Stopped`, with an `unstarted` outcome, in place of a `LimitReached`."""
    try:
        yield
    except LimitReached as limit:
        raise Stopped(unstarted(started, limit.status, None)) from None


class Folding:
    """Solutions that a strategy takes in as they come.

    Attributes:
        strategy: takes them in.
        result: its result for them until now.
        reports: whether the strategy reports its results to the caller.
    """

    def __init__(self, strategy: Strategy[Any], result: Any, *, reports: bool = True) -> None:
        self.strategy, self.result, self.reports = strategy, result, reports

    def is_hopeless(self, state: AnyState) -> bool:
        """Whether no solution below a node would change the result."""
        return self.strategy.is_hopeless(self.result, state)

    def add(self, solution: Solution[Any, Any], number: int) -> None:
        """Take in one more solution; an exception of the strategy gets a note that names the solution.

        Args:
            solution: the solution.
            number: how many there were with it.
        """
        earlier = self.result
        try:
            self.result = self.strategy.add(earlier, solution)
            if self.reports:
                self.strategy.report(earlier, self.result)
        except Exception as error:
            error.add_note(f"while {type(self.strategy).__name__} took in solution {number}, {solution!r}")
            raise

    def folds(self, run: Walk) -> bool:
        """Take in what a walk finds, until that is enough; whether the whole tree was walked."""
        strategy = self.strategy
        if isinstance(strategy, Best):
            run.tell(strategy, lambda: self.result)
        if type(strategy) is All and run.plan.limits.solutions is None:
            with collector_paused():
                for batch in run.batches():
                    self.result += batch
            return True
        if strategy.lists:
            for solution in run.solutions():
                self.add(solution, run.found)
                if strategy.is_enough(self.result):
                    return False
            return True
        for number in run.counts():
            self.result = strategy.add_count(self.result, number)
            if strategy.is_enough(self.result):
                return False
        return True


def searched(
    problem: Problem[Any, Any], strategy: Strategy[Any], options: Options, run: Walk | None = None
) -> Outcome[Any]:
    """The outcome of a search in one piece, by a walk that may have been made for it before."""
    started = time.perf_counter()
    folding, exhausted, status = Folding(strategy, strategy.empty()), False, Status.COMPLETE
    try:
        run = run or Walk(problem, options, strategy, folding.is_hopeless if bounds(strategy) else None)
    except (LimitReached, KeyboardInterrupt) as end:
        return unstarted(started, status_of(end), strategy.finish(folding.result, False))
    clock = run.plan.clock
    outer = LIMIT.set(None if clock is None else clock.look)
    try:
        exhausted = folding.folds(run)
    except (LimitReached, KeyboardInterrupt) as end:
        status = status_of(end)
    finally:
        run.close()
        LIMIT.reset(outer)
    run.conclude(exhausted=exhausted)
    if run.counters.unreported:
        run.found += run.counters.unreported
        folding.result = strategy.add_count(folding.result, run.counters.unreported)
    result, proved = folding.result, run.counters.bound
    bound = bound_of(run.plan, strategy, result, proved, exhausted) if isinstance(strategy, Best) else None
    return Outcome(strategy.finish(result, exhausted), status, exhausted, run.statistics(), (), bound)


def status_of(end: LimitReached | KeyboardInterrupt) -> Status:
    """Why a search ended that raised this."""
    return end.status if isinstance(end, LimitReached) else Status.INTERRUPTED
