"""The plan of a search in Python: its network, and the steps of the loop.

The steps of the loop, and all that is wrapped around them (`clew.planning.wrappers`), are made here only if no other
method can run the search.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from clew.errors import OptionError
from clew.outcome import Clock
from clew.planning.arguments import observers_of
from clew.planning.choices import Choice, Declaration, Request, assumed, ordering
from clew.planning.methods import COUNTED, LISTED, SINGLY
from clew.planning.running import DEAD, Plan
from clew.planning.wrappers import Hopeless, LoopMaker, LoopSteps, variable_order_of
from clew.propagation.compiler import compiled
from clew.propagation.levels import UNIT
from clew.propagation.network import Network
from clew.search.cutoffs import Stronger
from clew.search.restarts import STRONG, STRONG_WIDTH, RestartPolicy
from clew.search.variable_order import DOMAINS_ALONE, VariableOrder, WeightedDegree
from clew.state.lanes import Lanes
from clew.state.state import DEAD_END, State

KERNELS: Final = ("auto", "compiled", "python")
"""What the option `kernel` may be."""


def loop_plan(
    request: Request, declared: Declaration, choice: Choice, is_hopeless: Hopeless | None, clock: Clock | None
) -> Plan:
    """The plan for what was chosen.

    Raises:
        OptionError: the kernel that was asked for does not exist or does not fit the problem.
    """
    network = compiled(choice.domains, declared.constraints, choice.level) if declared.is_searched else None
    lanes: Lanes[Any, Any] = Lanes(choice.domains) if network is None else network.lanes
    given = assumed(request, declared)
    order = ordering(request, choice, network, given)
    choose = _ordering_function(request, lanes, order)
    observers = observers_of(request.options) if request.options.get("observers") else ()
    is_tight = _is_tight(request, declared, choice, network, order, choose) and is_hopeless is None
    restarts = _restarts(request, choice, network, choose) if is_tight else None
    is_tight = is_tight and not observers
    steps = cache(
        LoopMaker(request, declared, choice, network, lanes, given, choose, observers, is_hopeless, clock, restarts)
    )
    plan = Plan(
        request=request,
        declared=declared,
        choice=choice,
        variable_order=order if isinstance(order, str) else getattr(order, "__name__", type(order).__name__),
        limits=request.limits,
        steps=steps,
        network=network,
        at_root=_at_root(choice, network, given, steps) if is_tight else None,
        picks=choose if isinstance(choose, DOMAINS_ALONE) else None,
        tight=is_tight,
        restart_policy=restarts,
        clock=clock,
        wants=_wants(request, restarts=restarts is not None),
        most=_most(request),
    )
    if not is_tight:  # the hooks, and the observers, are to hear of the root now
        steps()
    return plan


def _ordering_function(request: Request, lanes: Lanes[Any, Any], order: str | VariableOrder) -> VariableOrder:
    if order == "static" and lanes.variables:
        return State.first_open
    return variable_order_of(request.problem, lanes, order, request.options)


def _is_tight(
    request: Request,
    declared: Declaration,
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
        and (order == "static" or isinstance(choose, DOMAINS_ALONE))
        and request.options.get("value_order") in (None, "domain", "reverse")
    )


def _restarts(request: Request, choice: Choice, network: Network | None, choose: VariableOrder) -> RestartPolicy | None:
    """How the search restarts, if it may and its ordering learns."""
    strategy, options = request.strategy, request.options
    learns = isinstance(choose, WeightedDegree)
    if not learns or network is None or request.kernel != "auto" or strategy is None or not strategy.restarts:
        return None
    strong = None
    is_narrow = network.lanes.guards.bit_length() <= STRONG_WIDTH
    if choice.level is UNIT and options.get("inference") is None and is_narrow:
        strong = Stronger(lambda: compiled(choice.domains, network.constraints, STRONG))
    return RestartPolicy(None if options.get("value_order") else random.Random(options.get("seed", 0)), strong)


def _at_root(
    choice: Choice, network: Network | None, given: Mapping[Any, Any] | None, steps: Callable[[], LoopSteps]
) -> tuple[int, int]:
    """The domains and the lanes done at the root of a search without hooks; the domains are 0 for a dead end."""
    if given is None or network is None:
        return DEAD
    if choice.level.propagates:
        return network.root(given)
    if not given:
        return network.undecided, 0
    root = steps().root  # one given value after the other, as the loop decides
    return DEAD if root is DEAD_END else (root.domains, root.assigned)


def _wants(request: Request, *, restarts: bool) -> int:
    """How solutions are wanted (see `clew.planning.methods`)."""
    if not request.lists:
        return COUNTED
    # If only the strategy knows when it has enough, each is searched for when it is asked for.
    is_picky = request.stops and (request.strategy is None or request.strategy.most is None)
    return SINGLY if is_picky or restarts else LISTED


def _most(request: Request) -> int:
    """How many solutions are wanted, as far as that is known beforehand; -1 for all."""
    most = None if request.strategy is None else request.strategy.most
    return min((number for number in (most, request.limits.solutions) if number is not None), default=-1)
