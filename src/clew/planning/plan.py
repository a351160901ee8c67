"""A plan: a problem and the options of a call, made into what runs, in five steps.

1. Check the request.
2. Ask the problem what it declares.
3. Choose the level and the domains, without compiling (`clew.planning.choices`).
4. Compile, once.
5. Say which orderings and limits are in force. The first method of the ladder that fits runs the search
   (`clew.planning.methods`).

What only the search in Python needs (`clew.planning.loop_plan`) is not even imported for one that the engine runs.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from clew.errors import OptionError
from clew.limits import limited
from clew.options import Options
from clew.outcome import Clock
from clew.planning.choices import Choice, Declaration, Request
from clew.planning.fitting import objective_in, unfit
from clew.problem.problem import Problem
from clew.strategies import Strategy

try:
    from clew.core.compiler import CannotCompileError
    from clew.planning.engine_plan import EnginePlan
except ImportError:  # there is no engine: `unfit` says so, and why
    pass

if TYPE_CHECKING:
    from clew.planning.running import Plan
    from clew.planning.wrappers import Hopeless


def make_plan(
    problem: Problem[Any, Any],
    options: Options,
    strategy: Strategy[Any] | None = None,
    is_hopeless: Hopeless | None = None,
    *,
    whole: bool = False,
    clock: Clock | None = None,
) -> Plan:
    """The plan for a problem.

    Args:
        problem: the problem.
        options: see `Options`.
        strategy: what becomes of the solutions; the choices left open depend on it.
        is_hopeless: says which nodes need not be entered, if any.
        whole: whether every domain keeps its lane whole, because the caller looks at values other than the given
            ones: it searches several instances on one network, or maps values by symmetries.
        clock: tells when the time is up, if not the limits of the call.

    Raises:
        OptionError: an option does not exist or does not fit the problem.
        LimitReached: a limit on time or memory was reached before the search could begin.
    """
    from clew.planning.loop_plan import loop_plan

    request = Request.checked(problem, options, strategy, whole=whole)
    return _within(request, clock, lambda clock: loop_plan(request, *_chosen(request), is_hopeless, clock))


def walking_plan(
    problem: Problem[Any, Any],
    options: Options,
    strategy: Strategy[Any] | None = None,
    is_hopeless: Hopeless | None = None,
    clock: Clock | None = None,
    *,
    whole: bool = False,
) -> Plan | EnginePlan:
    """The plan for a problem that is searched from its root on, in one piece: by the engine, if that can and may.

    Args and errors are those of `make_plan`.
    """
    request = Request.checked(problem, options, strategy, whole=whole)

    def made(clock: Clock | None) -> Plan | EnginePlan:
        declared, choice = _chosen(request)
        asks = is_hopeless is not None and objective_in(strategy) is None
        why_not = "a bound is asked in Python" if asks else unfit(request, declared, choice)
        if not why_not:
            try:
                return EnginePlan.of(request, declared, choice, clock)
            except CannotCompileError as error:
                why_not = str(error)
        if request.kernel == "compiled":
            raise OptionError(f"kernel 'compiled' cannot run this: {why_not}")
        from clew.planning.loop_plan import loop_plan

        return loop_plan(request, declared, choice, is_hopeless, clock)

    return _within(request, clock, made)


M = TypeVar("M")


def _within(request: Request, clock: Clock | None, make: Callable[[Clock | None], M]) -> M:
    """What is made for a request, within its limits."""
    limits = request.limits
    if limits.time is not None or limits.memory is not None:
        until = math.inf if limits.time is None else time.perf_counter() + limits.time
        clock = Clock(until, limits.memory)
    if clock is None:  # a limit may still be in force: that of a search with workers
        return make(None)
    with limited(clock.look):
        return make(clock)


def _chosen(request: Request) -> tuple[Declaration, Choice]:
    """What the problem declares, and what is chosen for it."""
    declared = Declaration.of(request.problem)
    return declared, Choice.of(request, declared)
