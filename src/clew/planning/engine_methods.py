"""The engine as a method of a plan: it searches from any node of the tree on, with the plan's network beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from clew.propagation.levels import ARC, FORWARD, UNIT, Level
from clew.search.counters import Counters
from clew.search.draws import number_of
from clew.search.variable_order import MinimumRemainingValues, MostNeighbours, WeightedDegree
from clew.state.lanes import places_of

if TYPE_CHECKING:
    from clew.core._engine import Program, Search
    from clew.core.compiler import Compiled
    from clew.core.walk import Batch, EngineWalk
    from clew.counting.decomposition import Shortcut
    from clew.planning.running import Plan

ENGINE_ORDERS: Final[dict[type, str]] = {
    type(None): "static",
    MinimumRemainingValues: "mrv",
    WeightedDegree: "wdeg",
    MostNeighbours: "degree",
}
"""The orderings that the engine knows."""


class EngineMethod:
    """The compiled engine, from any node of the tree on."""

    name = "compiled"

    def fits(self, plan: Plan) -> str:
        """Why it cannot run a plan; the program is compiled when this is asked first."""
        request = plan.request
        if request.kernel not in ("auto", "compiled") or not plan.tight or plan.network is None:
            return plan.why_not or f"kernel {request.kernel!r} was asked for"
        if type(plan.picks) not in ENGINE_ORDERS:
            return f"the variable order {plan.variable_order!r} is known to Python alone"
        if plan.is_patient:
            return "it may leave its order"
        made = _program(plan)
        if isinstance(made, str):
            return made
        asks = made.program.calls_python and plan.inference is FORWARD and request.kernel == "auto"
        return "forward checks ask Python" if asks else ""

    def batches(self, plan: Plan, counters: Counters) -> Iterator[Batch]:
        return self._walk(plan).batches(counters, [])

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        return self._walk(plan).counts(counters, [])

    def _walk(self, plan: Plan) -> EngineWalk:
        from clew.core.walk import EngineWalk

        node = _node(plan)

        def begin(search: Search) -> None:
            search.begin_at(*node)

        return EngineWalk(
            program(plan),
            ENGINE_ORDERS[type(plan.picks)],
            last_first=plan.last_first,
            seed=None if plan.request.options.get("value_order") else number_of(plan.request.options.get("seed", 0)),
            restarts=plan.restarts,
            is_patient=False,
            most=plan.most,
            one_by_one=plan.one_by_one,
            lazy=plan.request.strategy is None,
            nodes=plan.limits.nodes,
            clock=plan.clock,
            begin=begin,
            near=_near(plan),
            strong=_strong(plan),
            limit=plan.limit,
        )


def _node(plan: Plan) -> tuple[list[int], list[int]]:
    """The engine's first state: the values left of each variable, as bits, and the variables that are decided."""
    domains, done = plan.start
    lanes = plan.compiled.lanes.lane.values()
    left = [domains >> lane.offset & lane.full for lane in lanes]
    is_forward = not plan.inference.propagates
    return left, [k for k, lane in enumerate(lanes) if is_forward and done >> lane.guard & 1]


def _strong(plan: Plan) -> Callable[[], Program | None] | None:
    """Makes the program for the strong runs of a search that restarts, if there are to be any."""
    strong = None if plan.restart_policy is None else plan.restart_policy.strong
    if strong is None:
        return None

    def make() -> Program | None:
        from clew.core.walk import stronger

        made = stronger(lambda level: program(plan) if level is UNIT else _compiled(plan, level))
        strong.is_used = made is not None
        return made

    return make


def _compiled(plan: Plan, level: Level) -> Compiled:
    from clew.core.compiler import program_of

    return program_of(plan.choice.domains, plan.compiled.constraints, level, plan.target)


def _near(plan: Plan) -> list[list[int]]:
    """For each variable the numbers of its neighbours, if the ordering asks for them."""
    picks, lanes = plan.picks, plan.compiled.lanes
    if not isinstance(picks, MostNeighbours):
        return []
    number = {lane.guard: k for k, lane in enumerate(lanes.lane.values())}
    return [[number[guard] for guard in places_of(picks.near(lanes, own))] for own in number]


def program(plan: Plan) -> Compiled:
    """The program of a plan that the engine can run.

    Raises:
        TypeError: it cannot.
    """
    made = _program(plan)
    if isinstance(made, str):
        raise TypeError(made)
    return made


def _program(plan: Plan) -> Compiled | str:
    """The program of a plan, or the reason why there is none.

    It is kept on the network, which other requests share: nothing that depends on the request is kept there.
    """
    from clew.core import engine

    found = engine()
    if not found.available:
        return f"there is no engine here: {found.reason}"
    from clew.core.compiler import CannotCompileError

    programs = plan.compiled.programs
    if plan.target not in programs:
        try:
            programs[plan.target] = _compiled(plan, plan.inference)
        except CannotCompileError as error:
            programs[plan.target] = str(error)
    made: Compiled | str = programs[plan.target]
    return made


class MaskMethod:
    """Forward checking that is all ANDs, in the engine: from any node of the tree on."""

    name = "compiled"

    def fits(self, plan: Plan) -> str:
        if plan.inference is not FORWARD or plan.picks is not None or plan.limits.nodes is not None:
            return "there is more than masks, or another ordering"
        if why_not := EngineMethod().fits(plan):
            return why_not
        from clew.core._engine import MaskCount

        return MaskCount.unfit(program(plan).program, [] if plan.is_dead else _node(plan)[1])

    def counts(self, plan: Plan, counters: Counters) -> Iterator[int]:
        from clew.core.mask_counts import MaskCounts

        return MaskCounts(program(plan).program, [], _node(plan)).counts(counters, plan.clock)


def shortcut(plan: Plan, counters: Counters) -> Shortcut[int] | None:
    """Counts small subproblems in the engine, if it can."""
    from clew.core import engine

    order = ENGINE_ORDERS.get(type(plan.picks))
    if plan.request.kernel == "auto" and plan.inference in (UNIT, ARC) and order is not None and engine().available:
        from clew.core.subproblems import Subproblems

        def make() -> Compiled | None:
            return None if EngineMethod().fits(plan) else program(plan)

        return Subproblems(plan.compiled, make, order, counters).count
    return None
