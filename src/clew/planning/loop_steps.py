"""The steps of the loop, and what is wrapped around them: orderings, limits, bounds, observers.

Each wrapper is there only if it was asked for, and the steps are made only when the loop is to run, or somebody walks
the tree by hand: a search by another method does not pay for them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from clew.errors import OptionError
from clew.options import Options
from clew.outcome import Clock, LimitReached, Status
from clew.problem.declared import overrides
from clew.problem.problem import Problem
from clew.reference.search.hooks import checked_values, enumerate_values_of, variable_order_of_function
from clew.reference.search.inference import start, steps
from clew.reference.search.position import Path
from clew.reference.search.search import Branch, Judge, LookAhead
from clew.reference.search.value_order import VALUE_ORDERS
from clew.reference.search.variable_order import VARIABLE_ORDERS, WeightedDegree
from clew.state.lanes import Lanes
from clew.state.state import DEAD_END, AnyState, DeadEnd, State, VariableOrder

if TYPE_CHECKING:
    from clew.planning.request import Choice, DeclaredProblem, Request
    from clew.problem.events import Observer
    from clew.reference.propagation.network import Network
    from clew.reference.propagation.observed import Record
    from clew.reference.reporter import Reporter
    from clew.reference.search.restarts import Restarts

Hopeless = Callable[[AnyState], bool]
Ordering = TypeVar("Ordering")


@attrs.frozen(eq=False)
class LoopSteps:
    """The root, the steps of the loop from there (see `clew.reference.search.search`), and those who look on.

    Attributes:
        root: the state in which the search starts; `DEAD_END` if the given values contradict each other.
        branch, judge, look_ahead: the steps.
        reporter: tells observers what happens.
        path: knows where the loop is, if that is to be known.
        runs: runs the loop again and again, if the search restarts.
    """

    root: AnyState | DeadEnd
    branch: Branch
    judge: Judge | None
    look_ahead: LookAhead | None
    reporter: Reporter | None = None
    path: Path | None = None
    runs: Restarts | None = None


@attrs.frozen(eq=False)
class LoopMaker:
    """Makes the steps of the loop for a search.

    Attributes:
        request, declared, choice: the request, the declarations of the problem, and the choices made.
        network: the declared constraints, compiled; None if there are none.
        lanes: the layout of the domains.
        given: the values assumed; None if they clash.
        choose: the variable ordering.
        observers: called with every event.
        is_hopeless: says which nodes need not be entered, if any.
        clock: when the time is up.
        restarts: makes the runs of a search that restarts on a network, if it does.
    """

    request: Request
    declared: DeclaredProblem
    choice: Choice
    network: Network | None
    lanes: Lanes[Any, Any]
    given: Mapping[Any, Any] | None
    choose: VariableOrder
    observers: tuple[Observer, ...]
    is_hopeless: Hopeless | None
    clock: Clock | None
    restarts: Callable[[Network], Restarts] | None

    def __call__(self) -> LoopSteps:
        """The steps, wrapped in what was asked for."""
        problem, level, choose = self.request.problem, self.choice.level, self.choose
        beginning = State.root(self.lanes)
        network, record = self._observed(beginning) if self.observers else (self.network, None)
        judge, look_ahead = both = steps(problem, network, level, choose)
        root = DEAD_END if self.given is None else start(problem, beginning, network, level, both, self.given)
        branch = branch_of(problem, self.lanes, choose, self.request.options)
        path = Path() if self.request.options.get("progress") else None
        if path is not None:
            branch = path.noted(branch)
        runs = None if self.restarts is None or network is None else self.restarts(network)
        if runs is not None and isinstance(choose, WeightedDegree):
            branch, look_ahead = runs.branch(branch), runs.look_ahead(look_ahead, choose)
        if self.is_hopeless is not None:
            look_ahead = bounded(look_ahead, self.is_hopeless)
        if runs is not None and look_ahead is not None:
            look_ahead = runs.counted(look_ahead)
        made = LoopSteps(root, branch, judge, look_ahead, path=path, runs=runs)
        return self._limited(made if record is None else self._reported(made, record, beginning))

    def _reported(self, made: LoopSteps, record: Record, beginning: AnyState) -> LoopSteps:
        """The steps, telling the observers."""
        from clew.reference.reporter import Reporter

        reporter = Reporter(self.observers, record)
        reporter.root(self.declared.domains, beginning, made.root)
        judge = made.judge and reporter.judge(made.judge)
        look_ahead = made.look_ahead and reporter.look_ahead(made.look_ahead)
        branch = reporter.branch(made.branch)
        return attrs.evolve(made, branch=branch, judge=judge, look_ahead=look_ahead, reporter=reporter)

    def _limited(self, made: LoopSteps) -> LoopSteps:
        """The steps, ending when a limit is reached."""
        branch, nodes = made.branch, self.request.limits.nodes
        if self.clock is not None:
            branch = timed(branch, self.clock)
        return attrs.evolve(made, branch=branch if nodes is None else rationed(branch, nodes))

    def _observed(self, beginning: AnyState) -> tuple[Network | None, Record]:
        """The network as it is observed, and where it records."""
        from clew.reference.propagation.observed import Observed, Record

        record = Record(absent=self._absent(beginning))
        record.begin(beginning.lanes, beginning.domains)
        if self.network is None:
            return None, record
        network = Observed.of(self.network, record)
        if self.choice.level.looks_ahead:
            network.assume(self.given or {})
        return network, record

    def _absent(self, beginning: AnyState) -> Mapping[Any, Any]:
        """For given variables of which the lanes have one value alone: the pairs of the others."""
        lane, domains = beginning.lanes.lane, self.declared.domains
        shrunk = [v for v in self.given or () if v in lane and len(lane[v].values) < len(domains[v])]
        return {v: tuple((v, w) for w in domains[v] if w not in lane[v].positions) for v in shrunk}


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


def branch_of(problem: Problem[Any, Any], lanes: Lanes[Any, Any], choose: VariableOrder, options: Options) -> Branch:
    """Chooses a variable and enumerates its values, in the order asked for."""
    enumerate_values = enumerate_values_of(problem, lanes)
    order = options.get("value_order")

    def branch(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        variable = choose(state)
        return None if variable is None else (variable, enumerate_values(state, variable))

    if order is None:
        return branch
    if isinstance(order, str):
        reorder = _named("value", VALUE_ORDERS, order)(problem, options.get("seed", 0))
    else:
        reorder = checked_values(problem, lanes, order, "the value order")

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
