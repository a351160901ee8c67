"""The questions that one can ask about a problem. All of them run `solve` with a strategy."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar, Unpack

from clew.constraints.base import name_of
from clew.errors import InputError, Interrupted, OptionError, Stopped
from clew.options import Options
from clew.outcome import LimitReached, Outcome, Status
from clew.problem import Problem, Violation
from clew.solution import Solution
from clew.strategies import All, Count, First, Strategy, Unique, Uniqueness
from clew.walking import Walk, added, answered, bounds

R = TypeVar("R")


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
        InputError: the checkpoint is of another search, is damaged, or is none.
        CheckpointError: the checkpoint cannot be written any more.
    """
    if not isinstance(strategy, Strategy):
        raise OptionError(f"{strategy!r} is not a strategy: give an object such as clew.All()")
    if options.get("checkpoint") is not None:
        from clew.subtrees.keeping import solve_kept

        return solve_kept(problem, strategy, options)
    run = None
    if is_cut(options) and (run := _counting_grids(problem, strategy, options)) is None:
        from clew.subtrees import running

        return running.solve(problem, strategy, options)
    return _solved(problem, strategy, options, run)


def _solved(
    problem: Problem[Any, Any], strategy: Strategy[Any], options: Options, run: Walk | None = None
) -> Outcome[Any]:
    """The outcome of a search in one piece, by a walk that may have been made for it before."""
    result = strategy.empty()
    is_hopeless = (lambda state: strategy.is_hopeless(result, state)) if bounds(strategy) else None
    run = run or Walk(problem, options, strategy, is_hopeless)
    exhausted = False
    try:
        if type(strategy) is All and run.plan.limits.solutions is None:
            with _collector_paused():
                for batch in run.batches():
                    result += batch
            exhausted = True
        elif strategy.lists:
            for solution in run.solutions():
                result = added(strategy, result, solution, run.found)
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


def is_cut(options: Options) -> bool:
    """Whether the search is one of subtrees."""
    if not options.keys() & {"jobs", "executor", "subtree"}:
        return False
    from clew.subtrees import running

    return running.is_wanted(options)


def _counting_grids(problem: Problem[Any, Any], strategy: Strategy[Any], options: Options) -> Walk | None:
    """The walk that counts grids whole lines at a time: that is not cut, for threads share the work from within."""
    if strategy.lists or bounds(strategy) or options.get("executor") is not None or options.get("subtree") is not None:
        return None
    run = Walk(problem, options, strategy)
    return None if run.plan.lines is None else run


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
    if is_cut(options):
        from clew.subtrees import running

        return running.solutions(problem, options)
    run = Walk(problem, options)
    return answered(run, run.solutions())


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
