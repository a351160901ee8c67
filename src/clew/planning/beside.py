"""Walks of the engine beside a count in Python: of small subproblems, and of the whole tree in several ways."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from clew.core import ORDERS, engine
from clew.planning.engine_method import EngineMethod, fields_of, neighbours, program, program_of
from clew.planning.phases import phases_in
from clew.state.levels import FORWARD

try:
    from clew.core._engine import MaskCount, Search
    from clew.core.subproblems import Subproblems
except ImportError:  # `clew.core.engine` says why
    pass

if TYPE_CHECKING:
    from clew.core.race import Walk, Way
    from clew.core.subproblems import Begin
    from clew.planning.counting.decomposition import Shortcut
    from clew.planning.plan import Plan
    from clew.state.counters import Counters

OTHERS: Final = ("static", "mrv", "wdeg")
"""The orderings of the walks of the whole tree."""

MASKS: Final = ("forward", "static")
"""The level and the ordering of a count by masks, which is one of these walks."""

ROW: Final = 1024
"""Bits of all domains up to which masks may count."""


def shortcut(plan: Plan, counters: Counters) -> Shortcut[int] | None:
    """Counts small subproblems of a count in Python, if the engine is there and has the ordering."""
    own, options, level = plan.variable_order, plan.request.options, plan.inference.name
    if not (own in ORDERS or plan.choice.phases) or not engine().available:
        return None
    is_named = bool(options.get("variable_order") or plan.choice.phases)
    orders = (own,) if is_named else dict.fromkeys((own, *OTHERS))
    is_open = not (is_named or options.get("inference"))
    ways = [*((level, order) for order in orders), *([MASKS] if is_open else [])]
    root, constraints = (plan.start[0], plan.compiled.lanes.decisions), len(plan.compiled.propagators)
    return Subproblems(fields_of(plan), partial(_walks, plan), ways, root, constraints, counters, plan.clock).count


def _walks(plan: Plan) -> Begin | None:
    """Begins walks of the tree of a count; None if the engine has no program."""
    if EngineMethod().fits(plan):
        return None
    made, near = program(plan).program, neighbours(plan, plan.variable_order)
    phases = phases_in(program(plan), plan.choice.phases) if plan.choice.phases else None

    def begin(way: Way, node: tuple[list[int], list[int]]) -> Walk | None:
        if way == MASKS:
            return _masks(plan, node)
        search = Search(made, [], ORDERS.get(way[1], 0), False, True, -1, near=near, phases=phases)
        search.begin_at(*node)
        return search

    return begin


def _masks(plan: Plan, node: tuple[list[int], list[int]]) -> MaskCount | None:
    """A count by masks that begins at a node; None if there is more than masks."""
    if plan.compiled.lanes.decisions.bit_length() > ROW:
        return None
    made = program_of(plan.declared.domains, plan.declared.constraints, FORWARD, None)
    return None if isinstance(made, str) or MaskCount.unfit(made.program, []) else MaskCount(made.program, [], node)
