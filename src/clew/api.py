"""The questions that one can ask about a problem. All of them run `solve` with a strategy."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from clew.constraints.base import name_of
from clew.errors import InputError, Interrupted, OptionError, ProblemError, Stopped
from clew.kernels.python import Box
from clew.options import Options
from clew.outcome import LimitReached, Outcome, Statistics, Status
from clew.plan import make_plan
from clew.problem import Problem, Violation
from clew.search import Counters
from clew.solution import Solution
from clew.state import DEAD_END, State
from clew.strategies import All, Count, First, Strategy, Unique, Uniqueness

if TYPE_CHECKING:
    from clew.observe.progress import Progress, Ticker

R = TypeVar("R")
AnyState = State[Any, Any]


def solve(problem: Problem[Any, Any], strategy: Strategy[Any], **options: Unpack[Options]) -> Outcome[Any]:
    """Search a problem and let a strategy make of the solutions what it will.

    A limit or Ctrl-C ends the search early; the outcome says so and keeps what was found.

    Args:
        problem: what to search.
        strategy: what becomes of the solutions.
        options: see `Options`.

    Raises:
        OptionError: an option does not exist or does not fit the problem.
        ProblemError: the problem breaks the contract of the hooks.
    """
    if not isinstance(strategy, Strategy):
        raise OptionError(f"{strategy!r} is not a strategy: give an object such as clew.All()")
    result = strategy.empty()
    bounded = type(strategy).is_hopeless is not Strategy.is_hopeless
    run = _Run(problem, options, strategy, (lambda state: strategy.is_hopeless(result, state)) if bounded else None)
    exhausted = False
    try:
        if type(strategy) is All and run.plan.limits.solutions is None:
            with _collector_paused():
                for batch in run.batches():
                    result += batch
            exhausted = True
        elif strategy.lists:
            for solution in run.solutions():
                result = _added(strategy, result, run, solution)
                if strategy.is_enough(result):
                    break
            else:
                exhausted = True
        else:
            for number in run.counts():
                result = strategy.add_count(result, number)
                if strategy.is_enough(result):
                    break
            else:
                exhausted = True
        status = Status.COMPLETE
    except LimitReached as limit:
        status = limit.status
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    finally:
        run.close()
    run.conclude(exhausted=exhausted)
    if run.counters.unreported:
        run.found += run.counters.unreported
        result = strategy.add_count(result, run.counters.unreported)
    return Outcome(strategy.finish(result, exhausted), status, exhausted, run.statistics())


@contextmanager
def _collector_paused() -> Iterator[None]:
    """While a list of solutions grows nothing in it is garbage, and to look it through takes longer than to make it."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():
                gc.freeze()  # what is new counts as old now,
                gc.unfreeze()  # so it is not looked through either when the collector starts again
            gc.enable()


def _added(strategy: Strategy[R], result: R, run: _Run, solution: Solution[Any, Any]) -> R:
    """The result with one more solution; what the strategy raises tells which solution it was."""
    try:
        return strategy.add(result, solution)
    except Exception as error:
        error.add_note(f"while {type(strategy).__name__} took in solution {run.found}, {solution!r}")
        raise


def first(problem: Problem[Any, Any], **options: Unpack[Options]) -> Solution[Any, Any] | None:
    """The first solution in search order, or None if there is none.

    Raises:
        Stopped: a limit struck before either was known.
    """
    solution: Solution[Any, Any] | None = _answer(solve(problem, First(), **options)).result
    return solution


def solutions(problem: Problem[Any, Any], **options: Unpack[Options]) -> Iterator[Solution[Any, Any]]:
    """The solutions one by one, in search order, each searched for when it is asked for.

    None of them is kept: the millionth costs no more memory than the first. A limit on solutions ends the
    iteration.

    Raises:
        Stopped: a limit on time or nodes struck; the solutions until then were given.
    """
    return _listed(_Run(problem, options))


def _listed(run: _Run) -> Iterator[Solution[Any, Any]]:
    status = Status.COMPLETE
    try:
        yield from run.solutions()
    except LimitReached as limit:
        status = limit.status
    finally:
        run.close()
    run.conclude(exhausted=status is Status.COMPLETE)
    if status not in (Status.COMPLETE, Status.SOLUTION_LIMIT):
        raise Stopped(Outcome(None, status, False, run.statistics()))


def count(problem: Problem[Any, Any], **options: Unpack[Options]) -> int:
    """How many solutions there are.

    Raises:
        Stopped: a limit struck; `outcome.result` is the count until then.
    """
    number: int = _answer(solve(problem, Count(), **options)).result
    return number


def check(problem: Problem[Any, Any], **options: Unpack[Options]) -> Uniqueness:
    """Whether there is no solution, exactly one, or several, with one or two of them as witnesses.

    The answer is `undecided` if a limit struck before it was known. Ctrl-C raises `Interrupted`.
    """
    outcome = solve(problem, Unique(), **options)
    if outcome.status is Status.INTERRUPTED:
        raise Interrupted(outcome)
    verdict: Uniqueness = outcome.result
    return verdict


def is_unique(problem: Problem[Any, Any], **options: Unpack[Options]) -> bool:
    """Whether there is exactly one solution. False: none, or several; `check` tells which.

    Raises:
        Stopped: a limit struck before it was known.
    """
    verdict: Uniqueness = _answer(solve(problem, Unique(), **options)).result
    return verdict.answer == "unique"


def violations(problem: Problem[Any, Any], assignment: Mapping[Any, Any]) -> tuple[Violation, ...]:
    """The rules that a full or partial assignment breaks, as the problem itself judges it; none if it is sound.

    Raises:
        InputError: the assignment has a variable that the problem does not have.
    """
    domains, given = problem.domains(), problem.given()
    broken = []
    assignment = {name_of(variable): value for variable, value in assignment.items()}
    for variable, value in assignment.items():
        if domains and variable not in domains:
            raise InputError(f"{problem.name or type(problem).__name__} has no variable {variable!r}")
        name = problem.variable_name(variable)
        if domains and value not in domains[variable]:
            broken.append(Violation("domain", f"{name} cannot be {value!r}", (variable,)))
        elif variable in given and given[variable] != value:
            broken.append(Violation("given", f"{name} is given as {given[variable]!r}, not {value!r}", (variable,)))
    return tuple(broken) or tuple(problem.violations(assignment))


def _answer(outcome: Outcome[R]) -> Outcome[R]:
    """The outcome, if it is complete."""
    if outcome.status is Status.INTERRUPTED:
        raise Interrupted(outcome)
    if not outcome.is_complete:
        raise Stopped(outcome)
    return outcome


class _Run:
    """One search: its plan, its counters, its clock."""

    def __init__(
        self,
        problem: Problem[Any, Any],
        options: Options,
        strategy: Strategy[Any] | None = None,
        is_hopeless: Callable[[AnyState], bool] | None = None,
    ) -> None:
        self.started = time.perf_counter()
        self.problem = problem
        self.plan = make_plan(problem, options, strategy, is_hopeless)
        verify = options.get("verify")
        self.verify = not self.plan.is_exact if verify is None else verify
        self.counters = Counters()
        self.found = 0
        self._running: Iterator[Any] = iter(())
        self._ticker = self._told(options.get("progress"))

    def _told(self, report: Callable[[Progress], Any] | bool | None) -> Ticker | None:
        """What tells of the progress, if anybody wants to know."""
        if not report:
            return None
        from clew.observe.progress import Ticker, Watch

        return Ticker(report, Watch(self.counters, lambda: self.found, self.started))

    def _begun(self, results: Iterator[R]) -> Iterator[R]:
        """The results of the search, which begins now."""
        self._running = results if self._ticker is None else self._ticker.around(results)
        return self._running

    def close(self) -> None:
        """End a search that nobody asks anything more of, so that its counters are up to date."""
        if isinstance(self._running, Generator):
            self._running.close()
        if self._ticker is not None:
            self._ticker.stop()

    def conclude(self, *, exhausted: bool) -> None:
        """Tell of the progress once more.

        Args:
            exhausted: whether the whole tree was walked.
        """
        if self._ticker is not None:
            self._ticker.conclude(exhausted=exhausted)

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
            ProblemError: the problem's own judgement refuses what its hooks let through.
        """
        limit = self.plan.limits.solutions
        for solution in chain.from_iterable(self._lists()):
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
        tuples = self.plan.batches(self.counters)
        if tuples is not None:
            for places, batch in self._begun(tuples):
                yield Solution.placed(self.problem, places, batch)
            return
        for leaf in self._begun(self.plan.leaves(self.counters)):
            yield self._of_box(leaf) if isinstance(leaf, Box) else (self._of_state(leaf),)

    def _of_box(self, box: Box) -> Iterator[Solution[Any, Any]]:
        """The solutions of a box: its last variable takes each of its values."""
        values, open_place, last = self.plan.decoded(box)
        if open_place < 0:
            yield from Solution.placed(self.problem, self.plan.places, [tuple(values)])
            return
        taken = 0
        try:
            for value in last:
                values[open_place] = value
                taken += 1
                yield from Solution.placed(self.problem, self.plan.places, [tuple(values)])
        finally:
            self.counters.enter(box.depth + 1, taken)

    def _of_state(self, leaf: AnyState) -> Solution[Any, Any]:
        """The solution at a leaf: declared variables in their order, then the others as decided."""
        values = {v: w for v in leaf.lanes.variables if (w := leaf.get(v, DEAD_END)) is not DEAD_END}
        return Solution(self.problem, values | dict(leaf.items()))

    def _judge(self, solution: Solution[Any, Any]) -> None:
        for violation in self.problem.violations(solution):
            raise ProblemError(
                f"{self.problem.name or type(self.problem).__name__}: the hooks let through an assignment that "
                f"violations() refuses: {violation}"
            )

    def statistics(self) -> Statistics:
        levels = self.counters.nodes_per_level
        return Statistics(
            nodes_per_level=tuple(levels[: max((k for k, n in enumerate(levels) if n), default=0) + 1]),
            failures=self.counters.failures,
            solutions=self.found,
            seconds=time.perf_counter() - self.started,
            inference=self.plan.inference,
            variable_order=self.plan.variable_order,
            kernel=self.counters.kernel or self.plan.kernel,
        )
