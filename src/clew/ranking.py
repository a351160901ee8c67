"""Several objectives, one after the other; and the solutions from the best to the worst.

Both are searches for the best of a problem with one more constraint, about an objective that was looked at before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from clew.constraints.arithmetic import Comparison
from clew.constraints.base import Constraint
from clew.constraints.expressions import compare
from clew.constraints.names import Arithmetic, Condition, name_of
from clew.constraints.resolving import whole
from clew.errors import OptionError, shown
from clew.outcome import Interrupted, Limits, Outcome, Status, Stopped
from clew.problem.twin import twin_of
from clew.records import evolve
from clew.solution import Optimum, Solution
from clew.strategies import Best

if TYPE_CHECKING:
    from clew.options import Options
    from clew.problem.problem import Problem

Sense = Literal["min", "max"]


def in_order(
    problem: Problem[Any, Any],
    objectives: Sequence[Any],
    senses: Sequence[Sense],
    on_improvement: Callable[[Solution[Any, Any], Any], Any] | None,
    options: Options,
) -> tuple[Optimum, Outcome[Any]]:
    """The best solution by several objectives: of those that are best by one, the best by the next; the last outcome.

    Args:
        problem: what to search.
        objectives: variables, names or expressions.
        senses: for each whether it is to be small or large.
        on_improvement: is called with each solution that is better by the objective that is looked at, and its value.
        options: see `Options`; a limit on time is one on all searches together.
    """
    from clew.api import optimum  # which calls this

    if len(senses) != len(objectives) or not objectives:
        raise OptionError(f"there are {len(objectives)} objectives and {len(senses)} senses: give one sense for each")
    found, plain = list[Any]([None] * len(objectives)), twin_of(problem, soft_constraints=tuple)
    known, last, began, limits = list[Constraint](), None, time.perf_counter(), options.get("limits") or Limits()
    for k, (objective, sense) in enumerate(zip(objectives, senses, strict=True)):
        if k and limits.time is not None:
            options["limits"] = evolve(limits, time=max(0.0, limits.time - (time.perf_counter() - began)))
        own, outcome = optimum(_with(plain, known), objective, sense, on_improvement, options)
        found[k] = own.bound
        last = own if own.solution is not None or last is None else evolve(own, solution=last.solution)
        if not own.is_optimal:
            break
        known.append(_compared(objective, "==", own.objective))
    return _of(problem, objectives, last, tuple(found)), outcome


def _of(problem: Problem[Any, Any], objectives: Sequence[Any], last: Any, bound: tuple[Any, ...]) -> Optimum:
    """The answer, with the values of all objectives."""
    if last.solution is None:
        return evolve(last, objective=None, bound=bound)  # type: ignore[no-any-return]
    solution = Solution(problem, dict(last.solution))
    values = tuple([Best(one).objective(solution) for one in objectives])
    return evolve(last, solution=solution, objective=values, bound=bound)  # type: ignore[no-any-return]


def ranked(
    problem: Problem[Any, Any], objective: Any = None, sense: Sense = "min", **options: Unpack[Options]
) -> Iterator[tuple[Solution[Any, Any], Any]]:
    """The solutions from the best to the worst, each with its value; of equals, in any order.

    ```python
    import clew

    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(x + y >= 2)
    for solution, cost in clew.ranked(model, 2 * x + y):
        print(cost, *solution.row())  # 2 0 2, then 3 1 1, then 4 1 2 and 4 2 0, ...
    ```

    Each is searched when it is asked for: take the first few with `itertools.islice`, or all of the best while the
    value stays the same. Every new value costs a search for the best among those that are worse.

    Args:
        problem: what to search.
        objective: a variable or its name, or an expression; the costs of soft constraints count as for `clew.best`.
        sense: `min` for the smallest first, `max` for the largest.
        options: see `Options`; limits hold for each search.

    Raises:
        Stopped: a limit struck before the next solution was known.
        OptionError: as for `best`; or the objective is a function, which cannot be a constraint.
    """
    from clew.api import solutions, solve, with_soft

    if sense not in ("min", "max"):
        raise OptionError(f"sense must be min or max, not {shown(sense)}")
    objective = with_soft(problem, objective, sense)
    worse: list[Constraint] = []
    while True:
        strategy = Best(objective, maximize=sense == "max")
        outcome = solve(_with(problem, worse), strategy, **options)
        if outcome.status is Status.INTERRUPTED:
            raise Interrupted(outcome)
        if not outcome.exhausted:
            raise Stopped(outcome)
        if outcome.result is None:
            return
        value = strategy.objective(outcome.result)
        for solution in solutions(_with(problem, [_compared(objective, "==", value)]), **options):
            yield Solution(problem, dict(solution)), value
        worse = [_compared(objective, "<" if sense == "max" else ">", value)]


def _with(problem: Problem[Any, Any], more: list[Constraint]) -> Problem[Any, Any]:
    """A problem with more constraints."""
    return twin_of(problem, constraints=lambda: (*problem.constraints(), *more)) if more else problem


def _compared(objective: Any, relation: str, value: Any) -> Constraint:
    """The constraint that an objective compares so with a value."""
    if isinstance(objective, Condition):
        objective = +objective
    if isinstance(objective, Arithmetic):
        return whole(compare(objective, relation, value))
    if callable(objective):
        raise OptionError(f"{shown(objective)} is a function: give a variable or an expression as the objective")
    return Comparison((name_of(objective),), relation, value)
