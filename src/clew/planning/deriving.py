"""Plans made of a plan: the same search below a node, in other limits, until a first solution, after it, restarting.

A plan also gives the bound of a search for the best that was cut short.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from clew.options import Options, learns
from clew.outcome import Clock, CutoffReached, Limits
from clew.planning.engine_method import backward, unbounded
from clew.planning.plan import Plan, looking, planned
from clew.planning.request import Choice, Request
from clew.records import Once, evolve
from clew.state.state import DEAD_END, AnyState, DeadEnd
from clew.strategies import Best, First, Incumbent, Strategy

if TYPE_CHECKING:
    from clew.reference.search.search import Branch

FRUITLESS_VALUES: Final = 2000
"""Values tried without another solution after which a search for the first few leaves its order for restarts."""


def below(plan: Plan, node: AnyState | DeadEnd) -> Plan:
    """The same plan for the tree below a node."""
    steps = plan.steps
    return evolve(plan, node=node, steps=Once(lambda: evolve(steps(), root=node)))


def branching(plan: Plan, wrap: Callable[[Branch], Branch]) -> Plan:
    """The same plan with something around the step of the loop that branches."""
    steps = plan.steps
    return evolve(plan, steps=Once(lambda: evolve(steps(), branch=wrap(steps().branch))))


def within(plan: Plan, limits: Limits) -> Plan:
    """The same plan with other limits; the clock has those on time and memory."""
    nodes = limits.nodes
    if nodes is not None and not plan.is_compiled:
        from clew.planning.loop_steps import rationed

        plan = branching(plan, lambda branch: rationed(branch, nodes))
    return evolve(plan, limits=limits)


def after(plan: Plan, solution: Mapping[Any, Any], entered: int) -> Plan:
    """The same plan once a solution is known, and so many nodes have been entered: it looks for better ones.

    Raises:
        LimitReached: they are as many as may be entered.
    """
    limit = limit_after(plan, solution) if plan.is_compiled else None
    limits = plan.limits.after(entered)
    return evolve(plan if limits is plan.limits else within(plan, limits), limit=limit, known=solution)


def knowing(plan: Plan, strategy: Strategy[Any] | None) -> Plan:
    """The same plan, after the solution that a search for the best knows from the beginning, if there is one."""
    known = strategy.empty() if isinstance(strategy, Best) else None
    return after(plan, known[1], 0) if known else plan


def limit_after(plan: Plan, solution: Mapping[Any, Any]) -> int | None:
    """The most that the sum which is made small may be in a better solution than one that is known; None for any."""
    strategy = plan.request.strategy
    if plan.target is None or not isinstance(strategy, Best):
        return None
    objective: Callable[[Mapping[Any, Any]], Any] = strategy.objective  # type: ignore[assignment]
    value = objective(solution) - (strategy.weighted.constant if strategy.weighted else 0)
    return int(-value if strategy.maximize else value) - 1


def opening(plan: Plan) -> Plan | None:
    """The plan of the search for the first solution, if a search for the best begins as that does.

    Until a solution is known, the best is looked for as the first one is. So the best solution of a search that is cut
    short is never worse than the first one that the same limits allow. This does not hold for searches that are watched
    or kept: those have no opening.

    Raises:
        LimitReached: a limit on time or memory was reached before the search could begin.
    """
    request = plan.request
    is_other = request.options.get("observers") or learns(request.options) or plan.known is not None
    if is_other or not isinstance(request.strategy, Best) or request.kernel == "python":
        return None
    if plan.variable_order != "wdeg" and not (plan.is_compiled and backward(plan)):
        return None
    first = evolve(request, strategy=First())
    if plan.is_compiled and request.target:
        program = Once(partial(unbounded, plan))
        return evolve(plan, request=first, most=first.most, target=None, is_hopeless=None, program=program)
    with looking(plan.clock):
        if plan.target is None or request.target:
            return planned(first, plan.declared, plan.choice, plan.clock)
        from clew.planning.costs import without_costs  # most objectives have no costs

        declared = without_costs(plan.declared, plan.target)
        return planned(first, declared, Choice.of(first, declared), plan.clock)


def bound_of(plan: Plan, strategy: Best, best: Incumbent, proved: Any, exhausted: bool) -> Any:
    """A value that no solution improves on; None if that is not known.

    Args:
        plan: the plan of the search.
        strategy: its strategy.
        best: the best solution found, with its value.
        proved: a value that no solution improves on, if the search has found one out.
        exhausted: whether the whole tree was walked; if not, the domains may still give a bound.
    """
    if exhausted:
        return best and best[0]
    objective = strategy.weighted
    if proved is not None or objective is None:
        return proved
    if plan.is_compiled:
        return objective.limit(plan.declared.domains.__getitem__, maximize=strategy.maximize)
    root = plan.root
    return None if root is DEAD_END or not root.lanes.lane else objective.limit(root.domain, maximize=strategy.maximize)


def standing(plan: Plan, strategy: Best, best: Incumbent, proved: Any) -> tuple[Any, Any]:
    """The best value known, and a value that no solution improves on; None for what is not known while it runs."""
    if best and proved is None and strategy.weighted is not None:
        proved = strategy.weighted.limit(plan.declared.domains.__getitem__, maximize=strategy.maximize)
    return best and best[0], proved


class Restarting(Strategy[Any]):
    """Stands in for a strategy while the plan of a search with restarts is made."""

    stops: ClassVar[bool] = True
    learns: ClassVar[bool] = True
    restarts: ClassVar[bool] = True


class Patience(Clock):
    """Gives up a search that tries too many values without another solution: it counts, whatever the time.

    Args:
        found: tells how many solutions there are until now.
    """

    __slots__ = ("_found", "_known", "_left")

    def __init__(self, found: Callable[[], int]) -> None:
        self._found = found
        self._known = found()
        self._left = FRUITLESS_VALUES

    def is_up(self) -> bool:
        """Never.

        Raises:
            CutoffReached: no other solution was found for too long.
        """
        self._left -= 1
        if not self._left:
            found = self._found()
            if found == self._known:
                raise CutoffReached
            self._known, self._left = found, FRUITLESS_VALUES
        return False


def restarting(plan: Plan, entered: int) -> Plan:
    """The plan that takes over if the order makes no progress.

    Args:
        plan: the one until now.
        entered: the nodes that it has entered.

    Raises:
        LimitReached: they are as many as may be entered.
    """
    limits = evolve(plan.limits.after(entered), time=None, memory=None)  # the clock knows these
    options = cast(Options, {**plan.request.options, "limits": limits, "cancel": None, "progress": None})
    request = Request.checked(plan.request.problem, options, Restarting(), whole=False)
    with looking(plan.clock):
        return planned(request, plan.declared, Choice.of(request, plan.declared), plan.clock)
