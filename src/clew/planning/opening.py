"""The opening of a search for the best: until a solution is known, it is the search for the first one.

So the best solution of a search that is cut short is never worse than the first one that the same limits allow. This
does not hold for searches that are watched or kept: those have no opening.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import attrs

from clew.options import Options
from clew.planning.plan import walking_plan
from clew.search.variable_order import WeightedDegree
from clew.strategies import First

if TYPE_CHECKING:
    from clew.planning.engine_plan import EnginePlan
    from clew.planning.running import Plan


def opening(plan: Plan) -> Plan | EnginePlan | None:
    """The plan of the search for the first solution; None if the plan of the search for the best begins as that does.

    Args:
        plan: the plan of the search for the best.

    Raises:
        LimitReached: a limit on time or memory was reached before the search could begin.
    """
    request = plan.request
    if request.kernel == "python" or request.options.get("observers") or not isinstance(plan.picks, WeightedDegree):
        return None
    limits = attrs.evolve(request.limits, time=None, memory=None)  # the clock knows these
    options = cast(Options, {**request.options, "limits": limits, "cancel": None, "progress": None})
    return walking_plan(request.problem, options, First(), clock=plan.clock, whole=request.whole)
