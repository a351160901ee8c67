"""Patience: a search in Python for the first few solutions leaves its order for restarts if none comes for too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, cast

import attrs

from clew.options import Options
from clew.outcome import Clock, CutoffReached
from clew.planning.plan import Plan, make_plan
from clew.strategies import Strategy

FRUITLESS_VALUES: Final = 2000
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
    limits = attrs.evolve(plan.limits.after(entered), time=None, memory=None)  # the clock knows these
    options = cast(Options, {**plan.request.options, "limits": limits, "cancel": None, "progress": None})
    return make_plan(plan.request.problem, options, Restarting(), clock=plan.clock)
