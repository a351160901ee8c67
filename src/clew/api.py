"""The questions that one can ask about a problem. All of them run `solve` with a strategy."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, Unpack

from clew.constraints.names import Arithmetic, Condition, name_of
from clew.errors import InputError, OptionError, shown
from clew.limits import LIMIT
from clew.options import Options
from clew.outcome import Interrupted, LimitReached, Outcome, Status, Stopped
from clew.planning.iterating import answered
from clew.planning.ladder import has_threads
from clew.planning.validation import check_given, check_objective, check_problem, check_strategy
from clew.planning.walking import Walk, bounds, searched, unstarted
from clew.problem.declared import Violation, declared_domains, declared_given, title_of
from clew.problem.origins import iterating, surface, surfacing
from clew.problem.problem import Problem
from clew.solution import Solution
from clew.strategies import Best, Count, First, Strategy, Unique

if TYPE_CHECKING:
    from clew.solution import Optimum, Uniqueness

R = TypeVar("R")

FIRST: Final = First()
COUNT: Final = Count()
UNIQUE: Final = Unique()


def solve(
    problem: Problem[Any, Any],
    strategy: Strategy[Any] = None,  # type: ignore[assignment]
    **options: Unpack[Options],
) -> Outcome[Any]:
    """Search a problem and let a strategy make of the solutions what it will.

    A limit or Ctrl-C ends the search early; the outcome says so and keeps what was found.

    Args:
        problem: what to search.
        strategy: how to turn the solutions into a result.
        options: see `Options`.

    Raises:
        OptionError: an option does not exist or does not fit the problem.
        ProblemError: the problem breaks the contract of the hooks.
        InputError: the checkpoint is of another search, is damaged, or is none.
        CheckpointError: the checkpoint cannot be written any more.
        Exception: every exception of the problem's or the strategy's code, unchanged: `StopIteration` too.
    """
    if not isinstance(strategy, Strategy):
        check_strategy(strategy)
    if isinstance(strategy, Best):
        check_objective(problem, strategy)
    started = time.perf_counter()
    outer = LIMIT.set(None)  # not the limit of a call in whose midst this one is made
    try:
        return _solved(problem, strategy, options)
    except LimitReached as limit:
        return unstarted(started, limit.status, strategy.finish(strategy.empty(), False))
    except RuntimeError as error:
        surface(error)
        raise
    finally:
        LIMIT.reset(outer)


def _solved(problem: Problem[Any, Any], strategy: Strategy[Any], options: Options) -> Outcome[Any]:
    if options.get("hint") is not None:
        from clew.planning.hinted import with_hint

        return with_hint(problem, strategy, options, _solved)
    if options.get("checkpoint") is not None:
        from clew.scale.checkpoint.specification import solve_with_checkpoint

        return solve_with_checkpoint(problem, strategy, options)
    run = None
    if is_cut(options) and (run := _sharing(problem, strategy, options)) is None:
        from clew.scale.parallel import running

        return running.solve(problem, strategy, options)
    return searched(problem, strategy, options, run)


def is_cut(options: Options) -> bool:
    """Whether the search is one of subtrees."""
    if not options.keys() & {"jobs", "executor", "subtree"}:
        return False
    from clew.scale.parallel import running

    return running.is_wanted(options)


def _sharing(problem: Problem[Any, Any], strategy: Strategy[Any], options: Options) -> Walk | None:
    """The walk whose threads share the work from within, so that its tree is not cut, if there is one.

    It counts by masks or grids by whole lines, or looks for the best solution, or for so few that it may learn.
    """
    is_bounded = isinstance(strategy, Best) and strategy.weighted is not None
    if ((strategy.lists and not strategy.stops) or bounds(strategy)) and not is_bounded:
        return None
    if options.get("executor") is not None or options.get("subtree") is not None:
        return None
    run = Walk(problem, options, strategy)
    is_in_order = strategy.lists and not is_bounded and options.get("in_order") is True
    is_cut_as_asked = is_in_order or any(options.get(name) is not None for name in ("cutting", "subtree_timeout"))
    return run if run.plan.lines is not None or (has_threads(run.plan) and not is_cut_as_asked) else None


def first(problem: Problem[Any, Any], **options: Unpack[Options]) -> Solution[Any, Any] | None:
    """The first solution in search order, or None if there is none.

    Raises:
        Stopped: a limit struck before either was known.
    """
    solution: Solution[Any, Any] | None = _answer(solve(problem, FIRST, **options)).result
    return solution


@iterating
def solutions(problem: Problem[Any, Any], **options: Unpack[Options]) -> Iterator[Solution[Any, Any]]:
    """The solutions one by one, in search order, each searched for when it is asked for.

    None of them is kept: the millionth costs no more memory than the first. A limit on solutions ends the
    iteration; their values are kept then, so that none comes twice if the search leaves its order.

    Raises:
        Stopped: a limit on time or nodes struck; the solutions until then were given.
        ProblemError: the problem's code raised `StopIteration`, which is the cause of this error: an iterator cannot
            raise it without seeming to end. Other exceptions of that code surface unchanged.
    """
    if is_cut(options):
        from clew.scale.parallel import running

        return running.solutions(problem, options)
    started = time.perf_counter()
    try:
        run = Walk(problem, options)
    except LimitReached as limit:
        raise Stopped(unstarted(started, limit.status, None)) from None
    return answered(run, run.solutions())


def count(problem: Problem[Any, Any], **options: Unpack[Options]) -> int:
    """How many solutions there are.

    Raises:
        Stopped: a limit struck; `outcome.result` is the count until then.
    """
    number: int = _answer(solve(problem, COUNT, **options)).result
    return number


def best(
    problem: Problem[Any, Any],
    objective: Any = None,
    sense: Literal["min", "max"] | Sequence[Literal["min", "max"]] | None = None,
    *,
    on_improvement: Callable[[Solution[Any, Any], Any], Any] | None = None,
    **options: Unpack[Options],
) -> Optimum:
    """The solution with the smallest objective, or the largest, and whether it is proved that none is better.

    A limit ends the search early: then the best solution found until then is the answer, and `is_optimal` is False.

    Args:
        problem: what to search.
        objective: a variable or its name, an expression such as `x + 2 * (y == 3)`, or a function of a solution. Of a
            variable and an expression the search does not enter what its bounds rule out; a function is asked of
            solutions alone. Or several variables and expressions as a list or a tuple, the most important one first:
            of the solutions that are best by one the next one decides, and the value and the bound are tuples. (A tuple
            of names alone is the name of one variable.) The costs of soft constraints (`clew.soft`) are added to an
            objective, or subtracted from one that is to be large; without an objective, they are it. A list has to name
            them, as `model.cost`. By default the problem's own objective.
        sense: `min` for the smallest, as by default, `max` for the largest; for a list of objectives a list of them may
            say it for each. Of the problem's own objective, by default its own sense.
        on_improvement: is called with each solution that is better than those before, and its objective.
        options: see `Options`.

    Raises:
        OptionError: the objective is none, the problem lacks one of its variables, or as for `solve`.
        Interrupted: by Ctrl-C; its `optimum` is the answer until then.
        Exception: every exception of a function of the caller.
    """
    found, outcome = optimum(problem, *_asked(problem, objective, sense), on_improvement, options)
    if outcome.status is Status.INTERRUPTED:
        raise Interrupted(outcome, found)
    return found


def optimum(
    problem: Problem[Any, Any], objective: Any, sense: Any, on_improvement: Any, options: Options
) -> tuple[Optimum, Outcome[Any]]:
    """The best solution as for `best`, and the outcome of the search for it, which may be interrupted."""
    is_named = isinstance(objective, tuple) and not any(isinstance(one, (Arithmetic, Condition)) for one in objective)
    if isinstance(objective, (list, tuple)) and objective and not is_named:
        from clew.ranking import in_order  # most searches have one objective

        senses: Any = [sense] * len(objective) if isinstance(sense, str) else sense
        return in_order(problem, objective, senses, on_improvement, options)
    if sense not in ("min", "max"):
        raise OptionError(f"sense must be min or max, not {shown(sense)}")
    from clew.solution import Optimum

    strategy = Best(with_soft(problem, objective, sense), maximize=sense == "max", on_improvement=on_improvement)
    outcome = solve(problem, strategy, **options)
    solution = outcome.result
    value = None if solution is None else strategy.objective(solution)
    is_optimal = solution is not None and outcome.exhausted
    bound = value if is_optimal else outcome.bound
    return Optimum(solution, value, bound, is_optimal, outcome.status, outcome.statistics), outcome


def _asked(problem: Problem[Any, Any], objective: Any, sense: Any) -> tuple[Any, Any]:
    """The objective, by default that of the problem, and its sense."""
    if objective is None and isinstance(problem, Problem) and (own := problem.objective()) is not None:
        return own, sense or problem.sense
    return objective, sense or "min"


def with_soft(problem: Problem[Any, Any], objective: Any, sense: str) -> Any:
    """An objective with the costs of the soft constraints of a problem, if it has any."""
    if not (some := tuple(problem.soft_constraints()) if isinstance(problem, Problem) else ()):
        if objective is None:
            raise OptionError(
                "no objective: name one, as in clew.best(problem, x + y), or require clew.soft constraints"
            )
        return objective
    from clew.constraints.soft import with_costs

    return with_costs(some, objective, sense)


def check(problem: Problem[Any, Any], **options: Unpack[Options]) -> Uniqueness:
    """Whether there is no solution, exactly one, or several, with one or two of them as witnesses.

    The answer is `undecided` if a limit struck before it was known. Ctrl-C raises `Interrupted`.
    """
    outcome = solve(problem, UNIQUE, **options)
    if outcome.status is Status.INTERRUPTED:
        raise Interrupted(outcome)
    verdict: Uniqueness = outcome.result
    return verdict


def is_unique(problem: Problem[Any, Any], **options: Unpack[Options]) -> bool:
    """Whether there is exactly one solution. False: none, or several; `check` tells which.

    Raises:
        Stopped: a limit struck before it was known.
    """
    verdict: Uniqueness = _answer(solve(problem, UNIQUE, **options)).result
    return verdict.answer == "unique"


@surfacing()
def violations(problem: Problem[Any, Any], assignment: Mapping[Any, Any]) -> tuple[Violation, ...]:
    """The rules that a full or partial assignment breaks, as the problem itself judges it; none if it is sound.

    Raises:
        InputError: the assignment has a variable that the problem does not have.
        OptionError: this is no problem, or no assignment.
    """
    from clew.problem.naming import Names

    check_problem(problem)
    check_given(assignment, "an assignment")
    domains, given = declared_domains(problem), declared_given(problem)
    broken, names = [], Names(problem)
    assignment = {name_of(variable): value for variable, value in assignment.items()}
    for variable, value in assignment.items():
        if domains and variable not in domains:
            raise InputError(f"{title_of(problem)} has no variable {variable!r}")
        if domains and value not in domains[variable]:
            broken.append(Violation("domain", f"{names.variable(variable)} cannot be {value!r}", (variable,)))
        elif variable in given and given[variable] != value:
            message = f"{names.variable(variable)} is given as {given[variable]!r}, not {value!r}"
            broken.append(Violation("given", message, (variable,)))
    return tuple(broken) or tuple(problem.violations(assignment))


def _answer(outcome: Outcome[R]) -> Outcome[R]:
    """The outcome, if it is complete."""
    if outcome.status is Status.COMPLETE:
        return outcome
    raise Interrupted(outcome) if outcome.status is Status.INTERRUPTED else Stopped(outcome)
