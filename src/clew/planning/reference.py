"""The search in Python of a plan: its network, its ordering, and the steps of the loop.

The steps of the loop, and all that is wrapped around them (`clew.planning.loop_steps`), are made only if no other
method can run the search.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Final

import attrs

from clew.errors import OptionError
from clew.outcome import Clock
from clew.planning.loop_steps import Hopeless, LoopMaker, LoopSteps, variable_order_of
from clew.planning.request import Choice, DeclaredProblem, Request, compiled
from clew.planning.validation import observers_of
from clew.problem.declared import overrides
from clew.reference.propagation.network import Network
from clew.reference.search.restarts import Restarts
from clew.reference.search.variable_order import LEARNING, Picks, WeightedDegree
from clew.state.lanes import Lanes
from clew.state.levels import Level
from clew.state.state import DEAD_END, State, VariableOrder

REPEATING: Final = 20_000
"""Different subproblems up to which the order of declaration is best for counting: each is met once."""

KERNELS: Final = ("auto", "compiled", "python")
"""The values of the option `kernel`."""


@attrs.frozen(eq=False)
class Reference:
    """The search in Python of a plan.

    Attributes:
        network: the declared constraints, compiled; None if there are none.
        order: the name of the variable ordering.
        picks: the ordering on domains as bits; None for the order of declaration, or if it is a function.
        compiles_without_hooks: whether another method than the loop can run the search.
        restarts: how the search restarts, for one solution, if the ordering learns.
        steps: makes the root and the steps of the loop when first called, and gives the same ones ever after.
        at_root: gives the domains and the lanes done at the root; the domains are 0 if it is a dead end.
    """

    network: Network | None
    order: str
    picks: Picks | None
    compiles_without_hooks: bool
    restarts: Callable[[Network], Restarts] | None
    steps: Callable[[], LoopSteps]
    at_root: Callable[[], tuple[int, int]]

    @property
    def learns(self) -> bool:
        """Whether the ordering learns."""
        return isinstance(self.picks, WeightedDegree)


def reference(
    request: Request,
    declared: DeclaredProblem,
    choice: Choice,
    given: Mapping[Any, Any] | None,
    is_hopeless: Hopeless | None,
    clock: Clock | None,
) -> Reference:
    """The search in Python for what was chosen.

    Raises:
        OptionError: the kernel that was asked for does not exist or does not fit the problem.
    """
    network = compiled(choice.domains, declared.constraints, choice.level) if declared.is_searched else None
    lanes: Lanes[Any, Any] = Lanes(choice.domains) if network is None else network.lanes
    order = _ordering(request, choice, network, given)
    choose = _ordering_function(request, lanes, order)
    observers = observers_of(request.options) if request.options.get("observers") else ()
    compiles_without_hooks = _without_hooks(request, declared, choice, network, order, choose) and is_hopeless is None
    restarts = _restarts(request, choice, network, choose) if compiles_without_hooks else None
    compiles_without_hooks = compiles_without_hooks and not observers
    steps = cache(
        LoopMaker(request, declared, choice, network, lanes, given, choose, observers, is_hopeless, clock, restarts)
    )
    if not compiles_without_hooks:  # hooks and observers see the root before the search
        steps()
    name = order if isinstance(order, str) else getattr(order, "__name__", type(order).__name__)
    picks = choose if isinstance(choose, Picks) else None
    at_root = cache(partial(_at_root, network if compiles_without_hooks else None, given, choice.level, steps))
    return Reference(network, name, picks, compiles_without_hooks, restarts, steps, at_root)


def _at_root(
    network: Network | None, given: Mapping[Any, Any] | None, level: Level, steps: Callable[[], LoopSteps]
) -> tuple[int, int]:
    """The domains and the lanes done at the root; without a network, as the loop decides one given value after another.

    The domains are 0 if it is a dead end.
    """
    if given is None:
        return 0, 0
    if network is not None and level.propagates:
        return network.root(given)
    if network is not None and not given:
        return network.undecided, 0
    root = steps().root
    return (0, 0) if root is DEAD_END else (root.domains, root.assigned)


def _ordering(
    request: Request, choice: Choice, network: Network | None, given: Mapping[Any, Any] | None
) -> str | VariableOrder:
    """The variable ordering asked for, by its name or as a function, or the name of the one that fits.

    Raises:
        OptionError: the ordering learns, and all solutions are wanted.
    """
    order: str | VariableOrder | None = request.options.get("variable_order")
    if order in LEARNING and request.strategy is not None and not request.learns:
        raise OptionError(
            f"variable order {order!r} learns as it goes, so it serves to find one solution or the best: "
            "choose mrv to list or to count them all"
        )
    if order is not None:
        return order
    if overrides(request.problem, "choose_variable"):
        return request.problem.choose_variable
    if network is None or (choice.order == "mrv" and _repeats(request, network, given)):
        return "static"
    return choice.order


def _repeats(request: Request, network: Network, given: Mapping[Any, Any] | None) -> bool:
    """Whether solutions are counted, and the order of declaration meets few different subproblems."""
    if request.stops or request.lists or request.options.get("inference") or given is None or not network.propagators:
        return False
    from clew.reference.propagation.frontier import subproblems

    left, _ = network.root(given)
    return bool(left) and subproblems(network, left, REPEATING) < REPEATING


def _ordering_function(request: Request, lanes: Lanes[Any, Any], order: str | VariableOrder) -> VariableOrder:
    if order == "static" and lanes.variables:
        return State.first_open
    return variable_order_of(request.problem, lanes, order, request.options)


def _without_hooks(
    request: Request,
    declared: DeclaredProblem,
    choice: Choice,
    network: Network | None,
    order: str | VariableOrder,
    choose: VariableOrder,
) -> bool:
    """Whether something else than the loop can run the search, and may.

    Raises:
        OptionError: there is no such kernel, or it does not fit the problem.
    """
    if request.kernel not in KERNELS:
        raise OptionError(f"there is no kernel {request.kernel!r}: choose one of {', '.join(KERNELS)}")
    return (
        network is not None
        and choice.level.looks_ahead
        and declared.own <= {"choose_variable", "violations"}
        and (order == "static" or isinstance(choose, Picks))
        and request.options.get("value_order") in (None, "domain", "reverse")
    )


def _restarts(
    request: Request, choice: Choice, network: Network | None, choose: VariableOrder
) -> Callable[[Network], Restarts] | None:
    """How the search restarts, if it may and its ordering learns."""
    strategy, options = request.strategy, request.options
    learns = isinstance(choose, WeightedDegree)
    if not learns or network is None or request.kernel != "auto" or strategy is None or not strategy.restarts:
        return None
    return partial(Restarts, draws=None if options.get("value_order") else random.Random(options.get("seed", 0)))
