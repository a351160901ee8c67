"""Patience: a search in Python for the first few solutions leaves its order for restarts if none comes for too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import attrs

from clew.outcome import Clock, CutoffReached, LimitReached, Status
from clew.planning.plan import make_plan
from clew.planning.running import Plan
from clew.strategies import Strategy

PATIENCE: Final = 2000
"""Values tried without another solution after which a search for the first few leaves its order for restarts."""


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
        self._left = PATIENCE

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
            self._known, self._left = found, PATIENCE
        return False


def restarting(plan: Plan, entered: int) -> Plan:
    """The plan that takes over if the order makes no progress.

    Args:
        plan: the one until now.
        entered: the nodes that it has entered.

    Raises:
        LimitReached: they are as many as may be entered.
    """
    limits, nodes = plan.limits, plan.limits.nodes
    options = plan.request.options
    other = make_plan(
        plan.problem, {**options, "limits": None, "cancel": None, "progress": None}, Restarting(), clock=plan.clock
    )
    if nodes is not None:
        nodes -= entered
        if nodes < 1:
            raise LimitReached(Status.NODE_LIMIT)
    return attrs.evolve(other, limits=attrs.evolve(limits, nodes=nodes), clock=plan.clock)
