"""The steps of the loop, and what is wrapped around them: orderings, limits, bounds.

Each is there only where it was asked for: what nobody uses costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from clew.errors import OptionError, ProblemError
from clew.heuristics import by_name
from clew.heuristics.value_order import VALUE_ORDERS
from clew.heuristics.variable_order import (
    VARIABLE_ORDERS,
    VariableOrder,
)
from clew.lanes import Lanes
from clew.options import Options
from clew.outcome import Clock, LimitReached, Status
from clew.problem import Problem, overrides
from clew.search import AnyState, Branch, LookAhead
from clew.state import DEAD_END, DeadEnd, State


def variable_order_of(
    problem: Problem[Any, Any], lanes: Lanes[Any, Any], order: str | VariableOrder, options: Options
) -> VariableOrder:
    """The ordering by its name, or the function that was given, made to keep its promise.

    Raises:
        OptionError: there is no such ordering, or it does not fit the problem.
    """
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


def branch_of(problem: Problem[Any, Any], choose: VariableOrder, options: Options) -> Branch:
    """Chooses a variable and enumerates its values, in the order asked for."""
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


def bounded(look_ahead: LookAhead | None, is_hopeless: Callable[[AnyState], bool]) -> LookAhead:
    """Refuses the nodes below which no solution would change the result."""

    def refusing(state: AnyState, variable: Hashable, value: Hashable) -> AnyState | DeadEnd:
        child = state if look_ahead is None else look_ahead(state, variable, value)
        return child if child is DEAD_END or not is_hopeless(child) else DEAD_END

    return refusing


def timed(branch: Branch, clock: Clock) -> Branch:
    """Stops the search when its time is up: asked before every value."""

    def timed_values(values: Iterable[Hashable]) -> Iterator[Hashable]:
        for value in values:
            if clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            yield value

    def ending(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        alternatives = branch(state)
        return alternatives and (alternatives[0], timed_values(alternatives[1]))

    return ending


def rationed(branch: Branch, nodes: int) -> Branch:
    """Stops the search before it enters one node too many."""
    left = nodes

    def counting(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        nonlocal left
        if not left:
            raise LimitReached(Status.NODE_LIMIT)
        left -= 1
        return branch(state)

    return counting
