"""A plan: a problem and the options of a call, made into what the loop runs.

Everything that is not search (limits, bounds, observers, orderings) is wrapped around the two functions
of the loop (`clew.wrappers`), and only where it was asked for: what nobody uses costs nothing.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from clew.arguments import checked, observers_of
from clew.constraints.base import tuple_of
from clew.errors import InputError, OptionError, ProblemError
from clew.heuristics.restarts import STRONG, STRONG_WIDTH
from clew.heuristics.variable_order import DOMAINS_ALONE, LEARNING, VariableOrder, WeightedDegree
from clew.inference import HOOKS, choose_inference, start, steps
from clew.kernels.choose import COMPILED, COUNTED, LISTED, NATIVE_ORDERS, SINGLY, WIDEST, Mover, Purpose
from clew.lanes import Lanes
from clew.levels import FORWARD, LEVELS, UNIT, Level
from clew.limiting import limited
from clew.observe.position import Path
from clew.options import Options, jobs_of
from clew.outcome import Clock, Limits
from clew.problem import Declared, Problem, declared_domains, declared_given, is_declared, overrides, why_undeclared
from clew.propagation.compiler import compiled
from clew.propagation.frontier import subproblems
from clew.propagation.network import Network
from clew.running import Plan, Stronger
from clew.search import AnyState, LookAhead
from clew.state import DEAD_END, State
from clew.strategies import Strategy
from clew.wrappers import bounded, branch_of, rationed, timed, variable_order_of

REPEATING: Final = 20_000
"""Different subproblems up to which the order of declaration is best for counting and listing: each is met once."""

FEW: Final = 1000
"""Solutions that a search may look for and leave its order: those found are kept, so that none is given twice."""

SHARED_WIDTH: Final = 2**14
"""Bits of all domains up to which instances that differ in their given values share a network (see `_shrunk`)."""


def make_plan(
    problem: Problem[Any, Any],
    options: Options,
    strategy: Strategy[Any] | None = None,
    is_hopeless: Callable[[AnyState], bool] | None = None,
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
    limits = checked(problem, options)
    if options.get("checkpoint") is not None:
        raise OptionError("a checkpoint keeps a search of clew.solve, count, first or check: leave it out here")
    if limits.time is not None or limits.memory is not None:
        clock = Clock(started + (math.inf if limits.time is None else limits.time), limits.memory)
    if clock is None:  # a limit may still be in force: that of a search with workers
        return _made(problem, options, limits, None, strategy, is_hopeless, whole=whole)
    with limited(clock.look):
        return _made(problem, options, limits, clock, strategy, is_hopeless, whole=whole)


def _made(
    problem: Problem[Any, Any],
    options: Options,
    limits: Limits,
    clock: Clock | None,
    strategy: Strategy[Any] | None,
    is_hopeless: Callable[[AnyState], bool] | None,
    *,
    whole: bool,
) -> Plan:
    """The same, once the options are checked and the clock runs."""
    constraints = Declared(problem).constraints
    domains = {v: d if isinstance(d, range) else tuple_of(d) for v, d in declared_domains(problem).items()}
    declares = is_declared(problem, constraints, domains)
    level = choose_inference(problem, options.get("inference"), declares)
    own_given = declared_given(problem)
    is_void = any(not constraint.scope for constraint in constraints)  # without a variable, one of them does not hold
    declared, domains = domains, _shrunk(problem, level, domains, own_given, options, whole=whole)
    network = compiled(domains, constraints, level) if declares else None
    lanes: Lanes[Any, Any] = Lanes(domains) if network is None else network.lanes
    given = None if is_void else _given(problem, lanes, own_given, options)
    order = _order_name(problem, options, strategy, network)
    if network is not None and options.get("inference") is None and given is not None:
        level, order, network = _automatic(level, order, options, strategy, network, domains, given)
        lanes = network.lanes
    choose = variable_order_of(problem, lanes, order, options)
    observers = observers_of(options)
    beginning = State.root(lanes)
    reasons, watched = None, network
    if observers:
        from clew.reasons import Reasons

        reasons = Reasons(network, level)
        watched = reasons.watched(beginning, given or {})
    judge, look_ahead = both = steps(problem, watched, level, choose)
    entered = DEAD_END if given is None else start(problem, beginning, watched, level, both, given)
    tight = _tight(problem, options, network, level, choose, order) and is_hopeless is None
    auto = options.get("kernel", "auto") == "auto"
    learns = isinstance(choose, WeightedDegree)
    restarts = learns and tight and auto and strategy is not None and strategy.restarts
    strong = _stronger(options, network, level, domains) if restarts else None
    draws = None if options.get("value_order") else random.Random(options.get("seed", 0))
    branch = branch_of(problem, choose, options)
    path = Path() if options.get("progress") else None
    if path is not None:
        branch = path.noted(branch)
    runs = reporter = None
    if restarts and observers and isinstance(choose, WeightedDegree) and network is not None:
        from clew.kernels.restarts import Restarts

        runs = Restarts(network, draws, strong)

        def looking(network: Network, level: Level) -> LookAhead | None:
            return steps(problem, reasons.observed(network, level) if reasons else network, level, choose)[1]

        branch, look_ahead = runs.branch(branch), runs.look_ahead(level, looking, choose)
    if is_hopeless is not None:
        look_ahead = bounded(look_ahead, is_hopeless)
    if runs is not None and look_ahead is not None:
        look_ahead = runs.counted(look_ahead)
    if reasons is not None:
        from clew.observe.reporter import Reporter

        reporter = Reporter(observers, reasons)
        reporter.root(declared, beginning, reasons.root(entered))
        branch = reporter.branch(branch)
        judge = judge and reporter.judge(judge)
        look_ahead = look_ahead and reporter.look_ahead(look_ahead)
        tight = False
    if clock is not None:
        branch = timed(branch, clock)
    if limits.nodes is not None:
        branch = rationed(branch, limits.nodes)
    shortcuts = (
        tight
        and not learns
        and level.propagates
        and options.get("kernel", "auto") in ("auto", "native")
        and limits.nodes is None
        and not (strategy is not None and strategy.stops)
    )
    plan = Plan(
        problem,
        entered,
        branch,
        judge,
        look_ahead,
        level,
        order if isinstance(order, str) else getattr(order, "__name__", type(order).__name__),
        limits,
        network,
        choose if isinstance(choose, DOMAINS_ALONE) else None,
        tight,
        restarts,
        draws,
        runs,
        reporter,
        path,
        shortcuts and strategy is not None and not strategy.lists,
        shortcuts and (strategy is None or strategy.lists),
        strong,
        _is_patient(options, strategy, limits) and tight and auto and not restarts,
        clock,
    )
    plan.last_first = options.get("value_order") == "reverse"
    _choose_kernel(plan, options, strategy)
    return plan


def _choose_kernel(plan: Plan, options: Options, strategy: Strategy[Any] | None) -> None:
    """Say how solutions are wanted, and what the native kernel can do for that."""
    counts = strategy is not None and not strategy.lists
    most = None if strategy is None else strategy.most
    is_picky = strategy is not None and strategy.stops and most is None  # nobody knows when it will be content
    plan.wants = COUNTED if counts else SINGLY if is_picky or plan.restarts else LISTED
    plan.most = min((number for number in (most, plan.limits.solutions) if number is not None), default=-1)
    plan.jobs = jobs_of(options)
    if options.get("kernel") == "native" and plan.lines is None:  # who asks for the native kernel has it walk the tree
        plan.counts_apart = plan.lists_apart = False
    if options.get("kernel", "auto") in ("auto", "native"):
        plan.why_not = _why_not(plan, options)
        if not plan.why_not:
            words = counts and plan.masks_only and plan.network is not None and plan.network.widest <= WIDEST
            purpose: Purpose = "flat" if words else "below" if plan.counts_apart else "walk"
            at_once = options.get("kernel") == "native"
            plan.mover = Mover(purpose, at_once=at_once) if plan.lines is None else plan.lines.mover(at_once=at_once)


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
        return "somebody watches"
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


def _order_name(
    problem: Problem[Any, Any], options: Options, strategy: Strategy[Any] | None, network: Network | None
) -> str | VariableOrder:
    """The variable ordering asked for, or the one that fits."""
    order = options.get("variable_order")
    if order is not None:
        if order in LEARNING and strategy is not None and not strategy.learns:
            raise OptionError(
                f"variable order {order!r} learns as it goes, so it serves to find one solution or the best: "
                "choose mrv to list or to count them all"
            )
        return order
    if overrides(problem, "choose_variable"):
        return problem.choose_variable
    named = options.get("inference")
    if network is None or (named is not None and not LEVELS[named].propagates):
        return "static"  # the levels to compare: plain, in the order of declaration
    return "wdeg" if strategy is not None and strategy.learns else "mrv"


def _automatic(
    level: Level,
    order: str | VariableOrder,
    options: Options,
    strategy: Strategy[Any] | None,
    network: Network,
    domains: Mapping[Any, Iterable[Any]],
    given: Mapping[Any, Any],
) -> tuple[Level, str | VariableOrder, Network]:
    """Where nothing is asked for and all solutions are wanted: the cheap way, if nothing speaks for the other.

    Propagation and small domains first pay where the domains differ, and parts can be counted apart where not every
    two variables share a constraint. Where all look alike and there are nothing but masks, the order of
    declaration and one AND are hard to beat.
    """
    stops, lists = (False, True) if strategy is None else (strategy.stops, strategy.lists)
    if stops or not level.propagates or options.get("variable_order"):
        return level, order, network
    if network.propagators:
        left, _ = network.root(given)
        is_narrow = order == "mrv" and left and subproblems(network, left, REPEATING) < REPEATING
        return level, "static" if is_narrow else order, network
    if not lists and not network.is_complete:
        return level, order, network
    left, done = network.root(given)
    sizes = {(left >> lane.offset & lane.full).bit_count() for lane in network.lanes.lane.values()}
    if not left or done or len(sizes) > 1 or order != "mrv":
        return level, order, network
    return FORWARD, "static", compiled(domains, network.constraints, FORWARD)


def _is_patient(options: Options, strategy: Strategy[Any] | None, limits: Limits) -> bool:
    """Whether a few solutions are wanted, and the call leaves it open how they are found."""
    if strategy is None or not strategy.lists or options.get("inference") or options.get("variable_order"):
        return False
    wanted = [number for number in (strategy.most, limits.solutions) if number is not None]
    return bool(wanted) and min(wanted) <= FEW


def _stronger(
    options: Options, network: Network | None, level: Level, domains: Mapping[Any, Iterable[Any]]
) -> Stronger | None:
    """A stronger level for some of the runs, if the call has named none and the stronger one is affordable."""
    if network is None or level is not UNIT or options.get("inference") is not None:
        return None
    if network.lanes.guards.bit_length() > STRONG_WIDTH:
        return None
    return Stronger(lambda: compiled(domains, network.constraints, STRONG))


def _tight(
    problem: Problem[Any, Any],
    options: Options,
    network: Network | None,
    level: Level,
    choose: VariableOrder,
    order: str | VariableOrder,
) -> bool:
    """Whether the tight kernel can run this plan, and may.

    Raises:
        OptionError: there is no such kernel, or it does not fit the problem.
    """
    kernel = options.get("kernel", "auto")
    if kernel == "native" and network is None:
        raise OptionError(
            f"kernel 'native' needs declared constraints, and this problem {why_undeclared(problem)}: choose python"
        )
    if kernel not in ("auto", "python", "native", "loop"):
        raise OptionError(f"there is no kernel {kernel!r}: choose one of auto, python, native, loop")
    own = [hook for hook in (*HOOKS, "enumerate_values") if overrides(problem, hook)]
    return (
        kernel != "loop"
        and network is not None
        and level.looks_ahead
        and not own
        and (order == "static" or isinstance(choose, DOMAINS_ALONE))
        and options.get("value_order") in (None, "domain", "reverse")
    )


def _shrunk(
    problem: Problem[Any, Any],
    level: Level,
    domains: dict[Any, tuple[Any, ...] | range],
    own: Mapping[Any, Any],
    options: Options,
    *,
    whole: bool,
) -> dict[Any, tuple[Any, ...] | range]:
    """The domains, those of the given variables with one value, if that pays; whole if the given values clash.

    A network of shrunk domains serves these given values alone, one of whole domains every instance of the model. On
    squares to complete with 58 % of the cells given, a search on a shared network was faster than to compile anew by
    a factor of 17 at order 9 (810 bits), 2 at order 20 (8400 bits) and 1 at order 25 (16250 bits); at order 30 (27900
    bits) it was slower by a factor of 10. Hooks would see the difference, and so would the levels that do not
    propagate, because these assume the given values one after the other.

    Args:
        problem: the problem.
        level: the inference.
        domains: the domains.
        own: the values that the problem fixes.
        options: those of the call.
        whole: whether they are to stay whole.
    """
    if whole or not level.propagates or any(overrides(problem, hook) for hook in HOOKS):
        return domains
    if not (own or options.get("given")) or len(domains) + sum(map(len, domains.values())) <= SHARED_WIDTH:
        return domains
    lanes: Lanes[Any, Any] = Lanes(domains)
    given = _given(problem, lanes, own, options) or {}
    taken = {v: (lane.values[lane.positions[given[v]]],) for v, lane in lanes.lane.items() if v in given}
    return {**domains, **taken}


def _given(
    problem: Problem[Any, Any], lanes: Lanes[Any, Any], own: Mapping[Any, Any], options: Options
) -> dict[Any, Any] | None:
    """The values that the problem fixes, then those that the call assumes; None if they clash.

    Args:
        problem: the problem.
        lanes: its domains.
        own: the values that the problem fixes.
        options: those of the call.
    """
    given = dict(own)
    for variable, value in given.items() if lanes.variables else ():
        if variable not in lanes.lane or value not in lanes.lane[variable].positions:
            name = problem.name or type(problem).__name__
            raise ProblemError(f"{name}: given() fixes {variable!r} to {value!r}, which no domain has")
    for variable, value in (options.get("given") or {}).items():
        lane = lanes.lane.get(variable)
        if lane is None and lanes.variables:
            raise InputError(f"given: {problem.name or type(problem).__name__} has no variable {variable!r}")
        if lane is not None and value not in lane.positions:
            name = problem.variable_name(variable)
            raise InputError(f"given: {name} cannot be {value!r}: its domain does not have it")
        if given.setdefault(variable, value) != value:
            return None
    return given
