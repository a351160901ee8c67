"""The network that a problem's constraints are compiled to, and how a search would use it, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from clew.limits import size_of
from clew.planning.plan import make_plan
from clew.problem.declared import why_undeclared
from clew.problem.problem import AnyProblem
from clew.reference.propagation.masks import MASK_BUDGET
from clew.reference.propagation.network import Network
from clew.state.state import DEAD_END
from clew.strategies import All, Count, First, Strategy

QUESTIONS: tuple[tuple[str, Strategy[Any]], ...] = (("first", First()), ("all", All()), ("count", Count()))


def explain(problem: AnyProblem) -> Iterator[str]:
    """Lines that say which lanes, masks and propagators a problem was compiled to, and how large they are."""
    plan = make_plan(problem, {"inference": None}, First())
    network = plan.network
    if network is None:
        yield f"no declared constraints: the problem {why_undeclared(problem)}"
        return
    if not plan.inference.propagates:
        yield "the problem overrides hooks: its constraints are checked beside them, and do not propagate"
    yield from _lanes(network)
    yield from _masks(network)
    yield from _propagators(network)
    if plan.root is DEAD_END:
        yield "root: propagation finds a dead end, so there is no solution"
    else:
        settled = (plan.root.assigned & network.lanes.decisions).bit_count()
        left = sum(size for _, size in network.lanes.sizes(plan.root.domains, network.lanes.decisions))
        yield f"root: {settled} of {len(network.lanes.variables)} variables settled, {left} values left"
    for question, strategy in QUESTIONS:
        chosen = make_plan(problem, {}, strategy)
        restarts = ", restarts" if chosen.restarts else ""
        how = f"inference {chosen.inference}, order {chosen.variable_order}, kernel {chosen.method.name}"
        yield f"{question}: {how}{restarts}"


def _lanes(network: Network) -> Iterator[str]:
    lanes = network.lanes
    values = sum(len(lane.values) for lane in lanes.lane.values())
    removed = values - (network.start & lanes.declared).bit_count()
    yield f"variables: {len(lanes.variables)}, with {values} values" + (
        f", {removed} of them removed by constraints on one variable" if removed else ""
    )
    dual = f", and {len(lanes.auxiliary)} dual lanes of places" if lanes.auxiliary else ""
    width = lanes.guards.bit_length()
    yield f"lanes: {len(lanes.variables)}{dual}; a state is {width} bits, {size_of(width)}"


def _masks(network: Network) -> Iterator[str]:
    width = network.lanes.guards.bit_length()
    values = sum(len(network.lanes.lane[variable].values) for variable in network.sources)
    if not values:
        yield "masks: none"
        return
    constraints = {id(s.constraint): s.constraint for sources in network.sources.values() for s in sources}
    kept = min(values, MASK_BUDGET // width)
    bounded = "" if kept == values else f", of which {kept} are kept"
    yield f"masks: {values}, made when needed{bounded}; {size_of(kept * width)} if all of them are"
    yield from _kinds((type(c).__name__ for c in constraints.values()), "  from")


def _propagators(network: Network) -> Iterator[str]:
    yield f"propagators: {len(network.propagators) or 'none'}"
    yield from _kinds((f"{type(p.constraint).__name__} by {type(p).__name__}" for p in network.propagators), " ")


def _kinds(kinds: Iterable[str], before: str) -> Iterator[str]:
    for kind, number in Counter(kinds).items():
        yield f"{before} {number} {kind}"
