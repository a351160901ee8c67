"""The steps of the loop, and what is wrapped around them: orderings, limits, bounds, observers.

Each wrapper is there only if it was asked for, and the steps are made only when the loop is to run, or somebody walks
the tree by hand: a search by another method does not pay for them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from clew.errors import OptionError
from clew.options import Options
from clew.outcome import Clock, LimitReached, Status
from clew.problem.declared import overrides
from clew.problem.problem import Problem
from clew.records import frozen
from clew.reference.search.hooks import checked_values, enumerate_values_of, variable_order_of_function
from clew.reference.search.phases import Phase, ordered_by
from clew.reference.search.search import Branch, Judge, LookAhead
from clew.reference.search.value_order import VALUE_ORDERS
from clew.reference.search.variable_order import VARIABLE_ORDERS
from clew.state.lanes import Lanes
from clew.state.state import DEAD_END, AnyState, DeadEnd, VariableOrder

if TYPE_CHECKING:
    from clew.reference.search.learning import LearningSearch
    from clew.reference.search.position import Path
    from clew.reference.search.reporter import Reporter
    from clew.reference.search.restarts import Restarts

QUICK: Final = 64
"""Turns in a millisecond from which a loop is quick: a look at each node with as few values is enough."""

Hopeless = Callable[[AnyState], bool]
Ordering = TypeVar("Ordering")


@frozen(eq=False)
class LoopSteps:
    """The root, the steps of the loop from there (see `clew.reference.search.search`), and those who look on.

    Attributes:
        root: the state in which the search starts; `DEAD_END` if the given values contradict each other.
        branch, judge, look_ahead: the steps.
        reporter: tells observers what happens.
        path: knows where the loop is, if that is to be known.
        runs: runs the loop again and again, if the search restarts.
        learning: the loop that runs instead, if the search learns from dead ends.
    """

    root: AnyState | DeadEnd
    branch: Branch
    judge: Judge | None
    look_ahead: LookAhead | None
    reporter: Reporter | None = None
    path: Path | None = None
    runs: Restarts | None = None
    learning: LearningSearch | None = None


def variable_order_of(
    problem: Problem[Any, Any], lanes: Lanes[Any, Any], order: str | VariableOrder, options: Options
) -> VariableOrder:
    """The ordering by its name, or the function that was given, made to keep its promise.

    Raises:
        OptionError: there is no such ordering, or it does not fit the problem.
    """
    is_own = options.get("variable_order") is None and not isinstance(order, str)
    if not is_own and not lanes.variables and overrides(problem, "choose_variable"):
        raise OptionError(f"the variables of {problem.name} appear as the search goes: leave variable_order out")
    if isinstance(order, str):
        return _named("variable", VARIABLE_ORDERS, order)(problem, options.get("seed", 0))

    return variable_order_of_function(problem, lanes, order, "choose_variable" if is_own else "the variable order")


def _named(kind: str, orderings: Mapping[str, Callable[..., Ordering]], name: str) -> Callable[..., Ordering]:
    if name not in orderings:
        raise OptionError(f"no {kind} order is called {name!r}: choose one of {', '.join(orderings)}")
    return orderings[name]


def branch_of(
    problem: Problem[Any, Any],
    lanes: Lanes[Any, Any],
    choose: VariableOrder,
    options: Options,
    phases: Sequence[Phase] = (),
) -> Branch:
    """Chooses a variable and enumerates its values, in the order asked for."""
    enumerate_values = enumerate_values_of(problem, lanes)
    order: Any = options.get("value_order")

    def branch(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        variable = choose(state)
        return None if variable is None else (variable, enumerate_values(state, variable))

    if order is None and not phases:
        return branch
    if phases:
        reorder = ordered_by(problem, phases, options.get("seed", 0))
    elif isinstance(order, str):
        reorder = _named("value", VALUE_ORDERS, order)(problem, options.get("seed", 0))
    else:
        reorder = checked_values(problem, lanes, order, "the value order")

    def ordered(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        variable = choose(state)
        return None if variable is None else (variable, reorder(state, variable, enumerate_values(state, variable)))

    return ordered


def bounded(look_ahead: LookAhead | None, is_hopeless: Callable[[AnyState], bool]) -> LookAhead:
    """Rejects the nodes below which no solution would change the result."""

    def refusing(state: AnyState, variable: Hashable, value: Hashable) -> AnyState | DeadEnd:
        child = state if look_ahead is None else look_ahead(state, variable, value)
        return child if child is DEAD_END or not is_hopeless(child) else DEAD_END

    return refusing


def timed(branch: Branch, clock: Clock, *, by_nodes: bool = False) -> Branch:
    """Stops the search when its time is up.

    Args:
        branch: chooses a variable and enumerates its values.
        clock: asked before every value.
        by_nodes: whether the clock is asked once for the few values of a node, if it finds the search quick.
    """

    def timed_values(values: Iterable[Hashable]) -> Iterator[Hashable]:
        for value in values:
            if clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            yield value

    def ending(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        if (alternatives := branch(state)) is None:
            return None
        variable, values = alternatives
        if not by_nodes or clock.stride < QUICK or type(values) is not tuple or len(values) > QUICK:
            return variable, timed_values(values)
        if clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)
        return alternatives

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
