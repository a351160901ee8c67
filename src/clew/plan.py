"""A plan: a problem and the options of a call, made into what the loop runs.

Everything that is not search (limits, bounds, observers, orderings) is wrapped around the two functions
of the loop here, and only where it was asked for: what nobody uses costs nothing.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import attrs

from clew.compiler import compiled
from clew.errors import InputError, OptionError, ProblemError
from clew.events import Observer
from clew.heuristics import by_name
from clew.heuristics.value_order import VALUE_ORDERS, ValueOrder
from clew.heuristics.variable_order import (
    LEARNING,
    VARIABLE_ORDERS,
    MinimumRemainingValues,
    VariableOrder,
    WeightedDegree,
)
from clew.inference import DECLARED, HOOKS, choose_inference, start, steps
from clew.kernels.choose import WIDEST, Mover
from clew.kernels.python import NARROW, Box, Picks, boxes, count_forward, restarting
from clew.kernels.restarts import Restarts
from clew.lanes import Lanes
from clew.network import Network
from clew.observe.position import Path
from clew.observe.reporter import Reporter
from clew.outcome import Clock, LimitReached, Limits, Status
from clew.problem import Declared, Problem, overrides
from clew.reasons import Reasons
from clew.search import AnyState, Branch, Counters, Judge, LookAhead, search
from clew.state import DEAD_END, DeadEnd, State
from clew.strategies import Strategy

if TYPE_CHECKING:
    from clew.kernels.lines import Counter
    from clew.kernels.listing import Batch
    from clew.observe.progress import Progress


class Options(TypedDict, total=False):
    """The keyword options that every question about a problem takes.

    Attributes:
        given: values assumed for some variables, besides those that the problem fixes itself.
        inference: `none`, `check`, `forward`, `unit` or `arc` (see `clew.inference`). By default what fits the
            problem and the strategy.
        variable_order: `static`, `mrv`, `degree`, `wdeg` or `random`, or a function from a state to an open
            variable. By default the problem's own choice; under `unit` and `arc` it is `wdeg` where one
            solution or the best is looked for, else `mrv`.
        value_order: `domain`, `reverse` or `random`, or a function from a state, a variable and its values
            to the same values in another order.
        seed: for the random orders; 0 by default.
        limits: when to stop; never by default.
        kernel: what runs the search. `loop` is the loop that a student can read; `python` a tight one for
            declared constraints, which enters the same nodes; `auto` takes the tight one where it can, begins
            anew for the first solution, and takes shortcuts where all are counted or listed.
        observers: functions that are called with every event of the search.
        verify: whether to judge every listed solution by the problem's `violations`. By default yes, but where
            the constraints are all there is.
        progress: True for a line on standard error while the search runs; or a function that is called with a
            `Progress` five times a second, from a thread of its own, and once more when the search has ended. What
            it raises ends the calls, and surfaces when the search has ended.
    """

    given: Mapping[Any, Any]
    inference: str | None
    variable_order: str | VariableOrder | None
    value_order: str | ValueOrder | None
    seed: int
    limits: Limits | None
    kernel: Literal["auto", "python", "native", "loop"]
    observers: Iterable[Observer]
    verify: bool | None
    progress: Callable[[Progress], Any] | bool | None


@attrs.define(eq=False)
class Plan:
    """What runs.

    Attributes:
        problem: what is searched.
        root: where the search starts; `DEAD_END` if the given values contradict each other.
        branch, judge, look_ahead: the steps of the loop (see `clew.search`).
        inference: the level in force.
        variable_order: its name, or what it is.
        limits: when to stop.
        network: the declared constraints, compiled.
        picks: the variable ordering for the kernel, if it can run this plan; None for the order of declaration.
        tight: whether the kernel can run this plan.
        draws: draws the values in every other run after a restart; None to keep their order.
        runs: begins the loop anew, where somebody watches a search that restarts.
        reporter: tells observers what happens.
        path: knows where the loop is, if somebody wants to know.
        counts_apart, lists_apart: whether the kernel with shortcuts counts the solutions, or lists them.
        restarts: whether it gives up and begins anew: for one solution, where the ordering learns.
        clock: when the time is up.
        mover: tells when to move to the native kernel; None for never.
    """

    problem: Problem[Any, Any]
    root: AnyState | DeadEnd
    branch: Branch
    judge: Judge | None
    look_ahead: LookAhead | None
    inference: str
    variable_order: str
    limits: Limits
    network: Network | None = None
    picks: Picks | None = None
    tight: bool = False
    restarts: bool = False
    draws: random.Random | None = None
    runs: Restarts | None = None
    reporter: Reporter | None = None
    path: Path | None = None
    counts_apart: bool = False
    lists_apart: bool = False
    clock: Clock | None = None
    mover: Mover | None = None

    @cached_property
    def lines(self) -> Counter | None:
        """What counts the solutions line by line, if they are grids that can be counted so."""
        if not self.counts_apart or self.network is None or self.root is DEAD_END:
            return None
        from clew.kernels.lines import counter

        return counter(self.network, (self.root.domains, self.root.assigned))

    @property
    def kernel(self) -> str:
        """What runs the search."""
        if self.counts_apart:
            return "counting" if self.lines is None else "lines"
        if self.lists_apart:
            return "listing"
        return "python" if self.tight else "loop"

    @property
    def is_exact(self) -> bool:
        """Whether the search lets through nothing that the problem's judgement could refuse.

        So it is where declared constraints, compiled exactly, are what a solution must satisfy.
        """
        own = any(overrides(self.problem, hook) for hook in HOOKS)
        return self.network is not None and self.inference in ("forward", "unit", "arc") and not own

    @cached_property
    def places(self) -> dict[Any, int]:
        """The place of each variable among the values of a solution."""
        return {} if self.network is None else {v: k for k, v in enumerate(self.network.lanes.variables)}

    @cached_property
    def _decoders(self) -> list[tuple[int, int, tuple[Any, ...]]]:
        lanes = [] if self.network is None else self.network.lanes.lane.values()
        return [(lane.offset, lane.full, lane.values) for lane in lanes]

    def decoded(self, box: Box) -> tuple[list[Any], int, tuple[Any, ...]]:
        """The values of a box in the order of declaration, the place of its open variable, and that one's values."""
        domains = box.domains
        values = [of[(domains >> offset & full).bit_length() - 1] for offset, full, of in self._decoders]
        if box.open_guard < 0 or self.network is None:
            return values, -1, ()
        lanes = self.network.lanes
        variable = lanes.owner[box.open_guard]
        lane = lanes.lane[variable]
        return values, self.places[variable], lane.select(domains >> lane.offset & lane.full)

    def leaves(self, counters: Counters) -> Iterator[Leaf]:
        """The solutions in search order, each as a state or, from the kernel, a box at a time."""
        if self.root is DEAD_END:
            counters.failures = 1
            if self.reporter is not None:
                self.reporter.refused()
            return iter(())
        if self.runs is not None and self.reporter is not None:
            steps = self.branch, self.judge, self.look_ahead
            return self.runs.search(self.root, steps, counters, self.reporter.restarted)
        if not self.tight or self.network is None:
            if (path := self.path) is not None:
                counters.position = lambda: (path.left_behind(), 0)
            return search(self.root, self.branch, self.judge, self.look_ahead, counters)
        root = self.root.domains, self.root.assigned
        if self.restarts and isinstance(self.picks, WeightedDegree):
            limits = self.limits.nodes, self.clock
            return restarting(self.network, root, self.inference, self.picks, self.draws, counters, *limits)
        return boxes(self.network, root, self.inference, self.picks, counters, self.limits.nodes, self.clock)

    def batches(self, counters: Counters) -> Iterator[Batch] | None:
        """The solutions some at a time, as their values; None where only a walk to each will do."""
        if not self.lists_apart or self.network is None or self.root is DEAD_END:
            return None
        root = self.root.domains, self.root.assigned
        from clew.kernels.listing import batches

        return batches(self.network, root, self.picks, counters, self.clock)

    def counts(self, counters: Counters) -> Iterator[int]:
        """The numbers of solutions found, part by part."""
        network = self.network
        if self.root is not DEAD_END and network is not None and self.masks_only:
            yield from count_forward(network, (self.root.domains, self.root.assigned), counters, self.clock, self.mover)
            return
        if self.root is not DEAD_END and self.lines is not None:
            yield from self.lines.counts(counters, self.clock)
            return
        if self.root is not DEAD_END and self.counts_apart and network is not None:
            from clew.kernels.counting import count

            yield from count(network, (self.root.domains, self.root.assigned), self.picks, counters, self.clock)
            return
        for leaf in self.leaves(counters):
            if isinstance(leaf, Box) and leaf.open_guard >= 0 and network is not None:
                offset, lane = network.lane_at[leaf.open_guard]
                number = (leaf.domains >> offset & lane).bit_count()
                counters.enter(leaf.depth + 1, number)
                yield number
            else:
                yield 1

    @property
    def masks_only(self) -> bool:
        """Whether forward checking is all ANDs, in the order of declaration, with no nodes to ration."""
        return (
            self.network is not None
            and self.tight
            and self.inference == "forward"
            and not self.network.checks
            and self.picks is None
            and self.limits.nodes is None
            and self.network.lanes.guards.bit_length() <= NARROW
        )


Leaf = AnyState | Box


def make_plan(
    problem: Problem[Any, Any],
    options: Options,
    strategy: Strategy[Any] | None = None,
    is_hopeless: Callable[[AnyState], bool] | None = None,
) -> Plan:
    """The plan for a problem.

    Args:
        problem: the problem.
        options: see `Options`.
        strategy: what becomes of the solutions; the choices left open depend on it.
        is_hopeless: says which nodes need not be entered, if any.

    Raises:
        OptionError: an option does not exist or does not fit the problem.
    """
    started = time.perf_counter()
    limits = _checked(problem, options)
    constraints = Declared(problem).constraints
    level = choose_inference(problem, options.get("inference"), bool(constraints))
    domains = {v: d if isinstance(d, (range, tuple)) else tuple(d) for v, d in problem.domains().items()}
    network = compiled(domains, constraints, level) if constraints else None
    lanes: Lanes[Any, Any] = Lanes(domains) if network is None else network.lanes
    given = _given(problem, lanes, options)
    order = _order_name(problem, options, strategy, network)
    if network is not None and options.get("inference") is None and given is not None:
        level, order, network = _automatic(level, order, options, strategy, network, domains, given)
        lanes = network.lanes
    choose = _variable_order(problem, lanes, order, options)
    judge, look_ahead = both = steps(problem, network, level, choose)
    entered = DEAD_END if given is None else start(problem, State.root(lanes), network, level, both, given)
    clock = None if limits.time is None else Clock(started + limits.time)
    observers = tuple(options.get("observers") or ())
    tight = _tight(problem, options, network, level, choose, order) and is_hopeless is None
    auto = options.get("kernel", "auto") == "auto"
    learns = isinstance(choose, WeightedDegree)
    restarts = learns and tight and auto and strategy is not None and strategy.restarts
    draws = None if options.get("value_order") else random.Random(options.get("seed", 0))
    branch = _branch(problem, choose, options)
    path = Path() if options.get("progress") else None
    if path is not None:
        branch = path.noted(branch)
    runs = reporter = None
    if restarts and observers and look_ahead is not None and network is not None:
        runs = Restarts(network, draws)
        branch, look_ahead = runs.branch(branch), runs.prune(look_ahead)
    if isinstance(choose, WeightedDegree) and look_ahead is not None and network is not None:
        look_ahead = _taught(look_ahead, choose, network)
    if is_hopeless is not None:
        look_ahead = _bounded(look_ahead, is_hopeless)
    if runs is not None and look_ahead is not None:
        look_ahead = runs.counted(look_ahead)
    if observers:
        reasons = Reasons(network, level)
        reporter = Reporter(observers, reasons)
        beginning = State.root(lanes)
        reporter.root(beginning, reasons.root(beginning, given or {}, entered))
        branch = reporter.branch(branch)
        judge = judge and reporter.judge(judge)
        look_ahead = look_ahead and reporter.look_ahead(look_ahead)
        tight = False
    if clock is not None:
        branch = _timed(branch, clock)
    if limits.nodes is not None:
        branch = _rationed(branch, limits.nodes)
    shortcuts = (
        tight
        and not learns
        and level in DECLARED
        and auto
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
        choose if isinstance(choose, MinimumRemainingValues) else None,
        tight,
        restarts,
        draws,
        runs,
        reporter,
        path,
        shortcuts and strategy is not None and not strategy.lists,
        shortcuts and (strategy is None or strategy.lists),
        clock,
    )
    plan.mover = _mover(plan, options, strategy)
    return plan


def _mover(plan: Plan, options: Options, strategy: Strategy[Any] | None) -> Mover | None:
    """What tells when to move to the native kernel, if that can run the plan, and may.

    Raises:
        OptionError: the native kernel is asked for, and cannot run the plan, or is not installed.
    """
    kernel = options.get("kernel", "auto")
    if kernel not in ("auto", "native"):
        return None
    fits = strategy is not None and not strategy.lists and plan.masks_only and plan.network is not None
    if fits and plan.network is not None and plan.network.widest <= WIDEST:
        return Mover(at_once=kernel == "native")
    if kernel == "native":
        raise OptionError(
            "kernel 'native' counts where all constraints are masks, under forward checking in the order of "
            "declaration, and this is something else: choose auto"
        )
    return None


def _checked(problem: Problem[Any, Any], options: Options) -> Limits:
    """The limits, if this is a problem and these are options.

    Raises:
        OptionError: it is not, or one of them is not.
    """
    unknown = options.keys() - Options.__annotations__.keys()
    if unknown:
        raise OptionError(f"no option {min(unknown)!r}: there are {', '.join(Options.__annotations__)}")
    if not isinstance(problem, Problem):
        raise OptionError(f"{problem!r} is not a problem: make one, for example with clew.load")
    limits = options.get("limits") or Limits()
    if not isinstance(limits, Limits):
        raise OptionError(f"limits must be clew.Limits(time=..., nodes=..., solutions=...), not {limits!r}")
    if not (callable(options.get("progress")) or options.get("progress") in (None, True, False)):
        raise OptionError(f"progress must be True, or a function of a clew.Progress, not {options['progress']!r}")
    if not isinstance(options.get("given") or {}, Mapping):
        raise OptionError(f"given must map variables to values, and is {options['given']!r}")
    return limits


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
    if network is None or options.get("inference") in ("none", "check", "forward"):
        return "static"  # the levels to compare: plain, in the order of declaration
    return "wdeg" if strategy is not None and strategy.learns else "mrv"


def _automatic(
    level: str,
    order: str | VariableOrder,
    options: Options,
    strategy: Strategy[Any] | None,
    network: Network,
    domains: Mapping[Any, Iterable[Any]],
    given: Mapping[Any, Any],
) -> tuple[str, str | VariableOrder, Network]:
    """Where nothing is asked for and all solutions are wanted: the cheap way, if nothing speaks for the other.

    Propagation and small domains first pay where the domains differ, and parts can be counted apart where not every
    two variables share a constraint. Where all look alike and there are nothing but masks, the order of
    declaration and one AND are hard to beat.
    """
    stops, lists = (False, True) if strategy is None else (strategy.stops, strategy.lists)
    if stops or level != "unit" or network.propagators or options.get("variable_order"):
        return level, order, network
    if not lists and not network.is_complete:
        return level, order, network
    left, done = network.root(given)
    sizes = {(left >> lane.offset & lane.full).bit_count() for lane in network.lanes.lane.values()}
    if not left or done or len(sizes) > 1 or (isinstance(order, str) and order != "mrv"):
        return level, order, network
    return "forward", "static", compiled(domains, network.constraints, "forward")


def _tight(
    problem: Problem[Any, Any],
    options: Options,
    network: Network | None,
    level: str,
    choose: VariableOrder,
    order: str | VariableOrder,
) -> bool:
    """Whether the tight kernel can run this plan, and may.

    Raises:
        OptionError: there is no such kernel, or it does not fit the problem.
    """
    kernel = options.get("kernel", "auto")
    if kernel == "native" and network is None:
        raise OptionError("kernel 'native' needs declared constraints, and this problem has hooks: choose python")
    if kernel not in ("auto", "python", "native", "loop"):
        raise OptionError(f"there is no kernel {kernel!r}: choose one of auto, python, native, loop")
    own = [hook for hook in (*HOOKS, "enumerate_values") if overrides(problem, hook)]
    return (
        kernel != "loop"
        and network is not None
        and level in ("forward", "unit", "arc")
        and not own
        and (order == "static" or isinstance(choose, MinimumRemainingValues))
        and options.get("value_order") in (None, "domain")
    )


def _given(problem: Problem[Any, Any], lanes: Lanes[Any, Any], options: Options) -> dict[Any, Any] | None:
    """The values that the problem fixes, then those that the call assumes; None if they clash."""
    given = dict(problem.given())
    for variable, value in given.items() if lanes.variables else ():
        if variable not in lanes.lane or value not in lanes.lane[variable].positions:
            name = problem.name or type(problem).__name__
            raise ProblemError(f"{name}: given() fixes {variable!r} to {value!r}, which no domain has")
    for variable, value in (options.get("given") or {}).items():
        name = problem.variable_name(variable)
        lane = lanes.lane.get(variable)
        if lane is None and lanes.variables:
            raise InputError(f"given: {problem.name} has no variable {name}")
        if lane is not None and value not in lane.positions:
            raise InputError(f"given: {name} cannot be {value!r}: its domain does not have it")
        if given.setdefault(variable, value) != value:
            return None
    return given


def _variable_order(
    problem: Problem[Any, Any], lanes: Lanes[Any, Any], order: str | VariableOrder, options: Options
) -> VariableOrder:
    if options.get("variable_order") is None and not isinstance(order, str):
        return order
    if not lanes.variables and overrides(problem, "choose_variable"):
        raise OptionError(f"the variables of {problem.name} appear as the search goes: leave variable_order out")
    if isinstance(order, str):
        return by_name("variable", VARIABLE_ORDERS, order)(problem, options.get("seed", 0))

    def choose(state: AnyState) -> Hashable | None:
        variable = order(state)
        if variable is None and state.first_open() is not None:
            raise ProblemError(f"the variable order chose none, though {state.first_open()!r} is open")
        return variable

    return choose


def _branch(problem: Problem[Any, Any], choose: VariableOrder, options: Options) -> Branch:
    enumerate_values = problem.enumerate_values if overrides(problem, "enumerate_values") else State.domain
    order = options.get("value_order")

    def branch(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        variable = choose(state)
        return None if variable is None else (variable, enumerate_values(state, variable))

    if order is None:
        return branch
    reorder = (
        by_name("value", VALUE_ORDERS, order)(problem, options.get("seed", 0)) if isinstance(order, str) else order
    )

    def ordered(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        variable = choose(state)
        return None if variable is None else (variable, reorder(state, variable, enumerate_values(state, variable)))

    return ordered


def _taught(look_ahead: LookAhead, order: WeightedDegree, network: Network) -> LookAhead:
    """Tells an ordering that learns of every dead end, as the kernel does."""
    lanes = network.lanes

    def taught(state: AnyState, variable: Hashable, value: Hashable) -> AnyState | DeadEnd:
        child = look_ahead(state, variable, value)
        if child is DEAD_END:
            order.failed(lanes, lanes.lane[variable].guard, network.blamed)
        return child

    return taught


def _bounded(look_ahead: LookAhead | None, is_hopeless: Callable[[AnyState], bool]) -> LookAhead:
    """Refuses the nodes below which no solution would change the result."""

    def bounded(state: AnyState, variable: Hashable, value: Hashable) -> AnyState | DeadEnd:
        child = state if look_ahead is None else look_ahead(state, variable, value)
        return child if child is DEAD_END or not is_hopeless(child) else DEAD_END

    return bounded


def _timed(branch: Branch, clock: Clock) -> Branch:
    """Stops the search when its time is up: asked before every value."""

    def timed_values(values: Iterable[Hashable]) -> Iterator[Hashable]:
        for value in values:
            if clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            yield value

    def timed(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        alternatives = branch(state)
        return alternatives and (alternatives[0], timed_values(alternatives[1]))

    return timed


def _rationed(branch: Branch, nodes: int) -> Branch:
    """Stops the search before it enters one node too many."""
    left = nodes

    def rationed(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        nonlocal left
        if not left:
            raise LimitReached(Status.NODE_LIMIT)
        left -= 1
        return branch(state)

    return rationed
