"""The hooks of a problem, and orderings that are functions, with what they return checked.

The error for junk is one line that names the problem and the hook. If a hook raises an exception, it surfaces as
itself. A hook that is not overridden is not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

from clew.constraints.names import walkable
from clew.errors import ProblemError, cut, raised_within, shown
from clew.problem.declared import overrides, title_of
from clew.problem.problem import AnyProblem
from clew.reference.search.search import LookAhead
from clew.state.lanes import AnyLanes
from clew.state.state import DEAD_END, AnyState, DeadEnd, State, VariableOrder

Enumerate = Callable[[AnyState, Any], Iterable[Any]]


def forward_check_of(problem: AnyProblem) -> LookAhead:
    """The problem's `forward_check`. It returns a state or `DEAD_END`, or raises a `ProblemError`."""
    hook = problem.forward_check
    if not overrides(problem, "forward_check"):
        return hook

    def forward_check(state: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
        after: Any = hook(state, variable, value)
        if isinstance(after, State) or after is DEAD_END:
            return after
        raise _returned(problem, "forward_check", after, "return a state or DEAD_END")

    return forward_check


def enumerate_values_of(problem: AnyProblem, lanes: AnyLanes) -> Enumerate:
    """The problem's `enumerate_values`, with its values checked (see `checked_values`)."""
    if not overrides(problem, "enumerate_values"):
        return State.domain
    return checked_values(problem, lanes, problem.enumerate_values, "enumerate_values")


def checked_values(
    problem: AnyProblem, lanes: AnyLanes, function: Callable[..., Any], name: str
) -> Callable[..., Iterable[Any]]:
    """A function that gives the values to try: values of the domain; for others it raises a `ProblemError`.

    Args:
        problem: the problem.
        lanes: the layout of the declared domains; a variable that was not declared may take any value.
        function: the problem's `enumerate_values`, or a value ordering; its first arguments are a state and a variable.
        name: which of them it is, for messages.
    """
    lane_of, remedy = lanes.lane, "return the values to try, from the variable's domain"

    def checked(state: AnyState, variable: Any, *more: Any) -> Iterable[Any]:
        values = function(state, variable, *more)
        is_listed = isinstance(values, (tuple, list, range))
        if not is_listed and not walkable(values):
            raise _returned(problem, name, values, remedy)
        lane = lane_of.get(variable)
        if lane is None:
            return values  # type: ignore[no-any-return]  # just tested
        return values if is_listed and _all_within(lane.positions, values) else one_by_one(variable, values)

    def one_by_one(variable: Any, values: Iterable[Any]) -> Iterator[Any]:
        for value in values:
            if not _is_within(lane_of[variable].positions, value):
                raise _returned(problem, name, value, remedy, f" for {variable!r}, whose domain does not have it")
            yield value

    return checked


def _all_within(positions: Mapping[Any, int], values: Iterable[Any]) -> bool:
    """Whether all values are in a domain, in a moment; False, too, if that cannot be said so."""
    try:
        return all(map(positions.__contains__, values))
    except TypeError:
        return False


def _is_within(positions: Mapping[Any, int], value: Any) -> bool:
    """Whether a value is in a domain; one that cannot be hashed is not."""
    try:
        return value in positions
    except TypeError as error:
        if raised_within(error):  # by the value's own class
            raise
        return False


def variable_order_of_function(problem: AnyProblem, lanes: AnyLanes, order: VariableOrder, name: str) -> VariableOrder:
    """An ordering that is a function. It returns an open variable, or raises a `ProblemError`.

    It returns None only if no declared variable is open; but the hook of a problem without constraints may say that an
    assignment is complete before, as soon as a variable has a value: None from the start is a forgotten `return`.

    Args:
        problem: the problem.
        lanes: the layout of the declared domains.
        order: the function: the problem's `choose_variable`, or the value of the option `variable_order`.
        name: which of them it is, for messages.
    """
    lane_of, is_appearing = lanes.lane, not lanes.variables or overrides(problem, "enumerate_values")

    may_end = name == "choose_variable" and not overrides(problem, "constraints")

    def refused(variable: object, why: str) -> ProblemError:
        return _returned(problem, name, variable, "return an open variable", why)

    def choose(state: AnyState) -> Hashable | None:
        variable = order(state)
        try:
            lane = lane_of.get(variable)
        except TypeError as error:
            if raised_within(error):  # by the variable's own class
                raise
            raise refused(variable, ", which cannot be hashed") from None
        if variable is None:
            if (not may_end or not state.assigned) and state.first_open() is not None:
                raise refused(variable, f", though {shown(state.first_open())} is open")
        elif lane is None and not is_appearing:
            raise refused(variable, ", which is no variable")
        elif variable in state if lane is None else state.assigned >> lane.guard & 1:
            raise refused(variable, ", which is assigned already")
        return variable

    return choose


def _returned(problem: AnyProblem, hook: str, value: object, expected: str, why: str = "") -> ProblemError:
    return ProblemError(f"{title_of(problem)}: {hook} returned {cut(repr(value), 60)}{why}: {expected}")
