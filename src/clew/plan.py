"""A plan: a problem and the options of a call, made into what the loop runs.

Everything that is not search (limits, bounds, observers, orderings) is wrapped around the two functions
of the loop here, and only where it was asked for: what nobody uses costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypedDict

import attrs

from clew.errors import InputError, OptionError, ProblemError
from clew.events import Observer
from clew.heuristics import by_name
from clew.heuristics.value_order import VALUE_ORDERS, ValueOrder
from clew.heuristics.variable_order import VARIABLE_ORDERS, VariableOrder
from clew.inference import INFERENCES, choose_inference, start
from clew.lanes import Lanes
from clew.observe import observed
from clew.outcome import Clock, LimitReached, Limits, Status
from clew.problem import Problem, overrides
from clew.search import AnyState, Branch, Judge, LookAhead
from clew.state import DEAD_END, DeadEnd, State


class Options(TypedDict, total=False):
    """The keyword options that every question about a problem takes.

    Attributes:
        given: values assumed for some variables, besides those that the problem fixes itself.
        inference: `none`, `check` or `forward`; by default `forward` if the problem has a `forward_check` of
            its own, else `check`.
        variable_order: `static`, `mrv`, `degree` or `random`, or a function from a state to an open variable.
            By default the problem's own choice.
        value_order: `domain`, `reverse` or `random`, or a function from a state, a variable and its values
            to the same values in another order.
        seed: for the random orders; 0 by default.
        limits: when to stop; never by default.
        kernel: what runs the search. `auto` and `python` both run the loop in Python.
        observers: functions that are called with every event of the search.
        verify: whether to judge every listed solution by the problem's `violations`; True by default.
    """

    given: Mapping[Any, Any]
    inference: str | None
    variable_order: str | VariableOrder | None
    value_order: str | ValueOrder | None
    seed: int
    limits: Limits | None
    kernel: Literal["auto", "python", "native"]
    observers: Iterable[Observer]
    verify: bool


@attrs.frozen
class Plan:
    """What the loop runs.

    Attributes:
        root: where the search starts; `DEAD_END` if the given values contradict each other.
        branch, judge, look_ahead: the steps of the loop (see `clew.search`).
        inference: the level in force.
        limits: when to stop.
    """

    root: AnyState | DeadEnd
    branch: Branch
    judge: Judge | None
    look_ahead: LookAhead | None
    inference: str
    limits: Limits


def make_plan(
    problem: Problem[Any, Any], options: Options, is_hopeless: Callable[[AnyState], bool] | None = None
) -> Plan:
    """The plan for a problem.

    Args:
        problem: the problem.
        options: see `Options`.
        is_hopeless: says which nodes need not be entered, if any.

    Raises:
        OptionError: an option does not exist or does not fit the problem.
    """
    started = time.perf_counter()
    unknown = options.keys() - Options.__annotations__.keys()
    if unknown:
        raise OptionError(f"no option {min(unknown)!r}: there are {', '.join(Options.__annotations__)}")
    if not isinstance(problem, Problem):
        raise OptionError(f"{problem!r} is not a problem: make one, for example with clew.load")
    _check_kernel(options.get("kernel", "auto"))
    limits = options.get("limits") or Limits()
    if not isinstance(limits, Limits):
        raise OptionError(f"limits must be clew.Limits(time=..., nodes=..., solutions=...), not {limits!r}")
    if not isinstance(options.get("given") or {}, Mapping):
        raise OptionError(f"given must map variables to values, and is {options['given']!r}")
    inference = choose_inference(problem, options.get("inference"))
    lanes: Lanes[Any, Any] = Lanes(problem.domains())
    choose = _variable_order(problem, lanes, options)
    judge, look_ahead = steps = INFERENCES[inference](problem, choose)
    given = _given(problem, lanes, options)
    root = DEAD_END if given is None else start(problem, State.root(lanes), inference, steps, given)
    branch = _branch(problem, choose, options)
    if is_hopeless is not None:
        look_ahead = _bounded(look_ahead, is_hopeless)
    observers = tuple(options.get("observers") or ())
    if observers:
        branch = observed(branch, observers)
    if limits.time is not None:
        branch = _timed(branch, Clock(started + limits.time))
    if limits.nodes is not None:
        branch = _rationed(branch, limits.nodes)
    return Plan(root, branch, judge, look_ahead, inference, limits)


def _check_kernel(kernel: str) -> None:
    if kernel == "native":
        raise OptionError("kernel 'native' needs declared constraints, and this problem has hooks: choose python")
    if kernel not in ("auto", "python"):
        raise OptionError(f"there is no kernel {kernel!r}: choose one of auto, python, native")


def _given(problem: Problem[Any, Any], lanes: Lanes[Any, Any], options: Options) -> dict[Any, Any] | None:
    """The values that the problem fixes, then those that the call assumes; None if they clash."""
    given = dict(problem.given())
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


def _variable_order(problem: Problem[Any, Any], lanes: Lanes[Any, Any], options: Options) -> VariableOrder:
    order = options.get("variable_order")
    if order is None and overrides(problem, "choose_variable"):
        return problem.choose_variable
    if order is None:
        order = "static"
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
