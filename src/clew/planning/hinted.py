"""The option `hint`: before the search that was asked for, a short one tries the values of the hint first.

So a hint that is a solution is found at once, and one that is nearly a solution is repaired. In the engine the short
search learns from dead ends and keeps to the hint as it keeps to its latest values (K. Pipatsrisawat and A. Darwiche, A
lightweight component caching scheme for satisfiability solvers, 2007); in Python the hint orders the values. Nothing
but the solution remains of it: the answer, or the first incumbent, so a hint costs the proof nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Final, cast

import attrs

from clew.errors import OptionError
from clew.options import Options
from clew.outcome import LimitReached, Limits, Outcome, Status
from clew.planning.engine_method import assumed, engine_walk, program
from clew.planning.plan import Plan, looking, make_plan
from clew.planning.validation import checked
from clew.planning.walking import Walk, searched, status_of, unstarted
from clew.problem.declared import declared_domains
from clew.problem.problem import AnyProblem
from clew.records import evolve
from clew.solution import AnySolution, Solution
from clew.state.counters import Counters
from clew.strategies import Best, First, Incumbent, Strategy

NODES: Final = 2000
"""Nodes that the short search may enter, besides two for each variable, and at most half of those of a limit."""

KEPT: Final = ("given", "assume", "inference", "seed", "cancel", "kernel", "verify")
"""The options that the short search has too."""


@attrs.frozen
class Improving(Best):
    """The best solution, one of which is known."""

    known: Incumbent = attrs.field(default=None, kw_only=True)

    def empty(self) -> Incumbent:
        return self.known


def with_hint(
    problem: AnyProblem, strategy: Strategy[Any], options: Options, solve: Callable[..., Outcome[Any]]
) -> Outcome[Any]:
    """The outcome of a search that tries the values of a hint first.

    Args:
        problem: the problem.
        strategy: the strategy; one that is neither `First` nor `Best` ignores a hint.
        options: see `Options`, with a `hint`.
        solve: searches without a hint.
    """
    limits, started, hint = checked(problem, options), time.perf_counter(), options["hint"]
    rest = cast(Options, {**options, "hint": None})
    is_kept = options.get("checkpoint") is not None or options.get("subtree") is not None
    if not hint or is_kept or limits.nodes == 1 or type(strategy) not in (First, Best):
        return solve(problem, strategy, rest)
    begun = _begun(problem, hint, options, limits)
    if begun.status is Status.INTERRUPTED:
        return begun
    is_enough = begun.result is not None and (limits.solutions == 1 or isinstance(strategy, First))
    strategy = _knowing(strategy, begun.result)
    if is_enough:  # the search remains, because it rejects options that do not fit
        rest["given"] = dict(begun.result)
    try:
        if isinstance(strategy, Improving):
            strategy.report(None, strategy.known)
        outcome = solve(problem, strategy, {**rest, "limits": _left(limits, begun, started)})
    except (LimitReached, KeyboardInterrupt) as end:
        outcome = unstarted(started, status_of(end), strategy.finish(strategy.empty(), False))
    if is_enough:
        status = outcome.status if outcome.status is Status.INTERRUPTED else Status.SOLUTION_LIMIT
        return begun if isinstance(strategy, First) else evolve(begun, status=status)
    return evolve(outcome, statistics=_together(begun.statistics, outcome.statistics))


def _knowing(strategy: Strategy[Any], found: AnySolution | None) -> Strategy[Any]:
    """The strategy that begins with a solution, if there is one and it looks for better ones."""
    if found is None or not isinstance(strategy, Best):
        return strategy
    known = strategy.objective(found), found
    parts = {name: getattr(strategy, name) for name in ("maximize", "bound", "on_improvement")}
    return Improving(strategy.objective, known=known, **parts)


def _left(limits: Limits, begun: Outcome[Any], started: float) -> Limits:
    """The limits that the short search leaves."""
    left, number = limits.after(begun.statistics.nodes), limits.solutions
    seconds = None if limits.time is None else max(0.0, limits.time - (time.perf_counter() - started))
    return evolve(left, time=seconds, solutions=number and max(1, number - begun.statistics.solutions))


def _together(one: Any, other: Any) -> Any:
    """The statistics of two searches, told as those of the second."""
    both = Counters([*one.nodes_per_level], one.failures)
    both.add(other.nodes_per_level, other.failures)
    sums = {name: getattr(one, name) + getattr(other, name) for name in ("solutions", "seconds")}
    return evolve(other, nodes_per_level=tuple(both.nodes_per_level), failures=both.failures, **sums)


def _begun(problem: AnyProblem, hint: Mapping[Any, Any], options: Options, limits: Limits) -> Outcome[Any]:
    """The outcome of the short search: a solution or none."""
    nodes = NODES + 2 * len(declared_domains(problem))
    ration = Limits(limits.time, min(nodes, (limits.nodes or 2 * nodes) // 2), None, limits.memory)
    named: dict[str, Any] = dict(options)
    own: dict[str, Any] = {**{name: named[name] for name in KEPT if name in named}, "limits": ration}
    learning: Any = {**own, "learning": "nogoods"}
    ordered: Any = {**own, "kernel": "python", "value_order": _values_of(hint)}
    try:
        plan = make_plan(problem, learning, First())
    except (OptionError, LimitReached):  # something gives no reasons
        plan = None
    if plan is None or not plan.is_compiled or not plan.is_exact or plan.given is None:
        return searched(problem, First(), ordered)
    return _learned(problem, plan, hint)


def _values_of(hint: Mapping[Any, Any]) -> Callable[..., Iterable[Hashable]]:
    """The ordering of values by a hint."""

    def order(state: object, variable: Hashable, values: Iterable[Hashable]) -> Iterable[Hashable]:
        return sorted(values, key=lambda value: variable not in hint or value != hint[variable])

    return order


def _learned(problem: AnyProblem, plan: Plan, hint: Mapping[Any, Any]) -> Outcome[Any]:
    """The outcome of a search of the engine that learns, and tries the values of a hint first."""
    run, made, walk = Walk(problem, {}, First(), plan=plan), program(plan), engine_walk(plan)
    search, rows, status = walk.search(assumed(plan, made), nodes=plan.limits.nodes), list[Any](), Status.COMPLETE
    own = [(k, made.values[k], hint[name]) for name, k in made.places.items() if name in hint]
    search.prefer([(k, values.index(value)) for k, values, value in own if value in values])
    try:
        with looking(plan.clock):
            for one in walk.run(search, run.counters):
                rows = rows or one.fetch(made.values)
    except (LimitReached, KeyboardInterrupt) as end:
        status = status_of(end)
    run.found = len(rows[:1])
    result = Solution.placed(problem, made.places, rows[:1])[0] if rows else None
    return Outcome(result, status, False, run.statistics())
