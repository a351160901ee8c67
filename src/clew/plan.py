"""A plan: a problem and the options of a call, made into what runs, in five steps.

1. Check the request.
2. Ask the problem what it declares.
3. Choose the level and the domains, without compiling (`clew.choices`).
4. Compile, once.
5. Make the steps of the loop, and say which methods may run the search instead of it.

Everything that is not search (limits, bounds, observers, orderings) is wrapped around the two functions
of the loop (`clew.wrappers`), and only if it was asked for.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.arguments import observers_of
from clew.choices import Choice, Declaration, Request, assumed, ordering
from clew.errors import OptionError
from clew.heuristics.restarts import STRONG, STRONG_WIDTH
from clew.heuristics.variable_order import DOMAINS_ALONE, VariableOrder, WeightedDegree
from clew.inference import HOOKS, start, steps
from clew.kernels.choose import COMPILED, COUNTED, LISTED, NATIVE_ORDERS, SINGLY, WIDEST, Mover, Purpose
from clew.lanes import Lanes
from clew.levels import UNIT, Level
from clew.limiting import limited
from clew.observe.position import Path
from clew.options import Options, jobs_of
from clew.outcome import Clock
from clew.problem import Problem, overrides, why_undeclared
from clew.propagation.compiler import compiled
from clew.propagation.network import Network
from clew.running import Plan, Stronger, line_counter
from clew.search import AnyState, Branch, Judge, LookAhead
from clew.state import DEAD_END, DeadEnd, State
from clew.strategies import Strategy
from clew.wrappers import bounded, branch_of, rationed, timed, variable_order_of

if TYPE_CHECKING:
    from clew.events import Observer
    from clew.kernels.restarts import Restarts
    from clew.observe.reporter import Reporter

FEW: Final = 1000
"""Solutions that a search may look for and leave its order: those found are kept, so that none is given twice."""

Hopeless = Callable[[AnyState], bool]


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
    started = time.perf_counter()
    request = Request.checked(problem, options, strategy, whole=whole)
    limits = request.limits
    if limits.time is not None or limits.memory is not None:
        clock = Clock(started + (math.inf if limits.time is None else limits.time), limits.memory)
    if clock is None:  # a limit may still be in force: that of a search with workers
        return _made(request, is_hopeless, None)
    with limited(clock.look):
        return _made(request, is_hopeless, clock)


def _made(request: Request, is_hopeless: Hopeless | None, clock: Clock | None) -> Plan:
    """The same, once the request is checked and the clock runs."""
    declared = Declaration.of(request.problem)
    choice = Choice.of(request, declared)
    network = compiled(choice.domains, declared.constraints, choice.level) if declared.is_searched else None
    lanes: Lanes[Any, Any] = Lanes(choice.domains) if network is None else network.lanes
    given = assumed(request, declared, lanes)
    order = ordering(request, choice, network, given)
    choose = variable_order_of(request.problem, lanes, order, request.options)
    return _planned(request, declared, choice, _Compiled(network, lanes, given, order, choose), is_hopeless, clock)


@attrs.frozen(eq=False)
class _Compiled:
    """The network and its lanes, the values assumed, the ordering by its name and as a function."""

    network: Network | None
    lanes: Lanes[Any, Any]
    given: Mapping[Any, Any] | None
    order: str | VariableOrder
    choose: VariableOrder


def _planned(
    request: Request,
    declared: Declaration,
    choice: Choice,
    made: _Compiled,
    is_hopeless: Hopeless | None,
    clock: Clock | None,
) -> Plan:
    """The steps of the loop, and which methods may run instead of it."""
    options, strategy, limits = request.options, request.strategy, request.limits
    kernel = options.get("kernel", "auto")
    observers = observers_of(options)
    tight = _tight(request, choice, made) and is_hopeless is None
    learns = isinstance(made.choose, WeightedDegree)
    restarts = learns and tight and kernel == "auto" and strategy is not None and strategy.restarts
    strong = _stronger(options, made.network, choice) if restarts else None
    draws = None if options.get("value_order") else random.Random(options.get("seed", 0))
    runs = None
    if restarts and observers and made.network is not None:
        from clew.kernels.restarts import Restarts

        runs = Restarts(made.network, draws, strong)
    loop = _loop(request, declared, choice, made, observers, runs, is_hopeless, clock)
    tight = tight and not observers
    decomposes = (
        tight
        and not learns
        and choice.level.propagates
        and kernel in ("auto", "native")
        and limits.nodes is None
        and not request.stops
    )
    lines = line_counter(made.network, loop.root) if decomposes and not request.lists else None
    if kernel == "native" and lines is None:  # who asks for the native kernel has it walk the tree
        decomposes = False
    most = None if strategy is None else strategy.most
    is_picky = request.stops and most is None  # only the strategy knows when it has enough
    plan = Plan(
        request.problem,
        loop.root,
        loop.branch,
        loop.judge,
        loop.look_ahead,
        choice.level,
        made.order if isinstance(made.order, str) else getattr(made.order, "__name__", type(made.order).__name__),
        limits,
        made.network,
        made.choose if isinstance(made.choose, DOMAINS_ALONE) else None,
        tight,
        restarts,
        draws,
        runs,
        loop.reporter,
        loop.path,
        decomposes,
        strong,
        _is_patient(request) and tight and kernel == "auto" and not restarts,
        clock,
        wants=LISTED if request.lists and not (is_picky or restarts) else SINGLY if request.lists else COUNTED,
        most=min((number for number in (most, limits.solutions) if number is not None), default=-1),
        last_first=options.get("value_order") == "reverse",
        jobs=jobs_of(options),
        lines=lines,
    )
    return _with_native(plan, options)


@attrs.frozen(eq=False)
class _Loop:
    """The root, the steps of the loop from there, and those who look on."""

    root: AnyState | DeadEnd
    branch: Branch
    judge: Judge | None
    look_ahead: LookAhead | None
    reporter: Reporter | None
    path: Path | None


def _loop(
    request: Request,
    declared: Declaration,
    choice: Choice,
    made: _Compiled,
    observers: tuple[Observer, ...],
    runs: Restarts | None,
    is_hopeless: Hopeless | None,
    clock: Clock | None,
) -> _Loop:
    """The steps of the loop, wrapped in what was asked for."""
    problem, options, level, choose = request.problem, request.options, choice.level, made.choose
    beginning = State.root(made.lanes)
    reasons, watched = None, made.network
    if observers:
        from clew.reasons import Reasons

        reasons = Reasons(made.network, level)
        watched = reasons.watched(beginning, made.given or {})
    judge, look_ahead = both = steps(problem, watched, level, choose)
    root = DEAD_END if made.given is None else start(problem, beginning, watched, level, both, made.given)
    branch = branch_of(problem, choose, options)
    path = Path() if options.get("progress") else None
    if path is not None:
        branch = path.noted(branch)
    if runs is not None and isinstance(choose, WeightedDegree):

        def looking(network: Network, level: Level) -> LookAhead | None:
            return steps(problem, reasons.observed(network, level) if reasons else network, level, choose)[1]

        branch, look_ahead = runs.branch(branch), runs.look_ahead(level, looking, choose)
    if is_hopeless is not None:
        look_ahead = bounded(look_ahead, is_hopeless)
    if runs is not None and look_ahead is not None:
        look_ahead = runs.counted(look_ahead)
    reporter = None
    if reasons is not None:
        from clew.observe.reporter import Reporter

        reporter = Reporter(observers, reasons)
        reporter.root(declared.domains, beginning, reasons.root(root))
        branch = reporter.branch(branch)
        judge = judge and reporter.judge(judge)
        look_ahead = look_ahead and reporter.look_ahead(look_ahead)
    if clock is not None:
        branch = timed(branch, clock)
    if request.limits.nodes is not None:
        branch = rationed(branch, request.limits.nodes)
    return _Loop(root, branch, judge, look_ahead, reporter, path)


def _with_native(plan: Plan, options: Options) -> Plan:
    """The same plan, with what the native kernel can do for it."""
    kernel = options.get("kernel", "auto")
    if kernel not in ("auto", "native"):
        return plan
    why_not = _why_not(plan, options)
    if why_not:
        return attrs.evolve(plan, why_not=why_not)
    counts = plan.wants == COUNTED
    words = counts and plan.masks_only and plan.network is not None and plan.network.widest <= WIDEST
    purpose: Purpose = "flat" if words else "below" if counts and plan.decomposes else "walk"
    at_once = kernel == "native"
    mover = Mover(purpose, at_once=at_once) if plan.lines is None else plan.lines.mover(at_once=at_once)
    return attrs.evolve(plan, mover=mover)


def _is_patient(request: Request) -> bool:
    """Whether a few solutions are wanted, and the call leaves it open how they are found."""
    options, strategy = request.options, request.strategy
    if strategy is None or not strategy.lists or options.get("inference") or options.get("variable_order"):
        return False
    wanted = [number for number in (strategy.most, request.limits.solutions) if number is not None]
    return bool(wanted) and min(wanted) <= FEW


def _stronger(options: Options, network: Network | None, choice: Choice) -> Stronger | None:
    """A stronger level for some of the runs, if the call has named none and the stronger one is affordable."""
    if network is None or choice.level is not UNIT or options.get("inference") is not None:
        return None
    if network.lanes.guards.bit_length() > STRONG_WIDTH:
        return None
    return Stronger(lambda: compiled(choice.domains, network.constraints, STRONG))


def _tight(request: Request, choice: Choice, made: _Compiled) -> bool:
    """Whether the tight kernel can run this plan, and may.

    Raises:
        OptionError: there is no such kernel, or it does not fit the problem.
    """
    problem, options = request.problem, request.options
    kernel = options.get("kernel", "auto")
    if kernel == "native" and made.network is None:
        raise OptionError(
            f"kernel 'native' needs declared constraints, and this problem {why_undeclared(problem)}: choose python"
        )
    if kernel not in ("auto", "python", "native", "loop"):
        raise OptionError(f"there is no kernel {kernel!r}: choose one of auto, python, native, loop")
    return (
        kernel != "loop"
        and made.network is not None
        and choice.level.looks_ahead
        and not any(overrides(problem, hook) for hook in (*HOOKS, "enumerate_values"))
        and (made.order == "static" or isinstance(made.choose, DOMAINS_ALONE))
        and options.get("value_order") in (None, "domain", "reverse")
    )


def _why_not(plan: Plan, options: Options) -> str:
    """Why the native kernel cannot run a plan; empty if it can, as far as can be told beforehand."""
    if plan.network is None:
        return f"the problem {why_undeclared(plan.problem)}"
    if not plan.tight:
        return _why_loop(plan, options)
    if plan.inference not in COMPILED:
        return f"inference {plan.inference.name!r} is known to Python alone"
    if plan.picks is not None and type(plan.picks) not in NATIVE_ORDERS:
        return f"the variable order {plan.variable_order!r} is known to Python alone"
    return ""


def _why_loop(plan: Plan, options: Options) -> str:
    """Why nothing but the loop runs a plan."""
    if options.get("observers"):
        return "the search is watched"
    if not plan.inference.looks_ahead:
        return f"inference {plan.inference.name!r} looks at assigned variables alone"
    own = (*HOOKS, "enumerate_values", *(() if options.get("variable_order") else ("choose_variable",)))
    hooks = [hook for hook in own if overrides(plan.problem, hook)]
    if hooks:
        return f"the problem's own {hooks[0]} is Python"
    for option in ("variable_order", "value_order"):
        order = options.get(option)
        if order == "random":
            return f"the {option.replace('_', ' ')} 'random' is drawn in Python"
        if callable(order) or (option == "variable_order" and plan.picks is None and plan.variable_order != "static"):
            return f"the {option.replace('_', ' ')} is a function in Python"
    return "a bound is asked in Python"
